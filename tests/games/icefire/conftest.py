"""The game is known to the kernel in these tests, whether or not players can have it."""

from __future__ import annotations

import pytest

from banneret.kernel import registry
from tests.games.icefire.scene import BOOKS


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    for id, book in BOOKS.items():
        monkeypatch.setitem(registry.REGISTRY.books, id, book)
