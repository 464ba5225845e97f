"""The course of a round: commands, who is activated when, the command tool, rally, the end phase, the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from banneret.games.runewars.actions import Activate
from banneret.games.runewars.content.components import components
from banneret.games.runewars.content.sectors import action_named, modifier_named
from banneret.games.runewars.effects import held_cards as holding
from banneret.games.runewars.effects.held_cards import SHIFTED, exhaustible
from banneret.games.runewars.effects.registry import Source
from banneret.games.runewars.events.cards import CardExhausted
from banneret.games.runewars.events.course import (
    FiguresRegrown,
    InitiativeCalled,
    InitiativePassed,
    MatchDrawn,
    MatchWon,
    ToolRevealed,
)
from banneret.games.runewars.events.moves import ActionCanceled, ModifierCanceled, UnitMoved, UnitRallied
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NO_DIALS, MatchState, label
from banneret.games.runewars.rulebook import RunewarsRulebook
from banneret.games.runewars.rules import turns
from banneret.games.runewars.rules.activation import (
    ActivateChooser,
    choose,
    perform,
    rally,
    reveal,
    revealed,
    settle,
)
from banneret.games.runewars.rules.command import ContentChooser, DialChooser, choices, modifier_of, set_dials
from banneret.games.runewars.rules.damage.losses import lose_tray
from banneret.games.runewars.rules.damage.wounds import defense_bonus
from banneret.games.runewars.rules.regenerate import regenerate
from banneret.games.runewars.rules.round import end_activations, end_phase
from banneret.games.runewars.rules.scoring import army_points, end_match, outcome
from banneret.games.runewars.rules.turns import hidden, initiative, may_pass, next_turn, ready
from banneret.games.runewars.state import cells_of
from banneret.games.runewars.units.formation import formation
from banneret.kernel.flow import Flow, MatchOver
from banneret.kernel.journal import Origin
from banneret.kernel.match import Match
from banneret.kernel.questions import Pass
from banneret.text.message import msg
from tests.games.runewars.field import field, play, told

A1, A2 = "a spearmen 2x1 5000 3000 0", "a spearmen 2x1 9000 3000 0"
B1, B2 = "b spearmen 2x1 5000 11000 18000", "b spearmen 2x1 9000 11000 18000"
BLANK = "blank"


def turn(game: Runewars, dials: Sequence[tuple[str, str]]) -> MatchState:
    """Turn the dials of all units, as after the command phase."""
    state = game.state
    for unit, (action, modifier) in enumerate(dials):
        card = components().units[state.unit[unit]]
        state.dials[unit] = (action_named(card, action), modifier_named(card, modifier))
        assert -1 not in state.dials[unit]
    state.step = "command"
    return state


def activated(game: Runewars, unit: int, action: str, modifier: str) -> None:
    """Let a unit be about to be revealed with these dials."""
    card = components().units[game.state.unit[unit]]
    game.state.dials[unit] = (action_named(card, action), modifier_named(card, modifier))
    assert -1 not in game.state.dials[unit], (action, modifier)
    game.state.called = initiative(game.state, unit, game.state.dials[unit])
    game.state.active, game.state.turn, game.state.step = unit, game.state.seat[unit], "reveal"


def opened(game: Runewars) -> Flow[None]:
    """The command tool of the active unit: what comes before its reveal, and what follows from it."""
    yield from reveal(game)
    yield from revealed(game)


def act(game: Runewars) -> None:
    """Reveal the active unit and let it perform; nobody is asked anything."""
    assert play(game, opened(game)).asked == []
    assert play(game, perform(game)).asked == []


# Command phase -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:3.2", "rw:6.2", "rw:54.2")
def test_dials_are_turned_to_any_sector_blank_ones_too() -> None:
    spears, dead = components().units["spearmen"], components().units["reanimates"]
    assert len(choices(spears)) == 8 * 8
    blanks = [dials for dials in choices(dead) if dead.actions[dials[0]].action is None]
    assert len({action for action, _ in blanks}) == 1
    game = field(A1, B1)
    chooser = DialChooser(game.state, 0)
    assert all(chooser.refusal(option) is None for option in chooser.options())
    assert len(chooser.options()) == 64


@pytest.mark.rule("rw:50.0", "rw:50.2")
def test_dials_are_changed_until_the_player_is_content() -> None:
    game = field(A1, A2, B1)
    flow = set_dials(game.state, 0, [0, 1])
    first, second = "dials a1 march-2-blue-4 charge-0-blue", "dials a2 rally-green-3 turn-minus-1-blue"
    played = play(game, flow, first, second, "change a1", "dials a1 reform-green-4 defend-1-green", "content")
    assert played.asked == ["a dials", "a dials", "a content", "a dials", "a content"]
    spears = components().units["spearmen"]
    wanted = (action_named(spears, "reform-green-4"), modifier_named(spears, "defend-1-green"))
    assert played.result[0] == wanted
    assert game.state.dials == [NO_DIALS] * 3
    refused = ContentChooser(game.state, [0, 1]).refusal
    assert [option for option in ContentChooser(game.state, [0, 1]).options() if refused(option)] == []


@pytest.mark.rule("rw:50.1", "rw:50.1a", "rw:50.0", "rw:50.2")
def test_both_players_turn_their_dials_at_the_same_time() -> None:
    state = field(A1, B1).state
    state.step = "command"
    match: Match[Any] = Match(RunewarsRulebook(), Origin(2, {}, None, state))
    assert set(match.asking) == {0, 1}
    match.play(1, "dials b1 march-2-blue-4 charge-0-blue")
    assert match.state.dials == [NO_DIALS, NO_DIALS]
    match.play(0, "dials a1 rally-green-3 turn-minus-1-blue")
    match.play(0, "content")
    assert list(match.asking) == [1]
    match.play(1, "content")
    assert all(dials != NO_DIALS for dials in match.state.dials)
    assert match.state.step == "choose"
    assert not any(match.state.shown)


# Activation order ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:6.0", "rw:6.1", "rw:47.0", "rw:47.1", "rw:47.3", "rw:47.4", "rw:74.2", "rw:5.5")
def test_initiatives_are_called_upwards_and_players_alternate_from_the_first() -> None:
    game = field(A1, A2, B1, B2)
    state = turn(
        game,
        [
            ("march-2-blue-4", "charge-0-blue"),
            ("march-2-blue-4", "charge-0-blue"),
            ("rally-green-3", "charge-0-blue"),
            ("march-2-blue-4", "charge-0-blue"),
        ],
    )
    order = []
    next_turn(game)
    while state.step == "choose":
        unit = ready(state, state.turn)[0]
        order.append((state.called, label(state, unit)))
        state.shown[unit] = True
        next_turn(game)
    assert order == [(3, "b1"), (4, "a1"), (4, "b2"), (4, "a2")]
    assert [one.initiative for one in told(game, InitiativeCalled)] == [3, 4]
    assert (state.step, hidden(state)) == ("regenerate", [])


# Initiatives that a card shifts ------------------------------------------------------------------------------------

RAVEN = "a spearmen 2x2 5000 3000 0 | raven-pennon-bearer"
AT_4, AT_6 = ("march-2-blue-4", "charge-0-blue"), ("shift-1-green-6", "charge-0-blue")


def called(game: Runewars, *answers: str) -> list[tuple[int, str]]:
    """Choose who is activated until the answers are used up; return each with the initiative that was called."""
    state, given = game.state, []
    if not state.called:
        next_turn(game)
    for answer in answers:
        given.append((state.called, f"{'ab'[state.turn]} {answer}"))
        play(game, choose(game), answer)
        if state.step == "reveal":
            state.shown[state.active] = True
            state.active = -1
            state.marks = [{name: n for name, n in one.items() if name != SHIFTED} for one in state.marks]
            next_turn(game)
    return given


@pytest.mark.rule("rw:ruling.75")
def test_a_unit_is_activated_one_earlier_when_that_value_is_called() -> None:
    """Its player is asked from 2 on, for its dials might show 3; the card is exhausted only for the change."""
    game = field(RAVEN, B1)
    state = turn(game, [AT_6, AT_4])
    told_ = called(game, "pass", "pass", "pass", "activate b1", "activate a1")
    assert told_ == [(2, "a pass"), (3, "a pass"), (4, "a pass"), (4, "b activate b1"), (5, "a activate a1")]
    assert (state.exhausted[0], state.step) == (["raven-pennon-bearer"], "regenerate")
    assert [one.initiative for one in told(game, InitiativePassed)] == [2, 3, 4]


@pytest.mark.rule("rw:ruling.75")
def test_a_unit_is_activated_one_later_and_then_has_to_be() -> None:
    game = field(RAVEN, B1)
    state = turn(game, [AT_4, AT_4])
    called(game, "pass", "pass", "pass", "activate b1")
    chooser = ActivateChooser(state, 0)
    assert (state.called, chooser.options()) == (5, [Activate("a1")])
    refusal = chooser.refusal(Pass())
    assert refusal is not None
    assert refusal.reason.id == "refuse.activate.pass"
    called(game, "activate a1")
    assert state.exhausted[0] == ["raven-pennon-bearer"]


@pytest.mark.rule("rw:ruling.75")
def test_a_unit_with_the_latest_dials_may_come_one_later_still() -> None:
    """At 9 nothing else is left to be called."""
    game = field(RAVEN, B1)
    turn(game, [("march-4-yellow-8", "charge-0-blue"), AT_4])
    told_ = called(game, "pass", "pass", "pass", "activate b1", "pass", "pass", "pass", "pass", "activate a1")
    assert told_[-2:] == [(8, "a pass"), (9, "a activate a1")]
    assert game.state.exhausted[0] == ["raven-pennon-bearer"]


@pytest.mark.usefixtures("interpreted")
@pytest.mark.rule("rw:6.1", "rw:ruling.75")
@pytest.mark.parametrize(("at", "passes"), [(9, True), (10, False)])
def test_nobody_waits_for_a_later_initiative_than_the_last_one(
    monkeypatch: pytest.MonkeyPatch, at: int, passes: bool
) -> None:
    game = field(RAVEN, B1)
    state = turn(game, [AT_4, AT_6])
    monkeypatch.setattr(turns, "initiative", lambda *_: at)
    monkeypatch.setattr(turns, "is_open", lambda *_: True)
    state.called = at
    assert ready(state, 0) == [0]
    assert may_pass(state, 0) is passes


@pytest.mark.rule("rw:ruling.75")
def test_at_its_own_initiative_the_card_stays_ready() -> None:
    game = field(RAVEN, B1)
    state = turn(game, [AT_4, AT_6])
    called(game, "pass", "pass", "activate a1")
    assert (state.called, state.exhausted[0]) == (6, [])


@pytest.mark.rule("rw:ruling.75")
def test_who_must_activate_another_unit_cannot_pass() -> None:
    game = field(RAVEN, A2, B1)
    state = turn(game, [AT_6, AT_4, AT_4])
    called(game, "pass", "pass")
    assert (state.called, ActivateChooser(state, 0).options()) == (4, [Activate("a2")])
    assert called(game, "activate a2", "activate b1", "pass") == [
        (4, "a activate a2"),
        (4, "b activate b1"),
        (4, "a pass"),
    ]


@pytest.mark.rule("rw:ruling.75")
def test_a_unit_that_waits_and_loses_the_card_comes_next_all_the_same() -> None:
    game = field(RAVEN, B1)
    turn(game, [AT_4, AT_4])
    called(game, "pass", "pass", "pass")
    holding.exhaust(game, Source(0, "raven-pennon-bearer"))
    assert called(game, "activate b1", "activate a1") == [(4, "b activate b1"), (5, "a activate a1")]
    assert len(told(game, CardExhausted)) == 1


@pytest.mark.rule("rw:ruling.75")
def test_without_the_card_ready_nobody_is_asked_but_who_has_the_initiative() -> None:
    game = field(RAVEN, B1)
    game.state.exhausted[0] = ["raven-pennon-bearer"]
    turn(game, [AT_6, AT_4])
    assert called(game, "activate b1", "activate a1") == [(4, "b activate b1"), (6, "a activate a1")]


@pytest.mark.rule("rw:6.2")
def test_a_unit_without_an_action_comes_last_and_does_nothing() -> None:
    game = field("a reanimates 2x1 5000 3000 0", B1)
    activated(game, 0, BLANK, "bonus-action-skill-white")
    assert game.state.called == 10
    assert modifier_of(game.state, 0) is None
    act(game)
    assert told(game, ToolRevealed)[0].action == BLANK


# The command tool ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:49.1", "rw:49.1a", "rw:54.3", "rw:48.0", "rw:48.1", "rw:48.2", "rw:48.3", "rw:54.0", "rw:54.1")
@pytest.mark.parametrize(
    ("action", "modifier", "works"),
    [
        ("march-2-blue-4", "charge-0-blue", True),
        ("rally-green-3", "charge-0-blue", False),
        ("rally-green-3", "defend-1-green", True),
        ("melee-attack-red-7", "bonus-action-skill-white", True),
        ("melee-attack-yellow-3", "enhancement-hit-red", False),
        ("march-2-blue-4", "turn-minus-1-blue", True),
        ("march-2-blue-4", "wheel-minus-2-blue", True),
        ("march-2-blue-4", "turning-charge-minus-1-blue", True),
    ],
)
def test_a_modifier_works_with_an_action_of_its_stance(action: str, modifier: str, works: bool) -> None:
    game = field(A1, B1)
    activated(game, 0, action, modifier)
    assert (modifier_of(game.state, 0) is not None) == works


@pytest.mark.rule("rw:ruling.55")
@pytest.mark.parametrize("modifier", ["turn-0-blue", "wheel-minus-1-green", "enhancement-surge-red"])
def test_an_action_of_the_white_stance_goes_with_every_modifier(modifier: str) -> None:
    game = field("a lord-vorunthul 1x1 5000 3000 0", B1)
    activated(game, 0, "march-1-white-3", modifier)
    assert modifier_of(game.state, 0) is not None
    activated(game, 0, "shift-1-green-6", modifier)
    assert (modifier_of(game.state, 0) is not None) == modifier.endswith("green")


@pytest.mark.rule("rw:2.0", "rw:2.1")
def test_a_defend_modifier_works_from_the_reveal_to_the_end_of_the_round() -> None:
    game = field(A1, B1)
    activated(game, 0, "rally-green-3", "defend-1-green")
    assert defense_bonus(game.state, 0) == 0
    act(game)
    assert defense_bonus(game.state, 0) == 1
    play(game, end_phase(game), chance=[0] * 5)
    assert defense_bonus(game.state, 0) == 0


@pytest.mark.rule("rw:44.1", "rw:44.1a", "rw:44.2", "rw:15.5")
def test_inspiration_is_spent_before_the_reveal() -> None:
    game = field(A1, B1)
    state = game.state
    state.inspiration[0], state.banes[0] = 2, ["stun", "panic"]
    activated(game, 0, "march-2-blue-4", "defend-1-blue")
    played = play(game, opened(game), "choose stun", "pass")
    assert played.asked == ["a choose", "a choose"]
    assert played.options[0] == ["pass", "choose stun", "choose panic"]
    assert (state.inspiration[0], state.banes[0]) == (1, ["panic"])
    assert played.prompts[0] == msg("ask.choose.inspiration", ability="inspiration", unit="a1")


@pytest.mark.rule("rw:82.1", "rw:82.1d", "rw:82.2", "rw:11.0", "rw:11.1")
def test_stun_cancels_the_modifier_and_the_action_is_performed() -> None:
    game = field(A1, B1)
    game.state.banes[0] = ["stun"]
    activated(game, 0, "rally-green-3", "defend-1-green")
    assert play(game, opened(game), "spend stun").asked == ["b bane"]
    play(game, perform(game))
    assert defense_bonus(game.state, 0) == 0
    assert len(told(game, ModifierCanceled)) == 1
    assert len(told(game, UnitRallied)) == 1


@pytest.mark.rule("rw:82.1b", "rw:11.1", "rw:11.2", "rw:24.0", "rw:24.1", "rw:24.2", "rw:5.3", "rw:ruling.54")
def test_immobilize_cancels_a_move_and_the_bonus_action_is_performed() -> None:
    """The bonus march can be cancelled too, by an immobilize of its own."""
    for banes, answers, moves in ((1, ("spend immobilize",), 1), (2, ("spend immobilize",) * 2, 0)):
        game = field("a oathsworn-cavalry 2x1 5000 3000 0", B1)
        game.state.banes[0] = ["immobilize"] * banes
        activated(game, 0, "march-2-blue-4", "bonus-action-march-2-blue")
        assert play(game, opened(game), *answers).asked == ["b bane"] * banes
        play(game, perform(game))
        assert len(told(game, UnitMoved)) == moves
        assert len(told(game, ActionCanceled)) == banes


@pytest.mark.rule("rw:11.1a", "rw:82.1b")
def test_a_cancelled_charge_has_none_of_its_effects() -> None:
    """Neither is there a panic for meeting nobody, nor an attack."""
    game = field(A1, B1)
    game.state.banes[0] = ["immobilize"]
    activated(game, 0, "march-2-blue-4", "charge-0-blue")
    play(game, opened(game), "spend immobilize")
    assert play(game, perform(game)).asked == []
    assert game.state.banes[0] == []
    assert told(game, UnitMoved) == []


@pytest.mark.rule("rw:82.1b", "rw:82.1d")
def test_the_opponent_may_keep_banes_and_is_asked_only_where_they_work() -> None:
    game = field(A1, B1)
    game.state.banes[0] = ["stun", "immobilize"]
    activated(game, 0, "march-2-blue-4", "defend-1-blue")
    assert play(game, opened(game), "pass", "pass").asked == ["b bane", "b bane"]
    assert game.state.banes[0] == ["stun", "immobilize"]
    activated(game, 0, "rally-green-3", "defend-1-blue")
    assert play(game, opened(game)).asked == []


@pytest.mark.rule("rw:5.0", "rw:5.1", "rw:5.2", "rw:3.0", "rw:3.3", "rw:3.4")
def test_a_unit_is_chosen_and_revealed_and_performs_its_action() -> None:
    game = field(A1, B1)
    activated(game, 0, "march-2-blue-4", "defend-1-green")
    assert play(game, choose(game), "activate a1").asked == ["a activate"]
    assert (game.state.active, game.state.step) == (0, "reveal")
    assert not game.state.shown[0]
    act(game)
    assert (told(game, ToolRevealed)[0].unit, told(game, ToolRevealed)[0].action) == ("a1", "march-2-blue-4")
    assert game.state.poses[0] == (5000, 5000, 0)
    assert game.state.shown[0]


# Rally and regenerate ------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:65.0", "rw:65.1", "rw:32.3")
def test_a_rally_sheds_all_banes_and_only_a_sound_unit_gains_inspiration() -> None:
    game = field(A1, B1)
    game.state.banes[0] = ["panic", "stun"]
    play(game, rally(game, 0))
    assert (game.state.banes[0], game.state.inspiration[0]) == ([], 0)
    play(game, rally(game, 0))
    assert game.state.inspiration[0] == 1
    assert [one.banes for one in told(game, UnitRallied)] == [2, 0]


@pytest.mark.rule("rw:65.0", "rw:15.5", "rw:32.2", "rw:32.3")
def test_a_rally_readies_exhausted_upgrades() -> None:
    game = field(A1, B1)
    game.state.upgrades[0] = ["shield-wall"]
    game.state.exhausted[0] = ["shield-wall"]
    play(game, rally(game, 0))
    assert (game.state.exhausted[0], game.state.inspiration[0]) == ([], 0)


@pytest.mark.rule("rw:68.4", "rw:68.4a", "rw:68.4b")
def test_figures_regrow_from_the_front_in_trays_that_are_left() -> None:
    game = field("a reanimates 2x2 5000 3000 0", B1)
    state = game.state
    state.figures[0] = [(0, 0, 0, ""), (0, 0, 0, ""), (1, 0, 0, ""), (1, 0, 0, ""), (1, 0, 0, ""), (0, 1, 0, "")]
    assert regenerate(game, 0, 2) == 2
    assert [(column, row) for column, row, _, _ in state.figures[0]].count((0, 0)) == 4
    assert regenerate(game, 0, 20) == 4
    assert {(column, row) for column, row, _, _ in state.figures[0]} == {(0, 0), (1, 0), (0, 1)}
    assert [one.figures for one in told(game, FiguresRegrown)] == [2, 4]


@pytest.mark.rule("rw:68.4", "rw:64.0")
def test_units_regenerate_at_the_end_of_the_activation_phase() -> None:
    game = field("a reanimates 2x2 5000 3000 0", B1, runes=(1, 1, 0, 0, 0))
    state = game.state
    state.figures[0] = state.figures[0][:-4]
    play(game, end_activations(game))
    grown = len(state.figures[0])
    assert 12 <= grown <= 16
    assert sum(one.figures for one in told(game, FiguresRegrown)) == grown - 12
    assert state.step == "end"


# The end phase and the end -------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:30.0", "rw:64.2", "rw:74.0", "rw:74.3", "rw:92.0", "rw:51.1")
def test_the_end_phase_casts_the_mana_and_hands_over_the_first_seat() -> None:
    game = field(A1, B1)
    state = game.state
    state.objective = "hold-the-crossroads"
    play(game, end_phase(game), chance=[1, 0, 1, 0, 1])
    assert (state.round, state.first, state.turn, state.step) == (2, 1, 1, "round")
    assert state.mana == [1, 0, 1, 0, 1]
    assert state.dials == [NO_DIALS, NO_DIALS]


@pytest.mark.rule("rw:ruling.45")
def test_with_the_confluence_the_mana_stays() -> None:
    game = field(A1, B1, runes=(0, 1, 0, 1, 0))
    game.state.objective = "confluence-of-magic"
    play(game, end_phase(game))
    assert game.state.mana == [0, 1, 0, 1, 0]


@pytest.mark.rule("rw:64.3", "rw:71.0", "rw:71.2", "rw:86.0", "rw:86.1", "rw:86.2", "rw:86.3")
def test_after_eight_rounds_the_higher_score_wins() -> None:
    game = field("a spearmen 2x2 5000 3000 0", B1)
    state = game.state
    state.round, state.objective = 8, "bounty"
    play(game, end_phase(game))
    assert (state.step, state.scores, state.winner, state.reason) == ("over", [30, 18], 0, "rounds")
    assert told(game, MatchWon)[0].player == "a"
    assert outcome(state).places == ((0,), (1,))


@pytest.mark.rule("rw:71.3", "rw:86.1a")
def test_the_same_score_is_a_draw() -> None:
    game = field(A1, B1)
    game.state.objective = "bounty"
    end_match(game)
    assert told(game, MatchDrawn)[0].scores == (18, 18)
    assert outcome(game.state).places == ((0, 1),)


@pytest.mark.rule("rw:29.0", "rw:29.1", "rw:71.1")
def test_who_has_no_unit_left_loses_whatever_the_scores() -> None:
    game = field(A1, B1)
    game.state.objective, game.state.scored = "bounty", [0, 5]
    game.state.figures[1] = []
    with pytest.raises(MatchOver):
        settle(game)
    end_match(game)
    assert (game.state.winner, game.state.reason, game.state.scores) == (0, "eliminated", [18, 100])


@pytest.mark.rule("rw:71.4")
def test_if_both_are_eliminated_scores_decide() -> None:
    game = field(A1, B1)
    game.state.objective, game.state.scored = "bounty", [0, 1]
    game.state.figures = [[], []]
    end_match(game)
    assert (game.state.winner, game.state.scores) == (1, [0, 20])


@pytest.mark.rule("rw:army.9", "rw:army.10", "rw:86.3", "rw:86.4")
def test_a_unit_keeps_its_upgrades_whatever_formation_is_left() -> None:
    """The book's example: Shield Wall on six trays stays, and counts, when there are two."""
    game = field("a spearmen 3x2 5000 3000 0 | shield-wall", B1)
    for cell in ((2, 1), (1, 1), (0, 1), (2, 0)):
        play(game, lose_tray(game, 0, cell))
    assert cells_of(game.state, 0) == formation(2, 1)
    assert (game.state.upgrades[0], exhaustible(game.state, 0)) == (["shield-wall"], ["shield-wall"])
    assert army_points(game.state, 0) == 18 + (components().upgrades["shield-wall"].cost or 0)


@pytest.mark.rule("rw:army.9", "rw:army.10", "rw:86.3", "rw:86.4", "rw:86.4a", "rw:86.4b")
def test_what_is_left_of_a_unit_counts_by_its_trays() -> None:
    """Spearmen cost 40 with 6 trays, 30 with 4, 18 with 2; an upgrade counts also where the unit is worth nothing."""
    game = field("a spearmen 3x2 5000 3000 0", B1)
    worth = []
    for cell in ((2, 1), (1, 1), (0, 1), (2, 0), (1, 0)):
        play(game, lose_tray(game, 0, cell))
        worth.append(army_points(game.state, 0))
    assert worth == [30, 30, 18, 18, 0]
    game.state.upgrades[0] = ["shield-wall"]
    assert army_points(game.state, 0) == components().upgrades["shield-wall"].cost


def test_a_forfeit_ends_a_match_of_two() -> None:
    state = field(A1, B1).state
    state.step = "command"
    match: Match[Any] = Match(RunewarsRulebook(), Origin(2, {}, None, state))
    match.forfeit(0)
    assert match.outcome is not None
    assert match.outcome.places == ((1,), (0,))
