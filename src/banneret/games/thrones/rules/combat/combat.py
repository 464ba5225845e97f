"""Combat: its six steps in order, and the four steps of its result."""

from __future__ import annotations

from collections.abc import Callable

from banneret.games.thrones.content.board import AREAS
from banneret.games.thrones.content.components import ORDERS, UNITS
from banneret.games.thrones.events.combat import CombatBegan, CombatWon, InitialStrength
from banneret.games.thrones.game import Thrones
from banneret.games.thrones.rules.combat.battlefield import clean_up_battlefield
from banneret.games.thrones.rules.combat.casualties import take_casualties, take_skulls
from banneret.games.thrones.rules.combat.house_cards import play_house_cards
from banneret.games.thrones.rules.combat.later_texts import AFTER_COMBAT, AFTER_WINNER
from banneret.games.thrones.rules.combat.retreat import retreat
from banneret.games.thrones.rules.combat.strength import (
    garrison_strength,
    order_strength,
    own_units_strength,
    strength,
)
from banneret.games.thrones.rules.combat.support import call_for_support
from banneret.games.thrones.rules.combat.texts import act_in_turn_order
from banneret.games.thrones.rules.combat.tides import draw_and_show_tides, use_blade
from banneret.games.thrones.rules.ports import settle
from banneret.games.thrones.state import ATTACKER, DEFENDER, FIEFDOMS, NO_ORDER, NOBODY, Combat, State
from banneret.kernel.flow import Flow, MatchOver


def combat(game: Thrones, fight: Combat) -> Flow[None]:
    """Fight a combat from its first step to its last: thrones:combat.1, thrones:combat.4.

    The match may end during a combat, when areas change hands.
    """
    state = game.state
    state.combat = fight
    attacker, defender = (state.houses[seat] for seat in fight.seats)
    units = tuple(UNITS[kind] for kind, count in enumerate(fight.army) for _ in range(count))
    origin, area = AREAS[fight.origin], AREAS[fight.target]
    defending = tuple(UNITS[kind] for kind, column in enumerate(state.units) for _ in range(column[fight.target]))
    game.emit(
        CombatBegan(attacker=attacker, defender=defender, origin=origin, area=area, units=units, defending=defending)
    )
    try:
        yield from _fight(game, fight)
    except MatchOver:
        state.combat = None
        raise
    state.combat = None


def _fight(game: Thrones, fight: Combat) -> Flow[None]:
    """Carry out the steps of a combat in order: thrones:combat.6."""
    yield from call_for_support(game, fight)
    announce_initial_strength(game, fight)
    yield from play_house_cards(game, fight)
    yield from draw_and_show_tides(game, fight)
    yield from use_blade(game, fight)
    determine_winner(game, fight)
    yield from resolve(game, fight)


def announce_initial_strength(game: Thrones, fight: Combat) -> None:
    """Announce both sides' strength before house cards: thrones:strength.6."""
    state = game.state
    attacker, defender = (state.houses[seat] for seat in fight.seats)
    attack, defense = strength(state, fight, ATTACKER), strength(state, fight, DEFENDER)
    game.emit(
        InitialStrength(
            attacker=attacker,
            attack=attack,
            defender=defender,
            defense=defense,
            units=_both(own_units_strength, state, fight),
            orders=_both(order_strength, state, fight),
            garrisons=_both(garrison_strength, state, fight),
            tokens=(ORDERS[fight.march].id, _order_in(state, fight.target)),
        )
    )


def _order_in(state: State, area: int) -> str:
    order = state.orders[area]
    return "" if order == NO_ORDER else ORDERS[order].id


def _both(count: Callable[[State, Combat, int], int], state: State, fight: Combat) -> tuple[int, int]:
    """Apply a count to both sides."""
    return count(state, fight, ATTACKER), count(state, fight, DEFENDER)


def winner_of(state: State, fight: Combat) -> int:
    """Return the side that wins with everything on the table now: thrones:result.2, thrones:result.3."""
    attack, defense = strength(state, fight, ATTACKER), strength(state, fight, DEFENDER)
    if attack == defense:
        return _higher_on_fiefdoms(state, fight)
    return ATTACKER if attack > defense else DEFENDER


def determine_winner(game: Thrones, fight: Combat) -> None:
    """Compare the final strengths: thrones:combat.2, thrones:final-strength.1, thrones:result.2.

    On a tie the house higher on the Fiefdoms track wins: thrones:result.3, thrones:fiefdoms.1.
    """
    state = game.state
    attack, defense = strength(state, fight, ATTACKER), strength(state, fight, DEFENDER)
    tied = attack == defense
    fight.winner = winner_of(state, fight)
    attacker, defender = (state.houses[seat] for seat in fight.seats)
    game.emit(
        CombatWon(
            attacker=attacker,
            attack=attack,
            defender=defender,
            defense=defense,
            winner=(attacker, defender)[fight.winner],
            rule="thrones:result.3" if tied else "thrones:result.2",
        )
    )


def _higher_on_fiefdoms(state: State, fight: Combat) -> int:
    track = state.tracks[FIEFDOMS]
    attacker, defender = fight.seats
    return ATTACKER if track.index(attacker) < track.index(defender) else DEFENDER


def resolve(game: Thrones, fight: Combat) -> Flow[None]:
    """Resolve a combat whose winner is known: thrones:result.1, thrones:cards.8, thrones:ruling.39.

    Card texts about the result come before casualties (thrones:ruling.51); then follow skulls, retreat and clean-up;
    then changed areas are settled, which also removes orders without units (thrones:battlefield.6); card texts that act
    after the combat come last.
    """
    yield from act_in_turn_order(AFTER_WINNER, game, fight)
    yield from take_casualties(game, fight)
    yield from take_skulls(game, fight)
    refuge = yield from retreat(game, fight)
    clean_up_battlefield(game, fight)
    changed = {fight.origin, fight.target, refuge} - {NOBODY}
    yield from settle(game, sorted(changed))
    yield from act_in_turn_order(AFTER_COMBAT, game, fight)
