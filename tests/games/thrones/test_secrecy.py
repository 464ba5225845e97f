"""Nobody receives what they cannot know: the three locks on reached states, and leaks planted on purpose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

import msgspec
import pytest

from banneret.games.thrones.actions import LookAtWildlings
from banneret.games.thrones.content.components import ORDER_TYPE, ORDERS, TYPE_POWER, WILDLING_CARDS
from banneret.games.thrones.events.action import WildlingsSeen
from banneret.games.thrones.rulebook import ThronesRulebook
from banneret.games.thrones.rules.planning.raven import RavenChooser, ReturnChooser
from banneret.games.thrones.rules.westeros import bidding as bidding_rules
from banneret.games.thrones.rules.westeros.bidding import BidChooser
from banneret.games.thrones.state import State
from banneret.games.thrones.view import ThronesView
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action, Options
from banneret.kernel.flow import Flow
from banneret.kernel.flow import ask as ask_seat
from banneret.kernel.journal import Origin
from banneret.kernel.match import Match
from banneret.kernel.questions import Pass
from banneret.kernel.record import Record
from banneret.kernel.stream import Stream, derive_key
from banneret.testing.conformance import ConformanceError, lock_imagine, lock_redeal, lock_twins
from banneret.text.message import Message
from tests.games.thrones.random_play import SETTINGS, play_random
from tests.games.thrones.scene import SIX, play, scene, until

pytestmark = pytest.mark.no_cover  # what is run thousands of times is measured elsewhere

Viewers = frozenset[int]


def all_viewers(seats: int) -> list[Viewers]:
    """A spectator, every seat, every pair of seats."""
    some = [frozenset(pair) for pair in combinations(range(seats), 2)]
    return [frozenset(), *(frozenset({seat}) for seat in range(seats)), *some]


def locks(match: Match[State], viewers: Viewers, stream: Stream, *, twins: int = 0) -> None:
    """All three locks; the third, which is slow, only if `twins` says for how many answers."""
    lock_redeal(match, viewers, stream=stream, worlds=1)
    lock_imagine(match, viewers, stream=stream)
    if twins:
        lock_twins(match, viewers, stream=stream, most=twins)


# On random play

STATES = {"six": 500, "five": 200, "four": 200, "three": 200, "tides": 400}
"""How many reached states are looked at."""


class Sampler:
    """Looks at rare questions first: a kind seen often is looked at ever less."""

    def __init__(self, name: str, twins: int) -> None:
        self.stream = Stream(derive_key("secrecy", name))
        self.kinds: Counter[str] = Counter()
        self.looked = 0
        self.twins = twins

    def __call__(self, match: Match[State]) -> None:
        """Try the locks on some states, each time for other viewers."""
        kind = next((ask.kind for ask in match.asking.values()), "over")
        self.kinds[kind] += 1
        if self.stream.below(2 + self.kinds[kind] // 2):
            return
        viewers = all_viewers(match.seats)
        who = viewers[self.looked % len(viewers)]
        self.looked += 1
        locks(match, who, self.stream, twins=3 if self.looked % self.twins == 0 else 0)


def look_at(setting: str, states: int, name: str, *, twins: int = 12) -> Sampler:
    """Play random matches until this many states were checked."""
    sampler = Sampler(f"{setting} {name}", twins)
    for seed in range(states):
        if sampler.looked >= states:
            break
        sampler.kinds.clear()
        play_random(setting, f"{name}-{seed}", sampler, events=seed % 2 == 0, confirm_orders=seed % 5 == 0)
    return sampler


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("setting", SETTINGS)
def test_the_locks_hold_on_reached_states(setting: str, part: int) -> None:
    """For a spectator, every seat and every pair of seats in turn."""
    wanted = STATES[setting] // 4
    assert look_at(setting, wanted, f"part {part}").looked >= wanted


# In the midst of secrets


def bidding() -> Match[State]:
    """Two of six houses have bid for a track; one of them has no other choice."""
    poor = {house: {"available": 0 if house == "stark" else 4} for house in SIX}
    cards = ["last-days-of-summer", "clash-of-kings", "sea-of-storms"]
    match = scene("clash", round=2, seats=poor, westeros=cards, used=[[card] for card in cards])
    return play(match, "greyjoy: bid 3", "baratheon: bid 1")


def wildling_bidding() -> Match[State]:
    """The wildlings attack, one house has bid against them."""
    cards = ["last-days-of-summer", "last-days-of-summer", "wildlings-attack"]
    more: dict[str, Any] = {"round": 2, "westeros": cards, "used": [[card] for card in cards], "threat": 6}
    seats = {house: {"available": 3} for house in SIX}
    return play(scene("westeros-3", seats=seats, **more), "tyrell: bid 2")


BATTLE: Mapping[str, Mapping[str, Any]] = {
    "winterfell": {"house": "stark", "units": {"footman": 2, "knight": 1}, "order": "march-zero"},
    "moat-cailin": {"house": "greyjoy", "units": {"footman": 2}, "order": "support-zero"},
    "eyrie": {"house": "baratheon", "units": {"footman": 1}, "order": "raid"},
    "seagard": {"house": "lannister", "units": {"footman": 1}, "order": "support-plus-one"},
}


FIEFDOMS = {"fiefdoms": ["stark", *(house for house in SIX if house != "stark")]}


def fighting(lines: Sequence[str], **data: Any) -> Match[State]:  # fields of a position
    """Stark attacks Greyjoy at Moat Cailin, and Lannister stays out of it."""
    match = scene("march", areas=BATTLE, tracks=FIEFDOMS, **data)
    play(match, "stark: march winterfell: footman footman > moat-cailin", "stark: done", "lannister: pass")
    return play(match, *lines)


def card_choice() -> Match[State]:
    """The defender has chosen its house card, the attacker has not."""
    return fighting(["greyjoy: card balon-greyjoy"])


def tides_drawn() -> Match[State]:
    """Both have seen their own Tides card, and the blade may buy another."""
    return fighting(["greyjoy: card dagmar-cleftjaw", "stark: card eddard-stark"], tides_of_battle=True)


def tides_replaced() -> Match[State]:
    """The next question after a Tides card was replaced."""
    return until(play(tides_drawn(), "stark: yes"), ("casualty", "retreat", "start-march", "power", "planning"))


ORDERED = {
    area: {"house": house, "units": {"footman": 1}, "order": "march-zero"}
    for area, house in (("winterfell", "stark"), ("pyke", "greyjoy"), ("dragonstone", "baratheon"))
}


def raven_before() -> Match[State]:
    """The raven may look at the top wildling card."""
    return scene("raven", areas=ORDERED)


def raven_looking() -> Match[State]:
    """Its holder looks at the card."""
    return play(raven_before(), "baratheon: look")


def raven_looked() -> Match[State]:
    """It has gone under the deck."""
    return play(raven_looking(), "baratheon: under")


def known_wildlings() -> Match[State]:
    """One house knows the top card, another the second, all know the last one."""
    known = [1, 2, *[0] * (len(WILDLING_CARDS) - 3), -1]
    return scene("raven", areas=ORDERED, wildlings={"cards": list(WILDLING_CARDS), "known": known})


MANY = ("winterfell", "karhold", "white-harbor", "moat-cailin", "castle-black", "widows-watch", "stony-shore",
        "greywater-watch", "flints-finger")  # fmt: skip  # several to a line


def shortage(*lines: str) -> Match[State]:
    """Nine areas of Stark and eight tokens: no stars, and no Consolidate Power this round."""
    areas = {area: {"house": "stark", "units": {"footman": 1}} for area in MANY}
    areas |= {
        area: {"house": house, "units": {"footman": 1}}
        for area, house in (
            ("lannisport", "lannister"),
            ("harrenhal", "lannister"),
            ("dragonstone", "baratheon"),
            ("kingswood", "baratheon"),
            ("pyke", "greyjoy"),
        )
    }
    banned = [order.id for number, order in enumerate(ORDERS) if ORDER_TYPE[number] == TYPE_POWER]
    tracks = {"kings-court": [*(house for house in SIX if house != "stark"), "stark"]}
    return play(scene("planning", round=2, areas=areas, banned=banned, tracks=tracks), *lines)


def shortage_begun() -> Match[State]:
    """The first house has placed one of two orders."""
    return shortage("baratheon: order dragonstone raid")


def shortage_going_on() -> Match[State]:
    """Two houses have placed face down, the short one places."""
    lines = ["baratheon: order dragonstone raid", "baratheon: order kingswood march-zero"]
    lines += ["lannister: order lannisport support-zero", "lannister: order harrenhal raid"]
    return shortage(*lines, "stark: order winterfell march-zero", "stark: order karhold defense-plus-one")


def planning() -> Match[State]:
    """Some houses have placed all their orders, some a few, some none."""
    lines = ["stark: order winterfell march-zero", "greyjoy: order pyke raid"]
    areas = {area: {"house": what["house"], "units": what["units"]} for area, what in ORDERED.items()}
    areas["karhold"] = areas["winterfell"]
    return play(scene("planning", areas=areas, confirm_orders=True), *lines, "greyjoy: ready")


MIDST: tuple[Callable[[], Match[State]], ...] = (
    bidding,
    wildling_bidding,
    card_choice,
    tides_drawn,
    tides_replaced,
    raven_before,
    raven_looking,
    raven_looked,
    known_wildlings,
    shortage_begun,
    shortage_going_on,
    planning,
)


@pytest.mark.slow
@pytest.mark.parametrize("begin", MIDST, ids=lambda begin: begin.__name__)
def test_the_locks_hold_in_the_midst_of_secrets(begin: Callable[[], Match[State]]) -> None:
    """For every viewer; also on a replay, after an answer taken back, and in an imagined world."""
    match = begin()
    stream = Stream(derive_key("midst", begin.__name__))
    for viewers in all_viewers(match.seats):
        locks(match, viewers, stream, twins=4)
    for other in (Record.of(match).replay(), *_taken_back(match, stream)):
        for viewers in all_viewers(match.seats)[:7]:
            locks(other, viewers, stream)
    for viewers in all_viewers(match.seats)[:7]:
        world = match.imagine(viewers, 7)
        locks(world, viewers, stream, twins=2)
        lock_redeal(world, (), stream=stream)


def _taken_back(match: Match[State], stream: Stream) -> Iterable[Match[State]]:
    """A match in which an answer was taken back: freely if that is allowed, else with consent and new chance."""
    for seat in list(match.asking)[:2]:
        other = match.clone()
        other.play(seat, _draw(other.asking[seat], stream))
        if other.undo_refusal(seat) is None:
            other.undo(seat)
            yield other
        other = match.clone()
        other.play(seat, _draw(other.asking[seat], stream))
        other.undo(seat, consent=range(match.seats), salt=b"secrecy-salt")
        yield other


def _draw(ask: Ask, stream: Stream) -> Action:
    action: Action = ask.chooser.draw(ask.options, stream)
    return action


def test_drawings_show_nothing_hidden() -> None:
    """The drawing of a view is as tight as the view."""
    for begin in (tides_drawn, raven_looking, shortage_going_on):
        match = begin()
        for viewers in all_viewers(match.seats)[:7]:
            lock_redeal(match, viewers, worlds=1, drawing=True)


def test_what_is_known_is_imagined_as_it_is() -> None:
    """A seat that has seen a card or placed an order finds it in every imagined world; for other seats it varies."""
    match = known_wildlings()
    cards = [[match.imagine(who, n).state.wildlings.cards for n in range(60)] for who in (0, 1, None)]
    assert {world[0] for world in cards[0]} == {WILDLING_CARDS[0]}
    assert {world[1] for world in cards[1]} == {WILDLING_CARDS[1]}
    assert {world[0] for world in cards[1]} == set(WILDLING_CARDS) - {WILDLING_CARDS[1], WILDLING_CARDS[-1]}
    assert all(world[-1] == WILDLING_CARDS[-1] for worlds in cards for world in worlds)
    assert {world[1] for world in cards[2]} == set(WILDLING_CARDS[:-1])


# Leaks planted on purpose


def planted(book: ThronesRulebook, match: Match[State]) -> Match[State]:
    """Return the same match under a leaking rulebook, from its last checkpoint on."""
    position = match.position()
    leaking = Match(book, Origin(match.seats, {}, None, book.decode(position["state"])))
    for seat, action in position["answers"]:
        leaking.play(seat, action)
    return leaking


def caught(lock: Callable[..., object], match: Match[State], seats: int | None = None, tries: int = 60) -> str:
    """Return what a lock says of a leak; fails if it finds nothing in a few worlds."""
    for number in range(tries):
        try:
            lock(match, seats, stream=Stream(derive_key("leak", number)))
        except ConformanceError as error:
            return error.what
    raise AssertionError(f"{lock.__name__} found no leak")


class ShowsWildlings(ThronesRulebook):
    """Leaks the top wildling card in the view."""

    def view(self, state: State, seats: frozenset[int]) -> ThronesView:
        view = super().view(state, seats)
        return msgspec.structs.replace(view, wildlings=(state.wildlings.cards[0], *view.wildlings[1:]))


class ShowsOrders(ThronesRulebook):
    """Leaks orders that lie face down in the view."""

    def view(self, state: State, seats: frozenset[int]) -> ThronesView:
        view = super().view(state, seats)
        return msgspec.structs.replace(view, areas=super().view(state, frozenset(range(state.seats))).areas)


class ForgetsDeck(ThronesRulebook):
    """Leaks the second Westeros deck into imagined worlds."""

    def redeal(self, state: State, mask: int, stream: Stream) -> None:
        second = state.decks[1].copy()
        super().redeal(state, mask, stream)
        state.decks[1] = second


class ForgetsKnowledge(ThronesRulebook):
    """Redeals even what the viewers have seen."""

    def redeal(self, state: State, mask: int, stream: Stream) -> None:
        super().redeal(state, 0, stream)


class Reshuffles(ThronesRulebook):
    """Rotates the true deck instead of redealing it."""

    def redeal(self, state: State, mask: int, stream: Stream) -> None:
        cards = state.wildlings.cards
        cards.append(cards.pop(0))


def test_the_locks_are_shut_on_the_rulebook_as_it_is() -> None:
    """What `planted` and `caught` do finds nothing where nothing leaks."""
    for begin in (raven_before, shortage_going_on):
        match = planted(ThronesRulebook(), begin())
        for lock in (lock_redeal, lock_imagine, lock_twins):
            with pytest.raises(AssertionError, match="found no leak"):
                caught(lock, match, tries=12)


@pytest.mark.parametrize("lock", [lock_redeal, lock_twins])
def test_a_view_of_the_top_wildling_card_is_caught(lock: Callable[..., object]) -> None:
    """The first and the third lock catch it."""
    assert ".wildlings" in caught(lock, planted(ShowsWildlings(), raven_before()))


@pytest.mark.parametrize("lock", [lock_redeal, lock_twins])
def test_a_view_of_orders_face_down_is_caught(lock: Callable[..., object]) -> None:
    """The first and the third lock catch it."""
    assert ".order" in caught(lock, planted(ShowsOrders(), shortage_going_on()))


def test_a_redeal_that_forgets_a_deck_is_caught() -> None:
    """The third lock catches it: what is imagined depends on what cannot be known."""
    assert "imagined depends" in caught(lock_twins, planted(ForgetsDeck(), raven_before()))


def test_a_redeal_of_what_is_known_is_caught() -> None:
    """The first lock catches that a seat sees another card than it saw."""
    assert ".wildlings" in caught(lock_redeal, planted(ForgetsKnowledge(), known_wildlings()), 0)


def test_a_redeal_made_from_the_truth_is_caught() -> None:
    """The second lock catches that a redeal of a redeal is another one."""
    assert "imagining a redeal" in caught(lock_imagine, planted(Reshuffles(), raven_before()))


@pytest.mark.parametrize("lock", [lock_redeal, lock_twins])
def test_options_by_a_hidden_card_are_caught(lock: Callable[..., object], monkeypatch: pytest.MonkeyPatch) -> None:
    """The raven's options must not depend on the card that it may look at."""
    whole = RavenChooser.options

    def options(self: RavenChooser) -> list[Any]:
        return whole(self)[: 2 if self.state.wildlings.cards[0] < "m" else None]

    monkeypatch.setattr(RavenChooser, "options", options)
    assert ".options" in caught(lock, planted(ThronesRulebook(), raven_before()), 0)


def test_an_event_that_tells_a_card_to_all_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The third lock detects that the inspected card is revealed to everybody."""
    monkeypatch.setattr(WildlingsSeen, "PRIVATE", ())
    monkeypatch.setattr(RavenChooser, "options", lambda _: [Pass(), LookAtWildlings()])
    said = caught(lock_twins, planted(ThronesRulebook(), raven_before()))
    assert "has different events" in said
    assert "card=" in said


@pytest.mark.parametrize("lock", [lock_redeal, lock_twins])
def test_sealed_bids_that_show_are_caught(lock: Callable[..., object], monkeypatch: pytest.MonkeyPatch) -> None:
    """A bid must not be paid before all are in."""

    def bid(state: State, seat: int, chooser: type[BidChooser], prompt: Message) -> Flow[int]:
        answer = yield from ask_seat(seat, chooser(state.available[seat], prompt))
        state.available[seat] -= answer.tokens
        return answer.tokens

    monkeypatch.setattr(bidding_rules, "_bid", bid)
    assert ".available" in caught(lock, planted(ThronesRulebook(), bidding()), 1)


def test_a_question_that_shows_a_card_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the raven's holder is asked where the card goes must not depend on the card."""

    def only(self: ReturnChooser, options: Options[Any]) -> Action | None:
        return options[0] if self.card < "m" else None

    monkeypatch.setattr(ReturnChooser, "only", only)
    monkeypatch.setattr(RavenChooser, "options", lambda _: [Pass(), LookAtWildlings()])
    assert "looks different" in caught(lock_twins, planted(ThronesRulebook(), raven_before()))
