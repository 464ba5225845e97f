"""What follows an attack: a counterattack, or Advance and Pursue."""

from __future__ import annotations

from collections.abc import Sequence

from banneret.games.battles.actions import Attack, Pursue, Scorch
from banneret.games.battles.game import Battle
from banneret.games.battles.rules.combat.attack import ATTACK, BONUS, COUNTER, EXTRA, OWN, strike
from banneret.games.battles.rules.combat.commit import BLOWS, offer_commit
from banneret.games.battles.rules.combat.fire import scorch, scorch_refusal, scorch_targets
from banneret.games.battles.rules.field.abilities import ability_of
from banneret.games.battles.rules.field.engagement import release
from banneret.games.battles.rules.field.keywords import strength_of
from banneret.games.battles.rules.field.sight import attack_refusal, targets_of
from banneret.games.battles.rules.field.terrain import is_open
from banneret.games.battles.rules.field.units import fields_of, fields_of_both, in_play, label
from banneret.games.battles.rules.orders.movement import go, reach
from banneret.games.battles.state import NO_UNIT, OFF, Fight, State, fight_of, turn_of
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.kernel.questions import Done, MayChooser, Pass, Yes
from banneret.text.message import Message, msg


def attack(
    game: Battle,
    attacker: int,
    target: int,
    kind: str = ATTACK,
    *,
    unmoved: bool = False,
    supporters: Sequence[int] = (),
) -> Flow[Fight]:
    """Carry out an attack and its aftermath, then turn the banner: battles:attack.2, battles:attack.10.

    The counterattack (battles:c1.1) comes before Advance and Pursue (battles:c1.2), and prevents them if it drives the
    attacker back (battles:ruling.88).
    """
    fight = yield from strike(game, attacker, target, kind, unmoved=unmoved, supporters=supporters)
    state = game.state
    if kind in OWN:
        hex = state.hex[attacker]
        yield from _counterattack(game, fight)
        if state.hex[attacker] == hex:
            yield from _follow_up(game, fight)
        if fight.melee and in_play(state, attacker):
            yield from offer_commit(game, "attacked", attacker)
        if in_play(state, attacker):
            state.active[attacker] = False
    return fight


# Counterattack


def can_counterattack(state: State, fight: Fight) -> bool:
    """Return whether the target of an attack may counterattack.

    It must be able to (battles:c7.1, battles:ruling.53), under a melee attack, and still in its hex (battles:c7.3,
    battles:ruling.46); it may be flanked (battles:c6.4) and inactive (battles:c7.6).
    """
    return (
        _may_strike_back(state, fight)
        and fight.back == 0
        and state.hex[fight.target] == fight.origin
        and strength_of(state, fight.target, "stalwart") > 0
    )


def _may_strike_back(state: State, fight: Fight) -> bool:
    """Return whether both units are in play and nothing forbids a counterattack.

    Counterattacks and parting blows cannot be countered (battles:c7.5); a card can forbid it (battles:c7.9), in a
    coordinated attack a card on any of the units (battles:ruling.85).
    """
    turn = state.turn
    if fight.kind not in OWN or not fight.melee:
        return False
    if not in_play(state, fight.target) or not in_play(state, fight.attacker):
        return False
    if turn is not None and (fight.target in turn.no_counter or turn.silenced.intersection(fight.attackers)):
        return False
    return not ability_of(state, fight.attacker).silences()


def _counterattack(game: Battle, fight: Fight) -> Flow[None]:
    """Ask whether the target counterattacks: battles:c7.2, battles:c1.1.

    It may destroy or drive back the attacker (battles:ruling.54) and has no aftermath (battles:c7.8,
    battles:ruling.58).
    """
    state = game.state
    if not _may_strike_back(state, fight):
        return
    near = state.field.distances[state.hex[fight.target]][state.hex[fight.attacker]] == 1
    if near and (yield from offer_commit(game, "survived", fight.target)):
        return
    if can_counterattack(state, fight):
        seat = state.seat[fight.target]
        question = MayChooser("counterattack", "battles:c7.2", **fields_of_both(state, fight.target, fight.attacker))
        answer = yield from ask(seat, question)
        if isinstance(answer, Yes):
            yield from strike(game, fight.target, fight.attacker, COUNTER)


def _strike_back(game: Battle, unit: int, dice: int) -> Flow[None]:
    """Counterattack with additional dice, through a commit ability."""
    bonus = turn_of(game.state).bonus_dice
    bonus[unit] = dice
    yield from strike(game, unit, fight_of(game.state).attacker, COUNTER)
    del bonus[unit]


# Advance and Pursue


def _follow_up(game: Battle, fight: Fight) -> Flow[None]:
    """Let the attacker advance or pursue, if its melee attack destroyed the target or drove it back.

    battles:c8.1, battles:c8.3. A unit pursues once per turn (battles:c8.5), without parting blows (battles:c8.13).
    """
    state, turn = game.state, turn_of(game.state)
    unit = fight.attacker
    if not fight.melee or fight.vacated == OFF or not in_play(state, unit):
        return
    steps = strength_of(state, unit, "pursue")
    if steps and unit not in turn.pursued:
        yield from _pursue(game, unit, steps)
    elif strength_of(state, unit, "advance"):
        yield from _advance(game, unit, fight.vacated)


def _advance(game: Battle, unit: int, hex: int) -> Flow[None]:
    """Ask whether a unit moves into the vacated hex, without a further attack: battles:c8.1, battles:c8.2.

    Only if a normal move could enter it: battles:ruling.55.
    """
    state = game.state
    if not is_open(state, state.hex[unit], hex):
        return
    rule = "battles:keyword.advance"
    question = MayChooser("advance", rule, target=state.field.labels[hex], **fields_of(state, unit))
    answer = yield from ask(state.seat[unit], question)
    if isinstance(answer, Yes):
        _go(game, unit, hex, 1, rule)


def _go(game: Battle, unit: int, hex: int, steps: int, rule: str) -> None:
    release(game, unit, "battles:c5.6")
    go(game, unit, hex, steps, rule)


def _pursue(game: Battle, unit: int, steps: int) -> Flow[None]:
    """Ask whether a unit pursues and whom it then attacks: battles:c8.3, battles:c8.6, battles:ruling.56.

    This is a separate movement, unaffected by terrain that stopped the unit before: battles:c8.4, battles:ruling.57.
    """
    state, turn = game.state, turn_of(game.state)
    answer = yield from ask(turn.seat, PursueChooser(state, unit, steps))
    if not isinstance(answer, Pursue):
        return
    turn.pursued.add(unit)
    hex = state.field.place(answer.hex)
    stayed = hex == state.hex[unit]
    if not stayed:
        _go(game, unit, hex, steps, "battles:keyword.pursue")
    if in_play(state, unit):
        yield from bonus_attack(game, unit, BONUS, unmoved=stayed)


def bonus_attack(game: Battle, unit: int, kind: str, *, unmoved: bool = False) -> Flow[Fight | None]:
    """Offer another attack, or a fire (battles:c12.3), and carry it out; return the attack, if there was one."""
    state = game.state
    rule = "battles:c8.3" if kind == BONUS else "battles:commander-card.robb-stark-young-wolf-commit"
    answer = yield from ask(state.seat[unit], BonusChooser(state, unit, rule, kind, unmoved=unmoved))
    if isinstance(answer, Attack):
        target = state.at[state.field.place(answer.target)]
        return (yield from attack(game, unit, target, kind, unmoved=unmoved))
    if isinstance(answer, Scorch):
        yield from scorch(game, unit, state.field.place(answer.target))
    return None


def _extra_attack(game: Battle, unit: int) -> Flow[bool]:
    """Attack once more through a commit ability; return whether the target was destroyed."""
    fight = yield from bonus_attack(game, unit, EXTRA)
    return fight is not None and fight.destroyed


BLOWS.attack_once_more = _extra_attack
BLOWS.strike_back = _strike_back


class PursueChooser(Chooser[Pass | Pursue]):
    """Does a unit pursue? Options: no, to stay and attack if there is a target, then hexes by number."""

    __slots__ = ("hexes", "state", "unit")
    kind = "pursue"
    rule = "battles:c8.3"
    answers = (Pass, Pursue)

    def __init__(self, state: State, unit: int, steps: int) -> None:
        self.state = state
        self.unit = unit
        self.hexes = reach(state, unit, steps)
        if targets_of(state, unit) or scorch_targets(state, unit):
            self.hexes = [state.hex[unit], *self.hexes]

    def prompt(self) -> Message:
        """Return the question with the unit."""
        return msg("ask.pursue", **fields_of(self.state, self.unit))

    def options(self) -> list[Pass | Pursue]:
        """Return an action to decline, then one per hex."""
        return [Pass(), *(Pursue(self.state.field.labels[hex]) for hex in self.hexes)]

    def refusal(self, action: Pass | Pursue) -> Refusal | None:
        """Refuse unreachable hexes, and staying without a target."""
        if isinstance(action, Pass):
            return None
        try:
            hex = self.state.field.place(action.hex)
        except ValueError:
            hex = OFF
        return None if hex in self.hexes else Refusal("battles:c8.6", msg("refuse.pursue.not-there", hex=action.hex))


class BonusChooser(Chooser[Done | Attack | Scorch]):
    """Whom does a unit attack once more? Options: nobody, attacks by unit, fires by hex."""

    __slots__ = ("attack", "burns", "rule", "state", "unit", "unmoved")
    kind = "bonus"
    answers = (Done, Attack, Scorch)

    def __init__(self, state: State, unit: int, rule: str, attack: str, *, unmoved: bool) -> None:
        self.state = state
        self.unit = unit
        self.rule = rule  # the rule depends on the attack
        self.attack = attack
        """The kind of attack."""
        self.unmoved = unmoved
        self.burns = attack == BONUS

    def prompt(self) -> Message:
        """Return the question with the unit."""
        return msg("ask.bonus", **fields_of(self.state, self.unit))

    def options(self) -> list[Done | Attack | Scorch]:
        """Return an action to decline, then the possible attacks and fires."""
        state, own = self.state, label(self.state, self.unit)
        attacks = [Attack(own, label(state, target)) for target in targets_of(state, self.unit)]
        fires = scorch_targets(state, self.unit) if self.burns else []
        return [Done(), *attacks, *(Scorch(own, state.field.labels[hex]) for hex in fires)]

    def refusal(self, action: Done | Attack | Scorch) -> Refusal | None:
        """Refuse other units, targets out of reach, and hexes that do not burn."""
        if isinstance(action, Done):
            return None
        state = self.state
        if action.hex != label(state, self.unit):
            return Refusal(self.rule, msg("refuse.bonus.other-unit", hex=action.hex))
        if isinstance(action, Scorch):
            if not self.burns:
                return Refusal(self.rule, msg("refuse.bonus.no-fire", hex=action.target))
            return scorch_refusal(state, self.unit, action.target)
        return target_refusal(state, self.unit, action.target)


def target_refusal(state: State, unit: int, target: str) -> Refusal | None:
    """Return why a unit cannot attack the contents of a hex, or None."""
    try:
        hex = state.field.place(target)
    except ValueError:
        hex = OFF
    other = state.at[hex] if hex != OFF else NO_UNIT
    if other == NO_UNIT:
        return Refusal("battles:attack.8", msg("refuse.attack.nobody", hex=target))
    why = attack_refusal(state, unit, other)
    return Refusal(why[0], msg(f"refuse.attack.{why[1]}", hex=target)) if why is not None else None
