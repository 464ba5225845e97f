"""Matches in words."""

from __future__ import annotations

import re

import pytest

from banneret.agents import Player, TextMatch
from banneret.kernel import notation
from banneret.show.card import cards_of

GAMES = ("thrones", "battles", "icefire-s6", "icefire-2021", "runewars")


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_of_every_game_can_be_played_in_words(game: str) -> None:
    player = Player(TextMatch(game, seed=2), 0)
    assert len(player.look()) > 100
    assert player.news()
    for _ in range(12):
        if not player.asked:
            break
        question = player.question()
        assert re.search(r"\[[a-z]+:[a-z0-9.-]+\]", question.splitlines()[0]), question
        assert question.splitlines()[-1][0].isdecimal() or "in all" in question
        assert not player.answer("1").startswith("Refused")
    assert player.rules("attack") != "No rule contains these words."


def test_refusals_are_sentences_with_the_rule() -> None:
    player = Player(TextMatch("thrones", seats=3), 0)
    refused = player.answer("order winterfell raid")
    assert refused.startswith("Refused: ")
    assert "[thrones:planning." in refused
    assert player.explain("order winterfell raid").startswith("Not allowed: ")
    assert player.answer("999") == f"Refused: there is no option 999; there are {len(player._ask().options)}."  # type: ignore[union-attr]
    option = player.question().splitlines()[1].split(". ")[1].split("  (")[0]
    assert player.explain(option) == "This answer is allowed."
    assert player.odds(option) == "This answer has no odds."
    assert "planning" in player.rules("thrones:planning.2")


def test_options_can_be_searched_and_paged() -> None:
    player = Player(TextMatch("thrones"), 0)
    first = player.question().splitlines()
    assert len([line for line in first if line[0].isdecimal()]) <= 60
    found = player.question(search="raid").splitlines()[1:]
    assert found
    assert all("raid" in line.casefold() for line in found)
    number = found[0].partition(".")[0]
    assert player.question(start=int(number)).splitlines()[1] == found[0]
    assert "No option matches." in player.question(search="no such thing")


def test_players_talk_where_the_rules_allow_it() -> None:
    table = TextMatch("thrones", seats=3, agents=(0, 1, 2))
    one, two, three = (Player(table, seat) for seat in range(3))
    for player in (one, two, three):
        player.news()
    assert one.say("Peace?", [1]) == "Said."
    assert two.news() == f"{one.name()} says in private: Peace?"
    assert three.news() == "Nothing has happened since."
    assert two.say("War!") == "Said."
    assert one.news() == f"{two.name()} says: War!"
    assert one.say("me", [0]).startswith("Refused: name one or more other seats")
    three.note("Baratheon plots")
    assert (three.notes(), one.notes()) == ("- Baratheon plots", "There are no notes.")
    quiet = Player(TextMatch("icefire-s6", seats=3, agents=(0, 1)), 0)
    assert quiet.say("psst", [1]).startswith("Refused: the rules of this game do not allow")


def test_a_match_ends_with_the_places() -> None:
    player = Player(TextMatch("battles", agents=(1,), seed=3), 1)
    while player.asked:
        player.answer("1")
    assert player.over
    assert player.question().splitlines()[0] == "The match is over."
    assert player.name() in player.question()
    with pytest.raises(ValueError, match="played by a bot"):
        Player(player.table, 0)
    with pytest.raises(ValueError, match="seats 0 to 1"):
        TextMatch("battles", agents=(2,))


def test_a_question_of_a_card_is_followed_by_its_text() -> None:
    player = Player(TextMatch("battles", seed=2), 0)
    while (ask := player._ask()) is None or ask.kind != "commands":
        assert ask is not None, "the match ended first"
        answers = [notation.write(one) for one in ask.options.listed]
        player.answer(next((one for one in answers if one.startswith("card ")), answers[0]))
    card = next(one for one in cards_of(player.table.book) if one.id == ask.about)
    texts = player.table.book.catalogue()
    line = player.question().splitlines()[1]
    assert line.startswith(f"{texts.render(card.title)}: ")
    assert texts.render(card.texts[-1]) in line
