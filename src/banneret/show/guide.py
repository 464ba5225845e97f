"""A guided first round: what to say at each question of a real match, the optional part `guide` of a rulebook.

A guide is data of the game, `data/guide.toml`. The words are texts of its catalogue, `guide.ID.TEXT` for the game
with this id: of each step, and `begin` and `end` for what is said before the first and after the last one.
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
    """What to say when a question of this kind is asked; several of one kind follow each other, and the last stays."""

    kind: str
    text: str
    """Id of the text, within the guide."""
    points: tuple[str, ...] = ()
    """Things to point at, as options refer to them, such as "area:winterfell"."""
    answer: str = ""
    """The recommended answer, in notation; empty, or where the rules forbid it by then: as a bot advises."""


class Guide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match to learn from, and what is said in its first round."""

    seats: Annotated[int, Meta(ge=1, le=16)]
    until: str
    """The label of the match with which the guide ends, such as "round 2"."""
    steps: tuple[GuideStep, ...]
    seat: Annotated[int, Meta(ge=0, le=15)] = 0
    """Where the newcomer sits."""
    options: dict[str, Any] = {}

    def step(self, match: Match[Any], seat: int) -> GuideStep | None:
        """Return the step for the question that a seat is asked; None if it is not asked, or the guide has none."""
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
    """Return the recommended answer of a step, if the rules allow it; else ""."""
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
