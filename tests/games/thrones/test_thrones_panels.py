"""The panels beside the board: what the tracks, houses, hands, decks and the combat show."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from banneret.games.thrones.content.components import CARDS_OF, SUPPLY_LIMITS, WILDLING_CARDS
from banneret.games.thrones.content.languages import catalogue
from banneret.games.thrones.show.panels import panels
from banneret.games.thrones.view import ThronesView
from banneret.kernel.match import Match
from banneret.kernel.registry import rulebook
from banneret.show.panels import CountersPanel, DeckPanel, HandPanel, Item, TablePanel, TrackPanel, things_of
from banneret.show.things import Things
from banneret.text.message import Message
from tests.games.thrones.phase import card_of, stack
from tests.games.thrones.test_draw import fight, start

NOBODY: frozenset[int] = frozenset()
P = TypeVar("P", bound=TablePanel)


def panel(view: ThronesView, id: str, kind: type[P]) -> P:
    """Return a panel of a view."""
    found = next(one for one in panels(view, NOBODY) if one.id == id)
    assert isinstance(found, kind)
    return found


def told(*messages: Message) -> str:
    """Return messages in English."""
    return "; ".join(map(catalogue("en").render, messages))


def notes(item: Item) -> str:
    """Return what is special about a thing, in English."""
    return told(*item.notes)


def test_influence_tracks_show_houses_in_their_order_with_stars_and_tokens() -> None:
    view = msgspec.structs.replace(start(), blade_used=True)
    for track, houses in view.tracks.items():
        found = panel(view, f"track:{track}", TrackPanel)
        assert [slot.items[0].thing for slot in found.slots] == [f"place:{track}:{house}" for house in houses]
        assert [slot.items[0].glyph for slot in found.slots] == list(houses)
        stars = [view.houses[house].stars for house in houses] if track == "kings-court" else [0] * len(houses)
        assert [slot.stars for slot in found.slots] == stars
        assert found.token is not None
        used = track == "fiefdoms"
        assert (found.token.condition, notes(found.token)) == (("used", "used") if used else ("ready", "ready"))


def test_supply_and_castles_show_each_house_once() -> None:
    view = start()
    for id, value in (("track:supply", "supply"), ("track:victory", "fortified")):
        found = panel(view, id, TrackPanel)
        places = {item.glyph: number for number, slot in enumerate(found.slots) for item in slot.items}
        assert places == {house: getattr(one, value) for house, one in view.houses.items()}
    assert [slot.groups for slot in panel(view, "track:supply", TrackPanel).slots] == list(SUPPLY_LIMITS)


def test_armies_are_shown_within_the_limits_of_their_supply() -> None:
    view = start()
    area, found = next((area, one) for area, one in view.areas.items() if one.house == "stark")
    many = msgspec.structs.replace(found, units={"footman": 3}, routed={"knight": 2})
    view = msgspec.structs.replace(view, areas=view.areas | {area: many})
    rows = {row.owner.glyph: row for row in panel(view, "counters:armies", CountersPanel).rows if row.owner is not None}
    assert rows.keys() == view.houses.keys()
    for house, row in rows.items():
        sizes = [
            sum(one.units.values()) + sum(one.routed.values()) for one in view.areas.values() if one.house == house
        ]
        armies = sorted((size for size in sizes if size > 1), reverse=True)
        assert [group.size for group in row.groups if group.size] == armies
        assert tuple(group.room for group in row.groups if group.room) == SUPPLY_LIMITS[view.houses[house].supply]
        assert told(*row.notes) == ("too large" if house == "stark" else "fit")


def test_the_round_and_the_threat_are_marked() -> None:
    view = msgspec.structs.replace(start(), round=3, threat=4, wildlings=(WILDLING_CARDS[0], None))
    for id, label in (("track:round", "3"), ("track:wildlings", "4")):
        assert [slot.label for slot in panel(view, id, TrackPanel).slots if slot.now] == [label]
    assert told(*panel(view, "track:wildlings", TrackPanel).notes).startswith("Next wildlings")
    assert panel(start(), "track:wildlings", TrackPanel).notes == ()


def test_hands_tell_cards_in_hand_from_discards_and_cards_in_play() -> None:
    view = start()
    hand = CARDS_OF["stark"]
    stark = msgspec.structs.replace(view.houses["stark"], hand=hand[2:], discards=hand[:1])
    found = panel(msgspec.structs.replace(view, houses=view.houses | {"stark": stark}), "hand:stark", HandPanel)
    assert {item.card for item in found.cards} == set(hand[2:])
    assert {item.card: notes(item) for item in found.discards} == {hand[0]: "discarded", hand[1]: "in play"}
    assert {item.condition for item in found.discards} == {"used"}


def test_hands_and_forces_of_the_viewer_come_first() -> None:
    view = start()
    found = [one.side for one in panels(view, frozenset({view.houses["stark"].seat})) if one.id.startswith("hand:")]
    assert found[0] == "stark"
    assert sorted(found) == sorted(view.houses)


def test_westeros_decks_show_the_cards_in_force_those_known_and_those_used() -> None:
    view = msgspec.structs.replace(
        start(),
        westeros=("mustering", "clash-of-kings", "web-of-lies"),
        used=(("mustering",), ("clash-of-kings",), ("web-of-lies",)),
        banned=("support-zero", "support-plus-one"),
        decks=(("supply", None), (None,), ()),
        forfeited=("stark",),
    )
    first, second, third = (panel(view, f"deck:westeros-{number}", DeckPanel) for number in (1, 2, 3))
    assert [item.card for item in first.shown] == ["mustering"]
    assert [item.card for item in first.top] == ["supply"]
    assert [item.card for item in first.discards] == ["mustering"]
    assert (first.count, second.count, third.count) == (2, 1, 0)
    assert second.top == ()
    assert {"banned:support-zero", "banned:support-plus-one"} <= things_of(panels(view, NOBODY)).keys()
    row = next(
        one for one in panel(view, "counters:houses", CountersPanel).rows if one.owner and one.owner.card == "stark"
    )
    assert row.owner is not None
    assert notes(row.owner) == "forfeited"


def test_a_combat_shows_both_sides_with_strength_cards_and_support() -> None:
    found = panel(msgspec.structs.replace(start(), combat=fight()), "counters:combat", CountersPanel)
    said = told(found.title, *found.notes, *(note for row in found.rows for note in row.notes))
    for part in ("The Eyrie", "The Mountains of the Moon", "March +1", "Support: The Twins", "wins", "Attacker"):
        assert part in said
    owners = [row.owner for row in found.rows]
    assert [one.thing for one in owners if one is not None] == ["side:attacker", "side:defender"]
    assert any(item.card == "eddard-stark" for row in found.rows for item in row.items)
    assert not [one for one in panels(start(), NOBODY) if one.id == "counters:combat"]


def lines(match: Match[Any], house: str) -> list[str]:
    """Return the answers to the question of a house as people read them."""
    book = rulebook("thrones")
    seat = match.state.houses.index(house)
    things = Things(book, book.view(match.state, frozenset((seat,))))
    ask = match.asking[seat]
    return [things.option(ask, action).line(book.catalogue()) for action in ask.options]


def test_answers_name_an_area_once() -> None:
    areas = {"winterfell": stack("stark", footman=1)}
    mustering = card_of(1, "mustering", areas=areas, tracks={"iron-throne": ["stark", "baratheon", "lannister"]})
    found = lines(mustering, "stark")
    assert "Muster: Footman in Winterfell" in found
    assert "Upgrade a unit: Knight in Winterfell" in found
