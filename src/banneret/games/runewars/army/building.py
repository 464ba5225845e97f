"""What lists are built from: units in a formation, and upgrades inside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from banneret.content.army_building import ArmyFigure, Budget, Building, Candidate, Formation, ListSection
from banneret.content.army_drafts import Draft, ListEntry
from banneret.games.runewars.army.list_text import read_faction
from banneret.games.runewars.army.lists import ArmyList, FieldedUnit, bill, rows_of, unique_units
from banneret.games.runewars.content.components import Row, Unit, components
from banneret.text.message import Message, msg

_UNITS, _INSIDE = "units", "upgrades"


class RunewarsBuilding(Building[ArmyList]):
    """The building of lists."""

    sections = (
        ListSection(id=_UNITS, title=msg("list.units"), inside=_INSIDE),
        ListSection(id=_INSIDE, title=msg("list.upgrades")),
    )

    def draft(self, army: ArmyList) -> Draft:
        entries = (
            ListEntry(
                card=fielded.unit,
                section=_UNITS,
                form=fielded.formation,
                inside=tuple(ListEntry(card=id, section=_INSIDE) for id in fielded.upgrades),
            )
            for fielded in army.units
        )
        return Draft(
            faction=army.faction, points=army.points, entries=tuple(entries), name=army.name, assumed=army.assumed
        )

    def army(self, draft: Draft) -> ArmyList:
        for entry in draft.entries:
            if entry.section not in ("", _UNITS):
                raise ValueError(f"section: {entry.section!r} is not {_UNITS!r}")
        if draft.leader:
            raise ValueError(f"leader: an army has no Commander, but the list names {draft.leader!r}")
        return ArmyList(
            faction=read_faction(0, draft.faction),
            points=draft.points,
            units=tuple(
                FieldedUnit(
                    unit=entry.card,
                    formation=entry.form or self._smallest(entry.card),
                    upgrades=tuple(one.card for one in entry.inside),
                )
                for entry in draft.entries
            ),
            name=draft.name,
            assumed=draft.assumed,
        )

    def _smallest(self, card: str) -> str:
        unit = components().units.get(card)
        return "" if unit is None else unit.rows[0].formation

    def prices(self, army: ArmyList) -> Mapping[str, int]:
        prices = {}
        for index, (cost, inside) in enumerate(bill(army).units):
            prices[f"{index}"] = cost
            prices |= {f"{index}.{at}": price for at, price in enumerate(inside)}
        return prices

    def candidates(self, faction: str, *, assumed: bool = False) -> Sequence[Candidate]:
        found, own = components(), read_faction(0, faction)
        units = [
            Candidate(
                card=unit.id,
                section=_UNITS,
                faction=found.faction[unit.id] or "",
                cost=unit.rows[0].cost,
                forms=tuple(
                    {row.formation: Formation(form=row.formation, cost=row.cost) for row in unit.rows}.values()
                ),
            )
            for unit in found.fielded(assumed=assumed)
            if found.faction[unit.id] == own
        ]
        upgrades = [
            Candidate(card=card.id, section=_INSIDE, faction=found.faction[card.id] or "", cost=card.cost or 0)
            for card in found.upgrades.values()
            if found.faction[card.id] in (None, own) and found.playable(card, assumed=assumed)
        ]
        return [*units, *upgrades]

    def fits(self, card: str, entry: ListEntry) -> bool:
        found = components()
        upgrade, unit = found.upgrades.get(card), found.units.get(entry.card)
        return (
            upgrade is not None
            and unit is not None
            and upgrade.type in (None, unit.type)
            and (not upgrade.only or unit.id in upgrade.only)
        )

    def budgets(self, army: ArmyList) -> Sequence[Budget]:
        uniques = sum(unit.unique for unit, _ in self._rows(army))
        return [
            Budget(title=msg("list.points"), used=bill(army).total, limit=army.points),
            Budget(title=msg("list.unique"), used=uniques, limit=unique_units(army.points)),
        ]

    def figures(self, army: ArmyList) -> Sequence[ArmyFigure]:
        rows = self._rows(army)
        if not rows:
            return ()
        trays = sum(row.trays for _, row in rows)
        wounds = sum(unit.wounds * unit.figures * row.trays for unit, row in rows)
        defenses = [unit.defense * row.trays for unit, row in rows if isinstance(unit.defense, int)]
        counted = sum(row.trays for unit, row in rows if isinstance(unit.defense, int))
        shown = (
            ("activations", f"{len(rows)}"),
            ("trays", f"{trays}"),
            ("wounds", f"{wounds}"),
            ("defense", f"{sum(defenses) / counted:.1f}" if counted else "–"),
        )
        return [ArmyFigure(glyph=glyph, title=msg(f"list.{glyph}"), value=value) for glyph, value in shown]

    def _rows(self, army: ArmyList) -> list[tuple[Unit, Row]]:
        """Return the units of a list with a known formation, and its row in their cost tables."""
        found = components()
        units = [(found.units[one.unit], one.formation) for one in army.units if one.unit in found.units]
        return [(unit, rows[0]) for unit, formation in units if (rows := rows_of(unit, formation))]

    def health(self, entry: ListEntry) -> int:
        unit = components().units.get(entry.card)
        rows = [] if unit is None else rows_of(unit, entry.form)
        return 0 if unit is None or not rows else unit.wounds * unit.figures * rows[0].trays

    def subtitle(self, card: str) -> Message | None:
        return None
