"""`/api/v1/lists`: saved army lists."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Annotated

import msgspec
from litestar import Controller, delete, get, post, put
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter
from msgspec import Meta

from banneret import armies
from banneret.armies import Builder, Draft
from banneret.server.api.dependencies import Anybody, Parts, SignedIn
from banneret.server.live.summaries import Who
from banneret.server.people.accounts import Person
from banneret.server.people.saved_lists import PAGE, ListContent, SavedList, Visibility
from banneret.server.problems import Problem
from banneret.server.tables.list_results import ListResult

ListId = Annotated[
    str, PathParameter(min_length=1, max_length=16, pattern="^[A-Za-z0-9_-]+$", description="Id of a list.")
]
_After = Annotated[
    str | None,
    QueryParameter(pattern=r"^[0-9]{1,15}\.[A-Za-z0-9_-]{1,16}$", description="The `next` of the previous page."),
]
_Game = Annotated[str | None, QueryParameter(max_length=40, description="Only lists for this game.")]
_Folder = Annotated[str, Meta(max_length=60, pattern=r"^[^\x00-\x1f\x7f]*$")]


class ListIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A list to save: its game, its content, its folder ("" for none), and its visibility.

    `link`: readable by everyone with the link; `public`: also listed for everyone. A list need not be legal.
    """

    rulebook: Annotated[str, Meta(max_length=40)]
    draft: Draft
    folder: _Folder = ""
    visibility: Visibility = "private"


class CopyIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The folder of the copy."""

    folder: _Folder = ""


class ListInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A saved list without its content.

    `code` is its short code, empty if it has none; `folder` is only shown to the owner.
    """

    id: str
    rulebook: str
    name: str
    folder: str
    visibility: Visibility
    faction: str
    points: int
    cost: int
    code: str
    legal: bool
    owner: Who
    mine: bool
    created_at: int
    changed_at: int


class ListOut(ListInfo, frozen=True, kw_only=True):
    """A saved list with its content."""

    draft: Draft


class ListPage(msgspec.Struct, frozen=True):
    """A page of lists, the most recently changed first; `next` is the `after` of the next page, null at the end."""

    lists: list[ListInfo]
    next: str | None


class ListsController(Controller):
    """Saved army lists."""

    path = "/api/v1/lists"
    tags = ["armies"]  # noqa: RUF012  # declared like this by Litestar

    @get("/", operation_id="listLists", summary="Your saved lists, or public ones")
    async def show(
        self,
        services: Parts,
        person: Anybody,
        public: FromQuery[bool] = False,
        rulebook: _Game = None,
        after: _After = None,
        limit: Annotated[int, QueryParameter(ge=1, le=PAGE)] = PAGE,
    ) -> ListPage:
        """Return a page of your own lists, or of the public lists of all people."""
        if public:
            found = await services.saved_lists.public(person, rulebook, after, limit + 1)
        elif person is None:
            raise Problem("not-signed-in", "Enter as a guest or sign in first.")
        else:
            found = await services.saved_lists.of(person, rulebook, after, limit + 1)
        shown = found[:limit]
        following = f"{shown[-1].changed_at}.{shown[-1].id}" if len(found) > limit else None
        return ListPage(await asyncio.to_thread(lambda: [_info(one, person) for one in shown]), following)

    @post("/", operation_id="saveList", summary="Save a list")
    async def save(self, services: Parts, signed_in: SignedIn, data: JSONBody[ListIn]) -> ListOut:
        """Save a new list."""
        content = await asyncio.to_thread(_content, data)
        id_ = await services.saved_lists.save(signed_in, content, services.now())
        return _out(await services.saved_lists.get(id_, signed_in), signed_in)

    @get("/results", operation_id="listResults", summary="Your results by army list")
    async def results(self, services: Parts, signed_in: SignedIn, rulebook: _Game = None) -> list[ListResult]:
        """Return the results of your finished matches by army list."""
        return await services.list_results.of(signed_in, rulebook)

    @get("/{id_:str}", operation_id="showList", summary="A saved list")
    async def read(self, services: Parts, person: Anybody, id_: ListId) -> ListOut:
        """Return one of your own lists, or a list shared by link or publicly."""
        return _out(await services.saved_lists.get(id_, person), person)

    @put("/{id_:str}", operation_id="changeList", summary="Change a saved list")
    async def change(self, services: Parts, signed_in: SignedIn, id_: ListId, data: JSONBody[ListIn]) -> ListOut:
        """Replace one of your own lists, with its folder and visibility."""
        content = await asyncio.to_thread(_content, data)
        await services.saved_lists.change(signed_in, id_, content, services.now())
        return _out(await services.saved_lists.get(id_, signed_in), signed_in)

    @delete("/{id_:str}", operation_id="deleteList", summary="Delete a saved list", status_code=204)
    async def remove(self, services: Parts, signed_in: SignedIn, id_: ListId) -> None:
        """Delete one of your own lists."""
        await services.saved_lists.remove(signed_in, id_)

    @post("/{id_:str}/copies", operation_id="copyList", summary="Copy a list")
    async def copy(self, services: Parts, signed_in: SignedIn, id_: ListId, data: JSONBody[CopyIn]) -> ListOut:
        """Save a private copy of a list that you can read."""
        source = await services.saved_lists.get(id_, signed_in)
        content = ListContent(
            rulebook=source.rulebook,
            folder=data.folder.strip(),
            visibility="private",
            draft=source.draft,
            cost=source.cost,
            code=source.code,
        )
        made = await services.saved_lists.save(signed_in, content, services.now())
        return _out(await services.saved_lists.get(made, signed_in), signed_in)


def _content(data: ListIn) -> ListContent:
    """Return the content to store. Raises Problem invalid, naming the field."""
    try:
        builder = armies.builder(data.rulebook)
    except (LookupError, ValueError) as error:
        raise Problem("invalid", f"rulebook: {error}.") from None
    try:
        draft = builder.edit(data.draft, ())
        army = builder.building.army(draft)
    except ValueError as error:
        raise Problem("invalid", f"draft: {error}.") from None
    return ListContent(
        rulebook=data.rulebook,
        folder=data.folder.strip(),
        visibility=data.visibility,
        draft=draft,
        cost=sum(builder.building.prices(army).values()),
        code=_code(builder, draft),
    )


def _code(builder: Builder, draft: Draft) -> str:
    try:
        return builder.maker.write(builder.building.army(draft), "short").strip()
    except ValueError:
        return ""  # an unknown card, for example


@lru_cache(maxsize=1024)
def _legal(rulebook: str, draft: bytes) -> bool:
    """Return whether a list is legal under the current rules."""
    try:
        builder = armies.builder(rulebook)
        return not builder.maker.check(builder.building.army(msgspec.json.decode(draft, type=Draft)))
    except (LookupError, ValueError):
        return False  # the game or a card is no longer installed


def _out(saved: SavedList, viewer: Person | None) -> ListOut:
    return ListOut(**msgspec.structs.asdict(_info(saved, viewer)), draft=saved.draft)


def _info(saved: SavedList, viewer: Person | None) -> ListInfo:
    mine = viewer is not None and viewer.id == saved.person_id
    return ListInfo(
        id=saved.id,
        rulebook=saved.rulebook,
        name=saved.draft.name,
        folder=saved.folder if mine else "",
        visibility=saved.visibility,
        faction=saved.draft.faction,
        points=saved.draft.points,
        cost=saved.cost,
        code=saved.code,
        legal=_legal(saved.rulebook, msgspec.json.encode(saved.draft)),
        owner=Who(saved.person_id, saved.owner),
        mine=mine,
        created_at=saved.created_at,
        changed_at=saved.changed_at,
    )
