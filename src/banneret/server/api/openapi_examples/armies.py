"""Examples of army lists."""

from __future__ import annotations

from typing import Any, Final

from banneret.armies import (
    AddCard,
    Addition,
    ChangeHead,
    ChooseLeader,
    Draft,
    Imported,
    ListEntry,
    MoveCard,
    Near,
    RemoveCard,
    SheetFault,
    SheetGroup,
    SheetRow,
    SwapCard,
    Unread,
)
from banneret.armies.sheet import Refused
from banneret.content.army_building import ArmyFigure, Budget, Formation, ListSection
from banneret.server.api.armies.armies import (
    ArmiesOut,
    ExportIn,
    ImportIn,
    RandomIn,
    SheetIn,
    SheetOut,
    StarterOut,
    Written,
)
from banneret.server.api.armies.army_choices import ArmyChoice, ArmyChoices, ChoicesIn
from banneret.server.api.armies.lists import CopyIn, ListIn, ListInfo, ListOut, ListPage
from banneret.server.api.openapi_examples.people import ANN, AT
from banneret.server.api.tables import (
    ChoiceIn,
    ListsIn,
)
from banneret.server.live.summaries import SeatLists
from banneret.server.tables.list_results import ListResult
from banneret.text.message import Message

_DRAFT: Final = Draft(
    faction="riders",
    points=40,
    entries=(ListEntry(card="lancers", section="units", inside=(ListEntry(card="captain", section="officers"),)),),
    leader="captain",
    name="The Ford",
)
_CHOICE: Final = ArmyChoice(
    code="riders40-a1-x2",
    name="The Ford",
    faction="riders",
    cost=43,
    points=40,
    folder="Tournament",
    refused="armies[0]: The army costs 43 points; the limit is 40. (duel:army.2)",
    rule="duel:army.2",
    reason=Message("fault.points", {"total": 43, "points": 40}),
)
_SAVED: Final[dict[str, Any]] = {
    "id": "bGlzdDE",
    "rulebook": "duel",
    "name": "The Ford",
    "folder": "Tournament",
    "visibility": "link",
    "faction": "riders",
    "points": 40,
    "cost": 36,
    "code": "riders40-a1-x2",
    "legal": True,
    "owner": ANN,
    "mine": True,
    "created_at": AT,
    "changed_at": AT + 900,
}
_SECTION: Final = ListSection(id="units", title=Message("list.units"), inside="officers")
_ADD: Final = AddCard(card="archers", section="units")
_ADDITION: Final = Addition(
    card="archers",
    section="units",
    faction="riders",
    name=Message("name.archers"),
    cost=7,
    edits=(_ADD,),
    refused=(Refused(rule="duel:army.2", message=Message("fault.points", {"total": 43, "points": 40})),),
)
_BUDGET: Final = Budget(title=Message("list.points"), used=36, limit=40)
_ARMY_FIGURE: Final = ArmyFigure(glyph="wounds", title=Message("list.wounds"), value="24")
_SHEET_FAULT: Final = SheetFault(
    rule="duel:army.2", message=Message("fault.points", {"total": 43, "points": 40}), fixes=((RemoveCard(at="1"),),)
)
_SHEET_GROUP: Final = SheetGroup(
    id="units",
    title=Message("list.units"),
    inside="officers",
    cost=8,
    rows=(SheetRow(at="0", card="lancers", name=Message("name.lancers"), cost=8, faults=(0,)),),
)
_STARTER: Final = StarterOut(_DRAFT, 40, "riders40-a1-x2")
_UNREAD: Final = Unread(line=4, text="Lanzers (8)", near=(Near(card="lancers", name="Lancers"),))

ARMIES: Final[dict[type, Any]] = {
    AddCard: _ADD,
    Addition: _ADDITION,
    ArmiesOut: ArmiesOut(("riders", "walkers"), (30, 40), (_SECTION,), ("text", "short"), True, (_STARTER,)),
    ArmyFigure: _ARMY_FIGURE,
    Budget: _BUDGET,
    ChangeHead: ChangeHead(name="The Ford", points=40),
    ChooseLeader: ChooseLeader(card="captain"),
    Draft: _DRAFT,
    ExportIn: ExportIn(_DRAFT, "text"),
    Formation: Formation(form="3x2", cost=12),
    ImportIn: ImportIn(text="Faction: riders\nPoints: 40\n\nLancers"),
    Imported: Imported(draft=_DRAFT, form="pasted", unread=(_UNREAD,)),
    ListEntry: _DRAFT.entries[0],
    ListSection: _SECTION,
    ArmyChoice: _CHOICE,
    ArmyChoices: ArmyChoices((0, 1), ("riders", "walkers"), (_CHOICE,), (), None),
    ChoiceIn: ChoiceIn(1),
    ChoicesIn: ChoicesIn({"armies": ["random", "random"]}, 2, "riders40-a1-x2"),
    CopyIn: CopyIn("Tournament"),
    ListResult: ListResult(
        rulebook="duel",
        code="riders40-a1-x2",
        list="bGlzdDE",
        name="The Ford",
        played=3,
        won=2,
        drawn=0,
        lost=1,
        last_at=AT,
    ),
    ListsIn: ListsIn(("riders40-a1-x2", "random")),
    SeatLists: SeatLists(1, True, False, None, None),
    ListIn: ListIn(rulebook="duel", draft=_DRAFT, folder="Tournament", visibility="link"),
    ListInfo: ListInfo(**_SAVED),
    ListOut: ListOut(**_SAVED, draft=_DRAFT),
    ListPage: ListPage([ListInfo(**_SAVED)], f"{AT}.bGlzdDE"),
    MoveCard: MoveCard(at="1", to=0),
    Near: _UNREAD.near[0],
    RandomIn: RandomIn("riders", 40, 7, ("lancers",)),
    Refused: _ADDITION.refused[0],
    RemoveCard: RemoveCard(at="0.0"),
    SheetFault: _SHEET_FAULT,
    SheetGroup: _SHEET_GROUP,
    SheetIn: SheetIn(_DRAFT, (_ADD,), "0"),
    SheetOut: SheetOut(
        _DRAFT,
        "riders40-a1-x2",
        False,
        (_SHEET_GROUP,),
        (_BUDGET,),
        (_ARMY_FIGURE,),
        (_SHEET_FAULT,),
        (_ADDITION,),
        None,
    ),
    SheetRow: _SHEET_GROUP.rows[0],
    StarterOut: _STARTER,
    SwapCard: SwapCard(at="0", card="archers"),
    Unread: _UNREAD,
    Written: Written("Faction: riders\nPoints: 40\n"),
}
"""An example of each struct."""
