"""What the soak plays in each of its processes: matches of every mode, and positions for what is rare in them."""

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
"""How many matches each edition has in a whole soak."""
LEAST: Final = 50
"""How often each card and ability has to change a state or a die, in a whole soak."""
CHUNK: Final = 10
FIRED: Final = 7
LOOKED: Final = (0, 2, 4)
"""In these of so many matches all functions that run are noted, to see which sentences are carried out: that is slow.

So each mode is looked at more than fifty times in a whole soak, with all kinds of terrain and points.
"""
SEVERAL: Final = 20
"""In one of so many rounds of all modes there are three seats, and in the next one four."""
POSITIONS: Final = 600
"""In how many positions at most something rare is looked for, in a whole soak."""
_TERRAIN: Final = ("drawn", "chosen", "pool", "none", "layout")
_POINTS: Final = (40, 30, 20)
_ARMIES: Final = (("random", "random"), ("neutral", "random"), ("stark", "lannister"), ("random", "neutral"))

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
    seats = seats_of(edition, seed)
    if seats > 2:
        options["points"] = 20
    if seats == TEAMS and (options["mode"] == SIEGE or around // SEVERAL % 2):
        options["teams"] = True
    return options | ({"faq": around % 2 == 1} if edition == EDITION_2021 else {})


def seats_of(edition: Edition, seed: int) -> int:
    """Return how many play a match: two, now and then three or four; of a siege, which has two sides, never three."""
    around, mode = divmod(seed, len(modes(edition)))
    several = {SEVERAL - 2: TEAMS if modes(edition)[mode] == SIEGE else 3, SEVERAL - 1: TEAMS}
    return several.get(around % SEVERAL, 2)


def is_looked_at(edition: Edition, seed: int) -> bool:
    """Tell whether it is noted which functions run in a match."""
    around, mode = divmod(seed, len(modes(edition)))
    return (around + mode) % FIRED in LOOKED


def soak_matches(edition: Edition, seeds: Sequence[int]) -> Soaked:
    """Play matches: in every second one battle is sought, in the others each answer is drawn from its whole space.

    After every answer the invariants are checked, and that whatever is suggested may be answered.
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
"""Effects that go by names of their own: by which card or ability they are left."""


def cards_with(edition: Edition, effect: str) -> list[str]:
    """Return the cards with which an effect can happen: models, or a Tactics card; none for what no card brings."""
    found = components(edition)
    words = effect.split()
    named = [word for word in words if word in found.faction or word in found.abilities]
    left = next((LEFT_BY[word] for word in words if word in LEFT_BY), None)
    if left is not None:
        named = [left]
    if words[-1].startswith(OBJECTIVE) and words[0] != "told":
        return [words[-1]]
    if not named:  # what a Tactics card leaves on a unit goes by the card's name
        return [card.id for card in found.tactics.values() if _slug(card.name) in words]
    (id,) = named[:1]
    if id in found.faction:
        return [id]
    units = [unit.id for unit in found.units.values() if id in unit.abilities]
    return [*units, *(one.id for one in found.attachments.values() if id in one.abilities)]


def _slug(name: str) -> str:
    return "-".join("".join(sign for sign in name.lower() if sign.isalpha() or sign == " ").split())


def position(edition: Edition, effect: str, turn: int) -> Match[State] | None:
    """Return a match in which an effect is likely to happen, each `turn` another one; None if no card brings it."""
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
    """Return a player who gives the answers that bring an effect, if there are any, and uses other Orders and cards.

    A Tactics card with several uses is kept for the one that is wanted. Where units stand apart they seldom charge.
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
    """Play on in at most so many positions that are made for an effect, until it has happened as often as is wanted."""
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
    """Play on in at most so many positions made for a sentence, until as many as are wanted have carried it out.

    Nothing else is counted in them.
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
    """Play on in a position to the end of its round; None if there is no position for the effect."""
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


# What is printed -----------------------------------------------------------------------------------------------------


def sentence_lines(wanted: Sequence[tuple[str, str]], *fired: Mapping[tuple[str, str], int]) -> list[str]:
    """Return a line for each sentence: in how many matches looked at, positions and tests it was carried out.

    Those that matches have not shown come last, apart.
    """
    lines = {one: "".join(f" {each.get(one, 0):9}" for each in fired) + f"  {one[0]:20} {one[1]}" for one in wanted}
    rare = [line for one, line in lines.items() if not fired[0].get(one)]
    seen = [line for one, line in lines.items() if fired[0].get(one)]
    return [*seen, *(["not in matches:"] if rare else []), *rare]
