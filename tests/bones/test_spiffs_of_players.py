"""Limits on how a player with several characters can use spiffs."""

import pytest
from msgspec.structs import replace

from services.bones.chapters.fights.combat import EndCombat
from services.bones.chapters.rolls.rolls import KeepFaces
from services.bones.chapters.rolls.spiffs import (
    AllowSpiffs,
    OneRerollACheck,
    OneSoakAtATime,
    OneSuccessACheck,
    SpiffUseAsked,
    UseSpiffs,
    VetoSpiffs,
)
from services.bones.chapters.rolls.wounds import DamageSoaked, DealDamage, TakeDamage
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.state.spiffs import SpiffUseKind
from tests.bones.arena import Arena, to
from tests.bones.play import BOB, Play
from tests.bones.trying import Tries


def soaking(play: Play, wound: str) -> UseSpiffs:
    """Return the command that requests to soak one damage of a wound."""
    return UseSpiffs(creature=play.state.wounds[wound].creature, use="soak", on=wound)


def soaks(play: Play, wound: str, seat: str = "ann") -> None:
    """Soak one damage of a wound as a player, and approve the soak as the game master."""
    use = play.the(SpiffUseAsked, soaking(play, wound), seat=seat).use.id
    assert DamageSoaked(wound=wound) in play.do(AllowSpiffs(use=use))


def both_hurt(seats: tuple[str, str] = ("ann", "ann")) -> tuple[Arena, str, str]:
    """Return a fight in which each of these seats has a character with a wound of 1 damage, and the two wounds."""
    table = Arena()
    two = [table.one(seat, BOB, spiffs=9) for seat in seats]
    foe = table.of("gm", "Melee", "Melee")
    table.fought(two, (foe,), said={who: {"doing": "nothing"} for who in two})
    table.put(foe, to(two[0], 1), to(two[1], 2))
    first, second = sorted(table.state.wounds)
    return table, first, second


@pytest.mark.rule("BN-R-345", "BN-SPIFF-17")
def test_a_player_soaks_one_damage_of_a_round_whichever_character_is_hurt() -> None:
    """While one character's soak is open or granted, the game refuses a soak for the player's other character.

    After a veto it is legal.
    """
    table, first, second = both_hurt()
    use = table.the(SpiffUseAsked, soaking(table, first), seat="ann").use.id
    table.no(OneSoakAtATime, soaking(table, second), seat="ann")
    before = table.state
    table.do(AllowSpiffs(use=use))
    table.no(OneSoakAtATime, soaking(table, second), seat="ann")

    table.state = before
    table.do(VetoSpiffs(use=use))
    soaks(table, second)


@pytest.mark.rule("BN-R-345")
def test_two_players_soak_one_damage_each_in_a_round() -> None:
    """Two players can each soak one damage in a round, because one player's soak does not affect the other."""
    table, first, second = both_hurt(("ann", "bob"))
    soaks(table, first)
    soaks(table, second, seat="bob")


@pytest.mark.rule("BN-R-345")
def test_players_soak_again_in_another_round_and_in_another_fight() -> None:
    """The limit on soaks applies to each round separately, and the first round of the next fight is a new one."""
    for ends in (False, True):
        table, first, second = both_hurt()
        soaks(table, first)
        table.do(TakeDamage(wound=second, dice=(1,)), seat="ann")
        hurt = table.state.combat and table.state.combat.order[0]
        assert hurt
        if ends:
            fighters = table.combat.order
            table.do(EndCombat(reason="they flee"))
            table.begin(fighters[:2], fighters[2:])
        assert table.combat.round == 1 + (not ends)
        table.do(DealDamage(creature=hurt, amount=1))
        (again,) = table.state.wounds
        soaks(table, again)


@pytest.mark.rule("BN-R-345", "BN-R-083")
def test_only_one_wound_of_a_task_is_soaked() -> None:
    """Two poison dice in one roll deal two wounds, only one of which can be soaked."""
    play = Tries()
    bob = play.die("ann", 4)
    play.spiffs("ann", 9)
    play.ill(bob, "Poison", "Poison")
    task = play.easy(bob)
    play.do(RollTask(task=task), 1, 1, 6, 6, 1, 1, 3, 3)
    play.do(KeepFaces(roll=play.rolled.id), seat="ann")
    first, *others = sorted(play.state.wounds)
    assert 1 == len(others)
    soaks(play, first)
    play.no(OneSoakAtATime, soaking(play, others[0]), seat="ann")


@pytest.mark.rule("BN-R-345", "BN-SPIFF-18", "BN-SPIFF-11")
@pytest.mark.parametrize(("use", "stage"), [("reroll", "faces"), ("success", "successes")])
def test_a_player_uses_spiffs_once_on_a_check_of_two_own_characters(use: SpiffUseKind, stage: str) -> None:
    """If a player's two characters oppose each other, the player may reroll one die and buy one success for the check.

    The limits hold for the whole check, not for each character.
    """
    for seat, refused in (("ann", True), ("bob", False)):
        play = Tries()
        bob, zoe = play.die("ann", 2), play.die(seat, 2)
        for one in ("ann", "bob"):
            play.spiffs(one, 9)
        play.do(RollTask(task=play.against(bob, zoe)), 6, 6, 6, 6)
        rolls = {roll.creature: roll.id for roll in play.state.rolls.values()}
        for roll in rolls.values():
            play.state = play.state.roll_changed(roll, stage=stage)
        asks = {
            who: UseSpiffs(creature=who, use=use, on=roll, die="die-1" if use == "reroll" else None)
            for who, roll in rolls.items()
        }
        play.do(AllowSpiffs(use=play.the(SpiffUseAsked, asks[bob], seat="ann").use.id), *(2,) * (use == "reroll"))
        moved = rolls[zoe] not in play.state.rolls or play.state.rolls[rolls[zoe]].stage != stage
        assert refused == moved
        if refused and use == "reroll":
            play.no(OneRerollACheck, asks[zoe], seat=seat)
        if not refused:
            play.do(asks[zoe], seat=seat)


@pytest.mark.rule("BN-R-345", "BN-SPIFF-18")
def test_a_second_reroll_of_a_check_is_refused_while_the_first_waits() -> None:
    """While a reroll or a bought success is open, the game refuses a second one for the same check.

    This also applies to another character of the same player.
    """
    for use, stage, refusal in (
        ("reroll", "faces", OneRerollACheck), ("success", "successes", OneSuccessACheck)
    ):  # fmt: skip
        play = Tries()
        bob, zoe = play.die("ann", 2), play.die("ann", 2)
        play.spiffs("ann", 9)
        play.do(RollTask(task=play.against(bob, zoe)), 6, 6, 6, 6)
        rolls = {roll.creature: roll.id for roll in play.state.rolls.values()}
        for roll in rolls.values():
            play.state = play.state.roll_changed(roll, stage=stage)
        die = "die-1" if use == "reroll" else None
        play.do(UseSpiffs(creature=bob, use=use, on=rolls[bob], die=die), seat="ann")  # type: ignore[arg-type]
        second = UseSpiffs(creature=zoe, use=use, on=rolls[zoe], die=die)  # type: ignore[arg-type]
        play.no(refusal, second, seat="ann")


@pytest.mark.rule("BN-R-345")
def test_under_rules_version_0_each_character_soaks() -> None:
    """Under version 0 of the rules, a player can soak one damage of a round for each character."""
    table, first, second = both_hurt()
    table.state = replace(table.state, form=0)
    soaks(table, first)
    soaks(table, second)
