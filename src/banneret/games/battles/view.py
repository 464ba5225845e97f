"""What viewers may know of a battle, as plain JSON-compatible data. Hexes are given by label."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from banneret.games.battles.content.components import RANKS, TOKENS
from banneret.games.battles.content.scenario import Scenario
from banneret.games.battles.rules.victory.conditions import Term, terms
from banneret.games.battles.state import NO_COMMANDER, NO_UNIT, NOBODY, OFF, Fight, Muster, State, Turn
from banneret.kernel.pile import mask_of

FACE_DOWN = "face-down"


class UnitView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A unit on the board."""

    hex: str
    house: str
    unit: str
    rank: str
    figures: int
    """Figures left, including the commander."""
    active: bool
    commander: str | None = None
    engaged: str | None = None
    """The hex of the unit it is engaged with."""
    token: str | None = None
    """The House shown by the engagement token."""
    stalwart: bool = False
    toughness: int = 0
    scorch: str | None = None


class CommanderView(msgspec.Struct, frozen=True, kw_only=True):
    """A commander and his card; `hex` is None when he is captured."""

    id: str
    hex: str | None
    tokens: int
    """Command tokens on his card."""
    committed: bool


class HouseView(msgspec.Struct, frozen=True, kw_only=True):
    """A House. Cards in hand are visible to its own seat only; other viewers see None for each."""

    seat: int
    points: int
    pool: dict[str, int]
    accounted: dict[str, int]
    """Order tokens that a tactic has counted in this round."""
    command_tokens: int
    hand: tuple[str | None, ...]
    tactics: dict[str, tuple[Term, ...]] = msgspec.field(default_factory=dict)
    """Conditions of the tactics of known cards in hand, by card, with their current state."""
    deck: int
    discards: tuple[str, ...]
    commanders: tuple[CommanderView, ...]
    passed: bool


class PalisadeView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A palisade on the border of two hexes, and the level of the fire there."""

    between: tuple[str, str]
    fire: int
    tokens: tuple[str, ...] = ()
    """Order tokens on it during the contest for the palisades."""


class UnitLeftView(msgspec.Struct, frozen=True, kw_only=True):
    """A unit of a skirmish that is not yet on the board."""

    unit: str
    rank: str
    commander: str | None


class MusterView(msgspec.Struct, frozen=True, kw_only=True):
    """What a House has chosen for a skirmish, and what it still has to place."""

    commanders: tuple[str, ...]
    units: tuple[UnitLeftView, ...]
    pieces: tuple[str, ...]
    """Terrain pieces; `any` if the kind is still to be chosen."""


class PersonView(msgspec.Struct, frozen=True, kw_only=True):
    """A person's hex, if known, and status: `hidden`, `open`, `safe` or `taken`."""

    hex: str | None
    status: str


class FightView(msgspec.Struct, frozen=True, kw_only=True):
    """An attack in progress."""

    kind: str
    attacker: str
    target: str
    melee: bool
    flanking: bool
    dice: tuple[str, ...]
    hits: int


class TurnView(msgspec.Struct, frozen=True, kw_only=True):
    """A turn of the Command Phase in progress."""

    house: str
    card: str | None
    commander: str | None
    ordered: tuple[str, ...]
    """Hexes of the ordered units."""
    moved: tuple[str, ...]
    attacked: tuple[str, ...]


class BattlesView(msgspec.Struct, frozen=True, kw_only=True):
    """The table as seen by some seats."""

    plan: Scenario
    round: int
    step: str
    first: str
    momentum: str
    morale: int
    """Position of the marker from the middle: positive on Stark's side, negative on Lannister's."""
    units: tuple[UnitView, ...]
    overlays: dict[str, str]
    fires: dict[str, int]
    devastated: tuple[str, ...]
    palisades: tuple[PalisadeView, ...]
    control: dict[str, str | None]
    """The House that controls each objective."""
    strategy: dict[str, str]
    """By hex: `real` or `decoy` if the viewers know it, otherwise `face-down`."""
    persons: dict[str, PersonView]
    archers: dict[str, str]
    """By hex: the House of the special archers still there."""
    houses: dict[str, HouseView]
    turn: TurnView | None
    fight: FightView | None
    muster: dict[str, MusterView] = {}
    """By House, before a skirmish; empty in every battle."""
    forfeited: tuple[str, ...]


def view(state: State, seats: frozenset[int]) -> BattlesView:
    """Return what these seats together may see; with no seats, what a spectator sees."""
    names, labels, plan = state.houses, state.field.labels, state.scenario
    mask = mask_of(seats)
    return BattlesView(
        plan=plan,
        round=state.round,
        step=state.step,
        first=names[state.first],
        momentum=names[state.momentum],
        morale=state.morale,
        units=tuple(_unit(state, unit) for unit, hex in enumerate(state.hex) if hex != OFF),
        overlays={labels[hex]: overlay for hex, overlay in enumerate(state.overlay) if overlay},
        fires={labels[hex]: level for hex, level in enumerate(state.fire) if level},
        devastated=tuple(labels[hex] for hex, burnt in enumerate(state.devastated) if burnt),
        palisades=tuple(
            PalisadeView(between=(labels[a], labels[b]), fire=fire, tokens=_guards(state, number))
            for number, ((a, b), fire) in enumerate(zip(state.palisades, state.palisade_fire, strict=True))
        ),
        control={
            objective.id: _name(state, seat) for objective, seat in zip(plan.objectives, state.control, strict=True)
        },
        strategy=_strategy(state, mask),
        persons={
            person.id: PersonView(hex=labels[hex] if hex != OFF else None, status=status)
            for person, hex, status in zip(plan.persons, state.person_hex, state.persons, strict=True)
        },
        archers={one.hex: one.house for one, there in zip(plan.archers, state.archers, strict=True) if there},
        houses={house: _house(state, seat, mask) for seat, house in enumerate(names)},
        turn=_turn(state, state.turn) if state.turn is not None else None,
        fight=_fight(state, state.turn.fight) if state.turn is not None and state.turn.fight is not None else None,
        muster={} if state.muster is None else {house: _muster(state.muster, seat) for seat, house in enumerate(names)},
        forfeited=tuple(names[seat] for seat in state.forfeited),
    )


def overlaid(state: State, public: BattlesView, seats: frozenset[int]) -> BattlesView:
    """Return the same as `view`, built from a spectator's view of the same state to save time."""
    mask = mask_of(seats)
    return replace(
        public,
        strategy=_strategy(state, mask),
        houses={
            house: one if tuple(state.hands[seat].held_by(mask)) == one.hand else _house(state, seat, mask)
            for seat, (house, one) in enumerate(public.houses.items())
        },
    )


def _strategy(state: State, mask: int) -> dict[str, str]:
    shown = zip(state.strategy_hexes, state.strategy.seen_by(mask), strict=True)
    return {state.field.labels[hex]: card if card is not None else FACE_DOWN for hex, card in shown}


def _guards(state: State, palisade: int) -> tuple[str, ...]:
    held = state.guards[palisade] if state.guards else []
    return tuple(RANKS[rank] for rank, number in enumerate(held) for _ in range(number))


def _muster(muster: Muster, seat: int) -> MusterView:
    return MusterView(
        commanders=tuple(muster.leaders[seat]),
        units=tuple(
            UnitLeftView(unit=unit, rank=rank, commander=leader or None) for unit, rank, leader in muster.force[seat]
        ),
        pieces=tuple(muster.pieces[seat]),
    )


def _name(state: State, seat: int) -> str | None:
    return state.houses[seat] if seat != NOBODY else None


def _label(state: State, unit: int) -> str | None:
    return state.field.labels[state.hex[unit]] if unit != NO_UNIT and state.hex[unit] != OFF else None


def _labels(state: State, units: list[int] | set[int]) -> tuple[str, ...]:
    return tuple(label for unit in sorted(units) if (label := _label(state, unit)) is not None)


def _commander(state: State, number: int) -> str | None:
    return state.box.commanders[number].id if number != NO_COMMANDER else None


def _unit(state: State, unit: int) -> UnitView:
    return UnitView(
        hex=state.field.labels[state.hex[unit]],
        house=state.houses[state.seat[unit]],
        unit=state.box.units[state.type[unit]].id,
        rank=RANKS[state.rank[unit]],
        figures=state.figures[unit],
        active=state.active[unit],
        commander=_commander(state, state.commander[unit]),
        engaged=_label(state, state.engaged[unit]),
        token=_name(state, state.shown[unit]),
        stalwart=state.stalwart[unit],
        toughness=state.toughness[unit],
        scorch=state.scorches[unit] or None,
    )


def _house(state: State, seat: int, mask: int) -> HouseView:
    hand = tuple(state.hands[seat].held_by(mask))
    leading = [unit for unit, one in enumerate(state.seat) if one == seat and state.commander[unit] != NO_COMMANDER]
    return HouseView(
        seat=seat,
        points=state.points[seat],
        pool={token: count for token, count in zip(TOKENS, state.pool[seat], strict=True) if count},
        accounted={token: count for token, count in zip(TOKENS, state.accounted[seat], strict=True) if count},
        command_tokens=state.board_tokens[seat],
        hand=hand,
        tactics={
            card: terms(state, seat, tactic)
            for card in hand
            if card is not None and (tactic := state.box.card[card].tactic) is not None
        },
        deck=len(state.decks[seat]),
        discards=tuple(state.discards[seat]),
        commanders=tuple(
            CommanderView(
                id=state.box.commanders[number].id,
                hex=_label(state, unit),
                tokens=state.held[number],
                committed=state.committed[number],
            )
            for unit in leading
            for number in (state.commander[unit],)
        ),
        passed=state.passed[seat],
    )


def _turn(state: State, turn: Turn) -> TurnView:
    return TurnView(
        house=state.houses[turn.seat],
        card=turn.card,
        commander=_commander(state, turn.commander),
        ordered=_labels(state, turn.ordered),
        moved=_labels(state, turn.moved),
        attacked=_labels(state, turn.attacked),
    )


def _fight(state: State, fight: Fight) -> FightView:
    return FightView(
        kind=fight.kind,
        attacker=_label(state, fight.attacker) or "",
        target=_label(state, fight.target) or "",
        melee=fight.melee,
        flanking=fight.flanking,
        dice=tuple(TOKENS[face] for face in fight.faces),
        hits=fight.hits,
    )
