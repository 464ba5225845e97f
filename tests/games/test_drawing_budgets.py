"""What a drawing weighs over the wire: the ground once, the layer of things, and a change of it."""

from __future__ import annotations

import gzip
from statistics import median
from typing import Final

import msgspec
import pytest

from banneret.bots import Bot, RandomBot, play_for
from banneret.kernel.creation import new_match
from banneret.kernel.registry import rulebook, rulebooks
from banneret.server.live.patches import marks_of, parts_of, patches
from banneret.show.showing import showing_of

STEPS: Final = 120
LAYER: Final = 60 * 1024
CHANGE: Final = 3 * 1024
"""The most bytes of the layer as a whole, and of a change at the median, compressed as the socket does."""


def weight(content: bytes) -> int:
    return len(gzip.compress(content, 6))


@pytest.mark.parametrize("book", [one.id for one in rulebooks()])
def test_the_layer_and_its_changes_are_small(book: str) -> None:
    showing = showing_of(rulebook(book))
    match = new_match(book, seed=3, seats=rulebook(book).seats[-1], events=False)
    bots: dict[int, Bot] = {seat: RandomBot(seat) for seat in range(match.seats)}
    seats = range(match.seats)
    marks: dict[str, bytes] = {}
    changes, layers = [], []
    for step in range(STEPS):
        if not match.asking:
            break
        play_for(bots, match, min(match.asking), seed=1, once=True)
        layer = showing.things(match.view(seats).game)
        parts = parts_of(layer)
        if marks and (changed := patches(marks, parts)):
            changes.append(weight(msgspec.json.encode(changed)))
        if step % 20 == 0:
            layers.append(weight(layer.encode()))
        marks = marks_of(parts)
    assert max(layers) <= LAYER
    assert median(changes) <= CHANGE
