// A table: the board, the question, and beside them what happened, what is said, the rules, and looking back.

import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { post } from "./api";
import { go, me, report, trouble } from "./app";
import { Board } from "./board";
import { Chat } from "./chat";
import { Decide, WhyNot, partName } from "./decide";
import { Welcome } from "./lobby";
import { Log } from "./log";
import { lit, stage } from "./picking";
import type { Ask, Option, Seat, TableInfo } from "./protocol";
import { Replay } from "./replay";
import { Rules } from "./rules";
import { Table } from "./store";
import { labelOf, language, nameOf, say, t } from "./texts";

const PANELS = ["decide", "log", "chat", "rules", "replay", "table"] as const;
type Panel = (typeof PANELS)[number];

export function TablePage(props: { id: string }) {
  const invite = new URLSearchParams(location.search).get("invite");
  const table = useMemo(() => new Table(props.id, invite), [props.id]);
  useEffect(() => {
    table.open().catch(report);
    return () => table.close();
  }, [table]);
  useEffect(() => {
    if (table.standing.value !== null) table.look(table.seats.value);
  }, [language.value]);
  useEffect(() => {
    if (table.failure.value !== "") {
      trouble.value = table.failure.value === "offline" ? t("problem.offline") : table.failure.value;
      table.failure.value = "";
    }
  }, [table.failure.value]);
  const info = table.info.value;
  if (me.value === null) return <Welcome then={() => void table.open().catch(report)} />;
  if (info === null) return <p class="quiet">{t("page.wait")}</p>;
  if (info.status === "open" || info.status === "closed") return <Waiting table={table} info={info} />;
  return <Playing table={table} info={info} />;
}

function Waiting(props: { table: Table; info: TableInfo }) {
  const { info, table } = props;
  const link = `${location.origin}/tables/${info.id}${info.invite === null ? "" : `?invite=${info.invite}`}`;
  const act = async (path: string, body: unknown = {}) => {
    try {
      table.info.value = await post<TableInfo>(`/tables/${info.id}${path}`, body);
    } catch (error) {
      report(error);
    }
  };
  return (
    <section class="card waiting">
      <h1>{info.title}</h1>
      <p>{t(info.status === "closed" ? "status.closed" : "wait.text")}</p>
      {info.invite !== null && (
        <p class="link">
          <label>
            {t("wait.link")}
            <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
          </label>
          <button type="button" onClick={() => void navigator.clipboard.writeText(link)}>
            {t("wait.copy")}
          </button>
        </p>
      )}
      <ul class="seats">
        {info.seats.map((seat) => (
          <li key={seat.seat}>
            <strong>{nameOf(info.rulebook, seat.name)}</strong>
            <span>{seat.person?.name ?? (seat.bot === null ? t("seat.free") : `${t("seat.bot")} (${seat.bot})`)}</span>
            {seat.person === null && seat.bot === null && (
              <button type="button" onClick={() => void act("/join", { seat: seat.seat, invite: table.invite })}>
                {t("seat.sit")}
              </button>
            )}
            {seat.mine && (
              <button type="button" onClick={() => void act(`/seats/${seat.seat}/leave`)}>
                {t("seat.leave")}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Playing(props: { table: Table; info: TableInfo }) {
  const { table, info } = props;
  const game = info.rulebook;
  const panel = useSignal<Panel>("decide");
  const picked = useSignal<string[]>([]);
  const look = useSignal<string | null>(null);
  const rule = useSignal<string>("");
  const past = useSignal<{ drawing: string } | null>(null);
  const cover = useSignal<number | null>(null);
  const asks = table.asks();
  const mine = info.seats.filter((seat) => seat.mine);
  const ask: Ask | undefined = asks[0];
  const key = ask?.id ?? "";
  useEffect(() => {
    picked.value = [];
    if (ask !== undefined && panel.value === "replay") panel.value = "decide";
  }, [key]);
  useEffect(() => {
    document.title = `${ask === undefined ? "" : "● "}${info.title} · banneret`;
    return () => {
      document.title = "banneret";
    };
  }, [key, info.title]);

  // Several people at one screen: only one of their seats is looked at, and a cover comes between two of them.
  const several = mine.length > 1;
  const turn = mine.find((seat) => seat.asked)?.seat;
  useEffect(() => {
    if (!several || info.status !== "running") return;
    const now = table.seats.value;
    if (now.length > 1) {
      table.look([]);
      cover.value = turn ?? mine[0]?.seat ?? null;
    } else if (turn !== undefined && !mine.some((seat) => seat.asked && now.includes(seat.seat)) && cover.value !== turn) {
      table.look([]);
      cover.value = turn;
    }
  }, [several, turn, info.status, table.seats.value]);

  const marks = useComputed(() => {
    const now = table.asks()[0];
    return now === undefined ? new Set<string>() : lit(now.options, picked.value);
  });
  const answer = (option: Option) => {
    if (ask === undefined) return;
    table.answer(ask, option);
    picked.value = [];
  };
  const pick = (thing: string) => {
    if (ask === undefined) return;
    const { left } = stage(ask.options, picked.value);
    const fitting = left.filter((option) => option.refers.includes(thing));
    if (fitting.length === 1 && fitting[0] !== undefined && stage(fitting, [...picked.value, thing]).left.length === 1 && left.length > 1) {
      picked.value = [...picked.value, thing];
      const only = stage(ask.options, picked.value).left[0];
      if (only !== undefined && !confirming(ask)) answer(only);
    } else if (fitting.length > 0 && !picked.value.includes(thing)) picked.value = [...picked.value, thing];
    else void why(thing);
  };
  const why = async (thing: string) => {
    const sample = ask?.options.find((option) => option.refers.some((one) => one.split(":")[0] === thing.split(":")[0]));
    if (ask === undefined || sample === undefined) return;
    const old = sample.refers.find((one) => one.split(":")[0] === thing.split(":")[0]) ?? "";
    try {
      table.refusal.value = await table.check(ask, sample.do.replace(old.slice(old.indexOf(":") + 1), thing.slice(thing.indexOf(":") + 1)));
    } catch (error) {
      report(error);
    }
  };
  const undoable = table.seats.value.filter((seat) => table.standing.value?.undo[String(seat)] === null);
  const undo = async () => {
    const seat = undoable[0] ?? table.seats.value[0];
    if (seat === undefined) return;
    try {
      if (!(await table.undo(seat))) trouble.value = t("undo.asked");
    } catch (error) {
      report(error);
    }
  };
  const showRule = (id: string) => {
    rule.value = id;
    panel.value = "rules";
  };

  if (cover.value !== null) {
    const seat = info.seats[cover.value];
    return (
      <section class="card cover">
        <h1>{t("cover.title")}</h1>
        <p>
          {t("cover.text")} <strong>{seat === undefined ? "" : nameOf(game, seat.name)}</strong>
        </p>
        <button
          class="main"
          type="button"
          onClick={() => {
            const to = cover.value;
            cover.value = null;
            if (to !== null) table.look([to]);
          }}
        >
          {t("cover.go")}
        </button>
      </section>
    );
  }
  const over = table.standing.value?.view.outcome ?? null;
  const asked = look.value;
  return (
    <div class="playing">
      <section class="field" aria-label={t("board.title")}>
        <Board
          ground={table.ground.value}
          drawing={past.value?.drawing ?? table.drawing.value}
          lit={past.value === null ? marks.value : NOTHING}
          picked={picked.value}
          label={t("board.help")}
          onPick={pick}
          onLook={(thing) => (look.value = thing)}
        />
        <p class="look" aria-hidden="true">
          {asked !== null && partName(game, asked)}
        </p>
      </section>
      <aside>
        <Status table={table} info={info} />
        <div class="tabs" role="tablist" aria-label={t("panel.title")}>
          {PANELS.map((one) => (
            <button
              key={one}
              type="button"
              role="tab"
              id={`tab-${one}`}
              aria-selected={panel.value === one}
              aria-controls="panel"
              onClick={() => {
                panel.value = one;
                if (one !== "replay") past.value = null;
              }}
            >
              {t(`panel.${one}`)}
            </button>
          ))}
        </div>
        <div id="panel" role="tabpanel" aria-labelledby={`tab-${panel.value}`} class="panel" tabIndex={0}>
          {panel.value === "decide" && (
            <>
              {table.recap.value.length > 0 && (
                <section class="recap" aria-labelledby="recap">
                  <h2 id="recap">{t("recap.title")}</h2>
                  <Log game={game} events={table.recap.value} onRule={showRule} />
                  <button type="button" onClick={() => (table.recap.value = [])}>
                    {t("recap.read")}
                  </button>
                </section>
              )}
              {over !== null && <Ending game={game} info={info} table={table} />}
              {ask !== undefined ? (
                <Decide
                  game={game}
                  ask={ask}
                  picked={picked.value}
                  busy={table.busy.value}
                  confirm={confirming(ask)}
                  onPicked={(to) => (picked.value = to)}
                  onAnswer={answer}
                />
              ) : (
                over === null && <p class="quiet">{t("decide.wait")}</p>
              )}
              {table.refusal.value !== null && (
                <WhyNot game={game} refusal={table.refusal.value} onRule={showRule} onClose={() => (table.refusal.value = null)} />
              )}
              {over === null && table.seats.value.length > 0 && (
                <p class="acts">
                  <button type="button" onClick={() => void undo()}>
                    {undoable.length > 0 ? t("undo.free") : t("undo.ask")}
                  </button>
                </p>
              )}
              <Consents table={table} info={info} />
              <h3>{t("log.latest")}</h3>
              <Log game={game} events={table.events.value.slice(-8)} onRule={showRule} />
            </>
          )}
          {panel.value === "log" && <Log game={game} events={table.events.value} onRule={showRule} />}
          {panel.value === "chat" && <Chat table={table} info={info} />}
          {panel.value === "rules" && <Rules game={game} chosen={rule.value} current={ask?.rule ?? ""} onChoose={(id) => (rule.value = id)} />}
          {panel.value === "replay" && <Replay table={table} info={info} onShow={(step) => (past.value = step)} onRule={showRule} />}
          {panel.value === "table" && <Seats table={table} info={info} />}
        </div>
        <p class="unseen" aria-live="polite">
          {ask === undefined ? "" : say(game, ask.prompt)}
        </p>
      </aside>
    </div>
  );
}

const NOTHING: Set<string> = new Set();

/** Whether an answer that was picked wants to be confirmed: where it is made of several things. */
function confirming(ask: Ask): boolean {
  return ask.options.some((option) => option.refers.length > 3);
}

function Status(props: { table: Table; info: TableInfo }) {
  const { table, info } = props;
  const waiting = table.standing.value?.view.waiting ?? {};
  const connection = table.live?.connection.value ?? "connecting";
  return (
    <header class="status">
      <h1>{info.title}</h1>
      <p>
        <span class="label">{labelOf(info.rulebook, table.standing.value?.view.label ?? info.label)}</span>
        {connection !== "open" && <b class="badge">{t(`connection.${connection}`)}</b>}
      </p>
      <ul class="who">
        {info.seats.map((seat) => {
          const state = waiting[String(seat.seat)];
          return (
            <li key={seat.seat} class={`${seat.mine ? "mine" : ""} ${state ?? ""}`}>
              <span>{nameOf(info.rulebook, seat.name)}</span>{" "}
              <small>
                {state === undefined ? "" : state === "deciding" ? `… ${t("seat.deciding")}` : `✓ ${t("seat.ready")}`}
                <Clock seat={seat} />
              </small>
            </li>
          );
        })}
      </ul>
    </header>
  );
}

function Clock(props: { seat: Seat }) {
  const now = useSignal(Date.now());
  const { deadline } = props.seat;
  useEffect(() => {
    if (deadline === null) return;
    const timer = setInterval(() => (now.value = Date.now()), 1000);
    return () => clearInterval(timer);
  }, [deadline]);
  if (deadline === null) return null;
  const seconds = Math.max(0, Math.round((deadline - now.value) / 1000));
  const shown =
    seconds >= 86_400
      ? `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3600)} h`
      : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return <time> ⏱ {shown}</time>;
}

function Ending(props: { game: string; info: TableInfo; table: Table }) {
  const { game, info, table } = props;
  const outcome = table.standing.value?.view.outcome;
  if (!outcome) return null;
  const again = async () => {
    try {
      const made = await post<TableInfo>(`/tables/${info.id}/rematch`);
      go(`/tables/${made.id}`);
    } catch (error) {
      report(error);
    }
  };
  return (
    <section class="ending" aria-labelledby="over">
      <h2 id="over">{t("end.title")}</h2>
      <p>{nameOf(game, outcome.reason)}</p>
      <ol>
        {outcome.places.map((place, i) => (
          <li key={i}>{place.map((seat) => `${nameOf(game, info.seats[seat]?.name ?? "")} (${outcome.scores[seat] ?? 0})`).join(", ")}</li>
        ))}
      </ol>
      <p class="acts">
        {info.seats.some((seat) => seat.mine) && (
          <button type="button" onClick={() => void again()}>
            {t("end.again")}
          </button>
        )}
        <a class="button" href={`/api/v1/tables/${info.id}/record`} download>
          {t("end.record")}
        </a>
      </p>
    </section>
  );
}

function Consents(props: { table: Table; info: TableInfo }) {
  const { table, info } = props;
  const mine = new Set(info.seats.filter((seat) => seat.mine).map((seat) => seat.seat));
  const say = async (id: string, agree: boolean) => {
    try {
      await post(`/tables/${table.id}/consents/${id}`, { agree });
    } catch (error) {
      report(error);
    }
  };
  return (
    <>
      {info.consents.map((one) => (
        <div key={one.id} class="whynot" role="status">
          <p>
            {nameOf(info.rulebook, info.seats[one.seat]?.name ?? "")}: {t("undo.wanted")}
          </p>
          {one.asked.some((seat) => mine.has(seat) && !one.agreed.includes(seat)) && (
            <>
              <button type="button" onClick={() => void say(one.id, true)}>
                {t("undo.agree")}
              </button>
              <button type="button" onClick={() => void say(one.id, false)}>
                {t("undo.refuse")}
              </button>
            </>
          )}
          {mine.has(one.seat) && (
            <button type="button" onClick={() => void say(one.id, false)}>
              {t("undo.withdraw")}
            </button>
          )}
        </div>
      ))}
    </>
  );
}

function Seats(props: { table: Table; info: TableInfo }) {
  const { table, info } = props;
  const act = async (path: string, body: unknown = {}) => {
    try {
      table.info.value = await post<TableInfo>(`/tables/${info.id}${path}`, body);
      table.look(table.info.value.seats.filter((seat) => seat.mine).map((seat) => seat.seat));
    } catch (error) {
      report(error);
    }
  };
  const give = (seat: number) => {
    if (confirm(t("seat.forfeit-sure"))) void post(`/tables/${info.id}/forfeit`, { seat }).catch(report);
  };
  return (
    <>
      <ul class="seats">
        {info.seats.map((seat) => (
          <li key={seat.seat}>
            <strong>{nameOf(info.rulebook, seat.name)}</strong>
            <span>
              {seat.person?.name ?? `${t("seat.bot")} (${seat.bot ?? ""})`}
              {seat.looking && " ●"}
            </span>
            {seat.mine && info.status === "running" && (
              <>
                <button type="button" onClick={() => void act(`/seats/${seat.seat}/leave`)}>
                  {t("seat.leave")}
                </button>
                <button type="button" onClick={() => give(seat.seat)}>
                  {t("seat.forfeit")}
                </button>
              </>
            )}
            {!seat.mine && seat.owner?.id === me.value?.id && seat.owner !== null && info.status === "running" && (
              <button type="button" onClick={() => void act(`/seats/${seat.seat}/take-back`)}>
                {t("seat.back")}
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
