"""The upgrades of the Uthuk Y'llan that are not characters."""

from __future__ import annotations

from typing import cast

from banneret.games.runewars.abilities.card_attacks import (
    attack_with,
    can_attack,
    can_wound_figure,
    wound_figure,
)
from banneret.games.runewars.abilities.deeds import (
    BANES,
    CARD,
    add_icons,
    banes_of,
    has_wounds,
    heal,
    may_recast,
    remove_bane,
    roll_for,
)
from banneret.games.runewars.abilities.moves import SIDEWAYS, march, shift
from banneret.games.runewars.abilities.nearby import (
    enemies,
    met_by,
    on_table,
    own_side,
    rune,
    trays,
    within,
)
from banneret.games.runewars.content.components import AttackProfile, Bane, components
from banneret.games.runewars.content.things import FASTEST, SPEED
from banneret.games.runewars.effects.held_cards import (
    ACTIVATION,
    ONCE,
    ROUND,
    exhaust,
    is_ready,
    mark,
    may_exhaust,
    put_marks,
    ready,
)
from banneret.games.runewars.effects.questions import choose_thing, choose_unit, may
from banneret.games.runewars.effects.registry import Moment, Source, at, flag, number, skill, surge
from banneret.games.runewars.effects.skills import SHARED, perform_skill
from banneret.games.runewars.events.cards import MoraleDiscarded, MoraleSeen
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NO_UNIT, MatchState, label
from banneret.games.runewars.rules.attack.charges import enhancement
from banneret.games.runewars.rules.attack.morale import icons_of_card, morale_test
from banneret.games.runewars.rules.attack.morale_cards import MORALE
from banneret.games.runewars.rules.damage.wounds import suffer_damage, suffer_wounds
from banneret.games.runewars.rules.ground.morale_deck import draw_morale, open_top
from banneret.games.runewars.rules.ground.surroundings import engaged_with
from banneret.games.runewars.rules.ground.teams import seats_of
from banneret.games.runewars.rules.ground.tokens import gain_banes
from banneret.games.runewars.rules.regenerate import empty_slots
from banneret.games.runewars.state import placed_of, set_mark, unmark
from banneret.games.runewars.units.attack import Attack
from banneret.games.runewars.units.ranges import range_between
from banneret.kernel.flow import Flow
from banneret.kernel.pile import PUBLIC, mask_of


def _first_march(state: MatchState, source: Source) -> bool:
    return not mark(state, source, ACTIVATION)


flag("may-turn-marches", "dead-sprint", can=_first_march)


# Heraldry ------------------------------------------------------------------------------------------------------------


@at("morale-test", ids="bannerscamp", role="any")
def _bannerscamp(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Once per round, an enemy at range 1-5 gains panic equal to the severity of its test instead of taking it."""
    state = game.state
    if moment.unit not in within(state, source.unit, enemies(state, source.unit), 5) or mark(state, source, ROUND):
        return
    if (yield from may(state, source.unit, source.id)):
        put_marks(game, source, 1, ROUND)
        moment.canceled = True
        yield from gain_banes(game, moment.unit, "panic", moment.number, CARD)


@at("rallied", ids="bannerscamp", role="any")
def _taunt(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """An enemy at range 1-5 that has rallied gains panic."""
    state = game.state
    if moment.unit in within(state, source.unit, enemies(state, source.unit), 5):
        yield from gain_banes(game, moment.unit, "panic", 1, CARD)


@at("morale-end", ids="rage-spine", role="any")
def _rage_spine(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """After an enemy at range 1-unstable suffers a one-icon card, this unit may suffer it too, and the enemy again."""
    state = game.state
    if not moment.card or icons_of_card(state, moment.unit, moment.card) != 1:
        return
    near = within(state, source.unit, enemies(state, source.unit), rune(state, "unstable"))
    if moment.unit in near and (yield from may(state, source.unit, source.id)):
        yield from MORALE[moment.card](game, source.unit)
        yield from MORALE[moment.card](game, moment.unit)


@at("attack-target", ids="bloodrage-conduit")
def _bloodrage(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """In melee, exhaust for lethal 1."""
    attack = moment.attack
    if attack is not None and attack.kind == "melee" and (yield from may_exhaust(game, source)):
        attack.gains["lethal"] += 1


@at("before-destroyed", ids="bloodrage-conduit")
def _bloodrage_flows(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Before the unit is destroyed, a copy of the card in the army may be readied."""
    state = game.state
    spent = [
        unit
        for unit, seat in enumerate(state.seat)
        if seat == state.seat[source.unit] and unit != source.unit and source.id in state.exhausted[unit]
    ]
    unit = yield from choose_unit(state, state.seat[source.unit], spent, source.id, may_pass=True)
    if unit != NO_UNIT:
        ready(game, unit, source.id)


def _sprints(state: MatchState, source: Source) -> list[int]:
    """Return the sprint speeds of a unit: by its own card, and by that of an ally whose tool is revealed."""
    speeds = {rune(state, "unstable")} if source.id in state.upgrades[source.unit] else set()
    if any(source.id in state.upgrades[ally] and state.shown[ally] for ally in own_side(state, source.unit)):
        speeds.add(1)
    return sorted(min(speed, FASTEST) for speed in speeds if speed)


def _can_sprint(state: MatchState, source: Source) -> bool:
    return bool(_sprints(state, source)) and not engaged_with(state, source.unit)


@skill("warsprinter", can=_can_sprint)
def _warsprinter(game: Runewars, source: Source) -> Flow[None]:
    """March with a speed equal to the unstable runes; while the tool is revealed, an ally may march at speed 1."""
    state = game.state
    speeds = [SPEED.format(speed) for speed in _sprints(state, source)]
    speed = yield from choose_thing(state.seat[source.unit], speeds, source.id)
    yield from march(game, source.unit, int(speed[-1]))


SHARED.append("warsprinter")


# Artifacts -----------------------------------------------------------------------------------------------------------


@number("lethal", ids="fearmongers-whip")
def _whip(state: MatchState, source: Source, unit: int, attack: Attack | None) -> int:
    """In melee, gain lethal equal to the defender's panic."""
    if attack is None or attack.kind != "melee" or attack.attacker != unit:
        return 0
    return state.banes[attack.defender].count("panic")


def _focused(state: MatchState, source: Source) -> list[int]:
    return within(state, source.unit, enemies(state, source.unit), rune(state, "unstable"))


def _can_focus(state: MatchState, source: Source) -> bool:
    return bool(_focused(state, source))


@skill("dragonjaw-focus", can=_can_focus)
def _dragonjaw(game: Runewars, source: Source) -> Flow[None]:
    """An enemy and then this unit may suffer a drawn morale card; then another skill may be resolved."""
    state = game.state
    enemy = yield from choose_unit(state, state.seat[source.unit], _focused(state, source), source.id)
    drawn = draw_morale(game, 1)
    state.discard += drawn
    if drawn:
        game.emit(MoraleDiscarded(card=drawn[0]))
        if (yield from may(state, source.unit, source.id)):
            yield from MORALE[drawn[0]](game, enemy)
            yield from MORALE[drawn[0]](game, source.unit)
    if (yield from may(state, source.unit, source.id)):
        yield from perform_skill(game, source.unit, (source.id,))


# Champions -----------------------------------------------------------------------------------------------------------

flag("opens-morale", "cacophony-reaver")


@number("lethal", ids="cacophony-reaver")
def _cacophony(state: MatchState, source: Source, unit: int, attack: Attack | None) -> int:
    """Gain lethal equal to the icons of the face-up morale card on the deck."""
    # rule rw:ruling.71
    deck = state.deck
    return components().morale[deck.cards[0]].icons if deck.cards and deck.known[0] == PUBLIC else 0


@at("round-start", ids="blood-diviner", role="any")
def _diviner(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Look at a morale card for each stable rune, and exhaust to discard one of them."""
    # rule rw:ruling.72
    state = game.state
    mask = mask_of(seats_of(state, state.seat[source.unit]))
    number = min(rune(state, "stable"), len(state.deck))
    if source.unit not in on_table(state) or not number:
        return
    seen = []
    for _ in range(number):
        seen.append(game.chance.look(state.deck, mask))
        state.deck.move_top_under()
    for column in (state.deck.cards, state.deck.known):  # they are on top again
        column[:] = [*column[-number:], *column[:-number]]
    game.emit(MoraleSeen(unit=label(state, source.unit), number=number, cards=tuple(seen)), mask)
    if not is_ready(state, source):
        return
    card = yield from choose_thing(state.seat[source.unit], tuple(dict.fromkeys(seen)), source.id, may_pass=True)
    if card:
        exhaust(game, source)
        game.chance.take(state.deck, card, ordered=True)
        state.discard.append(card)
        game.emit(MoraleDiscarded(card=card))
        open_top(game)


@at("figures-lost", ids="blood-diviner", role="any")
def _fed(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Ready the card when a unit at range 1-3 loses figures, including its last ones."""
    # rule rw:ruling.72
    yield from ()
    own, stood = placed_of(game.state, source.unit), moment.stood
    band = None if own is None or stood is None else range_between(own, stood)
    if moment.unit == source.unit or (band is not None and band <= 3):
        ready(game, source.unit, source.id)


@at("mana-cast", ids="bloodfire-witch", role="any")
def _witch(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Exhaust to cast a token again; suffer a wound to cast one that hides unstable runes."""
    state, found = game.state, components().mana
    if (yield from may_exhaust(game, source)):
        yield from may_recast(game, source, list(found))
    hiding = [
        token.id
        for side, token in zip(state.mana, found.values(), strict=True)
        if "unstable" in token.sides[1 - side] and "unstable" not in token.sides[side]
    ]
    if (yield from may_recast(game, source, hiding)):
        yield from suffer_wounds(game, source.unit, 1)


@at("attack-end", ids="grotesque-slasher")
def _slasher(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """After its melee attack, exhaust to roll a blue die: a hit stuns the defender, a surge immobilizes it."""
    state, attack = game.state, moment.attack
    if attack is None or attack.kind != "melee" or attack.canceled or not (yield from may_exhaust(game, source)):
        return
    face = roll_for(game, source, ("blue",))[0]
    if "hit" in face:
        yield from gain_banes(game, attack.defender, "stun", 1, CARD)
    if "surge" in face:
        yield from gain_banes(game, attack.defender, "immobilize", 1, CARD)
    if can_wound_figure(state, source.unit, source.id) and (yield from may(state, source.unit, source.id)):
        ready(game, source.unit, source.id)
        yield from wound_figure(game, source.unit, source.id)


@at("attack-icons-added", ids="mutilated-grotesque")
def _mutilated(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Exhaust for a morale icon."""
    if moment.attack is not None and (yield from may_exhaust(game, source)):
        add_icons(game, moment.attack, "morale")


@number("morale-cards", ids="mutilated-grotesque", role="any")
def _one_card_more(state: MatchState, source: Source, unit: int, attack: Attack | None) -> int:
    """Draw one additional card for morale tests of enemies engaged with the unit."""
    return int(unit in engaged_with(state, source.unit))


def _sirens(state: MatchState, source: Source) -> bool:
    return bool(_focused(state, source))


@skill("psychosis-siren", can=_sirens)
def _siren(game: Runewars, source: Source) -> Flow[None]:
    """Exhaust: each enemy at range 1-unstable takes a morale test of severity 1; or one of them gains panic."""
    state = game.state
    if (yield from may_exhaust(game, source)):
        for enemy in _focused(state, source):
            yield from morale_test(game, enemy, 1)
        return
    enemy = yield from choose_unit(state, state.seat[source.unit], _focused(state, source), source.id)
    yield from gain_banes(game, enemy, "panic", 1, CARD)


# Equipment -----------------------------------------------------------------------------------------------------------


@at("before-reveal", ids="ritual-venom")
def _brew(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Once per match, suffer wounds up to the natural runes to place as many banes of a kind on the card."""
    state = game.state
    most = rune(state, "natural")
    if mark(state, source, ONCE) or not most or not (yield from may(state, source.unit, source.id)):
        return
    put_marks(game, source, 1, ONCE)
    bane = yield from choose_thing(state.seat[source.unit], BANES, source.id)
    brewed = 0
    while brewed < most and state.figures[source.unit]:
        if brewed and not (yield from may(state, source.unit, source.id)):
            break
        brewed += 1
        yield from suffer_wounds(game, source.unit, 1)
    if state.figures[source.unit]:
        set_mark(state, source.unit, f"{source.id}:{bane}", brewed)


@at("attack-target", ids="ritual-venom")
def _poison(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Give one of the banes on the card to the defender."""
    state, attack = game.state, moment.attack
    kinds = [bane for bane in BANES if state.marks[source.unit].get(f"{source.id}:{bane}")]
    if attack is None or not kinds or not (yield from may(state, source.unit, source.id)):
        return
    name = f"{source.id}:{kinds[0]}"
    left = state.marks[source.unit][name] - 1
    if left:
        set_mark(state, source.unit, name, left)
    else:
        unmark(state, source.unit, name)
    yield from gain_banes(game, attack.defender, kinds[0], 1, CARD)


@number("lethal", ids="serrated-spines")
def _spines(state: MatchState, source: Source, unit: int, attack: Attack | None) -> int:
    """In melee, gain lethal equal to the stable runes."""
    return rune(state, "stable") if attack is not None and attack.kind == "melee" and attack.attacker == unit else 0


# Heavy figures -------------------------------------------------------------------------------------------------------


def _dragged(state: MatchState, source: Source) -> list[int]:
    own = trays(state, source.unit)
    return [enemy for enemy in engaged_with(state, source.unit) if trays(state, enemy) < own]


def _can_drag(state: MatchState, source: Source) -> bool:
    return bool(_dragged(state, source))


@skill("support-obscene", can=_can_drag)
def _drag(game: Runewars, source: Source) -> Flow[None]:
    """An engaged enemy with fewer trays shifts at speed 1 where this player chooses."""
    state = game.state
    seat = state.seat[source.unit]
    enemy = yield from choose_unit(state, seat, _dragged(state, source), source.id)
    yield from shift(game, enemy, 1, seat=seat)


def _bleeds(state: MatchState, attack: Attack, source: Source) -> bool:
    return has_wounds(state, source.unit) or bool(empty_slots(state, source.unit))


@surge("front-line-obscene", once=True, can=_bleeds)
def _blight(game: Runewars, attack: Attack, source: Source, spent: int) -> Flow[None]:
    """If the unit has a wound or an empty slot, the defender is blighted."""
    yield from gain_banes(game, attack.defender, "blight", 1, CARD)


@surge("aim-of-the-serpent", kinds=("ranged",), once=True)
def _aim(game: Runewars, attack: Attack, source: Source, spent: int) -> Flow[None]:
    """Replace a bane of the defender with another of the player's choice."""
    state = game.state
    seat = state.seat[source.unit]
    old = yield from choose_thing(seat, banes_of(state, attack.defender), source.id)
    if old:
        remove_bane(game, attack.defender, cast(Bane, old))
        new = yield from choose_thing(seat, [bane for bane in BANES if bane != old], source.id)
        yield from gain_banes(game, attack.defender, cast(Bane, new), 1, CARD)


# Unique to characters ------------------------------------------------------------------------------------------------


@at("morale-end", ids="fear-incarnate", role="any")
def _fear_incarnate(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """An enemy at range 1-5 suffers damage equal to the icons of its morale card."""
    state = game.state
    if moment.card and moment.unit in within(state, source.unit, enemies(state, source.unit), 5):
        icons = icons_of_card(state, moment.unit, moment.card)
        yield from suffer_damage(game, moment.unit, icons, fight=moment.attack)


@at("before-end-phase", ids="insatiable-hunger", role="any")
def _insatiable(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """The unit may march at speed 1 or 2, straight or turning."""
    state = game.state
    if engaged_with(state, source.unit):
        return
    speed = yield from choose_thing(
        state.seat[source.unit], (SPEED.format(1), SPEED.format(2)), source.id, may_pass=True
    )
    if speed:
        yield from march(game, source.unit, int(speed[-1]), may_turn=True, id=source.id)


@at("melee-action", ids="bonecaster")
def _cast_bones(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """A melee attack may be made as a ranged attack with the same dice."""
    state = game.state
    card = components().units[state.unit[source.unit]]
    profile = next((one for one in card.attacks if one.kind == "melee"), None)
    if profile is None or not can_attack(state, source.unit, "ranged"):
        return
    if (yield from may(state, source.unit, source.id)):
        moment.canceled = True
        bones = AttackProfile(kind="ranged", dice=profile.dice, by_rune=profile.by_rune)
        yield from attack_with(game, source.unit, bones, enhancement(state, source.unit))


@at("collision", ids="kingsbone-armor", role="any")
def _spiked(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """An enemy that the unit collides with, or that collides with it, suffers 2 damage."""
    enemy = met_by(moment, source)
    if enemy != NO_UNIT:
        yield from suffer_damage(game, enemy, 2)


@at("reveal", ids="kingsbone-armor", role="any")
def _spiked_beside(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """An engaged enemy that is activated suffers 2 damage."""
    if moment.unit in engaged_with(game.state, source.unit):
        yield from suffer_damage(game, moment.unit, 2)


@at("trays-lost", ids="feeding-frenzy", role="any")
def _feed(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Place a token on the card for each tray that an engaged enemy loses."""
    yield from ()
    if source.unit in moment.engaged:
        put_marks(game, source, moment.number)


@number("lethal", ids="feeding-frenzy")
def _frenzied(state: MatchState, source: Source, unit: int, attack: Attack | None) -> int:
    """Gain lethal 1 for every 3 tokens on the card."""
    return mark(state, source) // 3


@number("speed", ids="dead-sprint")
def _sprint(state: MatchState, source: Source, unit: int, attack: Attack | None) -> int:
    """The first march of an activation may be faster by 1."""
    return int(_first_march(state, source))


@at("after-move", ids="dead-sprint")
def _sprinted(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Only the first march is a sprint."""
    yield from ()
    if moment.kind == "march" and not mark(game.state, source, ACTIVATION):
        put_marks(game, source, 1, ACTIVATION)


@at("attack-icons-added", ids="devouring-maws")
def _maws(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """In melee, a wound may be removed."""
    state, attack = game.state, moment.attack
    if attack is None or attack.kind != "melee" or not has_wounds(state, source.unit):
        return
    if (yield from may(state, source.unit, source.id)):
        heal(game, source.unit)


@at("after-command", ids="scuttling-horror", role="any")
def _scuttle(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """After each command phase, the unit may shift sideways at speed 1."""
    if (yield from may(game.state, source.unit, source.id)):
        yield from shift(game, source.unit, 1, sides=SIDEWAYS)


@at("attack-target", ids="scuttling-horror")
def _horrify(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """In melee, exhaust to stun the defender."""
    attack = moment.attack
    if attack is not None and attack.kind == "melee" and (yield from may_exhaust(game, source)):
        yield from gain_banes(game, attack.defender, "stun", 1, CARD)


# Viscera Goblet ------------------------------------------------------------------------------------------------------


@at("after-setup", ids="viscera-goblet", role="any")
def _goblet_begins(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """After setup, place a token on the card."""
    yield from ()
    put_marks(game, source, 1)


@at("destroyed", ids="viscera-goblet", role="any")
def _goblet_fills(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Place a token on the card when an enemy at range 1 is destroyed."""
    yield from ()
    state = game.state
    own, stood = placed_of(state, source.unit), moment.stood
    if own is None or stood is None or state.seat[moment.unit] == state.seat[source.unit]:
        return
    if range_between(own, stood) == 1:
        put_marks(game, source, 1)


@at("after-activation", ids="viscera-goblet")
def _goblet_heals(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """After its activation, a token may be discarded to remove a wound."""
    state = game.state
    if mark(state, source) and has_wounds(state, source.unit) and (yield from may(state, source.unit, source.id)):
        put_marks(game, source, -1)
        heal(game, source.unit)
