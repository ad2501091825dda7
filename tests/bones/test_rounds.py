"""A round of a fight: its dice, its other tasks, and its end."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from msgspec.structs import replace

from services.bones.chapters.fights.allotting import Allot
from services.bones.chapters.fights.blows import BlowStruck
from services.bones.chapters.fights.combat import EndCombat, LeaveCombat, SetScene
from services.bones.chapters.fights.round_tasks import SetRoundTask
from services.bones.chapters.fights.rounds import (
    AllottingBegan,
    GroupsTurnCame,
    NotTheTimeToRoll,
    RolledFor,
    RollRound,
    RoundBegan,
    RoundCompared,
    RoundRolled,
)
from services.bones.chapters.lasting_magic.minds import GiveIn
from services.bones.chapters.magic.effects import EffectBegan
from services.bones.chapters.rolls.rolls import KeepFaces, RollMade
from services.bones.chapters.rolls.settling import DicePutAway, TaskSettled
from services.bones.chapters.rolls.wounds import (
    CoupDeGrace,
    DamageTaken,
    DealDamage,
    DeclaredInAFight,
    Died,
    TakeDamage,
)
from services.bones.chapters.tasks.rolling import TermsNeeded
from services.bones.state.campaign import FORM
from services.bones.state.combat import Aimed, Between, Put
from services.bones.state.tasks import Result, Terms
from shared.kernel.campaign.fights import AnswerFirst, NoFight
from shared.kernel.campaign.roster import RemoveCharacter
from shared.kernel.campaign.seats import OnlyTheGameMaster
from tests.bones.fight import BLANK, HORDE, MELEE, PHYSICAL, RIDER, UNIVERSAL, Fight, only, pair, strikes
from tests.bones.play import BOB, allowed_of
from tests.bones.smitten import Smitten

CROSSBOW: Final = "Short bow / light crossbow"


# ---------------------------------------------------------------- dice


@pytest.mark.rule("BN-CMB-10", "BN-DICE-03")
def test_a_weapon_is_rolled_with_its_fighters_dice() -> None:
    """A fighter with four dice and a crossbow rolls five faces. A fighter who does nothing rolls no dice."""
    table = Fight()
    bob, goblin = table.one("ann", BOB, items=(CROSSBOW,)), table.die("gm")
    bow = table.item_named(bob, CROSSBOW)
    table.begin([bob], [goblin])
    table.says(bob, weapons=(bow,))
    table.says(goblin, "nothing")

    found = table.roll(1, 1, 1, 1, 3)

    (made,) = only(found, RollMade)
    assert isinstance(made, RollMade)
    bones = [(f"die-{number}", "Universal") for number in range(1, 5)]
    assert [*bones, (bow, "Missile")] == [(one.die, one.face) for one in made.roll.dice]
    assert RoundRolled(fighters=(RolledFor(creature=bob, rolls=(made.roll.id,)),)) == found[1]
    assert (table.combat.id, None) == (made.roll.of, made.roll.skill)


@pytest.mark.rule("BN-HORDE-03", "BN-R-136", "BN-R-283", "BN-HORDE-01")
def test_a_horde_rolls_all_its_dice_for_each_that_it_attacks() -> None:
    """A horde with three targets rolls its remaining dice three times, and allots no successes."""
    table = Fight()
    horde = table.die("gm", 3, kind="horde", dice=HORDE, lost=(2,))
    named = [table.die("ann") for _ in range(3)]
    spared = table.die("ann")
    table.begin([horde], [*named, spared])
    table.says(horde, targets=tuple(named))
    table.all_fight(*named, spared)

    found = table.roll(1, 1, 4, 4, 1, 6)

    made = [event.roll for event in found if isinstance(event, RollMade)]
    assert [(who, ("die-1", "die-3")) for who in named] == [
        (one.target, tuple(die.die for die in one.dice)) for one in made
    ]
    assert [["Melee", "Melee"], ["blank", "blank"], ["Melee", "Regenerate"]] == [
        [die.face for die in one.dice] for one in made
    ]
    assert AllottingBegan(groups=()) in found
    assert [1, 2] == [len(only(found, kind)) for kind in (AllottingBegan, BlowStruck)]


@pytest.mark.rule("BN-MNT-04", "BN-R-121")
def test_a_mount_fights_besides_its_rider() -> None:
    """A mount has its own roll and allotment, apart from its rider's, and can be attacked separately."""
    table = Fight()
    horse = table.die("ann", 3, kind="beast")
    rider, goblin = table.die("ann", 1, RIDER, mount=horse), table.die("gm", 2)
    table.begin([rider, horse], [goblin])
    table.all_fight()

    table.roll(4, MELEE, MELEE, MELEE, MELEE, MELEE)

    assert [1, 1] == [len(table.fighter(who).rolls) for who in (rider, horse)]
    assert ((goblin,), (horse, rider)) == tuple(tuple(sorted(group)) for group in table.combat.groups)
    puts = (Put(die="die-1", attack=(Aimed(target=horse),)), Put(die="die-2", attack=(Aimed(target=rider),)))
    table.do(Allot(creature=goblin, puts=puts))
    for who, die in ((rider, "die-1"), (horse, "die-2")):
        table.do(Allot(creature=who, puts=strikes(goblin, die)), seat="ann")
    assert {horse: 1, rider: 1, goblin: 2} == {
        who: sum(wound.amount for wound in table.state.wounds.values() if wound.creature == who)
        or len(table.who(who).lost)
        for who in (horse, rider, goblin)
    }


@pytest.mark.rule("BN-R-103", "BN-CMB-02", "AR-CAMP-02")
def test_the_dice_of_a_round_are_rolled_once_when_all_have_declared() -> None:
    """Only the game master rolls the dice of a round, and only once all have declared."""
    table = Fight()
    table.no(NoFight, RollRound())
    bob, goblin = table.die("ann", spiffs=1), table.die("gm")
    table.begin([bob], [goblin])
    assert (bob, goblin) == table.no(NotTheTimeToRoll, RollRound()).needs
    table.all_fight()
    table.no(OnlyTheGameMaster, RollRound(), seat="ann")
    assert [{}] == [one.fields for one in allowed_of(table.state, "gm", RollRound)]
    table.roll(1, 1)
    assert "round 2, since the dice of round 1 have been rolled" == table.no(NotTheTimeToRoll, RollRound()).needs


@pytest.mark.rule("BN-R-103", "BN-DMG-02")
def test_a_fight_in_which_nobody_can_act_is_ended() -> None:
    """If all fighters are incapacitated, none declares or rolls, and the refusal of the roll names `EndCombat`."""
    table = Fight()
    table.begin([table.die("ann", lost=(1,))], [table.die("gm", lost=(1,))])

    assert "EndCombat, since no fighter can act" == table.no(NotTheTimeToRoll, RollRound()).needs


@pytest.mark.rule("BN-CAMP-102", "BN-R-103")
def test_the_dice_wait_for_a_mind_that_may_resist_an_order() -> None:
    """If Bob may still resist an order when all have declared, the refusal of the roll names his resistance."""
    table = Smitten()
    control = table.control_mind(4)
    table.given(EffectBegan(effect=replace(control, lasts="health", die=1)))
    table.begin([table.wanda], [table.bob])
    table.says(table.wanda)
    table.give_order(control, 4)
    (resistance,) = table.state.resistances
    table.says(table.bob)

    refused = table.no(NotTheTimeToRoll, RollRound())
    assert ("declaring", (resistance,)) == (refused.has, refused.needs)
    table.do(GiveIn(resistance=resistance), seat="bob")
    assert "terms" == table.combat.stage


@pytest.mark.rule("BN-CHAL-03", "BN-CMB-11")
def test_no_dice_are_rolled_before_every_task_has_its_terms() -> None:
    """The dice of a round wait for the terms of every task.

    Fighting and moving need no terms, nor does the task of a fighter that has fallen by then.
    """
    table = Fight()
    bob, goblin = table.die("ann"), table.die("gm")
    down = table.die("gm")
    table.begin([bob], [goblin, down])
    table.says(bob, "other", aim="to the chandelier")
    table.says(down, "other", aim="to sleep")
    table.says(goblin, "move")
    table.state = table.state.change(down, lost=(1,))

    table.no(TermsNeeded, RollRound())
    table.do(SetRoundTask(creature=bob, terms=Terms(skill="Physical", number=1)))
    table.roll(PHYSICAL, UNIVERSAL)


@pytest.mark.rule("BN-R-280", "AR-FIGHT-06")
def test_open_decisions_come_before_the_roll_of_the_round() -> None:
    """An open wound delays the roll of the round. The game master can settle it for its owner."""
    table, bob, _ = pair(bob=2)
    table.all_fight()
    table.do(DealDamage(creature=bob, amount=1))
    (wound,) = table.state.wounds

    table.no(AnswerFirst, RollRound())
    table.do(TakeDamage(wound=wound, dice=(2,)))
    table.roll(BLANK, BLANK)


@pytest.mark.rule("BN-R-280")
def test_a_round_waits_for_every_die_of_it() -> None:
    """No fighter allots while a player can still pay for a reroll. The game master can decide for that player."""
    table, bob, goblin = pair(spiffs=1)
    table.all_fight()
    found = table.roll(MELEE, MELEE)

    assert ([], "rolling") == (only(found, AllottingBegan), table.combat.stage)
    found = table.do(KeepFaces(roll=table.fighter(bob).rolls[0]))
    assert [AllottingBegan(groups=((goblin,), (bob,)))] == only(found, AllottingBegan)


# ---------------------------------------------------------------- other tasks


@pytest.mark.rule("BN-MOVE-04", "BN-R-233", "BN-R-104")
def test_faster_movement_is_the_task_of_the_round() -> None:
    """Faster movement is a task without opposition: each success adds 15 m, so two add 30 m."""
    table, bob, _ = pair(bob=2)
    table.says(bob, "move")
    table.all_fight(*table.combat.order)

    found = table.roll(PHYSICAL, UNIVERSAL)

    (settled,) = [event for event in found if isinstance(event, TaskSettled)]
    (result,) = settled.results
    assert isinstance(result, Result)
    assert ("45", 2) == (result.metres, settled.successes)
    assert [RoundBegan(round=2)] == only(found, RoundBegan)


# ---------------------------------------------------------------- the end of a round


@pytest.mark.rule("BN-CMB-18", "BN-R-111")
def test_a_round_ends_when_all_its_damage_is_taken() -> None:
    """Both fighters strike, even though one falls.

    Then the damage removes dice, and the declarations of the next round begin.
    """
    table, bob, goblin = pair(bob=2)
    table.all_fight()
    table.roll(MELEE, MELEE, MELEE)
    rolled = (*table.fighter(bob).rolls, *table.fighter(goblin).rolls)
    table.do(Allot(creature=goblin, puts=strikes(bob, "die-1")))

    found = table.do(Allot(creature=bob, puts=strikes(goblin, "die-1", "die-2")), seat="ann")

    assert [BlowStruck, BlowStruck, RoundCompared] == [type(one) for one in only(found, BlowStruck, RoundCompared)]
    assert ((1,), "damage", 1) == (table.who(goblin).lost, table.combat.stage, table.combat.round)
    (wound,) = table.state.wounds
    found = table.do(TakeDamage(wound=wound, dice=(1,)), seat="ann")
    assert [DamageTaken, DicePutAway, RoundBegan] == [
        type(one) for one in only(found, DamageTaken, DicePutAway, RoundBegan)
    ]
    assert DicePutAway(tasks=(), rolls=rolled) in found
    assert ({}, 2, "declaring") == (table.state.rolls, table.combat.round, table.combat.stage)
    assert (False, (), True) == (table.fighter(bob).declared, table.fighter(bob).rolls, table.fighter(goblin).down)


@pytest.mark.rule("BN-R-277", "BN-DMG-04", "BN-R-115", "BN-CMB-18")
def test_a_coup_de_grace_takes_effect_with_the_damage_of_the_round() -> None:
    """A coup de grace takes effect even if the fighter who declared it falls in the same round."""
    table = Fight()
    bob, goblin, down = table.die("ann"), table.die("gm"), table.die("gm", lost=(1,))
    table.begin([bob], [goblin, down])
    table.no(DeclaredInAFight, CoupDeGrace(creature=down))
    table.says(bob, "coup_de_grace", target=down, seat="ann")
    table.says(goblin)
    table.roll(MELEE)
    assert not table.who(down).dead

    found = table.do(Allot(creature=goblin, puts=strikes(bob, "die-1")))

    assert [Died(creature=down, cause="coup de grace")] == only(found, Died)
    assert ((1,), True) == (table.who(bob).lost, table.who(down).dead)


@pytest.mark.rule("BN-R-115")
@pytest.mark.parametrize(("face", "dies"), [(MELEE, True), (BLANK, False)])
def test_a_setting_requires_a_success_for_a_coup_de_grace(face: int, dies: bool) -> None:  # noqa: FBT001 both ways
    """If `coup_de_grace_roll` is true, a coup de grace needs a success."""
    table = Fight(combat={"coup_de_grace_roll": True})
    bob, down = table.die("ann"), table.die("gm", lost=(1,))
    table.begin([bob], [down])
    table.says(bob, "coup_de_grace", target=down)

    table.roll(face)

    assert dies == table.who(down).dead


@pytest.mark.rule("BN-R-277")
@pytest.mark.parametrize("changed", [{"lost": ()}, {"dead": True}])
def test_a_creature_with_dice_again_receives_no_coup_de_grace(changed: dict[str, Any]) -> None:
    """A coup de grace does not kill a creature that has dice again by the end of the round.

    No creature dies twice.
    """
    table = Fight()
    bob, down = table.die("ann"), table.die("gm", lost=(1,))
    table.begin([bob], [down])
    table.says(bob, "coup_de_grace", target=down)
    table.state = table.state.change(down, **changed)

    assert [] == only(table.roll(), Died)


@pytest.mark.rule("BN-R-378", "BN-R-277")
@pytest.mark.parametrize(("form", "dies"), [(FORM, False), (1, True)])
def test_a_coup_de_grace_needs_its_target_within_reach_until_the_end(form: int, dies: bool) -> None:  # noqa: FBT001
    """The game master sets the target 50 m apart after the declaration. Older campaigns kill it there."""
    table = Fight()
    table.state = replace(table.state, form=form)
    bob, down = table.die("ann"), table.die("gm", lost=(1,))
    table.begin([bob], [down])
    table.says(bob, "coup_de_grace", target=down)
    table.do(SetScene(between=(Between(attacker=bob, target=down, distance=50),)))

    assert [Died(creature=down, cause="coup de grace")] * dies == only(table.roll(), Died)


@pytest.mark.rule("BN-R-277", "BN-R-268")
def test_a_creature_that_left_receives_no_coup_de_grace() -> None:
    """A coup de grace does not kill a creature that has left the fight or the campaign."""
    for gone in (False, True):
        table = Fight()
        bob, down = table.die("ann"), table.die("gm", lost=(1,))
        table.begin([bob], [down])
        table.says(bob, "coup_de_grace", target=down)
        table.do(LeaveCombat(creature=down))
        if gone:
            table.do(RemoveCharacter(character=down, reason="carried away"))

        assert [] == only(table.roll(), Died)


@pytest.mark.rule("BN-HORDE-03", "BN-R-268")
def test_a_horde_does_not_strike_one_that_has_left() -> None:
    """A horde's rolls against a creature that left the fight have no effect."""
    table = Fight()
    horde, bob, other = table.one("gm", [HORDE] * 2, kind="horde"), table.die("ann", 2), table.die("ann", 2)
    table.begin([horde], [bob, other])
    table.says(horde, targets=(bob,))
    table.says(bob)
    table.says(other)
    table.roll(1, 1, *[MELEE] * 4)
    table.do(LeaveCombat(creature=bob))
    table.do(RemoveCharacter(character=bob, reason="carried away"))

    happened = table.do(Allot(creature=other))

    assert [] == only(happened, BlowStruck)


@pytest.mark.rule("BN-R-278", "BN-R-280")
def test_the_game_master_may_end_a_fight_at_any_time() -> None:
    """A fight can end while fighters declare, roll, allot or take damage. Damage already dealt remains."""
    table, bob, goblin = pair(bob=2, goblin=2, spiffs=1)
    stages = {table.combat.stage}
    table.all_fight()
    steps: tuple[Callable[[], object], ...] = (
        lambda: table.roll(*[MELEE] * 4),
        lambda: table.do(KeepFaces(roll=table.fighter(bob).rolls[0])),
        lambda: table.do(Allot(creature=goblin, puts=strikes(bob, "die-1"))),
        lambda: table.do(Allot(creature=bob)),
    )
    for step in steps:
        stages.add(table.combat.stage)
        before = table.state
        table.do(EndCombat())
        assert (None, {}, {}) == (table.state.combat, table.state.rolls, table.state.tasks)
        table.state = before
        step()
    stages.add(table.combat.stage)
    table.do(EndCombat())
    assert ({"declaring", "terms", "rolling", "allotting", "damage"}, 1) == (stages, len(table.state.wounds))


@pytest.mark.rule("BN-R-268", "BN-CMB-02")
def test_a_round_continues_when_the_awaited_creature_leaves() -> None:
    """When the only awaited creature leaves, even as the last of its group, the round continues."""
    table, bob, goblin = pair()
    table.all_fight()
    table.roll(MELEE, MELEE)

    found = table.do(LeaveCombat(creature=goblin))

    assert [GroupsTurnCame(group=1)] == only(found, GroupsTurnCame)
    table.do(Allot(creature=bob))
    assert 2 == table.combat.round
    table.do(LeaveCombat(creature=bob))
    assert ({}, "declaring") == (table.combat.fighters, table.combat.stage)
