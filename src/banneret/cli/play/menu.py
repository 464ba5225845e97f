"""A question's options as a menu; long lists are grouped by the words with which they begin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from banneret.cli.wording import phrase
from banneret.kernel.choosers import Action

SHORT = 12
"""Maximum number of options listed individually."""
PAGE = 30
"""Maximum number of menu lines shown at once."""


class Worded(NamedTuple):
    """An option and its words: what it does, and the things it refers to."""

    words: tuple[str, ...]
    action: Action


class Choice(NamedTuple):
    """A menu line: an option, or several that begin the same."""

    label: str
    options: Sequence[Worded]


def choices(options: Sequence[Worded]) -> list[Choice]:
    """Return the menu lines for options."""
    flat = [Choice(phrase(one.words), [one]) for one in options]
    if len(options) <= SHORT:
        return _distinct(flat)
    deepest = max(len(one.words) for one in options)
    for depth in range(1, deepest):
        groups: dict[tuple[str, ...], list[Worded]] = {}
        for one in options:
            groups.setdefault(one.words[:depth], []).append(one)
        if 1 < len(groups) < len(options):
            return [
                Choice(phrase(members[0].words) if len(members) == 1 else f"{phrase(stem)} … ({len(members)})", members)
                for stem, members in groups.items()
            ]
    return _distinct(flat)


def _distinct(lines: list[Choice]) -> list[Choice]:
    """Number lines with equal labels, such as positions that differ by less than the displayed precision."""
    often = Counter(line.label for line in lines)
    met: Counter[str] = Counter()
    found = []
    for line in lines:
        met[line.label] += 1
        found.append(line._replace(label=f"{line.label} ({met[line.label]})") if often[line.label] > 1 else line)
    return found
