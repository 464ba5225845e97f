"""Sentences for error messages."""

from __future__ import annotations

from typing import Any

from banneret.kernel.rulebook import Rulebook
from banneret.text.catalogue import Catalogue
from banneret.text.message import Message


def sentence(book: Rulebook[Any], message: Message) -> str:
    """Return a message in English, or its id if the game has no compiled catalogue."""
    try:
        texts = book.catalogue("en")
    except (FileNotFoundError, LookupError, NotImplementedError):
        texts = Catalogue("en", [])
    return texts.render(message)
