"""Views: the table as a set of seats, or a spectator, may see it; serializable as JSON. Units have labels."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from banneret.games.runewars.content.components import components
from banneret.games.runewars.content.sectors import action_id, modifier_id
from banneret.games.runewars.match_state import NO_DIALS, NO_UNIT, NOBODY, PLAYERS, Dials, MatchState, labels
from banneret.games.runewars.rules.ground.areas import table_of_match
from banneret.games.runewars.rules.ground.surroundings import engaged_with
from banneret.games.runewars.rules.ground.teams import seat_names, seats_of, sees_dials
from banneret.games.runewars.rules.scoring import army_points
from banneret.games.runewars.rules.sides import colour_of
from banneret.games.runewars.state import runes
from banneret.kernel.pile import mask_of


class PlaceView(msgspec.Struct, frozen=True):
    """The place of a unit: thousandths of a tray, hundredths of a degree."""

    x: int
    y: int
    heading: int


class FigureView(msgspec.Struct, frozen=True):
    """A figure: its tray, its wounds, and its upgrade if it is one."""

    column: int
    row: int
    wounds: int
    upgrade: str | None


class DialsView(msgspec.Struct, frozen=True):
    """The sectors that dials show, by id."""

    action: str
    modifier: str


class UnitView(msgspec.Struct, frozen=True, kw_only=True):
    """A unit; a destroyed one has no figures."""

    id: str
    player: str
    seat: int
    """The seat that commands it."""
    card: str
    place: PlaceView | None
    """None off the table."""
    figures: tuple[FigureView, ...]
    empty_trays: tuple[tuple[int, int], ...] = ()
    """The trays without figures that stay until the end of the phase, by column and row."""
    upgrades: tuple[str, ...]
    banes: tuple[str, ...]
    inspiration: int
    vitality: int
    exhausted: tuple[str, ...]
    conditions: tuple[str, ...]
    marks: dict[str, int]
    engaged: tuple[str, ...]
    ordered: bool
    """Whether its dials are set for this round."""
    revealed: bool
    dials: DialsView | None
    """None if they are not set, or are unrevealed dials of others that the viewer has not looked at."""


class TerrainView(msgspec.Struct, frozen=True):
    """A terrain piece, given by the side that is up."""

    piece: str
    place: PlaceView | None
    """None until it is placed."""
    unit: str | None
    """The unit that occupies it."""


class TokenView(msgspec.Struct, frozen=True):
    """An objective token: its place, or the unit that carries it."""

    x: int | None
    y: int | None
    unit: str | None


class PlayerView(msgspec.Struct, frozen=True, kw_only=True):
    """A player: the colour of the areas, and the points left of the army."""

    seat: int
    """The first seat of the side."""
    seats: tuple[int, ...]
    colour: str | None
    points: int
    tokens: int
    """The number of objective tokens scored."""
    named: str | None
    """The enemy unit that the player has chosen."""
    score: int | None
    """The final score, at the end."""


class RunewarsView(msgspec.Struct, frozen=True, kw_only=True):
    """The table as some seats see it."""

    size: str
    width: int
    depth: int
    round: int
    step: str
    first: str | None
    turn: str | None
    offered: tuple[str, ...]
    deployment: str | None
    objective: str | None
    runes: dict[str, int]
    initiative: int | None
    """The called initiative."""
    active: str | None
    fighting: tuple[str, str] | None
    """Attacker and defender of the attack in progress."""
    morale: int
    """The number of cards left in the morale deck."""
    known: tuple[str | None, ...]
    """The cards of the deck from the top that the seats know, up to the last known one."""
    discards: tuple[str, ...]
    """The discarded morale cards."""
    players: dict[str, PlayerView]
    units: tuple[UnitView, ...]
    terrain: tuple[TerrainView, ...]
    tokens: tuple[TokenView, ...]
    data_pack: str
    free_templates: bool
    forfeited: tuple[str, ...]


def view(state: MatchState, seats: frozenset[int]) -> RunewarsView:
    """Return what these seats together may see; with no seats, what a spectator sees."""
    names = labels(state)
    table = table_of_match(state)
    return RunewarsView(
        size=state.size,
        width=table.width,
        depth=table.depth,
        round=state.round,
        step=state.step,
        first=None if state.first == NOBODY else PLAYERS[state.first],
        turn=None if state.turn == NOBODY else PLAYERS[state.turn],
        offered=tuple(state.offered),
        deployment=state.deployment or None,
        objective=state.objective or None,
        runes={str(rune): number for rune, number in runes(state).items()},
        initiative=state.called or None,
        active=None if state.active == NO_UNIT else names[state.active],
        fighting=None if state.fighting is None else (names[state.fighting[0]], names[state.fighting[1]]),
        morale=len(state.deck),
        known=_known(state, seats),
        discards=tuple(state.discard),
        players={player: _player(state, seat) for seat, player in enumerate(PLAYERS)},
        units=tuple(_unit(state, unit, names, seats) for unit in range(len(names))),
        terrain=tuple(_terrain(state, piece, names) for piece in range(len(state.pieces))),
        tokens=tuple(_token(state, token, names) for token in range(len(state.token_places))),
        data_pack=state.data_pack,
        free_templates=state.free_templates,
        forfeited=tuple(seat_names(state)[seat] for seat in state.forfeited),
    )


def overlaid(state: MatchState, public: RunewarsView, seats: frozenset[int]) -> RunewarsView:
    """Return the same as `view`, built from a spectator's view of the same state to save time."""
    units = tuple(
        one if one.dials is not None or not one.ordered or (dials := _seen_dials(state, unit, seats)) is None
        else replace(one, dials=dials)
        for unit, one in enumerate(public.units)
    )  # fmt: skip  # one condition, two results
    return replace(public, known=_known(state, seats), units=units)


def _known(state: MatchState, seats: frozenset[int]) -> tuple[str | None, ...]:
    cards = state.deck.seen_by(mask_of(seats))
    last = max((place for place, card in enumerate(cards) if card is not None), default=-1)
    return tuple(cards[: last + 1])


def _player(state: MatchState, seat: int) -> PlayerView:
    return PlayerView(
        seat=seats_of(state, seat)[0],
        seats=tuple(seats_of(state, seat)),
        colour=colour_of(state, seat),
        points=army_points(state, seat),
        tokens=state.scored[seat],
        named=None if state.marked[seat] == NO_UNIT else labels(state)[state.marked[seat]],
        score=state.scores[seat] if state.step == "over" else None,
    )


def _unit(state: MatchState, unit: int, names: tuple[str, ...], seats: frozenset[int]) -> UnitView:
    pose = state.poses[unit]
    return UnitView(
        id=names[unit],
        player=PLAYERS[state.seat[unit]],
        seat=state.controller[unit],
        card=state.unit[unit],
        place=None if pose is None else PlaceView(*pose),
        figures=tuple(FigureView(column, row, wounds, id or None) for column, row, wounds, id in state.figures[unit]),
        empty_trays=tuple(state.empty_trays[unit]),
        upgrades=tuple(state.upgrades[unit]),
        banes=tuple(state.banes[unit]),
        inspiration=state.inspiration[unit],
        vitality=state.vitality[unit],
        exhausted=tuple(state.exhausted[unit]),
        conditions=tuple(state.conditions[unit]),
        marks=dict(state.marks[unit]),
        engaged=tuple(names[enemy] for enemy in engaged_with(state, unit)),
        ordered=state.dials[unit] != NO_DIALS,
        revealed=state.shown[unit],
        dials=_seen_dials(state, unit, seats),
    )


def _seen_dials(state: MatchState, unit: int, seats: frozenset[int]) -> DialsView | None:
    """Return the command of a unit if these seats see it."""
    dials = state.dials[unit]
    seen = dials != NO_DIALS and (state.shown[unit] or sees_dials(state, mask_of(seats), unit))
    return _dials(state.unit[unit], dials) if seen else None


def _terrain(state: MatchState, piece: int, names: tuple[str, ...]) -> TerrainView:
    pose = state.piece_poses[piece]
    unit = state.inside.index(piece) if piece in state.inside else NO_UNIT
    place = None if pose is None else PlaceView(*pose)
    return TerrainView(piece=state.pieces[piece], place=place, unit=None if unit == NO_UNIT else names[unit])


def _token(state: MatchState, token: int, names: tuple[str, ...]) -> TokenView:
    at, unit = state.token_places[token], state.token_units[token]
    x, y = (None, None) if at is None else at
    return TokenView(x=x, y=y, unit=None if unit == NO_UNIT else names[unit])


def _dials(card: str, dials: Dials) -> DialsView:
    unit = components().units[card]
    return DialsView(action_id(unit.actions[dials[0]]), modifier_id(unit.modifiers[dials[1]]))
