"""The messages of the WebSocket, as docs/api.md describes them: what is read, and the form of what is sent."""

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
    """An answer; `id` is the client's own, and makes it harmless to send it twice."""

    id: Annotated[str, Meta(min_length=1, max_length=64)]
    seat: Annotated[int, Meta(ge=0, le=15)]
    ask: Annotated[str, Meta(max_length=60)]
    do: Annotated[str, Meta(max_length=2000)]


class DraftMessage(msgspec.Struct, frozen=True, tag_field="type", tag="draft"):
    """The whole draft of a seat, in place of the one before; `answered` or `problem` follows."""

    id: Annotated[str, Meta(min_length=1, max_length=64)]
    seat: Annotated[int, Meta(ge=0, le=15)]
    ask: Annotated[str, Meta(max_length=60)]
    answers: Annotated[tuple[Annotated[str, Meta(max_length=2000)], ...], Meta(max_length=MOST)]


class PingMessage(msgspec.Struct, frozen=True, tag_field="type", tag="ping"):
    """Still there."""


class Sent(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """What every message to a client has."""

    v: int
    """The version of the messages."""


class StateSent(Sent, frozen=True, kw_only=True, tag="state"):
    """Where the match stands."""

    seq: int
    told: int
    """How many events have happened."""
    state: Standing
    drawing: str = ""
    panels: list[TablePanel] = []


class UpdateSent(Sent, frozen=True, kw_only=True, tag="update"):
    """What has changed, and where the match stands now."""

    seq: int
    since: int
    """The number from which on `events` replace what was known."""
    events: list[tuple[int, GameEvent]]
    state: Standing
    drawing: list[Patch] = []
    panels: list[TablePanel] = []
    """The panels that are new or have changed."""
    panel_order: list[str] = []
    """The ids of all panels in order; empty if they are the same as before."""
    scenes: list[Scene] = []
    """What the events look like, in order; sent with a drawing."""


class DraftSent(Sent, frozen=True, kw_only=True, tag="draft"):
    """A draft of a seat that is looked at, whenever it has changed; `seq` does not count it."""

    draft: SeatDraft


class TableSent(Sent, frozen=True, kw_only=True, tag="table"):
    """The table as it is now."""

    table: TableInfo


class ChatSent(ChatOut, frozen=True, kw_only=True, tag_field="type", tag="chat"):
    """A chat message."""

    v: int


class AnsweredSent(Sent, frozen=True, kw_only=True, tag="answered"):
    """An answer of this connection is stored."""

    id: str


class PartFault(msgspec.Struct, frozen=True):
    """An answer of a draft that the rules do not allow."""

    at: int
    rule: str
    reason: Message
    detail: str


class ProblemSent(Sent, frozen=True, kw_only=True, tag="problem"):
    """An answer was not taken, or a message cannot be read."""

    kind: str
    status: int
    detail: str
    id: str | None = None
    rule: str | None = None
    reason: Message | None = None
    standing: str | None = None
    parts: list[PartFault] = []
    """What is refused of a draft, by the places of its answers."""
    retry_ms: int = 0


class PongSent(Sent, frozen=True, kw_only=True, tag="pong"):
    """The answer to every ping."""


ToServer = AnswerMessage | DraftMessage | PingMessage
"""What a client sends."""
FromServer = StateSent | UpdateSent | DraftSent | TableSent | ChatSent | AnsweredSent | ProblemSent | PongSent
"""What a client is sent."""
