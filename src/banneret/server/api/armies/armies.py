"""`/api/v1/rulebooks/{book}/armies`: build, check and convert army lists without saving them."""

from __future__ import annotations

import asyncio
import base64
import binascii
from typing import Annotated, Any, Final

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from banneret import armies
from banneret.armies import Addition, Builder, Draft, Edit, Imported, SheetFault, SheetGroup
from banneret.content.army_building import ArmyFigure, Budget, ListSection
from banneret.kernel.registry import rulebook
from banneret.kernel.rulebook import OptionError
from banneret.server.api.dependencies import Lang, Parts
from banneret.server.api.rulebooks import Book
from banneret.server.problems import Problem

Code = Annotated[str, PathParameter(max_length=600, description="The short code of a list.")]
Name = Annotated[str, QueryParameter(max_length=80, description="The name of the list, which a code does not contain.")]
_Position = Annotated[str, msgspec.Meta(pattern=r"^\d{0,3}$")]
_HOUR: Final[Any] = {"cache-control": "public, max-age=3600"}


class StarterOut(msgspec.Struct, frozen=True):
    """A starter army for beginners, with its cost and short code."""

    draft: Draft
    cost: int
    code: str


class ArmiesOut(msgspec.Struct, frozen=True):
    """How army lists of a game are built; `leads` is true if an army needs a commander."""

    factions: tuple[str, ...]
    sizes: tuple[int, ...]
    sections: tuple[ListSection, ...]
    forms: tuple[str, ...]
    leads: bool
    starters: tuple[StarterOut, ...]


class SheetIn(msgspec.Struct, frozen=True):
    """A list, edits to apply to it in order, and the index of the entry for which to return additions."""

    draft: Draft
    edits: Annotated[tuple[Edit, ...], msgspec.Meta(max_length=20)] = ()
    into: _Position = ""


class SheetOut(msgspec.Struct, frozen=True):
    """The layout of a list; `code` is its short code, empty if it has none.

    `options` are those of a match in which the first seat has this army, or null if there is no such match.
    """

    draft: Draft
    code: str
    legal: bool
    groups: tuple[SheetGroup, ...]
    budgets: tuple[Budget, ...]
    figures: tuple[ArmyFigure, ...]
    faults: tuple[SheetFault, ...]
    additions: tuple[Addition, ...]
    options: dict[str, Any] | None


class ImportIn(msgspec.Struct, frozen=True):
    """A list as text or as a base64 file, and the agreed points if they should replace those of the list.

    Files are limited only by the size of request bodies.
    """

    text: Annotated[str, msgspec.Meta(max_length=20_000)] = ""
    file: str = ""
    points: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = None


class ExportIn(msgspec.Struct, frozen=True):
    """A list and the format to export it in."""

    draft: Draft
    form: Annotated[str, msgspec.Meta(max_length=20)]


class Written(msgspec.Struct, frozen=True):
    """A list in an export format."""

    text: str


class RandomIn(msgspec.Struct, frozen=True):
    """Faction, points and required cards of a random army; the same seed gives the same army."""

    faction: Annotated[str, msgspec.Meta(max_length=40)]
    points: Annotated[int, msgspec.Meta(ge=1, le=1000)]
    seed: Annotated[int, msgspec.Meta(ge=0, le=(1 << 31) - 1)] = 1
    including: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=80)], ...], msgspec.Meta(max_length=8)] = ()


class ArmiesController(Controller):
    """Army lists."""

    path = "/api/v1/rulebooks/{book:str}/armies"
    tags = ["armies"]  # noqa: RUF012  # declared like this by Litestar

    @get("/", operation_id="listArmies", summary="Rules for building army lists, and starter armies")
    async def show(self, book: Book) -> Response[ArmiesOut]:
        """Return factions, sizes, sections, formats and starter armies."""
        return Response(await asyncio.to_thread(_about, _builder(book)), headers=_HOUR)

    @post(
        "/sheet", operation_id="layOutArmy", summary="Edit and check a list", status_code=200, opt={"rate": "questions"}
    )
    async def sheet(self, book: Book, data: JSONBody[SheetIn]) -> SheetOut:
        """Return a list after edits, with its contents, faults with fixes, and possible additions."""
        return await asyncio.to_thread(_sheet, book, _builder(book), data)

    @post(
        "/import",
        operation_id="importArmy",
        summary="Import a list in any format",
        status_code=200,
        opt={"rate": "questions"},
    )
    async def read(self, book: Book, data: JSONBody[ImportIn]) -> Imported:
        """Return the list, and every line that was not understood, with similarly named cards."""
        return await asyncio.to_thread(_imported, _builder(book), data)

    @post(
        "/export",
        operation_id="exportArmy",
        summary="Export a list in a format",
        status_code=200,
        opt={"rate": "questions"},
    )
    async def write(self, book: Book, data: JSONBody[ExportIn]) -> Written:
        """Return a list as text in one of the game's formats."""
        builder = _builder(book)
        if data.form not in builder.maker.forms:
            raise Problem("invalid", f"form: {data.form!r} is not one of {', '.join(builder.maker.forms)}.")
        return Written(_checked(lambda: builder.maker.write(builder.building.army(data.draft), data.form)))

    @post("/random", operation_id="randomArmy", summary="A random army", status_code=200, opt={"rate": "questions"})
    async def random(self, book: Book, data: JSONBody[RandomIn]) -> Draft:
        """Return a random legal army of a faction that contains the required cards."""
        builder = _builder(book)
        wanted = (data.seed, data.faction, data.points, data.including)
        found = await asyncio.to_thread(_checked, lambda: builder.maker.random(*wanted))
        return builder.building.draft(found)

    @get("/{code:str}/qr", operation_id="armyPicture", summary="QR code of a list")
    async def qr(self, services: Parts, book: Book, code: Code) -> Response[str]:
        """Return a QR code of the link to a list, as SVG."""
        builder = _builder(book)
        army = _checked(lambda: builder.maker.read(code))
        short = builder.maker.write(army, "short").strip()
        link = f"{services.settings.url}/armies/{book}?code={short}"
        return Response(_checked(lambda: armies.code_picture(link)), media_type="image/svg+xml", headers=_HOUR)

    @get("/{code:str}/picture", operation_id="listPicture", summary="Picture of a list")
    async def picture(self, book: Book, code: Code, lang: Lang, name: Name = "") -> Response[str]:
        """Return a picture of a list with its units and costs, as SVG."""
        builder = _builder(book)
        army = _checked(lambda: builder.maker.read(code))
        draft = msgspec.structs.replace(builder.building.draft(army), name=name)
        drawn = await asyncio.to_thread(_checked, lambda: armies.list_picture(builder, draft, lang))
        return Response(drawn, media_type="image/svg+xml", headers=_HOUR)


def _builder(book: str) -> Builder:
    try:
        return armies.builder(book)
    except (LookupError, ValueError) as error:
        raise Problem("not-found", f"{error}.") from None


def _checked(do: Any) -> Any:  # a function without arguments, and its result
    """Return the result of a function. Raises Problem invalid for a ValueError."""
    try:
        return do()
    except ValueError as error:
        raise Problem("invalid", f"{error}.") from None


def _about(builder: Builder) -> ArmiesOut:
    maker, building = builder.maker, builder.building
    starters = tuple(
        StarterOut(building.draft(one), maker.total(one), maker.write(one, "short").strip()) for one in maker.starters
    )
    return ArmiesOut(maker.factions, maker.sizes, building.sections, maker.forms, building.leads, starters)


def _sheet(book: str, builder: Builder, data: SheetIn) -> SheetOut:
    draft: Draft = _checked(lambda: builder.edit(data.draft, data.edits))
    found = builder.sheet(draft)
    try:
        code = builder.maker.write(builder.building.army(draft), "short").strip()
    except ValueError:
        code = ""  # unknown cards, for example
    additions = _checked(lambda: builder.additions(draft, data.into))
    return SheetOut(
        found.draft,
        code,
        found.legal,
        found.groups,
        found.budgets,
        found.figures,
        found.faults,
        additions,
        _options(book, builder, draft, code) if found.legal and code else None,
    )


def _options(book: str, builder: Builder, draft: Draft, code: str) -> dict[str, Any] | None:
    """Return the options of a match in which the first seat has a legal army, or None if there is no such match."""
    found = builder.maker.options_for(builder.building.army(draft))
    if found is None:
        return None
    rules = rulebook(book)
    seats = rules.seats_at_first()
    options = builder.maker.with_armies(found, seats, {0: code})
    try:
        rules.options(options, seats)
    except OptionError:  # no match is of this size
        return None
    return options


def _imported(builder: Builder, data: ImportIn) -> Imported:
    try:
        given = base64.b64decode(data.file, validate=True) if data.file else data.text.encode()
    except binascii.Error:
        raise Problem("invalid", "file: not base64.") from None
    found: Imported = _checked(lambda: armies.read(builder, armies.unpacked(given), data.points))
    _checked(lambda: builder.edit(found.draft, ()))
    return found
