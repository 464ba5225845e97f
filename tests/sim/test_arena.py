"""Arenas: the same files whatever happens, and tables that add up."""

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from html.parser import HTMLParser
from multiprocessing import resource_tracker, spawn
from pathlib import Path

import msgspec
import pytest

import banneret
from banneret.bots import BotError
from banneret.bots.ratings import Ratings
from banneret.kernel.rulebook import Outcome
from banneret.sim import plots
from banneret.sim.arena import Arena, ArenaError, arena
from banneret.sim.report import report_html
from banneret.sim.results import places_of
from tests.commands import PATIENCE, run, start

GAMES = 24
BOTS = ("random", "legacy-easy")
FILES = ("arena.json", "matches.jsonl", "troubles.jsonl", "results.csv", "options.csv", "report.html")
MEASURED = re.compile(rb'<section aria-labelledby="timings">.*?</section>', re.DOTALL)

WITHOUT_PLOTS = "from banneret.sim import plots; plots.have_plots = lambda: False"
"""For scripts: plots take most of the time of a short arena."""

BAD_BOTS = """
import os

def choose(player):
    if player.ask.kind == "order":
        return "order nowhere nothing"
    raise ValueError("I do not know <how>")
"""


WITHOUT_GUARD = f"""
import banneret
{WITHOUT_PLOTS}

banneret.arena("thrones", bots=["random"], games=4, seats=3, jobs=2, out="out")
"""

DYING_ONCE = f"""
import os
from pathlib import Path

import banneret
{WITHOUT_PLOTS}

if __name__ == "__main__":
    shown = banneret.arena("thrones", bots=["random"], games=4, seats=3, jobs=2, out="out")
    print(shown.played, shown.troubles)
else:
    try:
        Path("dead").touch(exist_ok=False)
    except FileExistsError:
        pass
    else:
        os._exit(9)
"""


@pytest.fixture(autouse=True)
def without_plots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the plots out of the reports of this process, except in the tests of plots: they take most of the time."""
    monkeypatch.setattr(plots, "have_plots", lambda: False)


def contents(folder: Path) -> dict[str, bytes]:
    """What an arena has written, but for what was measured."""
    found = {name: (folder / name).read_bytes() for name in FILES}
    found["report.html"], sections = MEASURED.subn(b"", found["report.html"])
    assert sections == 1
    return found


def results(shown: Arena) -> Arena:
    """What an arena has shown, but for what was measured."""
    assert shown.timings
    return msgspec.structs.replace(shown, timings=[])


def command(folder: Path, jobs: int) -> list[object]:
    return [
        "arena",
        "thrones",
        "--bots",
        ",".join(BOTS),
        "--games",
        GAMES,
        "--seats",
        3,
        "--jobs",
        jobs,
        "--out",
        folder,
    ]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Arena]:
    """An arena that nobody disturbed, of one process."""
    folder = tmp_path_factory.mktemp("arena") / "whole"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plots, "have_plots", lambda: False)
        return folder, arena("thrones", bots=BOTS, games=GAMES, seats=3, out=folder)


@pytest.fixture(scope="module")
def folder(whole: tuple[Path, Arena]) -> Path:
    return whole[0]


@pytest.fixture(scope="module")
def shown(whole: tuple[Path, Arena]) -> Arena:
    return whole[1]


def with_plots(shown: Arena) -> str:
    """The report of an arena with its plots."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plots, "have_plots", lambda: True)
        return report_html(shown)


@pytest.fixture(scope="module")
def report(shown: Arena) -> str:
    """The report of the arena that nobody disturbed, with plots."""
    return with_plots(shown)


@pytest.mark.slow
def test_the_tables_add_up(shown: Arena, folder: Path) -> None:
    assert (shown.played, shown.troubles) == (GAMES, [])
    for group in ("bot", "house", "seat", "bot in house"):
        rows = [row for row in shown.rows if row.group == group]
        assert sum(row.played for row in rows) == 3 * GAMES
        assert sum(row.wins for row in rows) == GAMES
        assert all(row.low <= row.share <= row.high for row in rows)
    assert {row.played for row in shown.rows if row.group == "bot in house"} == {GAMES // 2}
    with (folder / "results.csv").open(newline="") as file:
        read = list(csv.DictReader(file))
    assert [(row["group"], row["bot"], int(row["wins"])) for row in read] == [
        (row.group, row.bot, row.wins) for row in shown.rows
    ]


def test_every_answer_is_counted(shown: Arena) -> None:
    said = Counter(entry["do"].split()[0] for record in shown.records for entry in record.entries if "do" in entry)
    taken = {one.action: one.count for one in shown.taken if not one.field}
    assert taken["order"] == said["order"]
    assert sum(taken.values()) == sum(said.values())
    orders = {one.value: one.count for one in shown.taken if (one.action, one.field) == ("order", "order")}
    assert sum(orders.values()) == taken["order"]
    assert any(field == "card" for field in {one.field for one in shown.taken})


def test_the_records_are_matches_that_can_be_replayed(shown: Arena, folder: Path) -> None:
    assert len(shown.records) == GAMES
    assert shown.records[3].replay().outcome is not None
    assert run("replay", folder / "matches.jsonl", "--game", 4).code == 0


def test_from_python_it_is_found_lazily() -> None:
    assert banneret.arena is arena
    code = "import sys, banneret; print(any(m.startswith(('banneret.sim', 'banneret.bots')) for m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


@pytest.mark.slow
def test_two_processes_write_the_same_files_as_one(shown: Arena, folder: Path, report: str, tmp_path: Path) -> None:
    again = arena("thrones", bots=BOTS, games=GAMES, seats=3, jobs=2, out=tmp_path)
    assert results(again) == results(shown)
    first, second = (MEASURED.subn(b"", page.encode()) for page in (report, with_plots(again)))
    assert first == second
    assert first[1] == 1
    assert contents(tmp_path) == contents(folder)


def wait_for_some_matches(folder: Path, process: "subprocess.Popen[str]") -> None:
    file = folder / "matches.jsonl"
    while process.poll() is None and not (file.exists() and file.stat().st_size):
        time.sleep(0.005)


@pytest.mark.slow
@pytest.mark.parametrize("how", ["ctrl-c", "kill", "kill-worker"])
def test_an_interrupted_arena_goes_on_to_the_same_files(how: str, folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "cut"
    process = start(*command(target, 2))
    wait_for_some_matches(target, process)
    if how == "kill-worker":
        with suppress(OSError, IndexError):  # on a machine so busy that it is over by now
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
            os.kill(int(children.read_text().split()[-1]), signal.SIGKILL)
    else:
        process.send_signal(signal.SIGINT if how == "ctrl-c" else signal.SIGKILL)
    _, told = process.communicate(timeout=PATIENCE)
    if how == "ctrl-c" and process.returncode:
        assert process.returncode == 130
        assert "Continue with: banneret arena" in told
    if how == "kill-worker":
        assert process.returncode == 0
    done = run(*command(target, 1))
    assert done.code == 0
    assert contents(target) == contents(folder)


def script(text: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    (folder / "script.py").write_text(text)
    return subprocess.run(
        [sys.executable, "script.py"], cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


@pytest.mark.slow
def test_processes_that_do_not_start_end_the_arena_and_spoil_no_game(tmp_path: Path) -> None:
    done = script(WITHOUT_GUARD, tmp_path)
    assert done.returncode == 1
    assert "WorkersError: the worker processes do not start" in done.stderr.splitlines()[-1]
    assert (tmp_path / "out/troubles.jsonl").read_bytes() == b""
    shown = arena("thrones", bots=["random"], games=4, seats=3, out=tmp_path / "out")
    assert (shown.played, shown.troubles) == (4, [])


@pytest.mark.slow
def test_a_process_that_ends_before_it_plays_is_replaced(tmp_path: Path) -> None:
    done = script(DYING_ONCE, tmp_path)
    assert (tmp_path / "dead").exists()
    assert done.stdout == "4 []\n", done.stderr


@pytest.mark.parametrize("name", ["arena", "simulate"])
def test_the_command_says_that_processes_do_not_start(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their interpreter is one that ends at once."""
    resource_tracker.ensure_running()  # it is started by the same interpreter
    monkeypatch.setattr(spawn, "_python_exe", b"/bin/false")
    given = ["--bots", "random", "--games", 8, "--seats", 3, "--jobs", 2]
    done = run(name, "thrones", *given, *(["--out", tmp_path / "out"] if name == "arena" else []))
    assert done.code == 1
    assert "the worker processes do not start" in " ".join(done.err.split())


@pytest.mark.slow
def test_a_file_that_was_cut_anywhere_goes_on(shown: Arena, folder: Path, tmp_path: Path) -> None:
    whole = (folder / "matches.jsonl").read_bytes()
    (tmp_path / "arena.json").write_bytes((folder / "arena.json").read_bytes())
    (tmp_path / "matches.jsonl").write_bytes(whole[: -len(shown.lines[-1]) - 10])
    (tmp_path / "troubles.jsonl").write_bytes(b'{"game":3')
    (tmp_path / "timings.jsonl").write_bytes((folder / "timings.jsonl").read_bytes()[:-5])
    assert results(arena("thrones", bots=BOTS, games=GAMES, seats=3, out=tmp_path)) == results(shown)
    assert contents(tmp_path) == contents(folder)


def test_another_arena_is_not_written_over(folder: Path) -> None:
    before = contents(folder)
    with pytest.raises(ArenaError, match="differs in seed"):
        arena("thrones", bots=BOTS, games=GAMES, seats=3, seed=2, out=folder)
    done = run(*command(folder, 1), "--option", "tides_of_battle")
    assert done.code == 1
    assert "differs in options" in done.err
    assert contents(folder) == before


def test_a_bot_that_misbehaves_is_reported_and_replaced(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(BAD_BOTS)
    bad = str(tmp_path / "bad.py")
    shown = arena("thrones", bots=["random", bad, "random"], games=3, seats=3, out=tmp_path / "out")
    assert shown.played == 3
    assert shown.replaced == {bad: 3}
    assert {(trouble.kind, trouble.bot) for trouble in shown.troubles} == {("illegal", bad)}, shown.troubles
    assert arena("thrones", bots=["random", bad, "random"], games=3, seats=3, out=tmp_path / "out") == shown
    with pytest.raises(ArenaError, match="differs in limits"):
        arena("thrones", bots=["random", bad, "random"], games=3, seats=3, think=7, out=tmp_path / "out")
    page = (tmp_path / "out" / "report.html").read_text("utf-8")
    assert "bad.py" in page
    (tmp_path / "bad.py").write_text(BAD_BOTS + "# fixed")
    with pytest.raises(ArenaError, match="differs in code"):
        arena("thrones", bots=["random", bad, "random"], games=3, seats=3, out=tmp_path / "out")
    assert str(tmp_path) not in page


def test_what_cannot_be_played_is_told_before() -> None:
    with pytest.raises(ArenaError, match="needs at least one bot"):
        arena("thrones", bots=[], games=1)
    with pytest.raises(BotError, match="nobody"):
        arena("thrones", bots=["nobody"], games=1)
    with pytest.raises(ArenaError, match="9 seats are not supported; thrones can have 3, 4, 5, 6"):
        arena("thrones", bots=["random"], games=1, seats=9)
    with pytest.raises(ArenaError, match="at least one game, not 0"):
        arena("thrones", bots=["random"], games=0)
    with pytest.raises(ArenaError, match="must be positive: 0 seconds"):
        arena("thrones", bots=["random"], games=1, think=0)


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--bots", "nobody"), 2, "unknown bot 'nobody'; choose from beginner"),
        (("--bots", "a.py", "--bot-code", "a.py"), 2, "file 'a.py' does not exist"),
        (("--think", "0"), 2, "0 is not a positive number of seconds"),
        (("--think", "nan"), 2, "nan is not a positive number of seconds"),
        (("--memory", "5"), 2, "a bot needs at least 128"),
        (("--games", "0"), 2, "greater than or equal to 1"),
        (("--seats", "7"), 2, "7 is not supported; thrones can have 3, 4, 5, 6"),
        (("--cluster", "nowhere"), 1, "'nowhere' is not a Ray cluster address"),
        (("--cluster", "127.0.0.1:1"), 1, "no Ray cluster at '127.0.0.1:1'"),
        (("--out", "/proc/arena"), 1, "/proc/arena: "),
        (("--out", __file__), 1, "is a file; an arena needs a folder"),
    ],
)
def test_bad_options_are_told_with_the_reason(arguments: tuple[str, ...], code: int, said: str) -> None:
    done = run("arena", "thrones", "--games", 1, *arguments)
    assert done.code == code
    assert said in " ".join(done.err.replace("│", " ").split())
    assert "Traceback" not in done.err


@pytest.mark.slow
def test_games_that_do_not_divide_are_told(tmp_path: Path) -> None:
    done = run(
        "arena", "thrones", "--bots", "random,legacy-easy", "--games", 3, "--seats", 3, "--jobs", 1, "--out", tmp_path
    )
    assert done.code == 0
    assert "3 games are not a multiple of 2 bots" in done.err
    assert "use 4 games" in done.err
    assert "Not every bot played every seat equally often" in (tmp_path / "report.html").read_text("utf-8")


def test_what_bots_took_is_measured(shown: Arena, folder: Path) -> None:
    lines = [json.loads(line) for line in (folder / "timings.jsonl").read_bytes().splitlines()]
    assert [line["game"] for line in lines] == list(range(GAMES))
    counted = Counter[str]()
    for line in lines:
        for bot in line["bots"]:
            assert sum(bot["times"].values()) == bot["decisions"] > 0
            counted[bot["bot"]] += bot["decisions"]
    assert {row.bot: row.decisions for row in shown.timings} == counted
    assert shown.decisions is not None
    assert counted.total() == shown.decisions.mean * GAMES
    assert all(0 < row.median_ms <= row.p99_ms <= row.longest_ms and row.memory_mb > 10 for row in shown.timings)
    with (folder / "timings.csv").open(newline="") as file:
        assert [row["bot"] for row in csv.DictReader(file)] == list(BOTS)
    page = (folder / "report.html").read_text("utf-8")
    assert page.count("99% within") == 1


def test_json_is_written() -> None:
    done = run("arena", "thrones", "--games", 1, "--seats", 3, "--jobs", 1, "--json")
    told = json.loads(done.out)
    assert (told["games"], told["troubles"]) == (1, [])
    assert told["rows"][0]["bot"] == "random"


class Page(HTMLParser):
    """What a test wants to know of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: Counter[str] = Counter()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src", "xlink:href"):
                self.links.append(value or "")


@pytest.mark.slow
def test_the_report_needs_nothing_else_and_its_ids_are_unique(report: str, folder: Path) -> None:
    page = Page()
    page.feed(report)
    assert len(page.ids) == len(set(page.ids))
    assert all(link.startswith("#") and link[1:] in page.ids for link in page.links)
    assert page.tags["script"] == page.tags["link"] == page.tags["img"] == 0
    assert page.tags["svg"] > 5
    assert page.tags["table"] > page.tags["svg"]
    assert "prefers-color-scheme: dark" in report
    assert str(folder) not in report


def test_without_plots_there_are_tables(folder: Path) -> None:
    text = (folder / "report.html").read_text("utf-8")
    assert "<svg" not in text
    assert text.count("<table>") > 10


@pytest.mark.parametrize("seats", range(2, 9))
def test_who_wins_is_rated_above_who_loses(seats: int) -> None:
    ratings = Ratings()
    names = [f"bot {number}" for number in range(seats)]
    for _ in range(20):
        ratings.add(names, range(seats))
    found = [ratings.get(name) for name in names]
    mus = [rating.mu for rating in found if rating is not None]
    assert mus == sorted(mus, reverse=True)
    assert len(mus) == seats
    assert all(rating is not None and 0 < rating.sigma < 25 / 3 for rating in found)


def test_a_bot_alone_is_not_rated_against_itself() -> None:
    ratings = Ratings()
    ratings.add(["one"] * 3, [0, 1, 2])
    rating = ratings.get("one")
    assert rating is not None
    assert (rating.mu, rating.sigma) == (25, 25 / 3)


def test_shared_places_leave_places_out() -> None:
    assert places_of(Outcome(places=((2, 0), (1,)), scores=(1, 0, 1), reason="x"), 3) == [0, 2, 0]
