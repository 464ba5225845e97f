"""The game is known to the kernel in these tests, whether or not players can have it."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.kernel import rulebook
from tests.games.icefire.scene import BOOKS


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    registered: dict[str, Any] = rulebook._REGISTERED
    for id, book in BOOKS.items():
        monkeypatch.setitem(registered, id, book)
