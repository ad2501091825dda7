"""The simplest allotment of a roll: successes attack one target, and the rest defend."""

from __future__ import annotations

from collections.abc import Iterator

from services.bones.reading.allotted import best_way, idle_weapon, lost_to_fear, most, most_within, of_magic, under_cap
from services.bones.reading.fighting import BONUS, Kind, Way, bonus, dice_read, kind, most_capped, thrown_weapon
from services.bones.state.campaign import CampaignState
from services.bones.state.combat import Aimed, Allotment, Put
from services.bones.state.rolls import Roll


def plain(state: CampaignState, roll: Roll, target: str | None, *, ranged: bool) -> Allotment:
    """Return the simplest allotment. Every attack is aimed at `target`, if there is one, and the rest defends."""
    who = roll.creature
    style: Kind = kind(state, who, ranged=ranged)
    cap = most_capped(state, who)
    left = max(most(state, roll, style) - lost_to_fear(state, who), 0)
    strikes = target is not None
    chosen = {die: best_way(ways, style, strikes=strikes) for die, ways in read_dice(state, roll) if ways}
    magic = None if roll.skill is None else of_magic(state, roll, {die: way for die, (_, way) in chosen.items()})
    under = first = min(left if cap is None else cap, left if magic is None else magic)
    puts, weapon = [], thrown_weapon(state, who, style) if target else None
    for die, (number, way) in chosen.items():
        under = under if magic is None or die != BONUS else magic - (first - under)
        attack, defend = most_within(way, style, left, under, strikes=strikes)
        defend = 0 if weapon and die == weapon.id else defend
        if attack or defend:
            aimed = (Aimed(target=target, count=attack),) if target and attack else ()
            puts.append(Put(die=die, way=number, attack=aimed, defend=defend))
            left -= attack + defend
            under -= under_cap(way, style, attack, defend)
    if idle := idle_weapon(state, roll, ((put, chosen[put.die][1]) for put in puts)):
        puts = [put for put in puts if put.die != idle]
    return Allotment(puts=tuple(puts), ranged=ranged)


def read_dice(state: CampaignState, roll: Roll) -> Iterator[tuple[str, tuple[Way, ...]]]:
    """Yield each die of a roll with the ways to read it, then the successes that the roll has without dice."""
    for shown, found in zip(roll.standing, dice_read(state, roll), strict=True):
        yield shown.die, found
    yield BONUS, (bonus(state, roll),)
