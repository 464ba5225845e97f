"""`/api/v1/rulebooks`: games with their rules and texts; and the texts of the web page."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from hashlib import blake2b
from threading import Lock
from typing import Annotated, Any, Final, TypeVar

import msgspec
import structlog
from litestar import Controller, Response, get
from litestar.params import HeaderParameter, PathParameter, QueryParameter

from banneret.bots.judging import judging_of
from banneret.bots.levels import LEVELS
from banneret.content.army_lists import armies_of
from banneret.kernel.creation import new_match, schema
from banneret.kernel.registry import rulebook, rulebooks
from banneret.kernel.rulebook import OptionError, Rulebook
from banneret.kernel.schemas import json_schema
from banneret.odds import CaseError, Field, Matrix, Odds, read_case
from banneret.odds import case as case_of
from banneret.odds import fields as fields_of
from banneret.odds import matrix as matrix_of
from banneret.server.api.game_pictures import option_picture, picture_of
from banneret.server.matches.guarded_showing import GuardedShowing
from banneret.server.page_texts import TextOut, page_texts, texts_of
from banneret.server.people.accounts import LANGUAGES
from banneret.server.problems import Problem
from banneret.show.card import Card, Selection, cards_of
from banneret.show.card import picture_of as card_picture
from banneret.show.guide import Guide, guide_of
from banneret.show.introduction import Introduction, introduction_of
from banneret.show.panels import Emblems
from banneret.show.threats import threats_of

log = structlog.get_logger()

T = TypeVar("T")

Book = Annotated[str, PathParameter(max_length=40, description="Id of a game.")]
Lang = Annotated[str, PathParameter(max_length=8, description="en, de or hu; qps is a pseudo-language for tests.")]
CardId = Annotated[str, PathParameter(max_length=80, description="Id of a card.")]

OptionId = Annotated[str, PathParameter(max_length=80, description="Id of an option, or of one of its values.")]

Wide = Annotated[
    bool, QueryParameter(description="Whether the picture is for a wide frame, and shows more of the board.")
]
Filter = Annotated[str, QueryParameter(max_length=80, description="Only cards with this value.")]
Cost = Annotated[int | None, QueryParameter(ge=0, le=10_000, required=False, description="Limit of the cost.")]
Words = Annotated[str, QueryParameter(max_length=200, description="Only cards that contain all these words.")]
SearchLang = Annotated[str, QueryParameter(max_length=8, description="Language in which `words` are searched.")]
Known = Annotated[
    str | None,
    HeaderParameter(name="If-None-Match", max_length=400, required=False, description="ETags of cached responses."),
]

CARDS_PAGE: Final = 1000
"""Maximum number of cards per response."""

Case = Annotated[
    str,
    QueryParameter(max_length=1000, description="The case: field:value,field:value; see the fields of the game."),
]

_COMPARING: Final = Lock()
"""Lets only one thread at a time compare units, which is expensive."""

_DAY: Any = {"cache-control": "public, max-age=300"}


class BookOut(msgspec.Struct, frozen=True):
    """A game: its id and title, the numbers of seats, and the JSON Schema of its options."""

    id: str
    title: str
    version: str
    seats: tuple[int, ...]
    seats_at_first: int
    seat_names: dict[int, tuple[str, ...]]
    negotiation: bool
    armies: bool
    """Whether players bring army lists that can be built on this server."""
    options: dict[str, Any]
    introduction: Introduction | None
    """Facts for newcomers; null if the game has none."""
    guide: Guide | None
    """The match with a guided first round; null if the game has none."""
    threats: tuple[str, ...]
    """Kinds of things that may have threat ranges, such as "unit" for "unit:a3"."""
    styles: tuple[str, ...]
    """Styles in which the levels `strong` and `expert` can play, such as "aggressive" for "aggressive-strong"."""


class RuleOut(msgspec.Struct, frozen=True):
    """A rule: its id, its place in the rulebook, and a summary in our own words."""

    id: str
    section: str
    page: int | None
    summary: str
    status: str


class CardPage(msgspec.Struct, frozen=True):
    """A page of the selected cards; `total` is their number, `next` the `offset` of the next page, null at the end."""

    cards: tuple[Card, ...]
    total: int
    next: int | None


class RulebooksController(Controller):
    """Games."""

    path = "/api/v1"
    tags = ["games"]  # noqa: RUF012  # declared like this by Litestar

    @get("/rulebooks", operation_id="listGames", summary="List the games")
    async def list_books(self) -> list[BookOut]:
        """Return all playable games."""
        found = []
        for one in rulebooks():
            try:
                found.append(_out(rulebook(one.id)))
            except Exception:  # a broken game of another package must not affect others
                log.exception("game cannot be set up", game=one.id)
        return found

    @get("/rulebooks/{book:str}", operation_id="showGame", summary="A game")
    async def show(self, book: Book) -> BookOut:
        """Return a game."""
        return _out(_book(book))

    @get("/rulebooks/{book:str}/rules", operation_id="listRules", summary="The rule index of a game")
    async def rules(self, book: Book) -> list[RuleOut]:
        """Return all rules, in the order of the rulebook."""
        return [RuleOut(one.id, one.section, one.page, one.summary, one.status) for one in _book(book).rules()]

    @get("/rulebooks/{book:str}/cards", operation_id="listCards", summary="The cards of a game")
    async def cards(  # noqa: PLR0913, PLR0917  # one argument per query parameter
        self,
        book: Book,
        kind: Filter = "",
        faction: Filter = "",
        keyword: Filter = "",
        cost_from: Cost = None,
        cost_to: Cost = None,
        words: Words = "",
        lang: SearchLang = "en",
        offset: Annotated[int, QueryParameter(ge=0, le=100_000, description="The `next` of the previous page.")] = 0,
        limit: Annotated[int, QueryParameter(ge=1, le=CARDS_PAGE)] = CARDS_PAGE,
        known: Known = None,
    ) -> Response[CardPage]:
        """Return the cards that match all given filters, in the order of the game's data; empty if it has no cards."""
        of = _book(book)
        chosen = Selection(
            kind=kind, faction=faction, keyword=keyword, cost_from=cost_from, cost_to=cost_to, words=words
        )
        found = chosen.of(cards_of(of), of.catalogue(_language(lang)))
        end = offset + limit
        page = CardPage(found[offset:end], len(found), end if end < len(found) else None)
        return _tagged(page, known)

    @get("/rulebooks/{book:str}/cards/{card:str}", operation_id="showCard", summary="A card of a game")
    async def card(self, book: Book, card: CardId, known: Known = None) -> Response[Card]:
        """Return a card."""
        return _tagged(_card(_book(book), card), known)

    @get("/rulebooks/{book:str}/cards/{card:str}/picture", operation_id="cardPicture", summary="Picture of a card")
    async def card_picture(self, book: Book, card: CardId) -> Response[str]:
        """Return the picture of a card whose `pictured` is true, as SVG."""
        of = _book(book)
        drawn = card_picture(of, _card(of, card))
        if not drawn:
            raise Problem("not-found", f"The card {card!r} of {book} has no picture.")
        return Response(drawn, media_type="image/svg+xml", headers=_DAY)

    @get("/rulebooks/{book:str}/emblems", operation_id="emblems", summary="The emblems of a game")
    async def emblems(self, book: Book, known: Known = None) -> Response[Emblems]:
        """Return the pictures used in the panels of a game, as SVG."""
        return _tagged(GuardedShowing(_book(book)).emblems(), known)

    @get(
        "/rulebooks/{book:str}/odds",
        operation_id="caseOdds",
        summary="The odds of a constructed case",
        opt={"rate": "questions"},
    )
    async def odds(self, book: Book, case: Case = "") -> Response[Odds]:
        """Return the odds of a case without a match; omitted fields have their initial values."""
        found = await asyncio.to_thread(_of_case, _book(book).id, case)
        return Response(found, headers=_DAY)

    @get("/rulebooks/{book:str}/odds/fields", operation_id="caseFields", summary="The fields of a constructed case")
    async def odds_fields(self, book: Book) -> Response[tuple[Field, ...]]:
        """Return the fields of a case with their possible values; empty if the game has no cases."""
        try:
            found = fields_of(_book(book).id)
        except CaseError:
            found = ()
        return Response(found, headers=_DAY)

    @get(
        "/rulebooks/{book:str}/odds/matrix",
        operation_id="oddsMatrix",
        summary="The odds of a unit against every other",
        opt={"rate": "matrices"},
    )
    async def matrix(self, book: Book, case: Case = "") -> Response[Matrix]:
        """Return the odds of one attacker against every defender, or of every attacker against one defender.

        The case specifies the attacker or the defender.
        """
        found = await asyncio.to_thread(_matrix, _book(book).id, case)
        return Response(found, headers=_DAY)

    @get("/rulebooks/{book:str}/texts/{lang:str}", operation_id="gameTexts", summary="The texts of a game")
    async def texts(self, book: Book, lang: Lang) -> Response[dict[str, TextOut]]:
        """Return all messages of a game in a language, with placeholders such as `{field}`."""
        return Response(texts_of(_book(book).catalogue(_language(lang))), headers=_DAY)

    @get("/rulebooks/{book:str}/schema", operation_id="gameSchema", summary="The JSON Schema of a game's messages")
    async def schema(self, book: Book) -> Response[bytes]:
        """Return the JSON Schema of views, questions, actions, events and options."""
        return Response(msgspec.json.encode(schema(_book(book).id)), media_type="application/schema+json", headers=_DAY)

    @get("/rulebooks/{book:str}/picture", operation_id="gamePicture", summary="Picture of a game")
    async def picture(self, book: Book, wide: Wide = False) -> Response[str]:
        """Return the drawing of a position from a match, as SVG; `wide` shows more of the board."""
        drawn = await asyncio.to_thread(picture_of, _book(book).id, wide)
        return Response(drawn, media_type="image/svg+xml", headers=_DAY)

    @get(
        "/rulebooks/{book:str}/options/{option:str}/{value:str}/picture",
        operation_id="optionPicture",
        summary="Picture of an option's value",
    )
    async def option_picture(self, book: Book, option: OptionId, value: OptionId) -> Response[str]:
        """Return the drawing of a match's beginning with this value of an option, as SVG."""
        of = _book(book)
        told = introduction_of(of)
        if told is None or option not in told.pictured:
            raise Problem("not-found", f"The option {option!r} of {book} has no pictures.")
        try:
            drawn = await asyncio.to_thread(option_picture, of.id, option, value)
        except OptionError as error:
            raise Problem("not-found", str(error)) from None
        return Response(drawn, media_type="image/svg+xml", headers=_DAY)

    @get("/texts/{lang:str}", operation_id="pageTexts", summary="The texts of the web page")
    async def page_texts(self, lang: Lang) -> Response[dict[str, TextOut]]:
        """Return all messages of the web page in a language."""
        return Response(page_texts(_language(lang)), headers=_DAY)

    @get("/bots", operation_id="listBots", summary="List the bots")
    async def bots(self) -> dict[str, str]:
        """Return the levels of difficulty, the weakest first, each with a description of how it plays."""
        return {name: level.plays for name, level in LEVELS.items()}


@lru_cache(maxsize=1 << 10)
def _of_case(id_: str, line: str) -> Odds:
    """Return the odds of a case. Raises Problem bad-request, naming the field and its possible values."""
    try:
        return case_of(id_, read_case(line))
    except CaseError as error:
        raise Problem("bad-request", str(error)) from None


@lru_cache(maxsize=1 << 10)
def _matrix(id_: str, line: str) -> Matrix:
    """Return a row or column of a matrix, computing one at a time. Raises Problem bad-request."""
    try:
        given = read_case(line)
        compared = [one.id for one in fields_of(id_) if one.compared]
        if compared and not any(one in given for one in compared):
            raise Problem("bad-request", f"Give one of {', '.join(compared)} in the case.")
        with _COMPARING:
            return matrix_of(id_, given)
    except CaseError as error:
        raise Problem("bad-request", str(error)) from None


def _tagged(content: T, known: str | None) -> Response[T]:
    """Return content with its ETag, or status 304 if the client has cached it."""
    tag = f'W/"{blake2b(msgspec.json.encode(content), digest_size=12).hexdigest()}"'
    headers = _DAY | {"etag": tag}
    if known is not None and (known.strip() == "*" or tag in (one.strip() for one in known.split(","))):
        return Response(None, status_code=304, headers=headers)  # type: ignore[arg-type]  # without a body
    return Response(content, headers=headers)


def _language(lang: str) -> str:
    if lang not in (*LANGUAGES, "qps"):
        raise Problem("not-found", f"There is no language {lang!r}; choose from {', '.join(LANGUAGES)}.")
    return lang


def _book(id_: str) -> Rulebook[Any]:
    try:
        return rulebook(id_)
    except LookupError as error:
        raise Problem("not-found", str(error)) from None


def _card(of: Rulebook[Any], id_: str) -> Card:
    found = next((one for one in cards_of(of) if one.id == id_), None)
    if found is None:
        raise Problem("not-found", f"no card {id_!r} in {of.id}")
    return found


@lru_cache(maxsize=64)
def _seat_names(id_: str) -> dict[int, tuple[str, ...]]:
    book = rulebook(id_)
    found = {}
    for seats in book.seats:
        match = new_match(id_, seats=seats, seed=0, events=False)
        found[seats] = book.seat_names(match.state)
    return found


def _builds_armies(book: Rulebook[Any]) -> bool:
    maker = armies_of(book)
    return maker is not None and maker.building is not None


def _out(book: Rulebook[Any]) -> BookOut:
    options, source = json_schema(book.Options), threats_of(book)
    return BookOut(
        book.id,
        book.title,
        book.version,
        book.seats,
        book.seats_at_first(),
        _seat_names(book.id),
        book.negotiation,
        _builds_armies(book),
        options,
        introduction_of(book),
        guide_of(book),
        () if source is None else tuple(sorted(source.kinds)),
        tuple(judging_of(book).styles),
    )
