"""Request bodies: JSON of limited depth, without NUL characters."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request

from banneret.server.problems import Problem

DEEPEST: Final = 64
"""Levels of lists and objects that a body may have; no option of any game needs a quarter of them."""


class BodyRequest(Request[Any, Any, Any]):
    """A request that refuses a body nested too deeply for the code that reads, stores and validates it."""

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
    """Return whether decoded JSON has more levels of lists and objects than this."""
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
    """Return whether decoded JSON has the character NUL, which not every database takes."""
    if isinstance(data, str):
        return "\0" in data
    if isinstance(data, dict):
        return any(has_nul(one) for pair in data.items() for one in pair)
    return isinstance(data, list) and any(has_nul(one) for one in data)


def _too_deep() -> Problem:
    return Problem("bad-request", f"The body has more than {DEEPEST} levels of lists and objects.")
