"""The settings of a campaign: one field for each rule that a campaign may change.

The defaults follow the usual interpretation of the rules.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from shared.kernel.campaign.proposals import PlayersMay
from shared.kernel.messages import Line

Amount: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
Positive: TypeAlias = Annotated[int, Meta(ge=1, le=1000)]
MOST_POINTS: Final = 100_000
Points: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_POINTS)]


class CombatSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for rounds: defence before the first turn, the combat order, and the maximum AP of each tier.

    The maximum applies to attacks, spells, defences and skill actions. Without a component it is 3.

    Rule:    SC-R-02, SC-R-15, SC-R-89, SC-R-108, SC-E-17
    """

    first_round_defence: bool = False
    first_round_passive_defence: bool = True
    order_mode: Literal["each_round", "fixed"] = "each_round"
    tier_caps: bool = False


class ApSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for AP: when unused AP expire, the cost of additional movement, and AP outside fights.

    Rule:    SC-R-03, SC-R-09, SC-R-95
    """

    expiry: Literal["round_start", "next_turn_start"] = "round_start"
    extra_movement_cost: Amount = 1
    outside_fights: Literal["one_action", "keepers_round", "unlimited"] = "one_action"


class SpeedSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for speed: whether the Speed Rating replaces a missing Speed score. Rule: SC-R-04."""

    score_default: Literal["rating", "required"] = "rating"


class LuckSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for Luck: the maximum Luck dice in a roll, Luck in the combat order, and how luck points are gained.

    Rule:    SC-R-06, SC-R-07, SC-E-07
    """

    cap: Literal["dice_in_roll", "3", "points_held"] = "dice_in_roll"
    order_roll: Literal["dice", "flat_points"] = "dice"
    points_source: Literal["caller", "daily_d10"] = "caller"


class AttackSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for attacks: the result of a tie with the defence, and the steps at which an attack waits for an answer.

    Rule:    SC-R-10, SC-R-96
    """

    tie_total_defence: Literal["hit", "glancing"] = "hit"
    steps: Literal["where_somebody_chooses", "each"] = "where_somebody_chooses"


class DefenceSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for defence rolls: block dice from armor, evasion dice for each AP, and unarmored training.

    Rule:    SC-R-13, SC-R-14, SC-R-66
    """

    block_dice_from_armor: bool = False
    evade_dice_per_ap: Amount = 1
    unarmored_needs_no_armor: bool = False


class MitigationSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for mitigation: which AP count, and the result if mitigation equals the damage.

    Rule:    SC-R-17, SC-R-57
    """

    ap_counted: Literal["all_defence", "block_only"] = "all_defence"
    equal: Literal["hit_for_zero", "glancing"] = "hit_for_zero"


class TotalsSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for totals: which of them cannot fall below 0. Rule: SC-R-18."""

    floor: Literal["damage_and_mitigation", "none", "all"] = "damage_and_mitigation"


class SizeSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for sizes: the modifier for each step, and the categories from the smallest to the largest.

    Rule:    SC-R-19, SC-R-20
    """

    progression: Literal["triangular", "linear"] = "triangular"
    categories: Annotated[tuple[Line, ...], Meta(min_length=1, max_length=20)] = ("medium", "large", "huge")


class CriticalSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for criticals: which dice decide them, which defence rolls have a percentile, and the loss of AP.

    Rule: SC-R-21, SC-R-22, SC-R-25, SC-R-82
    """

    source: Literal["separate_d100", "first_two_dice", "off"] = "separate_d100"
    defence_percentiles: Literal["one", "each_roll"] = "one"
    ap_lock: Literal["until_next_turn", "until_next_round"] = "until_next_turn"
    failed_defence_mitigation: bool = True


class CounterattackSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for attacks that are turned back: their size modifier, and the effect of their weapon's energy.

    Rule:    SC-R-27, SC-R-83
    """

    size_modifier: Literal["kept", "none"] = "kept"
    energy: Literal["released_on_attacker", "stays"] = "released_on_attacker"


class CounterspellSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for counterspells: mitigation after a failure, shields after a success, and mixed energies.

    Rule:    SC-R-29, SC-R-31, SC-R-65, SC-R-90
    """

    failed_attack_mitigation: Literal["armor_only", "none", "full"] = "armor_only"
    shield_after_success: Literal["ends", "persists"] = "ends"
    charged_weapons: bool = False
    mixed_energies: Literal["whole", "opposed_only"] = "whole"


class EnergySettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for energies: opposites, energy that bypasses armor or works by touch, and stated defences.

    Rule: SC-R-32, SC-R-36, SC-R-37, SC-R-75, SC-R-91
    """

    opposites: Annotated[tuple[tuple[Line, Line], ...], Meta(max_length=100)] = (("fire", "cold"),)
    bypass_default: bool = True
    touch_on_glancing: bool = True
    stated_defence: Literal["opposed_total", "declared"] = "opposed_total"
    mitigation: Literal["one_roll", "roll_each"] = "one_roll"


class DyingSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for dying: when it starts, attempts to stabilise, the loss of Vitality, and healing.

    Rule: SC-R-39, SC-R-40, SC-R-41, SC-R-79
    """

    starts: Literal["automatic", "keeper_declared"] = "automatic"
    attempts_per_round: Literal["1", "per_ap"] = "1"
    loss_at: Literal["end_of_own_turn", "round_start", "round_end"] = "end_of_own_turn"
    healing_stabilises: Literal["at_one", "any"] = "at_one"


class BerserkSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for combatants on a berserk drug: coups de grace, defence rolls and plain attacks.

    Rule:    SC-R-43, SC-R-44, SC-R-49
    """

    coup_de_grace: bool = False
    defence: Literal["no_rolls", "rolls_with_penalty"] = "no_rolls"
    plain_attack: bool = True


class VitalitySettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for Vitality: the number of points that one rank is worth, if the campaign uses ranks. Rule: SC-R-45."""

    points_per_rank: Positive | None = None


class DrugSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for drugs: which points are lost first, the effect of several doses, and the AP cost of a dose.

    Rule: SC-R-46, SC-R-48, SC-R-67
    """

    temporary_first: bool = True
    dose_stacking: Literal["highest", "sum"] = "highest"
    take_cost: Amount = 0


class StuporSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for stupors: whether a stupor is only shown as a state, or disables its victim. Rule: SC-R-51."""

    effect: Literal["label", "as_unconscious"] = "label"


class AmmunitionSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for ammunition: how many pieces are recovered.

    The number is one tenth, rounded up or down, or the result of a roll for each piece.

    Rule: SC-R-54
    """

    recovery: Literal["half_up", "floor", "roll_each_d10"] = "half_up"


class ReviveSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for revival: the Vitality of a revived combatant. Rule: SC-R-56."""

    vitality: Positive = 1


class MovementSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for movement: whether the kind of an attack decides if the attack may be part of a movement.

    Rule: SC-R-61
    """

    mobile_by_kind: bool = True


class CombatantSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for non-players: whether they can be unconscious and dying, or are out of the fight at 0 Vitality.

    Rule: SC-R-63
    """

    non_player_states: Literal["same", "out_at_zero"] = "same"


class SkillSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for skills: whether the Keeper declares the result of a skill, or a total decides it. Rule: SC-R-76."""

    resolution: Literal["declared", "total_at_least"] = "declared"


class MagicSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for magic: whether a physical defence applies to magic that imitates no physical attack.

    Rule: SC-R-92
    """

    unmimicked_defence: Literal["magic_only", "physical"] = "magic_only"


class PlayerSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for players: the limits on what a player may create without the Keeper.

    `combatants`: the maximum number of combatants of a seat. `score`: the highest Vitality, Fatigue, Endurance and
    Speed score. `dice`: the maximum dice for each training and for the block. `pieces`: the maximum pieces of one item.
    `shield_rounds`: the longest duration of a shield of energy.

    Rule:    SC-CAMP-10
    """

    combatants: Annotated[int, Meta(ge=1, le=100)] = 1
    luck: Points = 10
    experience: Points = 0
    speed_rating: Amount = 10
    score: Annotated[int, Meta(ge=0, le=10_000)] = 500
    dice: Amount = 10
    pieces: Positive = 100
    shield_rounds: Positive = 10


class PlayersMaySettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for commands: which ones players may send directly, and which they must propose to the Keeper.

    Rule:    SC-CAMP-01, SC-CAMP-08, SC-CAMP-16
    """

    create_combatants: PlayersMay = "alone"
    add_dice: PlayersMay = "propose"
    take_drugs: PlayersMay = "alone"
    recover_ammunition: PlayersMay = "propose"
    be_conveyed: PlayersMay = "propose"


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """All settings of a campaign. The setting `ap.expiry` of the rule ledger, for example, is `expiry` in `ap` here."""

    combat: CombatSettings = CombatSettings()
    ap: ApSettings = ApSettings()
    speed: SpeedSettings = SpeedSettings()
    luck: LuckSettings = LuckSettings()
    attack: AttackSettings = AttackSettings()
    defence: DefenceSettings = DefenceSettings()
    mitigation: MitigationSettings = MitigationSettings()
    totals: TotalsSettings = TotalsSettings()
    size: SizeSettings = SizeSettings()
    critical: CriticalSettings = CriticalSettings()
    counterattack: CounterattackSettings = CounterattackSettings()
    counterspell: CounterspellSettings = CounterspellSettings()
    energy: EnergySettings = EnergySettings()
    dying: DyingSettings = DyingSettings()
    berserk: BerserkSettings = BerserkSettings()
    vitality: VitalitySettings = VitalitySettings()
    drug: DrugSettings = DrugSettings()
    stupor: StuporSettings = StuporSettings()
    ammunition: AmmunitionSettings = AmmunitionSettings()
    revive: ReviveSettings = ReviveSettings()
    movement: MovementSettings = MovementSettings()
    combatants: CombatantSettings = CombatantSettings()
    skill: SkillSettings = SkillSettings()
    magic: MagicSettings = MagicSettings()
    players: PlayerSettings = PlayerSettings()
    players_may: PlayersMaySettings = PlayersMaySettings()


UNBOUND: Final = PlayerSettings(
    combatants=100, luck=MOST_POINTS, experience=MOST_POINTS, speed_rating=100, score=10_000, dice=100, pieces=1000,
    shield_rounds=1000,
)  # fmt: skip
"""The limits in campaigns that were opened before there were settings for them.

Only the fields' types limit the numbers.
"""


def as_before(settings: Settings) -> Settings:
    """Return the settings of an old campaign, with the values that applied before some of the settings existed."""
    return replace(
        settings,
        ap=replace(settings.ap, outside_fights="unlimited"),
        attack=replace(settings.attack, steps="each"),
        players=UNBOUND,
        players_may=replace(settings.players_may, add_dice="alone", be_conveyed="alone"),
    )
