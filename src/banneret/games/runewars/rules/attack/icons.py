"""Steps 7 to 9 of an attack: assigning accuracies, spending mortal strikes and hits."""

from __future__ import annotations

from collections import Counter

from banneret.games.runewars.effects.numbers import keyword
from banneret.games.runewars.events.combat import AccuracyAssigned, HitsSpent
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import label
from banneret.games.runewars.rules.attack.attack_targets import threat_of
from banneret.games.runewars.rules.damage.attack_choosers import AccuracyChooser
from banneret.games.runewars.rules.damage.losses import Toll, figure_upgrades
from banneret.games.runewars.rules.damage.wounds import assign_damage, assign_wounds, defense_bonus
from banneret.games.runewars.state import body_of
from banneret.games.runewars.units.attack import Attack
from banneret.games.runewars.units.combat import damage_of
from banneret.games.runewars.units.damage import assigned
from banneret.kernel.flow import Flow, ask


def assign_accuracies(game: Runewars, fight: Attack) -> Flow[None]:
    """Step 7: let the attacker assign each accuracy to a figure upgrade of the defender, if it has any."""
    # rules rw:7.7, rw:7.7c, rw:7.7d, rw:42.0, rw:42.1, rw:42.2, rw:42.3
    state = game.state
    upgrades = list(figure_upgrades(state, fight.defender))
    number = fight.icons.pop("accuracy", 0)
    to: Counter[str] = Counter()
    for _ in range(number if upgrades else 0):
        answer = yield from ask(state.seat[fight.attacker], AccuracyChooser(fight.attacker, upgrades))
        to[answer.upgrade] += 1
        game.emit(AccuracyAssigned(unit=label(state, fight.defender), upgrade=answer.upgrade))
    fight.accuracy = dict(assigned(number, to, body_of(state, fight.defender)))


def spend_mortal_strikes(game: Runewars, fight: Attack, toll: Toll) -> Flow[None]:
    """Step 8: deal a wound for each mortal strike, regardless of defense."""
    # rules rw:7.8, rw:7.13, rw:77.0, rw:77.1, rw:77.2
    number = fight.icons.pop("mortal-strike", 0)
    yield from assign_wounds(game, toll, number, game.state.seat[fight.attacker], fight.accuracy)


def spend_hits(game: Runewars, fight: Attack, toll: Toll) -> Flow[None]:
    """Step 9: deal damage for the hits using the attacker's threat, lethal and protected."""
    # rules rw:7.9, rw:7.13, rw:20.3, rw:66.0, rw:68.1, rw:78.0, rw:78.1, rw:ruling.41
    # rules rw:41.9a, rw:41.9d, rw:83.2
    state = game.state
    hits = fight.icons.pop("hit", 0)
    threat = threat_of(state, fight)
    pool = damage_of(hits, threat) + keyword(state, fight.attacker, "lethal", fight)
    fight.damage = max(0, pool - keyword(state, fight.defender, "protected", fight))
    if hits or fight.damage:
        name = label(state, fight.attacker)
        game.emit(HitsSpent(unit=name, hits=hits, threat=threat, damage=fight.damage))
    bonus = defense_bonus(state, fight.defender, fight)
    yield from assign_damage(game, toll, fight.damage, state.seat[fight.attacker], bonus, fight.accuracy)
