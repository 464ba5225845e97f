"""The state of a match: columns of plain data; units, non-combat units and seats are numbers.

Lengths are thousandths of an inch; the table extends from (0, 0), and heading 0 points from the near edge to the far
one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from banneret.compiled import mypyc_attr
from banneret.plane import Pose

if TYPE_CHECKING:
    from banneret.games.icefire.content.components import Components
    from banneret.games.icefire.content.law import Law
    from banneret.games.icefire.content.tabletop import Mode, Tabletop
    from banneret.games.icefire.roll import Roll
    from banneret.games.icefire.settings import Settings
    from banneret.kernel.flow import Flow
    from banneret.kernel.game import Game
    from banneret.kernel.pile import Pile
    from banneret.plane import Placed

_copied: Final = list.copy
_copied_numbers: Final = dict.copy

NOBODY: Final = -1
NO_UNIT: Final = -1
NO_NCU: Final = -1
NO_CARD: Final = 0
"""The number that means no objective card."""

PANICKED: Final = 1
VULNERABLE: Final = 2
WEAKENED: Final = 4

EVENTS: Final = (
    "round-start", "round-end", "turn-start", "turn-end", "activation", "action-chosen", "action-end", "attack-dice",
    "attack-rolled", "defense-rolled", "attack-end", "charge-rolled", "charged", "surge", "destroyed", "rank-destroyed",
    "test-dice", "test-rolled", "test-passed", "test-failed", "zone-claimed", "zone-done", "card-played", "targeted",
    "wounds", "move-end", "influenced", "deployment", "reroll",
)  # fmt: skip  # several to a line
"""Every event that abilities and cards can respond to."""
_EVENTS: Final = frozenset(EVENTS)
COLUMNS: Final = (
    "activated", "attached", "attachments", "card", "cards", "chooser", "claims", "commanders", "conditions",
    "contacts", "counters", "decks", "discards", "drawn", "effects", "enemy_cards", "factions", "far", "first",
    "forfeited", "full", "hands", "health", "influence", "key", "labels", "law", "marks", "mission_decks",
    "mission_hands", "missions", "mode", "ncu_activated", "ncu_alive", "ncu_card", "ncu_counters", "ncu_labels",
    "ncu_seat", "ncu_zone", "once", "orders_used", "passed_in", "passes", "piece_pose", "pieces", "points", "pose",
    "reason", "round", "seat", "seats", "settings", "sides", "siege_decks", "siege_hands", "step", "table",
    "token_cards", "tokens", "turn", "turn_seat", "victory_points", "winner",
)  # fmt: skip  # several to a line
"""The columns of a `State`: compiled classes that inherit have no `__slots__`."""


class Contact(NamedTuple):
    """Two enemy units in contact, the lower number first, and the side of its tray on which each touches the other."""

    one: int
    other: int
    side_of_one: int
    """A `banneret.plane.Side`: the side of `one` on which the other is."""
    side_of_other: int


class Effect(NamedTuple):
    """A lasting effect. `name` is its source, the id of an ability, card or zone.

    Effects with the same name on a unit are not cumulative. `unit` is NO_UNIT if the effect is not on a unit.
    """

    name: str
    unit: int
    seat: int
    """The seat that caused the effect."""
    until: str
    """`turn`, `round` or `match`."""
    value: int = 0


class Attached(NamedTuple):
    """A Tactics card attached to a unit, and its owner."""

    card: str
    unit: int
    seat: int


class Fight:
    """An attack in progress; handlers of abilities read and change it."""

    __slots__: ClassVar[tuple[str, ...]] = (
        "after",
        "arc",
        "attacker",
        "blocked",
        "charge",
        "charge_bonus",
        "charge_through",
        "defended",
        "defender",
        "defense_dice",
        "defense_modifier",
        "dice",
        "ends",
        "extra_dice",
        "extra_hits",
        "extra_panic_wounds",
        "extra_wounds",
        "felled",
        "flank_bonus",
        "freed",
        "gives",
        "highest_value",
        "hit_modifier",
        "hits",
        "keywords",
        "kind",
        "lowest_value",
        "misses",
        "no_defense",
        "notes",
        "panic_modifier",
        "rank_shift",
        "ranks_destroyed",
        "rerolls",
        "roll",
        "rolled",
        "tray",
        "wounds",
    )

    def __init__(  # noqa: PLR0915  # one line per attribute
        self, attacker: int, defender: int, kind: str, *, charge: bool = False
    ) -> None:
        self.attacker = attacker
        self.defender = defender
        self.kind = kind
        """`melee`, `short` or `long`."""
        self.charge = charge
        self.charge_bonus = charge
        """Whether any attack dice may be re-rolled for charging."""
        self.charge_through: frozenset[str] = frozenset()
        """Keywords of the terrain that the charger moved through or ended on."""
        self.defended: tuple[str, ...] = ()
        """The attachments in the defender when the attack began, which may destroy it."""
        self.tray: Placed | None = None
        """The tray of the defender at that time."""
        self.arc = 0
        """The attacked side of the defender, a `banneret.plane.Side`."""
        self.flank_bonus = True
        """Whether an attack on flank or rear gets its bonus."""
        self.keywords: set[str] = set()
        """`critical-blow`, `precision`, `sundering`, `vicious`."""
        self.gives: list[str] = []
        """Condition tokens that the defender gains before any dice are rolled."""
        self.hit_modifier = 0
        self.defense_modifier = 0
        self.panic_modifier = 0
        self.extra_panic_wounds = 0
        self.extra_dice = 0
        self.extra_hits = 0
        """Hits in addition to those of the dice; they allow saves."""
        self.extra_wounds = 0
        self.rank_shift = 0
        """Modifier of the number of ranks that determines the attack dice."""
        self.highest_value = False
        self.lowest_value = False
        self.no_defense = False
        """Whether the defender rolls no defense dice."""
        self.rerolls: set[tuple[int, str]] = set()
        """Free re-rolls of any dice, as (seat, roll); the roll is `attack`, `defense` or `panic`."""
        self.dice: list[int] = []
        self.defense_dice: list[int] = []
        self.roll: Roll | None = None
        """The attack dice, later the defense dice, for effects that re-roll some of them."""
        self.rolled = False
        self.misses = 0
        """Number of attack dice that were not Hits."""
        self.hits = 0
        self.blocked = 0
        """Hits blocked in addition to those blocked by the dice."""
        self.wounds = 0
        """Wounds that the defender has suffered from the attack itself."""
        self.ranks_destroyed = 0
        """Ranks that the defender has lost to the attack itself and to its Panic Test."""
        self.felled: bool | None = None
        """Whether the attack itself, or its Panic Test, has destroyed the defender; None until then."""
        self.freed: list[int] | None = None
        """The units that were engaged with the defender when it was destroyed; None until then."""
        self.notes: dict[str, int] = {}
        """Data that abilities store until the end of the attack, by ability id."""
        self.after: list[Callable[[Game[State], Fight], Flow[None]]] = []
        """Effects to resolve once the attack is completed."""
        self.ends: list[Callable[[State, Fight], None]] = []
        """What ends effects that last as long as the attack, completed or not."""


class Test:
    """A Morale or Panic Test in progress; handlers of abilities read and change it."""

    __slots__: ClassVar[tuple[str, ...]] = (
        "after",
        "by",
        "cause",
        "d3",
        "dice",
        "extra_wounds",
        "failing",
        "fight",
        "held",
        "influences",
        "kind",
        "modifier",
        "passed",
        "rerolls",
        "roll",
        "settled",
        "tray",
        "unit",
        "wounds",
    )
    __test__: ClassVar[bool] = False  # not a test class

    def __init__(self, unit: int, kind: str, by: int, fight: Fight | None = None) -> None:
        self.unit = unit
        self.kind = kind
        """`morale` or `panic`."""
        self.by = by
        """The seat whose effect caused the test, or NOBODY."""
        self.fight = fight
        """The attack that caused the test, if any."""
        self.cause = NO_UNIT if fight is None else fight.attacker
        """The unit whose attack or ability caused the test, or NO_UNIT."""
        self.modifier = 0
        self.extra_wounds = 0
        """Modifier of the D3 Wounds for failing a Panic Test."""
        self.rerolls: set[int] = set()
        """Seats with a free re-roll of any of the dice."""
        self.settled: bool | None = None
        """Result fixed by an effect regardless of the dice: True for passed; None if there is no such effect."""
        self.roll: Roll | None = None
        """The dice, including the D3, for effects that re-roll some of them."""
        self.dice: list[int] = []
        self.d3 = 0
        self.passed = False
        self.wounds = 0
        """Wounds suffered for failing the test."""
        self.held: list[int] = []
        """Enemies engaged with the unit when it failed the test, whose Wounds may destroy it."""
        self.influences: list[int] = []
        """Non-combat units whose Influence was on it at that time."""
        self.tray: Placed | None = None
        """Its tray at that time."""
        self.failing: list[Callable[[Game[State], Test], Flow[None]]] = []
        """Effects to resolve once the test is failed, before its Wounds."""
        self.after: list[Callable[[Game[State], Test], Flow[None]]] = []
        """Effects to resolve after the test."""


class Moment:
    """An event in progress; handlers may change it."""

    __slots__: ClassVar[tuple[str, ...]] = (
        "action", "arc", "by", "canceled", "depth", "event", "fight", "kind", "ncu", "notes", "replaced", "seat",
        "target", "test", "tray", "unit", "use", "zone",
    )  # fmt: skip  # several to a line

    def __init__(  # noqa: PLR0913  # the fields of an event
        self,
        event: str,
        seat: int,
        *,
        unit: int = NO_UNIT,
        target: int = NO_UNIT,
        kind: str = "",
        action: str = "",
        arc: str = "",
        by: str = "",
        ncu: int = NO_NCU,
        zone: str = "",
        fight: Fight | None = None,
        test: Test | None = None,
        use: Use | None = None,
    ) -> None:
        if event not in _EVENTS:
            raise ValueError(f"there is no event {event!r}")
        self.event = event
        self.seat = seat
        """Seat of the acting player, such as the attacker, the owner of the tested unit, or the active player."""
        self.unit = unit
        """The combat unit that acts, attacks, tests or is destroyed."""
        self.target = target
        """The target unit, such as the defender."""
        self.kind = kind
        """`melee` or `ranged`, for attacks."""
        self.action = action
        self.arc = arc
        """`front`, `flank` or `rear`: the side on which the target is attacked or charged."""
        self.by = by
        """Kind of the source that targets a unit: `order`, `ncu`, `zone`, `ability` or `card`."""
        self.ncu = ncu
        self.zone = zone
        self.fight = fight
        self.test = test
        self.use = use
        """The card or Order that this moment responds to."""
        self.canceled = False
        """Whether the event is canceled, so that it has no effect."""
        self.replaced = False
        """Whether another effect replaces that of the event, such as the effect of a zone."""
        self.tray: Placed | None = None
        """The tray of a unit before it lost ranks, or of a defender that may have left the table since."""
        self.notes: dict[str, int] = {}
        self.depth = 0


class Use:
    """Use of an Order or a Tactics card by a player."""

    __slots__: ClassVar[tuple[str, ...]] = ("canceled", "id", "moment", "seat", "targets", "unit")

    def __init__(self, seat: int, unit: int, id: str, moment: Moment) -> None:
        self.seat = seat
        self.unit = unit
        """The unit with the Order; NO_UNIT for a card."""
        self.id = id
        self.moment = moment
        self.targets: list[int] = []
        """The unit chosen for each target; NO_UNIT if there was no legal one."""
        self.canceled = False

    @property
    def depth(self) -> int:
        """Number of cards and Orders in the chain of responses before this one."""
        return self.moment.depth


class Turn:
    """A turn in progress; it is over before the next checkpoint."""

    __slots__: ClassVar[tuple[str, ...]] = (
        "action",
        "cardless",
        "ended",
        "fights",
        "later",
        "moved",
        "mover",
        "ncu",
        "passed",
        "seat",
        "sooner",
        "spent",
        "unit",
    )

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.unit = NO_UNIT
        """The active combat unit."""
        self.mover = NO_UNIT
        """The combat unit whose move has to be decided."""
        self.ncu = NO_NCU
        self.action = ""
        self.passed = False
        self.moved: list[int] = []
        """Units that have ended a move in this turn that could begin or end contact."""
        self.cardless: set[int] = set()
        """Seats that may not play Tactics cards for the rest of the turn."""
        self.ended = False
        """Whether the activation of the active combat unit has ended early."""
        self.fights: list[Fight] = []
        """Attacks in progress, the innermost last."""
        self.spent: set[str] = set()
        """Ids of once-per-turn abilities that have been used."""
        self.later: list[tuple[str, Callable[[Game[State], Moment], Flow[None]]]] = []
        """Effects called for each event in the rest of the turn; they check whether it concerns them."""
        self.sooner: list[tuple[str, Callable[[Game[State], Moment], Flow[None]]]] = []
        """Those called before automatic effects that respond to the event."""


@mypyc_attr(allow_interpreted_subclasses=True)  # `copy` makes one without `__init__`
class Kept:
    """What is kept of a state between questions because it is needed often: not part of the state."""

    __slots__ = ("facts",)

    def __init__(self) -> None:
        self.facts: Any = None  # `rules.table.facts.Facts`, which is above the state
        """Possibly those of an earlier moment: ask `facts_of`."""

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what is kept, which is found again when it is needed."""
        return {name: getattr(self, name) for name in COLUMNS if hasattr(self, name)}

    def __setstate__(self, columns: dict[str, Any]) -> None:
        """Take over columns; what is kept will be found again."""
        self.facts = None
        for name, column in columns.items():
            setattr(self, name, column)


@mypyc_attr(allow_interpreted_subclasses=True)  # `copy` makes one without `__init__`
class State(Kept):
    """The state of a match. Lists have one entry per unit, non-combat unit, seat, piece or token.

    `secrets.py` classifies every column as public, hidden or pile; a test ensures that none is missing.
    """

    __slots__ = COLUMNS

    # Constants of the match
    seats: int
    sides: tuple[int, ...]
    """The side of each seat, the same for teammates. See `rules.sides`."""
    law: Law
    """The rules that differ between editions."""
    cards: Components
    """The cards of the edition."""
    table: Tabletop
    mode: Mode
    settings: Settings
    labels: tuple[str, ...]
    """The label of each unit in actions: a1, a2, ... of seat 0, b1, ... of seat 1, and so on."""
    ncu_labels: tuple[str, ...]
    """The label of each non-combat unit: an1, an2, ..., bn1, ..."""

    # The course of the match
    round: int
    step: str
    """The step of the next turn; see `steps.py`."""
    first: int
    """The First Player, or NOBODY before one is named."""
    turn_seat: int
    """The seat whose turn is next in the step."""
    chooser: int
    """The seat that chose a deployment zone, or NOBODY."""
    far: int
    """The seat that deploys at the far edge, with its team; NOBODY in a free-for-all or before the choice."""

    # Combat units
    card: tuple[str, ...]
    seat: list[int]
    pose: list[Pose | None]
    """The position of the tray, None off the table: not yet deployed, in reserve, or destroyed."""
    health: list[int]
    """Wounds that the unit can still suffer; 0 if destroyed."""
    full: list[int]
    """Maximum of `health`, up to which the unit can be healed."""
    attachments: tuple[tuple[str, ...], ...]
    """Ids of the unit's attachments; the last one is destroyed last."""
    activated: list[bool]
    conditions: list[int]
    """Condition tokens: a sum of PANICKED, VULNERABLE, WEAKENED."""
    counters: list[dict[str, int]]
    """Numbers of other tokens on the unit, by name (`order`, `faith`, `pillage`, `victory-point`, ...)."""
    orders_used: list[list[str]]
    """Orders used in this round, by ability."""
    contacts: list[Contact]
    """Pairs of engaged units, in order."""
    attached: tuple[Attached, ...]
    effects: tuple[Effect, ...]

    # Non-combat units
    ncu_card: list[str]
    ncu_seat: list[int]
    ncu_zone: list[str]
    """The zone that the non-combat unit occupies, or ""."""
    ncu_activated: list[bool]
    ncu_alive: list[bool]
    ncu_counters: list[dict[str, int]]
    influence: list[int]
    """The combat unit that the non-combat unit influences, or NO_UNIT."""

    # Seats
    factions: list[str]
    commanders: list[str]
    points: list[int]
    """The agreed points of the armies."""
    enemy_cards: list[list[str]]
    """Attachments that have yet to be placed in enemy units."""
    decks: list[Pile]
    hands: list[Pile]
    discards: list[list[str]]
    victory_points: list[int]
    passes: list[int]
    """Number of turns that may still be passed in the match."""
    passed_in: list[int]
    """The last round in which a turn was passed, 0 for none."""
    once: list[str]
    """Once-per-match abilities that have been used, as "seat:id", and destroyed attachments, as "seat:lost:id"."""

    # The battlefield
    pieces: list[str]
    """Terrain; "" for a removed piece."""
    piece_pose: list[Pose]
    tokens: list[tuple[int, int]]
    """Positions of the objective tokens."""
    token_cards: list[int]
    """The objective card of each token, or NO_CARD."""
    claims: list[int]
    """The unit that has claimed each token, or NO_UNIT."""
    marks: dict[str, list[int]]
    """Further data of the game mode, by names that it defines."""
    missions: Pile
    """The mission deck, face down; empty in modes without one."""
    mission_hands: list[Pile]
    """The missions in hand, one pile per seat; empty in modes without them."""
    mission_decks: list[Pile]
    """The remaining cards of each seat's mission deck."""

    siege_decks: list[Pile]
    siege_hands: list[Pile]
    """Over seats: Siege Strategy cards left in the decks, and those drawn; empty in modes without them."""

    turn: Turn | None
    winner: int
    """The winning seat; NOBODY in a draw or before the end."""
    reason: str
    """The reason for the end of the match, "" before it."""
    forfeited: list[int]
    key: bytes
    drawn: int

    def copy(self) -> State:  # noqa: PLR0915  # one line per column
        """Return an independent copy. Call it only at a checkpoint: a turn in progress is not copied."""
        new = State.__new__(State)
        new.facts = self.facts
        new.seats = self.seats
        new.sides = self.sides
        new.law = self.law
        new.cards = self.cards
        new.table = self.table
        new.mode = self.mode
        new.settings = self.settings
        new.labels = self.labels
        new.ncu_labels = self.ncu_labels
        new.round = self.round
        new.step = self.step
        new.first = self.first
        new.turn_seat = self.turn_seat
        new.chooser = self.chooser
        new.far = self.far
        new.card = self.card
        new.seat = self.seat[:]
        new.pose = self.pose[:]
        new.health = self.health[:]
        new.full = self.full[:]
        new.attachments = self.attachments
        new.activated = self.activated[:]
        new.conditions = self.conditions[:]
        new.counters = list(map(_copied_numbers, self.counters))
        new.orders_used = list(map(_copied, self.orders_used))
        new.contacts = self.contacts[:]
        new.attached = self.attached
        new.effects = self.effects
        new.ncu_card = self.ncu_card[:]
        new.ncu_seat = self.ncu_seat[:]
        new.ncu_zone = self.ncu_zone[:]
        new.ncu_activated = self.ncu_activated[:]
        new.ncu_alive = self.ncu_alive[:]
        new.ncu_counters = list(map(_copied_numbers, self.ncu_counters))
        new.influence = self.influence[:]
        new.factions = self.factions[:]
        new.commanders = self.commanders[:]
        new.points = self.points[:]
        new.enemy_cards = [cards[:] for cards in self.enemy_cards]
        new.decks = [deck.copy() for deck in self.decks]
        new.hands = [hand.copy() for hand in self.hands]
        new.discards = [cards[:] for cards in self.discards]
        new.victory_points = self.victory_points[:]
        new.passes = self.passes[:]
        new.passed_in = self.passed_in[:]
        new.once = self.once[:]
        new.pieces = self.pieces[:]
        new.piece_pose = self.piece_pose[:]
        new.tokens = self.tokens[:]
        new.token_cards = self.token_cards[:]
        new.claims = self.claims[:]
        new.marks = {name: values[:] for name, values in self.marks.items()}
        new.missions = self.missions.copy()
        new.siege_decks = [deck.copy() for deck in self.siege_decks]
        new.siege_hands = [hand.copy() for hand in self.siege_hands]
        new.mission_hands = [hand.copy() for hand in self.mission_hands]
        new.mission_decks = [deck.copy() for deck in self.mission_decks]
        new.turn = None
        new.winner = self.winner
        new.reason = self.reason
        new.forfeited = self.forfeited[:]
        new.key = self.key
        new.drawn = self.drawn
        return new
