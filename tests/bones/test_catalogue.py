"""The game's catalogue after it is loaded."""

from collections import Counter
from typing import Final

import msgspec
import pytest

from services.bones.catalogue import MASTERY, SKILLS, Year
from services.bones.routes import Catalogue, whole

BENCHMARKED: Final = [
    "Artisan", "Craft", "Healer", "Maneuver", "Merchant", "Outdoorsman", "Perception", "Riding", "Sailor", "Scholar",
    "Social", "Stealth", "Thief",
]  # fmt: skip


@pytest.mark.rule("BN-MAST-05", "BN-MAST-06")
def test_each_skill_but_magic_has_three_mastery_icons() -> None:
    """Each of 17 skills has a blue, a green and a red mastery icon: 51 in all."""
    found = Counter(one.skill for one in whole().masteries)

    assert dict.fromkeys(SKILLS.keys() - {"Magic"}, 3) == found
    assert (51, 18) == (len(MASTERY), len(SKILLS))
    for skill in found:
        assert {"blue", "green", "red"} == {one.colour for one in whole().masteries if one.skill == skill}


@pytest.mark.parametrize(
    "skill",
    [
        pytest.param(skill, marks=pytest.mark.rule(f"BN-EXMP-{number:02}"))
        for number, skill in enumerate(BENCHMARKED, 1)
    ],
)
def test_a_skill_has_benchmarks_at_three_levels(skill: str) -> None:
    """Each skill has two benchmarks at Easy, two at Average and two at Difficult."""
    found = [(one.difficulty, len(set(one.examples))) for one in whole().benchmarks if one.skill == skill]

    assert [("Easy", 2), ("Average", 2), ("Difficult", 2)] == found


def test_skills_of_fights_and_magic_have_no_benchmarks() -> None:
    """Defend, Magic, Melee, Missile and Unarmed have no benchmarks."""
    assert set(BENCHMARKED) == {one.skill for one in whole().benchmarks}


@pytest.mark.rule("BN-CHRON-01")
@pytest.mark.parametrize("era", [{}, {"era": "BC"}])
def test_a_year_has_an_era(era: dict[str, str]) -> None:
    """A year is either D (of the domination) or AD (after it). The parser refuses a missing or unknown era."""
    with pytest.raises(msgspec.ValidationError, match="era"):
        msgspec.convert({"year_from": 5, "year_to": 5, "events": [], **era}, Year)


@pytest.mark.rule("BN-CHRON-02", "BN-R-214")
def test_years_of_the_domination_count_down() -> None:
    """500 D comes before 400 D, and 1 D comes directly before 1 AD: there is no year 0."""
    prices = [(2, "AD"), (400, "D"), (1, "AD"), (1, "D"), (500, "D")]
    rows = [{"year_from": year, "year_to": year, "era": era, "events": []} for year, era in prices]
    years = msgspec.convert(rows, list[Year])

    assert [(500, "D"), (400, "D"), (1, "D"), (1, "AD"), (2, "AD")] == [
        (year.year_from, year.era) for year in sorted(years, key=lambda year: year.order)
    ]
    with pytest.raises(msgspec.ValidationError, match="year_from"):
        msgspec.convert({"year_from": 0, "year_to": 0, "era": "D", "events": []}, Year)


@pytest.mark.rule("BN-CHRON-02", "BN-CHRON-03")
def test_chronology_has_twenty_entries_in_order() -> None:
    """The chronology runs from 5000 D to 1 AD; four of its entries are spans of years."""
    found = whole().chronology

    assert (20, 5000, 1) == (len(found), found[0].year_from, found[-1].year_from)
    assert ("D", "AD") == (found[0].era, found[-1].era)
    assert [(350, 300), (290, 240), (225, 200), (75, 50)] == [
        (year.year_from, year.year_to) for year in found if year.year_from != year.year_to
    ]
    assert sorted(found, key=lambda year: year.order) == list(found)


@pytest.mark.rule("BN-CI-09")
def test_whole_catalogue_is_loaded() -> None:
    """No part of the catalogue is empty, and encoding and decoding do not change it."""
    found = whole()

    assert all(getattr(found, name) for name in Catalogue.__struct_fields__)
    assert found == msgspec.json.decode(msgspec.json.encode(found), type=Catalogue)
    assert (1, "culture") == (found.steps[0].step, found.steps[0].does.rpartition(" ")[2])
