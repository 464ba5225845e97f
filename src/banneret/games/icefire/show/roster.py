"""The armies as rosters: units and non-combat units with Wounds, ranks, tokens and the effects in force."""

from __future__ import annotations

from typing import Final

from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6
from banneret.games.icefire.view import IcefireView, NcuView, PlayerView, UnitView
from banneret.show.card import Stat
from banneret.show.drawn_once import drawn_once
from banneret.show.rosters import Mark, Roster, RosterRow, named_mark
from banneret.text.message import msg

EFFECT_CARDS: Final = {
    "the-north-remembers": "40204",
    "assault-orders": "40112",
    "crannog-traps": "40223",
    "crannog-traps-slow": "40223",
    "hidden-traps": "order-hidden-traps",
    "hidden-traps-slow": "order-hidden-traps",
    "superior-positioning": "40209",
    "sudden-retreat": "40208",
    "hit-and-run": "40210",
    "ride-them-down": "40227",
    "crannog-poison": "50201",
    "marshal": "40228",
    "devastating-impact": "40203",
    "fury-for-the-fallen": "40219",
    "sally": "sally",
    "hold-the-line": "hold-the-line",
    "fire-arrows": "fire-arrows",
    "all-out-assault": "all-out-assault",
}
"""The cards that explain effects named differently."""
EFFECT_TEXTS: Final = frozenset(
    {
        "charges-at-six",
        "hodor-spent",
        "keeps-vulnerable",
        "keeps-weakened",
        "lost-in-the-neck",
        "need-for-vengeance",
        "no-abilities",
        "no-attachment-abilities",
        "no-cards",
        "no-orders",
        "outflank",
        "outflanking",
        "scouted",
        "sworn-at",
        "taunted",
        "unbiased-justice",
    }
)
"""Effects without a card of their own that have a text `effect.<name>`. Other effects only keep count of something."""


def later(edition: str, card: str) -> tuple[Mark, ...]:
    """Return a mark if only a later season's values are known for a card: icefire:ruling.78."""
    season = components(EDITION_2021 if edition == EDITION_2021 else SEASON_6).later_season(card)
    return (Mark(msg("drawing.later", season=season)),) if season else ()


def rosters(view: IcefireView) -> tuple[Roster, ...]:
    """Return the army of each player."""
    return tuple(_army(view, player, found) for player, found in view.players.items())


def _army(view: IcefireView, player: str, found: PlayerView) -> Roster:
    units = [_unit(view.edition, unit) for unit in view.units if unit.player == player]
    ncus = [_ncu(view.edition, ncu) for ncu in view.ncus if ncu.player == player]
    points = Stat("victory-point", msg("roster.points"), f"{found.victory_points}/{found.needed}")
    title = msg("roster.army", player=player, faction=found.faction, commander=found.commander)
    return Roster(side=player, title=title, stats=(points,), rows=(*units, *ncus))


@drawn_once
def _unit(edition: str, unit: UnitView) -> RosterRow:
    stats = (
        Stat("wounds", msg("roster.wounds"), str(unit.wounds)),
        Stat("figures", msg("card.models"), f"{unit.models}/{unit.full_models}"),
        Stat("ranks", msg("card.ranks"), str(unit.ranks)),
    )
    return RosterRow(
        thing=f"unit:{unit.id}",
        name=msg("roster.unit", unit=unit.id.upper(), card=unit.card),
        card=unit.card,
        stats=stats if unit.wounds else (),
        signs=(*later(edition, unit.card), *_marks(unit)),
        gone=not unit.wounds,
        done=unit.activated,
    )


def _marks(unit: UnitView) -> list[Mark]:
    marks = [named_mark(card) for card in (*unit.attachments, *unit.conditions)]
    # Tokens on a Tactics card, such as "card-40102", are marks of the card.
    marks += [named_mark(name.removeprefix("card-"), count) for name, count in unit.counters.items() if count]
    marks += [named_mark(card) for card in unit.cards]
    marks += [Mark(msg("roster.order-used", order=order), order) for order in unit.orders_used]
    marks += [Mark(msg("roster.influenced", ncu=ncu.upper())) for ncu in unit.influenced]
    marks += [Mark(msg("roster.engaged", unit=enemy.upper())) for enemy in unit.engaged]
    if unit.place is None and unit.wounds:
        marks.append(Mark(msg("roster.reserve")))
    return marks + [mark for name in dict.fromkeys(unit.effects) if (mark := _effect(unit, name)) is not None]


def _effect(unit: UnitView, name: str) -> Mark | None:
    """Return an effect in force, with the card that explains it; None if the roster shows it anyway."""
    card = EFFECT_CARDS.get(name)
    if card is not None:
        return None if card in unit.cards else named_mark(card)
    return Mark(msg(f"effect.{name}")) if name in EFFECT_TEXTS else None


def _ncu(edition: str, ncu: NcuView) -> RosterRow:
    marks = [*later(edition, ncu.card)]
    marks += [named_mark(ncu.zone)] if ncu.zone is not None else []
    marks += [named_mark(name, count) for name, count in ncu.counters.items() if count]
    return RosterRow(
        thing=f"ncu:{ncu.id}",
        name=msg("roster.unit", unit=ncu.id.upper(), card=ncu.card),
        card=ncu.card,
        signs=tuple(marks),
        gone=not ncu.alive,
        done=ncu.activated,
    )
