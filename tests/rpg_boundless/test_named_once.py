"""Lists of Conditions and participants name each only once, whatever the case and the blanks."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from services.rpg_boundless.chapters.attacks import Attack
from services.rpg_boundless.chapters.checks import Check
from services.rpg_boundless.chapters.conditions import ConditionCleared, ConditionGained, MakeRoom
from services.rpg_boundless.chapters.dice import ConditionNotHeld
from services.rpg_boundless.chapters.enemies import BringEnemy, StoreEnemy
from services.rpg_boundless.chapters.fights import StartFight, StartRound
from services.rpg_boundless.chapters.proposals import Propose
from services.rpg_boundless.chapters.recovery import Rest
from services.rpg_boundless.chapters.saves import Accept, FaceConsequence
from services.rpg_boundless.routes import SheetBody, faults_of
from services.rpg_boundless.state.sheets import AttackSheet, EnemySheet, Harm
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.seats import NamedTwice
from tests.rpg_boundless.play import ROPE, SWORD, WOLF, Before, Play, allowed_of

TWICE = ("sick", "blind", "SICK")
BAD = Harm(what="bad air", conditions=TWICE)
SPIT = AttackSheet(name="spit", conditions=("poison", " Poison"))
SPITTER = EnemySheet(name="toad", hp=2, attacks=(SPIT,))


@pytest.mark.rule("FB-CAMP-32", "FB-COND-03", "FB-COND-09", "AR-CAMP-10")
def test_a_consequence_names_each_condition_once() -> None:
    """Neither a consequence nor the risk of a Check or an attack gives a Condition twice."""
    play = Play()
    hero, foe = play.hero(), play.foe()
    check = Check(character=hero, attribute="strength", risk=BAD)
    blow = Attack(character=hero, target=foe, weapon=play.item(hero, SWORD), risk=BAD)
    for command, field in ((FaceConsequence(harm=BAD, characters=(hero,)), "harm"), (check, "risk"), (blow, "risk")):
        refusal = play.no(NamedTwice, command)
        assert ("each once", ("sick", "SICK"), field) == (refusal.needs, refusal.has, refusal.field)

    play.do(FaceConsequence(harm=replace(BAD, conditions=("sick", "blind")), characters=(hero,)))
    play.do(Accept(consequence=in_order(play.state.consequences)[0]))
    assert [1, 1] == [held.slots for held in play.who(hero).conditions.values()]


@pytest.mark.rule("FB-CAMP-32", "FB-ENEMY-03")
def test_an_attack_of_an_enemy_names_each_condition_once() -> None:
    """The game accepts no such stat block, and the check of sheets lists the fault."""
    play = Play()
    for command in (StoreEnemy(sheet=SPITTER), BringEnemy(sheet=SPITTER)):
        refusal = play.no(NamedTwice, command)
        assert (("poison", " Poison"), "sheet") == (refusal.has, refusal.field)

    assert [NamedTwice] == [type(one) for one in faults_of(SheetBody(enemy=SPITTER))]
    assert [] == [*faults_of(SheetBody(enemy=WOLF))]


@pytest.mark.rule("FB-CAMP-32", "FB-COND-08", "FB-R-36")
@pytest.mark.parametrize("addresses", [("sick", "sick"), ("sick", "Sick ")])
def test_a_rest_names_each_condition_once(addresses: tuple[str, ...]) -> None:
    """A rest that names one Condition twice is refused for that, also in a proposal, and clears nothing."""
    play = Play()
    hero = play.hero()
    play.given(ConditionGained(character=hero, condition="sick", slots=1))
    twice = Rest(character=hero, length="short", addresses=addresses)

    refusal = play.no(NamedTwice, twice, seat="ann")
    assert (tuple(dict.fromkeys(addresses)), "addresses") == (refusal.has, refusal.field)
    play.no(NamedTwice, Propose(command=twice), seat="ann")
    missing = play.no(ConditionNotHeld, replace(twice, addresses=("blind",)), seat="ann")
    assert ("blind", ("sick",), "addresses") == (missing.needs, missing.has, missing.field)

    once = play.do(replace(twice, addresses=("SICK",)), 1, 1, 1, seat="ann")
    assert ConditionCleared(character=hero, condition="sick", reason="rest") in once


@pytest.mark.rule("FB-CAMP-32", "FB-R-25")
def test_a_round_names_each_one_off_guard_once() -> None:
    """Nobody is named off guard twice, and the list of possible commands offers no such round."""
    play = Play()
    hero, foe = play.hero(), play.foe()
    play.do(StartFight(characters=(hero,), enemies=(foe,)))
    refusal = play.no(NamedTwice, StartRound(off_guard=(hero, foe, hero)))
    assert ((hero,), "off_guard") == (refusal.has, refusal.field)

    (offered,) = allowed_of(play.state, "gm", StartRound)
    assert not offered.fields["off_guard"].repeats
    play.do(StartRound(off_guard=(hero, foe)), 1, 1)


@pytest.mark.rule("FB-CAMP-32")
def test_before_form_2_lists_may_name_one_twice() -> None:
    """Campaigns opened before form 2 accept such lists. A Condition that is named twice takes two Slots."""
    play = Before()
    hero: Any = play.hero()
    play.do(StoreEnemy(sheet=SPITTER))
    play.do(FaceConsequence(harm=BAD, characters=(hero,)))
    play.do(Accept(consequence=in_order(play.state.consequences)[0]))

    assert {"sick": 2, "blind": 1} == {name: held.slots for name, held in play.who(hero).conditions.items()}
    play.do(StartFight(characters=(hero,), enemies=(play.foe(),)))
    (offered,) = allowed_of(play.state, "gm", StartRound)
    assert offered.fields["off_guard"].repeats
    play.do(StartRound(off_guard=(hero, hero)), 1, 1)


@pytest.mark.rule("FB-CAMP-32", "FB-R-36")
def test_before_form_2_a_rest_clears_a_condition_that_is_held_in_two_spellings() -> None:
    """One consequence gave it twice, as no Slot was free. A rest that names more than is held is refused for that."""
    play = Before()
    hero = play.hero(items=(ROPE,) * 10, hp=1)
    play.face(hero, conditions=("sick", "SICK"))
    play.do(Accept(consequence=in_order(play.state.consequences)[0]))
    for room in in_order(play.state.rooms):
        play.do(MakeRoom(room=room, drop=in_order(play.who(hero).items)[:1]))
    assert {"sick", "SICK"} == {*play.who(hero).conditions}

    rest = Rest(character=hero, length="short", addresses=("sick", "SICK"))
    play.no(ConditionNotHeld, replace(rest, addresses=("sick", "SICK", "sick")))
    play.do(rest, 1, 1, 1)
    assert {} == play.who(hero).conditions
