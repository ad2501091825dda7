"""The view of a fight. Secret declarations and allotments are shown only to their owner."""

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
    """The distance and cover between two fighters."""


class SeenDeclaration(combat.Declaration, frozen=True, kw_only=True, omit_defaults=False):
    """The declaration of a fighter."""

    casting: SeenCasting | None = None


class SeenRoundMagic(combat.RoundMagic, frozen=True, kw_only=True, omit_defaults=False):
    """The game master's decision on what a caster's magic can do in the round."""


class SeenAimed(combat.Aimed, frozen=True, kw_only=True, omit_defaults=False):
    """A number of successes that attack one target."""


class SeenPut(combat.Put, frozen=True, kw_only=True, omit_defaults=False):
    """A fighter's use of one die's successes."""

    attack: tuple[SeenAimed, ...] = ()


class SeenAllotment(combat.Allotment, frozen=True, kw_only=True, omit_defaults=False):
    """The successes used for attack and defence."""

    puts: tuple[SeenPut, ...] = ()


class SeenFighter(combat.Fighter, frozen=True, kw_only=True, omit_defaults=False):
    """A fighter. Other seats see its declaration and allotment once all fighters who are due have made theirs."""

    declaration: SeenDeclaration | None = None
    terms: SeenTerms | None = None
    magic: SeenRoundMagic | None = None
    allotment: SeenAllotment | None = None
    stands: tuple[combat.Stand, ...] = ()


class SeenCombat(Struct, frozen=True, kw_only=True):
    """A fight: its round, its fighters, and the fighters that it waits for.

    `groups` lists the fighters who allot together. `group` is the index, from 0, of the group that allots now.
    `awaited` lists the fighters who still have to declare, allot or choose their defence. `left` lists the creatures
    that have left the fight and have not joined it again: no caster in it can sacrifice them.
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
    left: tuple[str, ...]


def seen_combat(state: CampaignState, fight: combat.Combat, seat: Seat | None) -> SeenCombat:
    """Return the view of a fight."""
    fighters = tuple(_fighter(state, fight, fight.fighters[one], seat) for one in in_order(fight.fighters))
    left = in_order({who for who in fight.left if who in state.characters and who not in fight.fighters})
    return form(SeenCombat, fight, awaited=round_awaits(state, fight), fighters=fighters, left=left)


def _fighter(state: CampaignState, fight: combat.Combat, one: combat.Fighter, seat: Seat | None) -> SeenFighter:
    """Return the view of a fighter, with secrets only for its owner. Rule: BN-R-103, BN-R-270, BN-R-314."""
    own = seat is None or state.led_by(seat) or state.owner(one.id) == seat
    shown, allotted = own or one.shown, own or one.id not in fight.allotting
    declaration = one.declaration if shown else None
    if declaration is not None and not own:
        declaration = closed.as_players_learn(state, one.id, declaration)
    allotment = one.allotment if allotted else None
    return form(SeenFighter, one, declaration=declaration, allotment=allotment)
