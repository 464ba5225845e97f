"""The palette of a question: the things it offers beside the board, with counts and refusals, and a gesture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, Literal, TypeAlias

import msgspec

from banneret.kernel import notation
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action, Refusal, Space
from banneret.kernel.rulebook import Rulebook

Gesture: TypeAlias = Literal["pick", "ring", "drag", "fan", "dial", "assign"]
"""How people answer by hand: click things; take a token from a ring around a thing; move things to a destination;
play a card from a hand; turn dials; mark several things."""
SMALL: Final = 16
"""The most values of a domain of which those that are not offered are shown too, with the reason."""


class Token(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A thing that a question offers, or that it would offer if a rule did not forbid it.

    `thing` is its id as options refer to it. `glyph` is an emblem of the game or a glyph known to the client; without
    it the card or the kind of the thing has one. `value` is the number printed on it, `beside` the number beside its
    glyph, `tint` its color.
    """

    thing: str
    glyph: str = ""
    value: str = ""
    beside: str = ""
    tint: Literal["", "blue", "green", "red", "white", "yellow"] = ""
    count: int | None = None
    """The number left; None if it is not counted."""
    refusal: Refusal | None = None
    """Why no answer may contain it now."""


class Palette(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The tokens of a question in the order in which they are displayed, and the gesture that suits it best."""

    gesture: Gesture = "pick"
    tokens: tuple[Token, ...] = ()


def palette_of(book: Rulebook[Any], ask: Ask, known: Sequence[Token] = (), gesture: Gesture | None = None) -> Palette:
    """Return the palette of a question.

    `known` are tokens as the game describes them (`Showing.tokens`), `gesture` is the one that it names. The refusal of
    a token that no option contains comes from the question itself.
    """
    if isinstance(ask.chooser, Space):
        return Palette(gesture=gesture or "drag", tokens=tuple(known))
    gesture = gesture or gesture_of(book, ask)
    offered = {one for action in ask.options.listed for one in _values(action)}
    tokens = {token.thing: token for token in known}
    for sample, field, things in _fields(book, ask, tokens):
        for thing in things:
            token = tokens.setdefault(thing, Token(thing=thing))
            if thing in offered or token.refusal is not None:
                continue
            if gesture == "pick":
                del tokens[thing]  # what is picked on the board is explained where it is tried
                continue
            refusal = ask.chooser.refusal(msgspec.structs.replace(sample, **{field: thing.partition(":")[2]}))
            if refusal is None:  # another field was to blame: clients ask about the whole answer
                del tokens[thing]
            else:
                tokens[thing] = msgspec.structs.replace(token, refusal=refusal)
    return Palette(gesture=gesture, tokens=tuple(tokens.values()))


def gesture_of(book: Rulebook[Any], ask: Ask) -> Gesture:
    """Return the gesture that suits the form of the answers.

    Things that go to a place are dragged there, several things alone are marked, a place with one of a few things for
    it is a ring; all else is picked.
    """
    forms = [tuple(notation.fields(kind).values()) for kind in _kinds(ask)]
    if any(len(form) > 1 and (form[0] == form[-1] or "ids" in (shape for shape, _ in form)) for form in forms):
        return "drag"
    if any(len(form) == 1 and form[0][0] == "ids" for form in forms):
        return "assign"
    pairs = [form for form in forms if len(form) == 2 and all(shape == "id" for shape, _ in form)]
    small = any(0 < len(book.domains.get(domain, ())) <= SMALL for form in pairs for _, domain in form)
    return "ring" if small else "pick"


def _kinds(ask: Ask) -> list[type[Action]]:
    return list(dict.fromkeys(type(action) for action in ask.options.listed))


def _fields(book: Rulebook[Any], ask: Ask, known: Iterable[str]) -> Iterator[tuple[Action, str, list[str]]]:
    """Yield an answer of each kind with a field of which the values are shown, and these as things.

    They are those that the game describes, and all values of a small domain.
    """
    for kind in _kinds(ask):
        sample = next(action for action in ask.options.listed if type(action) is kind)
        for name, (shape, domain) in notation.fields(kind).items():
            if shape != "id":
                continue
            things = [thing for thing in known if thing.partition(":")[0] == domain]
            values = book.domains.get(domain, ())
            small = [f"{domain}:{value}" for value in values] if len(values) <= SMALL else []
            yield sample, name, list(dict.fromkeys((*things, *small)))


def _values(action: Action) -> Iterator[str]:
    for name, (shape, domain) in notation.fields(type(action)).items():
        value = getattr(action, name)
        yield from (f"{domain or name}:{one}" for one in (value if shape == "ids" else (value,)))
