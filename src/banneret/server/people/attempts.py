"""Sign-in attempts: after some failures, an account or network must wait increasingly long before the next one."""

from __future__ import annotations

from typing import Final

from banneret.server.people.counters import Counters
from banneret.server.people.credentials import token_hash
from banneret.server.people.networks import network_of
from banneret.server.problems import Problem

FREE: Final = 5
"""Consecutive failures of an account without a delay."""
FREE_OF_NETWORK: Final = 20
"""Failures from one network without a delay; many people may share it."""
LONGEST: Final = 60
"""Maximum delay in seconds."""
FORGOTTEN: Final = 3600
"""Seconds after which failures are forgotten."""
TAKEN: Final = 5
"""Number of taken logins that a network may discover per hour while creating accounts."""
KNOWN: Final = 90 * 86_400
"""Seconds for which a network is remembered after a successful sign-in to an account."""


class Attempts:
    """Failed attempts by login and by network, shared by all processes. Logins that do not exist are counted alike.

    Attempts from networks from which the account was signed in to before are counted separately, so that guesses by
    strangers do not lock the owner out.
    """

    def __init__(self, counters: Counters) -> None:
        self.counters = counters

    async def begin(self, login: str, address: str) -> None:
        """Count an attempt, as failed until `succeeded` is called. Raises Problem too-many during a delay.

        It is counted before the password is checked, so that simultaneous attempts do not escape the delay.
        """
        await self._free(_slot(_network(address)))
        key = await self._key(login, address)
        await self._free(_slot(key))
        failures = await self.counters.add(key, FORGOTTEN)
        if failures < FREE:
            return
        turns = await self.counters.add(_slot(key), _delay(failures - FREE))
        if turns > 1:  # there were simultaneous attempts
            await self._free(_slot(key))

    async def failed(self, address: str) -> None:
        """Count a failure of a network."""
        key = _network(address)
        failures = await self.counters.add(key, FORGOTTEN)
        if failures >= FREE_OF_NETWORK:
            await self.counters.add(_slot(key), _delay(failures - FREE_OF_NETWORK))

    async def succeeded(self, login: str, address: str) -> None:
        """Forget the failures of a login, but not of the network: an attacker may sign in to an account of his own."""
        key = await self._key(login, address)
        await self.counters.forget(key)
        await self.counters.forget(_slot(key))
        await self.counters.add(_known(login, address), KNOWN)

    async def may_ask_for_login(self, address: str) -> None:
        """Raise Problem too-many if a network has asked for too many taken logins."""
        key = _taken(address)
        if await self.counters.count(key) >= TAKEN:
            wait = await self.counters.left_ms(key)
            raise Problem("too-many", "You have tried too many taken logins; try again later.", retry_ms=wait)

    async def asked_for_taken_login(self, address: str) -> None:
        """Count a taken login that a network has asked for."""
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
