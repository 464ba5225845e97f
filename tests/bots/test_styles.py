"""Styles: names of bots, what a style changes, and games without styles."""

from __future__ import annotations

from collections import Counter
from math import hypot
from statistics import fmean
from typing import Any

import msgspec
import pytest

from banneret.bots import BotError, LevelBot, bot_names, check_style, make_bot
from banneret.bots.judging import judging_of
from banneret.bots.player import Player
from banneret.bots.styles import STYLES, read_styles
from banneret.content.datafile import DataError, DataFile
from banneret.games.thrones.actions import PlaceOrder
from banneret.kernel import registry
from banneret.kernel.creation import new_match
from banneret.kernel.registry import registered, rulebook
from banneret.sim.guests import check_bots
from tests.bots import climb
from tests.bots.matches import middle, play


@pytest.mark.parametrize("level", ["strong", "expert"])
@pytest.mark.parametrize("style", STYLES)
def test_the_strongest_levels_play_in_each_style(style: str, level: str) -> None:
    name = f"{style}-{level}"
    assert type(make_bot(name, 1)) is LevelBot
    assert name in bot_names()


def test_a_former_name_of_a_level_has_its_styles() -> None:
    match = middle("battles", 2, 3, 12)
    player = Player(match, min(match.asking), 1)
    answers = [make_bot(f"aggressive-{level}", 1).choose(player) for level in ("fair", "strong")]
    assert answers[0] == answers[1]


def test_weaker_levels_have_no_styles() -> None:
    with pytest.raises(BotError, match="'aggressive-skilled': only strong, expert can play in a style"):
        make_bot("aggressive-skilled", 1)


def test_an_unknown_style_is_no_bot() -> None:
    with pytest.raises(BotError, match=r"unknown bot 'bold-expert'; choose from .*, aggressive-strong"):
        make_bot("bold-expert", 1)


def test_every_game_has_all_styles() -> None:
    for book in registered():
        assert list(judging_of(book).styles) == list(STYLES)
        for style in STYLES:
            check_style(f"{style}-expert", book)


def test_a_game_without_styles_refuses_them(monkeypatch: pytest.MonkeyPatch) -> None:
    book = climb.ClimbRulebook()
    monkeypatch.setitem(registry.REGISTRY.books, book.id, book)
    said = "bots cannot play climb in the style 'defensive'; it has no styles"
    with pytest.raises(BotError, match=said):
        check_bots(("expert", "defensive-expert"), book)
    match = new_match("climb", seats=2, seed=1, events=False)
    with pytest.raises(BotError, match=said):
        make_bot("defensive-expert", 1).choose(Player(match, 0, 1))


def test_a_game_with_one_style_refuses_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(climb.ClimbJudging, "styles", {"aggressive": climb.ClimbJudging()})
    check_style("aggressive-strong", climb.ClimbRulebook())
    with pytest.raises(BotError, match="it has aggressive"):
        check_style("defensive-strong", climb.ClimbRulebook())


class Weights(msgspec.Struct):
    """Weights of an evaluation."""

    castle: float = 8.0
    danger: float = 1.0


def test_a_style_changes_some_weights() -> None:
    file = DataFile.parse("evaluation.toml", "[styles.defensive]\ndanger = 2.0")
    assert read_styles(file, Weights()) == {"defensive": Weights(8.0, 2.0)}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[styles.bold]\ndanger = 2.0", "styles: bold: 'bold' is unknown"),
        ("[styles.defensive]\ndread = 2.0", "defensive: dread: 'dread' is unknown"),
        ('[styles.defensive]\ndanger = "much"', "Expected `float`"),
        ("", "styles: table: is missing"),
    ],
)
def test_a_mistake_in_a_style_is_located(text: str, said: str) -> None:
    with pytest.raises(DataError, match=said):
        read_styles(DataFile.parse("evaluation.toml", text), Weights())


def counted(game: str, style: str, seats: int, matches: int, most: int, **options: Any) -> Counter[str]:
    """Count events, and orders placed, in the beginnings of matches of bots with a style."""
    found: Counter[str] = Counter()
    for seed in range(matches):
        match = new_match(game, seats=seats, seed=seed, options=options)
        bots = {seat: make_bot(f"{style}-strong", 10 * seed + seat) for seat in range(seats)}
        while match.asking and len(match.answers) < most:
            seat = min(match.asking)
            match.play(seat, bots[seat].choose(Player(match, seat, len(match.answers))))
        found.update(type(event).__name__ for _, event in match.events_for(None, 0))
        placed = [answer.action for answer in match.answers if isinstance(answer.action, PlaceOrder)]
        found.update(action.order.partition("-")[0] for action in placed)
    return found


@pytest.mark.no_cover  # what it runs for seconds is measured elsewhere
def test_aggressive_houses_march_and_defensive_ones_defend() -> None:
    aggressive, defensive = (counted("thrones", style, 6, 2, 200) for style in STYLES)
    assert aggressive["march"] > 1.1 * defensive["march"]
    assert defensive["defense"] > 1.1 * aggressive["defense"]


@pytest.mark.slow
def test_aggressive_commanders_of_battles_attack_more() -> None:
    aggressive, defensive = (counted("battles", style, 2, 6, 130) for style in STYLES)
    assert aggressive["AttackDeclared"] > 1.1 * defensive["AttackDeclared"]


@pytest.mark.slow
def test_aggressive_armies_of_ice_and_fire_charge_more() -> None:
    aggressive, defensive = (counted("icefire-s6", style, 2, 4, 160, points=20) for style in STYLES)
    assert aggressive["ChargeDeclared"] > 1.5 * defensive["ChargeDeclared"]


@pytest.mark.slow
def test_aggressive_armies_of_runewars_are_nearer_to_the_enemy() -> None:
    def gap(style: str) -> float:
        found = []
        for seed in range(3):
            match, troubles = play("runewars", [f"{style}-strong"] * 2, seed, most=85)
            assert troubles == []
            state: Any = match.state
            places: tuple[list[Any], list[Any]] = ([], [])
            for seat, pose, figures in zip(state.seat, state.poses, state.figures, strict=True):
                if pose and figures:
                    places[seat].append(pose)
            found += [min(hypot(a[0] - b[0], a[1] - b[1]) for b in places[1]) for a in places[0]]
        return fmean(found)

    assert gap("aggressive") < 0.95 * gap("defensive")


def test_experts_with_a_style_place_other_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the same position, with the same seed."""
    monkeypatch.setattr(type(judging_of(rulebook("thrones"))), "plan_playouts", 2)
    match = middle("thrones", 6, 1, 0)
    placed = {}
    for name in (f"{style}-expert" for style in STYLES):
        twin, answers = match.clone(), []
        for seat in (0, 1, 2):
            bot = make_bot(name, 1)
            while seat in twin.asking:
                answers.append(bot.choose(Player(twin, seat, 1)))
                twin.play(seat, answers[-1])
        placed[name] = tuple(map(str, answers))
    assert len(set(placed.values())) == len(STYLES)
