"""Recovery: rest, treatment, regeneration, the order of healing dice, and passing time."""

from typing import Any, Final

import pytest

from services.bones.chapters.fights.combat import EndCombat, Entrant, StartCombat
from services.bones.chapters.fights.declaring import Declare, SetRoundTask
from services.bones.chapters.fights.rounds import RollRound, RoundBegan
from services.bones.chapters.rolls.healing import (
    ChooseHealed,
    DamageHealed,
    DiceComingBack,
    NothingToTreat,
    NotToBeTreated,
    OneForEachHealed,
)
from services.bones.chapters.rolls.wounds import DamageDealt, DealDamage, Died, TakeDamage
from services.bones.chapters.tasks.recovery import (
    PassTime,
    PatientTreated,
    RestBroken,
    RestCounted,
    TheDeadDoNotRest,
    TheFightGoesOn,
    TimePassed,
    TreatmentEnded,
    TreatmentTookHold,
)
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import Attempt, CallTask, SetTask, TaskProposed
from services.bones.state.creatures import Treatment
from services.bones.state.tasks import DifficultyName, Terms
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.seats import NamedTwice, NotKnownHere, NotYours, OutOfRange
from shared.kernel.legal import Allowed
from shared.kernel.messages import Event
from tests.bones.play import STANDARD, Play, allowed_of

HEALING: Final = ("Healer", "Healer:Medic", "Healer*2", "blank", "blank", "blank")
HEALER: Final = (HEALING,) * 4
ONE, MEDIC, TWO, NOTHING = 1, 2, 3, 4
"""Faces of such a die."""
FIGHTERS = [STANDARD["Fighter"]] * 4


def treatment(play: Play, healer: str, patient: str, *, difficulty: DifficultyName | None = None) -> str:
    """Let a character begin to treat a patient; return the task."""
    terms = Terms(skill="Healer", purpose="treatment", patient=patient, difficulty=difficulty)
    return play.the(TaskProposed, CallTask(creature=healer, aim="treat the wounds", terms=terms)).task.id


def treated(
    play: Play, healer: str, patient: str, *faces: int, difficulty: DifficultyName | None = None
) -> list[Event]:
    """Let a character treat a patient; return the events."""
    return play.do(RollTask(task=treatment(play, healer, patient, difficulty=difficulty)), *faces)


def found(happened: list[Event]) -> PatientTreated:
    """Return the result of a treatment."""
    (event,) = [event for event in happened if isinstance(event, PatientTreated)]
    return event


def _dice(entry: Allowed) -> tuple[object, int | None, int | None]:
    """Return the dice of an entry, and their number."""
    field = entry.fields["dice"]
    return [*(field.items.options or ())] if field.items else None, field.least, field.most


def rest(play: Play, who: str, days: int, *, hours: int = 0) -> int:
    """Let a character rest; return the number of lost dice after it."""
    play.do(PassTime(days=days, hours=hours, resting=(who,)))
    return len(play.who(who).lost)


@pytest.mark.rule("BN-DICE-09", "BN-HEAL-01", "BN-R-145")
def test_rest_heals_one_die_a_week() -> None:
    """2 lost dice: 6 days heal nothing, the seventh one die, and two weeks both."""
    play = Play()
    who, other = play.one("gm", FIGHTERS, lost=(1, 2)), play.one("gm", FIGHTERS, lost=(1, 2))

    assert [2, 1, 1, 0] == [rest(play, who, days) for days in (6, 1, 6, 1)]
    assert 4 == len(play.who(who).left)
    assert 0 == rest(play, other, 14)
    assert (0, 0) == (play.who(who).rested, play.who(other).rested)


@pytest.mark.rule("BN-R-317", "BN-R-145", "BN-HEAL-01")
def test_time_passes_by_hours_days_and_weeks_for_those_who_rest() -> None:
    """167 hours are less than a week, one more hour completes it; a creature that does not rest heals nothing."""
    play = Play()
    who, busy, well = (play.one("gm", FIGHTERS, lost=lost) for lost in ((1,), (1,), ()))

    play.when(PassTime(days=6, hours=23, resting=(well, who))).then(
        TimePassed(hours=167, resting=(who, well)), RestCounted(creature=who, dice=0, hours=167)
    )
    assert (7, 23) == (play.state.day, play.state.hours)
    play.when(PassTime(hours=1, resting=(who,))).then(
        TimePassed(hours=1, resting=(who,)),
        RestCounted(creature=who, dice=1, hours=0),
        DamageHealed(creature=who, dice=(1,), cause="rest"),
    )
    assert (8, 0, (1,)) == (play.state.day, play.state.hours, play.who(busy).lost)


@pytest.mark.rule("BN-R-317", "BN-CAMP-40", "BN-CAMP-08")
def test_time_passes_between_fights_and_when_nothing_waits() -> None:
    """At least an hour, for present and living creatures, each named once."""
    play = Play()
    who, corpse = play.one(), play.one(dead=True)

    play.no(OutOfRange, PassTime())
    play.no(NotKnownHere, PassTime(hours=1, resting=("creature-99",)))
    play.no(NamedTwice, PassTime(hours=1, resting=(who, who)))
    play.no(TheDeadDoNotRest, PassTime(hours=1, resting=(corpse,)))
    play.do(StartCombat(fighters=(Entrant(creature=who, side="us"),)))
    play.no(TheFightGoesOn, PassTime(hours=1))
    play.do(EndCombat())
    play.do(PassTime(hours=1))
    play.do(DealDamage(creature=who, amount=1))
    play.no(AnswerFirst, PassTime(hours=1))


@pytest.mark.rule("BN-CAMP-29", "BN-R-145")
@pytest.mark.parametrize(("kept", "lost"), [(False, 1), (True, 0)])
@pytest.mark.parametrize("busy", [PassTime(days=300), PassTime(hours=1)])
def test_time_without_rest_lets_a_week_begin_anew(kept: bool, lost: int, busy: PassTime) -> None:  # noqa: FBT001 a row
    """6 days, some time up and about, another day: nothing heals; or one die, if part weeks count."""
    play = Play(healing={"partial_weeks_kept": kept})
    who, fresh = play.one("gm", FIGHTERS, lost=(1,)), play.one("gm", FIGHTERS, lost=(1,))
    rest(play, who, 6)

    happened = play.do(busy)

    assert ([] if kept else [RestBroken(creature=who)]) == happened[1:]
    assert lost == rest(play, who, 1)
    assert 0 == rest(play, who, 6)
    assert (1, 0) == (len(play.who(fresh).lost), play.who(fresh).rested)


@pytest.mark.rule("BN-R-145")
@pytest.mark.parametrize(("kept", "lost"), [(False, 2), (True, 1)])
def test_new_damage_lets_rest_start_over(kept: bool, lost: int) -> None:  # noqa: FBT001 a row
    """6 days, a wound, another day: nothing heals; or one die, if part weeks count."""
    play = Play(healing={"partial_weeks_kept": kept})
    who = play.one("gm", FIGHTERS, lost=(1,))
    rest(play, who, 6)

    happened = play.do(DealDamage(creature=who, amount=1))

    assert kept != (RestBroken(creature=who) in happened)
    assert lost == rest(play, who, 1)


@pytest.mark.rule("BN-R-231", "BN-HEAL-01")
def test_who_is_below_the_last_die_heals_upward_from_there() -> None:
    """4 dice and 2 below: at 0 after two weeks, with one die after three."""
    play = Play()
    who = play.one("gm", FIGHTERS, lost=(1, 2, 3, 4), beyond=2)

    play.do(PassTime(weeks=1, resting=(who,)))
    assert (1, True) == (play.who(who).beyond, play.who(who).down)
    assert 4 == rest(play, who, 7)
    assert (0, True) == (play.who(who).beyond, play.who(who).down)
    assert 3 == rest(play, who, 7)
    assert not play.who(who).down


@pytest.mark.rule("BN-R-232", "BN-DICE-09")
def test_the_owner_chooses_which_die_comes_back() -> None:
    """3 of 4 are lost and 2 heal: the player chooses; if all come back, no choice is open."""
    play = Play()
    who = play.one(lost=(3, 1, 2))
    happened = play.do(PassTime(weeks=2, resting=(who,)))
    (healing,) = [event.healing.id for event in happened if isinstance(event, DiceComingBack)]
    assert DamageHealed not in map(type, happened)

    (entry,) = allowed_of(play.state, "ann", ChooseHealed)
    assert ([3, 1, 2], 2, 2) == _dice(entry)
    assert [] == allowed_of(play.state, "bob", ChooseHealed)
    play.no(NotYours, ChooseHealed(healing=healing, dice=(1, 2)), seat="bob")
    for dice in ((1,), (1, 1), (1, 4), (1, 2, 3)):
        play.no(OneForEachHealed, ChooseHealed(healing=healing, dice=dice), seat="ann")
    play.no(AnswerFirst, PassTime(hours=1))
    play.when(ChooseHealed(healing=healing, dice=(2, 3)), seat="ann").then(
        DamageHealed(creature=who, dice=(2, 3), cause="rest", healing=healing)
    )
    assert ((1,), {}) == (play.who(who).lost, play.state.healings)
    play.no(NotKnownHere, ChooseHealed(healing=healing, dice=(1,)), seat="ann")
    assert 0 == rest(play, who, 7)


@pytest.mark.rule("BN-R-232", "BN-HEAL-01")
def test_each_who_rests_has_its_own_dice_back() -> None:
    """2 of 3 come back to each of two creatures, before either has chosen."""
    play = Play()
    both = (play.one(lost=(1, 2, 3)), play.one("bob", lost=(1, 2, 3)))

    play.do(PassTime(weeks=2, resting=both))

    assert dict.fromkeys(both, 2) == {one.creature: one.dice for one in play.state.healings.values()}


@pytest.mark.rule("BN-R-232")
def test_in_a_campaign_the_die_that_was_lost_first_comes_back_first() -> None:
    """By a setting; the third die was lost first."""
    play = Play(healing={"healed_die_choice": "first_lost"})
    who = play.one(lost=(3, 1, 2))

    rest(play, who, 7)

    assert (1, 2) == play.who(who).lost


@pytest.mark.rule("BN-HEAL-03", "BN-R-231")
def test_a_treatment_heals_what_is_below_the_last_die_too() -> None:
    """4 dice and 3 below: of 4 that are healed, 3 bring it to 0, and one die comes back."""
    play = Play()
    healer, patient = play.one("ann", HEALER), play.one("gm", FIGHTERS, lost=(1, 2, 3, 4), beyond=3)

    assert 4 == found(treated(play, healer, patient, TWO, TWO, TWO, TWO)).dice

    assert (0, 3) == (play.who(patient).beyond, len(play.who(patient).lost))


@pytest.mark.rule("BN-HEAL-03", "BN-DMG-03")
def test_a_treatment_comes_too_late_for_the_dead() -> None:
    """A patient who has died meanwhile is not treated, whatever the healer rolls."""
    play = Play()
    healer, patient = play.one("ann", HEALER), play.one("bob", lost=(1, 2, 3, 4), beyond=3)
    task = treatment(play, healer, patient)
    play.given(Died(creature=patient, cause="a fall"))

    happened = play.do(RollTask(task=task), TWO, TWO, TWO, TWO)

    assert {PatientTreated, DamageHealed, DiceComingBack}.isdisjoint(map(type, happened))
    assert ((1, 2, 3, 4), 3, 0) == (play.who(patient).lost, play.who(patient).beyond, play.who(patient).treated)


@pytest.mark.rule("BN-R-232", "BN-DMG-01")
def test_dice_come_back_before_new_damage_is_taken() -> None:
    """A wound waits for the choice of the returning die; death cancels the choice."""
    play = Play()
    who = play.one(lost=(1, 2))
    healing = play.the(DiceComingBack, PassTime(weeks=1, resting=(who,))).healing.id
    wound = play.the(DamageDealt, DealDamage(creature=who, amount=4)).wound.id

    play.no(AnswerFirst, TakeDamage(wound=wound), seat="ann")
    held = play.state
    play.do(ChooseHealed(healing=healing, dice=(1,)), seat="ann")
    assert (True, 1) == (play.who(who).down, play.who(who).beyond)
    play.state = held
    play.given(Died(creature=who, cause="a fall"))
    assert {} == play.state.healings


@pytest.mark.rule("BN-HEAL-02", "BN-HEAL-03", "BN-HEAL-04", "BN-R-146")
@pytest.mark.parametrize(
    ("faces", "successes", "dice", "days"), [((TWO, TWO), 4, 2, 3), ((TWO, ONE), 3, 1, 4), ((ONE, ONE), 2, 1, 5)]
)
def test_treatment_heals_at_once_and_speeds_up_the_rest(faces: Any, successes: int, dice: int, days: int) -> None:  # noqa: ANN401 a row
    """Each two Healer successes bring back a die; then one comes every (7 minus successes) days of rest."""
    play = Play()
    healer, patient = play.one(dice=HEALER), play.one("gm", FIGHTERS, lost=(1, 2, 3))

    event = found(treated(play, healer, patient, *faces, NOTHING, NOTHING))

    assert (successes, dice, 0, days) == (event.successes, event.dice, event.medic, event.days)
    assert 3 - dice == len(play.who(patient).lost)
    assert 3 - dice == rest(play, patient, days - 1)
    assert 2 - dice == rest(play, patient, 1)


@pytest.mark.rule("BN-MAST-16", "BN-HEAL-03")
@pytest.mark.parametrize(
    ("faces", "medic", "dice"), [((ONE, MEDIC), 1, 2), ((MEDIC, MEDIC, MEDIC), 2, 3), ((MEDIC,), 1, 1)]
)
def test_a_medic_heals_more_at_once(faces: Any, medic: int, dice: int) -> None:  # noqa: ANN401 a row
    """2 successes, one of them Medic: 1 + 1 dice; three Medics add 2 at most."""
    play = Play()
    healer, patient = play.one(dice=HEALER), play.one("gm", FIGHTERS, lost=(1, 2, 3, 4))

    event = found(treated(play, healer, patient, *(*faces, *[NOTHING] * 4)[:4]))

    assert (len(faces), medic, dice) == (event.successes, event.medic, event.dice)
    assert 4 - dice == len(play.who(patient).lost)


@pytest.mark.rule("BN-MAST-16")
def test_a_medic_whom_nulls_cancel_heals_nothing() -> None:
    """A failed treatment heals nothing."""
    play = Play()
    healer, patient = play.one(dice=HEALER), play.one("gm", FIGHTERS, lost=(1,))

    event = found(treated(play, healer, patient, MEDIC, *[NOTHING] * 3, 1, 6, difficulty="Easy"))

    assert (0, 0, 0, None) == (event.successes, event.medic, event.dice, event.days)
    assert ((1,), None, 1) == (play.who(patient).lost, play.who(patient).treatment, play.who(patient).treated)


@pytest.mark.rule("BN-R-146", "BN-HEAL-03")
@pytest.mark.parametrize(("uses", "successes"), [("net", 2), ("gross", 4)])
def test_treatment_uses_what_nulls_leave_or_all_of_it(uses: str, successes: int) -> None:
    """4 successes and 2 Nulls."""
    play = Play(healing={"treatment_uses": uses})
    healer, patient = play.one(dice=HEALER), play.one("gm", FIGHTERS, lost=(1, 2, 3))

    event = found(treated(play, healer, patient, TWO, TWO, NOTHING, NOTHING, 1, 1, difficulty="Easy"))

    assert (successes, successes // 2) == (event.successes, event.dice)


@pytest.mark.rule("BN-R-147", "BN-HEAL-04")
@pytest.mark.parametrize("least", [1, 2])
def test_any_treatment_heals_at_most_a_die_per_day(least: int) -> None:
    """8 successes: one die a day, or as many as the setting says."""
    play = Play(healing={"min_days_per_die": least})
    healer, patient = play.one(dice=HEALER), play.one("gm", [STANDARD["Fighter"]] * 6, lost=(1, 2, 3, 4, 5))

    assert least == found(treated(play, healer, patient, TWO, TWO, TWO, TWO)).days
    assert 1 == len(play.who(patient).lost)
    assert int(least == 2) == rest(play, patient, 1)


@pytest.mark.rule("BN-R-149")
def test_the_faster_of_two_rates_holds() -> None:
    """A treatment of 10 days per die is slower than rest; earlier rest still counts."""
    play = Play(healing={"min_days_per_die": 10})
    healer, patient = play.one(dice=HEALER), play.one("gm", FIGHTERS, lost=(1, 2, 3))
    rest(play, patient, 6)

    assert 10 == found(treated(play, healer, patient, ONE, *[NOTHING] * 3)).days
    assert 2 == rest(play, patient, 1)


@pytest.mark.rule("BN-R-148", "BN-R-286", "BN-CAMP-08")
def test_a_set_of_wounds_is_treated_once() -> None:
    """By one healer in one roll; again after new damage; not for the dead or the unhurt."""
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
    assert 1 == found(treated(play, healer, patient, ONE, ONE, NOTHING, NOTHING)).dice


def _terms(patient: str) -> Terms:
    return Terms(skill="Healer", purpose="treatment", patient=patient)


@pytest.mark.rule("BN-R-148")
@pytest.mark.parametrize("better_first", [True, False])
def test_in_a_campaign_a_set_of_wounds_is_treated_twice(better_first: bool) -> None:  # noqa: FBT001 both ways
    """By a setting the better of two treatments counts; a third is refused."""
    play = Play(healing={"treatments_per_wound_set": 2})
    healer, patient = play.one(dice=HEALER), play.one("gm", FIGHTERS, lost=(1, 2, 3))

    for better in (better_first, not better_first):
        treated(play, healer, patient, *((TWO, ONE) if better else (ONE, NOTHING)), NOTHING, NOTHING)

    assert Treatment(days=4) == play.who(patient).treatment
    play.no(NotToBeTreated, CallTask(creature=healer, aim="treat", terms=_terms(patient)))


@pytest.mark.rule("BN-R-148", "BN-R-286")
def test_the_terms_of_a_treatment_may_be_set_anew() -> None:
    """New terms are not a second treatment; a treatment begun by another healer is."""
    play = Play()
    healer, patient = play.one(dice=HEALER), play.one("gm", FIGHTERS, lost=(1,))
    task = treatment(play, healer, patient)

    play.do(SetTask(task=task, terms=_terms(patient)))

    other = play.the(TaskProposed, Attempt(creature=play.one("bob", HEALER), aim="treat"), seat="bob").task.id
    play.no(NotToBeTreated, SetTask(task=other, terms=_terms(patient)))


@pytest.mark.rule("BN-R-286")
def test_a_healer_may_treat_himself() -> None:
    """While he has dice."""
    play = Play()
    healer = play.one(dice=HEALER, lost=(4,))

    treated(play, healer, healer, ONE, ONE, NOTHING)

    assert () == play.who(healer).lost


@pytest.mark.rule("BN-R-285", "BN-HEAL-04")
@pytest.mark.parametrize(("ends", "lost"), [(True, 3), (False, 2)])
def test_new_damage_ends_a_treatment(ends: bool, lost: int) -> None:  # noqa: FBT001 a row
    """Afterwards the rate of rest applies; days without rest never count."""
    play = Play(healing={"new_damage_ends_treatment": ends})
    healer, patient = play.one(dice=HEALER), play.one("gm", FIGHTERS, lost=(1, 2, 3))
    treated(play, healer, patient, ONE, ONE, NOTHING, NOTHING)
    play.do(PassTime(weeks=10))
    assert 2 == len(play.who(patient).lost)

    happened = play.do(DealDamage(creature=patient, amount=1))

    assert ends == (TreatmentEnded(creature=patient) in happened)
    assert lost == rest(play, patient, 5)


@pytest.mark.rule("BN-R-318", "BN-R-286", "BN-R-148")
def test_what_a_treatment_heals_in_a_fight_comes_back_when_the_round_is_over() -> None:
    """The task of a round by one healer: dice come back only with the next round's declarations."""
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
    assert (True, 1) == (found(happened).later, found(happened).dice)
    assert kinds.index(PatientTreated) < kinds.index(RoundBegan) < kinds.index(TreatmentTookHold)
    assert kinds.index(RoundBegan) < kinds.index(DamageHealed)
    assert (2,) == play.who(patient).lost


@pytest.mark.rule("BN-ABIL-09", "BN-R-186")
def test_what_regenerates_outside_a_fight_heals_right_after_the_roll() -> None:
    """A die for each, never above the total; a creature without dice rolls nothing."""
    play = Play()
    faces = ("Regenerate", "Universal", *["blank"] * 4)
    for lost, shown, left in (
        ((4,), (1, 2, 2), ()),
        ((), (1, 2, 2, 2), ()),
        ((3, 4), (1, 1), ()),
        ((2, 3, 4), (2,), (2, 3, 4)),
    ):
        who = play.one("gm", [faces] * 4, kind="beast", lost=lost)
        terms = Terms(skill="Maneuver", number=1)
        task = play.the(TaskProposed, CallTask(creature=who, aim="climb", terms=terms)).task.id
        happened = play.do(RollTask(task=task), *shown)
        assert left == play.who(who).lost
        assert (lost != left) == any(isinstance(event, DamageHealed) for event in happened)


@pytest.mark.rule("BN-ABIL-09")
def test_two_regenerate_in_one_roll_of_a_horde_heal_two_dice() -> None:
    """Of 3 lost dice, 1 is lost afterwards."""
    play = Play()
    faces = ("Regenerate", "Universal", *["blank"] * 4)
    horde = play.one("gm", [faces] * 5, kind="horde", lost=(3, 4, 5))
    task = play.the(TaskProposed, CallTask(creature=horde, aim="push", terms=Terms(skill="Maneuver", number=1))).task.id

    play.do(RollTask(task=task), 1, 1)

    assert 1 == len(play.who(horde).lost)
