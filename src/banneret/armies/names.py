"""Lookup of cards by name: in any language, with or without titles, accents and apostrophes."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from msgspec import Struct
from rapidfuzz import fuzz, process

from banneret.armies.sheet import Builder
from banneret.content.army_building import Candidate

LANGUAGES: Final = ("en", "de", "hu")
NEAR: Final = 3
"""Maximum number of similar names suggested for an unknown one."""
_LEAST: Final = 62
"""Minimum similarity of a suggested name, in percent."""


class Near(Struct, frozen=True, kw_only=True):
    """A card whose name is similar to an unknown one."""

    card: str
    name: str


class Names:
    """The cards and factions of one game by name."""

    def __init__(self, builder: Builder) -> None:
        building, maker = builder.building, builder.maker
        self.factions: dict[str, str] = {}
        self.cards: dict[str, Candidate] = {}
        self._by_key: dict[str, list[str]] = {}
        self._shown: dict[str, str] = {}
        for faction in maker.factions:
            self.factions[key(faction)] = faction
            for one in building.candidates(faction, assumed=True):
                self.cards.setdefault(one.card, one)
        for language in LANGUAGES:
            texts = maker.catalogue(language)
            for faction in maker.factions:
                self.factions.setdefault(key(texts.name(faction)), faction)
            for card in self.cards:
                subtitle = building.subtitle(card)
                name = texts.name(card)
                full = f"{name}, {texts.render(subtitle)}" if subtitle is not None else name
                self._shown.setdefault(card, full)
                for written in (card, name, full):
                    known = self._by_key.setdefault(key(written), [])
                    if card not in known:
                        known.append(card)

    def find(self, written: str) -> list[str]:
        """Return the cards with this id, name, or name and title."""
        return self._by_key.get(key(written), [])

    def near(self, written: str) -> tuple[Near, ...]:
        """Return the cards with the most similar names, at most `NEAR`."""
        found = process.extract(key(written), self._by_key.keys(), scorer=fuzz.WRatio, limit=12, score_cutoff=_LEAST)
        cards = dict.fromkeys(card for name, _, _ in found for card in self._by_key[name])
        return tuple(Near(card=card, name=self._shown[card]) for card in list(cards)[:NEAR])

    def faction(self, written: str) -> str:
        """Return the faction with this name, with or without "House"; "" if there is none."""
        wanted = key(written)
        exact = self.factions.get(wanted)
        if exact is not None:
            return exact
        inside = {faction for name, faction in self.factions.items() if name and (name in wanted or wanted in name)}
        return inside.pop() if len(inside) == 1 and len(wanted) > 3 else ""


@lru_cache(maxsize=16)
def names_of(builder: Builder) -> Names:
    """Return the cached name lookup of a game."""
    return Names(builder)


def key(name: str) -> str:
    """Return a name normalized for comparison: without case, accents, punctuation and spaces."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", name).casefold() if sign.isalnum())
