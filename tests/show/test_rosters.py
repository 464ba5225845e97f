"""Rosters of all games, along random matches."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.registry import rulebook
from banneret.kernel.stream import Stream, derive_key
from banneret.show.card import cards_of
from banneret.show.rosters import Roster
from banneret.show.showing import showing_of
from banneret.text.message import Message

GAMES = ("battles", "icefire-2021", "icefire-s6", "runewars", "thrones")
ANSWERS = 160
EVERY = 8


def positions(game: str) -> list[Match[Any]]:
    """Return positions of a match of random answers."""
    match = new_match(game, seats=rulebook(game).seats_at_first(), seed=5, events=False)
    stream = Stream(derive_key("roster", game))
    found = []
    for number in range(ANSWERS):
        if match.outcome is not None:
            break
        if number % EVERY == 0:
            found.append(match.clone())
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, ask.chooser.draw(ask.options, stream))
    return found


def messages(roster: Roster) -> list[Message]:
    """Return every message of a roster."""
    rows = [one for row in roster.rows for one in (row.name, *(stat.label for stat in row.stats))]
    marks = [mark.name for row in roster.rows for mark in row.signs]
    return [roster.title, *(stat.label for stat in roster.stats), *rows, *marks]


@pytest.mark.parametrize("game", GAMES)
def test_rosters_have_words_in_all_languages_and_cards_for_all_rows(game: str) -> None:
    book = rulebook(game)
    known = {card.id for card in cards_of(book)}
    texts = [book.catalogue(language) for language in ("en", "de", "hu")]
    seen = set()
    for match in positions(game):
        rosters = showing_of(book).rosters(match.view(None).game)
        assert len(rosters) >= 2
        for roster in rosters:
            assert roster.rows
            for message in messages(roster):
                assert not [texts_of for texts_of in texts if message.id not in texts_of], message
                assert "{" not in texts[0].render(message)
            assert {row.card for row in roster.rows} <= known
            explained = {mark.card for row in roster.rows for mark in row.signs} - {""}
            assert explained <= known, explained - known
            seen |= {row.thing for row in roster.rows}
    assert len(seen) >= 4


@pytest.mark.parametrize("game", ["icefire-s6", "runewars", "battles"])
def test_rosters_show_what_is_left_of_units(game: str) -> None:
    book = rulebook(game)
    figures = set()
    for match in positions(game):
        view = match.view(None).game
        for roster in showing_of(book).rosters(view):
            for row in roster.rows:
                shown = {stat.glyph: stat.value for stat in row.stats}
                unit = next(
                    (one for one in view.units if row.thing == f"unit:{getattr(one, 'id', None) or one.hex}"), None
                )
                if unit is None or row.gone:
                    continue
                left = getattr(unit, "figures", None)
                expected = (
                    f"{unit.models}/{unit.full_models}"
                    if left is None
                    else str(left if isinstance(left, int) else len(left))
                )
                assert shown["figures"] == expected
                figures.add(expected)
    assert len(figures) > 1


@pytest.mark.parametrize("game", GAMES)
def test_rosters_tell_spectators_nothing_secret(game: str) -> None:
    """What a spectator reads follows from the public view, which is the same in every world that looks the same."""
    showing = showing_of(rulebook(game))
    for match in positions(game)[::4]:
        imagined = match.imagine(None, 7)
        assert showing.rosters(imagined.view(None).game) == showing.rosters(match.view(None).game)


def test_tokens_on_a_tactics_card_are_marks_of_the_card() -> None:
    match = new_match("icefire-s6", seats=2, seed=3, events=False)
    view = match.view(None).game
    unit = msgspec.structs.replace(view.units[0], counters={"card-40102": 2})
    view = msgspec.structs.replace(view, units=(unit, *view.units[1:]))
    showing = showing_of(match.rulebook)
    rows = [row for roster in showing.rosters(view) for row in roster.rows]
    mark = next(mark for row in rows for mark in row.signs if mark.card == "40102")
    texts = match.rulebook.catalogue()
    assert (texts.render(mark.name), mark.count) == (texts.name("40102"), 2)
    assert "card-40102" not in showing.draw(view)
