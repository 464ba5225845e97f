"""The Siege Strategy cards one by one, and when they may be played."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6, Edition
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.modes.siege.cards import ASSAULT, KINDS, STRATEGIES, at_round_start, offer
from banneret.games.icefire.rules.combat.attack import attack
from banneret.games.icefire.rules.moments import happen
from banneret.games.icefire.rules.table.conditions import conditions_of
from banneret.games.icefire.rules.table.facts import abilities_of, is_silenced
from banneret.games.icefire.rules.table.lasting_effects import end_effects, has_effect
from banneret.games.icefire.rules.table.sources import number_of
from banneret.games.icefire.rules.table.units import unit_of
from banneret.games.icefire.state import Fight, Moment
from banneret.kernel.pile import Pile
from banneret.plane import Side
from tests.games.icefire.ability_table import run
from tests.games.icefire.scene import BERSERKERS, GUARDSMEN, SWORDS, asked, offered, play, refused
from tests.games.icefire.siege_scene import AT_WALL, AWAY, HOME, ROBB, SANSA, besieged, match_of, war_of

rule = pytest.mark.rule
both = pytest.mark.parametrize("edition", EDITIONS)


@rule("icefire:storm-of-swords.11")
@both
def test_both_sides_are_asked_at_the_start_of_a_round_whatever_they_hold(edition: Edition) -> None:
    """The defender holds Fire Arrows alone, which is no card for now; nobody else may know."""
    state = besieged(HOME, AWAY, edition=edition, step="round-start", siege=(["fire-arrows"], ["breaking-spirits"]))
    state.siege_decks[0] = Pile(["hold-the-line"])
    match = match_of(state)
    assert asked(match) == ("b", "choose.siege-round-start")
    assert offered(match) == ["pass", "choose breaking-spirits"]
    assert refused(match, "b: choose all-out-assault").rule == "icefire:storm-of-swords.11"
    play(match, "b: choose breaking-spirits", "b: condition panicked")
    assert match.state.siege_hands[1].cards == []
    assert match.state.marks["siege-played"] == [STRATEGIES.index("breaking-spirits")]
    assert asked(match) == ("a", "choose.siege-round-start")
    assert offered(match) == ["pass"]


@rule("icefire:storm-of-swords.11")
def test_nobody_is_asked_for_a_card_that_cannot_be_there() -> None:
    state = besieged(HOME, AWAY, siege=(["fire-arrows"], ["all-out-assault"]))
    game = war_of(state)
    run(game, at_round_start(game))
    assert not run(game, offer(game, 0, "wall-charged", 1))
    assert [len(hand) for hand in state.siege_hands] == [1, 1]


def test_every_card_of_the_data_is_carried_out() -> None:
    assert tuple(KINDS) == STRATEGIES
    assert len(STRATEGIES) == 12


@rule("icefire:siege.5")
def test_breach_removes_a_piece_of_terrain() -> None:
    state = besieged(HOME, AWAY, terrain=["stakes 20 24 0", "bog 35 30 0"], siege=((), ["breach"]))
    game = war_of(state)
    run(game, offer(game, 1, "round-start"), "choose breach", "choose piece-1")
    assert state.pieces == ["stakes", ""]
    empty = besieged(HOME, AWAY, siege=((), ["breach"]))
    assert not run(war_of(empty), offer(war_of(empty), 1, "round-start"))


@rule("icefire:siege.6")
@pytest.mark.parametrize(("edition", "kept"), [(SEASON_6, True), (EDITION_2021, False)])
def test_sown_discord_silences_enemy_attachments_and_non_combat_units(edition: Edition, kept: bool) -> None:
    """In Season 6 attachments keep their innate abilities."""
    state = besieged(HOME, AWAY, edition=edition, ncus=[f"a {SANSA}"], siege=((), ["sown-discord"]))
    cards = state.cards
    own = list(cards.units[BERSERKERS].abilities)
    inside = list(cards.attachments[ROBB].abilities)
    assert abilities_of(state, 0) == tuple(dict.fromkeys((*own, *inside)))
    theirs = abilities_of(state, 1)
    game = war_of(state)
    run(game, offer(game, 1, "round-start"), "choose sown-discord")
    innate = [id for id in inside if cards.abilities[id].innate and kept]
    assert abilities_of(state, 0) == tuple(dict.fromkeys((*own, *innate)))
    assert len(abilities_of(state, 0)) < len(own) + len(inside)
    assert abilities_of(state, 1) == theirs
    assert is_silenced(state, 0)
    end_effects(state, "round")
    assert not is_silenced(state, 0)


@rule("icefire:siege.7")
def test_all_out_assault_helps_to_hit_and_to_charge() -> None:
    state = besieged(HOME, f"b {GUARDSMEN} 24 12 180 |", AWAY, siege=((), [ASSAULT]))
    game = war_of(state)
    run(game, offer(game, 1, "round-start"), f"choose {ASSAULT}")
    assert [number_of(state, "hit", unit) for unit in range(3)] == [0, 1, 1]
    charge = Moment("charge-rolled", 1, unit=1, target=unit_of(state, "w2"), action="charge")
    charge.notes["roll"] = 1
    game.chance.supply([4])
    run(game, happen(game, charge), "reroll 1")
    assert charge.notes["roll"] == 5


@rule("icefire:siege.8")
@pytest.mark.parametrize("condition", ["weakened", "panicked", "vulnerable"])
def test_breaking_spirits_puts_one_condition_on_every_enemy(condition: str) -> None:
    state = besieged(HOME, f"a {SWORDS} 20 9 0 |", AWAY, siege=((), ["breaking-spirits"]))
    game = war_of(state)
    run(game, offer(game, 1, "round-start"), "choose breaking-spirits", f"condition {condition}")
    assert [conditions_of(state, unit) for unit in range(3)] == [[condition], [condition], []]
    assert conditions_of(state, unit_of(state, "w1")) == []


@rule("icefire:siege.9")
@pytest.mark.parametrize(("dice", "panicked"), [((1, 2), True), ((6, 5), False)])
def test_fear_of_the_sack_makes_enemies_test_when_they_activate(dice: tuple[int, int], panicked: bool) -> None:
    state = besieged(HOME, AWAY, siege=((), ["fear-of-the-sack"]))
    game = war_of(state)
    run(game, offer(game, 1, "round-start"), "choose fear-of-the-sack")
    game.chance.supply([die - 1 for die in dice])
    run(game, mode_of(state).activated(game, 0))
    assert conditions_of(state, 0) == (["panicked"] if panicked else [])
    run(game, mode_of(state).activated(game, 1))
    assert conditions_of(state, 1) == []


@rule("icefire:siege.10")
def test_battering_rams_add_two_wounds_to_every_attack_that_hits() -> None:
    state = besieged(HOME, AT_WALL, AWAY, siege=((), ["battering-rams"]))
    game = war_of(state, 4, 4, 4, 1, 1, 1)
    run(game, offer(game, 1, "round-start"), "choose battering-rams")
    run(game, attack(game, Fight(1, unit_of(state, "w2"), "melee"), Side.FRONT))
    assert state.health[-3:] == [6, 3, 6]  # 3 Hits are 1 Wound, and 2 more
    end_effects(state, "round")
    game = war_of(state, 4, 1, 1, 1, 1, 1)
    run(game, attack(game, Fight(1, unit_of(state, "w2"), "melee"), Side.FRONT))
    assert state.health[-3:] == [6, 1, 6]
    game = war_of(state, 1, 1, 1, 1, 1, 1)
    run(game, attack(game, Fight(1, unit_of(state, "w2"), "melee"), Side.FRONT))
    assert state.health[-3:] == [6, 1, 6]


@rule("icefire:siege.11")
@pytest.mark.parametrize(("charge", "left"), [(True, 12 - 2 - 4), (False, 12 - 2)])
def test_boiling_oil_falls_on_who_has_charged_a_wall(charge: bool, left: int) -> None:
    """Tar and pitch come first: D3+1 Hits, then D3+1 more; saves of 1 block nothing. Charge dice are not re-rolled."""
    state = besieged(HOME, AT_WALL, AWAY, siege=(["boiling-oil"], ()))
    game = war_of(state, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 1, 1, 1, 1)
    fight = Fight(1, unit_of(state, "w2"), "melee", charge=charge)
    fight.charge_bonus = False
    run(game, attack(game, fight, Side.FRONT), *(["choose boiling-oil"] if charge else []))
    assert state.health[1] == left


@rule("icefire:siege.12")
def test_fire_arrows_have_precision() -> None:
    """Two 6 are Wounds without saves; two more Hits are blocked by saves of 6."""
    state = besieged(HOME, f"b {GUARDSMEN} 24 15 180 |", AWAY, siege=(["fire-arrows"], ()))
    game = war_of(state, 6, 6, 4, 5, 1, 1, 1, 1, 6, 6, 6, 6, turn=0)
    mode: Any = mode_of(state)
    run(game, mode.shoot(game, unit_of(state, "w2")), "unit b1", "choose fire-arrows")
    assert state.health[1] == 10


@rule("icefire:siege.13")
def test_shored_up_mends_a_standing_wall() -> None:
    state = besieged(HOME, AWAY, walls=(0, 5, 2), siege=(["shored-up", "shored-up"], ()))
    game = war_of(state)
    run(game, offer(game, 0, "round-start"), "choose shored-up", "unit w3")
    assert state.health[-3:] == [0, 5, 4]
    run(game, offer(game, 0, "round-start"), "choose shored-up", "unit w2")
    assert state.health[-3:] == [0, 6, 4]


@rule("icefire:siege.14")
def test_sally_lets_a_unit_of_the_reserve_charge_twice_as_surely() -> None:
    state = besieged(HOME, AWAY, siege=(["sally"], ()))
    game = war_of(state, turn=0)
    run(game, offer(game, 0, "reserve", 0), "choose sally")
    assert has_effect(state, "sally", 0)
    charge = Moment("charge-rolled", 0, unit=0, target=1, action="charge")
    charge.notes["roll"] = 2
    game.chance.supply([5])
    run(game, happen(game, charge), "reroll 2")
    assert charge.notes["roll"] == 6
    end_effects(state, "turn")
    assert not has_effect(state, "sally", 0)


@rule("icefire:siege.15")
def test_hold_the_line_steadies_the_defenders() -> None:
    state = besieged(HOME, f"a {SWORDS} 20 9 0 |", AWAY, siege=(["hold-the-line"], ()))
    before = [number_of(state, "morale", unit) for unit in range(3)]
    game = war_of(state)
    run(game, offer(game, 0, "round-start"), "choose hold-the-line")
    after = [number_of(state, "morale", unit) for unit in range(3)]
    assert [one - other for one, other in zip(after, before, strict=True)] == [1, 1, 0]


@rule("icefire:siege.16")
def test_night_watch_takes_a_token_off_two_units() -> None:
    burdened = [f"{HOME} weakened", f"a {SWORDS} 20 9 0 | panicked vulnerable", f"a {SWORDS} 10 9 0 | panicked"]
    state = besieged(*burdened, AWAY, siege=(["night-watch"], ()))
    game = war_of(state)
    run(game, offer(game, 0, "round-start"), "choose night-watch", "unit a2", "condition vulnerable", "unit a1")
    assert [conditions_of(state, unit) for unit in range(3)] == [[], ["panicked"], ["panicked"]]
