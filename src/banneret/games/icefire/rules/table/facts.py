"""Facts about units that follow from attachments, attached cards and effects, cached until one of them changes.

The columns `card`, `attachments`, `attached` and `effects` are tuples, which are replaced rather than changed. `Facts`
belong to the tuples for which they were found, so they are never out of date, and copies of a state share them.
Whatever changes more often, such as positions, health or which non-combat units are alive, is left to the caller.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any, Final, NamedTuple

from banneret.games.icefire.content.components import Trigger
from banneret.games.icefire.effects import registry
from banneret.games.icefire.effects.registry import Passive, Source, Way
from banneret.games.icefire.state import NO_UNIT, Effect, State

NO_ABILITIES: Final = "no-abilities"
"""The effect on a unit that has lost its abilities."""
NO_ATTACHMENT_ABILITIES: Final = "no-attachment-abilities"
"""The effect on a unit whose attachments have lost theirs."""
SILENCED: Final = f"{NO_ABILITIES}-ncu"
"""The effect on a non-combat unit that has lost its abilities; its value is the number of that unit."""
BORROWED: Final = "borrowed-influence"
"""The effect on a non-combat unit that has another's Influence instead of its own."""
OBJECTIVE: Final = "objective-"
"""The beginning of the ids of objective cards."""
_NONE: Final[frozenset[int]] = frozenset()


class OrderAt(NamedTuple):
    """An Order that a unit has, with its trigger."""

    unit: int
    id: str
    trigger: Trigger
    way: Way


class Answers(NamedTuple):
    """The automatic effects that may respond to an event, each with its source, in the order of their resolution."""

    abilities: tuple[tuple[Passive, int], ...]
    """Over all units, with the unit."""
    others: tuple[tuple[Passive, int, int], ...]
    """Those of non-combat units, attached cards and effects, with the unit or non-combat unit, and the seat."""


class Entries(NamedTuple):
    """The entries of a table of handlers for the abilities of units."""

    of_units: Mapping[int, tuple[tuple[Any, Source], ...]]
    has_objectives: bool
    """Whether the table has entries for objectives."""


class Sources(NamedTuple):
    """The entries of a table of handlers that are in force, without those of objectives."""

    of_units: Mapping[int, tuple[tuple[Any, Source], ...]]
    has_objectives: bool
    """Whether the table has entries for objectives."""
    of_ncus: tuple[tuple[Any, int], ...]
    """With the number of the non-combat unit."""
    of_cards: tuple[tuple[Any, Source], ...]
    """Those of attached cards, then those of effects."""


class Abilities:
    """The abilities of each unit, and what follows from them alone."""

    __slots__ = ("_of_units", "_orders", "_passives", "of_unit")

    def __init__(self, of_unit: tuple[tuple[str, ...], ...]) -> None:
        self.of_unit: Final = of_unit
        self._of_units: dict[int, tuple[Mapping[str, Any], Entries]] = {}
        self._orders: dict[str, tuple[OrderAt, ...]] = {}
        self._passives: dict[str, tuple[tuple[Passive, int], ...]] = {}

    def orders(self, state: State, event: str) -> tuple[OrderAt, ...]:
        """List the Orders that can be used at an event, over all units and their abilities."""
        found = self._orders.get(event)
        if found is None:
            here, known, ways = registry.EVENTS_OF_ORDERS[event], state.cards.abilities, registry.ORDERS
            found = self._orders[event] = tuple(
                [
                    OrderAt(unit, id, trigger, ways[id])
                    for unit, abilities in enumerate(self.of_unit)
                    for id in abilities
                    if id in here and id in ways and (trigger := known[id].trigger) is not None
                ]
            )
        return found

    def passives(self, event: str, passives: list[Passive]) -> tuple[tuple[Passive, int], ...]:
        """List the abilities that may respond to an event, each with its unit."""
        found = self._passives.get(event)
        if found is None:
            by_id = {one.id: one for one in passives if one.kind == "ability"}
            found = self._passives[event] = tuple(
                [(by_id[id], unit) for unit, ids in enumerate(self.of_unit) for id in ids if id in by_id]
            )
        return found

    def entries(self, state: State, table: Mapping[str, Any]) -> Entries:
        """Return the entries of a table of handlers by the units that have those abilities."""
        known = self._of_units.get(id(table))
        if known is not None and known[0] is table:
            return known[1]
        of_units = {
            unit: tuple([(table[id], Source(unit, state.seat[unit])) for id in ids if id in table])
            for unit, ids in enumerate(self.of_unit)
            if not table.keys().isdisjoint(ids)
        }
        found = Entries(of_units, any(name.startswith(OBJECTIVE) for name in table))
        self._of_units[id(table)] = table, found  # the table is kept too, so that its id is not reused
        return found

    def compared(self, state: State, fresh: Abilities) -> list[tuple[str, object, object]]:
        """Return what is kept, by name, beside what is found again."""
        found: list[tuple[str, object, object]] = []
        found += [(f"orders {event}", kept, fresh.orders(state, event)) for event, kept in self._orders.items()]
        for event, kept in self._passives.items():
            found.append((f"passives {event}", kept, fresh.passives(event, registry.PASSIVES.get(event, []))))
        found += [("entries", kept, fresh.entries(state, table)) for table, kept in self._of_units.values()]
        return found


class Facts:
    """The abilities of all units, and who may respond to what. See the module."""

    __slots__ = (
        "_answers", "_flagged", "_here", "_sources", "abilities", "affected", "attached", "attachments", "card",
        "effects", "granted", "influence_cards", "known", "lost", "silenced",
    )  # fmt: skip  # several to a line

    def __init__(self, state: State, before: Facts | None = None) -> None:
        self.card: Final = state.card
        self.attachments: Final = state.attachments
        self.attached: Final = state.attached
        self.effects: Final = state.effects
        affected: dict[str, set[int]] = {}
        for one in state.effects:
            affected.setdefault(one.name, set()).add(one.unit)
        self.affected: dict[str, set[int]] = affected
        """The units with an effect, by its name."""
        self.lost = affected.get(NO_ABILITIES, _NONE), affected.get(NO_ATTACHMENT_ABILITIES, _NONE)
        self.granted = [(name, affected[name]) for name in sorted(registry.GRANTED) if name in affected]
        self.abilities: Abilities
        if (
            before is not None
            and before.attachments is self.attachments
            and before.card is self.card
            and before.lost == self.lost
            and before.granted == self.granted
        ):
            self.abilities = before.abilities
        else:
            of_units = [
                _each_once(
                    _abilities(state, unit, self.lost), tuple([name for name, units in self.granted if unit in units])
                )
                for unit in range(len(state.card))
            ]
            self.abilities = Abilities(tuple(of_units))
        self.silenced: Set[int] = (
            {one.value for one in state.effects if one.name == SILENCED} if SILENCED in affected else _NONE
        )
        self.influence_cards: Sequence[str] = (
            [_influence(state, ncu) for ncu in range(len(state.ncu_card))] if BORROWED in affected else state.ncu_card
        )
        self._here = {*state.ncu_card, *self.influence_cards, *affected, *[one.card for one in state.attached]}
        """Ids of everything except abilities that may respond to an event."""
        self.known: dict[object, Facts] = {} if before is None else before.known
        """Cache of the facts of this match and its copies, by columns."""
        self._answers: dict[str, Answers] = {}
        self._flagged: dict[str, Set[int]] = {}
        self._sources: dict[int, tuple[Mapping[str, Any], Sources]] = {}

    def answers(self, state: State, event: str) -> Answers:
        """Return the automatic effects that may respond to an event."""
        found = self._answers.get(event)
        if found is None:
            found = self._answers[event] = self._find_answers(state, event)
        return found

    def _find_answers(self, state: State, event: str) -> Answers:
        passives = registry.PASSIVES.get(event, [])
        others: list[tuple[Passive, int, int]] = []
        here = self._here
        for passive in passives:
            kind, id = passive.kind, passive.id
            if kind == "ability" or id not in here:
                continue
            if kind == "ncu":
                if id in state.ncu_card or id in self.influence_cards:
                    others += [
                        (passive, ncu, state.ncu_seat[ncu])
                        for ncu, cards in enumerate(zip(state.ncu_card, self.influence_cards, strict=True))
                        if id in cards and ncu not in self.silenced
                    ]
            elif kind == "card":
                owners = {one.unit: one.seat for one in reversed(self.attached) if one.card == id}
                others += [(passive, unit, seat) for unit, seat in reversed(owners.items())]  # icefire:stacking.1
            elif id in self.affected:
                others += [(passive, one.unit, one.seat) for one in self.effects if one.name == id]
        return Answers(self.abilities.passives(event, passives), tuple(others))

    def sources(self, state: State, table: Mapping[str, Any]) -> Sources:
        """Return the entries of a table of handlers by id that are in force, each name once per unit."""
        known = self._sources.get(id(table))
        if known is not None and known[0] is table:
            return known[1]
        of_ncus = tuple(
            [
                (table[card], ncu)
                for ncu, card in enumerate(self.influence_cards)
                if card in table and ncu not in self.silenced
            ]
        )
        of_cards: dict[tuple[str, int], tuple[Any, Source]] = {}
        for one in self.attached:
            if one.card in table:
                of_cards.setdefault((one.card, one.unit), (table[one.card], Source(one.unit, one.seat)))
        for effect in self.effects:
            if effect.name in table:
                source = Source(effect.unit, effect.seat, value=effect.value)
                of_cards.setdefault((effect.name, effect.unit), (table[effect.name], source))
        found = Sources(*self.abilities.entries(state, table), of_ncus, tuple(of_cards.values()))
        self._sources[id(table)] = table, found  # as in `entries`
        return found

    def flagged(self, name: str) -> Set[int]:
        """Return the units with a flag from an ability, an attached card or an effect."""
        found = self._flagged.get(name)
        if found is None:
            ids = registry.FLAGS.get(name, set())
            units = {unit for unit, abilities in enumerate(self.abilities.of_unit) if not ids.isdisjoint(abilities)}
            units.update([one.unit for one in self.attached if one.card in ids])
            units.update([one.unit for one in self.effects if one.name in ids])
            found = self._flagged[name] = units
        return found

    def faults(self, state: State) -> list[str]:
        """Describe whatever is found differently when it is found again."""
        fresh = Facts(state)
        found: list[tuple[str, object, object]] = [
            ("abilities", self.abilities.of_unit, fresh.abilities.of_unit),
            ("affected", self.affected, fresh.affected),
            ("silenced", self.silenced, fresh.silenced),
            ("influence", [*self.influence_cards], [*fresh.influence_cards]),
        ]
        found += [(f"answers {event}", kept, fresh.answers(state, event)) for event, kept in self._answers.items()]
        found += [(f"flag {name}", kept, fresh.flagged(name)) for name, kept in self._flagged.items()]
        found += [("sources", kept, fresh.sources(state, table)) for table, kept in self._sources.values()]
        found += self.abilities.compared(state, fresh.abilities)
        return [f"facts: {what} is {kept!r} instead of {again!r}" for what, kept, again in found if kept != again]


def facts_of(state: State) -> Facts:
    """Return the facts for the present attachments, attached cards and effects."""
    facts: Facts | None = state.facts
    if (
        facts is None
        or facts.effects is not state.effects
        or facts.attachments is not state.attachments
        or facts.attached is not state.attached
        or facts.card is not state.card
    ):
        facts = state.facts = _find_facts(state, facts)
    return facts


_MOST: Final = 64
"""Maximum size of the cache of a match."""


def _find_facts(state: State, before: Facts | None) -> Facts:
    """Return the facts for changed columns, from the cache if equal columns occurred before.

    A copy of a match repeats changes of the turn, and effects end, so that columns are often equal to earlier ones.
    """
    if before is None:
        return Facts(state)
    key = state.card, state.attachments, state.attached, state.effects, tuple(state.ncu_card), tuple(state.seat)
    found = before.known.get(key)
    if found is None:
        if len(before.known) >= _MOST:
            before.known.clear()
        found = before.known[key] = Facts(state, before)
    else:
        state.card, state.attachments = found.card, found.attachments
        state.attached, state.effects = found.attached, found.effects
    return found


def _abilities(state: State, unit: int, lost: tuple[Set[int], Set[int]]) -> tuple[str, ...]:
    card = state.cards.units.get(state.card[unit])
    own: tuple[str, ...] = () if card is None else card.abilities  # a castle wall has none
    inside = state.attachments[unit]
    if unit not in lost[0] and unit not in lost[1]:
        return _each_once(own, *[state.cards.attachments[id].abilities for id in inside])
    innate = state.cards.abilities
    if unit in lost[0]:
        own = tuple(id for id in own if innate[id].innate)
    lent = [id for card in inside for id in state.cards.attachments[card].abilities]
    lent = [id for id in lent if innate[id].innate and state.law.innate_in_attachments]
    return tuple(dict.fromkeys((*own, *lent)))


def _each_once(*groups: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(id for group in groups for id in group))


def _influence(state: State, ncu: int) -> str:
    for one in state.effects:
        if one.name == BORROWED and one.value // 100_000 == ncu:
            return str(one.value % 100_000)
    return state.ncu_card[ncu]


def abilities_of(state: State, unit: int) -> tuple[str, ...]:
    """List the abilities of a unit and its attachments, each once: icefire:attachment.11, icefire:stacking.1.

    A unit that has lost its abilities keeps the innate ones, and those of attachments if the edition says so;
    attachments alone may lose theirs: icefire:siege.6. icefire:stacking.3, icefire:stacking.4, icefire:attachment.12,
    icefire:card.11, icefire:ruling.48, icefire:stacking-2021.1.
    """
    return facts_of(state).abilities.of_unit[unit]


def has_ability(state: State, unit: int, id: str) -> bool:
    """Return whether a unit has an ability now."""
    return id in facts_of(state).abilities.of_unit[unit]


def is_silenced(state: State, ncu: int) -> bool:
    """Return whether a non-combat unit has lost its abilities."""
    return ncu in facts_of(state).silenced


def influence_card(state: State, ncu: int) -> str:
    """Return the card whose Influence a non-combat unit has: its own, or one borrowed for the round."""
    return facts_of(state).influence_cards[ncu]


def borrow_influence(state: State, ncu: int, card: str) -> Effect:
    """Return the effect that gives a non-combat unit another card's Influence until the end of the round."""
    return Effect(BORROWED, NO_UNIT, state.ncu_seat[ncu], "round", ncu * 100_000 + int(card))


def put_attachments(state: State, unit: int, ids: tuple[str, ...] | list[str]) -> None:
    """Replace the attachments of a unit."""
    state.attachments = (*state.attachments[:unit], tuple(ids), *state.attachments[unit + 1 :])
