"""The hand: what the own dials show, in words; nobody else has them in the hand."""

from __future__ import annotations

import pytest

from banneret.bots import Bot, RandomBot, play_for
from banneret.games.runewars.actions import SetDials
from banneret.games.runewars.content.components import components
from banneret.games.runewars.languages import catalogue
from banneret.games.runewars.show.hand import hand, initiative_of
from banneret.games.runewars.view import view
from banneret.server.matches.stream import standing
from banneret.text.catalogue import LANGUAGES
from tests.games.runewars.field import field
from tests.games.runewars.test_runewars_texts import match_of


@pytest.mark.rule("rw:50.1")
def test_dials_are_in_the_hand_of_who_turned_them_and_of_nobody_else() -> None:
    """rw:50.1: from the first dial that is turned until all are open; by initiative."""
    match = match_of(3, size="skirmish")
    bots: dict[int, Bot] = {seat: RandomBot(seat) for seat in range(2)}
    seen = set()
    while match.asking and match.state.round < 3:
        for seat in range(2):
            shown = match.view({seat}).game
            found = standing(match, 0, frozenset({seat})).hand
            known = [unit for unit in shown.units if unit.seat == seat and unit.figures and unit.dials is not None]
            if known:
                assert found is not None
                assert [line.label.fields["unit"] for line in found.lines] == [
                    unit.id.upper() for unit in sorted(known, key=lambda one: initiative_of(one, one.dials))
                ]
                for line, unit in zip(
                    found.lines, sorted(known, key=lambda one: initiative_of(one, one.dials)), strict=True
                ):
                    assert [cell.cards for cell in line.cells[:2]] == [(unit.dials.action,), (unit.dials.modifier,)]
                    assert line.cells[2].text is not None
                    seen.add((line.cells[2].text.id, unit.revealed))
            assert hand(shown, frozenset(), ()) is None
        assert standing(match, 0, frozenset()).hand is None
        play_for(bots, match, min(match.asking), seed=1, once=True)
    assert seen == {("hand.open", True), ("hand.face-down", False)}


@pytest.mark.rule("rw:47.1")
def test_cards_lower_the_initiative_by_which_the_hand_is_sorted() -> None:
    """Raven Tabards lower that of blue actions by 1."""
    game = field(
        "a spearmen 2x2 9000 9000 0 | raven-tabards", "a spearmen 2x2 5000 9000 0", "b spearmen 2x2 9000 3000 0"
    )
    blue = next(number for number, one in enumerate(components().units["spearmen"].actions) if one.stance == "blue")
    game.state.dials = [(blue, 0)] * 3
    tabards, plain = view(game.state, frozenset({0})).units[:2]
    assert tabards.dials is not None
    assert plain.dials is not None
    assert initiative_of(tabards, tabards.dials) == initiative_of(plain, plain.dials) - 1


def test_dials_that_are_not_sealed_yet_are_in_the_hand_as_they_were_turned_last() -> None:
    match = match_of(3, size="skirmish")
    bots: dict[int, Bot] = {seat: RandomBot(seat) for seat in range(2)}
    while match.state.step != "command":
        play_for(bots, match, min(match.asking), seed=1, once=True)
    (first, *_) = [one for one in match.asking[0].options.listed if isinstance(one, SetDials)]
    last = [one for one in match.asking[0].options.listed if isinstance(one, SetDials)][-1]
    found = hand(match.view({0}).game, frozenset({0}), (first, last))
    assert found is not None
    assert [[cell.cards for cell in line.cells[:2]] for line in found.lines] == [[(last.action,), (last.modifier,)]]
    for language in LANGUAGES:
        texts = catalogue(language)
        told = [texts.render(found.title), *(texts.name(side) for side in found.sides)]
        told += [texts.render(line.label) for line in found.lines]
        assert not [one for one in told if "hand" in one and "." in one]
        assert "hand-action" not in told
