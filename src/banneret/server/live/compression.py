"""Compression of WebSocket messages that uses memory only for busy connections.

Each message of a table repeats most of the previous one. If the compressor remembers previous messages, it reduces them
to a twentieth, but keeping its memory for thousands of idle sockets is too expensive. A compressor can be replaced at
any time, because a new one does not refer to earlier messages. So only busy sockets keep their own.
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
"""Compression window of 16 KiB, larger than most messages."""
MEMORY_LEVEL: Final = 4
OFTEN: Final = 6
"""Number of messages per ping interval from which a compressor is kept. The first few are sent at once."""
AT_ONCE: Final = 1 << 16
"""Number of buffered bytes from which messages are written immediately."""


class SparingDeflate(PerMessageDeflate):
    """Compression of a connection, whose compressor is kept only while it is busy."""

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
        """Return whether a compressor is currently kept."""
        return hasattr(self, "encoder")


class SparingDeflateFactory(ServerPerMessageDeflateFactory):
    """Negotiates compression with a client."""

    def __init__(self) -> None:
        super().__init__(
            client_no_context_takeover=True,  # messages of clients are short
            server_max_window_bits=WINDOW_BITS,
            client_max_window_bits=12,
            compress_settings={"memLevel": MEMORY_LEVEL},
        )

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], SparingDeflate]:
        """Return the response's parameters, and the compression of the connection."""
        agreed, made = super().process_request_params(params, accepted_extensions)
        return agreed, SparingDeflate(made)


class SparingSocket(WebSocketsSansIOProtocol):
    """A WebSocket that batches the messages of one turn of the event loop, and drops the compressor when idle."""

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
        """Write the buffered messages, unless they have already been written."""
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
