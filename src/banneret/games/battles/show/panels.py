"""The panels beside the board: round, morale, Houses, commanders, hands, decks, the turn, and how to win."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from banneret.games.battles.content.components import BOX, HOUSES, RANKS, TOKENS
from banneret.games.battles.content.languages import catalogue
from banneret.games.battles.content.scenario import Immediate, Scenario, Scoring
from banneret.games.battles.show.roster import rosters
from banneret.games.battles.view import BattlesView, CommanderView, FightView, HouseView, MusterView, TurnView
from banneret.show.drawn_once import drawn_from, drawn_once
from banneret.show.panels import (
    Check,
    Counter,
    CounterRow,
    CountersPanel,
    DeckPanel,
    Entry,
    HandPanel,
    HeadingPanel,
    Item,
    LegendPanel,
    RosterPanel,
    SeatMark,
    Slot,
    TablePanel,
    Tone,
    TrackPanel,
    rosters_beside,
)
from banneret.text.message import Message, msg

_TURN: Final = msg("drawer.turn")
_MORALE: Final = msg("drawer.morale")
_HOUSES: Final = msg("drawing.group.houses")
_COMMANDERS: Final = msg("drawer.commanders")
_HANDS: Final = msg("drawer.hands")
_AIMS: Final = msg("drawing.aims")
_FORCES: Final = msg("drawer.forces")
_LEGEND: Final = msg("drawer.legend")
_TONES: Final[dict[str, Tone]] = {"grey": "plain", "green": "green", "yellow": "yellow", "red": "red"}


def panels(view: BattlesView, seats: frozenset[int]) -> tuple[TablePanel, ...]:
    """Return all panels; those of the viewer's own House first."""
    order = sorted(view.houses, key=lambda house: view.houses[house].seat not in seats)
    own = frozenset(house for house in order if view.houses[house].seat in seats) or frozenset(order)
    return (
        _heading(view),
        *_turn(view.turn, view.fight),
        _round(view),
        _morale(view),
        _houses(view, tuple(order), own),
        _commanders(view, tuple(order)),
        *(panel for house in order for panel in _cards(house, view.houses[house], view.muster.get(house))),
        _aims(view.plan),
        *_forces(view, tuple(order)),
        LEGEND,
    )


def _house(house: str, thing: str = "", notes: tuple[Message, ...] = ()) -> Item:
    return Item(name=msg(f"name.{house}"), thing=thing, glyph=house, notes=notes)


@drawn_from("plan", "round", "step", "houses")
def _heading(view: BattlesView) -> HeadingPanel:
    return HeadingPanel(
        id="heading",
        title=msg("drawing.round-of", round=view.round, rounds=view.plan.rounds),
        drawer=_TURN,
        notes=(msg(f"step.{view.step}"),),
        sides=tuple(
            SeatMark(
                side=house,
                crest=house,
                counters=(
                    Counter(
                        glyph=f"command-{house}", label=msg("roster.command-tokens"), value=f"{found.command_tokens}"
                    ),
                    Counter(glyph="victory-point", label=msg("roster.points"), value=f"{found.points}"),
                ),
            )
            for house, found in view.houses.items()
        ),
    )


@drawn_from("plan", "round", "step", "first", "momentum")
def _round(view: BattlesView) -> TrackPanel:
    known = f"name.{view.plan.id}" in catalogue("en")
    plan = msg(f"name.{view.plan.id}") if known else msg("drawer.word", word=view.plan.name)
    return TrackPanel(
        id="track:round",
        thing="track:round",
        title=msg("drawing.round-of", round=view.round, rounds=view.plan.rounds),
        drawer=_MORALE,
        notes=(
            plan,
            msg(f"step.{view.step}"),
            msg("drawer.first-player", house=view.first),
            msg("drawer.momentum", house=view.momentum),
        ),
        slots=tuple(Slot(label=f"{number}", now=number == view.round) for number in range(1, view.plan.rounds + 1)),
    )


@drawn_from("plan", "morale")
def _morale(view: BattlesView) -> TrackPanel:
    end = BOX.track.end
    sides = {"stark": view.plan.morale.stark, "lannister": view.plan.morale.lannister}
    breaks = {zone.break_point for zone in BOX.zones}
    slots = []
    for space in range(-end, end + 1):
        far, house = abs(space), "stark" if space < 0 else "lannister"
        rout = far == BOX.track.rout and sides[house] == "rout"
        label = "R" if rout else f"{far}" if far in breaks or far in {0, end} else ""
        here = space == -view.morale  # positive morale is on Stark's side
        slots.append(Slot(label=label, tone=_TONES[BOX.zones[BOX.zone_at[far]].id], now=here))
    slots[0] = Slot(label=slots[0].label, tone=slots[0].tone, now=slots[0].now, items=(_house("stark"),))
    slots[-1] = Slot(label=slots[-1].label, tone=slots[-1].tone, now=slots[-1].now, items=(_house("lannister"),))
    at = BOX.zones[BOX.zone_at[abs(view.morale)]].id
    side = "stark" if view.morale > 0 else "lannister"
    note = msg("drawing.morale-at", house=side, space=abs(view.morale), zone=at) if view.morale else None
    return TrackPanel(
        id="track:morale",
        thing="track:morale",
        card=f"zone-{at}",
        title=_MORALE,
        drawer=_MORALE,
        glyph="morale",
        value=f"{abs(view.morale)}",
        notes=(msg("drawing.morale-even") if note is None else note,),
        slots=tuple(slots),
    )


@drawn_from("houses", "forfeited")
def _houses(view: BattlesView, order: tuple[str, ...], own: frozenset[str]) -> CountersPanel:
    rows = []
    for house in order:
        found = view.houses[house]
        notes = [msg("drawing.forfeited")] if house in view.forfeited else []
        notes += [msg("drawing.passed")] if found.passed else []
        tokens = tuple(
            Item(
                name=msg(f"card.token.{token}"),
                thing=f"token:{token}" if house in own else "",
                card=f"token:{token}",
                glyph=token,
                count=found.pool[token],
                notes=(msg("drawer.counted", count=found.accounted[token]),) if token in found.accounted else (),
            )
            for token in TOKENS
            if token in found.pool
        )
        counters = (
            Counter(glyph="victory-point", label=msg("roster.points"), value=f"{found.points}"),
            Counter(glyph=f"command-{house}", label=msg("roster.command-tokens"), value=f"{found.command_tokens}"),
        )
        rows.append(
            CounterRow(
                owner=_house(house, f"house:{house}", tuple(notes)),
                counters=counters,
                items=tokens,
                notes=tuple(notes),
            )
        )
    return CountersPanel(id="counters:houses", title=_HOUSES, drawer=_HOUSES, glyph="house", rows=tuple(rows))


@drawn_from("houses")
def _commanders(view: BattlesView, order: tuple[str, ...]) -> CountersPanel:
    rows = tuple(_commander(house, one) for house in order for one in view.houses[house].commanders)
    return CountersPanel(
        id="counters:commanders", title=_COMMANDERS, drawer=_COMMANDERS, glyph="crown", rows=rows, cells=True
    )


def _commander(house: str, found: CommanderView) -> CounterRow:
    card = BOX.commander[found.id]
    taken = found.hex is None
    notes = [msg("drawing.captured") if found.hex is None else msg("drawer.word", word=found.hex)]
    notes += [msg("drawing.committed")] if found.committed else []
    notes.append(msg("drawing.capture-rating", count=card.capture_rating))
    owner = Item(
        name=msg(f"name.{found.id}"),
        thing=f"commander:{found.id}",
        card=found.id,
        glyph=house,
        condition="gone" if taken else "used" if found.committed else "ready",
    )
    tokens = Counter(
        glyph=f"command-{house}",
        label=msg("roster.command-tokens"),
        value=f"{found.tokens}",
        limit=f"{card.command_limit}",
    )
    return CounterRow(owner=owner, counters=(tokens,), notes=tuple(notes))


@drawn_once
def _cards(house: str, found: HouseView, muster: MusterView | None) -> tuple[TablePanel, ...]:
    name = msg(f"name.{house}")
    waiting = () if muster is None else tuple(_waiting(house, muster))
    mustering = HandPanel(
        id=f"muster:{house}",
        thing=f"muster:{house}",
        title=msg("drawing.to-place", count=0 if muster is None else len(muster.units)),
        drawer=_HANDS,
        glyph=house,
        side=house,
        cards=waiting,
    )
    hand = HandPanel(
        id=f"hand:{house}",
        title=name,
        drawer=_HANDS,
        glyph=house,
        side=house,
        value=f"{len(found.hand)}",
        cards=tuple(_card(house, found, card, place) for place, card in enumerate(found.hand)),
    )
    deck = DeckPanel(
        id=f"deck:{house}",
        title=msg("drawer.deck-of", house=house),
        drawer=_HANDS,
        glyph=house,
        side=house,
        count=found.deck,
        discards=tuple(Item(name=msg(f"name.{card}"), card=card, glyph=house) for card in found.discards),
        discarded=len(found.discards),
    )
    return (*((mustering,) if waiting else ()), hand, deck)


def _waiting(house: str, muster: MusterView) -> Iterator[Item]:
    for unit in muster.units:
        notes = () if unit.commander is None else (msg(f"name.{unit.commander}"),)
        name = msg("drawing.unit", unit=unit.unit, house=house, rank=unit.rank)
        yield Item(name=name, card=unit.unit, glyph=f"rank-{unit.rank}", notes=notes)
    for piece in muster.pieces:
        yield Item(name=msg(f"name.{piece}"), card="" if piece == "any" else piece)


def _card(house: str, found: HouseView, card: str | None, place: int) -> Item:
    if card is None:
        return Item(name=msg("drawing.card-face-down"), thing=f"back:{house}:{place}", glyph=house)
    checks = tuple(Check(term.told, term.met) for term in found.tactics.get(card, ()))
    return Item(name=msg(f"name.{card}"), thing=f"card:{card}", card=card, glyph=house, checks=checks)


@drawn_once
def _turn(turn: TurnView | None, fight: FightView | None) -> tuple[TablePanel, ...]:
    if turn is None:
        return ()
    items = [Item(name=msg(f"name.{one}"), card=one) for one in (turn.card, turn.commander) if one is not None]
    rows = [CounterRow(owner=_house(turn.house), items=tuple(items))]
    if fight is not None:
        notes = [msg("drawing.attack", hex=fight.attacker, target=fight.target)]
        notes += [msg("drawing.flanking")] if fight.flanking else []
        notes += [msg("drawing.hits", count=fight.hits)] if fight.dice else []
        dice = tuple(Item(name=msg(f"name.{face}"), card=f"token:{face}", glyph=face) for face in fight.dice)
        rows.append(CounterRow(items=dice, notes=tuple(notes)))
    return (CountersPanel(id="counters:turn", title=_TURN, drawer=_TURN, glyph="initiative", rows=tuple(rows)),)


@drawn_once
def _aims(plan: Scenario) -> CountersPanel:
    victory = plan.victory
    if victory.kind == "points" or victory.house is None:
        end = msg("drawing.aim.most-points")
    else:
        end = msg("drawing.aim.control", house=victory.house, least=victory.least, count=len(victory.objectives))
    sides = {"stark": plan.morale.stark, "lannister": plan.morale.lannister}
    at_once = [_at_once(one) for one in plan.immediate]
    at_once += [msg("drawing.aim.rout", house=house) for house in HOUSES if sides[house] == "rout"]
    rows = (
        CounterRow(notes=(end,)),
        *(_scored(one) for one in plan.scoring),
        *(CounterRow(notes=(one,)) for one in at_once),
    )
    return CountersPanel(id="aims", title=_AIMS, drawer=_AIMS, glyph="victory-point", rows=rows)


def _scored(scoring: Scoring) -> CounterRow:
    both = Item(name=msg("drawing.both"))
    what = msg(
        f"drawing.score.{scoring.kind}",
        token=scoring.token or "tent",
        person=scoring.person or "catelyn",
        least=scoring.least,
        per=scoring.per,
    )
    points = ", ".join(f"{row}: {worth}" for row, worth in scoring.rows) or f"{scoring.points}"
    return CounterRow(
        owner=both if scoring.house is None else _house(scoring.house),
        counters=(Counter(glyph="victory-point", label=msg("roster.points"), value=points),),
        notes=(what, msg(f"drawing.when.{scoring.when}")),
    )


def _at_once(immediate: Immediate) -> Message:
    return msg(
        f"drawing.aim.at-once.{immediate.kind}",
        house=immediate.house,
        least=immediate.least,
        person=immediate.person or "catelyn",
    )


@drawn_from("units", "houses")
def _forces(view: BattlesView, order: tuple[str, ...]) -> tuple[RosterPanel, ...]:
    found = {one.side: one for one in rosters(view)}
    return rosters_beside(tuple(found[side] for side in order), _FORCES)


LEGEND: Final = LegendPanel(
    id="legend",
    title=_LEGEND,
    drawer=_LEGEND,
    entries=(
        *(Entry(glyph=f"rank-{rank}", text=msg(f"name.{rank}")) for rank in RANKS),
        Entry(glyph="inactive", text=msg("drawing.inactive")),
        Entry(glyph="infantry", text=msg("name.infantry")),
        Entry(glyph="archer", text=msg("name.archer")),
        Entry(glyph="cavalry", text=msg("name.cavalry")),
        Entry(glyph="kennel", text=msg("name.stark-kennelmasters"), card="stark-kennelmasters"),
        Entry(glyph="commander", text=msg("drawing.commander")),
        Entry(glyph="engagement", text=msg("drawing.engaged-short"), card="engagement"),
        Entry(glyph="objective", text=msg("drawing.objective"), card="control"),
        Entry(glyph="fire", text=msg("drawing.fire-short"), card="fire"),
        Entry(glyph="strategy", text=msg("drawing.strategy-short"), card="strategy"),
        Entry(glyph="special-archers", text=msg("drawing.archers-short"), card="special-archers"),
        Entry(glyph="target", text=msg("drawing.target-short")),
        Entry(glyph="zone-of-control", text=msg("drawing.zone-short")),
    ),
)
"""The symbols of the board; the same in all battles."""
