"""What acts, by the id of its ability or card: the rules find it here and know none of it by name.

The ids of a unit (`ids_of`) are its own (what its `army` text says), those of its abilities, its upgrades and its
condition cards. There is to register with, used by the modules of this folder:

- `@at(*moments, ids=..., role=...)`: acts at moments (`MOMENTS`). `role` says whose moment it is: `unit` (who acts in
  it), `target` (whom it is done to), `any`. The handler is a flow `(game, moment, source)`.
- `@surge(id, ...)`: a surge ability; a flow `(game, attack, source, spent)`. What it costs stands on the card, or is
  said here for an upgrade that has other effects too.
- `@skill(*ids, can=...)`: a skill; a flow `(game, source)`, offered if `can` says so.
- `@number(*names, ids=...)`: adds to numbers (`NUMBERS`); a function `(state, source, unit, attack)`. Role `unit`: to
  those of the unit that has it, `any`: to those of any unit.
- `flag(name, *ids)`: says yes where a rule asks for a flag (`FLAGS`) of a unit that has one of these.
- `KEYWORDS`: the keywords that rules ask for (`numbers.keyword`), and for which attacks a card has them.

What a card offers follows from what everybody knows: handlers look at no dials that are not revealed but their own.
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
    # set-up and round
    "before-deployment",
    "after-setup",
    "mana-cast",
    "round-start",
    "after-command",
    "activation-phase-end",
    "before-end-phase",
    "end-phase",
    # activation: unit
    "before-reveal",
    "reveal",
    "after-activation",
    "after-skill",
    "rallied",
    "melee-action",  # before a melee attack action is performed: something may take its place
    # moves: unit, and of a collision the target
    "before-move",  # a card may treat it as modified: its `notes` name the modifier; number: whether dials modify it
    "collision",
    "after-move",
    "after-reform",
    # an attack, step by step: unit is the attacker, target the defender
    "attack-target",
    "attack-dice",
    "attack-rolled",
    "attack-rerolls",
    "attack-rerolled",
    "attack-icons-added",
    "attack-dice-changed",
    "attack-icons-removed",
    "attack-surges",
    "attack-damage",
    "attack-reconfigured",
    "attack-end",
    # morale tests: unit is who suffers it
    "morale-test",
    "morale-card",
    "morale-end",
    # what units suffer: unit; of wounds and losses `number` says how many
    "banes-gained",
    "wounded",
    "figures-lost",
    "trays-lost",
    "before-destroyed",
    "destroyed",
]
MOMENTS: Final[tuple[When, ...]] = get_args(When)
"""Every moment of the game at which cards may act."""

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
"""`defense` is what is added to the unit's own, `morale-cards` to those drawn for its morale tests, `surge-cost` to
what its surge abilities cost, `speed` to that of its marches."""
NUMBERS: Final[tuple[Number, ...]] = get_args(Number)

Flag: TypeAlias = Literal[
    "holds-reforms",
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
    "may-wheel-first-march",
    "melee-at-range",
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
    """Whose an ability is: the unit that has it, and its id."""

    unit: int
    id: str


class Moment:
    """A moment as it comes; handlers may change it."""

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
            raise ValueError(f"there is no moment {name!r}")
        self.name = name
        self.unit = unit
        """The unit that acts, attacks, tests, suffers."""
        self.target = target
        """The unit that it is done to: the defender, the enemy that is collided with."""
        self.attack = attack
        self.number = number
        """How many banes, wounds, trays; the severity of a morale test."""
        self.kind = kind
        """The bane that is gained; "march", "shift" or "reform" of a move."""
        self.card = card
        """The morale card that was resolved."""
        self.charge = charge
        self.engaged = engaged
        """The enemies that the unit was engaged with when it began to suffer what it suffers."""
        self.stood = stood
        """Where it stood then."""
        self.canceled = False
        """Whether what happens has no effect, or something else has taken its place."""
        self.notes: dict[str, int] = {}


Act: TypeAlias = Callable[[Runewars, Moment, Source], Flow[None]]
Spend: TypeAlias = Callable[[Runewars, Attack, Source, int], Flow[None]]
Perform: TypeAlias = Callable[[Runewars, Source], Flow[None]]
Can: TypeAlias = Callable[[MatchState, Source], bool]
CanSpend: TypeAlias = Callable[[MatchState, Attack, Source], bool]
Count: TypeAlias = Callable[[MatchState, Source, int, Attack | None], int]


class Handler(NamedTuple):
    """What acts at a moment."""

    act: Act
    role: Role


class Surge(NamedTuple):
    """A surge ability: in which attacks, for how many surges (`variable`: so many or more; `once`: in an attack)."""

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
    """What adds to a number."""

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
"""Cards whose keywords are for melee attacks alone."""
INITIATIVES: Final[dict[str, Stance]] = {}
"""Cards that lower the initiative of the unit's actions of a stance by 1."""

_T = TypeVar("_T")


def at(*names: When, ids: tuple[str, ...] | str, role: Role = "unit") -> Callable[[Act], Act]:
    """Register what acts at moments."""

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
    """Register a surge ability; what is not said here stands on its card."""

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
    """Register what adds to numbers."""

    def add(count: Count) -> Count:
        for name in names:
            for id in (ids,) if isinstance(ids, str) else ids:
                _new(ADDERS[name], id, Adder(count, role), f"for {name!r}")
        return count

    return add


def flag(name: Flag, *ids: str, can: Can | None = None) -> None:
    """Register what says yes where a rule asks for a flag, at any time or when `can` says so."""
    for id in ids:
        _new(FLAGGED[name], id, can, f"for the flag {name!r}")


def _new(table: dict[str, _T], id: str, handler: _T, what: str) -> None:
    if id in table:
        raise ValueError(f"{id!r} is registered twice {what}")
    table[id] = handler


def registered() -> set[str]:
    """The ids of all that does something."""
    return {
        *(id for table in HANDLERS.values() for id in table),
        *(id for adders in ADDERS.values() for id in adders),
        *(id for ids in FLAGGED.values() for id in ids),
        *SURGES,
        *SKILLS,
        *INITIATIVES,
    }
