// Cover between the turns of players who share a screen.

import { t } from "../../texts";

export function Cover(props: { name: string; onGo: () => void }) {
  return (
    <section class="card cover">
      <h1>{t("cover.title")}</h1>
      <p>
        {t("cover.text")} <strong>{props.name}</strong>
      </p>
      <button class="main" type="button" onClick={props.onGo}>
        {t("cover.go")}
      </button>
    </section>
  );
}
