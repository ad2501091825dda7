"""The casters in a round of a fight, and what their magic may be used for in the round."""

from __future__ import annotations

from typing import Literal

from services.bones.state.campaign import CampaignState
from services.bones.state.combat import Declaration, RoundMagic
from services.bones.state.magic import Effect
from services.bones.state.rolls import Roll

NOTHING = RoundMagic()


def declared_magic(state: CampaignState, who: str) -> Declaration | None:
    """Return the declaration of a fighter who casts in this round, or None. Rule: BN-MAG-07."""
    said = state.declaration_of(who)
    return said if said.doing == "magic" else None


def casts(state: CampaignState, who: str) -> RoundMagic | None:
    """Return what the game master lets a fighter's magic do in this round, or None if the fighter does not cast.

    Rule: BN-MAGC-01, BN-MAGC-02
    """
    if state.combat is None or declared_magic(state, who) is None:
        return None
    return state.combat.fighters[who].magic or NOTHING


def kind_of(state: CampaignState, magic: RoundMagic) -> Literal["melee", "missile"]:
    """Return the kind of attack that magic counts as. Rule: BN-MAGC-06, BN-R-159."""
    always = state.settings.magic.magic_attack_type == "missile"
    return "missile" if magic.ranged or always else "melee"


def mixes(state: CampaignState) -> bool:
    """Return whether a caster may also strike, shoot and parry in the same round. Rule: BN-R-118."""
    return state.settings.magic.magic_with_mundane_attack


def held_effect(state: CampaignState, who: str) -> Effect | None:
    """Return the effect that a fighter holds in this round, if it still exists. Rule: BN-MAG-03."""
    said = declared_magic(state, who)
    return None if said is None else state.effects.get(said.holds or "")


def stays(state: CampaignState, who: str) -> Effect | None:
    """Return the effect that a fighter holds, if it keeps the successes of its first roll. Otherwise return None.

    A held effect keeps these successes if `holding_an_effect` is `first_roll_stays`.

    Rule: BN-R-288
    """
    return held_effect(state, who) if state.settings.magic.holding_an_effect == "first_roll_stays" else None


def fighter_read(state: CampaignState, who: str, *_: str) -> tuple[object, ...]:
    """Return everything that determines how a fighter's dice are read, as a key for a cache."""
    one, said = state.characters[who], state.declaration_of(who)
    if said.doing != "magic" or state.combat is None:
        return one, said, state.settings, state.data, state.catalogue, state.form
    magic = casts(state, who), stays(state, who), state.combat.fighters[who].defied
    return one, said, state.settings, state.data, state.catalogue, state.form, *magic


def roll_read(state: CampaignState, roll: Roll, *_: object) -> tuple[object, ...]:
    """Return everything that determines how a fighting roll is read, as a key for a cache: the roll and its fighter."""
    return roll, *fighter_read(state, roll.creature)
