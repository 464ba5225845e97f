"""Damage, wounds and their consequences, with numbers by hand: who is asked what, what is lost, what is left."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.runewars.actions import Place
from banneret.games.runewars.content.components import components
from banneret.games.runewars.content.tabletop import side_of, tabletop
from banneret.games.runewars.events.combat import DamageLost, FigureWounded, SlotFilled, TraysLost, UnitDestroyed
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.rules import activation
from banneret.games.runewars.rules.damage.losses import Toll, figure_upgrades, lose_tray, reconfigure
from banneret.games.runewars.rules.damage.terrain import LeaveSpace, can_enter, leave
from banneret.games.runewars.rules.damage.wounds import (
    assign_damage,
    assign_wounds,
    current_defense,
    defense_bonus,
    suffer_damage,
    suffer_wounds,
)
from banneret.games.runewars.rules.scoring import army_points, eliminated, end_match, outcome
from banneret.games.runewars.rules.turns import fits, hidden, initiative, next_turn, ready
from banneret.games.runewars.state import NO_PIECE, cells_of, set_trays
from banneret.kernel.choosers import Chooser
from banneret.kernel.flow import Flow, MatchOver, Question
from tests.games.runewars.field import field, play, standing, told

LANCERS = "b carrion-lancers 2x1 9000 12000 18000"
AWAY = "a spearmen 2x1 9000 3000 0"


def missing(flow: Any) -> list[int | None]:
    """Answer every question with its first option; return how many wounds each says are left to assign."""
    found: list[int | None] = []
    answer: Any = None
    while True:
        try:
            request = flow.send(answer)
        except StopIteration:
            return found
        assert isinstance(request, Question)
        chooser: Chooser[Any] = request.chooser
        part = chooser.part()
        found.append(None if part is None else part.missing)
        answer = chooser.options()[0]


# Damage and wounds of effects ----------------------------------------------------------------------------------------


@pytest.mark.rule("rw:66.1")
@pytest.mark.parametrize(
    ("damage", "wounds", "lost"),
    [(0, 0, 0), (-1, 0, 0), (1, 0, 1), (2, 0, 2), (3, 1, 0), (5, 1, 2), (6, 2, 0), (20, 6, 0)],
)
def test_an_effect_wounds_once_for_each_time_the_damage_reaches_the_defense(
    damage: int, wounds: int, lost: int
) -> None:
    """Two carrion lancers of defense 3 with three wounds each; what is left over is lost, unless nobody is left."""
    game = field(AWAY, LANCERS)
    flow = suffer_damage(game, 1, damage)
    answers = ["wound 1-1 0", "wound 1-1 1", "wound 1-1 2"][: min(wounds, 3)]
    played = play(game, flow, *answers)
    assert played.result == wounds
    assert played.asked == ["a wound"] * len(answers)
    assert [one.damage for one in told(game, DamageLost)] == ([lost] if lost else [])
    assert len(told(game, FigureWounded)) == wounds
    assert bool(told(game, UnitDestroyed)) is (wounds == 6)


@pytest.mark.rule("rw:66.1", "rw:77.2")
def test_the_seat_that_is_named_assigns_what_an_effect_does() -> None:
    game = field(AWAY, LANCERS)
    assert play(game, suffer_damage(game, 1, 3, by=1), "wound 1-1 0").asked == ["b wound"]
    assert play(game, suffer_wounds(game, 1, 1, by=1), "wound 2-1 0").asked == ["b wound"]
    assert play(game, suffer_wounds(game, 1, 1), "wound 2-1 1").asked == ["a wound"]
    assert sorted(one[2] for one in game.state.figures[1]) == [1, 2]
    for number in (0, -1):
        played = play(game, suffer_wounds(game, 1, number))
        assert (played.asked, played.result) == ([], 0)


@pytest.mark.rule("rw:77.2", "rw:87.5")
@pytest.mark.parametrize(("number", "left"), [(1, [None]), (2, [2, 1]), (3, [3, 2, 1])])
def test_several_wounds_are_counted_down(number: int, left: list[int | None]) -> None:
    game = field(AWAY, "b spearmen 2x2 9000 12000 18000")
    assert missing(assign_wounds(game, Toll(game.state, 1), number, 0)) == left


@pytest.mark.rule("rw:87.2", "rw:87.3")
def test_a_figure_falls_with_its_last_wound_only() -> None:
    """A carrion lancer has three wounds."""
    game = field(AWAY, LANCERS)
    toll = Toll(game.state, 1)
    play(game, assign_wounds(game, toll, 4, 0), "wound 1-1 0", "wound 1-1 1", "wound 1-1 2")
    assert [one.falls for one in told(game, FigureWounded)] == [False, False, True, False]
    assert (toll.wounds, toll.fallen) == (4, 1)


@pytest.mark.rule("rw:77.2", "rw:87.5")
def test_wounds_without_a_figure_left_are_lost() -> None:
    game = field(AWAY, "b carrion-lancers 1x1 9000 12000 18000")
    played = play(game, suffer_wounds(game, 1, 5))
    assert (played.result, len(told(game, FigureWounded))) == (3, 3)
    assert eliminated(game.state) == [1]


@pytest.mark.rule("rw:66.1", "rw:66.2", "rw:38.4")
@pytest.mark.parametrize(("damage", "left"), [(1, [None]), (2, [1]), (3, [1, 1])])
def test_damage_that_may_wound_several_is_told_so_by_the_weakest_figure(damage: int, left: list[int | None]) -> None:
    """Spearmen of defense 1, and a geomancer of defense 2, who is wounded first."""
    game = field(AWAY, "b spearmen 2x1 9000 12000 18000 | uncontrolled-geomancer")
    assert missing(assign_damage(game, Toll(game.state, 1), damage, 0, 0)) == left


@pytest.mark.rule("rw:66.1", "rw:66.2", "rw:83.2")
@pytest.mark.parametrize(("bonus", "wounds"), [(0, 6), (1, 3), (2, 2), (-5, 6)])
def test_a_bonus_makes_every_wound_dearer_and_none_costs_less_than_one(bonus: int, wounds: int) -> None:
    """Six points of damage against spearmen of defense 1."""
    game = field(AWAY, "b spearmen 2x2 9000 12000 18000")
    toll = Toll(game.state, 1)
    missing(assign_damage(game, toll, 6, 0, bonus))
    assert (toll.wounds, toll.fallen) == (wounds, wounds)


@pytest.mark.rule("rw:2.1", "rw:83.1", "rw:83.2")
def test_a_defend_modifier_counts_only_once_it_is_revealed() -> None:
    game = field("a spearmen 2x1 9000 3000 0", LANCERS)
    state = game.state
    state.dials = [(0, 4), (0, 0)]
    assert (defense_bonus(state, 0), current_defense(state, 0)) == (0, 1)
    state.shown[0] = True
    assert (defense_bonus(state, 0), current_defense(state, 0)) == (1, 2)
    state.dials[0] = (0, 0)
    assert (defense_bonus(state, 0), current_defense(state, 0)) == (0, 1)


@pytest.mark.rule("rw:44.1", "rw:87.3", "rw:ruling.40")
def test_vitality_saves_a_figure_as_often_as_there_is_some() -> None:
    game = field(AWAY, LANCERS)
    game.state.vitality[1] = 2
    played = play(
        game, suffer_wounds(game, 1, 3),
        "wound 1-1 0", "use vitality", "wound 1-1 0", "pass", "wound 1-1 1", "use vitality",
    )  # fmt: skip  # several to a line
    assert played.asked == ["a wound", "b vitality"] * 3
    assert (played.result, game.state.vitality[1]) == (1, 0)
    assert sorted(one[2] for one in game.state.figures[1]) == [0, 1]
    assert play(game, suffer_wounds(game, 1, 1), "wound 1-1 1").asked == ["a wound"]


# Step 10 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:7.10", "rw:88.0")
def test_trays_without_figures_go_and_are_named_from_the_front() -> None:
    game = field(AWAY, "b spearmen 2x2 9000 12000 18000")
    toll = Toll(game.state, 1)
    set_trays(game.state, 1, [(0, 0, 0, "")], [(1, 0), (0, 1), (1, 1)])
    assert play(game, reconfigure(game, toll)).result == 3
    assert [one.trays for one in told(game, TraysLost)] == [("2-1", "1-2", "2-2")]
    assert cells_of(game.state, 1) == {(0, 0)}
    assert play(game, reconfigure(game, Toll(game.state, 1))).result == 0
    assert len(told(game, TraysLost)) == 1


@pytest.mark.rule("rw:88.0", "rw:88.1", "rw:88.2")
def test_nothing_is_left_of_a_destroyed_unit() -> None:
    game = field(AWAY, "b carrion-lancers 1x1 9000 12000 18000")
    state = game.state
    state.inside[1] = 0
    state.pieces, state.piece_poses = ["forest"], [(9000, 12_000, 0)]
    state.banes[1], state.inspiration[1], state.vitality[1] = ["stun"], 2, 1
    state.upgrades[1], state.exhausted[1], state.marks[1] = ["combat-ingenuity"], ["combat-ingenuity"], {"x": 1}
    play(game, lose_tray(game, 1, (0, 0)))
    assert (state.figures[1], state.poses[1], state.inside[1]) == ([], None, NO_PIECE)
    assert (state.banes[1], state.inspiration[1], state.vitality[1]) == ([], 0, 0)
    assert (state.upgrades[1], state.exhausted[1], state.conditions[1], state.marks[1]) == ([], [], [], {})
    assert army_points(state, 1) == 0


@pytest.mark.rule("rw:38.7b")
@pytest.mark.parametrize(("back", "options"), [
    ([4, 4], ["tray 1-2", "tray 2-2"]), ([4, 3], []), ([3, 2], ["tray 1-2", "tray 2-2"]),
])  # fmt: skip  # several to a line
def test_a_full_tray_of_the_back_rank_takes_the_place_of_a_heavy_figure(back: list[int], options: list[str]) -> None:
    """Where only one is full, nobody is asked."""
    game = field("a reanimates 2x2 9000 9000 0 | support-carrion-lancer", "b spearmen 2x1 15000 3000 0")
    state = game.state
    heavy = "support-carrion-lancer"
    figures = [(0, 0, 0, heavy), *[(1, 0, 0, "")] * 4]
    for column, number in enumerate(back):
        figures += [(column, 1, 0, "")] * number
    set_trays(state, 0, figures)
    toll = Toll(state, 0)
    assert figure_upgrades(state, 0) == {heavy: (0, 0)}
    set_trays(state, 0, figures[1:], [(0, 0)])
    played = play(game, reconfigure(game, toll), *options[:1])
    assert played.options == ([options] if options else [])
    assert [one.taken for one in told(game, SlotFilled)] == ["1-2"]
    assert standing(game, "a1") == {(0, 0): back[0], (1, 0): 4, (1, 1): back[1]}
    assert heavy not in state.upgrades[0]


@pytest.mark.rule("rw:38.7b")
def test_nothing_takes_the_place_of_a_heavy_figure_alone_in_the_back_rank() -> None:
    game = field("a reanimates 2x2 9000 9000 0 | support-carrion-lancer", "b spearmen 2x1 15000 3000 0")
    state, heavy = game.state, "support-carrion-lancer"
    front = [(column, 0, 0, "") for column in (0, 0, 0, 0, 1, 1, 1, 1)]
    set_trays(state, 0, [*front, (0, 1, 0, heavy)])
    toll = Toll(state, 0)
    set_trays(state, 0, front, [(0, 1)])
    played = play(game, reconfigure(game, toll))
    assert (played.asked, told(game, SlotFilled)) == ([], [])
    assert standing(game, "a1") == {(0, 0): 4, (1, 0): 4}
    assert heavy not in state.upgrades[0]


# Terrain -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:41.1", "rw:41.1a")
def test_terrain_is_entered_by_as_many_trays_as_it_holds() -> None:
    sides = [side for piece in tabletop().pieces.values() for side in (piece.defensive.id, piece.dangerous.id)]
    assert len({side_of(side).capacity for side in sides}) > 2
    for formation, trays in (("2x1", 2), ("2x2", 4), ("3x2", 6), ("3x3", 9)):
        game = field(f"a spearmen {formation} 9000 9000 0", LANCERS)
        state = game.state
        for side in sides:
            state.pieces, state.piece_poses = [side], [(3000, 3000, 0)]
            assert can_enter(state, 0, 0) is (trays <= side_of(side).capacity)
            state.inside[1] = 0
            assert not can_enter(state, 0, 0)
            state.inside[1] = NO_PIECE


def inside(*more: str) -> Runewars:
    """Return spearmen in a piece of terrain in the middle of the table."""
    game = field("a spearmen 2x1 9000 9000 0", "b spearmen 2x1 15000 3000 0", *more)
    state = game.state
    state.pieces, state.piece_poses, state.inside[0] = ["forest"], [(9000, 9000, 0)], 0
    return game


@pytest.mark.rule("rw:41.4", "rw:41.4a", "rw:41.4b")
@pytest.mark.parametrize("action", ["march", "shift"])
def test_a_unit_leaves_terrain_with_a_heading_of_the_circle(action: Any) -> None:
    space = LeaveSpace(inside().state, 0, action)
    place = next(one for one in space.suggest() if one.heading == 0)
    assert space.refusal(place) is None
    for heading in (-1, 36_000):
        refusal = space.refusal(Place(place.x, place.y, heading))
        assert refusal is not None
        assert (refusal.rule, refusal.reason.id) == ("rw:41.4", "refuse.heading")
    for one in space.suggest():
        assert space.refusal(one) is None
    away = space.refusal(Place(place.x, place.y + 300, 0)) or space.refusal(Place(place.x, place.y - 300, 0))
    assert away is not None
    assert away.rule in {"rw:41.4a", "rw:41.4b", "rw:41.4c"}


@pytest.mark.rule("rw:41.3", "rw:41.8d")
def test_a_unit_that_leaves_terrain_stands_where_it_is_placed() -> None:
    game = inside()
    place = LeaveSpace(game.state, 0, "march").suggest()[0]
    assert play(game, leave(game, 0, "march"), f"place {place.x} {place.y} {place.heading}").result is True
    assert game.state.poses[0] == (place.x, place.y, place.heading)
    assert game.state.inside[0] == NO_PIECE
    assert game.state.banes[0] == []


# Whose turn it is, and the end ---------------------------------------------------------------------------------------


@pytest.mark.rule("rw:6.0", "rw:6.1", "rw:47.0", "rw:47.3", "rw:5.5")
def test_the_lowest_initiative_is_called_and_the_first_player_begins() -> None:
    """Spearmen march at 4 and 5 and attack at 7; the second player's unit is alone at 4."""
    game = field(
        "a spearmen 2x1 3000 3000 0", "a spearmen 2x1 9000 3000 0", "b spearmen 2x1 3000 12000 18000",
        "b spearmen 2x1 9000 12000 18000",
    )  # fmt: skip  # several to a line
    state = game.state
    state.dials = [(1, 0), (5, 0), (0, 0), (1, 0)]
    assert [initiative(state, unit, dials) for unit, dials in enumerate(state.dials)] == [5, 7, 4, 5]
    assert hidden(state) == [0, 1, 2, 3]
    order = []
    next_turn(game)
    while state.step == "choose":
        order.append((state.called, state.turn, ready(state, state.turn)))
        state.shown[ready(state, state.turn)[0]] = True
        next_turn(game)
    assert order == [(4, 1, [2]), (5, 0, [0]), (5, 1, [3]), (7, 0, [1])]
    assert state.step == "regenerate"
    assert hidden(state) == []


@pytest.mark.rule("rw:5.5", "rw:6.1")
def test_what_dials_a_hidden_unit_may_have() -> None:
    """Until 5 is called, any; then none of less, and of less than the next once its side has passed."""
    game = field("a spearmen 2x1 3000 3000 0", "b spearmen 2x1 3000 12000 18000")
    state = game.state
    state.dials = [(1, 0), (5, 0)]
    sectors = range(len(components().units["spearmen"].actions))

    def values(unit: int) -> list[int]:
        return sorted({initiative(state, unit, (one, 0)) for one in sectors if fits(state, unit, (one, 0))})

    assert values(0) == [3, 4, 5, 6, 7, 8]
    state.called = 5
    assert values(0) == values(1) == [5, 6, 7, 8]
    state.spent = [True, False]
    assert (values(0), values(1)) == ([6, 7, 8], [5, 6, 7, 8])
    state.spent = [False, False]
    state.active = 0
    assert (values(0), values(1)) == ([5], [5, 6, 7, 8])


@pytest.mark.rule("rw:29.1", "rw:71.1", "rw:71.2", "rw:86.0", "rw:86.2")
@pytest.mark.parametrize(
    ("lines", "scores", "winner", "places"),
    [
        (("a spearmen 2x1 3000 3000 0", "b spearmen 2x2 9000 12000 18000"), [18, 30], 1, ((1,), (0,))),
        (("a spearmen 2x2 3000 3000 0", "b spearmen 2x1 9000 12000 18000"), [30, 18], 0, ((0,), (1,))),
        (("a spearmen 2x1 3000 3000 0", "b spearmen 2x1 9000 12000 18000"), [18, 18], -1, ((0, 1),)),
        (("a spearmen 2x1 3000 3000 0 | gone", "b spearmen 2x2 9000 12000 18000"), [0, 30], 1, ((1,), (0,))),
    ],
)
def test_who_has_more_points_left_wins(
    lines: tuple[str, str], scores: list[int], winner: int, places: tuple[tuple[int, ...], ...]
) -> None:
    gone = "gone" in lines[0]
    game = field(lines[0].partition(" |")[0], lines[1])
    state = game.state
    if gone:
        set_trays(state, 0, ())
    assert eliminated(state) == ([0] if gone else [])
    end_match(game)
    assert state.scores == scores
    assert (state.winner, state.reason, state.step) == (winner, "eliminated" if gone else "rounds", "over")
    assert outcome(state).places == places


@pytest.mark.rule("rw:29.0", "rw:71.1")
@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("last", [1, 2])
def test_a_match_is_over_as_soon_as_an_action_or_bonus_action_leaves_a_player_no_unit(
    last: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing else of the activation happens."""
    game = field("a spearmen 2x1 5000 3000 0", LANCERS)
    card = components().units[game.state.unit[0]]
    action = next(number for number, sector in enumerate(card.actions) if sector.action is not None)
    bonus = next(number for number, sector in enumerate(card.modifiers) if sector.action is not None)
    game.state.dials[0], game.state.active = (action, bonus), 0
    done: list[str] = []

    def act(game: Runewars, _unit: int, name: str, *_: object) -> Flow[bool]:
        done.append(name)
        if len(done) == last:
            game.state.figures[1] = []
        yield from ()
        return False

    monkeypatch.setattr(activation, "act", act)
    monkeypatch.setattr(activation, "take_tokens", lambda _: done.append("tokens"))
    with pytest.raises(MatchOver):
        play(game, activation.perform(game))
    assert done == [card.actions[action].action, card.modifiers[bonus].action][:last]
