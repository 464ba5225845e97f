"""Count what bots do in A Game of Thrones that a good player would notice: bids, castles left, useless orders.

    python -m tools.lab.thrones_habits --bots greedy --games 20 --jobs 2
    python -m tools.lab.thrones_habits --bots search:40,greedy,greedy,greedy,greedy,greedy --games 10

Bots change seats from match to match; one name counts for all seats. The same seeds give the same figures.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable
from multiprocessing import Pool
from typing import Any, Final, NamedTuple

from banneret.bots import make_bot, play_for
from banneret.games.thrones.actions import Bid, StartMarch
from banneret.games.thrones.content.board import AREA, KIND, MUSTER_POINTS, PORT, SEA
from banneret.games.thrones.content.components import (
    ORDER_TYPE,
    ORDERS,
    ROUNDS,
    SHIP,
    SPECIAL_CONSOLIDATE_POWER,
    TYPE_MARCH,
    UNIT,
)
from banneret.games.thrones.events.action import (
    MarchStayed,
    MusteredByOrder,
    OrdersRevealed,
    PowerConsolidated,
    RaidDropped,
    Raided,
)
from banneret.games.thrones.events.combat import CombatBegan, CombatWon, InitialStrength, SupportGiven, SupportWithheld
from banneret.games.thrones.events.westeros import BidsShown, UnitMustered, WildlingBids
from banneret.games.thrones.rules.action.march_plan import COMBAT, encounter
from banneret.games.thrones.rules.control import controller, count_units, fortified
from banneret.games.thrones.rules.ending import ranking
from banneret.games.thrones.rules.planning.planning import OrderHand
from banneret.games.thrones.rules.transport import reachable
from banneret.games.thrones.state import State
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.sim.games import bot_seed

SOON: Final = 2
"""A castle is lost soon if another house controls it by the end of this many rounds after the current one."""
LEADS: Final = 5
"""A house leads if it alone has the most castles and strongholds, and at least this many."""
RICH: Final = 4
"""A house that bids nothing could have done so with this many power tokens."""
UNAIMED: Final = "thrones:raid.9"
"""The rule by which a raid without a target is removed."""
SPECIAL: Final = ORDERS[SPECIAL_CONSOLIDATE_POWER].id


class Job(NamedTuple):
    """A match to play."""

    bots: tuple[str, ...]
    seed: int


def played(job: Job) -> Counter[str]:
    """Play a match and count."""
    match: Match[Any] = new_match("thrones", seats=len(job.bots), seed=job.seed)
    bots = {seat: make_bot(name, bot_seed(job.seed, seat)) for seat, name in enumerate(job.bots)}
    counts = _Counts(match)
    while match.asking:
        seat = next(iter(match.asking))
        play_for(bots, match, seat, seed=job.seed, once=True)
        counts.answered()
    counts.finished()
    return counts.found


class _Counts:
    """The counts of one match, updated after each answer."""

    def __init__(self, match: Match[Any]) -> None:
        self.match = match
        self.found: Counter[str] = Counter()
        self._events = 0
        self._answers = 0
        self._march: tuple[int, int] | None = None
        """The seat and the castle area whose march order is being carried out."""
        self._choice = 0.0
        """Share of the leader among the areas that the current march could attack, 0 or 1 if there is no choice."""
        self._fight = ("", "")
        """The houses of the current combat, the attacker first."""
        self._emptied: list[tuple[int, int, int]] = []
        """Seat, area and round of castles left without units."""
        self._forced: Counter[str] = Counter()
        """By house: march orders of this round for which it had no other token."""
        self._mark = 0

    def answered(self) -> None:
        match = self.match
        state: State = match.state
        while self._answers < len(match.answers):
            answer = match.answers[self._answers]
            self._answers += 1
            if isinstance(answer.action, StartMarch):
                self.found["march orders"] += 1
                area = AREA[answer.action.area]
                self._march = (answer.seat, area) if MUSTER_POINTS[area] else None
                self._choice = _leader_share(state, answer.seat, area)
            elif isinstance(answer.action, Bid) and not answer.action.tokens and state.available[answer.seat] >= RICH:
                self.found["bids of 0 with 4 tokens"] += 1  # bids are sealed: the tokens are still available
        if match.mark != self._mark:
            self._mark = match.mark
            self._settle(state)
            for _, event in match.events_for(None, self._events):
                self._count(state, event)
            self._events = len(match.events)

    def _settle(self, state: State) -> None:
        """Note castles that the last march left empty, and those lost since."""
        if self._march is not None:
            seat, area = self._march
            self._march = None
            if not count_units(state, area) or state.owner[area] != seat:
                self.found["castles emptied"] += 1
                self.found["castles emptied in round 10"] += state.round == ROUNDS
                self._emptied.append((seat, area, state.round))
        left = []
        for seat, area, since in self._emptied:
            if state.round > since + SOON:
                continue
            if controller(state, area) != seat:
                self.found["castles emptied and lost"] += 1
                self.found["emptied and lost in round 10"] += since == ROUNDS
            else:
                left.append((seat, area, since))
        self._emptied = left

    def _count(self, state: State, event: object) -> None:
        found = self.found
        match event:
            case MarchStayed():
                found["marches that move nobody"] += 1
                if self._forced[event.house]:
                    self._forced[event.house] -= 1
                    found["idle for want of other orders"] += 1
            case CombatBegan():
                found["attacks"] += 1
                self._fight = event.attacker, event.defender
                self._against("attacks", state, event.attacker, event.defender)
                leader = leading(state)
                if 0 < self._choice < 1 and leader is not None and event.attacker != state.houses[leader]:
                    found["attacks with a choice"] += 1
                    found["on the leader by choice"] += event.defender == state.houses[leader]
                    found["percent on the leader at random"] += round(100 * self._choice)
            case SupportGiven() | SupportWithheld() if event.house not in self._fight:
                leader = leading(state)
                if leader is not None and state.houses[leader] in self._fight:
                    side = getattr(event, "side", "")
                    found["supports where the leader fights"] += 1
                    against = self._fight[side == "attacker"] == state.houses[leader]
                    found["supports against the leader"] += bool(side) and against
            case Raided():
                found["raid orders"] += 1
                self._against("raids", state, event.house, event.victim)
            case RaidDropped():
                found["raid orders"] += 1
                found["raids without a target"] += event.rule == UNAIMED
            case InitialStrength(attack=0):
                found["attacks of strength 0"] += 1
            case CombatWon():
                found["attacks won"] += event.winner == event.attacker
            case MusteredByOrder():
                found["musters by order"] += 1
            case OrdersRevealed():
                self._forced = Counter(
                    {house: forced(OrderHand(state, seat)) for seat, house in enumerate(state.houses)}
                )
                found["special power orders at castles"] += sum(
                    order == SPECIAL and bool(MUSTER_POINTS[AREA[area]]) for area, order in event.orders.items()
                )
            case _:
                self._count_tokens(state, event)

    def _count_tokens(self, state: State, event: object) -> None:
        """Count what becomes of power tokens, and ships that are mustered."""
        found = self.found
        match event:
            case PowerConsolidated() if KIND[AREA[event.area]] == PORT:
                found["power orders in ports"] += 1
                found["of these, without yield"] += not event.gained
            case UnitMustered() if UNIT[event.unit] == SHIP:
                found["ships mustered"] += 1
                place = AREA[event.place]
                found["into a port with ships"] += KIND[place] == PORT and state.units[SHIP][place] > 1
            case WildlingBids():
                found["wildling attacks"] += 1
                found["won by the Watch"] += event.winner == "nights-watch"
                found["wildling bids"] += len(event.bids)
                found["wildling bids of 0"] += sum(not bid for bid in event.bids.values())
                found["wildling tokens"] += sum(event.bids.values())
            case BidsShown():
                found["track bids"] += len(event.bids)
                found["track bids of 0"] += sum(not bid for bid in event.bids.values())
                found["track tokens"] += sum(event.bids.values())
            case _:
                pass

    def _against(self, kind: str, state: State, house: str, victim: str) -> None:
        """Count an action against another house while a third one may lead."""
        leader = leading(state)
        if leader is not None and house != state.houses[leader]:
            self.found[f"{kind} while another leads"] += 1
            self.found[f"{kind} on the leader"] += victim == state.houses[leader]

    def finished(self) -> None:
        """Count the end of the match."""
        state: State = self.match.state
        self.found["matches"] += 1
        self.found["rounds"] += state.round
        self.found["seven castles"] += state.reason == "seven-areas"
        self.found[f"won by {state.houses[ranking(state)[0]]}"] += 1


def leading(state: State) -> int | None:
    """Return the seat that alone has the most castles and strongholds, and enough of them to lead."""
    castles = [fortified(state, seat) for seat in range(state.seats)]
    most = max(castles)
    return castles.index(most) if most >= LEADS and castles.count(most) == 1 else None


def _leader_share(state: State, seat: int, area: int) -> float:
    """Return the share of the leader's areas among those where a march of another house would begin a combat."""
    leader = leading(state)
    if leader in (None, seat):
        return 0.0
    targets = [t for t in reachable(state, seat, area, KIND[area] == SEA) if encounter(state, seat, t) == COMBAT]
    against = [controller(state, target) == leader for target in targets]
    return sum(against) / len(against) if against else 0.0


def forced(hand: OrderHand) -> int:
    """Return the number of areas that a house cannot give an order other than a march."""
    hand.counts = [0 if ORDER_TYPE[order] == TYPE_MARCH else count for order, count in enumerate(hand.counts)]
    return max(0, len(hand.areas) - hand.tokens_left())


SHARES: Final = (
    ("won by the Watch", "wildling attacks"),
    ("wildling bids of 0", "wildling bids"),
    ("track bids of 0", "track bids"),
    ("castles emptied and lost", "castles emptied"),
    ("emptied and lost in round 10", "castles emptied in round 10"),
    ("marches that move nobody", "march orders"),
    ("idle for want of other orders", "marches that move nobody"),
    ("musters by order", "special power orders at castles"),
    ("raids without a target", "raid orders"),
    ("of these, without yield", "power orders in ports"),
    ("into a port with ships", "ships mustered"),
    ("attacks of strength 0", "attacks"),
    ("attacks won", "attacks"),
    ("attacks on the leader", "attacks while another leads"),
    ("on the leader by choice", "attacks with a choice"),
    ("raids on the leader", "raids while another leads"),
    ("supports against the leader", "supports where the leader fights"),
    ("seven castles", "matches"),
)
MEANS: Final = (
    ("wildling tokens", "wildling bids"),
    ("track tokens", "track bids"),
    ("rounds", "matches"),
    ("percent on the leader at random", "attacks with a choice"),
)


def lines(found: Counter[str]) -> Iterable[str]:
    """Return the figures as lines of a table."""
    for part, whole in SHARES:
        share = f"{found[part] / found[whole]:.0%}" if found[whole] else "-"
        yield f"{part:32}{found[part]:6} of {found[whole]:5} {whole:34}{share:>5}"
    for total, count in MEANS:
        mean = f"{found[total] / found[count]:.1f}" if found[count] else "-"
        yield f"{total:32}{found[total]:6} in {found[count]:5} {count:34}{mean:>5}"
    for name in sorted(name for name in found if name.startswith("won by ") and name != "won by the Watch"):
        yield f"{name:32}{found[name]:6} of {found['matches']:5}"


def main() -> None:
    """Play, count and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", default="greedy", help="a bot for all seats, or one for each (greedy)")
    parser.add_argument("--seats", type=int, default=6, help="number of houses (6)")
    parser.add_argument("--games", type=int, default=20, help="number of matches (20)")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (1)")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes (1)")
    given = parser.parse_args()
    names = given.bots.split(",")
    if len(names) not in (1, given.seats):
        parser.error(f"give one bot, or one for each of the {given.seats} seats")
    names = names * (given.seats // len(names))
    jobs = [
        Job(tuple(names[(seat + at) % given.seats] for seat in range(given.seats)), given.seed + at)
        for at in range(given.games)
    ]
    total: Counter[str] = Counter()
    with Pool(given.jobs) as pool:
        for found in pool.imap_unordered(played, jobs):
            total += found
    print("\n".join(lines(total)))


if __name__ == "__main__":
    main()
