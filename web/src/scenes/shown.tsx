// Overlay during scenes: dice, cards, and a button to skip.

import type { Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Emblem, hasEmblem } from "../panels/emblems";
import { nameOf, t } from "../texts";
import type { Stage } from "./motion";
import type { Player } from "./player";
import { setSounds, setSpeed, sounds, speed, type Speed } from "./settings";
import "./scenes.css";

/** `pace` is the playback speed of a replay; without it, the general setting applies. */
export function Scenes(props: { game: string; player: Player; stage: Stage; pace?: Signal<number> }) {
  const { game, player, stage, pace } = props;
  const playing = player.playing.value;
  useEffect(() => {
    if (!playing) return;
    const key = (event: KeyboardEvent) => {
      if (event.key === "Escape") player.skip();
    };
    const click = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest(".board") !== null) player.skip();
    };
    const leave = () => document.visibilityState === "hidden" && player.skip();
    document.addEventListener("keydown", key);
    document.addEventListener("click", click);
    document.addEventListener("visibilitychange", leave);
    return () => {
      document.removeEventListener("keydown", key);
      document.removeEventListener("click", click);
      document.removeEventListener("visibilitychange", leave);
    };
  }, [playing]);
  if (!playing) return null;
  const shown = stage.shown.value;
  const isDouble = (pace ?? speed).value === 2;
  const setDouble = (on: boolean) => (pace === undefined ? setSpeed(on ? 2 : 1) : void (pace.value = on ? 2 : 1));
  return (
    <>
      {shown !== null && (
        <div key={shown.time} class={`scene-tray ${shown.kind}`} aria-hidden="true">
          {shown.faces.map((face, i) => (
            <span key={i} class="scene-face" style={{ animationDuration: `${shown.ms}ms`, animationDelay: `${shown.kind === "turn" ? i * STEP_MS : 0}ms` }}>
              {hasEmblem(game, face) ? <Emblem game={game} id={face} size={40} /> : <b>{nameOf(game, face)}</b>}
            </span>
          ))}
        </div>
      )}
      <p class="scene-bar" role="group" aria-label={t("scene.title")}>
        <button type="button" aria-pressed={isDouble} title={t("scene.double")} onClick={() => setDouble(!isDouble)}>
          ×2
        </button>
        <button type="button" onClick={() => player.skip()}>
          {t("scene.skip")}
        </button>
      </p>
    </>
  );
}

const STEP_MS = 120;

/** Settings for animation speed and sounds. */
export function SceneSettings() {
  return (
    <fieldset class="scene-settings">
      <legend>{t("scene.title")}</legend>
      <label>
        {t("scene.speed")}
        <select value={speed.value} onChange={(event) => setSpeed(Number(event.currentTarget.value) as Speed)}>
          <option value={1}>{t("scene.normal")}</option>
          <option value={2}>{t("scene.double")}</option>
          <option value={0}>{t("scene.off")}</option>
        </select>
      </label>
      <label>
        <input type="checkbox" checked={sounds.value} onChange={(event) => setSounds(event.currentTarget.checked)} /> {t("scene.sounds")}
      </label>
    </fieldset>
  );
}
