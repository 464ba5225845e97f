"""What can be wrong with a request: a problem becomes a problem-details answer (RFC 9457), whatever raised it."""

from __future__ import annotations

from typing import Any, Final

from banneret.kernel.choosers import Refusal

LONGEST: Final = 2000
"""Characters of a detail: it may quote what was sent, which may be long."""


class Problem(Exception):
    """A request that cannot be carried out: `kind` is stable and documented, `detail` says what, where and why.

    `inner` is for hosts alone: it is part of the text of the exception, which is logged, and of no answer.
    """

    def __init__(self, kind: str, detail: str, *, inner: str = "", **more: Any) -> None:  # JSON of the answer besides
        super().__init__(f"{detail.removesuffix('.')} ({inner})." if inner else detail)
        if kind not in STATUS:
            raise LookupError(f"{kind!r} is no documented kind of problem")
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
"""Kind of problem -> HTTP status."""


def refused(refusal: Refusal, why: str) -> Problem:
    """Return the problem of an answer that the rules do not allow, with the reason in English."""
    return Problem(
        "refused",
        f"The rules do not allow this: {why} ({refusal.rule})",
        rule=refusal.rule,
        reason={"id": refusal.reason.id, "fields": refusal.reason.fields},
    )
