"""What `banneret army` needs of `banneret.armies`, which is only imported by commands that need its extra."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

from banneret.cli.consoles import fail
from banneret.content.army_drafts import Draft, Edit, RemoveCard, SwapCard
from banneret.text.catalogue import Catalogue

if TYPE_CHECKING:
    from banneret.armies import Imported
    from banneret.armies.sheet import Addition, Builder

MISSING = "This needs the extra [armies]: pip install 'banneret[armies]'"


def armies() -> ModuleType:
    """Return the package `banneret.armies`, or exit with an error that names the missing extra."""
    try:
        import banneret.armies  # an optional feature
    except ImportError:
        fail(MISSING)
    return banneret.armies


def imported(game: str, data: bytes, source: object, points: int | None) -> Imported:
    """Read a list in any format, or fail with the reason."""
    package = armies()
    try:
        found: Imported = package.read(package.builder(game), package.unpacked(data), points)
    except ValueError as error:
        missing = " Give them with --points N." if points is None and "points agreed" in str(error) else ""
        fail(f"{source}: {error}.{missing}")
    return found


def as_army(game: str, draft: Draft) -> Any:  # the army type of the game
    """Return the army of a draft, or fail with the reason."""
    try:
        return armies().builder(game).building.army(draft)
    except ValueError as error:
        fail(str(error))


def named_cards(game: str, names: Sequence[str]) -> tuple[str, ...]:
    """Return the ids of cards given by id or name. Raises ValueError for an unknown one, naming similar ones."""
    if not names:
        return ()
    package = armies()
    known = package.Names(package.builder(game))
    return tuple(_card(known, name) for name in names)


def _card(known: Any, name: str) -> str:  # the names of a game
    found: list[str] = known.find(name)
    if found:
        return found[0]
    near = ", ".join(f"{one.name} ({one.card})" for one in known.near(name))
    raise ValueError(f"{name}: there is no such card" + (f"; similar: {near}" if near else ""))


def changed_list(
    game: str, draft: Draft, add: Sequence[str], into: int | None, form: str, remove: Sequence[str]
) -> Draft:
    """Return a list after adding and removing cards. Raises ValueError."""
    package = armies()
    builder: Builder = package.builder(game)
    known = package.Names(builder)
    for name in remove:
        card = _card(known, name)
        at = next((at for at, entry in package.positions(draft) if entry.card in known.find(name)), None)
        if at is None:
            raise ValueError(f"{name}: the list does not contain {card}")
        draft = builder.edit(draft, [RemoveCard(at=at)])
    place = "" if into is None else str(into - 1)
    for name in add:
        card = _card(known, name)
        edits = builder.edits_to_add(draft, known.cards[card], place, form)
        if not edits:
            raise ValueError(f"{name}: goes inside another entry; choose one with --into")
        draft = builder.edit(draft, edits)
    return draft


def additions_of(game: str, draft: Draft, into: int | None) -> list[Addition]:
    """Return the cards that could be added, with the rules against each. Raises ValueError."""
    builder: Builder = armies().builder(game)
    found = builder.additions(draft, "" if into is None else str(into - 1))
    return [one for one in found if one.edits]


def fixes_of(game: str, army: Any, texts: Catalogue) -> Mapping[int, tuple[str, ...]]:
    """Return what would fix each fault of an army, by the number of the fault; empty without the extra."""
    try:
        import banneret.armies as package  # an optional feature
    except ImportError:
        return {}
    builder = package.builder(game)
    draft = builder.building.draft(army)
    faults = builder.sheet(draft).faults
    return {
        number: tuple(", ".join(_described(edit, draft, package, texts) for edit in fix) for fix in fault.fixes)
        for number, fault in enumerate(faults)
    }


def _described(edit: Edit, draft: Draft, package: Any, texts: Catalogue) -> str:
    at = {place: texts.name(entry.card) for place, entry in package.positions(draft)}
    match edit:
        case RemoveCard():
            return f"remove {at[edit.at]}"
        case SwapCard():
            form = f" {edit.form}" if edit.form else ""
            return f"{texts.name(edit.card)}{form} instead of {at[edit.at]}"
        case package.ChooseLeader():
            return f"{texts.name(edit.card)} leads"
        case package.AddCard():
            form = f" {edit.form}" if edit.form else ""
            return f"add {texts.name(edit.card)}{form}"
        case _:
            raise TypeError(type(edit))


def list_drawing(game: str, army: Any, source: object, language: str) -> str:
    """Return the picture of an army as SVG, or fail with the reason."""
    package = armies()
    builder = package.builder(game)
    try:
        drawn: str = package.list_picture(builder, builder.building.draft(army), language)
    except ValueError as error:
        fail(f"{source}: {error}.")
    return drawn


def qr_code(text: str) -> str:
    """Return a QR code as SVG."""
    drawn: str = armies().code_picture(text)
    return drawn
