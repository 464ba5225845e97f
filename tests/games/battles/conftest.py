"""The game is known to the kernel in these tests, whether or not players can have it."""

from __future__ import annotations

import pytest

from banneret.kernel import registry
from tests.games.battles.scene import BOOK


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.REGISTRY.books, BOOK.id, BOOK)
