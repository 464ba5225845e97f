"""Shared configuration: rule coverage, coverage measurement, and a summary of tests skipped for missing programs."""

import gc
import signal
from collections.abc import Generator
from pathlib import Path

import pytest
from coverage import Coverage
from hypothesis import is_hypothesis_test, settings

from banneret.compiled import compiled_modules
from tests.outside.environment import Environment, shared_environment

FIRST_WORKER = "gw0"

pytest_plugins = ["tests.rule_coverage_plugin"] if Path(__file__).with_name("rule_coverage_plugin.py").exists() else []

settings.register_profile("untimed", deadline=None)  # slow machines must not fail tests
settings.load_profile("untimed")


def pytest_configure() -> None:
    """Restore the default SIGINT handling for child processes; background scripts ignore the signal."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Stop what pytest-cov 7.1 starts in a worker of xdist before the worker's own measuring, and forgets.

    It would go on whenever a test is not to be measured, which takes that test five times as long.
    """
    forgotten = Coverage.current()
    if hasattr(session.config, "workerinput") and forgotten is not None:
        forgotten.stop()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Collect without garbage collection, which finds nothing: what is collected stays.

    What runs on import is measured in the first worker of xdist only: all workers import the same.
    """
    plugin = session.config.pluginmanager.get_plugin("_cov")
    worker = getattr(session.config, "workerinput", {"workerid": FIRST_WORKER})["workerid"]
    measuring = plugin.cov_controller if plugin is not None and worker != FIRST_WORKER else None
    gc.disable()
    if measuring is not None:
        measuring.pause()
    try:
        return (yield)
    finally:
        if measuring is not None:
            measuring.resume()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Measure coverage by quick tests with one example: measured code runs half as fast.

    Of a test with many cases only the first is measured, and no test with generated examples. What the others prove
    they prove unmeasured.
    """
    measured: set[str] = set()
    for item in items:
        test = item.nodeid.partition("[")[0]
        generated = is_hypothesis_test(getattr(item, "function", None))
        if test in measured or generated or item.get_closest_marker("slow"):
            item.add_marker("no_cover")
        measured.add(test)


def pytest_collection_finish() -> None:
    """Exempt all that is loaded by now from garbage collection, which would look through it again and again."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report tests that were skipped because a program is not installed."""
    left: dict[str, list[str]] = {}
    for report in terminalreporter.stats.get("skipped", []):
        reason = str(report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr)
        _, found, why = reason.partition("left out: ")
        if found:
            left.setdefault(why, []).append(report.nodeid)
    for why, tests in sorted(left.items()):
        terminalreporter.section(f"LEFT OUT: {len(tests)} tests: {why}", red=True)
        for file in sorted({test.partition("::")[0] for test in tests}):
            terminalreporter.line(f"  {file}")


@pytest.fixture
def interpreted() -> None:
    """Skip a test that replaces a function or an object, or adds a subclass: compiled code uses its own directly."""
    if compiled_modules():
        pytest.skip("modules are compiled")


@pytest.fixture(scope="session")
def outside(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Environment:
    """Return an environment in which wheels are installed, one for all test processes."""
    base = tmp_path_factory.getbasetemp()
    return shared_environment((base if worker_id == "master" else base.parent) / "outside")
