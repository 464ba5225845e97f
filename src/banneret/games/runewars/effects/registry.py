"""Registered effects by the id of their ability or card: rules look them up here and know no card by name.

The ids of a unit (`ids_of`) are its own id (for its `army` text) and those of its abilities, upgrades and condition
cards. Modules register effects with:

- `@at(*moments, ids=..., role=...)`: acts at moments (`MOMENTS`). `role` selects the moments by the part that the unit
  with the effect plays in them: `unit` (it acts), `target` (it is affected), or `any`. The handler is a flow
  `(game, moment, source)`.
- `@surge(id, ...)`: a surge ability; a flow `(game, attack, source, spent)`. Its cost is printed on the card, or given
  here for an upgrade that also has other effects.
- `@skill(*ids, can=...)`: a skill; a flow `(game, source)`, offered if `can` returns true.
- `@number(*names, ids=...)`: adds to numbers (`NUMBERS`); a function `(state, source, unit, attack)`. With the role
  `unit` it adds to those of the unit that has it, with `any` to those of any unit.
- `flag(name, *ids)`: sets a flag (`FLAGS`), which rules look up, for a unit that has one of these ids.
- `KEYWORDS`: the keywords that rules look up (`numbers.keyword`), and the attacks for which a card has them.

What a card offers depends on public information only: handlers read no unrevealed dials except their own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar, get_args

from banneret.games.runewars.content.components import Stance
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NO_UNIT, MatchState
from banneret.games.runewars.units.attack import Attack
from banneret.games.runewars.units.combat import AttackKind
from banneret.kernel.flow import Flow
from banneret.plane import Placed

# rules rw:76.0, rw:76.5, rw:76.6, rw:76.7, rw:76.8
When: TypeAlias = Literal[
    # setup and round
    "before-deployment",
    "after-setup",
    "mana-cast",
    "round-start",
    "after-command",
    "before-end-phase",
    "end-phase",
    # activation: `unit` is the activated unit
    "before-reveal",
    "reveal",
    "after-activation",
    "after-skill",
    "rallied",
    "melee-action",  # before a melee attack action is performed: an effect may replace it
    # moves: `unit` moves; in a collision `target` is the other unit
    "before-move",  # a card may treat it as modified: `notes` name the modifier; `number`: whether dials modify it
    "collision",
    "after-move",
    "after-reform",
    # an attack, step by step: `unit` is the attacker, `target` the defender
    "attack-target",
    "attack-dice",
    "attack-rolled",
    "attack-rerolls",
    "attack-rerolled",
    "attack-icons-added",
    "attack-dice-changed",
    "attack-icons-removed",
    "attack-surges",
    "attack-end",
    # morale tests: `unit` takes the test
    "morale-test",
    "morale-end",
    # what units suffer: `unit` suffers it; for wounds and losses `number` is their number
    "banes-gained",
    "wounded",
    "figures-lost",
    "trays-lost",
    "before-destroyed",
    "destroyed",
]
MOMENTS: Final[tuple[When, ...]] = get_args(When)
"""All moments of the game at which cards may act."""

Number: TypeAlias = Literal[
    "brutal",
    "defense",
    "impact",
    "lethal",
    "morale-cards",
    "precise",
    "protected",
    "regenerate",
    "speed",
    "surge-cost",
]
"""`defense` is added to the unit's own, `morale-cards` to the number drawn for its morale tests, `surge-cost` to the
cost of its surge abilities, and `speed` to the speed of its marches."""
NUMBERS: Final[tuple[Number, ...]] = get_args(Number)

Flag: TypeAlias = Literal[
    "holds-in-activation",
    "holds-shifts",
    "ignores-ally-test",
    "ignores-banes-of-collision",
    "ignores-obstacles",
    "ignores-sight",
    "keeps-empty-trays",
    "keeps-speed-in-turns",
    "marches-are-charges",
    "may-stop",
    "may-turn",
    "may-turn-marches",
    "may-turn-shifts",
    "melee-at-range",
    "melee-in-arc",
    "no-blight-dice",
    "no-flank-dice",
    "no-panic-disengaging",
    "no-panic-without-collision",
    "no-ranged-target",
    "opens-morale",
    "protector",
    "scout",
    "shifts-initiative",
    "shoots-sideways",
    "shoots-while-engaged",
    "short-sighted",
]
FLAGS: Final[tuple[Flag, ...]] = get_args(Flag)
Role: TypeAlias = Literal["unit", "target", "any"]


class Source(NamedTuple):
    """The source of an effect: the unit that has it, and its id."""

    unit: int
    id: str


class Moment:
    """A moment as it occurs; handlers may change it."""

    __slots__ = (
        "attack", "canceled", "card", "charge", "engaged", "kind", "name", "notes", "number", "stood", "target", "unit",
    )  # fmt: skip  # several to a line

    def __init__(  # noqa: PLR0913  # what a moment has to say
        self,
        name: When,
        unit: int = NO_UNIT,
        target: int = NO_UNIT,
        *,
        attack: Attack | None = None,
        number: int = 0,
        kind: str = "",
        card: str = "",
        charge: bool = False,
        engaged: tuple[int, ...] = (),
        stood: Placed | None = None,
    ) -> None:
        if name not in MOMENTS:
            raise ValueError(f"unknown moment {name!r}")
        self.name = name
        self.unit = unit
        """The unit that acts, attacks, takes a test or suffers an effect."""
        self.target = target
        """The unit that is affected: the defender, or the enemy that is collided with."""
        self.attack = attack
        self.number = number
        """The number of banes, wounds or trays, or the severity of a morale test."""
        self.kind = kind
        """The bane that is gained, or the kind of move: "march", "shift" or "reform"."""
        self.card = card
        """The resolved morale card."""
        self.charge = charge
        self.engaged = engaged
        """The enemies that the unit was engaged with before it suffered the effect."""
        self.stood = stood
        """Where the unit was at that time."""
        self.canceled = False
        """Whether the event has no effect, or has been replaced."""
        self.notes: dict[str, int] = {}


Act: TypeAlias = Callable[[Runewars, Moment, Source], Flow[None]]
Spend: TypeAlias = Callable[[Runewars, Attack, Source, int], Flow[None]]
Perform: TypeAlias = Callable[[Runewars, Source], Flow[None]]
Can: TypeAlias = Callable[[MatchState, Source], bool]
CanSpend: TypeAlias = Callable[[MatchState, Attack, Source], bool]
Count: TypeAlias = Callable[[MatchState, Source, int, Attack | None], int]


class Handler(NamedTuple):
    """A handler of a moment."""

    act: Act
    role: Role


class Surge(NamedTuple):
    """A surge ability: its attacks and cost (`variable`: that many surges or more; `once`: once per attack)."""

    act: Spend
    kinds: tuple[AttackKind, ...] | None
    cost: int | None
    variable: bool | None
    once: bool | None
    can: CanSpend | None


class Skill(NamedTuple):
    """A skill."""

    act: Perform
    can: Can | None


class Adder(NamedTuple):
    """A function that adds to a number."""

    add: Count
    role: Role


HANDLERS: Final[dict[When, dict[str, Handler]]] = {name: {} for name in MOMENTS}
SURGES: Final[dict[str, Surge]] = {}
SKILLS: Final[dict[str, Skill]] = {}
ADDERS: Final[dict[Number, dict[str, Adder]]] = {name: {} for name in NUMBERS}
FLAGGED: Final[dict[Flag, dict[str, Can | None]]] = {name: {} for name in FLAGS}
KEYWORDS: Final[set[str]] = {
    "brutal", "impact", "lethal", "precise", "protected", "protector", "regenerate", "scout", "steadfast",
}  # fmt: skip  # several to a line
MELEE_ONLY: Final[set[str]] = set()
"""Cards whose keywords apply only in melee attacks."""
INITIATIVES: Final[dict[str, Stance]] = {}
"""Cards that lower by 1 the initiative of the unit's actions with this stance."""

_T = TypeVar("_T")


def at(*names: When, ids: tuple[str, ...] | str, role: Role = "unit") -> Callable[[Act], Act]:
    """Register a handler of moments."""

    def add(act: Act) -> Act:
        for name in names:
            for id in (ids,) if isinstance(ids, str) else ids:
                _new(HANDLERS[name], id, Handler(act, role), f"at {name!r}")
        return act

    return add


def surge(  # what a surge ability has to say
    *ids: str,
    kinds: tuple[AttackKind, ...] | None = None,
    cost: int | None = None,
    variable: bool | None = None,
    once: bool | None = None,
    can: CanSpend | None = None,
) -> Callable[[Spend], Spend]:
    """Register a surge ability; what is not given here is printed on its card."""

    def add(act: Spend) -> Spend:
        for id in ids:
            _new(SURGES, id, Surge(act, kinds, cost, variable, once, can), "as a surge ability")
        return act

    return add


def skill(*ids: str, can: Can | None = None) -> Callable[[Perform], Perform]:
    """Register a skill."""

    def add(act: Perform) -> Perform:
        for id in ids:
            _new(SKILLS, id, Skill(act, can), "as a skill")
        return act

    return add


def number(*names: Number, ids: tuple[str, ...] | str, role: Role = "unit") -> Callable[[Count], Count]:
    """Register a function that adds to numbers."""

    def add(count: Count) -> Count:
        for name in names:
            for id in (ids,) if isinstance(ids, str) else ids:
                _new(ADDERS[name], id, Adder(count, role), f"for {name!r}")
        return count

    return add


def flag(name: Flag, *ids: str, can: Can | None = None) -> None:
    """Register what sets a flag, always or when `can` returns true."""
    for id in ids:
        _new(FLAGGED[name], id, can, f"for the flag {name!r}")


def _new(table: dict[str, _T], id: str, handler: _T, what: str) -> None:
    if id in table:
        raise ValueError(f"{id!r} is registered twice {what}")
    table[id] = handler


def registered() -> set[str]:
    """Return the ids of all registered effects."""
    return {
        *(id for table in HANDLERS.values() for id in table),
        *(id for adders in ADDERS.values() for id in adders),
        *(id for ids in FLAGGED.values() for id in ids),
        *SURGES,
        *SKILLS,
        *INITIATIVES,
    }
