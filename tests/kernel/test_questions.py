"""Questions that several games share: which of some units, or none."""

from __future__ import annotations

import pytest

from banneret.kernel.choosers import Action, Refusal
from banneret.kernel.questions import UnitQuestion
from banneret.text.message import Message, msg
from tests.kernel.toy_actions import Bid, Stay


class Which(UnitQuestion[Action]):
    """Units are named by a bid of their number."""

    kind = "which"
    answers = (Stay, Bid)

    def named(self, unit: int) -> Action:
        return Bid(unit)

    def fault(self, action: Action | None) -> Message:
        return msg("needed" if action is None else "not-that")


@pytest.mark.parametrize("may_stop", [True, False])
def test_one_of_the_units_is_chosen_or_none_if_that_is_allowed(may_stop: bool) -> None:
    question = Which([2, 4], "pick", "skirl:pick", may_stop=may_stop, none=Stay())
    assert question.options() == [*([Stay()] if may_stop else []), Bid(2), Bid(4)]
    assert [question.refusal(one) for one in question.options()] == [None] * len(question.options())
    assert question.refusal(Bid(3)) == Refusal("skirl:pick", msg("not-that"))
    assert question.refusal(Stay()) == (None if may_stop else Refusal("skirl:pick", msg("needed")))
