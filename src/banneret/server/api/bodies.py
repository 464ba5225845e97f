"""Request bodies: JSON of limited depth without NUL characters."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request

from banneret.server.problems import Problem

DEEPEST: Final = 64
"""Maximum nesting of lists and objects; no game's options need a quarter of that."""


class BodyRequest(Request[Any, Any, Any]):
    """A request that rejects bodies nested too deeply for parsing, validation and storage."""

    async def json(self) -> Any:
        """Return the decoded body. Raises Problem bad-request."""
        try:
            data = await super().json()
        except RecursionError:
            raise _too_deep() from None
        except UnicodeDecodeError:
            raise Problem("bad-request", "The body is not UTF-8.") from None
        if is_deeper(data, DEEPEST):
            raise _too_deep()
        if b"\\u0000" in await self.body() and has_nul(data):
            raise Problem("bad-request", "The body has a NUL character.")
        return data


def is_deeper(data: Any, levels: int) -> bool:  # any JSON
    """Return whether decoded JSON is nested more deeply than `levels`."""
    level = [data]
    for _ in range(levels + 1):
        level = [
            one
            for part in level
            if isinstance(part, dict | list)
            for one in (part.values() if isinstance(part, dict) else part)
        ]
        if not level:
            return False
    return True


def has_nul(data: Any) -> bool:  # any JSON
    """Return whether decoded JSON contains NUL, which not every database accepts."""
    if isinstance(data, str):
        return "\0" in data
    if isinstance(data, dict):
        return any(has_nul(one) for pair in data.items() for one in pair)
    return isinstance(data, list) and any(has_nul(one) for one in data)


def _too_deep() -> Problem:
    return Problem("bad-request", f"The body is nested more than {DEEPEST} levels deep.")
