"""Abilities that work by themselves when their icon shows."""

from typing import Any

import pytest
from msgspec.structs import replace

from services.bones.chapters.fights.allotting import Allot, TakenByFear, WorksByItself
from services.bones.chapters.fights.combat import SetScene
from services.bones.chapters.fights.declaring import Declare, NoTarget, NotDownBefore, SetRoundTask
from services.bones.chapters.fights.rounds import RoundTaskSettled
from services.bones.chapters.rolls.abilities import AbilitiesShown, ShownAbility
from services.bones.chapters.rolls.healing import ChooseHealed, DamageHealed
from services.bones.chapters.rolls.wounds import DamageDealt, DamageSoaked, PastArmor, TakeDamage
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import CallTask, TaskSet
from services.bones.reading import damage
from services.bones.reading.taking_part import pending
from services.bones.state.combat import Put
from services.bones.state.tasks import Terms
from services.bones.state.wounds import Wound
from shared.kernel.messages import Event
from tests.bones.arena import Arena, between, blow, blows, dealt, keep, sure, to
from tests.bones.fight import HORDE
from tests.bones.play import Play, allowed_of

ARMOR, SHIELD = "Light armor (leather)", "Buckler"
TASK: dict[str, Any] = {"doing": "other", "aim": "it flees"}


def tried(table: Arena, who: str, skill: str = "Maneuver", *guards: str) -> list[Event]:
    """Let a creature try another task in the round while all others fight; successes are only counted."""
    for one in table.combat.order:
        table.says(one, **(TASK if one == who else {}))
    table.do(SetRoundTask(creature=who, terms=Terms(skill=skill), guards=guards))  # type: ignore[arg-type]
    dice = sum(len(table.who(one).numbers) + len(table.who(one).items) for one in table.combat.order)
    return table.rolled(*[1] * dice)


def looks(table: Arena, who: str) -> list[Event]:
    """Let a creature look around outside a fight; each die shows its first face."""
    task = table.the(TaskSet, CallTask(creature=who, aim="it looks", terms=Terms(skill="Perception"))).task
    return table.do(RollTask(task=task), *[1] * len(table.who(who).numbers))


def healed(events: list[Event]) -> list[int]:
    """Return the number of dice that came back, each time."""
    return [len(event.dice) for event in events if isinstance(event, DamageHealed)]


# ---------------------------------------------------------------- shown icons


@pytest.mark.rule("BN-BEAST-04", "BN-BEAST-07", "BN-ABIL-03", "BN-ABIL-06", "BN-ABIL-10")
def test_shown_abilities_are_recorded_in_any_roll() -> None:
    """A beast flies, swims or walks through walls while the icon shows, in addition to its task."""
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
    """Or the icon must be on a remaining die, by setting; a Universal does not count as Flight."""
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
    """One for each shown icon, without allotting, in a fight or not; none for a Universal."""
    for doing in ("fight", "other"):
        table = Arena()
        beast = table.of("ann", face, *["Magic"] * 4, kind="beast")
        one = table.of("gm", "Melee*3", "Melee")
        table.begin((one,), (beast,))
        tried(table, beast, "Perception") if doing == "other" else table.round()
        found = table.put(one, to(beast, 1, 3))
        found = table.put(beast, seat="ann") if not blows(found) else found
        assert stopped == next(blow.stopped for blow in blows(found) if blow.target == beast)


@pytest.mark.rule("BN-ABIL-05", "BN-R-105")
def test_the_incorporeal_take_one_from_every_attacker() -> None:
    """Each of three attackers loses one, however they attack."""
    table = Arena()
    ghost = table.of("ann", "Incorporeal", *["Magic"] * 6, kind="beast")
    three = [table.of("gm", "Melee*2") for _ in range(3)]
    table.fought(three, (ghost,))
    found = [event for one in three for event in table.put(one, to(ghost, 1, 2))]

    assert [(1, 1)] * 3 == [(one.stopped, one.damage) for one in blows(found)]


# ---------------------------------------------------------------- Fear caster


@pytest.mark.rule("BN-ABIL-01", "BN-R-177", "BN-R-179", "BN-BEAST-07", "BN-CMB-12")
@pytest.mark.parametrize(("metres", "gross"), [(10, 1), (11, 2)])
def test_fear_takes_successes_off_other_tasks_of_the_round(metres: int, gross: int) -> None:
    """An escape counts one less near the beast, also as defence, even if the beast does another task."""
    table = Arena()
    ghost, foe = table.of("gm", "FearCaster", kind="beast"), table.of("gm", "Melee*3")
    one = table.of("ann", "Maneuver*2", *["Magic"] * 4)
    table.begin(
        (ghost, foe), (one,), between=(*between(ghost, one, distance=metres), *between(ghost, foe, distance=99))
    )
    found = tried(table, one, "Maneuver", foe)
    assert [gross] == [event.gross for event in found if isinstance(event, RoundTaskSettled)]

    assert (gross, 3 - gross) == ((struck := blow(table.put(foe, to(one, 1, 3)))).stopped, struck.damage)


@pytest.mark.rule("BN-CAMP-72", "BN-R-187")
def test_fear_by_a_universal_takes_from_those_who_allot_later() -> None:
    """Fellows of the same group keep their successes."""
    table = Arena(beasts={"universal_for_ability": "any_ability"})
    ghost = table.one("gm", [("Universal",) * 6, ("blank", *["FearCaster"] * 5)], kind="beast")
    fellow, one = table.of("gm", "Melee", "Magic"), table.of("ann", "Melee", "Magic", "Magic")
    table.fought((ghost, fellow), (one,))
    table.put(ghost, Put(die="die-1", way=1))
    table.put(fellow, to(one))

    table.no(TakenByFear, Allot(creature=one, puts=(to(fellow),)), seat="ann")
    assert {one: 1} == dealt(table.put(one, seat="ann"))


# ---------------------------------------------------------------- Hoar Frost and Prickly


def frost(put: bool, **more: Any) -> dict[tuple[str, str], tuple[int, int]]:  # noqa: FBT001, ANN401 settings and items
    """Return the damage and the stopped damage of each frost: a friend nearby, a foe nearby, and a distant foe."""
    items = more.pop("items", ())
    table = Arena(**more)
    beast, friend = table.of("gm", "HoarFrost*2", kind="beast"), table.of("gm", *["Magic"] * 3)
    foe, far = table.of("ann", *["Magic"] * 3, items=items), table.of("ann", *["Magic"] * 3)
    table.fought(
        (beast, friend), (foe, far), between=(*between(beast, far, distance=4), *between(beast, foe, distance=3))
    )
    found = table.put(beast, *([Put(die="die-1")] if put else []))
    if items:
        found = table.put(foe, keep(table.held(foe, items[0])), seat="ann")
    names = {friend: "friend", foe: "foe", far: "far"}
    return {(one.by, names[one.target]): (one.damage, one.stopped) for one in blows(found)}


@pytest.mark.rule("BN-ABIL-04", "BN-R-184", "BN-R-276", "BN-BEAST-07")
def test_hoar_frost_strikes_all_within_three_metres() -> None:
    """Friends and foes, as its owner chooses; a setting spares friends."""
    both = {("HoarFrost", "friend"): (2, 0), ("HoarFrost", "foe"): (2, 0)}

    assert both == frost(put=True)
    assert {} == frost(put=False)
    assert {("HoarFrost", "foe"): (2, 0)} == frost(put=True, beasts={"hoar_frost_spares_allies": True})


@pytest.mark.rule("BN-ABIL-04", "BN-R-183")
@pytest.mark.parametrize(
    ("item", "ignores", "stopped", "absorbed"),
    [
        (ARMOR, ["armor_defend", "armor_absorb"], 0, False),
        (SHIELD, ["armor_defend", "armor_absorb"], 1, True),
        (ARMOR, ["armor_absorb"], 1, False),
        (ARMOR, ["armor_defend"], 0, True),
    ],
)
def test_armor_does_not_lessen_hoar_frost(item: str, ignores: list[str], stopped: int, absorbed: bool) -> None:  # noqa: FBT001 a choice
    """Neither its Defend icons nor giving it up helps; a shield does both."""
    table = Arena(beasts={"hoar_frost_ignores": ignores})
    beast, foe = table.of("gm", "HoarFrost*2", kind="beast"), table.of("ann", *["Magic"] * 4, items=(item,))
    table.fought((beast,), (foe,))
    table.put(beast, Put(die="die-1"))

    found = table.put(foe, keep(table.held(foe, item)), seat="ann")

    assert stopped == blow(found).stopped
    (wound,) = [event.wound for event in found if isinstance(event, DamageDealt)]
    assert 2 - stopped == wound.amount
    if absorbed:
        table.do(TakeDamage(wound=wound.id, items=(table.held(foe, item),), dice=(1,) * (1 - stopped)), seat="ann")
    assert 2 - stopped - absorbed == len(table.who(foe).lost)


@pytest.mark.rule("BN-R-183", "BN-EQ-13", "BN-SPIFF-12")
def test_shields_absorb_hoar_frost_and_armor_absorbs_other_blows() -> None:
    """Frost of 1 and a blow of 1: the armor absorbs the blow, the shield the frost; a soak absorbs the frost."""
    play = Play()
    who = play.one(items=(ARMOR, ARMOR, SHIELD))
    armor, other, shield = play.who(who).items
    play.given(DamageDealt(wound=Wound(id="wound-90", creature=who, amount=2, source="attack", blows=(1,), frost=(1,))))
    hurt, both = play.state, TakeDamage(wound="wound-90", items=(armor, shield))

    play.no(PastArmor, TakeDamage(wound="wound-90", items=(armor, other)), seat="ann")
    assert {(), (armor,), (other,), (shield,), (armor, shield), (other, shield)} == {
        tuple(one.body.get("items", ())) for one in allowed_of(play.state, "ann", TakeDamage)
    }
    play.do(both, seat="ann")
    assert ((), [other]) == (play.who(who).lost, list(play.who(who).items))
    play.state = hurt
    play.given(DamageSoaked(wound="wound-90"))
    play.no(PastArmor, both, seat="ann")
    play.do(replace(both, items=(armor,)), seat="ann")
    assert () == play.who(who).lost


@pytest.mark.rule("BN-R-183", "BN-R-114")
@pytest.mark.parametrize(("given", "left"), [((0,), 3), ((2,), 1), ((0, 2), 0), ((2, 3), 0)])
def test_in_a_campaign_a_shield_absorbs_a_whole_blow_of_frost(given: tuple[int, ...], left: int) -> None:
    """A plain blow of 1 and a frost of 3: armor absorbs the plain one, a shield the greater."""
    play = Play(combat={"armor_absorbs": "all_damage_of_the_blow"})
    who = play.one(items=(ARMOR, ARMOR, SHIELD, SHIELD))
    items = tuple(list(play.who(who).items)[one] for one in given)
    wound = Wound(id="wound-90", creature=who, amount=4, source="attack", blows=(1,), frost=(3,))
    play.given(DamageDealt(wound=wound))

    assert left == damage.cost(play.state, play.state.wounds["wound-90"], items)


@pytest.mark.rule("BN-R-183")
def test_campaigns_of_the_first_form_keep_shields_from_frost() -> None:
    """An older campaign keeps its rulings."""
    table = Arena()
    table.state = replace(table.state, form=0)
    beast, foe = table.of("gm", "HoarFrost*2", kind="beast"), table.of("ann", *["Magic"] * 4, items=(SHIELD,))
    table.fought((beast,), (foe,))
    table.put(beast, Put(die="die-1"))
    (wound,) = [event.wound for event in table.put(foe, seat="ann") if isinstance(event, DamageDealt)]

    assert (2, 2, ()) == (wound.amount, wound.past_armor, wound.frost)
    assert 2 == len(table.who(foe).lost)


@pytest.mark.rule("BN-CAMP-70", "BN-ABIL-04")
@pytest.mark.parametrize(("strikes", "stopped"), [(True, 0), (False, 1)])
def test_hoar_frost_either_strikes_or_defends(strikes: bool, stopped: int) -> None:  # noqa: FBT001 a choice
    """Not both at once."""
    table = Arena()
    beast, one = (
        table.of("gm", "HoarFrost", "Magic", "Magic", kind="beast"),
        table.of("ann", "Melee*2", "Magic", "Magic"),
    )
    table.fought((beast,), (one,))
    table.put(beast, *([Put(die="die-1")] if strikes else []))

    found = blows(table.put(one, to(beast, 1, 2), seat="ann"))

    assert [stopped] == [blow.stopped for blow in found if blow.target == beast]
    assert strikes == any(blow.by == "HoarFrost" for blow in found)


@pytest.mark.rule("BN-R-276", "BN-COVER-02", "BN-PRONE-02")
def test_cover_and_posture_do_not_affect_abilities() -> None:
    """Nor do darkness and range."""
    table = Arena()
    beast, foe = table.of("gm", "HoarFrost", kind="beast"), table.of("ann", "Melee", *["Magic"] * 4, prone=True)
    table.fought((beast,), (foe,), between=between(beast, foe, cover=80, distance=3), light="total darkness")
    table.put(foe, seat="ann")

    assert (1, 0, ()) == ((one := blow(table.put(beast, Put(die="die-1")))).damage, one.free, one.losses)


@pytest.mark.rule("BN-CAMP-65", "BN-CMB-20")
@pytest.mark.parametrize("away", [True, False])
def test_area_attacks_of_beasts_miss_the_escaped(away: bool) -> None:  # noqa: FBT001 both ways
    """Neither frost nor fear affects them until they are caught; nor is the beast itself a target."""
    table = Arena()
    beast = table.of("gm", "HoarFrost", "FearCaster", "Prickly", kind="beast")
    bob, foe = table.of("ann", "Melee*2", *["Magic"] * 3), table.of("ann", "Melee*2", *["Magic"] * 3)
    table.begin((beast,), (bob, foe))
    table.state = table.state.fighter_put(bob, fled=(beast,))
    if not away:
        table.do(SetScene(caught=(bob,)))
    table.round()
    table.put(beast, Put(die="die-1"))

    puts = () if away else (to(beast, 1, 1),)
    if away:
        table.no(NoTarget, Allot(creature=bob, puts=(to(beast, 1, 1),)), seat="ann")
    table.no(TakenByFear, Allot(creature=foe, puts=(to(bob, 1, 2),)), seat="ann")
    table.put(bob, *(puts or (to(foe, 1, 2),)), seat="ann")
    found = table.put(foe, to(bob, 1, 1), seat="ann")

    by_beast = {(one.by, one.target) for one in blows(found) if one.attacker == beast}
    assert {("HoarFrost", foe)} | (set() if away else {("HoarFrost", bob), ("Prickly", bob)}) == by_beast


@pytest.mark.rule("BN-ABIL-08", "BN-R-185", "BN-R-276")
def test_the_prickly_prick_melee_attackers() -> None:
    """Each melee attacker, even one who is stopped; no archer, and no attacker of another creature."""
    table = Arena()
    beast = table.of("ann", "Prickly", *["Magic"] * 5, kind="beast")
    two = [table.of("gm", "Melee", "Magic", "Magic") for _ in range(2)]
    archer = table.of("gm", "Missile", "Magic", items=("Sling",))
    other = table.of("gm", "Melee", "Magic")
    table.fought((*two, archer, other), (beast,))
    for one in two:
        table.put(one, to(beast))
    table.put(archer, to(beast))
    table.put(other, to(archer))
    found = table.stand(beast, seat="ann")

    pricked = {one.target: one.damage for one in blows(found) if one.by == "Prickly"}
    assert dict.fromkeys(two, 1) == pricked


@pytest.mark.rule("BN-ABIL-08", "BN-CMB-08")
def test_prickly_damage_is_stopped_like_a_blow() -> None:
    """By the defence of the same roll."""
    table = Arena()
    beast, one = table.of("gm", "Prickly", "Magic", "Magic", kind="beast"), table.of("ann", "Melee", "Defend", "Magic")
    table.fought((beast,), (one,))

    found = table.put(one, to(beast), keep(2), seat="ann")

    assert {"blow": (1, 0), "Prickly": (1, 0)} == {one.by: (one.stopped, one.damage) for one in blows(found)}


@pytest.mark.rule("BN-CAMP-84", "BN-CAMP-70", "BN-ABIL-04")
def test_striking_with_hoar_frost_is_listed_and_refusals_say_how() -> None:
    """The list has the die alone, and together with a blow of another die."""
    table = Arena()
    beast, foe = table.of("gm", "HoarFrost", "Melee", kind="beast"), table.of("ann", "blank", "Physical", "Physical")
    table.fought((beast,), (foe,))

    for wrong in (keep(1), to(foe, 1)):
        table.no(WorksByItself, Allot(creature=beast, puts=(wrong,)))
    listed = [tuple(entry.body.get("puts", ())) for entry in table.entries("gm", Allot)]
    frost, bite = {"die": "die-1"}, {"die": "die-2", "attack": ({"target": foe},)}
    assert [(bite,), (bite, frost)] == [one for one in listed if bite in one]
    table.put(beast, Put(die="die-1"), to(foe, 2))
    found = blows(table.put(foe, seat="ann"))

    assert {"blow": 1, "HoarFrost": 1} == {one.by: one.damage for one in found}


# ---------------------------------------------------------------- Regenerate


def grown(when: str, dice: int, lost: int, *, hit: int = 0) -> tuple[list[int], int]:
    """Return the dice that come back to a beast with one Regenerate per die, and how many it has then."""
    table = Arena(beasts={"regenerate_when": when})
    faces = [("Regenerate",) * 6] * dice
    beast = table.one("ann", faces, kind="beast", lost=tuple(range(1, lost + 1)))
    one = table.of("gm", "Melee*4", "Melee")
    table.fought((one,), (beast,))
    found = table.put(one, *([to(beast, 1, hit)] if hit else []))
    return healed(found), len(table.who(beast).numbers)


@pytest.mark.rule("BN-ABIL-09", "BN-R-186", "BN-BEAST-07")
def test_dice_grow_back_at_the_end_of_the_round() -> None:
    """One for each icon, and never more than the total."""
    assert ([2], 4) == grown("after_damage", 4, 2)
    assert ([], 4) == grown("after_damage", 4, 0)
    assert ([1], 4) == grown("after_damage", 4, 0, hit=1)


@pytest.mark.rule("BN-CAMP-80", "BN-R-186")
def test_a_rolled_heal_reaches_one_that_just_lost_its_last_die() -> None:
    """It recovers when the new round begins; the dead do not, and a creature without dice rolls none."""
    assert ([2], 2) == grown("after_damage", 2, 0, hit=2)
    assert ([1], 1) == grown("after_damage", 2, 0, hit=3)
    assert ([], 0) == grown("after_damage", 2, 0, hit=4)
    assert ([], 0) == grown("after_damage", 2, 2)
    assert ([], 0) == grown("before_damage", 2, 0, hit=2)


@pytest.mark.rule("BN-CAMP-80")
def test_the_new_round_waits_for_the_choice_of_a_revived_creature() -> None:
    """It is safe from a coup de grace, declares after choosing, and the others wait for it."""
    table = Arena(healing={"healed_die_choice": "owner"})
    troll, one = table.of("ann", "Regenerate", "Melee", kind="beast"), table.of("gm", "Melee*2", "Melee")
    table.fought((one,), (troll,))
    table.put(one, to(troll, 1, 2))
    table.put(troll)
    assert table.who(troll).down
    assert 2 == table.combat.round
    table.no(NotDownBefore, Declare(creature=one, doing="coup_de_grace", target=troll))

    table.says(one, "nothing")
    assert (troll,) == pending(table.state)
    table.do(ChooseHealed(healing=next(iter(table.state.healings)), dice=(2,)), seat="ann")
    table.says(troll, seat="ann")

    assert "terms" == table.combat.stage


@pytest.mark.rule("BN-CAMP-80", "BN-HORDE-04")
def test_a_horde_is_broken_if_it_has_no_die_after_it_grew() -> None:
    """All its dice are lost in the round, and its roll brings some back."""
    table = Arena()
    horde = table.one("gm", [HORDE] * 3, kind="horde")
    one = table.of("ann", "Melee*3")
    table.begin((horde,), (one,))
    table.says(horde, targets=(one,))
    table.all_fight()
    table.rolled(6, 6, 4, 1)

    found = table.put(one, to(horde, 1, 3), seat="ann")

    assert [2] == healed(found)
    assert 2 == len(table.who(horde).numbers)


@pytest.mark.rule("BN-R-186")
def test_dice_may_grow_back_before_the_damage() -> None:
    """Damage dealt afterwards is not healed in this round."""
    assert ([], 3) == grown("before_damage", 4, 0, hit=1)
    assert ([1], 1) == grown("before_damage", 3, 1, hit=2)


@pytest.mark.rule("BN-R-134", "BN-HORDE-04", "BN-ABIL-09")
@pytest.mark.parametrize(("setting", "back"), [("best_roll_of_round", 2), ("every_roll", 3), ("one_die_a_round", 1)])
def test_a_horde_grows_once_a_round(setting: str, back: int) -> None:
    """By the roll with most of the icon, unless the setting differs."""
    table = Arena(hordes={"horde_regenerate": setting})
    horde = table.one("gm", [HORDE] * 6, kind="horde", lost=(1, 2, 3))
    first, second = table.of("ann", "Magic"), table.of("ann", "Magic")
    table.begin((horde,), (first, second))
    table.says(horde, targets=(first, second))
    table.all_fight()

    found = table.rolled(6, 6, 4, 6, 4, 4, 1, 1)

    assert 3 + back == len(table.who(horde).numbers)
    assert [back] == healed(found)


@pytest.mark.rule("BN-R-187", "BN-BEAST-05")
def test_universal_stands_for_abilities_by_setting() -> None:
    """Prickly, Hoar Frost and Regenerate by an allotted Universal; by default it counts as none of them."""
    dice = [
        *sure("Universal", "Universal", "Universal"),
        ("blank", "Prickly", "HoarFrost", "Regenerate", *["blank"] * 2),
    ]
    table = Arena(beasts={"universal_for_ability": "any_ability"})
    beast = table.one("gm", [*dice, ("blank",) * 6], kind="beast", lost=(5,))
    one = table.of("ann", "Melee", "Magic", "Magic", "Magic")
    table.fought((beast,), (one,))
    table.put(beast, *(Put(die=f"die-{number}", way=number) for number in (1, 2, 3)))

    found = table.put(one, to(beast), seat="ann")

    assert {("blow", 0), ("Prickly", 1), ("HoarFrost", 1)} == {(one.by, one.damage) for one in blows(found)}
    table.do(_takes(table, one), seat="ann")
    assert {one: 2} == dealt(found)
    assert (1, 2, 3, 4, 5) == table.who(beast).numbers


@pytest.mark.rule("BN-R-187", "BN-ABIL-09")
def test_a_universal_that_stands_for_another_ability_lets_no_die_grow_back() -> None:
    """Prickly works once, and it does not count as Regenerate."""
    table = Arena(beasts={"universal_for_ability": "any_ability"})
    dice = [*sure("Universal"), ("blank", "Prickly", "Regenerate", *["blank"] * 3), ("blank",) * 6]
    beast, one = table.one("gm", dice, kind="beast", lost=(3,)), table.of("ann", "Melee", "Magic", "Magic")
    table.fought((beast,), (one,))
    table.put(beast, Put(die="die-1", way=1))

    found = table.put(one, seat="ann")

    assert [] == healed(found)
    assert (1, 2) == table.who(beast).numbers


def _takes(table: Arena, who: str) -> TakeDamage:
    (wound,) = [one.id for one in table.state.wounds.values() if one.creature == who]
    return TakeDamage(wound=wound, dice=(2, 3))


# ---------------------------------------------------------------- creatures that do not fight


@pytest.mark.rule("BN-MAST-21", "BN-RACE-07", "BN-CMB-12")
@pytest.mark.parametrize(("face", "stopped"), [("Maneuver", 1), ("Maneuver:Swashbuckler", 2), ("Racial:Halfling", 2)])
def test_a_swashbuckler_defends_besides_its_feat(face: str, stopped: int) -> None:
    """Maneuver and Defend count together in a feat that counts as defence."""
    table = Arena()
    foe, one = table.of("gm", "Melee*3"), table.of("ann", face, *["Magic"] * 3)
    table.begin((foe,), (one,))
    tried(table, one, "Maneuver", foe)

    assert stopped == blow(table.put(foe, to(one, 1, 3))).stopped


@pytest.mark.rule("BN-R-272", "BN-CMB-01", "BN-CMB-16", "BN-EQ-07")
@pytest.mark.parametrize(("defends", "stopped"), [(False, 0), (True, 1)])
def test_creature_that_does_not_fight_has_no_armor_defence(defends: bool, stopped: int) -> None:  # noqa: FBT001 a setting
    """Nor any other defence, unless the setting lets armor and shields defend; their die may absorb."""
    table = Arena(combat={"armor_defends_outside_combat": defends})
    foe, one = table.of("gm", "Melee*3"), table.of("ann", "Scholar", "Defend", "Magic", "Magic", items=(ARMOR,))
    table.begin((foe,), (one,))
    tried(table, one, "Scholar")

    assert stopped == blow(table.put(foe, to(one, 1, 3))).stopped
