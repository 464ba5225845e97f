"""What people read in a match: options, log, panels, hands, rosters and refusals, checked for raw notation and ids."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from banneret.kernel import notation
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.kernel.creation import new_match
from banneret.kernel.events import Event
from banneret.kernel.match import Match
from banneret.kernel.registry import rulebook
from banneret.kernel.stream import Stream, derive_key
from banneret.show.card import cards
from banneret.show.panels import Panel
from banneret.show.showing import showing_of
from banneret.show.things import NUMBER, Things, UnresolvedError, refers
from banneret.text.catalogue import Catalogue
from banneret.text.message import Message

SAMPLE = 10
"""Options of each question that are read."""
SELDOM = 12
"""Answers between two readings of panels, hands and rosters."""
ID = re.compile(r"[a-z0-9][a-z0-9'+_-]*")
NOTATION = re.compile(r"[a-z]:[a-z]|\b[a-z]+_[a-z]+|[{}]| > |\b[a-z]+\.[a-z]|\b\d{5}\b")
GLYPHS = Path(__file__).parents[2] / "web" / "src" / "cards" / "glyphs.tsx"
COMPONENT = {
    "battles": {"hex", "token", "card", "commander", "unit", "rank", "terrain"},
    "icefire-s6": {"unit", "ncu", "zone", "piece", "card", "order", "condition", "die", "action"},
    "icefire-2021": {"unit", "ncu", "zone", "piece", "card", "order", "condition", "die", "action"},
    "runewars": {
        "unit",
        "card",
        "action",
        "modifier",
        "template",
        "piece",
        "ability",
        "die",
        "bane",
        "boon",
        "upgrade",
    },
    "thrones": {"area", "areas", "order", "unit", "units", "house-card", "house", "track"},
}
"""The kinds of things that are components of each physical game; each has a card."""


@cache
def glyphs() -> frozenset[str]:
    """Return the ids of the icons of the page."""
    table = GLYPHS.read_text("utf-8").partition("const GLYPHS")[2].partition("};")[0]
    return frozenset(one.strip('"') for one in re.findall(r'^\s*("?[a-z][a-z0-9-]*"?): ', table, re.MULTILINE))


def has_icon(glyph: str) -> bool:
    """Return whether the page has an icon for a glyph, or for its last word."""
    return glyph in glyphs() or glyph.rpartition("-")[2] in glyphs()


class Reading:
    """The reading of random matches of a game: what was read, and what could not be resolved."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.book = rulebook(game)
        self.known = {card.id for card in cards(game)}
        self.rules = {rule.id for rule in self.book.rules()}
        self.things: Counter[str] = Counter()
        """Things by role."""
        self.cards: set[str] = set()
        self.texts: Counter[str] = Counter()
        """Texts by what they are."""
        self.faults: dict[str, str] = {}

    def summary(self) -> str:
        """Return what was read, in a line."""
        texts = ", ".join(f"{number} {what}" for what, number in sorted(self.texts.items()))
        return (
            f"{self.game}: {sum(self.things.values())} things of {len(self.things)} roles, "
            f"{len(self.cards)} cards, texts: {texts}; {len(self.faults)} unresolved"
        )

    def match(self, seed: int, answers: int) -> None:
        """Play a random match, and read what its viewers are shown."""
        match: Match[Any] = new_match(self.game, seats=self.book.seats_at_first(), seed=seed, events=True)
        stream = Stream(derive_key("readable", self.game, seed))
        logged = 0
        for number in range(answers):
            if match.outcome is not None:
                break
            seat, ask = next(iter(match.asking.items()))
            things = Things(self.book, match.view(frozenset({seat})).game)
            texts = self.book.catalogue()
            texts = texts.extended(things.names(texts))
            self._text(ask.prompt, texts, "question")
            self._rule(ask.rule, "question")
            self._options(ask, things, texts)
            if number % SELDOM == 0:
                self._shown(match, seat, texts)
                self._refusals(match, seat, texts, stream)
            for _, event in match.events_for(seat, logged):
                self._event(event, texts)
            logged = len(match.events)
            match.play(seat, ask.chooser.draw(ask.options, stream))

    def _options(self, ask: Ask, things: Things, texts: Catalogue) -> None:
        listed = ask.options.listed
        for action in listed[:: max(1, len(listed) // SAMPLE)]:
            tag = type(action).__struct_config__.tag
            try:
                option = things.option(ask, action)
            except UnresolvedError as error:
                self.faults[f"{tag}: nothing names {error}"] = ask.kind
                continue
            self._text(option.verb, texts, "option")
            if option.label is not None:
                self._text(option.label, texts, "option")
            for thing, part in zip(option.things, refers(action), strict=True):
                kind = part.partition(":")[0]
                self.things[thing.role] += 1
                if thing.card:
                    self.cards.add(thing.card)
                elif kind in COMPONENT[self.game]:
                    self.faults[f"{tag}: {part} has no card"] = ask.kind
                if thing.role == NUMBER and option.label is None and thing.name.id not in texts:
                    self.faults[f"{tag}: {part} is a bare number"] = ask.kind
                if not has_icon(thing.glyph):
                    self.faults[f"{tag}: no icon for {thing.glyph}"] = part
            self._words(" ".join(option.words(texts)), "option")

    def _shown(self, match: Match[Any], seat: int, texts: Catalogue) -> None:
        view, showing = match.view(frozenset({seat})).game, showing_of(self.book)
        events = match.events_for(seat, max(0, len(match.events) - 160))
        for panel in (showing.panel(view, events), showing.hand(view, frozenset({seat}), ())):
            if panel is not None:
                self._panel(panel, texts)
        for message in messages_in(showing.rosters(view)):
            self._text(message, texts, "roster")

    def _panel(self, panel: Panel, texts: Catalogue) -> None:
        for message in messages_in(panel):
            self._text(message, texts, "panel")

    def _refusals(self, match: Match[Any], seat: int, texts: Catalogue, stream: Stream) -> None:
        for kind in self.book.actions:
            action = _any_action(kind, self.book.domains, texts, stream)
            refusal = None if action is None else match.refusal(seat, action)
            if refusal is not None:
                self._text(refusal.reason, texts, "refusal")
                self._rule(refusal.rule, "refusal")

    def _event(self, event: Event, texts: Catalogue) -> None:
        values = {name: getattr(event, name) for name in event.__struct_fields__}
        id = f"event.{type(event).__struct_config__.tag}"
        self._fields(id, values, texts)
        self._words(texts.render_event(event), "log")
        if values.get("rule"):
            self._rule(values["rule"], "log")

    def _rule(self, id: str, what: str) -> None:
        """Check that a citation leads to a rule of the reference; the kernel's own rules are in no rulebook."""
        self.texts["citation"] += 1
        if id not in self.rules and not id.startswith("kernel:"):
            self.faults[f"{what}: no rule {id}"] = what

    def _text(self, message: Message, texts: Catalogue, what: str) -> None:
        if message.id not in texts:
            self.faults[f"{what}: no text {message.id}"] = ""
            return
        self._fields(message.id, message.fields, texts)
        self._words(texts.render(message), what)

    def _fields(self, id: str, values: Mapping[str, Any], texts: Catalogue) -> None:
        """Check that the texts name every id in the fields that a text shows."""
        if id not in texts:
            self.faults[f"no text {id}"] = ""
            return
        shown = {name for form in texts.forms(id) for _, name, _, _ in string.Formatter().parse(form) if name}
        for name in shown:
            for one in ids_in(values.get(name)):
                if f"name.{one}" not in texts and not one.isdecimal():
                    self.faults[f"{id}: nothing names {name} {one}"] = id

    def _words(self, text: str, what: str) -> None:
        self.texts[what] += 1
        if not text.strip() or NOTATION.search(text):
            self.faults[f"{what}: {text}"] = what


def ids_in(value: object) -> Iterator[str]:
    """Yield every id in the value of a field."""
    if isinstance(value, str):
        if ID.fullmatch(value):
            yield value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from ids_in(key)
            yield from ids_in(one)
    elif isinstance(value, tuple | list):
        for one in value:
            yield from ids_in(one)


def messages_in(value: object) -> Iterator[Message]:
    """Yield every message in a structure."""
    if isinstance(value, Message):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from messages_in(getattr(value, name))
    elif isinstance(value, tuple | list):
        for one in value:
            yield from messages_in(one)


def _any_action(kind: type[Action], domains: Mapping[str, tuple[Any, ...]], texts: Catalogue, stream: Stream) -> Any:
    """Return an action of a kind with random things of the match, allowed or not; None for one with free numbers."""
    values: dict[str, Any] = {}
    for name, (shape, domain) in notation.fields(kind).items():
        known = [one for one in domains.get(domain, ()) if f"name.{one}" in texts]
        if not known:
            return None
        value = known[stream.below(len(known))]
        values[name] = (value,) if shape == "ids" else value
    return kind(**values)
