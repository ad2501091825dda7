"""Rolls at a physical table that only the game master can make: who is awaited, and what players are offered."""

import pytest
from msgspec.structs import replace

from services.bones.awaits import awaits
from services.bones.chapters.fights.reporting import ReportDice
from services.bones.chapters.lasting_magic.minds import GiveIn, ResistMagic
from services.bones.chapters.rolls.falls import Fall, SoftenFall
from services.bones.chapters.rolls.rolls import dice_of
from services.bones.chapters.rolls.wounds import DealDamage, TakeDamage
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import CallTask
from services.bones.house import plays
from services.bones.settings import DiceSettings, Settings
from services.bones.state.magic import Resistance
from services.bones.state.tasks import Terms
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.keeping import in_order
from tests.bones.play import allowed_of
from tests.bones.test_house_fights import Duel, appoint_players
from tests.bones.trying import DIE, Tries

AT_TABLE = Settings(dice=DiceSettings(dice_source="reported"))


@pytest.mark.rule("BN-CAMP-214", "AR-KIND-02")
@pytest.mark.parametrize("enters", [False, True])
@pytest.mark.parametrize("source", ["service", "reported"])
@pytest.mark.parametrize("kind", ["task", "fall", "resistance"])
def test_a_roll_awaits_whoever_can_enter_its_faces(kind: str, source: str, *, enters: bool) -> None:
    """Where players enter no faces, the game master is awaited, and the player is not offered a roll that would fail.

    Against magic, the player may still give in.
    """
    play = Tries(dice={"dice_source": source, "players_report": enters})
    bob, witch = play.die("ann"), play.die("gm")
    if kind == "task":
        play.do(CallTask(creature=bob, aim="over the wall", terms=Terms(skill="Stealth", difficulty="Easy")))
    elif kind == "fall":
        play.do(Fall(creature=bob, height=20))
    else:
        mind = Resistance(id="resistance-90", creature=bob, caster=witch, theme="Dreams", what="sleep", successes=1)
        play.state = replace(play.state, resistances={mind.id: mind})
    kinds: dict[str, type[RollTask | SoftenFall | ResistMagic]] = {
        "task": RollTask,
        "fall": SoftenFall,
        "resistance": ResistMagic,
    }
    rolls = kinds[kind]

    alone = source == "reported" and not enters
    gives_in = {"ann"} if kind == "resistance" else set()
    assert ({"gm"} | gives_in if alone else {"ann"}) == {*awaits(play.state)}
    assert (source == "service") == bool(allowed_of(play.state, "ann", rolls))
    assert allowed_of(play.state, "gm", rolls)
    assert bool(gives_in) == bool(allowed_of(play.state, "ann", GiveIn))


@pytest.mark.rule("BN-CAMP-214", "AR-HOUSE-07")
@pytest.mark.parametrize("enters", [False, True])
def test_a_computer_player_rolls_no_dice_at_a_physical_table(*, enters: bool) -> None:
    """The computer player leaves a task and a fall to the game master, but declares, and takes the damage."""
    settings = Settings(dice=DiceSettings(dice_source="reported", players_report=enters))
    duel = Duel(settings=settings)
    house = appoint_players(duel, "ann", "bob")
    assert 2 == house.play_on()
    assert duel.state.combat
    assert ("terms", False) == (duel.state.combat.stage, plays(duel.state, "ann"))

    duel.send(Fall(creature=duel.ours, height=20))
    assert 0 == house.play_on()
    (fall,) = in_order(duel.state.falls)
    dice = dice_of(duel.state, duel.ours, skill="Maneuver")
    duel.send(SoftenFall(fall=fall), faces=(6,) * len(dice))
    assert isinstance(house.act(), TakeDamage)
    house.play_on()
    assert (0, 0, True) == (len(duel.state.falls), len(duel.state.wounds), duel.state.characters[duel.ours].lost != ())


@pytest.mark.rule("BN-CAMP-214", "AR-KIND-02")
def test_the_game_master_is_not_awaited_for_a_task_whose_creature_must_first_answer() -> None:
    """While Ann must take damage, her task is not rolled by anybody."""
    play = Tries(dice={"dice_source": "reported"})
    bob = play.one("ann", [DIE, ("Universal",) * 6, DIE])
    task = play.easy(bob)
    assert {"gm"} == {*awaits(play.state)}
    play.do(DealDamage(creature=bob, amount=1))
    play.no(AnswerFirst, RollTask(task=task))
    assert {"ann"} == {*awaits(play.state)}


@pytest.mark.rule("BN-CAMP-217", "BN-CAMP-163", "AR-KIND-02")
@pytest.mark.parametrize("alone", [False, True])
def test_a_task_awaits_the_game_master_for_the_faces_that_its_player_does_not_enter(*, alone: bool) -> None:
    """Ann has entered her faces: the game master enters those of the challenge dice. Without them, she rolls."""
    play = Tries(dice={"dice_source": "reported", "players_report": True})
    bob = play.die("ann", 2)
    play.call(bob, number=1 if alone else None, difficulty=None if alone else "Easy")
    assert {"ann"} == {*awaits(play.state)}
    play.do(ReportDice(creature=bob, faces=(1, 6)), seat="ann")
    assert {"ann" if alone else "gm"} == {*awaits(play.state)}
    assert alone == bool(allowed_of(play.state, "ann", RollTask))
    assert allowed_of(play.state, "gm", RollTask)
