"""Actions without fields that most games share."""

from __future__ import annotations

from banneret.kernel.actions import Action


class Pass(Action, frozen=True, tag="pass"):
    """Decline what the question offers, or pass the turn."""

    FORM = "pass"


class Done(Action, frozen=True, tag="done"):
    """Stop: nothing more of this."""

    FORM = "done"


class Yes(Action, frozen=True, tag="yes"):
    """Accept what the question offers."""

    FORM = "yes"
