"""Run tests on planted faults, each in a forked process, with only the tests that run the faulty line.

All modules and tests are imported once. A first process runs every test and records which lines it runs; then each
fault is planted in a process of its own by replacing the code of the functions around it, and the tests that run its
line are run, quickest first, until one fails.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import importlib
import os
import pickle
import resource
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from time import monotonic, process_time
from types import CodeType, FunctionType
from typing import Final, NamedTuple

import pytest
from _pytest.runner import runtestprotocol
from coverage import Coverage

from tools.faults import Fault, constant_of, names_in, planted

ROOT: Final = Path(__file__).parents[1]
SOURCE: Final = ROOT / "src"
BUDGET: Final = 20.0
"""Seconds of computing, as measured while recording, that the tests of one fault may take."""
LONGEST: Final = 8.0
"""Seconds of a test that is not tried at all."""
GRACE: Final = 5
"""Seconds of computing beyond three times those of its tests after which a fault counts as caught: one never ends."""
PATIENCE: Final = 600
"""Seconds after which a fault counts as caught: a test waits for ever. A busy machine is no fault."""
MEMORY: Final = 2**31
"""Bytes of memory that a faulty program may take beyond what it has."""

PROGRESS: Final = os.dup(2)
_DIE_WITH_PARENT: Final = 1


class Found(NamedTuple):
    """What became of a fault."""

    fault: Fault
    tests: int
    """Tests that run its line."""
    caught: str
    """The test that failed, "hangs", or "" for a survivor."""


class Recorded(NamedTuple):
    """What the tests do without a fault."""

    took: dict[str, float]
    """Seconds of each test that passes."""
    lines: dict[tuple[str, int], set[str]]
    """The tests that run a line of a file."""


Work = Callable[["Trials"], None]


class Trials:
    """Replaces the loop in which pytest runs the collected tests."""

    def __init__(self, modules: Sequence[Path], work: Work, wanted: Callable[[pytest.Item], bool]) -> None:
        self.modules = modules
        self.work = work
        self.wanted = wanted
        self.items: dict[str, pytest.Item] = {}
        self.functions: dict[tuple[str, str, int], list[FunctionType]] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Do the work instead of running the tests."""
        with contextlib.suppress(AssertionError):
            session.config.pluginmanager.unregister(name="rule-coverage-session")  # it would slow every test down
        self.items = {item.nodeid: item for item in session.items if self.wanted(item)}
        for path in self.modules:
            importlib.import_module(".".join(path.relative_to(SOURCE).with_suffix("").parts))
        files = {str(path) for path in self.modules}
        gc.unfreeze()  # the tests freeze what they have imported, and frozen objects are not listed
        for one in gc.get_objects():
            if isinstance(one, FunctionType) and one.__code__.co_filename in files:
                code = one.__code__
                self.functions.setdefault((code.co_filename, code.co_qualname, code.co_firstlineno), []).append(one)
        if not self.functions:
            raise SystemExit("no function of the modules was found in memory: nothing could be planted")
        self.work(self)
        return True

    def record(self) -> Recorded:
        """Run all tests in a process of their own; return how long each takes and which lines it runs."""
        answer = in_child(self._record, patience=3600)
        if not isinstance(answer, Recorded):
            raise SystemExit(f"the tests could not be recorded: {answer}")
        return answer

    def _record(self) -> Recorded:
        files = [str(path) for path in self.modules]
        took: dict[str, float] = {}
        # Its tracer is written in C. Database calls switch greenlets: the lines after one would be missed.
        measured = Coverage(data_file=None, config_file=False, include=files, concurrency=["thread", "greenlet"])
        with measured.collect():
            following = [*list(self.items.values())[1:], None]
            for number, ((id, item), then) in enumerate(zip(self.items.items(), following, strict=True)):
                if number % 100 == 0:
                    say(f"{number} of {len(self.items)} tests recorded")
                measured.switch_context(id)
                begun = process_time()
                if passes(item, then):
                    took[id] = process_time() - begun
        lines: dict[tuple[str, int], set[str]] = {}
        for file in files:
            for line, tests in measured.get_data().contexts_by_lineno(file).items():
                lines[file, line] = {id for id in tests if id in took}
        return Recorded(took, lines)

    def tests_of(self, fault: Fault, recorded: Recorded, among: set[str] | None = None) -> list[str]:
        """Return the tests that run the line of a fault or read the constant, quickest first, within the budget.

        `among` are the tests to choose from, if not all.
        """
        places = [(str(fault.path), fault.line)]
        if constant := constant_of(fault):
            places = [(str(path), line) for path in self.modules for line in names_in(path).get(constant[0], ())]
        found = set().union(*(recorded.lines.get(place, set()) for place in places))
        if among is not None:
            found &= among
        left, chosen = BUDGET, []
        for id in sorted(found, key=lambda id: (recorded.took[id], id)):
            left -= recorded.took[id]
            if recorded.took[id] > LONGEST or left < 0:
                break
            chosen.append(id)
        return chosen

    def try_fault(self, fault: Fault, tests: Iterable[str], longest: int) -> str:
        """Plant a fault and run tests until one fails; return its id, "hangs", or "" if none fails.

        `longest` is the number of seconds of computing after which the fault hangs.
        """
        chosen = [self.items[id] for id in tests]
        if not chosen:
            return ""

        def run() -> str:
            resource.setrlimit(resource.RLIMIT_CPU, (longest, longest))
            resource.setrlimit(resource.RLIMIT_AS, (_memory() + MEMORY, resource.RLIM_INFINITY))
            self._plant(fault)
            return first_to_fail(chosen)

        answer = in_child(run)
        return answer if isinstance(answer, str) else "hangs"

    def _plant(self, fault: Fault) -> None:
        if constant := constant_of(fault):
            name, value = constant
            for module in list(sys.modules.values()):
                if getattr(module, "__name__", "").startswith("banneret") and type(vars(module).get(name)) is int:
                    setattr(module, name, value)
            return
        code, around = planted(fault)
        for (qualname, line), new in _all_codes(code):
            if (qualname, line) in around:
                for function in self.functions.get((str(fault.path), qualname, line), []):
                    function.__code__ = new


def _all_codes(code: CodeType) -> Iterator[tuple[tuple[str, int], CodeType]]:
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield (inner.co_qualname, inner.co_firstlineno), inner
            yield from _all_codes(inner)


def say(line: str) -> None:
    """Print a line of progress, also from a process whose output goes nowhere."""
    os.write(PROGRESS, f"{line}\n".encode())


def first_to_fail(items: Sequence[pytest.Item]) -> str:
    """Run tests until one fails; return its id, or "". What they share, such as a database server, is made once."""
    for item, then in zip(items, [*items[1:], None], strict=True):
        if not passes(item, then):
            item.session._setupstate.teardown_exact(None)
            return item.nodeid
    return ""


def passes(item: pytest.Item, then: pytest.Item | None = None) -> bool:
    """Run a test, possibly not for the first time, and return whether it passes.

    Fixtures that the test shares with the one that is run then are kept for it.
    """
    item._initrequest()  # type: ignore[attr-defined]  # recreate its fixtures
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=then))


def in_child(run: Callable[[], object], patience: float = PATIENCE) -> object:
    """Return what a function returns in a forked process, or None if that process dies or takes too long."""
    with tempfile.TemporaryFile() as written:
        child = os.fork()
        if not child:
            os.setpgid(0, 0)
            ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)  # Linux
            nowhere = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nowhere, stream)
            with contextlib.suppress(BaseException):
                pickle.dump(run(), written)
                written.flush()
            os._exit(0)
        begun = monotonic()
        while not os.waitpid(child, os.WNOHANG)[0]:
            if monotonic() - begun > patience:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(child, signal.SIGKILL)
                os.waitpid(child, 0)
                return None
            threading.Event().wait(0.01)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # the servers of a child that died
        written.seek(0)
        try:
            return pickle.load(written)  # noqa: S301  # our own child wrote it
        except EOFError:
            return None


def _memory() -> int:
    pages = int(Path("/proc/self/statm").read_text("utf-8").split()[0])
    return pages * resource.getpagesize()


def session(modules: Sequence[Path], tests: Sequence[str], work: Work, wanted: Callable[[pytest.Item], bool]) -> None:
    """Collect the tests of these files and do the work with them."""
    given = ["-q", "-s", "--no-cov", "-p", "no:cacheprovider", "-p", "no:xdist", "--timeout=0"]
    os.chdir(ROOT)
    pytest.main([*given, *tests], plugins=[Trials(modules, work, wanted)])
