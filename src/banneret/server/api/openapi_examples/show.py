"""Examples of what a table shows: cards, panels, odds, scenes."""

from __future__ import annotations

from typing import Any, Final

from banneret.kernel.choosers import Refusal
from banneret.odds import Bar, Chance, Field, Matrix, Odds, Spread
from banneret.show.card import Ability, Attack, Card, DicePool, Face, Keyword, Stat
from banneret.show.course import Luck, Measure
from banneret.show.palette import Palette, Token
from banneret.show.panels import (
    Cell,
    Check,
    Counter,
    CounterRow,
    CountersPanel,
    DeckPanel,
    Emblems,
    Entry,
    Filled,
    HandPanel,
    HeadingPanel,
    Item,
    LegendPanel,
    Line,
    Panel,
    PieceMark,
    RosterPanel,
    SeatMark,
    Slot,
    Stake,
    TrackPanel,
)
from banneret.show.placement import Placing
from banneret.show.rosters import Mark, Roster, RosterRow
from banneret.show.scenes import Scene
from banneret.show.threats import Reach
from banneret.text.message import Message

TOKEN: Final = Token(thing="order:advance", count=1)
AT_THE_FORD: Final = Placing(410.0, 230.0, 45.0, "unit:the-riders")
REFUSAL: Final = Refusal("duel:planning.2", Message("refuse.duel.no-units", {"area": "the-ford"}))
_STAT = Stat("strength", Message("card.strength"), "3")
CARD: Final = Card(
    id="red-captain",
    title=Message("name.red-captain"),
    kind="captain",
    faction="red",
    cost=4,
    stats=(_STAT,),
    attacks=(Attack(name=Message("name.sword"), kind="melee", hit=4, pools=(DicePool({"die": 3}),)),),
    keywords=(Keyword("brave", Message("name.brave"), "duel:keyword.brave"),),
    abilities=(Ability(Message("ability.red-banner"), (Message("text.red-banner"),), "red-banner"),),
    texts=(Message("rule.duel:captain.red"),),
    rules=("duel:captain.red",),
)
BAR: Final = Bar(1, 0.75, 0.75)
CHANCE: Final = Chance(Message("odds.duel.retreat"), 0.4)
SPREAD: Final = Spread(Message("odds.duel.losses"), (Bar(0, 0.25, 1.0), BAR), 0.75)
_CELL: Final = Cell(number=3, cards=("the-captain",))
_LINE: Final = Line(Message("panel.cards"), "duel:cards.1", (_CELL, Cell()))
_ROSTER: Final = Roster(
    side="red",
    title=Message("roster.army", {"player": "red"}),
    stats=(Stat("victory-point", Message("roster.points"), "3/10"),),
    rows=(
        RosterRow(
            thing="unit:a1",
            name=Message("name.riders"),
            card="riders",
            stats=(Stat("wounds", Message("roster.wounds"), "4"),),
            signs=(Mark(Message("name.panicked"), "panicked"),),
        ),
    ),
)
_STAKE: Final = Stake(Message("stake.area", {"area": "the-mill"}), "duel:end.1", 0)
PANEL: Final = Panel(
    "combat-41",
    Message("panel.combat", {"area": "the-mill"}),
    ("red", "blue"),
    (_LINE,),
    over=False,
    stakes=(_STAKE,),
)
_ITEM: Final = Item(name=Message("name.red-captain"), thing="card:red-captain", card="red-captain", glyph="red")
_DRAWER: Final = Message("drawer.duel.cards")
_COUNTER: Final = Counter(glyph="victory-point", label=Message("roster.points"), value="3", limit="10")
_COUNTERS: Final = CountersPanel(
    id="counters:points", title=Message("drawing.points"), drawer=_DRAWER, rows=(CounterRow(counters=(_COUNTER,)),)
)
_DECK: Final = DeckPanel(id="deck:duel", title=Message("name.deck"), drawer=_DRAWER, count=12, shown=(_ITEM,))
_HAND: Final = HandPanel(id="hand:red", title=Message("name.red"), drawer=_DRAWER, side="red", cards=(_ITEM,))
_PIECE: Final = PieceMark(thing="unit:a1", label="A1", card="swordsmen", done=True)
_HEADING: Final = HeadingPanel(
    id="heading",
    title=Message("drawing.round-of", {"round": 2, "rounds": 10}),
    drawer=_DRAWER,
    notes=(Message("step.duel"),),
    sides=(SeatMark(side="red", crest="red", counters=(_COUNTER,), pieces=(_PIECE,)),),
)
_LEGEND: Final = LegendPanel(
    id="legend",
    title=Message("drawing.legend"),
    drawer=_DRAWER,
    entries=(Entry(glyph="sword", text=Message("name.sword")),),
)
_ROSTER_PANEL: Final = RosterPanel(
    id="roster:red", title=_ROSTER.title, drawer=Message("drawer.forces"), side="red", roster=_ROSTER
)
MEASURE: Final = Measure(Message("measure.points"), (3, 5))
LUCK: Final = Luck(0, Message("luck.attack"), 14.0, 12.5)
SCENE: Final = Scene(
    event=10, kind="move", ms=620, thing="unit:g5", to="unit:g5", path=(Placing(212.5, 318, 45, "unit:g5"),)
)
TRACK: Final = TrackPanel(
    id="track:honor",
    title=Message("name.honor"),
    drawer=_DRAWER,
    thing="track:honor",
    slots=(Slot(label="1", items=(_ITEM,), now=True), Slot(label="2")),
)

SHOWN: Final[dict[type, Any]] = {
    Ability: CARD.abilities[0],
    Attack: CARD.attacks[0],
    Card: CARD,
    Cell: _CELL,
    DicePool: CARD.attacks[0].pools[0],
    Face: Face(glyphs=("hit", "hit"), text=Message("face.two-hits"), color="red"),
    Keyword: CARD.keywords[0],
    Line: _LINE,
    Message: REFUSAL.reason,
    Panel: PANEL,
    Stake: _STAKE,
    Check: Check(Message("name.sword"), met=True),
    CountersPanel: _COUNTERS,
    CounterRow: _COUNTERS.rows[0],
    Counter: _COUNTER,
    DeckPanel: _DECK,
    Filled: Filled(room=3, size=2),
    Emblems: Emblems("duel", ".duel .red{fill:#a8172a}", "", {"red": '<circle r="14"/>'}),
    Entry: _LEGEND.entries[0],
    HandPanel: _HAND,
    HeadingPanel: _HEADING,
    Item: _ITEM,
    LegendPanel: _LEGEND,
    RosterPanel: _ROSTER_PANEL,
    SeatMark: _HEADING.sides[0],
    PieceMark: _PIECE,
    Slot: TRACK.slots[0],
    TrackPanel: TRACK,
    Roster: _ROSTER,
    RosterRow: _ROSTER.rows[0],
    Reach: Reach("shoot", Message("threat.duel.shoot", {"distance": "12"}), "M10 10L30 10L30 40L10 40Z"),
    Mark: _ROSTER.rows[0].signs[0],
    Placing: AT_THE_FORD,
    Token: TOKEN,
    Palette: Palette(gesture="ring", tokens=(TOKEN,)),
    Refusal: REFUSAL,
    Bar: BAR,
    Chance: CHANCE,
    Field: Field(id="side", label=Message("odds.field.side"), choices=("front", "rear"), initial="front"),
    Matrix: Matrix(("spears",), ("riders",), Message("odds.duel.losses"), ((0.75,),), ((0.25,),)),
    Odds: Odds(title=Message("odds.duel.title"), spreads=(SPREAD,), chances=(CHANCE,), destroys=0.25),
    Spread: SPREAD,
    Luck: LUCK,
    Measure: MEASURE,
    Stat: _STAT,
    Scene: SCENE,
}
"""An example of each struct."""
