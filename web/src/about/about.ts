// Information about the server from its host, in the current language.

import { signal } from "@preact/signals";
import { get } from "../api";
import type { About } from "../protocol";
import { language } from "../texts";

export const about = signal<About | null>(null);

export async function loadAbout(): Promise<void> {
  about.value = await get<About>(`/about?lang=${language.value}`);
}
