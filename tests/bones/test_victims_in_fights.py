"""Victims of sacrifices in a fight: for which magic they die, and what they roll before."""

import pytest
from msgspec.structs import replace

from services.bones.chapters.fights.casting_in_fights import SetRoundMagic
from services.bones.chapters.fights.combat import JoinCombat, LeaveCombat
from services.bones.chapters.fights.declaring import Declare
from services.bones.chapters.fights.round_tasks import SetRoundTask
from services.bones.chapters.fights.rounds import RollRound
from services.bones.chapters.lasting_magic.sacrifices import SacrificeMade
from services.bones.chapters.magic.themes import (
    BeingWithASoul,
    NotAtHand,
    OneDeathOneSacrifice,
)
from services.bones.chapters.tasks.corrections import ChangeCreature
from services.bones.state.campaign import FORM
from services.bones.state.combat import Between
from services.bones.state.magic import Casting
from services.bones.state.tasks import Opponent, Terms
from services.bones.views import view
from services.bones.views.fights import SeenCombat
from tests.bones.arena import sure
from tests.bones.casters import FIRE, WALL, Holders


def two_casters(*, form: int) -> tuple[Holders, str, str, str]:
    """Return a fight in which two casters name the same victim, accepted for the first caster."""
    table = Holders()
    table.state = replace(table.state, form=form)
    bob, wanda, victim = table.caster("Magic"), table.caster("Magic", seat="bob"), table.of("gm", "Melee")
    foe = table.of("gm", "blank")
    table.begin((bob, wanda), (foe,))
    for who in (bob, wanda):
        table.says(who, "magic", casting=Casting(theme=FIRE.name, victim=victim), aim="a ring of fire")
    table.says(foe)
    table.do(SetRoundMagic(creature=bob, magic=replace(WALL, takes_victim=True)))
    return table, bob, wanda, victim


@pytest.mark.rule("BN-SAC-16", "BN-SAC-09")
def test_one_victim_serves_one_casting_of_a_round() -> None:
    """The game refuses the second caster's magic before any dice.

    Once it is dismissed, it takes no victim, and only one effect begins.
    """
    table, bob, wanda, victim = two_casters(form=FORM)
    refused = table.no(OneDeathOneSacrifice, SetRoundMagic(creature=wanda, magic=replace(WALL, takes_victim=True)))
    assert ("magic", f"a victim that {bob} does not take", victim) == (refused.field, refused.needs, refused.has)
    table.do(SetRoundMagic(creature=bob, magic=replace(WALL, takes_victim=True)))
    table.do(SetRoundMagic(creature=wanda))
    found = table.rolls({})

    assert [bob] == [event.creature for event in found if isinstance(event, SacrificeMade)]
    table.over(bob, wanda, table.combat.order[-1])
    assert [(bob, "blood")] == [(one.caster, one.lasts) for one in table.state.effects.values()]


@pytest.mark.rule("BN-SAC-16")
def test_older_campaigns_accept_one_victim_twice() -> None:
    """Under version 1 of the rules, both castings sacrifice the same victim."""
    table, bob, wanda, _ = two_casters(form=1)
    table.do(SetRoundMagic(creature=wanda, magic=replace(WALL, takes_victim=True)))

    assert [bob, wanda] == [event.creature for event in table.rolls({}) if isinstance(event, SacrificeMade)]


@pytest.mark.rule("BN-SAC-16")
def test_one_victim_serves_magic_or_another_task_of_the_round() -> None:
    """A ward that is tried as another task cannot have the same victim as the round's magic."""
    table = Holders()
    bob, wanda, victim = table.caster("Magic"), table.caster("Magic"), table.of("gm", "Melee")
    table.begin((bob, wanda), ())
    given = Casting(theme=FIRE.name, victim=victim)
    table.says(bob, "magic", casting=given, aim="a ring of fire")
    table.says(wanda, "other", skill="Magic", casting=given, aim="a ward of fire")
    ward = Terms(skill="Magic", purpose="ward", number=1, takes_victim=True)
    ring = SetRoundMagic(creature=bob, magic=replace(WALL, takes_victim=True))
    table.do(SetRoundTask(creature=wanda, terms=ward))
    table.no(OneDeathOneSacrifice, ring)
    table.do(SetRoundTask(creature=wanda, terms=replace(ward, skill="Physical", purpose="task", takes_victim=False)))
    table.do(ring)

    assert "terms" == table.no(OneDeathOneSacrifice, SetRoundTask(creature=wanda, terms=ward)).field


@pytest.mark.rule("BN-SAC-16")
def test_a_caster_who_cannot_act_leaves_the_victim_to_another() -> None:
    """If a caster who could not act can act again, one of two castings must be dismissed before the round's roll."""
    table, bob, wanda, victim = two_casters(form=FORM)
    dice = tuple(range(1, len(table.who(bob).dice) + 1))
    table.do(ChangeCreature(creature=bob, lost=dice, reason="a stone falls"))
    table.do(SetRoundMagic(creature=wanda, magic=replace(WALL, takes_victim=True)))
    table.do(ChangeCreature(creature=bob, lost=(), reason="it misses"))
    refused = table.no(OneDeathOneSacrifice, RollRound())
    assert ("creature", victim) == (refused.field, refused.has)
    table.do(SetRoundMagic(creature=bob))

    assert [wanda] == [event.creature for event in table.rolls({}) if isinstance(event, SacrificeMade)]


def victim_who_rolls(table: Holders) -> tuple[str, SetRoundMagic, SetRoundTask]:
    """Begin a round in which one fighter sacrifices a creature and another looks for it.

    Return the victim, and the terms of both.
    """
    bob, ben, victim = table.caster("Magic"), table.of("bob", "Perception"), table.of("gm", "Stealth")
    table.begin((bob, ben), ())
    table.says(bob, "magic", casting=Casting(theme=FIRE.name, victim=victim), aim="a ring of fire")
    table.says(ben, "other", skill="Perception", aim="where is he?")
    against = Terms(skill="Perception", opponents=(Opponent(creature=victim, skill="Stealth"),))
    ring = SetRoundMagic(creature=bob, magic=replace(WALL, takes_victim=True))
    looks = SetRoundTask(creature=ben, terms=against)
    return victim, ring, looks


@pytest.mark.rule("BN-SAC-17")
@pytest.mark.parametrize("down", ["caster", "seeker"])
def test_a_fighter_who_cannot_act_leaves_the_victim_to_roll(down: str) -> None:
    """If a fighter who could not act can act again, a victim who opposes the other's task bars the round's roll."""
    table = Holders()
    victim, ring, looks = victim_who_rolls(table)
    first, second = (ring, looks) if down == "caster" else (looks, ring)
    who = first.creature

    table.do(first)
    table.do(ChangeCreature(creature=who, lost=table.who(who).numbers, reason="a stone falls"))
    table.do(second)
    table.do(ChangeCreature(creature=who, lost=(), reason="it misses"))

    refused = table.no(BeingWithASoul, RollRound())
    assert ("creature", victim) == (refused.field, refused.has)


@pytest.mark.rule("BN-SAC-17", "BN-SAC-09")
@pytest.mark.parametrize("form", [FORM, 1])
@pytest.mark.parametrize("victim_first", [True, False])
def test_a_victim_of_the_round_rolls_against_nobody(form: int, *, victim_first: bool) -> None:
    """The game master accepts a victim, or sets a task against it, but not both in one round."""
    table = Holders()
    table.state = replace(table.state, form=form)
    victim, ring, looks = victim_who_rolls(table)
    first, second, field = (ring, looks, "terms") if victim_first else (looks, ring, "magic")

    table.do(first)

    if form == FORM:
        refused = table.no(BeingWithASoul, second)
        assert (field, victim, "a creature that does not roll") == (refused.field, refused.has, refused.needs)
        table.do(replace(looks, terms=Terms(skill="Perception", number=1)))
        table.do(ring)
    else:
        table.do(second)


@pytest.mark.rule("BN-SAC-18", "BN-R-297", "BN-R-277")
@pytest.mark.parametrize("form", [FORM, 1])
def test_a_fighter_is_sacrificed_only_where_a_coup_de_grace_could_fall(form: int) -> None:
    """A victim in the fight is within reach, and was down before the round. Older campaigns accept any that is down."""
    table = Holders()
    table.state = replace(table.state, form=form)
    bob, foe = table.caster("Magic"), table.of("gm", "Melee")
    near, far = (table.one("gm", sure("Melee"), lost=(1,)) for _ in range(2))
    table.begin((bob,), (foe, near, far), between=(Between(attacker=bob, target=far, distance=200),))
    table.state = table.state.change(foe, lost=(1,))
    for victim in (far, foe):
        ring = Declare(creature=bob, doing="magic", casting=Casting(theme=FIRE.name, victim=victim), aim="a ring")
        if form == FORM:
            refused = table.no(NotAtHand, ring, seat="ann")
            assert ((near,), victim, "casting") == (refused.needs, refused.has, refused.field)
        else:
            before = table.state
            assert table.do(ring, seat="ann")
            table.state = before
    table.says(bob, "magic", casting=Casting(theme=FIRE.name, victim=near), aim="a ring", seat="ann")


@pytest.mark.rule("BN-SAC-19", "BN-SAC-09")
@pytest.mark.parametrize("form", [FORM, 1])
def test_a_creature_that_has_left_the_fight_is_not_sacrificed(form: int) -> None:
    """The victim is carried off before the roll, which waits for the magic to be dismissed. It may join again."""
    table = Holders()
    table.state = replace(table.state, form=form)
    bob, foe, goat = table.caster("Magic"), table.of("gm", "Melee"), table.of("gm", "Melee")
    down = table.one("gm", sure("Melee"), lost=(1,))
    table.begin((bob,), (foe, down))
    ring = Declare(creature=bob, doing="magic", casting=Casting(theme=FIRE.name, victim=down), aim="a ring")
    named = table.state
    table.do(ring, seat="ann")
    table.says(foe, "nothing")
    table.do(SetRoundMagic(creature=bob, magic=replace(WALL, takes_victim=True)))
    table.do(LeaveCombat(creature=down))
    assert (down,) == fight_seen(table).left
    if form == 1:
        assert [down] == [event.victim for event in table.rolls({}) if isinstance(event, SacrificeMade)]
        return

    assert (down, "creature") == ((refused := table.no(NotAtHand, RollRound())).has, refused.field)
    table.do(SetRoundMagic(creature=bob))
    table.rolls({})

    table.state = named
    table.do(LeaveCombat(creature=down))
    table.no(NotAtHand, ring, seat="ann")
    table.do(JoinCombat(creature=down, side="theirs"))
    assert () == fight_seen(table).left
    before = table.state
    table.do(ring, seat="ann")
    table.state = before
    table.do(Declare(creature=bob, doing="magic", casting=Casting(theme=FIRE.name, victim=goat), aim="a ring"))


def fight_seen(table: Holders) -> SeenCombat:
    """Return the fight as a player sees it."""
    fight = view(table.state, "ann").combat
    assert fight is not None
    return fight
