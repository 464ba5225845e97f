// Synthesized sounds for pieces, dice and cards; off by default.

import type { Scene } from "../protocol";
import { sounds } from "./settings";

let context: AudioContext | undefined;

/** A decaying burst of filtered noise: [delay in seconds, frequency, duration in seconds, gain]. */
type Knock = [at: number, frequency: number, long: number, loud: number];

const SOUNDS: Record<Scene["kind"], Knock[]> = {
  move: [[0, 180, 0.12, 0.5]],
  turn: [[0, 3200, 0.16, 0.12], [0.1, 2400, 0.1, 0.1]],
  flip: [[0, 2600, 0.08, 0.12]],
  roll: [[0, 900, 0.05, 0.4], [0.09, 1200, 0.04, 0.35], [0.17, 800, 0.05, 0.35], [0.29, 1000, 0.04, 0.25], [0.36, 700, 0.06, 0.3]],
  appear: [[0, 420, 0.08, 0.35]],
  vanish: [[0, 240, 0.18, 0.25]],
  hit: [[0, 120, 0.2, 0.8], [0.02, 600, 0.06, 0.3]],
  gain: [[0, 1800, 0.06, 0.2], [0.07, 2400, 0.1, 0.2]],
};

export function sound(kind: Scene["kind"]): void {
  if (!sounds.value) return;
  context ??= new AudioContext();
  for (const knock of SOUNDS[kind]) play(context, knock);
}

function play(on: AudioContext, [at, frequency, long, loud]: Knock): void {
  const noise = on.createBuffer(1, Math.ceil(on.sampleRate * long), on.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
  const [source, filter, gain] = [on.createBufferSource(), on.createBiquadFilter(), on.createGain()];
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.value = frequency;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(on.destination);
  source.start(on.currentTime + at);
}
