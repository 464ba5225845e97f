import { useSignal } from "@preact/signals";
import { comeIn, report } from "../session";
import { t } from "../texts";

/** A form to sign in as a guest. */
export function Welcome(props: { then?: () => void }) {
  const name = useSignal("");
  const enter = async (event: Event) => {
    event.preventDefault();
    try {
      await comeIn(name.value);
      props.then?.();
    } catch (error) {
      report(error);
    }
  };
  return (
    <section class="card welcome">
      <h1>{t("welcome.title")}</h1>
      <p>{t("welcome.text")}</p>
      <form onSubmit={(event) => void enter(event)}>
        <label>
          {t("welcome.name")}
          <input
            name="name"
            required
            maxLength={40}
            autocomplete="nickname"
            value={name.value}
            onInput={(event) => (name.value = event.currentTarget.value)}
          />
        </label>
        <button class="main" type="submit">
          {t("welcome.enter")}
        </button>
      </form>
    </section>
  );
}
