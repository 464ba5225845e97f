"""Piles: cards, and who knows which."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from banneret.kernel.chance import Chance
from banneret.kernel.pile import PUBLIC, Pile, fits, knows, mask_of, redeal_together
from banneret.kernel.position_fields import as_object, pile_of
from banneret.kernel.rulebook import PositionError
from banneret.kernel.stream import Stream, derive_key


class Source:
    key = bytes(16)
    drawn = 0


def door() -> Chance:
    return Chance(Source(), [])


def test_masks() -> None:
    assert mask_of([]) == 0
    assert mask_of([0, 2]) == 5
    assert knows(4, 5)
    assert not knows(2, 5)
    assert knows(PUBLIC, 0)
    assert not knows(0, 7)


def test_marks_fit_cards() -> None:
    with pytest.raises(ValueError, match="2 cards with 1 marks"):
        Pile("ab", [0])


def test_only_the_seats_of_a_position_know_its_cards() -> None:
    assert pile_of("deck", ["a", "b", "c"], [PUBLIC, 0, 7], 3).known == [PUBLIC, 0, 7]
    for mark in (8, PUBLIC - 1):
        with pytest.raises(PositionError, match=r"deck\.known"):
            pile_of("deck", ["a"], [mark], 3)


def test_a_look_marks_the_top_and_leaves_it() -> None:
    pile = Pile("abc")
    assert door().look(pile, 0b10) == "a"
    assert pile.known == [2, 0, 0]
    door().look(pile, 0b01)
    assert pile.known == [3, 0, 0]
    door().look(pile, PUBLIC)
    assert pile.known == [PUBLIC, 0, 0]
    door().look(pile, 1)
    assert pile.known == [PUBLIC, 0, 0]


def test_marks_go_with_the_cards() -> None:
    pile = Pile("abc", [1, 0, PUBLIC])
    pile.move_top_under()
    assert (pile.cards, pile.known) == (list("bca"), [0, PUBLIC, 1])
    pile.put_under("d", 2)
    assert (pile.cards, pile.known) == (list("bcad"), [0, PUBLIC, 1, 2])
    assert door().draw(pile, 4) == "b"
    assert (pile.cards, pile.known) == (list("cad"), [PUBLIC, 1, 2])
    assert len(pile) == 3


def test_a_shuffle_makes_all_forget() -> None:
    pile = Pile("abc", [1, PUBLIC, 2])
    door().shuffle(pile)
    assert pile.known == [0, 0, 0]
    assert sorted(pile.cards) == list("abc")


def test_an_empty_pile_has_no_top() -> None:
    with pytest.raises(ValueError, match="no card is left"):
        door().draw(Pile())


def test_what_a_mask_sees() -> None:
    pile = Pile("abcd", [1, 2, 3, PUBLIC])
    assert pile.seen_by(1) == ["a", None, "c", "d"]
    assert pile.seen_by(2) == [None, "b", "c", "d"]
    assert pile.seen_by(0) == [None, None, None, "d"]
    assert pile.seen_by(3) == list("abcd")


def test_a_hand_shows_no_order() -> None:
    hand = Pile("dbca", [1, 2, PUBLIC, 1])
    assert hand.held_by(1) == ["a", "c", "d", None]
    assert hand.held_by(2) == ["b", "c", None, None]
    assert hand.held_by(0) == ["c", None, None, None]
    assert hand.held_by(3) == list("abcd")


def test_a_copy_is_independent() -> None:
    pile = Pile("ab")
    other = pile.copy()
    other.put_under("c", 0)
    other.known[0] = 1
    assert (pile.cards, pile.known) == (list("ab"), [0, 0])


def test_a_redeal_moves_only_what_is_unknown_and_is_even() -> None:
    counts: Counter[str] = Counter()
    for seed in range(1200):
        pile = Pile("abcde", [0, 1, 0, PUBLIC, 0])
        pile.redeal(1, Stream(derive_key(seed)))
        assert (pile.cards[1], pile.cards[3]) == ("b", "d")
        counts["".join(pile.cards)] += 1
    assert len(counts) == 6
    assert max(abs(n - 200) for n in counts.values()) < 60


def test_piles_of_the_same_cards_are_dealt_anew_together() -> None:
    met: set[str] = set()
    for seed in range(60):
        hand, deck = Pile("ab", [1, 0]), Pile("cd")
        redeal_together((hand, deck), 1, Stream(derive_key(seed)))
        assert hand.cards[0] == "a"
        assert sorted(hand.cards + deck.cards) == list("abcd")
        met.add(hand.cards[1])
    assert met == set("bcd")


def test_a_redeal_does_not_depend_on_the_order_there_is() -> None:
    one, other = Pile("abcd"), Pile("dbca")
    one.redeal(0, Stream(derive_key(1)))
    other.redeal(0, Stream(derive_key(1)))
    assert one.cards == other.cards


def test_which_places_may_hold_another_card() -> None:
    assert fits(0, 1)
    assert fits(2, 1)
    assert not fits(3, 1)
    assert not fits(PUBLIC, 0)
    assert fits(3, None)


@pytest.mark.parametrize("value", [{1: "a"}, {"a": 1, 2: "b"}, ["a"], "a", None])
def test_an_object_has_named_fields(value: Any) -> None:
    assert as_object("pile", {"a": 1, "b": 2}) == {"a": 1, "b": 2}
    with pytest.raises(PositionError, match="pile: not a JSON object"):
        as_object("pile", value)
