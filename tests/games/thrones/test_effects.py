"""The table of effects is complete, and each of them can happen."""

from __future__ import annotations

from random import Random

import pytest

from banneret.games.thrones.content.components import CARDS, ORDERS, WESTEROS, WILDLING_CARDS
from banneret.games.thrones.events import EVENTS
from tests.games.thrones.effect_positions import SITUATIONS, play_situation
from tests.games.thrones.effects import EFFECTS, IDS
from tests.games.thrones.random_play import SETTINGS, Ledger
from tests.games.thrones.watching import Watch, play_watched, watched

pytestmark = pytest.mark.no_cover  # what is run thousands of times is measured elsewhere

FEW = 60
"""Number of matches of each setting, and maximum number of repetitions of a situation."""


def named(prefix: str) -> bool:
    return any(id == prefix or id.startswith(f"{prefix}.") for id in IDS)


def test_effects_have_names_of_their_own() -> None:
    """No id stands twice, and situations are for effects that there are."""
    assert len(set(IDS)) == len(IDS)
    assert {effect for situation in SITUATIONS for effect in situation.effects} <= set(IDS)


def test_every_card_and_order_is_in_the_table() -> None:
    """Every card text, wildling card with each part, Westeros card in each deck, and order."""
    texts = [id for id, card in CARDS.items() if card.summary]
    assert len(texts) == 24
    missing = [id for id in texts if not named(f"card.{id}")]
    missing += [
        f"{id}.{role}"
        for id in WILDLING_CARDS
        for role in ("lowest", "others", "highest")
        if not named(f"wildling.{id}.{role}")
    ]
    missing += [
        f"{id} in deck {deck}"
        for id, card in WESTEROS.items()
        for deck, count in enumerate(card.count, 1)
        if count and not named(f"westeros.{id}.deck-{deck}")
    ]
    missing += [order.id for order in ORDERS if len([i for i in IDS if i.startswith(f"order.{order.id}.")]) < 2]
    assert missing == []


def test_every_event_is_in_the_table() -> None:
    """Every event is covered by some branch of the table, unless others cause it as well."""
    assert set(EVENTS) - {effect.on for effect in EFFECTS} == set()


@pytest.mark.slow
def test_every_effect_can_happen() -> None:
    """In a few random matches, or from the situations."""
    watch = Watch(EFFECTS)
    for setting, (seats, options) in SETTINGS.items():
        for seed in range(FEW):
            match = watched(watch, seats, f"{setting} {seed}", options | {"confirm_orders": seed % 10 == 0})
            play_watched(match, Random(seed), watch)
    for situation in SITUATIONS:
        for seed in range(FEW):
            if all(watch.counts[effect] for effect in situation.effects):
                break
            play_situation(situation, seed, watch)
    assert [effect for effect in IDS if not watch.counts[effect]] == []


@pytest.mark.slow
def test_nothing_is_gained_or_lost_untold() -> None:
    """Pieces and power tokens on the board are those that events tell, also in rare situations."""
    watch = Watch(())
    for situation in SITUATIONS:
        for seed in range(12):
            play_situation(situation, seed, watch, Ledger())
