"""Fire: Scorch the Earth, burning down, and the effects of fire at the end of a round."""

from __future__ import annotations

from banneret.games.battles.content.components import GREEN, TOKENS, VALOR
from banneret.games.battles.events.battle import Devastated, DiceRolled, FireLit
from banneret.games.battles.game import Battle
from banneret.games.battles.rules.combat.attack import dice_at_strength, roll_die
from banneret.games.battles.rules.combat.commit import offer_commit
from banneret.games.battles.rules.combat.losses import suffer
from banneret.games.battles.rules.field.abilities import ability_of
from banneret.games.battles.rules.field.keywords import keyword, strength_of
from banneret.games.battles.rules.field.terrain import burn_limit, effective_terrain, is_barred
from banneret.games.battles.rules.victory.morale import change_morale
from banneret.games.battles.rules.victory.scoring import score_event
from banneret.games.battles.rules.victory.victory import check_immediate, check_wiped_out
from banneret.games.battles.state import LANNISTER, NO_UNIT, NOBODY, OFF, STARK, State
from banneret.hexes import DIRECTIONS
from banneret.kernel.choosers import Refusal
from banneret.kernel.flow import Flow
from banneret.text.message import msg


def scorch_targets(state: State, unit: int) -> list[int]:
    """Return the hexes that a unit can set on fire, by number: battles:c12.2."""
    if not strength_of(state, unit, "scorch-the-earth"):
        return []
    here = state.hex[unit]
    return sorted(hex for hex in state.field.neighbours[here] if burn_refusal(state, unit, hex) is None)


def scorch_refusal(state: State, unit: int, target: str) -> Refusal | None:
    """Return why a unit cannot set a hex on fire, or None: battles:c12.2, battles:ruling.78."""
    try:
        hex = state.field.place(target)
    except ValueError:
        hex = OFF
    if not strength_of(state, unit, "scorch-the-earth"):
        return Refusal("battles:c12.2", msg("refuse.scorch.no-keyword", hex=target))
    if hex == OFF or state.field.distances[state.hex[unit]][hex] != 1:
        return Refusal("battles:c12.2", msg("refuse.scorch.not-adjacent", hex=target))
    why = burn_refusal(state, unit, hex)
    return Refusal(why[0], msg(f"refuse.scorch.{why[1]}", hex=target)) if why is not None else None


def burn_refusal(state: State, unit: int, hex: int) -> tuple[str, str] | None:
    """Return the rule and reason why a unit cannot set an adjacent hex on fire, or None.

    Occupied hexes do not burn (battles:c12.9, battles:ruling.27), nor does anything without a burn limit
    (battles:ruling.78). With a palisade in between, the palisade burns, not the hex behind it.
    """
    here = state.hex[unit]
    only = state.scorches[unit]
    free = only == "all" or not only or keyword(state, unit, "scorch-the-earth") > 1
    if is_barred(state, here, hex):
        return None if free else ("battles:plan.wolf-raiders-scorch", "not-that")
    if state.at[hex] != NO_UNIT:
        return "battles:c12.9", "occupied"
    if not burn_limit(state, hex):
        return "battles:ruling.78", "burns-not"
    if state.fire[hex] >= _most(state, hex):
        return "battles:c12.7", "burns-fully"
    if not free and state.overlay[hex] != only:
        return "battles:plan.wolf-raiders-scorch", "not-that"
    return None


def _most(state: State, hex: int) -> int:
    """Return the highest fire level possible in a hex: battles:c12.7."""
    return min(burn_limit(state, hex), state.box.fire.spread_level)


def scorch(game: Battle, unit: int, hex: int) -> Flow[None]:
    """Roll a unit's dice; each green shield is a level of fire: battles:c12.2, battles:keyword.scorch-the-earth.

    With the Reaver, valor counts too: battles:commander-card.gregor-clegane-the-reaver-unit.
    """
    state = game.state
    faces = [roll_die(game) for _ in range(dice_at_strength(state, unit))]
    house = state.houses[state.seat[unit]]
    game.emit(DiceRolled(house=house, faces=tuple(TOKENS[face] for face in faces), again=False, rule="battles:c12.2"))
    levels = faces.count(GREEN)
    if ability_of(state, unit).kindles_with_valor():
        levels += faces.count(VALOR)
    state.active[unit] = False
    if not levels:
        return
    here = state.hex[unit]
    if is_barred(state, here, hex):
        _burn_palisade(game, here, hex, levels)
    else:
        kindle(game, hex, levels, state.seat[unit])
    check_immediate(game)
    yield from offer_commit(game, "fire", unit)


def _burn_palisade(game: Battle, a: int, b: int, levels: int) -> None:
    """Raise the fire at a palisade; remove it when burnt down: battles:c11.21, battles:c11.22, battles:c12.6."""
    state = game.state
    at = state.palisades.index((a, b) if a < b else (b, a))
    limit = state.box.overlay["palisade"].burn_limit
    state.palisade_fire[at] = min(state.palisade_fire[at] + levels, limit)
    label = state.field.labels[b]
    game.emit(FireLit(hex=label, level=state.palisade_fire[at], rule="battles:c11.22"))
    if state.palisade_fire[at] >= limit:
        del state.palisades[at]
        del state.palisade_fire[at]
        game.emit(Devastated(hex=label, what="palisade", rule="battles:c12.6"))


def kindle(game: Battle, hex: int, levels: int, seat: int) -> None:
    """Raise the fire level of a hex, shown by a single token: battles:c12.4, battles:pieces.22, battles:ruling.79.

    The level never exceeds the limits (battles:c12.7). At the burn limit the hex is devastated and keeps burning
    (battles:c12.5, battles:ruling.77, battles:c11.5, battles:c11.14); a token is removed with its fire (battles:c12.6,
    battles:c11.17, battles:c11.19).
    """
    state = game.state
    limit = burn_limit(state, hex)
    level = min(state.fire[hex] + levels, _most(state, hex))
    state.fire[hex] = level
    label = state.field.labels[hex]
    game.emit(FireLit(hex=label, level=level))
    if level < limit:
        return
    token = state.overlay[hex]
    if token:
        state.overlay[hex] = ""
        state.fire[hex] = 0
        state.burnt.append(hex)
        state.terrain[hex] = effective_terrain(state, hex)
        game.emit(Devastated(hex=label, what=token, rule="battles:c12.6"))
        score_event(game, "burnt", seat, hex, token)
    else:
        what = state.box.terrains[state.terrain[hex]].id
        state.devastated[hex] = True
        state.terrain[hex] = effective_terrain(state, hex)
        game.emit(Devastated(hex=label, what=what))
        score_event(game, "devastated", seat, hex)


def burn(game: Battle) -> None:
    """Resolve fires at the end of a round: battles:regroup.4, battles:c12.1, battles:c12.11.

    Terrain comes first, where fires neither grow nor go out by themselves (battles:c12.10), then units, then spreading.
    """
    burn_units(game)
    spread(game)
    check_immediate(game)


def burn_units(game: Battle) -> None:
    """Hit units in burning hexes according to the fire level, ignoring terrain: battles:c12.13, battles:c14.8.

    All hits are simultaneous: the losses of both Houses move the marker once (battles:c10.2, battles:ruling.71).
    """
    state = game.state
    net = [0, 0]
    for seat in (state.first, 1 - state.first):
        for hex, level in enumerate(state.fire):
            unit = state.at[hex]
            if level and unit != NO_UNIT and state.seat[unit] == seat:
                suffer(game, unit, 1 if state.settings.fire_hits_one else level, None, net=net)
    worse = max((STARK, LANNISTER), key=lambda seat: net[seat])
    change_morale(game, worse, net[1 - worse] - net[worse], "battles:c10.2")
    for seat in (state.first, 1 - state.first):
        check_wiped_out(game, seat)
    check_immediate(game)


def spread(game: Battle) -> None:
    """Spread fires of level 4 in a random direction: battles:c12.12, battles:pieces.17, battles:c12.10."""
    state = game.state
    fire = state.box.fire
    for hex in [hex for hex, level in enumerate(state.fire) if level >= fire.spread_level]:
        to = state.field.steps[hex][game.chance.pick(len(DIRECTIONS))]
        if to != OFF and not state.fire[to] and burn_limit(state, to):
            kindle(game, to, fire.spread_adds, NOBODY)
