// Passkeys: signing in, and the passkeys of an account.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get, patch, post, remove } from "../api";
import type { Me, Passkey, PasskeyOptions } from "../protocol";
import { done, go, me, report, trouble } from "../session";
import { t } from "../texts";
import { moment } from "./moments";
import { PasswordField } from "./password";
import { place } from "./sessions";
import { hasPasskeys, makePasskey, usePasskey } from "./webauthn";

export function PasskeySignIn() {
  const busy = useSignal(false);
  if (!hasPasskeys()) return null;
  const enter = async () => {
    busy.value = true;
    try {
      const { options } = await post<PasskeyOptions>("/sign-in/passkey/options");
      const credential = await usePasskey(options);
      if (credential === null) return;
      me.value = await post<Me>("/sign-in/passkey", { credential });
      go("/");
    } catch (error) {
      report(error);
    } finally {
      busy.value = false;
    }
  };
  return (
    <p class="passkey-in">
      <button type="button" disabled={busy.value} onClick={() => void enter()}>
        {t("passkey.sign-in")}
      </button>
    </p>
  );
}

export function Passkeys() {
  const kept = useSignal<Passkey[]>([]);
  const renamed = useSignal("");
  const load = () => get<Passkey[]>("/passkeys").then((found) => (kept.value = found), report);
  useEffect(() => void load(), []);
  const act = async (work: Promise<unknown>) => {
    try {
      await work;
      renamed.value = "";
      await load();
    } catch (error) {
      report(error);
    }
  };
  if (!hasPasskeys() && kept.value.length === 0) return null;
  return (
    <>
      <h3>{t("passkey.title")}</h3>
      <p class="quiet">{t("passkey.text")}</p>
      <ul class="kept">
        {kept.value.map((one) => (
          <li key={one.id}>
            {renamed.value === one.id ? (
              <Renaming passkey={one} onName={(name) => void act(patch(`/passkeys/${one.id}`, { name }))} onCancel={() => (renamed.value = "")} />
            ) : (
              <>
                <span>
                  <strong>{one.name}</strong>
                  <small class="quiet">
                    {one.used_at === null ? t("passkey.made", { at: moment(one.created_at) }) : t("passkey.used", { at: moment(one.used_at) })}
                  </small>
                </span>
                <span class="acts">
                  <button type="button" aria-label={t("passkey.rename-which", { name: one.name })} onClick={() => (renamed.value = one.id)}>
                    {t("passkey.rename")}
                  </button>
                  <button
                    type="button"
                    aria-label={t("passkey.remove-which", { name: one.name })}
                    onClick={() => confirm(t("passkey.remove-sure", { name: one.name })) && void act(remove(`/passkeys/${one.id}`))}
                  >
                    {t("passkey.remove")}
                  </button>
                </span>
              </>
            )}
          </li>
        ))}
      </ul>
      {hasPasskeys() && <NewPasskey onMade={() => void load()} />}
    </>
  );
}

function Renaming(props: { passkey: Passkey; onName: (name: string) => void; onCancel: () => void }) {
  const name = useSignal(props.passkey.name);
  return (
    <form
      class="naming"
      onSubmit={(event) => {
        event.preventDefault();
        props.onName(name.value);
      }}
    >
      <label>
        {t("passkey.name")}
        <input required maxLength={60} value={name.value} ref={(input) => input?.focus()} onInput={(event) => (name.value = event.currentTarget.value)} />
      </label>
      <button type="submit">{t("person.save")}</button>
      <button type="button" onClick={props.onCancel}>
        {t("passkey.cancel")}
      </button>
    </form>
  );
}

function NewPasskey(props: { onMade: () => void }) {
  const name = useSignal(place(navigator.userAgent));
  const password = useSignal("");
  const open = useSignal(false);
  const make = async (event: Event) => {
    event.preventDefault();
    try {
      const { options } = await post<PasskeyOptions>("/passkeys/options", { password: password.value });
      const credential = await makePasskey(options);
      if (credential === null) return;
      await post<Passkey>("/passkeys", { name: name.value, credential });
      password.value = "";
      open.value = false;
      done.value = t("passkey.added");
      props.onMade();
    } catch (error) {
      if (error instanceof DOMException && error.name === "InvalidStateError") trouble.value = t("passkey.there");
      else report(error);
    }
  };
  return (
    <details class="new-passkey" open={open.value} onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>{t("passkey.add")}</summary>
      <form onSubmit={(event) => void make(event)}>
        <label>
          {t("passkey.name")}
          <input required maxLength={60} value={name.value} onInput={(event) => (name.value = event.currentTarget.value)} />
        </label>
        <PasswordField label={t("password.old")} fresh={false} value={password.value} onInput={(to) => (password.value = to)} />
        <button type="submit">{t("passkey.add")}</button>
      </form>
    </details>
  );
}
