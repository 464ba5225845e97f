// The targets of links in e-mails: confirming an address, and setting a new password.

import { useSignal } from "@preact/signals";
import { useState } from "preact/hooks";
import { post } from "../api";
import { Link } from "../link";
import { me, report, trouble } from "../session";
import { t } from "../texts";
import { PasswordField } from "./password";

/** Read the token from the fragment of the URL and remove it, so that it is not kept in the history. */
function useToken(): string {
  const [token] = useState(() => {
    const found = location.hash.slice(1);
    history.replaceState(null, "", location.pathname + location.search);
    return found;
  });
  return token;
}

export function ConfirmPage() {
  const token = useToken();
  const done = useSignal(false);
  const confirm = async (event: Event) => {
    event.preventDefault();
    try {
      await post("/confirmations", { token });
      done.value = true;
      if (me.value !== null) me.value = { ...me.value, notices: { ...me.value.notices, confirmed: true } };
    } catch (error) {
      report(error);
    }
  };
  return (
    <section class="card welcome" aria-labelledby="confirm">
      <h1 id="confirm">{t("mailed.confirm")}</h1>
      {done.value ? (
        <>
          <p role="status">{t("mailed.confirmed")}</p>
          <p>
            <Link to="/">{t("mailed.on")}</Link>
          </p>
        </>
      ) : (
        <form onSubmit={(event) => void confirm(event)}>
          <p>{t("mailed.confirm-why")}</p>
          <button class="main" type="submit">
            {t("mailed.confirm")}
          </button>
        </form>
      )}
    </section>
  );
}

export function NewPasswordPage() {
  const token = useToken();
  return (
    <section class="card welcome" aria-labelledby="new-password">
      <h1 id="new-password">{t("mailed.new-password")}</h1>
      {token === "" ? <AskForLink /> : <SetPassword token={token} />}
    </section>
  );
}

function AskForLink() {
  const email = useSignal("");
  const asked = useSignal(false);
  const ask = async (event: Event) => {
    event.preventDefault();
    try {
      await post("/password-resets", { email: email.value });
      asked.value = true;
    } catch (error) {
      report(error);
    }
  };
  if (asked.value) return <p role="status">{t("mailed.asked")}</p>;
  return (
    <form onSubmit={(event) => void ask(event)}>
      <p>{t("mailed.ask-why")}</p>
      <label>
        {t("mailed.address")}
        <input
          required
          type="email"
          maxLength={254}
          autocomplete="email"
          value={email.value}
          onInput={(event) => (email.value = event.currentTarget.value)}
        />
      </label>
      <button class="main" type="submit">
        {t("mailed.ask")}
      </button>
    </form>
  );
}

function SetPassword(props: { token: string }) {
  const password = useSignal("");
  const done = useSignal(false);
  const set = async (event: Event) => {
    event.preventDefault();
    try {
      await post("/new-passwords", { token: props.token, password: password.value });
      done.value = true;
      me.value = null; // all sessions have ended, including this one
      trouble.value = "";
    } catch (error) {
      report(error);
    }
  };
  if (done.value) {
    return (
      <>
        <p role="status">{t("mailed.password-set")}</p>
        <p>
          <Link to="/me">{t("person.sign-in")}</Link>
        </p>
      </>
    );
  }
  return (
    <form onSubmit={(event) => void set(event)}>
      <p>{t("mailed.set-why")}</p>
      <PasswordField label={t("password.new")} fresh value={password.value} onInput={(to) => (password.value = to)} />
      <button class="main" type="submit">
        {t("mailed.set")}
      </button>
    </form>
  );
}
