"""Attacks granted by cards."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from banneret.games.runewars.attack_actions import tray_name
from banneret.games.runewars.content.components import AttackProfile, Icon
from banneret.games.runewars.effects.questions import may
from banneret.games.runewars.effects.registry import Source
from banneret.games.runewars.events.combat import FigureWounded
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import MatchState, label
from banneret.games.runewars.rules.attack.attack import attack
from banneret.games.runewars.rules.attack.attack_targets import targets_of
from banneret.games.runewars.rules.attack.charges import enhancement
from banneret.games.runewars.rules.damage.attack_choosers import WoundChooser
from banneret.games.runewars.rules.damage.losses import Toll, reconfigure, set_body
from banneret.games.runewars.state import body_of
from banneret.games.runewars.units.attack import Attack
from banneret.games.runewars.units.combat import AttackKind
from banneret.games.runewars.units.damage import Target, expendable, wounded
from banneret.kernel.flow import Flow, ask


def can_attack(state: MatchState, unit: int, kind: AttackKind = "melee") -> bool:
    """Whether a unit can attack any enemy."""
    return bool(targets_of(state, unit, kind))


def melee(game: Runewars, unit: int, at: int | None = None) -> Flow[Attack | None]:
    """Let a unit make a melee attack, against a given enemy if one is given."""
    return attack(game, unit, "melee", enhancement(game.state, unit), None if at is None else (at,))


def attack_again(game: Runewars, source: Source, among: Collection[int]) -> Flow[bool]:
    """Let a unit make another melee attack against one of some enemies if its player chooses to.

    Return whether it did.
    """
    state = game.state
    if not set(targets_of(state, source.unit, "melee")) & set(among):
        return False
    if not (yield from may(state, source.unit, source.id)):
        return False
    yield from attack(game, source.unit, "melee", enhancement(state, source.unit), among)
    return True


def removable_wounded(state: MatchState, unit: int) -> list[Target]:
    """Return the wounded figures of a unit that an effect may remove."""
    # rules rw:66.4, rw:ruling.79
    body = body_of(state, unit)
    return [one for one in expendable(body) if body.figures[one.cell][one.place].wounds]


def remove_wounded(game: Runewars, unit: int, seat: int) -> Flow[None]:
    """Let a seat choose a wounded figure of a unit and remove it."""
    # rules rw:87.6, rw:88.0
    state = game.state
    body = body_of(state, unit)
    chooser = WoundChooser(label(state, unit), body, removable_wounded(state, unit), "rw:golden.2")
    chosen = chooser.figures[(yield from ask(seat, chooser))]
    toll = Toll(state, unit)
    left = body.figures[chosen.cell]
    standing = (*left[: chosen.place], *left[chosen.place + 1 :])
    toll.fallen = 1
    set_body(state, toll, body._replace(figures={**body.figures, chosen.cell: standing}))
    yield from reconfigure(game, toll)


def can_wound_figure(state: MatchState, unit: int, upgrade: str) -> bool:
    """Whether the figure of an upgrade can be wounded: the unit does not split without it."""
    # rules rw:66.4, rw:ruling.79
    body = body_of(state, unit)
    return any(body.figures[one.cell][one.place].upgrade == upgrade for one in expendable(body))


def wound_figure(game: Runewars, unit: int, upgrade: str) -> Flow[None]:
    """Wound the figure of an upgrade, unless the unit would split without it."""
    # rules rw:66.4, rw:87.2, rw:87.3, rw:87.5, rw:ruling.79
    state = game.state
    body = body_of(state, unit)
    for cell, standing in body.figures.items():
        for place, figure in enumerate(standing):
            if figure.upgrade == upgrade:
                if Target(cell, place) not in expendable(body):
                    return
                toll = Toll(state, unit)
                after = wounded(body, {upgrade: 1}, Target(cell, place))[0]
                falls = len(after.figures[cell]) < len(standing)
                toll.wounds, toll.fallen = 1, int(falls)
                set_body(state, toll, after)
                name = label(state, unit)
                game.emit(FigureWounded(unit=name, tray=tray_name(cell), upgrade=upgrade, falls=falls))
                yield from reconfigure(game, toll)
                return


def attack_with(game: Runewars, unit: int, profile: AttackProfile, icons: Sequence[Icon] = ()) -> Flow[Attack | None]:
    """Let a unit attack with a profile granted by a card; an enhancement adds its icons to an attack action."""
    return attack(game, unit, profile.kind, icons, profile=profile)
