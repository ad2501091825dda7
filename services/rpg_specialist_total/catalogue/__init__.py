"""The data of a campaign: weapons, shields, components, energies and sizes, and the numbers printed in the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from shared.kernel.messages import Line

Dice: TypeAlias = Annotated[int, Meta(ge=0, le=100, description="a number of d10")]
Change: TypeAlias = Annotated[int, Meta(ge=-100, le=100, description="dice to add, or to remove if negative")]
Flat: TypeAlias = Annotated[int, Meta(ge=-1000, le=1000, description="a number added to a total")]
Points: TypeAlias = Annotated[int, Meta(ge=0, le=100_000)]
ActionPoints: TypeAlias = Annotated[int, Meta(ge=0, le=100)]

Armor: TypeAlias = Literal["none", "light", "medium", "heavy"]
ArmorDice: Final[Mapping[Armor, int]] = {"none": 0, "light": 1, "medium": 2, "heavy": 4}
"""The mitigation dice of each kind of armor. Rule: SC-MIT-03 to SC-MIT-06."""

Reach: TypeAlias = Literal["unarmed", "melee", "thrown", "projectile"]
"""How a weapon reaches its target. Thrown and projectile weapons are ranged."""
Mode: TypeAlias = Literal["charged", "conducted", "bestowed"]
MODES: Final[Mapping[Reach, tuple[Mode, ...]]] = {
    "unarmed": ("charged",), "melee": ("conducted", "bestowed"), "thrown": ("bestowed",), "projectile": ("bestowed",),
}  # fmt: skip
"""For each reach of a weapon, the modes in which a combatant can put energy into the weapon.

Rule: SC-CHG-02 to SC-CHG-05.
"""
Mimics: TypeAlias = Literal["touch", "thrown", "projectile"]
Drug: TypeAlias = Literal["berserk", "meginserk"]
BERSERK_ACTIONS: Final = (
    "Wrestling", "Dual Throw", "Mobile Attack", "Piercing Throw", "Follow Through", "Overwhelm", "Whirlwind",
)  # fmt: skip
"""The special actions that a combatant on a berserk drug may use. Rule: SC-BER-09."""
Tier: TypeAlias = Literal["simple", "basic", "intermediate", "advanced", "master"]
TIER_CAPS: Final[Mapping[Tier, int]] = {"simple": 3, "basic": 6, "intermediate": 9, "advanced": 12, "master": 15}
"""The maximum AP of an action, by the highest tier of its components. Rule: SC-E-17."""


class Bonus(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A bonus to a roll: additional dice, and a number added to the total."""

    dice: Change = 0
    flat: Flat = 0


class Weapon(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A weapon, or the body used as a weapon. Rule: SC-HIT-02, SC-R-85."""

    name: Line
    reach: Reach
    to_hit: Bonus = Bonus()
    damage: Bonus = Bonus()
    ammunition: bool = False


class Component(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A component of attacks or of defences. A field that the component's rules text does not mention stays 0 or false.

    `evade`: AP in the component add evasion dice. `shielding`: it needs a shield. `with_shield`: it may be used
    together with a shield of energy. `catch`: it can catch thrown or shot missiles. `special`: it is one of the
    special actions that berserk combatants may use. `mimics`: the physical attack that this magic imitates.
    `selective`: it may choose a kind of target.

    Rule:    SC-R-85
    """

    name: Line
    type: Literal["martial", "magic", "skill"]
    use: Literal["attack", "defence"]
    tier: Tier | None = None
    dice_per_ap: Dice | None = None
    to_hit: Bonus = Bonus()
    damage: Bonus = Bonus()
    block: Bonus = Bonus()
    mitigation: Bonus = Bonus()
    evade: bool = False
    shielding: bool = False
    with_shield: bool = False
    catch: bool = False
    special: bool = False
    mimics: Mimics | None = None
    selective: bool = False


class Energy(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A kind of energy. A field that the energy's description does not mention stays false.

    `stated_defence`: the defence that its description allows the target, such as an opposed Charisma check.
    `prohibitive`: only a special spell can cast it, under conditions of its own. `damage`: the damage that it deals
    in such a prohibitive spell.

    Rule:    SC-R-85
    """

    name: Line
    direct_damage: bool = False
    unblockable: bool = False
    bypasses_armor: bool = False
    touch_only: bool = False
    prohibitive: bool = False
    stated_defence: Line | None = None
    damage: Bonus = Bonus()


class Shield(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A shield and its bonus to the armor/block roll. Rule: SC-R-13, SC-R-85."""

    name: Line
    block: Bonus = Bonus()


class SizeCategory(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The movement unit of a size category, in the campaign's unit of length. Rule: SC-MOVE-02."""

    name: Line
    movement_unit: Annotated[int, Meta(ge=0, le=10_000)]


class Data(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The weapons, shields, components, energies and sizes of a campaign. Names are unique within each list."""

    weapons: Annotated[tuple[Weapon, ...], Meta(max_length=100)] = ()
    shields: Annotated[tuple[Shield, ...], Meta(max_length=50)] = ()
    components: Annotated[tuple[Component, ...], Meta(max_length=200)] = ()
    energies: Annotated[tuple[Energy, ...], Meta(max_length=100)] = ()
    sizes: Annotated[tuple[SizeCategory, ...], Meta(max_length=20)] = ()


PRINTED: Final = Data(weapons=(Weapon(name="small melee weapon", reach="melee", to_hit=Bonus(dice=4)),))
"""The only weapon for which the rule book prints numbers. Rule: SC-HIT-06."""
