"""Imports of worker processes. A worker that imported the whole server would start far more slowly."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = ("litestar", "sqlalchemy", "uvicorn", "alembic")
SEEN = "import sys; __import__(sys.argv[1]); print(*(name for name in sys.argv[2:] if name in sys.modules))"


def heavy(module: str) -> list[str]:
    command = [sys.executable, "-c", SEEN, module, *HEAVY]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()


@pytest.mark.parametrize("module", ["matches.bot_answers", "matches.replay_work", "past.story", "past.replay_file"])
def test_a_worker_imports_neither_the_database_nor_the_web_framework(module: str) -> None:
    assert heavy(f"banneret.server.{module}") == []


def test_they_would_be_noticed() -> None:
    assert heavy("banneret.server.store.positions") == ["sqlalchemy"]
