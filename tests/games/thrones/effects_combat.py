"""The branches of combat: house card texts, support, blade, Tides, casualties, retreat, battlefield."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from banneret.games.thrones.actions import March, PlayCard, Retreat
from banneret.games.thrones.content.board import ADJACENT_SETS, AREA, KIND, LAND, MUSTER_POINTS, PORT, SEA
from banneret.games.thrones.content.components import (
    CARDS,
    FOOTMAN,
    ORDER_TYPE,
    ORDERS,
    SHIP,
    SIEGE_ENGINE,
    TIDES,
    TYPE_DEFENSE,
)
from banneret.games.thrones.events.combat import (
    BladeUsed,
    CardCancelled,
    CardDiscarded,
    CardPlayed,
    CardsRevealed,
    CardsTakenBack,
    CombatBegan,
    CombatOrderRemoved,
    CombatUnitLost,
    CombatWon,
    FootmanPromoted,
    GarrisonBeaten,
    InitialStrength,
    KeptOut,
    LossPrevented,
    MovedIn,
    NoCardLeft,
    OrderKept,
    PaidForCard,
    PowerWon,
    Retreated,
    SentToEnd,
    SupportGiven,
    SupportRefused,
    SupportWithheld,
    TidesDrawn,
    TidesLaidAside,
    TidesReplaced,
    TidesShown,
)
from banneret.games.thrones.rules.combat.strength import supported, swords, towers, turn_order_sides
from banneret.games.thrones.state import ATTACKER, DEFENDER, NO_ORDER, NO_SIDE, NOBODY
from banneret.kernel.questions import Pass, Yes
from tests.games.thrones.watching import Effect, Story, always

When = Callable[[Any, Story], bool]


def _passed(action: Any, _: Story) -> bool:
    return isinstance(action, Pass)


def _by(rule: str) -> When:
    return lambda event, _: event.rule == rule


def _own_support_with(story: Story, side: int, kind: int) -> bool:
    fight, state = story.fight, story.state
    seat = fight.seats[side]
    areas = [a for a, given in fight.supports.items() if given == side and state.owner[a] == seat]
    return any(state.units[kind][a] for a in areas)


def _other_ships(story: Story, side: int) -> bool:
    """Return whether ships of other houses than `side`'s take part."""
    fight, state = story.fight, story.state
    seat = fight.seats[side]
    if side == DEFENDER and fight.army[SHIP]:
        return True
    if side == ATTACKER and state.units[SHIP][fight.target]:
        return True
    return any(g != NO_SIDE and state.owner[a] != seat and state.units[SHIP][a] for a, g in fight.supports.items())


def _defends_castle(story: Story, card: str) -> bool:
    return story.plays(card) == DEFENDER and MUSTER_POINTS[story.fight.target] > 0


def _stannis(_: Any, story: Story) -> bool:
    side = story.plays("stannis-baratheon")
    return side is not None and turn_order_sides(story.state, story.fight)[0] != side


def _davos(_: Any, story: Story) -> bool:
    side = story.plays("ser-davos-seaworth")
    return side is not None and "stannis-baratheon" in story.state.discards[story.fight.seats[side]]


def _salladhor(_: Any, story: Story) -> bool:
    side = story.plays("salladhor-saan")
    return side is not None and supported(story.fight, side) and _other_ships(story, side)


def _salladhor_alone(_: Any, story: Story) -> bool:
    side = story.plays("salladhor-saan")
    return side is not None and not supported(story.fight, side) and _other_ships(story, side)


def _balon(_: Any, story: Story) -> bool:
    side = story.plays("balon-greyjoy")
    other = story.fight.cards[1 - side] if side is not None else None
    return other is not None and CARDS[other].strength > 0


def _asha(with_support: bool) -> When:
    def when(_: Any, story: Story) -> bool:
        side = story.plays("asha-greyjoy")
        return side is not None and supported(story.fight, side) == with_support

    return when


def _catelyn(_: Any, story: Story) -> bool:
    order = story.state.orders[story.fight.target]
    return story.plays("catelyn-stark") == DEFENDER and order != NO_ORDER and ORDER_TYPE[order] == TYPE_DEFENSE


def _prevented(kind: str) -> When:
    """What the Blackfish prevents: a text before the winner is known, then swords, then a skull."""

    def when(_: Any, story: Story) -> bool:
        fight = story.fight
        if fight.winner == NO_SIDE:
            return kind == "text"
        loser = 1 - fight.winner
        cut = swords(story.state, fight, fight.winner) > towers(story.state, fight, loser)
        by_swords = cut and fight.cards[loser] == "the-blackfish" and not story.prevented
        return kind == ("swords" if by_swords else "skull")

    return when


def _doran(event: SentToEnd, story: Story) -> bool:
    seat = story.state.houses.index(event.house)
    track = ("iron-throne", "fiefdoms", "kings-court").index(event.track)
    return story.tracks[track][-1] != seat


def _doran_on(track: str) -> When:
    return lambda event, story: event.track == track and _doran(event, story)


def _thorns_support(event: CombatOrderRemoved, story: Story) -> bool:
    return event.rule == "thrones:card.queen-of-thorns" and AREA[event.area] in story.supports


def _last_unit(event: CombatUnitLost, story: Story) -> bool:
    fight = story.fight
    side = fight.seats.index(story.state.houses.index(event.house))
    left = fight.army if side == ATTACKER else [column[fight.target] for column in story.state.units]
    return event.rule == "thrones:card.mace-tyrell" and not any(left)


_TEXTS: Final = (
    Effect("card.stannis-baratheon.stronger", CombatWon, _stannis),
    Effect("card.renly-baratheon.upright", FootmanPromoted, lambda e, _: e.state == "upright"),
    Effect("card.renly-baratheon.routed", FootmanPromoted, lambda e, _: e.state == "routed"),
    Effect(
        "card.renly-baratheon.attacker",
        FootmanPromoted,
        lambda e, s: s.fight.winner == ATTACKER and AREA[e.area] == s.fight.origin,
    ),
    Effect(
        "card.renly-baratheon.supporter",
        FootmanPromoted,
        lambda e, s: AREA[e.area] in s.fight.supports,
    ),
    Effect("card.renly-baratheon.declined", "renly-baratheon", _passed),
    Effect("card.ser-davos-seaworth.stronger", CombatWon, _davos),
    Effect("card.salladhor-saan.ships-count-nothing", CombatWon, _salladhor),
    Effect("card.salladhor-saan.unsupported", CombatWon, _salladhor_alone),
    Effect("card.patchface.discards", CardDiscarded, _by("thrones:card.patchface")),
    Effect("card.patchface.declined", "patchface", _passed),
    Effect("card.patchface.empties-hand", CardsTakenBack, _by("thrones:ruling.53")),
    Effect("card.tywin-lannister.gains", PowerWon, lambda e, _: e.tokens == 2),
    Effect("card.tywin-lannister.pool-empty", PowerWon, lambda e, _: e.tokens < 2),
    Effect(
        "card.ser-kevan-lannister.army",
        CombatWon,
        lambda _, s: s.plays("ser-kevan-lannister") == ATTACKER and s.fight.army[FOOTMAN] > 0,
    ),
    Effect(
        "card.ser-kevan-lannister.support",
        CombatWon,
        lambda _, s: s.plays("ser-kevan-lannister") == ATTACKER and _own_support_with(s, ATTACKER, FOOTMAN),
    ),
    Effect("card.tyrion-lannister.cancels", CardCancelled, always),
    Effect("card.tyrion-lannister.other-card", CardPlayed, _by("thrones:card.tyrion-lannister")),
    Effect("card.tyrion-lannister.last-card", NoCardLeft, always),
    Effect("card.tyrion-lannister.declined", "tyrion-lannister", _passed),
    Effect("card.cersei-lannister.removes", CombatOrderRemoved, _by("thrones:card.cersei-lannister")),
    Effect("card.cersei-lannister.declined", "cersei-lannister", _passed),
    Effect("card.robb-stark.names-area", "robb-stark", lambda a, _: isinstance(a, Retreat)),
    Effect("card.robb-stark.declined", "robb-stark", _passed),
    Effect("card.roose-bolton.takes-back", CardsTakenBack, _by("thrones:card.roose-bolton")),
    Effect("card.the-blackfish.text", LossPrevented, _prevented("text")),
    Effect("card.the-blackfish.swords", LossPrevented, _prevented("swords")),
    Effect("card.the-blackfish.skull", LossPrevented, _prevented("skull")),
    Effect("card.catelyn-stark.doubles", CombatWon, _catelyn),
    Effect("card.arianne-martell.keeps-out", KeptOut, _by("thrones:card.arianne-martell")),
    Effect(
        "card.nymeria-sand.sword",
        CombatWon,
        lambda _, s: s.plays("nymeria-sand") == ATTACKER and s.fight.winner == ATTACKER,
    ),
    Effect(
        "card.nymeria-sand.tower",
        CombatWon,
        lambda _, s: s.plays("nymeria-sand") == DEFENDER and swords(s.state, s.fight, ATTACKER) > 0,
    ),
    *(
        Effect(f"card.doran-martell.{track}", SentToEnd, _doran_on(track))
        for track in ("iron-throne", "fiefdoms", "kings-court")
    ),
    Effect("card.doran-martell.last-already", SentToEnd, lambda e, s: not _doran(e, s)),
    Effect(
        "card.victarion-greyjoy.army",
        CombatWon,
        lambda _, s: s.plays("victarion-greyjoy") == ATTACKER and s.fight.army[SHIP] > 0,
    ),
    Effect(
        "card.victarion-greyjoy.support",
        CombatWon,
        lambda _, s: s.plays("victarion-greyjoy") == ATTACKER and _own_support_with(s, ATTACKER, SHIP),
    ),
    Effect("card.balon-greyjoy.reads-nothing", CombatWon, _balon),
    Effect("card.theon-greyjoy.defends-castle", CombatWon, lambda _, s: _defends_castle(s, "theon-greyjoy")),
    Effect("card.asha-greyjoy.alone", CombatWon, _asha(with_support=False)),
    Effect("card.asha-greyjoy.supported", CombatWon, _asha(with_support=True)),
    Effect("card.aeron-damphair.pays", PaidForCard, always),
    Effect("card.aeron-damphair.after-tyrion", PaidForCard, lambda _, s: s.cancelled),
    Effect("card.aeron-damphair.declined", "aeron-damphair", _passed),
    Effect(
        "card.mace-tyrell.upright",
        CombatUnitLost,
        lambda e, _: e.rule == "thrones:card.mace-tyrell" and e.state == "upright",
    ),
    Effect(
        "card.mace-tyrell.routed",
        CombatUnitLost,
        lambda e, _: e.rule == "thrones:card.mace-tyrell" and e.state == "routed",
    ),
    Effect("card.mace-tyrell.last-unit", CombatUnitLost, _last_unit),
    Effect("card.ser-loras-tyrell.keeps-order", OrderKept, always),
    Effect(
        "card.ser-loras-tyrell.marches-again",
        "march",
        lambda a, s: isinstance(a, March) and AREA[a.area] in s.kept,
    ),
    Effect("card.queen-of-thorns.removes", CombatOrderRemoved, _by("thrones:card.queen-of-thorns")),
    Effect("card.queen-of-thorns.support", CombatOrderRemoved, _thorns_support),
    Effect(
        "card.queen-of-thorns.defense",
        CombatOrderRemoved,
        lambda e, _: e.rule == "thrones:card.queen-of-thorns" and e.order.startswith("defense"),
    ),
)


# Support, strength, blade, Tides


def _support(event: SupportGiven, story: Story, side: str, *, own: bool) -> bool:
    seat = story.state.houses.index(event.house)
    return event.side == side and (seat in story.fight.seats) == own and story.fight.seats[DEFENDER] != NOBODY


def _from(kind: int, to: int) -> When:
    return lambda e, s: KIND[AREA[e.area]] == kind and KIND[s.fight.target] == to


def _order_in(event: SupportGiven, story: Story) -> str:
    return ORDERS[story.state.orders[AREA[event.area]]].id


def _blade_decides(event: CombatWon, story: Story) -> bool:
    """Return whether without the blade the other side would have won, or there would have been a tie."""
    fight = story.fight
    return fight.blade[fight.winner] and abs(event.attack - event.defense) <= 1


def _defended_with(order: str) -> When:
    def when(_: Any, story: Story) -> bool:
        number = story.state.orders[story.fight.target]
        return number != NO_ORDER and ORDERS[number].id == order

    return when


def _siege(side: int) -> When:
    def when(_: Any, story: Story) -> bool:
        fight = story.fight
        if side == ATTACKER:
            return fight.army[SIEGE_ENGINE] > 0 and MUSTER_POINTS[fight.target] > 0
        return story.state.units[SIEGE_ENGINE][fight.target] > 0

    return when


def _tides(icon: str) -> When:
    def when(_: Any, story: Story) -> bool:
        return any(drawn is not None and getattr(TIDES[drawn], icon) for drawn in story.fight.tides)

    return when


def _towers_save(_: Any, story: Story) -> bool:
    fight = story.fight
    loser = 1 - fight.winner
    return swords(story.state, fight, fight.winner) > 0 and towers(story.state, fight, loser) > 0


def _skull(winner: bool) -> When:
    def when(event: CombatUnitLost, story: Story) -> bool:
        side = story.fight.seats.index(story.state.houses.index(event.house))
        return event.rule == "thrones:tides.7" and (side == story.fight.winner) == winner

    return when


_STEPS: Final = (
    Effect("combat.land", CombatBegan, lambda e, _: KIND[AREA[e.area]] == LAND),
    Effect("combat.sea", CombatBegan, lambda e, _: KIND[AREA[e.area]] == SEA),
    Effect("combat.from-port", CombatBegan, lambda e, _: KIND[AREA[e.origin]] == PORT),
    Effect(
        "combat.across-sea",
        CombatBegan,
        lambda e, _: KIND[AREA[e.area]] == LAND and AREA[e.area] not in ADJACENT_SETS[AREA[e.origin]],
    ),
    Effect("combat.garrison-alone", CombatBegan, lambda e, s: s.state.owner[AREA[e.area]] == NOBODY),
    Effect(
        "combat.garrison-with-units",
        CombatBegan,
        lambda e, s: s.state.garrison[AREA[e.area]] > 0 and s.state.owner[AREA[e.area]] != NOBODY,
    ),
    Effect("order.support-zero.given", SupportGiven, lambda e, s: _order_in(e, s) == "support-zero"),
    Effect("order.support-plus-one.given", SupportGiven, lambda e, s: _order_in(e, s) == "support-plus-one"),
    Effect("support.own-attack", SupportGiven, lambda e, s: _support(e, s, "attacker", own=True)),
    Effect("support.own-defense", SupportGiven, lambda e, s: _support(e, s, "defender", own=True)),
    Effect("support.foreign-attack", SupportGiven, lambda e, s: _support(e, s, "attacker", own=False)),
    Effect("support.foreign-defense", SupportGiven, lambda e, s: _support(e, s, "defender", own=False)),
    Effect("support.sea-to-land", SupportGiven, _from(SEA, LAND)),
    Effect("support.sea-to-sea", SupportGiven, _from(SEA, SEA)),
    Effect("support.port-to-sea", SupportGiven, _from(PORT, SEA)),
    Effect("support.withheld", SupportWithheld, always),
    Effect("support.refused", SupportRefused, always),
    Effect("strength.told", InitialStrength, always),
    Effect("order.defense-plus-one.defends", CombatWon, _defended_with("defense-plus-one")),
    Effect("order.defense-plus-two.defends", CombatWon, _defended_with("defense-plus-two")),
    Effect("order.march-minus-one.attacks", CombatWon, lambda _, s: ORDERS[s.fight.march].id == "march-minus-one"),
    Effect("order.march-zero.attacks", CombatWon, lambda _, s: ORDERS[s.fight.march].id == "march-zero"),
    Effect("order.march-plus-one.attacks", CombatWon, lambda _, s: ORDERS[s.fight.march].id == "march-plus-one"),
    Effect("strength.siege-attack", CombatWon, _siege(ATTACKER)),
    Effect("strength.siege-defends-as-nothing", CombatWon, _siege(DEFENDER)),
    Effect("strength.never-negative", CombatWon, lambda e, _: e.attack == 0),
    Effect("cards.revealed", CardsRevealed, always),
    Effect("blade.plus-one", BladeUsed, always),
    Effect("blade.declined", "blade", _passed),
    Effect("blade.decides", CombatWon, _blade_decides),
    Effect("blade.new-tides-card", TidesReplaced, always),
    Effect("blade.tides-card-stays", "redraw", _passed),
    Effect("blade.plus-one-with-tides", "blade", lambda a, s: isinstance(a, Yes) and s.state.tides),
    Effect("tides.drawn", TidesDrawn, always),
    Effect("tides.laid-aside", TidesLaidAside, always),
    Effect("tides.shown", TidesShown, always),
    Effect("tides.strength", CombatWon, _tides("strength")),
    Effect("tides.swords", CombatWon, _tides("swords")),
    Effect("tides.towers", CombatWon, _tides("towers")),
    Effect("tides.skull-loser", CombatUnitLost, _skull(winner=False)),
    Effect("tides.skull-winner", CombatUnitLost, _skull(winner=True)),
    Effect("result.attacker", CombatWon, lambda _, s: s.fight.winner == ATTACKER),
    Effect("result.defender", CombatWon, lambda _, s: s.fight.winner == DEFENDER),
    Effect("result.tie", CombatWon, _by("thrones:result.3")),
    Effect("result.garrison-holds", CombatWon, lambda _, s: s.fight.winner == DEFENDER and _garrison(s) > 0),
)


def _garrison(story: Story) -> int:
    return story.state.garrison[story.fight.target]


# Casualties, retreat, battlefield


def _stands(event: Retreated, story: Story) -> bool:
    """Return whether own units stood in the area before."""
    area, state = AREA[event.area], story.state
    return sum(column[area] for column in (*state.units, *state.routed)) > len(event.units)


def _retreat(event: Retreated, story: Story, where: str) -> bool:
    if event.rule != "thrones:retreat.3":
        return where == "home" if event.rule == "thrones:retreat.2" else False
    area, state = AREA[event.area], story.state
    if KIND[area] == PORT:
        return where == "port"
    if KIND[area] == SEA:
        return where == "sea"
    if area not in ADJACENT_SETS[AREA[event.origin]]:
        return where in ("across-sea", "own" if _stands(event, story) else "empty")
    seat = state.owner[area]
    if _stands(event, story):
        return where == "own"
    return where == ("token" if seat in (state.power[area], state.home_seat[area]) else "empty")


def _retreat_to(where: str) -> When:
    return lambda event, story: _retreat(event, story, where)


_SIEGE_BY_SWORD: Final = ("siege-engine", "thrones:casualties.4")
_RESULT: Final = (
    Effect("casualties.swords", CombatUnitLost, _by("thrones:casualties.4")),
    Effect("casualties.chosen", "casualty", always),
    Effect("casualties.towers-save", CombatWon, _towers_save),
    Effect("casualties.knight", CombatUnitLost, lambda e, _: e.unit == "knight"),
    Effect("casualties.ship", CombatUnitLost, lambda e, _: e.unit == "ship"),
    Effect("casualties.siege-engine-by-sword", CombatUnitLost, lambda e, _: (e.unit, e.rule) == _SIEGE_BY_SWORD),
    Effect("retreat.siege-engine-lost", CombatUnitLost, _by("thrones:retreat.11")),
    Effect("retreat.routed-destroyed", CombatUnitLost, _by("thrones:routed.3")),
    Effect("retreat.nowhere", CombatUnitLost, _by("thrones:retreat.8")),
    Effect("retreat.home-fell-back", CombatUnitLost, _by("thrones:home.4")),
    Effect("retreat.supply-loss", CombatUnitLost, _by("thrones:retreat.7")),
    Effect("retreat.chosen", "retreat", always),
    *(
        Effect(f"retreat.{where}", Retreated, _retreat_to(where))
        for where in ("home", "own", "empty", "token", "across-sea", "sea", "port")
    ),
    Effect("battlefield.order-removed", CombatOrderRemoved, _by("thrones:battlefield.2")),
    Effect("battlefield.garrison-beaten", GarrisonBeaten, always),
    Effect("battlefield.moved-in", MovedIn, always),
    Effect("battlefield.nobody-left", KeptOut, _by("thrones:ruling.57")),
    Effect("battlefield.card-discarded", CardDiscarded, _by("thrones:cards.10")),
    Effect("cards.hand-refilled", CardsTakenBack, _by("thrones:cards.11")),
    Effect("card.patchface.looks", "patchface", lambda a, _: isinstance(a, PlayCard)),
)

COMBAT: Final[tuple[Effect, ...]] = (*_TEXTS, *_STEPS, *_RESULT)
"""All branches of combat."""
