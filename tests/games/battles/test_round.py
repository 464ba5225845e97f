"""Setting up, and the phases up to orders: advantage, rallying, order tokens, cards, turns, zones of control."""

from __future__ import annotations

import pytest

from banneret.games.battles.content.components import BOX, MORALE, TOKENS
from banneret.games.battles.events.round import (
    AdvantageTaken,
    CardPlayed,
    CommandsPaid,
    DeckReshuffled,
    OrderDiceRolled,
    Rallied,
    RoundBegan,
    TokenUsed,
    UnitOrdered,
)
from banneret.games.battles.rules.command import ordered_by
from banneret.games.battles.rules.leadership.marshaling_phase import draw_cards
from banneret.games.battles.rules.rally import colour
from banneret.games.battles.rules.setup import new_state
from banneret.games.battles.settings import Settings
from banneret.kernel.chance import Chance
from banneret.kernel.game import Game
from banneret.kernel.pile import Pile
from tests.games.battles.scene import asked, dice, offered, play, pool, refused, scene, told, unit

rule = pytest.mark.rule

HOST, GUARD = "war-host-of-the-north", "lannisport-guard"
KEPT = {"stark": {"green": 1}}
"""A token, so that the first turn waits for its player."""


# Setting up


@rule("battles:aim.1", "battles:aim.3", "battles:setup.5", "battles:setup.6", "battles:setup.7", "battles:pieces.11")
@rule("battles:setup.9", "battles:setup.22", "battles:setup.24", "battles:setup.26", "battles:setup.27")
@rule("battles:setup.28", "battles:setup.30", "battles:unit.1", "battles:unit.2", "battles:setup.29")
@rule("battles:setup.11", "battles:setup.16", "battles:setup.17", "battles:setup.19", "battles:setup.21")
@rule("battles:pieces.32")
@pytest.mark.parametrize("plan", ["waystone", "razing-the-red-fork", "wolf-raiders", "siege-of-the-holdfast"])
def test_a_battle_is_laid_out_as_its_plan_says(plan: str) -> None:
    state = new_state(Settings(scenario=plan), bytes(16))
    wanted = state.scenario
    labels = state.field.labels
    assert state.houses == ("stark", "lannister")
    for number, planned in enumerate(wanted.units):
        kind = BOX.units[state.type[number]]
        three = kind.class_ == "cavalry" or kind.id == "stark-kennelmasters"
        assert (kind.id, labels[state.hex[number]]) == (planned.unit, planned.hex)
        assert state.rank[number] == ("green", "blue", "red").index(planned.rank)
        assert state.figures[number] == kind.strength == (3 if three else 4)
        assert state.houses[state.seat[number]] == kind.house
        if planned.commander is not None:
            commander = BOX.commanders[state.commander[number]]
            assert (commander.id, commander.unit) == (planned.commander, kind.id)
    assert all(state.active)
    assert {labels[hex]: one for hex, one in enumerate(state.overlay) if one} == {t.hex: t.kind for t in wanted.tokens}
    plain = {state.field.place(token.hex) for token in wanted.tokens if BOX.overlay[token.kind].bridge}
    burnt = {labels[hex] for hex, is_burnt in enumerate(state.devastated) if is_burnt}
    assert burnt == {fire.hex for fire in wanted.fires if fire.level == 4}  # a building, which bears no higher level
    plain |= {state.field.place(hex) for hex in burnt}
    under = ["plains" if hex in plain else terrain for hex, terrain in enumerate(wanted.terrain)]
    assert [BOX.terrains[kind].id for kind in state.terrain] == under
    assert (state.round, state.morale, state.houses[state.momentum]) == (1, 0, wanted.momentum)
    assert state.board_tokens == [wanted.command_tokens] * 2
    assert not any(state.committed)
    assert not any(state.held)


@rule("battles:setup.12", "battles:setup.13", "battles:setup.14", "battles:pieces.7", "battles:pieces.8")
def test_a_deck_is_ten_basic_cards_and_five_for_the_person_of_each_commander() -> None:
    decks = []
    for version in ("greatjon-umber-last-hearth", "greatjon-umber-the-greatjon"):
        match = scene(f"e4 {HOST} blue {version}", f"c2 {HOST} green maege-mormont", tokens=KEPT)
        cards = match.state.decks[0].cards
        assert len(cards) == 20
        assert {BOX.card[card].person for card in cards} == {None, "greatjon-umber", "maege-mormont"}
        decks.append(sorted(cards))
    assert decks[0] == decks[1]


# The Rally Phase


@rule(
    "battles:round.4", "battles:round.5", "battles:round.6", "battles:round.8", "battles:ruling.1", "battles:ruling.3"
)
def test_who_has_more_tokens_on_the_board_goes_first_before_tokens_come_back() -> None:
    stark = {"command_tokens": 1, "held": {"maege-mormont": 1}}
    match = scene(step="rally", houses={"stark": stark}, fields={"command_tokens": 2})
    (taken,) = told(match, AdvantageTaken)
    assert (taken.house, taken.rule) == ("lannister", "battles:round.6")
    assert match.state.board_tokens == [2, 2]
    assert [event.house for event in told(match, OrderDiceRolled)] == ["lannister", "stark"]
    assert asked(match)[0] == "lannister"


@rule("battles:round.7", "battles:pieces.31", "battles:ruling.2")
@pytest.mark.parametrize("momentum", ["stark", "lannister"])
def test_with_equal_tokens_the_momentum_token_decides_and_stays(momentum: str) -> None:
    match = scene(step="rally", momentum=momentum)
    (taken,) = told(match, AdvantageTaken)
    assert (taken.house, taken.rule) == (momentum, "battles:round.7")
    assert match.state.houses[match.state.momentum] == momentum


@rule("battles:round.9", "battles:round.10", "battles:round.12", "battles:round.13", "battles:round.14")
@rule("battles:pieces.25", "battles:ruling.4")
def test_rallying_refreshes_commanders_and_makes_every_unit_active() -> None:
    stark = {"command_tokens": 2, "held": {"maege-mormont": 1}}
    match = scene(f"c3 {HOST} green | inactive", f"g5 {GUARD} blue | inactive", step="rally", houses={"stark": stark})
    assert told(match, Rallied)
    assert all(match.state.active)
    assert match.state.held[BOX.commander_number["maege-mormont"]] == 0
    assert match.state.board_tokens[0] == 3


@rule("battles:leadership.no-step-back", "battles:leadership.bear-island-stand")
def test_what_cards_give_until_the_end_of_the_round_ends_there() -> None:
    units = (f"c3 {HOST} green | stalwart tough", f"g5 {GUARD} blue")
    found = []
    for step in ("command", "rally"):
        state = scene(*units, step=step, tokens=KEPT).state
        found.append((state.stalwart[0], state.toughness[0]))
    assert found == [(True, 1), (False, 0)]


@rule("battles:round.11", "battles:pieces.14")
def test_rounds_are_white_and_black_in_turn() -> None:
    assert [colour(number) for number in (1, 2, 3)] == ["white", "black", "white"]
    assert [event.colour for event in told(scene(step="rally", round=2), RoundBegan)] == ["black"]


# The Marshaling Phase


@rule("battles:marshal.1", "battles:marshal.2", "battles:marshal.3", "battles:marshal.4", "battles:marshal.5")
@rule("battles:marshal.6", "battles:marshal.7", "battles:pieces.24", "battles:c3.1", "battles:ruling.5")
def test_drawn_tokens_and_cards_join_those_that_were_kept() -> None:
    """The example of the rulebook: three dice, three cards, and one card kept."""
    match = scene(
        step="marshal",
        tokens={"stark": {"red": 1}},
        hands={"stark": ["sl10"]},
        chance=(*dice("valor", "green", "valor"), "sl01", "sl03", "sl05", *dice("morale", "blue", "red")),
    )
    assert [event.house for event in told(match, OrderDiceRolled)] == ["stark", "lannister"]
    assert pool(match, "stark") == {"green": 1, "red": 1, "valor": 2}
    assert pool(match, "lannister") == {"blue": 1, "red": 1, "morale": 1}
    assert [len(hand) for hand in match.state.hands] == [4, 3]
    assert set(match.state.hands[0].cards) == {"sl10", "sl01", "sl03", "sl05"}
    assert match.state.step == "command"


@rule("battles:c3.10")
def test_a_die_whose_token_has_run_out_gives_nothing() -> None:
    match = scene(step="marshal", tokens={"lannister": {"green": 9}}, chance=dice("green", "green", "blue"))
    first = told(match, OrderDiceRolled)[0]
    assert (first.faces, first.taken) == (("green", "green", "blue"), ("green", "blue"))


@rule("battles:marshal.6", "battles:marshal.8", "battles:ruling.6")
@pytest.mark.parametrize("left", [["sl03", "sl05"], []])
def test_without_cards_to_shuffle_only_those_of_the_deck_are_drawn(left: list[str]) -> None:
    state = scene().state
    state.decks[0], state.discards[0], state.hands[0] = Pile(left), [], Pile()
    draw_cards(Game(state, Chance(state, [])), 0, 3, "battles:marshal.6")
    assert sorted(state.hands[0].cards) == left
    assert state.decks[0].cards == []


@rule("battles:marshal.8", "battles:ruling.6")
def test_an_empty_deck_is_made_of_the_discard_pile_when_a_card_is_drawn() -> None:
    cards = scene(tokens=KEPT).state.decks[0].cards
    match = scene(
        step="marshal",
        hands={"stark": cards[3:]},
        houses={"stark": {"deck": {"cards": cards[:1]}, "discards": cards[1:3]}},
    )
    assert [event.house for event in told(match, DeckReshuffled)] == ["stark"]
    assert sorted(match.state.hands[0].cards) == sorted(cards)
    assert match.state.discards[0] == []


@rule("battles:marshal.8", "battles:ruling.6")
def test_the_discard_pile_is_shuffled_and_its_order_unknown() -> None:
    cards = scene(tokens=KEPT).state.decks[0].cards
    decks = set()
    for seed in range(6):
        house = {"deck": {"cards": cards[:1]}, "discards": cards[1:]}
        match = scene(step="marshal", houses={"stark": house}, key=f"{seed:032x}")
        decks.add(tuple(match.state.decks[0].cards))
        assert set(match.state.decks[0].known) == {0}
    assert len(decks) > 1


# Turns


@rule("battles:command.3", "battles:command.5", "battles:card.10", "battles:card.11", "battles:card.12")
@rule("battles:ruling.7", "battles:aim.4")
def test_players_alternate_until_both_have_passed_and_who_passed_is_out() -> None:
    tokens = {"stark": {"green": 1}, "lannister": {"green": 2}}
    match = scene(f"c3 {HOST} green", f"g5 {GUARD} green", tokens=tokens)
    assert asked(match) == ("stark", "turn")
    play(match, "stark: pass")
    assert asked(match) == ("lannister", "turn")
    play(match, "lannister: order green g5", "lannister: done")
    assert asked(match) == ("lannister", "turn")
    play(match, "lannister: pass")
    assert match.state.round == 1
    assert match.state.step != "command"


@rule("battles:card.13")
def test_a_player_without_tokens_and_cards_passes_by_himself() -> None:
    match = scene(tokens={"lannister": {"green": 1}})
    assert asked(match)[0] == "lannister"
    assert match.state.passed == [True, False]


@rule("battles:ruling.8")
def test_a_player_with_cards_that_he_cannot_pay_for_is_asked_and_may_pass() -> None:
    match = scene(
        hands={"stark": ["sl01"]}, houses={"stark": {"command_tokens": 0}}, tokens={"lannister": {"green": 1}}
    )
    assert asked(match) == ("stark", "turn")
    assert refused(match, "stark: card sl01 maege-mormont").rule == "battles:zone.11"
    play(match, "stark: pass")
    assert match.state.passed == [True, False]


@rule("battles:command.1", "battles:command.2", "battles:command.6", "battles:command.14", "battles:command.15")
@rule("battles:order.15", "battles:order.18", "battles:order.8", "battles:command.16", "battles:ruling.10")
@rule("battles:ruling.24", "battles:move.13", "battles:command.4")
@pytest.mark.parametrize(
    ("token", "hex"), [("green", "c3"), ("blue", "e4"), ("red", "g3"), ("valor", "c3"), ("valor", "g3")]
)
def test_a_token_orders_a_unit_of_its_rank_anywhere_and_the_unit_becomes_inactive(token: str, hex: str) -> None:
    units = [f"c3 {HOST} green", f"e4 {HOST} blue", f"g3 {HOST} red"]
    match = scene(*units, tokens={"stark": {token: 1}, "lannister": {"green": 1}})
    play(match, f"stark: order {token} {hex}", "stark: done")
    assert told(match, TokenUsed)[0].token == token
    assert [event.hex for event in told(match, UnitOrdered)] == [hex]
    assert not match.state.active[unit(match, hex)]
    assert pool(match, "stark") == {}


@rule("battles:command.8", "battles:command.9", "battles:command.10", "battles:command.11")
def test_a_token_orders_no_unit_of_another_rank() -> None:
    units = {"green": f"c3 {HOST} green", "blue": f"e4 {HOST} blue", "red": f"g3 {HOST} red"}
    rules = {"green": "battles:command.8", "blue": "battles:command.9", "red": "battles:command.10"}
    match = scene(*units.values(), tokens={"stark": dict.fromkeys((*units, "valor"), 1)})
    orders = {line for line in offered(match) if line.startswith("order")}
    leader = {"order green a1", "order valor a1"}
    assert orders - leader == {
        *(f"order {rank} {line[:2]}" for rank, line in units.items()),
        *(f"order valor {line[:2]}" for line in units.values()),
    }
    for token, why in rules.items():
        for rank, line in units.items():
            if rank != token:
                assert refused(match, f"stark: order {token} {line[:2]}").rule == why
    play(match, "stark: order valor g3")


@rule("battles:command.7", "battles:order.4", "battles:round.15")
def test_a_token_must_be_in_the_pool_and_the_unit_active_and_own() -> None:
    match = scene(f"c3 {HOST} green | inactive", f"g5 {GUARD} green", tokens={"stark": {"green": 1}})
    assert refused(match, "stark: order valor a1").rule == "battles:command.7"
    assert refused(match, "stark: order green c3").rule == "battles:order.4"
    assert refused(match, "stark: order green g5").reason.id == "refuse.order.no-own-unit"


@rule("battles:order.16", "battles:ruling.9", "battles:command.13")
def test_two_equal_tokens_order_any_unit_also_two_morale_tokens_but_not_one() -> None:
    one = scene(f"c3 {HOST} red", tokens={"stark": {"morale": 1}})
    assert refused(one, "stark: order morale c3").rule == "battles:command.13"
    assert refused(one, "stark: pair morale c3").rule == "battles:order.16"
    assert not any(line.startswith("pair") for line in offered(one))
    two = scene(f"c3 {HOST} red", tokens={"stark": {"morale": 2}, "lannister": {"green": 1}})
    assert {line for line in offered(two) if line.startswith("pair")} == {"pair morale a1", "pair morale c3"}
    assert ordered_by(two.state, MORALE, [unit(two, "c3")]) == []
    play(two, "stark: pair morale c3", "stark: done")
    assert [event.hex for event in told(two, UnitOrdered)] == ["c3"]
    assert pool(two, "stark") == {}
    assert two.state.morale == 0


@rule("battles:command.12", "battles:command.13", "battles:tactic.10", "battles:ruling.16")
def test_a_morale_token_raises_morale_or_rallies_a_unit_for_one() -> None:
    tokens = {"stark": {"morale": 2}, "lannister": {"green": 1}}
    match = scene(f"c3 {HOST} red | inactive", tokens=tokens)
    raised = play(match.clone(), "stark: raise")
    assert raised.state.morale == -1  # away from Stark, towards Lannister
    assert not raised.state.active[unit(raised, "c3")]
    play(match, "stark: rally c3")
    assert match.state.morale == 1  # also from the middle
    assert match.state.active[unit(match, "c3")]
    assert pool(match, "stark") == {"morale": 1}
    assert told(match, UnitOrdered) == []


@rule("battles:order.9", "battles:ruling.18")
def test_a_rallied_unit_is_ordered_again_in_the_same_round() -> None:
    tokens = {"stark": {"red": 1, "morale": 1, "valor": 1}, "lannister": {"green": 1}}
    match = scene(f"c3 {HOST} red", tokens=tokens)
    play(match, "stark: order red c3", "stark: move c3 > c4", "lannister: pass", "stark: rally c4")
    play(match, "stark: order valor c4")
    assert [event.hex for event in told(match, UnitOrdered)] == ["c3", "c4"]


@rule("battles:ruling.69", "battles:regroup.13")
def test_who_lowers_his_morale_onto_rout_has_lost_at_once_and_nobody_has_to() -> None:
    match = scene(f"c3 {HOST} red | inactive", morale=10, tokens={"stark": {"morale": 1}})
    assert {"pass", "raise", "rally c3"} <= offered(match)
    play(match, "stark: rally c3")
    assert match.outcome is not None
    assert (match.outcome.places, match.outcome.reason) == (((1,), (0,)), "rout")


# Leadership cards


@rule("battles:card.1", "battles:card.3", "battles:card.4", "battles:card.5", "battles:card.6", "battles:card.7")
@rule("battles:zone.1", "battles:zone.4", "battles:zone.5", "battles:zone.6", "battles:zone.8", "battles:zone.9")
@rule("battles:zone.10", "battles:order.2", "battles:ruling.11", "battles:ruling.17", "battles:pieces.23")
def test_a_card_orders_units_in_the_zone_of_control_of_the_commander_it_is_played_to() -> None:
    """The example of the rulebook: Maege's zone reaches two hexes, through anything; what is further is not ordered."""
    units = [f"c3 {HOST} green maege-mormont", f"e3 {HOST} green", f"c5 {HOST} green", f"f3 {HOST} green"]
    units += [f"d3 {GUARD} green", f"b3 {HOST} green | inactive"]
    match = scene(*units, hands={"stark": ["sl01"]}, tokens={"lannister": {"green": 1}})
    play(match, "stark: card sl01 maege-mormont")
    assert told(match, CardPlayed)[0].commander == "maege-mormont"
    assert told(match, CommandsPaid)[0].tokens == 1
    assert offered(match) == {"done", "unit c3", "unit e3", "unit c5"}
    assert refused(match, "stark: unit f3").reason.id == "refuse.unit.order"
    assert refused(match, "stark: unit d3").reason.id == "refuse.unit.order"
    play(match, "stark: unit e3", "stark: unit c5", "stark: done", "stark: move e3 > f2")
    assert [event.hex for event in told(match, UnitOrdered)] == ["e3", "c5"]
    while asked(match)[0] == "stark":
        play(match, "stark: done")
    assert match.state.discards[0] == ["sl01"]
    assert match.state.board_tokens[0] == 2
    assert match.state.held[BOX.commander_number["maege-mormont"]] == 1


@rule("battles:card.9", "battles:zone.2", "battles:zone.3", "battles:zone.7", "battles:ruling.12")
def test_any_commander_plays_any_card_also_inactive_and_without_his_own_unit() -> None:
    units = [
        f"c3 {HOST} green maege-mormont | inactive",
        "e3 winterfell-riders green rickard-karstark",
        f"d3 {HOST} green",
    ]
    match = scene(*units, hands={"stark": ["sl28"]})  # a card of Maege Mormont
    for commander in ("maege-mormont", "rickard-karstark"):
        played = play(match.clone(), f"stark: card sl28 {commander}")
        assert "unit d3" in offered(played)
        assert "unit c3" not in offered(played)
        play(played, "stark: unit d3", "stark: done")
        assert [event.hex for event in told(played, UnitOrdered)] == ["d3"]


@rule("battles:zone.11", "battles:zone.12", "battles:zone.14", "battles:ruling.12", "battles:ruling.14")
def test_commands_are_paid_together_within_the_limit_of_the_whole_round() -> None:
    """General Advance has two commands of one token each; Rickard Karstark takes two in a round, Maege Mormont one."""
    units = [f"c3 {HOST} green maege-mormont", "e3 winterfell-riders green rickard-karstark", f"d3 {HOST} green"]
    match = scene(*units, hands={"stark": ["sl06", "sl07"]}, tokens={"lannister": {"green": 1}})
    single = play(match.clone(), "stark: card sl06 maege-mormont")
    assert offered(single) == {"commands first", "commands second"}
    assert refused(single, "stark: commands both").rule == "battles:zone.11"
    play(match, "stark: card sl06 rickard-karstark", "stark: commands both")
    assert told(match, CommandsPaid)[0].tokens == 2
    assert told(match, UnitOrdered) == []
    while asked(match)[0] == "stark":
        play(match, "stark: done")
    play(match, "lannister: pass")
    assert refused(match, "stark: card sl07 rickard-karstark").rule == "battles:zone.11"
    play(match, "stark: card sl07 maege-mormont")


@rule("battles:c9.10", "battles:ruling.64", "battles:card.3")
def test_a_card_is_played_from_the_hand_to_an_own_commander_in_play() -> None:
    match = scene(hands={"stark": ["sl01"]}, tokens={"stark": {"green": 1}})
    assert refused(match, "stark: card sl02 maege-mormont").rule == "battles:card.3"
    assert refused(match, "stark: card sl01 kevan-lannister").rule == "battles:c9.10"
    assert refused(match, "stark: card sl01 robb-stark-young-wolf").rule == "battles:c9.10"


@rule("battles:c13.3")
def test_by_an_option_any_card_orders_one_unit_of_a_zone() -> None:
    units = [f"c3 {HOST} green maege-mormont", f"d3 {HOST} red", f"g3 {HOST} red"]
    plain = scene(*units, hands={"stark": ["sl01"]})
    assert refused(plain, "stark: spend sl01 maege-mormont d3").reason.id == "refuse.spend.no-option"
    options = {"any_card_orders_one": True}
    match = scene(*units, hands={"stark": ["sl01"]}, options=options, tokens={"lannister": {"green": 1}})
    assert refused(match, "stark: spend sl01 maege-mormont g3").rule == "battles:zone.4"
    assert refused(match, "stark: spend sl02 maege-mormont d3").rule == "battles:card.3"
    for absent in ("kevan-lannister", "eddard-stark"):
        assert refused(match, f"stark: spend sl01 {absent} d3").reason.id == "refuse.card.no-commander"
    full = scene(*units, hands={"stark": ["sl01"]}, options=options, houses={"stark": {"held": {"maege-mormont": 1}}})
    assert refused(full, "stark: spend sl01 maege-mormont d3").rule == "battles:zone.11"
    play(match, "stark: spend sl01 maege-mormont d3", "stark: done")
    assert [event.hex for event in told(match, UnitOrdered)] == ["d3"]
    assert match.state.board_tokens[0] == 2
    assert match.state.discards[0] == ["sl01"]


def test_tokens_are_the_symbols_of_the_die() -> None:
    assert set(BOX.die.faces) == set(TOKENS)


def test_a_position_names_the_options_that_differ_from_the_default() -> None:
    assert "options" not in scene(tokens=KEPT).position()["state"]
    changed = {"any_card_orders_one": not Settings().any_card_orders_one}
    assert scene(tokens=KEPT, options=changed).position()["state"]["options"] == changed
