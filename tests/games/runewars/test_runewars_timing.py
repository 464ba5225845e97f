"""Timing: when, while, before and after, each once for an instance of its event."""

from __future__ import annotations

from typing import Final

import pytest

from banneret.games.runewars.actions import Order
from banneret.games.runewars.effects.held_cards import exhaust, exhaustible
from banneret.games.runewars.effects.moments import OrderChooser, happen
from banneret.games.runewars.effects.numbers import count
from banneret.games.runewars.effects.questions import may
from banneret.games.runewars.effects.registry import HANDLERS, Act, Handler, Moment, Source, When
from banneret.games.runewars.events.combat import AttackEnded, DamageLost, HitsSpent
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.rules.attack.attack import attack
from banneret.games.runewars.rules.damage.wounds import suffer_wounds
from banneret.games.runewars.rules.round import end_phase
from banneret.kernel.flow import Flow, MatchOver
from tests.games.runewars.field import die, field, play, told, unit

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


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.rule("rw:76.9", "rw:76.10", "rw:ruling.52")
def test_a_player_orders_own_effects_of_the_same_timing(monkeypatch: pytest.MonkeyPatch, *, last: bool) -> None:
    """The first player's effects come first, in the order named; the other player's only one is not asked for."""
    seen: list[str] = []

    def act(_: Runewars, __: Moment, source: Source) -> Flow[None]:
        seen.append(source.id)
        yield from ()

    monkeypatch.setitem(HANDLERS, "before-end-phase", {})
    for id in ("spearmen", "inspiring-strike", "war-crier", "reanimates"):
        monkeypatch.setitem(HANDLERS["before-end-phase"], id, Handler(act, "any"))
    game = field(f"{SPEARS} | war-crier", "b reanimates 2x2 9000 13000 18000")
    game.state.first = 0
    order = ["spearmen", "inspiring-strike", "war-crier"]
    if last:
        order.reverse()
    played = play(game, happen(game, Moment("before-end-phase")), *[f"order a1 {id}" for id in order[:2]])
    assert seen == [*order, "reanimates"]
    assert played.asked == ["a order", "a order"]
    assert [len(options) for options in played.options] == [3, 2]


def test_only_what_has_that_timing_can_come_next() -> None:
    game = field(f"{SPEARS} | war-crier", FOES)
    chooser = OrderChooser(game.state, [Source(0, "spearmen"), Source(0, "war-crier")])
    assert chooser.options() == [Order("a1", "spearmen"), Order("a1", "war-crier")]
    for wrong in (Order("a1", "tempered-steel"), Order("b1", "spearmen")):
        refusal = chooser.refusal(wrong)
        assert refusal is not None
        assert refusal.rule == "rw:76.9"


@pytest.mark.rule("rw:32.5")
def test_only_upgrades_that_exhaust_for_their_own_effect_can_be_exhausted() -> None:
    """Of the two cards Shield Wall is exhausted for its effect; the captain's card never is."""
    game = field(f"{SPEARS} | shield-wall war-crier", FOES)
    assert exhaustible(game.state, unit(game, "a1")) == ["shield-wall"]
    with pytest.raises(ValueError, match="war-crier of a1 cannot be exhausted"):
        exhaust(game, Source(0, "war-crier"))
    exhaust(game, Source(0, "shield-wall"))
    assert (game.state.exhausted[0], exhaustible(game.state, 0)) == (["shield-wall"], [])
    with pytest.raises(ValueError, match="shield-wall of a1 cannot be exhausted"):
        exhaust(game, Source(0, "shield-wall"))


@pytest.mark.rule("rw:30.0")
def test_dials_that_were_seen_or_canceled_are_so_for_the_round_alone() -> None:
    game = field("a spearmen 2x2 5000 3000 0", "b spearmen 2x2 5000 9000 18000")
    state = game.state
    state.objective, state.seen, state.canceled, state.called = "hold-the-crossroads", [2, 1], [1, 2], 10
    play(game, end_phase(game), chance=[0] * 5)
    assert (state.seen, state.canceled, state.called) == ([0, 0], [0, 0], 0)


@pytest.mark.rule("rw:29.0", "rw:71.1")
def test_who_has_no_units_left_in_the_end_phase_has_lost_before_the_mana_is_cast() -> None:
    game = field("a spearmen 2x2 5000 3000 0", "b spearmen 2x2 5000 9000 18000")
    game.state.figures[1] = []
    with pytest.raises(MatchOver):
        play(game, end_phase(game), chance=[1, 0, 1, 0, 1])
    assert (game.state.round, game.state.mana) == (1, [0] * 5)
