"""Matches in numbers: every game has some, with names in all languages, and luck is what was rolled or drawn."""

from __future__ import annotations

import pytest

from banneret.games.battles.events.battle import DiceRolled, HitsScored
from banneret.games.battles.show.course import luck as battles_luck
from banneret.games.icefire.events.attacks import AttackRolled, DefenseRolled
from banneret.games.icefire.show.course import luck as icefire_luck
from banneret.games.runewars.events.combat import DiceRolled as FacesRolled
from banneret.games.runewars.show.course import luck as runewars_luck
from banneret.games.thrones.content.components import TIDES
from banneret.games.thrones.events.combat import TidesShown
from banneret.games.thrones.show.course import luck as thrones_luck
from banneret.kernel.creation import new_match
from banneret.kernel.registry import rulebook
from banneret.kernel.stream import Stream, derive_key
from banneret.show.showing import showing_of

GAMES = {"battles": 2, "icefire-2021": 2, "icefire-s6": 2, "runewars": 2, "thrones": 3}


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_numbers_for_every_seat_with_names_in_all_languages(game: str) -> None:
    match = new_match(game, seats=GAMES[game], seed=2)
    found = showing_of(match.rulebook).measures(match.view().game)
    assert len(found) == 3
    assert {len(one.values) for one in found} == {GAMES[game]}
    for language in ("en", "de", "hu"):
        texts = rulebook(game).catalogue(language)
        assert all(one.name.id in texts for one in found)


def test_hits_and_saves_are_compared_with_their_means() -> None:
    view = new_match("icefire-s6", seats=2, seed=2).view().game
    one, other = (next(unit for unit in view.units if unit.player == player) for player in view.players)
    events = [
        (1, AttackRolled(attacker=one.id, dice=(1, 3, 6, 5), hits_on=3)),
        (2, DefenseRolled(defender=other.id, dice=(6, 1, 2), saves_on=6)),
    ]
    hits, saves = icefire_luck(view, events)
    assert (hits.seat, hits.name.id, hits.got) == (view.players[one.player].seat, "luck.hits", 3)
    assert hits.expected == pytest.approx(4 * 4 / 6)
    assert (saves.seat, saves.name.id, saves.got) == (view.players[other.player].seat, "luck.saves", 1)
    assert saves.expected == pytest.approx(3 / 6)


def test_tides_cards_are_compared_with_the_mean_of_the_deck() -> None:
    view = new_match("thrones", seats=3, seed=2).view().game
    shown = TidesShown(attacker="stark", attacking="sword", defender="lannister", defending="three")
    found = thrones_luck(view, [(1, shown)])
    assert [(one.seat, one.got) for one in found] == [
        (view.houses["stark"].seat, TIDES["sword"].strength),
        (view.houses["lannister"].seat, TIDES["three"].strength),
    ]
    assert len({one.expected for one in found}) == 1


def test_the_hits_of_a_battle_are_compared_with_those_on_all_sides_of_the_dice() -> None:
    match, stream = new_match("battles", seats=2, seed=5), Stream(derive_key("hits", ""))
    rolls: list[DiceRolled] = []
    while match.asking and len(rolls) < 3:
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, ask.chooser.draw(ask.options, stream))
        rolls = [one for _, one in match.events_for() if isinstance(one, DiceRolled) and one.hits_of_sides]
    for roll in rolls:  # a shield is on one to three sides of a die, and valor may count beside it
        assert len(roll.faces) <= roll.hits_of_sides <= 8 * len(roll.faces)
    scored = [one for _, one in match.events_for() if isinstance(one, HitsScored) and one.rule == "battles:result.1"]
    assert scored
    assert {one.hits for one in scored} <= {one.hits for one in rolls}
    events = [(1, DiceRolled(house="stark", faces=("red", "blue"), again=False, hits=1, hits_of_sides=4))]
    again = DiceRolled(house="stark", faces=("red", "red"), again=True, hits=2, hits_of_sides=4)
    view = match.view().game
    (found,) = battles_luck(view, [*events, (2, again)])
    assert (found.seat, found.got, found.expected) == (view.houses["stark"].seat, 1, 0.5)


def test_the_faces_of_an_attack_are_compared_with_the_means_of_its_dice() -> None:
    view = new_match("runewars", seats=2, seed=2).view().game
    unit = view.units[0]
    (found,) = runewars_luck(view, [(1, FacesRolled(unit=unit.id, dice=("red-hit-hit", "blue-blank")))])
    assert (found.seat, found.name.id, found.got) == (unit.seat, "luck.hits", 2)
    assert found.expected == pytest.approx(6 / 8 + 4 / 8)
