"""The panels beside the table: turn, Tactics Board, players, hands, decks and forces."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from banneret.games.icefire.content.editions import EDITION_2021
from banneret.games.icefire.content.languages import catalogue
from banneret.games.icefire.show.panels import panels
from banneret.games.icefire.state import State
from banneret.games.icefire.view import FightView, IcefireView, view
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
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
from tests.games.icefire.scene import laid
from tests.games.icefire.test_icefire_draw import TURN, start

NOBODY: frozenset[int] = frozenset()
P = TypeVar("P", bound=TablePanel)


def panel(seen: IcefireView, id: str, kind: type[P], seats: frozenset[int] = NOBODY) -> P:
    """Return a panel of a view."""
    found = next(one for one in panels(seen, seats) if one.id == id)
    assert isinstance(found, kind)
    return found


def told(*messages: Message) -> str:
    """Return messages in English."""
    return "; ".join(map(catalogue("en").render, messages))


def test_everything_beside_the_table_can_be_picked() -> None:
    seen = start()
    wanted = {f"ncu:{ncu.id}" for ncu in seen.ncus} | {f"zone:{zone}" for zone in seen.zones}
    wanted |= {f"unit:{unit.id}" for unit in seen.units} | {"player:a", "player:b"}
    assert wanted <= things_of(panels(seen, NOBODY)).keys()


def test_the_tactics_board_shows_who_holds_a_zone() -> None:
    seen = start()
    ncu = seen.ncus[0]
    held = msgspec.structs.replace(seen, zones=seen.zones | {"crown": ncu.id})
    rows = {row.owner.thing: row.items for row in panel(held, "counters:zones", CountersPanel).rows if row.owner}
    assert [(item.card, item.glyph, item.value) for item in rows["zone:crown"]] == [
        (ncu.card, seen.players[ncu.player].faction, ncu.id.upper())
    ]
    assert rows["zone:wealth"] == ()


def test_hands_are_shown_to_those_who_know_them_alone() -> None:
    state = laid("a 10203 24 20 0", "b 10101 24 40 180", hands={"b": ["40120"]})
    own = panel(view(state, frozenset({1})), "hand:b", HandPanel)
    hidden = panel(view(state, frozenset({0})), "hand:b", HandPanel)
    assert [item.thing for item in own.cards] == ["card:40120"]
    assert [(item.thing, item.card) for item in hidden.cards] == [("back:b:0", "")]
    seen = view(state, frozenset({1}))
    assert panel(seen, "deck:b", DeckPanel).count == seen.players["b"].deck


def test_the_own_hand_and_force_come_first() -> None:
    seen = start()
    found = [one.side for one in panels(seen, frozenset({1})) if isinstance(one, (HandPanel, RosterPanel)) and one.side]
    assert found == ["lannister", "stark", "lannister", "stark"]


def test_an_attack_shows_its_dice_and_hits() -> None:
    fight = FightView(attacker="a1", defender="b1", kind="melee", keywords=("vicious",), dice=(1, 4, 6), hits=2)
    seen = msgspec.structs.replace(start(), turn=msgspec.structs.replace(TURN, fights=(fight,)))
    found = panel(seen, "counters:turn", CountersPanel)
    said = told(*(note for row in found.rows for note in row.notes), *(item.name for item in items_of(found)))
    for part in ("a1 attacks b1 (Melee attack)", "2 Hits", "Vicious", "A1: "):
        assert part in said
    assert [item.glyph for item in found.rows[1].items] == ["face-1", "face-4", "face-6"]


def test_cards_of_which_only_later_values_are_known_are_marked() -> None:
    state = laid("a 10203 24 20 0", "b 10101 24 40 180", ncus=["a 30205"], hands={"b": ["40120"]}, edition=EDITION_2021)
    found = panels(view(state, frozenset({1})), frozenset({1}))
    rows = [row for one in found if isinstance(one, RosterPanel) for row in one.roster.rows]
    marked = {row.card for row in rows if "values of season 4" in told(*(mark.name for mark in row.signs))}
    assert marked == {"10203", "30205"}
    (card,) = panel(view(state, frozenset({1})), "hand:b", HandPanel).cards
    assert told(*card.notes) == "values of season 5"


def test_points_rounds_and_teammates_are_shown() -> None:
    match: Match[State] = new_match("icefire-s6", seats=4, seed=2, options={"teams": True})
    seen = view(match.state, frozenset({0}))
    rows = panel(seen, "counters:players", CountersPanel).rows
    assert [row.owner.thing for row in rows if row.owner] == ["player:a", "player:b", "player:c", "player:d"]
    assert "with Player C" in told(*rows[0].notes)
    assert rows[0].counters[0].limit == str(seen.players["a"].needed)
    track = panel(msgspec.structs.replace(seen, round=2), "track:round", TrackPanel)
    assert [slot.label for slot in track.slots if slot.now] == ["2"]
