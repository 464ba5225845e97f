"""The nine wildling cards: effects on the lowest bidder, on the others, and for the highest bidder."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from banneret.games.thrones.actions import ChooseArea, Knight, PlayCard
from banneret.games.thrones.content.board import AREA, AREAS, FORTIFIED
from banneret.games.thrones.content.components import CARDS as HOUSE_CARDS
from banneret.games.thrones.content.components import FOOTMAN, KNIGHT, UNITS
from banneret.games.thrones.events.westeros import (
    BidReturned,
    CardsRecovered,
    EffectChosen,
    HandReduced,
    PowerLost,
    SupplyMoved,
    TrackMoved,
    UnitExchanged,
)
from banneret.games.thrones.game import Thrones
from banneret.games.thrones.rules.combat.hands import put_in_hand
from banneret.games.thrones.rules.control import (
    add_units,
    areas_with_units,
    controlled,
    count_units,
    gain_power,
    lose_power,
    pieces_left,
    remove_units,
)
from banneret.games.thrones.rules.losses import has_kind, lose_units
from banneret.games.thrones.rules.mustering import muster_in
from banneret.games.thrones.rules.ports import settle
from banneret.games.thrones.rules.supply import MAX_SUPPLY, reconcile
from banneret.games.thrones.rules.tracks import TRACKS, holder, move_down, move_to_end, move_to_front, position
from banneret.games.thrones.rules.westeros.wildling_choosers import (
    LOSE_TWO_UNITS,
    BestTrackChooser,
    DiscardChooser,
    ExchangeChooser,
    FallChooser,
    MusterAreaChooser,
    PreemptiveRaidChooser,
    PromotionChooser,
    RecoverChooser,
    RiseChooser,
)
from banneret.games.thrones.state import FIEFDOMS, IRON_THRONE, KINGS_COURT, State
from banneret.kernel.flow import Flow, ask


class WildlingCardRules(NamedTuple):
    """A card's effects: on the lowest bidder and the others if the wildlings win, else for the highest bidder."""

    lowest: Callable[[Thrones, int], Flow[None]]
    other: Callable[[Thrones, int], Flow[None]]
    highest: Callable[[Thrones, int], Flow[None]]


def destroy(game: Thrones, seat: int, number: int, rule: str) -> Flow[None]:
    """Let a house destroy `number` units anywhere, then settle the areas: thrones:ruling.24, thrones:ruling.81."""
    lost = yield from lose_units(game, seat, number, rule)
    yield from settle(game, sorted(set(lost)))


# Silence at the Wall


def nothing(game: Thrones, seat: int) -> Flow[None]:  # noqa: ARG001  # all cards are called alike
    """Have no effect on a house: thrones:wildling.silence-at-the-wall, thrones:wildling.preemptive-raid."""
    yield from ()


# Preemptive Raid


def preemptive_raid_lowest(game: Thrones, seat: int) -> Flow[None]:
    """Let the lowest bidder destroy two units or move down two positions on its best track.

    thrones:wildling.preemptive-raid; either may be chosen regardless of cost, but a house without units moves down:
    thrones:ruling.84.
    """
    rule = "thrones:wildling.preemptive-raid"
    answer = yield from ask(seat, PreemptiveRaidChooser(has_units=bool(areas_with_units(game.state, seat))))
    house = game.state.houses[seat]
    game.emit(EffectChosen(house=house, card="preemptive-raid", effect=answer.effect, rule=rule))
    if answer == LOSE_TWO_UNITS:
        yield from destroy(game, seat, 2, rule)
    else:
        track = yield from _best_track(game, seat)
        move_down(game.state, track, seat, 2)
        _emit_place(game, track, seat, rule)


def _best_track(game: Thrones, seat: int) -> Flow[int]:
    """Return the track with a house's highest position: thrones:ruling.19; ties: thrones:iron-throne.3."""
    state = game.state
    places = [position(state, track, seat) for track in range(len(TRACKS))]
    best = [track for track, place in enumerate(places) if place == min(places)]
    if len(best) == 1:
        return best[0]
    answer = yield from ask(holder(state, IRON_THRONE), BestTrackChooser(state.houses[seat], best))
    return TRACKS.index(answer.track)


def _emit_place(game: Thrones, track: int, seat: int, rule: str) -> None:
    """Report the new position of a house on a track."""
    state = game.state
    place = position(state, track, seat) + 1
    game.emit(TrackMoved(house=state.houses[seat], track=TRACKS[track], place=place, rule=rule))


# Crow Killers


def crow_killers_lowest(game: Thrones, seat: int) -> Flow[None]:
    """Replace all knights of the lowest bidder with footmen: thrones:wildling.crow-killers."""
    yield from _replace_knights(game, seat, _knights(game.state, seat))


def crow_killers_other(game: Thrones, seat: int) -> Flow[None]:
    """Replace two knights of another house with footmen, all if it has fewer: thrones:wildling.crow-killers."""
    yield from _replace_knights(game, seat, min(2, _knights(game.state, seat)))


def crow_killers_highest(game: Thrones, seat: int) -> Flow[None]:
    """Let the highest bidder replace up to two footmen with available knights: thrones:wildling.crow-killers."""
    state = game.state
    for _ in range(2):
        if not pieces_left(state, seat, KNIGHT):
            return
        answer = yield from ask(seat, PromotionChooser(state, seat))
        if not isinstance(answer, Knight):
            return
        exchange_unit(game, AREA[answer.area], FOOTMAN, KNIGHT)


def _knights(state: State, seat: int) -> int:
    """Count the knights of a house on the board."""
    return sum(state.units[KNIGHT][area] + state.routed[KNIGHT][area] for area in areas_with_units(state, seat))


def _replace_knights(game: Thrones, seat: int, number: int) -> Flow[None]:
    """Replace `number` knights; if footmen run out, the rest are destroyed, and the owner chooses which.

    thrones:ruling.23, thrones:limits.1
    """
    state = game.state
    rule = "thrones:wildling.crow-killers"
    doomed = max(0, number - pieces_left(state, seat, FOOTMAN))
    lost = yield from lose_units(game, seat, doomed, rule, kinds=(KNIGHT,))
    replaced = number - doomed
    if replaced == _knights(state, seat):
        for area in areas_with_units(state, seat):
            while has_kind(state, area, KNIGHT):
                exchange_unit(game, area, KNIGHT, FOOTMAN)
    else:
        for _ in range(replaced):
            answer = yield from ask(seat, ExchangeChooser(state, seat))
            exchange_unit(game, AREA[answer.area], KNIGHT, FOOTMAN)
    yield from settle(game, sorted(set(lost)))


def exchange_unit(game: Thrones, area: int, old: int, new: int) -> None:
    """Exchange a unit, an upright one first; a routed unit is replaced by a routed one: thrones:ruling.80."""
    state = game.state
    seat = state.owner[area]
    routed = state.units[old][area] == 0
    remove_units(state, area, old, routed=routed)
    add_units(state, area, seat, new, routed=routed)
    game.emit(UnitExchanged(house=state.houses[seat], area=AREAS[area], old=UNITS[old], new=UNITS[new]))


# Rattleshirt's Raiders


def rattleshirts_raiders_lowest(game: Thrones, seat: int) -> Flow[None]:
    """Lower the lowest bidder's supply by two and reduce its armies: thrones:wildling.rattleshirts-raiders."""
    yield from _lower_supply(game, seat, 2)


def rattleshirts_raiders_other(game: Thrones, seat: int) -> Flow[None]:
    """Lower another house's supply by one and reduce its armies: thrones:wildling.rattleshirts-raiders."""
    yield from _lower_supply(game, seat, 1)


def rattleshirts_raiders_highest(game: Thrones, seat: int) -> Flow[None]:
    """Raise the highest bidder's supply by one: thrones:wildling.rattleshirts-raiders."""
    _set_supply(game, seat, game.state.supply[seat] + 1)
    yield from ()


def _lower_supply(game: Thrones, seat: int, places: int) -> Flow[None]:
    """Lower the supply of a house, which reduces its armies before the next house does: thrones:ruling.21."""
    _set_supply(game, seat, game.state.supply[seat] - places)
    yield from reconcile(game, seat)


def _set_supply(game: Thrones, seat: int, supply: int) -> None:
    """Move a supply token, never above 6 or below 0: thrones:ruling.74."""
    state = game.state
    old, new = state.supply[seat], max(0, min(supply, MAX_SUPPLY))
    state.supply[seat] = new
    rule = "thrones:wildling.rattleshirts-raiders"
    game.emit(SupplyMoved(house=state.houses[seat], old=old, new=new, rule=rule))


# Massing on the Milkwater


def massing_on_the_milkwater_lowest(game: Thrones, seat: int) -> Flow[None]:
    """Discard the lowest bidder's strongest cards in hand: thrones:wildling.massing-on-the-milkwater.

    The printed strength counts; a hand of equal strengths, such as a single card, loses nothing: thrones:ruling.20.
    """
    hand = game.state.hands[seat]
    strengths = [HOUSE_CARDS[card].strength for card in hand]
    if min(strengths) < max(strengths):
        _discard(game, seat, [card for card in hand if HOUSE_CARDS[card].strength == max(strengths)])
    yield from ()


def massing_on_the_milkwater_other(game: Thrones, seat: int) -> Flow[None]:
    """Let another house discard a card unless it has only one: thrones:wildling.massing-on-the-milkwater."""
    hand = game.state.hands[seat]
    if len(hand) > 1:
        answer = yield from ask(seat, DiscardChooser(hand))
        _discard(game, seat, [answer.card])


def massing_on_the_milkwater_highest(game: Thrones, seat: int) -> Flow[None]:
    """Return the highest bidder's discard pile to its hand: thrones:wildling.massing-on-the-milkwater."""
    _recover(game, seat, game.state.discards[seat], "thrones:wildling.massing-on-the-milkwater")
    yield from ()


def _discard(game: Thrones, seat: int, cards: list[str]) -> None:
    """Discard cards from a hand."""
    state = game.state
    state.hands[seat] = [card for card in state.hands[seat] if card not in cards]
    state.discards[seat] += cards
    game.emit(HandReduced(house=state.houses[seat], cards=tuple(cards)))


def _recover(game: Thrones, seat: int, cards: list[str], rule: str) -> None:
    """Return cards of a discard pile to the hand."""
    state = game.state
    if not cards:
        return
    put_in_hand(state, seat, cards)
    game.emit(CardsRecovered(house=state.houses[seat], cards=tuple(cards), rule=rule))
    state.discards[seat] = [card for card in state.discards[seat] if card not in cards]


# A King Beyond the Wall


def a_king_beyond_the_wall_lowest(game: Thrones, seat: int) -> Flow[None]:
    """Move the lowest bidder to the end of all tracks: thrones:wildling.a-king-beyond-the-wall."""
    for track in (IRON_THRONE, FIEFDOMS, KINGS_COURT):
        move_to_end(game.state, track, seat)
        _emit_place(game, track, seat, "thrones:wildling.a-king-beyond-the-wall")
    yield from ()


def a_king_beyond_the_wall_other(game: Thrones, seat: int) -> Flow[None]:
    """Let another house move to the end of Fiefdoms or King's Court: thrones:wildling.a-king-beyond-the-wall."""
    answer = yield from ask(seat, FallChooser(game.state.houses[seat]))
    track = TRACKS.index(answer.track)
    move_to_end(game.state, track, seat)
    _emit_place(game, track, seat, "thrones:wildling.a-king-beyond-the-wall")


def a_king_beyond_the_wall_highest(game: Thrones, seat: int) -> Flow[None]:
    """Let the highest bidder move to the top of a track: thrones:wildling.a-king-beyond-the-wall."""
    answer = yield from ask(seat, RiseChooser(game.state.houses[seat]))
    track = TRACKS.index(answer.track)
    move_to_front(game.state, track, seat)
    _emit_place(game, track, seat, "thrones:wildling.a-king-beyond-the-wall")


# Mammoth Riders


def mammoth_riders_lowest(game: Thrones, seat: int) -> Flow[None]:
    """Let the lowest bidder destroy three units: thrones:wildling.mammoth-riders."""
    yield from destroy(game, seat, 3, "thrones:wildling.mammoth-riders")


def mammoth_riders_other(game: Thrones, seat: int) -> Flow[None]:
    """Let another house destroy two units: thrones:wildling.mammoth-riders."""
    yield from destroy(game, seat, 2, "thrones:wildling.mammoth-riders")


def mammoth_riders_highest(game: Thrones, seat: int) -> Flow[None]:
    """Let the highest bidder return a discarded card to its hand: thrones:wildling.mammoth-riders."""
    discards = game.state.discards[seat]
    if discards:
        answer = yield from ask(seat, RecoverChooser(discards))
        if isinstance(answer, PlayCard):
            _recover(game, seat, [answer.card], "thrones:wildling.mammoth-riders")


# The Horde Descends


def the_horde_descends_lowest(game: Thrones, seat: int) -> Flow[None]:
    """Let the lowest bidder destroy two units in one castle or stronghold area: thrones:wildling.the-horde-descends.

    Ships in the port are in another area; without such an area any two units are destroyed: thrones:ruling.22.
    """
    state = game.state
    rule = "thrones:wildling.the-horde-descends"
    castles = [area for area in FORTIFIED if state.owner[area] == seat and count_units(state, area) > 1]
    if not castles:
        yield from destroy(game, seat, 2, rule)
        return
    lost = yield from lose_units(game, seat, 1, rule, castles)
    yield from lose_units(game, seat, 1, rule, lost)
    yield from settle(game, lost)


def the_horde_descends_other(game: Thrones, seat: int) -> Flow[None]:
    """Let another house destroy a unit: thrones:wildling.the-horde-descends."""
    yield from destroy(game, seat, 1, "thrones:wildling.the-horde-descends")


def the_horde_descends_highest(game: Thrones, seat: int) -> Flow[None]:
    """Let the highest bidder muster in one castle or stronghold area: thrones:wildling.the-horde-descends."""
    areas = controlled(game.state, seat, FORTIFIED)
    answer = yield from ask(seat, MusterAreaChooser(areas))
    if isinstance(answer, ChooseArea):
        yield from muster_in(game, seat, [AREA[answer.area]], "thrones:wildling.the-horde-descends")


# Skinchanger Scout


def skinchanger_scout_lowest(game: Thrones, seat: int) -> Flow[None]:
    """Discard all available power tokens of the lowest bidder: thrones:wildling.skinchanger-scout."""
    _discard_power(game, seat, game.state.available[seat])
    yield from ()


def skinchanger_scout_other(game: Thrones, seat: int) -> Flow[None]:
    """Discard two available power tokens of another house: thrones:wildling.skinchanger-scout."""
    _discard_power(game, seat, 2)
    yield from ()


def return_bid(game: Thrones, seat: int, bid: int) -> None:
    """Return the highest bidder's bid: thrones:wildling.skinchanger-scout."""
    state = game.state
    game.emit(BidReturned(house=state.houses[seat], tokens=gain_power(state, seat, bid)))


def _discard_power(game: Thrones, seat: int, tokens: int) -> None:
    """Discard up to `tokens` available power tokens; the bids are already gone: thrones:wildlings.8."""
    state = game.state
    lost = lose_power(state, seat, tokens)
    game.emit(PowerLost(house=state.houses[seat], tokens=lost, rule="thrones:wildling.skinchanger-scout"))


CARDS: dict[str, WildlingCardRules] = {
    "silence-at-the-wall": WildlingCardRules(nothing, nothing, nothing),
    "preemptive-raid": WildlingCardRules(preemptive_raid_lowest, nothing, nothing),
    "crow-killers": WildlingCardRules(crow_killers_lowest, crow_killers_other, crow_killers_highest),
    "rattleshirts-raiders": WildlingCardRules(
        rattleshirts_raiders_lowest, rattleshirts_raiders_other, rattleshirts_raiders_highest
    ),
    "massing-on-the-milkwater": WildlingCardRules(
        massing_on_the_milkwater_lowest, massing_on_the_milkwater_other, massing_on_the_milkwater_highest
    ),
    "a-king-beyond-the-wall": WildlingCardRules(
        a_king_beyond_the_wall_lowest, a_king_beyond_the_wall_other, a_king_beyond_the_wall_highest
    ),
    "mammoth-riders": WildlingCardRules(mammoth_riders_lowest, mammoth_riders_other, mammoth_riders_highest),
    "the-horde-descends": WildlingCardRules(
        the_horde_descends_lowest, the_horde_descends_other, the_horde_descends_highest
    ),
    "skinchanger-scout": WildlingCardRules(skinchanger_scout_lowest, skinchanger_scout_other, nothing),
}
"""The rules of each card. The rewards of Preemptive Raid and Skinchanger Scout need more than the house."""
