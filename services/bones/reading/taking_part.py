"""Taking part in a round: who must declare, who may be a target, and which groups allot together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from services.bones.state.campaign import CampaignState
from services.bones.state.combat import Fighter
from shared.kernel.campaign.keeping import in_order
from shared.kernel.readings import reading


def there(state: CampaignState) -> tuple[Fighter, ...]:
    """Return the fighters in the order that the game master has set."""
    return () if state.combat is None else state.combat.there


def acts(state: CampaignState, who: str) -> bool:
    """Return whether a creature can act. Rule: BN-DMG-02."""
    one = state.characters[who]
    return not (one.down or one.dead)


def has_healing_to_choose(state: CampaignState, who: str) -> bool:
    """Return whether a creature's owner still has to choose which healed dice are restored. Rule: BN-CAMP-80."""
    return bool(state.healings) and any(one.creature == who for one in state.healings.values())


def owes(state: CampaignState, who: str) -> tuple[str, ...]:
    """Return the ids of a creature's open tasks, rolls, falls, wounds, healings and resistances."""
    kept: tuple[Mapping[str, Any], ...] = (
        state.tasks, state.rolls, state.falls, state.wounds, state.healings, state.resistances,
    )  # fmt: skip
    if not any(kept):
        return ()
    found = [one.id for kind in kept for one in kind.values() if one.creature == who]
    return in_order({*found, *(task.id for task in state.tasks.values() if who in task.rolls)})


def fighters_roll(state: CampaignState) -> bool:
    """Return whether players with a fighter may themselves roll the dice of the round.

    Players may not roll if a fighter, or an opponent of a fighter's task, is partly hidden from them, since the number
    of its dice would show. They may not roll either if dice are rolled at a physical table, unless players enter the
    faces there.

    Rule: BN-R-351, BN-R-362
    """
    chosen = state.settings
    enters = chosen.dice.dice_source == "service" or (chosen.dice.players_report and state.amended)
    if chosen.combat.round_rolled_by != "fighters" or not enters:
        return False
    rolling = {one.id for one in there(state)}
    if state.amended:
        rolling |= {other.creature for one in there(state) if one.terms for other in one.terms.opponents}
    return not any(who in state.characters and state.characters[who].closed for who in rolling)


def open_resistances(state: CampaignState) -> tuple[str, ...]:
    """Return the open resistances by fighters or to fighters' magic. The round waits for them. Rule: BN-CAMP-102."""
    those = state.resistances.values()
    return in_order(one.id for one in those if state.in_combat(one.creature) or state.in_combat(one.caster))


def resisting(state: CampaignState) -> bool:
    """Return whether the round waits for a resistance, either of a fighter or against a fighter's magic."""
    return bool(state.resistances) and bool(open_resistances(state))


def is_cast(state: CampaignState, who: str) -> bool:
    """Return whether a creature belongs to the cast, or the game master plays it together with the cast.

    Rule: BN-R-269
    """
    one = state.characters[who]
    return not one.plays and state.led_by(one.seat)


@reading
def pending(state: CampaignState) -> tuple[str, ...]:
    """Return the fighters who still have to declare. Rule: BN-CMB-02, BN-DMG-02, BN-CAMP-80, BN-R-268."""
    able = (one for one in there(state) if acts(state, one.id) or has_healing_to_choose(state, one.id))
    return tuple(one.id for one in able if not one.declared)


def pending_first(state: CampaignState) -> tuple[str, ...]:
    """Return the cast members who must still declare, if the cast declares first. Rule: BN-R-103."""
    if state.settings.combat.declaration == "simultaneous":
        return ()
    return tuple(who for who in pending(state) if is_cast(state, who))


@reading
def targets(state: CampaignState, who: str) -> tuple[str, ...]:
    """Return the fighters whom a fighter may attack. Neither of the two may have escaped the other.

    Rule: BN-CMB-20, BN-CAMP-65, BN-R-273
    """
    combat = state.combat
    return tuple(one.id for one in there(state) if combat and one.id != who and not combat.away(who, one.id))


def helpless(state: CampaignState, who: str) -> tuple[str, ...]:
    """Return the fighters on whom a fighter may use a coup de grace.

    Rule: BN-DMG-04, BN-CAMP-83, BN-R-115, BN-R-277
    """
    combat, can_be = state.combat, targets(state, who)
    return tuple(
        one.id
        for one in there(state)
        if combat and one.id in can_be and one.down and at_mercy(state, one.id) and combat.reaches(who, one.id)
    )


def at_mercy(state: CampaignState, who: str) -> bool:
    """Return whether a coup de grace can kill a creature, because it is alive and has no dice left. Rule: BN-DMG-04."""
    one = state.characters[who]
    return one.down and not one.dead and one.kind != "horde"


def ridden_with(state: CampaignState, who: str) -> tuple[str, ...]:
    """Return the fighters with whom a fighter moves: its mount, or its riders. Rule: BN-R-357."""
    mount = state.characters[who].mount
    found = (one.id for one in there(state) if one.id == mount or state.characters[one.id].mount == who)
    return tuple(found) if state.amended else ()


def share_escapes(state: CampaignState, who: str) -> CampaignState:
    """Return the campaign in which a fighter and its mount or rider have escaped the same attackers. Rule: BN-R-364."""
    both = (who, *ridden_with(state, who))
    if state.combat is None or len(both) == 1 or who not in state.combat.fighters:
        return state
    fighters = [state.combat.fighters[one] for one in both]
    fled = dict.fromkeys(name for one in fighters for name in one.fled if name not in both)
    escaped = dict.fromkeys(name for one in fighters for name in one.escaped if name not in both)
    for one in both:
        state = state.fighter_put(one, fled=tuple(fled), escaped=tuple(escaped))
    return state
