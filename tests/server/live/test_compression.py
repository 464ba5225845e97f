"""What is sent is compressed, and read by clients, whether or not the compressor was dropped in between."""

from __future__ import annotations

from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory, PerMessageDeflate
from websockets.frames import Frame, Opcode

from banneret.server.live.compression import OFTEN, SparingDeflate, SparingDeflateFactory


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
