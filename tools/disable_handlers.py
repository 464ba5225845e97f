"""Disable each handler of Battles of Westeros in turn and print whether a test fails.

    python tools/disable_handlers.py            # all of them, one after the other; takes some seconds each
    python tools/disable_handlers.py keyword    # one table: keyword, unit, commit, tactic, scoring, immediate

Exits with status 1 if no test fails without some handler.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Generator
from typing import Any, Final

import pytest

from banneret.games.battles.rules.combat.commit import COMMIT_ABILITIES
from banneret.games.battles.rules.field.abilities import UNIT_ABILITIES, UnitAbility
from banneret.games.battles.rules.field.keywords import KEYWORDS
from banneret.games.battles.rules.leadership.tactics import TACTICS
from banneret.games.battles.rules.victory.scoring import COUNTED
from banneret.games.battles.rules.victory.victory import IMMEDIATE

TABLES: Final[dict[str, dict[str, Any]]] = {
    "keyword": KEYWORDS,
    "unit": UNIT_ABILITIES,
    "commit": COMMIT_ABILITIES,
    "tactic": TACTICS,
    "scoring": COUNTED,
    "immediate": IMMEDIATE,
}
TESTS: Final = {
    "keyword": ("test_attack.py", "test_last_rules.py"),
    "unit": ("test_commanders.py",),
    "commit": ("test_commanders.py",),
    "tactic": ("test_leadership_cards.py",),
    "scoring": ("test_plan_rules.py", "test_last_rules.py", "test_regroup.py"),
    "immediate": ("test_plan_rules.py", "test_last_rules.py", "test_regroup.py"),
}
"""The test files of each table."""


def _nothing(*_: object) -> Generator[Any, Any, bool]:
    yield from ()
    return True


def disable(table: str, name: str) -> None:
    """Replace a handler with one that does nothing."""
    handlers = TABLES[table]
    if table == "unit":
        handlers[name] = UnitAbility()
    elif table == "commit":
        whole = type(handlers[name])
        handlers[name] = type(whole.__name__, (whole,), {"run": _nothing})()
    elif table == "tactic":
        handlers[name] = _nothing
    else:
        handlers[name] = lambda *_: 0


def run_without(table: str, name: str) -> tuple[int, str]:
    """Run the tests without a handler until one fails; return the exit code and the output.

    Runs in a forked process that has the game and pytest already loaded.
    """
    with tempfile.TemporaryFile("w+") as written:
        child = os.fork()
        if not child:
            for stream in (1, 2):
                os.dup2(written.fileno(), stream)
            disable(table, name)
            files = [f"tests/games/battles/{file}" for file in TESTS[table]]
            code = int(pytest.main(["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", *files]))
            sys.stdout.flush()
            os._exit(code)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        written.seek(0)
        return code, written.read()


def main(wanted: list[str]) -> int:
    """Try every handler of the given tables, or of all."""
    unnoticed = 0
    for table in wanted or TABLES:
        for name in TABLES[table]:
            code, written = run_without(table, name)
            failed = next((line for line in written.splitlines() if line.startswith("FAILED")), "")
            noticed = code == pytest.ExitCode.TESTS_FAILED
            unnoticed += not noticed
            print(
                f"{table:10} {name:40} {failed.removeprefix('FAILED ')[:90] if noticed else 'NOT NOTICED'}", flush=True
            )
    return int(unnoticed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
