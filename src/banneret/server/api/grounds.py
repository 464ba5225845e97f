"""`/api/v1/rulebooks/{book}/grounds`: grounds of drawings shared by many matches, cached for a year."""

from __future__ import annotations

import gzip
from functools import lru_cache
from hashlib import blake2b
from typing import Annotated, Any, Final

import msgspec
import structlog
from litestar import Response, get
from litestar.params import HeaderParameter, PathParameter

from banneret.kernel.registry import rulebook, rulebooks
from banneret.server.problems import Problem
from banneret.show.showing import showing_of

log = structlog.get_logger()

MEDIA_TYPE: Final = "image/svg+xml"
PACKED: Final = "packed"
"""Option of handlers that compress their responses themselves."""
_YEAR: Final = "public, max-age=31536000, immutable"

Book = Annotated[str, PathParameter(max_length=40, description="Id of a game.")]
Digest = Annotated[str, PathParameter(max_length=40, description="Hash of the content.")]
Encodings = Annotated[str, HeaderParameter(name="Accept-Encoding", max_length=400, required=False)]


class Ground(msgspec.Struct, frozen=True):
    """A ground, uncompressed and compressed."""

    plain: bytes
    packed: bytes


@get(
    "/api/v1/rulebooks/{book:str}/grounds/{digest:str}",
    operation_id="sharedGround",
    summary="A shared ground",
    tags=["games"],
    opt={PACKED: True},
)
async def shared_ground(book: Book, digest: Digest, encodings: Encodings = "") -> Response[bytes]:
    """Return the ground with this hash, as SVG. `/tables/{table}/ground` redirects here."""
    if book not in {one.id for one in rulebooks()} or (found := _grounds(book).get(digest)) is None:
        raise Problem("not-found", f"{book} has no ground {digest!r}.")
    headers: dict[str, Any] = {"cache-control": _YEAR, "vary": "Accept-Encoding"}
    if "gzip" not in encodings:
        return Response(found.plain, media_type=MEDIA_TYPE, headers=headers)
    return Response(found.packed, media_type=MEDIA_TYPE, headers=headers | {"content-encoding": "gzip"})


def address_of(book: str, drawn: str) -> str | None:
    """Return the URL of a shared ground; None if the ground belongs to a single match."""
    digest = _digest(drawn.encode())
    return f"/api/v1/rulebooks/{book}/grounds/{digest}" if digest in _grounds(book) else None


@lru_cache(maxsize=64)
def _grounds(book: str) -> dict[str, Ground]:
    """Return the shared grounds of a game by hash."""
    try:
        drawn = [one.encode() for one in showing_of(rulebook(book)).grounds()]
    except Exception:  # games may raise anything
        log.exception("showing failed", rulebook=book, what="grounds")
        return {}
    return {_digest(one): Ground(one, gzip.compress(one, 9, mtime=0)) for one in drawn}


def _digest(content: bytes) -> str:
    return blake2b(content, digest_size=12).hexdigest()
