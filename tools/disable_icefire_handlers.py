"""Disable each ability handler of A Song of Ice & Fire in turn and print whether a test fails.

    python tools/disable_icefire_handlers.py          # all of them: first find which tests run which, then try each
    python tools/disable_icefire_handlers.py order    # one table: order, card, passive, shape, number, flag, lost

Each handler is tried only with the tests that run it, fastest first, all in one pytest session. Exits with status 1 if
no test fails without some handler. After all of them, `data/card-tests.json` has a few tests that run each ability or
card, and `data/card-asserted.json` a test that fails without it; `banneret cards GAME --coverage` shows both.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple, TextIO

import pytest
from _pytest.runner import runtestprotocol

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests are a package at the root

from banneret.games.icefire import setup  # noqa: F401  # registers all handlers
from banneret.games.icefire.effects import registry

TESTS: Final = "tests/games/icefire"
DATA: Final = Path(__file__).parents[1] / "src/banneret/games/icefire/data"
NAMED: Final = 3
"""Tests named for each ability or card, however many run it."""
LONGEST: Final = 120
"""Seconds after which a test counts as failed: it may be waiting for the disabled handler."""
LEFT_OUT: Final = ("random_play", "evaluation", "draw", "texts", "words", "components", "lists", "secrecy", "apart")
"""Parts of the names of test files that run everything or nothing, and so say nothing about a single handler."""


NO_EFFECT: Final = {"flag 30404 never-activates", "flag joffreys-retinue as-the-card-counts"}
"""Flags of abilities that only repeat the data of their cards or change nothing: no test can miss them."""


class Handler(NamedTuple):
    """A handler: its table and name, the function, and a way to replace it."""

    table: str
    name: str
    now: Callable[..., Any]
    put: Callable[[Callable[..., Any]], None]


def _nothing(*_: object) -> Generator[Any, Any, None]:
    yield from ()


def handlers() -> Iterator[Handler]:
    """Yield all handlers except flags, which are not functions; separately for each edition."""
    for handler in _registered():
        of = handler.now
        if isinstance(of, registry.EditionHandlers):
            for edition, now in of.handlers.items():
                put = partial(of.handlers.__setitem__, edition)
                yield Handler(handler.table, f"{handler.name} {edition}", now, put)
        else:
            yield handler


def _registered() -> Iterator[Handler]:
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
        yield Handler("lost", id, follow, lambda new, id=id: registry.LOSSES.__setitem__(id, new))  # type: ignore[misc]  # no type for id=id


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
"""A function that does nothing in place of a handler, by table."""


# Which tests run which -----------------------------------------------------------------------------------------------


class NotingSet(set[str]):
    """The ids of a flag; records every successful lookup."""

    def __init__(self, name: str, ids: set[str], ran: dict[str, set[str]]) -> None:
        super().__init__(ids)
        self.name = name
        self.ran = ran

    def __contains__(self, id: object) -> bool:
        there = super().__contains__(id)
        if there:
            _note(self.ran, f"flag {id} {self.name}")
        return there

    def isdisjoint(self, other: Iterable[object]) -> bool:
        """Record which of several ids are there, as where the flags of all units are looked up at once."""
        return not [one for one in other if one in self]


def _note(ran: dict[str, set[str]], what: str) -> None:
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    if test:
        ran.setdefault(what, set()).add(test)


def _noting(handler: Handler, ran: dict[str, set[str]]) -> Callable[..., Any]:
    def noted(*given: Any) -> Any:  # any arguments of a handler
        _note(ran, f"{handler.table} {handler.name}")
        return handler.now(*given)

    return noted


class Trial:
    """Replaces the loop in which pytest runs the collected tests."""

    def __init__(self, wanted: list[str], out: TextIO) -> None:
        self.wanted = wanted
        self.out = out
        self.items: dict[str, pytest.Item] = {}
        self.took: dict[str, float] = {}
        self.unnoticed = 0
        self.ran: dict[str, set[str]] = {}
        """Tests that run a handler of each ability or card."""
        self.missed: dict[str, list[str]] = {}
        """Tests that fail without each handler of an ability or card; "" for one that nothing misses."""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run all tests once, recording the handlers they run; then run those of each handler without it."""
        session.config.pluginmanager.unregister(name="rule-coverage-session")  # rule coverage is irrelevant here
        self.items = {item.nodeid: item for item in session.items}
        tests = self.find()
        there = list(handlers())
        for handler in there:
            self.try_without(
                handler.table,
                handler.name,
                tests,
                partial(handler.put, STANDS_FOR[handler.table]),
                partial(handler.put, handler.now),
            )
        flags = [(name, id) for name, ids in registry.FLAGS.items() for id in sorted(ids)]
        for name, id in flags:
            ids = registry.FLAGS[name]
            self.try_without("flag", f"{id} {name}", tests, partial(ids.discard, id), partial(ids.add, id))
        if not self.wanted:
            self.save()
        self.print(f"{len(there) + len(flags)} handlers; {self.unnoticed} of those tried can be disabled unnoticed")
        return True

    def find(self) -> dict[str, list[str]]:
        """Run all tests once; return the tests that run each handler, fastest first."""
        ran: dict[str, set[str]] = {}
        there, flags = list(handlers()), dict(registry.FLAGS)
        for handler in there:
            handler.put(_noting(handler, ran))
        for name, ids in flags.items():
            registry.FLAGS[name] = NotingSet(name, ids, ran)
        for number, (id, item) in enumerate(self.items.items()):
            begun = perf_counter()
            if not passes(item):
                self.print(f"skipped, as it fails anyway: {id}")
                continue
            self.took[id] = perf_counter() - begun
            if number % 100 == 0:
                self.print(f"# {number} of {len(self.items)} tests run")
        for handler in there:
            handler.put(handler.now)
        registry.FLAGS.update(flags)
        return {what: sorted(tests & set(self.took), key=lambda id: self.took[id]) for what, tests in ran.items()}

    def try_without(
        self,
        table: str,
        name: str,
        tests: dict[str, list[str]],
        disable: Callable[[], object],
        restore: Callable[[], object],
    ) -> None:
        """Run the tests of a handler without it until one fails, and report if none does."""
        what = f"{table} {name}"
        if (self.wanted and table not in self.wanted) or what in NO_EFFECT:
            return
        run = tests.get(what, [])
        disable()
        try:
            failed = next((id for id in run if not passes(self.items[id])), "")
        finally:
            restore()
        self.unnoticed += not failed
        id = name.partition(" ")[0]
        self.ran.setdefault(id, set()).update(run)
        self.missed.setdefault(id, []).append(failed)
        result = failed if failed else "NOT NOTICED" if run else "NOT RUN"
        self.print(f"{table:8} {name:60} {len(run):4} {result}".rstrip())

    def save(self) -> None:
        """Write the tests of each ability and card, without the cases of their parameters."""
        ran = {id: sorted(tests, key=lambda test: (self.took[test], test)) for id, tests in self.ran.items()}
        tests = {id: sorted({one.partition("[")[0] for one in found[:NAMED]}) for id, found in sorted(ran.items())}
        asserted = {id: found[0].partition("[")[0] for id, found in sorted(self.missed.items()) if all(found)}
        for name, found in (("card-tests.json", tests), ("card-asserted.json", asserted)):
            (DATA / name).write_text(json.dumps(found, indent=1) + "\n", "utf-8")

    def print(self, line: str) -> None:
        """Print a line, bypassing pytest's capture."""
        print(line, file=self.out, flush=True)


def passes(item: pytest.Item) -> bool:
    """Run a test, possibly not for the first time, and return whether it passes."""
    item._initrequest()  # type: ignore[attr-defined]  # recreate its fixtures
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def main(wanted: list[str]) -> int:
    """Try every handler of the given tables, or of all."""
    files = [str(file) for file in sorted(Path(TESTS).glob("test_*.py"))]
    files = [file for file in files if not any(part in Path(file).stem for part in LEFT_OUT)]
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as out:
        trial = Trial(wanted, out)
        given = ["-q", "--no-cov", "-p", "no:cacheprovider", "-p", "no:xdist", f"--timeout={LONGEST}"]
        pytest.main([*given, "--timeout-method=signal", *files], plugins=[trial])
    return int(trial.unnoticed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
