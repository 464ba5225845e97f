"""Builders of all games with lists, and random lists and edits for them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from banneret import armies
from banneret.armies import Builder, ChangeHead, ChooseLeader, Draft, Edit, MoveCard, RemoveCard, SwapCard, positions
from banneret.content.army_building import Candidate
from banneret.content.army_lists import armies_of
from banneret.kernel.registry import rulebook, rulebook_ids

GAMES: Final = [game for game in rulebook_ids() if armies_of(rulebook(game)) is not None]


def random_draft(builder: Builder, number: int) -> Draft:
    """Return a random legal list; the number chooses faction, size and seed."""
    maker = builder.maker
    faction = maker.factions[number % len(maker.factions)]
    points = maker.sizes[number // len(maker.factions) % len(maker.sizes)]
    return builder.building.draft(maker.random(number, faction, points))


def random_edits(builder: Builder, draft: Draft, pick: random.Random) -> Sequence[Edit]:
    """Return edits that people might make, legal or not."""
    cards = builder.building.candidates(draft.faction, assumed=pick.random() < 0.2)
    here = [at for at, _ in positions(draft)]
    card: Candidate = pick.choice(cards)
    form = pick.choice(card.forms).form if card.forms else ""
    into = str(pick.randrange(len(draft.entries))) if draft.entries else ""
    match pick.randrange(7):
        case 0 | 1 | 2:
            return builder.edits_to_add(draft, card, into, form)
        case 3 if here:
            return [RemoveCard(at=pick.choice(here))]
        case 4 if here:
            at = pick.choice(here)
            same = [one for one in cards if builder.goes_inside(one.section) == ("." in at)]
            other = pick.choice(same)
            return [SwapCard(at=at, card=other.card, form=other.forms[0].form if other.forms else "")]
        case 5 if draft.entries:
            return [MoveCard(at="0", to=pick.randrange(len(draft.entries)))]
        case 6 if builder.building.leads:
            return [ChooseLeader(card=pick.choice([one.card for one in cards if one.leads]))]
    return [ChangeHead(points=pick.choice(builder.maker.sizes))]


def built(game: str) -> Builder:
    """Return the builder of a game."""
    return armies.builder(game)
