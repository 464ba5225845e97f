// A table: the board, the question, and beside them what happened, what is said, the rules, and looking back.

import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { me, report, trouble } from "./app";
import { Board } from "./board";
import { Chat } from "./chat";
import { Decide, WhyNot, partName } from "./decide";
import type { Drawing } from "./drawing";
import { Fight } from "./fight";
import { Welcome } from "./lobby";
import { Log } from "./log";
import { notify } from "./notify";
import { lit, stage, takes } from "./picking";
import type { Ask, Option, TableInfo } from "./protocol";
import { Replay } from "./replay";
import { Rules } from "./rules";
import { Consents, Ending, Seats, Status, Waiting } from "./seats";
import { Spoken } from "./spoken";
import { Table } from "./store";
import { language, nameOf, say, sayEvent, t } from "./texts";

const PANELS = ["decide", "log", "chat", "rules", "replay", "board", "table"] as const;
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

function Playing(props: { table: Table; info: TableInfo }) {
  const { table, info } = props;
  const game = info.rulebook;
  const panel = useSignal<Panel>("decide");
  /** What was picked, and for which question: it counts for no other. */
  const picks = useSignal<{ ask: string; parts: string[] }>({ ask: "", parts: [] });
  const look = useSignal<[string | null, string]>([null, ""]);
  const preview = useSignal("");
  const rule = useSignal<string>("");
  const past = useSignal<Drawing | null>(null);
  const cover = useSignal<number | null>(null);
  const asks = table.asks();
  const mine = info.seats.filter((seat) => seat.mine);
  const ask: Ask | undefined = asks[0];
  const key = ask?.id ?? "";
  const picked = picks.value.ask === key ? picks.value.parts : [];
  const take = (parts: string[]) => (picks.value = { ask: key, parts });
  useEffect(() => {
    if (ask !== undefined && panel.value === "replay") panel.value = "decide";
  }, [key]);
  useEffect(() => {
    document.title = `${ask === undefined ? "" : "● "}${info.title} · banneret`;
    return () => {
      document.title = "banneret";
    };
  }, [key, info.title]);

  useEffect(() => {
    if (ask !== undefined) notify(t("notify.turn"), `${info.title}: ${say(game, ask.prompt)}`, info.id);
  }, [key]);

  // The answer that waits to be confirmed is drawn before it is given; what was staged before is on the board.
  const only = ask !== undefined && confirming(ask) ? chosen(ask, picked) : undefined;
  useEffect(() => {
    if (ask === undefined || only === undefined) {
      preview.value = "";
      return;
    }
    let stale = false;
    table.preview(ask, only.do).then((found) => {
      if (!stale) preview.value = found;
    }, report);
    return () => {
      stale = true;
    };
  }, [key, only?.do]);

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
    return now === undefined ? new Set<string>() : lit(now.options, picks.value.ask === now.id ? picks.value.parts : []);
  });
  const answer = (option: Option) => {
    if (ask === undefined) return;
    table.answer(ask, option);
    take([]);
  };
  const pick = (thing: string) => {
    if (ask === undefined) return;
    const { left } = stage(ask.options, picked);
    const fitting = left.filter((option) => takes(option, picked, thing));
    const one = fitting.length === 1 && left.length > 1 ? fitting[0] : undefined;
    if (one !== undefined) {
      if (confirming(ask)) take([...picked, thing]);
      else answer(one);
    } else if (fitting.length > 0) take([...picked, thing]);
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
  // A seat that has answered nothing yet has nothing to ask for.
  const given = table.seats.value.some((seat) => table.standing.value?.undo[String(seat)]?.rule !== NOTHING_GIVEN);
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
  const [pointed, told] = look.value;
  const panelNow = table.standing.value?.panel ?? null;
  return (
    <div class="playing">
      <section class="field" aria-label={t("board.title")}>
        <Board
          ground={table.ground.value}
          drawing={past.value ?? table.drawing.value}
          lit={past.value === null ? marks.value : NOTHING}
          picked={picked}
          label={t("board.help")}
          preview={past.value === null ? preview.value : ""}
          onPick={pick}
          onLook={(thing, words) => (look.value = [thing, words])}
        />
        <p class="look" aria-hidden="true">
          {pointed !== null && (told || partName(game, pointed))}
        </p>
      </section>
      {panelNow !== null && past.value === null && <Fight game={game} panel={panelNow} ask={key} onRule={showRule} />}
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
                rule.value = "";
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
                  picked={picked}
                  busy={table.busy.value}
                  confirm={confirming(ask)}
                  onPicked={take}
                  onAnswer={answer}
                />
              ) : (
                over === null && <p class="quiet">{t("decide.wait")}</p>
              )}
              {table.refusal.value !== null && (
                <WhyNot game={game} refusal={table.refusal.value} onRule={showRule} onClose={() => (table.refusal.value = null)} />
              )}
              {over === null && table.seats.value.length > 0 && given && (
                <p class="acts">
                  <button type="button" onClick={() => void undo()}>
                    {undoable.length > 0 ? t("undo.free") : t("undo.ask")}
                  </button>
                </p>
              )}
              <Consents table={table} info={info} />
              <h2 class="latest">{t("log.latest")}</h2>
              <Log game={game} events={table.events.value.slice(-8)} onRule={showRule} />
            </>
          )}
          {panel.value === "log" && <Log game={game} events={table.events.value} onRule={showRule} />}
          {panel.value === "chat" && <Chat table={table} info={info} />}
          {panel.value === "rules" && <Rules game={game} chosen={rule.value} current={ask?.rule ?? lastRule(table)} />}
          {panel.value === "board" && <Spoken drawing={past.value ?? table.drawing.value} />}
          {panel.value === "replay" && <Replay table={table} info={info} onShow={(step) => (past.value = { whole: step.drawing ?? "", patches: [] })} onRule={showRule} />}
          {panel.value === "table" && <Seats table={table} info={info} />}
        </div>
        <p class="unseen" aria-live="polite">
          {table.fresh.value.slice(-SPOKEN).map(([, event]) => `${sayEvent(game, event)} `)}
          {ask === undefined ? "" : say(game, ask.prompt)}
        </p>
      </aside>
    </div>
  );
}

const NOTHING: Set<string> = new Set();
const NOTHING_GIVEN = "kernel:undo.1";
const SPOKEN = 6; // events that are told aloud at once

/** Whether an answer that was picked wants to be confirmed: where it is made of several things. */
function confirming(ask: Ask): boolean {
  return ask.options.some((option) => option.refers.length > 2);
}

/** The one option that is left after some picks. */
function chosen(ask: Ask, picked: string[]): Option | undefined {
  const { left } = stage(ask.options, picked);
  return left.length === 1 && picked.length > 0 ? left[0] : undefined;
}

/** The rule of what happened last. */
function lastRule(table: Table): string {
  return table.events.value.findLast(([, event]) => typeof event.rule === "string")?.[1].rule ?? "";
}
