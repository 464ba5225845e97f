"""Panels beside the board: round, influence, supply, castles, wildlings, Westeros cards, houses, hands, combat."""

from __future__ import annotations

from itertools import zip_longest
from typing import Final

from banneret.games.thrones.content.components import (
    CARDS,
    CARDS_OF,
    ORDERS,
    ROUNDS,
    SUPPLY_LIMITS,
    TIDES,
    UNITS,
    VICTORY_AREAS,
    WILDLING_TRACK,
)
from banneret.games.thrones.position import TRACKS
from banneret.games.thrones.rules.supply import fits
from banneret.games.thrones.show.roster import rosters
from banneret.games.thrones.view import CombatView, HouseView, SideView, ThronesView
from banneret.show.drawn_once import drawn_from, drawn_once
from banneret.show.panels import (
    Counter,
    CounterRow,
    CountersPanel,
    DeckPanel,
    Entry,
    Filled,
    HandPanel,
    HeadingPanel,
    Item,
    LegendPanel,
    RosterPanel,
    SeatMark,
    Slot,
    TablePanel,
    TrackPanel,
    rosters_beside,
)
from banneret.text.message import Message, msg

_INFLUENCE: Final = msg("drawer.influence")
_SUPPLY: Final = msg("drawing.supply")
_ARMIES: Final = msg("drawing.armies")
_CASTLES: Final = msg("drawing.victory")
_WESTEROS: Final = msg("drawing.group.westeros")
_WILDLINGS: Final = msg("drawer.wildlings")
_HOUSES: Final = msg("drawing.group.houses")
_HANDS: Final = msg("drawer.hands")
_COMBAT: Final = msg("drawer.combat")
_FORCES: Final = msg("drawer.forces")
_LEGEND: Final = msg("drawer.legend")
_SYMBOLS: Final = (
    ("stronghold", ""),
    ("castle", ""),
    ("home", ""),
    ("supply", "track:supply"),
    ("crown", ""),
    ("port", ""),
    ("garrison", "token:garrison"),
    ("neutral", "token:neutral-force"),
    ("power", "token:power"),
    ("face-down", ""),
    ("routed", ""),
    ("river", ""),
    ("bridge", ""),
)
"""Glyphs in the legend other than units and orders, each with the id of its card."""
_TEXTS: Final = {"home": "crest", "supply": "barrel", "face-down": "down"}
"""Ids of the legend's texts, where they differ from the glyph."""


def panels(view: ThronesView, seats: frozenset[int]) -> tuple[TablePanel, ...]:
    """Return all panels, with the hands and forces of the viewer's houses first."""
    own = [house for house, found in view.houses.items() if found.seat in seats]
    mine = own[0] if len(own) == 1 else None
    order = [*own, *(house for house in view.houses if house not in own)]
    return (
        _heading(view),
        *_combat(view.combat, view.tides_of_battle),
        _round(view),
        *_influence(view),
        _supply(view, mine),
        _armies(view),
        _castles(view, mine),
        _houses(view),
        *_westeros(view),
        _wildlings(view),
        *(_hand(house, view.houses[house], house in view.forfeited) for house in order),
        *_forces(view, tuple(order)),
        LEGEND,
    )


@drawn_from("round", "step", "houses")
def _heading(view: ThronesView) -> HeadingPanel:
    return HeadingPanel(
        id="heading",
        title=msg("drawing.round-of", round=view.round, rounds=ROUNDS),
        drawer=_INFLUENCE,
        notes=(msg(f"step.{view.step}"),),
        sides=tuple(
            SeatMark(
                side=house,
                crest=house,
                counters=(
                    Counter(glyph="castle", label=_CASTLES, value=f"{found.fortified}", limit=f"{VICTORY_AREAS}"),
                ),
            )
            for house, found in view.houses.items()
        ),
    )


@drawn_from("round", "step")
def _round(view: ThronesView) -> TrackPanel:
    return TrackPanel(
        id="track:round",
        thing="track:round",
        title=msg("drawing.round-of", round=view.round, rounds=ROUNDS),
        drawer=_INFLUENCE,
        notes=(msg(f"step.{view.step}"),),
        slots=tuple(Slot(label=f"{number}", now=number == view.round) for number in range(1, ROUNDS + 1)),
    )


@drawn_from("tracks", "blade_used", "raven_used", "houses")
def _influence(view: ThronesView) -> tuple[TrackPanel, ...]:
    return tuple(_track(view, track) for track in TRACKS)


def _track(view: ThronesView, track: str) -> TrackPanel:
    used = {"fiefdoms": view.blade_used, "kings-court": view.raven_used}.get(track, False)
    token = Item(
        name=msg(f"drawing.token.{track}"),
        thing=f"token:{track}",
        card=f"token:{track}",
        glyph=track,
        notes=(msg("drawing.used" if used else "drawing.ready"),),
        condition="used" if used else "ready",
    )
    slots = tuple(
        Slot(
            label=f"{place}",
            items=(_house(house, f"place:{track}:{house}"),),
            stars=view.houses[house].stars if track == "kings-court" else 0,
        )
        for place, house in enumerate(view.tracks[track], 1)
    )
    return TrackPanel(
        id=f"track:{track}",
        thing=f"track:{track}",
        card=f"track:{track}",
        title=msg(f"name.{track}"),
        drawer=_INFLUENCE,
        glyph=track,
        slots=slots,
        token=token,
    )


def _house(house: str, thing: str = "", value: str = "", note: Message | None = None) -> Item:
    notes = () if note is None else (note,)
    return Item(name=msg(f"name.{house}"), thing=thing, card=house, glyph=house, value=value, notes=notes)


@drawn_from("houses")
def _supply(view: ThronesView, mine: str | None) -> TrackPanel:
    slots = tuple(
        Slot(
            label=f"{level}",
            groups=armies,
            items=tuple(_house(house) for house, found in view.houses.items() if found.supply == level),
        )
        for level, armies in enumerate(SUPPLY_LIMITS)
    )
    return TrackPanel(
        id="track:supply",
        thing="track:supply",
        card="track:supply",
        title=msg("name.track-supply"),
        drawer=_SUPPLY,
        glyph="supply",
        value="" if mine is None else f"{view.houses[mine].supply}",
        slots=slots,
    )


def _armies(view: ThronesView) -> CountersPanel:
    sizes: dict[str, list[int]] = {house: [] for house in view.houses}
    for found in view.areas.values():
        size = sum(found.units.values()) + sum(found.routed.values())
        if size > 1 and found.house in sizes:
            sizes[found.house].append(size)
    return _sized(
        tuple((house, view.houses[house].supply, tuple(sorted(sizes[house], reverse=True))) for house in sizes)
    )


@drawn_once
def _sized(houses: tuple[tuple[str, int, tuple[int, ...]], ...]) -> CountersPanel:
    """Return the army sizes of each house, largest first, against the limits of its supply."""
    rows = tuple(
        CounterRow(
            owner=_house(house),
            groups=tuple(
                Filled(room=room, size=size) for room, size in zip_longest(SUPPLY_LIMITS[supply], sizes, fillvalue=0)
            ),
            notes=(msg("drawing.armies-fit" if fits(sizes, supply) else "drawing.armies-too-large"),),
        )
        for house, supply, sizes in houses
    )
    return CountersPanel(id="counters:armies", title=_ARMIES, drawer=_SUPPLY, rows=rows)


@drawn_from("houses")
def _castles(view: ThronesView, mine: str | None) -> TrackPanel:
    slots = tuple(
        Slot(
            label=f"{count}",
            items=tuple(
                _house(house) for house, one in view.houses.items() if min(one.fortified, VICTORY_AREAS) == count
            ),
        )
        for count in range(VICTORY_AREAS + 1)
    )
    return TrackPanel(
        id="track:victory",
        thing="track:victory",
        card="track:victory",
        title=msg("name.track-victory"),
        drawer=_CASTLES,
        glyph="castle",
        value="" if mine is None else f"{view.houses[mine].fortified}",
        slots=slots,
    )


@drawn_from("houses", "forfeited")
def _houses(view: ThronesView) -> CountersPanel:
    rows = tuple(
        CounterRow(
            owner=_house(house, f"house:{house}", note=msg("drawing.forfeited") if house in view.forfeited else None),
            counters=(
                Counter(glyph="crown", label=msg("roster.power"), value=f"{found.available}"),
                Counter(glyph="supply", label=msg("roster.supply"), value=f"{found.supply}"),
                Counter(
                    glyph="castle", label=msg("roster.castles"), value=f"{found.fortified}", limit=f"{VICTORY_AREAS}"
                ),
                Counter(glyph="star", label=msg("roster.stars"), value=f"{found.stars}"),
            ),
            notes=(msg("drawing.pool", count=found.pool), msg("drawing.lands", count=found.land_areas)),
        )
        for house, found in view.houses.items()
    )
    return CountersPanel(id="counters:houses", title=_HOUSES, drawer=_HOUSES, glyph="crown", rows=rows)


@drawn_from("westeros", "decks", "used", "banned")
def _westeros(view: ThronesView) -> tuple[TablePanel, ...]:
    decks = tuple(_deck(view, number) for number in range(len(view.decks)))
    if not view.banned:
        return decks
    glyphs = {order.id for order in ORDERS}
    items = tuple(
        Item(
            name=msg("drawing.not-allowed-one", order=order),
            thing=f"banned:{order}",
            card=order,
            glyph=order if order in glyphs else "",
            condition="gone",
        )
        for order in view.banned
    )
    banned = CountersPanel(
        id="counters:banned", title=msg("drawing.not-allowed"), drawer=_WESTEROS, rows=(CounterRow(items=items),)
    )
    return *decks, banned


def _deck(view: ThronesView, number: int) -> DeckPanel:
    left, used = view.decks[number], view.used[number]
    shown = (view.westeros[number],) if number < len(view.westeros) else ()
    return DeckPanel(
        id=f"deck:westeros-{number + 1}",
        thing=f"westeros:{number + 1}",
        card=shown[0] if shown else "",
        title=msg(f"drawer.westeros-{number + 1}"),
        drawer=_WESTEROS,
        count=len(left),
        shown=_cards(shown),
        top=_cards(left[:1]),
        discards=_cards(used),
        discarded=len(used),
    )


def _cards(cards: tuple[str | None, ...]) -> tuple[Item, ...]:
    return tuple(Item(name=msg(f"name.{card}"), card=card) for card in cards if card is not None)


@drawn_from("threat", "wildlings")
def _wildlings(view: ThronesView) -> TrackPanel:
    known = view.wildlings[0] if view.wildlings else None
    return TrackPanel(
        id="track:wildlings",
        thing="track:wildlings",
        card="track:wildlings",
        title=msg("drawing.wildlings"),
        drawer=_WILDLINGS,
        glyph="skull",
        value=f"{view.threat}",
        notes=() if known is None else (msg("drawing.wildlings-next", card=known),),
        slots=tuple(Slot(label=f"{threat}", now=threat == view.threat) for threat in WILDLING_TRACK),
    )


@drawn_once
def _hand(house: str, found: HouseView, out: bool) -> HandPanel:
    cards = sorted(CARDS_OF[house], key=lambda card: -CARDS[card].strength)
    spent = [card for card in cards if card not in found.hand]
    return HandPanel(
        id=f"hand:{house}",
        title=msg(f"name.{house}"),
        drawer=_HANDS,
        glyph=house,
        side=house,
        notes=(msg("drawing.forfeited"),) if out else (),
        value=f"{len(found.hand)}",
        cards=tuple(_card(card) for card in cards if card in found.hand),
        discards=tuple(
            _card(card, msg("drawing.discarded" if card in found.discards else "drawing.in-play")) for card in spent
        ),
    )


def _card(id: str, note: Message | None = None) -> Item:
    card = CARDS[id]
    return Item(
        name=msg(f"name.{id}"),
        thing=f"house-card:{id}",
        card=id,
        glyph=card.house,
        value=f"{card.strength}",
        symbols=("sword",) * card.swords + ("tower",) * card.towers,
        notes=() if note is None else (note,),
        condition="ready" if note is None else "used",
    )


@drawn_once
def _combat(fight: CombatView | None, tides: bool) -> tuple[TablePanel, ...]:
    if fight is None:
        return ()
    army = tuple(
        Item(name=msg(f"name.{kind}"), card=kind, glyph=kind, count=count)
        for kind in UNITS
        if (count := fight.units.get(kind, 0))
    )
    panel = CountersPanel(
        id="counters:combat",
        thing="panel:combat",
        title=msg("drawing.combat", target=fight.target),
        drawer=_COMBAT,
        glyph="sword",
        notes=(msg("drawing.combat-from", origin=fight.origin, order=fight.march),),
        rows=(
            _side("attacker", fight.attacker, army, fight.winner, tides=tides),
            _side("defender", fight.defender, (), fight.winner, tides=tides),
        ),
    )
    return (panel,)


def _side(role: str, side: SideView, army: tuple[Item, ...], winner: str | None, *, tides: bool) -> CounterRow:
    notes = [msg(f"drawing.{role}")]
    notes += [msg("drawing.winner")] if winner == role else []
    notes += [msg("drawing.supported-by", areas=side.supports)] if side.supports else []
    items = list(army)
    items += [_card(side.card)] if side.card is not None else []
    items += [Item(name=msg("drawing.blade"), card="token:fiefdoms", glyph="fiefdoms")] if side.blade else []
    if tides and side.tides is not None:
        shown = TIDES[side.tides]
        symbols = ("sword",) * shown.swords + ("tower",) * shown.towers + ("skull",) * shown.skulls
        items.append(Item(name=msg("drawing.tides"), card=side.tides, value=f"{shown.strength}", symbols=symbols))
    name = msg("drawing.nobody") if side.house is None else msg(f"name.{side.house}")
    return CounterRow(
        owner=Item(name=name, thing=f"side:{role}", card=side.house or "", glyph=side.house or ""),
        counters=(Counter(glyph="strength", label=msg("card.strength"), value=f"{side.strength}"),),
        items=tuple(items),
        notes=tuple(notes),
    )


@drawn_from("areas", "houses")
def _forces(view: ThronesView, order: tuple[str, ...]) -> tuple[RosterPanel, ...]:
    found = {one.side: one for one in rosters(view)}
    return rosters_beside(tuple(found[side] for side in order), _FORCES)


LEGEND: Final = LegendPanel(
    id="legend",
    title=_LEGEND,
    drawer=_LEGEND,
    entries=(
        *(Entry(glyph=kind, text=msg(f"name.{kind}"), card=kind) for kind in UNITS),
        *(Entry(glyph=id, text=msg(f"drawing.legend.{_TEXTS.get(id, id)}"), card=card) for id, card in _SYMBOLS),
        *(Entry(glyph=order.id, text=msg(f"name.{order.id}"), card=order.id) for order in ORDERS),
    ),
)
"""Units, symbols and orders; identical in all matches."""
