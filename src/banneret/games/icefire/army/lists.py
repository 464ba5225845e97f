"""Army lists: their contents, their cost, and their legality."""

from collections import Counter
from collections.abc import Callable, Collection
from functools import partial
from typing import Final, TypeAlias

from banneret.games.icefire.army.army_list import ArmyList, Bill, Company, Fault
from banneret.games.icefire.content.components import (
    NEUTRAL,
    Attachment,
    Components,
    Model,
    NonCombatUnit,
    Person,
    Unit,
    components,
)
from banneret.games.icefire.content.editions import Edition
from banneret.text.message import Field, msg

__all__ = [
    "SIZES", "ArmyList", "Bill", "Company", "Draft", "Fault", "bill", "characters", "check_list", "expenses",
    "extra_points", "is_foreign", "is_hopeless", "is_legal", "is_of", "is_person", "is_usual", "look_up",
    "neutral_points",
]  # fmt: skip  # several to a line

SIZES: Final = (30, 40, 50)
"""The suggested army sizes, in points."""

_Add: TypeAlias = Callable[..., None]


class Draft:
    """A list with its cards looked up; unknown or misplaced cards are left out."""

    __slots__ = ("army", "companies", "enemy", "found", "models", "ncus")

    def __init__(self, army: ArmyList, found: Components) -> None:
        self.army = army
        self.found = found
        self.companies: list[tuple[Unit, list[Attachment]]] = []
        self.ncus: list[NonCombatUnit] = []
        self.enemy: list[Attachment] = []
        self.models: list[Model] = []
        """All units, attachments and non-combat units of the army, in list order."""

    def has(self, person: Person) -> bool:
        """Return whether a person is in the army."""
        for model in self.models:  # noqa: SIM110  # a loop without a generator, as it runs for every list tried
            if is_person(model, person):
                return True
        return False


def is_person(model: Model, person: Person) -> bool:
    """Return whether a card's reference to a person means this model."""
    return model.name == person.name and person.title in (None, model.title)


def is_of(unit: Unit, attachments: tuple[Attachment, ...], affiliation: str) -> bool:
    """Return whether a unit has an affiliation ("House Umber"), by its own name or through an attachment's ability."""
    # rule icefire:card.12: names of attachments do not count, their Affiliation abilities do
    ability = f"affiliation-{affiliation.lower().replace(' ', '-')}"
    return affiliation in unit.name or any(ability in attachment.abilities for attachment in attachments)


def extra_points(points: int, edition: Edition) -> int:
    """Return the points that may be spent only on attachments of the own faction; none in the 2021 edition."""
    # rules icefire:army.5, icefire:ruling.70
    return points * components(edition).army.extra_percent // 100


def neutral_points(points: int, edition: Edition) -> int:
    """Return the points that an army of another faction may spend on neutrals."""
    # rules icefire:army.12, icefire:army-2021.2, icefire:ruling.70
    return points * components(edition).army.neutral_percent // 100


def bill(army: ArmyList, edition: Edition) -> Bill:
    """Return the cost of an army."""
    return _bill(look_up(army, components(edition)))[0]


def expenses(draft: Draft) -> tuple[int, int, int]:
    """Return the total cost of an army, that of attachments of its own faction, and that of neutrals."""
    costs, own, neutral = _bill(draft)
    return costs.total, own, neutral


def check_list(army: ArmyList, edition: Edition, *, later: bool = True) -> tuple[Fault, ...]:
    """Return the faults of a list, in list order; empty if it is legal.

    `later` permits cards of the 2021 edition for which only later values are known.
    """
    faults: list[Fault] = []
    _check(army, edition, later, partial(_add, faults))
    return tuple(faults)


class _FaultyError(Exception):
    """Raised at the first fault by `is_legal`."""


def is_legal(army: ArmyList, edition: Edition, *, later: bool = True) -> bool:
    """Return whether a list is legal; stops `check_list` at the first fault."""
    try:
        _check(army, edition, later, _stop)
    except _FaultyError:
        return False
    return True


def _stop(*_args: Field, **_fields: Field) -> None:
    raise _FaultyError


def _check(army: ArmyList, edition: Edition, later: bool, add: _Add) -> None:
    found = components(edition)
    draft = look_up(army, found, add)
    _check_commander(draft, add)
    _check_factions(draft, add)
    for unit, attachments in draft.companies:
        _check_company(unit, attachments, add)
    _check_characters(draft, add)
    _check_requirements(draft, add)
    if not army.companies:
        add("icefire:victory.8", "fault.no-units")
    _check_points(draft, edition, add)
    if not later:  # rule icefire:ruling.78
        for id in dict.fromkeys(model.id for model in draft.models):  # Tactics cards go with their Commanders
            if season := found.later_season(id):
                add("icefire:ruling.78", "fault.later", id, season=season)


def _add(faults: list[Fault], rule: str, message: str, card: str | None = None, **fields: Field) -> None:
    if card is not None:  # a list may contain an empty id
        fields = {"card": card, **fields}
    faults.append(Fault(rule=rule, message=msg(message, **fields), card=card or ""))


def _nothing(rule: str, message: str, card: str | None = None, **fields: Field) -> None:
    """Ignore faults, for callers that need only the cards."""


def look_up(army: ArmyList, found: Components, add: _Add = _nothing) -> Draft:
    """Look up the cards of a list, and add a fault for each that is unknown or misplaced."""
    draft = Draft(army, found)

    def misplaced(id: str, kind: str) -> None:
        if found.model(id) is None:  # rule icefire:army.7
            add("icefire:army.7", "fault.unknown-card", id, edition=found.edition)
        else:  # rules icefire:army.18, icefire:army.19, icefire:ncu.1
            add("icefire:ncu.1" if id in found.ncus else "icefire:army.18", f"fault.no-{kind}", id)

    def attachments_of(ids: tuple[str, ...]) -> list[Attachment]:
        known = []
        for id in ids:
            if id in found.attachments:
                known.append(found.attachments[id])
            else:
                misplaced(id, "attachment")
        return known

    for company in army.companies:
        inside = attachments_of(company.attachments)
        if company.unit in found.units:
            draft.companies.append((found.units[company.unit], inside))
        else:
            misplaced(company.unit, "unit")
    for id in army.ncus:
        if id in found.ncus:
            draft.ncus.append(found.ncus[id])
        else:
            misplaced(id, "ncu")
    draft.enemy = attachments_of(army.enemy)
    for attachment in draft.enemy:
        if attachment.enemy is None:  # rule icefire:ruling.76
            add("icefire:ruling.76", "fault.not-for-enemies", attachment.id)
    for unit, attachments in draft.companies:
        draft.models.append(unit)
        draft.models.extend(attachments)
    draft.models.extend(draft.ncus)
    draft.models.extend(draft.enemy)
    return draft


def _check_commander(draft: Draft, add: _Add) -> None:
    army, found = draft.army, draft.found
    leader = found.model(army.commander)
    if not army.commander:  # rule icefire:commander.1
        add("icefire:commander.1", "fault.commander-missing")
    elif leader is None or not leader.commander:  # rules icefire:commander.1, icefire:commander.2
        add("icefire:commander.1", "fault.no-commander", army.commander)
        leader = None
    elif found.faction[leader.id] != army.faction:
        neutral = found.faction[leader.id] == NEUTRAL
        if neutral and not found.army.neutral_commander:  # rules icefire:army.8, icefire:army-2021.1
            add(found.army.commander_rule, "fault.neutral-commander", leader.id, faction=army.faction)
        elif not neutral:  # rules icefire:army.8, icefire:army.7
            add(found.army.foreign_rule, "fault.foreign-commander", leader.id, faction=army.faction)
    here = [model.id for model in draft.models]
    if leader is not None and leader.id not in here:
        if isinstance(leader, Attachment):  # rules icefire:army.16, icefire:commander.3
            add("icefire:army.16", "fault.commander-without-unit", leader.id)
        else:  # rule icefire:commander.1
            add("icefire:commander.1", "fault.commander-absent", leader.id)
    for model in draft.models:
        if model.commander and model.id != army.commander:  # rule icefire:army.10
            add("icefire:army.10", "fault.second-commander", model.id)


def is_foreign(army: ArmyList, id: str, found: Components) -> bool:
    """Return whether a card is of another faction than the army, and neither neutral nor its Commander."""
    return found.faction[id] not in (army.faction, NEUTRAL) and id != army.commander


def _check_factions(draft: Draft, add: _Add) -> None:
    # rules icefire:army.6, icefire:army.11, icefire:card.7: one faction, and neutrals in any army
    army, found = draft.army, draft.found
    for id in dict.fromkeys(model.id for model in draft.models):
        if not is_foreign(army, id, found):
            continue
        faction = found.faction[id]
        if army.faction == NEUTRAL:  # rule icefire:army.13
            add("icefire:army.13", "fault.neutrals-only", id, faction=faction)
        else:  # rule icefire:army.7
            add("icefire:army.7", "fault.other-faction", id, faction=faction)


def is_usual(attachment: Attachment) -> bool:
    """Return whether an attachment is one of those of which a unit has at most one."""
    # rules icefire:attachment.5, icefire:army.18, icefire:ruling.75
    return attachment.joins is None and not attachment.besides


def _check_company(unit: Unit, attachments: list[Attachment], add: _Add) -> None:
    usual = [one for one in attachments if is_usual(one)]
    for attachment in usual[1:]:  # rules icefire:attachment.5, icefire:army.18
        add("icefire:army.18", "fault.second-attachment", attachment.id, unit=unit.id)
    for attachment in attachments:
        if unit.solo:  # rule icefire:attachment.4
            add("icefire:attachment.4", "fault.solo", attachment.id, unit=unit.id)
        elif attachment.type != unit.type:  # rule icefire:attachment.6
            add("icefire:attachment.6", "fault.type", attachment.id, unit=unit.id)
        if attachment.enemy is not None:  # rule icefire:ruling.76
            add("icefire:ruling.76", "fault.for-enemies", attachment.id)
        joins = attachment.joins
        if joins is not None and not any(is_person(other, joins) for other in attachments):
            add("icefire:army.20", "fault.joins", attachment.id, other=_full_name(joins))
    holds = unit.holds
    if holds is not None and not any(is_person(attachment, holds) for attachment in attachments):
        add("icefire:army.20", "fault.holds", unit.id, other=_full_name(holds))


def characters(army: ArmyList, edition: Edition) -> set[str]:
    """Return the names of an army's characters, regardless of title: icefire:team.3."""
    return {model.name for model in look_up(army, components(edition)).models if model.character}


def _check_characters(draft: Draft, add: _Add) -> None:
    # rules icefire:army.17, icefire:ruling.71, icefire:ruling.72: regardless of title, and including attachments for
    # enemies rule icefire:army.15: models that are not characters may be repeated
    seen: set[str] = set()
    for model in draft.models:
        if model.character:
            if model.name in seen:
                add("icefire:army.17", "fault.character", model.id, name=model.name)
            seen.add(model.name)


def is_hopeless(card: Model, here: Collection[Model]) -> bool:
    """Return whether an army with these cards cannot be legal with another one, whatever its position.

    It repeats a character, has the maximum number of the card, lacks a person whom the card requires, or has one whom
    it excludes. This avoids most checks of whole lists. icefire:army.17, icefire:army.20.
    """
    if card.character:
        for one in here:
            if one.character and one.name == card.name:
                return True
    if (
        isinstance(card, Attachment)
        and card.limit is not None
        and [one.id for one in here].count(card.id) >= card.limit
    ):
        return True
    if not card.requires and not card.forbids:
        return False
    with_card = (*here, card)
    if card.requires and not any(is_person(one, person) for person in card.requires for one in with_card):
        return True
    return any(is_person(one, person) for person in card.forbids for one in with_card)


def _check_requirements(draft: Draft, add: _Add) -> None:
    # rule icefire:army.20
    copies = Counter(model.id for model in draft.models)
    for id, model in {model.id: model for model in draft.models}.items():
        if model.requires and not any(draft.has(person) for person in model.requires):
            add("icefire:army.20", "fault.requires", id, others=tuple(_full_name(person) for person in model.requires))
        for person in model.forbids:
            if draft.has(person):
                add("icefire:army.20", "fault.forbids", id, other=_full_name(person))
        if isinstance(model, Attachment) and model.limit is not None and copies[id] > model.limit:
            add("icefire:army.20", "fault.limit", id, limit=model.limit, count=copies[id])
        if isinstance(model, Unit) and model.one_for is not None:
            allowed = sum(
                unit.type == "infantry" and is_of(unit, tuple(inside), model.one_for)
                for unit, inside in draft.companies
            )
            if copies[id] > allowed:
                add("icefire:army.20", "fault.one-for", id, kind=model.one_for, count=copies[id], allowed=allowed)


def _check_points(draft: Draft, edition: Edition, add: _Add) -> None:
    army, found = draft.army, draft.found  # rule icefire:army.3: any agreed number of points
    sum_, own, neutral = _bill(draft)
    total = sum_.total
    extra = extra_points(army.points, edition)
    over = total - min(extra, own) - army.points
    if over > 0 and extra and total <= army.points + extra:  # rule icefire:army.4
        add("icefire:army.4", "fault.extra-points", total=total, points=army.points, extra=extra, own=own)
    elif over > 0:  # rule icefire:army.2
        add("icefire:army.2", "fault.points", total=total, points=army.points, extra=extra)
    limit = neutral_points(army.points, edition)
    if army.faction != NEUTRAL and neutral > limit:  # rules icefire:army.12, icefire:army-2021.2, icefire:ruling.69
        add(found.army.neutral_rule, "fault.neutral-points", neutral=neutral, limit=limit)


def _bill(draft: Draft) -> tuple[Bill, int, int]:
    """Return the bill, the cost of attachments of the own faction, and the cost of neutrals.

    icefire:card.14, icefire:attachment.13, icefire:ruling.73.
    """
    army, found = draft.army, draft.found
    copies: Counter[str] = Counter()
    own = neutral = 0

    def book(model: Model, price: int) -> int:
        nonlocal own, neutral
        if found.faction[model.id] == NEUTRAL:
            neutral += price
        if isinstance(model, Attachment) and found.faction[model.id] == army.faction:
            own += price
        return price

    def price_of(attachment: Attachment, unit: Unit | None) -> int:
        copies[attachment.id] += 1
        free, cheaper = attachment.first_free_with, attachment.cheaper_with
        if attachment.commander:  # rules icefire:army.9, icefire:commander.5
            return 0
        if unit is not None and unit.free_here is not None and is_person(attachment, unit.free_here):
            return 0
        if free is not None and copies[attachment.id] == 1 and draft.has(free):
            return 0
        return max(0, attachment.cost - (cheaper is not None and draft.has(cheaper)))

    companies: list[tuple[int, tuple[int, ...]]] = []
    for unit, attachments in draft.companies:
        prices = [price_of(attachment, unit) for attachment in attachments]
        if unit.adaptive and prices:  # rule icefire:ruling.77: reduces the most expensive attachment, not below 0
            dearest = prices.index(max(prices))
            prices[dearest] = max(0, prices[dearest] - unit.adaptive)
        for attachment, price in zip(attachments, prices, strict=True):
            book(attachment, price)
        companies.append((book(unit, 0 if unit.commander else unit.cost), tuple(prices)))
    ncus = tuple(book(ncu, 0 if ncu.commander else ncu.cost) for ncu in draft.ncus)
    enemy = tuple(book(one, price_of(one, None)) for one in draft.enemy)
    return Bill(companies=tuple(companies), ncus=ncus, enemy=enemy), own, neutral


def _full_name(person: Person) -> str:
    return person.name if person.title is None else f"{person.name}, {person.title}"
