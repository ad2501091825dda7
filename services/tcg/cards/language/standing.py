"""What holds for as long as its source is there."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from services.tcg.words import Number

from .conditions import Amount, Part, Selector, Who
from .costs import Cost


class Standing(Part, frozen=True, kw_only=True, tag_field="static"):
    """What holds for as long as its source is there."""


class ModifyPwr(Standing, frozen=True, kw_only=True, tag="modify_pwr"):
    """A PWR bonus or penalty."""

    by: Amount
    of: Selector | None = None


class SetPwr(Standing, frozen=True, kw_only=True, tag="set_pwr"):
    """Another base PWR."""

    to: Amount
    of: Selector | None = None


class CannotAttack(Standing, frozen=True, kw_only=True, tag="cannot_attack"):
    """It cannot attack."""

    of: Selector | None = None
    what: Literal["any", "savior", "form"] = "any"


class AttackWithoutSpirit(Standing, frozen=True, kw_only=True, tag="attack_without_spirit"):
    """It attacks a savior without a spirit."""

    of: Selector | None = None


class CannotBeAttacked(Standing, frozen=True, kw_only=True, tag="cannot_be_attacked"):
    """It is no legal target of an attack."""

    of: Selector | None = None


class CannotBeTarget(Standing, frozen=True, kw_only=True, tag="cannot_be_target"):
    """It is no legal target of effects."""

    of: Selector | None = None
    by: Literal["opponent", "any"] = "any"


class CannotBeSacrificed(Standing, frozen=True, kw_only=True, tag="cannot_be_sacrificed"):
    """It cannot be given as a sacrifice."""

    of: Selector | None = None


class CannotBeSpiritualized(Standing, frozen=True, kw_only=True, tag="cannot_be_spiritualized"):
    """It is closed to spiritualizing."""

    of: Selector | None = None


class CannotBeDamaged(Standing, frozen=True, kw_only=True, tag="cannot_be_damaged"):
    """Damage to it is prevented."""

    of: Selector | None = None
    by: Literal["form", "savior", "effect", "any"] = "any"


class CannotActivate(Standing, frozen=True, kw_only=True, tag="cannot_activate"):
    """A player cannot activate effects or commands of that sort."""

    who: Who
    what: Literal["any", "normal", "bound", "interrupt", "swift", "form", "savior", "command"] = "any"


class MoreAttacks(Standing, frozen=True, kw_only=True, tag="extra_attack"):
    """It attacks more often in a combat step."""

    of: Selector | None = None
    n: Number = 1


class MoreSacrifices(Standing, frozen=True, kw_only=True, tag="extra_sacrifice"):
    """A player sacrifices to play more often in a turn."""

    who: Who
    n: Number = 1


class MoreSpiritualizing(Standing, frozen=True, kw_only=True, tag="extra_spiritualize"):
    """It is spiritualized more often in a turn."""

    of: Selector | None = None
    n: Number = 1


class NoSacrificeNeeded(Standing, frozen=True, kw_only=True, tag="no_sacrifice_needed"):
    """It is played from the hand without a sacrifice."""

    of: Selector | None = None


class LevelAs(Standing, frozen=True, kw_only=True, tag="level_as"):
    """It counts as another level."""

    level: Annotated[int, Meta(ge=0, le=3)]
    of: Selector | None = None


class ChangeCost(Standing, frozen=True, kw_only=True, tag="change_cost"):
    """Effects of cards cost more, or nothing at all where `cost` is empty."""

    of: Selector
    cost: tuple[Cost, ...] = ()


Static: TypeAlias = (
    ModifyPwr | SetPwr | CannotAttack | AttackWithoutSpirit | CannotBeAttacked | CannotBeTarget | CannotBeSacrificed
    | CannotBeSpiritualized | CannotBeDamaged | CannotActivate | MoreAttacks | MoreSacrifices | MoreSpiritualizing
    | NoSacrificeNeeded | LevelAs | ChangeCost
)  # fmt: skip
"""In a card's `static` the selector `of` is named; in a `restrict` step the step names it."""
