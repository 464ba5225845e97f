"""The Houses as rosters: units on the board with their figures, and commanders with their tokens."""

from __future__ import annotations

from banneret.games.battles.view import BattlesView, CommanderView, HouseView, UnitView
from banneret.show.card import Stat
from banneret.show.drawn_once import drawn_once
from banneret.show.rosters import Mark, Roster, RosterRow, named_mark
from banneret.text.message import msg


def rosters(view: BattlesView) -> tuple[Roster, ...]:
    """Return the force of each House."""
    return tuple(_force(view, house, found) for house, found in view.houses.items())


def _force(view: BattlesView, house: str, found: HouseView) -> Roster:
    units = [_unit(unit) for unit in view.units if unit.house == house]
    commanders = [_commander(one) for one in found.commanders]
    stats = (
        Stat("victory-point", msg("roster.points"), str(found.points)),
        Stat("order", msg("roster.command-tokens"), str(found.command_tokens)),
    )
    return Roster(side=house, title=msg("roster.house", house=house), stats=stats, rows=(*commanders, *units))


@drawn_once
def _unit(unit: UnitView) -> RosterRow:
    marks = [named_mark(unit.commander)] if unit.commander is not None else []
    marks += [Mark(msg("roster.engaged", hex=unit.engaged))] if unit.engaged is not None else []
    marks += [named_mark("stalwart")] if unit.stalwart else []
    marks += [Mark(msg("roster.toughness"), "", unit.toughness)] if unit.toughness else []
    marks += [named_mark("scorch-the-earth")] if unit.scorch is not None else []
    return RosterRow(
        thing=f"unit:{unit.hex}",
        name=msg("roster.unit", unit=unit.unit, rank=unit.rank, hex=unit.hex),
        card=unit.unit,
        stats=(Stat("figures", msg("roster.figures"), str(unit.figures)),),
        signs=tuple(marks),
        done=not unit.active,
    )


def _commander(found: CommanderView) -> RosterRow:
    return RosterRow(
        thing=f"commander:{found.id}",
        name=msg(f"name.{found.id}"),
        card=found.id,
        stats=(Stat("order", msg("roster.command-tokens"), str(found.tokens)),),
        signs=(Mark(msg("roster.committed")),) if found.committed else (),
        gone=found.hex is None,
    )
