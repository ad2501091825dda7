"""What dice and numbers come to: pure, so that a roll and its odds are read by the same words."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from services.rpg_specialist_pool.catalogue import SIDES, SUCCEEDS_FROM, TIERS, Critical, Outcome, Setting, Tier
from services.rpg_specialist_pool.settings import ApSettings, CriticalSettings, DamageSettings, LuckSettings


class Reading(Struct, frozen=True, kw_only=True):
    """What a roll shows: net successes (Luck may take them below 0), failures, and the critical if there is one."""

    successes: int
    failures: int
    critical: Critical | None


def read_faces(
    faces: Sequence[int], luck: Sequence[int], tier: Tier | None, *, luck_rules: LuckSettings,
    critical_rules: CriticalSettings,
) -> Reading:  # fmt: skip
    """Count every die at once; a roll without a tier knows no critical.

    Rule:    SG-DICE-03, SG-DICE-04, SG-POOL-11, SG-LUCK-07 to SG-LUCK-09, SG-CS-08, SG-R-05 to SG-R-08, SG-R-24
    Shape:   faces, luck: 1 to 10 each
    """
    hits = _hits(faces)
    fails = len(faces) - hits
    lucky = _hits(luck)
    net = hits + lucky - (len(luck) - lucky)
    if luck_rules.floor == "zero":
        net = max(net, 0)
    for_critical, against, shown = net, fails, tuple(faces)
    if luck_rules.in_criticals == "excluded":
        for_critical = hits
    elif luck_rules.in_criticals == "full":
        for_critical, against, shown = hits + lucky, fails + len(luck) - lucky, (*faces, *luck)
    critical: Critical | None = None
    if tier is not None and faces:
        if for_critical > against and _enough(shown.count(SIDES), tier, critical_rules):
            critical = "critical_success"
        elif against > for_critical and _enough(shown.count(1), tier, critical_rules):
            critical = "critical_failure"
    return Reading(successes=net, failures=fails, critical=critical)


def _hits(faces: Sequence[int]) -> int:
    return sum(face >= SUCCEEDS_FROM for face in faces)


def _enough(shown: int, tier: Tier, rules: CriticalSettings) -> bool:
    """Rule: SG-CS-02, SG-CF-02, SG-R-08."""
    demanded = TIERS[tier].rank
    return shown == demanded if rules.count == "exactly" else shown >= demanded


def full_ap(speed: int, rules: ApSettings) -> int:
    """Return the AP of a Specialist. Rule: SG-AP-02, SG-AP-03, SG-R-01."""
    fives = speed // 5
    return {"floor_min1": max(1, fives), "one_plus": 1 + fives, "ceil": max(1, -(-speed // 5))}[rules.formula]


def winner(first: Reading, second: Reading, rules: CriticalSettings) -> int:
    """Return 1 where the first side wins, -1 where the second does, 0 for a tie. Rule: SG-OPP-03, SG-R-12."""
    if rules.decides == "failure_loses":
        failed = first.critical == "critical_failure", second.critical == "critical_failure"
        if failed[0] != failed[1]:
            return -1 if failed[0] else 1
    return (first.successes > second.successes) - (first.successes < second.successes)


def outcome_of(won: int, context: Setting, *, successes: int, rules: DamageSettings) -> Outcome:
    """Say what a comparison comes to for the first side. Rule: SG-OPP-04, SG-OPP-05, SG-DMG-03, SG-R-04, SG-R-13."""
    if context != "combat":
        return "won" if won > 0 else "lost" if won < 0 else "tie"
    if won == 0 and not (rules.zero_tie == "nothing" and successes <= 0):
        return "glancing"
    return "hit" if won > 0 else "defended"


def damage_dice(outcome: Outcome, gap: int, added: int, *, critical: bool, rules: CriticalSettings) -> int:
    """Return how many dice of damage are rolled: changes first, then the doubling.

    Rule:    SG-DMG-02, SG-DMG-04, SG-CS-09, SG-R-04, SG-R-11, SG-R-12, SG-R-48
    """
    if outcome not in ("hit", "glancing"):
        return 0
    dice = 1 if outcome == "glancing" else max(gap, int(rules.decides == "failure_loses"))
    doubled = critical and (outcome == "hit" or rules.doubles_glancing)
    if rules.doubles_added_dice:
        return max(dice + added, 0) * (1 + doubled)
    return max(dice * (1 + doubled) + added, 0)


def damage_of(faces: Sequence[int], change: int, rules: DamageSettings) -> int:
    """Return the damage that dice come to, never below 0. Rule: SG-DMG-02, SG-R-03, SG-R-48."""
    return max((sum(faces) if rules.read == "sum" else _hits(faces)) + change, 0)
