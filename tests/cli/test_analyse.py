"""`banneret analyse`: what options were worth."""

from pathlib import Path

import msgspec
import pytest

from banneret.cli.study.analyse import Analysis
from banneret.cli.study.report import Report
from banneret.kernel.record import Record
from banneret.sim.games import Plan, play_game
from tests.commands import run


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("analyse") / "match.record"
    Record.of(play_game(Plan("thrones", 3, ("random",) * 3), 1)).save(path)
    return path


@pytest.mark.parametrize("bot", ["greedy", "search:12"])
def test_options_are_weighed(record: Path, bot: str) -> None:
    done = run("analyse", record, "--to", 40, "--bot", bot, "--json")
    assert done.code == 0, done.err
    found = msgspec.json.decode(done.out, type=Analysis)
    assert found.lines
    assert found.best == found.lines[0].action
    assert set(found.terms) >= {"castles", "armies", "lead"}
    assert run("analyse", record, "--to", 40, "--bot", bot, "--json").out == done.out


def test_the_table_shows_options_and_the_terms_of_the_position(record: Path) -> None:
    done = run("analyse", record, "--to", 3, "--bot", "fair")
    assert done.code == 0, done.err
    assert "Value" in done.out
    assert "order " in done.out
    assert "castles +" in done.out


@pytest.mark.slow
def test_what_cannot_be_analysed_is_told(record: Path) -> None:
    assert "random cannot evaluate options" in run("analyse", record, "--to", 3, "--bot", "random").err
    assert "the match is over" in run("analyse", record).err
    assert "has no valid budget" in run("analyse", record, "--to", 3, "--bot", "search:x").err
    assert "is not to move at this point" in run("analyse", record, "--to", 40, "--seat", _other(record)).err


def _other(record: Path) -> str:
    asked = msgspec.json.decode(run("analyse", record, "--to", 40, "--json").out, type=Analysis).seat
    return next(house for house in ("stark", "lannister", "baratheon") if house != asked)


@pytest.mark.parametrize(("bot", "why"), [("nobot", "nobot"), ("greedy,search:12", "expected one bot, not 2")])
def test_a_bot_that_does_not_exist_is_blamed_on_the_option_that_named_it(record: Path, bot: str, why: str) -> None:
    done = run("analyse", record, "--to", 40, "--bot", bot)
    assert done.code == 2
    assert "--bots" not in done.err
    assert "--bot:" in done.err
    assert why in done.err


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match that two of three houses give up after the first orders and a march."""
    path = tmp_path_factory.mktemp("report") / "short.record"
    match = play_game(Plan("thrones", 3, ("random",) * 3), 1)
    started = Record.of(match).replay(upto=20)
    started.forfeit(1)
    started.forfeit(2)
    Record.of(started).save(path)
    return path


@pytest.mark.slow
def test_a_report_reviews_a_match(short: Path) -> None:
    done = run("analyse", short, "--report", "--answers", 3000, "--json")
    assert done.code == 0, done.err
    found = msgspec.json.decode(done.out, type=Report)
    assert [one.place for one in found.seats] == [1, 3, 2]
    assert len(found.chances) == 23
    assert found.chances[-1] == (1.0, 0.0, 0.0)
    costly = [one for seat in found.seats for one in seat.costliest]
    assert costly
    assert all(one.best > one.chance and one.better.words != one.done.words for one in costly)

    shown = run("analyse", short, "--report", "--answers", 3000, "--seat", found.seats[0].name, "--language", "de")
    assert shown.code == 0, shown.err
    assert "Chance to win" in shown.out
    assert "±" in shown.out
    assert shown.out.count("the costliest decisions") == 1


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--report", "--to", 3], "--to: a report is about a whole match"),
        (["--report", "--bot", "hard"], "--bot: a report is made with greedy"),
        (["--report", "--rulebook", "thrones"], "--rulebook: a report is about a match"),
        (["--answers", 100], "--answers: it applies to a report only"),
    ],
)
def test_options_that_do_not_fit_a_report_are_refused(short: Path, options: list[object], why: str) -> None:
    done = run("analyse", short, *options)
    assert done.code == 2
    assert why in done.err


def test_only_finished_matches_have_a_report(short: Path, tmp_path: Path) -> None:
    open_match = Record.read(short).replay(upto=5)
    Record.of(open_match).save(tmp_path / "open.record")
    assert "the match is not over" in run("analyse", tmp_path / "open.record", "--report").err
    (tmp_path / "position.json").write_bytes(msgspec.json.encode(open_match.position()))
    assert "this is a position" in run("analyse", tmp_path / "position.json", "--report").err
