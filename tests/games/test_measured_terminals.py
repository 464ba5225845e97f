"""A Song of Ice & Fire and Runewars in a terminal."""

from __future__ import annotations

import io
import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from rich.console import Console

from banneret.bots import make_bot, play_for
from banneret.cli.tables import printable
from banneret.games.icefire.content.editions import SEASON_6
from banneret.games.icefire.events.attacks import AttackEnded
from banneret.games.icefire.events.round import RoundBegan
from banneret.games.icefire.terminal import IcefireTerminal
from banneret.games.runewars.events.combat import MoraleShuffled
from banneret.games.runewars.events.course import RoundBegan as RunewarsRound
from banneret.games.runewars.terminal import RunewarsTerminal
from banneret.kernel.asks import MatchView
from banneret.kernel.creation import new_match
from banneret.kernel.record import Record
from banneret.kernel.registry import rulebook, rulebook_ids
from banneret.show.terminal import Terminal, terminal_of
from tests.commands import run

GAMES: dict[str, dict[str, Any]] = {"icefire-s6": {"points": 20}, "icefire-2021": {"points": 20}, "runewars": {}}
ANSWERS = 60
"""Number of answers by random bots before the table is printed."""


class Played(NamedTuple):
    """What both seats and a spectator see of a match in which something has happened, and its record."""

    views: dict[tuple[int, ...], MatchView[Any]]
    record: bytes


@cache
def played(game: str) -> Played:
    """Play a match for a while."""
    match = new_match(game, seats=2, seed=4, options=GAMES[game])
    bots = {seat: make_bot("random", seat) for seat in range(2)}
    for _ in range(ANSWERS):
        play_for(bots, match, next(iter(match.asking)), seed=1, once=True)
    viewers: tuple[tuple[int, ...], ...] = ((0,), (1,), ())
    views = {seats: match.view(frozenset(seats)) for seats in viewers}
    return Played(views, b"".join(Record.of(match).lines()))


def terminal(game: str) -> Terminal:
    found = terminal_of(rulebook(game))
    assert found is not None
    return found


def told(game: str, language: str = "en", seats: tuple[int, ...] = (0,)) -> str:
    """Return the table as a terminal shows it."""
    console = Console(file=io.StringIO(), width=400, highlight=False)
    for part in terminal(game).board(played(game).views[seats].game, rulebook(game).catalogue(language)):
        console.print(printable(part))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def row_of(text: str, label: str) -> str:
    """Return the line of a unit."""
    (row,) = (line for line in text.splitlines() if re.match(rf"\s*{label}\s", line))
    return row


@pytest.mark.parametrize("game", ["icefire-s6", "icefire-2021"])
def test_every_unit_of_icefire_stands_in_the_table(game: str) -> None:
    text, view = told(game), played(game).views[0,].game
    texts = rulebook(game).catalogue("en")
    assert view.units
    for unit in view.units:
        row = row_of(text, unit.id)
        assert texts.name(unit.card) in row
        assert f" {unit.models}/{unit.full_models} " in row
        if unit.place is not None:
            assert f"{unit.place.x / 1000:.1f} / {unit.place.y / 1000:.1f}" in row
        assert all(texts.name(one) in row for one in unit.conditions)
    for ncu in view.ncus:
        assert f"{ncu.id} {texts.name(ncu.card)}: " in text
    assert all(texts.name(piece.id) in text for piece in view.terrain)


def test_every_unit_of_runewars_stands_in_the_table() -> None:
    text, view = told("runewars"), played("runewars").views[0,].game
    texts = rulebook("runewars").catalogue("en")
    assert view.units
    for unit in view.units:
        row = row_of(text, unit.id)
        assert texts.name(unit.card) in row
        assert re.search(rf"\s{len(unit.figures)}\s", row)
        assert all(texts.name(one) in row for one in (*unit.upgrades, *unit.banes))
        if unit.dials is not None:
            assert texts.name(unit.dials.action) in row
    assert all(texts.name(one.piece) in text for one in view.terrain)


@pytest.mark.parametrize("language", ["en", "de", "hu"])
@pytest.mark.parametrize("game", GAMES)
def test_every_word_is_there_in_every_language(game: str, language: str) -> None:
    assert not re.search(r"\b(terminal|name)\.[a-z]", told(game, language))


@pytest.mark.parametrize("game", ["icefire", "runewars"])
def test_every_sentence_of_the_terminal_is_there_in_every_language_with_the_same_fields(game: str) -> None:
    def fields(language: str) -> dict[str, set[str]]:
        texts = rulebook("icefire-s6" if game == "icefire" else game).catalogue(language)
        found = [id for id in texts.ids() if id.startswith("terminal.")]
        return {id: set(re.findall(r"\{(\w+)\}", texts.text(id))) for id in found}

    assert len(fields("en")) > 20
    assert fields("en") == fields("de") == fields("hu")


@pytest.mark.parametrize("game", ["icefire-s6", "icefire-2021"])
def test_a_hand_is_told_to_its_own_seat_alone(game: str) -> None:
    own, other, nobody = (told(game, seats=seats) for seats in ((0,), (1,), ()))
    assert "Player A holds: " in own
    assert "Player A holds: " not in other
    assert "Player B holds: " in other
    assert " holds: " not in nobody


def test_dials_are_told_to_their_own_seat_alone() -> None:
    units = [unit for unit in played("runewars").views[0,].game.units if unit.dials is not None and not unit.revealed]
    assert units
    own, other = told("runewars"), told("runewars", seats=(1,))
    for unit in units:
        assert "(hidden)" in row_of(own, unit.id)
        assert "turned, hidden" in row_of(other, unit.id)


@pytest.mark.parametrize("game", GAMES)
def test_the_standings_name_both_players(game: str) -> None:
    console = Console(file=io.StringIO(), width=200)
    console.print(printable(terminal(game).standings(played(game).views[()].game, rulebook(game).catalogue("en"))))
    assert isinstance(console.file, io.StringIO)
    assert {"Player A", "Player B"} <= set(re.findall(r"Player [AB]", console.file.getvalue()))
    assert console.file.getvalue().count("first player") == 1


def test_rounds_are_headings_and_what_comes_of_an_action_is_set_in() -> None:
    icefire, runewars = IcefireTerminal(SEASON_6), RunewarsTerminal()
    began, begun = RoundBegan(round=1), RunewarsRound(round=1)
    assert icefire.heading(began)
    assert runewars.heading(begun)
    assert (icefire.depth(began), runewars.depth(begun)) == (0, 0)
    ended, shuffled = AttackEnded(attacker="a1", defender="b1", wounds=1), MoraleShuffled()
    assert (icefire.depth(ended), runewars.depth(shuffled)) == (1, 1)
    assert not icefire.heading(ended)
    assert not runewars.heading(shuffled)


@pytest.mark.parametrize("game", rulebook_ids())
def test_every_game_has_a_terminal(game: str) -> None:
    assert terminal_of(rulebook(game)) is not None


def test_colours_tell_the_sides_apart() -> None:
    for one in (IcefireTerminal(SEASON_6), RunewarsTerminal()):
        assert one.style("a") != one.style("b")
        assert one.style("a1") == one.style("a")


@pytest.mark.parametrize("game", ["icefire-s6", "runewars"])
def test_a_table_is_told_as_text_on_request(game: str, tmp_path: Path) -> None:
    file = tmp_path / "match.record"
    file.write_bytes(played(game).record)
    done = run("show", file, "--text", "--language", "de")
    assert done.code == 0, done.err
    assert "Spieler A" in done.out
    assert "{" not in done.out
