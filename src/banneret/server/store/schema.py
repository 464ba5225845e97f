"""The tables of the database. Moments are milliseconds since 1970 (UTC); ids are short random strings."""

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
    Column("settings", Text, nullable=False, server_default="{}"),  # addresses for notices, and which are wanted
    Column("email", String(254), index=True),  # the address of `settings` in small letters, if it is confirmed
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("vacation_until", BigInteger),
    Column("preferences", Text, nullable=False, server_default="{}"),  # of the page, such as its theme
    Column("role", String(10)),  # admin, moderator; None: neither
    Column("muted_until", BigInteger),
    Column("mute_reason", Text),
    Column("banned_until", BigInteger),
    Column("ban_reason", Text),
    Column("deleted_at", BigInteger),  # what others need of a person stays: the seat, without a name
)

sessions: Final = Table(
    "sessions",
    metadata,
    Column("id", String(16), primary_key=True),  # what a list of sessions shows
    Column("token", String(64), nullable=False, unique=True),  # a hash: the cookie itself is nowhere kept
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("agent", String(200), nullable=False, server_default=""),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
)

mail_links: Final = Table(
    "mail_links",
    metadata,
    Column("token", String(64), primary_key=True),  # a hash: the token itself is in the e-mail alone
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
    Column("credential", LargeBinary(1023), nullable=False, unique=True),  # the id by which its device knows it
    Column("public_key", LargeBinary, nullable=False),
    Column("uses", BigInteger, nullable=False),  # as its device counts them; 0 from one that does not
    Column("name", String(60), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("used_at", BigInteger),
)

challenges: Final = Table(
    "challenges",
    metadata,
    Column("id", String(64), primary_key=True),  # a hash of what a passkey has to sign
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), index=True),  # None: to sign in
    Column("expires_at", BigInteger, nullable=False, index=True),
)

subscriptions: Final = Table(
    "subscriptions",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("endpoint", String(500), nullable=False, unique=True),  # where a browser receives what is pushed
    Column("p256dh", String(120), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

server_keys: Final = Table(
    "server_keys",
    metadata,
    Column("once", String(16), primary_key=True),  # what the key is for
    Column("secret", LargeBinary, nullable=False),
)

blocks: Final = Table(
    "blocks",
    metadata,
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),  # who blocks
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
    Column("code", Text, nullable=False),  # the short code; "": the list cannot be written as one
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
    Column("version", String(20), nullable=False),  # of the rules, from the last checkpoint on
    Column("options", Text, nullable=False),
    Column("seat_count", Integer, nullable=False),
    Column("settings", Text, nullable=False),  # TableSettings
    Column("visibility", String(8), nullable=False),  # open, private
    Column("invite", String(32), nullable=False, unique=True),
    Column("status", String(10), nullable=False, index=True),  # open, running, finished, halted, closed
    Column("creator_id", ForeignKey("people.id"), nullable=False, index=True),
    Column("origin", Text),  # {"rematch": table} or {"branch": table, "at": seq}
    Column("key", LargeBinary(16)),  # of chance: a secret until the match is over
    Column("salt", LargeBinary(16)),
    Column("commitment", String(64)),  # sha256 of salt and key, told when the match starts
    Column("head", Integer, nullable=False, server_default="0"),  # seq of the last entry
    Column("hash", String(64), nullable=False, server_default=""),  # of the last entry: a chain
    Column("label", String(80), nullable=False, server_default=""),
    Column("checkpoint", LargeBinary),  # state at the last checkpoint, for rules that have changed since
    Column("checkpoint_seq", Integer),  # entries up to this one lie before it
    Column("halted", Text),  # why, and at which entry
    Column("stamp", Integer, nullable=False, server_default="0"),  # goes up when seats or requests change
    Column("size", BigInteger),  # bytes of the entries, events and chat of a match that has ended; None: not measured
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
    Column("bot_ms", BigInteger, nullable=False, server_default="0"),  # processor time of bots at the person's tables
)

heartbeat: Final = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),  # 1: there is one row
    Column("at", BigInteger, nullable=False),  # until when a server is known to have run while clocks ran
)

seats: Final = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person_id", ForeignKey("people.id"), index=True),  # who sits there now
    Column("bot", String(80)),  # the bot that plays it now
    Column("failures", Integer, nullable=False, server_default="0"),  # decisions in a row that the bot failed to make
    Column("owner_id", ForeignKey("people.id"), index=True),  # who may take the seat back from what stands in
    Column("seen_seq", Integer, nullable=False, server_default="0"),  # the person last looked here: for the recap
    Column("asked_at", BigInteger),  # since when the seat is asked what it is asked now
    Column("ask", String(40), nullable=False, server_default=""),  # the ask that stands, "" if none
    Column("bank", BigInteger),  # milliseconds left when it was asked; None: no clock
    Column("deadline", BigInteger, index=True),  # when the clock runs out; None: it does not run
    Column("lists", Text),  # codes of the army lists that the person has brought, a secret until all have
    Column("chosen", Integer),  # which of them the person has chosen, a secret until all have
    Column("army", Text),  # the code of the army list of this seat in the match; None: a random one, or none
    Column("place", Integer),  # in which the seat has finished, from 1; ties share a place
)
ASKED_BOTS: Final = seats.c.bot.is_not(None) & (seats.c.ask != "")
Index("ix_seats_asked_bots", seats.c.table_id, postgresql_where=ASKED_BOTS, sqlite_where=ASKED_BOTS)

tenures: Final = Table(
    "tenures",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),  # 0 for the first person who held the seat
    Column("person_id", ForeignKey("people.id"), nullable=False, index=True),
    Column("seq", Integer, nullable=False),  # the last entry when the person sat down
    Column("chat", Integer, nullable=False),  # the last chat message then: private talk up to it stays closed
    Column("at", BigInteger, nullable=False),
)

handovers: Final = Table(
    "handovers",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("person_id", ForeignKey("people.id"), nullable=False),  # who asks for the seat, or who offers it
    Column("token", String(64), unique=True),  # a hash of the secret in the link of an offer; None: a request
    Column("agreed", Text, nullable=False, server_default="[]"),  # ids of people
    Column("created_at", BigInteger, nullable=False),
)

entries: Final = Table(
    "entries",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),  # the one key that keeps two workers from accepting the same move
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
    Column("seq", Integer, nullable=False),  # the entry after which it was taken
    Column("body", LargeBinary, nullable=False),  # from which the match is revived: compressed JSON
)

told: Final = Table(
    "told",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seq", Integer, nullable=False),  # the entry that it came with
    Column("seen", BigInteger, nullable=False),  # mask of the seats that see its private fields
    Column("body", LargeBinary, nullable=False),
)

consents: Final = Table(
    "consents",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", Integer, nullable=False),  # who wants to take an answer back
    Column("seq", Integer, nullable=False),  # the head when it was asked: any later entry ends the request
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
    Column("seats", BigInteger),  # mask of the seats that read it; None: everybody
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
    Column("seq", Integer, nullable=False, server_default="0"),  # looked at up to this entry
    Column("chat", Integer, nullable=False, server_default="0"),  # read up to this message
    Column("at", BigInteger, nullable=False),
)

drafts: Final = Table(
    "drafts",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("ask", String(60), nullable=False),  # with which the draft begins
    Column("given", Integer, nullable=False),  # the number of answers that the seat had given before
    Column("answers", Text, nullable=False),  # a list of notations
)

standing_answers: Final = Table(
    "standing_answers",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("kind", String(60), primary_key=True),  # of question
    Column("depends", String(80), nullable=False),  # while this is the same
    Column("answers", Text, nullable=False),  # a list of notations, the first that is allowed is given
)

stops: Final = Table(
    "stops",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("name", String(60), primary_key=True),  # of the reaction window
    Column("how", String(8), nullable=False),  # always, holding, never
)

notices: Final = Table(
    "notices",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("once", String(160), nullable=False, unique=True),  # what must not be sent twice
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
    Column("person_id", String(16), index=True),  # None: a name that the server cannot assign
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
    Column("number", Integer, primary_key=True, autoincrement=False),  # in the order of the acts
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
    Column("id", String(16), primary_key=True),  # of one run: a process that was given up for dead gets a new one
    Column("address", String(300), nullable=False),  # at which other processes reach it
    Column("secret", LargeBinary(32), nullable=False),  # with which they sign what they forward to it
    Column("expires_at", BigInteger, nullable=False),  # unless renewed, by the clock of the database
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
    Column("process_id", ForeignKey("processes.id", ondelete="SET NULL"), index=True),  # thinks about it
    Column("asked_at", BigInteger, nullable=False),  # by the clock of the database
    Column("answer", Text),
    Column("trouble", String(8)),  # raised, late, returned
    Column("detail", Text),
)

PASSING: Final = frozenset({"processes", "leases", "bot_questions"})
"""Tables about the processes that are running now; they are not part of a backup."""
