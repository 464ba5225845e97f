"""Random legal armies from a seed, for matches without a chosen army."""

from collections.abc import Iterator, Set
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from banneret.games.icefire.army.lists import (
    ArmyList,
    Company,
    Draft,
    expenses,
    extra_points,
    is_foreign,
    is_hopeless,
    is_legal,
    is_person,
    is_usual,
    look_up,
    neutral_points,
)
from banneret.games.icefire.content.components import NEUTRAL, Attachment, Components, Faction, Model, Unit, components
from banneret.games.icefire.content.editions import Edition
from banneret.kernel.stream import Stream, derive_key

_UNITS_FIRST: Final = 0.6
"""The share of the points spent on combat units and attachments before anything else."""
_NCUS: Final = 2
"""Number of non-combat units an army then aims for before it spends points on anything that fits."""
_CHECKS: Final = 20_000
"""Number of armies tried in the search for one with certain cards."""


def random_list(  # the parameters of the draw
    seed: int,
    edition: Edition,
    faction: Faction,
    points: int,
    *,
    later: bool = True,
    barred: Set[str] = frozenset(),
    including: tuple[str, ...] = (),
) -> ArmyList:
    """Return a legal army of a faction, adding cards as long as any fits. The same seed gives the same army.

    `later` permits cards of the 2021 edition for which only later values are known; `barred` are the names of
    characters that a teammate has: icefire:team.3. `including` are the ids of cards that it contains. Raises ValueError
    if the points are too few for a Commander with a unit, and if no legal army with those cards is found.
    """
    found = components(edition)
    for id in including:
        if found.model(id) is None:
            raise ValueError(f"{id}: {edition} has no such card")
    stream = Stream(derive_key("icefire army", edition, faction, points, seed))
    army = next(_begun(found, stream, edition, faction, points, later, barred, including), None)
    if army is None:
        if including:
            raise ValueError(f"{edition}: {faction}: no army of {points} points with these cards was found")
        raise ValueError(f"{edition}: {faction}: {points} points are too few for a Commander with a combat unit")
    offers = [one for one in _offers(edition, faction, army.commander) if not _is_barred(one.card, barred)]
    while True:
        stream.shuffle(offers)
        here = look_up(army, found)
        affordable, spent = _affordable(here, offers, edition)
        tried = (one for card in _fitting(here, affordable, spent) for one in _with(army, card, found))
        grown = next((one for one in tried if is_legal(one, edition, later=later)), None)
        if grown is None:
            return army
        army = grown


class _Offer(NamedTuple):
    """A card that may be added to an army, with what decides whether the points suffice for it."""

    card: Model
    cost: int
    is_foreign: bool
    is_neutral: bool
    is_attachment: bool
    has_one_price: bool
    """Whether it costs what is printed unless the unit that it joins reduces the price."""
    is_own: bool
    """Whether extra points may be spent on it: it is an attachment of the army's own faction."""


@lru_cache(maxsize=64)
def _offers(edition: Edition, faction: Faction, commander: str) -> tuple[_Offer, ...]:
    """List the cards of an edition that an army with a Commander may be offered, whether or not they fit."""
    found, begun = components(edition), ArmyList(faction=faction, points=1, commander=commander)
    # non-combat units without a cost exist only for the story
    cards = [model for model in found.models() if not model.commander and (model.cost or model.id not in found.ncus)]
    return tuple([_offer(begun, card, found) for card in cards])


def _offer(army: ArmyList, card: Model, found: Components) -> _Offer:
    faction, is_attachment = found.faction[card.id], isinstance(card, Attachment)
    has_one_price = not isinstance(card, Attachment) or (card.first_free_with is None and card.cheaper_with is None)
    is_neutral = faction == NEUTRAL != army.faction
    is_own = is_attachment and faction == army.faction
    return _Offer(card, card.cost, is_foreign(army, card.id, found), is_neutral, is_attachment, has_one_price, is_own)


def _is_barred(card: Model, barred: Set[str]) -> bool:
    return card.character and card.name in barred


def _affordable(here: Draft, offers: list[_Offer], edition: Edition) -> tuple[list[Model], int]:
    """Return the cards for which the points may suffice, in the same order, and the points spent so far.

    This is exact where prices cannot vary. Elsewhere, a card may cost less: other cards reduce it by 1 at most.
    """
    army, (spent, own, neutral) = here.army, expenses(here)
    extra = extra_points(army.points, edition)
    left, unused = army.points + extra - spent + 1, max(0, extra - own)
    exact, neutrals = army.points + min(extra, own) - spent, neutral_points(army.points, edition) - neutral
    varies = _has_varying_prices(here)
    is_printed = not any(_changes_prices(unit) for unit, _ in here.companies)
    affordable = []
    for card, cost, foreign, is_neutral, is_attachment, has_one_price, is_own in offers:
        if cost > left or foreign:
            continue
        if not varies and (not is_attachment or (is_printed and has_one_price)):
            if is_neutral and cost > neutrals:
                continue
            if cost > exact and not (is_own and cost <= exact + min(unused, cost)):
                continue
        affordable.append(card)
    return affordable, spent


def _has_varying_prices(here: Draft) -> bool:
    """Return whether further cards may reduce the price of an attachment of the army."""
    cards = [card for card in here.models if isinstance(card, Attachment)]
    return any(card.first_free_with is not None or card.cheaper_with is not None for card in cards)


def _changes_prices(unit: Unit) -> bool:
    """Return whether a unit reduces the price of an attachment that joins it."""
    return bool(unit.adaptive) or unit.free_here is not None


def _fitting(here: Draft, cards: list[Model], spent: int) -> Iterator[Model]:
    """Yield the cards that may fit, first those of the kind that the army needs next. Most are never looked at."""
    later = []
    needs_units = spent < here.army.points * _UNITS_FIRST
    needs_ncus = len(here.ncus) < _NCUS
    for card in cards:
        is_ncu = card.id in here.found.ncus
        if is_ncu if needs_units else needs_ncus and not is_ncu:
            later.append(card)
        elif not is_hopeless(card, here.models):
            yield card
    for card in later:
        if not is_hopeless(card, here.models):
            yield card


def _begun(
    found: Components,
    stream: Stream,
    edition: Edition,
    faction: Faction,
    points: int,
    later: bool,
    barred: Set[str],
    including: tuple[str, ...],
) -> Iterator[ArmyList]:
    """Yield armies to begin with: a Commander, a combat unit, and the cards that the army must contain."""
    leaders = [leader for leader in found.commanders(faction) if leader.name not in barred]
    units = [unit for unit in found.units.values() if not _is_barred(unit, barred)]
    stream.shuffle(leaders)
    stream.shuffle(units)
    wanted = [id for id in including if id in {leader.id for leader in leaders}]
    rest = [model for id in including if id not in wanted and (model := found.model(id)) is not None]
    rest = _with_companions(rest, found, [model for model in (found.model(id) for id in wanted) if model is not None])
    rest.sort(
        key=lambda model: (not isinstance(model, Unit), isinstance(model, Attachment) and model.joins is not None)
    )
    budget = iter(range(_CHECKS))
    for leader in leaders:
        if wanted and leader.id != wanted[0]:
            continue
        empty = ArmyList(faction=faction, points=points, commander=leader.id)
        for unit in units:
            if is_foreign(empty, unit.id, found):
                continue
            inside = (leader.id,) if isinstance(leader, Attachment) else ()
            army = replace(empty, companies=(Company(unit=unit.id, attachments=inside),))
            if not rest and is_legal(army, edition, later=later):
                yield army
            elif rest:
                left = [model for model in rest if model.id != unit.id]
                yield from _completed(army, left, found, edition, later, budget)


def _completed(
    army: ArmyList, cards: list[Model], found: Components, edition: Edition, later: bool, budget: Iterator[int]
) -> Iterator[ArmyList]:
    """Yield the legal armies with all of these cards, as long as the budget of checks lasts."""
    if next(budget, None) is None:
        return
    if not cards:
        if is_legal(army, edition, later=later):
            yield army
        return
    first, rest = cards[0], cards[1:]
    roomier = [army]
    if isinstance(first, Attachment) and first.enemy is None:
        types = [unit for unit in found.units.values() if unit.type == first.type and not unit.solo]
        units = [unit for unit in types if not (unit.character or unit.requires or is_foreign(army, unit.id, found))]
        roomier += [one for unit in units for one in _with(army, unit, found)]
    for larger in roomier:
        for grown in _with(larger, first, found):
            yield from _completed(grown, rest, found, edition, later, budget)


def _with_companions(cards: list[Model], found: Components, leaders: list[Model]) -> list[Model]:
    """Return the cards with those that they require in the army, as far as nothing in it is that person."""
    complete = list(cards)
    for card in complete:
        here = (*complete, *leaders)
        if card.requires and not any(is_person(model, person) for model in here for person in card.requires):
            persons = [
                model
                for person in card.requires
                for model in found.models()
                if is_person(model, person) and not model.commander and model is not card
            ]
            complete += persons[:1]
    return complete


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
        usual = is_usual(card)
        for place, company in enumerate(army.companies):
            unit = found.units[company.unit]
            if unit.type != card.type or unit.solo:
                continue
            if not (usual and any(is_usual(found.attachments[id]) for id in company.attachments)):
                grown = replace(company, attachments=(*company.attachments, card.id))
                yield replace(army, companies=(*army.companies[:place], grown, *army.companies[place + 1 :]))
