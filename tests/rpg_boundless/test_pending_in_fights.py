"""Pending decisions in fights, actions that the game master grants, and the list of legal commands."""

import pytest

from services.rpg_boundless.chapters.attacks import Attack, EnemyAttack
from services.rpg_boundless.chapters.checks import Check
from services.rpg_boundless.chapters.damage import CharacterDied, CriticalSave
from services.rpg_boundless.chapters.enemies import SendEnemyAway
from services.rpg_boundless.chapters.fights import (
    EndFight,
    InitiativeSwapped,
    JoinFight,
    StartFight,
    StartRound,
    SwapInitiative,
    SwapOffered,
)
from services.rpg_boundless.chapters.items import TakeItem
from services.rpg_boundless.chapters.overrides import ActionGranted, ActionGrantedAlready, AdjustAction, AdjustHp
from services.rpg_boundless.chapters.recovery import (
    MilestoneReached,
    ReachMilestone,
    Rest,
    Rested,
    SpendHit,
    SpendRecovery,
)
from services.rpg_boundless.chapters.saves import Accept
from services.rpg_boundless.chapters.seats import HitsFirst
from services.rpg_boundless.chapters.spells import CastSpell, Strike
from services.rpg_boundless.chapters.turns import (
    Act,
    ActionTaken,
    ActionUsed,
    AnswerFirst,
    EndTurn,
    FightGoesOn,
    Move,
    NoFight,
    NotInFight,
    NotYourTurn,
    OutsideTheFight,
    RoundWaits,
)
from shared.kernel.campaign.seats import ReasonNeeded
from tests.rpg_boundless.fights import WHY, Fight
from tests.rpg_boundless.play import SWORD, Before, Play, allowed_of, blocked_commands, odds

# ---------------------------------------------------------------- what waits


@pytest.mark.rule("FB-ROUND-07", "FB-R-61")
def test_there_is_no_rest_in_a_fight() -> None:
    """A fighter cannot rest. A character can rest once it has left the fight, or once the fight is over."""
    play = Fight()
    play.no(FightGoesOn, Rest(character=play.ann, length="short"), seat="ann")
    play.no(FightGoesOn, Rest(character=play.bob, length="long"))
    play.do(Rest(character=play.cara, length="short"), 1, 1, 1, seat="bob")
    play.do(EndFight())

    play.do(Rest(character=play.ann, length="short"), 1, 1, 1, seat="ann")


@pytest.mark.rule("FB-R-61", "FB-REC-08")
def test_a_setting_makes_a_rest_an_action() -> None:
    """If `combat.rest` is `action`, a fighter rests in its own turn, which cannot end before the Hits are spent."""
    play = Fight(combat={"rest": "action"})
    play.no(NotYourTurn, Rest(character=play.bob, length="short"), seat="bob")

    recovery = play.the(Rested, Rest(character=play.ann, length="short"), 5, 1, 1, seat="ann").recovery

    play.no(HitsFirst, EndTurn(participant=play.ann), seat="ann")
    play.do(SpendRecovery(recovery=recovery, spend=("hp",)), seat="ann")
    play.no(ActionUsed, Rest(character=play.ann, length="short"), seat="ann")
    play.next(play.ann)


@pytest.mark.rule("FB-ROUND-07")
def test_the_hits_of_a_milestone_wait_for_the_end_of_the_fight() -> None:
    """A milestone may be rolled during a fight, but its Hits can be spent only after it."""
    play = Fight()
    reached = ReachMilestone(character=play.bob, milestone="the gate is open", dice=1)
    spend = SpendHit(experience=play.the(MilestoneReached, reached, 5).experience, on="max_hp")

    play.no(FightGoesOn, spend, seat="bob")
    play.do(EndFight())
    play.do(spend, seat="bob")


@pytest.mark.rule("FB-ROUND-08", "FB-SAVE-09", "FB-R-64")
def test_the_fight_waits_for_answers() -> None:
    """While a fighter has a consequence to answer, it cannot act, no turn ends, and no round begins."""
    play = Fight()
    play.next(play.ann)
    faced = play.face(play.bob, damage=1)

    play.no(AnswerFirst, Check(character=play.bob, attribute="strength"), seat="bob")
    play.no(AnswerFirst, EndTurn(participant=play.bob), seat="bob")
    play.do(Accept(consequence=faced), seat="bob")
    play.next(play.bob)
    play.do(EnemyAttack(enemy=play.wolf, attack="claw", targets=(play.ann, play.bob)))
    play.no(RoundWaits, EndTurn(participant=play.wolf))
    for one in tuple(play.state.consequences):
        play.no(RoundWaits, EndTurn(participant=play.wolf))
        play.do(Accept(consequence=one))
    play.next(play.wolf)
    play.face(play.ann)
    play.no(RoundWaits, StartRound())


@pytest.mark.rule("FB-ROUND-08", "FB-CRIT-01")
def test_the_fight_waits_for_a_critical_save() -> None:
    """A fighter who drops to 0 HP must roll its Critical Save at once.

    A bystander's Critical Save delays no fighter.
    """
    play = Fight(saves={"answer": "before_rest"})
    play.do(AdjustHp(character=play.cara, hp=0, reason=WHY))
    play.do(AdjustHp(character=play.bob, hp=0, reason=WHY))

    play.no(RoundWaits, EndTurn(participant=play.ann))
    play.do(CriticalSave(critical=play.critical(play.bob)), 5, 5, seat="bob")
    play.next(play.ann)


# ---------------------------------------------------------------- the game master's word


@pytest.mark.rule("FB-ROUND-09", "FB-CAMP-07")
def test_the_game_master_grants_an_action_with_a_reason() -> None:
    """The game master may grant an additional action, even out of turn, with a reason.

    The action can be used once, and the turn's own action remains.
    """
    play = Fight()
    play.no(ReasonNeeded, AdjustAction(participant=play.bob))
    granted = play.the(ActionGranted, AdjustAction(participant=play.bob, reason="the bow was drawn"))
    assert ActionGranted(participant=play.bob, reason="the bow was drawn") == granted
    play.no(ActionGrantedAlready, AdjustAction(participant=play.bob, reason=WHY))

    taken = play.the(ActionTaken, Check(character=play.bob, attribute="dexterity"), 1, seat="bob")

    assert taken.granted
    play.no(NotYourTurn, Check(character=play.bob, attribute="dexterity"), seat="bob")
    play.next(play.ann)
    assert not play.the(ActionTaken, Check(character=play.bob, attribute="dexterity"), 1, seat="bob").granted
    play.do(AdjustAction(participant=play.bob, reason="fortune smiles"))
    play.do(Check(character=play.bob, attribute="dexterity"), 1, seat="bob")
    play.no(ActionUsed, Check(character=play.bob, attribute="dexterity"), seat="bob")


@pytest.mark.rule("FB-ROUND-09")
def test_a_granted_action_ends_with_the_round() -> None:
    """A granted action that is not used in the round is lost. The game master cannot grant one to a bystander."""
    play = Fight()
    play.no(NotInFight, AdjustAction(participant=play.cara, reason=WHY))
    play.do(AdjustAction(participant=play.wolf, reason=WHY))
    play.next(play.ann, play.bob, play.wolf)
    play.do(StartRound(), 6, 4, 2)

    play.no(NotYourTurn, EnemyAttack(enemy=play.wolf, attack="claw", targets=(play.ann,)))


@pytest.mark.rule("FB-ROUND-12", "FB-ROUND-11", "FB-ROUND-09")
def test_a_newcomer_strikes_nobody_before_its_first_round() -> None:
    """With a granted action, one who has just joined strikes nobody, but may do something else."""
    play = Fight()
    blade, fire = play.item(play.cara, SWORD), Strike(enemy=play.wolf, damage=1)
    for newcomer in (play.cara, play.crow):
        play.do(JoinFight(participant=newcomer))
        play.do(AdjustAction(participant=newcomer, reason=WHY))
    blow = Attack(character=play.cara, target=play.wolf, weapon=blade)
    claw = EnemyAttack(enemy=play.crow, attack="claw", targets=(play.ann,))

    for command in (blow, claw, CastSpell(character=play.cara, spell="fire", strikes=(fire,))):
        refused = play.no(OutsideTheFight, command)
        assert "round 2" == refused.needs
    assert play.the(ActionTaken, Check(character=play.cara, attribute="strength"), 1, 1, seat="bob").granted
    play.next(play.ann, play.bob, play.wolf)
    play.do(StartRound(), 1, 2, 3, 6, 5)

    play.do(blow, 1, 1, seat="bob")
    play.next(play.cara)
    play.do(claw)


@pytest.mark.rule("FB-ROUND-12")
def test_before_form_2_a_newcomer_strikes_at_once() -> None:
    """In campaigns opened before form 2, one who has just joined strikes with a granted action."""
    play = Before()
    ann, crow = play.hero(), play.foe(9)
    play.fight([ann], [], 6)
    play.do(JoinFight(participant=crow))
    play.do(AdjustAction(participant=crow, reason=WHY))

    play.do(EnemyAttack(enemy=crow, attack="claw", targets=(ann,)))


# ---------------------------------------------------------------- what is listed and what is foretold


@pytest.mark.rule("FB-ROUND-05", "FB-ROUND-06", "FB-ROUND-07")
def test_the_legal_list_and_dry_runs_respect_turns() -> None:
    """Actions are listed as legal and have odds only in the character's own turn."""
    play = Fight()
    for kind in (Check, Attack, CastSpell, Act, TakeItem, Rest):
        named = [one.body.get("character") or one.body["participant"] for one in allowed_of(play.state, "bob", kind)]
        assert play.bob not in named
    assert [play.ann] == [one.body["participant"] for one in allowed_of(play.state, "ann", Act)]
    assert odds(Check(character=play.bob, attribute="strength"), play.state) is None
    assert odds(Check(character=play.ann, attribute="strength"), play.state) is not None
    assert "Rest" in blocked_commands(play.state, "ann")


# ---------------------------------------------------------------- initiative


@pytest.mark.rule("FB-INIT-07")
def test_swap_offer_lapses_when_its_die_is_traded_away() -> None:
    """An offer to exchange dice lapses when its die is exchanged with a third player.

    Agreeing to it then counts as a new offer.
    """
    play = Play()
    ann, bob, cara = play.hero(seat="ann"), play.hero(seat="bob"), play.hero(seat="ann")
    play.fight([ann, bob, cara], [], 6, 4, 1)
    play.the(SwapOffered, SwapInitiative(character=ann, other=bob), seat="ann")
    play.the(InitiativeSwapped, SwapInitiative(character=ann, other=cara), seat="ann")

    play.the(SwapOffered, SwapInitiative(character=bob, other=ann), seat="bob")

    assert (cara, bob, ann) == play.order()


@pytest.mark.rule("FB-INIT-07", "FB-R-26", "FB-R-27")
def test_an_exchange_does_not_affect_settled_ties() -> None:
    """Two fighters who tied and rolled again keep their order when others exchange dice."""
    play = Play(initiative={"tie": "reroll"})
    first, second, off_guard, quick = (play.hero() for _ in range(4))
    play.do(StartFight(characters=(first, second, off_guard, quick), enemies=()))
    play.do(StartRound(off_guard=(off_guard,)), 4, 4, 2, 6, 1, 5)
    assert (quick, second, first, off_guard) == play.order()

    play.do(SwapInitiative(character=off_guard, other=quick), seat="ann")

    assert (second, first, quick, off_guard) == play.order()


@pytest.mark.rule("FB-INIT-07", "FB-INIT-02")
def test_an_exchange_interrupts_no_turn() -> None:
    """After an exchange the highest die acts next, once the current turn is over."""
    play = Play()
    ann, bob, cara = play.hero(seat="ann"), play.hero(seat="bob"), play.hero(seat="bob")
    play.fight([ann, bob, cara], [], 5, 3, 6, off_guard=(cara,))
    play.do(Move(participant=ann, where="to the gate"), seat="ann")

    play.do(SwapInitiative(character=bob, other=cara), seat="bob")

    play.do(Act(participant=ann, what="bar the gate"), seat="ann")
    play.do(EndTurn(participant=ann), seat="ann")
    assert (ann, bob, cara) == play.order()
    play.do(EndTurn(participant=bob), seat="bob")


@pytest.mark.rule("FB-INIT-01", "FB-R-57")
def test_no_round_begins_without_a_fighter_able_to_act() -> None:
    """When all fighters are dead or taken out, no new round can begin and the game master ends the fight."""
    play = Fight()
    for hero in (play.ann, play.bob):
        play.given(CharacterDied(character=hero, reason=WHY))
    play.do(SendEnemyAway(enemy=play.wolf))

    play.no(NoFight, StartRound())
    play.do(EndFight())


@pytest.mark.rule("FB-ROUND-08")
def test_a_consequence_is_answered_before_the_first_round() -> None:
    """A fight may begin while a consequence is pending, but initiative is rolled only after it is answered."""
    play = Play()
    hero = play.hero()
    faced = play.face(hero)
    play.do(StartFight(characters=(hero,), enemies=()))
    play.no(RoundWaits, StartRound())

    play.do(Accept(consequence=faced))

    play.do(StartRound(), 3)
