"""The panels beside the table: round, turn, cards of the match, mana, players, morale deck, forces."""

from __future__ import annotations

from itertools import takewhile
from typing import Final

from banneret.games.runewars.content.tabletop import tabletop
from banneret.games.runewars.match_state import ROUNDS
from banneret.games.runewars.show.drawing.layout import sides
from banneret.games.runewars.show.roster import rosters
from banneret.games.runewars.view import RunewarsView, UnitView
from banneret.show.drawn_once import drawn_from, drawn_once
from banneret.show.panels import (
    Counter,
    CounterRow,
    CountersPanel,
    DeckPanel,
    Entry,
    HandPanel,
    HeadingPanel,
    Item,
    LegendPanel,
    PieceMark,
    RosterPanel,
    SeatMark,
    Slot,
    TablePanel,
    TrackPanel,
    rosters_beside,
)
from banneret.text.message import Message, msg

_SETUP: Final = ("first", "cards", "deploy")
_TURN: Final = msg("drawer.turn")
_POOL: Final = msg("drawer.pool")
_PLAYERS: Final = msg("drawing.group.players")
_DECKS: Final = msg("drawer.decks")
_FORCES: Final = msg("drawer.forces")
_LEGEND: Final = msg("drawer.legend")


def panels(view: RunewarsView, seats: frozenset[int]) -> tuple[TablePanel, ...]:
    """Return all panels; those of the viewer's own side first."""
    order = sorted(view.players, key=lambda player: not seats & set(view.players[player].seats))
    return (
        _heading(view),
        _round(view),
        *_offered(view.offered),
        *_turn(view),
        _runes(view),
        _players(view, tuple(order)),
        _morale(view),
        *_forces(view, tuple(order)),
        LEGEND,
    )


def _player(player: str, side: str, thing: str = "") -> Item:
    return Item(name=msg(f"name.{player}"), thing=thing, glyph=side)


@drawn_from("step", "round", "players", "units")
def _heading(view: RunewarsView) -> HeadingPanel:
    before, marks = view.step in _SETUP, sides(view)
    return HeadingPanel(
        id="heading",
        title=msg("drawing.before") if before else msg("drawing.round-of", round=view.round, rounds=ROUNDS),
        drawer=_TURN,
        notes=(msg(f"step.{view.step}"),),
        sides=tuple(
            SeatMark(
                side=player,
                crest=marks[player],
                counters=(
                    Counter(glyph="victory-point", label=msg("roster.tokens"), value=f"{found.tokens}"),
                    Counter(glyph="cost", label=msg("roster.points-left"), value=f"{found.points}"),
                ),
                pieces=tuple(
                    PieceMark(thing=f"unit:{unit.id}", label=unit.id.upper(), card=unit.card, done=unit.revealed)
                    for unit in view.units
                    if unit.player == player and unit.place is not None and unit.figures
                ),
            )
            for player, found in view.players.items()
        ),
    )


@drawn_from("size", "step", "round", "first", "initiative")
def _round(view: RunewarsView) -> TrackPanel:
    before = view.step in _SETUP
    notes = [msg(f"name.{view.size}"), msg(f"step.{view.step}")]
    notes += [msg("drawing.first", player=view.first)] if view.first is not None else []
    notes += [msg("drawing.called", initiative=view.initiative)] if view.initiative is not None else []
    return TrackPanel(
        id="track:round",
        title=msg("drawing.before") if before else msg("drawing.round-of", round=view.round, rounds=ROUNDS),
        drawer=_TURN,
        notes=tuple(notes),
        slots=tuple(
            Slot(label=f"{number}", now=number == view.round and not before) for number in range(1, ROUNDS + 1)
        ),
    )


@drawn_once
def _offered(offered: tuple[str, ...]) -> tuple[HandPanel, ...]:
    if not offered:
        return ()
    cards = tuple(
        Item(
            name=msg(f"name.{card}"),
            thing=f"card:{card}",
            card=card,
            notes=(msg("drawing.deployment-card" if card in tabletop().deployments else "drawing.objective-card"),),
        )
        for card in offered
    )
    return (HandPanel(id="hand:offered", title=msg("drawing.group.offered"), drawer=_TURN, cards=cards),)


def _turn(view: RunewarsView) -> tuple[CountersPanel, ...]:
    player = None if view.step == "command" else view.turn
    active = next((unit for unit in view.units if unit.id == view.active), None)
    cards = tuple(card for card in (view.deployment, view.objective) if card is not None)
    return _acting(
        player if view.step != "over" else None,
        "" if player is None else sides(view)[player],
        active,
        cards,
        view.step == "command",
    )


@drawn_once
def _acting(
    player: str | None, side: str, active: UnitView | None, cards: tuple[str, ...], commanding: bool
) -> tuple[CountersPanel, ...]:
    rows = []
    if commanding:
        rows.append(CounterRow(notes=(msg("drawing.all-turn-dials"),)))
    elif player is not None:
        items: list[Item] = []
        if active is not None:
            items.append(Item(name=msg("drawing.acting", unit=active.id, card=active.card), card=active.card))
        if active is not None and active.dials is not None:
            shown = (active.dials.action, active.dials.modifier)
            items += [Item(name=msg(f"name.{sector}"), card=sector) for sector in shown]
        rows.append(CounterRow(owner=_player(player, side), items=tuple(items)))
    if cards:
        rows.append(CounterRow(items=tuple(Item(name=msg(f"name.{card}"), card=card) for card in cards)))
    panel = CountersPanel(
        id="counters:turn",
        title=msg("drawing.group.turn"),
        drawer=_TURN,
        glyph="initiative",
        rows=tuple(rows),
    )
    return (panel,) if rows else ()


@drawn_from("runes")
def _runes(view: RunewarsView) -> CountersPanel:
    counters = tuple(
        Counter(glyph=rune, label=msg(f"name.{rune}"), value=f"{count}") for rune, count in view.runes.items()
    )
    return CountersPanel(
        id="counters:runes", title=_POOL, drawer=_POOL, glyph="mana", rows=(CounterRow(counters=counters),)
    )


@drawn_from("players", "forfeited", "units")
def _players(view: RunewarsView, order: tuple[str, ...]) -> CountersPanel:
    rows, marks = [], sides(view)
    for player in order:
        found = view.players[player]
        notes = [msg(f"name.{found.colour}")] if found.colour is not None else []
        notes += [msg("drawing.forfeited")] if player in view.forfeited else []
        notes += [msg("drawing.named", unit=found.named)] if found.named is not None else []
        notes += [msg("drawing.score", count=found.score)] if found.score is not None else []
        counters = (
            Counter(glyph="cost", label=msg("roster.points-left"), value=f"{found.points}"),
            Counter(glyph="victory-point", label=msg("roster.tokens"), value=f"{found.tokens}"),
        )
        rows.append(
            CounterRow(owner=_player(player, marks[player], f"player:{player}"), counters=counters, notes=tuple(notes))
        )
    return CountersPanel(id="counters:players", title=_PLAYERS, drawer=_PLAYERS, glyph="player", rows=tuple(rows))


@drawn_from("morale", "known", "discards")
def _morale(view: RunewarsView) -> DeckPanel:
    known = tuple(takewhile(lambda card: card is not None, view.known))
    return DeckPanel(
        id="deck:morale",
        title=msg("drawer.morale-deck"),
        drawer=_DECKS,
        count=view.morale,
        top=_cards(known),
        discards=_cards(view.discards),
        discarded=len(view.discards),
    )


def _cards(cards: tuple[str | None, ...]) -> tuple[Item, ...]:
    return tuple(Item(name=msg(f"name.{card}"), card=card) for card in cards if card is not None)


def _entry(glyph: str, text: Message, card: str = "") -> Entry:
    return Entry(glyph=glyph, text=text, card=card)


@drawn_from("units", "players")
def _forces(view: RunewarsView, order: tuple[str, ...]) -> tuple[RosterPanel, ...]:
    found = {one.side: one for one in rosters(view)}
    return rosters_beside(tuple(found[side] for side in order), _FORCES, sides(view))


LEGEND: Final = LegendPanel(
    id="legend",
    title=_LEGEND,
    drawer=_LEGEND,
    entries=(
        *(
            _entry(f"stance-{id}", msg("drawing.legend.stance", stance=id))
            for id in ("blue", "green", "red", "yellow", "white")
        ),
        _entry("back-a", msg("drawing.dials-hidden")),
        _entry("front", msg("drawing.legend.front")),
        _entry("upgrade-figure", msg("drawing.legend.figure")),
        _entry("inspiration", msg("drawing.legend.boon"), "inspiration"),
        _entry("panic", msg("drawing.legend.bane"), "panic"),
        _entry("wound-token", msg("drawing.legend.wounds")),
        _entry("engaged", msg("drawing.legend.engaged")),
    ),
)
"""The symbols of the table; the same in all matches."""
