"""A remote bot that takes a seat at a table on a server and plays over the network.

python examples/remote_bot.py http://127.0.0.1:8400 TABLE [INVITE]
"""

import asyncio
import random
import sys

from banneret.client import Client, Refused


async def main(url: str, table: str, invite: str | None = None) -> None:
    """Take the first free seat and play random answers until the match is over."""
    async with Client(url) as client:
        me = await client.enter("Remote bot")
        seats = (await client.join(table, invite=invite)).mine
        print(f"{me['name']} plays seat {seats[0]}")
        async for standing in client.play(table, seats):
            for ask in standing.asks:
                try:
                    await client.answer(table, ask, random.choice(ask.options).do)
                except Refused as refused:
                    print(refused.kind, refused)
        print("places:", standing.view["outcome"]["places"])


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
