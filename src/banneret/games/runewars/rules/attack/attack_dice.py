"""Steps 3 to 5 of an attack: gathering, rolling, re-rolling and modifying dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from banneret.games.runewars.content.components import DieId, Icon, components
from banneret.games.runewars.effects.moments import happen
from banneret.games.runewars.effects.numbers import has_flag, keyword
from banneret.games.runewars.effects.registry import Moment
from banneret.games.runewars.events.combat import (
    DiceRerolled,
    DiceRolled,
    DieAdded,
    DieRemoved,
    IconsAdded,
    IconsCounted,
    IconsRemoved,
)
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import label
from banneret.games.runewars.rules.damage.attack_choosers import (
    BaneChooser,
    FlankDieChooser,
    RemoveDieChooser,
    RerollChooser,
    showing,
)
from banneret.games.runewars.rules.ground.tokens import spend_banes
from banneret.games.runewars.state import cells_of, runes
from banneret.games.runewars.units.attack import Attack
from banneret.games.runewars.units.combat import Face, dice_of, icons_of, rerolls
from banneret.kernel.flow import Flow, ask
from banneret.kernel.questions import Pass

# Step 3: roll --------------------------------------------------------------------------------------------------------


def gather_dice(game: Runewars, fight: Attack) -> Flow[None]:
    """Take the dice of the profile, then add dice, then remove dice.

    If none are left, the attack is canceled.
    """
    # rules rw:7.3, rw:7.3a, rw:39.1b, rw:56.0, rw:56.1, rw:56.2, rw:76.1
    state = game.state
    fight.dice = list(dice_of(fight.profile, runes(state)))
    if fight.flanking and not has_flag(state, fight.defender, "no-flank-dice"):
        answer = yield from ask(state.seat[fight.attacker], FlankDieChooser(fight))
        add_die(game, fight, _colour(answer.die), "rw:39.1b")
    yield from happen(game, Moment("attack-dice", fight.attacker, fight.defender, attack=fight))
    yield from spend_blights(game, fight)


def _colour(die: str) -> DieId:
    return components().dice[die].id


def add_die(game: Runewars, fight: Attack, die: DieId, rule: str) -> None:
    """Add a die of a colour before the roll."""
    # rule rw:56.2a
    fight.dice.append(die)
    game.emit(DieAdded(unit=label(game.state, fight.attacker), die=die, rule=rule))


def _remove_die(game: Runewars, fight: Attack) -> Flow[None]:
    """Let the attacker remove a die of its choice before the roll."""
    # rules rw:56.2b, rw:82.1a
    state = game.state
    answer = yield from ask(state.seat[fight.attacker], RemoveDieChooser(fight.attacker, fight.dice))
    fight.dice.remove(_colour(answer.die))
    game.emit(DieRemoved(unit=label(state, fight.attacker), die=answer.die, rule="rw:82.1a"))


def spend_blights(game: Runewars, fight: Attack) -> Flow[None]:
    """Let the attacker's opponent spend its blights; for each, the attacker removes a die of its choice."""
    # rules rw:56.2b, rw:82.1, rw:82.1a, rw:82.2
    state = game.state
    unit = fight.attacker
    if has_flag(state, unit, "no-blight-dice"):
        return
    while fight.dice and "blight" in state.banes[unit]:
        answer = yield from ask(1 - state.seat[unit], BaneChooser(label(state, unit), "blight"))
        if isinstance(answer, Pass):
            return
        spend_banes(game, unit, "blight", 1)
        yield from _remove_die(game, fight)


def roll_dice(game: Runewars, fight: Attack) -> None:
    """Roll all dice of an attack."""
    # rule rw:7.3
    fight.faces = [rolled(game, die) for die in fight.dice]
    game.emit(DiceRolled(unit=label(game.state, fight.attacker), dice=showing(fight)))


def rolled(game: Runewars, die: DieId) -> Face:
    """Roll a die."""
    faces = components().dice[die].faces
    return faces[game.chance.pick(len(faces))]


# Step 4: re-rolls for ranks ------------------------------------------------------------------------------------------


def reroll_dice(game: Runewars, fight: Attack) -> Flow[None]:
    """Let the attacker re-roll any dice for each full rank behind the front one, then one die for a partial rank."""
    # rules rw:7.4, rw:7.4a, rw:7.4b
    yield from count_rerolls(game, fight)
    seat = game.state.seat[fight.attacker]
    while fight.rerolls.any:
        fight.rerolls = fight.rerolls._replace(any=fight.rerolls.any - 1)
        if not (yield from reroll(game, fight, seat, len(fight.dice), "rw:7.4a")):
            break
    while fight.rerolls.one:
        fight.rerolls = fight.rerolls._replace(one=fight.rerolls.one - 1)
        if not (yield from reroll(game, fight, seat, 1, "rw:7.4b")):
            break


def count_rerolls(game: Runewars, fight: Attack) -> Flow[None]:
    """Count the re-rolls of an attack, with those of keywords and cards."""
    # rules rw:39.1c, rw:68.3, rw:ruling.27, rw:ruling.28
    state = game.state
    precise = keyword(state, fight.attacker, "precise", fight)
    fight.rerolls = rerolls(cells_of(state, fight.attacker), precise=precise, flanked=fight.flanked)
    yield from happen(game, Moment("attack-rerolls", fight.attacker, fight.defender, attack=fight))


def reroll(game: Runewars, fight: Attack, seat: int, most: int, rule: str) -> Flow[bool]:
    """Let a seat have up to `most` dice of an attack re-rolled; return whether any was.

    A unit that attacks itself re-rolls none.
    """
    # rule rw:58.3
    if not fight.dice or most < 1 or fight.attacker == fight.defender:
        return False
    answer = yield from ask(seat, RerollChooser(fight, most, rule))
    if isinstance(answer, Pass):
        return False
    wanted = Counter(answer.dice)
    for place, face in enumerate(showing(fight)):
        if wanted[face]:
            wanted[face] -= 1
            fight.faces[place] = rolled(game, fight.dice[place])
    unit = label(game.state, fight.attacker)
    game.emit(DiceRerolled(unit=unit, again=answer.dice, dice=showing(fight), rule=rule))
    return True


# Step 5: modify dice -------------------------------------------------------------------------------------------------


def modify_dice(game: Runewars, fight: Attack) -> Flow[None]:
    """Add icons, change dice, then remove icons; the remaining icons can be spent."""
    # rules rw:7.5, rw:56.0, rw:56.3, rw:56.4, rw:56.4a, rw:56.4b, rw:56.4c, rw:76.2, rw:80.0
    state = game.state
    add_icons(game, fight, fight.enhancement, "rw:80.0")
    yield from happen(game, Moment("attack-icons-added", fight.attacker, fight.defender, attack=fight))
    yield from happen(game, Moment("attack-dice-changed", fight.attacker, fight.defender, attack=fight))
    fight.icons = icons_of(fight.faces, fight.added)
    yield from happen(game, Moment("attack-icons-removed", fight.attacker, fight.defender, attack=fight))
    fight.icons = icons_of(fight.faces, fight.added, fight.removed)
    counted = {str(icon): number for icon, number in sorted(fight.icons.items())}
    game.emit(IconsCounted(unit=label(state, fight.attacker), icons=counted))


def add_icons(game: Runewars, fight: Attack, icons: Sequence[Icon], rule: str) -> None:
    """Add icons to a roll; those added after the icons were counted can be spent in the remaining steps."""
    # rule rw:56.4a
    if icons:
        fight.added += icons
        fight.icons.update(icons)
        game.emit(IconsAdded(unit=label(game.state, fight.attacker), icons=tuple(icons), rule=rule))


def remove_icon(game: Runewars, fight: Attack, icon: Icon, rule: str) -> bool:
    """Remove one icon from a roll; return whether there was one."""
    # rules rw:56.4c, rw:ruling.29
    if not icons_of(fight.faces, fight.added, fight.removed)[icon]:
        return False
    fight.removed.append(icon)
    fight.icons[icon] -= 1
    game.emit(IconsRemoved(unit=label(game.state, fight.attacker), icons=(icon,), rule=rule))
    return True
