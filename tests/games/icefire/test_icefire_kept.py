"""What is kept for speed equals what is found again."""

import random
from typing import Any, cast

import pytest

import banneret
from banneret.games.icefire.audit import audit
from banneret.games.icefire.effects import registry
from banneret.games.icefire.rules.table.facts import NO_ABILITIES, Answers, OrderAt, abilities_of, facts_of
from banneret.games.icefire.rules.table.lasting_effects import add_effect, drop_effects
from banneret.games.icefire.state import Effect
from banneret.kernel.game import Game
from banneret.testing.kept import checked
from tests.games.icefire.ability_table import FIELD, table
from tests.games.icefire.scene import CROSSBOWMEN, laid

A, B = f"a {CROSSBOWMEN} 24 20 0", f"b {CROSSBOWMEN} 24 30 180"


@pytest.mark.parametrize("mode", ["game-of-thrones", "feast-for-crows"])
@pytest.mark.parametrize("game", ["icefire-s6", "icefire-2021"])
def test_matches_find_the_same_again(game: str, mode: str) -> None:
    match = banneret.new_match(game, seats=2, seed=4, events=False, options={"mode": mode})
    pick = random.Random(4).random
    with checked():
        assert Game.is_checked
        for _ in range(160):
            seat, ask = next(iter(match.asking.items()))
            options = ask.options.listed
            assert ask.chooser.options() == options
            match.play(seat, options[int(pick() * len(options))])
            assert match.clone().digest() == match.digest()
            assert audit(match.state) == []
    assert not Game.is_checked


def test_facts_follow_the_effects_and_a_fault_in_them_is_reported() -> None:
    state = laid(A, B)
    before, copy = abilities_of(state, 0), state.copy()
    add_effect(state, Effect(NO_ABILITIES, 0, 1, "turn"))
    assert abilities_of(state, 0) != before == abilities_of(copy, 0)
    drop_effects(state, 0)
    assert abilities_of(state, 0) == before
    facts = facts_of(state)
    assert facts is facts_of(state.copy())
    assert facts.faults(state) == []
    facts.affected["no-orders"] = {0}
    assert [fault for fault in audit(state) if fault.startswith("facts: affected")]


def test_facts_are_known_again_for_equal_effects() -> None:
    state = laid(A, B)
    facts, others = facts_of(state), facts_of(laid(A, B))
    copy = state.copy()
    for one in (state, copy):
        add_effect(one, Effect(NO_ABILITIES, 0, 1, "turn"))
    assert state.effects is not copy.effects
    assert facts_of(state) is facts_of(copy) is not facts
    assert state.effects is copy.effects
    add_effect(copy, Effect(NO_ABILITIES, 1, 0, "turn"))
    assert facts_of(copy) is not facts_of(state)
    assert abilities_of(copy, 1) != abilities_of(state, 1)
    assert others is not facts


def test_what_is_kept_is_found_once() -> None:
    game = table(*FIELD, ncus=["a 30202", "b 30105"])
    facts, state = facts_of(game.state), game.state
    abilities, passives = facts.abilities, registry.PASSIVES["attack-dice"]
    assert facts_of(state) is facts
    assert facts.answers(state, "attack-dice") is facts.answers(state, "attack-dice")
    assert facts.sources(state, registry.SHAPERS) is facts.sources(state, registry.SHAPERS)
    facts.flagged("outflanks")
    flagged = facts._flagged["outflanks"]
    facts.flagged("outflanks")  # the soak wraps what it returns
    assert facts._flagged["outflanks"] is flagged
    assert abilities.orders(state, "attack-dice") is abilities.orders(state, "attack-dice")
    assert abilities.passives("attack-dice", passives) is abilities.passives("attack-dice", passives)
    assert abilities.entries(state, registry.SHAPERS) is abilities.entries(state, registry.SHAPERS)


@pytest.mark.parametrize(
    "part", ["orders", "passives", "entries", "answers", "flag", "sources", "silenced", "influence"]
)
def test_whatever_is_kept_is_compared_with_what_is_found_again(part: str) -> None:
    """Each kind of facts is found, then one of it spoiled."""
    game = table(*FIELD, ncus=["a 30202", "b 30105"])
    facts, state = facts_of(game.state), game.state
    for event in ("turn-start", "attack-dice"):
        facts.answers(state, event)
        facts.abilities.orders(state, event)
    facts.flagged("outflanks")
    facts.sources(state, registry.SHAPERS)
    assert facts.faults(state) == []
    kept = facts.abilities
    if part == "orders":
        kept._orders["turn-start"] = (*kept._orders["turn-start"], *kept._orders["turn-start"], cast("OrderAt", None))
    elif part == "passives":
        kept._passives["turn-start"] = (cast("Any", None),)
    elif part == "entries":
        kept._of_units = {id: (of, entries._replace(of_units={9: ()})) for id, (of, entries) in kept._of_units.items()}
    elif part == "answers":
        facts._answers["turn-start"] = Answers((), (cast("Any", None),))
    elif part == "flag":
        facts._flagged["outflanks"] = {1}
    elif part == "sources":
        facts._sources = {id: (of, found._replace(of_units={9: ()})) for id, (of, found) in facts._sources.items()}
    elif part == "silenced":
        facts.silenced = {0}
    else:
        facts.influence_cards = ["30202", "30202"]
    found = {fault.removeprefix("facts: ").split(" ", 1)[0] for fault in facts.faults(state)}
    assert part in found
