"""Attempts to sign in: after some failures, an account and a network wait longer and longer before the next one."""

from __future__ import annotations

from typing import Final

from banneret.server.people.counters import Counters
from banneret.server.people.credentials import token_hash
from banneret.server.people.networks import network_of
from banneret.server.problems import Problem

FREE: Final = 5
"""Failures of an account in a row that cost no delay."""
FREE_OF_NETWORK: Final = 20
"""Failures from one network that cost no delay: many people may share it."""
LONGEST: Final = 60
"""Upper bound of the delay in seconds."""
FORGOTTEN: Final = 3600
"""Failures are forgotten after an hour."""
TAKEN: Final = 5
"""Taken logins that a network may find in an hour when accounts are made."""
KNOWN: Final = 90 * 86_400
"""For this many seconds a network counts as one from which somebody signs in to an account."""


class Attempts:
    """Failed attempts by login and by network, counted for all processes. Logins that do not exist count alike.

    Attempts from a network from which somebody has signed in to the account are counted for themselves: guesses of
    strangers do not keep the owner out.
    """

    def __init__(self, counters: Counters) -> None:
        self.counters = counters

    async def begin(self, login: str, address: str) -> None:
        """Count an attempt, as failed until `succeeded` is called. Raises Problem too-many during a delay.

        It is counted before the password is checked, so that attempts at the same time do not escape the delay.
        """
        await self._free(_slot(_network(address)))
        key = await self._key(login, address)
        await self._free(_slot(key))
        failures = await self.counters.add(key, FORGOTTEN)
        if failures < FREE:
            return
        turns = await self.counters.add(_slot(key), _delay(failures - FREE))
        if turns > 1:  # others came at the same time
            await self._free(_slot(key))

    async def failed(self, address: str) -> None:
        """Count a failure of a network."""
        key = _network(address)
        failures = await self.counters.add(key, FORGOTTEN)
        if failures >= FREE_OF_NETWORK:
            await self.counters.add(_slot(key), _delay(failures - FREE_OF_NETWORK))

    async def succeeded(self, login: str, address: str) -> None:
        """Forget the failures of a login; those of the network stay, as somebody's own account may be signed in to."""
        key = await self._key(login, address)
        await self.counters.forget(key)
        await self.counters.forget(_slot(key))
        await self.counters.add(_known(login, address), KNOWN)

    async def may_ask_for_login(self, address: str) -> None:
        """Refuse to say whether one more login is taken, if a network has found many. Raises Problem too-many."""
        key = _taken(address)
        if await self.counters.count(key) >= TAKEN:
            wait = await self.counters.left_ms(key)
            raise Problem("too-many", "Too many logins that are taken; try again later.", retry_ms=wait)

    async def asked_for_taken_login(self, address: str) -> None:
        """Count a login that a network now knows to be taken."""
        await self.counters.add(_taken(address), FORGOTTEN)

    async def _key(self, login: str, address: str) -> str:
        known = _known(login, address)
        return f"{known}/failed" if address and await self.counters.count(known) else f"account/{token_hash(login)}"

    async def _free(self, slot: str) -> None:
        if await self.counters.count(slot):
            wait = await self.counters.left_ms(slot)
            raise Problem("too-many", f"Too many failed attempts; try again in {wait / 1000:.1f} s.", retry_ms=wait)


def _delay(more: int) -> int:
    return min(LONGEST, 1 << min(more, 10))


def _slot(key: str) -> str:
    return f"{key}/delay"


def _network(address: str) -> str:
    return f"network/{network_of(address)}"


def _known(login: str, address: str) -> str:
    return f"known/{token_hash(login)}/{network_of(address)}"


def _taken(address: str) -> str:
    return f"taken/{network_of(address)}"
