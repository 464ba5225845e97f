"""Setting up a battle: plan, board, units, decks, tokens."""

from __future__ import annotations

import msgspec

from banneret.content.datapack import DataPackError, convert_pack
from banneret.games.battles.content.components import HOUSES, RANKS, TOKENS, Box, box, deck_of
from banneret.games.battles.content.datafile import DataError
from banneret.games.battles.content.scenario import Scenario
from banneret.games.battles.content.scenario_file import SCENARIOS, ScenarioError, scenario, scenario_of
from banneret.games.battles.content.skirmish import SUMMARIES, bare_plan
from banneret.games.battles.rules.field.terrain import burn_limit, effective_terrain
from banneret.games.battles.settings import DRAWN, Settings
from banneret.games.battles.state import NO_COMMANDER, NO_UNIT, NOBODY, OFF, Muster, State
from banneret.games.battles.steps import PREPARING, ROUND, SKIRMISH
from banneret.kernel.chance import Chance
from banneret.kernel.pile import Pile, mask_of
from banneret.kernel.rulebook import OptionError


def chosen_scenario(settings: Settings) -> Scenario | None:
    """Return the battle plan that the options name, or None if it is drawn: battles:aim.1. Raises OptionError.

    The plan of a skirmish is empty: the players choose its contents.
    """
    given = settings.scenario
    if isinstance(given, str):
        if given == DRAWN:
            return None
        if given in SUMMARIES:
            return bare_plan(SUMMARIES[given])
        if given not in SCENARIOS:
            known = ", ".join((DRAWN, *SCENARIOS, *SUMMARIES))
            raise OptionError(f"scenario: unknown scenario {given!r}; expected one of: {known}")
        return scenario(given)
    try:
        return scenario_of(given)
    except ScenarioError as error:
        raise OptionError(f"scenario: {error}") from None


def chosen_box(settings: Settings) -> Box:
    """Return the components, with the corrections of a data pack. Raises OptionError."""
    if settings.data_pack is None:
        return box()
    try:
        return box(convert_pack(settings.data_pack))
    except (DataPackError, DataError) as error:
        raise OptionError(f"data_pack: {error}") from None


def new_state(settings: Settings, key: bytes) -> State:
    """Set up everything according to the battle plan: battles:aim.1, battles:setup.7.

    What players choose before the battle is asked in its first steps.

    All randomness comes from the state itself: battles:ruling.83. Seat 0 leads Stark, seat 1 Lannister, each with the
    cards of its House: battles:aim.3, battles:setup.5.
    """
    state = State()
    state.key = key
    state.drawn = 0
    chance = Chance(state, [])
    plan = chosen_scenario(settings)
    if plan is None:
        plan = scenario(SCENARIOS[chance.pick(len(SCENARIOS))])
    lay_out(state, plan, settings, chosen_box(settings))
    state.step = first_step(plan)
    if state.step == SKIRMISH[0]:
        state.muster = Muster()
        return state  # Momentum and decks follow when the commanders are chosen
    momentum = plan.momentum
    state.momentum = chance.pick(len(HOUSES)) if momentum == "random" else HOUSES.index(momentum)
    for deck in state.decks:
        chance.shuffle(deck)
    if state.step == "hiding":
        state.strategy, state.strategy_hexes = Pile(), []
    else:
        _lay_strategy(state, chance)
    return state


def first_step(plan: Scenario) -> str:
    """Return a match's first step, which belongs to a skirmish, the plan's preparations, or the first round."""
    return SKIRMISH[0] if plan.id in SUMMARIES and not plan.units else next_step(plan, "")


def next_step(plan: Scenario, done: str) -> str:
    """Return the next preparation after a step, or the first step of the round."""
    asks = {
        "palisades": plan.defence is not None,
        "targets": plan.catapult is not None and plan.catapult.chosen,
        "hiding": plan.strategy is not None and bool(plan.strategy.areas),
    }
    left = PREPARING[PREPARING.index(done) + 1 :] if done in PREPARING else PREPARING
    return next((step for step in left if asks[step]), ROUND[0])


def grow(state: State, plan: Scenario) -> None:
    """Rebuild the board, the units and the decks from a plan to which something was added."""
    state.scenario = plan
    state.field = plan.board
    _lay_board(state, plan)
    _place_units(state, plan)
    _lay_cards(state)


def lay_out(state: State, plan: Scenario, settings: Settings, box: Box) -> None:
    """Place everything according to the plan, with nothing shuffled yet."""
    state.seats = len(HOUSES)
    state.houses = HOUSES
    state.box = box
    state.scenario = plan
    state.settings = settings
    state.field = plan.board
    _lay_board(state, plan)
    _place_units(state, plan)
    _lay_tokens(state, plan)
    _lay_cards(state)
    state.muster = None
    state.turn = None
    state.winner = NOBODY
    state.reason = ""
    state.forfeited = []


def _lay_board(state: State, plan: Scenario) -> None:
    """Set up board, overlays and terrain tokens: battles:setup.6, battles:setup.7, battles:pieces.11.

    battles:plan.rallying-the-remnant-fords. Terrain on which the plan lays a fire of its burn limit is devastated from
    the start: battles:c12.5.
    """
    hexes = len(plan.board)
    state.overlay = [""] * hexes
    for token in plan.tokens:
        state.overlay[state.field.place(token.hex)] = token.kind
    borders = [sorted(state.field.place(hex) for hex in palisade.between) for palisade in plan.palisades]
    state.palisades = [(a, b) for a, b in borders]
    state.palisade_fire = [0] * len(borders)
    state.guards = []
    state.fire = [0] * hexes
    for fire in plan.fires:
        state.fire[state.field.place(fire.hex)] = min(fire.level, state.box.fire.spread_level)
    state.devastated = [False] * hexes
    state.terrain = [effective_terrain(state, hex) for hex in range(hexes)]
    for hex, level in enumerate(state.fire):
        if level and not state.overlay[hex] and level >= burn_limit(state, hex):
            state.devastated[hex] = True
            state.terrain[hex] = effective_terrain(state, hex)
    state.burnt = []


def _place_units(state: State, plan: Scenario) -> None:
    """Place the units at full strength with their banners, and the commanders: battles:setup.26, battles:setup.30.

    battles:setup.22, battles:setup.24, battles:setup.9, battles:setup.27, battles:setup.28, battles:unit.1,
    battles:unit.2. A plan may grant units Scorch the Earth: battles:plan.breaking-the-siege-engines,
    battles:plan.razing-the-red-fork-scorch, battles:plan.burning-harvest-scorch.
    """
    number = len(plan.units)
    state.type = [state.box.unit_number[unit.unit] for unit in plan.units]
    state.seat = [HOUSES.index(state.box.units[kind].house) for kind in state.type]
    state.rank = [RANKS.index(unit.rank) for unit in plan.units]
    numbers = state.box.commander_number
    state.commander = [NO_COMMANDER if u.commander is None else numbers[u.commander] for u in plan.units]
    state.hex = [state.field.place(unit.hex) for unit in plan.units]
    state.figures = [state.box.units[kind].strength for kind in state.type]
    state.active = [True] * number
    state.engaged = [NO_UNIT] * number
    state.shown = [NOBODY] * number
    state.stalwart = [False] * number
    state.toughness = [0] * number
    state.scorches = [unit.scorch or "" for unit in plan.units]
    state.at = [NO_UNIT] * len(plan.board)
    for unit, hex in enumerate(state.hex):
        state.at[hex] = unit


def _lay_tokens(state: State, plan: Scenario) -> None:
    """Set up round, morale and command tokens: battles:setup.16, battles:setup.17, battles:setup.19, battles:setup.21.

    battles:setup.29, battles:pieces.32, battles:setup.11.
    """
    seats = len(HOUSES)
    state.round = 1
    state.step = ROUND[0]
    state.first = 0
    state.turn_seat = 0
    state.passed = [False] * seats
    state.pool = [[0] * len(TOKENS) for _ in HOUSES]
    state.accounted = [[0] * len(TOKENS) for _ in HOUSES]
    state.board_tokens = [plan.command_tokens] * seats
    state.held = [0] * len(state.box.commanders)
    state.committed = [False] * len(state.box.commanders)
    state.destroyed = [0] * seats
    state.captured = []
    state.points = [0] * seats
    owners = [objective.controlled_by for objective in plan.objectives]
    state.control = [NOBODY if owner is None else HOUSES.index(owner) for owner in owners]
    state.morale = 0
    state.momentum = 0
    strategy = plan.strategy
    state.strategy_hexes = [] if strategy is None else [state.field.place(hex) for hex in strategy.hexes]
    faces = [] if strategy is None else ["real"] * strategy.real + ["decoy"] * (len(strategy.hexes) - strategy.real)
    state.strategy = Pile(faces)
    state.persons = ["hidden" if person.hex is None else "open" for person in plan.persons]
    state.person_hex = [OFF if person.hex is None else state.field.place(person.hex) for person in plan.persons]
    state.archers = [True] * len(plan.archers)


def _lay_cards(state: State) -> None:
    """Build the decks, ten basic cards and five for each commander.

    battles:setup.12, battles:setup.13, battles:setup.14.
    """
    leading = tuple(state.box.commanders[number].id for number in state.commander if number != NO_COMMANDER)
    state.decks = []
    for house in HOUSES:
        own = tuple(commander for commander in leading if state.box.commander[commander].house == house)
        state.decks.append(Pile(deck_of(state.box, house, own)))
    state.hands = [Pile() for _ in HOUSES]
    state.discards = [[] for _ in HOUSES]


def _lay_strategy(state: State, chance: Chance) -> None:
    """Place the strategy tokens face down; only the hidden House knows them: battles:pieces.26, battles:pieces.27."""
    plan = state.scenario.strategy
    if plan is not None:
        chance.shuffle(state.strategy)
        mask = mask_of([HOUSES.index(plan.house)])
        state.strategy.known = [mask] * len(state.strategy)


def raw_settings(settings: Settings) -> dict[str, object]:
    """Return the options as plain data, without those that have their default."""
    usual = msgspec.structs.asdict(Settings())
    return {name: value for name, value in msgspec.structs.asdict(settings).items() if value != usual[name]}
