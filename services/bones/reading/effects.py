"""Lasting effects: the successes that they store, and the sacrificed dice that cannot heal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from services.bones.state.campaign import CampaignState
from services.bones.state.magic import Effect
from services.bones.state.tasks import Purpose, Task
from shared.kernel.campaign.keeping import in_order

MAKES: Final[tuple[Purpose, ...]] = ("effect", "ward", "mind")
"""Purposes of tasks whose result may last, if a sacrifice sustains it."""


def of(state: CampaignState, who: str) -> tuple[Effect, ...]:
    """Return the effects of a caster, in the order in which they began."""
    return tuple(one for key in in_order(state.effects) if (one := state.effects[key]).caster == who)


def together(state: CampaignState, effect: str) -> tuple[str, ...]:
    """Return an effect and all effects held together with it: effects of the same casting on other minds.

    Rule: BN-MAG-03
    """
    one = state.effects[effect]
    same = (one.theme, one.what, one.kind)
    others = (other for other in of(state, one.caster) if other.lasts == "held" and one.kind == "mind")
    return in_order({effect, *(other.id for other in others if (other.theme, other.what, other.kind) == same)})


def holders(state: CampaignState) -> set[str]:
    """Return the creatures that hold an effect. Rule: BN-CAMP-141."""
    return {one.caster for one in state.effects.values() if one.lasts == "held"}


def sacrificed_dice(state: CampaignState, who: str) -> tuple[int, ...]:
    """Return the numbers of a creature's dice that were sacrificed for effects and cannot heal while the effects last.

    Rule: BN-SAC-04, BN-R-287
    """
    return tuple(sorted(one.die for one in of(state, who) if one.die is not None))


def healable(state: CampaignState, who: str) -> tuple[int, ...]:
    """Return a creature's lost dice that can be healed, in the order in which they were lost. Rule: BN-SAC-04."""
    kept = sacrificed_dice(state, who)
    return tuple(number for number in state.characters[who].lost if number not in kept)


def stored_successes(state: CampaignState, effects: Iterable[str]) -> int:
    """Return the total of the successes stored in these effects. An effect that has ended counts as 0.

    Rule: BN-SAC-11
    """
    return sum(state.effects[one].successes for one in effects if one in state.effects)


def successes(state: CampaignState, task: Task) -> int:
    """Return the successes that a casting stores: before Nulls, or after them if `stored_successes` is `net`.

    Rule: BN-SAC-11, BN-R-240, BN-R-247
    """
    found = [one for one in state.results.values() if one.task == task.id]
    net = state.settings.magic.stored_successes == "net"
    return min((max((one.margin if net else one.successes) or 0, 0) for one in found), default=0)
