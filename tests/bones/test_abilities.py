"""Abilities that work automatically when their icon shows."""

from typing import Any

import pytest
from msgspec.structs import replace

from services.bones.chapters.fights.allotting import Allot, TakenByFear
from services.bones.chapters.fights.combat import LeaveCombat
from services.bones.chapters.fights.round_tasks import SetRoundTask
from services.bones.chapters.fights.rounds import RollRound, RoundTaskSettled
from services.bones.chapters.rolls.abilities import AbilitiesShown, ShownAbility
from services.bones.chapters.rolls.wounds import DamageDealt
from services.bones.chapters.tasks.corrections import ChangeCreature
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import CallTask, TaskSet
from services.bones.state.campaign import FORM
from services.bones.state.combat import Put
from services.bones.state.tasks import Terms
from shared.kernel.messages import Event
from tests.bones.arena import ARMOR, Arena, between, blow, blows, damage_dealt, to

TASK: dict[str, Any] = {"doing": "other", "aim": "it flees"}


def try_in_round(table: Arena, who: str, skill: str = "Maneuver", *guards: str) -> list[Event]:
    """Declare a task other than fighting for this creature and fighting for all others, and roll the round."""
    for one in table.combat.order:
        table.says(one, **(TASK if one == who else {}))
    table.do(SetRoundTask(creature=who, terms=Terms(skill=skill), guards=guards))  # type: ignore[arg-type]
    dice = sum(len(table.who(one).numbers) + len(table.who(one).items) for one in table.combat.order)
    return table.roll(*[1] * dice)


def looks(table: Arena, who: str) -> list[Event]:
    """Make a creature look around outside a fight. Each of its dice shows its first face."""
    task = table.the(TaskSet, CallTask(creature=who, aim="it looks", terms=Terms(skill="Perception"))).task
    return table.do(RollTask(task=task), *[1] * len(table.who(who).numbers))


# ---------------------------------------------------------------- shown icons


@pytest.mark.rule("BN-BEAST-04", "BN-BEAST-07", "BN-ABIL-03", "BN-ABIL-06", "BN-ABIL-10")
def test_shown_abilities_are_recorded_in_any_roll() -> None:
    """When a beast flies, swims or walks through walls, an event records it, even in the roll of another task."""
    table = Arena()
    beast = table.of("gm", "Flight", "Swim", "Incorporeal*2", "Perception", "Universal", kind="beast")

    found = looks(table, beast)

    (shown,) = [event for event in found if isinstance(event, AbilitiesShown)]
    abilities = (
        ShownAbility(icon="Flight", count=1),
        ShownAbility(icon="Incorporeal", count=2),
        ShownAbility(icon="Swim", count=1),
    )
    assert (abilities, ("fly", "move through obstructions", "swim")) == (shown.abilities, shown.lets)


@pytest.mark.rule("BN-R-189", "BN-ABIL-03")
@pytest.mark.parametrize(("needs", "lets"), [(True, []), (False, [("fly",)])])
def test_flight_has_to_show(needs: bool, lets: list[tuple[str, ...]]) -> None:  # noqa: FBT001 a setting
    """A flier flies only in a round in which it rolls Flight.

    If `flight_needs_icon` is false, a remaining die with Flight is enough.
    """
    table = Arena(beasts={"flight_needs_icon": needs})
    wings = [("Universal", "Flight", "Flight", "Flight", "Flight", "Flight"), ("Perception",) * 6]
    whole, hurt = table.one("gm", wings, kind="beast"), table.one("gm", wings, kind="beast", lost=(1,))

    for beast, expected in ((whole, lets), (hurt, [])):
        assert expected == [event.lets for event in looks(table, beast) if isinstance(event, AbilitiesShown)]


# ---------------------------------------------------------------- automatic defence


@pytest.mark.rule("BN-CAMP-70", "BN-ABIL-01", "BN-ABIL-04", "BN-ABIL-08", "BN-BEAST-04", "BN-R-272")
@pytest.mark.parametrize(
    ("face", "stopped"), [("FearCaster", 1), ("HoarFrost", 1), ("Prickly", 1), ("Prickly*2", 2), ("Flight", 0)]
)
def test_some_abilities_count_as_defence(face: str, stopped: int) -> None:
    """A rolled Fear Caster, Hoar Frost or Prickly icon stops one success without an allotment.

    Flight stops no success.
    """
    for doing in ("fight", "other"):
        table = Arena()
        beast = table.of("ann", face, *["Magic"] * 4, kind="beast")
        one = table.of("gm", "Melee*3", "Melee")
        table.begin((one,), (beast,))
        try_in_round(table, beast, "Perception") if doing == "other" else table.round()
        found = table.put(one, to(beast, 1, 3))
        found = table.put(beast, seat="ann") if not blows(found) else found
        assert stopped == next(blow.stopped for blow in blows(found) if blow.target == beast)


@pytest.mark.rule("BN-ABIL-05", "BN-R-105")
def test_the_incorporeal_cost_every_attacker_a_success() -> None:
    """Each attacker of an incorporeal creature loses one success, even if there are three attackers."""
    table = Arena()
    ghost = table.of("ann", "Incorporeal", *["Magic"] * 6, kind="beast")
    three = [table.of("gm", "Melee*2") for _ in range(3)]
    table.fought(three, (ghost,))
    found = [event for one in three for event in table.put(one, to(ghost, 1, 2))]

    assert [(1, 1)] * 3 == [(one.stopped, one.damage) for one in blows(found)]


# ---------------------------------------------------------------- Fear caster


@pytest.mark.rule("BN-ABIL-01", "BN-R-177", "BN-R-179", "BN-BEAST-07", "BN-CMB-12")
@pytest.mark.parametrize(("metres", "gross"), [(10, 1), (11, 2)])
def test_fear_removes_successes_from_other_tasks_of_the_round(metres: int, gross: int) -> None:
    """A character who flees near a beast that casts fear loses one success in its task and one in its defence."""
    table = Arena()
    ghost, foe = table.of("gm", "FearCaster", kind="beast"), table.of("gm", "Melee*3")
    one = table.of("ann", "Maneuver*2", *["Magic"] * 4)
    table.begin(
        (ghost, foe), (one,), between=(*between(ghost, one, distance=metres), *between(ghost, foe, distance=99))
    )
    found = try_in_round(table, one, "Maneuver", foe)
    assert [gross] == [event.gross for event in found if isinstance(event, RoundTaskSettled)]

    assert (gross, 3 - gross) == ((struck := blow(table.put(foe, to(one, 1, 3)))).stopped, struck.damage)


@pytest.mark.rule("BN-CAMP-72", "BN-R-187")
def test_fear_by_a_universal_affects_those_who_allot_later() -> None:
    """A Universal allotted as fear removes a success from creatures in later groups, but not in its own group."""
    table = Arena(beasts={"universal_for_ability": "any_ability"})
    ghost = table.one("gm", [("Universal",) * 6, ("blank", *["FearCaster"] * 5)], kind="beast")
    fellow, one = table.of("gm", "Melee", "Magic"), table.of("ann", "Melee", "Magic", "Magic")
    table.fought((ghost, fellow), (one,))
    table.put(ghost, Put(die="die-1", way=1))
    table.put(fellow, to(one))

    table.no(TakenByFear, Allot(creature=one, puts=(to(fellow),)), seat="ann")
    assert {one: 1} == damage_dealt(table.put(one, seat="ann"))


# ---------------------------------------------------------------- creatures that do not fight


@pytest.mark.rule("BN-MAST-21", "BN-RACE-07", "BN-CMB-12")
@pytest.mark.parametrize(("face", "stopped"), [("Maneuver", 1), ("Maneuver:Swashbuckler", 2), ("Racial:Halfling", 2)])
def test_a_swashbuckler_defends_besides_its_feat(face: str, stopped: int) -> None:
    """When a feat serves as defence, a face that counts as both Maneuver and Defend counts twice."""
    table = Arena()
    foe, one = table.of("gm", "Melee*3"), table.of("ann", face, *["Magic"] * 3)
    table.begin((foe,), (one,))
    try_in_round(table, one, "Maneuver", foe)

    assert stopped == blow(table.put(foe, to(one, 1, 3))).stopped


@pytest.mark.rule("BN-R-272", "BN-CMB-01", "BN-CMB-16", "BN-EQ-07")
@pytest.mark.parametrize(("defends", "stopped"), [(False, 0), (True, 1)])
def test_creature_that_does_not_fight_has_no_armor_defence(defends: bool, stopped: int) -> None:  # noqa: FBT001 a setting
    """Armor stops no blow against a creature that tries a task instead of fighting.

    If `armor_defends_outside_combat` is true, armor stops blows against such a creature too.
    """
    table = Arena(combat={"armor_defends_outside_combat": defends})
    foe, one = table.of("gm", "Melee*3"), table.of("ann", "Scholar", "Defend", "Magic", "Magic", items=(ARMOR,))
    table.begin((foe,), (one,))
    try_in_round(table, one, "Scholar")

    assert stopped == blow(table.put(foe, to(one, 1, 3))).stopped


@pytest.mark.rule("BN-R-359", "BN-SYM-06")
@pytest.mark.parametrize(
    ("form", "hits", "named", "hurt"),
    [
        (FORM, "target", "first", "first"), (FORM, "target", "gone", "first"),
        (FORM, "target", "dead", "first"), (FORM, "target", "nobody", "bob"),
        (FORM, "bearer", "first", "bob"), (1, "target", "first", "bob"),
    ],
)  # fmt: skip
def test_a_damage_face_hurts_the_declared_target(form: int, hits: str, named: str, hurt: str) -> None:
    """If the setting allows it, a damage face hurts the first declared target that is still there.

    Without a target, it hurts the roller.
    """
    table = Arena(dice={"damage_symbol_hits": hits})
    table.state = replace(table.state, form=form)
    bob = table.of("ann", "Damage", "Melee", "Melee")
    first, second = table.of("gm", *["Defend"] * 3), table.of("gm", *["Defend"] * 3)
    table.begin([bob], [first, second])
    table.says(bob, targets={"first": (first, second), "nobody": ()}.get(named, (second, first)))
    table.all_fight()
    if named == "gone":
        table.do(LeaveCombat(creature=second))
    if named == "dead":
        table.do(ChangeCreature(creature=second, dead=True, reason="a bolt from the blue"))
    found = table.do(RollRound(), *[1] * (6 if named in {"gone", "dead"} else 9))

    (wound,) = [event.wound for event in found if isinstance(event, DamageDealt)]
    assert ({"bob": bob, "first": first}[hurt], 1, "damage") == (wound.creature, wound.amount, wound.source)
