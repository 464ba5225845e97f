"""The toy keeps every promise, and faults that are planted in it are caught."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from banneret.kernel.choosers import Refusal
from banneret.kernel.flow import Flow, ask, together
from banneret.kernel.match import Match, Seats
from banneret.kernel.pile import PUBLIC, knows, mask_of, redeal_together
from banneret.kernel.registry import register
from banneret.kernel.stream import Stream, derive_key
from banneret.testing import conformance
from banneret.testing.conformance import (
    CHECKS,
    ConformanceError,
    Twins,
    check_events_off,
    check_illegal,
    check_match,
    check_options,
    check_rulebook,
    lock_imagine,
    lock_public,
    lock_redeal,
    lock_twins,
    random_match,
)
from tests.kernel import toy, toy_events
from tests.kernel.helpers import begin, finished, until_asked
from tests.kernel.toy import SkirlRulebook, SkirlView
from tests.kernel.toy_actions import (
    Bid,
    BidChooser,
    BuryChooser,
    PostureChooser,
    Skirl,
    Stake,
    StakeChooser,
    Toss,
    TossChooser,
)
from tests.kernel.toy_state import KINDS, State


@pytest.mark.parametrize("seed", range(9))
def test_skirl_conforms(seed: int) -> None:
    match = check_match("skirl", 2 + seed % 3, seed, checks=dict.fromkeys(CHECKS, 6))
    check_events_off(match)


def test_the_declarations_of_skirl_are_sound(skirl: SkirlRulebook) -> None:
    check_rulebook(skirl)
    assert conformance.domains_used(skirl) == set(skirl.domains)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_imagined_match_is_played_to_its_end(seats: int) -> None:
    def imagine(match: Match[Any]) -> None:
        if len(match.answers) % 5 == 0:
            lock_imagine(match, len(match.answers) % seats, play_out=True)

    random_match("skirl", seats, 7, on_question=imagine)


def test_drawings_are_locked_too() -> None:
    lock_redeal(until_asked("scout"), 0, drawing=True)


def test_an_illegal_answer_changes_nothing() -> None:
    match = begin()
    for answer in ("bid 9", "bid 77", "stake axe", "dance", Stake("axe"), Bid(6), Bid(True), Bid("x")):  # type: ignore[arg-type]  # bad answers are the point
        check_illegal(match, 0, answer)


def test_every_field_of_the_state_is_classified() -> None:
    assert set(toy.FIELDS) == set(State.__slots__)
    assert set(toy.FIELDS.values()) == {"public", "owned", "hidden", "pile"}


# Planted faults: a variant of the toy, and the check that catches it

Lock = Callable[[Match[Any], Stream], object]


def catches(lock: Lock, book: SkirlRulebook, seeds: int = 12, rate: int = 1) -> str:
    """Play variants at random until the lock fails; return what it says."""
    book.id = type(book).__name__.lower()  # type: ignore[misc]  # a constant elsewhere
    register(book)
    for seed in range(seeds):
        stream = Stream(derive_key("catch", seed))

        def look(match: Match[Any], stream: Stream = stream) -> None:
            if stream.below(rate) == 0:
                lock(match, stream)

        try:
            random_match(book.id, 2 + seed % 3, seed, on_question=look, events=True)
        except ConformanceError as error:
            return str(error)
    pytest.fail("nothing was noticed")


def viewer(match: Match[Any], stream: Stream) -> int:
    return stream.below(match.seats)


def redeal_lock(match: Match[Any], stream: Stream) -> None:
    lock_redeal(match, viewer(match, stream), stream=stream)


def imagine_lock(match: Match[Any], stream: Stream) -> None:
    lock_imagine(match, viewer(match, stream), stream=stream)


def public_lock(match: Match[Any], stream: Stream) -> None:
    lock_public(match, viewer(match, stream), stream=stream)


def twin_lock(match: Match[Any], stream: Stream) -> list[Twins]:
    return lock_twins(match, viewer(match, stream), stream=stream, most=20)


class ShowsTheTop(SkirlRulebook):
    """The view shows the top of the deck to everybody."""

    def view(self, state: State, seats: frozenset[int]) -> SkirlView:
        view = super().view(state, seats)
        shown = (state.deck.cards[0], *view.deck[1:]) if state.deck.cards else ()
        return SkirlView(**{**{n: getattr(view, n) for n in view.__struct_fields__}, "deck": shown})


class ShowsBids(SkirlRulebook):
    """The view shows bids that lie face down."""

    def view(self, state: State, seats: frozenset[int]) -> SkirlView:
        view = super().view(state, seats)
        return SkirlView(**{**{n: getattr(view, n) for n in view.__struct_fields__}, "bids": tuple(state.bids)})


class OptionsTell(SkirlRulebook):
    """How much a seat can bid depends on the next seat's hand."""

    def decide(self, game: Skirl, seat: int) -> Flow[tuple[int, str]]:
        state = game.state
        rival = state.hands[(seat + 1) % state.seats].cards
        bid = yield from ask(seat, BidChooser(min(state.coins[seat], 1 + KINDS.index(min(rival)))))
        stake = yield from ask(seat, StakeChooser(state.hands[seat].cards))
        return bid.coins, stake.card


class RefusalTells(SkirlRulebook):
    """Why a posture is refused depends on the deck."""

    def decide(self, game: Skirl, seat: int) -> Flow[tuple[int, str]]:
        bid = yield from ask(seat, Teller(game.state.coins[seat], game.state.deck.cards[-1]))
        stake = yield from ask(seat, StakeChooser(game.state.hands[seat].cards))
        yield from ask(seat, PostureChooser(bid.coins))
        return bid.coins, stake.card


class Teller(BidChooser):
    """Cites what it should not."""

    __slots__ = ("card",)

    def __init__(self, purse: int, card: str) -> None:
        super().__init__(purse)
        self.card = card

    def refusal(self, action: Bid) -> Refusal | None:
        refusal = super().refusal(action)
        return refusal and Refusal(f"skirl:{self.card}", refusal.reason)


class AsksTell(SkirlRulebook):
    """The leader is asked once more if the card on top of the deck is low."""

    def scout(self, game: Skirl) -> Flow[None]:
        if game.state.deck.cards[:1] < ["bow"]:
            yield from ask(self.leader(game.state), BuryChooser())
        yield from super().scout(game)


class SilenceTells(SkirlRulebook):
    """A seat with a single kind of card in its hand is not asked what it stakes."""

    def decide(self, game: Skirl, seat: int) -> Flow[tuple[int, str]]:
        hand = game.state.hands[seat].cards
        if len(set(hand)) == 1:
            return 0, hand[0]
        yield from ()
        return (yield from super().decide(game, seat))


class EventTells(SkirlRulebook):
    """The event of drawing a card includes the card."""

    def tell_drawn(self, game: Skirl, seat: int, card: str) -> None:
        game.emit(toy_events.Drew(seat, card))


class ForgetsTheDeck(SkirlRulebook):
    """The redeal leaves the deck as it is."""

    def redeal(self, state: State, mask: int, stream: Stream) -> None:
        redeal_together((*state.hands, *state.stakes), mask, stream)


class ForgetsBids(SkirlRulebook):
    """The redeal leaves the bids as they are."""

    def redeal(self, state: State, mask: int, stream: Stream) -> None:
        redeal_together((state.deck, *state.hands, *state.stakes), mask, stream)


class RedealsTheTruth(SkirlRulebook):
    """The redeal shuffles what lies there without sorting it first."""

    def redeal(self, state: State, mask: int, stream: Stream) -> None:
        for pile in (state.deck, *state.hands, *state.stakes):
            hidden = [i for i, known in enumerate(pile.known) if not knows(known, mask)]
            cards = [pile.cards[i] for i in hidden]
            stream.shuffle(cards)
            for i, card in zip(hidden, cards, strict=True):
                pile.cards[i] = card


class LosesMarks(SkirlRulebook):
    """The redeal changes what the seat has seen."""

    def redeal(self, state: State, mask: int, stream: Stream) -> None:
        redeal_together((state.deck, *state.hands, *state.stakes), 0, stream)


class LooksInSecret(SkirlRulebook):
    """The draw is declared as hidden from all, but the drawer sees it."""

    def draw_card(self, game: Skirl, seat: int) -> None:
        card = game.chance.draw(game.state.deck, 0)
        game.state.hands[seat].put_under(card, 1 << seat)
        self.tell_drawn(game, seat, card)


class PlacesTell(SkirlRulebook):
    """A card that is tossed leaves its place, so that one that all know moves up or does not, in a hand of several."""

    def draw_card(self, game: Skirl, seat: int) -> None:
        for _ in range(3):
            super().draw_card(game, seat)

    def toss(self, game: Skirl, seat: int) -> Flow[None]:
        state = game.state
        answer = yield from ask(seat, TossChooser(state.hands[seat].cards))
        for card in answer.cards if isinstance(answer, Toss) else ():
            game.chance.take(state.hands[seat], card, ordered=True)
            state.discard.append(card)


FAULTS: list[tuple[type[SkirlRulebook], Lock]] = [
    (ShowsTheTop, redeal_lock),
    (ShowsTheTop, twin_lock),
    (ShowsBids, redeal_lock),
    (ShowsBids, twin_lock),
    (OptionsTell, redeal_lock),
    (OptionsTell, twin_lock),
    (RefusalTells, redeal_lock),
    (RefusalTells, twin_lock),
    (AsksTell, redeal_lock),
    (AsksTell, twin_lock),
    (SilenceTells, redeal_lock),
    (SilenceTells, twin_lock),
    (EventTells, twin_lock),
    (ForgetsTheDeck, twin_lock),
    (ForgetsBids, twin_lock),
    (RedealsTheTruth, imagine_lock),
    (RedealsTheTruth, twin_lock),
    (LosesMarks, redeal_lock),
    (PlacesTell, public_lock),
    (LooksInSecret, redeal_lock),
    (LooksInSecret, twin_lock),
]


@pytest.mark.parametrize(("book", "lock"), FAULTS, ids=[f"{b.__name__}-{k.__name__}" for b, k in FAULTS])
def test_a_planted_leak_is_caught(book: type[SkirlRulebook], lock: Lock) -> None:
    assert f"in {book.__name__.lower()}, seats=" in catches(lock, book())


def test_an_imagined_match_that_keeps_the_key_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    imagine = Match.imagine

    def keep(self: Match[Any], seats: Seats, seed: int | bytes) -> Match[Any]:
        world = imagine(self, seats, seed)
        world._checkpoint.key = world.state.key = self.state.key
        return world

    monkeypatch.setattr(Match, "imagine", keep)
    match = until_asked("scout")
    with pytest.raises(ConformanceError, match="has the key of the real match"):
        lock_imagine(match, 0)
    with pytest.raises(ConformanceError, match="depends on what cannot be known"):
        lock_twins(match, 0)


@pytest.mark.slow
def test_twins_are_played_for_long_and_shown_at_last() -> None:
    went: list[Twins] = []

    def look(match: Match[Any]) -> None:
        stream = Stream(derive_key(len(match.answers)))
        if stream.below(8) == 0:
            went.extend(twin_lock(match, stream))

    for seed in range(6):
        random_match("skirl", 3, seed, on_question=look)
    assert any(pair.shown for pair in went)
    assert any(pair.answers >= 6 for pair in went)


class Deaf(SkirlRulebook):
    """Asks a question that has no answer."""

    def muster(self, game: Skirl) -> Flow[None]:
        yield from ask(0, StakeChooser([]))


class Endless(SkirlRulebook):
    """Comes back to the same turn for ever."""

    def muster(self, game: Skirl) -> Flow[None]:
        yield from ask(0, BuryChooser())


def test_a_dead_end_is_caught() -> None:
    register(book := Deaf())
    book.id = "deaf"  # type: ignore[misc]  # a constant elsewhere
    register(book)
    with pytest.raises(ConformanceError, match="a dead end: 'stake' has no options") as caught:
        random_match("deaf", 2, 5)
    assert "random_match('deaf', 2, 5, None)" in caught.value.__notes__[0]


def test_an_endless_match_is_caught() -> None:
    book = Endless()
    book.id = "endless"  # type: ignore[misc]  # a constant elsewhere
    register(book)
    with pytest.raises(ConformanceError, match="not over after 300 answers"):
        random_match("endless", 2, 5, most=300)


def broken(chooser: type[BidChooser]) -> type[SkirlRulebook]:
    class Broken(SkirlRulebook):
        """Asks by a chooser that has a fault."""

        def muster(self, game: Skirl) -> Flow[None]:
            yield from together({seat: ask(seat, chooser(5)) for seat in range(game.state.seats)})

    return Broken


class ListsTooLittle(BidChooser):
    def options(self) -> list[Bid]:
        return super().options()[:-1]


class ListsTooMuch(BidChooser):
    def options(self) -> list[Bid]:
        return [*super().options(), Bid(self.purse + 1)]


class ListsTwice(BidChooser):
    def options(self) -> list[Bid]:
        return super().options() + super().options()


class ListsDifferently(BidChooser):
    times = 0

    def options(self) -> list[Bid]:
        type(self).times += 1
        return super().options()[:: 1 if self.times % 2 else -1]


class ListsWhatItDoesNotTake(BidChooser):
    def options(self) -> list[Any]:
        return [*super().options(), Stake("axe")]


CHOOSERS: Mapping[str, tuple[type[BidChooser], str]] = {
    "too-little": (ListsTooLittle, "allows 'bid 5' and does not list it"),
    "too-much": (ListsTooMuch, "lists 'bid 6' and refuses it"),
    "twice": (ListsTwice, "lists an option twice"),
    "different": (ListsDifferently, "lists different options the second time"),
    "not-taken": (ListsWhatItDoesNotTake, "lists 'stake axe', which it does not accept"),
}


@pytest.mark.parametrize("name", CHOOSERS)
def test_a_chooser_with_a_fault_is_caught(name: str) -> None:
    chooser, what = CHOOSERS[name]
    book = broken(chooser)()
    book.id = name  # type: ignore[misc]  # a constant elsewhere
    register(book)
    with pytest.raises(ConformanceError, match=what):
        check_options(begin(book=name))


class WritesWhileSealed(SkirlRulebook):
    """Notes who was ready last before all are in."""

    def decide(self, game: Skirl, seat: int) -> Flow[tuple[int, str]]:
        decided = yield from super().decide(game, seat)
        game.state.scores[0] = (3 * game.state.scores[0] + seat) % 1000
        return decided


@pytest.mark.parametrize("check", [conformance.check_interleaving, conformance.check_record])
def test_a_rule_that_writes_while_others_decide_is_caught(check: Callable[[Match[Any]], None]) -> None:
    book = WritesWhileSealed()
    book.id = "writes"  # type: ignore[misc]  # a constant elsewhere
    register(book)
    matches = [random_match("writes", 3, seed) for seed in range(8)]
    with pytest.raises(ConformanceError):
        any(check(match) for match in matches)  # type: ignore[func-returns-value]  # it raises


class ForgetsToCopy(SkirlRulebook):
    """A field of the state is shared between copies."""

    def muster(self, game: Skirl) -> Flow[None]:
        self.shared = getattr(self, "shared", [0] * 4)
        game.state.scores = self.shared
        self.shared[0] += 1
        yield from super().muster(game)


def test_a_state_shared_between_copies_is_caught() -> None:
    def lock(match: Match[Any], stream: Stream) -> None:
        conformance.check_clone(match, stream=stream)

    assert "a clone has a different position" in catches(lock, ForgetsToCopy())


class HasNoStep(SkirlRulebook):
    """Keeps something in the flow that is not in the state."""

    extra: dict[int, int]

    def flow(self, game: Skirl) -> Flow[None]:
        self.extra = {**getattr(self, "extra", {}), id(game.state): 0}
        yield from super().flow(game)

    def leader(self, state: State) -> int:
        self.extra[id(state)] += 1
        return (state.round + self.extra[id(state)]) % state.seats


def test_a_flow_that_remembers_what_the_state_does_not_is_caught() -> None:
    assert catches(lambda match, _: conformance.check_restart(match), HasNoStep())


def test_the_mask_of_all_sees_all() -> None:
    match = finished()
    view: Any = match.rulebook.view(match.state, frozenset(range(3)))
    assert None not in [card for hand in view.hands for card in hand]
    assert mask_of(range(3)) == 7
    assert PUBLIC == -1
