"""Simulated years in BONES follow the rules: a season's mean income agrees with the exact odds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any, Final

import pytest

from services.bones.chapters.seasons.strategic import IncomeOnce
from services.bones.simulations import SIMULATION
from shared.kernel.jobs.chunk import Chunk, run_chunk, variant_of
from shared.kernel.jobs.refusals import RequestUnclear
from shared.kernel.refusals import Refusal

TRIALS: Final = 150
FIRST: Final = ("Universal", "Mental", "Scholar", "Scholar", "Perception", "Craft")
OTHER: Final = ("Universal", "Physical", "Melee", "Social", "Healer", "Defend")
DICE: Final = (FIRST, OTHER, OTHER, OTHER)
FIFTH: Final = ("Universal", "Mental", "Scholar", "Craft", "blank", "blank")
LECTURE: Final = {"skill": "Scholar"}
BOOK: Final = {"skill": "Scholar", "gains": ["asset", "renown"], "difficulty": "Average"}


def years(seasons: int, *plan: list[dict[str, Any]], settings: Any = None, **more: Any) -> dict[str, Any]:  # noqa: ANN401 as sent
    """Return a request to simulate this many seasons of one character."""
    one = {"dice": DICE, "plan": plan, **more}
    return {"years": {"characters": [one], "seasons": seasons}, "settings": settings or {}}


def simulate_years(asked: dict[str, Any], trials: int = TRIALS) -> dict[str, Fraction]:
    """Simulate the request and return the average of each measure."""
    chunk = Chunk(job_seed=bytes(31) + b"\x07", number=0, trials=trials)
    found = run_chunk(SIMULATION, (variant_of(SIMULATION, asked),), chunk).ours
    return {name: Fraction(tally.total) / trials for name, tally in found.items()}


def successes(*dice: tuple[str, ...]) -> list[int]:
    """Return the number of successes in Scholar, at most four, for every outcome of these dice."""
    counts = {"Universal", "Mental", "Scholar"}
    return [min(sum(face in counts for face in faces), 4) for faces in product(*dice)]


EACH: Final = successes(*DICE)
MEAN: Final = Fraction(sum(EACH), len(EACH))


@pytest.mark.rule("BN-INC-04", "BN-R-075")
def test_years_of_lectures_earn_what_the_odds_say() -> None:
    """Each success earns 100 coins a season. The simulated average is within four standard errors of the exact mean."""
    found = simulate_years(years(8, [LECTURE], coins=50))
    variance = Fraction(sum(one * one for one in EACH), len(EACH)) - MEAN**2
    error = abs(found["coins a season"] - 100 * MEAN)
    assert error**2 < 16 * 10_000 * variance / (TRIALS * 8)
    assert found["coins"] == 50 + 8 * found["coins a season"]
    assert [0, 4, 0] == [found["assets"], found["dice left"], found["somebody dead"]]


@pytest.mark.rule("BN-INC-07", "BN-OFF-11", "BN-R-300")
def test_a_book_pays_for_the_lecture_after_it() -> None:
    """A successful writer of a book gains renown and a temporary asset worth 100 coins, which ends with the season."""
    found = simulate_years(years(8, [BOOK, LECTURE]))
    nulls = [sum(face <= 2 for face in faces) for faces in product(range(1, 7), repeat=4)]
    won = Fraction(sum(one > other for one in EACH for other in nulls), len(EACH) * len(nulls))
    assert abs(found["renown"] / 8 - won) ** 2 < 16 * won * (1 - won) / (TRIALS * 8)
    assert abs(found["coins a season"] - 100 * (MEAN + won)) < 20
    assert 0 == found["assets"]


@pytest.mark.rule("BN-R-246", "BN-R-079", "BN-IMP-05")
def test_later_dice_and_lasting_assets_are_there_from_the_first_season_on() -> None:
    """A lasting asset earns 100 coins in every season, whatever the dice show. A character may start with five dice."""
    plain, owner = (simulate_years(years(4, [LECTURE], assets=["Scholar"] * count), 20) for count in (0, 1))
    assert abs(owner["coins"] - plain["coins"] - 400) < 100
    assert [1, 4] == [owner["assets"], owner["dice left"]]
    assert 5 == simulate_years(years(1, [LECTURE], dice=[*DICE, FIFTH]), 1)["dice left"]


@pytest.mark.rule("BN-R-072", "BN-R-071", "BN-R-073")
def test_a_dead_character_does_nothing_more() -> None:
    """After a character's death, the plan of seasons continues, but actions that are no longer possible are skipped."""
    deadly = {"skill": "Scholar", "gains": ["other"], "difficulty": "Impossible", "damage": 100}
    found = simulate_years(years(5, [deadly, LECTURE], []), 30)
    assert 1 == found["somebody dead"]
    assert 0 == found["coins"]


@pytest.mark.rule("BN-R-300")
def test_years_run_where_actions_are_resolved_at_once() -> None:
    """If `season_resolution` is `at_once`, simulated years also end after the requested seasons."""
    found = simulate_years(years(3, [BOOK, LECTURE], settings={"seasons": {"season_resolution": "at_once"}}), 20)
    assert found["coins"] > 0


@pytest.mark.rule("AR-JOB-01")
@pytest.mark.parametrize(
    ("asked", "refusal"),
    [
        ({}, RequestUnclear),
        ({"party": [{"sample": "Wolf"}]}, RequestUnclear),
        ({**years(1, [LECTURE]), "party": [{"sample": "Wolf"}], "enemies": [{"sample": "Wolf"}]}, RequestUnclear),
        (years(1, []), RequestUnclear),
        (years(1, [{"skill": "Scholar", "gains": ["asset"]}]), RequestUnclear),
        (years(1, [{"skill": "Scholar", "difficulty": "Easy"}]), RequestUnclear),
        (years(1, [LECTURE], dice=[*DICE, (*FIFTH[:2], *["blank"] * 4)]), RequestUnclear),
        (years(1, [LECTURE], dice=[*DICE, (*FIFTH[:2], "blank", *FIFTH[2:5])]), RequestUnclear),
        (years(41, [LECTURE]), RequestUnclear),
        (years(1, [LECTURE, LECTURE]), IncomeOnce),
    ],
)  # fmt: skip
def test_an_invalid_simulation_is_refused(asked: dict[str, Any], refusal: type[Refusal]) -> None:
    """The service refuses an invalid request before the first trial."""
    with pytest.raises(refusal):
        variant_of(SIMULATION, asked)
