"""Checked play: everything that is kept for speed is found again and compared."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from banneret.kernel.game import Game
from banneret.plane.memo import Memo


@contextmanager
def checked() -> Iterator[None]:
    """Find again whatever is kept, in `Memo` and by `Game.once`; raise RuntimeError if it differs.

    What a state itself keeps is compared by the game's `audit`.
    """
    before = Memo.is_checked, Game.is_checked
    Memo.is_checked = Game.is_checked = True
    try:
        yield
    finally:
        Memo.is_checked, Game.is_checked = before
