// Optional help with a question: the guided round of a game, and advice from a bot.

import { useSignal } from "@preact/signals";
import { Lightbulb } from "lucide";
import { useEffect } from "preact/hooks";
import { post } from "../api";
import { Icon } from "../icon";
import type { Advice, Ask, Guidance as Said, Option } from "../protocol";
import { report } from "../session";
import { has, say, t } from "../texts";
import { idOf } from "./live/drafting";
import { guided, leaveGuide, startGuide } from "../guided";
import { capital, optionName } from "./choosing/part-names";
import type { Table } from "./live/store";

interface Props {
  game: string;
  ask: Ask | undefined;
  table: Table;
  /** Whether the user has no human opponents. */
  alone: boolean;
  onAnswer: (option: Option) => void;
}

/** The current step of the guided round, above its question. */
export function Guidance(props: Props) {
  return guided.value.has(props.table.id) ? <Guided {...props} /> : null;
}

/** Help on demand, below the question. */
export function Help(props: Props) {
  const { table, game, ask } = props;
  if (ask === undefined) return null;
  return (
    <p class="acts help">
      {props.alone && <Advised key={ask.id} {...props} ask={ask} />}
      {!guided.value.has(table.id) && has(game, `guide.${game}.begin`) && (
        <button type="button" onClick={() => startGuide(table.id)}>
          {t("guide.show")}
        </button>
      )}
    </p>
  );
}

/** The guide's text at the open question. */
function Guided(props: Props) {
  const { game, ask, table } = props;
  const said = useSignal<{ ask: string; told: Said } | null>(null);
  useEffect(() => {
    if (ask === undefined) return;
    let stale = false;
    post<Said>(`/tables/${table.id}/guide`, { seat: ask.seat, ask: idOf(ask) }).then((told) => {
      if (!stale) said.value = { ask: ask.id, told };
    }, report);
    return () => (stale = true);
  }, [ask?.id]);
  const now = ask !== undefined && said.value?.ask === ask.id ? said.value.told : null;
  useEffect(() => {
    const found = (now?.points ?? []).flatMap((thing) => [...document.querySelectorAll(`.board [data-id="${CSS.escape(thing)}"]`)]);
    for (const one of found) one.classList.add("pointed");
    return () => found.forEach((one) => one.classList.remove("pointed"));
  }, [now, table.drafted.value]);
  const told = said.value?.told;
  if (told === undefined) return null;
  return (
    <section class="guide" aria-labelledby="guide" aria-live="polite" data-ask={said.value?.ask}>
      <h2 id="guide">{t("guide.title")}</h2>
      {told.words.map((one) => (
        <p key={one.id}>{say(game, one)}</p>
      ))}
      {told.words.length === 0 && <p>{t("guide.nothing")}</p>}
      <p class="acts">
        {ask !== undefined && now !== null && <Doing game={game} ask={ask} action={now.do} onAnswer={props.onAnswer} />}
        <button type="button" onClick={() => leaveGuide(table.id)}>
          {t(told.over ? "guide.finish" : "guide.leave")}
        </button>
      </p>
    </section>
  );
}

/** A button that gives a recommended answer; beneath its name, the button does not repeat it. */
function Doing(props: { game: string; ask: Ask; action: string; named?: boolean; onAnswer: (option: Option) => void }) {
  const option = props.ask.options.find((one) => one.do === props.action);
  if (option === undefined) return null;
  const whole = t("guide.do", { answer: optionName(props.game, option) });
  return (
    <button type="button" class="do" aria-label={whole} onClick={() => props.onAnswer(option)}>
      {props.named === true ? t("advice.do") : whole}
    </button>
  );
}

/** A button that requests advice on a question, and the advice. */
function Advised(props: Props & { ask: Ask }) {
  const { game, ask, table } = props;
  const advice = useSignal<Advice | null>(null);
  const busy = useSignal(false);
  const fetchAdvice = async () => {
    busy.value = true;
    try {
      advice.value = await post<Advice>(`/tables/${table.id}/advice`, { seat: ask.seat, ask: idOf(ask) });
    } catch (error) {
      report(error);
    } finally {
      busy.value = false;
    }
  };
  const found = advice.value;
  if (found === null) {
    return (
      <button type="button" class="hint" disabled={busy.value} onClick={() => void fetchAdvice()}>
        <Icon of={Lightbulb} size={18} /> {t(busy.value ? "advice.wait" : "advice.ask")}
      </button>
    );
  }
  const named = (better: boolean) =>
    found.reasons
      .filter((one) => one.points > 0 === better)
      .map((one) => say(game, { id: `term.${one.term}`, fields: {} }))
      .join(", ");
  const option = ask.options.find((one) => one.do === found.do);
  return (
    <section class="advice" aria-label={t("advice.title")} aria-live="polite">
      <p>
        <strong>{option === undefined ? found.do : capital(optionName(game, option))}</strong>
      </p>
      {found.lead > 0 && <p>{t("advice.lead", { points: found.lead })}</p>}
      {named(true) !== "" && <p>{t("advice.gains", { terms: named(true) })}</p>}
      {named(false) !== "" && <p>{t("advice.costs", { terms: named(false) })}</p>}
      {found.reasons.length === 0 && <p>{t("advice.glance")}</p>}
      <Doing game={game} ask={ask} action={found.do} named onAnswer={props.onAnswer} />
    </section>
  );
}
