"""Open wounds, which a creature must settle before it does anything else."""

from collections.abc import Callable
from typing import Final

import pytest
from msgspec.structs import replace

from services.bones.chapters.people.companions import AddCompanionDie, GainCompanion
from services.bones.chapters.rolls.falls import Fall, FallBegan, SoftenFall
from services.bones.chapters.rolls.healing import ChooseHealed, DiceComingBack
from services.bones.chapters.rolls.spiffs import AllowSpiffs, UseSpiffs
from services.bones.chapters.rolls.wounds import DamageDealt, DealDamage, TakeDamage
from services.bones.chapters.seasons.sessions import PlaceIcon, RecordSession
from services.bones.chapters.tasks.making import FinishThing
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import Attempt, CallTask
from services.bones.state.tasks import Making, Opponent, Terms
from services.bones.state.wounds import Healing
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.messages import Command
from tests.bones.play import Play, allowed_of
from tests.bones.trying import LOST, WON, Tries

LEADER: Final = (
    ("Universal", "Physical", "Outdoorsman:Animal Friend", "Melee", "Melee", "Stealth"),
    ("Universal", "Mental", "Social:Boss", "Melee", "Stealth", "blank"),
    ("Universal", "Physical", "Social:Boss", "Melee", "Stealth", "blank"),
    ("Universal", "Mental", "Craft", "Melee", "Stealth", "blank"),
)
MAKING: Final = Making(id="making-900", creature="creature-1", aim="a shield", days=0, item="Buckler")


def deal_two(play: Play, who: str) -> str:
    """Deal two damage to a creature whose dice are not all alike; return the wound."""
    return play.the(DamageDealt, DealDamage(creature=who, amount=2)).wound.id


def new_things(play: Play, who: str, servant: str, other: str) -> tuple[Command, ...]:
    """Return commands that a creature may send if it has no open decision."""
    stealth = Terms(skill="Stealth", difficulty="Easy")
    watched = Terms(skill="Stealth", opponents=(Opponent(creature=who, skill="Perception"),))
    play.state = replace(play.state, makings={MAKING.id: replace(MAKING, creature=who)})
    play.state = play.state.change(who, icons=1)
    return (
        Attempt(creature=who, aim="a lock"),
        CallTask(creature=who, aim="a lock", terms=stealth),
        CallTask(creature=other, aim="past it", terms=watched),
        RecordSession(creatures=(who,)),
        PlaceIcon(creature=who, icon="Stealth"),
        GainCompanion(creature=who, service="companion", name="Fang", dice=("Predator", "Predator")),
        AddCompanionDie(creature=servant, die="Thug"),
        FinishThing(making=MAKING.id),
    )


def waits_with(play: Play, who: str, waits: Callable[[], object]) -> None:
    """Check that all new actions are legal until `waits` opens a decision, and refused afterwards."""
    servant = play.one("ann", LEADER[:1], kind="cast", master=who, service="lackey")
    other = play.one("bob")
    asked = new_things(play, who, servant, other)
    before = play.state
    for command in asked:
        play.do(command)
        play.state = before
    waits()
    play.do(Fall(creature=servant, height=20))
    for command in asked:
        play.no(AnswerFirst, command)


@pytest.mark.rule("BN-CAMP-25")
def test_a_creature_with_an_open_wound_does_nothing_new() -> None:
    """While a creature has an open wound, its new actions are refused and not listed.

    Once it is settled, they are legal.
    """
    play = Tries()
    who = play.one("ann", LEADER)
    waits_with(play, who, lambda: deal_two(play, who))

    (wound,) = play.state.wounds
    assert [] == [entry for entry in allowed_of(play.state, "ann", Attempt) if entry.body["creature"] == who]
    listed = [entry.fields["creatures"].items for entry in allowed_of(play.state, "gm", RecordSession)]
    assert listed
    assert not any(who in (field.options or ()) for field in listed if field)
    play.do(TakeDamage(wound=wound, dice=(1, 2)), seat="ann")
    play.do(Attempt(creature=who, aim="a lock"), seat="ann")


@pytest.mark.rule("BN-CAMP-25")
def test_falling_creature_can_only_soften_the_fall() -> None:
    """While a creature falls, it may only roll to soften the fall; the rules refuse every other action."""
    play = Tries()
    who = play.one("ann", LEADER)
    waits_with(play, who, lambda: play.do(Fall(creature=who, height=20)))

    fall = next(key for key, one in play.state.falls.items() if one.creature == who)
    play.do(SoftenFall(fall=fall), *(4,) * 4, seat="ann")


@pytest.mark.rule("BN-CAMP-25")
def test_regained_dice_are_chosen_before_anything_new() -> None:
    """When one of two lost dice heals, its owner must choose which one before any new action."""
    play = Tries()
    who = play.one("ann", LEADER, lost=(1, 2))

    def has_healing_to_choose() -> None:
        healing = Healing(id="healing-901", creature=who, dice=1, cause="rest")
        play.given(DiceComingBack(healing=healing))

    waits_with(play, who, has_healing_to_choose)
    play.do(ChooseHealed(healing="healing-901", dice=(2,)), seat="ann")
    play.do(RecordSession(creatures=(who,)))


@pytest.mark.rule("BN-CAMP-25")
def test_set_task_waits_for_the_wounds_of_all_who_roll() -> None:
    """A task can be rolled only when no creature that rolls for it has an open wound."""
    play = Tries()
    who, guard = play.one("ann", LEADER), play.one("gm", LEADER)
    opposed = Terms(skill="Stealth", opponents=(Opponent(creature=guard, skill="Perception"),))
    for hidden in (False, True):
        before = play.state
        play.do(CallTask(creature=who, aim="past it", terms=opposed, hidden=hidden))
        (task,) = play.state.tasks
        for one in (who, guard):
            wound = deal_two(play, one)
            play.no(AnswerFirst, RollTask(task=task))
            play.do(TakeDamage(wound=wound, dice=(1, 2)))
        play.do(RollTask(task=task), *(WON, LOST), *(LOST, LOST))
        play.state = before


@pytest.mark.rule("BN-CAMP-25", "BN-FALL-03")
def test_fall_is_softened_after_wounds_are_answered() -> None:
    """A falling creature settles its open wounds first, and then rolls to soften the fall with its remaining dice."""
    play = Tries()
    who = play.one("ann", LEADER, spiffs=2)
    fall = play.the(FallBegan, Fall(creature=who, height=20)).fall.id
    wound = deal_two(play, who)

    play.no(AnswerFirst, SoftenFall(fall=fall), seat="ann")
    play.do(UseSpiffs(creature=who, use="soak", on=wound), seat="ann")
    for use in play.state.uses:
        play.do(AllowSpiffs(use=use))
    play.do(TakeDamage(wound=wound, dice=(1,)), seat="ann")
    play.do(SoftenFall(fall=fall), *(4,) * 3, seat="ann")
