"""Import of army lists in banneret's formats, BattleScribe rosters and pasted text.

Nothing is dropped silently: `Imported` lists every line that was not understood, with suggestions of similar names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from banneret.armies.names import Near, names_of
from banneret.armies.roster_file import is_roster, read_roster
from banneret.armies.sheet import Builder
from banneret.content.army_drafts import LARGEST, Draft, ListEntry
from banneret.content.army_list_text import ListError
from banneret.content.army_lists import form_of

LONGEST: Final = 20_000
"""Maximum length of a pasted list, in characters; rosters may be longer."""
LINES: Final = 400
"""Maximum number of lines of a pasted list."""
COMPARED: Final = 40
"""Number of unknown lines for which similar names are suggested."""

_BULLET: Final = re.compile(r"^(?:[-–—*•·◦▪●○+>|»\s]+|\(?\d+[.)]\s+)+")
_COUNT: Final = re.compile(r"^(\d{1,2})\s*[x×]\s+|\s+[x×]\s*(\d{1,2})$", re.IGNORECASE)
_COST: Final = re.compile(
    r"\s*(?:[\[(]\s*(?:[A-Za-z]+\s*:?\s*)?\d+\s*(?:pts?|points?|punkte|pont)?\.?\s*[\])]|[-–—:,]?\s*\d+\s*(?:pts?|points?|punkte|pont)\.?)\s*-?\s*$",
    re.IGNORECASE,
)
_FORM: Final = re.compile(r"\s*[\[(]?\s*(\d)\s*[x×]\s*(\d)\s*[\])]?\s*$", re.IGNORECASE)
_OF: Final = re.compile(r"(\d+)\s*(?:/|of|von)\s*(\d+)", re.IGNORECASE)
_WITH: Final = re.compile(r"\s+(?:with|mit|w/|led by|\+|&)\s+", re.IGNORECASE)
_LEADING: Final = re.compile(r"^(?:with|and|mit|und|led by)\s+", re.IGNORECASE)
_LEADER_HEADS: Final = ("commander", "kommandant", "parancsnok", "general", "leader")
_FACTION_HEADS: Final = ("faction", "fraktion", "frakció", "house", "army faction")
_POINTS_HEADS: Final = ("points", "punkte", "pont", "pontok", "size", "total", "points total", "cost", "limit")
_NAME_HEADS: Final = ("army", "name", "list", "armee", "sereg", "roster")
_HEADINGS: Final = frozenset(
    (
        *("combat units", "units", "unit", "ncus", "ncu", "non-combat units", "non combat units", "attachments"),
        *("attachment", "upgrades", "enemy", "enemy attachments", "tactics deck", "tactics cards", "activations"),
        *("commander tactics", "made with", "army list", "einheiten", "kampfeinheiten", "verstärkungen"),
        *("zivile einheiten", "aufwertungen", "egységek", "harci egységek", "csatolmányok", "fejlesztések"),
    )
)


class Unread(Struct, frozen=True, kw_only=True):
    """A line that was not understood: line number from 1, text, and cards with similar names."""

    line: int
    text: str
    near: tuple[Near, ...] = ()


class Imported(Struct, frozen=True, kw_only=True):
    """An imported list, its format, and the lines that were not understood.

    `form` is `text`, `json`, `toml`, `code`, `roster` or `pasted`.
    """

    draft: Draft
    form: str
    unread: tuple[Unread, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every line was understood."""
        return not self.unread


def read_any(builder: Builder, text: str, points: int | None = None) -> Imported:
    """Import a list in any format; `points`, if given, replaces the limit of the list.

    Raises ListError if the list cannot be read at all.
    """
    if is_roster(text):
        return _agreed(_of_roster(builder, text), points)
    if len(text) > LONGEST:
        raise ListError(0, "text", f"has {len(text)} characters; the maximum is {LONGEST}")
    form = form_of(text)
    try:
        army = builder.maker.read(text, points if form == "code" and ";" in text else None)
        return _agreed(Imported(draft=builder.building.draft(army), form=form), points)
    except ListError as error:
        if form in ("json", "toml", "code"):
            raise
        strict = error
    pasted = _Pasted(builder)
    lines = text.splitlines()
    if len(lines) > LINES:
        raise ListError(0, "text", f"has {len(lines)} lines; the maximum is {LINES}")
    for number, line in enumerate(lines, start=1):
        pasted.read(number, line)
    if not pasted.entries:
        raise strict
    return _agreed(pasted.imported("pasted"), points)


def _agreed(found: Imported, points: int | None) -> Imported:
    if points is None or found.draft.points == points:
        return found
    return replace(found, draft=replace(found.draft, points=points))


def _of_roster(builder: Builder, text: str) -> Imported:
    roster = read_roster(text)
    pasted = _Pasted(builder)
    pasted.faction = pasted.names.faction(roster.faction)
    pasted.points, pasted.name = roster.points, roster.name[:80]
    for number, one in enumerate(roster.selections, start=1):
        named = _COST.sub("", one.name).strip()
        form = _FORM.search(named)
        bare = named if form is None or pasted.names.find(named) else named[: form.start()]
        if pasted.names.find(bare):
            for _ in range(one.number):
                pasted.add(number, bare, f"{form[1]}x{form[2]}" if form is not None else "")
        elif one.cost > 0:
            pasted.leave(number, one.name, bare)
    if not pasted.entries:
        raise ListError(0, "roster", "contains no card of this game")
    return pasted.imported("roster")


class _Part(NamedTuple):
    """A card named in a line, with number and formation."""

    name: str
    number: int
    form: str


class _Pasted:
    """Parser of a list in an unknown text format, line by line."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.names = names_of(builder)
        self.entries: list[ListEntry] = []
        self.unread: list[Unread] = []
        self.faction = self.name = self.leader = ""
        self.points = 0
        self._inner = {one.inside for one in builder.building.sections if one.inside}

    def read(self, number: int, raw: str) -> None:
        """Parse a line: a header, a heading, or cards with their costs."""
        line = _BULLET.sub("", raw.partition("#")[0]).strip()
        if not line or self._is_head(line):
            return
        if self.names.find(line):
            self.add(number, line, "")
            return
        bare = _LEADING.sub("", line)
        parts = _WITH.split(bare)
        known = self._found(self._split(parts[0]).name)
        for one in parts if known else [bare]:
            self._read_part(number, one)

    def add(self, number: int, name: str, form: str) -> None:
        """Add the card with a known name; if several share the name, the one that fits the list best."""
        card = self._choose(self._found(name))
        section = self.names.cards[card].section
        if len(self.entries) >= LARGEST:
            raise ListError(number, name, f"is one entry too many; a list has at most {LARGEST}")
        if section not in self._inner:
            self.entries.append(ListEntry(card=card, section=section, form=form))
        elif self.entries and len(self.entries[-1].inside) < LARGEST:
            last = self._host(card)
            entry = self.entries[last]
            self.entries[last] = replace(entry, inside=(*entry.inside, ListEntry(card=card, section=section)))
        else:
            self.unread.append(Unread(line=number, text=f"{name}: there is no unit before it"))

    def leave(self, number: int, text: str, name: str) -> None:
        """Record a line that is not understood, with similar names. Raises ListError if there are too many."""
        if len(self.unread) >= LINES:
            raise ListError(number, text[:40], f"more than {LINES} lines are not cards of this game")
        near = self.names.near(name[:120]) if len(self.unread) < COMPARED else ()
        self.unread.append(Unread(line=number, text=text.strip()[:120], near=near))

    def imported(self, form: str) -> Imported:
        """Return the list, with missing faction, leader and points inferred from its cards."""
        cards = self.names.cards
        here = [one.card for entry in self.entries for one in (entry, *entry.inside)]
        own = [cards[card].faction for card in here if cards[card].faction in self.builder.maker.factions]
        leader = self.leader or next((card for card in here if cards[card].leads), "")
        faction = self.faction or (max(own, key=own.count) if own else self.builder.maker.factions[0])
        draft = Draft(
            faction=faction,
            points=self.points or 1,
            entries=tuple(self.entries),
            leader=leader if self.builder.building.leads else "",
            name=self.name,
        )
        if not self.points:
            total = sum(self.builder.building.prices(self.builder.building.army(draft)).values())
            sizes = self.builder.maker.sizes
            draft = replace(draft, points=next((size for size in sizes if total <= size), sizes[-1]))
        return Imported(draft=draft, form=form, unread=tuple(self.unread))

    def _is_head(self, line: str) -> bool:
        """Parse a header or skip a heading. Return True if the line is one of these."""
        word, colon, rest = (part.strip() for part in line.partition(":"))
        low = word.casefold()
        if (found := _OF.search(line)) is not None and not self.names.find(line):
            self.points = self.points or min(1000, int(found[2]))
            return True
        if colon and low in _FACTION_HEADS:
            self.faction = self.names.faction(rest) or self.faction
            return bool(self.faction)
        if colon and low in _POINTS_HEADS:
            digits = re.search(r"\d+", rest)
            if digits is not None and low != "total":
                self.points = self.points or min(1000, int(digits[0]))
            return digits is not None
        if colon and low in _NAME_HEADS:
            self.name = rest[:80]
            return True
        if colon and low in _LEADER_HEADS:
            written = _COST.sub("", rest)
            self.leader = next((card for card in self._found(written) if self.names.cards[card].leads), self.leader)
            return bool(self.leader)
        bare = re.sub(r"[\s:(\[]*\d*[\s)\]]*$", "", low)
        if bare in _HEADINGS or (not rest and colon and not self.names.find(word)):
            return True
        if not self.entries and not self.faction and self.names.faction(line):
            self.faction = self.names.faction(line)
            return True
        return False

    def _read_part(self, number: int, text: str) -> None:
        part = self._split(text)
        if self._found(part.name):
            for _ in range(part.number):
                self.add(number, part.name, part.form)
        elif part.name:
            self.leave(number, text, part.name)

    def _split(self, text: str) -> _Part:
        """Return the name in a text without its prefix ("NCU:"), number, cost and formation."""
        name = _COST.sub("", text.strip())
        prefix, colon, rest = name.partition(":")
        if colon and prefix.strip().casefold() in (*_HEADINGS, *_LEADER_HEADS):
            name = rest.strip()
        number = 1
        if (counted := _COUNT.search(name)) is not None and not self._found(name):
            number = int(counted[1] or counted[2])
            name = _COUNT.sub("", name).strip()
        form = ""
        if (formed := _FORM.search(name)) is not None and not self._found(name):
            form, name = f"{formed[1]}x{formed[2]}", _COST.sub("", name[: formed.start()])
        return _Part(name.strip(" -–—,:"), min(max(1, number), 20), form)

    def _found(self, name: str) -> Sequence[str]:
        """Return the cards with a name, or with an id before it ("10201 Stark Sworn Swords")."""
        first = name.partition(" ")[0]
        return self.names.find(name) or (self.names.find(first) if first in self.names.cards else ())

    def _choose(self, cards: Sequence[str]) -> str:
        """Return the most plausible card: the named Commander if not in the list yet, else one of the own faction."""
        here = {one.card for entry in self.entries for one in (entry, *entry.inside)}
        if self.leader in cards and self.leader not in here:
            return self.leader
        last = self.entries[-1] if self.entries else None

        def rank(card: str) -> tuple[bool, bool, bool]:
            one = self.names.cards[card]
            fits = last is not None and one.section in self._inner and self.builder.building.fits(card, last)
            foreign = bool(self.faction) and one.faction not in ("", self.faction)
            return one.leads, foreign, not fits and one.section in self._inner

        return min(cards, key=rank)

    def _host(self, card: str) -> int:
        """Return the index of the last entry that the card fits into, or of the last entry."""
        fits = self.builder.building.fits
        return next(
            (at for at in range(len(self.entries) - 1, -1, -1) if fits(card, self.entries[at])), len(self.entries) - 1
        )
