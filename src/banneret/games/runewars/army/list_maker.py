"""The game's army lists as used by all commands."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from banneret.content.army_list_text import ListError, write_toml
from banneret.content.army_lists import ListFault, ListLine, ListMaker, form_of
from banneret.games.runewars.army.building import RunewarsBuilding
from banneret.games.runewars.army.list_code import read_short, write_short
from banneret.games.runewars.army.list_text import (
    read_faction,
    read_json,
    read_list,
    read_toml,
    write_json,
    write_list,
)
from banneret.games.runewars.army.lists import SIZES, ArmyList, bill, check_list
from banneret.games.runewars.army.random_lists import random_list
from banneret.games.runewars.army.starters import starter_lists
from banneret.games.runewars.content.components import FACTIONS
from banneret.games.runewars.content.tabletop import tabletop
from banneret.games.runewars.languages import catalogue, rule_index
from banneret.games.runewars.settings import armies_in, with_armies
from banneret.text.catalogue import Catalogue
from banneret.text.rules_index import RuleIndex

_READERS: Final[Mapping[str, Callable[[str], ArmyList]]] = {
    "json": read_json,
    "toml": read_toml,
    "code": read_short,
    "text": read_list,
}
_WRITERS: Final[Mapping[str, Callable[[ArmyList], str]]] = {
    "text": write_list,
    "json": write_json,
    "toml": write_toml,
    "short": lambda army: write_short(army) + "\n",
}


class RunewarsLists(ListMaker[ArmyList]):
    """Army lists: units in formations, with upgrades."""

    id = "runewars"
    forms = tuple(_WRITERS)
    factions = FACTIONS
    sizes = SIZES

    def read(self, text: str, points: int | None = None) -> ArmyList:
        army = _READERS[form_of(text)](text)
        if points is not None and points != army.points:
            raise ListError(0, "points", f"the list says {army.points}, not {points}")
        return army

    def write(self, army: ArmyList, form: str) -> str:
        return _WRITERS[form](army)

    def check(self, army: ArmyList) -> Sequence[ListFault]:
        return [ListFault(fault.rule, fault.message, fault.card, fault.place - 1) for fault in check_list(army)]

    def title(self, army: ArmyList, texts: Catalogue) -> str:
        faction = texts.name(army.faction)
        return f"{army.name}: {faction}" if army.name else faction

    def lines(self, army: ArmyList, texts: Catalogue) -> Sequence[ListLine]:
        lines = []
        for fielded, (cost, prices) in zip(army.units, bill(army).units, strict=True):
            lines.append(ListLine(f"{texts.name(fielded.unit)} {fielded.formation}", cost))
            upgrades = zip(fielded.upgrades, prices, strict=True)
            lines += [ListLine(texts.name(id), price, 1) for id, price in upgrades]
        return lines

    def limit(self, army: ArmyList) -> int:
        return army.points

    def random(self, seed: int, faction: str, points: int, including: Sequence[str] = ()) -> ArmyList:
        return random_list(seed, read_faction(0, faction), points, including=tuple(including))

    @cached_property
    def building(self) -> RunewarsBuilding:
        return RunewarsBuilding()

    @cached_property
    def starters(self) -> Sequence[ArmyList]:
        return starter_lists()

    def armies_in(self, options: Mapping[str, Any], seats: int) -> tuple[str, ...]:
        return armies_in(options)

    def with_armies(self, options: Mapping[str, Any], seats: int, armies: Mapping[int, str]) -> dict[str, Any]:
        return with_armies(options, armies)

    def options_for(self, army: ArmyList) -> dict[str, Any] | None:
        size = next((name for name, size in tabletop().sizes.items() if size.points == army.points), None)
        if size is None:
            return None
        return {"size": size, "assumed_cards": True} if army.assumed else {"size": size}

    def catalogue(self, language: str) -> Catalogue:
        return catalogue(language)

    def rules(self, language: str) -> RuleIndex:
        return rule_index(language)
