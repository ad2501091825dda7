"""Independent abilities, which work whenever a roll shows their icon, in any task."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from services.bones.catalogue import ABILITIES
from services.bones.chapters.rolls import healing, rolls
from services.bones.context import CampaignContext
from services.bones.reading.allotted import could_show, icons_shown, rolls_of, stood_for
from services.bones.reading.fighting import borne
from services.bones.state.campaign import CampaignState
from shared.kernel.campaign.keeping import in_order
from shared.kernel.chapter import follows
from shared.kernel.messages import Notice

Lets: TypeAlias = Literal["fly", "move through obstructions", "swim"]

MOVING: Final[dict[str, Lets]] = {"Flight": "fly", "Incorporeal": "move through obstructions", "Swim": "swim"}
"""The kind of movement that each icon allows a creature whose roll shows it.

Source: BN-ABIL-03, BN-ABIL-06, BN-ABIL-10
"""
INDEPENDENT: Final = tuple(one.icon for one in ABILITIES.values() if one.independent)

# ---------------------------------------------------------------- events


class ShownAbility(Struct, frozen=True, kw_only=True):
    """An independent ability that a roll shows, and the number of its icons."""

    icon: str
    count: int


class AbilitiesShown(Notice, frozen=True, kw_only=True, omit_defaults=True):
    """A roll shows abilities that work in any task. `lets` names the kinds of movement that they allow."""

    creature: str
    roll: str
    abilities: tuple[ShownAbility, ...] = ()
    lets: tuple[Lets, ...] = ()


# ---------------------------------------------------------------- judgement


@follows
def _shown(ctx: CampaignContext, event: rolls.RollMoved) -> None:
    """Record which abilities work, once a roll is final.

    If a creature is partly hidden from players, only the icons that its roll shows count.

    Rule: BN-BEAST-04, BN-BEAST-07, BN-ABIL-03, BN-CAMP-171, BN-R-189
    """
    roll = ctx.state.rolls[event.roll]
    if event.stage != "final" or roll.empty:
        return
    shown, one = roll.icons, ctx.state.characters[roll.creature]
    found = tuple([ShownAbility(icon=icon, count=shown[icon]) for icon in INDEPENDENT if icon in shown])
    always = not (ctx.state.settings.beasts.flight_needs_icon or one.closed)
    flies = always and "Flight" not in shown and any(part.icon == "Flight" for part in borne(one))
    lets: tuple[Lets, ...] = tuple([MOVING[icon] for icon in MOVING if icon in shown or (flies and icon == "Flight")])
    if found or lets:
        ctx.emit(AbilitiesShown(creature=roll.creature, roll=roll.id, abilities=found, lets=lets))


def before_damage(ctx: CampaignContext) -> None:
    """Regenerate dice before the round's damage if `regenerate_when` is `before_damage`. Rule: BN-R-186."""
    if ctx.state.settings.beasts.regenerate_when == "before_damage":
        _regenerate(ctx)


def after_damage(ctx: CampaignContext) -> None:
    """Regenerate dice at the end of the round if `regenerate_when` is `after_damage`. Rule: BN-ABIL-09, BN-R-186."""
    if ctx.state.settings.beasts.regenerate_when == "after_damage":
        _regenerate(ctx)


def _regenerate(ctx: CampaignContext) -> None:
    """Heal one die for each Regenerate icon that a fighter's rolls show. Rule: BN-ABIL-09, BN-CAMP-80, BN-R-134."""
    if not could_show(ctx.state, "Regenerate"):
        return
    for who in in_order(ctx.state.combat.fighters if ctx.state.combat else ()):
        healing.heal(ctx, who, _grown(ctx.state, who), "regeneration")


def _grown(state: CampaignState, who: str) -> int:
    """Return how many dice a fighter regenerates this round. Rule: BN-ABIL-09, BN-HORDE-04, BN-R-134, BN-R-187."""
    stood = stood_for(state, who, "Regenerate")
    shown = [icons_shown(roll, "Regenerate") for roll in rolls_of(state, who)]
    if state.characters[who].kind != "horde":
        return stood + sum(shown)
    match state.settings.hordes.horde_regenerate:
        case "best_roll_of_round":
            return max(shown, default=0)
        case "every_roll":
            return sum(shown)
        case "one_die_a_round":
            return min(sum(shown), 1)
