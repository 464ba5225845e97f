"""`banneret army`: lists of every game that has them, in every form, there and back."""

import inspect
import json
import re
from pathlib import Path

import pytest
import typer

from banneret.cli.army import army, games_with_lists, list_maker
from banneret.content.army_lists import form_of
from tests.commands import Done, run

DOCS = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text("utf-8")
WATCH = """\
Army: The Watch
Faction: daqan-lords
Points: 100

Spearmen 3x2
+ Shield Wall
Kari Wraithstalker 1x1
"""
NORTH = """\
Army: The North
Faction: stark
Points: 40
Commander: Robb Stark, The Wolf Lord

Stark Sworn Swords
+ 20201
Stark Bowmen
NCU: 30201
"""
GAMES = pytest.mark.parametrize("game", games_with_lists())


def army_command(*arguments: object, stdin: str | None = None) -> Done:
    return run("army", *arguments, stdin=stdin)


@GAMES
@pytest.mark.parametrize("seed", [1, 2])
def test_every_form_holds_the_army(game: str, seed: int) -> None:
    """Written in a form and read again, an army is the same, but for its name where a form has no room for it."""
    maker = list_maker(game)
    faction = maker.factions[seed]
    made = maker.random(seed, faction, maker.sizes[0])
    assert maker.check(made) == []
    assert maker.limit(made) == maker.sizes[0]
    assert maker.total(made) > maker.sizes[0] * 0.9
    for form in maker.forms:
        assert maker.read(maker.write(made, form), maker.sizes[0]) == made, form


@pytest.mark.slow
@GAMES
def test_a_command_writes_what_another_reads(game: str, tmp_path: Path) -> None:
    plain, short, back = tmp_path / "a.txt", tmp_path / "a.code", tmp_path / "b.txt"
    assert army_command("random", game, "--seed", "5", "--out", plain).code == 0
    assert army_command("check", game, plain).code == 0
    assert army_command("export", game, plain, "--out", short).code == 0
    code = short.read_text("utf-8").strip()
    assert army_command("import", game, code, "--out", back).code == 0
    assert back.read_text("utf-8") == plain.read_text("utf-8")
    as_json = army_command("export", game, plain, "--form", "json").out
    assert json.loads(as_json)["points"] == list_maker(game).sizes[-1]
    assert army_command("import", game, "-", stdin=as_json).out == plain.read_text("utf-8")


def test_a_legal_list_is_told_in_a_line(tmp_path: Path) -> None:
    file = tmp_path / "watch.txt"
    file.write_text(WATCH, "utf-8")
    done = army_command("check", "runewars", file)
    assert (done.code, done.out) == (0, f"{file}: The Watch: Daqan Lords: 77 of 100 points. No faults.\n")


def test_every_fault_is_told_with_its_rule_in_the_language(tmp_path: Path) -> None:
    file = tmp_path / "watch.txt"
    file.write_text(WATCH.replace("Points: 100", "Points: 50").replace("3x2\n+ Shield Wall", "4x4"), "utf-8")
    done = army_command("check", "runewars", file)
    assert done.code == 1
    assert done.out == ""
    assert "Unit 1, Spearmen: 4 × 4 is not one of its formations, which are 2 × 1, 2 × 2, 3 × 2, 3 × 3." in done.err
    assert "(Army Building, rule 3" in done.err
    assert "The army has 1 unique units; 50 points allow 0." in done.err
    assert "[rw:28.2]" in done.err
    assert done.err.endswith(f"2 faults in {file}.\n")
    german = army_command("check", "runewars", file, "--language", "de").err
    assert "Einheit 1, Speerträger: 4 × 4 ist keine ihrer Formationen" in german
    assert "[rw:army.3]" in german


def test_a_list_is_shown_with_its_costs(tmp_path: Path) -> None:
    file = tmp_path / "watch.txt"
    file.write_text(WATCH, "utf-8")
    assert army_command("show", "runewars", file).out.splitlines() == [
        "The Watch: Daqan Lords",
        "Spearmen 3x2            40",
        "  Shield Wall            5",
        "Kari Wraithstalker 1x1  32",
        "                        77 / 100",
    ]
    north = tmp_path / "north.txt"
    north.write_text(NORTH, "utf-8")
    shown = army_command("show", "icefire-s6", north).out
    assert shown.splitlines()[0].startswith("The North: ")
    assert re.search(r"^  Robb Stark, The Wolf Lord +0$", shown, re.MULTILINE)


@pytest.mark.slow
def test_the_string_of_the_community_is_read_and_written(tmp_path: Path) -> None:
    north = tmp_path / "north.txt"
    north.write_text(NORTH.replace("Army: The North\n", ""), "utf-8")
    code = army_command("export", "icefire-s6", north, "--form", "community").out.strip()
    assert code == "stark;10201,20201,10205,30201"
    done = army_command("import", "icefire-s6", code, "--points", "40")
    again = tmp_path / "again.txt"
    again.write_text(done.out, "utf-8")
    assert army_command("export", "icefire-s6", again, "--form", "short").out == (
        army_command("export", "icefire-s6", north, "--form", "short").out
    )
    without = army_command("import", "icefire-s6", code)
    assert without.code == 1
    assert "does not contain the points agreed. Give them with --points N" in without.err


def test_a_fault_is_printed_with_what_would_fix_it(tmp_path: Path) -> None:
    file = tmp_path / "watch.txt"
    file.write_text(WATCH.replace("Points: 100", "Points: 50"), "utf-8")
    done = army_command("check", "runewars", file)
    assert "can be fixed: remove Spearmen" in done.err


@pytest.mark.slow
@GAMES
def test_starter_armies_are_listed_and_written(game: str, tmp_path: Path) -> None:
    titles = army_command("starters", game).out.splitlines()
    assert len(titles) >= 9
    file = tmp_path / "a.txt"
    assert army_command("starters", game, titles[0].partition(":")[0], "--out", file).code == 0
    assert army_command("check", game, file).code == 0
    assert "no starter army 'Nobody'" in army_command("starters", game, "Nobody").err


@pytest.mark.slow
def test_lists_are_edited_by_name(tmp_path: Path) -> None:
    file = tmp_path / "north.txt"
    file.write_text(NORTH, "utf-8")
    done = army_command("edit", "icefire-s6", file, "--add", "Umber Champion", "--into", "2", "--remove", "30201")
    assert done.code == 0
    assert "10205 Stark Bowmen\n+ 20203 Umber Champion\n" in done.out
    assert "NCU" not in done.out
    unknown = army_command("edit", "icefire-s6", file, "--add", "Umber Champoin")
    assert (unknown.code, "similar: Umber Champion (20203)" in unknown.err) == (1, True)
    alone = army_command("edit", "icefire-s6", file, "--add", "Umber Champion")
    assert "choose one with --into" in alone.err
    absent = army_command("edit", "icefire-s6", file, "--remove", "Umber Champion")
    assert "the list does not contain" in absent.err


def test_what_may_be_added_is_listed_with_the_rule_against_the_rest(tmp_path: Path) -> None:
    file = tmp_path / "north.txt"
    file.write_text(NORTH, "utf-8")
    listed = army_command("additions", "icefire-s6", file, "--into", "2").out
    assert "  1  Umber Champion\n" in listed
    assert re.search(r"  1  Winterfell Guardian  .* \[icefire:attachment\.6\]\n", listed)
    assert "no card at position" in army_command("additions", "icefire-s6", file, "--into", "9").err


def test_an_incomplete_import_is_refused_unless_it_is_wanted(tmp_path: Path) -> None:
    file = tmp_path / "pasted.txt"
    file.write_text(
        "House Stark\n40/40\nStark Sworn Swords (5)\n- Robb Stark, The Wolf Lord\nStark Bowmn (6)\n", "utf-8"
    )
    refused = army_command("import", "icefire-s6", file)
    assert (refused.code, refused.out) == (1, "")
    assert "line 5: not understood: Stark Bowmn (6)" in refused.err
    assert "similar: Stark Bowmen (10205)" in refused.err
    partial = army_command("import", "icefire-s6", file, "--partial")
    assert (partial.code, "10201 Stark Sworn Swords\n+ 20201 Robb Stark" in partial.out) == (0, True)


def test_a_random_army_contains_the_cards_asked_for() -> None:
    done = army_command(
        "random", "icefire-s6", "--faction", "stark", "--including", "Grey Wind", "--including", "30201"
    )
    assert "10204 Grey Wind" in done.out
    assert "30201 Catelyn Stark" in done.out


def test_a_qr_code_is_written(tmp_path: Path) -> None:
    file, drawn = tmp_path / "watch.txt", tmp_path / "watch.svg"
    file.write_text(WATCH, "utf-8")
    assert army_command("qr", "runewars", file, "--out", drawn).code == 0
    assert drawn.read_text("utf-8").startswith("<svg ")


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (
            ("check", "thrones", "a.txt"),
            2,
            "'thrones' has no army lists; choose from icefire-2021, icefire-s6,",
        ),
        (("check", "runewars", "no-such-file"), 1, "no-such-file: No such file or directory"),
        (
            ("export", "runewars", "no-such-file", "--form", "runes"),
            2,
            "runewars has no format 'runes'; choose from text,",
        ),
        (("import", "runewars", "dl200-zz-00"), 1, "contains a typing error"),
        (("import", "runewars", "dl200"), 1, "a unit must be followed by its formation, as in 'Spearmen 3x2'"),
        (("random", "runewars", "--faction", "elves"), 1, "'elves' is not one of daqan-lords, "),
        (("random", "runewars", "--points", "3"), 1, "3 points are too few for any unit"),
        (("check", "runewars", "a.txt", "--language", "fr"), 2, "unknown language 'fr'"),
    ],
)
def test_what_cannot_be_done_is_told(arguments: tuple[str, ...], code: int, told: str) -> None:
    done = army_command(*arguments)
    assert done.code == code
    assert told in " ".join(done.err.replace("│", " ").split())


@GAMES
def test_points_agreed_and_those_of_the_list_are_the_same(game: str, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    army_command("random", game, "--out", file)
    done = army_command("show", game, file, "--points", "7")
    assert done.code == 1
    assert "points: the list says" in done.err


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(b"\xff\xfe\xff")
    done = army_command("check", "runewars", file)
    assert (done.code, done.err) == (1, f"Error: {file}: is not a text file\n")


def test_a_list_with_cards_there_are_not_is_still_shown(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text(
        json.dumps(
            {
                "faction": "stark",
                "points": 40,
                "commander": "20201",
                "companies": [{"unit": "99999"}, {"unit": "10201", "attachments": ["99998", "20201"]}],
                "ncus": ["99997"],
            }
        ),
        "utf-8",
    )
    shown = army_command("show", "icefire-s6", file)
    assert shown.code == 0
    assert "9999" not in shown.out
    assert army_command("check", "icefire-s6", file).err.count("There is no card") == 3


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("", "text"),
        ("# a remark\n{}", "json"),
        ('faction = "stark"', "toml"),
        ("[[units]]", "toml"),
        ("stark;1,2", "code"),
        ("dl200-x-y", "code"),
        ("Faction: stark", "text"),
        ("Spearmen 3x2\n+ Shield Wall", "text"),
    ],
)
def test_forms_are_told_apart(text: str, form: str) -> None:
    assert form_of(text) == form


def test_a_list_in_toml_is_read(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text('faction = "daqan-lords"\npoints = 100\n[[units]]\nunit = "spearmen"\nformation = "2x1"\n', "utf-8")
    assert army_command("check", "runewars", file).out.endswith("Daqan Lords: 18 of 100 points. No faults.\n")
    north = tmp_path / "north.toml"
    north.write_text('faction = "stark"\npoints = 40\ncommander = "20201"\n', "utf-8")
    assert army_command("show", "icefire-2021", north).code == 0


def test_every_command_and_option_is_documented_with_an_example() -> None:
    for command in army.registered_commands:
        assert command.callback is not None
        name = command.name or command.callback.__name__
        section = DOCS.partition(f"### `banneret army {name}`\n")[2].partition("\n### ")[0].partition("\n## ")[0]
        assert f"banneret army {name} " in section.split("```sh")[1]
        options = []
        for parameter, given in inspect.signature(command.callback, eval_str=True).parameters.items():
            if isinstance(given.annotation.__metadata__[0], typer.models.OptionInfo):
                options.append(f"--{parameter}")
        assert set(re.findall(r"`(--[a-z-]+)`", section)) == set(options), name
