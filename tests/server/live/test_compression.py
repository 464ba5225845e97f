"""What is sent is compressed, and read by clients, whether or not the compressor was dropped in between."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory, PerMessageDeflate
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from banneret.server.live.compression import AT_ONCE, OFTEN, SparingDeflate, SparingDeflateFactory, SparingSocket


def connected(server_no_context_takeover: bool = False) -> tuple[SparingDeflate, PerMessageDeflate]:
    """Return the compression of both ends of a connection."""
    client = ClientPerMessageDeflateFactory(
        server_no_context_takeover=server_no_context_takeover, client_max_window_bits=True
    )
    answer, server = SparingDeflateFactory().process_request_params(
        [(name, value) for name, value in client.get_request_params()], []
    )
    return server, client.process_response_params(answer, [])


def sent(server: SparingDeflate, client: PerMessageDeflate, text: bytes) -> int:
    """Send a message and return its length on the wire."""
    frame = server.encode(Frame(Opcode.TEXT, text))
    length = len(frame.data)
    assert bytes(client.decode(frame).data) == text
    return length


MESSAGE = b"".join(b'{"unit":%d,"at":%d}' % (number, number * 7919 % 1000) for number in range(400))


def test_a_socket_in_use_compresses_each_message_with_the_one_before() -> None:
    server, client = connected()
    first = sent(server, client, MESSAGE)
    for _ in range(OFTEN - 2):
        assert sent(server, client, MESSAGE) == first
        assert not server.keeps()
    assert sent(server, client, MESSAGE) == first
    assert server.keeps()
    assert sent(server, client, MESSAGE.replace(b"777", b"778")) < first / 10


def test_the_compressor_of_an_idle_socket_is_dropped_and_comes_back() -> None:
    server, client = connected()
    first = max(sent(server, client, MESSAGE) for _ in range(OFTEN))
    server.rest()
    assert server.keeps()  # something was sent
    assert sent(server, client, MESSAGE) < first / 10
    server.rest()
    assert server.keeps()
    server.rest()
    assert not server.keeps()
    for _ in range(OFTEN):
        assert sent(server, client, MESSAGE) == first
    assert sent(server, client, MESSAGE) < first / 10


def test_few_messages_in_each_interval_keep_no_compressor() -> None:
    server, client = connected()
    for _ in range(5):
        for _ in range(OFTEN - 1):
            sent(server, client, MESSAGE)
        server.rest()
        assert not server.keeps()


def test_pings_need_no_compressor() -> None:
    server, _ = connected()
    ping = Frame(Opcode.PING, b"1234")
    assert server.encode(ping) is ping
    assert not server.keeps()


def test_a_client_may_ask_for_messages_compressed_alone() -> None:
    server, client = connected(server_no_context_takeover=True)
    first = sent(server, client, MESSAGE)
    server.rest()
    assert sent(server, client, MESSAGE) == first
    assert not server.keeps()


def test_what_a_client_says_takes_no_memory_afterwards() -> None:
    server, client = connected()
    for _ in range(2):
        frame = client.encode(Frame(Opcode.TEXT, b'{"type":"ping"}' * 9))
        assert bytes(server.decode(frame).data) == b'{"type":"ping"}' * 9
        assert not hasattr(server, "decoder")


class Written(asyncio.Transport):
    """Keeps what a socket writes."""

    def __init__(self) -> None:
        super().__init__()
        self.writes: list[bytes] = []
        self.closed = False

    def write(self, data: Any) -> None:
        self.writes.append(bytes(data))

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def resume_reading(self) -> None:
        """Go on."""


async def written(*messages: dict[str, Any]) -> list[bytes]:
    """Return what a socket writes after its handshake if an application sends these messages at one moment."""

    async def app(_scope: Any, receive: Any, send: Any) -> None:
        await receive()
        for message in ({"type": "websocket.accept"}, *messages):
            await send(message)
        await receive()

    config = uvicorn.Config(app, log_config=None, lifespan="off", ws=SparingSocket, ws_ping_interval=None)
    config.load()
    socket, transport = SparingSocket(config=config, server_state=ServerState(), app_state={}), Written()
    socket.connection_made(transport)
    client = ClientProtocol(parse_uri("ws://localhost/"))
    client.send_request(client.connect())
    socket.data_received(b"".join(client.data_to_send()))
    for _ in range(5):
        await asyncio.sleep(0)
    answers = transport.writes[1:]
    for answer in transport.writes:
        client.receive_data(answer)
    frames = [one for one in client.events_received() if isinstance(one, Frame)]
    texts = [message["text"].encode() for message in messages if "text" in message]
    assert [bytes(one.data) for one in frames if one.opcode is Opcode.TEXT] == texts
    socket.connection_lost(None)
    await asyncio.gather(*socket.tasks)
    return answers


@pytest.mark.anyio
async def test_messages_of_one_moment_are_written_at_once() -> None:
    said = [{"type": "websocket.send", "text": text} for text in ("one", "two", "three")]
    assert len(await written(*said)) == 1


@pytest.mark.anyio
async def test_many_messages_of_one_moment_are_written_in_between() -> None:
    said = [{"type": "websocket.send", "text": "x" * (AT_ONCE // 3)} for _ in range(10)]
    assert 2 < len(await written(*said)) < 10


@pytest.mark.anyio
async def test_a_socket_closes_after_what_was_said_before() -> None:
    writes = await written({"type": "websocket.send", "text": "one"}, {"type": "websocket.close", "code": 4400})
    assert len(writes) == 1
