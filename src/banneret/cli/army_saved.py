"""`banneret army saved`, `save`, `fetch`, `discard`: the saved lists of a person on a server."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar

import msgspec
import typer

from banneret.cli.army import File, Game, Out, list_maker, text_of, write
from banneret.cli.army_building import as_army, imported
from banneret.cli.consoles import err, fail
from banneret.cli.consoles import out as out_
from banneret.content.army_drafts import Draft

if TYPE_CHECKING:
    from banneret.client import Client

T = TypeVar("T")

Server = Annotated[str, typer.Argument(help="The address of the server, such as https://banneret.example.org.")]
ListId = Annotated[str, typer.Argument(help="Id of a saved list.")]
Login = Annotated[
    str, typer.Option(help="The login of an account; asks for its password. Default: the session BANNERET_TOKEN.")
]
TOKEN: Final = "BANNERET_TOKEN"  # noqa: S105  # the name of a variable
"""The environment variable with the token of a session."""
_MISSING = "This needs the extra [server]: pip install 'banneret[server]'"


def saved(
    server: Server,
    public: Annotated[bool, typer.Option(help="List the public lists of all people instead.")] = False,
    game: Annotated[str | None, typer.Option(help="Only lists for this game.")] = None,
    login: Login = "",
) -> None:
    """List the saved lists of a person, or the public ones."""

    async def listed(client: Client) -> list[Any]:
        return [one async for one in client.lists(public=public, rulebook=game)]

    for one in _done(server, login, listed):
        place = f"{one.folder}/" if one.folder else ""
        faults = "" if one.legal else ", not legal"
        out_().print(
            f"{one.id}  {place}{one.name or 'unnamed'}: {one.rulebook}, {one.faction}, "
            f"{one.cost} of {one.points} points, {one.visibility}{faults}",
            soft_wrap=True,
            markup=False,
        )


def fetch(server: Server, list_: ListId, login: Login = "", out: Out = None) -> None:
    """Write a saved list as text."""
    found = _done(server, login, lambda client: client.saved_list(list_))
    read = as_army(found.rulebook, msgspec.convert(found.draft, Draft))
    write(list_maker(found.rulebook).write(read, "text"), out)


def save(
    server: Server,
    game: Game,
    file: File,
    folder: Annotated[str, typer.Option(help="The folder of the list.")] = "",
    visibility: Annotated[str, typer.Option(help="Who can read it: private, link or public.")] = "private",
    replacing: Annotated[str | None, typer.Option(metavar="ID", help="The saved list to replace.")] = None,
    login: Login = "",
) -> None:
    """Save a list, in any format, on a server; print its id."""
    list_maker(game)  # it refuses a game without army lists
    found = imported(game, text_of(file).encode(), file, None)
    if found.unread:
        fail(f"{file}: line {found.unread[0].line} is not understood: {found.unread[0].text}")
    kept = _done(
        server,
        login,
        lambda client: client.save_list(game, found.draft, folder=folder, visibility=visibility, replacing=replacing),
    )
    out_().print(kept.id, markup=False)
    if not kept.legal:
        err().print(f"The list is not legal; `banneret army check {game} {file}` names the rules.", soft_wrap=True)


def discard(server: Server, list_: ListId, login: Login = "") -> None:
    """Delete a saved list."""
    _done(server, login, lambda client: client.delete_list(list_))


def _done(server: str, login: str, act: Callable[[Client], Awaitable[T]]) -> T:
    """Run a request and return its result, or exit with the reason of its failure."""
    try:
        import httpx  # an optional feature

        from banneret.client import Client, Refused  # as above
    except ImportError:
        fail(_MISSING)
    password = typer.prompt("Password", hide_input=True, err=True) if login else ""

    async def run() -> T:
        async with Client(server, os.environ.get(TOKEN)) as client:
            if login:
                await client.sign_in(login, password)
            return await act(client)

    try:
        return asyncio.run(run())
    except Refused as refused:
        fail(str(refused))
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        fail(f"{server}: {error}")


COMMANDS: Final = (saved, save, fetch, discard)
