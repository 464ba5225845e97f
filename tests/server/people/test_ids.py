"""Ids of people and tables, and invitations, which are also arguments of commands."""

from __future__ import annotations

import pytest

from banneret.server.people import credentials


def test_no_id_looks_like_an_option_of_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-SYmAfoa_OPH", "-Y", "SYmAfoa_OPH-"])
    monkeypatch.setattr("secrets.token_urlsafe", lambda _: next(drawn))
    assert credentials.new_id() == "SYmAfoa_OPH-"


def test_ids_have_the_length_of_their_bytes() -> None:
    assert [len(credentials.new_id(size)) for size in (9, 16)] == [12, 22]
