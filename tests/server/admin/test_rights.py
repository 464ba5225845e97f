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
from banneret.server.tables.table import Clock, Table, TableSettings

PLAYER = Person("p", "Pia", "pia", "en", Notices(), 0)
MODERATOR = msgspec.structs.replace(PLAYER, id="m", name="Mo", role="moderator")
ADMIN = msgspec.structs.replace(PLAYER, id="a", name="Ada", role="admin")


def table(status: str, *, timed: bool) -> Table:
    settings = TableSettings(clock=Clock(kind="days", bank=86_400, increment=0) if timed else Clock())
    return Table(
        "t", "", "duel", "1", {}, 2, settings, "open", "", status, "p", None, None, "", None, 0, None, None, ()
    )


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
    moderator, admin = Actor.of(MODERATOR), Actor.of(ADMIN)
    assert acts_on(moderator, PLAYER, 0) == ("mute", "end-sessions")
    assert acts_on(admin, PLAYER, 0) == ("mute", "ban", "end-sessions", "reset-password")
    muted = msgspec.structs.replace(PLAYER, login=None, muted_until=5, banned_until=5)
    assert acts_on(admin, muted, 4) == ("unmute", "unban", "end-sessions")
    assert acts_on(admin, muted, 5) == ("mute", "ban", "end-sessions")
    assert acts_on(moderator, ADMIN, 0) == ()
    assert acts_at(moderator, table("running", timed=True)) == ()
    assert acts_at(admin, table("running", timed=True)) == ("close", "extend")
    assert acts_at(admin, table("halted", timed=False)) == ("close", "unhalt")
    assert acts_at(admin, table("finished", timed=True)) == ()
    with pytest.raises(Problem, match="already muted") as found:
        demand(admin, "mute", muted, 4)
    assert found.value.kind == "conflict"
