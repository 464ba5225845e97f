"""Runes: what a number on a card or dial is at a moment."""

from collections.abc import Mapping

from banneret.games.runewars.content.components import Amount, Rune


def amount(value: Amount, runes: Mapping[Rune, int]) -> int:
    """A number, or as many as there are active runes of its kind in the pool, and what stands before a plus more."""
    # rule rw:51.6
    if isinstance(value, int):
        return value
    more, plus, rune = value.rpartition("+")
    for kind, active in runes.items():
        if kind == rune:
            return active + (int(more) if plus else 0)
    raise KeyError(f"'{value}' is the number of no rune; there are {', '.join(runes)}")
