"""Styles of play: a game's judgement with some of its weights changed, so that equally strong bots play differently."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeVar

import msgspec

from banneret.bots.judging import Judging, judging_of
from banneret.content.datafile import DataFile
from banneret.kernel.rulebook import Rulebook

STYLES: Final = {
    "aggressive": "values attacks and nearness to enemies more, and its own safety less",
    "defensive": "values its own safety more, and attacks less",
}
"""The styles, each with how it plays, in English. A game provides both, one of them or none (`Judging.styles`)."""

W = TypeVar("W", bound=msgspec.Struct)


class BotError(LookupError):
    """The bot does not exist, cannot play this game, or its file or package does not provide one."""


def judging_in(book: Rulebook[Any], style: str) -> Judging[Any]:
    """Return the judge of a game in a style, if one is named. Raises BotError if the game does not have it."""
    judge = judging_of(book)
    if not style:
        return judge
    found = judge.styles.get(style)
    if found is None:
        has = f"it has {', '.join(judge.styles)}" if judge.styles else "it has no styles"
        raise BotError(f"bots cannot play {book.id} in the style {style!r}; {has}")
    return found


def read_styles(file: DataFile, weights: W) -> dict[str, W]:
    """Return the weights of each style: some of them differ in the table `styles` of a data file. Raises DataError."""
    found = {}
    known = [field.name for field in msgspec.structs.fields(weights)]
    for style, changed in file.table("styles", dict[str, dict[str, float]]).items():
        file.one_of("styles", style, style, STYLES)
        for name in changed:
            file.one_of(style, name, name, known)
        found[style] = msgspec.structs.replace(weights, **changed)
    return found


def styled(levels: Iterable[str]) -> list[str]:
    """Return the names of levels in each style."""
    return [f"{style}-{name}" for name in levels for style in STYLES]
