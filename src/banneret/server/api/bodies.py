"""Request bodies: JSON of limited depth."""

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
        if is_deeper(data, DEEPEST):
            raise _too_deep()
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


def _too_deep() -> Problem:
    return Problem("bad-request", f"The body has more than {DEEPEST} levels of lists and objects.")
