"""What the soak plays in each of its processes: matches of every mode, and positions for what is rare in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from typing import Any, Final, NamedTuple

from banneret.games.icefire.actions import PlayCard, UseOrder
from banneret.games.icefire.components import FACTIONS, Faction, components
from banneret.games.icefire.editions import EDITION_2021, Edition
from banneret.games.icefire.list_code import write_short
from banneret.games.icefire.lists import ArmyList
from banneret.games.icefire.modes.game_mode import modes
from banneret.games.icefire.random_lists import random_list
from banneret.games.icefire.rules.engagement import found_contacts
from banneret.games.icefire.rules.ground import INCH, shape_of
from banneret.games.icefire.rules.units import on_table
from banneret.games.icefire.state import State
from banneret.kernel.asks import Ask
from banneret.kernel.chance import Stream, derive_key
from banneret.kernel.choosing import Action
from banneret.kernel.conformance.playing import draw_answer
from banneret.kernel.journal import Origin
from banneret.kernel.making import new_match
from banneret.kernel.match import Match
from banneret.plane import HALF, Pose
from tests.games.icefire.effects import Counting, Firing
from tests.games.icefire.scene import BOOKS
from tests.games.icefire.test_icefire_random_play import MOST, demand_accepted, demand_sound, fierce

WHOLE: Final = 2000
"""How many matches each edition has in a whole soak."""
LEAST: Final = 50
"""How often each card and ability has to change a state or a die, in a whole soak."""
CHUNK: Final = 10
FIRED: Final = 7
"""In one match in so many all functions that run are noted, to see which sentences are carried out: that is slow."""
SEVERAL: Final = 20
"""In one of so many rounds of all modes there are three seats, and in the next one four."""
POSITIONS: Final = 24
"""In how many positions at most something rare is looked for, in a whole soak."""
ROUNDS: Final = 2
"""For how many rounds a position is played on."""
_TERRAIN: Final = ("drawn", "chosen", "pool", "none", "layout")
_POINTS: Final = (40, 30, 20)
_ARMIES: Final = (("random", "random"), ("neutral", "random"), ("stark", "lannister"), ("random", "neutral"))
_PITCH: Final = 6 * INCH
"""From the middle of a tray to that of the next one in the row of a position."""

Player = Callable[[Match[State], Ask, Stream], Action]


class Soaked(NamedTuple):
    """What a process has played of an edition: matches, or none for positions and tests; answers; what has happened.

    `counts`: how often. `fired`: in how many of the matches in which that was noted, or of the tests, a rule was
    carried out, by mode and rule.
    """

    edition: Edition
    matches: int
    answers: int
    counts: Counter[str]
    fired: Counter[tuple[str, str]]


# Matches -------------------------------------------------------------------------------------------------------------


def options_of(edition: Edition, seed: int) -> dict[str, Any]:
    """Return the options of a match: the modes in turn, with what else there is to choose."""
    there = modes(edition)
    around = seed // len(there)
    terrain = _TERRAIN[around % (len(_TERRAIN) - (edition == EDITION_2021))]
    options: dict[str, Any] = {"mode": there[seed % len(there)], "terrain": terrain}
    options |= {"points": _POINTS[around % len(_POINTS)], "armies": _ARMIES[(seed + around) % len(_ARMIES)]}
    return options | ({"faq": around % 2 == 1} if edition == EDITION_2021 else {})


def seats_of(edition: Edition, seed: int) -> int:
    """Return how many play a match: two, now and then three or four."""
    return {SEVERAL - 2: 3, SEVERAL - 1: 4}.get(seed // len(modes(edition)) % SEVERAL, 2)


def is_looked_at(edition: Edition, seed: int) -> bool:
    """Tell whether it is noted which functions run in a match."""
    around, mode = divmod(seed, len(modes(edition)))
    return (around + mode) % FIRED == 0


def soak_matches(edition: Edition, seeds: Sequence[int]) -> Soaked:
    """Play matches: in every second one battle is sought, in the others each answer is drawn from its whole space.

    After every answer the invariants are checked, and that whatever is suggested may be answered.
    """
    counting, fired, answers = Counting(), Counter[tuple[str, str]](), 0
    for seed in seeds:
        options, seats = options_of(edition, seed), seats_of(edition, seed)
        if seats > 2:
            options["points"] = 20
        match: Match[Any] | None = None
        stream = Stream(derive_key("soak", edition, seed))
        firing = Firing() if is_looked_at(edition, seed) else None
        try:
            with counting.entered(), nullcontext() if firing is None else firing.entered():
                match = new_match(edition, seats=seats, seed=f"soak {seed}", options=options, events=True)
                answers += play_on(match, stream, fierce if seed % 2 else draw, counting)
            assert match.outcome is not None
        except Exception as error:
            given = 0 if match is None else len(match.answers)
            error.add_note(f"in the soak: {edition}, seed {seed}, {options}, after {given} answers")
            raise
        if firing is not None:
            fired.update((options["mode"], rule) for rule in firing.fired(match))
    return Soaked(edition, len(seeds), answers, counting.counts[edition], fired)


def draw(match: Match[State], ask: Ask, stream: Stream) -> Action:
    """Draw an answer from its whole space."""
    return draw_answer(match, ask, stream)


def play_on(match: Match[State], stream: Stream, player: Player, counting: Counting, rounds: int = 100) -> int:
    """Play on to the end of a round, or of the match; return how many answers were given."""
    counting.begin()
    while match.asking and match.state.round <= rounds:
        demand_accepted(match)
        seat = stream.choice(list(match.asking))
        match.play(seat, player(match, match.asking[seat], stream))
        demand_sound(match)
        assert len(match.answers) < MOST, f"{match.label}: it does not end"
    counting.look(match)
    return len(match.answers)


# Positions -----------------------------------------------------------------------------------------------------------


def cards_with(edition: Edition, effect: str) -> list[str]:
    """Return the cards with which an effect can happen: models, or a Tactics card; none for what no card brings."""
    found = components(edition)
    words = effect.split()
    named = [word for word in words if word in found.faction or word in found.abilities]
    if not named:  # what a Tactics card leaves on a unit goes by the card's name
        return [card.id for card in found.tactics.values() if _slug(card.name) in words]
    (id,) = named[:1]
    if id in found.faction:
        return [id]
    units = [unit.id for unit in found.units.values() if id in unit.abilities]
    return [*units, *(one.id for one in found.attachments.values() if id in one.abilities)]


def _slug(name: str) -> str:
    return "-".join("".join(sign for sign in name.lower() if sign.isalpha() or sign == " ").split())


def army_with(edition: Edition, card: str, stream: Stream, most: int = 400) -> ArmyList | None:
    """Return a random army that has a card, or a Commander whose deck has it; None if none of so many does."""
    found = components(edition)
    own = found.faction[card]
    for _ in range(most):
        faction: Faction = own if own != "neutral" or stream.below(2) else stream.choice(FACTIONS)
        army = random_list(stream.below(1 << 30), edition, faction, 40)
        inside = {army.commander, *army.ncus, *army.enemy, *found.deck(faction, army.commander)}
        inside |= {id for company in army.companies for id in (company.unit, *company.attachments)}
        if card in inside:
            return army
    return None


def position(edition: Edition, card: str, turn: int) -> Match[State] | None:
    """Return a match in which the army of a card stands a few inches before another, some of them in contact.

    Some units have lost Wounds or have tokens on them; a Tactics card is in hand. None if no army has the card.
    """
    stream = Stream(derive_key("position", edition, card, turn))
    own = army_with(edition, card, stream)
    if own is None:
        return None
    other = random_list(stream.below(1 << 30), edition, stream.choice(FACTIONS), 40)
    options = {"points": 40, "terrain": "none", "armies": [write_short(own), write_short(other)]}
    match: Match[Any] = new_match(edition, seats=2, seed=f"position {card} {turn}", options=options)
    while match.asking and match.state.step != "turn":
        seat = min(match.asking)
        match.play(seat, match.asking[seat].options[0])
    state = match.state.copy()
    _range(state, stream)
    _weaken(state, stream)
    hand, deck = state.hands[0], state.decks[0]
    if card in deck.cards and card not in hand.cards:
        place = deck.cards.index(card)
        deck.cards[place], hand.cards[0] = hand.cards[0], card
    return Match(BOOKS[edition], Origin(2, match.origin.options, None, state))


def _range(state: State, stream: Stream) -> None:
    """Set both armies in rows against each other; where two are as broad, now and then in contact."""
    for seat, heading in ((0, 0), (1, HALF)):
        mine = [unit for unit in on_table(state) if state.seat[unit] == seat]
        stream.shuffle(mine)
        for place, unit in enumerate(mine):
            file, row = place % 7, place // 7
            depth = shape_of(state, unit).depth
            ahead = depth / 2 + row * 6 * INCH + (2 + 2 * (place % 3)) * INCH / 2
            if place in (1, 4):
                ahead = depth / 2
            y = round(24 * INCH - ahead) if seat == 0 else round(24 * INCH + ahead)
            state.pose[unit] = Pose(6 * INCH + file * _PITCH, y, heading)
    state.contacts = sorted({one for unit in on_table(state) for one in found_contacts(state, unit)})


def _weaken(state: State, stream: Stream) -> None:
    for unit in on_table(state):
        if stream.below(2):
            low = len(state.attachments[unit]) + 1
            state.health[unit] = max(min(low, state.full[unit]), state.full[unit] - stream.below(6))
        if not stream.below(3):
            state.conditions[unit] = stream.below(8)


def eager(card: str) -> Player:
    """Return a player who uses Orders and cards wherever that is possible, the card that is wanted first."""

    def answer(match: Match[State], ask: Ask, stream: Stream) -> Action:
        if ask.kind == "window":
            options = [one for one in ask.options if isinstance(one, PlayCard | UseOrder)]
            wanted = [one for one in options if isinstance(one, PlayCard) and one.card == card]
            if wanted or options:
                return stream.choice(wanted or options)
        return fierce(match, ask, stream) if stream.below(3) else draw(match, ask, stream)

    return answer


def soak_positions(edition: Edition, effect: str, wanted: int, most: int) -> Soaked:
    """Play on in at most so many positions of the cards with an effect, until it has happened as often as is wanted."""
    counting, answers = Counting(), 0
    cards = cards_with(edition, effect)
    for turn in range(most if cards else 0):
        card = cards[turn % len(cards)]
        try:
            match = position(edition, card, turn)
            if match is None:
                continue
            with counting.entered():
                stream = Stream(derive_key("position", edition, card, turn, "played"))
                answers += play_on(match, stream, eager(card), counting, ROUNDS)
        except Exception as error:
            error.add_note(f"in the soak: {edition}, position {turn} of {card} for {effect}")
            raise
        if counting.counts[edition][effect] >= wanted:
            break
    return Soaked(edition, 0, answers, counting.counts[edition], Counter())


# What is printed -----------------------------------------------------------------------------------------------------


def sentence_lines(wanted: Sequence[tuple[str, str]], *fired: Mapping[tuple[str, str], int]) -> list[str]:
    """Return a line for each sentence of the modes: in how many matches looked at, and tests, it was carried out.

    Those that matches have not shown come last, apart.
    """
    lines = {one: "".join(f" {each.get(one, 0):9}" for each in fired) + f"  {one[0]:20} {one[1]}" for one in wanted}
    rare = [line for one, line in lines.items() if not fired[0].get(one)]
    seen = [line for one, line in lines.items() if fired[0].get(one)]
    return [*seen, *(["not in matches:"] if rare else []), *rare]
