"""Fights: one action in each turn, participants and bystanders, and commands that must wait."""

from typing import Any, Final

import pytest

from services.rpg_boundless.chapters.armor import TakeOffArmor, WearArmor
from services.rpg_boundless.chapters.attacks import Attack, EnemyAttack
from services.rpg_boundless.chapters.characters import CreateCharacter, FinishCharacter
from services.rpg_boundless.chapters.checks import Check, CheckMade, PledgeHelp
from services.rpg_boundless.chapters.conditions import ClearCondition, GainCondition, MakeRoom, WorsenCondition
from services.rpg_boundless.chapters.damage import CriticalSave, DeclareDeath, DyingHelped, HelpDying
from services.rpg_boundless.chapters.fights import JoinFight, LeaveFight, StartFight, StartRound, SwapInitiative
from services.rpg_boundless.chapters.items import AcceptItem, DropItem, HandOver, PickUp, TakeItem
from services.rpg_boundless.chapters.overrides import AdjustHp
from services.rpg_boundless.chapters.proposals import Propose
from services.rpg_boundless.chapters.recovery import MilestoneReached, ReachMilestone, Rest, SpendHit, SpendRecovery
from services.rpg_boundless.chapters.saves import Accept, Save
from services.rpg_boundless.chapters.seats import CriticalSaveFirst
from services.rpg_boundless.chapters.spells import CastSpell, Strike
from services.rpg_boundless.chapters.turns import (
    Act,
    ActionTaken,
    ActionUsed,
    EndTurn,
    FightGoesOn,
    HelperNotNamed,
    HelpFromOutside,
    Move,
    NotYourTurn,
    OutsideTheFight,
    RoundNotBegun,
)
from services.rpg_boundless.game import campaign
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.proposals import WithdrawProposal
from shared.kernel.messages import Command
from tests.rpg_boundless.fights import Fight, lend
from tests.rpg_boundless.play import ROPE, SWORD, Before, Play, allowed_of, mail


def of(play: Fight, hero: str, *, sword: str = "") -> list[Any]:
    """Return commands for one character that all use the turn's action."""
    return [
        Check(character=hero, attribute="strength", what="lift the gate"),
        Attack(character=hero, target=play.wolf, weapon=sword or None, attribute=None),
        CastSpell(character=hero, spell="light"),
        Act(participant=hero, what="retreat"),
        TakeItem(character=hero, item=ROPE),
        ClearCondition(character=hero, condition="tired", reason="a deep breath"),
    ]


ANSWERS: Final = {Save, Accept, CriticalSave, SpendRecovery, MakeRoom}
AFTER_THE_FIGHT: Final = {Rest, SpendHit}
WORDS: Final = {
    CreateCharacter, FinishCharacter, DropItem, GainCondition, WorsenCondition, PledgeHelp, SwapInitiative, Propose,
    WithdrawProposal,
}  # fmt: skip
"""Players' commands that take no time in a fight.

The game master's commands take none either, except EnemyAttack.
"""


def actions(play: Fight) -> dict[type[Command], Command]:
    """Return one command of each type that uses an action, a move or the turn itself, sent by Bob or the wolf."""
    bob, sword = play.bob, next(iter(play.who(play.bob).items))
    experience = play.the(MilestoneReached, ReachMilestone(character=bob, milestone="the gate", dice=1), 6).experience
    play.dying(play.ann)
    found = [
        *of(play, bob, sword=sword), Move(participant=bob, where="to the door"), EndTurn(participant=bob),
        HandOver(character=bob, item=sword, to=play.cara), AcceptItem(character=bob, item=sword),
        PickUp(character=bob, item=sword), WearArmor(character=bob, item=sword),
        TakeOffArmor(character=bob, item=sword), HelpDying(character=play.ann, helper=bob),
        Rest(character=bob, length="short"), SpendHit(experience=experience, on="max_hp"),
        EnemyAttack(enemy=play.wolf, attack="bite", targets=(bob,)),
    ]  # fmt: skip
    return {type(command): command for command in found}


def test_every_command_is_an_action_an_answer_or_free() -> None:
    """Each command type belongs to exactly one kind.

    It is an action, an answer, a command that takes no time, or a command of the game master.
    """
    deeds = set(actions(Fight()))
    words = WORDS | {kind for kind in campaign.commands if issubclass(kind, GameMasterCommand)} - {EnemyAttack}

    assert set(campaign.commands) == deeds | ANSWERS | words
    assert len(campaign.commands) == len(deeds) + len(ANSWERS) + len(words)


@pytest.mark.rule("FB-ROUND-05", "FB-ROUND-07", "FB-INIT-02")
def test_every_action_out_of_turn_is_refused() -> None:
    """A rest, and spending its Hits, must wait for the end of the fight. Every other action must wait for the turn."""
    play = Fight()
    found = actions(play)

    for kind, command in found.items():
        refusal = FightGoesOn if kind in AFTER_THE_FIGHT else NotYourTurn
        play.no(refusal, command, seat="gm" if kind is EnemyAttack else "bob")


# ---------------------------------------------------------------- one action, in one's own turn


@pytest.mark.rule("FB-ROUND-05", "FB-INIT-02")
@pytest.mark.parametrize("deed", range(6))
def test_no_fighter_acts_out_of_turn(deed: int) -> None:
    """The game refuses a Check, an attack, a spell, a new Item or a treated Condition until the fighter's own turn."""
    play = Fight()
    play.do(GainCondition(character=play.bob, condition="tired"), seat="bob")
    sword = next(iter(play.who(play.bob).items))

    play.no(NotYourTurn, of(play, play.bob, sword=sword)[deed], seat="bob")


@pytest.mark.rule("FB-ROUND-05", "FB-ROUND-01")
@pytest.mark.parametrize("deed", range(6))
def test_no_fighter_acts_twice_in_a_turn(deed: int) -> None:
    """A Check uses the turn's action. After it, a move and the end of the turn are still possible."""
    play = Fight()
    play.do(GainCondition(character=play.ann, condition="tired"), seat="ann")
    play.do(Check(character=play.ann, attribute="strength"), 1, 1, seat="ann")

    play.no(ActionUsed, of(play, play.ann, sword=play.sword)[deed], seat="ann")

    play.do(Move(participant=play.ann, where="to the door"), seat="ann")
    play.do(EndTurn(participant=play.ann), seat="ann")


@pytest.mark.rule("FB-ROUND-05")
def test_a_check_is_the_action_and_recorded_as_one() -> None:
    """The first event of a Check in a fight records the action, with the text of the Check."""
    play = Fight()

    acted, made = play.do(Check(character=play.ann, attribute="strength", what="lift the gate"), 1, 6, seat="ann")

    assert ActionTaken(participant=play.ann, what="lift the gate") == acted
    assert isinstance(made, CheckMade)


@pytest.mark.rule("FB-ROUND-05", "FB-R-30")
def test_a_refused_command_uses_no_action() -> None:
    """A Check that is refused for another reason leaves the turn's action unused."""
    play = Fight()
    play.no(HelpFromOutside, Check(character=play.ann, attribute="strength", helpers=(lend(play.cara),)))

    play.do(Check(character=play.ann, attribute="strength"), 1, 1, seat="ann")


@pytest.mark.rule("FB-ROUND-05")
def test_before_initiative_and_between_rounds_no_fighter_acts() -> None:
    """Before initiative and between rounds, fighters cannot act. Outside the fight, play continues."""
    play = Fight()
    play.next(play.ann, play.bob, play.wolf)

    play.no(RoundNotBegun, Check(character=play.ann, attribute="strength"), seat="ann")
    play.no(RoundNotBegun, EnemyAttack(enemy=play.wolf, attack="claw", targets=(play.ann,)))
    play.when(EndTurn(participant=play.ann), seat="ann").then_refused(RoundNotBegun, needs="StartRound", has=play.ann)
    play.do(Check(character=play.cara, attribute="strength"), 1, 1, seat="bob")


@pytest.mark.rule("FB-ROUND-05")
def test_a_fighter_who_joins_acts_from_the_next_round_on() -> None:
    """A character that joins a fight, or leaves after acting and returns, has no turn before the next round."""
    play = Fight()
    play.do(Check(character=play.ann, attribute="strength"), 1, 1, seat="ann")
    play.do(LeaveFight(participant=play.ann))
    play.do(JoinFight(participant=play.ann))

    play.no(NotYourTurn, Check(character=play.ann, attribute="strength"), seat="ann")
    play.next(play.bob, play.wolf)
    play.do(StartRound(), 1, 1, 6)
    play.do(Check(character=play.ann, attribute="strength"), 1, 1, seat="ann")


@pytest.mark.rule("FB-ROUND-05", "FB-R-57")
def test_a_fighter_who_dies_in_its_own_turn_ends_it() -> None:
    """When a fighter dies in its own turn, the next turn begins.

    Before that, it must make its Critical Save, and may act while dying.
    """
    play = Fight()
    play.do(AdjustHp(character=play.ann, hp=0, reason="the roof falls in"))
    play.no(CriticalSaveFirst, Check(character=play.ann, attribute="strength"), seat="ann")
    play.do(CriticalSave(critical=play.critical(play.ann)), 1, 1, seat="ann")
    play.no(NotYourTurn, Check(character=play.bob, attribute="strength"), seat="bob")

    play.do(DeclareDeath(character=play.ann, reason="the roof fell in"))

    play.do(Check(character=play.bob, attribute="strength"), 1, 1, seat="bob")


@pytest.mark.rule("FB-ROUND-05")
def test_timeless_commands_are_free_in_a_fight() -> None:
    """In a fight, dropping an Item, pledging help and answering need no turn."""
    play = Fight()
    sword = next(iter(play.who(play.bob).items))

    play.do(PledgeHelp(character=play.bob, ally=play.ann, stamina=1), seat="bob")
    play.do(DropItem(character=play.bob, item=sword), seat="bob")
    play.do(Save(consequence=play.face(play.bob)), 5, 5, 5, 5, 5, 5, seat="bob")


@pytest.mark.rule("FB-COND-08")
def test_the_game_master_ends_a_condition_without_an_action() -> None:
    """If the game master clears a Condition, no action is used. A player who clears one uses an action."""
    play = Fight()
    for name in ("tired", "dazed"):
        play.do(GainCondition(character=play.ann, condition=name))
    play.do(ClearCondition(character=play.ann, condition="dazed", reason="the noise is over"))
    play.do(ClearCondition(character=play.ann, condition="tired", reason="a deep breath"), seat="ann")

    play.no(ActionUsed, Check(character=play.ann, attribute="strength"), seat="ann")


@pytest.mark.rule("FB-R-62")
@pytest.mark.parametrize(("gear", "left"), [("action", False), ("free", True)])
def test_a_setting_makes_putting_on_armor_free(gear: str, left: bool) -> None:  # noqa: FBT001
    """By default putting on Armor uses the turn's action.

    If `combat.gear` is `free`, it needs neither action nor turn.
    """
    play = Fight(combat={"gear": gear})
    first, second = play.item(play.ann, mail(2)), play.item(play.bob, mail(2))
    play.do(WearArmor(character=play.ann, item=first), seat="ann")

    if left:
        play.do(WearArmor(character=play.bob, item=second), seat="bob")
        play.do(Check(character=play.ann, attribute="strength"), 1, 1, seat="ann")
    else:
        play.no(NotYourTurn, WearArmor(character=play.bob, item=second), seat="bob")
        play.no(ActionUsed, Check(character=play.ann, attribute="strength"), seat="ann")


# ---------------------------------------------------------------- inside and outside


@pytest.mark.rule("FB-ROUND-06")
def test_bystanders_do_not_attack_fighters() -> None:
    """A bystander cannot attack or cast at a fighter, enemy or character, before joining the fight."""
    play = Fight()
    blade = play.item(play.cara, SWORD)
    strikes = (Strike(enemy=play.wolf, damage=1),)

    play.no(OutsideTheFight, Attack(character=play.cara, target=play.wolf, weapon=blade), seat="bob")
    play.no(OutsideTheFight, Attack(character=play.cara, target=play.ann, weapon=blade), seat="bob")
    play.no(OutsideTheFight, CastSpell(character=play.cara, spell="fire", strikes=strikes))
    play.no(OutsideTheFight, EnemyAttack(enemy=play.crow, attack="claw", targets=(play.ann,)))
    play.no(OutsideTheFight, EnemyAttack(enemy=play.crow, attack="claw", targets=(play.cara, play.ann)))
    for who in (play.cara, play.crow):
        play.do(JoinFight(participant=who))
    play.next(play.ann, play.bob, play.wolf)
    play.do(StartRound(), 1, 1, 2, 6, 5)
    play.do(Attack(character=play.cara, target=play.wolf, weapon=blade), 1, 1, seat="bob")
    play.next(play.cara)
    play.do(EnemyAttack(enemy=play.crow, attack="claw", targets=(play.ann,)))


@pytest.mark.rule("FB-ROUND-06", "FB-ROUND-11")
def test_newcomers_are_out_of_reach_until_the_next_round() -> None:
    """Nobody in the fight strikes one who joins in a round, or between rounds, before the next round begins."""
    play = Fight()
    play.do(JoinFight(participant=play.crow))
    play.do(JoinFight(participant=play.cara))
    blow = Attack(character=play.ann, target=play.crow, weapon=play.sword)
    claw = EnemyAttack(enemy=play.wolf, attack="claw", targets=(play.cara,))

    refused = play.no(OutsideTheFight, blow, seat="ann")
    assert ("round 2", play.crow) == (refused.needs, refused.has)
    play.no(OutsideTheFight, CastSpell(character=play.ann, spell="fire", strikes=(Strike(enemy=play.crow, damage=1),)))
    offered = [one for one in allowed_of(play.state, "ann", Attack) if one.body["character"] == play.ann]
    assert offered
    assert all(play.crow not in str(one) for one in offered)
    play.next(play.ann, play.bob)
    assert play.cara == play.no(OutsideTheFight, claw).has
    play.next(play.wolf)
    play.do(StartRound(), 6, 4, 5, 1, 2)
    play.do(blow, 1, 1, seat="ann")
    play.next(play.ann)
    play.do(claw)


@pytest.mark.rule("FB-ROUND-06", "FB-ROUND-11")
def test_bystanders_do_not_attack_newcomers() -> None:
    """A bystander, character or enemy, cannot strike one who has joined in this round, and is not offered it."""
    play = Fight()
    dora = play.hero(seat="bob")
    blade, other = play.item(dora, SWORD), play.foe(9)
    for newcomer in (play.crow, play.cara):
        play.do(JoinFight(participant=newcomer))

    for target in (play.crow, play.cara):
        play.no(OutsideTheFight, Attack(character=dora, target=target, weapon=blade), seat="bob")
        assert all(target not in str(one) for one in allowed_of(play.state, "bob", Attack) if dora in str(one))
    play.no(OutsideTheFight, CastSpell(character=dora, spell="fire", strikes=(Strike(enemy=play.crow, damage=1),)))
    play.no(OutsideTheFight, EnemyAttack(enemy=other, attack="claw", targets=(play.cara,)))
    play.do(Attack(character=dora, target=other, weapon=blade), 1, 1, seat="bob")


@pytest.mark.rule("FB-ROUND-11", "FB-CRIT-09")
def test_a_dying_newcomer_is_helped_by_those_in_the_fight() -> None:
    """Help is no blow: one who falls in the round in which it joins is helped from inside, and only from there."""
    play = Fight()
    dora = play.hero(seat="bob")
    play.do(JoinFight(participant=play.cara))
    play.dying(play.cara)

    play.no(HelperNotNamed, HelpDying(character=play.cara, how="luck"))
    play.no(OutsideTheFight, HelpDying(character=play.cara, helper=dora, how="bandage"), seat="bob")
    play.do(HelpDying(character=play.cara, helper=play.ann, how="bandage"), seat="ann")


@pytest.mark.rule("FB-ROUND-11")
def test_one_who_joins_before_the_first_round_is_within_reach_in_it() -> None:
    """Before the first round begins, a participant may still join for that round."""
    play = Play()
    ann, crow = play.hero(), play.foe(9)
    sword = play.item(ann, SWORD)
    play.do(StartFight(characters=(ann,), enemies=()))
    play.do(JoinFight(participant=crow))
    play.do(StartRound(), 6, 1)

    play.do(Attack(character=ann, target=crow, weapon=sword), 1, 1, seat="ann")


@pytest.mark.rule("FB-ROUND-11")
def test_before_form_2_newcomers_are_within_reach_at_once() -> None:
    """In campaigns opened before form 2, one who joins in a round is attacked in it."""
    play = Before()
    ann, crow = play.hero(), play.foe(9)
    sword = play.item(ann, SWORD)
    play.fight([ann], [], 6)
    play.do(JoinFight(participant=crow))

    play.do(Attack(character=ann, target=crow, weapon=sword), 1, 1, seat="ann")


@pytest.mark.rule("FB-ROUND-06")
def test_fighters_do_not_attack_bystanders() -> None:
    """A fighter cannot attack a bystander until the game master lets the bystander join."""
    play = Fight()
    play.no(OutsideTheFight, Attack(character=play.ann, target=play.crow, weapon=play.sword), seat="ann")
    play.do(EndTurn(participant=play.ann))
    play.next(play.bob)
    play.no(OutsideTheFight, EnemyAttack(enemy=play.wolf, attack="claw", targets=(play.cara,)))


@pytest.mark.rule("FB-ROUND-06")
def test_bystanders_fight_among_themselves_without_turns() -> None:
    """Bystanders may attack one another outside the fight, without turns."""
    play = Fight()
    blade = play.item(play.cara, SWORD)

    play.do(Attack(character=play.cara, target=play.crow, weapon=blade), 5, 5, seat="bob")
    play.do(EnemyAttack(enemy=play.crow, attack="claw", targets=(play.cara,)))


@pytest.mark.rule("FB-R-63")
def test_by_default_only_fighters_help_with_a_check() -> None:
    """By default only fighters help with a fighter's Check, in any turn and without an action.

    If `combat.help` is `anyone`, bystanders may help too.
    """
    play = Fight()
    play.no(HelpFromOutside, Check(character=play.ann, attribute="strength", helpers=(lend(play.cara),)))
    play.do(Check(character=play.ann, attribute="strength", helpers=(lend(play.bob),)), 1, 1, 1)
    play.next(play.ann)
    play.do(Check(character=play.bob, attribute="strength"), 1, 1, seat="bob")

    open_to_all = Fight(combat={"help": "anyone"})
    aid = (lend(open_to_all.cara),)
    open_to_all.do(Check(character=open_to_all.ann, attribute="strength", helpers=aid), 1, 1, 1)


@pytest.mark.rule("FB-ROUND-05", "FB-ROUND-06", "FB-CRIT-09")
def test_help_for_the_dying_is_an_action_of_the_fight() -> None:
    """In a fight, only a fighter may help a dying one, as the action of its own turn.

    This applies even if the game master names the helper.
    """
    play = Fight()
    play.dying(play.ann)
    play.no(NotYourTurn, HelpDying(character=play.ann, helper=play.bob), seat="bob")
    play.no(OutsideTheFight, HelpDying(character=play.ann, helper=play.cara), seat="bob")
    play.no(HelperNotNamed, HelpDying(character=play.ann))
    play.next(play.ann)

    helped = play.the(DyingHelped, HelpDying(character=play.ann, helper=play.bob, how="a bandage"), seat="bob")

    assert DyingHelped(character=play.ann, helper=play.bob, how="a bandage") == helped
    assert "wounded" == play.who(play.ann).status
    play.no(ActionUsed, Act(participant=play.bob, what="retreat"), seat="bob")
