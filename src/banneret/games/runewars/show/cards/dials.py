"""Actions, modifiers and the faces of command tools as cards."""

from __future__ import annotations

from typing import Final

from banneret.games.runewars.content.components import ActionSector, ModifierSector, components
from banneret.games.runewars.content.sectors import BLANK, action_id, modifier_id
from banneret.games.runewars.show.cards.values import amount, summary
from banneret.show.card import Card, Stat
from banneret.text.message import msg

_ACTIONS: Final = {
    "march": ("rw:53.0", "rw:53.1"),
    "shift": ("rw:52.0", "rw:52.1", "rw:52.2", "rw:52.4"),
    "reform": ("rw:61.0", "rw:61.1", "rw:61.2"),
    "melee-attack": ("rw:60.0", "rw:60.1"),
    "ranged-attack": ("rw:36.0",),
    "rally": ("rw:65.0", "rw:65.1", "rw:32.3"),
    "skill": ("rw:37.0", "rw:34.4"),
}
_MODIFIERS: Final = {
    "turn": ("rw:25.0", "rw:23.1", "rw:23.1a"),
    "wheel": ("rw:85.0", "rw:23.1", "rw:23.1a"),
    "charge": ("rw:75.0", "rw:75.1", "rw:75.2", "rw:75.3"),
    "turning-charge": ("rw:26.0",),
    "defend": ("rw:2.0", "rw:2.1"),
    "enhancement": ("rw:80.0",),
    "bonus-action": ("rw:24.0", "rw:24.1", "rw:24.2"),
}


def dial_cards() -> tuple[Card, ...]:
    """Return the cards of actions, modifiers, and all different faces of dials."""
    units = [unit for unit in components().units.values() if unit.actions]
    actions = {action_id(one): one for unit in units for one in unit.actions if one.action is not None}
    modifiers = {modifier_id(one): one for unit in units for one in unit.modifiers if one.modifier is not None}
    return (
        *(_ruled(id, "action", rules) for id, rules in _ACTIONS.items()),
        *(_ruled(id, "modifier", rules) for id, rules in _MODIFIERS.items()),
        *(_action(id, sector) for id, sector in actions.items()),
        *(_modifier(id, sector) for id, sector in modifiers.items()),
        Card(id=BLANK, title=msg(f"name.{BLANK}"), kind="action-face", texts=(msg("card.blank"),)),
    )


def _ruled(id: str, kind: str, rules: tuple[str, ...]) -> Card:
    return Card(id=id, title=msg(f"name.{id}"), kind=kind, texts=tuple(map(summary, rules)), rules=rules)


def _action(id: str, sector: ActionSector) -> Card:
    action = str(sector.action)
    rules = (*_ACTIONS[action][:1], "rw:48.1")
    speed = () if sector.speed is None else (amount("speed", "card.speed", sector.speed),)
    return Card(
        id=id,
        title=msg(f"name.{id}"),
        kind="action-face",
        stats=(Stat("initiative", msg("card.initiative"), f"{sector.initiative}"), *speed),
        texts=tuple(map(summary, rules)),
        rules=rules,
        related=(action,),
    )


def _modifier(id: str, sector: ModifierSector) -> Card:
    modifier = str(sector.modifier)
    rules = (*_MODIFIERS[modifier][:1], "rw:48.3" if sector.stance == "white" else "rw:48.2")
    return Card(
        id=id,
        title=msg(f"name.{id}"),
        kind="modifier-face",
        texts=tuple(map(summary, rules)),
        rules=rules,
        related=(modifier, *(() if sector.action is None else (sector.action,)), *dict.fromkeys(sector.icons)),
    )
