"""Chance: the same numbers everywhere, one door, supplied results are those applied."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from hashlib import blake2b
from itertools import permutations
from typing import Any

import pytest

from banneret.kernel.chance import UNSEEN, Chance
from banneret.kernel.creation import from_position
from banneret.kernel.pile import PUBLIC, Pile
from banneret.kernel.record import Record
from banneret.kernel.stream import Stream, below, derive_key, word
from tests.kernel.helpers import begin, until_asked

KEY = bytes(range(16))

VECTOR = {
    0: 0xDE87F15D6C482F2B,
    1: 0x18109EDF379BADAD,
    7: 0xDA89FB9CEF45CB89,
    8: 0x170972AC9B67FE1E,
    12345: 0x280C1F599C86CF5E,
}
PICKS = [1, 5, 2, 1, 2, 2, 2, 3, 2, 5, 1, 2]
SHUFFLED = "bhagefdc"
DERIVED = "cd97ab90b0b6847c0bd966aa4f58ff18"


class Source:
    def __init__(self, key: bytes = KEY) -> None:
        self.key = key
        self.drawn = 0


def chance(key: bytes = KEY) -> Chance:
    return Chance(Source(key), [])


def test_words_are_those_of_the_documentation() -> None:
    for index in (0, 1, 7, 8, 9, 1000, 1 << 40):
        block = blake2b((index // 8).to_bytes(8, "little"), key=KEY, digest_size=64).digest()
        assert word(KEY, index) == int.from_bytes(block[8 * (index % 8) :][:8], "little")


def test_the_words_of_a_fixed_key() -> None:
    assert [word(KEY, i) for i in VECTOR] == list(VECTOR.values())


def test_results_of_a_fixed_key() -> None:
    door = chance()
    assert [door.pick(6) for _ in range(12)] == PICKS
    pile = Pile("abcdefgh")
    door.shuffle(pile)
    assert "".join(pile.cards) == SHUFFLED
    assert door.source.drawn == 12 + 7


def test_derived_keys_are_fixed_and_tell_types_apart() -> None:
    assert derive_key("seed", 1).hex() == DERIVED
    keys = [
        derive_key("seed", 1),
        derive_key("seed", "1"),
        derive_key("seed", b"1"),
        derive_key("see", "d1"),
        derive_key("seed1"),
    ]
    assert len(set(keys)) == 5
    assert {len(key) for key in keys} == {16}


def test_numbers_are_evenly_spread() -> None:
    stream = Stream(derive_key("even"))
    counts = Counter(stream.below(6) for _ in range(12_000))
    assert set(counts) == set(range(6))
    assert sum((n - 2000) ** 2 / 2000 for n in counts.values()) < 20.5  # chi squared, 5 degrees: 1 in 1000


def test_every_order_of_a_shuffle_is_as_likely() -> None:
    stream = Stream(derive_key("orders"))
    counts: Counter[str] = Counter()
    for _ in range(6000):
        cards = list("abc")
        stream.shuffle(cards)
        counts["".join(cards)] += 1
    assert set(counts) == {"".join(p) for p in permutations("abc")}
    assert sum((n - 1000) ** 2 / 1000 for n in counts.values()) < 20.5


def test_words_that_would_favor_low_numbers_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 2**64 words one is left over when they are dealt to three numbers: the last."""
    source, words = Source(), [2**64 - 1, 2**64 - 2]
    monkeypatch.setattr("banneret.kernel.stream.word", lambda _, index: words[index])
    assert below(source, 3) == 2
    assert source.drawn == 2


def test_there_is_no_number_below_nothing() -> None:
    with pytest.raises(ValueError, match="below 0"):
        chance().pick(0)


def test_supplied_results_are_those_applied() -> None:
    door = chance()
    door.supply([4, UNSEEN, 0])
    results = [door.pick(6) for _ in range(5)]
    free = chance()
    as_ever = [free.pick(6) for _ in range(5)]
    assert results == [4, as_ever[1], 0, as_ever[3], as_ever[4]]  # what is not supplied comes as ever
    assert [d.result for d in door.draws] == results
    assert door.source.drawn == free.source.drawn


@pytest.mark.parametrize("wrong", [6, -1, "x"])
def test_a_supplied_result_that_cannot_be_is_refused(wrong: int | str) -> None:
    door = chance()
    door.supply([wrong])
    with pytest.raises(ValueError, match="the supplied result"):
        door.pick(6)


def test_a_supplied_card_is_drawn_and_the_pile_stays_whole() -> None:
    door = chance()
    door.supply(["d"])
    pile = Pile("abcd")
    assert door.draw(pile) == "d"
    assert door.source.drawn == 0  # there is one such card, in one place
    assert sorted(pile.cards) == ["a", "b", "c"]
    door.supply(["d"])
    with pytest.raises(ValueError, match="'d' is not available"):
        door.draw(pile)


def test_supplied_results_reach_the_rules() -> None:
    match = from_position("skirl", {"state": begin().position()["state"]}, chance=[2])
    assert match.view().game.weather == 3
    assert match.supplied


def test_supplied_results_survive_copies_records_positions_and_taking_back() -> None:
    start = begin(seed=3)
    weather = (start.state.weather - 1 + 1) % 6
    match = from_position("skirl", {"state": start.position()["state"]}, chance=[weather])
    match.play(0, "bid 2")
    copies = [match.clone(), Record.of(match).replay(), from_position("skirl", match.position())]
    assert [m.state.weather for m in copies] == [weather + 1] * 3
    assert {m.digest() for m in copies} == {match.digest()}
    match.undo(0)
    assert match.state.weather == weather + 1
    with pytest.raises(ValueError, match="skirl:purse"):
        match.play(0, "bid 9")
    assert match.state.weather == weather + 1


def test_results_that_are_still_to_come_survive_copies_and_taking_back() -> None:
    match = until_asked("scout")
    seat = next(iter(match.asking))
    match.supply(["cup"] if "cup" in match.state.deck.cards else ["axe"])
    expected = match._game.chance.script[-1]
    twin = match.clone()
    twin.play(seat, "peek deck")
    assert twin.draws[-2].result == expected  # the last one notes the private event


def test_a_deal_gives_each_its_own_and_repeats_what_was_seen() -> None:
    free = chance()
    deck = list("aabbcc")
    dealt = free.deal(deck, [1, 2])
    assert sorted(deck + dealt) == list("aabbcc")
    again = chance()
    again.supply(dealt)
    assert again.deal(list("aabbcc"), [1, 2]) == dealt
    assert again.source.drawn == free.source.drawn


@pytest.mark.parametrize(
    ("supplied", "dealt"),
    [(["b"], "ba"), (["a"], "ab"), ([UNSEEN, "a"], "ba"), ([UNSEEN, "b"], "ab"), (["b", "a"], "ba")],
)
def test_what_is_not_supplied_of_a_deal_comes_from_the_other_cards(supplied: list[Any], dealt: str) -> None:
    door, cards = chance(), list("ab")
    door.supply(supplied)
    assert (door.deal(cards, [1, 2]), cards) == (list(dealt), [])


def test_taking_a_card_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ValueError, match="no 'x' in the pile"):
        chance().take(Pile("abc"), "x")


def test_the_card_most_seats_know_is_taken() -> None:
    pile = Pile("aaab", [1, 3, PUBLIC, 0])
    chance().take(pile, "a")
    assert (pile.cards, pile.known) == (["a", "a", "b"], [1, 3, 0])
    chance().take(pile, "a")
    assert (pile.cards, pile.known) == (["a", "b"], [1, 0])


@pytest.mark.parametrize("card", ["a", "c", "d"])
def test_which_places_are_left_shows_not_which_card_was_taken(card: str) -> None:
    """The second card is public; those that nobody else knows keep their order."""
    hand = Pile("abcd", [1, PUBLIC, 1, 1])
    chance().take(hand, card)
    assert (hand.known, hand.cards[1]) == ([1, PUBLIC, 1], "b")
    assert [one for one in hand.cards if one != "b"] == [one for one in "acd" if one != card]


def test_a_pile_with_an_order_keeps_it() -> None:
    deck = Pile("abcd", [1, PUBLIC, 0, 1])
    chance().take(deck, "a", ordered=True)
    assert (deck.cards, deck.known) == (["b", "c", "d"], [PUBLIC, 0, 1])


def test_of_equal_cards_each_seat_knows_one_less() -> None:
    """Seats 1 and 2 have each seen one of two equal cards, and cannot distinguish which is played."""
    hand = Pile("aab", [1 | 2, 1 | 4, 1])
    chance().take(hand, "a")
    assert (hand.cards, hand.known) == (["a", "b"], [1, 1])
    hand = Pile("aab", [1 | 2, PUBLIC, 1])
    chance().take(hand, "a")
    assert (hand.cards, hand.known) == (["a", "b"], [1 | 2, 1])


def test_in_an_imagined_match_a_taken_card_is_exchanged_for_a_hidden_one() -> None:
    hand, deck = Pile("abc", [1, 2, 2]), Pile("xxxy", [0, 1, 0, 0])
    door = chance()
    door.imagined = 1  # seat 0 looks: of the hand it knows the first card, of the deck the second
    door.stock = lambda *_: (hand, deck)
    door.take(hand, "x")
    assert sorted(hand.cards + deck.cards) == sorted("abcxxy")
    assert hand.cards[0] == "a"
    assert deck.cards[1] == "x"


def test_a_seen_card_is_brought_to_the_top_from_every_hidden_place_alike() -> None:
    """Redeal two a and one b; if a was seen on top, b is equally often second and third."""
    counts: Counter[str] = Counter()
    for seed in range(3000):
        pile = Pile("aab")
        pile.redeal(1, Stream(derive_key("redeal", seed)))
        door = chance(derive_key("door", seed))
        door.imagined = 1
        door.supply(["a"])
        assert door.look(pile, 1) == "a"
        counts["".join(pile.cards)] += 1
    assert set(counts) == {"aab", "aba"}
    assert abs(counts["aab"] - 1500) < 120


def test_a_seen_card_never_moves_a_known_one() -> None:
    for seed in range(50):
        pile = Pile("bacad", [0, 1, 0, 0, 0])
        door = chance(derive_key(seed))
        door.imagined = 1
        door.supply(["a"])
        door.draw(pile, 1)
        assert pile.cards[0] == "a"
        assert pile.known[0] == 1
        assert sorted(pile.cards) == list("abcd")


def test_reveal_shows_everybody_what_was_seen_by_few() -> None:
    door = chance()
    door.pick(6, seen=1)
    kept = door.draws[:]
    door.reveal(0)
    assert [d.seen for d in door.draws] == [PUBLIC, PUBLIC]
    assert door.draws[-1].result is None
    assert kept[0].seen == 1  # a copy that holds the old notes keeps them


@pytest.mark.parametrize(("version", "converted"), [("0", ["0"]), (None, [])])
def test_a_position_of_another_version_is_converted(
    version: str | None, converted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def migrate(_: object, data: Mapping[str, Any], version: str) -> Mapping[str, Any]:
        asked.append(version)
        return data

    start = begin()
    monkeypatch.setattr(type(start.rulebook), "migrate", migrate)
    given = {"version": version} if version is not None else {}
    from_position("skirl", {"state": start.position()["state"], **given})
    assert asked == converted
