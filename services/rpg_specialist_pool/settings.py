"""The settings of a campaign: one field for each rule that a campaign may choose.

The defaults follow the usual interpretation of the rules.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from services.rpg_specialist_pool.catalogue import ConditionEntry, TieOutcome
from shared.kernel.campaign.proposals import PlayersMay


class ApSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for Action Points (AP).

    They decide how many AP a Specialist gets, whether unspent AP are saved, how many AP there are at the start of a
    fight, the minimum for an action, and how AP work outside fights.

    Rule: SG-R-01, SG-R-14, SG-R-16, SG-R-32, SG-R-49
    """

    formula: Literal["floor_min1", "one_plus", "ceil"] = "floor_min1"
    carry_over: bool = False
    start_of_exchange: Literal["full", "zero_until_first_turn"] = "full"
    minimum_per_action: Literal[0, 1] = 1
    outside_fights: Literal["unlimited", "one_action"] = "unlimited"


class DamageSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for damage: how damage dice count, ties at 0 successes or below, and whether damage lowers Vitality.

    Rule: SG-R-03, SG-R-13, SG-R-27
    """

    read: Literal["sum", "successes"] = "sum"
    zero_tie: Literal["glancing", "nothing"] = "glancing"
    applies_to: Literal["report_only", "vitality"] = "report_only"


class LuckSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for Luck: negative totals, criticals, unspent points, a limit for each roll, and who has Luck.

    Rule: SG-R-05, SG-R-07, SG-R-17, SG-R-18, SG-R-44
    """

    floor: Literal["none", "zero"] = "none"
    in_criticals: Literal["net_successes_only", "excluded", "full"] = "net_successes_only"
    carry_over: bool = False
    max_per_roll: Literal["points_held"] | Annotated[int, Meta(ge=1, le=100)] = "points_held"
    non_players: Literal["none", "as_specialists"] = "none"


class CriticalSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for criticals: how many 10s or 1s they need, doubled damage, who wins, and counterattacks.

    Rule:    SG-R-08, SG-R-11, SG-R-12, SG-R-36, SG-R-48, SG-R-50
    """

    count: Literal["at_least", "exactly"] = "at_least"
    doubles_glancing: bool = True
    decides: Literal["nothing", "failure_loses"] = "nothing"
    counterattack: Literal["one_attack", "label"] = "one_attack"
    doubles_added_dice: bool = True
    counterattack_ends: Literal["next_action", "own_action"] = "next_action"


class TierSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for tiers: whether an action without components counts as Simple, or is refused. Rule: SG-R-09."""

    without_component: Literal["simple", "refuse"] = "simple"


class PoolSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for pools: the dice for each AP, the smallest pool, and the dice of trainings.

    Rule: SG-R-15, SG-R-24, SG-R-39.
    """

    dice_per_ap: Literal[0, 1, 2] = 1
    minimum: Literal[0, 1] = 0
    training_dice: Literal["recorded", "rank"] = "recorded"


class InitiativeSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for initiative: its dice, and whether it is rolled each round. Rule: SG-R-19, SG-R-45."""

    dice: Literal["ap", "speed", "supplied"] = "ap"
    each_round: bool = False


class OpposedSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for opposed rolls: the result of a tie outside combat, and which side declares its dice first.

    Rule:    SG-R-20, SG-R-31
    """

    default_tie: Literal["declare"] | TieOutcome = "declare"
    declare: Literal["both_first", "first_side_rolls"] = "both_first"


class ConditionSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for Conditions: those with which the campaign starts. Rule: SG-R-22."""

    catalogue: Annotated[tuple[ConditionEntry, ...], Meta(max_length=50)] = ()


class ResistanceSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for resistances: whether a tie with one is decided as in an opposed roll, or is a success.

    Rule: SG-R-30
    """

    resistance: Literal["as_opposition", "as_threshold"] = "as_opposition"


class PlayerSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for players: the maximum number of Specialists that a player may create without the Keeper.

    Rule: SG-CAMP-02
    """

    specialists: Annotated[int, Meta(ge=1, le=50)] = 1


class PlayersMaySettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings for commands: which ones players may send directly, and which they must propose to the Keeper.

    Rule:    SG-CAMP-02, SG-CAMP-03, SG-CAMP-04
    """

    create_specialists: PlayersMay = "alone"
    add_dice: PlayersMay = "propose"
    set_thresholds: PlayersMay = "propose"


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """All settings of a campaign.

    The setting that the rule ledger calls `ap.formula`, for example, is the field `formula` of `ap`.
    """

    ap: ApSettings = ApSettings()
    damage: DamageSettings = DamageSettings()
    luck: LuckSettings = LuckSettings()
    critical: CriticalSettings = CriticalSettings()
    tier: TierSettings = TierSettings()
    pool: PoolSettings = PoolSettings()
    initiative: InitiativeSettings = InitiativeSettings()
    opposed: OpposedSettings = OpposedSettings()
    conditions: ConditionSettings = ConditionSettings()
    test: ResistanceSettings = ResistanceSettings()
    players: PlayerSettings = PlayerSettings()
    players_may: PlayersMaySettings = PlayersMaySettings()
