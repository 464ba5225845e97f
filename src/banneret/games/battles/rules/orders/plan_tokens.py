"""Tokens that only battle plans use: objectives, strategy tokens, persons, special archers, catapults."""

from __future__ import annotations

from collections.abc import Sequence

from banneret.games.battles.content.components import RANKS, TOKENS
from banneret.games.battles.content.scenario import Archers
from banneret.games.battles.events.battle import DiceRolled, HitsScored
from banneret.games.battles.events.plan import CatapultShot, PersonCarried, PersonSettled, StrategyRevealed
from banneret.games.battles.events.round import ControlChanged
from banneret.games.battles.game import Battle
from banneret.games.battles.rules.combat.attack import roll_die
from banneret.games.battles.rules.combat.commit import choose_one
from banneret.games.battles.rules.combat.losses import destroy, suffer
from banneret.games.battles.rules.field.keywords import ignored_hits, shield_against
from banneret.games.battles.rules.field.sight import obstacles
from banneret.games.battles.rules.field.units import label, name_of, units_of
from banneret.games.battles.rules.victory.scoring import score_event, seat_of
from banneret.games.battles.state import NO_UNIT, NOBODY, OFF, State
from banneret.kernel.flow import Flow, ask
from banneret.kernel.questions import MayChooser, Yes

SAFE = "safe"
TAKEN = "taken"
OPEN = "open"
HIDDEN = "hidden"
REAL = "real"
DECOY = "decoy"


# While a unit moves


def choose_led(game: Battle, unit: int) -> Flow[list[int]]:
    """Ask which persons in its hex an ordered unit leads along: battles:plan.breaking-the-siege-edmure.

    Only units of the person's House can lead: battles:pieces.29, battles:c11.29, battles:plan.persons.
    """
    state = game.state
    led: list[int] = []
    for number, person in enumerate(state.scenario.persons):
        if state.persons[number] != OPEN or state.person_hex[number] != state.hex[unit]:
            continue
        seat = state.seat[unit]
        if seat_of(person.house) == seat:
            rule = "battles:plan.breaking-the-siege-edmure"
            answer = yield from ask(seat, MayChooser("carry", rule, person=person.id, hex=label(state, unit)))
            if isinstance(answer, Yes):
                led.append(number)
    return led


def carry_persons(game: Battle, unit: int, led: Sequence[int]) -> None:
    """Move persons with a unit into its current hex."""
    state = game.state
    for number in led:
        origin = state.field.labels[state.person_hex[number]]
        state.person_hex[number] = state.hex[unit]
        person = state.scenario.persons[number].id
        game.emit(PersonCarried(person=person, origin=origin, target=label(state, unit)))


def targets_of_catapult(state: State, unit: int) -> frozenset[int]:
    """Return the hexes in which an enemy catapult shoots at a unit, those of its colour: battles:plan.catapults."""
    catapult = state.scenario.catapult
    if catapult is None or seat_of(catapult.house) == state.seat[unit]:
        return frozenset()
    rank = RANKS[state.rank[unit]]
    return frozenset(state.field.place(target.hex) for target in catapult.targets if target.rank == rank)


def shoot_catapult(game: Battle, unit: int) -> None:
    """Shoot at an enemy unit that has entered a target of its colour: battles:plan.wolf-raiders-catapults.

    One die is rolled; its colour destroys the unit. battles:pieces.30, battles:plan.catapults.
    """
    state = game.state
    catapult = state.scenario.catapult
    if catapult is None or state.hex[unit] not in targets_of_catapult(state, unit):
        return
    face = roll_die(game)
    house, hit = catapult.house, face == state.rank[unit]
    event = CatapultShot(house=house, unit=name_of(state, unit), hex=label(state, unit), face=TOKENS[face], hit=hit)
    game.emit(event)
    if hit:
        destroy(game, unit, None)


# At the end of a turn


def end_of_turn(game: Battle) -> None:
    """Resolve the effects of positions when a turn ends: objectives, strategy tokens, persons, archers."""
    _reveal_strategy(game)
    _settle_persons(game)
    _remove_archers(game)
    settle_control(game)


def settle_control(game: Battle) -> None:
    """Give control of each objective to the House whose unit is on it: battles:c11.26, battles:ruling.74.

    The marker stays when the unit leaves (battles:c11.27), unless the plan requires a unit there (battles:c11.28,
    battles:plan.razing-the-red-fork-bridges).
    """
    state = game.state
    for number, objective in enumerate(state.scenario.objectives):
        unit = state.at[state.scenario.objective_places[number]]
        if unit == NO_UNIT:
            if objective.occupied:
                state.control[number] = NOBODY
        elif state.control[number] != state.seat[unit]:
            state.control[number] = state.seat[unit]
            game.emit(ControlChanged(house=state.houses[state.seat[unit]], hex=objective.hex))


def _reveal_strategy(game: Battle) -> None:
    """Reveal a strategy token on which an enemy unit has ended its turn.

    battles:pieces.26, battles:pieces.27, battles:plan.strategy-tokens. Some plans reveal all at once:
    battles:plan.breaking-the-siege-edmure.
    """
    state = game.state
    plan = state.scenario.strategy
    if plan is None:
        return
    owner = seat_of(plan.house)
    found = [n for n, hex in enumerate(state.strategy_hexes) if _is_enemy_in(state, hex, owner)]
    if found and plan.all_at_once:
        found = [*range(len(state.strategy_hexes))]
    for at in reversed(found):
        hex = state.strategy_hexes[at]
        for _ in range(at):
            state.strategy.move_top_under()
        face = game.chance.draw(state.strategy)
        for _ in range(len(state.strategy_hexes) - 1 - at):
            state.strategy.move_top_under()
        del state.strategy_hexes[at]
        label_ = state.field.labels[hex]
        game.emit(StrategyRevealed(house=state.houses[1 - owner], hex=label_, face=face))
        if face == REAL:
            score_event(game, "found", 1 - owner, hex)
            _find_person(state, plan.person, hex)


def _is_enemy_in(state: State, hex: int, seat: int) -> bool:
    unit = state.at[hex]
    return unit != NO_UNIT and state.seat[unit] != seat


def _find_person(state: State, person: str | None, hex: int) -> None:
    for number, plan in enumerate(state.scenario.persons):
        if plan.id == person and state.persons[number] == HIDDEN:
            state.persons[number] = OPEN
            state.person_hex[number] = hex


def _settle_persons(game: Battle) -> None:
    """Determine whether a person has reached safety or was taken by an enemy: battles:plan.persons.

    Edmure cannot be taken: battles:plan.breaking-the-siege-edmure.
    """
    state = game.state
    for number, person in enumerate(state.scenario.persons):
        hex = state.person_hex[number]
        if state.persons[number] != OPEN or hex == OFF:
            continue
        own = seat_of(person.house)
        if _is_enemy_in(state, hex, own):
            if person.can_be_taken:
                _settle(game, number, TAKEN, 1 - own)
        elif state.field.labels[hex] in person.safe:
            _settle(game, number, SAFE, own)


def _settle(game: Battle, number: int, fate: str, seat: int) -> None:
    state = game.state
    hex = state.person_hex[number]
    person = state.scenario.persons[number].id
    state.persons[number] = fate
    state.person_hex[number] = OFF
    game.emit(PersonSettled(person=person, fate=fate, hex=state.field.labels[hex]))
    score_event(game, f"person-{fate}", seat, hex)


def _remove_archers(game: Battle) -> None:
    """Remove special archers whose hex an enemy unit has entered: battles:pieces.28, battles:plan.special-archers."""
    state = game.state
    for number, archers in enumerate(state.scenario.archers):
        if _is_enemy_in(state, state.field.place(archers.hex), seat_of(archers.house)):
            state.archers[number] = False


# At the end of a round


def archers_shoot(game: Battle) -> Flow[None]:
    """Let the special archers shoot at the nearest visible enemy, those of the first player first: battles:ruling.81.

    Their House chooses among equally near ones. battles:pieces.28, battles:c11.29, battles:plan.special-archers,
    battles:ruling.86.
    """
    state = game.state
    for seat in (state.first, 1 - state.first):
        for number, archers in enumerate(state.scenario.archers):
            if state.archers[number] and seat_of(archers.house) == seat:
                yield from _shoot(game, archers)


def _shoot(game: Battle, archers: Archers) -> Flow[None]:
    """Let one token of special archers shoot, if it sees an enemy in range."""
    state = game.state
    near = _nearest(state, archers)
    if not near:
        return
    rule = "battles:plan.special-archers"
    unit = yield from choose_one(game, seat_of(archers.house), near, "archers", rule)
    faces = [roll_die(game) for _ in range(archers.dice)]
    names = tuple(TOKENS[face] for face in faces)
    game.emit(DiceRolled(house=archers.house, faces=names, again=False, rule="battles:pieces.28"))
    hits = faces.count(shield_against(state, unit))
    ignored = min(ignored_hits(state, unit), hits)
    event = HitsScored(target=label(state, unit), hits=hits, ignored=ignored, morale=0, rule="battles:pieces.28")
    game.emit(event)
    suffer(game, unit, hits - ignored, None)


def _nearest(state: State, archers: Archers) -> list[int]:
    """Return the nearest enemy units in range and sight of special archers, by number."""
    here = state.field.place(archers.hex)
    far = state.field.distances[here]
    blocked = obstacles(state)
    seen = [
        unit
        for unit in units_of(state, 1 - seat_of(archers.house))
        if far[state.hex[unit]] <= archers.range and state.field.is_clear(here, state.hex[unit], blocked)
    ]
    least = min((far[state.hex[unit]] for unit in seen), default=0)
    return [unit for unit in seen if far[state.hex[unit]] == least]
