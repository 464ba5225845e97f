// The page of a table: board, question, log, chat, rules and replay.

import { Undo2 } from "lucide";
import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { isPassing } from "../api";
import { Icon } from "../icon";
import { CardOpener } from "../cards/opener";
import { Fight } from "../panels/fight";
import { Hand } from "../panels/hand";
import { OddsShown } from "../odds/shown";
import { Latest, Log } from "../panels/log";
import { Rosters } from "../panels/rosters";
import { TablePanels } from "../panels/table-panels";
import { Rules } from "../panels/rules";
import { notify } from "../people/notify";
import { Welcome } from "../people/welcome";
import type { Ask, Message, Odds, Option, Placing, Preview, TableInfo } from "../protocol";
import { done, heading, me, report, trouble } from "../session";
import { later } from "../later";
import { Scenes } from "../scenes/shown";
import { Board } from "../stage/board";
import { Dock } from "../stage/dock";
import { AtTable } from "../stage/at-table";
import { Shelf } from "../stage/shelf";
import { fannedOf } from "../stage/fan";
import { Grab } from "../stage/grab";
import { narrow, useSheet } from "../stage/sheet";
import { Spoken } from "../stage/spoken";
import { ThreatAreas, useThreats } from "../stage/threats";
import { language, nameOf, say, sayEvent, t, titleOf } from "../texts";
import { Chat } from "./seats/chat";
import { Decide } from "./choosing/decide";
import type { EndingProps } from "./after/ending";
import { linked, reopened } from "./seats/linked";
import { Looked } from "./looked";
import { optionName, partName } from "./choosing/part-names";
import { lit, stage } from "./choosing/picking";
import { Aiming, Facts, Placer, Recurring } from "./placing";
import { Guidance, Help } from "./guidance";
import { Cover } from "./seats/cover";
import { Heading } from "./seats/heading";
import { useLookingBack } from "./after/past";
import type { ReplayingProps } from "./after/replaying";
import { Consents, FailedBots, Seats, Waiting } from "./seats/seats";
import { OfferedSeat, SeatRequests } from "./seats/successors";
import { snapped } from "./choosing/snap";
import { DraftBar } from "./draft-bar";
import { DraftList, TokensLeft } from "./draft-list";
import { useKept } from "./kept";
import { aboutOf, isStill } from "./live/drafting";
import { AnswerAlways, ForeseenPanel } from "./foreseen-panel";
import { StopHere, StopsPanel } from "./stops-panel";
import { Table } from "./live/store";
import { isConfirmed, useGestures } from "./use-gestures";
import { giveName, shelved } from "./use-shelf";
import { WhyNot } from "./choosing/why-not";
import { Tabs, type Panel } from "./tabs";
import "../stage/threats.css";
import "../stage/stage.css";
import "./draft.css";

const Ending = later<EndingProps>(() => import("./after/ending").then((part) => part.Ending));
const Replaying = later<ReplayingProps>(() => import("./after/replaying").then((part) => part.Replaying));

export function TablePage(props: { id: string }) {
  const table = useMemo(() => new Table(props.id, linked().get("invite")), [props.id]);
  useEffect(() => {
    window.addEventListener("hashchange", reopened);
    return () => window.removeEventListener("hashchange", reopened);
  }, []);
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
  if (info.status === "halted") return <Halted info={info} />;
  return <Playing table={table} info={info} />;
}

/** A notice that the table is halted, with the reason. */
function Halted(props: { info: TableInfo }) {
  return (
    <section class="halted" role="alert">
      <h2>{props.info.title}</h2>
      <p>{t("halted.text")}</p>
      <p class="quiet">{props.info.halted}</p>
    </section>
  );
}

function Playing(props: { table: Table; info: TableInfo }) {
  const { table, info } = props;
  const game = info.rulebook;
  const panel = useSignal<Panel>("decide");
  /** The picked parts, valid for one question only. */
  const picks = useSignal<{ ask: string; parts: string[]; held?: boolean }>(NO_PICKS);
  const look = useSignal<[string | null, string]>([null, ""]);
  const preview = useSignal<Preview>(NO_PREVIEW);
  /** The hovered or focused option. */
  const looked = useSignal<{ ask: string; do: string }>({ ask: "", do: "" });
  const odds = useSignal(NO_ODDS);
  const aiming = useMemo(() => new Aiming(table, passing), [table]);
  const unit = useSignal(0);
  const measured = useSignal<Message[]>([]);
  /** The announcement of the ruler for keyboard users. */
  const ruled = useSignal("");
  const ruling = measured.value.length > 0 ? measured.value.map((one) => say(game, one)).join(" ") : ruled.value;
  const rule = useSignal<string>("");
  const over = table.standing.value?.view.outcome ?? null;
  const back = useLookingBack(table, info, panel.value === "replay", over !== null);
  const { course } = back;
  const past = course.drawing;
  const shown = useComputed(() => past.value ?? table.drafted.value);
  table.stage.away = past.value !== null;
  const threats = useThreats({
    game,
    thing: look.value[0],
    hidden: past.value !== null || aiming.at.value !== null,
    now: table.standing.value,
    ask: (thing) => table.threats(thing),
  });
  const pastPanels = course.panels;
  const cover = useSignal<number | null>(null);
  const asks = table.asks();
  const mine = info.seats.filter((seat) => seat.mine);
  /** The thing whose question is answered next, where a draft has questions about several things. */
  const about = useSignal("");
  const ask: Ask | undefined = asks.find((one) => about.value !== "" && aboutOf(one) === about.value) ?? asks[0];
  const others = useMemo(() => new Set(asks.filter((one) => one !== ask && one.seat === ask?.seat).map(aboutOf).filter((thing) => thing !== "")), [ask, asks.length]);
  const begun = table.drafts();
  const draft = table.drafting.of(begun);
  const key = ask?.id ?? "";
  const isPicking = ask !== undefined && isStill(ask, picks.value.ask);
  const picked = isPicking ? picks.value.parts : NOT_PICKED;
  /** Whether the answer was picked by dragging on the board, so that it is previewed before confirmation. */
  const held = isPicking && picks.value.held === true;
  const take = (parts: string[], hold = false) => {
    if (parts.length + picked.length > 0 || held !== hold) picks.value = { ask: key, parts, held: hold };
  };
  useEffect(() => aiming.end(), [key, aiming]);
  const show = (one: Panel) => {
    panel.value = one;
    rule.value = "";
    sheet.open.value = true;
  };
  useLayoutEffect(() => {
    heading.value = <Heading table={table} info={info} course={back.course} onPanel={show} />;
  }, [table, info, back.course]);
  useEffect(() => table.showChat(panel.value === "chat"), [table, panel.value]);
  useLayoutEffect(() => () => void (heading.value = null), []);
  // A question that arrives during a replay closes it, but not one that was open when the table was loaded.
  const idle = useRef(false);
  useEffect(() => {
    if (ask !== undefined && idle.current && panel.value === "replay") panel.value = "decide";
    idle.current = ask === undefined && table.standing.value !== null && !mine.some((seat) => seat.asked);
  }, [key, table.standing.value, mine.some((seat) => seat.asked)]);
  useEffect(() => {
    document.title = `${ask === undefined ? "" : "● "}${titleOf(info)} · banneret`;
    return () => {
      document.title = "banneret";
    };
  }, [key, titleOf(info)]);

  useEffect(() => {
    if (ask !== undefined) notify(t("notify.turn"), `${titleOf(info)}: ${say(game, ask.prompt)}`, info.id);
  }, [key]);

  // Preview the answer that is to be confirmed.
  const sure = ask !== undefined && (isConfirmed(ask) || held || ask.space);
  const only = ask !== undefined && sure ? chosen(ask, picked)?.do : undefined;
  const thought = only ?? (ask !== undefined && looked.value.ask === key ? looked.value.do : "");
  useEffect(() => {
    if (ask === undefined || thought === "") {
      preview.value = NO_PREVIEW;
      return;
    }
    let stale = false;
    const askNow = () =>
      table.preview(ask, thought).then((found) => {
        if (!stale) preview.value = found;
      }, passing);
    const timer = setTimeout(() => void askNow(), only === undefined ? LOOK_MS : 0);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [key, thought]);

  const weighed = ask?.odds !== true ? "" : aiming.at.value === null ? (only ?? (looked.value.ask === key ? looked.value.do : "")) : aimedAt(aiming);
  useEffect(() => {
    odds.value = NO_ODDS;
    if (ask === undefined || weighed === "") return;
    let stale = false;
    const askNow = () =>
      table.odds(ask, weighed).then((found) => {
        if (!stale) odds.value = found;
      }, passing);
    const timer = setTimeout(() => void askNow(), only === undefined ? LOOK_MS : 0);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [key, weighed]);

  // Hot seat: show the view of one seat at a time, with a cover between turns.
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
    return now === undefined ? new Set<string>() : lit(now.options, isStill(now, picks.value.ask) ? picks.value.parts : []);
  });
  const fan = past.value === null ? fannedOf(table.panels.value, marks.value) : undefined;
  const sheet = useSheet(table.panels.value.length > 0, fan !== undefined);
  /** The question whose answer was sent. What was picked for it stays until the next question, unless it is refused. */
  const answering = useRef("");
  const busy = table.busy.value;
  const answer = (option: Option) => {
    if (ask === undefined || (busy && answering.current === key)) return;
    answering.current = key;
    table.answer(ask, option);
  };
  useEffect(() => {
    if (!busy && answering.current === picks.value.ask) picks.value = NO_PICKS;
  }, [busy]);
  const drag = (at: Placing) => {
    if (ask?.space !== true) return;
    const begun = aiming.at.value ?? ask.options.find((one) => one.at !== undefined)?.at;
    aiming.to(ask, snapped({ ...begun, ...at }, ask.options, unit.value));
  };
  /** Whether the hovered option comes from the board. */
  const byBoard = useRef(false);
  const measuring = useRef({ busy: false, next: null as [Placing, Placing] | null });
  const measure = (one: Placing, other: Placing) => {
    const now = measuring.current;
    now.next = [one, other];
    if (now.busy) return;
    now.busy = true;
    void (async () => {
      try {
        while (now.next !== null) {
          const [from, to] = now.next;
          now.next = null;
          measured.value = await table.measure(from, to);
          await new Promise((done) => setTimeout(done, LOOK_MS));
        }
      } catch (error) {
        passing(error);
      } finally {
        now.busy = false;
      }
    })();
  };
  // A seat that has not answered anything has nothing to undo.
  const given = table.seats.value.some((seat) => table.standing.value?.undo[String(seat)]?.rule !== NOTHING_GIVEN);
  const undoable = table.seats.value.filter((seat) => table.standing.value?.undo[String(seat)] === null);
  // Bots always agree.
  const isAsking = undoable.length === 0 && info.seats.some((seat) => seat.person !== null && !seat.mine);
  const undo = async () => {
    const seat = undoable[0] ?? table.standing.value?.latest ?? table.seats.value[0];
    if (seat === undefined) return;
    try {
      if (!(await table.undo(seat))) done.value = t("undo.asked");
    } catch (error) {
      report(error);
    }
  };
  const showRule = (id: string) => {
    rule.value = id;
    panel.value = "rules";
  };
  const ghost = ask === undefined ? null : (aiming.aimed.value?.at ?? aiming.at.value);
  const gestures = useGestures({
    game,
    table,
    ask: past.value === null ? ask : undefined,
    picked,
    placing: ghost !== null,
    given: past.value === null && !busy ? (draft?.answers ?? NO_OPTIONS) : NO_OPTIONS,
    onTakeBack: (at, thing) => {
      about.value = thing;
      if (begun !== undefined) void table.drafting.remove(begun, at).catch(report);
    },
    others: past.value === null ? others : NOTHING,
    onTurn: (thing) => {
      about.value = thing;
      take([]);
    },
    onPicked: take,
    onAnswer: answer,
    onRule: showRule,
  });

  const spots = useMemo(() => (ask === undefined ? NO_OPTIONS : stage(ask.options, picked).left.filter((one) => one.at !== undefined)), [ask, picked]);
  const touchables = useKept(others.size === 0 ? gestures.touch.lit : new Set([...gestures.touch.lit, ...others]));
  const thing = ask === undefined || others.size === 0 ? "" : aboutOf(ask);
  const chosenThings = useKept(thing === "" ? gestures.touch.chosen : new Set([...gestures.touch.chosen, thing]));
  const optional = draft?.whole === true;
  const shelf = shelved(game, past.value === null && ghost === null ? ask : undefined, picked, gestures, sure ? chosen(ask, picked) : undefined, optional);

  if (cover.value !== null) {
    const seat = info.seats[cover.value];
    const uncover = () => {
      const to = cover.value;
      cover.value = null;
      if (to !== null) table.look([to]);
    };
    return <Cover name={seat === undefined ? "" : nameOf(game, seat.name)} onGo={uncover} />;
  }
  const watch = (step: number) => {
    back.from.value = step;
    panel.value = "replay";
  };
  const begin = () => {
    const at = (spots.find((one) => one.do === thought) ?? spots[0])?.at;
    if (ask !== undefined && at !== undefined) aiming.to(ask, at);
  };
  const [pointed, told] = look.value;
  const panelNow = table.standing.value?.panel ?? null;
  const handNow = draft?.hand ?? table.standing.value?.hand ?? null;
  const alone = info.seats.every((seat) => seat.mine || (seat.person === null && seat.owner === null));
  const guidance = { game, ask, table, alone, onAnswer: answer };
  const replaying = { game, table, info, back, onRule: showRule };
  const looks = panel.value === "replay" ? "replaying" : over !== null && panel.value === "decide" ? "over" : "";
  const insets = looks === "replaying" ? { ...sheet.insets.value, bottom: sheet.insets.value.bottom + BAR } : sheet.insets.value;
  const decide = (one: string) => {
    if (others.has(one)) about.value = one;
    take(others.has(one) ? [] : [one]);
  };
  const drafted = begun !== undefined && draft !== undefined && (
    <DraftList game={game} table={table} begun={begun} draft={draft} ask={ask} picked={picked} onThing={decide} />
  );
  const draftBelow = narrow.value || ask?.palette.gesture === "dial"; // the question itself needs the room
  const isDecided = draft !== undefined && (draft.answers.length > 0 || (draft.whole && !busy));
  const canUndo = over === null && draft === undefined && table.seats.value.length > 0 && given && info.settings.undo;
  return (
    <AtTable looks={`${looks} ${sheet.open.value ? "sheet-open" : "sheet-shut"} ${sheet.shelf.value > 0 ? "shelved" : ""}`}>
      <section class="field" aria-label={t("board.title")} style={{ "--under": `${insets.bottom}px` }}>
        <Board
          ground={table.ground.value}
          drawing={shown}
          over={looks === "over"}
          lit={touchables}
          picked={chosenThings}
          about={past.value === null ? gestures.about : NO_THINGS}
          isMeant={(thing) => gestures.touch.meant(thing).length > 0 || gestures.isPlaced(thing)}
          movable={gestures.movable}
          pins={gestures.pins}
          nameOf={(thing) => partName(game, thing)}
          nameOfSpot={(option) => (option.said === undefined ? optionName(game, option) : say(game, option.said))}
          label={t("board.help")}
          preview={past.value === null ? (aiming.aimed.value?.drawing ?? preview.value.drawing) : ""}
          under={<ThreatAreas reaches={threats.reaches} />}
          spots={past.value === null && ghost === null ? spots : NO_OPTIONS}
          moving={past.value === null ? (ask?.moving ?? "") : ""}
          ghost={past.value === null ? ghost : null}
          barred={aiming.aimed.value?.allowed === false}
          ask={past.value === null ? key : ""}
          insets={insets}
          onSpot={(option, again) => {
            if (ask?.palette.gesture === "assign" || again) answer(option);
            else take([`all:${option.do}`], true);
          }}
          onDrag={drag}
          onLeave={() => (ghost === null ? gestures.onLeave() : aiming.end())}
          onDrop={gestures.onDrop}
          onMeasure={measure}
          onUnit={(found) => (unit.value = found)}
          onPick={gestures.onPick}
          onDrawn={gestures.onDrawn}
          onLook={(thing, words) => {
            look.value = [thing, words];
            const there = thing === null ? undefined : gestures.answerAt(thing);
            if (there !== undefined || byBoard.current) looked.value = { ask: key, do: there?.do ?? "" };
            byBoard.current = there !== undefined;
            ruled.value = "";
            if (measured.value.length > 0) measured.value = [];
          }}
          onTold={(words) => {
            ruled.value = words;
            if (measured.value.length > 0) measured.value = [];
          }}
        />
        <Dock
          game={game}
          panels={pastPanels.value ?? table.panels.value}
          lit={past.value === null ? marks.value : NOTHING}
          picked={picked}
          onPick={(thing) => gestures.onPick([thing], "mouse")}
          open={sheet.drawer}
          small={sheet.shelf.value > 0}
        />
        <Shelf
          key={key}
          items={shelf.items}
          ringed={gestures.ringed}
          fanned={new Set(fan?.cards.map((card) => card.thing ?? ""))}
          left={Math.max(sheet.insets.value.left, sheet.beside.value)}
          bottom={sheet.under.value}
          busy={busy}
          whole={ask === undefined || shelf.whole === undefined ? "" : giveName(game, picked, shelf.whole)}
          onGive={shelf.whole === undefined ? undefined : () => shelf.whole !== undefined && answer(shelf.whole)}
          onBack={picked.length > 0 ? () => take([]) : undefined}
          onHeight={(pixels) => (sheet.shelf.value = pixels)}
        />
        <Scenes game={game} player={table.player} stage={table.stage} />
        <Scenes game={game} player={back.player} stage={back.stage} pace={course.pace} />
        <Looked game={game} thing={pointed} told={told} ruling={ruling} threats={threats} players={[table.player, back.player]} />
        {looks === "replaying" && <Replaying {...replaying} part="bar" />}
      </section>
      <aside ref={sheet.element} class={sheet.open.value ? "open" : "shut"} style={`--shelf:${sheet.shelf.value}px`}>
        <Grab open={sheet.open} prompt={ask === undefined ? t("decide.wait") : say(game, ask.prompt)} unread={table.unseenChat.value} />
        <Tabs
          panel={panel.value}
          unread={table.unseenChat.value}
          onPanel={show}
        />
        <div id="panel" role="tabpanel" aria-labelledby={`tab-${panel.value}`} class="panel" tabIndex={0}>
          {panel.value === "decide" && (
            <>
              {over !== null && <Ending game={game} info={info} table={table} story={back.story.value} reviewing={back.reviewing} onStep={watch} onRule={showRule} />}
              {panelNow !== null && past.value === null && <Fight game={game} panel={panelNow} panels={table.panels.value} ask={key} onRule={showRule} />}
              {table.recap.value.length > 0 && (
                <section class="recap" aria-labelledby="recap">
                  <h2 id="recap">{t("recap.title")}</h2>
                  <Log game={game} events={table.recap.value} onRule={showRule} />
                  <p class="acts">
                    <button type="button" onClick={() => (table.recap.value = [])}>
                      {t("recap.read")}
                    </button>
                    <button
                      type="button"
                      onClick={() => watch(table.recapStep)}
                    >
                      {t("recap.watch")}
                    </button>
                  </p>
                </section>
              )}
              {over === null && <Guidance {...guidance} />}
              {ask !== undefined ? (
                <Decide
                  game={game}
                  ask={ask}
                  picked={picked}
                  busy={busy}
                  confirm={isConfirmed(ask) || held}
                  placing={ghost !== null}
                  optional={optional}
                  staged={handNow === null}
                  lead={
                    <>
                      {!draftBelow && drafted}
                      {ghost === null && ask.space && spots.length > 0 && (
                        <p class="acts">
                          <button type="button" class="free" onClick={() => begin()}>
                            {t("place.free")}
                          </button>
                        </p>
                      )}
                    </>
                  }
                  draft={draft}
                  onPicked={(parts) => take(parts, ask.odds || parts.some((part) => part.startsWith("all:")))}
                  onAnswer={answer}
                  onWhy={(_, refusal) => (table.refusal.value = refusal)}
                  weigh={(one) => table.odds(ask, one)}
                  onLook={(option) => {
                    if (ask.space || ask.odds || ask.moving !== "") looked.value = { ask: key, do: option?.do ?? "" };
                  }}
                >
                  {ghost !== null && <Placer game={game} ask={ask} aiming={aiming} unit={unit.value} onAnswer={answer} onRule={showRule} />}
                  <OddsShown game={game} odds={odds.value} compact />
                  {ghost === null && <Facts game={game} facts={preview.value.facts} />}
                  <StopHere game={game} stops={table.stops} ask={ask} />
                  <AnswerAlways advance={table.advance} ask={ask} />
                  <Recurring ask={ask} table={table} />
                </Decide>
              ) : (
                over === null && draft === undefined && <p class="quiet">{t("decide.wait")}</p>
              )}
              {(ask === undefined || draftBelow) && drafted}
              {ask !== undefined && draft !== undefined && ghost === null && !narrow.value && <TokensLeft game={game} ask={ask} picked={picked} />}
              {over === null && <Help {...guidance} />}
              {table.refusal.value !== null && gestures.told === "" && (
                <WhyNot game={game} refusal={table.refusal.value} onRule={showRule} onClose={() => (table.refusal.value = null)} />
              )}
              {table.standingAnswers.value.size > 0 && (
                <p class="acts quiet">
                  {t("standing.told")}
                  <button type="button" onClick={() => (table.standingAnswers.value = new Set())}>
                    {t("standing.again")}
                  </button>
                </p>
              )}
              {over === null && table.seats.value.length === 1 && (
                <>
                  <StopsPanel game={game} stops={table.stops} seat={table.seats.value[0] ?? 0} />
                  <ForeseenPanel game={game} advance={table.advance} seat={table.seats.value[0] ?? 0} since={`${table.standing.value?.view.label ?? ""} ${table.rewound.value}`} />
                </>
              )}
              <FailedBots table={table} info={info} />
              <Consents table={table} info={info} />
              <OfferedSeat table={table} info={info} />
              <SeatRequests table={table} info={info} />
              {handNow !== null && over === null && <Hand game={game} panel={handNow} onRule={showRule} />}
            </>
          )}
          {panel.value === "tracks" && (
            <TablePanels game={game} panels={pastPanels.value ?? table.panels.value} lit={past.value === null ? marks.value : NOTHING} picked={picked} onPick={(thing) => gestures.onPick([thing], "mouse")} />
          )}
          {panel.value === "log" && <Log game={game} events={table.events.value} onRule={showRule} />}
          {panel.value === "chat" && <Chat table={table} info={info} />}
          {panel.value === "rules" && <Rules game={game} chosen={rule.value} current={ask?.rule ?? lastRule(table)} />}
          {panel.value === "roster" && <Rosters game={game} at={table.standing.value} load={() => table.rosters()} />}
          {panel.value === "board" && <Spoken drawing={past.value ?? table.drawing.value} />}
          {panel.value === "replay" && <Replaying {...replaying} part="panel" />}
          {panel.value === "table" && <Seats table={table} info={info} />}
        </div>
        {panel.value === "decide" && (
          <footer class={["bar", isDecided ? "decided" : "", draft === undefined ? "" : "drafting", canUndo ? "undoing" : ""].join(" ")}>
            {table.events.value.length > 0 && <Latest game={game} events={table.events.value} onRule={showRule} />}
            {begun !== undefined && draft !== undefined && <DraftBar table={table} ask={begun} draft={draft} busy={busy} />}
            {canUndo && (
              <p class="acts">
                <button type="button" onClick={() => void undo()}>
                  <Icon of={Undo2} size={18} /> <span>{isAsking ? t("undo.ask") : t("undo.free")}</span>
                </button>
              </p>
            )}
          </footer>
        )}
        <CardOpener game={game} onRule={showRule} />
        <p class="unseen" aria-live="polite">
          {table.fresh.value.slice(-SPOKEN).map(([, event]) => `${sayEvent(game, event)} `)}
          {ask === undefined ? "" : say(game, ask.prompt)}
        </p>
      </aside>
    </AtTable>
  );
}

const NOTHING: Set<string> = new Set();
const NOT_PICKED: string[] = [];
const NO_PICKS = { ask: "", parts: NOT_PICKED };
const NO_ODDS: Odds[] = [];
const NO_OPTIONS: Option[] = [];
const NO_THINGS: string[] = [];
const NO_PREVIEW: Preview = { drawing: "", facts: [] };
const BAR = 150; // height of the replay bar in pixels
const LOOK_MS = 120; // hover delay of previews
const NOTHING_GIVEN = "kernel:undo.1";
const SPOKEN = 6; // maximum number of events per announcement

/** The answer for the current pose of a thing being placed; "" if it is not allowed. */
function aimedAt(aiming: Aiming): string {
  const aimed = aiming.aimed.value;
  return aimed?.allowed === true && !aiming.open.value ? aimed.do : "";
}

/** The option that is left after some picks, if it is the only one. */
function chosen(ask: Ask, picked: string[]): Option | undefined {
  const { left } = stage(ask.options, picked);
  return left.length === 1 && picked.length > 0 ? left[0] : undefined;
}

/** Report an error, except for outdated or rate-limited requests. */
function passing(error: unknown): void {
  if (!isPassing(error)) report(error);
}

/** The rule of the latest event. */
function lastRule(table: Table): string {
  return table.events.value.findLast(([, event]) => typeof event.rule === "string")?.[1].rule ?? "";
}
