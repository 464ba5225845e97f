"""How tests are measured: what is not to be measured is not, nor in a worker of xdist."""

import sys

import pytest


@pytest.mark.no_cover
def test_a_test_that_is_not_to_be_measured_is_not_traced() -> None:
    assert sys.gettrace() is None, "it would take five times as long"
