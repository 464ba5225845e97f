"""Random legal armies from a seed, for matches without a chosen army."""

from collections.abc import Iterator, Set
from typing import Final

from msgspec.structs import replace

from banneret.games.icefire.army.lists import ArmyList, Company, bill, extra_points, is_foreign, is_legal, is_usual
from banneret.games.icefire.content.components import Attachment, Components, Faction, Model, Unit, components
from banneret.games.icefire.content.editions import Edition
from banneret.kernel.stream import Stream, derive_key

_UNITS_FIRST: Final = 0.6
"""The share of the points spent on combat units and attachments before anything else."""
_NCUS: Final = 2
"""Number of non-combat units an army then aims for before it spends points on anything that fits."""


def random_list(  # the parameters of the draw
    seed: int,
    edition: Edition,
    faction: Faction,
    points: int,
    *,
    later: bool = True,
    barred: Set[str] = frozenset(),
) -> ArmyList:
    """Return a legal army of a faction, adding cards as long as any fits. The same seed gives the same army.

    `later` permits cards of the 2021 edition for which only later values are known; `barred` are the names of
    characters that a teammate has: icefire:team.3. Raises ValueError if the points are too few for a Commander with a
    unit.
    """
    found = components(edition)
    stream = Stream(derive_key("icefire army", edition, faction, points, seed))
    army = _begin(found, stream, edition, faction, points, later, barred)
    # non-combat units without a cost exist only for the story
    cards = [model for model in found.models() if not model.commander and (model.cost or model.id not in found.ncus)]
    cards = [model for model in cards if not (model.character and model.name in barred)]
    while True:
        stream.shuffle(cards)
        spent = bill(army, edition).total
        # a card may cost less in this army than its printed price: other cards reduce it by 1 at most
        left = points + extra_points(points, edition) - spent + 1
        fitting = [card for card in cards if card.cost <= left and not is_foreign(army, card.id, found)]
        first = [card for card in fitting if _wanted(army, card, found, spent)]
        then = [card for card in fitting if not _wanted(army, card, found, spent)]
        tried = (one for card in (*first, *then) for one in _with(army, card, found))
        grown = next((one for one in tried if is_legal(one, edition, later=later)), None)
        if grown is None:
            return army
        army = grown


def _wanted(army: ArmyList, card: Model, found: Components, spent: int) -> bool:
    """Return whether the army needs this kind of card next: first combat units, then two non-combat units."""
    if spent < army.points * _UNITS_FIRST:
        return card.id not in found.ncus
    return len(army.ncus) >= _NCUS or card.id in found.ncus


def _begin(
    found: Components,
    stream: Stream,
    edition: Edition,
    faction: Faction,
    points: int,
    later: bool,
    barred: Set[str],
) -> ArmyList:
    leaders = [leader for leader in found.commanders(faction) if leader.name not in barred]
    units = [unit for unit in found.units.values() if not (unit.character and unit.name in barred)]
    stream.shuffle(leaders)
    stream.shuffle(units)
    for leader in leaders:
        empty = ArmyList(faction=faction, points=points, commander=leader.id)
        for unit in units:
            if is_foreign(empty, unit.id, found):
                continue
            inside = (leader.id,) if isinstance(leader, Attachment) else ()
            army = replace(empty, companies=(Company(unit=unit.id, attachments=inside),))
            if is_legal(army, edition, later=later):
                return army
    raise ValueError(f"{edition}: {faction}: {points} points are too few for a Commander with a combat unit")


def _with(army: ArmyList, card: Model, found: Components) -> Iterator[ArmyList]:
    """Yield the army with the card added, once for each possible position.

    Units that have a usual attachment are left out for another, which spares most checks of whole lists.
    """
    if isinstance(card, Unit):
        yield replace(army, companies=(*army.companies, Company(unit=card.id)))
    elif not isinstance(card, Attachment):
        yield replace(army, ncus=(*army.ncus, card.id))
    elif card.enemy is not None:
        yield replace(army, enemy=(*army.enemy, card.id))
    else:
        for place, company in enumerate(army.companies):
            if found.units[company.unit].type != card.type:
                continue
            if not (is_usual(card) and any(is_usual(found.attachments[id]) for id in company.attachments)):
                grown = replace(company, attachments=(*company.attachments, card.id))
                yield replace(army, companies=(*army.companies[:place], grown, *army.companies[place + 1 :]))
