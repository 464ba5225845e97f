"""Names of rulebooks, seats and rules on the command line and in messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import typer

from banneret.kernel.choosers import Refusal
from banneret.kernel.match import Match
from banneret.kernel.registry import rulebook, rulebook_ids
from banneret.kernel.rulebook import Rulebook
from banneret.text.catalogue import Catalogue


def chosen_book(id: str) -> Rulebook[Any]:
    """Return the rulebook named on the command line."""
    try:
        return rulebook(id)
    except LookupError as error:
        raise typer.BadParameter(str(error)) from None


def complete_books() -> list[str]:
    """Return the rulebook names for shell completion."""
    return rulebook_ids()


def offering(part: Callable[[Rulebook[Any]], object]) -> list[str]:
    """Return the games whose rulebook offers an optional part, such as army lists. Loads every game."""
    return [id for id in rulebook_ids() if part(rulebook(id)) is not None]


def texts_of(book: Rulebook[Any], language: str = "en") -> Catalogue:
    """Return the texts in a language; without compiled catalogues, ids replace sentences."""
    try:
        return book.catalogue(language)
    except FileNotFoundError:
        return Catalogue(language, [])


def seat_of(match: Match[Any], name: str, option: str = "--seat") -> int:
    """Return the seat with a name (its house)."""
    names = match.rulebook.seat_names(match.state)
    if name not in names:
        raise typer.BadParameter(f"no {name!r} in this match; choose from {', '.join(names)}", param_hint=option)
    return names.index(name)


def cited(book: Rulebook[Any], rule: str, language: str = "en") -> str:
    """Return the citation of a rule with its summary; the kernel's own rules are not in a rulebook."""
    index = book.rules(language)
    found = index.get(rule)
    return f"{index.citation(rule)}: {found.summary} [{rule}]" if found is not None else rule


def why_not(book: Rulebook[Any], refusal: Refusal, language: str = "en") -> str:
    """Return a refusal as a sentence, with the rule behind it."""
    return f"{texts_of(book, language).render(refusal.reason)} ({cited(book, refusal.rule, language)})"


def phrase(words: Sequence[str]) -> str:
    """Return the words of an option as a line: "Place an order: Winterfell, Raid"."""
    verb, *things = words
    return f"{verb}: {', '.join(things)}" if things else verb
