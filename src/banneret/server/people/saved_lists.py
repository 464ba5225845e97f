"""Saved army lists: private, readable with the link, or public."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

import msgspec
from sqlalchemy import Row, and_, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from banneret.content.army_drafts import Draft
from banneret.server.people.accounts import Person
from banneret.server.people.credentials import new_id
from banneret.server.problems import Problem
from banneret.server.store import schema
from banneret.server.store.database import Database

Visibility: TypeAlias = Literal["private", "link", "public"]
PAGE: Final = 50
"""Default number of lists per page."""


class ListContent(msgspec.Struct, frozen=True, kw_only=True):
    """The content of a saved list."""

    rulebook: str
    folder: str
    visibility: Visibility
    draft: Draft
    cost: int
    code: str


class SavedList(ListContent, frozen=True, kw_only=True):
    """A saved list with its owner."""

    id: str
    person_id: str
    owner: str
    """The owner's name."""
    created_at: int
    changed_at: int


class SavedLists:
    """The saved lists of all people; each person can save `quota` lists."""

    def __init__(self, database: Database, quota: int) -> None:
        self.database = database
        self.quota = quota

    async def of(self, person: Person, rulebook: str | None, after: str | None, limit: int) -> list[SavedList]:
        """Return a page of a person's own lists, the most recently changed first. Raises Problem."""
        return await self._page(schema.lists.c.person_id == person.id, rulebook, after, limit)

    async def public(
        self, viewer: Person | None, rulebook: str | None, after: str | None, limit: int
    ) -> list[SavedList]:
        """Return a page of the public lists, except those of people whom the viewer has blocked. Raises Problem."""
        lists, blocks = schema.lists.c, schema.blocks.c
        wanted = lists.visibility == "public"
        if viewer is not None:
            wanted &= lists.person_id.not_in(select(blocks.blocked_id).where(blocks.person_id == viewer.id))
        return await self._page(wanted, rulebook, after, limit)

    async def _page(self, wanted: Any, rulebook: str | None, after: str | None, limit: int) -> list[SavedList]:
        lists = schema.lists.c
        if rulebook is not None:
            wanted = and_(wanted, lists.rulebook == rulebook)
        if after is not None:
            at, _, id_ = after.partition(".")
            wanted = and_(wanted, or_(lists.changed_at < int(at), and_(lists.changed_at == int(at), lists.id < id_)))
        found = _SELECT.where(wanted).order_by(lists.changed_at.desc(), lists.id.desc()).limit(limit)
        async with self.database.reading() as connection:
            return [_saved(row) for row in await connection.execute(found)]

    async def get(self, list_: str, viewer: Person | None) -> SavedList:
        """Return a list. Raises Problem not-found if there is none, or the viewer may not read it."""
        async with self.database.reading() as connection:
            found = await _get(connection, list_)
        if found is None or (found.visibility == "private" and (viewer is None or viewer.id != found.person_id)):
            raise _missing(list_)
        return found

    async def save(self, person: Person, content: ListContent, now: int) -> str:
        """Save a new list; return its id. Raises Problem quota."""
        lists, id_ = schema.lists, new_id()
        async with self.database.writing() as connection:
            mine = select(func.count()).select_from(lists).where(lists.c.person_id == person.id)
            used = await connection.scalar(mine) or 0
            if used >= self.quota:
                raise Problem(
                    "quota",
                    f"quota_lists: {used} of {self.quota} saved lists are used.",
                    quota="quota_lists",
                    used=used,
                    limit=self.quota,
                )
            values = {"id": id_, "person_id": person.id, "created_at": now, "changed_at": now}
            await connection.execute(insert(lists).values(**values, **_columns(content)))
        return id_

    async def change(self, person: Person, list_: str, content: ListContent, now: int) -> None:
        """Replace a person's own list. Raises Problem."""
        lists = schema.lists
        async with self.database.writing() as connection:
            found = await _get(connection, list_)
            if found is None or (found.person_id != person.id and found.visibility == "private"):
                raise _missing(list_)
            if found.person_id != person.id:
                raise Problem("not-allowed", "This list belongs to somebody else; save a copy instead.")
            if found.rulebook != content.rulebook:
                raise Problem("invalid", f"rulebook: the list is for {found.rulebook}; its game cannot be changed.")
            changed = update(lists).where(lists.c.id == list_).values(changed_at=now, **_columns(content))
            await connection.execute(changed)

    async def remove(self, person: Person, list_: str) -> None:
        """Delete a person's own list. Raises Problem."""
        lists = schema.lists
        async with self.database.writing() as connection:
            found = await _get(connection, list_)
            if found is None or (found.person_id != person.id and found.visibility == "private"):
                raise _missing(list_)
            if found.person_id != person.id:
                raise Problem("not-allowed", "This list belongs to somebody else.")
            await connection.execute(delete(lists).where(lists.c.id == list_))


_SELECT: Final = select(schema.lists, schema.people.c.name.label("owner")).join(
    schema.people, schema.people.c.id == schema.lists.c.person_id
)


async def _get(connection: AsyncConnection, list_: str) -> SavedList | None:
    row = (await connection.execute(_SELECT.where(schema.lists.c.id == list_))).one_or_none()
    return None if row is None else _saved(row)


def _missing(list_: str) -> Problem:
    return Problem("not-found", f"There is no list {list_!r}, or it is private.")


def _columns(content: ListContent) -> dict[str, Any]:
    draft = content.draft
    return {
        "rulebook": content.rulebook,
        "name": draft.name,
        "folder": content.folder,
        "visibility": content.visibility,
        "faction": draft.faction,
        "points": draft.points,
        "cost": content.cost,
        "code": content.code,
        "draft": msgspec.json.encode(draft).decode(),
    }


def _saved(row: Row[Any]) -> SavedList:
    return SavedList(
        id=row.id,
        person_id=row.person_id,
        owner=row.owner,
        rulebook=row.rulebook,
        folder=row.folder,
        visibility=row.visibility,
        draft=msgspec.json.decode(row.draft, type=Draft),
        cost=row.cost,
        code=row.code,
        created_at=row.created_at,
        changed_at=row.changed_at,
    )
