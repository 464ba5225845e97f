"""Units, upgrades, abilities and conditions as cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from banneret.games.runewars.content import card_texts
from banneret.games.runewars.content.components import (
    Ability,
    AttackProfile,
    Condition,
    Row,
    Unit,
    Upgrade,
    components,
)
from banneret.games.runewars.content.sectors import action_id, modifier_id
from banneret.games.runewars.show.cards.values import amount, keyword_of
from banneret.show.card import Ability as Part
from banneret.show.card import Attack, Card, DicePool, Face, Keyword, Stat
from banneret.text.message import Message, msg

_SYMBOLS: Final = (
    "melee",
    "ranged",
    "melee-or-ranged",
    "skill",
    "melee-surge",
    "ranged-surge",
    "melee-or-ranged-surge",
    "ranged-unique-surge",
)
"""Timings that a card shows as a symbol; the texts of upgrades contain the others."""


def army_cards() -> tuple[Card, ...]:
    """Return the cards of units, upgrades, abilities and conditions."""
    found = components()
    abilities = {one.id: one for unit in found.units.values() for one in unit.abilities}
    return (
        *map(_unit, found.units.values()),
        *map(_upgrade, found.upgrades.values()),
        *map(_ability, abilities.values()),
        *map(_condition, found.conditions.values()),
    )


def _unit(unit: Unit) -> Card:
    unique = (Keyword("unique", msg("name.unique")),) if unit.unique else ()
    parts = [Part(msg(f"name.{one.id}"), _texts(one), one.id) for one in unit.abilities]
    if unit.army is not None:
        parts.append(Part(msg("card.army"), (msg(card_texts.army_id(unit.id)),)))
    return Card(
        id=unit.id,
        title=msg(f"name.{unit.id}"),
        kind="unit",
        faction=components().faction[unit.id] or "",
        cost=unit.rows[0].cost,
        stats=(
            Stat("figures", msg("card.figures"), f"{unit.figures}"),
            amount("defense", "card.defense", unit.defense),
            Stat("wounds", msg("card.wounds"), f"{unit.wounds}"),
        ),
        attacks=tuple(map(_attack, unit.attacks)),
        keywords=(Keyword(unit.type, msg(f"name.{unit.type}")), *unique, *map(keyword_of, unit.keywords)),
        abilities=tuple(parts),
        faces=tuple(_faces(unit)),
        texts=(*map(_row, unit.rows), *_tool(unit)),
        related=() if unit.other_side is None else (unit.other_side,),
        provenance=unit.provenance,
        note=_note(unit.id, unit.note),
    )


def _attack(profile: AttackProfile) -> Attack:
    dice = {die: profile.dice.count(die) for die in dict.fromkeys(profile.dice)}
    pools = [DicePool({str(die): number for die, number in dice.items()})] if dice else []
    if profile.by_rune is not None:
        label = msg("card.dice-by-rune", die=profile.by_rune.die, rune=profile.by_rune.rune)
        pools.append(DicePool({}, label))
    return Attack(name=msg(f"name.{profile.kind}-attack"), kind=profile.kind, pools=tuple(pools))


def _faces(unit: Unit) -> Iterator[Face]:
    """Yield the faces of both dials of a command tool."""
    for action in unit.actions:
        glyphs = () if action.action is None else (action.action,)
        name = msg(f"name.{action_id(action)}")
        yield Face(glyphs=glyphs, text=name, color=action.stance or "", number=action.initiative)
    for modifier in unit.modifiers:
        shown = () if modifier.modifier is None else (modifier.modifier,)
        yield Face(glyphs=shown, text=msg(f"name.{modifier_id(modifier)}"), color=modifier.stance or "")


def _row(row: Row) -> Message:
    if not row.slots:
        return msg("card.row-plain", files=row.files, ranks=row.ranks, cost=row.cost)
    return msg("card.row", files=row.files, ranks=row.ranks, cost=row.cost, slots=row.slots)


def _tool(unit: Unit) -> tuple[Message, ...]:
    if unit.has_dials:
        return ()
    return (msg("card.assumed" if unit.assumed else "card.no-dials"),)


def _ability(ability: Ability) -> Card:
    return Card(id=ability.id, title=msg(f"name.{ability.id}"), kind="ability", texts=_texts(ability))


def _texts(ability: Ability) -> tuple[Message, ...]:
    once = (msg("card.once"),) if ability.once else ()
    timing = _timing(ability.timing, ability.cost, variable=ability.variable)
    return (timing, msg(card_texts.text_id(ability.id)), *once)


def _timing(timing: str, cost: int | None, *, variable: bool) -> Message:
    if cost is None:
        return msg(f"timing.{timing}")
    return msg(f"timing.{timing}", cost=f"{cost}{'+' if variable else ''}")


def _upgrade(card: Upgrade) -> Card:
    figure = card.figure
    stats: tuple[Stat, ...] = ()
    if figure is not None:
        defense = amount("defense", "card.defense", figure.defense)
        stats = (defense, Stat("wounds", msg("card.wounds"), f"{figure.wounds}"))
    marks = [card.slot, *(() if card.type is None else (card.type,)), *(("unique",) if card.unique else ())]
    return Card(
        id=card.id,
        title=msg(f"name.{card.id}"),
        kind="upgrade",
        faction=components().faction[card.id] or "",
        cost=card.cost,
        stats=stats,
        keywords=(
            *(Keyword(mark, msg(f"name.{mark}")) for mark in dict.fromkeys(marks)),
            *map(keyword_of, card.keywords),
        ),
        texts=tuple(_upgrade_texts(card)),
        related=card.only,
        provenance=card.provenance,
        note=_note(card.id, card.note),
    )


def _upgrade_texts(card: Upgrade) -> Iterator[Message]:
    symbols = [timing for timing in card.timing if timing in _SYMBOLS]
    if card.text is not None and len(card.timing) == 1 and symbols:
        yield _timing(symbols[0], card.surge, variable=card.variable)
    if card.text is not None:
        yield msg(card_texts.text_id(card.id))
    if card.exhaust:
        yield msg("card.exhausts")
    if card.figure is not None and card.figure.heavy:
        yield msg("card.heavy")
    if card.only:
        yield msg("card.only", units=card.only)
    if card.adds_slot is not None:
        yield msg("card.adds-slot", slot=card.adds_slot)
    yield from (msg(f"card.gap-{gap}") for gap in card.gap)
    if card.unplayed is not None:
        yield msg(f"card.unplayed-{card.unplayed}")


def _condition(card: Condition) -> Card:
    return Card(
        id=card.id,
        title=msg(f"name.{card.id}"),
        kind="condition",
        keywords=(Keyword("unique", msg("name.unique")),) if card.unique else (),
        texts=(msg(card_texts.text_id(card.id)),),
        provenance=card.provenance,
    )


def _note(id: str, note: str | None) -> Message | None:
    return None if note is None else msg(card_texts.note_id(id))
