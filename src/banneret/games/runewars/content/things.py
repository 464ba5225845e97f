"""Everything that card questions offer besides units: all ids that an answer can name."""

from __future__ import annotations

from typing import Final, get_args

from banneret.games.runewars.content.components import Bane, DieId, Icon, components

MOST_DICE: Final = 20
WIDEST: Final = 4
"""The maximum width and depth of a unit, in trays."""
DIE: Final = "die-{}"
FACE: Final = "{}-face-{}"
FORMATION: Final = "{}x{}"
SPEED: Final = "speed-{}"
FASTEST: Final = 4


def things() -> tuple[str, ...]:
    """Return all of them."""
    found = components()
    return tuple(
        dict.fromkeys(
            (
                *get_args(Bane),
                "inspiration",
                "vitality",
                *get_args(Icon),
                *get_args(DieId),
                *(DIE.format(place + 1) for place in range(MOST_DICE)),
                *(FACE.format(die.id, number + 1) for die in found.dice.values() for number in range(len(die.faces))),
                *(FORMATION.format(files, ranks) for files in range(1, WIDEST + 1) for ranks in range(1, WIDEST + 1)),
                *(SPEED.format(speed + 1) for speed in range(FASTEST)),
                *found.mana,
                *found.upgrades,
                *found.conditions,
                *found.morale,
                *("wound", "bane", "ready", "reform", "shift", "rally", "turn", "wheel", "charge", "surge"),
            )
        )
    )
