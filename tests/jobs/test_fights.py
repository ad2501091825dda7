"""Simulated fights that follow the rules: a duel small enough to compute exactly agrees with its simulation."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import pytest

from services.rpg_boundless.chapters.attacks import NotAWeapon
from services.rpg_boundless.chapters.characters import PointsDoNotAddUp
from services.rpg_boundless.simulations import SIMULATION, SWORDSMAN, WOLVES
from shared.kernel.jobs.chunk import Chunk, play_and_measure, request_of, run_chunk, variant_of
from shared.kernel.jobs.fights import ROUNDS
from shared.kernel.jobs.refusals import RequestUnclear
from shared.kernel.jobs.report import seed_of
from shared.kernel.jobs.stopping import interval_of
from shared.kernel.jobs.tally import number
from shared.kernel.refusals import Refusal
from tests.support.sampling import sampled

pytestmark = pytest.mark.long

HERO: dict[str, Any] = {
    "name": "Ash",
    "points": {"strength": 1, "dexterity": 0, "willpower": 3},
    "items": [{"name": "sword", "weapon": {"damage": 2}}, {"name": "rope"}, {"name": "lamp"}],
}
OGRE = {"name": "ogre", "hp": 2, "attacks": [{"name": "club", "damage": 9}]}
DUEL = {"party": [HERO], "enemies": [OGRE], "settings": {"stamina": {"maximum": 1}}}


# ---------------------------------------------------------------- the duel, worked out by hand

FIRST = Fraction(15, 36)
"""A character with a larger die, so that the enemy goes first on a tie."""


def outcomes_of_roll(dice: int) -> list[tuple[Fraction, bool, int]]:
    """Return a roll's outcomes as (probability, whether there is a Hit, Misses).

    Zero dice count as one die that hits on a 6.
    """
    count, hit = (dice, Fraction(2, 6)) if dice else (1, Fraction(1, 6))
    return [
        (comb(count, hits) * hit**hits * (1 - hit) ** (count - hits), hits > 0, count - hits)
        for hits in range(count + 1)
    ]


def struck(strength: int, stamina: int, hurt: int) -> list[tuple[Fraction, tuple[int, int, int] | None]]:
    """Return the outcomes of the ogre's blow: a Save with all Stamina, then a Critical Save at 0 HP.

    Each outcome is a probability with the character's new state, or with None if the character falls.
    """
    ways: list[tuple[Fraction, tuple[int, int, int] | None]] = []
    for chance, avoided, misses in outcomes_of_roll(stamina):
        left = stamina - min(misses, 2, stamina)
        if avoided:
            ways.append((chance, (strength, left, hurt)))
            continue
        for other, endured, failed in outcomes_of_roll(strength):
            lower = max(strength - min(failed, 2), 0)
            ways.append((chance * other, (lower, left, 1) if endured else None))
    return ways


@cache
def won(strength: int, stamina: int, hurt: int, rounds: int) -> Fraction:
    """Return the exact probability that the character wins within this many rounds. One Hit defeats the ogre."""
    if not rounds:
        return Fraction(0)
    hit = sum((chance for chance, success, _ in outcomes_of_roll(strength) if success), Fraction(0))
    goes_first, goes_second = hit, Fraction(0)
    for chance, after in struck(strength, stamina, hurt):
        if after is None:
            continue
        goes_first += (1 - hit) * chance * won(*after, rounds - 1)
        again = sum((way for way, success, _ in outcomes_of_roll(after[0]) if success), Fraction(0))
        goes_second += chance * (again + (1 - again) * won(*after, rounds - 1))
    return FIRST * goes_first + (1 - FIRST) * goes_second


def test_a_duel_agrees_with_its_enumeration() -> None:
    """For at least 95 of 100 seeds, the interval of the simulated win rate contains the exact rate."""
    exact = won(1, 1, 0, ROUNDS // 4)
    variant = variant_of(SIMULATION, DUEL)
    inside, wins, trials = 0, 0, sampled(75, of=150)
    for seed in range(100):
        found = run_chunk(SIMULATION, (variant,), Chunk(job_seed=seed.to_bytes(32, "big"), number=0, trials=trials))
        low, high = interval_of(found.ours["won"], "share", 0.05) or (0.0, 0.0)
        inside += low <= exact <= high
        wins += int(found.ours["won"].total)

    assert inside >= 95
    assert wins / (100 * trials) == pytest.approx(float(exact), abs=0.015)


def test_a_fight_is_measured() -> None:
    """A simulation measures who wins, how long the fight takes, who falls, what is left, and the Critical Saves."""
    variant = variant_of(SIMULATION, {"party": [SWORDSMAN, SWORDSMAN], "enemies": WOLVES})
    found = run_chunk(SIMULATION, (variant,), Chunk(job_seed=bytes(32), number=0, trials=60)).ours

    assert set(SIMULATION.measures(variant.request)) == set(found)
    assert found["first critical save"].trials < found["won"].trials == 60
    assert all(number(value) >= 1 for value, _ in found["rounds"].rows)
    for seed in range(20):
        trial = play_and_measure(SIMULATION, variant, seed_of("5e" * 32, 0, seed))
        fallen = [trial["1 Ash falls"], trial["2 Ash falls"]]
        assert trial["won"] + trial["undecided"] + int(all(fallen)) == 1


def test_the_common_opening_of_trials_is_played_once() -> None:
    """A simulation creates the party and starts the fight only once for all trials, because neither needs a draw."""
    start = variant_of(SIMULATION, DUEL).start

    assert (len(start.game.characters), len(start.game.enemies)) == (1, 1)
    assert start.game.fight is not None
    assert start.game.fight.round == 0


@pytest.mark.parametrize(
    ("changed", "refusal"),
    [
        ({"party": [HERO | {"items": [{"name": "rope"}] * 3}]}, NotAWeapon),
        ({"party": [HERO | {"points": {"strength": 3, "dexterity": 3, "willpower": 3}}]}, PointsDoNotAddUp),
        ({"policy": "flee"}, RequestUnclear),
        ({"party": []}, RequestUnclear),
        ({"enemies": [OGRE | {"attacks": [{"name": "roar", "conditions": ["afraid"]}]}]}, RequestUnclear),
    ],
)
def test_contradictory_fights_are_refused(changed: dict[str, Any], refusal: type[Refusal]) -> None:
    """The service refuses an unknown policy, a party that breaks rules, and features that the policy cannot use."""
    with pytest.raises(refusal):
        variant_of(SIMULATION, DUEL | changed)


def test_policies_differ() -> None:
    """With the same dice, the policy `press` ends fights sooner than the policy of the other variant."""
    asked = SIMULATION.examples["is it better to press or to guard?"]
    variants = (variant_of(SIMULATION, asked["simulate"]), variant_of(SIMULATION, asked["against"]))
    found = run_chunk(SIMULATION, variants, Chunk(job_seed=bytes(32), number=0, trials=100))

    assert Fraction(found.difference["rounds"].total) < 0
    assert request_of(SIMULATION, asked["simulate"]).policy == "press"


VETERAN: dict[str, Any] = {
    "name": "Birch",
    "scores": {"strength": 4, "dexterity": 2, "willpower": 3},
    "hp": 9,
    "stamina": 2,
    "items": [{"name": name} for name in ("rope", "lamp", "salt", "map")]
    + [{"name": "mace", "weapon": {"damage": 3}}, {"name": "mail", "armor": {"hp": 1}}],
}


@pytest.mark.rule("AR-DESK-10")
def test_a_character_of_a_campaign_fights_as_it_is() -> None:
    """The fight begins with the character's scores, HP, Stamina and Items, and it wears its Armor."""
    start = variant_of(SIMULATION, DUEL | {"party": [VETERAN, HERO], "settings": {}}).start.game
    birch, ash = start.characters.values()

    assert (4, 2, 3) == (birch.scores.strength, birch.scores.dexterity, birch.scores.willpower)
    assert (9, 9, 2) == (birch.hp, birch.max_hp, birch.stamina)
    carried = [item.sheet.name for item in birch.items.values() if not item.keepsake]
    assert ["rope", "lamp", "salt", "map", "mace", "mail"] == carried
    assert ["mail"] == [birch.items[worn].sheet.name for worn in birch.worn]
    assert (1, 3, 6) == (ash.scores.strength, ash.hp, ash.stamina)


@pytest.mark.rule("AR-DESK-10")
def test_a_character_of_a_campaign_may_have_few_items() -> None:
    """A character with one Item, and without stated HP and Stamina, has those of a new one with its scores."""
    alone = {"name": "Rowan", "scores": VETERAN["scores"], "items": [{"name": "mace", "weapon": {"damage": 3}}]}
    start = variant_of(SIMULATION, DUEL | {"party": [alone], "settings": {}}).start.game
    (rowan,) = start.characters.values()

    assert rowan.used == 1
    assert (6, 6) == (rowan.hp, rowan.stamina)


@pytest.mark.rule("AR-DESK-10")
@pytest.mark.parametrize(
    "hero",
    [
        HERO | {"scores": HERO["points"]},
        {name: HERO[name] for name in ("name", "items")},
        HERO | {"hp": 3},
        HERO | {"stamina": 3},
    ],
)
def test_a_character_is_either_new_or_in_a_campaign(hero: dict[str, Any]) -> None:
    """A character with both points and scores, with neither, or that is new and hurt, is refused."""
    with pytest.raises(RequestUnclear):
        variant_of(SIMULATION, DUEL | {"party": [hero]})
