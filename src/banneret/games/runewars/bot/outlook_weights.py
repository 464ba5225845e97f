"""The weights of the evaluation of what units can still do."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from banneret.games.runewars.bot.evaluation import DATA


class Outlooks(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The weights of the terms; the data file describes each of them."""

    blow: float
    reach: float
    shot: float
    flank: float
    near: float
    way: float
    goal: float
    boon: float
    bane: float


OUTLOOK: Final = DATA.table("outlook", Outlooks)
