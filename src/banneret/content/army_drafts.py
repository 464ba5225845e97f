"""Army lists as a tree of cards that is the same for all games, and the edits of a person who builds one.

An entry of a list has a position: "2" is the third entry, "2.0" the first card inside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

LARGEST: Final = 100
"""Maximum number of entries in a list, and of cards inside an entry."""
MOST_CARDS: Final = 150
"""Maximum number of cards in a list that is edited; the largest legal army has a third of them."""

_Text = Annotated[str, Meta(max_length=80)]
_Position = Annotated[str, Meta(pattern=r"^\d{1,3}(\.\d{1,3})?$")]


class EditError(ValueError):
    """An edit that cannot be applied to a list: it names the field and the problem."""


class ListEntry(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A card in a list, with its section ("units"), its formation if any, and the cards inside it."""

    card: _Text
    section: _Text = ""
    form: _Text = ""
    inside: Annotated[tuple[ListEntry, ...], Meta(max_length=LARGEST)] = ()


class Draft(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A list that need not be legal or complete; `leader` is the card of its Commander.

    `assumed` allows cards that are completed by assumptions of this project.
    """

    faction: _Text
    points: Annotated[int, Meta(ge=1, le=1000)]
    entries: Annotated[tuple[ListEntry, ...], Meta(max_length=LARGEST)] = ()
    leader: _Text = ""
    name: _Text = ""
    assumed: bool = False


class AddCard(Struct, frozen=True, kw_only=True, tag="add", tag_field="do", forbid_unknown_fields=True):
    """Add a card as a new entry, or `into` the entry at a position."""

    card: _Text
    section: _Text = ""
    form: _Text = ""
    into: Annotated[str, Meta(pattern=r"^\d{0,3}$")] = ""


class RemoveCard(Struct, frozen=True, kw_only=True, tag="remove", tag_field="do", forbid_unknown_fields=True):
    """Remove the card at a position, with everything inside it."""

    at: _Position


class SwapCard(Struct, frozen=True, kw_only=True, tag="swap", tag_field="do", forbid_unknown_fields=True):
    """Replace the card at a position, keeping what is inside it; a new formation is optional."""

    at: _Position
    card: _Text
    form: _Text = ""


class MoveCard(Struct, frozen=True, kw_only=True, tag="move", tag_field="do", forbid_unknown_fields=True):
    """Move an entry to another place, or a card inside an entry into another entry.

    `to` is an index among the entries.
    """

    at: _Position
    to: Annotated[int, Meta(ge=0, le=LARGEST)]


class ChooseLeader(Struct, frozen=True, kw_only=True, tag="lead", tag_field="do", forbid_unknown_fields=True):
    """Choose the Commander; an empty card chooses none."""

    card: _Text


class ChangeHead(Struct, frozen=True, kw_only=True, tag="head", tag_field="do", forbid_unknown_fields=True):
    """Change the header of a list; fields that are None keep their values."""

    name: _Text | None = None
    faction: _Text | None = None
    points: Annotated[int, Meta(ge=1, le=1000)] | None = None
    assumed: bool | None = None


Edit: TypeAlias = AddCard | RemoveCard | SwapCard | MoveCard | ChooseLeader | ChangeHead


def positions(draft: Draft) -> Iterator[tuple[str, ListEntry]]:
    """Yield every card of a list with its position, each entry before the cards inside it."""
    for index, entry in enumerate(draft.entries):
        yield f"{index}", entry
        for inner, inside in enumerate(entry.inside):
            yield f"{index}.{inner}", inside


def size_checked(draft: Draft) -> Draft:
    """Return a list. Raises EditError if it has more cards than any army, which would take too long to check."""
    cards = sum(1 + len(entry.inside) for entry in draft.entries)
    if cards > MOST_CARDS or any(inner.inside for entry in draft.entries for inner in entry.inside):
        raise EditError(f"entries: a list has at most {MOST_CARDS} cards, in two levels")
    return draft


def edited(draft: Draft, edit: Edit) -> Draft:
    """Return a list after an edit. Raises EditError for a position that does not exist and for a list too large."""
    match edit:
        case AddCard():
            return _added(draft, edit)
        case RemoveCard():
            return _put(draft, edit.at, None)
        case SwapCard():
            old = entry_at(draft, edit.at)
            return _put(draft, edit.at, replace(old, card=edit.card, form=edit.form or old.form))
        case MoveCard():
            return _moved(draft, edit)
        case ChooseLeader():
            return replace(draft, leader=edit.card)
        case ChangeHead():
            given = {name: getattr(edit, name) for name in edit.__struct_fields__}
            return replace(draft, **{name: value for name, value in given.items() if value is not None})


def entry_at(draft: Draft, at: str) -> ListEntry:
    """Return the card at a position. Raises EditError if there is none."""
    outer, _, inner = at.partition(".")
    try:
        entry = draft.entries[int(outer)]
        return entry.inside[int(inner)] if inner else entry
    except (IndexError, ValueError):
        raise EditError(f"at: the list has no card at position {at!r}") from None


def _added(draft: Draft, edit: AddCard) -> Draft:
    new = ListEntry(card=edit.card, section=edit.section, form=edit.form)
    if not edit.into:
        if len(draft.entries) >= LARGEST:
            raise EditError(f"card: a list has at most {LARGEST} entries")
        return replace(draft, entries=(*draft.entries, new))
    outer = entry_at(draft, edit.into)
    if len(outer.inside) >= LARGEST:
        raise EditError(f"into: an entry has at most {LARGEST} cards inside it")
    return _put(draft, edit.into, replace(outer, inside=(*outer.inside, new)))


def _moved(draft: Draft, edit: MoveCard) -> Draft:
    moving = entry_at(draft, edit.at)
    target = str(edit.to)
    if "." in edit.at:
        outer = entry_at(draft, target)
        grown = _put(draft, target, replace(outer, inside=(*outer.inside, moving)))
        return _put(grown, edit.at, None)
    rest = [entry for index, entry in enumerate(draft.entries) if str(index) != str(int(edit.at))]
    if edit.to > len(rest):
        raise EditError(f"to: the list has no place {target}")
    return replace(draft, entries=(*rest[: edit.to], moving, *rest[edit.to :]))


def _put(draft: Draft, at: str, new: ListEntry | None) -> Draft:
    """Return the list with another card at a position that exists, or without it."""
    entry_at(draft, at)
    outer, _, inner = at.partition(".")
    index = int(outer)
    if inner:
        entry, place = draft.entries[index], int(inner)
        within = (*entry.inside[:place], *(() if new is None else (new,)), *entry.inside[place + 1 :])
        new = replace(entry, inside=within)
    return replace(
        draft, entries=(*draft.entries[:index], *(() if new is None else (new,)), *draft.entries[index + 1 :])
    )
