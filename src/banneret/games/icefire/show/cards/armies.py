"""Units, attachments, non-combat units, Tactics cards and their abilities as cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from banneret.games.icefire.content import card_texts
from banneret.games.icefire.content.components import (
    Ability,
    Attachment,
    Components,
    Model,
    NonCombatUnit,
    Person,
    Special,
    TacticsCard,
    Unit,
    components,
)
from banneret.games.icefire.content.components import Attack as UnitAttack
from banneret.games.icefire.content.editions import Edition
from banneret.games.icefire.content.tabletop import Tray, pieces
from banneret.games.icefire.show.cards.terms import keyword
from banneret.show.card import Ability as Part
from banneret.show.card import Attack, Card, DicePool, Keyword, Stat
from banneret.text.message import Message, msg

_ENEMY: Final = {"before-deployment": "card.enemy-before", "after-deployment": "card.enemy-after"}
_RANGES: Final = {"melee": "", "short": "short", "long": "long"}


def army_cards(edition: Edition) -> tuple[Card, ...]:
    """Return the cards of all armies, and one for each ability."""
    deck = _Deck(edition)
    box = deck.box
    return (
        *map(deck.unit, box.units.values()),
        *map(deck.attachment, box.attachments.values()),
        *map(deck.ncu, box.ncus.values()),
        *map(deck.tactics, box.tactics.values()),
        *map(deck.special, box.specials.values()),
        *map(deck.ability, box.abilities.values()),
    )


class _Deck:
    """Describes the cards of one edition."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.box: Components = components(edition)
        self.trays: dict[str, Tray] = {tray.id: tray for tray in pieces().trays}

    def unit(self, unit: Unit) -> Card:
        ranks = unit.ranks or self.trays[unit.tray].ranks
        models = unit.models or self.trays[unit.tray].files * self.trays[unit.tray].ranks
        stats = [
            Stat("speed", msg("card.speed"), f"{unit.speed}"),
            Stat("defense", msg("card.defense"), f"{unit.defense}+"),
            Stat("morale", msg("card.morale"), f"{unit.morale}+"),
        ]
        if not unit.solo:
            stats += [Stat("figures", msg("card.models"), f"{models}"), Stat("ranks", msg("card.ranks"), f"{ranks}")]
        wounds = "card.wounds" if unit.solo else "card.wounds-each"
        stats.append(Stat("health", msg(wounds), f"{unit.wounds or 1}"))
        return self._model(
            unit,
            "unit",
            stats=(*stats, *_start(unit)),
            attacks=tuple(_attack(one, ranks) for one in unit.attacks),
            keywords=(*_types(unit), *self._granted(unit.abilities)),
            abilities=self._parts(unit.abilities),
            texts=tuple(self._unit_limits(unit)),
        )

    def attachment(self, card: Attachment) -> Card:
        return self._model(
            card,
            "attachment",
            stats=_start(card),
            keywords=(*_types(card), *self._granted(card.abilities)),
            abilities=self._parts(card.abilities),
            texts=tuple(self._attachment_limits(card)),
        )

    def ncu(self, card: NonCombatUnit) -> Card:
        parts = tuple(
            Part(msg(card_texts.talent_id(card.id, part)), (msg(card_texts.text_id(self.edition, card.id, part)),))
            for part in range(len(card.abilities))
        )
        granted = dict.fromkeys(word for ability in card.abilities for word in ability.keywords)
        influence = (keyword("influence"),) if any(ability.influence for ability in card.abilities) else ()
        return self._model(
            card,
            "non-combat-unit",
            stats=_start(card),
            keywords=(*_types(card), *influence, *map(keyword, granted)),
            abilities=parts,
            texts=tuple(self._limits(card)),
            related=_named(card.abilities),
        )

    def tactics(self, card: TacticsCard) -> Card:
        texts = [
            message
            for part, use in enumerate(card.uses)
            for message in (
                msg(card_texts.trigger_id(use.trigger)),
                msg(card_texts.text_id(self.edition, card.id, part)),
            )
        ]
        granted = dict.fromkeys(word for use in card.uses for word in use.keywords)
        leader = (card.commander,) if card.commander else ()
        return Card(
            id=card.id,
            title=msg(f"name.{card.id}"),
            kind="tactics-card",
            faction=self.box.faction[card.id],
            keywords=tuple(map(keyword, granted)),
            texts=tuple(texts),
            related=(*leader, *_named(card.uses)),
            provenance=self.box.provenance(card.id) or "",
            note=self._note(card.id),
        )

    def special(self, card: Special) -> Card:
        return Card(
            id=card.id,
            title=msg(f"name.{card.id}"),
            kind="special-card",
            faction=self.box.faction[card.id],
            texts=(msg(card_texts.text_id(self.edition, card.id)),),
        )

    def ability(self, ability: Ability) -> Card:
        rules = ("icefire:orders.1",) if ability.order else ()
        return Card(
            id=ability.id,
            title=msg(f"name.{ability.id}"),
            kind="order" if ability.order else "ability",
            keywords=tuple(map(keyword, (*(("innate",) if ability.innate else ()), *ability.keywords))),
            texts=self._texts_of(ability),
            rules=rules,
            related=_named((ability,)),
        )

    def _model(self, model: Model, kind: str, *, related: tuple[str, ...] = (), **fields: Any) -> Card:
        return Card(
            id=model.id,
            title=msg(f"name.{model.id}"),
            kind=kind,
            subtitle=None if model.title is None else msg(f"title.{model.id}"),
            faction=self.box.faction[model.id],
            cost=model.cost,
            related=(*model.deck, *related),
            provenance=self.box.provenance(model.id) or "",
            note=self._note(model.id),
            **fields,
        )

    def _note(self, id: str) -> Message | None:
        season = self.box.later_season(id)
        if season:
            return msg("card.later", season=season)
        return msg(f"note.{id}") if self.box.provenance(id) == "unsettled" else None

    def _texts_of(self, ability: Ability) -> tuple[Message, ...]:
        when = () if ability.trigger is None else (msg(card_texts.trigger_id(ability.trigger)),)
        return (*when, msg(card_texts.text_id(self.edition, ability.id)))

    def _parts(self, ids: tuple[str, ...]) -> tuple[Part, ...]:
        return tuple(Part(msg(f"name.{id}"), self._texts_of(self.box.abilities[id]), id) for id in ids)

    def _granted(self, ids: tuple[str, ...]) -> Iterator[Keyword]:
        granted = dict.fromkeys(word for id in ids for word in self.box.abilities[id].keywords)
        yield from map(keyword, granted)

    def _limits(self, model: Model) -> Iterator[Message]:
        if model.requires:
            id = "card.requires" if len(model.requires) == 1 else "card.requires-any"
            yield msg(id, people=self._people(*model.requires))
        if model.forbids:
            yield msg("card.forbids", people=self._people(*model.forbids))

    def _unit_limits(self, unit: Unit) -> Iterator[Message]:
        yield from self._limits(unit)
        if unit.holds is not None:
            yield msg("card.holds", people=self._people(unit.holds))
        if unit.free_here is not None:
            yield msg("card.free-here", people=self._people(unit.free_here))
        if unit.adaptive:
            yield msg("card.adaptive", points=unit.adaptive)
        if unit.one_for is not None:
            yield msg("card.one-for", affiliation=f"affiliation-{unit.one_for.lower().replace(' ', '-')}")

    def _attachment_limits(self, card: Attachment) -> Iterator[Message]:
        yield from self._limits(card)
        if card.enemy is not None:
            yield msg(_ENEMY[card.enemy])
        if card.limit is not None:
            yield msg("card.limit", number=card.limit)
        if card.first_free_with is not None:
            yield msg("card.first-free", people=self._people(card.first_free_with))
        if card.cheaper_with is not None:
            yield msg("card.cheaper", people=self._people(card.cheaper_with))
        if card.joins is not None:
            yield msg("card.joins", people=self._people(card.joins))
        if card.besides:
            yield msg("card.besides")
        if card.persons:
            yield msg("card.persons", people=card.persons)

    def _people(self, *people: Person) -> tuple[str, ...]:
        """Return the ids under which people are named: with their title if only one version is meant."""
        found = []
        for person in people:
            of_name = (model for model in self.box.models() if model.name == person.name)
            model = next(one for one in of_name if person.title in (None, one.title))
            found.append(model.id if person.title is None else f"{model.id}-titled")
        return tuple(found)


def _attack(attack: UnitAttack, ranks: int) -> Attack:
    left = (ranks - lost for lost in range(len(attack.dice)))
    return Attack(
        name=msg(card_texts.attack_id(attack.name)),
        kind="melee" if attack.kind == "melee" else "ranged",
        hit=attack.hit,
        range=_RANGES[attack.kind],
        pools=tuple(
            DicePool({"die": dice}, msg("card.ranks-left", ranks=number) if ranks > 1 else None)
            for number, dice in zip(left, attack.dice, strict=True)
        ),
    )


def _start(model: Model) -> tuple[Stat, ...]:
    start = model.starts_with
    return () if start is None else (Stat(start.token, msg(f"name.{start.token}"), f"{start.number}"),)


def _types(model: Model) -> tuple[Keyword, ...]:
    kind = () if isinstance(model, NonCombatUnit) else (keyword(model.type),)
    character = (keyword("character"),) if model.character else ()
    return (*kind, *character, *((keyword("commander"),) if model.commander else ()))


def _named(parts: tuple[Any, ...]) -> tuple[str, ...]:
    """Return the Conditions and zones that texts refer to."""
    return tuple(dict.fromkeys(id for part in parts for id in (*part.tokens, *part.zones)))
