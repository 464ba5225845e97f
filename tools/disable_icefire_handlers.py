"""Disables every ability handler of A Song of Ice & Fire in turn and prints whether a test fails then.

    python tools/disable_icefire_handlers.py          # all of them: first which tests run which, then one by one
    python tools/disable_icefire_handlers.py order    # one table: order, card, passive, shape, number, flag, lost
    python tools/disable_icefire_handlers.py --ran=F  # all; which tests run which is kept in the file F

A handler is tried with the tests that run it and no others. Ends with 1 if one can be taken away unnoticed.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests are a package at the root

from banneret.games.icefire import setup  # noqa: F401  # registers all handlers
from banneret.games.icefire.abilities import registry
from banneret.kernel.rule_coverage import load_rules

TESTS: Final = "tests/games/icefire"
FEW: Final = 12
"""How many tests of a handler are tried first; the others only if none of them fails."""
LONGEST: Final = 600
"""Seconds after which the tests of one handler are given up: nothing is known of it then."""
LEFT_OUT: Final = ("random_play", "evaluation", "draw", "texts", "words", "components", "lists", "secrecy", "apart")
"""Tests that run everything or nothing, and say nothing of one handler, by parts of their names."""


NO_EFFECT: Final = {"flag 30404 never-activates", "flag joffreys-retinue as-the-card-counts"}
"""Flags of abilities that stand in the data of their cards or change nothing: no test can miss them."""


class Handler(NamedTuple):
    """A handler: its table and name, what it is now, and how something is put in its place."""

    table: str
    name: str
    now: Callable[..., Any]
    put: Callable[[Callable[..., Any]], None]


def _nothing(*_: object) -> Generator[Any, Any, None]:
    yield from ()


def handlers() -> Iterator[Handler]:
    """Yield every handler but flags, which are no functions."""
    for id, way in registry.ORDERS.items():
        yield Handler("order", id, way.play, _way(registry.ORDERS, id))
    for id, ways in registry.CARDS.items():
        for use, one in ways.items():
            yield Handler("card", f"{id} {use}", one.play, _way(ways, use))
    for event, found in registry.PASSIVES.items():
        for place, passive in enumerate(found):
            yield Handler("passive", f"{passive.id} {event} {passive.role}", passive.act, _passive(found, place))
    for id, shaper in registry.SHAPERS.items():
        yield Handler("shape", id, shaper.shape, _field(registry.SHAPERS, id, "shape"))
    for what, counts in registry.NUMBER_OF.items():
        for id, count in counts.items():
            yield Handler("number", f"{id} {what}", count.add, _field(counts, id, "add"))
    for id, follow in registry.LOSSES.items():
        yield Handler("lost", id, follow, lambda new, id=id: registry.LOSSES.__setitem__(id, new))  # type: ignore[misc]


def _way(ways: dict[Any, registry.Way], key: object) -> Callable[[Callable[..., Any]], None]:
    return lambda new: ways.__setitem__(key, ways[key]._replace(play=new))


def _passive(found: list[registry.Passive], place: int) -> Callable[[Callable[..., Any]], None]:
    return lambda new: found.__setitem__(place, found[place]._replace(act=new))


def _field(there: dict[str, Any], id: str, name: str) -> Callable[[Callable[..., Any]], None]:
    return lambda new: there.__setitem__(id, there[id]._replace(**{name: new}))


STANDS_FOR: Final[Mapping[str, Callable[..., Any]]] = {
    "order": _nothing,
    "card": _nothing,
    "passive": _nothing,
    "lost": _nothing,
    "shape": lambda *_: None,
    "number": lambda *_: 0,
}
"""What does nothing in the place of a handler of each table."""


# Which tests run which -----------------------------------------------------------------------------------------------


class NotingSet(set[str]):
    """The ids of a flag; notes every one that is asked for and there."""

    def __init__(self, name: str, ids: set[str], ran: dict[str, set[str]]) -> None:
        super().__init__(ids)
        self.name = name
        self.ran = ran

    def __contains__(self, id: object) -> bool:
        there = super().__contains__(id)
        if there:
            _note(self.ran, f"flag {id} {self.name}")
        return there


def _note(ran: dict[str, set[str]], what: str) -> None:
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    if test:
        ran.setdefault(what, set()).add(test)


def _noting(handler: Handler, ran: dict[str, set[str]]) -> Callable[..., Any]:
    def noted(*given: Any) -> Any:  # whatever a handler is given
        _note(ran, f"{handler.table} {handler.name}")
        return handler.now(*given)

    return noted


def find_tests() -> dict[str, list[str]]:
    """Run all tests of the game once; return by handler the tests that ran it. In a forked process."""
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / "ran.json"
        _forked(lambda: _write_what_ran(written))
        tests: dict[str, list[str]] = json.loads(written.read_text("utf-8"))
        return tests


def _write_what_ran(written: Path) -> int:
    ran: dict[str, set[str]] = {}
    for handler in list(handlers()):
        handler.put(_noting(handler, ran))
    for name, ids in registry.FLAGS.items():
        registry.FLAGS[name] = NotingSet(name, ids, ran)
    files = sorted(Path(TESTS).glob("test_*.py"))
    code = _run([str(file) for file in files if not any(part in file.stem for part in LEFT_OUT)], to_the_end=True)
    written.write_text(json.dumps({what: sorted(tests) for what, tests in ran.items()}), "utf-8")
    return code


def _forked(do: Callable[[], int], *, limited: bool = False) -> int:
    """Do something in a silent process of its own; return the code that it ends with, below 0 if it is killed."""
    child = os.fork()
    if not child:
        code = -1
        try:
            _be_quiet()
            signal.alarm(LONGEST if limited else 0)
            code = do()
        finally:
            os._exit(code & 0xFF)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _be_quiet() -> None:
    empty = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(empty, stream)


class Unjudged:
    """Lets tests run that name a rule whose code is taken away: whether they run it is no matter here."""

    def __init__(self) -> None:
        self.index = load_rules(Path("src/banneret").resolve())

    def pytest_configure(self) -> None:
        """Put what is read already in the place of what each process would read."""
        plugin = sys.modules["tests.rule_coverage_plugin"]
        vars(plugin).update(load_rules=lambda _: self.index, cited_rules=lambda *_: {})
        plugin.RuleCoverage._judge = lambda *_: None


@cache
def unjudged() -> Unjudged:
    """Return the one of it, which reads the rules once, before the processes are forked."""
    return Unjudged()


def _run(tests: list[str], *, to_the_end: bool = False) -> int:
    until = [] if to_the_end else ["-x"]
    given = ["-q", *until, "--no-cov", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]
    return int(pytest.main(given, plugins=[unjudged()]))


def fails_without(disable: Callable[[], None], tests: list[str]) -> bool:
    """Tell whether one of some tests fails once something is disabled. In a forked process.

    Raises TimeoutError if they take too long.
    """

    def run() -> int:
        disable()
        return _run(tests)

    code = _forked(run, limited=True)
    if code == -signal.SIGALRM:
        raise TimeoutError
    return code == pytest.ExitCode.TESTS_FAILED


def disabling(table: str, wanted: str) -> Callable[[], None]:
    """Return what takes a handler or a flag away."""
    if table == "flag":
        id, _, name = wanted.partition(" ")
        return lambda: registry.FLAGS[name].discard(id)
    handler = next(one for one in handlers() if (one.table, one.name) == (table, wanted))
    return lambda: handler.put(STANDS_FOR[table])


def main(wanted: list[str]) -> int:
    """Try every handler of some tables, or of all."""
    unjudged()
    files = [Path(one.removeprefix("--ran=")) for one in wanted if one.startswith("--ran=")]
    wanted = [one for one in wanted if not one.startswith("--")]
    names = [(one.table, one.name) for one in handlers()]
    names += [("flag", f"{id} {name}") for name, ids in registry.FLAGS.items() for id in sorted(ids)]
    tests = json.loads(files[0].read_text("utf-8")) if files and files[0].is_file() else find_tests()
    for file in files:
        file.write_text(json.dumps(tests), "utf-8")
    unnoticed = 0
    for table, name in names:
        if (wanted and table not in wanted) or f"{table} {name}" in NO_EFFECT:
            continue
        run = tests.get(f"{table} {name}", [])
        disable = disabling(table, name)
        try:
            noticed = bool(run) and (
                fails_without(disable, run[:FEW]) or (len(run) > FEW and fails_without(disable, run[FEW:]))
            )
            told = "" if noticed else "NOT NOTICED" if run else "NOT RUN"
        except TimeoutError:
            noticed, told = False, "TOO LONG"
        unnoticed += not noticed
        print(f"{table:8} {name:60} {len(run):4} {told}".rstrip(), flush=True)
    print(f"{len(names)} handlers, {unnoticed} of those tried can be taken away unnoticed")
    return int(unnoticed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
