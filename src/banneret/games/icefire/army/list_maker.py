"""The army lists of both editions, as used by all commands."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from banneret.content.army_list_text import ListError, write_json, write_toml
from banneret.content.army_lists import ListFault, ListLine, ListMaker, form_of
from banneret.games.icefire.army.building import IcefireBuilding
from banneret.games.icefire.army.list_code import read_code, read_short, write_code, write_short
from banneret.games.icefire.army.list_text import (
    read_faction,
    read_json,
    read_list,
    read_toml,
    write_list,
)
from banneret.games.icefire.army.lists import SIZES, ArmyList, bill, check_list
from banneret.games.icefire.army.random_lists import random_list
from banneret.games.icefire.army.starters import starter_lists
from banneret.games.icefire.content.components import FACTIONS, components
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6, Edition
from banneret.games.icefire.content.languages import catalogue, rule_index
from banneret.games.icefire.settings import armies_in, with_armies
from banneret.text.catalogue import Catalogue
from banneret.text.message import msg
from banneret.text.rules_index import RuleIndex


class IcefireLists(ListMaker[ArmyList]):
    """Army lists: a Commander, combat units with attachments, and non-combat units."""

    forms = ("text", "json", "toml", "short", "community")
    factions = FACTIONS
    sizes = SIZES
    edition: Edition

    def read(self, text: str, points: int | None = None) -> ArmyList:
        form = form_of(text)
        if form == "code" and ";" in text:
            if points is None:
                raise ListError(0, text.strip()[:40], "the community's string does not contain the points agreed")
            return read_code(text, points, self.edition)
        army = self._read(text, form)
        if points is not None and points != army.points:
            raise ListError(0, "points", f"the list says {army.points}, not {points}")
        return army

    def _read(self, text: str, form: str) -> ArmyList:
        if form == "code":
            return read_short(text)
        if form == "json":
            return read_json(text)
        return read_toml(text) if form == "toml" else read_list(text, self.edition)

    def write(self, army: ArmyList, form: str) -> str:
        if form == "text":
            return write_list(army, self.edition)
        if form == "json":
            return write_json(army) + "\n"
        if form == "toml":
            return write_toml(army)
        return (write_code(army) if form == "community" else write_short(army)) + "\n"

    def check(self, army: ArmyList) -> Sequence[ListFault]:
        return [ListFault(fault.rule, fault.message, fault.card) for fault in check_list(army, self.edition)]

    def title(self, army: ArmyList, texts: Catalogue) -> str:
        summary = f"{texts.name(army.faction)}, {self._name(army.commander, texts)}"
        return f"{army.name}: {summary}" if army.name else summary

    def lines(self, army: ArmyList, texts: Catalogue) -> Sequence[ListLine]:
        prices = bill(army, self.edition)
        # ids without a card have no price either
        known = components(self.edition)
        lines = []
        companies = [company for company in army.companies if company.unit in known.units]
        for company, (cost, inside) in zip(companies, prices.companies, strict=True):
            attachments = [id for id in company.attachments if id in known.attachments]
            lines.append(ListLine(self._name(company.unit, texts), cost))
            lines += [ListLine(self._name(id, texts), price, 1) for id, price in zip(attachments, inside, strict=True)]
        for ids, cards, costs in (
            (army.ncus, known.ncus, prices.ncus),
            (army.enemy, known.attachments, prices.enemy),
        ):
            known_ids = [id for id in ids if id in cards]
            lines += [ListLine(self._name(id, texts), price) for id, price in zip(known_ids, costs, strict=True)]
        return lines

    def limit(self, army: ArmyList) -> int:
        return army.points

    def random(self, seed: int, faction: str, points: int, including: Sequence[str] = ()) -> ArmyList:
        return random_list(seed, self.edition, read_faction(0, faction), points, including=tuple(including))

    @cached_property
    def building(self) -> IcefireBuilding:
        return IcefireBuilding(self.edition)

    @cached_property
    def starters(self) -> Sequence[ArmyList]:
        return starter_lists(self.edition)

    def armies_in(self, options: Mapping[str, Any], seats: int) -> tuple[str, ...]:
        return armies_in(options, seats)

    def with_armies(self, options: Mapping[str, Any], seats: int, armies: Mapping[int, str]) -> dict[str, Any]:
        return with_armies(options, seats, armies)

    def options_for(self, army: ArmyList) -> dict[str, Any] | None:
        return {"points": army.points}

    def independent(self, options: Mapping[str, Any], seats: int) -> bool:
        return options.get("teams") is not True  # a team has each character only once: icefire:team.3

    def catalogue(self, language: str) -> Catalogue:
        return catalogue(language)

    def rules(self, language: str) -> RuleIndex:
        return rule_index(self.edition, language)

    def _name(self, id: str, texts: Catalogue) -> str:
        title = texts.text(f"title.{id}")
        name = f"{texts.name(id)}, {title}" if title else texts.name(id)
        season = components(self.edition).later_season(id)
        return f"{name} ({texts.render(msg('drawing.later', season=season))})" if season else name


class Season6Lists(IcefireLists):
    """Army lists of Season 6."""

    id = SEASON_6
    edition = SEASON_6


class Edition2021Lists(IcefireLists):
    """Army lists of the 2021 edition."""

    id = EDITION_2021
    edition = EDITION_2021
