"""The panels beside the table: turn, offered cards, mana, players, the morale deck and forces."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from banneret.games.runewars.languages import catalogue
from banneret.games.runewars.show.panels import panels
from banneret.games.runewars.view import RunewarsView
from banneret.show.panels import (
    CountersPanel,
    DeckPanel,
    HandPanel,
    RosterPanel,
    TablePanel,
    TrackPanel,
    items_of,
    things_of,
)
from banneret.text.message import Message
from tests.games.runewars.test_runewars_draw import midway, spearmen

NOBODY: frozenset[int] = frozenset()
P = TypeVar("P", bound=TablePanel)


def panel(seen: RunewarsView, id: str, kind: type[P], seats: frozenset[int] = NOBODY) -> P:
    """Return a panel of a view."""
    found = next(one for one in panels(seen, seats) if one.id == id)
    assert isinstance(found, kind)
    return found


def told(*messages: Message) -> str:
    """Return messages in English."""
    return "; ".join(map(catalogue("en").render, messages))


def marks_of(seen: RunewarsView, unit: str) -> str:
    """Return what the forces show on a unit, in English."""
    rows = [row for one in panels(seen, NOBODY) if isinstance(one, RosterPanel) for row in one.roster.rows]
    return told(*(mark.name for row in rows if row.thing == f"unit:{unit}" for mark in row.signs))


def test_everything_beside_the_table_can_be_picked() -> None:
    seen = midway()
    wanted = {f"unit:{unit.id}" for unit in seen.units} | {"player:a", "player:b"}
    assert wanted <= things_of(panels(seen, NOBODY)).keys()
    offered = msgspec.structs.replace(seen, offered=("bounty", "standoff"))
    assert [item.thing for item in panel(offered, "hand:offered", HandPanel).cards] == ["card:bounty", "card:standoff"]


def test_the_round_is_marked_once_it_has_begun() -> None:
    seen = msgspec.structs.replace(midway(), round=3, step="command", initiative=4)
    track = panel(seen, "track:round", TrackPanel)
    assert [slot.label for slot in track.slots if slot.now] == ["3"]
    assert "Initiative 4" in told(*track.notes)
    before = panel(msgspec.structs.replace(seen, step="deploy"), "track:round", TrackPanel)
    assert not [slot for slot in before.slots if slot.now]


def test_mana_points_and_tokens_are_counted() -> None:
    seen = midway()
    (row,) = panel(seen, "counters:runes", CountersPanel).rows
    assert {one.glyph: one.value for one in row.counters} == {rune: str(count) for rune, count in seen.runes.items()}
    for row in panel(seen, "counters:players", CountersPanel).rows:
        assert row.owner is not None
        player = seen.players[row.owner.thing.removeprefix("player:")]
        assert [one.value for one in row.counters] == [str(player.points), str(player.tokens)]


def test_the_morale_deck_shows_the_cards_that_are_known() -> None:
    seen = msgspec.structs.replace(midway(), morale=5, known=("disarray", None), discards=("betrayal",))
    deck = panel(seen, "deck:morale", DeckPanel)
    assert (deck.count, [item.card for item in deck.top]) == (5, ["disarray"])
    assert [item.card for item in deck.discards] == ["betrayal"]
    hidden = msgspec.structs.replace(seen, known=(None, "disarray"))
    assert panel(hidden, "deck:morale", DeckPanel).top == ()


def test_dials_are_shown_to_those_who_know_them_alone() -> None:
    assert "march 2" in marks_of(spearmen(), "a1")
    hidden = marks_of(spearmen(revealed=False, dials=None), "a1")
    assert "march 2" not in hidden
    assert catalogue("en").text("drawing.dials-hidden") in hidden


def test_the_active_unit_is_named_with_its_dials() -> None:
    seen = spearmen()
    acting = msgspec.structs.replace(seen, step="activation", turn="a", active="a1")
    found = panel(acting, "counters:turn", CountersPanel)
    cards = [item.card for item in items_of(found)]
    dials = seen.units[0].dials
    assert dials is not None
    assert {seen.units[0].card, dials.action, dials.modifier} <= set(cards)
    everyone = panel(msgspec.structs.replace(seen, step="command"), "counters:turn", CountersPanel)
    assert "All set their dials" in told(*everyone.rows[0].notes)
