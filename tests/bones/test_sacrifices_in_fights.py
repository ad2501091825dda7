"""Sacrifices of value, blood and health in a fight, which make magic last for rounds."""

from typing import Any

import pytest
from msgspec.structs import replace

from services.bones.awaits import awaits
from services.bones.chapters.fights.casting_in_fights import SetRoundMagic
from services.bones.chapters.fights.combat import LeaveCombat
from services.bones.chapters.fights.declaring import Declare
from services.bones.chapters.fights.reporting import ReportDice
from services.bones.chapters.fights.round_tasks import SetRoundTask
from services.bones.chapters.fights.rounds import RollRound
from services.bones.chapters.lasting_magic.sacrifices import DiceHaveFallen, SacrificeHealth, SacrificeMade
from services.bones.chapters.magic.effects import EffectBegan, EffectEnded, ReleaseEffect
from services.bones.chapters.magic.themes import (
    BeingWithASoul,
    NaturalAndOfValue,
    NothingToKeepUp,
)
from services.bones.chapters.rolls.settling import TaskSettled
from services.bones.chapters.rolls.spiffs import AllowSpiffs
from services.bones.chapters.tasks.rolling import DiceAreRolled
from services.bones.state.campaign import FORM
from services.bones.state.creatures import Item
from services.bones.state.magic import Casting, Effect, Lasting
from services.bones.state.tasks import Terms
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.seats import NotKnownHere
from tests.bones.arena import damage_dealt, keep, to
from tests.bones.casters import BOLT, FIRE, WALL, Holders, kinds_of
from tests.bones.play import settings


@pytest.mark.rule("BN-CAMP-209", "BN-R-372", "AR-KIND-02")
def test_the_round_waits_until_spiffs_in_place_of_a_sacrifice_are_answered() -> None:
    """A caster declares to do nothing, and asks to sustain the wall by spiffs: only the answer lets the dice roll."""
    table = Holders(magic={"sacrifice_may_be_soaked": True})
    bob, foe = table.caster("Magic", "Magic"), table.of("gm", "Melee", "Melee")
    wall = table.wall(bob, foe)
    table.state = replace(table.state, spiffs={"ann": 2})
    table.says(bob, "nothing")
    table.says(foe)
    table.do(SacrificeHealth(effect=wall), seat="ann")
    (use,) = table.state.uses
    assert (use,) == table.no(AnswerFirst, RollRound()).needs
    table.state = replace(table.state, settings=settings(combat={"round_rolled_by": "fighters"}))
    assert {"gm"} == {*awaits(table.state)}
    table.do(AllowSpiffs(use=use))
    assert {"ann", "gm"} == {*awaits(table.state)}
    table.rolls({})
    assert "health" == table.state.effects[wall].lasts


@pytest.mark.rule("BN-SAC-08", "BN-R-296", "BN-SAC-07", "BN-R-293")
def test_sacrificed_value_counts_from_the_next_round() -> None:
    """A gem of 25 coins sustains the wall for two more rounds, whatever its caster does."""
    table = Holders()
    gem = Item(id="item-70", name="Ruby", group="other")
    bob, foe = table.caster("Magic", items=()), table.of("gm", "blank")
    table.state = table.state.change(bob, items={gem.id: gem})
    given = Casting(theme=FIRE.name, gem=gem.id, coins=25)
    table.begin((bob,), (foe,))
    table.casts(bob, WALL, casting=given)
    found = table.rolls({})
    assert SacrificeMade(task=table.combat.id, creature=bob, gem=gem.id, coins=25) in found
    assert {} == table.who(bob).items
    table.over(bob, foe)
    (wall,) = table.state.effects.values()
    assert ("value", 2) == (wall.lasts, wall.rounds)

    table.other(bob, foe)
    assert 1 == table.state.effects[wall.id].rounds
    found = table.other(bob, foe)
    assert EffectEnded(effect=wall.id, why="run down", caster=bob) in found


@pytest.mark.rule("BN-SAC-07", "BN-CAMP-106")
def test_declared_sacrifice_must_still_be_there() -> None:
    """If the declared gem is gone, the game refuses the round's roll until the game master dismisses the magic."""
    table = Holders()
    gem = Item(id="item-70", name="Ruby", group="other")
    bob, foe = table.caster("Magic"), table.of("gm", "blank")
    table.state = table.state.change(bob, items={gem.id: gem})
    table.begin((bob,), (foe,))
    table.no(
        NaturalAndOfValue, Declare(creature=bob, doing="magic", casting=Casting(theme=FIRE.name, coins=20), aim="fire")
    )
    table.casts(bob, WALL, casting=Casting(theme=FIRE.name, gem=gem.id, coins=25))
    table.state = table.state.change(bob, items={})

    table.no(NotKnownHere, RollRound())
    table.do(SetRoundMagic(creature=bob))
    table.rolls({})


@pytest.mark.rule("BN-SAC-09", "BN-SAC-10", "BN-SAC-15", "BN-R-176")
def test_blood_in_a_fight() -> None:
    """The game master approves the victim, who dies when the magic is used, whatever the result."""
    table = Holders()
    bob, foe, victim = table.caster("Magic"), table.of("gm", "blank"), table.of("gm", "Melee")
    table.begin((bob,), (foe,))
    given = Casting(theme=FIRE.name, victim=victim)
    table.says(bob, "magic", casting=given, aim="a ring of fire")
    table.says(foe)
    table.no(BeingWithASoul, SetRoundMagic(creature=bob, magic=WALL))
    table.do(SetRoundMagic(creature=bob, magic=replace(WALL, takes_victim=True)))
    table.rolls({})

    assert table.who(victim).dead
    (ring,) = table.state.effects.values()
    assert "blood" == ring.lasts
    table.over(bob, foe)
    table.other(bob, foe)
    assert ring.id in table.state.effects


@pytest.mark.rule("BN-CAMP-140")
@pytest.mark.parametrize(("shown", "left"), [((2, 2, 1), 0), ((1, 2, 1), 1)])
def test_sacrifice_keeps_the_stored_successes(shown: tuple[int, ...], left: int) -> None:
    """A wall sustained by a die that its caster sacrificed after the declaration neither ends nor weakens.

    Only the roll's successes defend.
    """
    table = Holders()
    bob, foe = table.caster("Magic", "Magic", "Scholar"), table.of("gm", *["Melee"] * 2)
    wall = table.wall(bob, foe)
    table.casts(bob, WALL, holds=wall)
    table.do(SacrificeHealth(effect=wall, die=3), seat="ann")
    found = table.rolls({bob: shown})

    assert ([], 2, left) == (kinds_of(found), table.state.effects[wall].successes, table.fighter(bob).gross)
    happened = table.put(foe, to(bob, 1))
    if left:
        happened = table.put(bob, keep(1), seat="ann")
    assert {bob: 1 - left} == ({bob: 0} | damage_dealt(happened))


@pytest.mark.rule("BN-CAMP-140")
def test_no_sacrifice_during_a_roll() -> None:
    """A sacrifice is legal before the roll of the round and after the round's end, but not in between."""
    table = Holders()
    bob, foe = table.caster("Magic", "Magic"), table.of("gm", "blank")
    table.cast(bob, foe, magic=WALL)
    (wall,) = table.state.effects
    table.no(DiceHaveFallen, SacrificeHealth(effect=wall, die=1), seat="ann")
    table.over(bob, foe)
    table.do(SacrificeHealth(effect=wall, die=1), seat="ann")


@pytest.mark.rule("BN-CAMP-146")
def test_gem_cannot_sustain_immediate_magic() -> None:
    """A gem cannot make a bolt last, because a bolt takes effect at once."""
    table = Holders()
    gem = Item(id="item-70", name="Ruby", group="other")
    bob, foe = table.caster("Magic"), table.of("gm", "blank")
    table.state = table.state.change(bob, items={gem.id: gem})
    table.begin((bob,), (foe,))
    table.casts(bob, WALL, casting=Casting(theme=FIRE.name, gem=gem.id, coins=25))

    table.no(NothingToKeepUp, SetRoundMagic(creature=bob, magic=BOLT))


# ---------------------------------------------------------------- effects that are gone


def two_counters(
    *, form: int, lasts: Lasting = "blood", **rules: dict[str, Any]
) -> tuple[Holders, str, str, str]:  # fmt: skip
    """Return a fight in which two casters counter one effect, and the id of that effect, which stores 1."""
    table = Holders(**rules)
    table.state = replace(table.state, form=form)
    bob, wanda = table.caster("Magic", "Magic"), table.caster("Magic", "Scholar", seat="bob")
    foe = table.caster("Magic", seat="gm")
    ring = Effect(id="effect-80", caster=foe, theme=FIRE.name, what="a ring", kind="effect", successes=1, lasts=lasts)
    table.given(EffectBegan(effect=ring))
    table.begin((bob, wanda), (foe,))
    for who in (bob, wanda):
        table.says(who, "other", skill="Magic", casting=Casting(theme=FIRE.name), aim="out with it")
    table.says(foe, "nothing")
    for who in (bob, wanda):
        table.do(SetRoundTask(creature=who, terms=Terms(skill="Magic", purpose="counter", counters=ring.id)))
    return table, bob, wanda, ring.id


@pytest.mark.rule("BN-R-363", "BN-SAC-12")
@pytest.mark.parametrize(("form", "second"), [(FORM, (False, 1, 0)), (1, (True, 0, 1))])
@pytest.mark.parametrize("lasts", ["blood", "held"])
def test_two_counters_of_a_round_both_meet_the_effect(form: int, second: tuple[bool, int, int], lasts: Lasting) -> None:
    """The first of two counters ends the effect.

    The second still counts against the stored successes, even if the effect is released.
    """
    table, bob, wanda, ring = two_counters(form=form, lasts=lasts)
    found = table.rolls({})

    (ended,) = [event for event in found if isinstance(event, EffectEnded)]
    assert (ring, "countered" if lasts == "blood" else "let go") == (ended.effect, ended.why)
    came = {one.creature: one for event in found if isinstance(event, TaskSettled) for one in event.results}
    assert second == (came[wanda].success, came[wanda].nulls, came[wanda].margin)
    assert (True, 2) == (came[bob].success, came[bob].successes)


@pytest.mark.rule("BN-R-363", "BN-SAC-11")
@pytest.mark.parametrize(("form", "nulls"), [(FORM, 1), (1, 0)])
def test_an_effect_that_is_countered_opposes_the_other_tasks_of_the_round(form: int, nulls: int) -> None:
    """All dice of a round are rolled together, so an effect still opposes tasks that are settled after its counter."""
    table, _, wanda, ring = two_counters(form=form)
    table.do(SetRoundTask(creature=wanda, terms=Terms(skill="Magic", difficulty=None, defies=(ring,))))
    found = table.rolls({})

    assert ring not in table.state.effects
    results = [one for event in found if isinstance(event, TaskSettled) for one in event.results]
    (came,) = [one for one in results if one.creature == wanda]
    assert (not nulls, nulls) == (came.success, came.nulls)


@pytest.mark.rule("BN-R-363", "BN-CAMP-106")
def test_a_round_is_not_rolled_against_an_effect_that_is_gone() -> None:
    """An effect that was released before the roll cannot be countered.

    The refusal names the terms that the game master must set.
    """
    table, bob, wanda, ring = two_counters(form=FORM)
    table.do(ReleaseEffect(effect=ring))
    refused = table.no(NotKnownHere, RollRound())
    assert ("creature", "SetRoundTask with other terms, or without, since it is gone", ring) == (
        refused.field, refused.needs, refused.has
    )  # fmt: skip
    for who in (bob, wanda):
        table.do(SetRoundTask(creature=who))
    table.do(RollRound())


@pytest.mark.rule("BN-R-363", "BN-CAMP-173")
def test_faces_that_were_entered_against_an_effect_that_is_gone_leave_the_fight() -> None:
    """Once faces are entered, a task keeps its terms, so the refusal offers only to leave the fight."""
    table, bob, wanda, ring = two_counters(form=FORM, dice={"dice_source": "reported", "players_report": True})
    table.do(ReportDice(creature=bob, faces=(1, 1, 1)), seat="ann")
    table.do(ReleaseEffect(effect=ring))
    assert "LeaveCombat, since it is gone" == table.no(NotKnownHere, RollRound()).needs
    table.no(DiceAreRolled, SetRoundTask(creature=bob))
    table.do(LeaveCombat(creature=bob))

    assert "SetRoundTask with other terms, or without, since it is gone" == table.no(NotKnownHere, RollRound()).needs
    table.do(SetRoundTask(creature=wanda))
    table.do(RollRound())


@pytest.mark.rule("BN-R-363", "BN-CAMP-106")
@pytest.mark.parametrize("form", [FORM, 1])
def test_a_gem_that_is_gone_does_not_stop_a_task_of_another_skill(form: int) -> None:
    """If the gem is gone and the game master sets terms without magic, the casting is not tried.

    Older campaigns refuse to roll the round.
    """
    table = Holders()
    table.state = replace(table.state, form=form)
    gem = Item(id="item-70", name="Ruby", group="other")
    bob, foe = table.caster("Magic"), table.of("gm", "blank")
    table.state = table.state.change(bob, items={gem.id: gem})
    table.begin((bob,), (foe,))
    table.says(
        bob, "other", skill="Magic", casting=Casting(theme=FIRE.name, gem=gem.id, coins=25), aim="a ward of fire"
    )
    table.says(foe)
    table.do(SetRoundTask(creature=bob, terms=Terms(skill="Magic", purpose="ward", number=1)))
    table.state = table.state.change(bob, items={})
    table.no(NotKnownHere, RollRound())
    table.do(SetRoundTask(creature=bob, terms=Terms(skill="Physical", number=1)))

    if form == 1:
        table.no(NotKnownHere, RollRound())
    else:
        table.rolls({})


@pytest.mark.rule("BN-R-363")
def test_a_round_of_an_older_campaign_is_rolled_without_the_effect() -> None:
    """Under version 1 of the rules, an effect that is gone opposes a counter with 0 successes."""
    table, _, wanda, ring = two_counters(form=1)
    table.do(ReleaseEffect(effect=ring))
    found = table.rolls({})
    assert (wanda, True, 0) in [
        (one.creature, one.success, one.nulls) for event in found if isinstance(event, TaskSettled)
        for one in event.results
    ]  # fmt: skip
