"""Palettes of questions: the tokens they offer beside the board, with counts and refusals, and the input gesture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, Literal, TypeAlias

import msgspec

from banneret.kernel import notation
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action, Refusal, Space
from banneret.kernel.rulebook import Rulebook

Gesture: TypeAlias = Literal["pick", "ring", "drag", "fan", "dial", "assign"]
"""Input gestures: click things; take a token from a ring around a thing; drag things to a destination; play a card from
a hand; turn dials; mark several things."""
SMALL: Final = 16
"""Maximum size of a domain whose unavailable values are shown too, with the reason."""


class Token(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A thing that a question offers, or would offer if no rule forbade it.

    `thing` is its id as options refer to it. `glyph` is an emblem of the game or a glyph known to the client, by
    default that of the card or the kind of thing. `value` is the number printed on it, `beside` the number beside its
    glyph, `tint` its color.
    """

    thing: str
    glyph: str = ""
    value: str = ""
    beside: str = ""
    tint: Literal["", "blue", "green", "red", "white", "yellow"] = ""
    count: int | None = None
    """Number left; None if it is unlimited."""
    refusal: Refusal | None = None
    """Reason for which no legal answer contains it."""


class Palette(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The tokens of a question in display order, and the input gesture."""

    gesture: Gesture = "pick"
    tokens: tuple[Token, ...] = ()


def palette_of(
    book: Rulebook[Any],
    ask: Ask,
    known: Sequence[Token] = (),
    gesture: Gesture | None = None,
    explains: Callable[[str], bool] = lambda _: True,
) -> Palette:
    """Return the palette of a question.

    `known` are the tokens described by the game (`Showing.tokens`), and `gesture` is the one chosen by the game, if
    any. The refusal of a token that no option contains is that of the question's chooser; things that the game does not
    explain (`Showing.explains`) are left out.
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
            if gesture == "pick" or not explains(thing):
                del tokens[thing]  # what is picked on the board is explained where it is tried
                continue
            refusal = ask.chooser.refusal(msgspec.structs.replace(sample, **{field: thing.partition(":")[2]}))
            if refusal is None:  # another field was to blame: clients ask about the whole answer
                del tokens[thing]
            else:
                tokens[thing] = msgspec.structs.replace(token, refusal=refusal)
    return Palette(gesture=gesture, tokens=tuple(tokens.values()))


def gesture_of(book: Rulebook[Any], ask: Ask) -> Gesture:
    """Return the gesture for the form of the answers.

    Things with a destination are dragged, sets of things are marked, a place with one of a few tokens gets a ring; all
    other answers are picked.
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
    """Yield fields whose values are shown as tokens: a sample answer, the field, and the values as things.

    The values are those described by the game, and all values of small domains.
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
