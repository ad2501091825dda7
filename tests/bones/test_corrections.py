"""Corrections of a campaign's state by the game master."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from services.bones.chapters.rolls.hindering import GiveHindering, HinderingGiven
from services.bones.chapters.rolls.rolls import KeepFaces, KeepSuccesses
from services.bones.chapters.rolls.wounds import DealDamage
from services.bones.chapters.tasks.corrections import (
    ChangeCreature,
    ChangeTime,
    CreatureCorrected,
    NoSuchInjury,
    NothingToCorrect,
    StillBeyondLife,
    TimeCorrected,
)
from services.bones.chapters.tasks.recovery import PassTime
from services.bones.chapters.tasks.tasks import CallTask, TaskProposed
from services.bones.state.campaign import FORM
from services.bones.state.creatures import Treatment
from services.bones.state.tasks import Opponent, Terms
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.seats import NamedTwice, NotKnownHere, OnlyTheGameMaster, OutOfRange, ReasonNeeded
from tests.bones.play import Play, allowed_of
from tests.bones.trying import LOST, NONE, WON, Tries

BUCKLER = "Buckler"
WHY = "a slip"


def correct(play: Play, who: str, **said: Any) -> None:  # noqa: ANN401 what is set
    """Correct a creature, and check that the events record exactly these changes and the reason."""
    happened = play.do(ChangeCreature(creature=who, reason=WHY, **said))
    (event,) = happened
    assert isinstance(event, CreatureCorrected)
    assert WHY == event.reason
    assert event.seat is None or "spiffs" in said


@pytest.mark.rule("BN-R-315", "BN-SHEET-01")
def test_the_game_master_corrects_stored_facts_of_a_creature() -> None:
    """The game master can correct lost dice, posture, items, hindering dice, coins and spiffs.

    Omitted fields do not change.
    """
    play = Play()
    who = play.one(items=(BUCKLER,), lost=(1,), coins=7)
    poison = play.the(HinderingGiven, GiveHindering(creature=who, kind="poison")).die.id

    correct(play, who, lost=(3, 2), prone=True, airborne=4)
    correct(play, who, spiffs=5, banked=2, gone=(play.item_named(who, BUCKLER), poison))

    one = play.who(who)
    assert ((3, 2), True, 4, 7, 2) == (one.lost, one.prone, one.airborne, one.coins, one.banked)
    assert ({}, {}, {"ann": 5}) == (one.items, one.hindering, play.state.spiffs)
    correct(play, who, coins=0, prone=False)
    assert (0, False) == (play.who(who).coins, play.who(who).prone)


@pytest.mark.rule("BN-R-315")
def test_spiffs_of_a_character_are_corrected() -> None:
    """The game master can correct a character's own spiffs. Members of the cast have no spiffs."""
    play = Play(spiffs={"spiffs_owner": "character"})
    who, guard = play.one(), play.one("gm")

    correct(play, who, spiffs=5)

    assert (5, {}) == (play.who(who).spiffs, play.state.spiffs)
    play.no(NothingToCorrect, ChangeCreature(creature=guard, spiffs=5, reason=WHY))


@pytest.mark.rule("BN-R-315", "BN-DMG-03")
def test_death_can_be_corrected() -> None:
    """A creature that was declared dead by mistake lives again, with its former dice."""
    play = Play()
    who = play.one(lost=(1, 2, 3, 4), beyond=4, dead=True)

    alive = ChangeCreature(creature=who, dead=False, reason=WHY)
    play.when(alive).then_refused(StillBeyondLife, needs="lost, and beyond of at most 3", has=4)
    correct(play, who, dead=False, lost=(1, 2, 3, 4), beyond=2)
    assert (False, 2) == (play.who(who).dead, play.who(who).beyond)
    correct(play, who, lost=(1,))
    assert (0, (2, 3, 4)) == (play.who(who).beyond, play.who(who).numbers)


@pytest.mark.rule("BN-CAMP-211", "BN-R-315")
@pytest.mark.parametrize(
    ("form", "said", "kept"),
    [
        (FORM, {"beyond": 2}, 2),
        (FORM, {"beyond": 0}, 0),
        (FORM, {"lost": (1, 2, 3, 4)}, 3),
        (FORM, {"lost": (1, 2, 3, 4), "beyond": 0}, 0),
        (FORM, {"lost": (1,)}, 0),
        (FORM, {"coins": 5}, 3),
        (1, {"lost": (1, 2, 3, 4)}, 0),
        (1, {"coins": 5}, 3),
    ],
)
def test_a_correction_keeps_the_excess_damage_that_it_leaves_out(form: int, said: dict[str, Any], kept: int) -> None:
    """Excess damage changes only if it is named, or if the creature has a die again."""
    play = Play()
    play.state = replace(play.state, form=form)
    who = play.one(lost=(1, 2, 3, 4), beyond=3)

    correct(play, who, **said)

    assert kept == play.who(who).beyond


@pytest.mark.rule("BN-CAMP-211", "BN-SHEET-01")
@pytest.mark.parametrize("form", [FORM, 1])
def test_excess_damage_needs_every_die_lost(form: int) -> None:
    """Excess damage alone is refused while a die is left, and in older campaigns always."""
    play = Play()
    play.state = replace(play.state, form=form)
    who, fallen = play.one(lost=(1, 2, 3)), play.one(lost=(1, 2, 3, 4), beyond=4, dead=True)
    for one in (who, *([fallen] if form == 1 else [])):
        refused = play.no(NoSuchInjury, ChangeCreature(creature=one, beyond=1, reason=WHY))
        assert ("lost of 1, 2, 3, 4", 1, "beyond") == (refused.needs, refused.has, refused.field)
    if form == FORM:
        play.no(StillBeyondLife, ChangeCreature(creature=fallen, dead=False, lost=(1, 2, 3, 4), reason=WHY))
    else:
        play.no(NothingToCorrect, ChangeCreature(creature=who, beyond=0, reason=WHY))


@pytest.mark.rule("BN-R-315", "BN-DMG-04", "BN-R-311")
def test_corrected_death_respects_the_number_of_dice() -> None:
    """A revived creature has less excess damage than dice. Other corrections keep the session in which it died."""
    play = Play()
    who = play.one(lost=(1, 2, 3, 4), beyond=3, dead=True, died=0)

    correct(play, who, coins=3)
    assert (True, 0) == (play.who(who).dead, play.who(who).died)
    correct(play, who, dead=False)
    assert (False, 3, None) == (play.who(who).dead, play.who(who).beyond, play.who(who).died)


@pytest.mark.rule("BN-R-315", "BN-R-232")
def test_open_choice_blocks_only_its_own_creature() -> None:
    """An open wound or healing blocks corrections of its own creature, but not of other creatures."""
    play = Play()
    hurt, healed, other = play.one(), play.one(lost=(1, 2)), play.one("bob")
    play.do(PassTime(weeks=1, resting=(healed,)))
    play.do(DealDamage(creature=hurt, amount=1))

    for who in (hurt, healed):
        play.no(AnswerFirst, ChangeCreature(creature=who, coins=3, reason=WHY))
    correct(play, other, coins=3)


@pytest.mark.rule("BN-R-315", "BN-HEAL-04")
def test_unhurt_creature_needs_no_treatment() -> None:
    """When a correction leaves no die lost, the records of treatment and rest end too."""
    play = Play()
    who = play.one(lost=(1,), rested=30, treated=1, treatment=Treatment(days=3))

    correct(play, who, lost=())

    assert (None, 0, 0) == (play.who(who).treatment, play.who(who).treated, play.who(who).rested)


@pytest.mark.rule("BN-R-315", "BN-SHEET-01")
def test_correction_needs_a_reason_and_a_legal_change() -> None:
    """Only the game master can correct a creature, with a reason, and only while it has no open decision."""
    play = Play()
    who, horde = play.one(items=(BUCKLER,)), play.one("gm", kind="horde")
    lying = ChangeCreature(creature=who, prone=True, reason=WHY)

    play.no(OnlyTheGameMaster, lying, seat="ann")
    play.no(ReasonNeeded, replace(lying, reason=None))
    play.no(NotKnownHere, replace(lying, creature="creature-99"))
    play.no(NothingToCorrect, ChangeCreature(creature=who, reason=WHY))
    play.no(NotKnownHere, replace(lying, gone=("item-99",)))
    play.no(NamedTwice, replace(lying, gone=(play.item_named(who, BUCKLER),) * 2))
    for lost, beyond in (((5,), 0), ((1, 1), 0), ((1, 2, 3), 1)):
        play.no(NoSuchInjury, replace(lying, lost=lost, beyond=beyond))
    play.no(OutOfRange, replace(lying, lost=(1, 2, 3, 4), beyond=4))
    play.no(NoSuchInjury, replace(lying, creature=horde, lost=(1, 2, 3, 4), beyond=1))
    play.do(DealDamage(creature=who, amount=1))
    play.no(AnswerFirst, lying)


@pytest.mark.rule("BN-CAMP-34")
@pytest.mark.parametrize("said", [{"dead": True}, {"dead": False}, {"lost": ()}, {"lost": (1,)}])
def test_damage_is_not_corrected_during_a_roll(said: dict[str, Any]) -> None:
    """Damage can be corrected only once the roll is final; other corrections are legal and listed during it."""
    play = Tries()
    who = play.die("ann", 2, spiffs=2)
    play.roll(play.easy(who), WON, WON, NONE, NONE)
    wrong = ChangeCreature(creature=who, reason=WHY, **said)

    play.when(wrong).then_refused(AnswerFirst, needs=(play.rolled.id,))
    play.do(ChangeCreature(creature=who, reason=WHY, coins=3, prone=True))
    listed = [entry for entry in allowed_of(play.state, "gm", ChangeCreature) if entry.body["creature"] == who]
    assert listed
    assert not any({"lost", "dead"} & {*entry.body, *entry.fields} for entry in listed)
    play.do(KeepFaces(roll=play.rolled.id), seat="ann")
    play.do(KeepSuccesses(roll=play.rolled.id), seat="ann")
    play.do(wrong)


@pytest.mark.rule("BN-CAMP-34")
def test_hidden_roll_is_open_until_its_task_is_settled() -> None:
    """While an opponent can still buy a success, the game master cannot correct whether a hidden guard is dead."""
    play = Tries()
    who, guard = play.die("ann", spiffs=2), play.die("gm")
    watched = Terms(skill="Stealth", opponents=(Opponent(creature=guard, skill="Perception"),))
    task = play.the(TaskProposed, CallTask(creature=who, aim="past", terms=watched, hidden=True)).task.id
    play.roll(task, WON, LOST)
    slain = ChangeCreature(creature=guard, reason=WHY, dead=True)

    play.when(slain).then_refused(AnswerFirst, needs=(task,))
    play.do(KeepFaces(roll=play.rolled.id), seat="ann")
    play.do(KeepSuccesses(roll=play.rolled.id), seat="ann")
    play.do(slain)


@pytest.mark.rule("BN-R-315")
def test_rolled_faces_cannot_be_corrected() -> None:
    """The command that corrects a creature has no field for rolled faces."""
    body = {"type": "ChangeCreature", "creature": "creature-1", "reason": WHY, "faces": [1]}

    with pytest.raises(msgspec.ValidationError, match="unknown field `faces`"):
        msgspec.convert(body, ChangeCreature)


@pytest.mark.rule("BN-R-315", "BN-R-317")
def test_the_game_master_corrects_the_time() -> None:
    """The game master can correct the campaign's time; the event records the reason."""
    play = Play()

    play.no(ReasonNeeded, ChangeTime(day=3))
    play.when(ChangeTime(day=3, hour=5, reason=WHY)).then(TimeCorrected(day=3, hour=5, reason=WHY))

    assert (3, 5) == (play.state.day, play.state.hours)


@pytest.mark.rule("BN-R-315")
def test_every_kind_of_correction_is_listed() -> None:
    """For each field of a character that can be corrected, the list has an entry with only this field.

    For the cast, no entry has the field for spiffs.
    """
    play = Play()
    play.one(items=(BUCKLER,))
    said = {name for entry in allowed_of(play.state, "gm", ChangeCreature) for name in entry.body}
    assert {"lost", "beyond", "dead", "prone", "airborne", "coins", "spiffs", "banked", "gone"} <= said

    cast = Play()
    cast.one("gm")
    assert "spiffs" not in {name for entry in allowed_of(cast.state, "gm", ChangeCreature) for name in entry.fields}
