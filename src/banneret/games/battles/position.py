"""Positions: conversion of a checkpoint state to readable JSON, and back with every value validated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from banneret.games.battles.content.components import HOUSES, RANKS, TOKENS
from banneret.games.battles.content.scenario import Scenario, UnitPlan
from banneret.games.battles.content.scenario_checks import faults_of
from banneret.games.battles.content.skirmish import ANY, SUMMARIES
from banneret.games.battles.rules.field.terrain import effective_terrain
from banneret.games.battles.rules.setup import chosen_box, chosen_scenario, grow, lay_out, raw_settings
from banneret.games.battles.settings import DRAWN, Settings
from banneret.games.battles.state import NO_COMMANDER, NO_UNIT, NOBODY, OFF, Muster, State
from banneret.games.battles.steps import SKIRMISH, STEPS
from banneret.hexes import LabelError
from banneret.kernel.pile import Pile
from banneret.kernel.position_fields import MOST_DRAWN, key_of, known, pile_of, within
from banneret.kernel.rulebook import OptionError, PositionError
from banneret.kernel.stream import KEY_BYTES

REASONS: Final = (
    "", "rout", "destruction", "points", "control", "morale", "momentum", "commanders", "person-safe", "person-taken",
)  # fmt: skip  # several to a line
FATES: Final = ("hidden", "open", "safe", "taken")
_LONGEST: Final = 99


class UnitData(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A unit of the plan, in plan order; a unit without a hex is destroyed."""

    hex: str | None = None
    rank: str
    figures: int = 0
    commander: str | None = None
    inactive: bool = False
    engaged: int | None = None
    """Number of the unit it is engaged with."""
    shown: str | None = None
    """The House shown by the engagement token."""
    stalwart: bool = False
    toughness: int = 0


class PileData(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A face-down pile, top card first; `known` is a mask of seats for each place (-1 for everybody)."""

    cards: list[str]
    known: list[int] | None = None


class HouseData(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A House's components beside the board; omitted fields have their initial value, or are empty."""

    pool: dict[str, int] = {}
    accounted: dict[str, int] = {}
    command_tokens: int | None = None
    held: dict[str, int] = {}
    """Command tokens on the cards of its commanders."""
    deck: PileData | None = None
    hand: PileData | None = None
    discards: list[str] = []
    destroyed: int = 0
    points: int = 0
    passed: bool = False


class MusterData(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A skirmish still being set up: what is on the board, and what each House has yet to place."""

    map: str
    units: list[UnitPlan] = []
    leaders: tuple[list[str], list[str]] = ([], [])
    force: tuple[list[tuple[str, str, str]], list[tuple[str, str, str]]] = ([], [])
    """Type, rank, and commander or ""."""
    pieces: tuple[list[str], list[str]] = ([], [])


class PositionData(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A checkpoint state. Only the scenario is required."""

    scenario: str | dict[str, Any]
    options: dict[str, Any] = {}
    round: int = 1
    step: str = "rally"
    first: str = "stark"
    turn: str = "stark"
    momentum: str | None = None
    morale: int = 0
    units: list[UnitData] | None = None
    houses: dict[str, HouseData] = {}
    overlays: dict[str, str] | None = None
    palisades: list[tuple[str, str, int]] | None = None
    """The two hexes, and the level of the fire there."""
    fires: dict[str, int] | None = None
    devastated: list[str] = []
    burnt: list[str] = []
    committed: list[str] = []
    captured: list[str] = []
    control: dict[str, str | None] | None = None
    strategy: PileData | None = None
    strategy_hexes: list[str] | None = None
    persons: dict[str, tuple[str | None, str]] | None = None
    """Hex and status of each person."""
    archers: list[bool] | None = None
    muster: MusterData | None = None
    winner: str | None = None
    reason: str = ""
    forfeited: list[int] = []
    key: str = "00" * KEY_BYTES
    drawn: int = 0


def encode(state: State) -> dict[str, Any]:
    """Return the JSON form of a checkpoint state."""
    labels, plan = state.field.labels, state.scenario
    data = PositionData(
        scenario=_plan_name(plan) if state.muster is None else plan.id,
        options={name: value for name, value in raw_settings(state.settings).items() if name != "scenario"},
        round=state.round,
        step=state.step,
        first=HOUSES[state.first],
        turn=HOUSES[state.turn_seat],
        momentum=HOUSES[state.momentum],
        morale=state.morale,
        units=[_encode_unit(state, unit) for unit in range(len(state.type))],
        houses={house: _encode_house(state, seat) for seat, house in enumerate(HOUSES)},
        overlays={labels[hex]: overlay for hex, overlay in enumerate(state.overlay) if overlay},
        palisades=[
            (labels[a], labels[b], fire) for (a, b), fire in zip(state.palisades, state.palisade_fire, strict=True)
        ],
        fires={labels[hex]: level for hex, level in enumerate(state.fire) if level},
        devastated=[labels[hex] for hex, burnt in enumerate(state.devastated) if burnt],
        burnt=[labels[hex] for hex in state.burnt],
        committed=[c.id for c, is_ in zip(state.box.commanders, state.committed, strict=True) if is_],
        captured=[state.box.commanders[number].id for number in state.captured],
        control={o.id: _house(seat) for o, seat in zip(plan.objectives, state.control, strict=True)},
        strategy=_encode_pile(state.strategy),
        strategy_hexes=[labels[hex] for hex in state.strategy_hexes],
        persons={
            person.id: (labels[hex] if hex != OFF else None, fate)
            for person, hex, fate in zip(plan.persons, state.person_hex, state.persons, strict=True)
        },
        archers=state.archers[:],
        muster=_encode_muster(state),
        winner=_house(state.winner),
        reason=state.reason,
        forfeited=state.forfeited[:],
        key=state.key.hex(),
        drawn=state.drawn,
    )
    encoded: dict[str, Any] = msgspec.to_builtins(data)
    return encoded


def _encode_muster(state: State) -> MusterData | None:
    muster, plan = state.muster, state.scenario
    if muster is None:
        return None
    return MusterData(
        map=plan.map,
        units=list(plan.units),
        leaders=(muster.leaders[0][:], muster.leaders[1][:]),
        force=([*muster.force[0]], [*muster.force[1]]),
        pieces=(muster.pieces[0][:], muster.pieces[1][:]),
    )


def _plan_name(plan: Scenario) -> str | dict[str, Any]:
    """Return the id of a bundled plan, or the whole plan."""
    try:
        if chosen_scenario(Settings(scenario=plan.id)) == plan:
            return plan.id
    except OptionError:
        pass
    raw: dict[str, Any] = _without_none(msgspec.to_builtins(plan))
    return raw


def _without_none(raw: Any) -> Any:  # plain data as in TOML, where a field is present or absent
    if isinstance(raw, dict):
        return {name: _without_none(value) for name, value in raw.items() if value is not None}
    return [_without_none(value) for value in raw] if isinstance(raw, list | tuple) else raw


def _house(seat: int) -> str | None:
    return HOUSES[seat] if seat != NOBODY else None


def _encode_pile(pile: Pile) -> PileData:
    return PileData(cards=pile.cards[:], known=pile.known[:])


def _encode_unit(state: State, unit: int) -> UnitData:
    number = state.commander[unit]
    hex, engaged = state.hex[unit], state.engaged[unit]
    return UnitData(
        hex=state.field.labels[hex] if hex != OFF else None,
        rank=RANKS[state.rank[unit]],
        figures=state.figures[unit],
        commander=state.box.commanders[number].id if number != NO_COMMANDER else None,
        inactive=not state.active[unit],
        engaged=engaged if engaged != NO_UNIT else None,
        shown=_house(state.shown[unit]),
        stalwart=state.stalwart[unit],
        toughness=state.toughness[unit],
    )


def _encode_house(state: State, seat: int) -> HouseData:
    own = [(n, c) for n, c in enumerate(state.box.commanders) if c.house == HOUSES[seat]]
    return HouseData(
        pool={token: number for token, number in zip(TOKENS, state.pool[seat], strict=True) if number},
        accounted={token: number for token, number in zip(TOKENS, state.accounted[seat], strict=True) if number},
        command_tokens=state.board_tokens[seat],
        held={commander.id: state.held[number] for number, commander in own if state.held[number]},
        deck=_encode_pile(state.decks[seat]),
        hand=_encode_pile(state.hands[seat]),
        discards=state.discards[seat][:],
        destroyed=state.destroyed[seat],
        points=state.points[seat],
        passed=state.passed[seat],
    )


# Reading


def decode(data: Mapping[str, Any]) -> State:
    """Read a position. Raises PositionError, which names the field and the reason."""
    try:
        given = msgspec.convert(data, PositionData, strict=True)
        settings = msgspec.convert({"scenario": given.scenario, **given.options}, Settings, strict=True)
    except msgspec.ValidationError as error:
        raise PositionError(f"battles position: {error}") from None
    try:
        plan, box = chosen_scenario(settings), chosen_box(settings)
    except OptionError as error:
        raise PositionError(f"options: {error}") from None
    if plan is None:
        raise PositionError(f"scenario: a position must name its scenario, not {DRAWN!r}")
    state = State()
    lay_out(state, plan, settings, box)
    if given.muster is not None:
        _decode_muster(state, plan, given.muster)
    if (given.step in SKIRMISH) != (given.muster is not None):
        raise PositionError(f"muster: required in these steps, and only in them: {', '.join(SKIRMISH)}")
    try:
        _decode_course(state, given)
        _decode_units(state, given)
        _decode_board(state, given)
        for house, own in given.houses.items():
            _decode_house(state, _seat("houses", house), own)
        _decode_plan(state, given)
    except LabelError as error:
        raise PositionError(f"hex: {error}") from None
    return state


def _decode_course(state: State, given: PositionData) -> None:
    state.step = known("step", given.step, STEPS)
    # The last round ends the battle before these steps.
    state.round = within("round", given.round, 1, state.scenario.rounds - (given.step in ("discard", "recover")))
    state.first = _seat("first", given.first)
    state.turn_seat = _seat("turn", given.turn)
    named = state.scenario.momentum
    state.momentum = _seat("momentum", given.momentum or (HOUSES[0] if named == "random" else named))
    end = max(state.box.track.end, state.box.track.rout)
    state.morale = within("morale", given.morale, -end, end)
    state.winner = NOBODY if given.winner is None else _seat("winner", given.winner)
    state.reason = known("reason", given.reason, REASONS)
    state.forfeited = [within("forfeited", seat, 0, 1) for seat in given.forfeited]
    state.key = key_of(given.key)
    state.drawn = within("drawn", given.drawn, 0, MOST_DRAWN)


def _decode_muster(state: State, plan: Scenario, given: MusterData) -> None:
    if plan.id not in SUMMARIES or plan.units:
        raise PositionError(f"muster: {plan.id} is not a skirmish")
    grown = msgspec.structs.replace(plan, map=given.map, units=tuple(given.units))
    if tuple(map(len, grown.rows)) != tuple(map(len, plan.rows)):
        raise PositionError("muster.map: the size differs from that of the skirmish")
    for path, problem in faults_of(grown):
        if path != ("units",):  # a House without units yet
            raise PositionError(f"muster.{'.'.join(map(str, path))}: {problem}")
    grow(state, grown)
    box = state.box
    muster = state.muster = Muster()
    for seat, house in enumerate(HOUSES):
        own = [commander.id for commander in box.commanders if commander.house == house]
        muster.leaders[seat] = [known("muster.leaders", leader, own) for leader in given.leaders[seat]]
        muster.pieces[seat] = [known("muster.pieces", piece, (*box.terrain, ANY)) for piece in given.pieces[seat]]
        types = [unit.id for unit in box.units if unit.house == house]
        for unit, rank, leader in given.force[seat]:
            at = RANKS.index(known("muster.force", rank, RANKS))
            kind = known("muster.force", unit, types)
            muster.force[seat].append((kind, RANKS[at], known("muster.force", leader, ("", *own))))


def _decode_units(state: State, given: PositionData) -> None:
    if given.units is None:
        return
    if len(given.units) != len(state.type):
        raise PositionError(f"units: {len(given.units)} given, but the plan has {len(state.type)}")
    state.at = [NO_UNIT] * len(state.at)
    for unit, data in enumerate(given.units):
        _decode_unit(state, unit, data, f"units.{unit}")
    for unit, other in enumerate(state.engaged):
        if other != NO_UNIT and (state.engaged[other] != unit or state.shown[other] != state.shown[unit]):
            raise PositionError(f"units.{unit}.engaged: unit {other} is not engaged with it under the same token")


def _decode_unit(state: State, unit: int, data: UnitData, where: str) -> None:
    state.hex[unit] = OFF if data.hex is None else state.field.place(data.hex)
    if data.hex is not None:
        if state.at[state.hex[unit]] != NO_UNIT:
            raise PositionError(f"{where}.hex: {data.hex} already has a unit")
        state.at[state.hex[unit]] = unit
    state.rank[unit] = RANKS.index(known(f"{where}.rank", data.rank, RANKS))
    most = state.box.units[state.type[unit]].strength
    state.figures[unit] = within(f"{where}.figures", data.figures, 0 if data.hex is None else 1, most)
    if data.hex is None and data.figures:
        raise PositionError(f"{where}.figures: {data.figures} figures without a hex")
    numbers = state.box.commander_number
    commander = data.commander
    state.commander[unit] = NO_COMMANDER
    if commander is not None:
        state.commander[unit] = numbers[known(f"{where}.commander", commander, numbers)]
    state.active[unit] = not data.inactive
    engaged = NO_UNIT if data.engaged is None else data.engaged
    state.engaged[unit] = within(f"{where}.engaged", engaged, NO_UNIT, len(state.type) - 1)
    state.shown[unit] = NOBODY if data.shown is None else _seat(f"{where}.shown", data.shown)
    state.stalwart[unit] = data.stalwart
    state.toughness[unit] = within(f"{where}.toughness", data.toughness, 0, _LONGEST)


def _decode_board(state: State, given: PositionData) -> None:
    place = state.field.place
    if given.overlays is not None:
        state.overlay = [""] * len(state.overlay)
        for hex, overlay in given.overlays.items():
            state.overlay[place(hex)] = known(f"overlays.{hex}", overlay, state.box.overlay)
    if given.palisades is not None:
        borders = [(place(a), place(b)) for a, b, _ in given.palisades]
        burnt_down = state.box.overlay["palisade"].burn_limit
        state.palisades = [(a, b) if a < b else (b, a) for a, b in borders]
        state.palisade_fire = [within("palisades", fire, 0, burnt_down) for _, _, fire in given.palisades]
    if given.fires is not None:
        state.fire = [0] * len(state.fire)
        for hex, level in given.fires.items():
            state.fire[place(hex)] = within(f"fires.{hex}", level, 1, state.box.fire.spread_level)
    for hex in given.devastated:
        state.devastated[place(hex)] = True
    state.terrain = [effective_terrain(state, hex) for hex in range(len(state.terrain))]
    state.burnt = [place(hex) for hex in given.burnt]


def _decode_house(state: State, seat: int, given: HouseData) -> None:
    where = f"houses.{HOUSES[seat]}"
    for name, column, tokens in (
        ("pool", state.pool[seat], given.pool),
        ("accounted", state.accounted[seat], given.accounted),
    ):
        for token, number in tokens.items():
            kind = TOKENS.index(known(f"{where}.{name}", token, TOKENS))
            column[kind] = within(f"{where}.{name}.{token}", number, 0, state.box.supply.each)
    if given.command_tokens is not None:
        state.board_tokens[seat] = within(f"{where}.command_tokens", given.command_tokens, 0, _LONGEST)
    for commander, number in given.held.items():
        holder = known(f"{where}.held", commander, state.box.commander_number)
        state.held[state.box.commander_number[holder]] = within(f"{where}.held", number, 0, _LONGEST)
    whole = state.decks[seat].cards
    hand = given.hand if given.hand is not None else PileData(cards=[])
    out = [*hand.cards, *given.discards]
    deck = given.deck if given.deck is not None else PileData(cards=[card for card in whole if card not in out])
    if sorted([*deck.cards, *out]) != sorted(whole):
        raise PositionError(f"{where}: deck, hand and discard pile do not add up to the cards of this House")
    state.decks[seat] = _pile(f"{where}.deck", deck)
    state.hands[seat] = _pile(f"{where}.hand", hand, 1 << seat)
    state.discards[seat] = given.discards[:]
    state.destroyed[seat] = within(f"{where}.destroyed", given.destroyed, 0, _LONGEST)
    state.points[seat] = within(f"{where}.points", given.points, 0, 10 * _LONGEST)
    state.passed[seat] = given.passed


def _decode_plan(state: State, given: PositionData) -> None:
    plan, place = state.scenario, state.field.place
    numbers = state.box.commander_number
    for commander in given.committed:
        state.committed[numbers[known("committed", commander, numbers)]] = True
    state.captured = [numbers[known("captured", commander, numbers)] for commander in given.captured]
    if given.control is not None:
        ids = [objective.id for objective in plan.objectives]
        for id, house in given.control.items():
            at = ids.index(known("control", id, ids))
            state.control[at] = NOBODY if house is None else _seat("control", house)
    if given.strategy_hexes is not None and given.strategy is not None:
        state.strategy_hexes = [place(hex) for hex in given.strategy_hexes]
        state.strategy = _pile("strategy", given.strategy)
        if len(state.strategy) != len(state.strategy_hexes):
            raise PositionError("strategy: there must be one token for each hex")
    if given.persons is not None:
        persons: list[str] = [person.id for person in plan.persons]
        for id, (hex, fate) in given.persons.items():
            at = persons.index(known("persons", id, persons))
            state.person_hex[at] = OFF if hex is None else place(hex)
            state.persons[at] = known(f"persons.{id}", fate, FATES)
    if given.archers is not None:
        if len(given.archers) != len(plan.archers):
            raise PositionError(f"archers: {len(given.archers)} given, but the plan has {len(plan.archers)}")
        state.archers = given.archers[:]


def _pile(where: str, data: PileData, usual: int = 0) -> Pile:
    marks = data.known if data.known is not None else [usual] * len(data.cards)
    return pile_of(where, data.cards, marks, len(HOUSES))


def _seat(where: str, house: str) -> int:
    return HOUSES.index(known(where, house, HOUSES))
