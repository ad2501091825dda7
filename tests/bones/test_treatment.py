"""Treatment: how much a healer's successes heal at once and during rest, and how long a treatment lasts."""

from typing import Any, Final

import pytest

from services.bones.chapters.fights.combat import Entrant, StartCombat
from services.bones.chapters.fights.declaring import Declare
from services.bones.chapters.fights.round_tasks import SetRoundTask
from services.bones.chapters.fights.rounds import RollRound, RoundBegan
from services.bones.chapters.rolls.healing import (
    DamageHealed,
    DiceComingBack,
    NothingToTreat,
    NotToBeTreated,
)
from services.bones.chapters.rolls.wounds import DealDamage, Died
from services.bones.chapters.tasks.recovery import (
    PassTime,
    PatientTreated,
    TreatmentEnded,
    TreatmentTookHold,
)
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import Attempt, CallTask, SetTask, TaskProposed
from services.bones.state.creatures import Treatment
from services.bones.state.tasks import DifficultyName, Terms
from shared.kernel.messages import Event
from tests.bones.healing import FIGHTERS, rest
from tests.bones.play import STANDARD, Play

HEALING: Final = ("Healer", "Healer:Medic", "Healer*2", "blank", "blank", "blank")
HEALER: Final = (HEALING,) * 4
ONE, MEDIC, TWO, NOTHING = 1, 2, 3, 4
"""The faces of a healer's die that show one success, a Medic icon, two successes, and a blank."""


def treatment(play: Play, healer: str, patient: str, *, difficulty: DifficultyName | None = None) -> str:
    """Call for a task in which a healer treats a patient; return the task."""
    terms = Terms(skill="Healer", purpose="treatment", patient=patient, difficulty=difficulty)
    return play.the(TaskProposed, CallTask(creature=healer, aim="treat the wounds", terms=terms)).task.id


def treat(play: Play, healer: str, patient: str, *faces: int, difficulty: DifficultyName | None = None) -> list[Event]:
    """Roll a healer's treatment of a patient; return the events."""
    return play.do(RollTask(task=treatment(play, healer, patient, difficulty=difficulty)), *faces)


def result_of(happened: list[Event]) -> PatientTreated:
    """Return the event that records the result of a treatment."""
    (event,) = [event for event in happened if isinstance(event, PatientTreated)]
    return event


@pytest.mark.rule("BN-HEAL-03", "BN-R-231")
def test_a_treatment_also_heals_damage_beyond_the_last_die() -> None:
    """A treatment that heals 4 damage undoes 3 damage beyond the last die, and restores one die."""
    play = Play()
    healer, patient = play.one("ann", HEALER), play.one("gm", FIGHTERS, lost=(1, 2, 3, 4), beyond=3)

    assert 4 == result_of(treat(play, healer, patient, TWO, TWO, TWO, TWO)).dice

    assert (0, 3) == (play.who(patient).beyond, len(play.who(patient).lost))


@pytest.mark.rule("BN-HEAL-03", "BN-DMG-03")
def test_a_treatment_does_not_help_the_dead() -> None:
    """A patient who dies before the roll is not treated, whatever the healer rolls."""
    play = Play()
    healer, patient = play.one("ann", HEALER), play.one("bob", lost=(1, 2, 3, 4), beyond=3)
    task = treatment(play, healer, patient)
    play.given(Died(creature=patient, cause="a fall"))

    happened = play.do(RollTask(task=task), TWO, TWO, TWO, TWO)

    assert {PatientTreated, DamageHealed, DiceComingBack}.isdisjoint(map(type, happened))
    assert ((1, 2, 3, 4), 3, 0) == (play.who(patient).lost, play.who(patient).beyond, play.who(patient).treated)


@pytest.mark.rule("BN-HEAL-02", "BN-HEAL-03", "BN-HEAL-04", "BN-R-146")
@pytest.mark.parametrize(
    ("faces", "successes", "dice", "days"), [((TWO, TWO), 4, 2, 3), ((TWO, ONE), 3, 1, 4), ((ONE, ONE), 2, 1, 5)]
)
def test_treatment_heals_at_once_and_during_rest(faces: Any, successes: int, dice: int, days: int) -> None:  # noqa: ANN401 a row
    """Every two successes restore a die at once. Afterwards, every `7 - successes` days of rest restore one."""
    play = Play()
    healer, patient = play.one(dice=HEALER), play.one("gm", FIGHTERS, lost=(1, 2, 3))

    event = result_of(treat(play, healer, patient, *faces, NOTHING, NOTHING))

    assert (successes, dice, 0, days) == (event.successes, event.dice, event.medic, event.days)
    assert 3 - dice == len(play.who(patient).lost)
    assert 3 - dice == rest(play, patient, days - 1)
    assert 2 - dice == rest(play, patient, 1)


@pytest.mark.rule("BN-MAST-16", "BN-HEAL-03")
@pytest.mark.parametrize(
    ("faces", "medic", "dice"), [((ONE, MEDIC), 1, 2), ((MEDIC, MEDIC, MEDIC), 2, 3), ((MEDIC,), 1, 1)]
)
def test_a_medic_heals_more_at_once(faces: Any, medic: int, dice: int) -> None:  # noqa: ANN401 a row
    """Each Medic icon restores one extra die, up to two extra dice in total."""
    play = Play()
    healer, patient = play.one(dice=HEALER), play.one("gm", FIGHTERS, lost=(1, 2, 3, 4))

    event = result_of(treat(play, healer, patient, *(*faces, *[NOTHING] * 4)[:4]))

    assert (len(faces), medic, dice) == (event.successes, event.medic, event.dice)
    assert 4 - dice == len(play.who(patient).lost)


@pytest.mark.rule("BN-MAST-16")
def test_a_failed_treatment_heals_nothing_by_medic() -> None:
    """If Nulls cancel all successes, the treatment fails, and its Medic icon adds nothing."""
    play = Play()
    healer, patient = play.one(dice=HEALER), play.one("gm", FIGHTERS, lost=(1,))

    event = result_of(treat(play, healer, patient, MEDIC, *[NOTHING] * 3, 1, 6, difficulty="Easy"))

    assert (0, 0, 0, None) == (event.successes, event.medic, event.dice, event.days)
    assert ((1,), None, 1) == (play.who(patient).lost, play.who(patient).treatment, play.who(patient).treated)


@pytest.mark.rule("BN-R-146", "BN-HEAL-03")
@pytest.mark.parametrize(("uses", "successes"), [("net", 2), ("gross", 4)])
def test_a_setting_counts_all_successes_of_a_treatment(uses: str, successes: int) -> None:
    """With 4 successes against 2 Nulls, a treatment counts 2, or all 4 if `treatment_uses` is `gross`."""
    play = Play(healing={"treatment_uses": uses})
    healer, patient = play.one(dice=HEALER), play.one("gm", FIGHTERS, lost=(1, 2, 3))

    event = result_of(treat(play, healer, patient, TWO, TWO, NOTHING, NOTHING, 1, 1, difficulty="Easy"))

    assert (successes, successes // 2) == (event.successes, event.dice)


@pytest.mark.rule("BN-R-147", "BN-HEAL-04")
@pytest.mark.parametrize("least", [1, 2])
def test_any_treatment_heals_at_most_a_die_per_day(least: int) -> None:
    """Even with 8 successes, each die needs a day of rest to return, or as many days as `min_days_per_die`."""
    play = Play(healing={"min_days_per_die": least})
    healer, patient = play.one(dice=HEALER), play.one("gm", [STANDARD["Fighter"]] * 6, lost=(1, 2, 3, 4, 5))

    assert least == result_of(treat(play, healer, patient, TWO, TWO, TWO, TWO)).days
    assert 1 == len(play.who(patient).lost)
    assert int(least == 2) == rest(play, patient, 1)


@pytest.mark.rule("BN-R-149")
def test_the_faster_of_two_rates_applies() -> None:
    """If a treatment heals a die in 10 days, the faster rate of a week applies, and earlier rest still counts."""
    play = Play(healing={"min_days_per_die": 10})
    healer, patient = play.one(dice=HEALER), play.one("gm", FIGHTERS, lost=(1, 2, 3))
    rest(play, patient, 6)

    assert 10 == result_of(treat(play, healer, patient, ONE, *[NOTHING] * 3)).days
    assert 2 == rest(play, patient, 1)


@pytest.mark.rule("BN-R-148", "BN-R-286", "BN-CAMP-08")
def test_the_same_wounds_are_treated_once() -> None:
    """One healer treats a patient's wounds in one roll.

    New damage allows another treatment. The dead and the unhurt cannot be treated.
    """
    play = Play()
    healer, patient, well, corpse = (
        play.one(dice=HEALER), play.one("gm", FIGHTERS, lost=(1, 2)), play.one(), play.one(lost=(1,), dead=True),
    )  # fmt: skip
    for who, why in ((well, "unhurt"), (corpse, "dead")):
        play.when(CallTask(creature=healer, aim="treat", terms=_terms(who))).then_refused(NothingToTreat, has=why)
    task = treatment(play, healer, patient)
    play.no(NotToBeTreated, CallTask(creature=play.one("bob", HEALER), aim="treat", terms=_terms(patient)))
    play.do(RollTask(task=task), NOTHING, NOTHING, NOTHING, NOTHING)

    play.no(NotToBeTreated, CallTask(creature=healer, aim="treat", terms=_terms(patient)))
    play.do(DealDamage(creature=patient, amount=1))
    assert 1 == result_of(treat(play, healer, patient, ONE, ONE, NOTHING, NOTHING)).dice


def _terms(patient: str) -> Terms:
    return Terms(skill="Healer", purpose="treatment", patient=patient)


@pytest.mark.rule("BN-R-148")
@pytest.mark.parametrize("better_first", [True, False])
def test_a_setting_allows_two_treatments(better_first: bool) -> None:  # noqa: FBT001 both ways
    """If `treatments_per_wound_set` is 2, the better of two treatments counts, and a third is refused."""
    play = Play(healing={"treatments_per_wound_set": 2})
    healer, patient = play.one(dice=HEALER), play.one("gm", FIGHTERS, lost=(1, 2, 3))

    for better in (better_first, not better_first):
        treat(play, healer, patient, *((TWO, ONE) if better else (ONE, NOTHING)), NOTHING, NOTHING)

    assert Treatment(days=4) == play.who(patient).treatment
    play.no(NotToBeTreated, CallTask(creature=healer, aim="treat", terms=_terms(patient)))


@pytest.mark.rule("BN-R-148", "BN-R-286")
def test_the_terms_of_a_treatment_may_be_changed() -> None:
    """New terms are not a second treatment. A treatment by another healer is a second one, which the game refuses."""
    play = Play()
    healer, patient = play.one(dice=HEALER), play.one("gm", FIGHTERS, lost=(1,))
    task = treatment(play, healer, patient)

    play.do(SetTask(task=task, terms=_terms(patient)))

    other = play.the(TaskProposed, Attempt(creature=play.one("bob", HEALER), aim="treat"), seat="bob").task.id
    play.no(NotToBeTreated, SetTask(task=other, terms=_terms(patient)))


@pytest.mark.rule("BN-R-286")
def test_a_healer_may_treat_himself() -> None:
    """A healer who has dice left can treat his own wounds."""
    play = Play()
    healer = play.one(dice=HEALER, lost=(4,))

    treat(play, healer, healer, ONE, ONE, NOTHING)

    assert () == play.who(healer).lost


@pytest.mark.rule("BN-R-285", "BN-HEAL-04")
@pytest.mark.parametrize(("ends", "lost"), [(True, 3), (False, 2)])
def test_new_damage_ends_a_treatment(ends: bool, lost: int) -> None:  # noqa: FBT001 a row
    """After new damage, creatures heal only at the rate of rest, unless `new_damage_ends_treatment` is false.

    Days without rest never count.
    """
    play = Play(healing={"new_damage_ends_treatment": ends})
    healer, patient = play.one(dice=HEALER), play.one("gm", FIGHTERS, lost=(1, 2, 3))
    treat(play, healer, patient, ONE, ONE, NOTHING, NOTHING)
    play.do(PassTime(weeks=10))
    assert 2 == len(play.who(patient).lost)

    happened = play.do(DealDamage(creature=patient, amount=1))

    assert ends == (TreatmentEnded(creature=patient) in happened)
    assert lost == rest(play, patient, 5)


@pytest.mark.rule("BN-R-318", "BN-R-286", "BN-R-148")
def test_a_treatment_in_a_fight_heals_after_the_round() -> None:
    """As the task of a round, one healer may treat a patient, whose dice return as the next round begins."""
    play = Play()
    healer, other, patient = play.one(dice=HEALER), play.one("bob", HEALER), play.one("gm", FIGHTERS, lost=(1, 2))
    play.do(StartCombat(fighters=tuple(Entrant(creature=who, side="us") for who in (healer, other, patient))))
    for who in (healer, other):
        play.do(Declare(creature=who, doing="other", aim="treat", skill="Healer"))
    play.do(Declare(creature=patient, doing="nothing"))
    play.do(SetRoundTask(creature=healer, terms=_terms(patient)))
    play.no(NotToBeTreated, SetRoundTask(creature=other, terms=_terms(patient)))
    play.do(SetRoundTask(creature=other, terms=Terms(skill="Healer", number=1)))

    happened = play.do(RollRound(), ONE, ONE, *[NOTHING] * 6)

    kinds = [type(event) for event in happened]
    assert (True, 1) == (result_of(happened).later, result_of(happened).dice)
    assert kinds.index(PatientTreated) < kinds.index(RoundBegan) < kinds.index(TreatmentTookHold)
    assert kinds.index(RoundBegan) < kinds.index(DamageHealed)
    assert (2,) == play.who(patient).lost
