// Looking back: step by step, by slider and by single keys both ways.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get, post } from "../api";
import { Log } from "../panels/log";
import type { Step, Steps, TableInfo } from "../protocol";
import { go, report } from "../session";
import { labelOf, language, t } from "../texts";
import type { Table } from "./store";

export function Replay(props: { table: Table; info: TableInfo; onShow: (step: Step) => void; onRule: (rule: string) => void }) {
  const { table, info } = props;
  const steps = useSignal<Steps>({ last: 0, labels: [] });
  const at = useSignal(0);
  const shown = useSignal<Step | null>(null);
  useEffect(() => {
    get<Steps>(`/tables/${info.id}/replay?${table.query()}`, table.invite).then((found) => {
      steps.value = found;
      at.value = found.last;
    }, report);
  }, [info.id]);
  useEffect(() => {
    let stale = false;
    const timer = setTimeout(() => {
      get<Step>(`/tables/${info.id}/replay/${at.value}?${table.query()}&lang=${language.value}`, table.invite).then((found) => {
        if (stale) return;
        shown.value = found;
        props.onShow(found);
      }, report);
    }, 60);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [at.value, info.id]);
  const to = (step: number) => (at.value = Math.max(0, Math.min(steps.value.last, step)));
  const keys = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { j: at.value + 1, k: at.value - 1, J: round(1), K: round(-1) };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    to(move);
  };
  const round = (by: number) => {
    const now = steps.value.labels.findLastIndex(([step]) => step <= at.value);
    return steps.value.labels[Math.max(0, now + by)]?.[0] ?? steps.value.last;
  };
  const branch = async () => {
    try {
      const made = await post<TableInfo>(`/tables/${info.id}/branch`, { at: at.value });
      go(`/tables/${made.id}`);
    } catch (error) {
      report(error);
    }
  };
  const label = steps.value.labels.findLast(([step]) => step <= at.value)?.[1] ?? "";
  return (
    <div class="replay" onKeyDown={keys}>
      <p>
        <output>
          {at.value} / {steps.value.last}
        </output>{" "}
        {labelOf(info.rulebook, label)}
      </p>
      <label>
        {t("replay.step")}
        <input type="range" min={0} max={steps.value.last} value={at.value} onInput={(event) => to(Number(event.currentTarget.value))} />
      </label>
      <p class="acts">
        <button type="button" onClick={() => to(round(-1))} aria-label={t("replay.round-back")}>
          ⏮
        </button>
        <button type="button" onClick={() => to(at.value - 1)} aria-label={t("replay.back")}>
          ◀
        </button>
        <button type="button" onClick={() => to(at.value + 1)} aria-label={t("replay.on")}>
          ▶
        </button>
        <button type="button" onClick={() => to(round(1))} aria-label={t("replay.round-on")}>
          ⏭
        </button>
      </p>
      <p class="quiet">{t("replay.keys")}</p>
      {info.status === "finished" && at.value < steps.value.last && (
        <button type="button" onClick={() => void branch()}>
          {t("replay.branch")}
        </button>
      )}
      {shown.value !== null && <Log game={info.rulebook} events={shown.value.events} onRule={props.onRule} />}
    </div>
  );
}
