"""The error raised when a rule fails, with the record so far and how to report it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from banneret.compiled import mypyc_attr
from banneret.kernel.record_lines import RecordLines


@mypyc_attr(native_class=False)
class RuleError(RuntimeError):
    """A rule failed, which is a fault of the game, not of the answer. The match is unchanged.

    `record` is the record so far, with the answer and the fault in a note at its end; `save` writes it to a file for
    the report. `__cause__` is what the rule raised.
    """

    def __init__(self, rulebook: str, seat: int, tried: str, fault: str, record: RecordLines) -> None:
        super().__init__(
            f"a rule of {rulebook} failed at {tried!r} of seat {seat}: {fault}. The match stands as it did before. "
            "To report it, write the record with `error.save(path)` and send it with the traceback to the makers of "
            f"{rulebook}"
        )
        self.rulebook = rulebook
        self.seat = seat
        self.tried = tried
        self.fault = fault
        self.record = record

    def __reduce__(self) -> tuple[Any, ...]:
        return RuleError, (self.rulebook, self.seat, self.tried, self.fault, self.record)

    def save(self, path: str | Path) -> None:
        """Write the record so far to a file. It contains all secrets of the match."""
        self.record.save(path)
