"""The round: advantage, refreshing, rallying, order tokens, cards, passing, regrouping."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.battles.components import HOUSES
from banneret.games.battles.events.round import (
    AdvantageTaken,
    CardsDiscarded,
    CardsDrawn,
    DeckReshuffled,
    MoraleRecovered,
    OrderDiceRolled,
    Passed,
    RoundBegan,
    TokensDiscarded,
)
from banneret.games.battles.rules.rally import colour, first_player
from banneret.games.battles.settings import Settings
from banneret.games.battles.setup import new_state
from banneret.games.battles.state import State
from banneret.kernel.match import Match
from tests.games.battles.scene import (
    BOWS,
    GUARD,
    HOST,
    RIDERS,
    asked,
    dice,
    offered,
    plan,
    play,
    pool,
    refused,
    scene,
    told,
    unit,
)

rule = pytest.mark.rule
TWO = (f"c3 {HOST} green", f"e3 {GUARD} blue")


def tokens_of(match: Match[State]) -> list[int]:
    return match.state.board_tokens


# Rally


@rule("battles:round.1", "battles:round.2", "battles:round.3", "battles:round.4", "battles:round.5", "battles:aim.4")
@rule("battles:regroup.1", "battles:regroup.3", "battles:regroup.9", "battles:regroup.19", "battles:marshal.2")
@rule("battles:command.5", "battles:setup.16", "battles:pieces.14")
def test_rounds_follow_each_other_until_the_last_is_over() -> None:
    match = scene(*TWO, step="rally")
    rounds = []
    while match.asking:
        for seat, ask in match.asking.items():
            match.play(seat, ask.options[0])
    rounds = [(event.round, event.colour) for event in told(match, RoundBegan)]
    assert rounds == [(1, "white"), (2, "black"), (3, "white"), (4, "black"), (5, "white")]
    assert match.outcome is not None


@rule("battles:round.6", "battles:round.8", "battles:pieces.23")
def test_more_command_tokens_on_the_board_give_the_advantage() -> None:
    houses: dict[str, Any] = {
        "stark": {"command_tokens": 1, "held": {"maege-mormont": 1}},
        "lannister": {"command_tokens": 2},
    }
    match = scene(*TWO, step="rally", houses=houses)
    (event,) = told(match, AdvantageTaken)
    assert (event.house, event.tokens) == ("lannister", {"stark": 1, "lannister": 2})
    assert match.state.first == 1


@rule("battles:round.7", "battles:pieces.31", "battles:pieces.32", "battles:setup.29", "battles:ruling.2")
@rule("battles:ruling.3")
@pytest.mark.parametrize("house", HOUSES)
def test_with_equal_tokens_momentum_gives_the_advantage(house: str) -> None:
    state = new_state(Settings(scenario=plan_with(momentum=house)), bytes(16))
    assert first_player(state) == HOUSES.index(house)
    assert state.momentum == HOUSES.index(house)


def plan_with(**fields: Any) -> dict[str, Any]:
    return plan([f"c3 {HOST} green maege-mormont", f"e3 {GUARD} blue kevan-lannister"], **fields)


@rule("battles:round.9", "battles:ruling.1", "battles:c9.9", "battles:c9.6", "battles:ruling.63")
def test_tokens_come_back_after_the_advantage_is_determined() -> None:
    """Stark has spent two on Maege: Lannister goes first, then all are back."""
    match = scene(*TWO, step="rally", houses={"stark": {"command_tokens": 2, "held": {"maege-mormont": 1}}})
    assert match.state.first == 1
    assert tokens_of(match) == [3, 3]
    assert not any(match.state.held)


@rule("battles:round.10", "battles:round.12", "battles:round.13", "battles:round.14", "battles:ruling.4")
@rule("battles:pieces.25")
def test_all_units_are_rallied() -> None:
    match = scene(f"c3 {HOST} green | inactive", f"e3 {GUARD} blue", step="rally")
    assert match.state.active == [True] * 4


@rule("battles:round.11", "battles:ruling.4")
def test_rounds_are_white_and_black_in_turn() -> None:
    assert [colour(number) for number in (1, 2, 3)] == ["white", "black", "white"]


# Marshaling


@rule("battles:marshal.3", "battles:marshal.4", "battles:marshal.5", "battles:pieces.6", "battles:pieces.24")
@rule("battles:c3.1")
def test_order_dice_become_tokens_beside_those_kept() -> None:
    """The example of the rulebook: three dice, two of one symbol and one of another, three tokens."""
    match = scene(*TWO, step="marshal", tokens={"stark": {"red": 1}}, chance=dice("green", "valor", "green"))
    assert pool(match, "stark") == {"green": 2, "red": 1, "valor": 1}
    assert told(match, OrderDiceRolled)[0].faces == ("green", "valor", "green")


@rule("battles:c3.10")
def test_a_die_whose_token_has_run_out_gives_nothing() -> None:
    tokens = {"stark": {"green": 6}, "lannister": {"green": 3}}
    match = scene(*TWO, step="marshal", tokens=tokens, chance=dice("green", "green", "blue"))
    assert pool(match, "stark") == {"green": 7, "blue": 1}
    assert told(match, OrderDiceRolled)[0].taken == ("green", "blue")


@rule("battles:marshal.1", "battles:marshal.2", "battles:marshal.6", "battles:marshal.7")
def test_the_first_player_takes_tokens_and_cards_then_the_other() -> None:
    """Three cards join the one kept: four in hand."""
    match = scene(*TWO, step="marshal", turn="lannister", hands={"lannister": ["ll01"]})
    assert [event.house for event in told(match, OrderDiceRolled)] == ["lannister", "stark"]
    assert [(event.house, event.number) for event in told(match, CardsDrawn)] == [("lannister", 3), ("stark", 3)]
    assert [len(hand) for hand in match.state.hands] == [3, 4]
    assert asked(match)[0] == "lannister"


@rule("battles:marshal.8", "battles:ruling.6", "battles:ruling.83")
def test_an_empty_deck_is_made_of_the_discard_pile_when_a_card_is_needed() -> None:
    state = new_state(Settings(scenario=plan_with()), bytes(16))
    deck = sorted(state.decks[0].cards)
    houses = {"stark": {"deck": {"cards": deck[:1]}, "discards": deck[1:]}}
    match = scene(*TWO, step="marshal", houses=houses)
    assert [event.house for event in told(match, DeckReshuffled)] == ["stark"]
    assert len(match.state.hands[0]) == 3
    assert deck[0] in match.state.hands[0].cards
    assert match.state.discards[0] == []


# Command


@rule("battles:command.3", "battles:command.4", "battles:card.10", "battles:card.11", "battles:card.12")
@rule("battles:ruling.7")
def test_players_alternate_and_who_has_passed_is_out() -> None:
    tokens = {"stark": {"green": 1}, "lannister": {"blue": 1, "morale": 1}}
    match = scene(*TWO, tokens=tokens)
    play(match, "stark: pass")
    assert asked(match) == ("lannister", "turn")
    play(match, "lannister: raise")
    assert asked(match) == ("lannister", "turn")
    assert [event.house for event in told(match, Passed)] == ["stark"]


@rule("battles:card.13")
def test_without_tokens_and_cards_a_player_passes() -> None:
    match = scene(*TWO, tokens={"lannister": {"blue": 1}})
    assert [event.house for event in told(match, Passed)] == ["stark"]
    assert asked(match)[0] == "lannister"


@rule("battles:ruling.8")
def test_with_a_card_that_cannot_be_paid_a_player_is_asked() -> None:
    match = scene(*TWO, hands={"stark": ["sl01"]}, houses={"stark": {"command_tokens": 0}})
    assert asked(match) == ("stark", "turn")
    assert offered(match) == {"pass"}


@rule("battles:command.6", "battles:command.7", "battles:command.14", "battles:order.15", "battles:order.4")
@rule("battles:command.8", "battles:command.9", "battles:command.10", "battles:command.11", "battles:order.14")
@rule("battles:order.13", "battles:setup.24")
def test_a_token_orders_a_unit_of_its_rank_and_valor_any() -> None:
    units = (f"c3 {HOST} green", f"c5 {HOST} blue", f"e1 {RIDERS} red", f"e5 {GUARD} blue", f"f1 {BOWS} red | inactive")
    match = scene(*units, tokens={"stark": {"green": 1, "blue": 1, "red": 1, "valor": 1}})
    assert {o for o in offered(match) if o.startswith("order")} == {
        "order green c3", "order green a1", "order blue c5", "order red e1",
        "order valor c3", "order valor c5", "order valor e1", "order valor a1",
    }  # fmt: skip
    assert refused(match, "stark: order green c5").rule == "battles:command.8"
    assert refused(match, "stark: order blue c3").rule == "battles:command.9"
    assert refused(match, "stark: order red c3").rule == "battles:command.10"
    assert refused(match, "stark: order valor f1").rule == "battles:order.4"
    assert refused(match, "stark: order valor e5").rule == "battles:command.14"
    play(match, "stark: order blue c5", "stark: done")
    assert pool(match, "stark") == {"green": 1, "red": 1, "valor": 1}


@rule("battles:command.7")
def test_a_token_that_is_not_there_orders_nothing() -> None:
    match = scene(*TWO, tokens={"stark": {"red": 1, "morale": 1}})
    assert refused(match, "stark: order green c3").rule == "battles:command.7"


@rule("battles:order.16", "battles:ruling.9", "battles:command.13")
def test_two_equal_tokens_order_any_unit_also_of_morale() -> None:
    match = scene(*TWO, f"c5 {HOST} red", tokens={"stark": {"morale": 2, "blue": 1}})
    assert refused(match, "stark: order morale c5").rule == "battles:command.13"
    assert refused(match, "stark: pair blue c5").rule == "battles:order.16"
    play(match, "stark: pair morale c5", "stark: done")
    assert pool(match, "stark") == {"blue": 1}
    assert not match.state.active[unit(match, "c5")]


@rule("battles:command.12", "battles:tactic.10", "battles:order.9", "battles:ruling.16")
def test_a_morale_token_raises_morale_or_rallies_for_one() -> None:
    match = scene(f"c3 {HOST} green | inactive", f"e3 {GUARD} blue", tokens={"stark": {"morale": 2}})
    raised = play(match.clone(), "stark: raise")
    assert raised.state.morale == -1
    play(match, "stark: rally c3")
    assert match.state.morale == 1
    assert match.state.active[unit(match, "c3")]
    assert asked(match) == ("stark", "turn")


@rule("battles:command.12", "battles:round.13")
def test_only_own_inactive_units_are_rallied() -> None:
    match = scene(*TWO, tokens={"stark": {"morale": 1}})
    assert refused(match, "stark: rally c3").rule == "battles:round.13"
    assert refused(match, "stark: rally e3").rule == "battles:command.12"


@rule("battles:regroup.13", "battles:ruling.69", "battles:regroup.15", "battles:setup.18", "battles:pieces.19")
def test_a_rally_onto_rout_loses_at_once() -> None:
    match = scene(f"c3 {HOST} green | inactive", *TWO[1:], tokens={"stark": {"morale": 1}}, morale=10)
    play(match, "stark: rally c3")
    assert match.outcome is not None
    assert (match.outcome.places[0], match.outcome.reason) == ((1,), "rout")


@rule("battles:command.1", "battles:command.2", "battles:command.15", "battles:order.8", "battles:order.18")
@rule("battles:move.13", "battles:ruling.24", "battles:order.17", "battles:round.15")
def test_an_ordered_unit_becomes_inactive_even_if_it_does_nothing() -> None:
    match = scene(*TWO, f"c5 {HOST} green", tokens={"stark": {"green": 2, "valor": 1}, "lannister": {"blue": 1}})
    play(match, "stark: order green c3", "stark: done", "lannister: pass")
    assert not match.state.active[unit(match, "c3")]
    assert refused(match, "stark: order green c3").rule == "battles:order.4"


@rule("battles:command.16", "battles:ruling.10")
def test_a_token_orders_a_unit_far_from_every_commander() -> None:
    match = scene(f"a1 {HOST} green maege-mormont", f"i1 {HOST} green", *TWO[1:], tokens={"stark": {"green": 1}})
    play(match, "stark: order green i1", "stark: move i1 > h2")
    assert unit(match, "h2") == 1


@rule("battles:ruling.18")
def test_a_rallied_unit_is_ordered_again_in_the_same_round() -> None:
    match = scene(*TWO, tokens={"stark": {"green": 2, "morale": 1}})
    play(match, "stark: order green c3", "stark: move c3 > c4", "stark: rally c4", "stark: order green c4")
    assert asked(match) == ("stark", "move")


# Regroup


@rule("battles:regroup.16", "battles:ruling.5", "battles:regroup.2", "battles:ruling.81")
def test_each_keeps_one_card_and_one_token_of_his_choice() -> None:
    tokens = {"stark": {"green": 2, "valor": 1}, "lannister": {"red": 1}}
    hands = {"stark": ["sl01", "sl03", "sl05"], "lannister": ["ll01"]}
    match = scene(*TWO, step="discard", tokens=tokens, hands=hands)
    assert refused(match, "stark: done").rule == "battles:regroup.16"
    play(match, "stark: drop sl01", "stark: drop sl05", "stark: done", "stark: keep-token green")
    assert match.state.hands[0].cards == ["sl03"]
    assert match.state.discards[0] == ["sl01", "sl05"]
    assert pool(match, "stark") == {"green": 1}
    assert asked(match) == ("lannister", "drop-card")
    play(match, "lannister: drop ll01", "lannister: done")
    assert [event.cards for event in told(match, CardsDiscarded)] == [("sl01", "sl05"), ("ll01",)]
    assert [event.tokens for event in told(match, TokensDiscarded)] == [("green", "valor"), ("red",)]


@rule("battles:regroup.17", "battles:regroup.18", "battles:ruling.66", "battles:ruling.67", "battles:ruling.68")
@rule("battles:c10.6", "battles:c10.7", "battles:c10.8", "battles:pieces.18", "battles:c10.4")
@pytest.mark.parametrize(("space", "recovered"), [(6, 4), (5, 4), (4, None), (3, None), (9, 7), (7, None), (10, None)])
def test_morale_recovers_to_the_break_point_of_its_colour(space: int, recovered: int | None) -> None:
    """The example of the rulebook: from the 6 of the green zone back to 4; from 4, nothing."""
    match = scene(*TWO, step="recover", morale=-space)
    if recovered is None:
        assert match.state.round == 2
        return
    assert asked(match) == ("lannister", "may.recover")
    left = play(match.clone(), "lannister: pass")
    assert left.state.morale == -space
    play(match, "lannister: yes")
    assert match.state.morale == -recovered
    assert [(event.house, event.space) for event in told(match, MoraleRecovered)] == [("lannister", recovered)]


@rule("battles:regroup.8", "battles:c12.17", "battles:ruling.73", "battles:ruling.75", "battles:aim.5")
def test_the_last_round_ends_the_battle_before_anything_is_discarded() -> None:
    match = scene(*TWO, step="regroup", round=5, morale=6, hands={"stark": ["sl01", "sl02"]})
    assert match.outcome is not None
    assert (match.outcome.places[0], match.outcome.reason) == ((1,), "morale")
    assert match.state.morale == 6
    assert len(match.state.hands[0]) == 2


@rule("battles:regroup.11", "battles:regroup.12", "battles:ruling.80")
@pytest.mark.parametrize(
    ("points", "morale", "momentum", "winner", "reason"),
    [
        ((3, 2), 5, "lannister", 0, "points"),
        ((2, 2), 1, "stark", 1, "morale"),
        ((2, 2), -1, "lannister", 0, "morale"),
        ((2, 2), 0, "lannister", 1, "momentum"),
        ((0, 0), 0, "stark", 0, "momentum"),
    ],
)
def test_points_then_morale_then_momentum_decide(
    points: tuple[int, int], morale: int, momentum: str, winner: int, reason: str
) -> None:
    houses = {house: {"points": own} for house, own in zip(HOUSES, points, strict=True)}
    match = scene(*TWO, step="regroup", round=5, morale=morale, momentum=momentum, houses=houses)
    assert match.outcome is not None
    assert (match.outcome.places[0], match.outcome.reason) == ((winner,), reason)
    assert match.outcome.scores == points


@rule("battles:c10.5", "battles:setup.18")
def test_without_rout_the_marker_stops_at_eleven() -> None:
    fields = {"morale": {"stark": "no-rout", "lannister": "no-rout"}}
    match = scene(f"c3 {HOST} green | inactive", *TWO[1:], tokens={"stark": {"morale": 1}}, morale=11, fields=fields)
    play(match, "stark: rally c3")
    assert match.state.morale == 11
    assert match.outcome is None
