"""The settings of a campaign: one field for each rule that a campaign can change.

The defaults are in the rule ledger.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from services.rpg_boundless.catalogue import Attribute
from shared.kernel.campaign.proposals import PlayersMay


class CreationSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for new characters: whether a maximum also limits rolled Attribute scores. Rule: FB-R-04."""

    rolled_cap: Literal[3] | None = None


class StaminaSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for Stamina: its maximum, and the rolls on which players may spend it. Rule: FB-R-06, FB-R-15."""

    maximum: Annotated[int, Meta(ge=1, le=100)] = 6
    spend_on: Literal["check", "check+critical_save"] = "check"


class HpSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for HP: whether maximum HP follow later changes of Strength. Rule: FB-R-07."""

    follows_strength: bool = False


class SlotSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for Slots: whether full Slots limit HP for as long as they are full, or lower HP only once.

    Rule: FB-R-09, FB-R-35
    """

    full_effect: Literal["cap", "once"] = "cap"


class ConditionSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for Conditions: gaining them without a free Slot, gaining them twice, and their effect on Positions.

    Rule:    FB-R-10, FB-R-12, FB-R-13
    """

    overflow: Literal["record_without_slot", "refuse"] = "record_without_slot"
    repeat: Literal["worsen", "ignore"] = "worsen"
    auto_bad_position: bool = False


class PositionSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for Positions: whether rolls other than Checks, Saves, Critical Saves and Recovery Rolls may have one.

    Rule: FB-R-20
    """

    extra_rolls: Literal["none", "all_hit_rolls"] = "none"


class CriticalSaveSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for Critical Saves: the Attribute that is rolled if the command names none. Rule: FB-R-21."""

    default_attribute: Attribute = "strength"


class DyingSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for dying: whether a Pool counts down for a dying character, and who may help it.

    Rule: FB-R-22, FB-R-66
    """

    clock: Literal["none", "pool_2d"] = "none"
    help: Literal["anyone", "standing"] = "anyone"


class InitiativeSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for initiative: whether enemies roll or have the fixed `enemy_value`, and how ties are settled.

    Rule:    FB-R-25, FB-R-26
    """

    enemies: Literal["roll", "fixed_value"] = "roll"
    enemy_value: Annotated[int, Meta(ge=1, le=6)] = 3
    tie: Literal["join_order", "reroll", "declared"] = "join_order"


class ArmorSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for Armor: the maximum number of pieces that a character may wear. Rule: FB-R-28."""

    worn_max: Annotated[int, Meta(ge=1, le=10)] = 1


class RecoverySettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for rest: whether one Hit refills Stamina or HP fully, or by one point. Rule: FB-R-33."""

    refill: Literal["full", "one_point"] = "full"


class ExperienceSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for experience: whether +2 maximum HP also raises HP, and which score an attempt must exceed.

    An attempt is a die that is rolled to raise an Attribute.

    Rule:    FB-R-37, FB-R-38
    """

    raise_current_hp: bool = False
    compare: Literal["current", "maximum"] = "current"


class SpellSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for spells: when the daily count restarts, and whether a Save may avoid the strain of a spell.

    Rule:    FB-R-41, FB-R-42
    """

    reset_on: Literal["new_day", "long_rest"] = "new_day"
    save_against_strain: bool = True


Tie: TypeAlias = Literal["even", "reroll", "first_side", "second_side"]


class FortuneSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for Fortune Rolls: the result of a tie, and whether the number of dice may be chosen freely.

    With `reroll`, tied rolls are repeated, except hidden ones, whose tie is even.

    Rule:    FB-R-45, FB-R-46, FB-R-84
    """

    tie: Tie = "even"
    free_dice: Literal["with_reason", "never"] = "with_reason"


class KeepsakeSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for keepsakes: the number of Slots that a keepsake takes up. Rule: FB-R-48."""

    slots: Literal[0, 1] = 0


class AttackSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for attacks: whether an attack may use an Attribute other than the one that its Weapon uses.

    Rule: FB-R-50
    """

    attribute_override: Literal["with_reason", "never"] = "with_reason"


class EnemySettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for enemies: whether they may have Armor. Rule: FB-R-52."""

    armor: bool = False


class CombatSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for fights: whether players' characters may attack each other, and the cost of resting, gear and help.

    Rule:    FB-R-55, FB-R-61, FB-R-62, FB-R-63
    """

    player_against_player: Literal["check_then_save", "refuse", "opposed_fortune_roll"] = "check_then_save"
    rest: Literal["refuse", "action"] = "refuse"
    gear: Literal["action", "free"] = "action"
    help: Literal["fighters", "anyone"] = "fighters"


class SaveSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for Saves: whether a character must answer a consequence before anything else, or only before a rest.

    Rule:    FB-R-64
    """

    answer: Literal["first", "before_rest"] = "first"


class WoundedSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for wounds: the points that a wounded character has to recover before it is unhurt. Rule: FB-R-65."""

    ends: Literal["hp_and_attributes", "everything", "never"] = "hp_and_attributes"


class ItemSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for Items that players invent: Damage Rating, Armor HP, new Armor, and gear that takes no Slots.

    Rule:    FB-R-71 to FB-R-74
    """

    weapon_damage: Annotated[int, Meta(ge=1, le=1000)] = 3
    armor_hp: Annotated[int, Meta(ge=1, le=1000)] = 3
    new_armor: Literal["given", "made_up"] = "given"
    petty_gear: bool = False


class PlayerSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for players: the number of characters that a player may have. Rule: FB-R-75."""

    characters: Annotated[int, Meta(ge=1, le=50)] = 1


class PlayersMaySettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for commands: which ones players may send directly, and which they may only propose to the game master.

    Rule: FB-R-76 to FB-R-79.
    """

    take_items: PlayersMay = "alone"
    clear_conditions: PlayersMay = "alone"
    rest: PlayersMay = "alone"
    create_characters: PlayersMay = "alone"


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Every configurable rule, named as in the rule ledger: `stamina.maximum` there is `stamina: {maximum}` here."""

    creation: CreationSettings = CreationSettings()
    stamina: StaminaSettings = StaminaSettings()
    hp: HpSettings = HpSettings()
    slots: SlotSettings = SlotSettings()
    conditions: ConditionSettings = ConditionSettings()
    position: PositionSettings = PositionSettings()
    critical_save: CriticalSaveSettings = CriticalSaveSettings()
    dying: DyingSettings = DyingSettings()
    initiative: InitiativeSettings = InitiativeSettings()
    armor: ArmorSettings = ArmorSettings()
    recovery: RecoverySettings = RecoverySettings()
    experience: ExperienceSettings = ExperienceSettings()
    spells: SpellSettings = SpellSettings()
    fortune: FortuneSettings = FortuneSettings()
    keepsake: KeepsakeSettings = KeepsakeSettings()
    attack: AttackSettings = AttackSettings()
    enemies: EnemySettings = EnemySettings()
    combat: CombatSettings = CombatSettings()
    saves: SaveSettings = SaveSettings()
    wounded: WoundedSettings = WoundedSettings()
    items: ItemSettings = ItemSettings()
    players: PlayerSettings = PlayerSettings()
    players_may: PlayersMaySettings = PlayersMaySettings()
