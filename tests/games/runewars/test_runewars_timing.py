"""Timing: when, while, before and after, each once for an instance of its event."""

from __future__ import annotations

from typing import Final

import pytest

from banneret.games.runewars.abilities.asking import may
from banneret.games.runewars.abilities.numbers import count
from banneret.games.runewars.abilities.registry import HANDLERS, Act, Handler, Moment, Source, When
from banneret.games.runewars.events.combat import AttackEnded, DamageLost, HitsSpent
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.rules.attacking import attack
from banneret.games.runewars.rules.damaging import suffer_wounds
from banneret.kernel.flow import Flow
from tests.games.runewars.field import die, field, play, told

SPEARS: Final = "a spearmen 3x1 9000 9000 0"
FOES: Final = "b spearmen 3x2 9000 10500 18000"
BLANKS: Final = [die("red"), die("blue")]


def answer(monkeypatch: pytest.MonkeyPatch, moment: When, act: Act) -> None:
    """Let all spearmen act at a moment of their own."""
    monkeypatch.setitem(HANDLERS[moment], "spearmen", Handler(act, "unit"))


@pytest.mark.rule("rw:34.5", "rw:76.0", "rw:76.5")
def test_a_when_effect_acts_once_for_each_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def act(_: Runewars, moment: Moment, __: Source) -> Flow[None]:
        seen.append(moment.name)
        yield from ()

    answer(monkeypatch, "attack-rerolled", act)
    game = field(SPEARS, FOES)
    play(game, attack(game, 0, "melee"), chance=BLANKS)
    assert seen == ["attack-rerolled"]
    play(game, attack(game, 0, "melee"), chance=BLANKS)
    assert seen == ["attack-rerolled"] * 2


@pytest.mark.rule("rw:76.6")
def test_a_while_effect_lasts_for_the_whole_attack_and_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Brutal 1 from the choice of the target on: threat 4 when the hits are spent, 3 in the next attack."""

    def act(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
        assert moment.attack is not None
        if not told(game, AttackEnded):
            moment.attack.gains["brutal"] += 1
            assert count(game.state, source.unit, "brutal", moment.attack) == 1
        yield from ()

    answer(monkeypatch, "attack-target", act)
    game = field(SPEARS, FOES)
    hit = [die("red", "hit"), die("blue")]
    play(game, attack(game, 0, "melee"), *["wound 1-2 0"] * 4, chance=hit)
    play(game, attack(game, 0, "melee"), *["wound 2-2 0"] * 3, chance=hit)
    assert [one.threat for one in told(game, HitsSpent)] == [4, 3]


@pytest.mark.rule("rw:76.7", "rw:76.8")
def test_before_and_after_effects_come_right_before_and_after_the_event(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before it is destroyed a unit still has its tokens; after that they are gone."""
    seen: list[tuple[str, int]] = []

    def act(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
        seen.append((moment.name, game.state.inspiration[source.unit]))
        yield from ()

    answer(monkeypatch, "before-destroyed", act)
    answer(monkeypatch, "destroyed", act)
    game = field(SPEARS, "b spearmen 1x1 9000 10000 18000")
    game.state.inspiration[1] = 2
    play(game, suffer_wounds(game, 1, 4))
    assert seen == [("before-destroyed", 2), ("destroyed", 0)]


@pytest.mark.rule("rw:76.8")
def test_what_comes_after_an_attack_comes_when_all_its_steps_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    lost: list[int] = []

    def act(_: Runewars, moment: Moment, __: Source) -> Flow[None]:
        assert moment.attack is not None
        lost.append(moment.attack.wounds)
        yield from ()

    answer(monkeypatch, "attack-end", act)
    game = field(SPEARS, FOES)
    play(game, attack(game, 0, "melee"), *["wound 1-2 0"] * 3, chance=[die("red", "hit"), die("blue")])
    assert lost == [3]
    assert told(game, DamageLost) == []


@pytest.mark.rule("rw:76.11")
def test_effects_of_cards_are_used_or_left() -> None:
    game = field(SPEARS, FOES)
    played = play(game, may(game.state, 0, "tempered-steel"), "pass")
    assert (played.options, played.result) == ([["pass", "yes"]], False)
    assert play(game, may(game.state, 0, "tempered-steel"), "yes").result
