"""House Stark: Orders. They are used under icefire:orders.2 and name their targets first: icefire:timing.2."""

from __future__ import annotations

from banneret.games.icefire.abilities.any_faction.orders import RULE
from banneret.games.icefire.abilities.any_faction.units import count_as_six
from banneret.games.icefire.abilities.strikes import act, can_act, strike, strikes
from banneret.games.icefire.abilities.targets import enemies, the_unit
from banneret.games.icefire.actions import Choose
from banneret.games.icefire.effects.registry import Source, choices, number, order, shape
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.actions.free_actions import perform
from banneret.games.icefire.rules.combat.attack import suffer_hits
from banneret.games.icefire.rules.combat.wounds import suffer
from banneret.games.icefire.rules.table.choosers import ThingChooser
from banneret.games.icefire.rules.table.conditions import give_condition
from banneret.games.icefire.rules.table.engagement import is_engaged
from banneret.games.icefire.rules.table.lasting_effects import add_effect
from banneret.games.icefire.rules.table.sides import friendly
from banneret.games.icefire.rules.table.units import ranks_left, ranks_lost
from banneret.games.icefire.state import Effect, Fight, State, Use
from banneret.kernel.flow import Flow, ask

TRAPS = choices("hits", "slow")
TRAPPED = "hidden-traps"
"""The effect on a unit in Hidden Traps."""
SCOUTED = "scouted"
"""The effect on a unit in which openings were scouted."""


@order("order-hidden-traps", targets=(the_unit,))
def _hidden_traps(game: War, use: Use) -> Flow[None]:
    """The enemy suffers 1 Hit for each of its ranks, or is slower until the end of the turn: icefire:ruling.33."""
    state, enemy = game.state, use.targets[0]
    answer = yield from ask(use.seat, ThingChooser(TRAPS, "traps", RULE))
    if isinstance(answer, Choose) and answer.choice == "slow":
        add_effect(state, Effect(TRAPPED, enemy, use.seat, "turn"))
    else:
        yield from suffer_hits(game, enemy, ranks_left(state, enemy), use.seat, use.unit)


@number(TRAPPED, "speed")
def _trapped(state: State, source: Source, unit: int) -> int:
    """-1 to Speed."""
    return -1


@order("order-mark-target", targets=(enemies(within_range="long", sight=True),))
def _mark_target(game: War, use: Use) -> Flow[None]:
    """An enemy in sight and Long Range becomes Vulnerable: icefire:condition.1."""
    yield from ()
    give_condition(game, use.targets[0], "vulnerable")


@order("order-scout-openings", targets=(enemies(within_range="long"),))
def _scout_openings(game: War, use: Use) -> Flow[None]:
    """Friendly attacks against the enemy have Precision and re-rolls this turn."""
    yield from ()
    add_effect(game.state, Effect(SCOUTED, use.targets[0], use.seat, "turn"))


@shape(SCOUTED, "defender")
def _scouted(state: State, fight: Fight, source: Source) -> None:
    """Precision and re-rolls for the side that scouted: icefire:attack-ability.precision."""
    if friendly(state, fight.attacker, source.seat):
        fight.keywords.add("precision")
        fight.rerolls.add((source.seat, "attack"))


@order("order-swift-retreat", can=lambda state, use: is_engaged(state, use.unit))
def _swift_retreat(game: War, use: Use) -> Flow[None]:
    """The unit retreats: icefire:retreat.1."""
    if is_engaged(game.state, use.unit):
        yield from perform(game, use.unit, "retreat", free=True)


@order("order-shield-wall", can=lambda _, use: use.moment.arc != "rear")
def _shield_wall(game: War, use: Use) -> Flow[None]:
    """Block 1 Hit for each remaining rank: icefire:resolve.8."""
    yield from ()
    if use.moment.fight is not None:
        use.moment.fight.blocked += ranks_left(game.state, use.unit)


@order("order-overrun", can=lambda state, use: can_act(state, use.unit, ("march",), charges=True))
def _overrun(game: War, use: Use) -> Flow[None]:
    """The unit charges or marches instead of surging forth: icefire:surge.1."""
    use.moment.replaced = True
    yield from act(game, use.unit, ("march",), charges=True, rule=RULE)


@order("order-reckless-heroism")
def _reckless_heroism(game: War, use: Use) -> Flow[None]:
    """The unit suffers D3 Wounds, and its charge die counts as 6: icefire:charge.12, icefire:ruling.49."""
    count_as_six(game.state, use.unit, use.seat)
    yield from suffer(game, use.unit, game.chance.pick(3) + 1, use.seat)


@order("order-overwatch", can=lambda state, use: bool(strikes(state, use.unit, use.moment.unit, ("ranged",))))
def _overwatch(game: War, use: Use) -> Flow[None]:
    """The unit shoots at the enemy that moved: icefire:ranged.4."""
    yield from strike(game, use.unit, use.moment.unit, RULE, ("ranged",))


@order("order-superior-flanking", can=lambda _, use: use.moment.arc != "front")
def _superior_flanking(game: War, use: Use) -> Flow[None]:
    """A defender attacked in the flank or rear becomes Panicked and Vulnerable."""
    yield from ()
    for condition in ("panicked", "vulnerable"):
        give_condition(game, use.moment.target, condition)


@order("order-stark-fury")
def _stark_fury(game: War, use: Use) -> Flow[None]:
    """Critical Blow and Sundering; afterwards the unit suffers 2 Wounds, 1 less for each destroyed rank."""
    yield from ()
    if use.moment.fight is not None:
        use.moment.fight.keywords.update(("critical-blow", "sundering"))
        use.moment.fight.after.append(_exhausted)


def _exhausted(game: War, fight: Fight) -> Flow[None]:
    state = game.state
    if state.health[fight.attacker]:
        wounds = 2 - ranks_lost(state, fight.attacker)
        yield from suffer(game, fight.attacker, wounds, state.seat[fight.attacker])
