"""Workload of the soak test: random matches, and positions for effects that are rare in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

import msgspec

from banneret.games.battles.content.components import BOX, Condition
from banneret.games.battles.content.scenario_file import SCENARIOS
from banneret.games.battles.content.skirmish import SUMMARIES
from banneret.games.battles.state import State
from banneret.kernel.creation import from_position, new_match
from banneret.kernel.match import Match
from banneret.kernel.questions import Done, Pass
from tests.games.battles.effects import Counting
from tests.games.battles.scene import ARCHERS, BOWS, CAVALIERS, GUARD, HOST, RIDERS, same_questions, scene
from tests.games.battles.test_random_play import OPTIONAL, demand_sound
from tests.soaking import Figures

WHOLE: Final = 10_000
LEAST: Final = 100
"""Required number of occurrences of each effect."""
RESTARTED: Final = 25
"""One match in this many is restarted from each of its checkpoints."""
FORFEITED: Final = 50
"""In one match in this many, a seat forfeits."""
CHUNK: Final = 25
SETTINGS: Final[tuple[Mapping[str, Any], ...]] = (
    *({"scenario": id} for id in (*SCENARIOS, *SUMMARIES)),
    *({"scenario": id, "drawn_setup": True} for id in SUMMARIES),
    {**OPTIONAL, "scenario": "burning-harvest"},
)
"""Options of the matches, used in turn."""


def play_on(
    match: Match[State],
    rng: Random,
    counting: Counting,
    *,
    most: int,
    restarts: bool = False,
    forfeits: int | None = None,
) -> int:
    """Answer at random, at most `most` times, checking every invariant. Return the number of answers.

    After a number of answers given by `forfeits`, a seat forfeits.
    """
    answers, mark = 0, -1
    counting.begin()
    counting.look(match)
    while match.asking and answers < most:
        demand_sound(match)
        if restarts and match.mark != mark:
            mark = match.mark
            position = msgspec.json.decode(msgspec.json.encode(match.position()["state"]))
            assert same_questions(match, from_position("battles", position, events=False)), match.label
        if forfeits is not None and answers == forfeits:
            forfeits = None
            match.forfeit(rng.choice(sorted(match.asking)))
            counting.look(match)
            continue
        seat, ask = rng.choice(sorted(match.asking.items()))
        action = _choose(rng, ask.options.listed)
        counting.answered(match, seat, ask, action)
        match.play(seat, action)
        counting.look(match)
        answers += 1
    demand_sound(match)
    return answers


def _choose(rng: Random, options: Sequence[Any]) -> Any:
    """Draw an answer: first its kind, so that attacks and cards are as likely as moves; rarely a pass."""
    kinds: dict[type, list[Any]] = {}
    for option in options:
        kinds.setdefault(type(option), []).append(option)
    if len(kinds) > 1 and rng.random() < _BUSY:
        kinds = {kind: listed for kind, listed in kinds.items() if kind not in (Pass, Done)}
    return rng.choice(rng.choice(list(kinds.values())))


def soak_matches(seeds: Sequence[int]) -> Figures:
    """Play matches at random to their ends."""
    counting = Counting()
    answers = 0
    with counting.entered():
        for seed in seeds:
            options = SETTINGS[seed % len(SETTINGS)]
            match: Match[State] = new_match("battles", seats=2, seed=seed, options=options)
            try:
                rng = Random(seed)
                leaves = rng.randrange(200) if seed % FORFEITED == 1 else None
                answers += play_on(match, rng, counting, most=5000, restarts=seed % RESTARTED == 0, forfeits=leaves)
            except Exception as error:
                error.add_note(f"in the soak: seed {seed}, {options}, after {len(match.answers)} answers")
                raise
            assert match.outcome is not None, f"seed {seed}: not over"
            assert sorted(seat for place in match.outcome.places for seat in place) == [0, 1]
    return Figures(len(seeds), answers, counting.counts)


_BUSY: Final = 0.8


Situation = Callable[[Random], Match[State]]


_SCORED: Final = {"kind": "destroyed", "points": 1, "when": "immediate"}
_WEAK, _TIRED, _ENGAGED = 0.5, 0.3, 0.5


def _facing(rng: Random, leader: str, **more: Any) -> Match[State]:
    """Place a commander's unit and a few others in front of enemies of all ranks, some of them engaged."""
    card = BOX.commander[leader]
    house, enemy = card.house, "lannister" if card.house == "stark" else "stark"
    own = [unit for unit in BOX.units if unit.house == house]
    others = [unit for unit in BOX.units if unit.house == enemy]
    leaders = [one for one in BOX.commanders if one.house == enemy]
    against = rng.choice(leaders)
    ranks = ("green", "blue", "red")
    towards_enemy = -1 if house == "stark" else 1

    def weak() -> str:
        return " | 1" if rng.random() < _WEAK else ""

    rows = [f"d3 {card.unit} {rng.choice(ranks)} {leader}"]
    rows += [
        f"{hex} {unit.id} {rng.choice(ranks)}" for hex, unit in zip(("c3", "e3", "d2"), rng.sample(own, 3), strict=True)
    ]
    rows += [f"d4 {against.unit} {rng.choice(ranks)} {against.id}"]
    rows += [
        f"{hex} {unit.id} {rng.choice(ranks)}{weak()}"
        for hex, unit in zip(("c4", "e4"), rng.sample(others, 2), strict=True)
    ]
    state = " | inactive" if rng.random() < _TIRED else ""
    letters = "..fhbs="
    ground = {hex: rng.choice(letters) for hex in ("c3", "e3", "c4", "e4", "d4", "d5", "d2", "e2")}
    engaged = [(0, 4, enemy)] if rng.random() < _ENGAGED else []
    tokens = {one: {"green": 2, "blue": 2, "red": 2, "valor": 3, "morale": 3} for one in (house, enemy)}
    own_cards = [one.id for one in BOX.cards if one.house == house and one.person in (None, card.person)]
    hand = more.pop("hand", None) or rng.sample(own_cards, 3)
    return scene(
        *(line + (state if line[0:2] in ("c3", "e3") else "") for line in rows),
        turn=house, ground=ground, engaged=engaged, tokens=tokens, hands={house: hand},
        morale=towards_enemy * rng.choice((9, 8, 7, 5, 0, -5, -8)), houses={house: {"destroyed": rng.randrange(2)}},
        fields={"command_tokens": 5, "order_rating": 4, "scoring": [_SCORED, _SCORED | {"kind": "captured"}]}, **more,
    )  # fmt: skip  # several to a line


def _leader_of(rng: Random, card: str) -> str:
    """Return a commander whose deck can contain a card."""
    wanted = BOX.card[card]
    able = [c.id for c in BOX.commanders if c.house == wanted.house and wanted.person in (None, c.person)]
    return rng.choice(able)


def situations() -> dict[str, Situation]:
    """Return the positions by name: one for each commander, each card, and each plan with special rules."""
    found: dict[str, Situation] = {}
    for one in BOX.commanders:
        found[f"commander {one.id}"] = lambda rng, leader=one.id: _facing(rng, leader)  # type: ignore[misc]  # bound
    for card in BOX.cards:
        found[f"card {card.id}"] = lambda rng, card=card.id: _facing(rng, _leader_of(rng, card), hand=[card])  # type: ignore[misc]  # bound
    found["fire"] = _burning
    found["persons and catapult"] = _catapult
    found["archers behind mountains"] = _behind_mountains
    found["last stand"] = _last_stand
    found["riders who stay"] = _riders_who_stay
    found["lent dice"] = _lent_dice
    found["flanked"] = _flanked
    found["hidden tokens"] = _hidden_tokens
    found["camp"] = _camp
    found["cornered"] = _cornered
    return found


def how_often(name: str) -> int:
    """Return the relative frequency with which a position is played, since its effect may be rare in it."""
    kind, _, id = name.partition(" ")
    if kind != "card":
        return {"commander": 1, "persons": 8}.get(kind, 4)
    tactic = BOX.card[id].tactic
    if tactic is None or tactic.condition == Condition(pool=tactic.condition.pool):
        return 1
    return 8 if tactic.condition.enemy_unit_destroyed_this_turn else 4


def _burning(_rng: Random) -> Match[State]:
    """Place the Reaver and a unit that may burn everything next to everything flammable."""
    fields = {
        "tokens": [
            {"kind": "tent", "hex": "d4"}, {"kind": "siege-tower", "hex": "e3"}, {"kind": "wood-bridge", "hex": "f4"},
        ],
        "palisades": [{"between": ["d3", "c3"]}],
        "fires": [{"hex": "g5", "level": 4}, {"hex": "f4", "level": 2}],
    }  # fmt: skip  # several to a line
    return scene(
        f"d3 {GUARD} red gregor-clegane-the-reaver all", f"e4 {HOST} green maege-mormont", f"g4 {GUARD} red all",
        f"h4 {HOST} green | 1", turn="lannister", fields=fields,
        ground={"g5": "b", "g3": "f", "f5": "f", "h5": "f", "f4": "~"},
        tokens={"lannister": {"red": 2, "valor": 4}, "stark": {"green": 1}},
    )  # fmt: skip  # several to a line


def _catapult(rng: Random) -> Match[State]:
    """Place a person and catapult targets in the way."""
    fields = {
        "persons": [
            {"id": "edmure", "house": "stark", "hex": rng.choice(("d3", "d4", "e5")), "safe": ["d1", "c2", "d2", "c3"]}
        ],
        "catapult": {"house": "lannister", "targets": [{"hex": hex, "rank": "green"} for hex in ("c2", "d2", "e3")]},
        "scoring": [
            {"kind": "destroyed", "points": 1, "when": "immediate"},
            {"kind": "person-safe", "points": 5, "when": "immediate", "house": "stark", "person": "edmure"},
            {"kind": "person-taken", "points": 3, "when": "immediate", "house": "lannister", "person": "edmure"},
        ],
    }
    return scene(
        f"d3 {HOST} green", f"d5 {GUARD} green", f"e4 {CAVALIERS} green", fields=fields,
        turn=rng.choice(("stark", "lannister")),
        tokens={"stark": {"green": 2}, "lannister": {"green": 2, "valor": 2}},
    )  # fmt: skip  # several to a line


def _behind_mountains(_rng: Random) -> Match[State]:
    """Place archers behind mountains."""
    return scene(
        f"c4 {BOWS} blue", f"f4 {GUARD} green", f"c6 {GUARD} green", ground={"d4": "m", "e4": "m"},
        tokens={"stark": {"blue": 2}, "lannister": {"green": 1}},
    )  # fmt: skip  # several to a line


def _last_stand(rng: Random) -> Match[State]:
    """Leave a commander as the last unit of his House, or with one more where his capture decides."""
    by_capture = rng.random() < _WEAK
    wanted = {"house": "stark", "kind": "commanders", "least": 1}
    return scene(
        f"d3 {RIDERS} red rickard-karstark", f"d2 {HOST} red", f"d4 {GUARD} green kevan-lannister | 1",
        *([f"h6 {GUARD} green"] if by_capture else []), fields={"immediate": [wanted]} if by_capture else {},
        tokens={"stark": {"red": 2, "valor": 2}}, ground={"c2": "m", "c3": "m", "e3": "m", "c4": "m"},
    )  # fmt: skip  # several to a line


def _riders_who_stay(_rng: Random) -> Match[State]:
    """Place Rickard Karstark's riders among weak enemies and mountains, so that they can attack without moving."""
    enemies = [f"{hex} {kind} green | 1" for hex, kind in (("c3", ARCHERS), ("e3", GUARD), ("d4", CAVALIERS))]
    return scene(
        f"d3 {RIDERS} red rickard-karstark", *enemies, tokens={"stark": {"red": 1, "valor": 2}},
        ground={"d2": "m", "c2": "m", "c4": "m"},
    )  # fmt: skip  # several to a line


def _flanked(rng: Random) -> Match[State]:
    """Let the Greatjon attack an enemy that is engaged with another unit."""
    return scene(
        f"d3 {HOST} {rng.choice(('green', 'blue', 'red'))} greatjon-umber-the-greatjon", f"e3 {HOST} blue",
        f"d4 {GUARD} green", tokens={"stark": {"green": 2, "blue": 2, "red": 2}}, engaged=[(1, 2, "stark")],
        ground={"c3": "m", "d2": "m", "c2": "m", "c4": "m"},
    )  # fmt: skip  # several to a line


def _hidden_tokens(_rng: Random) -> Match[State]:
    """Place strategy tokens around an enemy unit."""
    hexes = ["c3", "e3", "d4", "c4"]
    fields = {
        "strategy": {"house": "lannister", "hexes": hexes, "real": 2},
        "scoring": [{"kind": "found", "points": 1, "when": "immediate", "house": "stark"}],
    }
    faces = {"cards": ["real", "decoy", "real", "decoy"], "known": [2] * 4}
    return scene(
        f"d3 {HOST} green", fields=fields, tokens={"stark": {"green": 2}}, ground={"d2": "m", "c2": "m"},
        strategy=faces, strategy_hexes=hexes,
    )  # fmt: skip  # several to a line


def _camp(_rng: Random) -> Match[State]:
    """Let the last round end with units in a camp."""
    counted = {"kind": "units-in", "points": 1, "when": "end", "house": "lannister", "hexes": ["c5", "d5"], "per": 2}
    units = (f"c5 {GUARD} green", f"d5 {GUARD} green")
    return scene(*units, step="regroup", round=5, fields={"scoring": [_SCORED, counted]})


def _cornered(_rng: Random) -> Match[State]:
    """Enclose two enemies in buildings by water, so that they fight and nobody retreats."""
    water = ("c2", "c3", "c4", "d2", "d4", "e2", "e4", "f2", "f3", "f4")
    ground = {"d3": "b", "e3": "b"} | dict.fromkeys(water, "~")
    units = (f"d3 {BOWS} red", f"e3 {CAVALIERS} red")
    return scene(*units, tokens={"stark": {"red": 2}}, ground=ground)


def _lent_dice(rng: Random) -> Match[State]:
    """Place Kevan Lannister next to infantry that his card orders too."""
    able = (card for card in BOX.cards if card.house == "lannister" and card.person in (None, "kevan-lannister"))
    fit = [c.id for c in able if (o := c.commands[0]).order > 1 and not o.ranks and o.classes in ((), ("infantry",))]
    card = rng.choice(fit)
    return scene(
        f"d3 {GUARD} blue kevan-lannister", f"e3 {GUARD} blue", f"d2 {GUARD} green", f"d4 {HOST} blue",
        f"e4 {HOST} green", turn="lannister", hands={"lannister": [card]},
        ground={"c3": "m", "c2": "m", "c4": "m", "e2": "m"},
    )  # fmt: skip  # several to a line


def soak_situation(name: str, number: int) -> Figures:
    """Play a situation at random for a turn or two."""
    counting = Counting()
    begin = situations()[name]
    answers = 0
    with counting.entered():
        for turn in range(number):
            rng = Random(f"{name} {turn}")
            answers += play_on(begin(rng), rng, counting, most=25)
    return Figures(0, answers, counting.counts)
