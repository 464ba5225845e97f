"""The command as such: its help, its errors, and what the engine says of itself."""

import inspect
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer.main
from typer.testing import CliRunner

from banneret import __version__
from banneret.cli import app as app_module
from banneret.cli.app import app
from banneret.cli.play.menu import Worded, choices
from banneret.cli.study.rules import rules as list_rules
from banneret.games.thrones.actions import PlaceOrder, Ready
from banneret.kernel.questions import Pass
from banneret.kernel.registry import rulebook_ids
from banneret.kernel.rulebook import Rulebook
from banneret.text.rules_index import RuleIndex
from tests.commands import COMMAND, run, run_process
from tests.kernel.installed import install

DOCS = Path(__file__).parents[2] / "docs" / "command-line.md"


def commands() -> dict[str, list[str]]:
    """Every command with its options."""
    found = {}
    for command in app.registered_commands:
        assert command.callback is not None
        options = []
        for name, parameter in inspect.signature(command.callback, eval_str=True).parameters.items():
            mark = parameter.annotation.__metadata__[0]
            if isinstance(mark, typer.models.OptionInfo):
                given = mark.default if isinstance(mark.default, str) else f"--{name}"
                options.append(given)
        found[command.name or command.callback.__name__.replace("_", "-")] = options
    return found


def section(command: str) -> str:
    text = DOCS.read_text(encoding="utf-8")
    return text.partition(f"### `banneret {command}`\n")[2].partition("\n### ")[0].partition("\n## ")[0]


@pytest.mark.parametrize("command", commands())
def test_every_command_and_option_is_documented_with_an_example(command: str) -> None:
    documented = section(command)
    assert f"banneret {command} " in documented or f"banneret {command}\n" in documented.split("```sh")[1]
    for option in commands()[command]:
        assert f"`{option}`" in documented, f"{command} {option}"


@pytest.mark.parametrize("command", commands())
def test_every_documented_option_exists(command: str) -> None:
    assert set(re.findall(r"`(--[a-z-]+)`", section(command).partition("| answer |")[0])) - {"--out"} <= set(
        commands()[command]
    )


def test_the_command_knows_its_version() -> None:
    done = run("--version")
    assert (done.code, done.out) == (0, f"banneret {__version__}\n")


def test_the_games_are_listed() -> None:
    lines = run("rulebooks").out.splitlines()
    named = [line.partition("  ")[0] for line in lines]
    assert named == ["battles", "icefire-2021", "icefire-s6", "runewars", "thrones"]
    listed = json.loads(run("rulebooks", "--json").out)
    assert {book["id"]: book["seats"] for book in listed} == {
        "battles": [2],
        "icefire-2021": [2, 3, 4],
        "icefire-s6": [2, 3, 4],
        "runewars": [2, 3, 4],
        "thrones": [3, 4, 5, 6],
    }


def test_the_schema_is_json() -> None:
    schema = json.loads(run("schema", "thrones").out)
    assert {"view", "ask", "action", "event", "refusal", "options"} <= schema["properties"].keys()


@pytest.mark.slow
def test_rules_are_listed_and_searched() -> None:
    assert run("rules", "thrones").out.count("\nthrones:") > 100
    done = run("rules", "thrones", "retreat.3")
    assert done.out.startswith("thrones:retreat.3  Retreat")
    found = json.loads(run("rules", "thrones", "retreat.3", "--json").out)
    assert found[0]["id"] == "thrones:retreat.3"
    assert "code" not in found[0]


def test_no_rule_found_is_a_failure() -> None:
    done = run("rules", "thrones", "chess")
    assert (done.code, done.out) == (1, "")
    assert "no rule of thrones contains all of these words: chess" in done.err


@pytest.mark.slow
def test_the_coverage_of_rules_is_shown() -> None:
    done = run("rules", "thrones", "--coverage")
    assert done.code == 0
    assert "code  games/thrones/rules/" in done.out
    assert re.search(r"Played rules: \d+ with code, \d+ with a test", done.out)
    found = json.loads(run("rules", "thrones", "setup.1", "--coverage", "--json").out)
    assert any("new_state" in place for place in found[0]["code"])


@pytest.mark.slow
def test_rules_with_a_test_that_found_a_fault_are_counted_apart() -> None:
    done = run("rules", "battles", "--coverage")
    asserted, touched, untested = re.findall(r"Tests: (\d+) rules asserted .* (\d+) touched .* (\d+) not", done.out)[0]
    found = [
        one for one in json.loads(run("rules", "battles", "--coverage", "--json").out) if one["status"] == "played"
    ]
    assert int(asserted) == sum("asserted" in one for one in found) > 100
    assert int(asserted) + int(touched) == sum(bool(one.get("tests")) for one in found)
    assert int(untested) == sum(not one.get("tests") for one in found)
    assert done.out.count("(fails if the code is wrong)") == int(asserted)


GUESSED = """
[[rule]]
id = "toy:throw.1"
section = "The Throw"
page = 4
summary = "Each player throws one stone."
status = "played"
provenance = "rulebook"

[[rule]]
id = "toy:c1.1"
section = "Completion: Throws"
summary = "A stone on the edge counts half."
status = "played"
provenance = "project"
sensitive = true
"""


class GuessedBook(Rulebook[Any]):
    id = "toy"

    def rules(self, language: str = "en") -> RuleIndex:
        return RuleIndex.load(GUESSED, "rules.toml")


def test_where_rules_are_from_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    list_rules(GuessedBook(), "", provenance=True)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "toy:throw.1  The Throw, rule 1 (p. 4)  [rulebook]"
    assert lines[2].endswith("[project]  guess that changes a scenario's results by more than 5 percentage points")
    assert lines[-2:] == [
        "2 rules: 1 from the rulebook, 1 decided by this project",
        "1 marked: guess that changes a scenario's results by more than 5 percentage points",
    ]
    list_rules(GuessedBook(), "", as_json=True)
    written = json.loads(capsys.readouterr().out)
    assert [(one["provenance"], one.get("sensitive")) for one in written] == [("rulebook", None), ("project", True)]
    list_rules(GuessedBook(), "")
    assert "[rulebook]" not in capsys.readouterr().out


@pytest.mark.slow
def test_rules_that_are_not_played_yet_are_counted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    later = GUESSED.replace(
        '"played"\nprovenance = "project"', '"planned"\nreason = "Not built yet"\nprovenance = "project"'
    )
    monkeypatch.setattr(GuessedBook, "rules", lambda _book, _language: RuleIndex.load(later, "rules.toml"))
    list_rules(GuessedBook(), "", coverage=True)
    told = capsys.readouterr().out
    assert "(planned: Not built yet)" in told
    assert "2 rules: 1 played, 0 about components or the table, 1 not played yet" in told


def test_a_game_with_its_whole_book_says_so() -> None:
    done = run("rules", "thrones", "retreat.3", "--provenance")
    assert done.code == 0
    assert done.err.startswith("The rule index of thrones has no sources")
    assert done.out == run("rules", "thrones", "retreat.3").out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (
            "play chess",
            "there is no rulebook 'chess'; available: battles, icefire-2021, icefire-s6, runewars, thrones",
        ),
        ("play thrones --seats 7", "7 is not supported; thrones can have 3, 4, 5, 6"),
        ("play thrones --seats many", "should be a valid integer"),
        ("play thrones --you targaryen", "no 'targaryen' in this match; choose from baratheon"),
        ("play thrones --bots genius", "unknown bot 'genius'; choose from beginner"),
        ("play thrones --bots random,random", "2 bots for 5 seats"),
        ("play thrones --resume x --seed 1", "cannot be changed for a saved match"),
        ("simulate thrones --games 0", "greater than or equal to 1"),
        ("simulate thrones --resume", "requires the file to continue"),
        ("simulate thrones --bots genius", "unknown bot 'genius'"),
        ("simulate thrones --colour", "--colour"),
        ("demo thrones --seats 2", "2 is not supported; thrones can have 3, 4, 5, 6"),
        ("perft thrones --depth 1", "--position"),
        ("rules chess", "there is no rulebook 'chess'"),
        ("schema", "Missing argument"),
        ("serve-tea", "serve-tea"),
    ],
)
def test_a_wrong_call_ends_with_2_and_says_why(arguments: str, why: str) -> None:
    done = run(*arguments.split())
    assert (done.code, done.out) == (2, "")
    assert why in done.err


@pytest.mark.parametrize(
    "arguments",
    [
        "play thrones --resume nothing.record",
        "replay nothing.record",
        "show nothing.record",
        "perft thrones --position nothing.json --depth 1",
        "simulate thrones --games 1 --out no-folder/games.jsonl",
    ],
)
def test_a_missing_file_ends_with_1_and_is_named(arguments: str) -> None:
    done = run(*arguments.split())
    assert (done.code, done.out) == (1, "")
    assert "No such file or directory" in done.err
    assert "nothing." in done.err or "no-folder" in done.err


@pytest.mark.parametrize("command", [*commands(), "army", "admin"])
def test_a_command_built_alone_is_that_among_all(command: str) -> None:
    alone = app_module.app_for([command, "--help"])
    assert list(typer.main.get_group(alone).commands) == [command]
    shown = CliRunner().invoke(alone, [command, "--help"], prog_name="banneret")
    assert (shown.exit_code, shown.stdout) == (0, run(command, "--help").out)


@pytest.mark.parametrize("arguments", [[], ["--help"], ["ply"], ["battles", "check"], ["--version", "play"]])
def test_without_a_command_of_ours_all_are_built(arguments: list[str]) -> None:
    assert app_module.app_for(arguments) is app


def test_an_error_of_ours_is_no_traceback(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        raise ZeroDivisionError("the sky is falling")

    monkeypatch.setattr(app_module, "app_for", lambda _: fail)
    with pytest.raises(SystemExit) as ended:
        app_module.main()
    assert ended.value.code == 1
    told = capsys.readouterr().err
    assert "ZeroDivisionError: the sky is falling" in told
    assert "Traceback" not in told


@pytest.mark.slow
def test_a_reader_that_has_enough_is_no_error() -> None:
    with subprocess.Popen(
        [*COMMAND, "rules", "thrones"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""


@pytest.mark.slow
def test_a_game_that_cannot_be_loaded_is_reported_by_name_beside_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, "lost-game", {"lost": "lost_game:Game"}, "raise RuntimeError('no dice')")
    install(tmp_path, "second-game", {"thrones": "second_game:Game"})
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    done = run_process("rulebooks")
    assert done.code == 0
    assert len(done.out.splitlines()) == 5
    assert done.err.splitlines() == [
        "Not available: lost (package lost-game): RuntimeError: no dice",
        "Not available: thrones (package second-game): package banneret already has a game of this id",
    ]
    for command in (["simulate", "lost"], ["lost", "anything"]):
        refused = run_process(*command)
        assert refused.code == 2
        assert "lost-game" in refused.err


@pytest.mark.slow
def test_it_runs_as_a_process() -> None:
    done = run_process("rulebooks")
    assert (done.code, done.err) == (0, "")


def test_short_lists_are_flat_and_long_ones_grouped() -> None:
    ready = Worded(("Confirm",), Ready())
    assert [choice.label for choice in choices([ready, Worded(("Pass",), Pass())])] == ["Confirm", "Pass"]
    areas = [f"Area {n}" for n in range(5)]
    orders = [
        Worded(("Place an order", area, order), PlaceOrder(area, order))
        for area in areas
        for order in ("March", "Raid")
    ]
    grouped = choices([*orders, *orders[:3], ready])
    assert [choice.label for choice in grouped] == ["Place an order … (13)", "Confirm"]
    within = choices(grouped[0].options)
    assert [choice.label for choice in within][2:] == [f"Place an order: {area} … (2)" for area in areas[2:]]
    assert [choice.label for choice in choices(within[4].options)] == [
        "Place an order: Area 4, March",
        "Place an order: Area 4, Raid",
    ]


def test_lines_that_read_the_same_are_numbered() -> None:
    lines = choices([Worded(("Pass",), Pass()), Worded(("Confirm",), Ready()), Worded(("Pass",), Pass())])
    assert [line.label for line in lines] == ["Pass (1)", "Confirm", "Pass (2)"]


@pytest.mark.slow
@pytest.mark.parametrize("command", ["play", "demo", "simulate", "arena", "rules", "schema"])
def test_help_names_every_game_and_loads_none(command: str) -> None:
    code = (
        "import sys\nfrom banneret.cli.app import app\n"
        f"try: app([{command!r}, '--help'])\n"
        "except SystemExit: pass\n"
        "print('loaded:', [one for one in sys.modules if one.startswith('banneret.games.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    told = " ".join(done.stdout.split())
    assert f"The game: {', '.join(rulebook_ids())}." in told
    assert told.endswith("loaded: []")
