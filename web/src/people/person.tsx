// The account page: name, notifications, account, sessions and deletion.

import { useSignal } from "@preact/signals";
import { patch, post, request } from "../api";
import { Link } from "../link";
import type { Me, Notices } from "../protocol";
import { done, forget, go, me, report } from "../session";
import { t } from "../texts";
import { BlockedPeople } from "./blocks";
import { Unconfirmed } from "./email";
import { Matches } from "./matches";
import { Notifying } from "./notifying";
import { ChangePassword, DeleteAccount, PasswordField } from "./password";
import { Passkeys, PasskeySignIn } from "./passkeys";
import { Sessions } from "./sessions";
import { Vacation } from "./vacation";
import { Welcome } from "./welcome";

const KINDS = ["turn", "match", "chat", "consent"] as const;

export function PersonPage() {
  if (me.value === null) {
    return (
      <>
        <Welcome then={() => go("/")} />
        <SignIn />
      </>
    );
  }
  return (
    <div class="lobby">
      <h1 class="unseen">{t("person.title")}</h1>
      <Matches />
      <Self who={me.value} />
      <Vacation who={me.value} />
      <BlockedPeople />
      <Account who={me.value} />
    </div>
  );
}

function Self(props: { who: Me }) {
  const name = useSignal(props.who.name);
  const notices = useSignal<Notices>(props.who.notices);
  const password = useSignal("");
  const otherEmail = notices.value.email !== props.who.notices.email;
  const save = async (event: Event) => {
    event.preventDefault();
    const needed = otherEmail && !props.who.guest ? { password: password.value } : {};
    try {
      me.value = await patch<Me>("/me", { name: name.value, notices: notices.value, ...needed });
      notices.value = me.value.notices;
      password.value = "";
      done.value = t("person.saved");
    } catch (error) {
      report(error);
    }
  };
  return (
    <section class="card" aria-labelledby="self">
      <h2 id="self">{t("person.self")}</h2>
      <form onSubmit={(event) => void save(event)}>
        <label>
          {t("welcome.name")}
          <input required maxLength={40} value={name.value} onInput={(event) => (name.value = event.currentTarget.value)} />
        </label>
        <label>
          {t("person.email")}
          <input
            type="email"
            maxLength={254}
            value={notices.value.email}
            onInput={(event) => (notices.value = { ...notices.value, email: event.currentTarget.value })}
          />
        </label>
        {otherEmail && !props.who.guest && (
          <PasswordField label={t("mailed.password")} fresh={false} value={password.value} onInput={(to) => (password.value = to)} />
        )}
        <label>
          {t("person.webhook")}
          <input
            type="url"
            maxLength={500}
            value={notices.value.webhook}
            onInput={(event) => (notices.value = { ...notices.value, webhook: event.currentTarget.value })}
          />
        </label>
        <fieldset>
          <legend>{t("person.when")}</legend>
          {KINDS.map((kind) => (
            <label key={kind} class="switch">
              <input
                type="checkbox"
                checked={notices.value[kind]}
                onChange={(event) => (notices.value = { ...notices.value, [kind]: event.currentTarget.checked })}
              />
              {t(`person.${kind}`)}
            </label>
          ))}
        </fieldset>
        <button class="main" type="submit">
          {t("person.save")}
        </button>
      </form>
      <Unconfirmed who={props.who} />
      <Notifying />
    </section>
  );
}

function Account(props: { who: Me }) {
  const changed = useSignal(0);
  const leave = async (path: string, method: "POST" | "DELETE") => {
    try {
      await request(method, path);
      forget();
    } catch (error) {
      report(error);
    }
  };
  return (
    <section class="card" aria-labelledby="account">
      <h2 id="account">{t("person.account")}</h2>
      {props.who.guest ? (
        <MakeAccount />
      ) : (
        <>
          <p>{props.who.login}</p>
          <ChangePassword onChanged={() => changed.value++} />
          <Passkeys />
        </>
      )}
      <Sessions changed={changed.value} />
      <p class="acts">
        <a class="button" href="/api/v1/me/export" download>
          {t("person.export")}
        </a>
        <button type="button" onClick={() => (!props.who.guest || confirm(t("person.sign-out-sure"))) && void leave("/sign-out", "POST")}>
          {t("person.sign-out")}
        </button>
        {props.who.guest && (
          <button type="button" onClick={() => confirm(t("person.delete-sure")) && void leave("/me", "DELETE")}>
            {t("person.delete")}
          </button>
        )}
      </p>
      {!props.who.guest && <DeleteAccount />}
    </section>
  );
}

function Credentials(props: { button: string; fresh: boolean; onSend: (login: string, password: string) => Promise<void> }) {
  const login = useSignal("");
  const password = useSignal("");
  const send = async (event: Event) => {
    event.preventDefault();
    try {
      await props.onSend(login.value, password.value);
    } catch (error) {
      report(error);
    }
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      <label>
        {t("person.login")}
        <input required autocomplete="username" maxLength={100} value={login.value} onInput={(event) => (login.value = event.currentTarget.value)} />
      </label>
      <PasswordField label={t(props.fresh ? "person.password" : "person.password-plain")} fresh={props.fresh} value={password.value} onInput={(to) => (password.value = to)} />
      <button type="submit">{props.button}</button>
    </form>
  );
}

function MakeAccount() {
  return (
    <>
      <p class="quiet">{t("person.guest")}</p>
      <Credentials
        fresh
        button={t("person.make-account")}
        onSend={async (login, password) => {
          me.value = await post<Me>("/accounts", { login, password });
        }}
      />
    </>
  );
}

export function SignIn() {
  return (
    <section class="card welcome" aria-labelledby="sign-in">
      <h2 id="sign-in">{t("person.sign-in")}</h2>
      <Credentials
        fresh={false}
        button={t("person.sign-in")}
        onSend={async (login, password) => {
          me.value = await post<Me>("/sign-in", { login, password });
          go("/");
        }}
      />
      <PasskeySignIn />
      <p>
        <Link to="/new-password">{t("mailed.forgotten")}</Link>
      </p>
    </section>
  );
}
