"""The messages of the WebSocket, as documented in docs/api.md."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from banneret.server.live.draft_messages import SeatDraft
from banneret.server.live.patches import Patch
from banneret.server.live.summaries import TableInfo
from banneret.server.matches.drafts import MOST
from banneret.server.matches.stream import GameEvent, Standing
from banneret.server.tables.chat import ChatOut
from banneret.show.panels import TablePanel
from banneret.show.scenes import Scene
from banneret.text.message import Message


class AnswerMessage(msgspec.Struct, frozen=True, tag_field="type", tag="answer"):
    """An answer; `id` is chosen by the client, so that the message can be repeated safely."""

    id: Annotated[str, Meta(min_length=1, max_length=64)]
    seat: Annotated[int, Meta(ge=0, le=15)]
    ask: Annotated[str, Meta(max_length=60)]
    do: Annotated[str, Meta(max_length=2000)]


class DraftMessage(msgspec.Struct, frozen=True, tag_field="type", tag="draft"):
    """The new content of a seat's draft. The response is `answered` or `problem`."""

    id: Annotated[str, Meta(min_length=1, max_length=64)]
    seat: Annotated[int, Meta(ge=0, le=15)]
    ask: Annotated[str, Meta(max_length=60)]
    answers: Annotated[tuple[Annotated[str, Meta(max_length=2000)], ...], Meta(max_length=MOST)]


class PingMessage(msgspec.Struct, frozen=True, tag_field="type", tag="ping"):
    """A sign of life."""


class Sent(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """Common fields of messages to clients."""

    v: int
    """The version of the messages."""


class StateSent(Sent, frozen=True, kw_only=True, tag="state"):
    """The state of the match."""

    seq: int
    told: int
    """Number of events so far."""
    state: Standing
    drawing: str = ""
    panels: list[TablePanel] = []


class UpdateSent(Sent, frozen=True, kw_only=True, tag="update"):
    """Changes, and the new state of the match."""

    seq: int
    since: int
    """Number of the first event; `events` replace all known events from there."""
    events: list[tuple[int, GameEvent]]
    state: Standing
    drawing: list[Patch] = []
    panels: list[TablePanel] = []
    """New and changed panels."""
    panel_order: list[str] = []
    """Ids of all panels in order; empty if unchanged."""
    scenes: list[Scene] = []
    """Animations of the events, in order; sent with a drawing."""


class DraftSent(Sent, frozen=True, kw_only=True, tag="draft"):
    """A changed draft of one of the viewer's seats; it has no `seq`."""

    draft: SeatDraft


class TableSent(Sent, frozen=True, kw_only=True, tag="table"):
    """The current table."""

    table: TableInfo


class ChatSent(ChatOut, frozen=True, kw_only=True, tag_field="type", tag="chat"):
    """A chat message."""

    v: int


class AnsweredSent(Sent, frozen=True, kw_only=True, tag="answered"):
    """An answer of this connection has been stored."""

    id: str


class PartFault(msgspec.Struct, frozen=True):
    """An answer of a draft that the rules forbid."""

    at: int
    rule: str
    reason: Message
    detail: str


class ProblemSent(Sent, frozen=True, kw_only=True, tag="problem"):
    """An answer was refused, or a message cannot be read."""

    kind: str
    status: int
    detail: str
    id: str | None = None
    rule: str | None = None
    reason: Message | None = None
    standing: str | None = None
    parts: list[PartFault] = []
    """Faults of a draft, by index of the answer."""
    retry_ms: int = 0


class PongSent(Sent, frozen=True, kw_only=True, tag="pong"):
    """The response to a ping."""


ToServer = AnswerMessage | DraftMessage | PingMessage
"""Messages from clients."""
FromServer = StateSent | UpdateSent | DraftSent | TableSent | ChatSent | AnsweredSent | ProblemSent | PongSent
"""Messages to clients."""
