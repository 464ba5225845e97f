"""Compression of what is sent over WebSockets, which takes memory only where much is sent.

Each message of a table repeats most of the one before. It is compressed to a twentieth if the compressor remembers more
than a message, but such a memory for each of thousands of idle sockets is too much. A compressor may be replaced at any
time, because a new one refers to nothing that was sent before. Therefore only sockets in use have one of their own.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any, Final

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import CTRL_OPCODES, Frame
from websockets.typing import ExtensionParameter

WINDOW_BITS: Final = 14
"""A window of 16 KiB, larger than most messages."""
MEMORY_LEVEL: Final = 4
OFTEN: Final = 6
"""The number of messages within a ping interval from which on a compressor is kept. The first few are sent at once."""
AT_ONCE: Final = 1 << 16
"""The number of characters after which messages are written without waiting for others."""


class SparingDeflate(PerMessageDeflate):
    """Compression of one connection, whose compressor is kept only while it is used often."""

    def __init__(self, made: PerMessageDeflate) -> None:
        vars(self).update(vars(made))
        self._messages = 0
        if not self.local_no_context_takeover:
            del self.encoder

    def encode(self, frame: Frame) -> Frame:
        """Compress a frame."""
        if frame.opcode in CTRL_OPCODES or self.local_no_context_takeover:
            return super().encode(frame)
        kept = self.keeps()
        if not kept:
            self.encoder = zlib.compressobj(wbits=-self.local_max_window_bits, **self.compress_settings)
        compressed = super().encode(frame)
        self._messages += frame.fin
        if frame.fin and not kept and self._messages < OFTEN:
            del self.encoder
        return compressed

    def rest(self) -> None:
        """Drop the compressor if nothing has been sent since the last call."""
        if self.keeps() and not self._messages:
            del self.encoder
        self._messages = 0

    def keeps(self) -> bool:
        """Return whether a compressor is kept now."""
        return hasattr(self, "encoder")


class SparingDeflateFactory(ServerPerMessageDeflateFactory):
    """Negotiates compression with a client."""

    def __init__(self) -> None:
        super().__init__(
            client_no_context_takeover=True,  # the messages of clients are short
            server_max_window_bits=WINDOW_BITS,
            client_max_window_bits=12,
            compress_settings={"memLevel": MEMORY_LEVEL},
        )

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], SparingDeflate]:
        """Return the parameters of the response, and the compression of the connection."""
        agreed, made = super().process_request_params(params, accepted_extensions)
        return agreed, SparingDeflate(made)


class SparingSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose messages of one moment are written at once, and whose compressor is dropped when it is idle."""

    def __init__(self, *args: Any, **more: Any) -> None:  # passed on by uvicorn
        super().__init__(*args, **more)
        self.conn.available_extensions = [SparingDeflateFactory()]
        self._unwritten = 0

    async def send(self, message: Any) -> None:  # an ASGI message
        """Send a message."""
        text: str | None = message.get("text") if message["type"] == "websocket.send" else None
        if text is None or not self.handshake_complete or self.close_sent or self.initial_response is not None:
            await super().send(message)
            return
        await self.writable.wait()
        if self.disconnected:
            raise ClientDisconnected
        data = text.encode()
        try:
            self.conn.send_text(data)
        except InvalidState:
            raise ClientDisconnected from None
        if not self._unwritten:
            self.loop.call_soon(self._write)
        self._unwritten += len(data)
        if self._unwritten > AT_ONCE:
            self._write()

    def _write(self) -> None:
        """Write what has been sent since, unless something else was written with it already."""
        self._unwritten = 0
        data = b"".join(self.conn.data_to_send())
        if data and not self.transport.is_closing():
            self.transport.write(data)

    def send_keepalive_ping(self) -> None:
        """Send a ping, and free the memory of an idle compressor."""
        for one in self.conn.extensions:
            if isinstance(one, SparingDeflate):
                one.rest()
        super().send_keepalive_ping()
