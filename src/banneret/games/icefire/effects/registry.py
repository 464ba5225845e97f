"""What acts, and what can be used, by the id of its card or ability: the rules find it here and know none by name.

What there is to register with, used by the modules of `abilities`:

- `@passive(id, event, role=...)`: an ability of units that acts by itself at an event. `role` says whose moment it is:
  `unit` (who acts in it), `target` (whom it is done to), `any`. The handler is a flow `(game, moment, unit)`.
- `@order(id, targets=..., can=...)`: an Order. When it may be used stands in the data (`Ability.trigger`); `targets`
  are functions `(state, use)` that list the candidates for each target, `can` a further condition on what lies open.
  The handler is a flow `(game, use)`; `use.targets` are the units chosen.
- `@card(id, use=0, targets=..., can=...)`: one way to use a Tactics card, by its place among the card's uses.
- `@ncu(id, event)` and `@attached(id, event, role=...)`: a non-combat unit, and a card that stays on a unit.
- `@lasting(name, event, role=...)`: an effect (`state.effects`) that lies on a unit.
- `@shape(id, role)`: what an ability, a card on a unit, an Influence or an effect makes of an attack before its dice
  are counted, without any question: a function `(state, fight, source)` that changes the `Fight`. With role `attacker`
  or `defender` it is asked only where the unit of the source is that; with `any` for every source on the table.
- `flag(name, id, ...)`: answers with yes a rule that asks for that flag of a unit (`sources.has_flag`).
- `@lost(id)`: what happens when an attachment with that ability is destroyed: a flow `(game, unit, by)`, asked after it
  has left its unit (which may be gone too).
- `choices(...)`: what questions of `ThingChooser` offer; every id an answer can name must be said here.
- `@number(id, what, role)`: what it adds to a number: a function `(state, source, unit)`; `what` is one of NUMBERS,
  `unit` the one whose number is asked (NO_UNIT for `hand` and `refill`). Role `unit`: the source's own unit alone.

Where the card of one edition does something else than that of the other, each has a handler of its own, registered
with `edition=...`; one edition may have none. No handler asks which edition is played.

What is not registered is never offered; `missing` lists it. Whether a player is asked must follow from what everybody
knows, so `can` and `targets` look at nothing hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

from banneret.games.icefire.content.editions import Edition
from banneret.games.icefire.state import EVENTS, NO_NCU, NO_UNIT, Fight, Moment, State, Use
from banneret.kernel.flow import Flow

if TYPE_CHECKING:
    from banneret.games.icefire.content.components import Components
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
    """Whose an ability is: the unit that has it (that the card lies on, that is influenced), the seat, the NCU."""

    unit: int
    seat: int
    ncu: int = NO_NCU
    value: int = 0
    """The value of an effect."""


Shape: TypeAlias = Callable[[State, Fight, Source], None]
Number: TypeAlias = Callable[[State, Source, int], int]


class Way(NamedTuple):
    """How an Order or a card is used. The first target must be there to be chosen; others may be missing."""

    play: Play
    targets: Sequence[Candidates] = ()
    can: Can | None = None

    def possible(self, state: State, use: Use) -> bool:
        """Tell whether it may be used, by what lies open."""
        if self.can is not None and not self.can(state, use):
            return False
        return not self.targets or bool(self.targets[0](state, use))


class Passive(NamedTuple):
    """What acts by itself at an event."""

    kind: Literal["ability", "ncu", "card", "effect"]
    id: str
    role: Role
    act: Act
    ready: Ready | None = None
    """Whether it will do anything now, by what lies open: of those that will, their player says which is first."""


class Shaper(NamedTuple):
    """What shapes an attack."""

    role: Literal["attacker", "defender", "any"]
    shape: Shape


class Count(NamedTuple):
    """What changes a number."""

    role: Literal["unit", "any"]
    add: Number


class OfEditions:
    """The handlers of one card or ability, by edition. In an edition that has none, nothing is done."""

    __slots__ = ("handlers", "nothing")

    def __init__(self, nothing: Callable[..., Any]) -> None:
        self.handlers: dict[Edition, Callable[..., Any]] = {}
        self.nothing = nothing

    def __call__(self, about: War | State, *more: Any) -> Any:  # whatever a handler is given, and what it returns
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


def _of_editions(
    what: str,
    known: Callable[..., Any] | None,
    edition: Edition | None,
    handler: Callable[..., Any],
    nothing: Callable[..., Any],
) -> Callable[..., Any]:
    """Return what to register: the handler, or one for each edition. Raises ValueError for what is there already."""
    if edition is None:
        if known is not None:
            raise ValueError(f"{what} is registered twice")
        return handler
    of = OfEditions(nothing) if known is None else known
    if not isinstance(of, OfEditions) or edition in of.handlers:
        raise ValueError(f"{what} is registered twice for {edition}")
    of.handlers[edition] = handler
    return of


ORDERS: Final[dict[str, Way]] = {}
CARDS: Final[dict[str, dict[int, Way]]] = {}
PASSIVES: Final[dict[str, list[Passive]]] = {}
SHAPERS: Final[dict[str, Shaper]] = {}
LOSSES: Final[dict[str, Loss]] = {}
CHOICES: Final[dict[str, None]] = {}
"""What effects offer to choose, by id."""
NUMBER_OF: Final[dict[str, dict[str, Count]]] = {what: {} for what in NUMBERS}
REACHING: Final[set[str]] = set()
"""Numbers that abilities of other units change: every unit is looked at."""
FLAGS: Final[dict[str, set[str]]] = {}
"""By what a rule asks for ("sees-over-all", "ignores-rough", "never-weakened"): the ids of what says so."""
EVENTS_OF_ORDERS: Final[dict[str, set[str]]] = {event: set() for event in EVENTS}
EVENTS_OF_CARDS: Final[dict[str, set[str]]] = {event: set() for event in EVENTS}
"""Which cards that are registered can be played at an event at all; filled by `index`."""


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
    """Register one way to use a Tactics card. Editions that use it differently have the same targets and conditions."""

    def add(play: Play) -> Play:
        ways = CARDS.setdefault(id, {})
        known = ways.get(use)
        what = f"use {use} of the card {id!r}"
        if known is not None and (known.targets, known.can) != (targets, can):
            raise ValueError(f"{what} has other targets or conditions in another edition")
        played = _of_editions(what, None if known is None else known.play, edition, play, _no_flow)
        ways[use] = Way(played, targets, can)
        return play

    return add


def passive(
    id: str, event: str, *, role: Role = "unit", ready: Ready | None = None, edition: Edition | None = None
) -> Callable[[Act], Act]:
    """Register an ability of units that acts by itself."""
    return _passive("ability", id, event, role, ready, edition)


def ncu(id: str, event: str, *, ready: Ready | None = None, edition: Edition | None = None) -> Callable[[Act], Act]:
    """Register what a non-combat unit does by itself; the handler is given its number."""
    return _passive("ncu", id, event, "any", ready, edition)


def attached(id: str, event: str, *, role: Role = "unit") -> Callable[[Act], Act]:
    """Register what a Tactics card does by itself as long as it stays on a unit."""
    return _passive("card", id, event, role)


def lasting(name: str, event: str, *, role: Role = "unit", edition: Edition | None = None) -> Callable[[Act], Act]:
    """Register what an effect that lasts on a unit does by itself."""
    return _passive("effect", name, event, role, None, edition)


def _passive(  # what it is, when it acts, for whom
    kind: Literal["ability", "ncu", "card", "effect"],
    id: str,
    event: str,
    role: Role,
    ready: Ready | None = None,
    edition: Edition | None = None,
) -> Callable[[Act], Act]:
    if event not in EVENTS:
        raise ValueError(f"{id}: there is no event {event!r}")

    def add(act: Act) -> Act:
        there = PASSIVES.setdefault(event, [])
        if edition is None:
            there.append(Passive(kind, id, role, act, ready))
        else:
            what = f"{id!r} at {event}"
            place = next((at for at, one in enumerate(there) if (one.kind, one.id) == (kind, id)), len(there))
            known = there[place] if place < len(there) else None
            if known is not None and (known.role != role or (known.ready is None) != (ready is None)):
                raise ValueError(f"{what} has another role or condition in another edition")
            acts = _of_editions(what, known and known.act, edition, act, _no_flow)
            able = ready and _of_editions(what, known and known.ready, edition, ready, _never)
            there[place : place + 1] = [Passive(kind, id, role, acts, able)]
        if kind != "effect":
            choices(id)  # which of several is first: icefire:timing.3
        return act

    return add


def shape(
    id: str, role: Literal["attacker", "defender", "any"] = "attacker", *, edition: Edition | None = None
) -> Callable[[Shape], Shape]:
    """Register what an ability makes of an attack."""

    def add(change: Shape) -> Shape:
        known = SHAPERS.get(id)
        if known is not None and known.role != role:
            raise ValueError(f"{id!r} has another role in another edition")
        what = f"what {id!r} makes of attacks"
        SHAPERS[id] = Shaper(role, _of_editions(what, known and known.shape, edition, change, _no_change))
        return change

    return add


def number(
    id: str, what: str, role: Literal["unit", "any"] = "unit", *, edition: Edition | None = None
) -> Callable[[Number], Number]:
    """Register what an ability adds to a number."""

    def add(count: Number) -> Number:
        known = NUMBER_OF[what].get(id)
        adds = _of_editions(f"what {id!r} adds to {what}", known and known.add, edition, count, _no_number)
        NUMBER_OF[what][id] = Count(role, adds)
        if role == "any":
            REACHING.add(what)
        return count

    return add


def flag(name: str, *ids: str) -> None:
    """Register abilities, cards or effects by which a rule that asks for a flag is answered with yes."""
    FLAGS.setdefault(name, set()).update(ids)


def lost(id: str) -> Callable[[Loss], Loss]:
    """Register what happens when the attachment with an ability is destroyed."""

    def add(follow: Loss) -> Loss:
        if id in LOSSES:
            raise ValueError(f"the loss of {id!r} is registered twice")
        LOSSES[id] = follow
        return follow

    return add


def choices(*ids: str) -> tuple[str, ...]:
    """Note what an effect offers to choose, and return it."""
    CHOICES.update(dict.fromkeys(ids))
    return ids


def index(found: Components) -> None:
    """Note at which events Orders and cards of an edition can be used at all."""
    for id in ORDERS:
        trigger = found.abilities[id].trigger if id in found.abilities else None
        if trigger is not None:
            EVENTS_OF_ORDERS[trigger.event].add(id)
    for id, ways in CARDS.items():
        if id in found.tactics:
            for place in ways:
                EVENTS_OF_CARDS[found.tactics[id].uses[place].trigger.event].add(id)


def registered() -> set[str]:
    """Return the ids of all abilities and cards that do something."""
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
    """List the abilities, Tactics cards and non-combat units of an edition that do nothing yet."""
    there = registered()
    return [id for id in (*found.abilities, *found.tactics, *found.ncus) if id not in there]


def rule_of(use: Use) -> str:
    """Return the rule by which a card or an Order is used."""
    return "icefire:orders.2" if use.unit != NO_UNIT else "icefire:deck.5"
