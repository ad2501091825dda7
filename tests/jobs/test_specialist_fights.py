"""Simulated fights in the Specialist games, which agree with duels that are computed exactly."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

import msgspec
import pytest

from services.rpg_specialist_pool.chapters.specialists import NoVitality
from services.rpg_specialist_pool.routes import OddsBody
from services.rpg_specialist_pool.simulations import ASH, SIMULATION, WOLF
from services.rpg_specialist_total.chapters.attacks import AmmunitionNeeded
from services.rpg_specialist_total.routes import OddsBody as AttackOdds
from services.rpg_specialist_total.simulations import SIMULATION as TOTALS
from shared.kernel.campaign.seats import NotKnownHere
from shared.kernel.jobs.chunk import Chunk, play_and_measure, run_chunk, variant_of
from shared.kernel.jobs.refusals import RequestUnclear
from shared.kernel.jobs.report import seed_of
from shared.kernel.jobs.simulation import Simulation
from shared.kernel.jobs.stopping import interval_of
from shared.kernel.refusals import Refusal

SEEDS, TRIALS = 30, 60


def duellist(name: str, speed: int, might: int, guard: int) -> dict[str, Any]:
    """Return a Specialist with 1 AP and 1 Vitality, who falls to any undefended blow."""
    sheet = {"name": name, "speed": speed, "stats": {"Might": might, "Guard": guard}, "vitality": 1}
    return {"sheet": sheet, "attack": {"stats": ["Might"], "tier": "basic"}, "defence": {"stats": ["Guard"]}}


def struck(might: int, guard: int) -> Fraction:
    """Return the exact probability that a blow is not defended; the attacker adds a die for the AP spent."""
    body = {"what": {"dice": might + 1, "tier": "basic"}, "against": {"dice": guard}}
    return 1 - Fraction(msgspec.convert(body, OddsBody).to_odds().odds().outcomes["defended"].exact)


def assert_agrees(simulation: Simulation[Any, Any], duel: dict[str, Any], exact: Fraction) -> None:
    """Simulate a duel with many seeds; assert that the intervals and the mean agree with the exact probability."""
    variant = variant_of(simulation, duel)
    inside, wins = 0, 0
    for seed in range(SEEDS):
        chunk = Chunk(job_seed=seed.to_bytes(32, "big"), number=0, trials=TRIALS)
        found = run_chunk(simulation, (variant,), chunk).ours["won"]
        low, high = interval_of(found, "share", 0.05) or (0.0, 0.0)
        inside += low <= exact <= high
        wins += int(found.total)

    assert inside >= 28
    assert wins / (SEEDS * TRIALS) == pytest.approx(float(exact), abs=0.04)


@pytest.mark.rule("SG-DMG-02", "SG-DMG-04", "SG-AP-04", "SG-R-19", "SG-R-27")
def test_a_duel_of_pools_agrees_with_its_odds() -> None:
    """For at least 28 of 30 seeds, the interval of the simulated win rate contains the exact rate.

    Each fighter rolls one die for the order, and the faster one goes first on a tie, and so in 3 of 4 duels. Then
    blows alternate.
    """
    hits, struck_back = struck(2, 2), struck(3, 1)
    first = hits / (1 - (1 - hits) * (1 - struck_back))
    exact = first * Fraction(3, 4) + (1 - struck_back) * first * Fraction(1, 4)
    duel = {"party": [duellist("Ash", 6, 2, 1)], "enemies": [duellist("wolf", 5, 3, 2)]}
    assert_agrees(SIMULATION, duel, exact)


def brittle(name: str, evasion: int, **more: Any) -> dict[str, Any]:  # noqa: ANN401 fields of a fighter
    """Return a combatant with 1 AP and 1 Vitality, who falls to any hit."""
    sheet = {"name": name, "speed_rating": 1, "vitality": 1, "fatigue": 9, "endurance": 50, "stamina": 0}
    return {"sheet": sheet | {"evasion_training": evasion}, **more}


def odds_of_attack(to_hit: int, evasion: int) -> tuple[Fraction, Fraction]:
    """Return the exact probabilities that an attack hits, and that it causes a counterattack."""
    body = {"to_hit": {"dice": to_hit}, "evasion": {"dice": evasion}}
    odds = msgspec.convert(body, AttackOdds).to_odds().odds()
    return Fraction(odds.hit.exact), Fraction(odds.counterattack.exact)


@pytest.mark.rule("SC-ORD-10", "SC-ORD-12", "SC-CTR-03", "SC-HIT-07", "SC-CRIT-06")
def test_a_duel_of_totals_agrees_with_its_odds() -> None:
    """For at least 28 of 30 seeds, the interval of the simulated win rate contains the exact rate.

    Both fighters roll a die for the order of each round, and the player goes first on a tie, and so in 55 of 100
    rounds. An attack without training has one die fewer than its weapon; a counterattack defeats the attacker.
    """
    (hits, own), (hurt, theirs) = odds_of_attack(3, 4), odds_of_attack(2, 3)
    ours, wolf = Fraction(55, 100), Fraction(45, 100)
    won = ours * (hits + (1 - hits - own) * theirs) + wolf * (theirs + (1 - hurt - theirs) * hits)
    lost = ours * (own + (1 - hits - own) * hurt) + wolf * (hurt + (1 - hurt - theirs) * own)
    duel = {"party": [brittle("Ash", 3)], "enemies": [brittle("wolf", 4, weapon="bare hands")]}

    assert_agrees(TOTALS, duel, won / (won + lost))


def test_a_fight_of_totals_is_measured() -> None:
    """Simulated fighters keep AP for evasion from the first turn, use their shields, and spend all their Luck."""
    asked = TOTALS.examples["is it better to keep an AP for evasion?"]["simulate"]
    ash, wolf = asked["party"][0], asked["enemies"][0]
    party = [ash | {"shield": "round shield"}, ash | {"luck": 2, "points": 5}]
    variant = variant_of(TOTALS, {"party": party, "enemies": [wolf] * 3, "settings": {"combat": {"tier_caps": True}}})
    found = run_chunk(TOTALS, (variant,), Chunk(job_seed=bytes(32), number=0, trials=30)).ours

    assert set(TOTALS.measures(variant.request)) == set(found)
    for seed in range(10):
        trial = play_and_measure(TOTALS, variant, seed_of("5e" * 32, 0, seed))
        assert (trial["won"], trial["undecided"]) in {(0, 0), (1, 0)}
        assert (trial["Vitality left"] > 0) == bool(trial["won"])


def test_fights_of_totals_that_cannot_be_played_are_refused() -> None:
    """The service refuses a weapon with ammunition, because the policy does not support it, and unknown names."""
    for weapon, refusal in (("hunting bow", AmmunitionNeeded), ("moonbeam", NotKnownHere)):
        with pytest.raises(refusal):
            variant_of(TOTALS, {"party": [brittle("Ash", 0, weapon=weapon)], "enemies": [brittle("wolf", 0)]})


LUCKY: Final = ASH | {"attack": {"stats": ["Might"], "tier": "basic", "ap": 1, "luck": 2}}


def test_a_fight_of_pools_is_measured() -> None:
    """A simulation measures who wins, how long the fight takes and what is left.

    The fighters roll for Luck and spend all of it.
    """
    variant = variant_of(SIMULATION, {"party": [ASH, LUCKY], "enemies": [WOLF, WOLF, WOLF]})
    found = run_chunk(SIMULATION, (variant,), Chunk(job_seed=bytes(32), number=0, trials=40)).ours

    assert set(SIMULATION.measures(variant.request)) == set(found)
    assert variant.start.game.day == 1
    for seed in range(10):
        trial = play_and_measure(SIMULATION, variant, seed_of("5e" * 32, 0, seed))
        assert (trial["won"], trial["undecided"]) in {(0, 0), (1, 0)}
        assert (trial["Vitality left"] > 0) == bool(trial["won"])
        assert (trial["Vitality left to enemies"] > 0) == (not trial["won"])
        assert trial["rounds"] >= 1


def test_a_fight_that_nobody_can_win_is_undecided() -> None:
    """Fighters without dice never hit if ties at 0 are misses.

    Their fight ends after 100 rounds, or when its log becomes too long.
    """
    settings = {"damage": {"applies_to": "vitality", "zero_tie": "nothing"}, "pool": {"dice_per_ap": 0}}
    idle = {"sheet": {"name": "stump", "speed": 5, "vitality": 1}}
    fights = [{"party": [idle] * number, "enemies": [idle] * number, "settings": settings} for number in (1, 6)]
    short, long = (play_and_measure(SIMULATION, variant_of(SIMULATION, fight), bytes(32)) for fight in fights)

    assert (short["won"], short["undecided"], short["rounds"], short["Vitality left"]) == (0, 1, 100, 1)
    assert (long["undecided"], long["Vitality left to enemies"]) == (1, 6)
    assert long["rounds"] < 100


@pytest.mark.parametrize(
    ("changed", "refusal"),
    [
        ({"party": []}, RequestUnclear),
        ({"settings": {}}, RequestUnclear),
        ({"settings": {"damage": {"applies_to": "vitality"}, "initiative": {"dice": "supplied"}}}, RequestUnclear),
        ({"enemies": [{"sheet": {"name": "shade"}}]}, NoVitality),
        ({"enemies": [WOLF | {"attack": {"stats": ["Claws"]}}]}, RequestUnclear),
        (
            {"enemies": [WOLF | {"attack": {"components": [{"name": "Bite", "tier": "basic", "ap": 1}]}}]},
            RequestUnclear,
        ),
    ],
)
def test_fights_of_pools_that_cannot_be_played_are_refused(changed: dict[str, Any], refusal: type[Refusal]) -> None:
    """The service refuses an empty side, a fighter without Vitality, and features that the policy does not support."""
    with pytest.raises(refusal):
        variant_of(SIMULATION, {"party": [ASH], "enemies": [WOLF]} | changed)
