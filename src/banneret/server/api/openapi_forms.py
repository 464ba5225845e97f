"""Facts about the HTTP API that handlers' signatures lack: problems, and responses written as bytes."""

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
    """An error (RFC 9457): `title` is the kind, for programs; `detail` is for people."""

    type: str
    title: str
    status: Annotated[int, Meta(ge=400, le=599)]
    detail: str
    rule: str = ""
    """If refused: the rule that forbids the answer."""
    reason: Message | None = None
    """If refused: the reason, as a message of the game's catalogue."""
    standing: str | None = None
    """If stale: the id of the seat's open question, null if there is none."""
    retry_ms: int = 0
    """If there were too many requests: milliseconds until the next attempt."""
    quota: str = ""
    """If a quota is exceeded: the name of its setting."""
    used: int = 0
    """If a quota is exceeded: the amount used."""
    limit: int = 0
    """If a quota is exceeded: the maximum amount."""
    errors: list[Any] | dict[str, Any] = []
    """If the request is malformed: the invalid parts."""


class StateMessage(msgspec.Struct, frozen=True):
    """The state of a match, as in the first message of a WebSocket."""

    v: int
    type: Literal["state"]
    seq: int
    told: int
    """Number of events so far."""
    state: Standing


class StepOut(msgspec.Struct, frozen=True):
    """A match after a step: the step's events, the drawing (SVG), and the panels beside it.

    View, drawing and panels are null before a change of the rules within the match: only events are available there.
    """

    step: int
    view: dict[str, Any] | None
    events: list[tuple[int, Annotated[dict[str, Any], Meta(extra={"of": GameEvent})]]]
    drawing: str | None
    panels: list[TablePanel] | None
    scenes: list[Scene]
    """Animations of the events, in order."""
    odds: list[Odds]
    """Odds of the answer, as known to its seat; empty before the end of the match."""


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
"""Media type and type of responses that handlers encode themselves."""

REDIRECTING: Final = {"ground"}
"""Operations that may redirect."""

BODIES: Final[dict[str, tuple[str, Any]]] = {"loadRecord": (_LINES, str)}
"""Media type and type of bodies that handlers decode themselves."""

MEANING: Final = {
    "bad-request": "The request is malformed.",
    "not-signed-in": "Nobody is signed in, or the credentials are wrong.",
    "not-allowed": "You may not do this.",
    "quota": "A quota is exceeded; see `quota`, `used` and `limit`.",
    "not-found": "It does not exist, or you may not see it.",
    "conflict": "The state does not allow this: it has changed, or it is too early or too late.",
    "stale-ask": "The question is no longer open.",
    "refused": "The rules of the game forbid it.",
    "invalid": "A value is invalid; the detail says which and why.",
    "too-large": "The body is too large.",
    "too-many": "Too many requests; retry after `retry_ms` milliseconds.",
    "halted": "The table is halted: its stored match cannot be continued, or a rule failed.",
    "storage": "The server cannot currently read or write data; nothing was changed.",
}
"""Descriptions of the kinds of problems."""

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
    "makeReview": (*_LOOK, "invalid"),
    "rematch": ("quota", *_SEAT),
    "replay": _LOOK,
    "replayFile": (*_LOOK, "invalid"),
    "replayStep": (*_LOOK, "invalid"),
    "requestReset": ("not-allowed", "invalid"),
    "resetPassword": ("not-found", "invalid"),
    "reopenDraft": _ASK,
    "report": ("not-found", "conflict", "invalid", "halted"),
    "review": (*_LOOK, "invalid"),
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
"""Kinds of problems by operation, besides those that follow from its parameters."""
