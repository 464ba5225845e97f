"""Workload of the soak test: matches of every mode, and positions for effects that are rare in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from typing import Any, Final, NamedTuple

from banneret.games.icefire.actions import Charge, PlayCard, TakeAction, UseOrder
from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.editions import EDITION_2021, Edition
from banneret.games.icefire.effects.game_mode import modes
from banneret.games.icefire.setup import SIEGE, TEAMS
from banneret.games.icefire.state import State
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action, Space
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.stream import Stream, derive_key
from banneret.testing.conformance.random_play import draw_answer
from tests.games.icefire.duels import OBJECTIVE, duel, kind_of, siege_cards_with, siege_duel
from tests.games.icefire.effects import Counting, Firing
from tests.games.icefire.staged_positions import SENTENCES, STAGED, staged
from tests.games.icefire.test_icefire_random_play import MOST, demand_accepted, demand_sound, fierce

WHOLE: Final = 2000
"""Number of matches of each edition in a full soak."""
LEAST: Final = 50
"""Required number of times that each card and ability changes a state or a die, in a full soak."""
CHUNK: Final = 10
FIRED: Final = 7
LOOKED: Final = (0, 2, 4)
"""The matches in which all executed functions are recorded, to see which sentences are covered; recording is slow.

This covers each mode more than fifty times in a full soak, with all kinds of terrain and points.
"""
SEVERAL: Final = 20
"""In one of this many rounds of all modes there are three seats, and in the next one four."""
POSITIONS: Final = 600
"""Maximum number of positions for a rare effect in a full soak."""
_TERRAIN: Final = ("drawn", "chosen", "pool", "none", "layout")
_POINTS: Final = (40, 30, 20)
_ARMIES: Final = (("random", "random"), ("neutral", "random"), ("stark", "lannister"), ("random", "neutral"))

Player = Callable[[Match[State], Ask, Stream], Action]


class Soaked(NamedTuple):
    """Results of a process for an edition: matches (0 for positions and tests), answers, effects.

    `counts` holds the occurrences of effects. `fired` holds, by mode and rule, the number of recorded matches or tests
    in which a rule was executed.
    """

    edition: Edition
    matches: int
    answers: int
    counts: Counter[str]
    fired: Counter[tuple[str, str]]


# Matches -------------------------------------------------------------------------------------------------------------


def options_of(edition: Edition, seed: int) -> dict[str, Any]:
    """Return the options of a match: the modes in turn, with varied other options."""
    there = modes(edition)
    around = seed // len(there)
    terrain = _TERRAIN[around % (len(_TERRAIN) - (edition == EDITION_2021))]
    options: dict[str, Any] = {"mode": there[seed % len(there)], "terrain": terrain}
    options |= {"points": _POINTS[around % len(_POINTS)], "armies": _ARMIES[(seed + around) % len(_ARMIES)]}
    seats = seats_of(edition, seed)
    if seats > 2:
        options["points"] = 20
    if seats == TEAMS and (options["mode"] == SIEGE or around // SEVERAL % 2):
        options["teams"] = True
    return options | ({"faq": around % 2 == 1} if edition == EDITION_2021 else {})


def seats_of(edition: Edition, seed: int) -> int:
    """Return the number of players: two, sometimes three or four; never three in a siege, which has two sides."""
    around, mode = divmod(seed, len(modes(edition)))
    several = {SEVERAL - 2: TEAMS if modes(edition)[mode] == SIEGE else 3, SEVERAL - 1: TEAMS}
    return several.get(around % SEVERAL, 2)


def is_looked_at(edition: Edition, seed: int) -> bool:
    """Return whether executed functions are recorded in a match."""
    around, mode = divmod(seed, len(modes(edition)))
    return (around + mode) % FIRED in LOOKED


def soak_matches(edition: Edition, seeds: Sequence[int]) -> Soaked:
    """Play matches, alternately with aggressive answers and with answers drawn from their whole space.

    After every answer, check the invariants and that all suggestions are legal.
    """
    counting, fired, answers = Counting(), Counter[tuple[str, str]](), 0
    for seed in seeds:
        options, seats = options_of(edition, seed), seats_of(edition, seed)
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
    """Draw an answer from the whole space of legal ones."""
    return draw_answer(match, ask, stream)


def play_on(match: Match[State], stream: Stream, player: Player, counting: Counting, rounds: int = 100) -> int:
    """Play to the end of a round or of the match. Return the number of answers."""
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


LEFT_BY: Final[Mapping[str, str]] = {
    "taunted": "40229",
    "need-for-vengeance": "40230",
    "crannog-traps-slow": "40223",
    "scouted": "order-scout-openings",
    "hidden-traps": "order-hidden-traps",
    "crannog-poison": "poisoned-tridents",
    "outflanking": "outflank",
    "greensight-charge": "jojens-greensight",
    "lost-in-the-neck": "30207",
    "unbiased-justice": "30107",
    "wolfs-cunning": "30210",
}
"""Cards and abilities that cause effects with a different name."""


def cards_with(edition: Edition, effect: str) -> list[str]:
    """Return the cards that can cause an effect, models or a Tactics card; empty if no card can."""
    found = components(edition)
    words = effect.split()
    named = [word for word in words if word in found.faction or word in found.abilities]
    left = next((LEFT_BY[word] for word in words if word in LEFT_BY), None)
    if left is not None:
        named = [left]
    if words[-1].startswith(OBJECTIVE) and words[0] != "told":
        return [words[-1]]
    if not named:  # effects of Tactics cards on units have the card's name
        return [card.id for card in found.tactics.values() if _slug(card.name) in words]
    (id,) = named[:1]
    if id in found.faction:
        return [id]
    units = [unit.id for unit in found.units.values() if id in unit.abilities]
    return [*units, *(one.id for one in found.attachments.values() if id in one.abilities)]


def _slug(name: str) -> str:
    return "-".join("".join(sign for sign in name.lower() if sign.isalpha() or sign == " ").split())


def position(edition: Edition, effect: str, turn: int) -> Match[State] | None:
    """Return a match in which an effect is likely, a different one for each `turn`; None if no card causes it."""
    if effect in STAGED:
        return staged(edition, effect, turn)
    if siege_cards_with(effect):
        return siege_duel(edition, effect, turn)
    cards = cards_with(edition, effect)
    kind = _kind(edition, effect, turn)
    return duel(edition, cards[turn % len(cards)], turn // len(cards), kind) if cards else None


def _kind(edition: Edition, effect: str, turn: int) -> str:
    return kind_of(effect, turn // max(len(cards_with(edition, effect)), 1))


_CALM: Final = ("ranged", "maneuver", "march")
_ANSWERS: Final = ("card", "order", "choice", "action", "zone")


def eager(edition: Edition, effect: str, turn: int) -> Player:
    """Return a player that prefers answers causing an effect, and uses other Orders and cards too.

    A Tactics card with several uses is saved for the desired one. Distant units rarely charge.
    """
    kind = _kind(edition, effect, turn)
    cards = {*cards_with(edition, effect), *siege_cards_with(effect)}
    names = {*effect.split(), *cards}
    if effect in STAGED:
        names.add(STAGED[effect].action)
    tactics = components(edition).tactics
    sort, _, name = effect.partition(" ")
    id, _, use = name.partition(" ")
    event = tactics[id].uses[int(use)].trigger.event if sort == "card" and use.isdecimal() else ""

    def answer(match: Match[State], ask: Ask, stream: Stream) -> Action:
        options: list[Action] = [] if isinstance(ask.chooser, Space) else list(ask.options)
        wanted = [one for one in options if names & {getattr(one, field, None) for field in _ANSWERS}]
        if wanted and event and ask.kind == "window" and ask.prompt.id != f"ask.window.{event}":
            others = [one for one in options if one not in wanted]
            return stream.choice(others)
        if wanted:
            return stream.choice(wanted)
        used = [one for one in options if isinstance(one, PlayCard | UseOrder)]
        if used and stream.below(2):
            return stream.choice(used)
        fitting: list[Action] = []
        if kind == "apart":
            fitting = [one for one in options if isinstance(one, TakeAction) and one.action in _CALM]
        elif kind == "charge":
            fitting = [one for one in options if isinstance(one, Charge)]
        if fitting and stream.below(6):
            return stream.choice(fitting)
        return fierce(match, ask, stream) if stream.below(3) else draw(match, ask, stream)

    return answer


def soak_positions(edition: Edition, effect: str, wanted: int, most: int) -> Soaked:
    """Play positions made for an effect, up to a maximum number, until it has happened often enough."""
    counting, answers = Counting(), 0
    for turn in range(most):
        match = _played_position(edition, effect, turn, counting)
        if match is None:
            break
        answers += len(match.answers)
        if counting.counts[edition][effect] >= wanted:
            break
    return Soaked(edition, 0, answers, counting.counts[edition], Counter())


def soak_sentence(edition: Edition, rule: str, wanted: int, most: int) -> Soaked:
    """Play positions made for a sentence, up to a maximum number, until enough of them have executed it.

    Other effects are not counted.
    """
    fired, answers = Counter[tuple[str, str]](), 0
    for turn in range(most):
        firing = Firing()
        match = _played_position(edition, SENTENCES[rule], turn, Counting(), firing)
        assert match is not None
        answers += len(match.answers)
        fired[match.state.mode.id, rule] += rule in firing.fired(match)
        if fired.total() >= wanted:
            break
    return Soaked(edition, 0, answers, Counter(), fired)


def _played_position(
    edition: Edition, effect: str, turn: int, counting: Counting, firing: Firing | None = None
) -> Match[State] | None:
    """Play a position to the end of its round; None if there is no position for the effect."""
    try:
        with counting.entered():
            match = position(edition, effect, turn)
            if match is not None:
                stream = Stream(derive_key("position", edition, effect, turn, "played"))
                with nullcontext() if firing is None else firing.entered():
                    play_on(match, stream, eager(edition, effect, turn), counting, match.state.round)
    except Exception as error:
        error.add_note(f"in the soak: {edition}, position {turn} for {effect}")
        raise
    return match


# Output --------------------------------------------------------------------------------------------------------------


def sentence_lines(wanted: Sequence[tuple[str, str]], *fired: Mapping[tuple[str, str], int]) -> list[str]:
    """Return a line for each sentence with the numbers of recorded matches, positions and tests that executed it.

    Sentences that no match has executed are listed separately at the end.
    """
    lines = {one: "".join(f" {each.get(one, 0):9}" for each in fired) + f"  {one[0]:20} {one[1]}" for one in wanted}
    rare = [line for one, line in lines.items() if not fired[0].get(one)]
    seen = [line for one, line in lines.items() if fired[0].get(one)]
    return [*seen, *(["not in matches:"] if rare else []), *rare]
