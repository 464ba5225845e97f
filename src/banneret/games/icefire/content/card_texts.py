"""Ids of the texts of cards, and their English from the data.

An ability or card has one text in both editions, `text.ID`; where the edition of 2021 differs, `text.ID-2021` is its
own. Further parts of a card are numbered from 2 on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from banneret.games.icefire.content.components import Components, Trigger, components
from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6, Edition

_NOT_A_WORD: Final = re.compile(r"[^a-z0-9]+")


def text_id(edition: Edition, id: str, part: int = 0) -> str:
    """Return the message id of the text of an ability or a card, or of one of its parts."""
    plain = f"text.{_numbered(id, part)}"
    if edition == SEASON_6:
        return plain
    base, own = _texts(SEASON_6).get((id, part)), _texts(EDITION_2021)[id, part]
    return plain if base in (None, own) else f"{plain}-2021"


def talent_id(id: str, part: int = 0) -> str:
    """Return the message id of the name of an ability of a non-combat unit."""
    return f"talent.{_numbered(id, part)}"


def attack_id(name: str) -> str:
    """Return the message id of an attack's name; an attack named after an ability uses the ability's name."""
    ability = _named_abilities().get(name)
    return f"attack.{_slug(name)}" if ability is None else f"name.{ability}"


def trigger_id(trigger: Trigger) -> str:
    """Return the message id of a trigger, composed of its fields."""
    lists = ("-".join(many) for many in (trigger.actions, trigger.arcs, trigger.by))
    first = (trigger.event, trigger.side, trigger.who, trigger.at, trigger.attack, trigger.test, *lists)
    marks = ("sight" if trigger.sight else "", "first" if trigger.first else "")
    fields = (*first, trigger.near, trigger.within, *marks, trigger.zone)
    return ".".join(("when", *(_slug(field) for field in fields if field)))


def english_card_texts() -> dict[str, str]:
    """Return the English texts of abilities and cards of both editions by message id."""
    found: dict[str, str] = {}
    for edition in EDITIONS:
        found |= {text_id(edition, id, part): text for (id, part), text in _texts(edition).items()}
        for ncu in components(edition).ncus.values():
            found |= {talent_id(ncu.id, part): ability.name for part, ability in enumerate(ncu.abilities)}
        for unit in components(edition).units.values():
            names = {attack_id(attack.name): attack.name for attack in unit.attacks}
            found |= {id: name for id, name in names.items() if id.startswith("attack.")}
    return found


@cache
def _texts(edition: Edition) -> dict[tuple[str, int], str]:
    return dict(_all_texts(components(edition)))


def _all_texts(box: Components) -> Iterator[tuple[tuple[str, int], str]]:
    for ability in box.abilities.values():
        yield (ability.id, 0), ability.text
    for ncu in box.ncus.values():
        yield from (((ncu.id, part), one.text) for part, one in enumerate(ncu.abilities))
    for card in box.tactics.values():
        yield from (((card.id, part), use.text) for part, use in enumerate(card.uses))
    for special in box.specials.values():
        yield (special.id, 0), special.text


@cache
def _named_abilities() -> dict[str, str]:
    return {one.name: one.id for edition in EDITIONS for one in components(edition).abilities.values()}


def _numbered(id: str, part: int) -> str:
    return f"{id}-{part + 1}" if part else id


def _slug(word: str) -> str:
    return _NOT_A_WORD.sub("-", word.lower().replace("'", "")).strip("-")
