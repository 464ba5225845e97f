"""Drawings at night: the rules for the dark theme come last, and must not undo others."""

from __future__ import annotations

import re

import pytest

from banneret.kernel.creation import new_match
from banneret.kernel.registry import rulebook, rulebooks
from banneret.show.showing import showing_of


@pytest.mark.parametrize("book", [one.id for one in rulebooks()])
def test_no_line_is_filled_at_night(book: str) -> None:
    match = new_match(book, seed=3, seats=rulebook(book).seats[-1], events=False)
    drawn = showing_of(rulebook(book)).draw(match.view(()).game)
    night = "".join(re.findall(r"prefers-color-scheme:dark\)\{(.*?)</style>", drawn, re.DOTALL))
    filling = set(re.findall(r"\.([\w-]+)\{fill:", night))
    assert filling
    lines = [set(names.split()) for names in re.findall(r'class="([^"]*)"', drawn) if "line" in names.split()]
    assert lines
    assert [names & filling for names in lines if names & filling] == []
