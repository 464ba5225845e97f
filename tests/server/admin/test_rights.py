"""Rights: one predicate decides who may carry out which act, for the lists of acts and for the acts themselves."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from banneret.server.admin.rights import (
    COMMAND_LINE,
    NEEDED,
    Act,
    Actor,
    PersonAct,
    Rank,
    TableAct,
    acts_at,
    acts_on,
    demand,
    refusal,
)
from banneret.server.people.accounts import Notices, Person
from banneret.server.problems import Problem

PLAYER = Person("p", "Pia", "pia", "en", Notices(), 0)
MODERATOR = msgspec.structs.replace(PLAYER, id="m", name="Mo", role="moderator")
ADMIN = msgspec.structs.replace(PLAYER, id="a", name="Ada", role="admin")


def of(kind: Any) -> set[str]:
    return {act for one in get_args(kind) for act in (get_args(one) or (one,))}


def test_every_act_has_a_rank() -> None:
    assert of(Act) == NEEDED.keys()
    assert of(PersonAct) | of(TableAct) < of(Act)


@pytest.mark.parametrize("act", NEEDED)
def test_players_may_do_nothing_and_only_the_host_grants_roles(act: Act) -> None:
    assert refusal(Actor.of(PLAYER), act)
    assert refusal(COMMAND_LINE, act) is None
    assert (refusal(Actor.of(ADMIN), act) is None) == (act != "grant")


def test_nobody_acts_on_an_equal_or_higher_role_and_so_not_on_themselves() -> None:
    for actor, person in ((MODERATOR, MODERATOR), (MODERATOR, ADMIN), (ADMIN, ADMIN)):
        with pytest.raises(Problem, match="not below yours") as found:
            demand(Actor.of(actor), "mute", person)
        assert found.value.kind == "not-allowed"
    demand(Actor.of(ADMIN), "mute", MODERATOR)
    demand(COMMAND_LINE, "ban", ADMIN)


def test_an_unknown_role_has_no_rights() -> None:
    assert Actor.of(msgspec.structs.replace(PLAYER, role="emperor")).rank == Rank.PLAYER


def test_the_acts_that_are_offered_are_those_that_are_allowed() -> None:
    assert acts_on(Actor.of(MODERATOR), PLAYER) == ("mute", "end-sessions")
    assert acts_on(Actor.of(ADMIN), PLAYER) == ("mute", "ban", "end-sessions", "reset-password")
    assert acts_on(Actor.of(ADMIN), msgspec.structs.replace(PLAYER, login=None, muted_until=5)) == (
        "unmute",
        "ban",
        "end-sessions",
    )
    assert acts_on(Actor.of(MODERATOR), ADMIN) == ()
    assert acts_at(Actor.of(MODERATOR), "running", clock=True) == ()
    assert acts_at(Actor.of(ADMIN), "running", clock=True) == ("close", "extend")
    assert acts_at(Actor.of(ADMIN), "halted", clock=False) == ("unhalt", "close")
    assert acts_at(Actor.of(ADMIN), "finished", clock=True) == ()
