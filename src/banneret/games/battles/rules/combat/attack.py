"""An attack: from naming the target to its result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from banneret.games.battles.actions import Reroll
from banneret.games.battles.content.components import MORALE, TOKENS
from banneret.games.battles.events.battle import AttackDeclared, DiceRolled, HitsScored
from banneret.games.battles.game import Battle
from banneret.games.battles.rules.combat.commit import offer_commit
from banneret.games.battles.rules.combat.losses import suffer
from banneret.games.battles.rules.combat.retreat import retreat
from banneret.games.battles.rules.field.abilities import ability_of
from banneret.games.battles.rules.field.engagement import engage, is_flanked_by, release
from banneret.games.battles.rules.field.keywords import hit_by, ignored_hits, strength_of
from banneret.games.battles.rules.field.terrain import dice_for_ground, dice_limit, terrain_of
from banneret.games.battles.rules.field.units import card_of, fields_of, fields_of_both, label, name_of, own_beside
from banneret.games.battles.state import Fight, State, turn_of
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.kernel.questions import MayChooser, Pass, Yes
from banneret.text.message import msg

ATTACK: Final = "attack"
BONUS: Final = "bonus"
EXTRA: Final = "extra"
COUNTER: Final = "counter"
PARTING: Final = "parting"
OWN: Final = (ATTACK, BONUS, EXTRA)
"""Attacks that players make in their own turn: they place tokens and may flank."""
_REROLLS: Final = ("battles:leadership.drunk-on-war", "battles:leadership.ashemark-steel")
"""The card of each House that lets a unit reroll its misses."""


def strike(
    game: Battle, attacker: int, target: int, kind: str, *, unmoved: bool = False, supporters: Sequence[int] = ()
) -> Flow[Fight]:
    """Carry out one attack up to its result: battles:attack.2, battles:attack.7, battles:attack.8.

    A counterattack is an attack with the roles reversed (battles:c7.4). Counterattacks and parting blows never flank
    (battles:c6.5) and do not change the token (battles:c7.7). Neither do ranged attacks: battles:c5.1, battles:c6.3.
    In a coordinated attack `attacker` leads, and `supporters` add dice: battles:c13.1, battles:ruling.85.
    """
    state = game.state
    melee = not card_of(state, attacker).ranged or kind in (COUNTER, PARTING)
    fight = Fight(kind, attacker, target, melee, state.hex[target], tuple(supporters))
    fight.unmoved = unmoved
    turn_of(state).fight = fight
    if melee and kind in OWN:
        yield from _close(game, fight)
    yield from offer_commit(game, "roll", attacker)
    yield from _borrow_dice(game, fight)
    fight.shares = shares(state, fight)
    fight.dice = sum(fight.shares)
    house = state.houses[state.seat[attacker]]
    game.emit(
        AttackDeclared(
            house=house,
            kind=kind,
            unit=name_of(state, attacker),
            hex=label(state, attacker),
            enemy=name_of(state, target),
            target=label(state, target),
            flanking=fight.flanking,
            dice=fight.dice,
        )
    )
    roll(game, fight)
    yield from _roll_again(game, fight)
    yield from _resolve(game, fight)
    return fight


def _close(game: Battle, fight: Fight) -> Flow[None]:
    """Determine whether a melee attack flanks, then place the engagement token: battles:engage.3, battles:c6.1.

    Ranged attacks do neither: battles:c5.1, battles:c6.3, battles:ruling.42. In a coordinated attack every unit has to
    flank, by itself or through a card: battles:c13.2, battles:leadership.press-the-gap.
    """
    state = game.state
    attacker, target = fight.attacker, fight.target
    by_card = turn_of(state).flanks
    flanks = [unit in by_card or is_flanked_by(state, unit, target) for unit in fight.attackers]
    if not flanks[0] and state.engaged[attacker] == target and ability_of(state, attacker).turns_flank():
        rule = "battles:commander-card.robb-stark-king-in-the-north-unit"
        question = MayChooser("turn-flank", rule, **fields_of_both(state, attacker, target))
        answer = yield from ask(state.seat[attacker], question)
        if isinstance(answer, Yes):
            release(game, attacker, rule)
            flanks[0] = True
    by_card.difference_update(fight.attackers)
    fight.flanking = all(flanks)
    engage(game, attacker, target)


def _borrow_dice(game: Battle, fight: Fight) -> Flow[None]:
    """Ask whether a commander adjacent to the attacker gives up his own attack to lend dice.

    Kevan can, if the same card ordered both units: battles:commander-card.kevan-lannister-unit, battles:ruling.36.
    """
    state, turn = game.state, turn_of(game.state)
    attacker = fight.attacker
    if fight.kind not in OWN or attacker not in turn.together:
        return
    for unit in sorted(own_beside(state, attacker)):
        dice = ability_of(state, unit).lends_dice()
        if dice and unit in turn.together and unit not in turn.attacked:
            rule = "battles:commander-card.kevan-lannister-unit"
            question = MayChooser("lend", rule, number=dice, **fields_of(state, attacker))
            answer = yield from ask(turn.seat, question)
            if isinstance(answer, Yes):
                turn.attacked.add(unit)
                fight.extra_dice += dice
            return


def shares(state: State, fight: Fight) -> list[int]:
    """Return the number of dice of each attacking unit, the leading one first: battles:c3.5.

    Each supporter adds its own dice less one (battles:c13.1), without keywords and commander (battles:c13.2). Dice
    modifiers are applied per unit, and the forest of the target limits the whole roll: battles:ruling.85.
    """
    found = [_dice_of_leader(state, fight)]
    for unit in fight.supporters:
        found.append(max(_limited(state, unit, fight.target, own_dice(state, unit, fight.target)) - 1, 0))
    most = terrain_of(state, state.hex[fight.target]).dice_cap
    if most:
        for at in range(len(found)):
            found[at] = min(found[at], most - sum(found[:at]))
    return found


def _dice_of_leader(state: State, fight: Fight) -> int:
    """Return the number of dice an attacker rolls by itself.

    Additions and subtractions (battles:dice.2, battles:dice.3) come before upper limits (battles:ruling.33); at least
    one die is left (battles:c3.4, battles:c14.6).
    """
    attacker = fight.attacker
    dice = own_dice(state, attacker, fight.target) + fight.extra_dice
    dice += ability_of(state, attacker).dice(state, fight)
    dice -= strength_of(state, attacker, "off-balance")
    return max(_limited(state, attacker, fight.target, dice), 0 if state.settings.no_least_die else 1)


def own_dice(state: State, unit: int, target: int) -> int:
    """Return the dice of a unit against a target, without keywords and commander.

    They depend on type and rank (battles:dice.1, battles:order.10), not on the number of figures (battles:attack.6,
    battles:c1.3), and use the unit's own rank with Heavy Armor (battles:c3.3). Terrain and cards modify them.
    """
    dice = dice_at_strength(state, unit) + dice_for_ground(state, unit, target)
    return dice + (state.turn.bonus_dice.get(unit, 0) if state.turn is not None else 0)


def dice_at_strength(state: State, unit: int) -> int:
    """Return the dice of a unit's order chart; an option removes one at reduced strength: battles:c13.4."""
    return base_dice(state, unit) - (state.settings.reduced_strength and _is_reduced(state, unit))


def _limited(state: State, unit: int, target: int, dice: int) -> int:
    limit = dice_limit(state, unit, target)
    return dice if limit is None else min(dice, limit)


def base_dice(state: State, unit: int) -> int:
    """Return the dice of a unit's order chart for its rank: battles:dice.1."""
    return state.box.dice[state.type[unit]][state.rank[unit]]


def _is_reduced(state: State, unit: int) -> bool:
    """Return whether a unit has lost at least half its strength, rounded up: battles:c13.4."""
    strength = card_of(state, unit).strength
    return strength - state.figures[unit] >= (strength + 1) // 2


def roll(game: Battle, fight: Fight) -> None:
    """Roll the dice of an attack: battles:dice.4, battles:pieces.6, battles:c3.1.

    Dice beyond the number in the box are rolled afterwards, which is equivalent: battles:dice.5.
    """
    fight.faces = [roll_die(game) for _ in range(fight.dice)]
    _emit_dice(game, fight, again=False)


def roll_die(game: Battle) -> int:
    """Roll one die; return the number of its symbol: battles:c3.1, battles:pieces.6."""
    die = game.state.box.die
    return TOKENS.index(die.faces[game.chance.pick(die.sides)])


def _emit_dice(game: Battle, fight: Fight, *, again: bool) -> None:
    state = game.state
    house = state.houses[state.seat[fight.attacker]]
    scored = {unit: hit_by(state, fight, unit) for unit in fight.attackers}
    thrown = list(zip(rollers(fight), fight.faces, strict=True))
    sides = [TOKENS.index(face) for face in state.box.die.faces]
    event = DiceRolled(
        house=house,
        faces=tuple(TOKENS[face] for face in fight.faces),
        again=again,
        hits=sum(scored[unit].get(face, 0) for unit, face in thrown),
        hits_of_sides=sum(scored[unit].get(face, 0) for unit, _ in thrown for face in sides),
    )
    game.emit(event)


def _roll_again(game: Battle, fight: Fight) -> Flow[None]:
    """Offer rerolls: of one symbol when flanking, of misses through a card.

    battles:c6.2, battles:ruling.40, battles:c6.6, battles:leadership.drunk-on-war, battles:leadership.ashemark-steel.
    Only misses of a unit under the card's effect: battles:ruling.85.
    """
    state, turn = game.state, turn_of(game.state)
    seat = state.seat[fight.attacker]
    if fight.flanking and fight.faces:
        answer = yield from ask(seat, RerollChooser(fight.faces))
        if isinstance(answer, Reroll):
            symbol = TOKENS.index(answer.token)
            _roll_places(game, fight, [at for at, face in enumerate(fight.faces) if face == symbol])
    misses = [
        at
        for at, (unit, face) in enumerate(zip(rollers(fight), fight.faces, strict=True))
        if unit in turn.rerolls and face not in hit_by(state, fight, unit) and face != MORALE
    ]
    if misses:
        again = yield from ask(seat, MayChooser("reroll-misses", _REROLLS[seat], number=len(misses)))
        if isinstance(again, Yes):
            turn.rerolls.difference_update(rollers(fight)[at] for at in misses)
            _roll_places(game, fight, misses)


def rollers(fight: Fight) -> list[int]:
    """Return the unit that rolls each die of an attack."""
    return [unit for unit, dice in zip(fight.attackers, fight.shares, strict=True) for _ in range(dice)]


def _roll_places(game: Battle, fight: Fight, places: list[int]) -> None:
    for at in places:
        fight.faces[at] = roll_die(game)
    _emit_dice(game, fight, again=True)


class RerollChooser(Chooser[Pass | Reroll]):
    """Which symbol is rerolled? Options: none, then the symbols that the dice show, in the order of the ranks."""

    __slots__ = ("faces",)
    kind = "reroll"
    rule = "battles:c6.2"
    answers = (Pass, Reroll)

    def __init__(self, faces: Sequence[int]) -> None:
        self.faces = faces

    def options(self) -> list[Pass | Reroll]:
        """Return an action to keep the dice, then one per symbol shown."""
        return [Pass(), *(Reroll(TOKENS[symbol]) for symbol in sorted(set(self.faces)))]

    def refusal(self, action: Pass | Reroll) -> Refusal | None:
        """Refuse symbols that no die shows."""
        if isinstance(action, Pass) or TOKENS.index(action.token) in self.faces:
            return None
        return Refusal(self.rule, msg("refuse.reroll.not-shown", token=action.token))


def judge(state: State, fight: Fight) -> None:
    """Count the hits and morale results of the dice: battles:result.1, battles:result.3, battles:result.4.

    Each die counts for the unit that rolled it: battles:ruling.85.
    """
    hits = {unit: hit_by(state, fight, unit) for unit in fight.attackers}
    fight.hits = sum(hits[unit].get(face, 0) for unit, face in zip(rollers(fight), fight.faces, strict=True))
    fight.morale = fight.faces.count(MORALE)


def _resolve(game: Battle, fight: Fight) -> Flow[None]:
    """Apply hits from shields and valor, then the retreat: battles:result.1, battles:ruling.45.

    A destroyed unit does not retreat: battles:result.2, battles:ruling.44.

    Ignored hits never count again, and the Cover and Toughness not used here remain for the hits of a blocked retreat:
    battles:c3.6, battles:c3.8. Morale results of a parting blow have no effect (battles:c8.10), unless an option is set
    (battles:c14.5).
    """
    state = game.state
    target = fight.target
    judge(state, fight)
    ignored = min(ignored_hits(state, target), fight.hits)
    if fight.hits > ignored and (yield from offer_commit(game, "hit", target)):
        judge(state, fight)
        ignored = min(ignored_hits(state, target), fight.hits)
    game.emit(HitsScored(target=label(state, target), hits=fight.hits, ignored=ignored, morale=fight.morale))
    fight.ignored = ignored
    suffer(game, target, fight.hits - ignored, fight)
    heeds_morale = fight.kind != PARTING or state.settings.parting_blow_morale
    if state.figures[target] and fight.morale and heeds_morale:
        yield from retreat(game, fight)
    if fight.destroyed:
        fight.vacated = fight.origin
        yield from offer_commit(game, "destroyed", fight.attacker)
