"""Everything on and beside the table as cards: terms, tokens, zones, terrain, objectives, missions, modes and dice."""

from __future__ import annotations

from typing import Final

from banneret.games.icefire.content.editions import Edition, rule_index
from banneret.games.icefire.content.tabletop import Mode, Piece, Strategy, Tabletop, Wall, tabletop
from banneret.games.icefire.show.cards.terms import ATTACK_ABILITIES, GENERAL
from banneret.show.card import Attack, Card, DicePool, Face, Keyword, Stat
from banneret.text.message import Message, msg

_PANIC_DIE = ("icefire:panic.1", "icefire:panic.3")
_ACTIONS: Final = {
    "forgo": ("action.2",),
    "maneuver": tuple(f"maneuver.{number}" for number in range(1, 5)),
    "march": tuple(f"march.{number}" for number in range(1, 5)),
    "retreat": tuple(f"retreat.{number}" for number in range(1, 7)),
    "ranged": tuple(f"ranged.{number}" for number in (1, 3, 4, 8, 10, 11)),
    "melee": tuple(f"melee.{number}" for number in (1, 3, 5, 6)),
    "charge": tuple(f"charge.{number}" for number in (1, 2, 12, 15, 17, 23, 24, 27)),
    "raze": ("keyword.destructible", "keyword-2021.destructible"),
    "destroy": ("banners-and-butchery.13",),
}
"""Rules of each action, as far as an edition has them."""


def table_cards(edition: Edition) -> tuple[Card, ...]:
    """Return the cards of everything that does not belong to an army."""
    return _Cards(edition).all()


class _Cards:
    """Describes the tabletop of one edition; its rules replace those of the same name."""

    def __init__(self, edition: Edition) -> None:
        self.table: Tabletop = tabletop(edition)
        self.known = rule_index(edition, faq=None if edition == "icefire-2021" else False)

    def all(self) -> tuple[Card, ...]:
        table = self.table
        terrain = dict.fromkeys(word for piece in table.pieces for word in piece.keywords)
        return (
            *(self._ruled(f"keyword-{id}", id, "keyword", *rules) for id, rules in GENERAL.items()),
            *(self._ruled(f"keyword-{id}", id, "keyword", f"icefire:attack-ability.{id}") for id in ATTACK_ABILITIES),
            *(self._ruled(f"keyword-{id}", id, "keyword", self._terrain_rule(id)) for id in terrain),
            *(
                self._ruled(token.id, token.id, "condition" if token.kind == "condition" else "token", token.rule)
                for token in table.tokens
            ),
            *(self._ruled(zone.id, zone.id, "zone", zone.rule) for zone in table.zones),
            *map(self._piece, table.pieces),
            self._wall(table.wall),
            *(self._numbered("objective", card.number, card.rule) for card in table.objectives),
            *(self._numbered("mission", card.number, card.rule) for card in table.missions),
            *map(self._strategy, table.strategies),
            *(self._ruled(layout.id, layout.id, "layout", layout.rule) for layout in table.layouts),
            *map(self._mode, table.modes),
            *filter(None, map(self._action, _ACTIONS)),
            _die("d6", (msg("card.die-attack"), msg("card.die-defense"), msg("card.die-charge")), 6),
            _die("d3", (msg("card.die-panic"),), 3),
            *(_face(f"{number}", "d6", msg("card.face-needs", number=number)) for number in range(1, 7)),
            *(_face(f"d3-{number}", "d3", msg("card.face-costs", wounds=number)) for number in range(1, 4)),
        )

    def _ruled(self, id: str, name: str, kind: str, *rules: str) -> Card:
        """Return a card whose texts are the summaries of rules."""
        return Card(id=id, title=msg(f"name.{name}"), kind=kind, texts=tuple(map(_summary, rules)), rules=rules)

    def _action(self, id: str) -> Card | None:
        """Return an action, or None if the edition does not have it; zones have some of the same ids."""
        own = (rule.id for rule in self.known if rule.id.startswith(f"icefire:{id}-2021."))
        common = (rule for number in _ACTIONS[id] if (rule := f"icefire:{number}") in self.known)
        rules = (*common, *own)
        if not rules:
            return None
        texts = (msg(f"card.action-{id}"), *map(_summary, rules))
        return Card(id=f"action:{id}", title=msg(f"name.{id}"), kind="action", texts=texts, rules=rules)

    def _terrain_rule(self, word: str) -> str:
        own = f"icefire:keyword-2021.{word}"
        return own if own in self.known and f"icefire:keyword.{word}" not in self.known else f"icefire:keyword.{word}"

    def _piece(self, piece: Piece) -> Card:
        words = tuple(
            Keyword(word, msg(f"name.{word}"), self._terrain_rule(word), f"keyword-{word}") for word in piece.keywords
        )
        rule = f"icefire:piece.{piece.id}"
        size = f'{piece.width}" × {piece.depth}"'
        return Card(
            id=piece.id,
            title=msg(f"name.{piece.id}"),
            kind="terrain",
            stats=(Stat("range", msg("card.size"), size),),
            keywords=words,
            texts=tuple(_summary(word.rule) for word in words),
            rules=(rule, *(word.rule for word in words)),
        )

    def _wall(self, wall: Wall) -> Card:
        rules = tuple(id for id in (f"icefire:siege.{number}" for number in range(1, 4)) if id in self.known)
        return Card(
            id="castle-wall",
            title=msg("name.castle-wall"),
            kind="terrain",
            stats=(
                Stat("health", msg("card.wounds"), f"{wall.wounds}"),
                Stat("victory-point", msg("name.victory-point"), f"{wall.victory_points}"),
                Stat("range", msg("card.size"), f'{wall.width}" × {wall.depth}"'),
            ),
            attacks=(
                Attack(
                    name=msg("card.arrows"),
                    kind="ranged",
                    hit=wall.hit,
                    range="long",
                    pools=(DicePool({"die": wall.dice}),),
                ),
            ),
            texts=tuple(map(_summary, rules)),
            rules=rules,
            provenance=wall.provenance,
        )

    def _numbered(self, kind: str, number: int, rule: str) -> Card:
        id = f"{kind}-{number}"
        return self._ruled(id, id, kind, rule)

    def _strategy(self, card: Strategy) -> Card:
        return Card(
            id=card.id,
            title=msg(f"name.{card.id}"),
            kind="siege-card",
            faction=card.side,
            stats=(Stat("copies", msg("card.copies"), f"{card.copies}"),),
            texts=(_summary(card.rule),),
            rules=(card.rule,),
        )

    def _mode(self, mode: Mode) -> Card:
        """Return a game mode with all rules of its chapter, as far as they are in force."""
        chapters = (f"icefire:{mode.id}.", f"icefire:{mode.id}-2021.")
        return self._ruled(mode.id, mode.id, "mode", *(rule.id for rule in self.known if rule.id.startswith(chapters)))


def _summary(rule: str) -> Message:
    return msg(f"rule.{rule}")


def _face(id: str, die: str, text: Message) -> Card:
    return Card(id=id, title=msg(f"name.{id}"), kind="die-face", texts=(text,), related=(die,))


def _die(id: str, texts: tuple[Message, ...], sides: int) -> Card:
    faces = tuple(Face(text=msg("card.face", number=number), number=number) for number in range(1, sides + 1))
    rules = _PANIC_DIE if id == "d3" else ()
    return Card(id=id, title=msg(f"name.{id}"), kind="die", faces=faces, texts=texts, rules=rules)
