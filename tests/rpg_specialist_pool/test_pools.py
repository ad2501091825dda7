"""The dice pool: the sources of its dice, its successes, and its criticals."""

from typing import Any

import msgspec
import pytest

from services.rpg_specialist_pool.catalogue import TIERS
from services.rpg_specialist_pool.chapters.attempts import Attempt, AttemptMade, AttemptResolved, OneMeasureOnly
from services.rpg_specialist_pool.chapters.pools import PoolRolled, TierUnclear
from services.rpg_specialist_pool.chapters.specialists import ChangeSpecialist, CreateSpecialist, TrainingUnclear
from services.rpg_specialist_pool.reading import success_pool
from services.rpg_specialist_pool.state import (
    Action,
    Component,
    OtherDice,
    PoolSource,
    Roll,
    Sheet,
    Situational,
    Training,
)
from shared.kernel.campaign.seats import NamedTwice, NotKnownHere, ReasonNeeded
from shared.kernel.chance import Faces
from shared.kernel.refusals import FaceImpossible
from tests.rpg_specialist_pool.play import Play, dice, of, result, roll, roll_test, settings

KINDS = ("martial", "spell", "defence", "skill", "special")


@pytest.mark.rule("SG-CORE-01", "SG-CORE-02", "SG-DICE-02")
def test_every_kind_of_action_is_resolved_alike() -> None:
    """The event records an action's kind, but all kinds are resolved in the same way."""
    for kind in KINDS:
        events = roll_test(10, 7, 1, kind=kind)

        assert ("won", 1) == (of(AttemptResolved, events).outcome, of(AttemptResolved, events).margin)
        assert "critical_success" == of(PoolRolled, events).roll.critical
        assert kind == of(AttemptMade, events).pool.kind


@pytest.mark.rule("SG-CORE-03")
def test_an_action_reports_pool_successes_ap_and_tier() -> None:
    """An action's events report its pool, successes, AP and tier."""
    play = Play()
    hero = play.hero()
    action = Action(stats=("d2",), components=(Component(name="thrust", tier="basic", ap=2),))

    events = play.do(Attempt(character=hero, action=action), 6, 7, 1, 1)

    pool = of(AttemptMade, events).pool
    assert (4, 2, "basic") == (pool.dice, pool.ap, pool.tier)
    assert 2 == of(PoolRolled, events).roll.successes


@pytest.mark.rule("SG-DICE-01")
def test_a_die_has_ten_faces() -> None:
    """Faces entered from a physical table must be 1 to 10."""
    play = Play()
    hero = play.hero()

    for face in (0, 11):
        play.when(Attempt(character=hero, action=dice(1)), faces=Faces(face)).then_refused(FaceImpossible)
    assert (1, 10) == (*roll(1).faces, *roll(10).faces)


@pytest.mark.rule("SG-DICE-03", "SG-DICE-04", "SG-DICE-05")
@pytest.mark.parametrize(
    ("faces", "successes", "failures"),
    [((6, 7, 8, 9, 10), 5, 0), ((1, 2, 3, 4, 5), 0, 5), ((6, 6, 1), 2, 1), ((5,), 0, 1), ((6,), 1, 0)],
)
def test_faces_of_six_and_more_succeed(faces: tuple[int, ...], successes: int, failures: int) -> None:
    """A face of 6 or more is a success, and any other a failure. More successes make a stronger result."""
    seen = roll(*faces)

    assert (successes, failures) == (seen.successes, seen.failures)


@pytest.mark.rule("SG-DICE-06", "SG-DICE-08", "SG-R-23", "SG-R-29")
@pytest.mark.parametrize(
    ("faces", "measure", "expected"),
    [
        ((6, 2, 2), {}, ("won", 0)),
        ((5, 2, 2), {}, ("lost", -1)),
        ((6, 6, 6), {"threshold": 3}, ("won", 0)),
        ((6, 6, 5), {"threshold": 3}, ("lost", -1)),
        ((6, 6, 6, 6, 6), {"threshold": 2}, ("won", 3)),
        ((1, 6), {"threshold": 2}, ("lost", -1)),
        ((1, 2), {"threshold": 0}, ("won", 0)),
    ],
)
def test_a_threshold_is_a_number_of_successes(
    faces: tuple[int, ...], measure: dict[str, int], expected: tuple[str, int]
) -> None:
    """A test's threshold is 1 success by default. The margin is the number of successes minus the threshold."""
    assert expected == result(*faces, **measure)


@pytest.mark.rule("SG-DICE-07", "SG-R-30")
@pytest.mark.parametrize(
    ("setting", "faces", "expected"),
    [
        ("as_opposition", (6, 6, 6), ("tie", 0)),
        ("as_threshold", (6, 6, 6), ("won", 0)),
        ("as_opposition", (6, 6, 6, 6), ("won", 1)),
        ("as_opposition", (6, 6), ("lost", -1)),
        ("as_threshold", (6, 6), ("lost", -1)),
    ],
)
def test_a_resistance_replaces_the_other_sides_successes(
    setting: str, faces: tuple[int, ...], expected: tuple[str, int]
) -> None:
    """Successes equal to a resistance are a tie, or a success if `test.resistance` is `as_threshold`."""
    assert expected == result(*faces, resistance=3, play=Play(test={"resistance": setting}))


@pytest.mark.rule("SG-DICE-07")
def test_a_test_has_a_threshold_or_a_resistance() -> None:
    """The game refuses a test with both a threshold and a resistance."""
    play = Play()
    play.no(OneMeasureOnly, Attempt(character=play.hero(), action=dice(1), threshold=1, resistance=1))


@pytest.mark.rule("SG-POOL-01", "SG-POOL-02", "SG-POOL-03", "SG-POOL-05", "SG-POOL-06", "SG-R-38", "SG-R-39", "SG-R-40")
def test_a_pool_is_the_sum_of_the_named_entries() -> None:
    """A stat, training, trait or piece of equipment adds its dice only if the action names it."""
    play = Play()
    hero = play.hero(
        stats={"Might": 3}, trainings={"Blades": 2}, traits={"Bold": 1}, equipment={"Sword": 2, "Sack": -1}
    )
    action = Action(stats=("Might",), trainings=("Blades",), traits=("Bold",), equipment=("Sword", "Sack"))

    made = play.the(AttemptMade, Attempt(character=hero, action=action), *[1] * 7)

    assert (
        PoolSource(source="stat", name="Might", dice=3),
        PoolSource(source="training", name="Blades", dice=2),
        PoolSource(source="trait", name="Bold", dice=1),
        PoolSource(source="equipment", name="Sword", dice=2),
        PoolSource(source="equipment", name="Sack", dice=-1),
    ) == made.pool.sources
    assert 7 == made.pool.dice
    assert 0 == play.the(AttemptMade, Attempt(character=hero, action=Action())).pool.dice


@pytest.mark.rule("SG-R-38")
def test_an_action_names_each_entry_of_the_sheet_once() -> None:
    """The game refuses an action with names that are not on the sheet, or names given twice."""
    play = Play()
    hero = play.hero()

    play.no(NotKnownHere, Attempt(character=hero, action=Action(traits=("Bold",))))
    play.no(NamedTwice, Attempt(character=hero, action=Action(stats=("d1", "d1"))))


@pytest.mark.rule("SG-POOL-04", "SG-R-15")
@pytest.mark.parametrize("rate", [0, 1, 2])
def test_each_ap_adds_a_component_die_by_default(rate: int) -> None:
    """By default each AP adds one component die. A number of dice in the command replaces this number."""
    play = Play(pool={"dice_per_ap": rate})
    hero = play.hero()
    component = Component(name="flame", tier="simple", ap=3)
    for action, count in (
        (Action(components=(component,)), 3 * rate),
        (Action(ap=2), 2 * rate),
        (Action(components=(component,), component_dice=5), 5),
        (Action(component_dice=3), 3),
    ):
        made = play.the(AttemptMade, Attempt(character=hero, action=action), *[1] * count)

        assert count == made.pool.dice


@pytest.mark.rule("SG-POOL-07", "SG-POOL-09", "SG-R-41", "SG-R-47")
def test_situational_dice_and_other_sources_count() -> None:
    """Situational dice need a reason and may be negative. Dice from other sources need a name."""
    play = Play()
    hero = play.hero()
    fog = Situational(dice=-1, reason="fog")
    action = dice(
        3, situational=fog, other_dice=(OtherDice(source="blessing", dice=1), OtherDice(source="help", dice=2))
    )

    assert 5 == play.the(AttemptMade, Attempt(character=hero, action=action), *[1] * 5).pool.dice
    play.no(ReasonNeeded, Attempt(character=hero, action=dice(3, situational=Situational(dice=-1))))


@pytest.mark.rule("SG-POOL-08", "SG-POOL-10", "SG-POOL-11", "SG-LUCK-05")
def test_chosen_luck_dice_are_rolled_with_the_pool() -> None:
    """Luck dice are part of the same roll as the pool. By default a roll has no Luck dice."""
    events = roll_test(6, 6, 1, 1, luck=(6,))

    assert [Roll(faces=(6, 6, 1, 1), luck=(6,), successes=3, failures=2, critical=None)] == [
        event.roll for event in events if isinstance(event, PoolRolled)
    ]
    assert () == roll(6, 6, 1, 1).luck


@pytest.mark.rule("SG-R-24")
@pytest.mark.parametrize(("minimum", "faces"), [(0, ()), (1, (1,))])
def test_a_negative_pool_has_no_dice(minimum: int, faces: tuple[int, ...]) -> None:
    """A pool below zero rolls no dice, or one die if `pool.minimum` is 1. Luck dice are always rolled."""
    play = Play(pool={"minimum": minimum})
    hero = play.hero(luck=3)
    bare = dice(1, situational=Situational(dice=-3, reason="dark"))

    seen = play.the(PoolRolled, Attempt(character=hero, action=msgspec.structs.replace(bare, luck=1)), *faces, 10).roll

    assert (faces, (10,), 1, len(faces)) == (seen.faces, seen.luck, seen.successes, seen.failures)
    assert seen.critical is None


@pytest.mark.rule("SG-CAMP-08")
def test_a_pool_has_at_most_a_hundred_dice() -> None:
    """A pool of more than a hundred dice rolls only a hundred of them."""
    play = Play()
    other = (OtherDice(source="a", dice=100), OtherDice(source="b", dice=20))

    made = play.the(AttemptMade, Attempt(character=play.hero(), action=Action(other_dice=other)), *[1] * 100)

    assert 100 == made.pool.dice


@pytest.mark.rule("SG-R-39")
def test_training_adds_recorded_dice_or_the_rank_of_its_tier() -> None:
    """If `training_dice` is `rank`, training adds as many dice as its tier's rank.

    The game then refuses recorded dice.
    """
    recorded = Sheet(name="A", trainings={"Blades": Training(dice=4, tier="basic")})
    ranked = Sheet(name="A", trainings={"Blades": Training(tier="advanced")})
    for chosen, good, bad, count in (("recorded", recorded, ranked, 4), ("rank", ranked, recorded, 4)):
        play = Play(pool={"training_dice": chosen})
        hero = play.hero()
        play.no(TrainingUnclear, CreateSpecialist(sheet=bad))
        play.do(ChangeSpecialist(character=hero, sheet=good, reason="trained"))

        made = play.the(AttemptMade, Attempt(character=hero, action=Action(trainings=("Blades",))), *[1] * count)

        assert count == made.pool.dice


# ---------------------------------------------------------------- criticals


def critical(*faces: int, tier: str = "simple", luck: tuple[int, ...] = (), **groups: dict[str, Any]) -> str | None:
    """Return the critical of a roll, or None."""
    return roll(*faces, luck=luck, tier=tier, play=Play(**groups)).critical


@pytest.mark.rule("SG-CS-03", "SG-CS-04", "SG-CS-05", "SG-CS-06", "SG-CS-07", "SG-CS-02", "SG-CF-02", "SG-CF-03")
@pytest.mark.parametrize("tier", TIERS)
def test_a_tier_requires_as_many_tens_or_ones_as_its_rank(tier: str) -> None:
    """A critical needs as many 10s or 1s as the rank of the tier. With one fewer, there is no critical."""
    rank = {"simple": 1, "basic": 2, "intermediate": 3, "advanced": 4, "master": 5}[tier]

    assert "critical_success" == critical(*[10] * rank, tier=tier)
    assert critical(*[10] * (rank - 1), 9, tier=tier) is None
    assert "critical_failure" == critical(*[1] * rank, tier=tier)
    assert critical(*[1] * (rank - 1), 2, tier=tier) is None


@pytest.mark.rule("SG-CS-01", "SG-CS-08", "SG-CF-01", "SG-R-10", "SG-X-13", "SG-X-14")
@pytest.mark.parametrize(
    ("faces", "tier", "shows"),
    [
        ((10, 6, 1), "simple", "critical_success"),
        ((10, 1), "simple", None),
        ((10, 1, 1), "simple", "critical_failure"),
        ((9, 9), "simple", None),
        ((10, 9, 1), "simple", "critical_success"),
        ((1, 2, 6), "simple", "critical_failure"),
        ((1, 6), "simple", None),
        ((10, 10, 6), "basic", "critical_success"),
        ((10, 9, 6), "basic", None),
        ((1, 1, 5), "basic", "critical_failure"),
        ((1, 2, 5), "basic", None),
        ((1, 1, 1, 10, 6), "intermediate", "critical_failure"),
    ],
)
def test_a_critical_needs_a_majority_and_the_faces(faces: tuple[int, ...], tier: str, shows: str | None) -> None:
    """A critical needs a majority of successes or failures. With equal numbers, there is no critical."""
    assert shows == critical(*faces, tier=tier)


@pytest.mark.rule("SG-R-07", "SG-LUCK-07")
@pytest.mark.parametrize(
    ("setting", "faces", "luck", "shows"),
    [
        ("net_successes_only", (10, 1), (6,), "critical_success"),
        ("net_successes_only", (10, 6, 1), (5,), None),
        ("net_successes_only", (9,), (10,), None),
        ("excluded", (10, 1), (6,), None),
        ("excluded", (10, 6, 1), (5,), "critical_success"),
        ("full", (9,), (10,), "critical_success"),
        ("full", (2, 6, 6), (1, 1, 1), "critical_failure"),
        ("net_successes_only", (2, 6, 6), (1, 1, 1), None),
        ("full", (10, 6), (2, 2), None),
    ],
)
def test_a_setting_decides_how_luck_counts_in_criticals(
    setting: str, faces: tuple[int, ...], luck: tuple[int, ...], shows: str | None
) -> None:
    """By default, Luck dice count in criticals only through net successes.

    If `in_criticals` is `excluded`, they do not count in criticals; if it is `full`, they count like other dice.
    """
    rules = settings(luck={"in_criticals": setting})

    assert shows == success_pool(len(faces), len(luck), "simple", rules).critical(faces, luck)
    assert shows == roll(*faces, luck=luck, play=Play(luck={"in_criticals": setting})).critical


@pytest.mark.rule("SG-R-08")
def test_more_tens_than_required_make_a_critical_by_default() -> None:
    """By default extra 10s still make a critical. If `critical.count` is `exactly`, they do not."""
    assert "critical_success" == critical(10, 10)
    assert critical(10, 10, critical={"count": "exactly"}) is None
    assert "critical_failure" == critical(1, 2, critical={"count": "exactly"})


@pytest.mark.rule("SG-R-12", "SG-R-43")
def test_a_setting_lets_a_critical_failure_decide_a_test() -> None:
    """By default a test with a critical failure may still succeed, and the failure has its consequence."""
    faces = (1, 1, 6)
    assert ("won", 0) == result(*faces)
    assert ("lost", 0) == result(*faces, play=Play(critical={"decides": "failure_loses"}))


# ---------------------------------------------------------------- tiers and components


@pytest.mark.rule("SG-R-09")
def test_the_tier_of_an_action_is_that_of_its_highest_component() -> None:
    """An action has the tier of its highest component. Without components it names its tier, or is Simple."""
    play, strict = Play(), Play(tier={"without_component": "refuse"})
    hero, other = play.hero(), strict.hero()
    two = (Component(name="a", tier="simple", ap=1), Component(name="b", tier="basic", ap=1))
    for action, tier, count in (
        (Action(components=two), "basic", 2),
        (Action(components=two, tier="basic", ap=2), "basic", 2),
        (Action(tier="master"), "master", 0),
        (Action(), "simple", 0),
    ):
        assert tier == play.the(AttemptMade, Attempt(character=hero, action=action), *[1] * count).pool.tier
    play.no(TierUnclear, Attempt(character=hero, action=Action(components=two, tier="advanced")))
    play.no(TierUnclear, Attempt(character=hero, action=Action(components=two, ap=5)))
    play.no(TierUnclear, Attempt(character=hero, action=Action(components=(Component(name="a"),))))
    strict.no(TierUnclear, Attempt(character=other, action=Action()))
    strict.do(Attempt(character=other, action=Action(tier="simple")))
