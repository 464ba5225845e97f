"""The panels beside the table: round, turn, Tactics Board, players, hands, decks, missions, forces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from banneret.games.icefire.rules.table.units import CASTLE_WALL
from banneret.games.icefire.show.drawing.layout import sides
from banneret.games.icefire.show.roster import later, rosters
from banneret.games.icefire.view import FightView, IcefireView, MissionsView, NcuView, PlayerView
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

_TURN: Final = msg("drawer.turn")
_ZONES: Final = msg("drawing.group.zones")
_PLAYERS: Final = msg("drawing.group.players")
_HANDS: Final = msg("drawer.hands")
_MISSIONS: Final = msg("drawer.missions")
_FORCES: Final = msg("drawer.forces")
_LEGEND: Final = msg("drawer.legend")


def panels(view: IcefireView, seats: frozenset[int]) -> tuple[TablePanel, ...]:
    """Return all panels; those of the viewer's own players first."""
    marks = sides(view)
    order = sorted(view.players, key=lambda player: view.players[player].seat not in seats)
    return (
        _heading(view),
        _round(view),
        *_turn(view),
        _zones(view),
        _players(view, tuple(order)),
        *(panel for player in order for panel in _cards(view.edition, player, marks[player], view.players[player])),
        *_missions(view.missions),
        *_forces(view, tuple(order)),
        LEGEND,
    )


def _player(player: str, side: str, thing: str = "", notes: tuple[Message, ...] = ()) -> Item:
    return Item(name=msg(f"name.{player}"), thing=thing, glyph=side, notes=notes)


@drawn_from("round", "rounds", "step", "players", "units", "ncus")
def _heading(view: IcefireView) -> HeadingPanel:
    return HeadingPanel(
        id="heading",
        title=msg("drawing.round-of", round=view.round, rounds=view.rounds) if view.round else msg("drawing.before"),
        drawer=_TURN,
        notes=(msg(f"step.{view.step}"),),
        sides=tuple(
            SeatMark(
                side=player, crest=sides(view)[player], counters=(_points(found),), pieces=tuple(_pieces(view, player))
            )
            for player, found in view.players.items()
        ),
    )


def _pieces(view: IcefireView, player: str) -> Iterator[PieceMark]:
    """Yield the units of a player on the battlefield and its NCUs, with those that have activated."""
    for unit in view.units:
        if unit.player == player and unit.place is not None:
            yield PieceMark(thing=f"unit:{unit.id}", label=unit.id.upper(), card=unit.card, done=unit.activated)
    for ncu in view.ncus:
        if ncu.player == player and ncu.alive:
            yield PieceMark(thing=f"ncu:{ncu.id}", label=ncu.id.upper(), card=ncu.card, done=ncu.activated)


def _points(found: PlayerView) -> Counter:
    value, needed = f"{found.victory_points}", f"{found.needed}"
    return Counter(glyph="victory-point", label=msg("roster.points"), value=value, limit=needed)


@drawn_from("mode", "edition", "round", "rounds", "first", "step")
def _round(view: IcefireView) -> TrackPanel:
    title = msg("drawing.round-of", round=view.round, rounds=view.rounds) if view.round else msg("drawing.before")
    return TrackPanel(
        id="track:round",
        title=title,
        drawer=_TURN,
        card=view.mode,
        notes=(
            msg("drawing.mode", mode=view.mode, edition=view.edition),
            msg(f"step.{view.step}"),
            *(() if view.first is None else (msg("drawing.first", player=view.first),)),
        ),
        slots=tuple(Slot(label=f"{number}", now=number == view.round) for number in range(1, view.rounds + 1)),
    )


def _turn(view: IcefireView) -> tuple[CountersPanel, ...]:
    going = view.turn
    if going is None:
        return ()
    items: list[Item] = []
    if going.unit is not None:
        card = next((unit.card for unit in view.units if unit.id == going.unit), CASTLE_WALL)
        items.append(Item(name=msg("drawing.acting", unit=going.unit.upper(), card=card), card=card))
    if going.ncu is not None:
        card = next(ncu.card for ncu in view.ncus if ncu.id == going.ncu)
        items.append(Item(name=msg("drawing.acting", unit=going.ncu.upper(), card=card), card=card))
    notes = () if going.action is None else (msg(f"name.{going.action}"),)
    return (
        _acting(
            going.player, sides(view)[going.player], tuple(items), notes, going.fights[-1] if going.fights else None
        ),
    )


@drawn_once
def _acting(
    player: str, side: str, items: tuple[Item, ...], notes: tuple[Message, ...], fight: FightView | None
) -> CountersPanel:
    rows = [CounterRow(owner=_player(player, side), items=items, notes=notes)]
    if fight is not None:
        said = [msg("drawing.attack", attacker=fight.attacker, defender=fight.defender, kind=fight.kind)]
        said += [msg("drawing.hits", count=fight.hits)] if fight.dice else []
        said += [msg(f"name.{keyword}") for keyword in fight.keywords]
        dice = tuple(Item(name=msg("drawer.word", word=f"{face}"), glyph=f"face-{face}") for face in fight.dice)
        rows.append(CounterRow(items=dice, notes=tuple(said)))
    return CountersPanel(
        id="counters:turn",
        title=msg("drawing.group.turn"),
        drawer=_TURN,
        glyph="initiative",
        rows=tuple(rows),
    )


@drawn_from("zones", "ncus", "players")
def _zones(view: IcefireView) -> CountersPanel:
    ncus, marks = {ncu.id: ncu for ncu in view.ncus}, sides(view)
    rows = tuple(
        CounterRow(
            owner=Item(name=msg(f"name.{zone}"), thing=f"zone:{zone}", card=zone, glyph=zone),
            items=() if holder is None else (_ncu(ncus[holder], marks),),
        )
        for zone, holder in view.zones.items()
    )
    return CountersPanel(id="counters:zones", title=_ZONES, drawer=_ZONES, glyph="zone", rows=rows, cells=True)


def _ncu(ncu: NcuView, marks: Mapping[str, str]) -> Item:
    return Item(name=msg(f"name.{ncu.card}"), card=ncu.card, glyph=marks[ncu.player], value=ncu.id.upper())


@drawn_from("players", "forfeited")
def _players(view: IcefireView, order: tuple[str, ...]) -> CountersPanel:
    rows, marks = [], sides(view)
    for player in order:
        found = view.players[player]
        notes = [msg("drawing.player", player=player, faction=found.faction, commander=found.commander)]
        notes += [msg("drawing.team", player=ally) for ally in found.allies]
        notes += [msg("drawing.forfeited")] if player in view.forfeited else []
        notes += [msg("drawing.out")] if found.out else []
        notes += [msg("drawing.passes", count=found.passes)]
        rows.append(
            CounterRow(
                owner=_player(player, marks[player], f"player:{player}"), counters=(_points(found),), notes=tuple(notes)
            )
        )
    return CountersPanel(id="counters:players", title=_PLAYERS, drawer=_PLAYERS, glyph="player", rows=tuple(rows))


@drawn_once
def _cards(edition: str, player: str, side: str, found: PlayerView) -> tuple[TablePanel, ...]:
    hand = HandPanel(
        id=f"hand:{player}",
        title=msg(f"name.{player}"),
        drawer=_HANDS,
        glyph=side,
        side=side,
        value=f"{len(found.hand) + len(found.siege) + len(found.missions)}",
        cards=tuple(_hand(edition, player, side, (*found.hand, *found.siege, *found.missions))),
    )
    deck = DeckPanel(
        id=f"deck:{player}",
        title=msg("drawer.deck-of", player=player),
        drawer=_HANDS,
        glyph=side,
        side=side,
        count=found.deck,
        discards=tuple(Item(name=msg(f"name.{card}"), card=card, glyph=side) for card in found.discards),
        discarded=len(found.discards),
    )
    return hand, deck


def _hand(edition: str, player: str, side: str, cards: tuple[str | None, ...]) -> Iterator[Item]:
    for place, card in enumerate(cards):
        if card is None:
            name = msg("drawing.card-face-down")
            yield Item(name=name, thing=f"back:{player}:{place}", glyph=f"back-{side}")
        else:
            notes = tuple(mark.name for mark in later(edition, card))
            yield Item(name=msg(f"name.{card}"), thing=f"card:{card}", card=card, glyph=side, notes=notes)


@drawn_once
def _missions(missions: MissionsView | None) -> tuple[TablePanel, ...]:
    if missions is None:
        return ()
    deck = DeckPanel(
        id="deck:missions",
        title=_MISSIONS,
        drawer=_MISSIONS,
        count=missions.deck,
        shown=_named(missions.active),
        discards=_named(missions.discards),
        discarded=len(missions.discards),
    )
    reserve = HandPanel(
        id="missions:reserve", title=msg("name.reserve"), drawer=_MISSIONS, cards=_named(missions.reserve)
    )
    return (deck, reserve) if missions.reserve else (deck,)


def _named(cards: tuple[str, ...]) -> tuple[Item, ...]:
    return tuple(Item(name=msg(f"name.{card}"), card=card) for card in cards)


@drawn_from("units", "ncus", "players", "edition")
def _forces(view: IcefireView, order: tuple[str, ...]) -> tuple[RosterPanel, ...]:
    found = {one.side: one for one in rosters(view)}
    return rosters_beside(tuple(found[side] for side in order), _FORCES, sides(view))


LEGEND: Final = LegendPanel(
    id="legend",
    title=_LEGEND,
    drawer=_LEGEND,
    entries=(
        Entry(glyph="panicked", text=msg("name.panicked"), card="panicked"),
        Entry(glyph="vulnerable", text=msg("name.vulnerable"), card="vulnerable"),
        Entry(glyph="weakened", text=msg("name.weakened"), card="weakened"),
        Entry(glyph="wound-token", text=msg("drawing.legend.wounds")),
        Entry(glyph="attachment", text=msg("drawing.legend.attachment")),
        Entry(glyph="front", text=msg("drawing.legend.front")),
        Entry(glyph="engaged", text=msg("drawing.legend.engaged")),
        Entry(glyph="objective", text=msg("drawing.legend.objective")),
        Entry(glyph="activated", text=msg("drawing.activated")),
    ),
)
"""The symbols of the table; the same in all matches."""
