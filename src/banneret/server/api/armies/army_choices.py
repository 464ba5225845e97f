"""`/api/v1/rulebooks/{book}/armies/choices`: the armies that a person can bring to a match, and why not others."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from litestar import post
from litestar.params import JSONBody
from msgspec import Meta

from banneret import armies
from banneret.armies import Builder, Draft
from banneret.content.army_lists import RANDOM, armies_of
from banneret.kernel.registry import registered, rulebook
from banneret.kernel.rulebook import OptionError
from banneret.server.api.dependencies import Anybody, Parts
from banneret.server.api.rulebooks import Book
from banneret.server.people.saved_lists import SavedList
from banneret.server.problems import Problem
from banneret.server.tables.brought_lists import option_problem, refusal
from banneret.server.tables.lifecycle import OPTIONS_BYTES
from banneret.text.message import Message

MOST = 200
"""Maximum number of saved lists offered, the most recently changed first."""


class ChoicesIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options and number of seats of a match, and optionally a list from elsewhere, as a code or in any format."""

    options: dict[str, Any] = {}
    seats: Annotated[int, Meta(ge=1, le=16)] = 2
    text: Annotated[str, Meta(max_length=20_000)] = ""


class ArmyChoice(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An army list. `refused` is why it cannot be brought to the match, with rule and reason if there are any.

    `folder` is set for saved lists.
    """

    code: str
    name: str
    faction: str
    cost: int
    points: int
    folder: str = ""
    refused: str = ""
    rule: str = ""
    reason: Message | None = None


class ArmyChoices(msgspec.Struct, frozen=True):
    """The seats that bring an army, factions for random ones, saved lists, starter armies, and the given list."""

    seats: tuple[int, ...]
    factions: tuple[str, ...]
    saved: tuple[ArmyChoice, ...]
    starters: tuple[ArmyChoice, ...]
    given: ArmyChoice | None


@post(
    "/api/v1/rulebooks/{book:str}/armies/choices",
    operation_id="armyChoices",
    summary="Armies for a match",
    tags=["armies"],
    status_code=200,
    opt={"rate": "questions"},
)
async def army_choices(services: Parts, person: Anybody, book: Book, data: JSONBody[ChoicesIn]) -> ArmyChoices:
    """Return saved lists and starter armies, with the reason if one cannot be brought to the match."""
    saved = [] if person is None else await services.saved_lists.of(person, book, None, MOST)
    return await asyncio.to_thread(_choices, book, data, saved)


def _choices(book: str, data: ChoicesIn, saved: Sequence[SavedList]) -> ArmyChoices:
    try:
        builder = armies.builder(book)
    except (LookupError, ValueError) as error:
        raise Problem("not-found", f"{error}.") from None
    size = len(msgspec.json.encode(data.options))
    if size > OPTIONS_BYTES:
        raise Problem("invalid", f"options: {size} bytes; at most {OPTIONS_BYTES}.")
    if data.seats not in rulebook(book).seats:
        raise Problem("invalid", f"seats: {data.seats} is not a number of seats of {book}.")
    blank = dict.fromkeys(range(data.seats), RANDOM)
    plain = builder.maker.with_armies(data.options, data.seats, blank)
    try:
        rulebook(book).options(plain, data.seats)
    except OptionError as error:
        raise option_problem("options", error) from None
    checked = _Checked(book, builder, plain, data.seats)
    draft = builder.building.draft
    starters = [checked.choice(draft(one)) for one in builder.maker.starters]
    return ArmyChoices(
        tuple(range(len(builder.maker.armies_in(plain, data.seats)))),
        builder.maker.factions,
        tuple(checked.choice(one.draft, one.folder) for one in saved),
        tuple(one for one in starters if not one.refused),
        checked.given(data.text) if data.text.strip() else None,
    )


class _Checked:
    """Checks army lists against the setup of a match."""

    def __init__(self, book: str, builder: Builder, options: dict[str, Any], seats: int) -> None:
        self.book = book
        self.builder = builder
        self.options = options
        self.seats = seats

    def choice(self, draft: Draft, folder: str = "", missing: str = "") -> ArmyChoice:
        """Return a list as a choice; `missing` names lines that were not understood."""
        code = cost = None
        try:
            army = self.builder.building.army(draft)
            cost = self.builder.maker.total(army)
            code = self.builder.maker.write(army, "short").strip()
            error = OptionError(missing) if missing else refusal(self.book, self.options, self.seats, 0, code)
        except ValueError as unwritable:  # without a Commander, for example
            error = OptionError(missing) if missing else self._fault(draft) or OptionError(str(unwritable))
        return ArmyChoice(
            code=code or "",
            name=draft.name,
            faction=draft.faction,
            cost=cost or 0,
            points=draft.points,
            folder=folder,
            refused="" if error is None else str(error).removeprefix("armies[0]: "),
            rule="" if error is None else error.rule,
            reason=None if error is None else error.message,
        )

    def _fault(self, draft: Draft) -> OptionError | None:
        """Return the first fault of a list that cannot be written as a code."""
        try:
            fault = next(iter(self.builder.sheet(draft).faults), None)
        except ValueError:
            return None
        if fault is None:
            return None
        return OptionError(self.builder.maker.catalogue("en").render(fault.message), fault.rule, fault.message)

    def given(self, text: str) -> ArmyChoice:
        """Return a pasted list as a choice, with the reason if it cannot be read."""
        try:
            found = armies.read(self.builder, text)
            self.builder.edit(found.draft, ())
        except ValueError as error:
            unread = ArmyChoice(code="", name="", faction="", cost=0, points=0, refused=f"{error}")
            other = self._other(text)
            return msgspec.structs.replace(unread, refused=f"This is a list for {other}.") if other else unread
        lines = [line.text for line in found.unread]
        return self.choice(found.draft, missing=f"not understood: {'; '.join(lines)}" if lines else "")

    def _other(self, text: str) -> str:
        """Return the title of the other game whose code this is, or ""."""
        for other in registered():
            maker = armies_of(other)
            if maker is None or other.id == self.book:
                continue
            try:
                maker.read(text)
            except ValueError:
                continue
            return other.title
        return ""
