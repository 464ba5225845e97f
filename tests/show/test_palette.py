"""Palettes: what a question offers beside the board, what it refuses and why, and the gesture."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from banneret.bots import RandomBot, play_for
from banneret.games.thrones.actions import PlaceOrder
from banneret.kernel import notation
from banneret.kernel.asks import Ask
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.show.palette import Palette, palette_of
from banneret.show.showing import showing_of


def asked(game: str, seats: int, kind: str, answers: int = 200) -> tuple[Match[Any], Ask]:
    """Return the first question of a kind in a random match, and the match."""
    options = {"size": "skirmish"} if game == "runewars" else {}
    match = new_match(game, seats=seats, seed=3, options=options)
    bots = [RandomBot(seat) for seat in range(seats)]
    for _ in range(answers):
        seat, ask = min(match.asking.items())
        if ask.kind == kind:
            return match, ask
        play_for(dict(enumerate(bots)), match, seat, seed=1, once=True)
    raise AssertionError(f"{game} never asks {kind}")


def palette(match: Match[Any], ask: Ask) -> Palette:
    """Return the palette as a server makes it."""
    showing, view = showing_of(match.rulebook), match.view(frozenset({ask.seat})).game
    known, gesture = showing.tokens(view, ask), showing.gesture(view, ask)
    return palette_of(match.rulebook, ask, known, gesture, lambda thing: showing.explains(view, ask, thing))


def placing(match: Match[Any], order: str) -> PlaceOrder:
    """Return the first option of seat 0 that places an order."""
    listed = match.asking[0].options.listed
    return next(one for one in listed if isinstance(one, PlaceOrder) and one.order == order)


GESTURES = [
    ("thrones", 3, {"order": "ring", "march": "drag", "house-card": "fan", "loss": "assign"}),
    ("battles", 2, {"turn": "ring", "move": "drag"}),
    ("icefire-s6", 2, {"deploy": "drag", "activation": "pick", "action": "ring"}),
    ("runewars", 2, {"deploy": "drag", "dials": "dial"}),
]


@pytest.mark.parametrize(("game", "seats", "gestures"), GESTURES)
def test_questions_have_gestures_and_tokens_that_they_offer_or_refuse(
    game: str, seats: int, gestures: dict[str, str]
) -> None:
    for kind, gesture in gestures.items():
        match, ask = asked(game, seats, kind)
        found = palette(match, ask)
        assert found.gesture == gesture, kind
        written = " ".join(notation.write(one) for one in ask.options.listed)
        for token in found.tokens:
            offered = token.thing.partition(":")[2] in written
            assert offered or token.refusal is not None, f"{token.thing} is neither offered nor refused"


@pytest.mark.rule("thrones:orders.8")
@pytest.mark.rule("thrones:kings-court.3")
def test_order_tokens_are_counted_and_those_that_cannot_be_placed_name_the_rule() -> None:
    match = new_match("thrones", seats=3, seed=3)
    seat, ask = 0, match.asking[0]
    before = {token.thing: token for token in palette(match, ask).tokens}
    assert len(before) == 11
    assert before["order:raid"].count == 2
    assert all(token.refusal is None for token in before.values())
    match.play(seat, placing(match, "special-raid"))
    match.play(seat, placing(match, "march-zero"))
    after = {token.thing: token for token in palette(match, match.asking[seat]).tokens}
    used = after["order:march-zero"]
    assert (used.count, used.refusal and used.refusal.rule) == (0, "thrones:orders.8")
    area = placing(match, "raid").area
    for token in after.values():
        if token.refusal is not None:
            refusal, _ = match.judge(seat, notation.write(PlaceOrder(area, token.thing.partition(":")[2])))
            assert refusal == token.refusal, "the palette and the answer are judged by the same predicate"


@pytest.mark.rule("rw:6.2")
def test_the_sectors_of_dials_have_initiative_speed_and_stance() -> None:
    found = palette(*asked("runewars", 2, "dials"))
    assert {token.thing.partition(":")[0] for token in found.tokens} == {"action", "modifier"}
    march = next(token for token in found.tokens if token.glyph == "march")
    assert march.value.isdecimal()
    assert march.beside.isdecimal()
    assert march.tint == "blue"


def test_battles_explains_only_commanders_who_are_on_the_map() -> None:
    match = new_match("battles", seats=2, seed=3)
    bots = [RandomBot(seat) for seat in range(2)]
    known = set(match.rulebook.domains["commander"])
    refused = 0
    for _ in range(100):
        seat, ask = min(match.asking.items())
        houses = list(match.view(frozenset({seat})).game.houses.values())
        present = {one.id for one in houses[seat].commanders if one.hex}
        shown = {one.thing.partition(":")[2]: one.refusal for one in palette(match, ask).tokens}
        assert {name for name in shown.keys() & known if shown[name] is not None} <= present
        refused += sum(shown[name] is not None for name in shown.keys() & present)
        play_for(dict(enumerate(bots)), match, seat, seed=1, once=True)
    assert refused > 0


def test_a_palette_can_be_written_and_read() -> None:
    found = palette(*asked("thrones", 3, "order"))
    assert msgspec.json.decode(msgspec.json.encode(found), type=Palette) == found


DICE = [("battles", "dice"), ("icefire-s6", "die"), ("icefire-2021", "die"), ("runewars", "die"), ("runewars", "shown")]


@pytest.mark.parametrize(("game", "domain"), DICE)
def test_each_die_that_can_be_chosen_has_a_picture(game: str, domain: str) -> None:
    book = new_match(game, seats=2, seed=1).rulebook
    pictures = showing_of(book).emblems().pictures
    drawn = {value: pictures.get(f"{domain}:{value}") for value in book.domains[domain]}
    assert None not in drawn.values(), drawn
    assert len(set(drawn.values())) == len(drawn), "two dice look the same"
