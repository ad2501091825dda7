"""The rules that turn dice into successes, criticals and damage: pure functions, used for both rolls and odds."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from services.rpg_specialist_pool.catalogue import SUCCEEDS_FROM, Critical, Outcome, Setting, Tier
from services.rpg_specialist_pool.settings import ApSettings, CriticalSettings, DamageSettings, Settings
from shared.kernel.pools.successes import SuccessPool


class Reading(Struct, frozen=True, kw_only=True):
    """The result of a roll: net successes (negative if Luck subtracts more), failures, and the critical, if any."""

    successes: int
    failures: int
    critical: Critical | None


def success_pool(dice: int, luck: int, tier: Tier | None, rules: Settings) -> SuccessPool:
    """Return the success pool with these dice under the campaign's settings. Without a tier, criticals do not count.

    Rule:    SG-DICE-03, SG-DICE-04, SG-POOL-11, SG-LUCK-07 to SG-LUCK-09, SG-CS-08, SG-R-05, SG-R-07, SG-R-08,
             SG-R-24
    """
    return SuccessPool(
        dice=dice, luck=luck, tier=tier or "simple", in_criticals=rules.luck.in_criticals,
        count=rules.critical.count, floor=rules.luck.floor,
    )  # fmt: skip


def _hits(faces: Sequence[int]) -> int:
    return sum(face >= SUCCEEDS_FROM for face in faces)


def full_ap(speed: int, rules: ApSettings) -> int:
    """Return the AP of a Specialist with this Speed. Rule: SG-AP-02, SG-AP-03, SG-R-01."""
    fives = speed // 5
    return {"floor_min1": max(1, fives), "one_plus": 1 + fives, "ceil": max(1, -(-speed // 5))}[rules.formula]


def winner(first: Reading, second: Reading, rules: CriticalSettings) -> int:
    """Return 1 if the first side wins, -1 if the second does, 0 for a tie. Rule: SG-OPP-03, SG-R-12."""
    if rules.decides == "failure_loses":
        failed = first.critical == "critical_failure", second.critical == "critical_failure"
        if failed[0] != failed[1]:
            return -1 if failed[0] else 1
    return (first.successes > second.successes) - (first.successes < second.successes)


def outcome_of(won: int, context: Setting, *, successes: int, rules: DamageSettings) -> Outcome:
    """Return the first side's outcome, given the comparison of both sides' successes.

    Rule:    SG-OPP-04, SG-OPP-05, SG-DMG-03, SG-R-04, SG-R-13
    """
    if context != "combat":
        return "won" if won > 0 else "lost" if won < 0 else "tie"
    if won == 0 and not (rules.zero_tie == "nothing" and successes <= 0):
        return "glancing"
    return "hit" if won > 0 else "defended"


def equal_is_enough(resistance: int, context: Setting, rules: Settings, *, amended: bool = True) -> bool:
    """Return whether successes equal to a resistance are a success instead of a tie.

    Under version 2 of the rules (`amended`), an attack with 0 successes does not succeed if a tie at 0 deals no damage.

    Rule:    SG-R-30, SG-R-53
    """
    nothing = amended and context == "combat" and rules.damage.zero_tie == "nothing" and resistance <= 0
    return rules.test.resistance == "as_threshold" and not nothing


def damage_dice(outcome: Outcome, gap: int, added: int, *, critical: bool, rules: CriticalSettings) -> int:
    """Return the number of damage dice: one for each success of the margin, plus `added`. A critical doubles them.

    Rule:    SG-DMG-02, SG-DMG-04, SG-CS-09, SG-R-04, SG-R-11, SG-R-12, SG-R-30, SG-R-48
    """
    if outcome not in ("hit", "glancing"):
        return 0
    dice = 1 if outcome == "glancing" else gap
    doubled = critical and (outcome == "hit" or rules.doubles_glancing)
    if rules.doubles_added_dice:
        return max(dice + added, 0) * (1 + doubled)
    return max(dice * (1 + doubled) + added, 0)


def damage_of(faces: Sequence[int], change: int, rules: DamageSettings) -> int:
    """Return the damage of the rolled dice, at least 0. Rule: SG-DMG-02, SG-R-03, SG-R-48."""
    return max((sum(faces) if rules.read == "sum" else _hits(faces)) + change, 0)
