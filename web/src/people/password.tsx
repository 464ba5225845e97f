// Forms that require the password: changing it, and deleting the account.

import { useSignal } from "@preact/signals";
import { post, put } from "../api";
import { done, forget, report } from "../session";
import { t } from "../texts";

export function PasswordField(props: { label: string; fresh: boolean; value: string; onInput: (to: string) => void }) {
  return (
    <label>
      {props.label}
      <input
        required
        type="password"
        minLength={8}
        maxLength={200}
        autocomplete={props.fresh ? "new-password" : "current-password"}
        value={props.value}
        onInput={(event) => props.onInput(event.currentTarget.value)}
      />
    </label>
  );
}

export function ChangePassword(props: { onChanged: () => void }) {
  const old = useSignal("");
  const fresh = useSignal("");
  const send = async (event: Event) => {
    event.preventDefault();
    try {
      await put("/me/password", { old: old.value, new: fresh.value });
      old.value = fresh.value = "";
      done.value = t("password.changed");
      props.onChanged();
    } catch (error) {
      report(error);
    }
  };
  return (
    <details>
      <summary>{t("password.change")}</summary>
      <form onSubmit={(event) => void send(event)}>
        <PasswordField label={t("password.old")} fresh={false} value={old.value} onInput={(to) => (old.value = to)} />
        <PasswordField label={t("password.new")} fresh value={fresh.value} onInput={(to) => (fresh.value = to)} />
        <button type="submit">{t("password.change")}</button>
      </form>
    </details>
  );
}

export function DeleteAccount() {
  const password = useSignal("");
  const send = async (event: Event) => {
    event.preventDefault();
    try {
      await post("/me/deletion", { password: password.value });
      forget();
    } catch (error) {
      report(error);
    }
  };
  return (
    <details class="delete">
      <summary>{t("person.delete-account")}</summary>
      <form onSubmit={(event) => void send(event)}>
        <p>{t("person.delete-password")}</p>
        <PasswordField label={t("password.old")} fresh={false} value={password.value} onInput={(to) => (password.value = to)} />
        <button type="submit">{t("person.delete-account")}</button>
      </form>
    </details>
  );
}
