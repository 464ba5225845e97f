"""Army lists for tests, written with the ids of their cards."""

from banneret.games.icefire.army.lists import (
    ArmyList,
    Company,
)
from banneret.games.icefire.content.components import Faction

SWORDS, OUTRIDERS, BERSERKERS, GREY_WIND, BOWMEN, HONOR_GUARD, CAVALIERS = (
    "10201",
    "10202",
    "10203",
    "10204",
    "10205",
    "10212",
    "10213",
)
GUARDSMEN, KINGSGUARD, STONE_CROWS = "10101", "10110", "10116"
CUTTHROATS, STORMCROWS, SWORDSMEN, ELEPHANT = "10401", "10406", "10411", "10413"
ROBB, GREATJON, CAPTAIN, YOUNG_WOLF, LORD_EDDARD = "20201", "20202", "20204", "20206", "20210"
RICKON, OSHA, SURVIVALIST, HOWLAND, CHAMPION, JAQEN = "20219", "20220", "20223", "20225", "20230", "20221"
VANGUARD, RAMSAY, BRONN, TURNCOAT = "20214", "20402", "20407", "20122"
TYWIN, JOFFREY, TYRION, TYRION_GIANT, JAIME_GUARD = "20104", "20121", "20105", "20120", "20107"
CATELYN, SANSA, EDDARD_NCU, ARYA, KING_ROBB, BAELISH, CERSEI = (
    "30201",
    "30202",
    "30204",
    "30206",
    "30210",
    "30402",
    "30105",
)


def army(
    *companies: tuple[str, ...],
    faction: Faction = "stark",
    points: int = 40,
    commander: str = ROBB,
    ncus: tuple[str, ...] = (),
    enemy: tuple[str, ...] = (),
) -> ArmyList:
    return ArmyList(
        faction=faction,
        points=points,
        commander=commander,
        companies=tuple(
            Company(unit=unit, attachments=inside) for unit, *rest in companies for inside in [tuple(rest)]
        ),
        ncus=ncus,
        enemy=enemy,
    )


NORTH = army((SWORDS, ROBB), (BOWMEN, CAPTAIN), (GREY_WIND,), ncus=(CATELYN,))
