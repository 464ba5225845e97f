"""The database schema. Times are milliseconds since 1970 (UTC); ids are short random strings."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

NAMING: Final = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
metadata: Final = MetaData(naming_convention=NAMING)

people: Final = Table(
    "people",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("login", String(254), unique=True),  # None: a guest
    Column("password", String(200)),
    Column("language", String(8), nullable=False, server_default="en"),
    Column("settings", Text, nullable=False, server_default="{}"),  # addresses for notices, and the enabled kinds
    Column("email", String(254), index=True),  # the confirmed address of `settings`, in lower case
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("vacation_until", BigInteger),
    Column("preferences", Text, nullable=False, server_default="{}"),  # of the web page, such as its theme
    Column("role", String(10)),  # admin, moderator or None
    Column("muted_until", BigInteger),
    Column("mute_reason", Text),
    Column("banned_until", BigInteger),
    Column("ban_reason", Text),
    Column("deleted_at", BigInteger),  # the row remains, without a name, for the seats
)

sessions: Final = Table(
    "sessions",
    metadata,
    Column("id", String(16), primary_key=True),  # shown in the list of sessions
    Column("token", String(64), nullable=False, unique=True),  # a hash: the cookie itself is not stored
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("agent", String(200), nullable=False, server_default=""),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
)

mail_links: Final = Table(
    "mail_links",
    metadata,
    Column("token", String(64), primary_key=True),  # a hash: the token itself is only in the e-mail
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String(8), nullable=False),  # confirm, reset
    Column("email", String(254), nullable=False),
    Column("expires_at", BigInteger, nullable=False),
)

passkeys: Final = Table(
    "passkeys",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("credential", LargeBinary(1023), nullable=False, unique=True),  # its id on the device
    Column("public_key", LargeBinary, nullable=False),
    Column("uses", BigInteger, nullable=False),  # counted by the device; 0 if it does not count
    Column("name", String(60), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("used_at", BigInteger),
)

challenges: Final = Table(
    "challenges",
    metadata,
    Column("id", String(64), primary_key=True),  # a hash of what the passkey signs
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), index=True),  # None: to sign in
    Column("expires_at", BigInteger, nullable=False, index=True),
)

subscriptions: Final = Table(
    "subscriptions",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("endpoint", String(500), nullable=False, unique=True),  # the browser's push URL
    Column("p256dh", String(120), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

server_keys: Final = Table(
    "server_keys",
    metadata,
    Column("once", String(16), primary_key=True),  # purpose of the key
    Column("secret", LargeBinary, nullable=False),
)

blocks: Final = Table(
    "blocks",
    metadata,
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),  # the blocking person
    Column("blocked_id", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("at", BigInteger, nullable=False),
)

lists: Final = Table(
    "lists",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("rulebook", String(40), nullable=False),
    Column("name", String(80), nullable=False),
    Column("folder", String(60), nullable=False),  # "": none
    Column("visibility", String(8), nullable=False),  # private, link, public
    Column("faction", String(80), nullable=False),
    Column("points", Integer, nullable=False),  # the agreed limit
    Column("cost", Integer, nullable=False),
    Column("code", Text, nullable=False),  # the short code; "" if there is none
    Column("draft", Text, nullable=False),  # Draft
    Column("created_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
)
Index("ix_lists_public", lists.c.visibility, lists.c.rulebook, lists.c.changed_at)

tables: Final = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("title", String(80), nullable=False),
    Column("rulebook", String(40), nullable=False),
    Column("version", String(20), nullable=False),  # of the rules since the last checkpoint
    Column("options", Text, nullable=False),
    Column("seat_count", Integer, nullable=False),
    Column("settings", Text, nullable=False),  # TableSettings
    Column("visibility", String(8), nullable=False),  # open, private
    Column("invite", String(32), nullable=False, unique=True),
    Column("status", String(10), nullable=False, index=True),  # open, running, finished, halted, closed
    Column("creator_id", ForeignKey("people.id"), nullable=False, index=True),
    Column("origin", Text),  # {"rematch": table} or {"branch": table, "at": seq}
    Column("key", LargeBinary(16)),  # key of the random numbers, secret until the match is over
    Column("salt", LargeBinary(16)),
    Column("commitment", String(64)),  # sha256 of salt and key, published when the match starts
    Column("head", Integer, nullable=False, server_default="0"),  # seq of the last entry
    Column("hash", String(64), nullable=False, server_default=""),  # of the last entry and all before it
    Column("label", String(80), nullable=False, server_default=""),
    Column("checkpoint", LargeBinary),  # position from which newer rules continue
    Column("checkpoint_seq", Integer),  # the last entry before the checkpoint
    Column("halted", Text),  # the reason, and the entry at which it happened
    Column("stamp", Integer, nullable=False, server_default="0"),  # raised when seats, requests or settings change
    Column("size", BigInteger),  # bytes of a finished match's entries, events and chat; None: not measured
    Column("created_at", BigInteger, nullable=False),
    Column("started_at", BigInteger),
    Column("ended_at", BigInteger),
    Column("touched_at", BigInteger, nullable=False),
)
Index("ix_tables_list", tables.c.status, tables.c.visibility, tables.c.touched_at)

usage: Final = Table(
    "usage",
    metadata,
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("day", Integer, primary_key=True),  # days since 1970 (UTC)
    Column("chat", Integer, nullable=False, server_default="0"),  # messages
    Column("bot_ms", BigInteger, nullable=False, server_default="0"),  # CPU time of bots at the person's tables
)

heartbeat: Final = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),  # always 1: there is one row
    Column("at", BigInteger, nullable=False),  # when a server was last known to run the clocks
)

seats: Final = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person_id", ForeignKey("people.id"), index=True),  # the current player
    Column("bot", String(80)),  # the bot that plays the seat
    Column("failures", Integer, nullable=False, server_default="0"),  # consecutive failed decisions of the bot
    Column("owner_id", ForeignKey("people.id"), index=True),  # who may reclaim the seat from a substitute
    Column("seen_seq", Integer, nullable=False, server_default="0"),  # last entry seen by the player, for the recap
    Column("asked_at", BigInteger),  # when the open question was asked
    Column("ask", String(40), nullable=False, server_default=""),  # id of the open question, "" if none
    Column("bank", BigInteger),  # milliseconds left when asked; None: no clock
    Column("deadline", BigInteger, index=True),  # when the clock runs out; None: not running
    Column("lists", Text),  # codes of the army lists brought, secret until all players have brought theirs
    Column("chosen", Integer),  # index of the chosen list, secret until all have chosen
    Column("army", Text),  # code of the army list in the match; None: a random army, or none
    Column("place", Integer),  # final place, from 1; ties share a place
)
ASKED_BOTS: Final = seats.c.bot.is_not(None) & (seats.c.ask != "")
Index("ix_seats_asked_bots", seats.c.table_id, postgresql_where=ASKED_BOTS, sqlite_where=ASKED_BOTS)

tenures: Final = Table(
    "tenures",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),  # 0 for the first holder of the seat
    Column("person_id", ForeignKey("people.id"), nullable=False, index=True),
    Column("seq", Integer, nullable=False),  # the last entry when the person sat down
    Column("chat", Integer, nullable=False),  # the last chat message then; older private ones stay hidden
    Column("at", BigInteger, nullable=False),
)

handovers: Final = Table(
    "handovers",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("person_id", ForeignKey("people.id"), nullable=False),  # who requests or offers the seat
    Column("token", String(64), unique=True),  # a hash of the secret in the link of an offer; None: a request
    Column("agreed", Text, nullable=False, server_default="[]"),  # ids of people
    Column("created_at", BigInteger, nullable=False),
)

entries: Final = Table(
    "entries",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),  # its uniqueness keeps two processes from accepting the same move
    Column("body", LargeBinary, nullable=False),  # the entry as JSON
    Column("hash", String(64), nullable=False),
    Column("person_id", String(16)),
    Column("idempotency", String(80)),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("table_id", "person_id", "idempotency"),
)

snapshots: Final = Table(
    "snapshots",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, nullable=False),  # the last entry it includes
    Column("body", LargeBinary, nullable=False),  # compressed JSON
)

told: Final = Table(
    "told",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seq", Integer, nullable=False),  # the entry that caused it
    Column("seen", BigInteger, nullable=False),  # bit mask of the seats that see its private fields
    Column("body", LargeBinary, nullable=False),
)

consents: Final = Table(
    "consents",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", Integer, nullable=False),  # the seat that wants to undo an answer
    Column("seq", Integer, nullable=False),  # the head at the request, which any later entry ends
    Column("agreed", Text, nullable=False, server_default="[]"),
    Column("status", String(8), nullable=False),  # asked, given, refused, over
    Column("created_at", BigInteger, nullable=False),
)

chat: Final = Table(
    "chat",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("id", Integer, primary_key=True),
    Column("person_id", ForeignKey("people.id"), nullable=False),
    Column("seat", Integer),  # None: from a spectator
    Column("seats", BigInteger),  # bit mask of the seats that can read it; None: everybody
    Column("seq", Integer, nullable=False),  # the head when it was written: for delayed spectators
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("ix_chat_table_id_seq", "table_id", "seq"),
)

reading: Final = Table(
    "reading",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, nullable=False, server_default="0"),  # last entry seen
    Column("chat", Integer, nullable=False, server_default="0"),  # last message read
    Column("at", BigInteger, nullable=False),
)

drafts: Final = Table(
    "drafts",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("ask", String(60), nullable=False),  # the first question answered by the draft
    Column("given", Integer, nullable=False),  # number of the seat's earlier answers
    Column("answers", Text, nullable=False),  # a list of notations
)

standing_answers: Final = Table(
    "standing_answers",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("kind", String(60), primary_key=True),  # kind of question
    Column("depends", String(80), nullable=False),  # the answers apply while this value is unchanged
    Column("answers", Text, nullable=False),  # a list of notations; the first legal one is given
)

stops: Final = Table(
    "stops",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("name", String(60), primary_key=True),  # of the reaction window
    Column("how", String(8), nullable=False),  # always, holding or never
)

notices: Final = Table(
    "notices",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("once", String(160), nullable=False, unique=True),  # a key that prevents sending a notice twice
    Column("person_id", String(16), index=True),  # None: a webhook of the table
    Column("table_id", String(16), index=True),
    Column("kind", String(20), nullable=False),
    Column("channel", String(8), nullable=False),  # email, webhook
    Column("target", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("status", String(8), nullable=False, index=True),  # waiting, sent, failed, dropped
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("next_at", BigInteger, nullable=False),
    Column("sent_at", BigInteger),
    Column("error", Text),
    Column("created_at", BigInteger, nullable=False),
)

troubles: Final = Table(
    "troubles",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("bot", String(80), nullable=False),
    Column("kind", String(8), nullable=False),  # raised, illegal, late
    Column("detail", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)

reports: Final = Table(
    "reports",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("reporter_id", String(16), nullable=False, index=True),
    Column("reporter", String(40), nullable=False),
    Column("person_id", String(16), index=True),  # None: unknown to this server
    Column("person", String(40), nullable=False),
    Column("table_id", String(16), nullable=False),
    Column("quote", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("status", String(8), nullable=False),  # open, resolved
    Column("resolved_at", BigInteger),
    Column("resolution", Text, nullable=False),
)

audit: Final = Table(
    "audit",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),  # consecutive
    Column("at", BigInteger, nullable=False),
    Column("actor_id", String(16)),  # None: the command line
    Column("actor", String(40), nullable=False),
    Column("act", String(20), nullable=False),
    Column("person_id", String(16)),
    Column("table_id", String(16)),
    Column("reason", Text, nullable=False),
    Column("detail", Text, nullable=False),
)

processes: Final = Table(
    "processes",
    metadata,
    Column("id", String(16), primary_key=True),  # new for each run, and after being given up for dead
    Column("address", String(300), nullable=False),  # where other processes reach it
    Column("secret", LargeBinary(32), nullable=False),  # key with which they sign forwarded requests
    Column("expires_at", BigInteger, nullable=False),  # according to the clock of the database
)

leases: Final = Table(
    "leases",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("process_id", ForeignKey("processes.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("epoch", Integer, nullable=False),  # the table's stamp when the lease was taken
)

bot_questions: Final = Table(
    "bot_questions",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("ask", String(40), primary_key=True),
    Column("bot", String(80), primary_key=True),
    Column("owner_id", ForeignKey("processes.id", ondelete="CASCADE"), nullable=False, index=True),  # plays the table
    Column("process_id", ForeignKey("processes.id", ondelete="SET NULL"), index=True),  # answers it
    Column("asked_at", BigInteger, nullable=False),  # according to the clock of the database
    Column("answer", Text),
    Column("trouble", String(8)),  # raised, late, returned
    Column("detail", Text),
)

PASSING: Final = frozenset({"processes", "leases", "bot_questions"})
"""Tables about running processes, which are not part of a backup."""
