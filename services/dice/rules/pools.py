"""Pools that games roll, as primitives: what the faces come to. The games themselves carry their own rules."""

from __future__ import annotations

from collections import Counter
from typing import Final

from services.dice.catalogue import POOLS
from services.dice.outcomes import CharacterOutcome, FlipOutcome, LuckOutcome, PositionOutcome
from services.dice.throws import CharacterDice, FlipTotal, LuckPool, PositionPool
from shared.kernel.chance import Chance
from shared.kernel.messages import Audience

CRITICAL_SUCCESS: Final = "critical_success"
CRITICAL_FAILURE: Final = "critical_failure"


def throw_position(pool: PositionPool, chance: Chance, audience: Audience | None = None) -> PositionOutcome:
    """Throw for hits; one hit is a success. Controlled and dire are decided without dice.

    Rule:    DI-POS-01, DI-POS-02, DI-POS-03
    """
    numbers = POOLS.position
    if pool.position in numbers.outright:
        return PositionOutcome(faces=(), hits=0, misses=0, success=numbers.outright[pool.position], zero_dice=False)
    zero = pool.dice == 0
    least = numbers.zero_dice_hits_from if zero else numbers.hits_from[pool.position]
    faces = chance.roll("pool", numbers.sides, pool.dice or 1, audience=audience)
    hits = sum(face >= least for face in faces)
    return PositionOutcome(
        faces=faces, hits=hits, misses=len(faces) - hits, success=hits > 0, zero_dice=zero
    )  # fmt: skip


def throw_luck(pool: LuckPool, chance: Chance, audience: Audience | None = None) -> LuckOutcome:
    """Throw for successes: each luck die adds one or takes one, and is never a failure, a 10 or a 1.

    Rule:    DI-LUCK-01, DI-LUCK-02, DI-LUCK-03
    """
    least = POOLS.luck.succeeds_from
    faces = _rolled(chance, "pool", POOLS.luck.sides, pool.dice, audience=audience)
    luck = _rolled(chance, "luck", POOLS.luck.sides, pool.luck, audience=audience)
    hits = sum(face >= least for face in faces)
    successes = hits + sum(1 if face >= least else -1 for face in luck)
    failures = len(faces) - hits
    critical = _critical(faces, successes, failures, POOLS.luck.tiers[pool.tier])
    return LuckOutcome(faces=faces, luck=luck, successes=successes, failures=failures, critical=critical)


def _critical(faces: tuple[int, ...], successes: int, failures: int, demanded: int) -> str | None:
    """Rule: DI-LUCK-03."""
    if successes > failures and faces.count(POOLS.luck.sides) >= demanded:
        return CRITICAL_SUCCESS
    if failures > successes and faces.count(1) >= demanded:
        return CRITICAL_FAILURE
    return None


def throw_flip(pool: FlipTotal, chance: Chance, audience: Audience | None = None) -> FlipOutcome:
    """Throw for a total: one fair flip decides for all luck dice whether their sum is added or taken.

    Rule:    DI-FLIP-01, DI-FLIP-02, DI-FLIP-03
    """
    numbers = POOLS.flip
    flip = _rolled(chance, "flip", numbers.flip_sides, min(pool.luck, 1), audience=audience)
    faces = _rolled(chance, "pool", numbers.sides, pool.dice, audience=audience)
    luck = _rolled(chance, "luck", numbers.sides, pool.luck, audience=audience)
    percent = _rolled(chance, "percentile", numbers.percentile_sides, int(pool.percentile), audience=audience)
    lucky = flip[0] == numbers.lucky if flip else None
    total = sum(faces) + pool.modifier + (sum(luck) if lucky else -sum(luck))
    percentile = percent[0] - 1 if percent else None
    critical = _percentile_critical(percentile)
    return FlipOutcome(
        faces=faces, luck=luck, lucky=lucky, total=total, percentile=percentile, critical=critical
    )  # fmt: skip


def _percentile_critical(percentile: int | None) -> str | None:
    """Rule: DI-FLIP-03."""
    if percentile is None:
        return None
    if percentile == POOLS.flip.fumble:
        return CRITICAL_FAILURE
    return None if percentile % POOLS.flip.critical_step else CRITICAL_SUCCESS


def throw_character(pool: CharacterDice, chance: Chance, audience: Audience | None = None) -> CharacterOutcome:
    """Throw icon dice against challenge dice: each Null cancels one success, and one left over is a success.

    Rule:    DI-CHAR-01, DI-CHAR-02, DI-CHAR-03
    """
    numbers = POOLS.character
    faces = _rolled(chance, "pool", numbers.sides, len(pool.dice), audience=audience)
    count = numbers.challenge_dice[pool.difficulty]
    challenge = _rolled(chance, "challenge", numbers.sides, count, audience=audience)
    shown = (icon for die, face in zip(pool.dice, faces, strict=True) for icon in die.faces[face - 1])
    icons = dict(sorted(Counter(shown).items()))
    successes = sum(number for icon, number in icons.items() if icon in pool.counts)
    nulls = sum(face <= numbers.null_faces for face in challenge) + numbers.automatic_nulls.get(pool.difficulty, 0)
    margin = successes - nulls
    return CharacterOutcome(
        faces=faces, challenge=challenge, icons=icons, successes=successes, nulls=nulls, margin=margin,
        success=margin > 0,
    )  # fmt: skip


def _rolled(chance: Chance, purpose: str, sides: int, count: int, *, audience: Audience | None) -> tuple[int, ...]:
    return chance.roll(purpose, sides, count, audience=audience) if count else ()
