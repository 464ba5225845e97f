"""Random combats: options and refusals agree, imagined worlds ask the same, and the table stays sound."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import msgspec
import pytest

from banneret.games.thrones.actions import (
    ChooseArea,
    ChooseEffect,
    ChooseTrack,
    Knight,
    LoseUnit,
    PlayCard,
    RefuseSupport,
    Retreat,
    Support,
    TakePort,
)
from banneret.games.thrones.audit import audit
from banneret.games.thrones.content import board
from banneret.games.thrones.content.components import CARDS, CARDS_OF, ORDERS, UNITS
from banneret.games.thrones.rulebook import ThronesRulebook
from banneret.games.thrones.rules.combat.support import RefuseSupportChooser
from banneret.games.thrones.rules.supply import army_sizes, fits
from banneret.games.thrones.state import State
from banneret.kernel.choosers import Action
from banneret.kernel.match import Match
from banneret.kernel.questions import Pass, Yes
from banneret.kernel.stream import Stream, derive_key
from tests.games.thrones.fights import fight
from tests.games.thrones.scene import SIX

pytestmark = pytest.mark.no_cover  # what is run thousands of times is measured elsewhere

HOME = {house: area for area, house in zip(board.AREAS, board.HOME_OF, strict=True) if house is not None}


def random_area(stream: Stream, house: str, kind: int) -> dict[str, Any]:
    """A stack of a house with an order, here and there with routed units."""
    if kind == board.LAND:
        units = [("footman", 1 + stream.below(2)), ("knight", 1), ("siege-engine", stream.below(4) // 3)]
    else:
        units = [("ship", 2)]
    area: dict[str, Any] = {"house": house, "units": {}, "routed": {}}
    for unit, most in units:
        if n := stream.below(most + 1):
            area["units"][unit] = n
        if not stream.below(9):
            area["routed"][unit] = 1
    if not area["units"] and not area["routed"]:
        area["units"][units[0][0]] = 1
    orders = [order.id for order in ORDERS if order.type != "march"]
    orders += ["support-zero", "support-plus-one", "support-zero"]
    area["order"] = stream.choice(orders)
    return area


def random_fight(seed: int) -> Match[State] | None:
    """A combat on a random board, or None where the dice gave none that supply and pieces allow."""
    stream = Stream(derive_key("fight", seed))
    areas: dict[str, Any] = {}
    target = stream.choice([a for a in range(len(board.AREAS)) if board.KIND[a] != board.PORT])
    beside = [a for a in board.ADJACENT[target] if (board.KIND[a] == board.LAND) == (board.KIND[target] == board.LAND)]
    if not beside:
        return None
    origin = stream.choice(beside)
    houses = list(SIX)
    stream.shuffle(houses)
    attacker, defender = houses[:2]
    nearby = [a for a in (*board.ADJACENT[target], *board.ADJACENT[origin]) if a not in (origin, target)]
    for a in dict.fromkeys(nearby):
        if board.KIND[a] != board.PORT and stream.below(2):
            areas[board.AREAS[a]] = random_area(stream, stream.choice(houses[:4]), board.KIND[a])
        elif board.KIND[a] == board.LAND and not stream.below(4):
            areas[board.AREAS[a]] = {"power": stream.choice(houses[:3])}
    areas[board.AREAS[target]] = random_area(stream, defender, board.KIND[target])
    areas[board.AREAS[origin]] = random_area(stream, attacker, board.KIND[origin])
    areas[board.AREAS[origin]]["order"] = stream.choice(["march-minus-one", "march-zero", "march-plus-one"])
    for a in (origin, target):
        area = areas[board.AREAS[a]]
        if board.PORT_OF[a] >= 0 and stream.below(2):
            areas[board.AREAS[board.PORT_OF[a]]] = random_area(stream, area["house"], board.PORT)
    for house, home in HOME.items():
        if areas.get(home, {}).get("power") == house:
            del areas[home]
        if stream.below(2) and areas.get(home, {}).get("house", house) == house and "power" not in areas.get(home, {}):
            areas.setdefault(home, {})["garrison"] = 2
    if not areas[board.AREAS[origin]]["units"]:
        return None
    data = {"supply": 6, "available": stream.below(5)}
    seats: dict[str, Any] = {}
    for house in SIX:
        out = [card for card in CARDS_OF[house] if not stream.below(3)]
        seats[house] = data | {"discards": out if len(out) < 7 else []}
    tracks = {}
    for track in ("iron-throne", "fiefdoms", "kings-court"):
        stream.shuffle(houses)
        tracks[track] = houses[:]
    match = fight(
        board.AREAS[origin],
        board.AREAS[target],
        areas,
        army=random_army(stream, areas[board.AREAS[origin]]["units"]),
        seats=seats,
        tracks=tracks,
        blade_used=bool(stream.below(2)),
        tides_of_battle=bool(stream.below(2)),
        key=derive_key("chance", seed).hex(),
    )
    tight(match.origin.state, stream)
    return None if unsound(match.origin.state) else Match(match.rulebook, match.origin)


def random_army(stream: Stream, units: dict[str, int]) -> dict[str, int]:
    """All units of the area, or some."""
    army = {unit: n if stream.below(2) else 1 + stream.below(n) for unit, n in units.items()}
    return units if stream.below(2) else army


def tight(state: State, stream: Stream) -> None:
    """Lower supply as far as the armies on the board allow, for some houses."""
    for seat in range(state.seats):
        sizes = tuple(army_sizes(state, seat))
        least = next((supply for supply in range(7) if fits(sizes, supply)), 6)
        state.supply[seat] = least if stream.below(3) else 6


def unsound(state: State) -> list[str]:
    """What the audit finds, but for the number of order tokens, which a random board does not keep to.

    In the midst of a combat a port waits for the areas to be settled.
    """
    waits = ("orders:",) if state.combat is None else ("orders:", "port:")
    return [line for line in audit(state) if not line.startswith(waits)]


AREA, UNIT = tuple(board.AREAS), tuple(UNITS)
FIELDS: dict[type[Action], tuple[tuple[Any, ...], ...]] = {
    Pass: (),
    Yes: (),
    Support: (AREA, ("attacker", "defender")),
    PlayCard: (tuple(CARDS),),
    Retreat: (AREA,),
    LoseUnit: (AREA, UNIT),
    ChooseArea: (AREA,),
    ChooseTrack: (("iron-throne", "fiefdoms", "kings-court"),),
    ChooseEffect: (ThronesRulebook.domains["effect"],),
    Knight: (AREA,),
    TakePort: (AREA, (0, 1, 2, 3, 4)),
}


def all_answers(match: Match[State], seat: int) -> Iterator[Action]:
    """Every answer of the types the question takes; lists of areas up to three long out of a few."""
    chooser = match.asking[seat].chooser
    for action in chooser.answers:
        if action is RefuseSupport and isinstance(chooser, RefuseSupportChooser):
            few = [board.AREAS[a] for a in dict.fromkeys([*chooser.granted, 3, 30, 45])]
            yield from (RefuseSupport(areas) for n in range(4) for areas in product(few, repeat=n))
        else:
            yield from (action(*fields) for fields in product(*FIELDS.get(action, ())))


TEXTS = ThronesRulebook().catalogue()


def check_text(id: str, fields: Mapping[str, object]) -> None:
    """There is a sentence, and it names no field that the message does not have."""
    assert id in TEXTS
    assert all(form.format_map(fields) for form in TEXTS.forms(id))


def check_question(match: Match[State], seat: int) -> None:
    ask = match.asking[seat]
    listed = list(ask.options)
    assert len(listed) > 1
    assert len(set(listed)) == len(listed)
    assert all(ask.chooser.refusal(option) is None for option in listed)
    rules = match.rulebook.rules()
    assert ask.rule in rules
    check_text(ask.prompt.id, ask.prompt.fields)
    for answer in all_answers(match, seat):
        refusal = ask.chooser.refusal(answer)
        assert (refusal is None) == (answer in listed), answer
        if refusal is not None:
            assert refusal.rule in rules, refusal
            check_text(refusal.reason.id, refusal.reason.fields)


def check_worlds(match: Match[State], seed: int) -> None:
    for viewer in (*range(match.seats), None):
        world = match.imagine(viewer, seed)
        assert world.view(viewer) == match.view(viewer)
        assert {s: a.kind for s, a in world.asking.items()} == {s: a.kind for s, a in match.asking.items()}
    assert match.clone().digest() == match.digest()


def play_out(seed: int, *, thorough: bool) -> bool:
    match = random_fight(seed)
    if match is None:
        return False
    stream = Stream(derive_key("answers", seed))
    while match.outcome is None:
        seat = stream.choice(sorted(match.asking))
        if thorough:
            check_question(match, seat)
            check_worlds(match, seed)
        assert unsound(match.state) == []
        options = match.asking[seat].options
        match.play(seat, options[stream.below(len(options))])
    state = match.state
    assert unsound(state) == []
    assert all(len(hand) + len(out) == 7 for hand, out in zip(state.hands, state.discards, strict=True))
    for told in match.events:
        fields = {field.name: getattr(told.event, field.name) for field in msgspec.structs.fields(told.event)}
        assert fields["rule"] in match.rulebook.rules()
        check_text(f"event.{type(told.event).__struct_config__.tag}", fields)
    return True


def test_random_combats_are_sound() -> None:
    """Every question lists exactly what it does not refuse; every view can be imagined; the audit finds nothing."""
    assert sum(play_out(seed, thorough=True) for seed in range(60)) > 20
    assert sum(play_out(seed, thorough=False) for seed in range(1000, 1200)) > 60


@pytest.mark.soak
def test_many_random_combats_are_sound() -> None:
    """The same for a few thousand boards."""
    assert sum(play_out(seed, thorough=seed % 5 == 0) for seed in range(10_000, 16_000)) > 2000
