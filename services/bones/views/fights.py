"""What a seat may see of a fight: what is not told yet only who acts for it."""

from __future__ import annotations

from msgspec import Struct

from services.bones.chapters.allotting import due
from services.bones.chapters.blows import waiting
from services.bones.reading.taking_part import pending, pending_first
from services.bones.state.campaign import CampaignState
from services.bones.state.combat import (
    Aimed,
    Allotment,
    Between,
    Combat,
    CombatStage,
    Declaration,
    Fighter,
    Put,
    RoundMagic,
    Stand,
)
from services.bones.state.tasks import Light
from services.bones.views.magic import SeenCasting
from services.bones.views.tasks import SeenTerms
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.seen import form
from shared.kernel.messages import Seat


class SeenBetween(Between, frozen=True, kw_only=True, omit_defaults=False):
    """What lies between two who fight."""


class SeenDeclaration(Declaration, frozen=True, kw_only=True, omit_defaults=False):
    """What somebody does in the round."""

    casting: SeenCasting | None = None


class SeenRoundMagic(RoundMagic, frozen=True, kw_only=True, omit_defaults=False):
    """What the magic of a round can do."""


class SeenAimed(Aimed, frozen=True, kw_only=True, omit_defaults=False):
    """So many successes against a target."""


class SeenPut(Put, frozen=True, kw_only=True, omit_defaults=False):
    """Where the successes of a die go."""

    attack: tuple[SeenAimed, ...] = ()


class SeenAllotment(Allotment, frozen=True, kw_only=True, omit_defaults=False):
    """What goes to attack and to defence."""

    puts: tuple[SeenPut, ...] = ()


class SeenFighter(Fighter, frozen=True, kw_only=True, omit_defaults=False):
    """One who takes part in a fight; what it has declared or allotted is told when all have."""

    declaration: SeenDeclaration | None = None
    terms: SeenTerms | None = None
    magic: SeenRoundMagic | None = None
    allotment: SeenAllotment | None = None
    stands: tuple[Stand, ...] = ()


class SeenCombat(Struct, frozen=True, kw_only=True):
    """A fight: its round, what it waits for, and who takes part.

    `groups`: who allots together, of which `group` does so now, from 0; `awaited`: whose declaration, allotment or
    choice of defence it waits for; in other stages nobody's.
    """

    id: str
    round: int
    stage: CombatStage
    light: Light
    order: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]
    group: int
    awaited: tuple[str, ...]
    between: tuple[SeenBetween, ...]
    fighters: tuple[SeenFighter, ...]


def seen_combat(state: CampaignState, combat: Combat, seat: Seat | None) -> SeenCombat:
    """Show a fight."""
    fighters = tuple(_fighter(state, combat, combat.fighters[one], seat) for one in in_order(combat.fighters))
    return form(SeenCombat, combat, awaited=_awaited(state, combat), fighters=fighters)


def _awaited(state: CampaignState, combat: Combat) -> tuple[str, ...]:
    """Return for whom the round waits. Rule: BN-CAMP-85, BN-R-103, BN-R-270, BN-R-271."""
    if combat.stage == "declaring":
        return pending_first(state) or pending(state)
    return tuple(who for who in combat.allotting if due(state, who)) or in_order(waiting(state))


def _fighter(state: CampaignState, combat: Combat, one: Fighter, seat: Seat | None) -> SeenFighter:
    """Show one who fights; what is not told yet only to who acts for it. Rule: BN-R-103, BN-R-270, BN-R-314."""
    own = seat is None or state.led_by(seat) or state.owner(one.id) == seat
    told, allotted = own or one.shown, own or one.id not in combat.allotting
    declaration = one.declaration if told else None
    allotment = one.allotment if allotted else None
    return form(SeenFighter, one, declaration=declaration, allotment=allotment)
