"""Guided first rounds: explanations at the questions of a real match; the optional attribute `guide` of a rulebook.

A guide is the game's data file `data/guide.toml`. Its texts are the entries `guide.ID.TEXT` of the catalogue, where ID
is that of the game: one for each step, and `begin` and `end` before the first and after the last step.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from banneret.content.datafile import DataFile
from banneret.kernel.match import Match
from banneret.kernel.offers import offered
from banneret.kernel.rulebook import Rulebook
from banneret.text.message import Message, msg

_NAME: Final = "guide.toml"


class GuideStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An explanation for a kind of question; several of one kind are shown in order, and the last one is repeated."""

    kind: str
    text: str
    """Id of the text, within the guide."""
    points: tuple[str, ...] = ()
    """Things to highlight, as options refer to them, such as "area:winterfell"."""
    answer: str = ""
    """The recommended answer in notation. If it is empty or not legal, a bot advises."""


class Guide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match for newcomers with the explanations of its first round."""

    seats: Annotated[int, Meta(ge=1, le=16)]
    until: str
    """The turn label at which the guide ends, such as "round 2"."""
    steps: tuple[GuideStep, ...]
    seat: Annotated[int, Meta(ge=0, le=15)] = 0
    """The seat of the newcomer."""
    options: dict[str, Any] = {}

    def step(self, match: Match[Any], seat: int) -> GuideStep | None:
        """Return the step for a seat's open question; None if there is no question, or no step for it."""
        ask = match.asking.get(seat)
        if ask is None:
            return None
        steps = [one for one in self.steps if one.kind == ask.kind]
        given = sum(1 for one in match.answers if one.seat == seat and one.kind == ask.kind)
        return steps[min(given, len(steps) - 1)] if steps else None

    def over(self, match: Match[Any]) -> bool:
        """Return whether the guided part of a match has ended."""
        return match.outcome is not None or match.label == self.until or self._later(match.label)

    def _later(self, label: str) -> bool:
        (words, _, number), (wanted, _, least) = label.rpartition(" "), self.until.rpartition(" ")
        return words == wanted and number.isdecimal() and least.isdecimal() and int(number) > int(least)


def recommended(match: Match[Any], seat: int, step: GuideStep | None) -> str:
    """Return the recommended answer of a step if it is legal, else ""."""
    if step is None or not step.answer or match.refusal(seat, step.answer) is not None:
        return ""
    return step.answer


def said(book: Rulebook[Any], text: str) -> Message:
    """Return a text of the guide of a game as a message."""
    return msg(f"guide.{book.id}.{text}")


def read_guide(package: str, id_: str) -> Guide:
    """Return the guide of a game from `data/guide.toml` of its package. Raises DataError."""
    text = files(package).joinpath("data", _NAME).read_text(encoding="utf-8")
    return DataFile.parse(_NAME, text).table(id_, Guide)


def guide_of(book: Rulebook[Any]) -> Guide | None:
    """Return the guide of a game, or None if it has none."""
    return offered(book, "guide", Guide)
