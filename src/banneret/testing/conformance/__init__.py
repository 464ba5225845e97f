"""Checks of the guarantees of every game, for any match of any rulebook; run on random matches by tests and `banneret`.

`check_...` compares a match with copies of itself. `lock_...` are the three checks that secrets stay secret: (a) what
seats receive is unchanged by a redeal, (b) imagining a match and imagining its redeal are the same, (c) twin worlds,
which use no redeal; `lock_public` does (a) and (c) with public cards in hidden piles. Each raises ConformanceError;
none changes the match it is given. `check_doors` gives a game wrong positions, options, records, answers,
army lists and data packs.
"""

from banneret.testing.conformance.copies import (
    check_audit,
    check_clone,
    check_copies,
    check_events_off,
    check_interleaving,
    check_record,
    check_restart,
    check_undo,
    check_views,
)
from banneret.testing.conformance.doors import DOORS, DoorReport, check_doors
from banneret.testing.conformance.inputs import mutilated
from banneret.testing.conformance.locks import Twins, lock_imagine, lock_public, lock_redeal, lock_twins
from banneret.testing.conformance.offers import candidates, check_options, check_rulebook, domains_used
from banneret.testing.conformance.random_play import ConformanceError, draw_answer, play_on, random_match
from banneret.testing.conformance.snapshot import received, stand
from banneret.testing.conformance.suite import CHECKS, check_illegal, check_match, watch

__all__ = [
    "CHECKS",
    "DOORS",
    "ConformanceError",
    "DoorReport",
    "Twins",
    "candidates",
    "check_audit",
    "check_clone",
    "check_copies",
    "check_doors",
    "check_events_off",
    "check_illegal",
    "check_interleaving",
    "check_match",
    "check_options",
    "check_record",
    "check_restart",
    "check_rulebook",
    "check_undo",
    "check_views",
    "domains_used",
    "draw_answer",
    "lock_imagine",
    "lock_public",
    "lock_redeal",
    "lock_twins",
    "mutilated",
    "play_on",
    "random_match",
    "received",
    "stand",
    "watch",
]
