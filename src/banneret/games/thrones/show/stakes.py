"""What is at stake in a combat: who wins a tie, and what a victory of each side brings."""

from __future__ import annotations

from collections.abc import Iterator

from banneret.games.thrones.content.board import AREA, FORTIFIED
from banneret.games.thrones.content.components import TIDES, VICTORY_AREAS
from banneret.games.thrones.view import CombatView, ThronesView
from banneret.show.panels import Stake
from banneret.text.message import msg


def stakes(view: ThronesView) -> tuple[Stake, ...]:
    """Return the stakes of the current combat, or nothing if there is none or it is decided."""
    fight = view.combat
    if fight is None or fight.winner is not None or fight.attacker.house is None or fight.defender.house is None:
        return ()
    attacker, defender = fight.attacker.house, fight.defender.house
    tied = min(attacker, defender, key=view.tracks["fiefdoms"].index)
    return (
        Stake(msg("stake.tie", house=tied), "thrones:fiefdoms.1"),
        *_still_to_come(view, fight, attacker, defender),
        *_attacker_wins(view, fight, attacker, defender),
        *_defender_wins(fight, attacker),
    )


def _still_to_come(view: ThronesView, fight: CombatView, attacker: str, defender: str) -> Iterator[Stake]:
    """Yield what can still be added to the strengths: Tides of Battle cards and an unused blade."""
    if view.tides_of_battle and None in (fight.attacker.card, fight.defender.card):
        strengths = [card.strength for card in TIDES.values()]
        yield Stake(msg("stake.tides", least=min(strengths), most=max(strengths)), "thrones:tides.5")
    holder = view.tracks["fiefdoms"][0]
    if not view.blade_used and holder in (attacker, defender):
        yield Stake(msg("stake.blade", house=holder), "thrones:blade-use.1")


def _attacker_wins(view: ThronesView, fight: CombatView, attacker: str, defender: str) -> Iterator[Stake]:
    """Yield what the attacker's victory brings: the area, and what becomes of the defending units."""
    area = view.areas.get(fight.target)
    if AREA[fight.target] in FORTIFIED and (area is None or area.controller != attacker):
        before = view.houses[attacker].fortified
        text = "stake.seventh" if before + 1 >= VICTORY_AREAS else "stake.castle"
        yield Stake(msg(text, area=fight.target, before=before, after=before + 1), "thrones:end.2", 0)
    else:
        yield Stake(msg("stake.area", area=fight.target), "thrones:battlefield.2", 0)
    units = {} if area is None else area.units
    if units:
        yield Stake(msg("stake.retreat", house=defender), "thrones:retreat.3", 0)
    yield from _engines(units, defender, 0)


def _defender_wins(fight: CombatView, attacker: str) -> Iterator[Stake]:
    """Yield what the defender's victory brings: the area is kept, and the attackers return."""
    yield Stake(msg("stake.kept", area=fight.target), "thrones:result.2", 1)
    yield Stake(msg("stake.return", house=attacker, area=fight.origin), "thrones:retreat.2", 1)
    yield from _engines(fight.units, attacker, 1)


def _engines(units: dict[str, int], loser: str, side: int) -> Iterator[Stake]:
    if units.get("siege-engine"):
        yield Stake(msg("stake.engines", house=loser), "thrones:retreat.11", side)
