"""Problems: errors that are returned to clients as problem details (RFC 9457)."""

from __future__ import annotations

from typing import Any, Final

from banneret.kernel.choosers import Refusal

LONGEST: Final = 2000
"""Maximum length of a detail in characters, as it may quote long input."""


class Problem(Exception):
    """A request failed: `kind` is stable and documented, `detail` says what, where and why.

    `inner` is for operators only: it is part of the exception's text, which is logged, but not of the response.
    """

    def __init__(self, kind: str, detail: str, *, inner: str = "", **more: Any) -> None:  # further JSON members
        super().__init__(f"{detail.removesuffix('.')} ({inner})." if inner else detail)
        if kind not in STATUS:
            raise LookupError(f"{kind!r} is not a documented kind of problem")
        self.kind = kind
        self.detail = detail if len(detail) <= LONGEST else f"{detail[:LONGEST]}..."
        self.more = more

    @property
    def status(self) -> int:
        """The HTTP status."""
        return STATUS[self.kind]


STATUS: Final = {
    "bad-request": 400,
    "not-signed-in": 401,
    "not-allowed": 403,
    "quota": 403,
    "not-found": 404,
    "conflict": 409,
    "stale-ask": 409,
    "refused": 422,
    "invalid": 422,
    "too-large": 413,
    "too-many": 429,
    "halted": 503,
    "storage": 503,
}
"""HTTP status by kind of problem."""


def refused(refusal: Refusal, why: str) -> Problem:
    """Return the problem for an answer that the rules forbid, with the reason in English."""
    return Problem(
        "refused",
        f"The rules do not allow this: {why} ({refusal.rule})",
        rule=refusal.rule,
        reason={"id": refusal.reason.id, "fields": refusal.reason.fields},
    )
