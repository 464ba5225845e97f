"""The state of a match of Battles of Westeros: columns of plain data, with numbers for hexes, units and seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from banneret.compiled import mypyc_attr

if TYPE_CHECKING:
    from banneret.games.battles.content.components import Box, Rank
    from banneret.games.battles.content.scenario import Scenario
    from banneret.games.battles.settings import Settings
    from banneret.hexes import HexBoard
    from banneret.kernel.pile import Pile

NOBODY: Final = -1
NO_UNIT: Final = -1
NO_COMMANDER: Final = -1
OFF: Final = -1
"""The hex of a unit that has left play."""

STARK: Final = 0
LANNISTER: Final = 1


@mypyc_attr(allow_interpreted_subclasses=True)  # `copy` makes one without `__init__`
class Muster:
    """What the Houses still have to choose and place before a skirmish. Indexed by seat, like the lists of `State`."""

    __slots__: ClassVar[tuple[str, ...]] = ("force", "leaders", "pieces")

    def __init__(self) -> None:
        self.leaders: list[list[str]] = [[], []]
        """Ids of the chosen commanders."""
        self.force: list[list[tuple[str, Rank, str]]] = [[], []]
        """Units not yet on the board: type, rank, and commander or ""."""
        self.pieces: list[list[str]] = [[], []]
        """Terrain pieces not yet placed: their kinds, or `any`."""

    def copy(self) -> Muster:
        """Return an independent copy."""
        new = Muster.__new__(Muster)
        new.leaders = [own[:] for own in self.leaders]
        new.force = [own[:] for own in self.force]
        new.pieces = [own[:] for own in self.pieces]
        return new


class Turn:
    """A turn of the Command Phase in progress; it ends before the next checkpoint.

    Holds the effects of cards and abilities that last "this turn", by unit.
    """

    __slots__: ClassVar[tuple[str, ...]] = (
        "added",
        "attacked",
        "bonus_dice",
        "bonus_move",
        "card",
        "commander",
        "destroyers",
        "driven",
        "extra_retreat",
        "fight",
        "flanks",
        "granted",
        "ignored_morale",
        "ignores_stops",
        "morale_per_retreat",
        "moved",
        "no_counter",
        "no_parting",
        "ordered",
        "ordered_by_card",
        "pursue_bonus",
        "pursued",
        "rerolls",
        "seat",
        "silenced",
        "together",
    )

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.card: str | None = None
        """The Leadership card played in this turn."""
        self.commander = NO_COMMANDER
        """Number of the commander it is played on."""
        self.ordered: list[int] = []
        """The ordered units, in the order in which they were named."""
        self.ordered_by_card: list[int] = []
        self.added: list[int] = []
        """Units ordered by an ability in addition to those of the action."""
        self.together: set[int] = set()
        """Units ordered by the same card."""
        self.moved: set[int] = set()
        self.attacked: set[int] = set()
        self.pursued: set[int] = set()
        self.destroyers: list[int] = []
        """Own units that destroyed an enemy in this turn, in order."""
        self.bonus_dice: dict[int, int] = {}
        self.bonus_move: dict[int, int] = {}
        self.pursue_bonus: dict[int, int] = {}
        self.ignored_morale: dict[int, int] = {}
        """Number of morale results of each attack that cards and abilities let a unit ignore in this turn."""
        self.extra_retreat = 0
        """Additional hexes of retreat for each morale result of an ordered unit."""
        self.no_counter: set[int] = set()
        """Enemy units that may not counterattack."""
        self.silenced: set[int] = set()
        """Own units whose targets may not counterattack."""
        self.no_parting: set[int] = set()
        self.flanks: set[int] = set()
        """Own units whose next melee attack counts as flanking."""
        self.rerolls: set[int] = set()
        self.ignores_stops: set[int] = set()
        self.granted: dict[int, list[str]] = {}
        """Additional keywords of units until the end of the turn."""
        self.morale_per_retreat = 0
        self.driven: dict[int, int] = {}
        """Number of hexes that each unit has retreated in this turn."""
        self.fight: Fight | None = None

    def copy(self) -> Turn:
        """Return an independent copy without the attack in progress, to try out another one."""
        new = Turn(self.seat)
        for name in self.__slots__:
            value = getattr(self, name)
            setattr(new, name, value.copy() if isinstance(value, list | set | dict) else value)
        new.granted = {unit: names[:] for unit, names in self.granted.items()}
        new.fight = None
        return new


class Fight:
    """One attack in progress."""

    __slots__: ClassVar[tuple[str, ...]] = (
        "attacker",
        "back",
        "capture_hits",
        "destroyed",
        "dice",
        "extra_dice",
        "faces",
        "flanking",
        "guarded",
        "hits",
        "ignored",
        "kind",
        "melee",
        "morale",
        "origin",
        "shares",
        "supporters",
        "target",
        "unmoved",
        "vacated",
        "valor_hits",
    )

    def __init__(
        self, kind: str, attacker: int, target: int, melee: bool, origin: int, supporters: tuple[int, ...] = ()
    ) -> None:
        self.kind = kind
        """`attack`, `bonus` (Pursue), `extra` (Robb Stark), `counter` or `parting`."""
        self.attacker = attacker
        """The attacking unit, or the leader of a coordinated attack."""
        self.supporters = supporters
        """The supporting units."""
        self.target = target
        self.melee = melee
        self.origin = origin
        """The target's hex before the attack."""
        self.flanking = False
        self.unmoved = False
        """Whether this is a bonus attack of Pursue without a move."""
        self.extra_dice = 0
        self.valor_hits = 1
        """Number of hits per valor result, if valor hits."""
        self.dice = 0
        self.shares = [0] * len(self.attackers)
        """Number of the dice that each attacker rolls."""
        self.faces: list[int] = []
        self.hits = 0
        self.ignored = 0
        """Hits of the roll that the target ignored."""
        self.morale = 0
        self.back = 0
        """Number of hexes that the target was driven back."""
        self.vacated = OFF
        """The hex that the target has vacated by retreat or destruction."""
        self.guarded = False
        """Whether the target had figures besides a commander when it was hit."""
        self.capture_hits = 0
        """Hits of this attack on a commander without other figures."""
        self.destroyed = False

    @property
    def attackers(self) -> tuple[int, ...]:
        """All attacking units, the leading one first."""
        return (self.attacker, *self.supporters)


@mypyc_attr(allow_interpreted_subclasses=True)  # `copy` makes one without `__init__`
class State:
    """Everything on the table. Columns are indexed by hex, unit or seat.

    `secrets.py` classifies every column as public, hidden or pile; a test checks that the classification is complete.
    """

    __slots__: ClassVar[tuple[str, ...]] = (
        "accounted",
        "active",
        "archers",
        "at",
        "board_tokens",
        "box",
        "burnt",
        "captured",
        "commander",
        "committed",
        "control",
        "decks",
        "destroyed",
        "devastated",
        "discards",
        "drawn",
        "engaged",
        "field",
        "figures",
        "fire",
        "first",
        "forfeited",
        "guards",
        "hands",
        "held",
        "hex",
        "houses",
        "key",
        "momentum",
        "morale",
        "muster",
        "overlay",
        "palisade_fire",
        "palisades",
        "passed",
        "person_hex",
        "persons",
        "points",
        "pool",
        "rank",
        "reason",
        "round",
        "scenario",
        "scorches",
        "seat",
        "seats",
        "settings",
        "shown",
        "stalwart",
        "step",
        "strategy",
        "strategy_hexes",
        "terrain",
        "toughness",
        "turn",
        "turn_seat",
        "type",
        "winner",
    )

    seats: int
    houses: tuple[str, ...]
    """House of each seat. Immutable."""
    box: Box
    """The components. Immutable."""
    scenario: Scenario
    """The battle plan, including what the Houses chose before the battle. Immutable during the battle."""
    field: HexBoard
    """The board as lookup tables. Immutable."""
    settings: Settings
    """The options of the match. Immutable."""

    round: int
    step: str
    """The kind of the next turn; see `rules/round.py`."""
    first: int
    """The first player of the round."""
    turn_seat: int
    """The seat that continues the step."""
    passed: list[bool]

    # Units
    type: list[int]
    """Replaced, like `seat` and `scorches`, but never changed in place: copies share it."""
    seat: list[int]
    rank: list[int]
    commander: list[int]
    """Number of the commander in the unit, or NO_COMMANDER."""
    hex: list[int]
    figures: list[int]
    """Figures left, including the commander; 0 when the unit is destroyed."""
    active: list[bool]
    engaged: list[int]
    """The unit it is engaged with, or NO_UNIT."""
    shown: list[int]
    """The seat of the House shown by the engagement token, or NOBODY."""
    stalwart: list[bool]
    """Whether a card has made it Stalwart until the end of the round."""
    toughness: list[int]
    """Toughness granted by a card until the end of the round."""
    scorches: list[str]
    """Scorch the Earth granted by the battle plan: "" for none, "all", or the one kind of overlay it may burn."""

    # Hexes
    at: list[int]
    """The unit in each hex, or NO_UNIT."""
    terrain: list[int]
    """Number of the terrain currently in effect, as returned by `effective_terrain`: derived from other columns."""
    overlay: list[str]
    """The terrain token in each hex, or ""."""
    palisades: list[tuple[int, int]]
    """Borders with a palisade, the lower hex first."""
    palisade_fire: list[int]
    """Fire level at each palisade."""
    guards: list[list[int]]
    """Order tokens by rank on each palisade during the contest for them; empty at all other times."""
    fire: list[int]
    devastated: list[bool]
    burnt: list[int]
    """Hexes whose terrain token has burnt down, in order."""
    strategy: Pile
    """Face-down strategy tokens, `real` or `decoy`, one for each of `strategy_hexes`."""
    strategy_hexes: list[int]
    persons: list[str]
    """Status of the plan's persons: `hidden`, `open`, `safe` or `taken`."""
    person_hex: list[int]
    """Hex of each person of the plan, or OFF."""
    archers: list[bool]
    """Whether each of the plan's special archers is still there."""

    # Seats
    pool: list[list[int]]
    """Order tokens by kind."""
    accounted: list[list[int]]
    """Order tokens, by kind, that a tactic has counted in this round."""
    board_tokens: list[int]
    """Command tokens on the command board."""
    held: list[int]
    """Command tokens on the card of each commander of the box."""
    committed: list[bool]
    """Whether the card of each commander of the box shows its committed side."""
    decks: list[Pile]
    hands: list[Pile]
    discards: list[list[str]]
    destroyed: list[int]
    """Own units destroyed in this round."""
    captured: list[int]
    """Numbers of the captured commanders, in order."""
    points: list[int]
    control: list[int]
    """The seat that controls each objective, or NOBODY."""

    morale: int
    """Position of the marker from the middle: positive when Stark has lost morale, negative when Lannister has."""
    momentum: int

    muster: Muster | None
    """The remaining setup of a skirmish; None in every battle."""
    turn: Turn | None
    winner: int
    reason: str
    forfeited: list[int]
    key: bytes
    drawn: int

    def copy(self) -> State:  # noqa: PLR0915  # one line per column
        """Return an independent copy. Only valid at a checkpoint, where no turn is in progress."""
        new = State.__new__(State)
        new.seats = self.seats
        new.houses = self.houses
        new.box = self.box
        new.scenario = self.scenario
        new.field = self.field
        new.settings = self.settings
        new.round = self.round
        new.step = self.step
        new.first = self.first
        new.turn_seat = self.turn_seat
        new.passed = self.passed[:]
        new.type = self.type
        new.seat = self.seat
        new.rank = self.rank[:]
        new.commander = self.commander[:]
        new.hex = self.hex[:]
        new.figures = self.figures[:]
        new.active = self.active[:]
        new.engaged = self.engaged[:]
        new.shown = self.shown[:]
        new.stalwart = self.stalwart[:]
        new.toughness = self.toughness[:]
        new.scorches = self.scorches
        new.at = self.at[:]
        new.terrain = self.terrain[:]
        new.overlay = self.overlay[:]
        new.palisades = self.palisades[:]
        new.palisade_fire = self.palisade_fire[:]
        new.guards = [tokens[:] for tokens in self.guards] if self.guards else []
        new.fire = self.fire[:]
        new.devastated = self.devastated[:]
        new.burnt = self.burnt[:]
        new.strategy = self.strategy.copy()
        new.strategy_hexes = self.strategy_hexes[:]
        new.persons = self.persons[:]
        new.person_hex = self.person_hex[:]
        new.archers = self.archers[:]
        a, b = self.pool
        new.pool = [a[:], b[:]]
        a, b = self.accounted
        new.accounted = [a[:], b[:]]
        new.board_tokens = self.board_tokens[:]
        new.held = self.held[:]
        new.committed = self.committed[:]
        deck, other = self.decks
        new.decks = [deck.copy(), other.copy()]
        deck, other = self.hands
        new.hands = [deck.copy(), other.copy()]
        cards, others = self.discards
        new.discards = [cards[:], others[:]]
        new.destroyed = self.destroyed[:]
        new.captured = self.captured[:]
        new.points = self.points[:]
        new.control = self.control[:]
        new.morale = self.morale
        new.momentum = self.momentum
        new.muster = None if self.muster is None else self.muster.copy()
        new.turn = None
        new.winner = self.winner
        new.reason = self.reason
        new.forfeited = self.forfeited[:]
        new.key = self.key
        new.drawn = self.drawn
        return new


def fight_of(state: State) -> Fight:
    """Return the last attack of the turn. Raises ValueError if there was none."""
    fight = turn_of(state).fight
    if fight is None:
        raise ValueError("there was no attack in this turn")
    return fight


def turn_of(state: State) -> Turn:
    """Return the turn in progress. Raises ValueError between turns."""
    if state.turn is None:
        raise ValueError(f"no turn is in progress: round {state.round}, {state.step}")
    return state.turn
