"""A small client for programs that play or watch matches on a server. Requires the extra `[server]`.

async with Client("http://127.0.0.1:8400") as client:
    await client.enter("Ann")
    table = await client.make_table(rulebook, [ME, "skilled", "expert"])
    async for standing in client.play(table.id, seats=[0]):
        for ask in standing.asks:
            await client.answer(table.id, ask, ask.options[0].do)
"""

from banneret.client.answers import (
    Ask,
    ChatMessage,
    Checked,
    ListResult,
    Option,
    Passkey,
    Person,
    SavedList,
    Seat,
    SeatDraft,
    SeatLists,
    SeatRequest,
    Standing,
    Table,
)
from banneret.client.connection import BASE, ME, Client, Refused

__all__ = [
    "BASE",
    "ME",
    "Ask",
    "ChatMessage",
    "Checked",
    "Client",
    "ListResult",
    "Option",
    "Passkey",
    "Person",
    "Refused",
    "SavedList",
    "Seat",
    "SeatDraft",
    "SeatLists",
    "SeatRequest",
    "Standing",
    "Table",
]
