"""Registry of handlers by the id of their card or ability. The rules look them up here and name no card themselves.

The modules of `abilities` register with:

- `@passive(id, event, role=...)`: an ability of a unit that triggers automatically at an event. `role` is the part the
  unit plays in the event: `unit` (it acts), `target` (it is acted upon), or `any`. The handler is a flow
  `(game, moment, unit)`.
- `@order(id, targets=..., can=...)`: an Order. Its trigger is in the data (`Ability.trigger`); `targets` are functions
  `(state, use)` that list the candidates for each target, `can` is a further condition on public information. The
  handler is a flow `(game, use)`; `use.targets` are the units chosen.
- `@card(id, use=0, targets=..., can=...)`: one use of a Tactics card, by its index among the card's uses.
- `@ncu(id, event)` and `@attached(id, event, role=...)`: a non-combat unit, and a card attached to a unit.
- `@lasting(name, event, role=...)`: an effect (`state.effects`) on a unit.
- `@shape(id, role)`: how an ability, an attached card, an Influence or an effect changes an attack before its dice are
  counted, without asking anyone: a function `(state, fight, source)` that modifies the `Fight`. With role `attacker` or
  `defender` it is called only if the source's unit has that role; with `any`, for every source on the table.
- `flag(name, id, ...)`: ids that set a flag of a unit, which rules query with `sources.has_flag`.
- `@lost(id)`: what happens when an attachment with that ability is destroyed: a flow `(game, unit, by)`, called after
  the attachment has left its unit (which may be gone too).
- `choices(...)`: the options offered by questions of `ThingChooser`; every id that an action can name must be declared.
- `@number(id, what, role)`: a modifier to a number: a function `(state, source, unit)`. `what` is one of NUMBERS, and
  `unit` is the unit whose number is computed (NO_UNIT for `hand` and `refill`). With role `unit` it applies to the
  source's own unit only.

Where a card works differently in the two editions, each edition has its own handler, registered with `edition=...`; an
edition may have none. Handlers never check which edition is played.

What is not registered is never offered; `missing` lists it. Whether a player is asked must depend on public information
only, so `can` and `targets` never look at anything hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

from banneret.games.icefire.content.editions import Edition
from banneret.games.icefire.state import EVENTS, NO_NCU, NO_UNIT, Fight, Moment, State, Use
from banneret.kernel.flow import Flow

if TYPE_CHECKING:
    from banneret.games.icefire.content.components import Components, Trigger
    from banneret.games.icefire.game import War

NUMBERS: Final = ("speed", "morale", "defense", "hit", "panic-wounds", "hand", "refill", "charge", "retreat")
Role: TypeAlias = Literal["unit", "target", "any"]


Candidates: TypeAlias = Callable[[State, Use], list[int]]
Can: TypeAlias = Callable[[State, Use], bool]
Play: TypeAlias = "Callable[[War, Use], Flow[None]]"
Act: TypeAlias = "Callable[[War, Moment, int], Flow[None]]"
Ready: TypeAlias = "Callable[[State, Moment, int], bool]"
Loss: TypeAlias = "Callable[[War, int, int], Flow[None]]"


class Source(NamedTuple):
    """Where an ability comes from: the unit that has it (or its card, or its Influence), the seat, and the NCU."""

    unit: int
    seat: int
    ncu: int = NO_NCU
    value: int = 0
    """The value of an effect."""


Shape: TypeAlias = Callable[[State, Fight, Source], None]
Number: TypeAlias = Callable[[State, Source, int], int]


class Those:
    """Candidates: those of some units that fulfil a condition. Whether there are any is known at the first of them."""

    __slots__ = ("among", "fulfils")

    def __init__(
        self, among: Callable[[State, Use], Iterable[int]], fulfils: Callable[[State, Use, int], bool]
    ) -> None:
        self.among = among
        self.fulfils = fulfils

    def __call__(self, state: State, use: Use) -> list[int]:
        """List them."""
        return [unit for unit in self.among(state, use) if self.fulfils(state, use, unit)]

    def has_any(self, state: State, use: Use) -> bool:
        """Return whether there are any."""
        return any(self.fulfils(state, use, unit) for unit in self.among(state, use))


class Every(Those):
    """Candidates that are all targets, without a choice."""

    __slots__ = ()


class Way(NamedTuple):
    """How an Order or a card is used. The first target needs at least one candidate; further targets may have none."""

    play: Play
    targets: Sequence[Candidates] = ()
    can: Can | None = None

    def possible(self, state: State, use: Use) -> bool:
        """Return whether it may be used, judging from public information."""
        if self.can is not None and not self.can(state, use):
            return False
        if not self.targets:
            return True
        first = self.targets[0]
        return first.has_any(state, use) if isinstance(first, Those) else bool(first(state, use))


class Passive(NamedTuple):
    """A handler that triggers automatically at an event."""

    kind: Literal["ability", "ncu", "card", "effect"]
    id: str
    role: Role
    act: Act
    ready: Ready | None = None
    """Whether it will have an effect now, judging from public information. The player orders those that will."""


ShapeRole: TypeAlias = Literal["attacker", "striker", "defender", "any"]
"""`striker` is the attacker once everything before its dice has happened, for what depends on its ranks or Wounds."""


class Shaper(NamedTuple):
    """A handler that modifies an attack."""

    role: ShapeRole
    shape: Shape


class Count(NamedTuple):
    """A handler that modifies a number."""

    role: Literal["unit", "any"]
    add: Number


class EditionHandlers:
    """The handlers of one card or ability, by edition. In an edition without a handler, nothing happens."""

    __slots__ = ("handlers", "nothing")

    def __init__(self, nothing: Callable[..., Any]) -> None:
        self.handlers: dict[Edition, Callable[..., Any]] = {}
        self.nothing = nothing

    def __call__(self, about: War | State, *more: Any) -> Any:  # the handler's own arguments and result
        state = about if isinstance(about, State) else about.state
        return self.handlers.get(state.law.edition, self.nothing)(about, *more)


def _no_flow(*_: object) -> Flow[None]:
    yield from ()


def _no_change(*_: object) -> None:
    return None


def _no_number(*_: object) -> int:
    return 0


def _never(*_: object) -> bool:
    return False


def _by_edition(
    what: str,
    known: Callable[..., Any] | None,
    edition: Edition | None,
    handler: Callable[..., Any],
    nothing: Callable[..., Any],
) -> Callable[..., Any]:
    """Return what to register: the handler, or one for each edition. Raises ValueError if already registered."""
    if edition is None:
        if known is not None:
            raise ValueError(f"{what} is registered twice")
        return handler
    group = EditionHandlers(nothing) if known is None else known
    if not isinstance(group, EditionHandlers) or edition in group.handlers:
        raise ValueError(f"{what} is registered twice for {edition}")
    group.handlers[edition] = handler
    return group


ORDERS: Final[dict[str, Way]] = {}
CARDS: Final[dict[str, dict[int, Way]]] = {}
PASSIVES: Final[dict[str, list[Passive]]] = {}
SHAPERS: Final[dict[str, Shaper]] = {}
LOSSES: Final[dict[str, Loss]] = {}
CHOICES: Final[dict[str, None]] = {}
"""Ids of the options that effects offer."""
NUMBER_OF: Final[dict[str, dict[str, Count]]] = {what: {} for what in NUMBERS}
REACHING: Final[set[str]] = set()
"""Numbers that abilities of other units can modify, so that every unit is checked."""
FLAGS: Final[dict[str, set[str]]] = {}
"""Ids that set each flag, by flag ("sees-over-all", "ignores-rough", "never-weakened")."""
GRANTED: Final[set[str]] = set()
"""Abilities that effects of the same name grant to units."""
OF_NCUS: Final[set[str]] = set()
"""Effects that end when the non-combat unit that causes them loses its abilities: their value is its card's number."""
INSTEAD_OF_TOKENS: Final[set[str]] = set()
"""Effects on a unit that may be removed instead of a Condition token."""
EVENTS_OF_ORDERS: Final[dict[str, set[str]]] = {event: set() for event in EVENTS}
USES_AT: Final[dict[Edition, dict[str, dict[str, list[tuple[Trigger, Way]]]]]] = {}
"""The registered uses of cards by edition, event and card, those that need the fewest conditions first.

Filled by `index`.
"""


def order(id: str, *, targets: Sequence[Candidates] = (), can: Can | None = None) -> Callable[[Play], Play]:
    """Register an Order."""

    def add(play: Play) -> Play:
        if id in ORDERS:
            raise ValueError(f"the Order {id!r} is registered twice")
        ORDERS[id] = Way(play, targets, can)
        return play

    return add


def card(
    id: str,
    *,
    use: int = 0,
    targets: Sequence[Candidates] = (),
    can: Can | None = None,
    edition: Edition | None = None,
) -> Callable[[Play], Play]:
    """Register one use of a Tactics card. Handlers of different editions must share the targets and the condition."""

    def add(play: Play) -> Play:
        ways = CARDS.setdefault(id, {})
        known = ways.get(use)
        what = f"use {use} of the card {id!r}"
        if known is not None and (known.targets, known.can) != (targets, can):
            raise ValueError(f"{what} has other targets or conditions in another edition")
        played = _by_edition(what, None if known is None else known.play, edition, play, _no_flow)
        ways[use] = Way(played, targets, can)
        return play

    return add


def passive(
    id: str, event: str, *, role: Role = "unit", ready: Ready | None = None, edition: Edition | None = None
) -> Callable[[Act], Act]:
    """Register a unit's ability that triggers automatically."""
    return _passive("ability", id, event, role, ready, edition)


def ncu(id: str, event: str, *, ready: Ready | None = None, edition: Edition | None = None) -> Callable[[Act], Act]:
    """Register a non-combat unit's automatic effect; the handler receives the number of the NCU."""
    return _passive("ncu", id, event, "any", ready, edition)


def attached(id: str, event: str, *, role: Role = "unit") -> Callable[[Act], Act]:
    """Register a Tactics card's automatic effect while it is attached to a unit."""
    return _passive("card", id, event, role)


def lasting(name: str, event: str, *, role: Role = "unit", edition: Edition | None = None) -> Callable[[Act], Act]:
    """Register the automatic effect of a lasting effect on a unit."""
    return _passive("effect", name, event, role, None, edition)


def _passive(  # the parts of a `Passive`
    kind: Literal["ability", "ncu", "card", "effect"],
    id: str,
    event: str,
    role: Role,
    ready: Ready | None = None,
    edition: Edition | None = None,
) -> Callable[[Act], Act]:
    if event not in EVENTS:
        raise ValueError(f"{id}: unknown event {event!r}")

    def add(act: Act) -> Act:
        handlers = PASSIVES.setdefault(event, [])
        if edition is None:
            handlers.append(Passive(kind, id, role, act, ready))
        else:
            what = f"{id!r} at {event}"
            place = next((at for at, one in enumerate(handlers) if (one.kind, one.id) == (kind, id)), len(handlers))
            known = handlers[place] if place < len(handlers) else None
            if known is not None and (known.role != role or (known.ready is None) != (ready is None)):
                raise ValueError(f"{what} has another role or condition in another edition")
            acts = _by_edition(what, known and known.act, edition, act, _no_flow)
            able = ready and _by_edition(what, known and known.ready, edition, ready, _never)
            handlers[place : place + 1] = [Passive(kind, id, role, acts, able)]
        if kind != "effect":
            choices(id)  # options when choosing the order of several: icefire:timing.3
        return act

    return add


def shape(id: str, role: ShapeRole = "attacker", *, edition: Edition | None = None) -> Callable[[Shape], Shape]:
    """Register how an ability modifies an attack."""

    def add(change: Shape) -> Shape:
        known = SHAPERS.get(id)
        if known is not None and known.role != role:
            raise ValueError(f"{id!r} has another role in another edition")
        what = f"what {id!r} makes of attacks"
        SHAPERS[id] = Shaper(role, _by_edition(what, known and known.shape, edition, change, _no_change))
        return change

    return add


def number(
    id: str, what: str, role: Literal["unit", "any"] = "unit", *, edition: Edition | None = None
) -> Callable[[Number], Number]:
    """Register an ability's modifier to a number."""

    def add(count: Number) -> Number:
        known = NUMBER_OF[what].get(id)
        adds = _by_edition(f"what {id!r} adds to {what}", known and known.add, edition, count, _no_number)
        NUMBER_OF[what][id] = Count(role, adds)
        if role == "any":
            REACHING.add(what)
        return count

    return add


def flag(name: str, *ids: str) -> None:
    """Register abilities, cards or effects that set a flag."""
    FLAGS.setdefault(name, set()).update(ids)


def removable(name: str) -> None:
    """Register an effect on a unit that may be removed instead of a Condition token."""
    INSTEAD_OF_TOKENS.add(name)


def lost(id: str) -> Callable[[Loss], Loss]:
    """Register what happens when the attachment with an ability is destroyed."""

    def add(follow: Loss) -> Loss:
        if id in LOSSES:
            raise ValueError(f"the loss of {id!r} is registered twice")
        LOSSES[id] = follow
        return follow

    return add


def choices(*ids: str) -> tuple[str, ...]:
    """Declare the options that an effect offers, and return them."""
    CHOICES.update(dict.fromkeys(ids))
    return ids


def index(found: Components) -> None:
    """Record the events at which an edition's Orders and cards can be used."""
    for id in ORDERS:
        trigger = found.abilities[id].trigger if id in found.abilities else None
        if trigger is not None:
            EVENTS_OF_ORDERS[trigger.event].add(id)
    uses: dict[str, dict[str, list[tuple[Trigger, Way]]]] = {event: {} for event in EVENTS}
    cards = [id for id in CARDS if id in found.tactics]
    for id in sorted(cards, key=lambda id: (min([_conditions(way) for way in CARDS[id].values()]), id)):
        for place, way in sorted(CARDS[id].items()):
            trigger = found.tactics[id].uses[place].trigger
            uses[trigger.event].setdefault(id, []).append((trigger, way))
    USES_AT[found.edition] = uses


def _conditions(way: Way) -> int:
    """Return how much has to be examined to know whether a card or an Order may be used."""
    return bool(way.targets) + (way.can is not None)


def registered() -> set[str]:
    """Return the ids of all abilities and cards with a handler."""
    numbers = {id for counts in NUMBER_OF.values() for id in counts}
    flags = {id for ids in FLAGS.values() for id in ids}
    return {
        *ORDERS,
        *CARDS,
        *flags,
        *SHAPERS,
        *LOSSES,
        *numbers,
        *(one.id for ones in PASSIVES.values() for one in ones),
    }


def missing(found: Components) -> list[str]:
    """List an edition's abilities, Tactics cards and non-combat units without a handler."""
    known = registered()
    return [id for id in (*found.abilities, *found.tactics, *found.ncus) if id not in known]


def rule_of(use: Use) -> str:
    """Return the rule that governs the use of a card or an Order."""
    return "icefire:orders.2" if use.unit != NO_UNIT else "icefire:deck.5"
