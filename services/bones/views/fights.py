"""What a seat may see of a fight: what is not told yet only who acts for it."""

from __future__ import annotations

from msgspec import Struct

from services.bones.awaits import round_awaits
from services.bones.chapters.people import closed
from services.bones.state import combat
from services.bones.state.campaign import CampaignState
from services.bones.state.tasks import Light
from services.bones.views.magic import SeenCasting
from services.bones.views.tasks import SeenTerms
from shared.kernel.campaign.forms import form
from shared.kernel.campaign.keeping import in_order
from shared.kernel.messages import Seat


class SeenBetween(combat.Between, frozen=True, kw_only=True, omit_defaults=False):
    """What lies between two who fight."""


class SeenDeclaration(combat.Declaration, frozen=True, kw_only=True, omit_defaults=False):
    """What somebody does in the round."""

    casting: SeenCasting | None = None


class SeenRoundMagic(combat.RoundMagic, frozen=True, kw_only=True, omit_defaults=False):
    """What the magic of a round can do."""


class SeenAimed(combat.Aimed, frozen=True, kw_only=True, omit_defaults=False):
    """So many successes against a target."""


class SeenPut(combat.Put, frozen=True, kw_only=True, omit_defaults=False):
    """Where the successes of a die go."""

    attack: tuple[SeenAimed, ...] = ()


class SeenAllotment(combat.Allotment, frozen=True, kw_only=True, omit_defaults=False):
    """What goes to attack and to defence."""

    puts: tuple[SeenPut, ...] = ()


class SeenFighter(combat.Fighter, frozen=True, kw_only=True, omit_defaults=False):
    """One who takes part in a fight; what it has declared or allotted is told when all have."""

    declaration: SeenDeclaration | None = None
    terms: SeenTerms | None = None
    magic: SeenRoundMagic | None = None
    allotment: SeenAllotment | None = None
    stands: tuple[combat.Stand, ...] = ()


class SeenCombat(Struct, frozen=True, kw_only=True):
    """A fight: its round, what it waits for, and who takes part.

    `groups`: who allots together, of which `group` does so now, from 0; `awaited`: whose declaration, allotment or
    choice of defence it waits for; in other stages nobody's.
    """

    id: str
    round: int
    stage: combat.CombatStage
    light: Light
    order: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]
    group: int
    awaited: tuple[str, ...]
    between: tuple[SeenBetween, ...]
    fighters: tuple[SeenFighter, ...]


def seen_combat(state: CampaignState, fight: combat.Combat, seat: Seat | None) -> SeenCombat:
    """Show a fight."""
    fighters = tuple(_fighter(state, fight, fight.fighters[one], seat) for one in in_order(fight.fighters))
    return form(SeenCombat, fight, awaited=round_awaits(state, fight), fighters=fighters)


def _fighter(state: CampaignState, fight: combat.Combat, one: combat.Fighter, seat: Seat | None) -> SeenFighter:
    """Show one who fights; what is not told yet only to who acts for it. Rule: BN-R-103, BN-R-270, BN-R-314."""
    own = seat is None or state.led_by(seat) or state.owner(one.id) == seat
    told, allotted = own or one.shown, own or one.id not in fight.allotting
    declaration = one.declaration if told else None
    if declaration is not None and not own:
        declaration = closed.as_players_learn(state, one.id, declaration)
    allotment = one.allotment if allotted else None
    return form(SeenFighter, one, declaration=declaration, allotment=allotment)
