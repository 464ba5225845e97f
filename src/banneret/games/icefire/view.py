"""Views: the table as a set of seats, or a spectator, may see it; serializable as JSON. Units have labels."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from banneret.games.icefire.content.full_units import models_at_start
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.modes.missions import ACTIVE, GONE, RESERVE, names
from banneret.games.icefire.rules.table.conditions import conditions_of
from banneret.games.icefire.rules.table.control import ZONES, ncu_on
from banneret.games.icefire.rules.table.engagement import foes_of
from banneret.games.icefire.rules.table.ground import DEPTH, piece_card, pose_of, shape_of, width
from banneret.games.icefire.rules.table.sides import out, side
from banneret.games.icefire.rules.table.units import is_wall, models_left, ranks_left, unit_card, walls, wounds_of_model
from banneret.games.icefire.rules.table.zones import place_of
from banneret.games.icefire.rules.victory import needed
from banneret.games.icefire.state import NO_CARD, NO_NCU, NO_UNIT, NOBODY, Fight, State, Turn
from banneret.kernel.pile import mask_of


class PlaceView(msgspec.Struct, frozen=True):
    """A position and heading: thousandths of an inch, hundredths of a degree."""

    x: int
    y: int
    heading: int


class UnitView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A combat unit, even if destroyed."""

    id: str
    player: str
    card: str
    place: PlaceView | None
    """None if the unit is off the table."""
    width: int
    depth: int
    """Depth of the tray, in thousandths of an inch."""
    models: int
    full_models: int
    wounds: int
    """Wounds that the unit can still suffer."""
    wounds_of_model: int
    ranks: int
    attachments: tuple[str, ...] = ()
    activated: bool = False
    conditions: tuple[str, ...] = ()
    counters: dict[str, int] = {}
    engaged: tuple[str, ...] = ()
    orders_used: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    """Tactics cards attached to the unit."""
    influenced: tuple[str, ...] = ()
    """Non-combat units that influence the unit."""
    effects: tuple[str, ...] = ()


class WallView(msgspec.Struct, frozen=True, kw_only=True):
    """A castle wall in a siege; it remains on the table when destroyed."""

    id: str
    player: str
    place: PlaceView
    width: int
    depth: int
    """In thousandths of an inch; the outer face is the front."""
    wounds: int
    """Wounds that the wall can still suffer."""
    activated: bool
    engaged: tuple[str, ...]


class NcuView(msgspec.Struct, frozen=True, kw_only=True):
    """A non-combat unit."""

    id: str
    player: str
    card: str
    zone: str | None
    activated: bool
    alive: bool
    counters: dict[str, int]


class PlayerView(msgspec.Struct, frozen=True, kw_only=True):
    """A player. Cards in hand are visible only to the player's seat, and None for others."""

    seat: int
    faction: str
    commander: str
    points: int
    victory_points: int
    needed: int
    """Victory Points needed to win."""
    hand: tuple[str | None, ...]
    deck: int
    discards: tuple[str, ...]
    passes: int
    edge: str | None
    """The player's edge of the table, or corner in some free-for-alls; None before it is chosen."""
    siege: tuple[str | None, ...]
    """Siege Strategy cards in hand; visible only to the player's seat, None for others."""
    missions: tuple[str | None, ...] = ()
    """Missions in hand; visible only to the player's seat, None for others, except for those known to all."""
    allies: tuple[str, ...] = ()
    """The teammates."""
    out: bool = False
    """Whether the player has lost all combat units while others continue."""


class PieceView(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of terrain."""

    number: int
    """Number of the piece in setup order, used in actions."""
    id: str
    place: PlaceView
    width: int
    depth: int
    keywords: tuple[str, ...]


class ObjectiveView(msgspec.Struct, frozen=True, kw_only=True):
    """An objective token, the unit that has claimed it, and whether that unit controls it now."""

    x: int
    y: int
    card: int | None
    claimed: str | None
    controlled: bool


class FightView(msgspec.Struct, frozen=True, kw_only=True):
    """An attack in progress."""

    attacker: str
    defender: str
    kind: str
    keywords: tuple[str, ...]
    dice: tuple[int, ...]
    hits: int


class TurnView(msgspec.Struct, frozen=True, kw_only=True):
    """A turn in progress."""

    player: str
    unit: str | None
    ncu: str | None
    moving: str | None
    """The combat unit whose move has to be decided or was decided last."""
    action: str | None
    fights: tuple[FightView, ...]


class MissionsView(msgspec.Struct, frozen=True, kw_only=True):
    """The revealed missions, and the number of cards left in the deck."""

    active: tuple[str, ...]
    reserve: tuple[str, ...]
    discards: tuple[str, ...]
    deck: int


class IcefireView(msgspec.Struct, frozen=True, kw_only=True):
    """The table as some seats see it."""

    edition: str
    mode: str
    width: int
    depth: int
    """Depth of the battlefield, in thousandths of an inch."""
    round: int
    rounds: int
    step: str
    first: str | None
    players: dict[str, PlayerView]
    units: tuple[UnitView, ...]
    walls: tuple[WallView, ...]
    """Castle walls, which are attacked like units; none in most modes."""
    ncus: tuple[NcuView, ...]
    zones: dict[str, str | None]
    terrain: tuple[PieceView, ...]
    objectives: tuple[ObjectiveView, ...]
    marks: dict[str, tuple[int, ...]]
    missions: MissionsView | None
    """None in modes without missions."""
    turn: TurnView | None
    forfeited: tuple[str, ...]


def view(state: State, seats: frozenset[int]) -> IcefireView:
    """Return what these seats together may see; with no seats, what a spectator sees."""
    players = state.law.players[: state.seats]
    mask = mask_of(seats)
    return IcefireView(
        edition=state.law.edition,
        mode=state.mode.id,
        width=width(state),
        depth=DEPTH,
        round=state.round,
        rounds=state.table.table.rounds,
        step=state.step,
        first=None if state.first == NOBODY else players[state.first],
        players={player: _player(state, seat, mask) for seat, player in enumerate(players)},
        units=tuple(_unit(state, unit) for unit in range(len(state.card)) if not is_wall(state, unit)),
        walls=tuple(_wall(state, wall) for wall in walls(state)),
        ncus=tuple(
            NcuView(
                id=name,
                player=players[state.ncu_seat[ncu]],
                card=state.ncu_card[ncu],
                zone=state.ncu_zone[ncu] or None,
                activated=state.ncu_activated[ncu],
                alive=state.ncu_alive[ncu],
                counters=state.ncu_counters[ncu].copy(),
            )
            for ncu, name in enumerate(state.ncu_labels)
        ),
        zones={zone: None if (ncu := ncu_on(state, zone)) == NO_NCU else state.ncu_labels[ncu] for zone in ZONES},
        terrain=tuple(_piece(id, state, number) for number, id in enumerate(state.pieces) if id),
        objectives=tuple(_objective(state, token) for token in range(len(state.tokens))),
        marks={name: tuple(values) for name, values in state.marks.items()},
        missions=_missions(state) if state.mode.missions else None,
        turn=None if state.turn is None else _turn(state, state.turn),
        forfeited=tuple(players[seat] for seat in state.forfeited),
    )


def overlaid(state: State, public: IcefireView, seats: frozenset[int]) -> IcefireView:
    """Return the same as `view`, built from a spectator's view of the same state to save time."""
    mask = mask_of(seats)
    return replace(
        public,
        players={
            player: replace(one, **_hands(state, seat, mask))
            for seat, (player, one) in enumerate(public.players.items())
        },
    )


def _missions(state: State) -> MissionsView:
    active, reserve, gone = (tuple(names(state, place)) for place in (ACTIVE, RESERVE, GONE))
    return MissionsView(active=active, reserve=reserve, discards=gone, deck=len(state.missions))


def _name(state: State, unit: int) -> str | None:
    return None if unit == NO_UNIT else state.labels[unit]


def _unit(state: State, unit: int) -> UnitView:
    """Return the view of a unit; all players may measure positions: icefire:other.1."""
    pose, shape = state.pose[unit], shape_of(state, unit)
    return UnitView(
        id=state.labels[unit],
        player=state.law.players[state.seat[unit]],
        card=state.card[unit],
        place=None if pose is None else PlaceView(*pose),
        width=int(shape.width),
        depth=int(shape.depth),
        models=models_left(state, unit),
        full_models=models_at_start(unit_card(state, unit)),
        wounds=state.health[unit],
        wounds_of_model=wounds_of_model(state, unit),
        ranks=ranks_left(state, unit),
        attachments=tuple(state.attachments[unit]),
        activated=state.activated[unit],
        conditions=tuple(conditions_of(state, unit)),
        counters=state.counters[unit].copy(),
        engaged=tuple(state.labels[enemy] for enemy in foes_of(state, unit)),
        orders_used=tuple(state.orders_used[unit]),
        cards=tuple(one.card for one in state.attached if one.unit == unit),
        influenced=tuple(name for name, on in zip(state.ncu_labels, state.influence, strict=True) if on == unit),
        effects=tuple(one.name for one in state.effects if one.unit == unit),
    )


def _wall(state: State, wall: int) -> WallView:
    shape = shape_of(state, wall)
    return WallView(
        id=state.labels[wall],
        player=state.law.players[state.seat[wall]],
        place=PlaceView(*pose_of(state, wall)),
        width=int(shape.width),
        depth=int(shape.depth),
        wounds=state.health[wall],
        activated=state.activated[wall],
        engaged=tuple(state.labels[enemy] for enemy in foes_of(state, wall)),
    )


def _player(state: State, seat: int, mask: int) -> PlayerView:
    """Return the view of a player; cards in hand are for that seat only, not for teammates: icefire:ruling.130."""
    return PlayerView(
        seat=seat,
        faction=state.factions[seat],
        commander=state.commanders[seat],
        points=state.points[seat],
        victory_points=state.victory_points[seat],
        needed=needed(state),
        deck=len(state.decks[seat]),
        discards=tuple(state.discards[seat]),
        passes=state.passes[seat],
        edge=place_of(state, seat) or None,
        allies=tuple(state.law.players[one] for one in side(state, seat) if one != seat),
        out=seat in out(state),
        **_hands(state, seat, mask),
    )


def _hands(state: State, seat: int, mask: int) -> dict[str, tuple[str | None, ...]]:
    """Return the fields of `PlayerView` that depend on the viewer."""
    return {
        "hand": tuple(state.hands[seat].held_by(mask)),
        "siege": tuple(state.siege_hands[seat].held_by(mask)),
        "missions": tuple(state.mission_hands[seat].held_by(mask)),
    }


def _piece(id: str, state: State, number: int) -> PieceView:
    piece = piece_card(id)
    return PieceView(
        number=number,
        id=id,
        place=PlaceView(*state.piece_pose[number]),
        width=round(piece.width * 1000),
        depth=round(piece.depth * 1000),
        keywords=tuple(piece.keywords),
    )


def _objective(state: State, token: int) -> ObjectiveView:
    unit = state.claims[token]
    x, y = state.tokens[token]
    return ObjectiveView(
        x=x,
        y=y,
        card=None if state.token_cards[token] == NO_CARD else state.token_cards[token],
        claimed=_name(state, unit),
        controlled=unit != NO_UNIT and token in mode_of(state).controlled(state, unit),
    )


def _turn(state: State, turn: Turn) -> TurnView:
    return TurnView(
        player=state.law.players[turn.seat],
        unit=_name(state, turn.unit),
        ncu=None if turn.ncu == NO_NCU else state.ncu_labels[turn.ncu],
        moving=_name(state, turn.mover),
        action=turn.action or None,
        fights=tuple(_fight(state, fight) for fight in turn.fights),
    )


def _fight(state: State, fight: Fight) -> FightView:
    return FightView(
        attacker=state.labels[fight.attacker],
        defender=state.labels[fight.defender],
        kind=fight.kind,
        keywords=tuple(sorted(fight.keywords)),
        dice=tuple(fight.dice),
        hits=fight.hits,
    )
