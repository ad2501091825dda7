"""Effects of magic that casters hold from round to round of a fight, and how they end."""

import pytest
from msgspec.structs import replace

from services.bones.chapters.fights.allotting import Allot
from services.bones.chapters.fights.casting_in_fights import CastsOrHolds, LostToMagic, RoundMagicSettled, SetRoundMagic
from services.bones.chapters.fights.combat import EndCombat, LeaveCombat
from services.bones.chapters.fights.declaring import Declare
from services.bones.chapters.fights.round_tasks import SetRoundTask
from services.bones.chapters.fights.rounds import RollRound
from services.bones.chapters.lasting_magic.holding import HoldEffects
from services.bones.chapters.lasting_magic.sacrifices import SacrificeHealth
from services.bones.chapters.magic.casting import MagicUsed
from services.bones.chapters.magic.effects import EffectBegan, EffectEnded, EffectHeld, NotHeldByIt, ReleaseEffect
from services.bones.chapters.rolls.rolls import RollMade
from services.bones.chapters.rolls.wounds import DealDamage, TakeDamage
from services.bones.chapters.tasks.recovery import PassTime
from services.bones.chapters.tasks.tasks import TaskProposed
from services.bones.state.combat import RoundMagic
from services.bones.state.magic import Casting, Effect
from services.bones.state.tasks import Task, Terms
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.seats import NamedTwice, NotKnownHere, TooManyHere
from tests.bones.arena import damage_dealt, keep, to
from tests.bones.casters import BOLT, BURN, FIRE, WALL, Holders, kinds_of, uses


@pytest.mark.rule("BN-EX-29", "BN-MAG-03", "BN-MAG-12", "BN-MAGC-02", "BN-R-288", "BN-CAMP-98")
def test_wall_of_flame() -> None:
    """The wall stops missiles while Bob declares magic to hold it. It ends in the third round, when he runs."""
    table = Holders()
    bob, foe = table.bob(), table.one("gm", [("Missile",) * 6], items=("Sling",))

    found = table.cast(bob, foe, magic=WALL, shown={bob: (3, 3, 5, 2), foe: (1, 6)})
    (wall,) = table.state.effects.values()
    made = Effect(id=wall.id, caster=bob, theme=FIRE.name, what="fire", kind="effect", successes=2, held=True)
    assert [EffectBegan(effect=made)] == kinds_of(found)
    table.put(foe, to(bob, 1))
    assert {} == damage_dealt(table.put(bob, keep(1), seat="ann")), "the wall stops it"

    table.casts(bob, WALL, holds=wall.id)
    found = table.rolls({bob: (3, 2, 5, 2), foe: (1, 6)})
    assert [EffectHeld(effect=wall.id, successes=1)] == kinds_of(found), "a new roll each round"
    assert [(2, 0)] == uses(found)
    table.put(foe, to(bob, 1))
    assert {} == damage_dealt(table.put(bob, keep(1), seat="ann"))

    table.says(bob, "other", aim="run", skill="Physical")
    table.says(foe, weapons=(table.item_named(foe, "Sling"),))
    table.do(SetRoundTask(creature=bob, terms=Terms(skill="Physical")))
    found = table.do(RollRound(), 1, 6, 3, 3, 5, 2)
    assert [EffectEnded(effect=wall.id, why="let go", caster=bob)] == kinds_of(found)
    assert {bob: 1} == damage_dealt(table.put(foe, to(bob, 1)))


@pytest.mark.rule("BN-R-288", "BN-MAG-02")
def test_held_effect_is_rolled_again() -> None:
    """Only the successes of the new roll defend. If the new roll has none, the effect ends."""
    table = Holders()
    bob, foe = table.caster("Magic", "Magic"), table.of("gm", "Melee", "Melee")
    wall = table.wall(bob, foe)
    assert 2 == table.state.effects[wall].successes

    table.casts(bob, WALL, holds=wall)
    table.rolls({bob: (1, 2, 1)})
    assert 1 == table.state.effects[wall].successes
    table.put(foe, to(bob, 1), to(bob, 2))
    assert {bob: 1} == damage_dealt(table.put(bob, keep(1), seat="ann"))
    (wound,) = table.state.wounds
    table.do(TakeDamage(wound=wound, dice=(2,)), seat="ann")

    table.casts(bob, WALL, holds=wall)
    found = table.rolls({bob: (2, 1)})
    assert [EffectEnded(effect=wall, why="over", caster=bob)] == kinds_of(found)


@pytest.mark.rule("BN-R-288", "BN-R-153")
def test_a_setting_keeps_the_first_roll() -> None:
    """If `holding_an_effect` is `first_roll_stays`, the wall's first successes defend again.

    Newly rolled magic dice do not count.
    """
    table = Holders(magic={"holding_an_effect": "first_roll_stays"})
    bob, foe = table.caster("Magic", "Magic", "Defend", "Universal"), table.of("gm", *["Melee"] * 5)
    wall = table.wall(bob, foe)
    assert 3 == table.state.effects[wall].successes

    table.casts(bob, WALL, holds=wall)
    found = table.rolls({})
    assert [EffectHeld(effect=wall, successes=3)] == kinds_of(found)
    assert [(2, 0)] == uses(found), "it is a use all the same"
    table.put(foe, *(to(bob, die) for die in range(1, 6)))
    assert {} == damage_dealt(table.put(bob, keep("bonus", 3), keep(3), keep(4), seat="ann"))


@pytest.mark.rule("BN-R-153")
@pytest.mark.parametrize(("counts", "used"), [(True, [(2, 0)]), (False, [])])
def test_holding_counts_as_a_use_of_magic(counts: bool, used: list[tuple[int, int]]) -> None:  # noqa: FBT001 a setting
    """Each round in which an effect is held counts as a use, unless `holding_counts_as_use` is false."""
    table = Holders(magic={"holding_counts_as_use": counts})
    bob, foe = table.caster("Magic"), table.of("gm", "blank")
    wall = table.wall(bob, foe)

    table.casts(bob, WALL, holds=wall)
    assert used == uses(table.rolls({}))


@pytest.mark.rule("BN-MAG-02")
def test_only_lasting_magic_begins_an_effect() -> None:
    """A bolt begins no effect, and lasting magic without a success begins none either."""
    table = Holders()
    bob, foe = table.caster("Magic"), table.of("gm", "blank")
    assert [] == kinds_of(table.cast(bob, foe, magic=BOLT))
    table.over(bob, foe)
    table.casts(bob, WALL)
    assert [] == kinds_of(table.rolls({bob: (2, 1)}))


@pytest.mark.rule("BN-CAMP-95", "BN-MAG-03", "BN-SAC-01")
def test_only_held_effects_continue() -> None:
    """Casters can hold only their own effects, and no effect that a sacrifice sustains."""
    table = Holders()
    bob, foe = table.caster("Magic", "Scholar"), table.caster("Magic", seat="gm")
    table.begin((bob,), (foe,))
    table.says(foe)
    table.casts(bob, WALL)
    table.rolls({})
    table.over(bob, foe)
    (wall,) = table.state.effects

    table.no(NotHeldByIt, Declare(creature=foe, doing="magic", holds=wall))
    table.no(CastsOrHolds, Declare(creature=bob, doing="magic", holds=wall, aim="fire"))
    table.do(SacrificeHealth(effect=wall, die=2), seat="ann")
    table.no(NotHeldByIt, Declare(creature=bob, doing="magic", holds=wall))
    assert [] == kinds_of(table.other(bob, foe)), "it lasts without the task"


@pytest.mark.rule("BN-MAG-03", "BN-CAMP-98")
def test_other_magic_ends_a_held_effect() -> None:
    """The wall ends if its caster throws a bolt in the next round, or if the game master rejects the declared hold."""
    for magic, holds in ((BOLT, False), (None, True)):
        table = Holders()
        bob, foe = table.caster("Magic"), table.of("gm", "blank")
        wall = table.wall(bob, foe)
        table.casts(bob, magic, holds=wall if holds else None)
        assert EffectEnded(effect=wall, why="let go", caster=bob) in table.rolls({})


@pytest.mark.rule("BN-CAMP-98", "BN-MAG-03", "BN-R-290", "BN-R-278")
def test_a_caster_who_leaves_the_fight_sustains_by_stretches() -> None:
    """Once its caster has left the fight, an effect lasts until time passes in which it is not held."""
    for ends in (False, True):
        table = Holders()
        bob, foe = table.caster("Magic"), table.of("gm", "blank")
        wall = table.wall(bob, foe)
        table.do(EndCombat() if ends else LeaveCombat(creature=bob))
        assert [wall] == list(table.state.effects)
        if ends:
            table.do(HoldEffects(stretch="an hour"))
            (task,) = table.state.tasks.values()
            assert wall == task.terms.holds if task.terms else False
        else:
            table.do(EndCombat())
            table.do(PassTime(hours=1))
            assert {} == table.state.effects


@pytest.mark.rule("BN-CAMP-98", "BN-MAG-03")
def test_the_incapacitated_hold_nothing() -> None:
    """When a caster loses the last die in a round, the caster's held effect ends."""
    table = Holders()
    bob, foe = table.one("ann", [("Magic",) * 6], themes=(FIRE,)), table.of("gm", "Melee")
    found = table.cast(bob, foe, magic=WALL)
    (wall,) = table.state.effects
    assert 1 == len(kinds_of(found))
    table.put(foe, to(bob, 1))
    found = table.put(bob, seat="ann")

    assert EffectEnded(effect=wall, why="let go", caster=bob) in found


@pytest.mark.rule("BN-R-294", "BN-CAMP-147")
def test_released_before_the_dice_fall() -> None:
    """If an effect is released before the roll, no dice are rolled to hold it, and no use of magic is counted."""
    table = Holders()
    bob, foe = table.caster("Magic"), table.of("gm", "blank")
    wall = table.wall(bob, foe)
    table.casts(bob, WALL, holds=wall)
    table.do(ReleaseEffect(effect=wall), seat="ann")
    found = table.rolls({})

    assert [foe] == [event.roll.creature for event in found if isinstance(event, RollMade)]
    assert ([], []) == (kinds_of(found), uses(found))


@pytest.mark.rule("BN-CAMP-147")
def test_task_holding_a_released_effect_is_not_rolled() -> None:
    """When an effect is released, the game does not roll the round's task that would have held it."""
    table = Holders()
    bob, foe = table.caster("Magic"), table.of("gm", "blank")
    wall = table.wall(bob, foe)
    table.says(bob, "other", aim="keep it up")
    table.says(foe)
    table.do(SetRoundTask(creature=bob, terms=Terms(skill="Magic", purpose="hold", holds=wall)))
    table.do(ReleaseEffect(effect=wall), seat="ann")

    found = table.rolls({})
    assert ([foe], []) == ([one.roll.creature for one in found if isinstance(one, RollMade)], uses(found))


@pytest.mark.rule("BN-CAMP-145", "BN-CMB-18")
@pytest.mark.parametrize("as_a_task", [False, True])
def test_counter_is_compared_with_the_stored_successes(as_a_task: bool) -> None:  # noqa: FBT001 how it is held
    """A counter of 2 ends an effect that stores 1, even if its caster holds it with 2 successes.

    Those 2 successes still defend in this round.
    """
    table = Holders()
    bob, foe = table.caster("Magic", "Magic"), table.of("gm", "Melee")
    rival = table.caster("Magic", "Magic", seat="bob")
    wall = table.wall(bob, foe, rival, shown={bob: (1, 2, 1)})
    counter = Terms(skill="Magic", purpose="counter", counters=wall)
    table.says(rival, "other", aim="quench it", skill="Magic", casting=BURN)
    table.says(foe)
    if as_a_task:
        table.says(bob, "other", aim="keep it up")
        table.do(SetRoundTask(creature=bob, terms=Terms(skill="Magic", purpose="hold", holds=wall)))
    else:
        table.casts(bob, WALL, holds=wall)
    table.do(SetRoundTask(creature=rival, terms=counter))
    found = table.rolls({})

    assert [EffectEnded(effect=wall, why="countered", caster=bob, told="ann")] == kinds_of(found)
    if not as_a_task:
        table.put(foe, to(bob, 1))
        assert {} == damage_dealt(table.put(bob, keep(1), seat="ann"))


@pytest.mark.rule("BN-CAMP-144", "BN-R-247")
@pytest.mark.parametrize(
    ("setting", "ward", "left", "begins"), [("gross", 1, 1, 2), ("net", 1, 1, 1), ("gross", 2, 0, 0)]
)
def test_effects_oppose_magic_of_a_round(setting: str, ward: int, left: int, begins: int) -> None:
    """A ward removes its stored successes from magic after the cap.

    The magic's effect begins if any success is left.
    """
    table = Holders(magic={"stored_successes": setting})
    bob, foe = table.caster("Magic", "Magic"), table.of("gm", "Melee", "Melee")
    stood = Effect(
        id="effect-60", caster=foe, theme=FIRE.name, what="ward", kind="ward", successes=ward, lasts="blood"
    )  # fmt: skip
    table.given(EffectBegan(effect=stood))
    table.begin((bob,), (foe,))
    table.casts(bob, replace(WALL, defies=(stood.id,)))
    table.no(NotKnownHere, SetRoundMagic(creature=bob, magic=replace(WALL, defies=("effect-99",))))
    table.no(NamedTwice, SetRoundMagic(creature=bob, magic=replace(WALL, defies=(stood.id, stood.id))))
    found = table.rolls({})

    assert [begins] * bool(begins) == [one.effect.successes for one in found if isinstance(one, EffectBegan)]
    happened = table.put(foe, to(bob, 1), to(bob, 2))
    if left:
        table.no(LostToMagic, Allot(creature=bob, puts=(keep(1), keep(2))))
        happened = table.put(bob, keep(1), seat="ann")
    assert {bob: 2 - left} == damage_dealt(happened)


@pytest.mark.rule("BN-CAMP-144", "BN-R-288")
def test_effects_oppose_magic_with_kept_successes() -> None:
    """If `holding_an_effect` is `first_roll_stays`, a ward of 1 leaves 1 of 2 kept successes.

    The stored successes do not change.
    """
    table = Holders(magic={"holding_an_effect": "first_roll_stays"})
    bob, foe = table.caster("Magic", "Magic"), table.of("gm", "Melee", "Melee")
    wall = table.wall(bob, foe)
    ward = replace(table.state.effects[wall], id="effect-60", caster=foe, successes=1, lasts="blood")
    table.given(EffectBegan(effect=ward))
    table.casts(bob, replace(WALL, defies=(ward.id,)), holds=wall)
    assert [EffectHeld(effect=wall, successes=2)] == kinds_of(table.rolls({}))
    table.put(foe, to(bob, 1), to(bob, 2))
    assert {bob: 1} == damage_dealt(table.put(bob, keep("bonus", 1), seat="ann"))


@pytest.mark.rule("BN-R-289", "BN-R-288", "BN-MAG-03")
def test_control_of_a_mind_is_held_in_a_fight() -> None:
    """Control that keeps at least one success keeps its first degree, and stores the new successes."""
    table = Holders()
    bob, foe = table.caster("Magic", "Magic"), table.of("gm", "blank", "blank")
    control = Effect(
        id="effect-60", caster=bob, theme=FIRE.name, what="be my friend", kind="mind", successes=4, target=foe, degree=3
    )
    table.given(EffectBegan(effect=control))
    table.begin((bob,), (foe,))
    table.casts(bob, RoundMagic(), holds=control.id)
    assert EffectHeld(effect=control.id, successes=2) in table.rolls({})
    assert replace(control, successes=2) == table.state.effects[control.id], "the round is over"


@pytest.mark.rule("BN-MAG-03", "BN-R-290")
def test_plain_magic_task_can_hold_an_effect() -> None:
    """The game master can set the terms of a round's task so that it holds an effect."""
    table = Holders()
    bob, foe = table.caster("Magic"), table.of("gm", "blank")
    wall = table.wall(bob, foe)
    table.says(bob, "other", aim="keep it up")
    table.says(foe)
    table.do(SetRoundTask(creature=bob, terms=Terms(skill="Magic", purpose="hold", holds=wall)))
    found = table.do(RollRound(), 1, 1, 1)

    assert EffectHeld(effect=wall, successes=1) in found
    assert 1 == sum(isinstance(event, MagicUsed) for event in found)


@pytest.mark.rule("BN-CAMP-98", "BN-CAMP-25")
def test_open_wound_delays_the_roll_of_the_round() -> None:
    """While a caster has an open wound, the round is not rolled, so no effect ends before the wound is settled."""
    table = Holders()
    bob, foe = table.caster("Magic", "Scholar"), table.of("gm", "blank")
    wall = table.wall(bob, foe)
    table.casts(bob, WALL, holds=wall)
    table.do(DealDamage(creature=bob, amount=1))
    table.no(AnswerFirst, RollRound())
    assert [wall] == list(table.state.effects)


@pytest.mark.rule("BN-MAG-02", "BN-MAG-12")
def test_remaining_successes_are_recorded_only_for_rolled_magic() -> None:
    """An event records remaining successes only for magic that was rolled.

    It records none for fighters without magic or for casters who had lost all dice.
    """
    for down in (False, True):
        table = Holders()
        bob, foe = table.caster("Magic"), table.of("gm", "Melee")
        table.begin((bob,), (foe,))
        table.casts(bob, WALL)
        if down:
            table.state = table.state.change(bob, lost=(1, 2))
        found = table.rolls({})
        found += [] if down else table.over(bob, foe)
        assert ([] if down else [bob]) == [one.creature for one in found if isinstance(one, RoundMagicSettled)]


@pytest.mark.rule("BN-CAMP-96")
def test_lasting_magic_of_a_round_needs_room() -> None:
    """Effects and the castings that begin one count towards the limit of effects; other tasks do not."""
    table = Holders()
    bob, foe = table.caster("Magic"), table.of("gm", "blank")
    table.begin((bob,), (foe,))
    table.says(bob, "magic", casting=Casting(theme=FIRE.name), aim="a wall")
    table.says(foe)
    effects = [
        Effect(id=table.new("effect"), caster=foe, theme="", what="", kind="effect", successes=1) for _ in range(49)
    ]
    climbs = Task(id=table.new("task"), creature=foe, aim="up", terms=Terms(skill="Physical", difficulty="Easy"))
    table.given(*map(began, effects), TaskProposed(task=climbs))
    table.do(SetRoundMagic(creature=bob, magic=WALL))

    table.given(began(replace(effects[0], id="effect-900")))
    table.no(TooManyHere, SetRoundMagic(creature=bob, magic=WALL))
    table.do(SetRoundMagic(creature=bob, magic=BOLT))


def began(effect: Effect) -> EffectBegan:
    """Return an event that records that this effect began."""
    return EffectBegan(effect=effect)
