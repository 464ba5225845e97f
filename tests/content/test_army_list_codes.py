"""Short codes of army lists: their form and their check signs."""

from __future__ import annotations

import re

import pytest

from banneret.content.army_list_codes import read_checked
from banneret.content.army_list_text import ListError

FORM = re.compile(r"([a-z]+)(\d+)-([0-9a-z]{2})")


def check(body: str) -> str:
    return f"{len(body):02}"


def test_a_code_is_read_in_any_case_and_between_spaces() -> None:
    assert read_checked(" Stark40-07 ", FORM, check, "stark40-07") == ("stark", "40", "07")


@pytest.mark.parametrize(
    ("code", "problem"), [("stark", "a code looks like 'stark40-07'"), ("stark40-08", "contains a typing error")]
)
def test_other_forms_and_typing_errors_are_refused(code: str, problem: str) -> None:
    with pytest.raises(ListError, match=problem):
        read_checked(code, FORM, check, "stark40-07")
