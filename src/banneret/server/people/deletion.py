"""Account deletion: remove everything that a person has written or set, and anonymize what other players need.

Other players need the entries of their matches and their seats. Tables at which nobody else has played are deleted as a
whole. The audit log of the server's administrators is kept, without names.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import and_, delete, exists, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from banneret.server.store import schema


async def delete_person(connection: AsyncConnection, person: str, now: int) -> list[str]:
    """Delete a person, who must have left all seats; return the ids of the tables that were deleted."""
    await connection.execute(delete(schema.sessions).where(schema.sessions.c.person_id == person))
    await connection.execute(delete(schema.usage).where(schema.usage.c.person_id == person))
    await connection.execute(delete(schema.mail_links).where(schema.mail_links.c.person_id == person))
    await connection.execute(delete(schema.passkeys).where(schema.passkeys.c.person_id == person))
    await connection.execute(delete(schema.challenges).where(schema.challenges.c.person_id == person))
    await connection.execute(delete(schema.subscriptions).where(schema.subscriptions.c.person_id == person))
    await connection.execute(delete(schema.lists).where(schema.lists.c.person_id == person))
    blocks = schema.blocks
    await connection.execute(delete(blocks).where(or_(blocks.c.person_id == person, blocks.c.blocked_id == person)))
    for table in (schema.reading, schema.drafts, schema.standing_answers, schema.stops):
        await connection.execute(delete(table).where(table.c.person_id == person))
    await connection.execute(update(schema.chat).where(schema.chat.c.person_id == person).values(text=""))
    await connection.execute(
        update(schema.entries).where(schema.entries.c.person_id == person).values(idempotency=None)
    )
    await connection.execute(delete(schema.handovers).where(schema.handovers.c.person_id == person))
    gone = await _delete_tables(connection, person)
    await _clear_tables(connection, person)
    reports, audit = schema.reports, schema.audit
    await connection.execute(update(reports).where(reports.c.reporter_id == person).values(reporter="", text=""))
    await connection.execute(update(reports).where(reports.c.person_id == person).values(person="", quote=""))
    await connection.execute(update(audit).where(audit.c.actor_id == person).values(actor=""))
    await connection.execute(
        update(schema.people)
        .where(schema.people.c.id == person)
        .values(
            name="",
            login=None,
            password=None,
            email=None,
            settings="{}",
            preferences="{}",
            vacation_until=None,
            role=None,
            muted_until=None,
            mute_reason=None,
            banned_until=None,
            ban_reason=None,
            deleted_at=now,
        )
    )
    return gone


async def _delete_tables(connection: AsyncConnection, person: str) -> list[str]:
    """Delete the tables of a person at which nobody else has ever held a seat; return their ids."""
    tables, tenures = schema.tables, schema.tenures
    others = exists().where(tenures.c.table_id == tables.c.id, tenures.c.person_id != person)
    wanted = select(tables.c.id).where(tables.c.creator_id == person, ~others)
    gone = list(await connection.scalars(wanted))
    for table in gone:
        await connection.execute(delete(schema.notices).where(schema.notices.c.table_id == table))
        await connection.execute(delete(tables).where(tables.c.id == table))
    return gone


async def _clear_tables(connection: AsyncConnection, person: str) -> None:
    """Clear titles and webhooks of the person's tables, and close those whose match has not started."""
    tables, notices = schema.tables, schema.notices
    mine = tables.c.creator_id == person
    made = select(tables.c.id).where(mine)
    hooks = and_(notices.c.person_id.is_(None), notices.c.table_id.in_(made))
    await connection.execute(delete(notices).where(or_(notices.c.person_id == person, hooks)))
    webhooks = set[str]()
    for row in (await connection.execute(select(tables.c.id, tables.c.settings).where(mine))).all():
        settings = msgspec.json.decode(row.settings)
        webhooks.add(settings.pop("webhook", ""))
        await connection.execute(
            update(tables)
            .where(tables.c.id == row.id)
            .values(title="", settings=msgspec.json.encode(settings).decode(), stamp=tables.c.stamp + 1)
        )
    await connection.execute(update(tables).where(mine, tables.c.status == "open").values(status="closed"))
    for webhook in sorted(webhooks - {""}):  # earlier versions copied it to rematches created by others
        await _clear_webhook(connection, webhook)


async def _clear_webhook(connection: AsyncConnection, webhook: str) -> None:
    tables = schema.tables
    holding = tables.c.settings.contains(msgspec.json.encode(webhook).decode(), autoescape=True)
    for row in (await connection.execute(select(tables.c.id, tables.c.settings).where(holding))).all():
        settings = msgspec.json.decode(row.settings) | {"webhook": ""}
        written = msgspec.json.encode(settings).decode()
        await connection.execute(
            update(tables).where(tables.c.id == row.id).values(settings=written, stamp=tables.c.stamp + 1)
        )
