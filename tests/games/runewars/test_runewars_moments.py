"""The moments of a match at which cards may act, in their order."""

from __future__ import annotations

from typing import Final

import pytest

from banneret.games.runewars.effects.registry import HANDLERS, MOMENTS, Handler, Moment, Source
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.rules.activation import act, perform, rally, reveal, revealed
from banneret.games.runewars.rules.attack.attack import attack
from banneret.games.runewars.rules.attack.morale import morale_test
from banneret.games.runewars.rules.command import after_command, begin_round
from banneret.games.runewars.rules.damage.losses import lose_tray
from banneret.games.runewars.rules.damage.wounds import suffer_wounds
from banneret.games.runewars.rules.deployment import supply
from banneret.games.runewars.rules.ground.objectives import set_up_objective
from banneret.games.runewars.rules.movement.marches import march_or_shift
from banneret.games.runewars.rules.round import end_activations, end_phase
from banneret.games.runewars.state import set_trays
from banneret.kernel.flow import Flow, MatchOver
from tests.games.runewars.field import deal, die, field, play

SPEARS: Final = "a spearmen 3x1 9000 3000 0"
"""The only unit whose cards answer in these tests."""
FOES: Final = "b reanimates 3x2 9000 12000 18000"
BESIDE: Final = "b reanimates 3x2 9000 4500 18000"


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The moments that happen from now on, in order."""
    found: list[str] = []

    def note(_: Runewars, moment: Moment, __: Source) -> Flow[None]:
        found.append(moment.name)
        yield from ()

    for name in MOMENTS:
        monkeypatch.setitem(HANDLERS[name], "spearmen", Handler(note, "any"))
    return found


def in_round(game: Runewars) -> Runewars:
    game.state.objective, game.state.round, game.state.turn = "bounty", 1, 0
    return game


def test_every_moment_has_a_card() -> None:
    assert [name for name in MOMENTS if not HANDLERS[name]] == []


@pytest.mark.rule("rw:7.0", "rw:7.3", "rw:7.5", "rw:7.6", "rw:7.9", "rw:56.0", "rw:56.4", "rw:76.0")
def test_the_moments_of_an_attack_follow_its_steps(seen: list[str]) -> None:
    game = field(SPEARS, BESIDE)
    wounds = ["wound 1-2 0", "wound 2-2 0", "wound 2-2 0"]
    play(game, attack(game, 0, "melee"), *wounds, chance=[die("red", "hit"), die("blue")])
    assert seen == [
        "attack-target", "attack-dice", "attack-rolled", "attack-rerolls", "attack-rerolled", "attack-icons-added",
        "attack-dice-changed", "attack-icons-removed", "attack-surges", "wounded", "figures-lost", "attack-end",
    ]  # fmt: skip  # several to a line


@pytest.mark.rule("rw:5.1", "rw:5.2", "rw:5.6", "rw:65.0")
def test_the_moments_of_an_activation_follow_its_steps(seen: list[str]) -> None:
    game = field(SPEARS, FOES)
    state = game.state
    state.dials, state.shown, state.active = [(0, 0), (0, 0)], [False, False], 0
    play(game, reveal(game))
    assert seen == ["before-reveal"]
    play(game, revealed(game))
    assert seen == ["before-reveal", "reveal"]
    play(game, rally(game, 0))
    assert seen == ["before-reveal", "reveal", "rallied"]
    seen.clear()
    state.dials = [(4, 0), (0, 0)]
    play(game, perform(game), "move straight 1 front ahead")
    assert seen == ["before-move", "after-move", "after-activation"]


@pytest.mark.rule("rw:52.0", "rw:91.1", "rw:61.0")
def test_the_moments_of_moves(seen: list[str]) -> None:
    game = field(SPEARS, "b reanimates 3x2 9000 6000 18000")
    play(game, march_or_shift(game, 0, "march", 3))
    assert seen == ["before-move", "banes-gained", "collision", "after-move"]
    seen.clear()
    game = field(SPEARS, FOES)
    play(game, act(game, 0, "reform", 0, None), "reform 9000 centre")
    assert seen == ["after-reform"]


@pytest.mark.rule("rw:64.0", "rw:64.1", "rw:64.2", "rw:51.1", "rw:30.0")
def test_the_moments_of_a_round_follow_its_phases(seen: list[str]) -> None:
    game = in_round(field(SPEARS, FOES))
    for step, expected in (
        (begin_round, ["round-start"]),
        (after_command, ["after-command"]),
        (end_activations, ["before-end-phase"]),
        (end_phase, ["end-phase", "mana-cast"]),
    ):
        seen.clear()
        play(game, step(game))
        assert seen == expected


@pytest.mark.rule("rw:setup.6", "rw:setup.8", "rw:setup.9")
def test_the_moments_of_the_setup(seen: list[str]) -> None:
    game = field(SPEARS, FOES)
    game.state.objective = "hold-the-crossroads"
    play(game, set_up_objective(game))
    assert seen == ["before-deployment"]
    seen.clear()
    play(game, supply(game))
    assert seen == ["mana-cast", "after-setup"]


@pytest.mark.rule("rw:58.0", "rw:58.1", "rw:58.3", "rw:82.0")
def test_the_moments_of_a_morale_test(seen: list[str]) -> None:
    game = field(SPEARS, FOES)
    deal(game, "disarray", "disarray")
    assert play(game, morale_test(game, 0, 2)).result == "disarray"
    assert seen == ["morale-test", "banes-gained", "morale-end"]
    seen.clear()
    assert play(game, morale_test(game, 0, 0)).result == ""
    assert seen == []


@pytest.mark.rule("rw:88.0", "rw:88.2", "rw:87.3")
def test_the_moments_of_losses(seen: list[str]) -> None:
    game = field(SPEARS, FOES)
    play(game, lose_tray(game, 0, (2, 0)))
    assert seen == ["figures-lost", "trays-lost"]
    seen.clear()
    set_trays(game.state, 0, [(0, 0, 0, "")])
    play(game, suffer_wounds(game, 0, 1))
    assert seen[:4] == ["wounded", "figures-lost", "trays-lost", "before-destroyed"]


@pytest.mark.rule("rw:87.2", "rw:87.3")
def test_a_wounded_figure_that_stands_is_no_loss(seen: list[str]) -> None:
    """A carrion lancer has three wounds, and those of two fall one by one."""
    game = field(SPEARS, "b carrion-lancers 2x1 9000 12000 18000")
    play(game, suffer_wounds(game, 1, 1), "wound 1-1 0")
    assert seen == ["wounded"]
    seen.clear()
    play(game, suffer_wounds(game, 1, 2), "wound 1-1 1", "wound 1-1 2")
    assert seen == ["wounded", "figures-lost", "trays-lost"]


@pytest.mark.rule("rw:5.1", "rw:29.0", "rw:71.1")
def test_the_match_ends_when_the_last_unit_falls_at_the_reveal(monkeypatch: pytest.MonkeyPatch) -> None:
    def fall(game: Runewars, _: Moment, source: Source) -> Flow[None]:
        set_trays(game.state, source.unit, ())
        yield from ()

    monkeypatch.setitem(HANDLERS["reveal"], "spearmen", Handler(fall, "unit"))
    game = field(SPEARS, FOES)
    game.state.dials, game.state.shown, game.state.active = [(0, 0), (0, 0)], [True, False], 0
    with pytest.raises(MatchOver):
        play(game, revealed(game))
