"""The types of the page: committed as they are made, and true of what is sent."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from banneret.kernel.asks import MatchView
from banneret.server.api.matches.socket_messages import FromServer
from banneret.server.app import make_app
from banneret.server.services import Services
from banneret.server.settings import Settings
from tests.server.api.test_live import looking, receive, token
from tests.server.playing import guests, table_of
from tools import protocol


class Point(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where it is."""

    x: int
    of: str | None = None
    """What is there."""


class Wishes(msgspec.Struct, frozen=True):
    loud: bool = False
    first: Point | None = None


class Asked(msgspec.Struct, frozen=True):
    wishes: Wishes = Wishes()
    places: tuple[int | str, ...] = ()


def declared(cls: type[msgspec.Struct], *, whole: bool) -> str:
    struct = protocol.structs([cls])[cls.__name__]
    return protocol.declared(struct, whole=whole, sent=protocol.structs([Wishes]))


def test_the_committed_types_are_those_that_are_made() -> None:
    made = protocol.written(make_app(Settings(database="sqlite:///:memory:")))
    assert protocol.TARGET.read_text("utf-8") == made, "run `make protocol` and commit web/src/protocol.ts"


def test_what_is_sent_is_whole_but_for_defaults_that_are_left_out() -> None:
    assert "loud: boolean;" in declared(Wishes, whole=True)
    assert "first: Point | null;" in declared(Wishes, whole=True)
    assert declared(Point, whole=True) == (
        "/** Where it is. */\nexport interface Point {\n  x: number;\n  /** What is there. */\n  of?: string;\n}\n"
    )


def test_what_is_taken_may_leave_out_whatever_has_a_default() -> None:
    assert "of?: string | null;" in declared(Point, whole=False)
    assert "wishes?: Partial<Wishes>;" in declared(Asked, whole=False)
    assert "places?: (number | string)[];" in declared(Asked, whole=False)


def test_two_structs_of_one_name_are_refused() -> None:
    other = msgspec.defstruct("Point", [("y", int)])
    with pytest.raises(ValueError, match="two structs are named Point"):
        protocol.structs([Point, other])


def test_a_type_that_has_no_form_yet_is_named() -> None:
    with pytest.raises(TypeError, match="BytesType"):
        protocol.shown(inspect.type_info(bytes))


@pytest.mark.anyio
async def test_messages_of_the_socket_have_the_form_that_is_declared(services: Services, server: str) -> None:
    ann, bea = await guests(services, 2)
    table = await table_of(services, [ann, bea, bea])
    fields = {str(one.tag): {field.encode_name for field in one.fields} for one in _messages()}
    seen: dict[str, dict[str, Any]] = {}
    async with looking(server, table.id, await token(services, ann), "seats=0&drawing=true") as socket:
        await services.chatting.write(table, bea, "Hello", None, 0, services.now())
        await services.live.announce(table.id, "chat")
        state = await receive(socket, "state")
        ask = state["state"]["asks"][0]
        seen["state"] = state
        wrong = {"type": "answer", "id": "1", "seat": 0, "ask": ask["id"], "do": "nothing"}
        await socket.send(json.dumps(wrong))
        draft = {"type": "draft", "id": "0", "seat": 0, "ask": ask["id"], "answers": [ask["options"][0]["do"]]}
        await socket.send(json.dumps(draft))
        while "draft" not in seen:
            message = await receive(socket, *fields)
            seen[message["type"]] = message
        await socket.send(json.dumps(wrong | {"id": "2", "do": ask["options"][0]["do"]}))
        await socket.send('{"type":"ping"}')
        while len(seen) < len(fields):
            message = await receive(socket, *fields)
            seen[message["type"]] = message
    assert seen.keys() == fields.keys()
    for kind, message in seen.items():
        assert message.keys() - {"type"} <= fields[kind]
        msgspec.json.decode(json.dumps(message), type=FromServer)
    msgspec.json.decode(json.dumps(state["state"]["view"]), type=MatchView[Any])


def _messages() -> tuple[inspect.StructType, ...]:
    union = inspect.type_info(FromServer)
    assert isinstance(union, inspect.UnionType)
    return tuple(one for one in union.types if isinstance(one, inspect.StructType))
