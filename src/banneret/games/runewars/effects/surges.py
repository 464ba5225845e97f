"""Step 6 of an attack: the attacker spends surges on abilities."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from banneret.games.runewars.actions import SpendSurges
from banneret.games.runewars.content.components import Ability, components
from banneret.games.runewars.effects.numbers import count
from banneret.games.runewars.effects.registry import SURGES, Source, Surge
from banneret.games.runewars.effects.sources import ids_of
from banneret.games.runewars.events.cards import SurgesSpent
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import MatchState, label
from banneret.games.runewars.units.attack import Attack
from banneret.games.runewars.units.combat import AttackKind, forbids_surge
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.kernel.questions import Pass
from banneret.text.message import msg

_KINDS: tuple[AttackKind, ...] = ("melee", "ranged")


class Terms(NamedTuple):
    """The kinds of attack in which a surge ability can be used, and its cost."""

    kinds: tuple[AttackKind, ...]
    cost: int
    variable: bool
    once: bool


def terms_of(id: str, printed: Ability | None = None) -> Terms | None:
    """Return the terms of a card's surge ability, or None if it has none."""
    # rules rw:31.2, rw:34.1, rw:34.2, rw:34.3, rw:ruling.36
    surge: Surge | None = SURGES.get(id)
    if surge is None:
        return None
    upgrade = components().upgrades.get(id)
    if printed is not None and printed.cost is not None:
        timings: tuple[str, ...] = (printed.timing,)
        cost, variable, once = printed.cost, printed.variable, printed.once
    elif upgrade is not None:
        timings, cost, variable = upgrade.timing, upgrade.surge or 1, upgrade.variable
        once = any("unique-surge" in timing for timing in timings)
    else:
        return None
    kinds = tuple(kind for kind in _KINDS if any(kind in timing and "surge" in timing for timing in timings))
    return Terms(
        surge.kinds or kinds or ("melee",),
        cost if surge.cost is None else surge.cost,
        variable if surge.variable is None else surge.variable,
        once if surge.once is None else surge.once,
    )


def abilities_with_surges(state: MatchState, unit: int) -> Iterator[tuple[Source, Terms]]:
    """Yield the surge abilities of a unit, those of its unit card before those of its upgrades."""
    printed = {one.id: one for one in components().units[state.unit[unit]].abilities}
    for id in ids_of(state, unit):
        terms = terms_of(id, printed.get(id))
        if terms is not None:
            yield Source(unit, id), terms


def lenders(state: MatchState, attack: Attack) -> list[int]:
    """Return the units whose surge abilities the attacker may also use, from the notes of the attack."""
    return [unit for unit in range(len(state.unit)) if attack.notes.get(f"lender-{unit}")]


def usable(state: MatchState, attack: Attack) -> dict[str, tuple[Source, Terms, int]]:
    """Return the surge abilities that the attacker can use now by id, each with its minimum cost."""
    # rules rw:7.6, rw:31.1, rw:31.1a, rw:31.1b, rw:31.3, rw:ruling.30
    found: dict[str, tuple[Source, Terms, int]] = {}
    for unit in (attack.attacker, *lenders(state, attack)):
        for source, terms in abilities_with_surges(state, unit):
            can = SURGES[source.id].can
            kinds = terms.kinds if unit == attack.attacker else (attack.kind,)
            least = terms.cost
            if not terms.variable:
                least = max(1, terms.cost + count(state, attack.attacker, "surge-cost", attack))
            judged = Ability(
                id=source.id,
                timing="melee-or-ranged-surge"
                if len(kinds) > 1
                else "melee-surge"
                if "melee" in kinds
                else "ranged-surge",
                text=source.id,
                cost=least,
                variable=terms.variable,
                once=terms.once,
            )
            mine = Source(attack.attacker, source.id)
            if forbids_surge(judged, attack.kind, attack.icons["surge"], least, attack.used[source.id]):
                continue
            if source.id not in found and (can is None or can(state, attack, mine)):
                found[source.id] = mine, terms, least
    return found


class SurgeChooser(Chooser[Pass | SpendSurges]):
    """Which ability are surges spent on? Options: stop spending, then each ability with each number of surges.

    While an ability of the unit's own card can be paid for, one must be chosen; those of upgrades are optional.
    """

    __slots__ = ("attack", "must", "state", "there", "unit")
    kind = "surges"
    rule = "rw:7.6"
    answers = (Pass, SpendSurges)

    def __init__(self, state: MatchState, attack: Attack) -> None:
        self.state = state
        self.attack = attack
        self.unit = attack.attacker
        self.there = usable(state, attack)
        printed = components().units[state.unit[attack.attacker]].abilities
        self.must = any(one.id in self.there for one in printed)

    def options(self) -> list[Pass | SpendSurges]:
        """List stopping, then abilities in the order of cards, fewer surges first."""
        found: list[Pass | SpendSurges] = [] if self.must else [Pass()]
        for id, (_, terms, least) in self.there.items():
            most = self.attack.icons["surge"] if terms.variable else least
            found += [SpendSurges(id, number) for number in range(least, most + 1)]
        return found

    def refusal(self, action: Pass | SpendSurges) -> Refusal | None:
        """Refuse unavailable abilities, numbers that are not their cost, and keeping surges that must be spent."""
        # rules rw:7.13, rw:31.1a, rw:76.11
        if action in self.options():
            return None
        if isinstance(action, Pass):
            return Refusal("rw:7.13", msg("refuse.choose.needed"))
        return Refusal("rw:31.1a", msg("refuse.surges", ability=action.ability, surges=action.surges))


def spend_surges(game: Runewars, attack: Attack) -> Flow[None]:
    """Let the attacker spend surges as often as it can; on abilities of upgrades this is optional."""
    # rules rw:7.6, rw:7.13, rw:31.1, rw:31.1b, rw:31.2a, rw:76.3, rw:ruling.30
    state = game.state
    while not attack.canceled and usable(state, attack):
        answer = yield from ask(state.seat[attack.attacker], SurgeChooser(state, attack))
        if isinstance(answer, Pass):
            return
        attack.icons["surge"] -= answer.surges
        attack.surges += answer.surges
        attack.used[answer.ability] += 1
        unit = label(state, attack.attacker)
        game.emit(SurgesSpent(unit=unit, ability=answer.ability, surges=answer.surges))
        source = Source(attack.attacker, answer.ability)
        yield from SURGES[answer.ability].act(game, attack, source, answer.surges)
