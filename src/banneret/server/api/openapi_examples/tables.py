"""Examples of tables, accounts and administration."""

from __future__ import annotations

from typing import Any, Final

from banneret.bots.advice import Advice, Reason
from banneret.server.admin.audit import AuditEntry
from banneret.server.admin.reports import FiledReport
from banneret.server.api.about import About, Retained
from banneret.server.api.accounts.mail_links import MailToken, NewPassword, ResetRequest
from banneret.server.api.accounts.passkeys import PasskeyIn, PasskeyName, PasskeyOptions, PasskeySignIn, RegistrationIn
from banneret.server.api.accounts.people import (
    Changes,
    Deletion,
    GuestIn,
    Login,
    Me,
    Passwords,
    SessionInfo,
    VacationIn,
)
from banneret.server.api.accounts.push import EndpointIn, PushKey
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
from banneret.server.api.matches.chat import ChatIn
from banneret.server.api.matches.drafts import Committed, DraftIn, Reopened
from banneret.server.api.matches.guidance import Guidance
from banneret.server.api.matches.play import (
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
from banneret.server.api.matches.recap import Recap
from banneret.server.api.matches.stops import Foreseen, ForeseenIn, Stop, StopIn
from banneret.server.api.openapi_examples.people import ANN, AT, BEA
from banneret.server.api.openapi_examples.show import (
    AT_THE_FORD,
    CARD,
    LUCK,
    MEASURE,
    PANEL,
    REFUSAL,
    SCENE,
    TRACK,
)
from banneret.server.api.openapi_forms import ProblemDetails, StateMessage, StepOut
from banneret.server.api.rulebooks import BookOut, CardPage, RuleOut
from banneret.server.api.tables import (
    AgreeIn,
    BotIn,
    BranchIn,
    JoinIn,
    RequestIn,
    SeatAgreeIn,
    SeatOffer,
    TablePage,
)
from banneret.server.live.draft_messages import SeatDraft
from banneret.server.live.patches import Patch
from banneret.server.live.summaries import SeatInfo, SeatRequest, TableInfo, Who
from banneret.server.matches.bots import Trouble
from banneret.server.matches.stream import AskOut, OptionOut, Standing
from banneret.server.matches.takeback import Consent
from banneret.server.notify.outbox import Notice
from banneret.server.notify.web_push import Subscription
from banneret.server.page_texts import Counted
from banneret.server.past.reviews import Costly, MatchReview, SeatReview
from banneret.server.past.story import Balance, RoundCourse, Story, Turning
from banneret.server.people.accounts import Notices
from banneret.server.people.blocks import Blocked
from banneret.server.people.passkeys import Passkey
from banneret.server.tables.chat import ChatOut
from banneret.server.tables.standings import GameRating
from banneret.server.tables.table import Clock, NewTable, Place, TableSettings
from banneret.show.guide import Guide, GuideStep
from banneret.show.introduction import Introduction, Picture
from banneret.show.placement import Placing
from banneret.text.message import Message

_CREDENTIAL: Final[dict[str, Any]] = {"id": "a2V5", "rawId": "a2V5", "type": "public-key", "response": {}}
_ASK: Final = "0-0-0-order"
_DO: Final = "order the-hill advance"
_OPTION: Final = OptionOut(_DO, ("area:the-hill", "order:advance"))
_VIEW: Final[dict[str, Any]] = {
    "rulebook": "duel",
    "viewers": [0],
    "label": "round 1 red",
    "game": {},
    "waiting": {"0": "deciding", "1": "ready", "2": "deciding"},
    "sealed": {"0": []},
    "outcome": None,
}
_STANDING: Final = Standing(
    _VIEW,
    (AskOut(_ASK, 0, "order", "duel:planning.1", Message("ask.duel.order"), False, (_OPTION,)),),
    {0: REFUSAL},
    PANEL,
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
_REVIEW: Final = SeatReview(
    decisions=41,
    cost=0.21,
    luck=-0.07,
    error=0.02,
    costliest=(
        Costly(
            step=12,
            label="round 1 red",
            asked="Place your orders",
            done="Place an order: Hold",
            better="Place an order: Advance",
            chance=0.41,
            best=0.53,
        ),
    ),
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
        deadline=AT + 259_200_000 if who else None,
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
    seats=(_seat(0, "red", ANN, None), _seat(1, "blue", BEA, None), _seat(2, "green", None, "strong")),
    creator=ANN,
    mine=True,
    consents=(),
    requests=(),
    origin=None,
    commitment="9f" * 32,
    key=None,
    salt=None,
    halted=None,
    created_at=AT,
    started_at=AT + 60_000,
    ended_at=None,
)
_RETAINED: Final = Retained(90, 180, 30, 180, 365, 90, 7, 7)
_ADMIN_PERSON: Final = AdminPerson(BEA.id, "Bea", "bea", None, AT, AT + 86_400_000, None, ("unmute", "end-sessions"))
_GUIDE: Final = Guide(3, "round 2", (GuideStep("duel", "first", ("field:3",), "draw"),))
_TOLD: Final = Introduction(
    (20, 40), 2, Picture((0, 0, 400, 300), wide=(0, 0, 800, 300), answers=12), {"red": "#a8172a"}, ("field",)
)

TABLES: Final[dict[type, Any]] = {
    About: About("Ann Example, Main Street 1, Exampletown", None, _RETAINED),
    Retained: _RETAINED,
    AdminPerson: _ADMIN_PERSON,
    AdminTable: AdminTable(
        _TABLE.id, "Sunday evening", "duel", "running", "private", (ANN, BEA), None, AT, ("close", "extend")
    ),
    AuditEntry: AuditEntry(12, AT, ANN.id, "Ann", "mute", BEA.id, "Bea", None, None, "insults", "24 h"),
    PersonActIn: PersonActIn("mute", "insults", 24),
    SeatAgreeIn: SeatAgreeIn(agree=True),
    PersonActOut: PersonActOut(_ADMIN_PERSON, "", mailed=False),
    FiledReport: FiledReport(
        "cmVwb3J0", AT, ANN.id, "Ann", BEA.id, "Bea", _TABLE.id, "You fool!", "Bea insults me", "open", None, ""
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
        ("aggressive", "defensive"),
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
    BotIn: BotIn("strong"),
    BranchIn: BranchIn(120, (Place(me=True), Place(bot="strong"), Place(bot="expert"))),
    CardPage: CardPage((CARD,), 21, 1),
    Changes: Changes(name="Ann", language="de"),
    ChatIn: ChatIn("Shall we leave each other in peace?", (1,)),
    ChatOut: ChatOut(7, ANN.id, "Ann", 0, (0, 1), "Shall we leave each other in peace?", AT),
    Checked: Checked(allowed=False, refusal=REFUSAL, effect=None),
    Clock: Clock(kind="live", bank=900, increment=20),
    Consent: Consent("Zm9ydHktdHdv", 0, (1,), (1, 2)),
    Counted: Counted("count", ("{count} unit", "{count} units")),
    Deletion: Deletion("correct horse battery"),
    GuestIn: GuestIn("Ann", "en"),
    JoinIn: JoinIn(1, "3yLwq0dTz1aPmKeR"),
    Login: Login("ann@example.org", "correct horse battery"),
    Me: Me(ANN.id, "Ann", True, None, "en", Notices(), None, {"theme": "dark"}, None, None, None),
    MailToken: MailToken("dGhlIHRva2VuIG9mIGEgbGluayBpbiBhbiBlLW1haWwg"[:43]),
    NewPassword: NewPassword("dGhlIHRva2VuIG9mIGEgbGluayBpbiBhbiBlLW1haWwg"[:43], "another horse battery"),
    ResetRequest: ResetRequest("ann@example.org"),
    NewTable: NewTable(
        rulebook="duel",
        seats=3,
        title="Sunday evening",
        settings=_SETTINGS,
        places=(Place(me=True), Place(), Place(bot="strong")),
    ),
    Notices: Notices(email="ann@example.org", confirmed=True, webhook="https://example.org/hook", chat=True),
    Notice: Notice("bm90aWNl", _TABLE.id, "turn", "email", "ann@example.org", "sent", 1, None, AT, AT + 900),
    OptionOut: _OPTION,
    Blocked: Blocked("Q2lkLWlk", "Cid", AT),
    Passkey: Passkey("cGFzc2tleTE", "Phone", AT, AT + 900),
    PasskeyIn: PasskeyIn("Phone", _CREDENTIAL),
    PasskeyName: PasskeyName("Old phone"),
    PasskeyOptions: PasskeyOptions({"challenge": "MTIzNDU2Nzg", "rpId": "example.org"}),
    PasskeySignIn: PasskeySignIn(_CREDENTIAL),
    RegistrationIn: RegistrationIn("correct horse battery"),
    Passwords: Passwords("correct horse battery", "another horse battery"),
    Place: Place(bot="strong"),
    Preview: Preview('<g class="preview"/>', (Message("fact.duel.odds", {"percent": 50}),)),
    AimIn: AimIn(0, "0-3-0-move", Placing(412.5, 230.0, 45.0, "unit:the-riders")),
    Aimed: Aimed(
        "move the-riders 4 2",
        AT_THE_FORD,
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
    Recap: Recap(AT, [(10, {"event": "duel.revealed", "rule": "duel:planning.3"})], 2, 41),
    RuleOut: RuleOut("duel:planning.2", "Planning phase", 12, "Every area with units gets an order.", "played"),
    RequestIn: RequestIn("3yLwq0dTz1aPmKeR"),
    SeatOffer: SeatOffer("Qm9yb3VnaC1vZi10aGUtc2VhdC10aGF0LWlzLWZyZWU"),
    SeatRequest: SeatRequest("cmVxdWVzdDE", 1, ANN, ("Y2lk",)),
    RoundCourse: RoundCourse(1, "round 1 red", (MEASURE,)),
    Story: Story(
        ((0.5, 0.5), (0.62, 0.38)),
        exact=True,
        turning=(Turning(1, 10, 0, 0.12),),
        rounds=(RoundCourse(1, "round 1 red", (MEASURE,)),),
        luck=(LUCK,),
        balances=(Balance(0.05, 0.07, 0.0), Balance(-0.05, -0.07, 0.0)),
    ),
    Balance: Balance(0.05, 0.07, 0.0),
    Turning: Turning(1, 10, 0, 0.12),
    MatchReview: MatchReview("ready", (_REVIEW, _REVIEW)),
    SeatReview: _REVIEW,
    Costly: _REVIEW.costliest[0],
    SampleIn: SampleIn(0, _ASK, 3),
    SeatIn: SeatIn(0),
    SeatInfo: _TABLE.seats[0],
    SessionInfo: SessionInfo("c2Vzc2lvbjE", "Firefox", AT, AT, AT + 15_552_000_000, True),
    Standing: _STANDING,
    StateMessage: StateMessage(1, "state", 4, 11, _STANDING),
    StepOut: StepOut(
        step=4,
        view=_VIEW,
        events=[(10, {"event": "duel.revealed", "rule": "duel:planning.3"})],
        drawing="<g id='things'/>",
        panels=[TRACK],
        scenes=[SCENE],
        odds=[],
    ),
    Steps: Steps(212, [(0, "round 1 weather"), (1, "round 1 red")]),
    TableInfo: _TABLE,
    TablePage: TablePage([_TABLE], f"0.{AT}.a1B2c3D4e5F6"),
    TableSettings: _SETTINGS,
    Trouble: Trouble(2, "strong", "late"),
    UndoOut: UndoOut(done=False, consent=Consent("Zm9ydHktdHdv", 0, (), (1, 2))),
    VacationIn: VacationIn(AT + 864_000_000),
    Who: ANN,
}
"""An example of each struct."""
