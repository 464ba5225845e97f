"""Passwords that attackers try first are refused: common ones, and those made of the login or the name."""

from __future__ import annotations

import time

import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import VerifyMismatchError

from banneret.server.people import credentials
from banneret.server.people.passwords import check_password, is_easy
from banneret.server.problems import Problem

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _cheap_passwords() -> None:
    """Hash passwords as a server does."""


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


def test_the_time_of_an_estimate_has_a_bound() -> None:
    """Each symbol that may stand for a letter doubles it: this one took 9 seconds."""
    many = "4@8({[<369&#!1/|$5+7%2" * 3
    begun = time.process_time()
    is_easy(many, ("ann",))
    assert time.process_time() - begun < 2
    assert is_easy("p@$$word", ("ann",))


async def test_checking_an_unknown_login_costs_as_much_as_a_password() -> None:
    stored = await credentials.password_hash("correct horse")
    assert extract_parameters(credentials._NOBODY) == extract_parameters(stored)
    assert len(credentials._NOBODY) == len(stored)
    assert await credentials.password_fits(stored, "correct horse")
    assert not await credentials.password_fits(stored, "wrong horse")
    assert not await credentials.password_fits(None, "correct horse")
    with pytest.raises(VerifyMismatchError):  # it is hashed and compared, and not refused at once
        PasswordHasher().verify(credentials._NOBODY, "correct horse")
