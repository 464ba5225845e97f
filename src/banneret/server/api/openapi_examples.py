"""Examples for the description of the HTTP interface: real structs, so that they cannot be wrong in form.

The game in them is made up, for the server knows none.
"""

from __future__ import annotations

from typing import Any, Final

from banneret.armies import (
    AddCard,
    Addition,
    ChangeHead,
    ChooseLeader,
    Draft,
    Imported,
    ListEntry,
    MoveCard,
    Near,
    RemoveCard,
    SheetFault,
    SheetGroup,
    SheetRow,
    SwapCard,
    Unread,
)
from banneret.armies.sheet import Refused
from banneret.bots.advice import Advice, Reason
from banneret.content.army_building import ArmyFigure, Budget, Formation, ListSection
from banneret.kernel.choosers import Refusal
from banneret.odds import Bar, Chance, Field, Matrix, Odds, Spread
from banneret.server.admin.audit import AuditEntry
from banneret.server.admin.reports import FiledReport
from banneret.server.api.about import About, Retained
from banneret.server.api.admin import (
    AdminPerson,
    AdminTable,
    PersonActIn,
    PersonActOut,
    ReportIn,
    ReportOut,
    ResolveIn,
    TableActIn,
)
from banneret.server.api.armies import (
    ArmiesOut,
    ExportIn,
    ImportIn,
    RandomIn,
    SheetIn,
    SheetOut,
    StarterOut,
    Written,
)
from banneret.server.api.army_choices import ArmyChoice, ArmyChoices, ChoicesIn
from banneret.server.api.chat import ChatIn
from banneret.server.api.drafts import Committed, DraftIn, Reopened
from banneret.server.api.guidance import Guidance
from banneret.server.api.lists import CopyIn, ListIn, ListInfo, ListOut, ListPage
from banneret.server.api.mail_links import MailToken, NewPassword, ResetRequest
from banneret.server.api.openapi_forms import ProblemDetails, StateMessage, StepOut
from banneret.server.api.passkeys import PasskeyIn, PasskeyName, PasskeyOptions, PasskeySignIn, RegistrationIn
from banneret.server.api.people import Changes, Deletion, GuestIn, Login, Me, Passwords, SessionInfo, VacationIn
from banneret.server.api.play import (
    Aimed,
    AimIn,
    Answered,
    AnswerIn,
    AskIn,
    Checked,
    Measured,
    MeasureIn,
    Preview,
    PreviewIn,
    SampleIn,
    SeatIn,
    Steps,
    UndoOut,
)
from banneret.server.api.push import EndpointIn, PushKey
from banneret.server.api.recap import Recap
from banneret.server.api.rulebooks import BookOut, CardPage, RuleOut
from banneret.server.api.stops import Foreseen, ForeseenIn, Stop, StopIn
from banneret.server.api.tables import (
    AgreeIn,
    BotIn,
    BranchIn,
    ChoiceIn,
    JoinIn,
    ListsIn,
    RequestIn,
    SeatAgreeIn,
    SeatOffer,
    TablePage,
)
from banneret.server.live.draft_messages import SeatDraft
from banneret.server.live.patches import Patch
from banneret.server.live.summaries import SeatInfo, SeatLists, SeatRequest, TableInfo, Who
from banneret.server.matches.bots import Trouble
from banneret.server.matches.stream import AskOut, OptionOut, Standing
from banneret.server.matches.takeback import Consent
from banneret.server.notify.outbox import Notice
from banneret.server.notify.web_push import Subscription
from banneret.server.page_texts import Counted
from banneret.server.past.story import Balance, RoundCourse, Story, Turning
from banneret.server.people.accounts import Notices
from banneret.server.people.blocks import Blocked
from banneret.server.people.passkeys import Passkey
from banneret.server.tables.chat import ChatOut
from banneret.server.tables.list_results import ListResult
from banneret.server.tables.standings import GameRating
from banneret.server.tables.table import Clock, NewTable, Place, TableSettings
from banneret.show.card import Ability, Attack, Card, DicePool, Face, Keyword, Stat
from banneret.show.course import Luck, Measure
from banneret.show.guide import Guide, GuideStep
from banneret.show.introduction import Introduction, Picture
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
    RosterPanel,
    SeatMark,
    Slot,
    TrackPanel,
)
from banneret.show.placement import Placing
from banneret.show.rosters import Mark, Roster, RosterRow
from banneret.show.scenes import Scene
from banneret.show.threats import Reach
from banneret.text.message import Message

_ANN: Final = Who("dGhlIGZpcnN0", "Ann")
_BEA: Final = Who("dGhlIHNlY29u", "Bea")
_AT: Final = 1_800_000_000_000
_CREDENTIAL: Final[dict[str, Any]] = {"id": "a2V5", "rawId": "a2V5", "type": "public-key", "response": {}}
_ASK: Final = "0-0-0-order"
_DO: Final = "order the-hill advance"
_OPTION: Final = OptionOut(_DO, ("area:the-hill", "order:advance"))
_TOKEN: Final = Token(thing="order:advance", count=1)
_AT_THE_FORD: Final = Placing(410.0, 230.0, 45.0, "unit:the-riders")
_REFUSAL: Final = Refusal("duel:planning.2", Message("refuse.duel.no-units", {"area": "the-ford"}))
_VIEW: Final[dict[str, Any]] = {
    "rulebook": "duel",
    "viewers": [0],
    "label": "round 1 red",
    "game": {},
    "waiting": {"0": "deciding", "1": "ready", "2": "deciding"},
    "sealed": {"0": []},
    "outcome": None,
}
_STAT = Stat("strength", Message("card.strength"), "3")
_CARD: Final = Card(
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
_BAR: Final = Bar(1, 0.75, 0.75)
_CHANCE: Final = Chance(Message("odds.duel.retreat"), 0.4)
_DRAFT: Final = Draft(
    faction="riders",
    points=40,
    entries=(ListEntry(card="lancers", section="units", inside=(ListEntry(card="captain", section="officers"),)),),
    leader="captain",
    name="The Ford",
)
_CHOICE: Final = ArmyChoice(
    code="riders40-a1-x2",
    name="The Ford",
    faction="riders",
    cost=43,
    points=40,
    folder="Tournament",
    refused="armies[0]: The army costs 43 points; the limit is 40. (duel:army.2)",
    rule="duel:army.2",
    reason=Message("fault.points", {"total": 43, "points": 40}),
)
_SAVED: Final[dict[str, Any]] = {
    "id": "bGlzdDE",
    "rulebook": "duel",
    "name": "The Ford",
    "folder": "Tournament",
    "visibility": "link",
    "faction": "riders",
    "points": 40,
    "cost": 36,
    "code": "riders40-a1-x2",
    "legal": True,
    "owner": _ANN,
    "mine": True,
    "created_at": _AT,
    "changed_at": _AT + 900,
}
_SECTION: Final = ListSection(id="units", title=Message("list.units"), inside="officers")
_ADD: Final = AddCard(card="archers", section="units")
_ADDITION: Final = Addition(
    card="archers",
    section="units",
    faction="riders",
    name=Message("name.archers"),
    cost=7,
    edits=(_ADD,),
    refused=(Refused(rule="duel:army.2", message=Message("fault.points", {"total": 43, "points": 40})),),
)
_BUDGET: Final = Budget(title=Message("list.points"), used=36, limit=40)
_ARMY_FIGURE: Final = ArmyFigure(glyph="wounds", title=Message("list.wounds"), value="24")
_SHEET_FAULT: Final = SheetFault(
    rule="duel:army.2", message=Message("fault.points", {"total": 43, "points": 40}), fixes=((RemoveCard(at="1"),),)
)
_SHEET_GROUP: Final = SheetGroup(
    id="units",
    title=Message("list.units"),
    inside="officers",
    cost=8,
    rows=(SheetRow(at="0", card="lancers", name=Message("name.lancers"), cost=8, faults=(0,)),),
)
_STARTER: Final = StarterOut(_DRAFT, 40, "riders40-a1-x2")
_UNREAD: Final = Unread(line=4, text="Lanzers (8)", near=(Near(card="lancers", name="Lancers"),))
_SPREAD: Final = Spread(Message("odds.duel.losses"), (Bar(0, 0.25, 1.0), _BAR), 0.75)
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
_PANEL: Final = Panel("combat-41", Message("panel.combat", {"area": "the-mill"}), ("red", "blue"), (_LINE,), over=False)
_ITEM: Final = Item(name=Message("name.red-captain"), thing="card:red-captain", card="red-captain", glyph="red")
_DRAWER: Final = Message("drawer.duel.cards")
_COUNTER: Final = Counter(glyph="victory-point", label=Message("roster.points"), value="3", limit="10")
_COUNTERS: Final = CountersPanel(
    id="counters:points", title=Message("drawing.points"), drawer=_DRAWER, rows=(CounterRow(counters=(_COUNTER,)),)
)
_DECK: Final = DeckPanel(id="deck:duel", title=Message("name.deck"), drawer=_DRAWER, count=12, shown=(_ITEM,))
_HAND: Final = HandPanel(id="hand:red", title=Message("name.red"), drawer=_DRAWER, side="red", cards=(_ITEM,))
_HEADING: Final = HeadingPanel(
    id="heading",
    title=Message("drawing.round-of", {"round": 2, "rounds": 10}),
    drawer=_DRAWER,
    notes=(Message("step.duel"),),
    sides=(SeatMark(side="red", crest="red", counters=(_COUNTER,)),),
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
_MEASURE: Final = Measure(Message("measure.points"), (3, 5))
_LUCK: Final = Luck(0, Message("luck.attack"), 14.0, 12.5)
_SCENE: Final = Scene(
    event=10, kind="move", ms=620, thing="unit:g5", to="unit:g5", path=(Placing(212.5, 318, 45, "unit:g5"),)
)
_TRACK: Final = TrackPanel(
    id="track:honor",
    title=Message("name.honor"),
    drawer=_DRAWER,
    thing="track:honor",
    slots=(Slot(label="1", items=(_ITEM,), now=True), Slot(label="2")),
)
_STANDING: Final = Standing(
    _VIEW,
    (AskOut(_ASK, 0, "order", "duel:planning.1", Message("ask.duel.order"), False, (_OPTION,)),),
    {0: _REFUSAL},
    _PANEL,
)
_SEAT_DRAFT: Final = SeatDraft(
    seat=0,
    ask=_ASK,
    name="orders",
    answers=(_OPTION,),
    asks=_STANDING.asks,
    missing=2,
    things=("area:lannisport", "area:stoney-sept"),
    whole=False,
)
_SETTINGS: Final = TableSettings(clock=Clock(kind="days", bank=259_200, increment=43_200), delay_rounds=1)


def _seat(seat: int, name: str, who: Who | None, bot: str | None) -> SeatInfo:
    return SeatInfo(
        seat=seat,
        name=name,
        person=who,
        bot=bot,
        failures=0,
        given_up=False,
        owner=who,
        mine=seat == 0,
        asked=who is not None,
        deadline=_AT + 259_200_000 if who else None,
        bank=259_200_000,
        place=None,
        looking=seat == 0,
    )


_TABLE: Final = TableInfo(
    id="a1B2c3D4e5F6",
    title="Sunday evening",
    titled=True,
    rulebook="duel",
    version="1",
    status="running",
    visibility="private",
    invite="3yLwq0dTz1aPmKeR",
    label="round 1 red",
    options={},
    settings=_SETTINGS,
    lists=(),
    seats=(_seat(0, "red", _ANN, None), _seat(1, "blue", _BEA, None), _seat(2, "green", None, "fair")),
    creator=_ANN,
    mine=True,
    consents=(),
    requests=(),
    origin=None,
    commitment="9f" * 32,
    key=None,
    salt=None,
    halted=None,
    created_at=_AT,
    started_at=_AT + 60_000,
    ended_at=None,
)

_RETAINED: Final = Retained(90, 180, 30, 180, 365, 90, 7, 7)
_ADMIN_PERSON: Final = AdminPerson(_BEA.id, "Bea", "bea", None, _AT, _AT + 86_400_000, None, ("unmute", "end-sessions"))
_GUIDE: Final = Guide(3, "round 2", (GuideStep("duel", "first", ("field:3",), "draw"),))
_TOLD: Final = Introduction((20, 40), 2, Picture((0, 0, 400, 300), 12), {"red": "#a8172a"}, ("field",))

EXAMPLES: Final[dict[type, Any]] = {
    About: About("Ann Example, Main Street 1, Exampletown", None, _RETAINED),
    Retained: _RETAINED,
    AdminPerson: _ADMIN_PERSON,
    AdminTable: AdminTable(
        _TABLE.id, "Sunday evening", "duel", "running", "private", (_ANN, _BEA), None, _AT, ("close", "extend")
    ),
    AuditEntry: AuditEntry(12, _AT, _ANN.id, "Ann", "mute", _BEA.id, "Bea", None, None, "insults", "24 h"),
    PersonActIn: PersonActIn("mute", "insults", 24),
    SeatAgreeIn: SeatAgreeIn(agree=True),
    PersonActOut: PersonActOut(_ADMIN_PERSON, "", mailed=False),
    FiledReport: FiledReport(
        "cmVwb3J0", _AT, _ANN.id, "Ann", _BEA.id, "Bea", _TABLE.id, "You fool!", "Bea insults me", "open", None, ""
    ),
    ReportIn: ReportIn(_TABLE.id, "Bea insults me", 7),
    ReportOut: ReportOut("cmVwb3J0"),
    ResolveIn: ResolveIn("muted for a day"),
    TableActIn: TableActIn("extend", "the server was away", 12),
    AgreeIn: AgreeIn(agree=True),
    AnswerIn: AnswerIn(0, _ASK, _DO),
    Answered: Answered(0, again=False),
    AskIn: AskIn(0, _ASK),
    AskOut: _STANDING.asks[0],
    Stop: Stop("attack-end", Message("window.attack-end"), "holding"),
    StopIn: StopIn(0, "attack-end", "never"),
    Foreseen: Foreseen(
        kind="refuse-support",
        label=Message("foreseen.refuse-support"),
        answers=(OptionOut("pass", ("do:pass",)),),
        choices=(OptionOut("pass", ("do:pass",)),),
    ),
    ForeseenIn: ForeseenIn(0, "refuse-support", ("pass",)),
    DraftIn: DraftIn(0, _ASK, (_DO,)),
    SeatDraft: _SEAT_DRAFT,
    Patch: Patch("orders", "order-lannisport", '<g id="order-lannisport"/>'),
    Committed: Committed(0),
    Reopened: Reopened(done=True),
    BookOut: BookOut(
        "duel",
        "A Duel of Three",
        "1",
        (3,),
        3,
        {3: ("red", "blue", "green")},
        True,
        False,
        {},
        _TOLD,
        _GUIDE,
        ("unit",),
    ),
    Advice: Advice("march winterfell: knight > moat-cailin", 4.5, (Reason("castles", 6.0), Reason("power", -1.5))),
    Guidance: Guidance((Message("guide.duel.begin"),), ("field:3",), "draw", over=False),
    Guide: _GUIDE,
    EndpointIn: EndpointIn("https://push.example.org/send/8f3a"),
    PushKey: PushKey("BJ5IxJBWdeqFDJTvrZ4wNRu7UY2XigDXjgiUBYEYVXDudxhEs0ReOJRBcBHsPYgZ5dyV8VjyqzbQKS8V7bUAglk"),
    Subscription: Subscription(
        "https://push.example.org/send/8f3a",
        "BLc4xRzKlKORKWlbdgFaBrrPK3ydWAHo4M0gs0i1oEKgPpWC5cW8OCzVrOQRv-1npXRWk8udnW3oYhIO4475rds",
        "5I2Bu2oKdyy9CwL8QVF0NQ",
    ),
    GameRating: GameRating("duel", 1620, 190, 14),
    Introduction: _TOLD,
    Reason: Reason("castles", 6.0),
    GuideStep: _GUIDE.steps[0],
    Picture: _TOLD.picture,
    BotIn: BotIn("fair"),
    BranchIn: BranchIn(120, (Place(me=True), Place(bot="fair"), Place(bot="hard"))),
    Ability: _CARD.abilities[0],
    Attack: _CARD.attacks[0],
    Card: _CARD,
    CardPage: CardPage((_CARD,), 21, 1),
    Cell: _CELL,
    Changes: Changes(name="Ann", language="de"),
    ChatIn: ChatIn("Shall we leave each other in peace?", (1,)),
    ChatOut: ChatOut(7, _ANN.id, "Ann", 0, (0, 1), "Shall we leave each other in peace?", _AT),
    Checked: Checked(allowed=False, refusal=_REFUSAL, effect=None),
    Clock: Clock(kind="live", bank=900, increment=20),
    Consent: Consent("Zm9ydHktdHdv", 0, (1,), (1, 2)),
    Counted: Counted("count", ("{count} unit", "{count} units")),
    DicePool: _CARD.attacks[0].pools[0],
    Face: Face(glyphs=("hit", "hit"), text=Message("face.two-hits"), color="red"),
    Deletion: Deletion("correct horse battery"),
    GuestIn: GuestIn("Ann", "en"),
    JoinIn: JoinIn(1, "3yLwq0dTz1aPmKeR"),
    Keyword: _CARD.keywords[0],
    Line: _LINE,
    Login: Login("ann@example.org", "correct horse battery"),
    Me: Me(_ANN.id, "Ann", True, None, "en", Notices(), None, {"theme": "dark"}, None, None, None),
    MailToken: MailToken("dGhlIHRva2VuIG9mIGEgbGluayBpbiBhbiBlLW1haWwg"[:43]),
    NewPassword: NewPassword("dGhlIHRva2VuIG9mIGEgbGluayBpbiBhbiBlLW1haWwg"[:43], "another horse battery"),
    ResetRequest: ResetRequest("ann@example.org"),
    NewTable: NewTable(
        rulebook="duel",
        seats=3,
        title="Sunday evening",
        settings=_SETTINGS,
        places=(Place(me=True), Place(), Place(bot="fair")),
    ),
    Notices: Notices(email="ann@example.org", confirmed=True, webhook="https://example.org/hook", chat=True),
    Message: _REFUSAL.reason,
    Notice: Notice("bm90aWNl", _TABLE.id, "turn", "email", "ann@example.org", "sent", 1, None, _AT, _AT + 900),
    OptionOut: _OPTION,
    Panel: _PANEL,
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
    Slot: _TRACK.slots[0],
    TrackPanel: _TRACK,
    AddCard: _ADD,
    Addition: _ADDITION,
    ArmiesOut: ArmiesOut(("riders", "walkers"), (30, 40), (_SECTION,), ("text", "short"), True, (_STARTER,)),
    ArmyFigure: _ARMY_FIGURE,
    Budget: _BUDGET,
    ChangeHead: ChangeHead(name="The Ford", points=40),
    ChooseLeader: ChooseLeader(card="captain"),
    Draft: _DRAFT,
    ExportIn: ExportIn(_DRAFT, "text"),
    Formation: Formation(form="3x2", cost=12),
    ImportIn: ImportIn(text="Faction: riders\nPoints: 40\n\nLancers"),
    Imported: Imported(draft=_DRAFT, form="pasted", unread=(_UNREAD,)),
    ListEntry: _DRAFT.entries[0],
    ListSection: _SECTION,
    ArmyChoice: _CHOICE,
    ArmyChoices: ArmyChoices((0, 1), ("riders", "walkers"), (_CHOICE,), (), None),
    ChoiceIn: ChoiceIn(1),
    ChoicesIn: ChoicesIn({"armies": ["random", "random"]}, 2, "riders40-a1-x2"),
    CopyIn: CopyIn("Tournament"),
    ListResult: ListResult(
        rulebook="duel",
        code="riders40-a1-x2",
        list="bGlzdDE",
        name="The Ford",
        played=3,
        won=2,
        drawn=0,
        lost=1,
        last_at=_AT,
    ),
    ListsIn: ListsIn(("riders40-a1-x2", "random")),
    SeatLists: SeatLists(1, True, False, None, None),
    ListIn: ListIn(rulebook="duel", draft=_DRAFT, folder="Tournament", visibility="link"),
    ListInfo: ListInfo(**_SAVED),
    ListOut: ListOut(**_SAVED, draft=_DRAFT),
    ListPage: ListPage([ListInfo(**_SAVED)], f"{_AT}.bGlzdDE"),
    MoveCard: MoveCard(at="1", to=0),
    Near: _UNREAD.near[0],
    RandomIn: RandomIn("riders", 40, 7, ("lancers",)),
    Refused: _ADDITION.refused[0],
    RemoveCard: RemoveCard(at="0.0"),
    SheetFault: _SHEET_FAULT,
    SheetGroup: _SHEET_GROUP,
    SheetIn: SheetIn(_DRAFT, (_ADD,), "0"),
    SheetOut: SheetOut(
        _DRAFT, "riders40-a1-x2", False, (_SHEET_GROUP,), (_BUDGET,), (_ARMY_FIGURE,), (_SHEET_FAULT,), (_ADDITION,)
    ),
    SheetRow: _SHEET_GROUP.rows[0],
    StarterOut: _STARTER,
    SwapCard: SwapCard(at="0", card="archers"),
    Unread: _UNREAD,
    Written: Written("Faction: riders\nPoints: 40\n"),
    Blocked: Blocked("Q2lkLWlk", "Cid", _AT),
    Roster: _ROSTER,
    RosterRow: _ROSTER.rows[0],
    Reach: Reach("shoot", Message("threat.duel.shoot", {"distance": "12"}), "M10 10L30 10L30 40L10 40Z"),
    Mark: _ROSTER.rows[0].signs[0],
    Passkey: Passkey("cGFzc2tleTE", "Phone", _AT, _AT + 900),
    PasskeyIn: PasskeyIn("Phone", _CREDENTIAL),
    PasskeyName: PasskeyName("Old phone"),
    PasskeyOptions: PasskeyOptions({"challenge": "MTIzNDU2Nzg", "rpId": "example.org"}),
    PasskeySignIn: PasskeySignIn(_CREDENTIAL),
    RegistrationIn: RegistrationIn("correct horse battery"),
    Passwords: Passwords("correct horse battery", "another horse battery"),
    Place: Place(bot="fair"),
    Placing: _AT_THE_FORD,
    Token: _TOKEN,
    Palette: Palette(gesture="ring", tokens=(_TOKEN,)),
    Preview: Preview('<g class="preview"/>', (Message("fact.duel.odds", {"percent": 50}),)),
    AimIn: AimIn(0, "0-3-0-move", Placing(412.5, 230.0, 45.0, "unit:the-riders")),
    Aimed: Aimed(
        "move the-riders 4 2",
        _AT_THE_FORD,
        allowed=True,
        refusal=None,
        drawing='<g class="preview"/>',
        facts=(Message("fact.duel.apart", {"distance": "3.5"}),),
    ),
    MeasureIn: MeasureIn(Placing(10.0, 20.0), Placing(40.0, 60.0, 0.0, "unit:the-riders"), "0"),
    Measured: Measured((Message("fact.duel.apart", {"distance": "3.5"}),)),
    PreviewIn: PreviewIn(0, _ASK, _DO, "en"),
    ProblemDetails: ProblemDetails(
        type="urn:banneret:problem:stale-ask",
        title="stale-ask",
        status=409,
        detail=f"Seat 0 is no longer asked {_ASK}: it is asked 0-1-0-order now.",
        standing="0-1-0-order",
    ),
    Recap: Recap(_AT, [(10, {"event": "duel.revealed", "rule": "duel:planning.3"})], 2, 41),
    Refusal: _REFUSAL,
    Bar: _BAR,
    Chance: _CHANCE,
    Field: Field(id="side", label=Message("odds.field.side"), choices=("front", "rear"), initial="front"),
    Matrix: Matrix(("spears",), ("riders",), Message("odds.duel.losses"), ((0.75,),), ((0.25,),)),
    Odds: Odds(title=Message("odds.duel.title"), spreads=(_SPREAD,), chances=(_CHANCE,), destroys=0.25),
    Spread: _SPREAD,
    RuleOut: RuleOut("duel:planning.2", "Planning phase", 12, "Every area with units gets an order.", "played"),
    RequestIn: RequestIn("3yLwq0dTz1aPmKeR"),
    SeatOffer: SeatOffer("Qm9yb3VnaC1vZi10aGUtc2VhdC10aGF0LWlzLWZyZWU"),
    SeatRequest: SeatRequest("cmVxdWVzdDE", 1, _ANN, ("Y2lk",)),
    Luck: _LUCK,
    Measure: _MEASURE,
    RoundCourse: RoundCourse(1, "round 1 red", (_MEASURE,)),
    Story: Story(
        ((0.5, 0.5), (0.62, 0.38)),
        exact=True,
        turning=(Turning(1, 10, 0, 0.12),),
        rounds=(RoundCourse(1, "round 1 red", (_MEASURE,)),),
        luck=(_LUCK,),
        balances=(Balance(0.05, 0.07, 0.0), Balance(-0.05, -0.07, 0.0)),
    ),
    Balance: Balance(0.05, 0.07, 0.0),
    Turning: Turning(1, 10, 0, 0.12),
    SampleIn: SampleIn(0, _ASK, 3),
    SeatIn: SeatIn(0),
    SeatInfo: _TABLE.seats[0],
    SessionInfo: SessionInfo("c2Vzc2lvbjE", "Firefox", _AT, _AT, _AT + 15_552_000_000, True),
    Standing: _STANDING,
    Stat: _STAT,
    StateMessage: StateMessage(1, "state", 4, 11, _STANDING),
    StepOut: StepOut(
        step=4,
        view=_VIEW,
        events=[(10, {"event": "duel.revealed", "rule": "duel:planning.3"})],
        drawing="<g id='things'/>",
        panels=[_TRACK],
        scenes=[_SCENE],
        odds=[],
    ),
    Scene: _SCENE,
    Steps: Steps(212, [(0, "round 1 weather"), (1, "round 1 red")]),
    TableInfo: _TABLE,
    TablePage: TablePage([_TABLE], f"0.{_AT}.a1B2c3D4e5F6"),
    TableSettings: _SETTINGS,
    Trouble: Trouble(2, "fair", "late"),
    UndoOut: UndoOut(done=False, consent=Consent("Zm9ydHktdHdv", 0, (), (1, 2))),
    VacationIn: VacationIn(_AT + 864_000_000),
    Who: _ANN,
}
"""Struct -> an example of it."""
