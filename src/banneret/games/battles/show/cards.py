"""The components of the game as cards: units, commanders, Leadership cards, tokens, dice, terrain and plans."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

import msgspec

from banneret.games.battles.content import skirmish
from banneret.games.battles.content.components import (
    BOX,
    RANKS,
    TOKENS,
    Commander,
    MoraleZone,
    Origin,
    Overlay,
    Terrain,
    Unit,
)
from banneret.games.battles.content.components import Card as LeadershipCard
from banneret.games.battles.content.components import Keyword as BoxKeyword
from banneret.games.battles.content.scenario import Scenario
from banneret.games.battles.content.scenario_file import SCENARIOS, scenario
from banneret.games.battles.show.card_pictures import pictures
from banneret.show.card import Ability, Attack, Card, DicePool, Face, Keyword, Stat
from banneret.text.message import Message, msg

_DOUBT: Final[tuple[Origin, ...]] = ("project", "inferred", "sourced", "rulebook")
"""Origins from the least to the most certain one."""
_VALUED: Final = ("pursue", "toughness", "cover")
"""Keywords with a value."""
_TOKEN_RULES: Final = {
    "command-token": ("pieces.23",),
    "momentum": ("pieces.31", "pieces.32"),
    "engagement": ("pieces.20",),
    "control": ("pieces.13", "c11.26", "c11.27"),
    "direction": ("pieces.17",),
    "fire": ("pieces.22", "c12.4", "c12.7", "c12.8", "c12.12", "c12.13"),
    "devastated": ("pieces.21", "c12.5"),
    "strategy": ("pieces.26", "pieces.27"),
    "special-archers": ("pieces.28",),
    "catelyn": ("pieces.29",),
    "edmure": ("pieces.29",),
}
_ORDER_RULES: Final[Mapping[str, tuple[str, ...]]] = {
    "green": ("pieces.24", "order.15", "order.16"),
    "blue": ("pieces.24", "order.15", "order.16"),
    "red": ("pieces.24", "order.15", "order.16"),
    "valor": ("pieces.24", "order.15", "order.16"),
    "morale": ("pieces.24", "order.9", "order.16"),
}
_FACE_RULES: Final = {
    "green": ("result.3",),
    "blue": ("result.3",),
    "red": ("result.3",),
    "valor": ("result.4", "result.5", "result.6"),
    "morale": ("result.2",),
}
_TERRAIN_RULES: Final = {
    "plains": ("c11.2",),
    "forest": ("c11.3", "c11.4", "c11.5"),
    "hill": ("c11.6", "c11.7", "c11.8"),
    "river": ("c11.9", "c11.10"),
    "ford": ("c11.11", "c11.12"),
    "building": ("c11.13", "c11.14", "c11.15"),
    "road": ("c11.23",),
    "mountain": ("c11.24",),
    "marsh": ("c11.25",),
    "stone-bridge": ("c11.16",),
    "wood-bridge": ("c11.17", "c11.18"),
    "tent": ("c11.19", "c11.20"),
    "palisade": ("c11.21", "c11.22"),
    "siege-tower": ("pieces.30", "c11.29"),
}
_SKIRMISH_RULES: Final = {
    "raid-in-the-riverlands": tuple(f"c15.{number}" for number in (3, 4, 5, 6, 7, 8, 9, 10, 17)),
    "open-field": tuple(f"c15.{number}" for number in range(11, 17)),
}


class BattlesCards:
    """The cards of the game."""

    def all(self) -> tuple[Card, ...]:
        """Return the cards of the whole box, of skirmishes and of battle plans."""
        return _cards()

    def picture(self, card: Card) -> str:
        """Return the picture of a card, either the emblem of its kind in the colors of its House or a die face."""
        return pictures().picture(card)


@lru_cache(maxsize=1)
def _cards() -> tuple[Card, ...]:
    found = (
        *map(_unit, BOX.units),
        *map(_commander, BOX.commanders),
        *map(_leadership, BOX.cards),
        *map(_keyword, BOX.keywords.values()),
        *map(_order_token, TOKENS),
        _die(),
        *map(_die_face, dict.fromkeys(BOX.die.faces)),
        *map(_zone, BOX.zones),
        *map(_terrain, BOX.terrains),
        *map(_terrain, BOX.overlay.values()),
        *(_token(id, "token", rules) for id, rules in _TOKEN_RULES.items()),
        *map(_skirmish, skirmish.SUMMARIES.values()),
        *map(_setup, skirmish.CARDS),
        *map(_plan, map(scenario, SCENARIOS)),
    )
    return pictures().styled(found)


def _unit(unit: Unit) -> Card:
    moves = (Stat("move", msg("card.move", rank=rank), f"{unit.move[rank]}") for rank in RANKS)
    texts = [msg("card.attack-after-move" if unit.attack_after_move else "card.no-attack-after-move")]
    if not unit.valor_hits:
        texts.append(msg("card.no-valor"))
    return Card(
        id=unit.id,
        title=msg(f"name.{unit.id}"),
        kind="unit",
        faction=unit.house,
        stats=(
            Stat("figures", msg("card.strength"), f"{unit.strength}"),
            Stat("range", msg("card.range"), f"{unit.range}"),
            *moves,
        ),
        attacks=(
            Attack(
                name=msg("name.attack"),
                kind="ranged" if unit.ranged else "melee",
                pools=tuple(DicePool({"die": unit.dice[rank]}, msg(f"name.{rank}"), rank) for rank in RANKS),
            ),
        ),
        keywords=(Keyword(unit.class_, msg(f"name.{unit.class_}")), *_keywords(unit.keywords)),
        texts=tuple(texts),
        provenance=_origin(unit.provenance.values()),
    )


def _keywords(values: Mapping[str, int]) -> Iterable[Keyword]:
    for id, value in values.items():
        name = msg("card.valued", keyword=id, value=value) if id in _VALUED else msg(f"name.{id}")
        yield Keyword(id, name, BOX.keywords[id].rule, f"keyword-{id}")


def _keyword(keyword: BoxKeyword) -> Card:
    return Card(
        id=f"keyword-{keyword.id}",
        title=msg(f"name.{keyword.id}"),
        kind="keyword",
        texts=(_summary(keyword.rule),),
        rules=(keyword.rule,),
        provenance=keyword.provenance,
    )


def _commander(commander: Commander) -> Card:
    rules = tuple(f"battles:commander-card.{id}" for id in (commander.unit_ability, commander.commit_ability))
    own = (card.id for card in BOX.cards if card.person == commander.person)
    return Card(
        id=commander.id,
        title=msg(f"name.{commander.id}"),
        kind="commander",
        faction=commander.house,
        stats=(
            Stat("hand", msg("card.command-limit"), f"{commander.command_limit}"),
            Stat("hit", msg("card.capture-rating"), f"{commander.capture_rating}"),
            Stat("hex", msg("card.zone-of-control"), f"{commander.zone}"),
        ),
        abilities=(
            Ability(msg("card.unit-ability"), (_summary(rules[0]),)),
            Ability(msg("card.commit-ability"), (_summary(rules[1]),)),
        ),
        texts=(msg("card.leads", unit=commander.unit),),
        rules=(*rules, "battles:c9.1"),
        related=(commander.unit, *own),
        provenance=_origin(commander.provenance.values()),
    )


def _leadership(card: LeadershipCard) -> Card:
    texts: list[Message] = []
    for number, command in enumerate(card.commands, 1):
        texts += [msg("card.command-costs", cost=command.cost), msg(f"card.{card.kind}.command.{number}")]
    tactic = card.tactic
    abilities: tuple[Ability, ...] = ()
    if tactic is not None:
        title = msg("card.tactic-before" if tactic.timing == "before" else "card.tactic-after")
        abilities = (Ability(title, (msg(f"card.{card.kind}.tactic"),)),)
    return Card(
        id=card.id,
        title=msg(f"name.{card.id}"),
        kind="leadership-card",
        faction=card.house,
        texts=tuple(texts),
        abilities=abilities,
        rules=(
            f"battles:leadership.{card.kind}",
            "battles:card.1",
            *(("battles:tactic.1",) if tactic is not None else ()),
        ),
        related=tuple(one.id for one in BOX.commanders if one.person == card.person),
        provenance=_origin(card.provenance.values()),
    )


def _face(face: str) -> Face:
    if face in RANKS:
        return Face(glyphs=("defense",), text=msg("card.face.shield", face=face), color=face)
    return Face(glyphs=(face,), text=msg(f"card.face.{face}"))


def _die_face(face: str) -> Card:
    rules = tuple(f"battles:{id}" for id in _FACE_RULES[face])
    return Card(
        id=face,
        title=msg(f"name.{face}"),
        kind="die-face",
        faces=(_face(face),),
        texts=tuple(map(_summary, rules)),
        rules=rules,
        related=("die", f"token:{face}"),
        provenance=_origin(BOX.die.provenance.values()),
    )


def _die() -> Card:
    faces = tuple(map(_face, BOX.die.faces))
    rules = tuple(f"battles:{id}" for id in ("pieces.6", "result.3", "result.4", "result.2"))
    return Card(
        id="die",
        title=msg("card.die"),
        kind="die",
        faces=faces,
        texts=tuple(map(_summary, rules)),
        rules=rules,
        provenance=_origin(BOX.die.provenance.values()),
    )


def _zone(zone: MoraleZone) -> Card:
    stats = [Stat("morale", msg("card.spaces"), f"{zone.first}–{zone.last}")]
    if zone.break_point is not None:
        stats.append(Stat("skull", msg("card.break-point"), f"{zone.break_point}"))
    rules = ("battles:pieces.18", "battles:tactic.10", "battles:c10.8")
    return Card(
        id=f"zone-{zone.id}",
        title=msg("card.morale-zone", zone=zone.id),
        kind="morale-zone",
        stats=tuple(stats),
        texts=tuple(map(_summary, rules)),
        rules=rules,
        provenance=zone.provenance,
    )


def _terrain(terrain: Terrain | Overlay) -> Card:
    limit = terrain.burn_limit
    stats = (Stat("damage", msg("card.burn-limit"), f"{limit}"),) if limit else ()
    kind = "terrain" if isinstance(terrain, Terrain) else "overlay"
    origin = _origin(terrain.provenance.values())
    return msgspec.structs.replace(_ruled(terrain.id, kind, _TERRAIN_RULES[terrain.id]), stats=stats, provenance=origin)


def _skirmish(summary: skirmish.Summary) -> Card:
    rules = tuple(f"battles:{id}" for id in _SKIRMISH_RULES[summary.id])
    return Card(
        id=summary.id,
        title=msg(f"name.{summary.id}"),
        kind="skirmish",
        stats=(
            *_ratings(summary),
            Stat("crown", msg("card.commanders"), f"{summary.commanders}"),
            Stat("hand", msg("card.command-limit"), f"{summary.command_limit}"),
        ),
        texts=tuple(map(_summary, rules)),
        rules=rules,
        provenance=_origin(summary.provenance.values()),
    )


def _setup(card: skirmish.Card) -> Card:
    units = tuple(msg("card.setup-unit", unit=unit, rank=rank) for unit, rank in card.units)
    leader = () if card.commander is None else (card.commander,)
    title = msg("card.setup-levies", house=card.house) if card.commander is None else msg(f"name.{card.commander}")
    return Card(
        id=f"setup-{card.id}",
        title=title,
        kind="setup-card",
        faction=card.house,
        texts=(*units, msg("card.setup-terrain", terrain=card.terrain)),
        rules=("battles:c15.2",),
        related=(*leader, *dict.fromkeys(unit for unit, _ in card.units), *dict.fromkeys(card.terrain)),
        provenance=card.provenance,
    )


def _plan(plan: Scenario) -> Card:
    persons = dict.fromkeys(unit.commander for unit in plan.units if unit.commander is not None)
    return Card(
        id=plan.id,
        title=msg(f"name.{plan.id}"),
        kind="battle-plan",
        stats=_ratings(plan),
        texts=(msg(f"about.{plan.id}"),),
        related=tuple(persons),
        provenance=_origin(plan.provenance.values()),
    )


def _ratings(plan: Scenario | skirmish.Summary) -> tuple[Stat, ...]:
    return (
        Stat("initiative", msg("card.rounds"), f"{plan.rounds}"),
        Stat("action", msg("card.order-rating"), f"{plan.order_rating}"),
        Stat("scroll", msg("card.leadership-rating"), f"{plan.leadership_rating}"),
        Stat("power", msg("card.command-tokens"), f"{plan.command_tokens}"),
    )


def _order_token(token: str) -> Card:
    """Return an order token; ranks have some of the same ids."""
    return msgspec.structs.replace(_token(token, "order-token", _ORDER_RULES[token]), id=f"token:{token}")


def _token(id: str, kind: str, numbers: Iterable[str]) -> Card:
    return msgspec.structs.replace(_ruled(id, kind, numbers), title=msg(f"card.token.{id}"))


def _ruled(id: str, kind: str, numbers: Iterable[str]) -> Card:
    """Return a card whose texts are the summaries of rules."""
    rules = tuple(f"battles:{number}" for number in numbers)
    return Card(id=id, title=msg(f"name.{id}"), kind=kind, texts=tuple(map(_summary, rules)), rules=rules)


def _summary(rule: str) -> Message:
    return msg(f"rule.{rule}")


def _origin(origins: Iterable[Origin]) -> Origin:
    """Return the least certain origin, since a card has a single one."""
    found = set(origins)
    return next(origin for origin in _DOUBT if origin in found)
