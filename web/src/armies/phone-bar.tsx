// The bar at the foot of the builder on narrow screens: cards to add, the code and ways to share it, saving.

import { QrCode, Undo2 } from "lucide";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../icon";
import { t } from "../texts";
import { before, over, sheet, undo } from "./army";
import { SaveButton } from "./saved-lists";

export function PhoneBar(props: { game: string }) {
  const some = (sheet.value?.draft.entries ?? []).length > 0;
  const adds = useRef<HTMLButtonElement>(null);
  const was = useRef(over.value);
  useEffect(() => {
    if (was.current === "adding" && over.value === "") adds.current?.focus({ preventScroll: true });
    was.current = over.value;
  }, [over.value]);
  return (
    <nav class="phone-bar" aria-label={t("armies.bar")}>
      <button class="wide" type="button" ref={adds} onClick={() => (over.value = "adding")}>
        + {t("armies.add-short")}
      </button>
      {before.value.length > 0 && (
        <button type="button" aria-label={t("armies.undo")} title={t("armies.undo")} onClick={undo}>
          <Icon of={Undo2} size={24} />
        </button>
      )}
      {some && (
        <button type="button" aria-expanded={over.value === "sharing"} aria-label={t("armies.share")} title={t("armies.share")} onClick={() => (over.value = over.value === "sharing" ? "" : "sharing")}>
          <Icon of={QrCode} size={24} />
        </button>
      )}
      <SaveButton game={props.game} />
    </nav>
  );
}
