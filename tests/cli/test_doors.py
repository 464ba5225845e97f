"""Wrong arguments of the command line: each is refused with a message that names it, and never with another error."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
import typer

from banneret import Record
from banneret.cli.app import app
from banneret.content.army_lists import armies_of
from banneret.kernel.registry import rulebook
from banneret.kernel.stream import Stream, derive_key
from banneret.sim.games import Plan, play_game
from banneret.testing.conformance.inputs import mutilated, torn, torn_text
from tests.commands import Done
from tests.soaking import scale

ANY: Final = "?"
"""The message need not name what is wrong."""
INPUTS: Final = 100
"""Wrong inputs of each kind."""
SOAKED: Final = 5000

NO_NUMBERS: Final = ("", "x", "1.5.1", "ß", "0x1", "1,", "--", "none", "[]", "1 2")
NO_NAMES: Final = ("", "x", "chess", "ß" * 30, "thrones\0", "../thrones", "{}", "a=b=c", "THRONES", "none", "thrones ")
LISTED: Final = ("icefire-s6", "icefire-2021", "runewars")
"""Games with army lists."""

THERE: Final = Path(__file__)
"""A file that exists."""

Arguments = list[str | Path]


def leaves(command: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:  # a type of typer's
    """Yield every command with the words that call it."""
    inner = getattr(command, "commands", None)
    if not inner:
        yield words, command
    for name, one in (inner or {}).items():
        yield from leaves(one, (*words, name))


BANNERET: Final = typer.main.get_command(app)
COMMANDS: Final = list(leaves(BANNERET))


def run(arguments: Arguments) -> Done:
    """Run a command in this process, faster than typer's runner, which builds all commands each time."""
    code, out, err = 0, io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            BANNERET.main([str(one) for one in arguments], prog_name="banneret")
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0
    return Done(code, out.getvalue(), err.getvalue())


NUMBERS: Final = [
    (words, command, one)
    for words, command in COMMANDS
    for one in command.params
    if one.param_type_name == "option" and one.type_descriptor.annotation in (int, float)
]
"""Every option that is a number, with its command."""


class Given:
    """Right files, to be made wrong."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "given"
        match = play_game(Plan(rulebook="battles", seats=2, bots=("random",) * 2), 1)
        self.record = Record.of(match).pack()
        self.position = msgspec.json.decode(msgspec.json.encode(match.position()))
        self.lists = [(game, text) for game in LISTED for text in lists_of(game)]

    def write(self, content: bytes) -> Path:
        """Return a file with this content."""
        self.file.write_bytes(content)
        return self.file


def lists_of(game: str) -> Iterator[str]:
    """Yield an army of each faction in each format."""
    maker = armies_of(rulebook(game))
    assert maker is not None
    for faction in maker.factions:
        army = maker.random(1, faction, next(iter(maker.sizes)))
        yield from (maker.write(army, form) for form in maker.forms)


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Given:
    return Given(tmp_path_factory.mktemp("doors"))


def needed(command: Any, but: str = "") -> Arguments:  # a type of typer's
    """Return an argument or option of each kind that a command requires."""
    found: Arguments = []
    for one in command.params:
        if not one.required or one.opts[0] == but:
            continue
        if one.param_type_name == "option":
            found.append(one.opts[0])
        found.append("thrones" if one.name == "game" else THERE if one.name in ("file", "files", "position") else "1")
    return found


def wrong_option(_given: Given, stream: Stream) -> tuple[Arguments, str]:
    """An option that a command does not have."""
    words, command = stream.choice(COMMANDS)
    option = stream.choice(["--nothing", "--game-of", "---", "--seedling=1", "--ß", "--json-", "--no-seed"])
    return [*words, *needed(command), option], option.partition("=")[0]


def wrong_number(_given: Given, stream: Stream) -> tuple[Arguments, str]:
    """A text in place of a number."""
    words, command, one = stream.choice(NUMBERS)
    return [*words, *needed(command, one.opts[0]), one.opts[0], stream.choice(list(NO_NUMBERS))], one.opts[0]


def wrong_name(_given: Given, stream: Stream) -> tuple[Arguments, str]:
    """A game or a language that does not exist."""
    name = stream.choice(list(NO_NAMES))
    games = [(words, one) for words, one in COMMANDS if any(p.name == "game" and p.required for p in one.params)]
    words, command = stream.choice(games)
    languages = [one for one in command.params if one.name == "language"]
    if languages and stream.below(2):
        return [*words, *needed(command), "--language", name], "language"
    return [*words, *(name if one == "thrones" else one for one in needed(command))], name.strip()


WRONG: Final[list[tuple[Arguments, str, tuple[str, ...]]]] = [
    (["simulate", "battles", "--games", "1"], "--bots", ("", "nobody", "greedy,nobody", "search:x", "search:-1", ",")),
    (
        ["simulate", "battles", "--games", "1"],
        "--option",
        ("", "x", "=", "x=1", "scenario=x", "flat_morale_loss=maybe"),
    ),
    (["simulate", "battles", "--games", "1"], "--seats", ("0", "1", "3", "-1", "9" * 20)),
    (["simulate", "battles", "--games", "1"], "--bot-code", ("missing.py", ".", "")),
    (["simulate", "battles"], "--games", ("0", "-1")),
    (["simulate", "battles", "--games", "1"], "--jobs", ("0", "-1")),
    (["simulate", "battles", "--games", "1"], "--think", ("-1", "nan", "-inf")),
    (["simulate", "battles", "--games", "1"], "--memory", ("-1",)),
    (["arena", "battles", "--games", "2"], "--bots", ("", "nobody", "greedy,nobody", "search:x")),
    (["arena", "battles", "--games", "2"], "--seats", ("0", "1", "3", "-1")),
    (["demo", "battles"], "--seats", ("0", "1", "3", "-1")),
    (["demo", "battles"], "--bots", ("nobody", "search:x", ",,,")),
    (["demo", "battles"], "--option", ("", "x", "=", "x=1", "scenario=x")),
    (["play", "battles"], "--you", ("x", "stark,x", "9")),
    (["play", "battles"], "--seats", ("0", "1", "3")),
    (["play", "battles"], "--resume", ("missing.record", ".")),
    (["mcp", "battles"], "--seats", ("0", "1", "3")),
    (["mcp", "battles"], "--bots", ("nobody", "search:x")),
    (["suite", "battles"], "--bot", ("", "nobody", "search:x")),
    (["cards", "runewars"], "--kind", ("x", "nothing")),
    (["cards", "runewars"], "--faction", ("x", "stark")),
    (["cards", "icefire-s6"], "--language", ("x", "", "EN")),
    (["army", "random", "runewars"], "--faction", ("x", "stark")),
    (["army", "random", "icefire-s6"], "--faction", ("x", "uthuk")),
    (["army", "random", "runewars"], "--points", ("-1", "0", "1")),
    (["army", "random", "icefire-2021"], "--including", ("", "x", "0")),
    (["export", "RECORD", "--out", "OUT"], "--to", ("", "x", "PARQUET")),
    (["export", "RECORD", "--out", "OUT"], "--shard", ("0", "-1")),
    (["export", "RECORD", "--out", "OUT", "--view"], "--seat", ("x", "9", "-1")),
    (["replay", "RECORD"], "--to", ("-1", "99999")),
    (["replay", "RECORD"], "--game", ("0", "-1", "99")),
    (["replay", "RECORD"], "--seat", ("", "x", "starks", "2")),
    (["show", "RECORD"], "--to", ("-1", "99999")),
    (["show", "RECORD"], "--seat", ("", "x", "starks", "2")),
    (["show", "POSITION"], "--rulebook", ("x", "", "chess")),
    (["analyse", "RECORD"], "--bot", ("", "nobody", "search:x")),
    (["analyse", "RECORD"], "--seat", ("x", "starks")),
    (["perft", "battles", "--position", "POSITION"], "--depth", ("-1",)),
    (["doctor"], "--config", ("missing.toml", ".")),
    (["verify"], "--config", ("missing.toml", ".")),
    (["backup", "OUT"], "--config", ("missing.toml", ".")),
    (["new-game", "x"], "--folder", (str(THERE),)),
]
"""Commands, an option, and values that it never takes."""


def wrong_value(given: Given, stream: Stream) -> tuple[Arguments, str]:
    """A value that an option never takes."""
    command, option, values = stream.choice(WRONG)
    files: dict[str | Path, Path] = {
        "RECORD": given.write(given.record),
        "POSITION": given.write(msgspec.json.encode(given.position)) if "POSITION" in command else given.file,
        "OUT": given.file.with_name("out"),
    }
    return [*(files.get(word, word) for word in command), option, stream.choice(values)], ANY


def torn_record(given: Given, stream: Stream) -> tuple[Arguments, str]:
    """A record of which a part is missing or replaced."""
    file = given.write(torn(given.record, stream))
    command = stream.choice([["replay"], ["show", "--text"], ["odds"], ["analyse", "--to", "3"]])
    return [*command, file, *(["--to", "3"] if command[0] == "replay" else [])], ""


def wrong_position(given: Given, stream: Stream) -> tuple[Arguments, str]:
    """A position with values removed, exchanged or replaced."""
    file = given.write(msgspec.json.encode(mutilated(given.position, stream)))
    perft: Arguments = ["perft", "battles", "--position", file, "--depth", "0"]
    return stream.choice([["show", file, "--text"], ["show", file], perft]), ""


def torn_list(given: Given, stream: Stream) -> tuple[Arguments, str]:
    """An army list with a word removed, doubled or replaced."""
    game, text = stream.choice(given.lists)
    file = given.write(torn_text(text, stream).encode())
    points = stream.choice([[], ["--points", "0"], ["--points", "-1"], ["--points", str(10**30)]])
    command = stream.choice(["check", "show", "export", "additions"])
    return ["army", command, game, file, *points], ""


KINDS: Final[dict[str, Callable[[Given, Stream], tuple[Arguments, str]]]] = {
    one.__name__: one
    for one in (wrong_option, wrong_number, wrong_name, wrong_value, torn_record, wrong_position, torn_list)
}


def fault_of(done: Done, named: str) -> str:
    """Return what is wrong with the answer to wrong arguments, or ""."""
    if done.code == 0:
        return "" if not named else "accepted"
    if done.code not in (1, 2):
        return f"exit status {done.code}"
    if not done.err.strip() or "Traceback" in done.err or "This is a bug" in done.err:
        return f"no message: {done.err!r}"
    if named != ANY and named not in done.err and repr(named)[1:-1] not in done.err:
        return f"does not name {named!r}: {done.err!r}"
    return ""


def check(kind: str, inputs: int, given: Given, seed: str) -> None:
    """Run a command with each of these inputs."""
    stream = Stream(derive_key("command line", f"{kind}-{seed}"))
    faults = []
    for _ in range(inputs):
        arguments, named = KINDS[kind](given, stream)
        try:
            fault = fault_of(run(arguments), named)
        except Exception as error:  # whatever it is, it is not the documented one
            fault = f"{type(error).__name__}: {error}"
        if fault:
            faults.append(f"banneret {' '.join(map(repr, arguments))}: {fault}")
    assert not faults, "\n".join([f"{len(faults)} of {inputs} inputs were not refused as they should be:", *faults])


@pytest.mark.parametrize("kind", KINDS)
def test_wrong_arguments_are_refused(kind: str, given: Given) -> None:
    check(kind, INPUTS, given, "quick")


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
def test_no_wrong_argument_is_mishandled(kind: str, given: Given) -> None:
    check(kind, round(SOAKED * scale()), given, "soak")
