// An exported match as a single HTML file: board, log and replay without a server.

import { render } from "preact";
import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { ApiError, answerFrom } from "../api";
import { hearPanels } from "../panels/changes";
import { EmblemDefs } from "../panels/emblems";
import { TablePanels } from "../panels/table-panels";
import type { ReplayFile } from "../protocol";
import { ReplayBar } from "../replay/bar";
import { useSeatColors } from "../replay/colors";
import { Course } from "../replay/course";
import { Replay } from "../replay/replay";
import { Numbers } from "../replay/story";
import { Stage } from "../scenes/motion";
import { Player } from "../scenes/player";
import { SceneSettings, Scenes } from "../scenes/shown";
import { Board } from "../stage/board";
import { EMPTY, hear } from "../stage/drawing";
import { AtTable } from "../stage/at-table";
import { LANGUAGES, language, loadGame, loadTexts, sayEvent, t, type Language } from "../texts";
import { setTheme, theme } from "../theme";
import { answer, groundIn, pastIn, read } from "./match";
import "../tokens.css";
import "../fonts.css";
import "../style.css";
import "../stage/stage.css";
import "../panels/panels.css";
import "../odds/odds.css";
import "../forced-colors.css";
import "./file.css";

const NOTHING: Set<string> = new Set();
const NO_CRESTS: Record<string, string> = {};
const NOT_ASKED: string[] = [];
const INSETS = { left: 0, top: 0, right: 0, bottom: 150 }; // room for the replay bar
const nothing = () => undefined;

function File(props: { file: ReplayFile }) {
  const { file } = props;
  const { course, player, stage } = useMemo(() => {
    const stage = new Stage(() => course.pace.value);
    const player = new Player(stage);
    const course: Course = new Course(
      pastIn(file, () => language.value),
      player,
      (patches) => stage.draw(patches),
      (error) => {
        throw error;
      },
    );
    return { course, player, stage };
  }, [file]);
  const rule = useSignal("");
  useEffect(() => hear([file.drawing, ...file.steps.flatMap((step) => (step.drawing ?? []).map(([, , markup]) => markup))], true), [file]);
  useEffect(() => hearPanels(file.game, course.panels.value ?? []), [course.panels.value, language.value]);
  useEffect(() => void course.open(0, false), [course]);
  const speak = (to: Language) => void loadTexts(to);
  const ground = useMemo(() => groundIn(file, language.value), [file, language.value]);
  useEffect(() => {
    if (course.drawing.value !== null) void course.to(course.at.value);
  }, [language.value]);
  const colors = useSeatColors(/^<svg[^>]*\bclass="([^"]*)"/.exec(file.ground)?.[1] ?? "", file.seats);
  const events = useMemo(() => new Map([...file.events, ...file.steps.flatMap((step) => step.events ?? [])]), [file]);
  const told = (number: number) => {
    const event = events.get(number);
    return event === undefined ? "" : sayEvent(file.game, event);
  };
  const watch = (step: number) => {
    course.pause();
    void course.to(step);
  };
  const shown = useComputed(() => course.drawing.value ?? EMPTY);
  const cited = file.rules[language.value]?.[rule.value];
  const { story } = file;
  return (
    <>
      <header class="top">
        <h1 class="file-title">{file.title}</h1>
        <nav class="settings" aria-label={t("page.settings")}>
          <label>
            <span class="unseen">{t("page.language")}</span>
            <select value={language.value} onChange={(event) => speak(event.currentTarget.value as Language)}>
              {Object.entries(LANGUAGES).map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <button type="button" onClick={() => setTheme(theme.value === "dark" ? "light" : "dark")} aria-label={t(`page.theme-${theme.value}`)} title={t(`page.theme-${theme.value}`)}>
            {theme.value === "dark" ? "☾" : "☀"}
          </button>
        </nav>
      </header>
      <main id="main">
        <AtTable looks="in-file replaying">
          <section class="field" aria-label={t("board.title")}>
            <Board
              ground={ground}
              drawing={shown}
              preview=""
              under={null}
              ask=""
              over={false}
              about={NOT_ASKED}
              lit={NOTHING}
              picked={NOTHING}
              isMeant={() => false}
              movable={() => ""}
              pins={[]}
              nameOf={() => ""}
              nameOfSpot={() => ""}
              label={t("board.help")}
              spots={[]}
              moving=""
              ghost={null}
              barred={false}
              insets={INSETS}
              onSpot={nothing}
              onDrag={nothing}
              onLeave={nothing}
              onDrop={nothing}
              onMeasure={nothing}
              onUnit={nothing}
              onPick={nothing}
              onDrawn={nothing}
              onLook={nothing}
              onTold={nothing}
            />
            <Scenes game={file.game} player={player} stage={stage} pace={course.pace} />
            <ReplayBar game={file.game} course={course} story={story} seats={file.seats} colors={colors} seat={bestOf(file)} />
          </section>
          <aside class="open">
            <div id="panel" class="panel" tabIndex={0} role="region" aria-label={t("panel.replay")}>
              <Replay game={file.game} course={course} story={story} seats={file.seats} told={told} onRule={(id) => (rule.value = id)} onStep={watch}>
                {cited !== undefined && (
                  <p class="cited" role="status">
                    {cited}{" "}
                    <button type="button" onClick={() => (rule.value = "")} aria-label={t("page.close")}>
                      ×
                    </button>
                  </p>
                )}
              </Replay>
              {story !== null && <Numbers game={file.game} story={story} seats={file.seats} crests={NO_CRESTS} />}
              <EmblemDefs game={file.game} />
              <TablePanels game={file.game} panels={course.panels.value ?? []} lit={NOTHING} picked={[]} onPick={nothing} />
              <SceneSettings />
            </div>
          </aside>
        </AtTable>
      </main>
    </>
  );
}

/** The seat with the highest winning probability at the end. */
function bestOf(file: ReplayFile): number {
  const last = file.story?.chances.at(-1) ?? [];
  return Math.max(0, last.indexOf(Math.max(...last)));
}

async function start(): Promise<void> {
  const [held, root] = [document.getElementById("match"), document.getElementById("app")];
  if (held === null || root === null) return;
  const file = await read(held.textContent ?? "");
  answerFrom((path) => {
    const found = answer(file, path);
    if (found === undefined) throw new ApiError({ type: "not-found", title: "not-found", status: 404, detail: path });
    return found;
  });
  await loadTexts(file.language in LANGUAGES ? (file.language as Language) : "en");
  await loadGame(file.game);
  render(<File file={file} />, root);
}

void start();
