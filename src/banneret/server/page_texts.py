"""The texts of the web page and of games, in the form sent to clients."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

import msgspec

from banneret.text.catalogue import Catalogue


class Counted(msgspec.Struct, frozen=True):
    """A text with plural forms: the first is for 1, the last for other numbers."""

    field: str
    forms: tuple[str, ...]


TextOut = str | Counted


@lru_cache(maxsize=8)
def page_texts(lang: str) -> dict[str, TextOut]:
    """Return the texts of the page."""
    return texts_of(Catalogue.load([files("banneret.server").joinpath("text")], lang))


def texts_of(catalogue: Catalogue) -> dict[str, TextOut]:
    """Return all texts of a catalogue."""
    found: dict[str, TextOut] = {}
    for id_ in catalogue.ids():
        forms, field = catalogue.forms(id_), catalogue.counted(id_)
        found[id_] = forms[0] if field is None else Counted(field, forms)
    return found
