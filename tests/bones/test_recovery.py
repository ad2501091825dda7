"""Recovery: rest, regeneration, the order in which dice heal, and the passing of time."""

import pytest
from msgspec.structs import replace

from services.bones.chapters.fights.combat import EndCombat, Entrant, StartCombat
from services.bones.chapters.rolls.healing import (
    ChooseHealed,
    DamageHealed,
    DiceComingBack,
    OneForEachHealed,
)
from services.bones.chapters.rolls.wounds import DamageDealt, DealDamage, Died, TakeDamage
from services.bones.chapters.tasks.recovery import (
    PassTime,
    RestBroken,
    RestCounted,
    TheDeadDoNotRest,
    TheFightGoesOn,
    TimePassed,
)
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import CallTask, TaskProposed
from services.bones.state.campaign import FORM
from services.bones.state.combat import Doing
from services.bones.state.tasks import Terms
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.seats import NamedTwice, NotKnownHere, NotYours, OutOfRange
from shared.kernel.legal import Allowed
from tests.bones.fight import BLANK, Fight
from tests.bones.healing import FIGHTERS, rest
from tests.bones.play import Play, allowed_of


def _dice(entry: Allowed) -> tuple[object, int | None, int | None]:
    """Return the dice in an entry of the legal list, and the minimum and maximum number to choose."""
    field = entry.fields["dice"]
    return [*(field.items.options or ())] if field.items else None, field.least, field.most


@pytest.mark.rule("BN-DICE-09", "BN-HEAL-01", "BN-R-145")
def test_rest_heals_one_die_a_week() -> None:
    """Of 2 lost dice, 6 days of rest heal none, the seventh day heals one, and two weeks heal both."""
    play = Play()
    who, other = play.one("gm", FIGHTERS, lost=(1, 2)), play.one("gm", FIGHTERS, lost=(1, 2))

    assert [2, 1, 1, 0] == [rest(play, who, days) for days in (6, 1, 6, 1)]
    assert 4 == len(play.who(who).left)
    assert 0 == rest(play, other, 14)
    assert (0, 0) == (play.who(who).rested, play.who(other).rested)


@pytest.mark.rule("BN-R-317", "BN-R-145", "BN-HEAL-01")
def test_time_passes_by_hours_days_and_weeks_for_those_who_rest() -> None:
    """A week of rest is complete after 168 hours, and not after 167. A creature that does not rest heals nothing."""
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
    """At least an hour passes, and never during a fight or with an open decision.

    The creatures that rest must be in the campaign and alive, and each must be named once.
    """
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
def test_time_without_rest_restarts_the_week(kept: bool, lost: int, busy: PassTime) -> None:  # noqa: FBT001 a row
    """After 6 days of rest and a break, one more day heals nothing.

    If `partial_weeks_kept` is true, it heals a die.
    """
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
    """After 6 days of rest and a wound, one more day heals nothing.

    If `partial_weeks_kept` is true, it heals a die.
    """
    play = Play(healing={"partial_weeks_kept": kept})
    who = play.one("gm", FIGHTERS, lost=(1,))
    rest(play, who, 6)

    happened = play.do(DealDamage(creature=who, amount=1))

    assert kept != (RestBroken(creature=who) in happened)
    assert lost == rest(play, who, 1)


@pytest.mark.rule("BN-R-231", "BN-HEAL-01")
def test_damage_beyond_the_last_die_heals_first() -> None:
    """Two damage beyond the last die heal in two weeks, and a third week restores a die."""
    play = Play()
    who = play.one("gm", FIGHTERS, lost=(1, 2, 3, 4), beyond=2)

    play.do(PassTime(weeks=1, resting=(who,)))
    assert (1, True) == (play.who(who).beyond, play.who(who).down)
    assert 4 == rest(play, who, 7)
    assert (0, True) == (play.who(who).beyond, play.who(who).down)
    assert 3 == rest(play, who, 7)
    assert not play.who(who).down


@pytest.mark.rule("BN-R-232", "BN-DICE-09")
def test_the_owner_chooses_which_die_heals() -> None:
    """When 2 of 3 lost dice heal, the player chooses which; when all of them heal, there is no choice."""
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
def test_each_resting_creature_recovers_its_own_dice() -> None:
    """Two creatures each recover 2 of their 3 lost dice, before either player has chosen which."""
    play = Play()
    both = (play.one(lost=(1, 2, 3)), play.one("bob", lost=(1, 2, 3)))

    play.do(PassTime(weeks=2, resting=both))

    assert dict.fromkeys(both, 2) == {one.creature: one.dice for one in play.state.healings.values()}


@pytest.mark.rule("BN-R-232")
def test_a_setting_heals_the_first_lost_die_first() -> None:
    """If `healed_die_choice` is `first_lost`, the die lost first is healed first."""
    play = Play(healing={"healed_die_choice": "first_lost"})
    who = play.one(lost=(3, 1, 2))

    rest(play, who, 7)

    assert (1, 2) == play.who(who).lost


@pytest.mark.rule("BN-R-232", "BN-DMG-01")
def test_dice_come_back_before_new_damage_is_taken() -> None:
    """A new wound cannot be settled until its owner has chosen which die heals. Death cancels the choice."""
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


@pytest.mark.rule("BN-ABIL-09", "BN-R-186")
def test_regeneration_outside_a_fight_heals_right_after_the_roll() -> None:
    """Each Regenerate icon heals one die, but never more dice than were lost.

    A creature without dice cannot roll Regenerate.
    """
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
    """Two Regenerate icons in a horde's roll restore two of three lost dice."""
    play = Play()
    faces = ("Regenerate", "Universal", *["blank"] * 4)
    horde = play.one("gm", [faces] * 5, kind="horde", lost=(3, 4, 5))
    task = play.the(TaskProposed, CallTask(creature=horde, aim="push", terms=Terms(skill="Maneuver", number=1))).task.id

    play.do(RollTask(task=task), 1, 1)

    assert 1 == len(play.who(horde).lost)


@pytest.mark.rule("BN-CAMP-179", "BN-R-145")
@pytest.mark.parametrize(("kept", "form", "doing", "healed"), [
    (False, FORM, "fight", 0), (True, FORM, "fight", 1), (False, 1, "fight", 1), (False, FORM, "nothing", 1),
])  # fmt: skip
def test_a_fight_breaks_a_week_of_rest(kept: bool, form: int, doing: Doing, healed: int) -> None:  # noqa: FBT001 a row
    """If a fight interrupts a week of rest, the seventh day heals nothing, unless the campaign keeps part weeks."""
    table = Fight(healing={"partial_weeks_kept": kept})
    table.state = replace(table.state, form=form)
    who, foe = table.die("ann", 2, lost=(1,)), table.die("gm")
    rest(table, who, 6)
    table.begin([who], [foe])
    table.says(who, doing)
    table.says(foe, "nothing")
    found = table.roll(*[BLANK] * (doing == "fight"))
    assert (healed == 0) == (RestBroken(creature=who) in found)

    table.do(EndCombat())
    assert 1 - healed == rest(table, who, 1)
