// Help on the keyboard shortcuts of a table, opened by `?`.

import { useEffect, useRef } from "preact/hooks";
import { t } from "../texts";

const KEYS = [
  ["gestures.key-next", "N", "P"],
  ["gestures.key-take", "Enter"],
  ["gestures.key-choices", "C"],
  ["gestures.key-around", "←", "→", "↑", "↓"],
  ["gestures.key-back", "Backspace"],
  ["gestures.key-shut", "Esc"],
  ["gestures.key-zoom", "+", "−", "0"],
  ["gestures.key-turn", "Q", "E"],
  ["gestures.key-ranges", "T"],
  ["gestures.key-help", "?"],
] as const;

export function Keys() {
  const dialog = useRef<HTMLDialogElement>(null);
  const turn = () => (dialog.current?.open === true ? dialog.current.close() : dialog.current?.showModal());
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const typing = event.target instanceof Element && event.target.closest("input, select, textarea") !== null;
      if (event.key !== "?" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      turn();
    };
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  }, []);
  return (
    <>
      <button type="button" class="keys-button" aria-label={t("gestures.keys")} title={t("gestures.keys")} onClick={turn}>
        ?
      </button>
      <dialog class="keys" ref={dialog} aria-labelledby="keys">
        <h2 id="keys">{t("gestures.keys")}</h2>
        <dl>
          {KEYS.map(([id, ...keys]) => (
            <div key={id}>
              <dt>
                {keys.map((one) => (
                  <kbd key={one}>{one}</kbd>
                ))}
              </dt>
              <dd>{t(id)}</dd>
            </div>
          ))}
        </dl>
        <button type="button" onClick={turn}>
          {t("page.close")}
        </button>
      </dialog>
    </>
  );
}
