"""Simulated fights in BONES follow the rules: their averages agree with exactly computed duels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final

import pytest

from services.bones.chapters.people.dice import BeastsHaveNeither, DieOrFaces
from services.bones.chapters.people.items import HordeHasNothing
from services.bones.context import FacesNeeded
from services.bones.simulations import ARMED, SIMULATION
from shared.kernel.campaign.seats import NotKnownHere
from shared.kernel.jobs.chunk import Chunk, play_and_measure, run_chunk, variant_of
from shared.kernel.jobs.refusals import RequestUnclear
from shared.kernel.jobs.report import seed_of
from shared.kernel.refusals import Refusal

TRIALS: Final = 300
BEAR: Final = {"sample": "Grizzly Bear"}
CLAWS: Final = ("Universal", "Melee", "Melee*2", "Defend", "blank", "blank")
SHELL: Final = ("Universal", "Melee", "Defend", "Defend*2", "Defend", "blank")
HORDE: Final = ("Melee", "Melee", "Melee", "blank", "blank", "Regenerate")
STRIKES: Final = {"Universal": 1, "Melee": 1, "Melee*2": 2}
GUARDS: Final = {"Defend": 1, "Defend*2": 2}

Dice = tuple[str, ...]
Thrown = Mapping[tuple[int, int, int], float]
"""The probability of each combination of attacking successes, defending successes and regrown dice."""


def outcomes_of_throw(die: Dice, number: int, guard: int) -> Thrown:
    """Return all outcomes of a throw of equal dice.

    The creature uses up to `guard` of its attacking successes for defence.
    """
    found: Counter[tuple[int, int, int]] = Counter()
    for faces in product(die, repeat=number):
        strike, defend = (sum(gives.get(face, 0) for face in faces) for gives in (STRIKES, GUARDS))
        kept = min(guard, strike)
        found[strike - kept, defend + kept, faces.count("Regenerate")] += 1
    return {what: count / 6**number for what, count in found.items()}


def after(ours: int, theirs: int, most: int, throws: tuple[Thrown, Thrown]) -> Iterator[tuple[int, int, float]]:
    """Yield both sides' dice after a round, each pair with its probability.

    Creatures regrow dice only while they have dice left.
    """
    for ((strike, defend, _), chance), ((blow, parry, grown), luck) in product(*(one.items() for one in throws)):
        left, right = ours - max(blow - defend, 0), theirs - max(strike - parry, 0)
        yield max(left, 0), min(most, right + grown) if right > 0 else 0, chance * luck


def worked_out(ours: tuple[Dice, int, int], theirs: tuple[Dice, int]) -> tuple[float, float]:
    """Return the probabilities that our side wins and that both sides die, computed from all throws."""
    (die, number, guard), (foe, many) = ours, theirs
    pairs = list(product(range(1, number + 1), range(1, many + 1)))
    turns = {
        pair: list(after(*pair, many, (outcomes_of_throw(die, pair[0], guard), outcomes_of_throw(foe, pair[1], 0))))
        for pair in pairs
    }
    found = dict.fromkeys(product(range(number + 1), range(many + 1)), (0.0, 0.0))
    found |= {(left, 0): (1.0, 0.0) for left in range(1, number + 1)} | {(0, 0): (0.0, 1.0)}
    for _ in range(300):
        for pair, turn in turns.items():
            ends = [(found[left, right], chance) for left, right, chance in turn]
            found[pair] = (sum(end[0] * chance for end, chance in ends), sum(end[1] * chance for end, chance in ends))
    return found[number, many]


def beast(die: Dice, number: int, **more: Any) -> dict[str, Any]:  # noqa: ANN401 fields of a contender
    """Return a beast with its own dice."""
    return {"dice": [{"n": number, "faces": list(die)}], "beast": True, **more}


def simulate_fight(fight: dict[str, Any]) -> dict[str, float]:
    """Simulate a fight many times, and return the average of each measure by its name."""
    chunk = Chunk(job_seed=bytes(31) + b"\x0b", number=0, trials=TRIALS)
    found = run_chunk(SIMULATION, (variant_of(SIMULATION, fight),), chunk).ours
    return {name: float(tally.total) / TRIALS for name, tally in found.items()}


@pytest.mark.rule("BN-CMB-08", "BN-CMB-09", "BN-CMB-18", "BN-DMG-02")
@pytest.mark.parametrize(("number", "many", "guard"), [(1, 1, 0), (2, 2, 0), (2, 2, 1), (2, 3, 0)])
def test_a_duel_of_beasts_agrees_with_its_throws(number: int, many: int, guard: int) -> None:
    """In a duel of beasts, the simulated shares of wins and double defeats agree with an enumeration of all throws."""
    won, nobody = worked_out((CLAWS, number, guard), (SHELL, many))
    found = simulate_fight({"party": [beast(CLAWS, number, guard=guard)], "enemies": [beast(SHELL, many)]})

    assert found["won"] == pytest.approx(won, abs=0.09)
    assert found["nobody left"] == pytest.approx(nobody, abs=0.09)
    assert 0 == found["undecided"]


@pytest.mark.rule("BN-HORDE-03", "BN-HORDE-04", "BN-R-134", "BN-R-136")
def test_a_duel_with_a_horde_agrees_with_its_throws() -> None:
    """A horde does not defend, and regrows with its rolled icons until it is broken.

    Its simulated duel agrees with an enumeration of all throws.
    """
    won, nobody = worked_out((SHELL, 3, 0), (HORDE, 3))
    found = simulate_fight({"party": [beast(SHELL, 3)], "enemies": [{"threat": "Threatening"}]})

    assert 0.1 < won < 0.9
    assert found["won"] == pytest.approx(won, abs=0.09)
    assert found["nobody left"] == pytest.approx(nobody, abs=0.09)


MERCENARY: Final = {"sample": "Mercenary"}
CROWD: Final[dict[str, dict[str, Any]]] = {
    "a bear": {"party": [ARMED, ARMED | {"guard": 2}], "enemies": [BEAR]},
    "poison": {"party": [MERCENARY | {"items": ["Heavy armor (plate)", "Buckler"]}] * 3, "enemies": [
        {"sample": "Basilisk", "ranged": True}, {"sample": "Cobra"},
    ]},
    "hordes": {"party": [ARMED] * 3, "enemies": [{"threat": "Nuisance"}, {"threat": "Deadly"}]},
    "two weapons": {"party": [{"sample": "Swordmaster", "items": ["Spear", "Dagger / knife"]}], "enemies": [
        {"sample": "Harpy"}, {"sample": "Zombie"},
    ]},
    "thrown": {"party": [MERCENARY | {"items": ["Javelin", "Javelin"], "ranged": True}] * 2, "enemies": [
        {"sample": "Barrow Wight"},
    ]},
    "fire": {"party": [MERCENARY | {"items": ["Longbow / heavy crossbow"]}] * 5, "enemies": [
        {"sample": "Fire Drake", "ranged": True},
    ]},
    "demons": {"party": [{"dice": [{"n": 5, "die": "Demonic"}], "beast": True}], "enemies": [{"sample": "Ghost"}]},
}  # fmt: skip
"""Fights of many kinds, by name."""
READINGS: Final[list[dict[str, Any]]] = [
    {},
    {"combat": {
        "same_side_allocation": "gm_order", "declaration": "cast_first", "armor_absorbs": "all_damage_of_the_blow",
    }},
    {"combat": {"damage_die_choice": "random", "cast_auto_allocation": "all_attack", "defend_against_all": True}},
    {
        "combat": {"weaponless_attack_without_icon": False, "damage_die_choice": "last_die"},
        "beasts": {"universal_for_ability": "any_ability", "regenerate_when": "before_damage"},
        "healing": {"healed_die_choice": "first_lost"},
        "tasks": {"item_dice_per_roll": "gm_decides", "two_hands_exclude_shield": True},
    },
]  # fmt: skip


@pytest.mark.rule("AR-JOB-07")
@pytest.mark.parametrize("settings", READINGS)
@pytest.mark.parametrize("fight", CROWD)
def test_fights_of_all_kinds_come_to_an_end(fight: str, settings: dict[str, Any]) -> None:
    """A simulated fight ends with a winner, with no survivors, or at the round limit, and no command is refused."""
    variant = variant_of(SIMULATION, CROWD[fight] | {"settings": settings})
    for seed in range(4):
        trial = play_and_measure(SIMULATION, variant, seed_of("5e" * 32, 0, seed))
        lost = int(not trial["dice left"] and trial["dice left to enemies"] > 0)

        assert set(SIMULATION.measures(variant.request)) == set(trial)
        assert 1 == trial["won"] + trial["nobody left"] + trial["undecided"] + lost
        assert (trial["dice left"] > 0) == bool(trial["won"] or trial["undecided"])
        assert 1 <= trial["rounds"] <= 100


def test_a_fight_that_nobody_can_win_is_undecided() -> None:
    """Fighters that only defend neither hurt nor get hurt, so their fight ends undecided after 100 rounds."""
    idle = beast(("Defend",) * 6, 1)
    trial = play_and_measure(SIMULATION, variant_of(SIMULATION, {"party": [idle], "enemies": [idle]}), bytes(32))

    assert (1, 0, 100, 1) == (trial["undecided"], trial["won"], trial["rounds"], trial["dice left"])


@pytest.mark.parametrize(
    ("changed", "refusal"),
    [
        ({"party": []}, RequestUnclear),
        ({"party": [BEAR] * 11}, RequestUnclear),
        ({"party": [{}]}, RequestUnclear),
        ({"enemies": [BEAR | {"threat": "Deadly"}]}, RequestUnclear),
        ({"settings": {"dice": {"dice_source": "reported"}}}, FacesNeeded),
        ({"enemies": [{"sample": "Unicorn"}]}, NotKnownHere),
        ({"enemies": [{"threat": "Deadly", "items": ["Spear"]}]}, HordeHasNothing),
        ({"enemies": [BEAR | {"items": ["Excalibur"]}]}, NotKnownHere),
        ({"enemies": [{"dice": [{"n": 1}]}]}, DieOrFaces),
        ({"enemies": [beast(("Physical",) * 6, 1)]}, BeastsHaveNeither),
    ],
)
def test_fights_that_cannot_be_played_are_refused(changed: dict[str, Any], refusal: type[Refusal]) -> None:
    """The service refuses an empty side, an unnamed fighter, dice from a real table, and fights that break rules."""
    with pytest.raises(refusal):
        variant_of(SIMULATION, {"party": [ARMED], "enemies": [BEAR]} | changed)
