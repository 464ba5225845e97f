"""Passwords that attackers try first are refused: common ones, and those made of the login or the name."""

from __future__ import annotations

import pytest

from banneret.server.people.passwords import check_password
from banneret.server.problems import Problem

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("login", "password"),
    [
        ("gandalf77", "gandalf77"),
        ("gandalf77", "GANDALF77-correct-horse"),
        ("gandalf77", "my \uff47andalf77 horse"),  # in other letters that look alike
        ("ann", "ann-ann-ann"),
        ("ann", "ann-2024!"),
        ("gandalf77", "mithrandir!"),
        ("gandalf77", "password1"),
        ("gandalf77", "12345678"),
        ("gandalf77", "banneret"),
    ],
)
async def test_a_password_that_contains_the_login_or_is_easy_to_guess_is_refused(login: str, password: str) -> None:
    with pytest.raises(Problem, match="easy to guess"):
        await check_password(password, login, "Mithrandir")


@pytest.mark.parametrize(("login", "password"), [("ann", "planning a long trip"), ("gandalf77", "correct horse")])
async def test_other_passwords_are_accepted(login: str, password: str) -> None:
    await check_password(password, login, "Mithrandir")
