"""What may be asked of the dice: Checks, consequences, Saves, rest, experience and spells."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from services.rpg_boundless.words import (
    MAX_DICE,
    Attribute,
    Dice,
    Gain,
    Harm,
    Helper,
    Length,
    Points,
    Purpose,
    Refill,
    RolledPosition,
    Stance,
)
from shared.kernel.messages import Command, Id, Line

Stamina = Annotated[int, Meta(ge=0, le=100)]
Helpers = Annotated[tuple[Helper, ...], Meta(max_length=8)]


class SetPosition(Command, frozen=True, kw_only=True):
    """Set the Position of a roll to come, or take back what was set: of the next Check, or of what `on` and `what` say.

    A Check counts whatever its kind, an attack and the strain of a spell included; `what` narrows a Check or a Save to
    the one of that description. It stays until that roll is made, whatever else is rolled before.
    """

    character: Id
    stance: Stance | None = None
    on: Purpose | UnsetType = UNSET
    what: Line | UnsetType = UNSET


class PledgeHelp(Command, frozen=True, kw_only=True):
    """Let an ally count on Stamina for its next Check; a new pledge replaces the old, and 0 takes it back."""

    character: Id
    ally: Id
    stamina: Stamina


class Check(Command, frozen=True, kw_only=True):
    """Try something challenging. `risk` is what failing brings, if the game master says so beforehand."""

    character: Id
    attribute: Attribute | None = None
    stamina: Stamina = 0
    helpers: Helpers = ()
    stance: Stance | None = None
    what: Line | None = None
    risk: Harm | None = None


class FaceConsequence(Command, frozen=True, kw_only=True):
    """Put characters before a consequence: of a failed Check (all who took part in it), or of another event."""

    harm: Harm
    characters: Annotated[tuple[Id, ...], Meta(max_length=20)] = ()
    check: Id | None = None
    stance: Stance | None = None


class Save(Command, frozen=True, kw_only=True):
    """Try to avoid a consequence."""

    consequence: Id
    stance: Stance | None = None


class Accept(Command, frozen=True, kw_only=True):
    """Suffer a consequence without a roll."""

    consequence: Id


class CriticalSave(Command, frozen=True, kw_only=True):
    """Hold on at 0 HP."""

    critical: Id
    attribute: Attribute | None = None
    stamina: Stamina = 0
    stance: Stance | None = None


class HelpDying(Command, frozen=True, kw_only=True):
    """Help a dying character in time. `helper` is who helps; a player with just one who can may leave it out.

    The game master may leave it out for help from somebody else, where the dying one is in no fight.
    """

    character: Id
    helper: Id | UnsetType = UNSET
    how: Line | None = None


class DeclareDeath(Command, frozen=True, kw_only=True):
    """Say that help came too late."""

    character: Id
    reason: Line | None = None


class Rest(Command, frozen=True, kw_only=True):
    """Rest, and make a Recovery Roll; `addresses` are the Conditions this rest deals with."""

    character: Id
    length: Length
    stance: Stance | None = None
    addresses: Annotated[tuple[Line, ...], Meta(max_length=20)] = ()


class SpendRecovery(Command, frozen=True, kw_only=True):
    """Spend the Hits of a Recovery Roll, all at once: a refill for each, and besides an Attribute point for each.

    `spend` has an entry for every Hit; `restore` a point for every Hit as long as an Attribute is below its maximum.
    """

    recovery: Id
    spend: Annotated[tuple[Refill, ...], Meta(max_length=MAX_DICE)] = ()
    restore: Annotated[tuple[Attribute, ...], Meta(max_length=MAX_DICE)] = ()


class ReachMilestone(Command, frozen=True, kw_only=True):
    """Let a character that reached a milestone make an Experience Roll; in doubt of its usual size."""

    character: Id
    milestone: Line
    dice: Dice | None = None
    position: RolledPosition | None = None


class SpendHit(Command, frozen=True, kw_only=True):
    """Spend one Hit of an Experience Roll, on maximum HP or on an attempt to raise an Attribute."""

    experience: Id
    on: Gain


class Strike(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Damage a spell does to an enemy."""

    enemy: Id
    damage: Points


class CastSpell(Command, frozen=True, kw_only=True):
    """Cast a spell: it takes effect, and its strain is a Willpower Check. The game master says what Damage it does."""

    character: Id
    spell: Line
    strikes: Annotated[tuple[Strike, ...], Meta(max_length=10)] = ()
    stamina: Stamina = 0
    helpers: Helpers = ()
    stance: Stance | None = None


class BeginDay(Command, frozen=True, kw_only=True):
    """Let a new day begin."""
