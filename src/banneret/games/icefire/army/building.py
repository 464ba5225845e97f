"""What lists of both editions are built from: combat units with attachments, non-combat units, cards for the enemy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from banneret.content.army_building import ArmyFigure, Budget, Building, Candidate, ListSection
from banneret.content.army_drafts import Draft, ListEntry
from banneret.games.icefire.army.list_text import read_faction
from banneret.games.icefire.army.lists import (
    ArmyList,
    Company,
    bill,
    expenses,
    extra_points,
    is_foreign,
    look_up,
    neutral_points,
)
from banneret.games.icefire.content.components import NEUTRAL, Attachment, Unit, components
from banneret.games.icefire.content.editions import Edition
from banneret.games.icefire.content.full_units import full_health
from banneret.text.message import Message, msg

_UNITS, _INSIDE, _NCUS, _ENEMY = "units", "attachments", "ncus", "enemy"


class IcefireBuilding(Building[ArmyList]):
    """The building of lists of one edition."""

    sections = (
        ListSection(id=_UNITS, title=msg("list.units"), inside=_INSIDE),
        ListSection(id=_INSIDE, title=msg("list.attachments")),
        ListSection(id=_NCUS, title=msg("list.ncus")),
        ListSection(id=_ENEMY, title=msg("list.enemy")),
    )
    leads = True

    def __init__(self, edition: Edition) -> None:
        self.edition: Final = edition

    def draft(self, army: ArmyList) -> Draft:
        entries = [
            ListEntry(
                card=company.unit,
                section=_UNITS,
                inside=tuple(ListEntry(card=id, section=_INSIDE) for id in company.attachments),
            )
            for company in army.companies
        ]
        entries += [ListEntry(card=id, section=_NCUS) for id in army.ncus]
        entries += [ListEntry(card=id, section=_ENEMY) for id in army.enemy]
        return Draft(
            faction=army.faction,
            points=army.points,
            entries=tuple(entries),
            leader=army.commander,
            name=army.name,
        )

    def army(self, draft: Draft) -> ArmyList:
        sections: dict[str, list[ListEntry]] = {_UNITS: [], _NCUS: [], _ENEMY: []}
        for entry in draft.entries:
            section = entry.section or self._section(entry.card)
            if section not in sections:
                raise ValueError(f"section: {section!r} is not one of {', '.join(sections)}")
            if entry.inside and section != _UNITS:
                raise ValueError(f"inside: only a combat unit has cards inside it, not {entry.card!r}")
            sections[section].append(entry)
        if not 1 <= draft.points <= 200:
            raise ValueError(f"points: {draft.points} is not from 1 to 200")
        return ArmyList(
            faction=read_faction(0, draft.faction),
            points=draft.points,
            commander=draft.leader,
            companies=tuple(
                Company(unit=entry.card, attachments=tuple(one.card for one in entry.inside))
                for entry in sections[_UNITS]
            ),
            ncus=tuple(entry.card for entry in sections[_NCUS]),
            enemy=tuple(entry.card for entry in sections[_ENEMY]),
            name=draft.name,
        )

    def _section(self, card: str) -> str:
        found = components(self.edition)
        if card in found.ncus:
            return _NCUS
        return _ENEMY if card in found.attachments else _UNITS

    def prices(self, army: ArmyList) -> Mapping[str, int]:
        found, costs = components(self.edition), bill(army, self.edition)
        prices: dict[str, int] = {}
        known = iter(costs.companies)
        for index, company in enumerate(army.companies):
            if company.unit in found.units:
                prices[f"{index}"], inside = next(known)
                places = [at for at, id in enumerate(company.attachments) if id in found.attachments]
                prices |= {f"{index}.{at}": price for at, price in zip(places, inside, strict=True)}
        first = len(army.companies)
        ncus = [first + at for at, id in enumerate(army.ncus) if id in found.ncus]
        first += len(army.ncus)
        enemy = [first + at for at, id in enumerate(army.enemy) if id in found.attachments]
        prices |= {f"{at}": price for at, price in zip(ncus, costs.ncus, strict=True)}
        return prices | {f"{at}": price for at, price in zip(enemy, costs.enemy, strict=True)}

    def candidates(self, faction: str, *, assumed: bool = False) -> Sequence[Candidate]:  # no assumptions
        found = components(self.edition)
        empty = ArmyList(faction=read_faction(0, faction), points=1, commander="")
        return [
            Candidate(
                card=model.id,
                section=self._place(model),
                faction=found.faction[model.id],
                cost=0 if model.commander else model.cost,
                leads=model.commander,
            )
            for model in found.models()
            if not is_foreign(empty, model.id, found)
        ]

    def _place(self, model: object) -> str:
        if isinstance(model, Unit):
            return _UNITS
        if isinstance(model, Attachment):
            return _INSIDE if model.enemy is None else _ENEMY
        return _NCUS

    def fits(self, card: str, entry: ListEntry) -> bool:
        found = components(self.edition)
        attachment, unit = found.attachments.get(card), found.units.get(entry.card)
        return attachment is not None and unit is not None and attachment.enemy is None

    def budgets(self, army: ArmyList) -> Sequence[Budget]:
        total, own, neutral = expenses(look_up(army, components(self.edition)))
        extra = extra_points(army.points, self.edition)
        spare = min(extra, own, max(0, total - army.points))
        budgets = [Budget(title=msg("list.points"), used=total - spare, limit=army.points)]
        if extra:
            budgets.append(Budget(title=msg("list.extra"), used=spare, limit=extra))
        if army.faction != NEUTRAL:
            limit = neutral_points(army.points, self.edition)
            budgets.append(Budget(title=msg("list.neutral"), used=neutral, limit=limit))
        return budgets

    def figures(self, army: ArmyList) -> Sequence[ArmyFigure]:
        units = list(self._units(army))
        if not units:
            return ()
        best = [max(attack.dice[0] for attack in unit.attacks) for unit in units]
        wounds = sum(full_health(unit) for unit in units)
        shown = (
            ("activations", f"{len(units) + len(army.ncus)}"),
            ("wounds", f"{wounds}"),
            ("dice", f"{sum(best) / len(best):.1f}"),
            ("speed", f"{sum(unit.speed for unit in units) / len(units):.1f}″"),
        )
        return [ArmyFigure(glyph=glyph, title=msg(f"list.{glyph}"), value=value) for glyph, value in shown]

    def _units(self, army: ArmyList) -> Iterator[Unit]:
        found = components(self.edition)
        return (found.units[company.unit] for company in army.companies if company.unit in found.units)

    def health(self, entry: ListEntry) -> int:
        unit = components(self.edition).units.get(entry.card)
        return 0 if unit is None else full_health(unit)

    def subtitle(self, card: str) -> Message | None:
        model = components(self.edition).model(card)
        return None if model is None or model.title is None else Message(f"title.{card}")
