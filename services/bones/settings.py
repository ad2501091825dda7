"""The settings of a campaign, with one field for each rule that leaves a choice.

The default of each setting is the usual interpretation of the rule.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from shared.kernel.campaign.proposals import PlayersMay
from shared.kernel.campaign.state import MAX_CHARACTERS
from shared.kernel.messages import Line

MOST_CHARACTERS: Final = 1000
"""The maximum number of characters in a campaign."""

AllotmentOrder: TypeAlias = tuple[
    Literal["prone", "on_foot", "cast"], Literal["prone", "on_foot", "cast"], Literal["prone", "on_foot", "cast"]
]
"""The order of the rules that decide which fighters allot first."""
Faces: TypeAlias = Annotated[int, Meta(ge=1, le=6)]


class PoisonFaces(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The number of faces of a six-sided poison die that show Poison, for each intensity."""

    weak: Faces = 1
    average: Faces = 2
    strong: Faces = 3


class DiceSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for dice: who rolls them, and what hindering dice and unusual faces do.

    Rule: BN-R-001, BN-R-049, BN-R-052, BN-R-053, BN-R-054, BN-R-058, BN-R-060, BN-R-062, BN-R-063, BN-R-064, BN-R-066,
          BN-R-067, BN-R-260, BN-R-341.
    """

    dice_source: Literal["service", "reported"] = "service"
    players_report: bool = False
    poison_intensities: PoisonFaces = PoisonFaces()
    flaming_die_icons: Annotated[int, Meta(ge=1, le=6)] = 2
    hindering_dice_stack: bool = True
    armor_absorbs_hindering_damage: bool = False
    poisoned_success_counts: bool = False
    damage_symbol_hits: Literal["bearer", "target"] = "bearer"
    manticore_sixth_face: Literal["blank", "Missile", "Prickly"] = "blank"
    plain_poison_kind: Literal["melee", "missile"] = "melee"
    light_armor_faces: Literal["table", "prose"] = "table"
    enc_defense_face: Literal["both", "either"] = "both"
    enc_cancels: Literal["any_success_of_task", "icons_only"] = "any_success_of_task"
    beast_physical_face: Literal["counts_as_physical", "counts_nothing"] = "counts_as_physical"

    @property
    def faces_reported(self) -> bool:
        """Whether the table rolls real dice and reports their faces. Rule: BN-R-001."""
        return self.dice_source == "reported"


class TasksSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for tasks: which icons count, caps, and ties.

    Rule: BN-R-003, BN-R-004, BN-R-006, BN-R-008, BN-R-009, BN-R-010, BN-R-014, BN-R-015, BN-R-016, BN-R-017, BN-R-018,
          BN-R-029, BN-R-129, BN-R-130, BN-R-151, BN-R-191, BN-R-192, BN-R-204, BN-R-234, BN-R-245, BN-R-282.
    """

    opposed_tie: Literal["initiator_fails", "reroll", "both_fail"] = "initiator_fails"
    cap_before_bonus: bool = True
    unarmed_class: Literal["restricted", "special"] = "restricted"
    unarmed_kind: Literal["mental", "physical"] = "mental"
    cap_counts_lost_dice: bool = False
    items_count_for_cap: bool = False
    mastery_counts_for_cap: bool = True
    cross_skill_counts_for_cap: bool = True
    retry_limit: Annotated[int, Meta(ge=0, le=100)] = 0
    beyond_impossible: Literal["stay", "plus_2_auto_nulls_each"] = "stay"
    missing_tool_levels: Annotated[int, Meta(ge=1, le=10)] = 1
    perception_distance_rounding: Literal["down", "up"] = "down"
    darkness_affects_perception: Literal["by_sight", "never", "always"] = "by_sight"
    cover_affects_perception: bool = False
    item_dice_per_roll: Literal["one_weapon_one_shield_one_armor", "gm_decides"] = "one_weapon_one_shield_one_armor"
    two_hands_exclude_shield: bool = False
    given_success_scope: Literal["same_skill_same_round", "any_ally"] = "same_skill_same_round"
    racial_counts_for_cap: bool = True
    racial_counts_as_general: bool = False
    automatic_success: Literal["permanent", "spent_on_use"] = "permanent"


class MasterySettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for mastery icons.

    Rule: BN-R-019, BN-R-021, BN-R-023, BN-R-027, BN-R-030, BN-R-031, BN-R-032, BN-R-033, BN-R-034, BN-R-035,
    BN-R-036, BN-R-037.
    """

    mastery_prerequisite_counts: Literal["basic_only", "any_icon_of_skill"] = "basic_only"
    mastery_on_same_die: bool = False
    silent_mastery_counts_as_one: bool = True
    companion_builder: Literal["player_with_gm_approval", "gm"] = "player_with_gm_approval"
    horseman_gives: Literal["own_icons", "all_riding_successes"] = "own_icons"
    driven_floor_percent: Annotated[int, Meta(ge=0, le=100)] = 25
    weaponsmith_steps_per_successes: Annotated[int, Meta(ge=1, le=10)] = 2
    two_weapon_trigger: Literal["rolled", "owned"] = "rolled"
    endurance_cancels: Literal["one_die_result", "one_point"] = "one_die_result"
    medic_bonus_max: Annotated[int, Meta(ge=1, le=10)] = 2
    accuracy_applies_to: Literal["all_cover", "physical_cover"] = "all_cover"
    night_vision_in_any_task: bool = True


class SpiffsSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for spiffs (points that players may spend).

    Rule: BN-R-083, BN-R-084, BN-R-086, BN-R-087, BN-R-088, BN-R-089, BN-R-090, BN-R-091.
    """

    different_spiff_uses_on_one_check: bool = True
    reroll_scope: Literal["own_dice", "own_character_dice"] = "own_dice"
    bought_success_over_cap: bool = True
    veto_refunds: bool = True
    major_change_cost: Annotated[int, Meta(ge=1, le=20)] = 2
    back_story_once: bool = True
    survivor_dice_left: Annotated[int, Meta(ge=0, le=1)] = 0
    spiffs_owner: Literal["player", "character"] = "player"


class ImprovementSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for the improvement of characters.

    With fewer than 10 `max_character_dice`, nobody earns an automatic success, because that takes a tenth die.

    Rule: BN-R-092, BN-R-093, BN-R-094, BN-R-095.
    """

    icon_price_by: Literal["highest_owned_die", "die_receiving_icon"] = "highest_owned_die"
    max_character_dice: Annotated[int, Meta(ge=5, le=10)] = 10
    auto_success_parallel_with_die_10: bool = True
    auto_success_may_defend: bool = True


class CombatSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for fights: the order of declaring and allotting, and what may be allotted.

    If `beasts_allocate` is `with_their_side`, a beast that the game master plays allots with the cast, on whichever
    side it fights, and a beast that a player plays allots with the characters. If `armor_absorbs_from` is
    `anything`, `armor_absorbs_hindering_damage` still decides about poison and flames.

    Rule: BN-R-011, BN-R-012, BN-R-101, BN-R-102, BN-R-103, BN-R-105, BN-R-107, BN-R-108, BN-R-110, BN-R-114, BN-R-115,
          BN-R-117, BN-R-122, BN-R-203, BN-R-249, BN-R-269, BN-R-272, BN-R-275, BN-R-284, BN-R-342, BN-R-351.
    """

    allocation_priority: AllotmentOrder = ("prone", "on_foot", "cast")
    same_side_allocation: Literal["simultaneous", "gm_order"] = "simultaneous"
    declaration: Literal["simultaneous", "cast_first"] = "simultaneous"
    defend_against_all: bool = False
    weapon_melee_may_defend: bool = True
    missile_icons_need_weapon: bool = True
    damage_die_choice: Literal["owner", "last_die", "random"] = "owner"
    armor_absorbs: Literal[1, "all_damage_of_the_blow"] = 1
    coup_de_grace_roll: bool = False
    free_success_needs_attack: bool = True
    riding_skill_means: Literal["icon_on_unlost_die", "icon_on_any_die"] = "icon_on_unlost_die"
    unarmed_roll: Literal["one_skill", "mixed"] = "one_skill"
    weaponless_attack_without_icon: bool = True
    beasts_allocate: Literal["with_their_side", "with_characters"] = "with_their_side"
    cast_auto_allocation: Literal["gm", "all_attack"] = "gm"
    armor_defends_outside_combat: bool = False
    armor_absorbs_from: Literal["attacks_and_falls", "attacks", "anything"] = "attacks_and_falls"
    unarmed_needs_empty_hands: bool = True
    rider_dice: Literal["one_per_attack", "one_per_success"] = "one_per_attack"
    cast_starts: Literal["open", "prepared"] = "open"
    round_rolled_by: Literal["game_master", "fighters"] = "game_master"


class CoverSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for cover, darkness and range.

    Rule: BN-R-123, BN-R-124, BN-R-125, BN-R-128, BN-R-242.
    """

    cover_rounding: Literal["down", "up"] = "down"
    full_cover_blocks: bool = False
    size_affects: Literal["friends_only", "all_cover"] = "friends_only"
    cover_affects_melee: bool = True
    penalties_add: bool = True


class HordesSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for hordes.

    `horde_damage_per_die` is counted for each wound, and all attacks of a round deal one wound. Damage that is not
    enough for a whole die is lost.

    Rule: BN-R-133, BN-R-134, BN-R-135, BN-R-367.
    """

    horde_damage_per_die: Annotated[int, Meta(ge=1, le=10)] = 1
    horde_regenerate: Literal["best_roll_of_round", "every_roll", "one_die_a_round"] = "best_roll_of_round"
    horde_defends: bool = False


class HealingSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for falls, rest and treatment.

    Rule: BN-R-138, BN-R-145, BN-R-146, BN-R-147, BN-R-148, BN-R-232, BN-R-285.
    """

    fall_rounding: Literal["down", "up"] = "down"
    partial_weeks_kept: bool = False
    treatment_uses: Literal["net", "gross"] = "net"
    min_days_per_die: Annotated[int, Meta(ge=1, le=10)] = 1
    treatments_per_wound_set: Annotated[int, Meta(ge=1, le=10)] = 1
    new_damage_ends_treatment: bool = True
    healed_die_choice: Literal["owner", "first_lost"] = "owner"


class BeastsSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for beasts and the effects of their icons.

    Rule: BN-R-177, BN-R-178, BN-R-180, BN-R-181, BN-R-182, BN-R-183, BN-R-184, BN-R-186, BN-R-187, BN-R-189,
    BN-R-200, BN-R-202.
    """

    fear_spares_allies: bool = False
    fear_stacks: bool = True
    fire_breathing_attack: Literal["missile", "melee", "rider"] = "missile"
    poison_face: Literal["attack_and_rider", "rider"] = "attack_and_rider"
    special_success_survives: Literal["last_cancelled", "proportional"] = "last_cancelled"
    hoar_frost_ignores: tuple[Literal["armor_defend", "armor_absorb"], ...] = ("armor_defend", "armor_absorb")
    hoar_frost_spares_allies: bool = False
    regenerate_when: Literal["after_damage", "before_damage"] = "after_damage"
    universal_for_ability: Literal["not_independent", "never", "any_ability"] = "not_independent"
    flight_needs_icon: bool = True
    default_horse_dice: Annotated[tuple[Line, ...], Meta(min_length=1, max_length=10)] = (
        "Herbivore",
        "Herbivore",
        "Herbivore",
    )
    power_above_ten: Literal["Legendary", "none"] = "Legendary"


class MagicSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for magic: its cost, its opposition, and how long it lasts.

    Rule: BN-R-068, BN-R-079, BN-R-118, BN-R-150, BN-R-153, BN-R-154, BN-R-155, BN-R-157, BN-R-158, BN-R-159, BN-R-164,
          BN-R-165, BN-R-169, BN-R-172, BN-R-197, BN-R-247, BN-R-248, BN-R-288, BN-R-291, BN-R-295.
    """

    hindering_on_independent_rolls: bool = False
    large_vessel_assets: Annotated[int, Meta(ge=1, le=10)] = 2
    magic_with_mundane_attack: bool = False
    healing_magic_rate: Annotated[int, Meta(ge=1, le=10)] = 2
    holding_counts_as_use: bool = True
    fatigue_window: Literal["rolling_until_fatigued", "fixed"] = "rolling_until_fatigued"
    fatigue_checked: Literal["before_opposition", "after_opposition"] = "before_opposition"
    safe_level_counts: Literal["magic_and_racial", "magic_only", "any_that_serve_magic"] = "magic_and_racial"
    adventure_magic_already_raised: bool = True
    magic_attack_type: Literal["by_range", "missile"] = "by_range"
    order_above_net: Literal["refused", "extra_resist"] = "refused"
    later_resistance: Literal["breaks_lasting", "refuses_order", "breaks_any"] = "breaks_lasting"
    sacrifice_may_be_soaked: bool = False
    counter_tie: Literal["effect_stays", "effect_ends"] = "effect_stays"
    racial_counts_for_themes: bool = True
    stored_successes: Literal["gross", "net"] = "gross"
    ward_needs_difficulty: bool = False
    holding_an_effect: Literal["each_round", "first_roll_stays"] = "each_round"
    mind_targets: Literal["one", "each_resists"] = "one"
    effect_outlives_caster: bool = True


class SeasonsSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for off-stage seasons.

    Rule: BN-R-071, BN-R-072, BN-R-073, BN-R-076, BN-R-077, BN-R-078, BN-R-246, BN-R-300.
    """

    gm_may_end_season: bool = False
    off_stage_damage: Literal["gm_states", "none"] = "gm_states"
    weeks_per_season: Annotated[int, Meta(ge=1, le=52)] = 13
    assets_pay_without_success: bool = True
    income_actions_per_season: Annotated[int, Meta(ge=1, le=3)] = 1
    temporary_asset_season: Literal["first_use", "season_made"] = "first_use"
    assets_serve: Literal["named_skill", "any_skill"] = "named_skill"
    season_resolution: Literal["at_close", "at_once"] = "at_close"


class AdventureSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for the sample adventure.

    Rule: BN-R-050, BN-R-215, BN-R-217, BN-R-220, BN-R-225, BN-R-226.
    """

    matron_sixth_face: Literal["blank", "Magic"] = "blank"
    captives_area: Literal["3", "2"] = "3"
    karl_state_at_start: Literal["dying", "dead"] = "dying"
    physical_task_adds_maneuver: bool = False
    shackles_hinder_other_tasks: bool = False
    shackle_levels: Annotated[int, Meta(ge=1, le=10)] = 2


class RosterSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for the maximum number of characters, including prepared ones. Rule: BN-CAMP-131."""

    most_characters: Annotated[int, Meta(ge=1, le=MOST_CHARACTERS)] = MAX_CHARACTERS


class PlayersMaySettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for what players may do alone, and what needs the game master's consent. Rule: BN-CAMP-01."""

    create_characters: PlayersMay = "alone"
    change_equipment: PlayersMay = "alone"


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """All settings of a campaign: one for each rule that leaves a choice, under its name in the rule ledger.

    For example, `dice.dice_source` in the ledger is the field `dice_source` of `dice` in these settings.
    """

    dice: DiceSettings = DiceSettings()
    tasks: TasksSettings = TasksSettings()
    mastery: MasterySettings = MasterySettings()
    spiffs: SpiffsSettings = SpiffsSettings()
    improvement: ImprovementSettings = ImprovementSettings()
    combat: CombatSettings = CombatSettings()
    cover: CoverSettings = CoverSettings()
    hordes: HordesSettings = HordesSettings()
    healing: HealingSettings = HealingSettings()
    beasts: BeastsSettings = BeastsSettings()
    magic: MagicSettings = MagicSettings()
    seasons: SeasonsSettings = SeasonsSettings()
    adventure: AdventureSettings = AdventureSettings()
    roster: RosterSettings = RosterSettings()
    players_may: PlayersMaySettings = PlayersMaySettings()
