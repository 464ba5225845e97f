"""The state of a match of Battles of Westeros: columns of plain data, hexes, units and seats as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

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


class Muster:
    """What the Houses have still to choose and place before a skirmish; seats and lists as in `State`."""

    __slots__ = ("force", "leaders", "pieces")

    def __init__(self) -> None:
        self.leaders: list[list[str]] = [[], []]
        """The commanders that were chosen, by id."""
        self.force: list[list[tuple[str, Rank, str]]] = [[], []]
        """Units that are not yet on the board: type, rank, and commander or ""."""
        self.pieces: list[list[str]] = [[], []]
        """Pieces of terrain that do not lie there yet: their kinds, or `any`."""

    def copy(self) -> Muster:
        """Return an independent copy."""
        new = Muster.__new__(Muster)
        new.leaders = [own[:] for own in self.leaders]
        new.force = [own[:] for own in self.force]
        new.pieces = [own[:] for own in self.pieces]
        return new


class Turn:
    """A turn of the Command Phase while it goes on; it is over before the next checkpoint.

    What a card or an ability does "this turn" stands here, by unit.
    """

    __slots__ = (
        "added",
        "attacked",
        "bonus_dice",
        "bonus_move",
        "card",
        "commander",
        "destroyers",
        "extra_retreat",
        "fight",
        "flanks",
        "granted",
        "ignored_morale",
        "ignores_stops",
        "lent",
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
        """Number of the commander who plays it."""
        self.ordered: list[int] = []
        """Units that are ordered, in the order in which they were named."""
        self.ordered_by_card: list[int] = []
        self.added: list[int] = []
        """Units ordered by an ability, besides those of the action."""
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
        self.extra_retreat = 0
        """Hexes that each morale result of an ordered unit adds to a retreat."""
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
        """Keywords that units have until the end of the turn."""
        self.morale_per_retreat = 0
        self.lent = False
        """Whether Kevan has given up his attack for another unit's dice."""
        self.fight: Fight | None = None


class Fight:
    """One attack while it is carried out."""

    __slots__ = (
        "attacker",
        "back",
        "capture_hits",
        "captured",
        "commander_alone",
        "destroyed",
        "dice",
        "extra_dice",
        "faces",
        "flanking",
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
        """`attack`, `bonus` (of Pursue), `extra` (of Robb Stark), `counter` or `parting`."""
        self.attacker = attacker
        """The unit that attacks, or leads a coordinated attack."""
        self.supporters = supporters
        """Units that support it."""
        self.target = target
        self.melee = melee
        self.origin = origin
        """Hex of the target before the attack."""
        self.flanking = False
        self.unmoved = False
        """Whether this is a bonus attack of Pursue without a move."""
        self.extra_dice = 0
        self.valor_hits = 1
        """How many hits a valor result is, where it hits."""
        self.dice = 0
        self.shares = [0] * len(self.attackers)
        """How many of the dice each attacker rolls."""
        self.faces: list[int] = []
        self.hits = 0
        self.ignored = 0
        """Hits of the roll that the target ignored."""
        self.morale = 0
        self.back = 0
        """Hexes that the target was driven back."""
        self.vacated = OFF
        """The hex that the target has left, by retreat or destruction."""
        self.commander_alone = False
        self.capture_hits = 0
        """Hits of this attack on a commander who stands alone."""
        self.captured = False
        self.destroyed = False

    @property
    def attackers(self) -> tuple[int, ...]:
        """All attacking units, the leading one first."""
        return (self.attacker, *self.supporters)


class State:
    """Everything on the table. Lists over hexes have one entry a hex, over units one a unit, over seats one a seat.

    `secrets.py` classifies every column as public, owned, hidden or pile; a test holds that table complete.
    """

    __slots__ = (
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
    """House of each seat; never changes."""
    box: Box
    """The components; never changes."""
    scenario: Scenario
    """The battle plan, with what the Houses have chosen of it before the battle; never changes in the battle."""
    field: HexBoard
    """The board as tables; never changes."""
    settings: Settings
    """The options of the match; never changes."""

    round: int
    step: str
    """What the next turn is; see `rules/round.py`."""
    first: int
    """The first player of the round."""
    turn_seat: int
    """Whose turn the step goes on with."""
    passed: list[bool]

    # Units
    type: list[int]
    """Like `seat` and `scorches` replaced, but never changed in place: copies share it."""
    seat: list[int]
    rank: list[int]
    commander: list[int]
    """Number of the commander in the unit, or NO_COMMANDER."""
    hex: list[int]
    figures: list[int]
    """Figures left, the commander among them; 0 when it is destroyed."""
    active: list[bool]
    engaged: list[int]
    """The unit that it is engaged with, or NO_UNIT."""
    shown: list[int]
    """The seat whose House the engagement token shows, or NOBODY."""
    stalwart: list[bool]
    """Whether a card has made it Stalwart until the end of the round."""
    toughness: list[int]
    """Toughness by a card until the end of the round."""
    scorches: list[str]
    """Scorch the Earth by the battle plan: "" for none, "all", or the one kind of overlay that it may burn."""

    # Hexes
    at: list[int]
    """The unit in each hex, or NO_UNIT."""
    terrain: list[int]
    """The number of the terrain that does something there now, by `lie_of`: follows from other columns."""
    overlay: list[str]
    """The terrain token in each hex, or ""."""
    palisades: list[tuple[int, int]]
    """Borders with a palisade, the lower hex first."""
    palisade_fire: list[int]
    """Level of the fire at each of them."""
    guards: list[list[int]]
    """Over the palisades: order tokens by rank, while they are bid for; empty at every other time."""
    fire: list[int]
    devastated: list[bool]
    burnt: list[int]
    """Hexes whose terrain token has burnt down, in order."""
    strategy: Pile
    """Strategy tokens that lie face down, `real` or `decoy`, one for each of `strategy_hexes`."""
    strategy_hexes: list[int]
    persons: list[str]
    """Over the persons of the plan: `hidden`, `open`, `safe` or `taken`."""
    person_hex: list[int]
    """Over the persons: where they are, or OFF."""
    archers: list[bool]
    """Over the special archers of the plan: whether they are still there."""

    # Seats
    pool: list[list[int]]
    """Order tokens by kind."""
    accounted: list[list[int]]
    """How many of them a tactic has counted in this round."""
    board_tokens: list[int]
    """Command tokens on the command board."""
    held: list[int]
    """Over all commanders of the box: command tokens on their cards."""
    committed: list[bool]
    """Over all commanders of the box: whether the card shows its committed side."""
    decks: list[Pile]
    hands: list[Pile]
    discards: list[list[str]]
    destroyed: list[int]
    """Own units destroyed in this round."""
    captured: list[int]
    """Numbers of the commanders who have been captured, in order."""
    points: list[int]
    control: list[int]
    """Over the objectives: the seat that controls it, or NOBODY."""

    morale: int
    """Spaces of the marker from the middle: above 0 towards Stark, who has lost morale, below 0 towards Lannister."""
    momentum: int

    muster: Muster | None
    """What is left to do before a skirmish; None in every battle."""
    turn: Turn | None
    winner: int
    reason: str
    forfeited: list[int]
    key: bytes
    drawn: int

    def copy(self) -> State:  # noqa: PLR0915  # one line a column
        """Return an independent copy; only taken at a checkpoint, where no turn is going on."""
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
