"""The armies as rosters: units with figures, upgrades, banes and the other tokens on them."""

from __future__ import annotations

from typing import Final

from banneret.games.runewars.view import PlayerView, RunewarsView, UnitView
from banneret.show.card import Stat
from banneret.show.drawn_once import drawn_once
from banneret.show.rosters import Mark, Roster, RosterRow, named_mark
from banneret.text.message import msg

IN_FORCE: Final = frozenset({"held", "shifted", "to-amend", "waiting", "white-modifier"})
"""Effects in force for a unit that are kept among its marks; the others are uses of abilities."""


def rosters(view: RunewarsView) -> tuple[Roster, ...]:
    """Return the army of each player."""
    return tuple(_army(view, player, found) for player, found in view.players.items())


def _army(view: RunewarsView, player: str, found: PlayerView) -> Roster:
    units = tuple(_unit(unit) for unit in view.units if unit.player == player)
    stats = (
        Stat("cost", msg("roster.points-left"), str(found.points)),
        Stat("victory-point", msg("roster.tokens"), str(found.tokens)),
    )
    return Roster(side=player, title=msg("roster.army", player=player), stats=stats, rows=units)


@drawn_once
def _unit(unit: UnitView) -> RosterRow:
    trays = {(figure.column, figure.row) for figure in unit.figures}
    wounds = sum(figure.wounds for figure in unit.figures)
    stats = [
        Stat("figures", msg("roster.figures"), str(len(unit.figures))),
        Stat("trays", msg("roster.trays"), str(len(trays))),
    ]
    stats += [Stat("wounds", msg("roster.wounds"), str(wounds))] if wounds else []
    return RosterRow(
        thing=f"unit:{unit.id}",
        name=msg("roster.unit", unit=unit.id.upper(), card=unit.card),
        card=unit.card,
        stats=tuple(stats) if unit.figures else (),
        signs=tuple(_marks(unit)),
        gone=not unit.figures,
        done=unit.revealed,
    )


def _marks(unit: UnitView) -> list[Mark]:
    spent = set(unit.exhausted)
    dials = [] if unit.dials is None else [unit.dials.action, unit.dials.modifier]
    upgrades = [one for one in unit.upgrades if one not in spent]
    marks = [named_mark(sector) for sector in dials]
    marks += [Mark(msg("drawing.dials-hidden"))] if unit.ordered and unit.dials is None and unit.figures else []
    marks += [named_mark(card) for card in upgrades]
    marks += [Mark(msg("roster.exhausted", upgrade=card), card) for card in unit.exhausted]
    marks += [named_mark(one) for one in (*unit.banes, *unit.conditions)]
    marks += [named_mark("inspiration", unit.inspiration)] if unit.inspiration else []
    marks += [named_mark("vitality", unit.vitality)] if unit.vitality else []
    # A mark such as "once:x" records that the ability x was used; the others are tokens.
    marks += [_use(id.partition(":")[2]) for id in unit.marks if ":" in id]
    marks += [named_mark(id, count) for id, count in unit.marks.items() if count and ":" not in id]
    return marks + [Mark(msg("roster.engaged", unit=enemy.upper())) for enemy in unit.engaged]


def _use(name: str) -> Mark:
    return Mark(msg(f"effect.{name}") if name in IN_FORCE else msg("roster.used", ability=name))
