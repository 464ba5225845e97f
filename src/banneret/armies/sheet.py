"""Sheets of army lists for display: groups of cards, budgets, faults and suggested fixes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from msgspec import Struct

from banneret.content.army_building import ArmyFigure, Budget, Building, Candidate, Formation
from banneret.content.army_drafts import (
    AddCard,
    ChooseLeader,
    Draft,
    Edit,
    ListEntry,
    RemoveCard,
    SwapCard,
    edited,
    entry_at,
    positions,
    size_checked,
)
from banneret.content.army_lists import ListFault, ListMaker, armies_of
from banneret.kernel.registry import rulebook
from banneret.text.message import Message

FIXES: Final = 2
"""Maximum number of fixes offered for a fault."""
TRIES: Final = 1_500
"""Maximum number of changes tried in the search for fixes, shared among the faults of a list."""


class SheetRow(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A card in a list; `at` is its position, `faults` are the indices of the faults that concern it.

    `leads` is true for the Commander, `health` is the number of wounds the card can take, and `forms` are the
    formations available instead of `form`.
    """

    at: str
    card: str
    name: Message
    subtitle: Message | None = None
    cost: int
    leads: bool = False
    form: str = ""
    forms: tuple[Formation, ...] = ()
    faults: tuple[int, ...] = ()
    health: int = 0
    inside: tuple[SheetRow, ...] = ()


class SheetGroup(Struct, frozen=True, kw_only=True):
    """The entries of one section, such as combat units; `inside` is the section of the cards nested in them."""

    id: str
    title: Message
    inside: str
    cost: int
    rows: tuple[SheetRow, ...]


class SheetFault(Struct, frozen=True, kw_only=True):
    """A violated rule with suggested fixes, each a sequence of edits."""

    rule: str
    message: Message
    fixes: tuple[tuple[Edit, ...], ...] = ()


class Sheet(Struct, frozen=True, kw_only=True):
    """An army list prepared for display."""

    draft: Draft
    groups: tuple[SheetGroup, ...]
    budgets: tuple[Budget, ...]
    figures: tuple[ArmyFigure, ...]
    faults: tuple[SheetFault, ...]

    @property
    def legal(self) -> bool:
        """Whether the list violates no rule."""
        return not self.faults


class Refused(Struct, frozen=True, kw_only=True):
    """A rule that prevents adding a card to a list."""

    rule: str
    message: Message


class Addition(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A card that can be added: the `edits` that add it, and the rules that the list would then violate.

    `count` is the number of copies already in the list. `edits` is empty for a card that must be nested in an entry
    while none is selected.
    """

    card: str
    section: str
    faction: str
    name: Message
    subtitle: Message | None = None
    cost: int
    leads: bool = False
    forms: tuple[Formation, ...] = ()
    count: int = 0
    edits: tuple[Edit, ...] = ()
    refused: tuple[Refused, ...] = ()


class Builder:
    """Editor of army lists of one game."""

    def __init__(self, maker: ListMaker[Any], building: Building[Any]) -> None:
        self.maker = maker
        self.building = building

    def faults(self, draft: Draft) -> Sequence[ListFault]:
        """Return the violated rules of a list. Raises ValueError if it is not a list of this game."""
        return self.maker.check(self.building.army(draft))

    def edit(self, draft: Draft, edits: Sequence[Edit]) -> Draft:
        """Return a list after edits, with its entries in section order.

        Raises ValueError for an edit that cannot be applied.
        """
        for one in edits:
            draft = edited(draft, one)
        return self.building.draft(self.building.army(size_checked(draft)))

    def sheet(self, draft: Draft) -> Sheet:
        """Return the sheet of a list. Raises ValueError if it is not a list of this game."""
        army = self.building.army(size_checked(draft))
        found = self.maker.check(army)
        draft = self.building.draft(army)
        prices = self.building.prices(army)
        rows = [self._row(draft, entry, f"{index}", prices, found) for index, entry in enumerate(draft.entries)]
        groups = []
        for section in self.building.sections:
            mine = [row for row, entry in zip(rows, draft.entries, strict=True) if entry.section == section.id]
            if not mine and section.id in {one.inside for one in self.building.sections}:
                continue
            cost = sum(row.cost + sum(inside.cost for inside in row.inside) for row in mine)
            groups.append(
                SheetGroup(id=section.id, title=section.title, inside=section.inside, cost=cost, rows=tuple(mine))
            )
        return Sheet(
            draft=draft,
            groups=tuple(groups),
            budgets=tuple(self.building.budgets(army)),
            figures=tuple(self.building.figures(army)),
            faults=tuple(
                SheetFault(rule=fault.rule, message=fault.message, fixes=self._fixes(draft, found, fault))
                for fault in found
            ),
        )

    def additions(self, draft: Draft, into: str = "") -> tuple[Addition, ...]:
        """Return every card available to the faction, with the rules that adding it to the list would violate.

        `into` is the position of the entry that nested cards are added to. Raises ValueError if there is none.
        """
        if into:
            entry_at(draft, into)
        before = list(self.faults(draft))
        copies: dict[str, int] = {}
        for _, entry in positions(draft):
            copies[entry.card] = copies.get(entry.card, 0) + 1
        return tuple(
            self._addition(draft, one, into, before, copies.get(one.card, 0))
            for one in self.building.candidates(draft.faction, assumed=draft.assumed)
        )

    def edits_to_add(self, draft: Draft, card: Candidate, into: str, form: str = "") -> tuple[Edit, ...]:
        """Return the edits that add a card; empty for a nested card if `into` is not an entry that can hold it."""
        inner = self.goes_inside(card.section)
        if inner and not (into and self._takes(draft, into, card.section)):
            return ()
        add = AddCard(card=card.card, section=card.section, form=form, into=into if inner else "")
        alone = card.leads and draft.leader not in {entry.card for _, entry in positions(draft)}
        return (add, ChooseLeader(card=card.card)) if alone else (add,)

    def _takes(self, draft: Draft, into: str, section: str) -> bool:
        """Return True if the entry at a position can hold cards of a section."""
        outer = entry_at(draft, into).section
        return any(one.id == outer and one.inside == section for one in self.building.sections)

    def goes_inside(self, section: str) -> bool:
        """Return True if cards of a section are nested in entries."""
        return section in {one.inside for one in self.building.sections}

    def _addition(self, draft: Draft, card: Candidate, into: str, before: list[ListFault], count: int) -> Addition:
        edits = self.edits_to_add(draft, card, into, card.forms[0].form if card.forms else "")
        after = self.faults(self.edit(draft, edits)) if edits else ()
        refused = [Refused(rule=fault.rule, message=fault.message) for fault in _new(before, after)]
        return Addition(
            card=card.card,
            section=card.section,
            faction=card.faction,
            name=Message(f"name.{card.card}"),
            subtitle=self.building.subtitle(card.card),
            cost=card.cost,
            leads=card.leads,
            forms=card.forms,
            count=count,
            edits=edits,
            refused=tuple(refused),
        )

    def _row(
        self, draft: Draft, entry: ListEntry, at: str, prices: Any, found: Sequence[ListFault]
    ) -> SheetRow:  # prices: a mapping of positions
        outer = int(at.partition(".")[0])
        mine = [number for number, fault in enumerate(found) if fault.card == entry.card and fault.entry in (-1, outer)]
        known = {one.card: one for one in self.building.candidates(draft.faction, assumed=True)}
        candidate = known.get(entry.card)
        return SheetRow(
            at=at,
            card=entry.card,
            name=Message(f"name.{entry.card}"),
            subtitle=self.building.subtitle(entry.card),
            cost=prices.get(at, 0),
            leads=bool(draft.leader) and entry.card == draft.leader,
            form=entry.form,
            forms=candidate.forms if candidate is not None else (),
            faults=tuple(mine),
            health=self.building.health(entry),
            inside=tuple(
                self._row(draft, inside, f"{at}.{index}", prices, found) for index, inside in enumerate(entry.inside)
            ),
        )

    def _fixes(self, draft: Draft, found: Sequence[ListFault], fault: ListFault) -> tuple[tuple[Edit, ...], ...]:
        """Return the best fixes of a fault that cause no other fault, those with the smallest change of cost first."""
        before = list(found)
        cost = self._cost(draft)
        good: list[tuple[tuple[int, int, int], tuple[Edit, ...]]] = []
        for order, edits in enumerate(islice(self._repairs(draft, fault), TRIES // len(before))):
            changed = self.edit(draft, edits)
            after = self.faults(changed)
            if any(other.rule == fault.rule and other.message.id == fault.message.id for other in after):
                fewer = sum(other.rule == fault.rule for other in after) < sum(one.rule == fault.rule for one in before)
                if not fewer or fault in after:
                    continue
            if len(after) >= len(before):
                continue
            good.append(((len(after), abs(self._cost(changed) - cost), order), edits))
        good.sort(key=lambda one: one[0])
        return tuple(edits for _, edits in good[:FIXES])

    def _cost(self, draft: Draft) -> int:
        return sum(self.building.prices(self.building.army(draft)).values())

    def _repairs(self, draft: Draft, fault: ListFault) -> Iterator[tuple[Edit, ...]]:
        """Yield edits that could fix a fault, such as another Commander or one card less."""
        candidates = self.building.candidates(draft.faction, assumed=draft.assumed)
        leaders = [one for one in candidates if one.leads]
        here = {entry.card for _, entry in positions(draft)}
        if self.building.leads and (fault.card in ("", draft.leader) or draft.leader not in here):
            yield from ((ChooseLeader(card=one.card),) for one in leaders if one.card in here)
            yield from self._commands(draft, leaders, candidates)
        blamed = [
            (at, entry)
            for at, entry in positions(draft)
            if fault.entry in (-1, int(at.partition(".")[0])) and fault.card in ("", entry.card)
        ]
        if not blamed:
            blamed = list(positions(draft))
        for at, entry in blamed:
            yield (RemoveCard(at=at),)
            inner = "." in at
            for one in candidates:
                if one.card == entry.card:
                    yield from ((SwapCard(at=at, card=one.card, form=form.form),) for form in one.forms)
                elif self.goes_inside(one.section) == inner and not one.leads:
                    form = one.forms[0].form if one.forms else ""
                    yield (SwapCard(at=at, card=one.card, form=form),)
        for one in candidates:
            if not self.goes_inside(one.section):
                yield self.edits_to_add(draft, one, "", one.forms[0].form if one.forms else "")
            else:
                for index, entry in enumerate(draft.entries):
                    if self.building.fits(one.card, entry):
                        yield self.edits_to_add(draft, one, f"{index}")

    def _commands(
        self, draft: Draft, leaders: Sequence[Candidate], candidates: Sequence[Candidate]
    ) -> Iterator[tuple[Edit, ...]]:
        """Yield edits that add a Commander, together with an entry for one that must be nested."""
        place = f"{len(draft.entries)}"
        for leader in leaders:
            if not self.goes_inside(leader.section):
                yield self.edits_to_add(draft, leader, "")
                continue
            for index, entry in enumerate(draft.entries):
                if self.building.fits(leader.card, entry):
                    yield self.edits_to_add(draft, leader, f"{index}")
            fitting = [
                one
                for one in candidates
                if not one.leads and self.building.fits(leader.card, ListEntry(card=one.card, section=one.section))
            ]
            for one in fitting[:1]:
                inside = AddCard(card=leader.card, section=leader.section, into=place)
                yield (AddCard(card=one.card, section=one.section), inside, ChooseLeader(card=leader.card))


@lru_cache(maxsize=16)
def builder(game: str) -> Builder:
    """Return the builder of a game by id. Raises ValueError if the game has no list building."""
    maker = armies_of(rulebook(game))
    building = maker.building if maker is not None else None
    if maker is None or building is None:
        raise ValueError(f"{game}: has no army lists that can be built")
    return Builder(maker, building)


def _new(before: Sequence[ListFault], after: Sequence[ListFault]) -> list[ListFault]:
    """Return the faults in `after` that are not in `before`."""
    old = list(before)
    new = []
    for fault in after:
        if fault in old:
            old.remove(fault)
        else:
            new.append(fault)
    return new
