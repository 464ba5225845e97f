"""The upgrades of Waiqar the Undying that are not characters."""

from __future__ import annotations

from banneret.games.runewars.abilities.card_attacks import removable_wounded, remove_wounded
from banneret.games.runewars.abilities.deeds import (
    BANES,
    CARD,
    add_icons,
    banes_of,
    has_wounds,
    heal,
    may_replace_die,
    remove_bane,
)
from banneret.games.runewars.abilities.moves import shift
from banneret.games.runewars.abilities.nearby import (
    enemies,
    in_sight,
    met_by,
    rune,
    within,
)
from banneret.games.runewars.content.components import components
from banneret.games.runewars.effects.held_cards import (
    discard,
    mark,
    may_exhaust,
    put_marks,
    ready,
    readyable,
    take_condition,
)
from banneret.games.runewars.effects.numbers import has_keyword
from banneret.games.runewars.effects.questions import choose_thing, choose_unit
from banneret.games.runewars.effects.registry import Moment, Source, at, flag, skill
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NO_UNIT, MatchState
from banneret.games.runewars.rules.damage.wounds import suffer_damage, suffer_wounds
from banneret.games.runewars.rules.ground.surroundings import engaged_with
from banneret.games.runewars.rules.ground.tokens import gain_banes
from banneret.games.runewars.rules.regenerate import empty_slots, regenerate
from banneret.kernel.flow import Flow

MARKED = "mark-of-vengeance"
GRASPED = "deaths-grasp"

flag("no-panic-disengaging", "tactical-drummer", "tactical-shrieker", "tactical-starling")
flag("holds-shifts", "captivating-hexer")
flag("keeps-empty-trays", "lingering-dead")


# Champions -----------------------------------------------------------------------------------------------------------


def _condemned(state: MatchState, source: Source) -> list[int]:
    return [enemy for enemy in engaged_with(state, source.unit) if removable_wounded(state, enemy)]


def _can_execute(state: MatchState, source: Source) -> bool:
    return bool(_condemned(state, source))


@skill("executioner", can=_can_execute)
def _executioner(game: Runewars, source: Source) -> Flow[None]:
    """Remove a wounded figure of an enemy engaged with the unit."""
    state = game.state
    seat = state.seat[source.unit]
    enemy = yield from choose_unit(state, seat, _condemned(state, source), source.id)
    yield from remove_wounded(game, enemy, seat)


def _sabotaged(state: MatchState, source: Source) -> list[int]:
    return [enemy for enemy in engaged_with(state, source.unit) if _plain_upgrades(state, enemy)]


def _plain_upgrades(state: MatchState, unit: int) -> list[str]:
    return [id for id in state.upgrades[unit] if components().upgrades[id].figure is None]


def _can_sabotage(state: MatchState, source: Source) -> bool:
    return bool(_sabotaged(state, source))


@skill("mistlands-saboteur", can=_can_sabotage)
def _saboteur(game: Runewars, source: Source) -> Flow[None]:
    """Discard an upgrade without a figure from an enemy engaged with the unit."""
    state = game.state
    seat = state.seat[source.unit]
    enemy = yield from choose_unit(state, seat, _sabotaged(state, source), source.id)
    card = yield from choose_thing(seat, _plain_upgrades(state, enemy), source.id)
    discard(game, enemy, card)


def _can_fill(state: MatchState, source: Source) -> bool:
    return rune(state, "natural") > 0 and bool(empty_slots(state, source.unit))


@skill("necromancer", can=_can_fill)
def _necromancer(game: Runewars, source: Source) -> Flow[None]:
    """Fill empty slots with new figures, up to the number of natural runes, as when regenerating."""
    yield from ()
    regenerate(game, source.unit, rune(game.state, "natural"))


def _called(state: MatchState, source: Source) -> list[int]:
    near = in_sight(state, source.unit, enemies(state, source.unit), 5)
    return [enemy for enemy in near if "blight" in state.banes[enemy]]


def _can_call(state: MatchState, source: Source) -> bool:
    return bool(_called(state, source))


@skill("deathcaller", can=_can_call)
def _deathcaller(game: Runewars, source: Source) -> Flow[None]:
    """Spend a blight of an enemy in sight to deal it a wound for each unstable rune."""
    state = game.state
    enemy = yield from choose_unit(state, state.seat[source.unit], _called(state, source), source.id)
    remove_bane(game, enemy, "blight")
    yield from suffer_wounds(game, enemy, rune(state, "unstable"))


# Music and heraldry --------------------------------------------------------------------------------------------------


@at("before-reveal", "after-activation", ids="unhallowed-wind")
def _unhallowed_wind(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Before or after its activation, exhaust: each enemy at range 1-stable gains panic."""
    state = game.state
    near = within(state, source.unit, enemies(state, source.unit), rune(state, "stable"))
    if near and (yield from may_exhaust(game, source)):
        for enemy in near:
            yield from gain_banes(game, enemy, "panic", 1, CARD)


@at("collision", ids="blighted-vexillum-bearer", role="any")
def _blight_collided(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """An enemy that the unit collides with, or that collides with it, is blighted."""
    enemy = met_by(moment, source)
    if enemy != NO_UNIT:
        yield from gain_banes(game, enemy, "blight", 1, CARD)


@at("after-activation", ids="deathmist-banners")
def _deathmist(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """After its activation, each enemy at range 1 suffers damage equal to the stable runes."""
    state = game.state
    for enemy in within(state, source.unit, enemies(state, source.unit), 1):
        yield from suffer_damage(game, enemy, rune(state, "stable"))


@at("wounded", ids="bloodied-tatters", role="any")
def _tatters_soak(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Place tokens on the card for wounds of an engaged enemy, 2 at most."""
    yield from ()
    if source.unit in moment.engaged:
        put_marks(game, source, min(2 - mark(game.state, source), moment.number))


@at("attack-icons-added", ids="bloodied-tatters")
def _tatters_frighten(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """In melee with 2 tokens on the card, add a morale icon."""
    yield from ()
    if moment.attack is not None and moment.attack.kind == "melee" and mark(game.state, source) >= 2:
        add_icons(game, moment.attack, "morale")


# Unique to characters ------------------------------------------------------------------------------------------------


@at("attack-icons-added", ids="ardus-fury")
def _ardus_fury(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """In melee, add a surge."""
    yield from ()
    if moment.attack is not None and moment.attack.kind == "melee":
        add_icons(game, moment.attack, "surge")


@at("attack-icons-added", ids="faces-of-the-fallen")
def _faces_of_the_fallen(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """In melee, add a morale icon once an enemy has been destroyed in this match."""
    yield from ()
    state = game.state
    if moment.attack is None or moment.attack.kind != "melee":
        return
    if any(not figures and state.seat[unit] != state.seat[source.unit] for unit, figures in enumerate(state.figures)):
        add_icons(game, moment.attack, "morale")


@at("before-deployment", ids="undying-hate", role="any")
def _undying_hate(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Mark an enemy for vengeance."""
    state = game.state
    foes = [unit for unit, seat in enumerate(state.seat) if seat != state.seat[source.unit] and state.figures[unit]]
    enemy = yield from choose_unit(state, state.seat[source.unit], foes, source.id)
    if enemy != NO_UNIT:
        take_condition(game, enemy, MARKED)


@at("before-destroyed", ids=MARKED)
def _vengeance_done(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Discard Undying Hate from each engaged enemy before this unit is destroyed."""
    yield from ()
    for enemy in moment.engaged:
        if "undying-hate" in game.state.upgrades[enemy]:
            discard(game, enemy, "undying-hate")


@at("attack-dice", ids=MARKED, role="target")
def _avenged(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """An attacker with Undying Hate may replace a die with a white one."""
    attack = moment.attack
    if attack is not None and "undying-hate" in game.state.upgrades[attack.attacker]:
        own = Source(attack.attacker, "undying-hate")
        yield from may_replace_die(game, attack, own, "white")


@at("attack-end", ids="thirst-of-bilehall")
def _thirst(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """After 3 wounds of the defender: remove a wound or a bane, or ready an upgrade."""
    state, attack = game.state, moment.attack
    if attack is None or attack.kind != "melee" or attack.wounds < 3:
        return
    ways = [
        *(["wound"] if has_wounds(state, source.unit) else []),
        *banes_of(state, source.unit),
        *readyable(state, source.unit),
    ]
    chosen = yield from choose_thing(state.seat[source.unit], ways, source.id, may_pass=True)
    if chosen == "wound":
        heal(game, source.unit)
    elif chosen in BANES:
        remove_bane(game, source.unit, chosen)
    elif chosen:
        ready(game, source.unit, chosen)


def _entranced(state: MatchState, source: Source) -> list[int]:
    return in_sight(state, source.unit, enemies(state, source.unit), 5) if rune(state, "stable") else []


def _can_entrance(state: MatchState, source: Source) -> bool:
    return bool(_entranced(state, source))


@skill("entrancing-gaze", can=_can_entrance)
def _entrancing_gaze(game: Runewars, source: Source) -> Flow[None]:
    """An enemy in sight shifts with a speed equal to the stable runes, where this player chooses."""
    state = game.state
    seat = state.seat[source.unit]
    enemy = yield from choose_unit(state, seat, _entranced(state, source), source.id)
    yield from shift(game, enemy, rune(state, "stable"), seat=seat)


# Artifacts -----------------------------------------------------------------------------------------------------------


@at("attack-target", ids="dimodian-blades")
def _dimodian_blades(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """In melee, exhaust.

    Gain precise equal to the stable runes and lethal equal to the unstable ones, if the unit has none.
    """
    state, attack = game.state, moment.attack
    if attack is None or attack.kind != "melee" or not (yield from may_exhaust(game, source)):
        return
    if not has_keyword(state, source.unit, "precise", attack):
        attack.gains["precise"] += rune(state, "stable")
    if not has_keyword(state, source.unit, "lethal", attack):
        attack.gains["lethal"] += rune(state, "unstable")


@at("before-end-phase", ids=GRASPED, role="any")
def _deaths_grasp(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """The unit suffers a wound for each stable rune."""
    yield from suffer_wounds(game, source.unit, rune(game.state, "stable"))


@at("attack-target", ids="obcasiums-gauntlet")
def _obcasiums_gauntlet(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """In melee, exhaust to give the defender Death's Grasp if no unit has it."""
    # rule rw:ruling.81
    state, attack = game.state, moment.attack
    if attack is None or attack.kind != "melee" or any(GRASPED in taken for taken in state.conditions):
        return
    if (yield from may_exhaust(game, source)):
        take_condition(game, attack.defender, GRASPED)
