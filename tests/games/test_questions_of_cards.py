"""Questions asked by cards name the card, so that clients can show its text."""

from __future__ import annotations

from functools import cache

import pytest

from banneret.bots import make_bot, play_for
from banneret.kernel.creation import new_match
from banneret.kernel.registry import rulebook

SEATS = {"thrones": 6, "icefire-s6": 2, "icefire-2021": 2, "runewars": 2, "battles": 2}
MATCHES = {"thrones": 1, "icefire-s6": 2, "icefire-2021": 2, "runewars": 2, "battles": 2}


@cache
def questions(game: str) -> frozenset[tuple[str, str]]:
    """Play random matches; return the kind of each question and the card that it is about."""
    found = set()
    for seed in range(MATCHES[game]):
        match = new_match(game, seats=SEATS[game], seed=seed, events=False)
        bots = {seat: make_bot("random", seat) for seat in range(SEATS[game])}
        while match.asking:
            seat, ask = next(iter(match.asking.items()))
            found.add((ask.kind, ask.about))
            play_for(bots, match, seat, seed=1, once=True)
    return frozenset(found)


@pytest.mark.slow
@pytest.mark.parametrize("game", SEATS)
def test_every_card_that_asks_is_among_the_cards_of_the_game(game: str) -> None:
    cards = {card.id for card in rulebook(game).cards.all()}  # type: ignore[attr-defined]  # all these games have cards
    assert {about for _, about in questions(game)} <= {"", *cards}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "kind", "card_kind"),
    [
        ("thrones", "a-throne-of-blades", "westeros-card"),
        ("thrones", "loss", "wildling-card"),
        ("battles", "commands", "leadership-card"),
        ("battles", "unit", "leadership-card"),
        ("icefire-s6", "may", "non-combat-unit"),
        ("icefire-s6", "unit", "tactics-card"),
        ("icefire-2021", "shift", "order"),
        ("runewars", "unit", "objective"),
    ],
)
def test_kinds_of_cards_that_ask(game: str, kind: str, card_kind: str) -> None:
    cards = {card.id: card.kind for card in rulebook(game).cards.all()}  # type: ignore[attr-defined]  # as above
    assert (kind, card_kind) in {(asked, cards.get(about, "")) for asked, about in questions(game)}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "kind"),
    [("thrones", "march"), ("thrones", "house-card"), ("battles", "turn"), ("icefire-s6", "activation")],
)
def test_rules_ask_about_no_card(game: str, kind: str) -> None:
    assert {about for asked, about in questions(game) if asked == kind} == {""}
