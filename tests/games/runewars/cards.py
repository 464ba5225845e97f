"""Cards one by one: a moment, a surge or a skill of a unit on a field, and what has come of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from banneret.games.runewars.abilities import registration as loading
from banneret.games.runewars.content.components import DieId, Icon, components
from banneret.games.runewars.effects.moments import happen
from banneret.games.runewars.effects.registry import SKILLS, SURGES, Moment, Source, When
from banneret.games.runewars.effects.skills import skills_of
from banneret.games.runewars.effects.surges import usable
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.state import cells_of, runes
from banneret.games.runewars.units.attack import Attack
from banneret.games.runewars.units.combat import AttackKind, Rerolls, dice_of
from banneret.plane import Side
from tests.games.runewars.field import Played, die, field, play, unit

assert loading.LOADED
WILD: Final = (1, 1, 1, 1, 1)
"""The sides of the mana tokens with 2 stable, 4 unstable and 1 natural runes; without it 1, 0 and 2."""
A: Final = "a spearmen 2x2 9000 9000 0"
"""Its front edge lies at y = 10000, along that of B."""
B: Final = "b reanimates 2x2 9000 11000 18000"
FAR: Final = "b reanimates 2x2 9000 13000 18000"
"""At range 2 of A."""
BESIDE: Final = "a rune-golems 1x1 7000 9500 0"
"""An ally of A, at range 1 of it, that touches nobody."""


def assault(game: Runewars, kind: AttackKind = "melee", attacker: str = "a1", defender: str = "b1") -> Attack:
    """An attack of a unit with its first profile of a kind, its dice gathered and nothing rolled."""
    state = game.state
    one, two = unit(game, attacker), unit(game, defender)
    profile = next(one for one in components().units[state.unit[one]].attacks if one.kind == kind)
    attack = Attack(one, two, kind, profile)
    attack.edge = Side.FRONT if kind == "melee" else None
    attack.dice = list(dice_of(profile, runes(state)))
    attack.strength = len({column for column, _ in cells_of(state, one)})
    attack.rerolls = Rerolls(0, 0)
    return attack


def rolled(attack: Attack, *faces: tuple[Icon, ...], dice: Sequence[DieId] = ()) -> Attack:
    """Let the dice of an attack show these faces."""
    attack.dice = list(dice) or attack.dice[: len(faces)]
    attack.faces = list(faces)
    return attack


def at(game: Runewars, name: When, *answers: str, attack: Attack | None = None, **more: Any) -> Played:
    """Let a moment come: of an attack, or of unit a1 and b1, or of those named; its result is the moment."""
    chance = more.pop("chance", ())
    names = more.pop("unit", "a1"), more.pop("target", "b1")
    one, two = (unit(game, there) if there else -1 for there in names)
    if attack is not None:
        one, two = attack.attacker, attack.defender
    moment = Moment(name, one, two, attack=attack, **more)
    return play(game, happen(game, moment), *answers, chance=chance)


def spend(
    game: Runewars, attack: Attack, id: str, *answers: str, surges: int = 1, chance: Sequence[int] = ()
) -> Played:
    """Use a surge ability of the attacker; it must be among those that can be used."""
    attack.icons["surge"] = max(surges, 9)
    assert id in usable(game.state, attack), (id, list(usable(game.state, attack)))
    return play(game, SURGES[id].act(game, attack, Source(attack.attacker, id), surges), *answers, chance=chance)


def use(game: Runewars, name: str, id: str, *answers: str, chance: Sequence[int | str] = ()) -> Played:
    """Resolve a skill of a unit; it must be among those that it can resolve."""
    assert id in skills_of(game.state, unit(game, name)), (id, skills_of(game.state, unit(game, name)))
    return play(game, SKILLS[id].act(game, Source(unit(game, name), id)), *answers, chance=chance)


def has_skill(game: Runewars, name: str, id: str) -> bool:
    """Whether a unit can resolve a skill now."""
    return id in skills_of(game.state, unit(game, name))


def banes(game: Runewars, name: str) -> list[str]:
    """The banes of a unit."""
    return list(game.state.banes[unit(game, name)])


def wounds(game: Runewars, name: str) -> int:
    """The wounds on the figures of a unit."""
    return sum(wounds for _, _, wounds, _ in game.state.figures[unit(game, name)])


def figures(game: Runewars, name: str) -> int:
    """How many figures a unit has."""
    return len(game.state.figures[unit(game, name)])


__all__ = [
    "BESIDE",
    "FAR",
    "WILD",
    "A",
    "B",
    "Played",
    "assault",
    "at",
    "banes",
    "die",
    "field",
    "figures",
    "has_skill",
    "rolled",
    "spend",
    "use",
    "wounds",
]  # fmt: skip  # several to a line
