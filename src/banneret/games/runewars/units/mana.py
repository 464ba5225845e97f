"""Runes: the current value of a number on a card or dial."""

from collections.abc import Mapping

from banneret.games.runewars.content.components import Amount, Rune


def amount(value: Amount, runes: Mapping[Rune, int]) -> int:
    """Return a number, or the active runes of its kind in the pool plus any number printed before a plus sign."""
    # rule rw:51.6
    if isinstance(value, int):
        return value
    more, plus, rune = value.rpartition("+")
    for kind, active in runes.items():
        if kind == rune:
            return active + (int(more) if plus else 0)
    raise KeyError(f"'{value}' names no rune; the runes are {', '.join(runes)}")
