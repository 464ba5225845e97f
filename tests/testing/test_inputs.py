"""Mutilated inputs, which the checks of doors are made of."""

from copy import deepcopy

from banneret.kernel.stream import Stream, derive_key
from banneret.testing.conformance.inputs import WRONG, mutilated

GIVEN = {"names": ["a", "b"], "places": [[1, 2], [3, 4]], "empty": [], "more": {"flag": True, "depth": [[0]]}}


def test_an_input_is_copied_before_it_is_mutilated() -> None:
    given, wrong = deepcopy(GIVEN), deepcopy(WRONG)
    stream = Stream(derive_key("inputs", 1))
    changed = [mutilated(given, stream, most=6) for _ in range(2000)]
    assert given == GIVEN
    assert wrong == WRONG, "a value put in place of another was changed later"
    assert len({repr(one) for one in changed}) > 1000


def test_the_same_stream_mutilates_in_the_same_way() -> None:
    first, second = ([mutilated(GIVEN, Stream(derive_key("inputs", n))) for n in range(50)] for _ in range(2))
    assert first == second
