"""Abilities that only give attacks the common attack abilities."""

from __future__ import annotations

from banneret.games.icefire.effects.registry import Shape, Source, flag, shape
from banneret.games.icefire.state import Fight, State


def _gives(*keywords: str, melee_only: bool = True) -> Shape:
    def give(state: State, fight: Fight, source: Source) -> None:
        """Add the keywords: icefire:attack-ability.sundering, icefire:attack-ability.vicious, icefire:card.9."""
        if fight.kind == "melee" or not melee_only:
            fight.keywords.update(keywords)

    return give


for _id in ("vicious", "flail", "spiked-flail", "blade-and-fang"):
    shape(_id)(_gives("vicious"))
for _id in ("sundering", "halberd", "tooth-claw"):
    shape(_id)(_gives("sundering"))
shape("precision")(_gives("precision"))
shape("accute-precision")(_gives("precision", melee_only=False))

flag("ignores-rough", "pathfinder")
flag("ignores-hindering", "pathfinder")
flag("ignores-dangerous", "pathfinder")
flag("never-weakened", "indomitable")
flag("sees-over-all", "arrow-volley")
