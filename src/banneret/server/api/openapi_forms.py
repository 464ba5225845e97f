"""What the handlers' signatures do not say of the HTTP interface: problems, and answers that are written as bytes."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from banneret.odds import Odds
from banneret.server.matches.stream import GameEvent, Standing
from banneret.show.panels import TablePanel
from banneret.show.scenes import Scene
from banneret.text.message import Message


class ProblemDetails(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is wrong (RFC 9457): `title` is the kind, which programs read; `detail` is for people."""

    type: str
    title: str
    status: Annotated[int, Meta(ge=400, le=599)]
    detail: str
    rule: str = ""
    """Of an answer that is refused: the rule that forbids it."""
    reason: Message | None = None
    """Of an answer that is refused: why, as a message of the game's catalogue."""
    standing: str | None = None
    """Of a stale answer: the ask that stands now."""
    retry_ms: int = 0
    """Of what came too often: when to try again."""
    quota: str = ""
    """Of a quota that is used up: the setting that limits it."""
    used: int = 0
    """Of a quota that is used up: how much is used."""
    limit: int = 0
    """Of a quota that is used up: how much may be used."""
    errors: list[Any] | dict[str, Any] = []
    """Of what cannot be read: where."""


class StateMessage(msgspec.Struct, frozen=True):
    """Where a match stands: what the socket's first message holds."""

    v: int
    type: Literal["state"]
    seq: int
    told: int
    """So many events have happened."""
    state: Standing


class StepOut(msgspec.Struct, frozen=True):
    """A match as it stood after a step, what happened in it, its drawing (SVG), and the panels beside it.

    View, drawing and panels are null where the rules have changed since within the match: that is told, not shown.
    """

    step: int
    view: dict[str, Any] | None
    events: list[tuple[int, Annotated[dict[str, Any], Meta(extra={"of": GameEvent})]]]
    drawing: str | None
    panels: list[TablePanel] | None
    scenes: list[Scene]
    """What the events look like, in order."""
    odds: list[Odds]
    """Those of the answer, as far as its seat could know them; empty before the end of the match."""


_JSON: Final = "application/json"
_LINES: Final = "application/jsonl"

ANSWERS: Final[dict[str, tuple[str, Any]]] = {
    "exportMe": (_JSON, dict[str, Any]),
    "gameSchema": ("application/schema+json", dict[str, Any]),
    "ground": ("image/svg+xml", str),
    "listEvents": (_JSON, list[tuple[int, dict[str, Any]]]),
    "metrics": ("text/plain", str),
    "openapi": (_JSON, dict[str, Any]),
    "record": (_LINES, str),
    "replayFile": ("text/html", str),
    "replayStep": (_JSON, StepOut),
    "sharedGround": ("image/svg+xml", str),
    "viewMatch": (_JSON, StateMessage),
}
"""Media type and type of answers that handlers write themselves."""

REDIRECTING: Final = {"ground"}
"""Operations that may answer with another address."""

BODIES: Final[dict[str, tuple[str, Any]]] = {"loadRecord": (_LINES, str)}
"""Media type and type of bodies that handlers read themselves."""

MEANING: Final = {
    "bad-request": "The request cannot be read.",
    "not-signed-in": "Nobody is signed in, or login and password do not fit.",
    "not-allowed": "You may not do this.",
    "quota": "You have used up a quota; `quota`, `used` and `limit` say which and how much.",
    "not-found": "There is no such thing, or you may not know of it.",
    "conflict": "Things have changed, or it is too early or too late for this.",
    "stale-ask": "The ask that is answered stands no longer.",
    "refused": "The rules of the game do not allow it.",
    "invalid": "A value cannot be used; the detail says which and why.",
    "too-large": "The body is too large.",
    "too-many": "Too many requests a minute; `retry_ms` says when to try again.",
    "halted": "The table is halted: what is stored of it cannot be played on, or a rule failed.",
    "storage": "The server cannot store or read at the moment; nothing was changed.",
}
"""Kind of problem -> what it means."""

_LOOK: Final = ("not-allowed", "conflict", "halted")
_ASK: Final = ("not-allowed", "conflict", "stale-ask", "refused", "halted")
_SEAT: Final = ("conflict", "halted")

PROBLEMS: Final[dict[str, tuple[str, ...]]] = {
    "addPasskey": ("not-allowed", "conflict", "invalid"),
    "adminAudit": ("not-allowed",),
    "adminPeople": ("not-allowed",),
    "adminPerson": ("conflict",),
    "adminReports": ("not-allowed",),
    "adminResolve": ("conflict",),
    "adminTable": ("conflict", "invalid", "halted"),
    "adminTables": ("not-allowed",),
    "advise": _ASK,
    "aim": _ASK,
    "answer": _ASK,
    "armyChoices": ("invalid",),
    "armyPicture": ("invalid",),
    "answerSeatRequest": _SEAT,
    "beginPasskey": ("not-allowed", "conflict"),
    "beginPasskeySignIn": ("not-allowed",),
    "block": ("conflict", "invalid"),
    "branch": ("quota", "conflict", "invalid", "halted"),
    "bringLists": (*_SEAT, "invalid"),
    "changeList": ("not-allowed", "invalid"),
    "changeMe": ("invalid",),
    "changePassword": ("conflict", "invalid"),
    "check": _ASK,
    "chooseList": (*_SEAT, "invalid"),
    "closeTable": _SEAT,
    "comeIn": ("invalid",),
    "confirmEmail": ("not-found",),
    "consent": ("conflict", "refused", "halted"),
    "copyList": ("quota",),
    "deleteAccount": ("conflict", "halted"),
    "deleteList": ("not-allowed",),
    "deleteMe": ("not-allowed", "halted"),
    "commitDraft": _ASK,
    "draft": _LOOK,
    "exportArmy": ("invalid",),
    "forfeit": _ASK,
    "ground": _LOOK,
    "guide": _ASK,
    "importArmy": ("invalid",),
    "joinTable": (*_SEAT, "invalid"),
    "layOutArmy": ("invalid",),
    "leaveSeat": _SEAT,
    "listEvents": (*_LOOK, "invalid"),
    "listLists": ("not-signed-in",),
    "listPicture": ("invalid",),
    "listTables": ("not-signed-in", "invalid", "halted"),
    "listTroubles": ("not-allowed",),
    "loadRecord": ("quota", "invalid"),
    "makeAccount": ("conflict", "invalid"),
    "makeTable": ("quota", "invalid", "halted"),
    "odds": _ASK,
    "offerSeat": _SEAT,
    "requestSeat": _SEAT,
    "measure": (*_LOOK, "invalid"),
    "rosters": _LOOK,
    "panels": _LOOK,
    "metrics": ("not-found",),
    "preview": _ASK,
    "putDraft": _ASK,
    "randomArmy": ("invalid",),
    "readChat": _LOOK,
    "renamePasskey": ("invalid",),
    "readyz": ("storage",),
    "recap": _LOOK,
    "record": _LOOK,
    "rematch": ("quota", *_SEAT),
    "replay": _LOOK,
    "replayFile": (*_LOOK, "invalid"),
    "replayStep": (*_LOOK, "invalid"),
    "requestReset": ("not-allowed", "invalid"),
    "resetPassword": ("not-found", "invalid"),
    "reopenDraft": _ASK,
    "report": ("not-found", "conflict", "invalid", "halted"),
    "sample": _ASK,
    "saveList": ("quota", "invalid"),
    "seen": _LOOK,
    "sendConfirmation": ("not-allowed", "conflict"),
    "setSeat": ("quota", "conflict", "invalid", "halted"),
    "setVacation": ("invalid",),
    "showTable": ("halted",),
    "signIn": ("not-signed-in",),
    "signInWithPasskey": ("not-allowed", "not-signed-in", "conflict", "invalid"),
    "story": (*_LOOK, "invalid"),
    "subscribe": ("invalid",),
    "suggest": _ASK,
    "retryBot": _SEAT,
    "takeSeatBack": _SEAT,
    "threats": _LOOK,
    "standing": ("not-allowed", "conflict", "halted"),
    "stops": ("not-allowed", "conflict", "halted"),
    "setStanding": ("not-allowed", "conflict", "invalid", "halted"),
    "setStop": ("not-allowed", "conflict", "invalid", "halted"),
    "undo": _ASK,
    "viewMatch": _LOOK,
    "writeChat": ("quota", "conflict", "invalid", "halted"),
}
"""Operation -> the kinds of problems of its own, beside those that follow from its parameters."""
