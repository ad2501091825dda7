"""The uses of each face that a fighter rolls."""

from typing import Any

import pytest
from msgspec.structs import replace

from services.bones.reading.fighting import Gives, Way, kinds, may_attack, puttable, ways
from tests.bones.arena import Arena

MELEE, EITHER = ("melee", "melee"), ("any", "any")
SWORD, DAGGER, BOW = "One-handed melee (sword, mace, club, battle ax)", "Dagger / knife", "Longbow / heavy crossbow"


def read(*faces: str, **more: Any) -> list[list[tuple[Any, ...]]]:  # noqa: ANN401 as `found`
    """Return the ways to use each die's face: a count, and the attack and the defence for which it serves."""
    return [[(one.count, one.attack, one.defend) for one in way.gives] for way in ways_to_read(*faces, **more)]


def ways_to_read(*faces: str, die: int = 0, **more: Any) -> tuple[Way, ...]:  # noqa: ANN401 as `fighting`
    """Return the ways in which a creature can use a die that shows these faces."""
    table, one = fighting(*faces, **more)
    roll = table.roll_of(one)
    return ways(table.state, roll, roll.dice[die])


def fighting(*faces: str, **more: Any) -> tuple[Arena, str]:  # noqa: ANN401 creature, declaration, settings
    """Return a fight with a creature whose dice show these faces, and the creature's id.

    The dice of its items show the face `shown`.
    """
    kind, items = more.pop("kind", "cast"), more.pop("items", ())
    said, shown = more.pop("said", {}), more.pop("shown", 1)
    table = Arena(**more)
    one, foe = table.of("gm", *faces, kind=kind, items=items), table.of("ann", "Universal")
    table.fought((one,), (foe,), said={one: said}, shown=dict.fromkeys(table.who(one).items, shown))
    return table, one


@pytest.mark.rule("BN-CMB-04", "BN-CMB-05", "BN-CMB-06", "BN-CMB-07", "BN-CMB-21", "BN-TASK-05", "BN-R-106")
@pytest.mark.parametrize(
    ("face", "attack", "defend"),
    [
        ("Universal", "any", "any"),
        ("Physical", "any", "any"),
        ("Melee", "melee", "melee"),
        ("Missile", "missile", ""),
        ("Defend", "", "any"),
    ],
)
def test_uses_of_plain_icons(face: str, attack: str, defend: str) -> None:
    """Some faces serve both attack and defence and others only one of them; a Melee face serves only melee."""
    assert [[(1, attack, defend)]] == read(face)
    assert [[(2, attack, defend)]] == read(f"{face}*2")


@pytest.mark.rule("BN-TASK-03")
@pytest.mark.parametrize("face", ["blank", "Mental", "Scholar", "Maneuver", "Unarmed", "Riding", "Stealth:Sneaky"])
def test_icons_without_use_in_a_fight(face: str) -> None:
    """Icons of other tasks do not count in a fight."""
    assert [] == read(face)


@pytest.mark.rule(
    "BN-MAST-13", "BN-MAST-14", "BN-MAST-15", "BN-MAST-21", "BN-MAST-22", "BN-MAST-23", "BN-MAST-24", "BN-MAST-28",
    "BN-MAST-29", "BN-MAST-30", "BN-MAST-39", "BN-MAST-51", "BN-MAST-55", "BN-MAST-56", "BN-MAST-57", "BN-R-238",
)  # fmt: skip
@pytest.mark.parametrize(
    ("face", "gives"),
    [
        ("Defend:Endurance", [[(1, "", "any")]]),
        ("Defend:Turtle", [[(2, "", "any")]]),
        ("Defend:Slam", [[(1, "", "any")], [(1, *MELEE)]]),
        ("Maneuver:Swashbuckler", [[(1, "", "any")]]),
        ("Melee:Deflection", [[(1, "melee", "any")]]),
        ("Melee:Two Weapon", [[(1, *MELEE)]]),
        ("Melee:Riposte", [[(2, "melee", "")]]),
        ("Missile:Accuracy", [[(1, "missile", "")]]),
        ("Missile:Bow Fu", [[(1, "missile", "")], [(1, *MELEE)]]),
        ("Missile:Gut Shot", [[(2, "missile", "")]]),
        ("Riding:Knight", [[(1, *MELEE)]]),
        ("Stealth:Assassin", [[(1, *MELEE)]]),
        ("Unarmed:Crane style", [[(1, *MELEE), (1, "", "any")]]),
        ("Unarmed:Monkey style", [[(1, *MELEE)]]),
        ("Unarmed:Tiger style", [[(2, "melee", "")]]),
        ("Melee:Riposte*2", [[(4, "melee", "")]]),
    ],
)
def test_uses_of_mastery_icons(face: str, gives: list[list[tuple[Any, ...]]]) -> None:
    """A mastery icon counts as the rules' table says. If that lists alternatives, the icon has several uses."""
    assert gives == read(face)


@pytest.mark.rule("BN-R-023")
def test_a_setting_limits_masteries_without_a_stated_success() -> None:
    """If `silent_mastery_counts_as_one` is false, Deflection only stops missiles, and Two Weapon adds no success."""
    strict = {"mastery": {"silent_mastery_counts_as_one": False}}

    assert [[(1, "", "missile")]] == read("Melee:Deflection", **strict)
    assert [] == read("Melee:Two Weapon", **strict)
    assert [[(2, "melee", "")]] == read("Melee:Riposte", **strict)


@pytest.mark.rule("BN-MAST-28", "BN-MAST-35", "BN-R-037")
def test_additional_effects_of_icons() -> None:
    """Accuracy reduces cover, and Night Vision reduces darkness, in every task.

    If `night_vision_in_any_task` is false, Night Vision does not affect other tasks.
    """
    (aims,), (sees,) = ways_to_read("Missile:Accuracy"), ways_to_read("Perception:Night Vision")

    assert (1, 0, 0, 1) == (aims.aims, aims.sees, sees.aims, sees.sees)
    assert () == ways_to_read("Perception:Night Vision", mastery={"night_vision_in_any_task": False})


@pytest.mark.rule("BN-RACE-03", "BN-RACE-05", "BN-RACE-06", "BN-RACE-07", "BN-RACE-08", "BN-R-195", "BN-R-192")
def test_a_racial_icon_is_one_of_its_skills() -> None:
    """A dwarf's icon defends, slams or sees in the dark.

    A halfling's defends or shoots; an elf's has no use in a fight.
    """
    assert [[(1, "", "any")], [(1, *MELEE)], []] == read("Racial:Dwarf")
    assert 1 == ways_to_read("Racial:Dwarf")[2].sees
    assert [[(1, "", "any")], [(1, "missile", "")]] == read("Racial:Halfling")
    assert [[(1, "", "any")], [(1, *MELEE)]] == read("Racial:Orc")
    assert [] == read("Racial:Elf")
    assert [[(1, *EITHER)]] == read("Racial:Elf", tasks={"racial_counts_as_general": True})


@pytest.mark.rule("BN-R-058", "BN-EQ-07", "BN-R-061")
def test_encumbrance_does_not_reduce_attack_and_defence() -> None:
    """A Defend on the same face as encumbrance still counts."""
    assert [[(1, "", "any")]] == read("Enc+Defend")
    assert [[(1, "", "any")]] == read("Enc+Defend", dice={"enc_defense_face": "either"})
    assert [] == read("Enc*2")


@pytest.mark.rule("BN-R-052")
def test_a_setting_excludes_physical_faces_of_a_beasts_borrowed_dice() -> None:
    """A borrowed die's Physical face counts for a beast, unless `beast_physical_face` is `counts_nothing`."""
    strict = {"dice": {"beast_physical_face": "counts_nothing"}}

    assert [[(1, *EITHER)]] == read("Physical", kind="beast")
    assert [] == read("Physical", kind="beast", **strict)
    assert [[(1, *EITHER)]] == read("Physical", **strict)


# ---------------------------------------------------------------- unarmed


@pytest.mark.rule("BN-SKILL-18", "BN-R-011")
def test_naming_unarmed_uses_that_skill_alone() -> None:
    """With Unarmed declared, only Unarmed, Mental and Universal count: they attack in melee and stop any attack."""
    named = {"said": {"unarmed": True}}

    for face in ("Universal", "Mental", "Unarmed"):
        assert [[(1, "melee", "any")]] == read(face, "Unarmed", **named)
    for face in ("Physical", "Melee", "Missile", "Stealth:Assassin", "Riding:Knight", "Missile:Bow Fu"):
        assert [] == read(face, "Unarmed", **named)
    assert [[(1, "", "any")]] == read("Defend", "Unarmed", **named)
    assert [[(1, "", "any")]] == read("Defend:Slam", "Unarmed", **named)
    assert [] == read("Melee:Deflection", "Unarmed", **named)


@pytest.mark.rule("BN-SKILL-18", "BN-R-011", "BN-MAST-55", "BN-MAST-56", "BN-MAST-57")
def test_styles_of_unarmed_combat_count_in_either_case() -> None:
    """Successes of an unarmed style always count, with a cap only if Unarmed is declared. Defend is never capped."""
    for said, capped in (({"unarmed": True}, True), ({}, False)):
        (crane,) = ways_to_read("Unarmed:Crane style", "Unarmed", said=said)
        assert [("melee", "melee", capped), ("", "any", capped)] == [
            (one.attack, one.defend, one.capped) for one in crane.gives
        ]
        assert [[(1, *MELEE)]] == read("Unarmed:Monkey style", "Unarmed", said=said)
        assert [[(2, "melee", "")]] == read("Unarmed:Tiger style", "Unarmed", said=said)
    assert (Gives(count=1, defend="any"),) == ways_to_read("Defend", "Unarmed", said={"unarmed": True})[0].gives
    assert ways_to_read("Mental", "Unarmed", said={"unarmed": True})[0].gives[0].capped


@pytest.mark.rule("BN-R-011")
def test_unarmed_can_be_mixed_with_other_skills() -> None:
    """If `unarmed_roll` is `mixed`, the cap limits successes from Unarmed and Mental, but not from other icons."""
    mixed: dict[str, Any] = {"combat": {"unarmed_roll": "mixed"}}
    ((mental,),) = (way.gives for way in ways_to_read("Mental", "Unarmed", **mixed))

    assert Gives(count=1, attack="melee", defend="any", capped=True) == mental
    assert [[(1, "melee", "any")]] == read("Unarmed", **mixed)
    assert [[(1, *EITHER)]] == read("Universal", "Unarmed", **mixed)
    assert [[(1, *MELEE)]] == read("Melee", "Unarmed", said={"unarmed": True}, **mixed)
    assert [] == read("Mental", **mixed)


@pytest.mark.rule("BN-R-010")
def test_a_setting_makes_unarmed_a_physical_skill() -> None:
    """If `unarmed_kind` is `physical`, Physical successes count for Unarmed, and Mental ones do not."""
    physical: dict[str, Any] = {"said": {"unarmed": True}, "tasks": {"unarmed_kind": "physical"}}

    assert [[(1, "melee", "any")]] == read("Physical", "Unarmed", **physical)
    assert [] == read("Mental", "Unarmed", **physical)


@pytest.mark.rule("BN-R-249")
def test_styles_need_empty_hands() -> None:
    """Unarmed styles do not count with a weapon in hand, unless `unarmed_needs_empty_hands` is false."""
    loose = {"combat": {"unarmed_needs_empty_hands": False}}

    assert [] == read("Unarmed:Tiger style", items=(DAGGER,))
    assert [[(2, "melee", "")]] == read("Unarmed:Tiger style", items=("Buckler",))
    assert [[(2, "melee", "")]] == read("Unarmed:Tiger style", items=(DAGGER,), **loose)
    assert [[(1, "melee", "any")]] == read("Mental", "Unarmed", items=(DAGGER,), said={"unarmed": True}, **loose)


# ---------------------------------------------------------------- weapons


@pytest.mark.rule("BN-EQ-04", "BN-EQ-05", "BN-EQ-06", "BN-CMB-10", "BN-R-107")
def test_successes_of_a_weapons_die() -> None:
    """A melee face of a weapon's die is a Melee success. A missile face counts only if the weapon is thrown."""
    for shown, gives in ((1, (2, *MELEE)), (2, (1, *MELEE)), (5, (1, "missile", ""))):
        assert [[gives]] == read("Magic", items=(SWORD,), shown=shown, die=1)
    assert [] == read("Magic", items=(SWORD,), shown=6, die=1)
    strict = {"combat": {"weapon_melee_may_defend": False}}
    assert [[(2, "melee", "")]] == read("Magic", items=(SWORD,), die=1, **strict)
    assert [[(1, *MELEE)]] == read("Melee", items=(SWORD,), **strict)


@pytest.mark.rule("BN-MAST-23", "BN-R-003", "BN-R-033")
def test_a_second_weapon_counts_when_its_icon_shows() -> None:
    """A second weapon counts if its icon is rolled.

    Other values of the setting require a remaining die with the icon, or the game master's approval.
    """
    rows: tuple[tuple[dict[str, Any], int, list[Any]], ...] = (
        ({}, 1, [[(1, *MELEE)]]), ({}, 2, []), ({"mastery": {"two_weapon_trigger": "owned"}}, 2, [[(1, *MELEE)]]),
        ({"tasks": {"item_dice_per_roll": "gm_decides"}}, 2, [[(1, *MELEE)]]),
    )  # fmt: skip
    for settings, shown, gives in rows:
        table = Arena(**settings)
        one = table.one("gm", [("Melee:Two Weapon", *["Melee"] * 5)], items=(SWORD, DAGGER))
        table.fought((one,), (table.of("ann", "Universal"),), shown={one: (shown, 1, 1)})
        roll = table.roll_of(one)
        first, second = (ways(table.state, roll, die) for die in roll.dice[1:])
        assert [(Gives(count=2, attack="melee", defend="melee"),)] == [way.gives for way in first]
        assert gives == [[(give.count, give.attack, give.defend) for give in way.gives] for way in second]


@pytest.mark.rule("BN-CAMP-73", "BN-EQ-05")
@pytest.mark.parametrize(("decides", "gives"), [("one_weapon_one_shield_one_armor", 0), ("gm_decides", 1)])
def test_a_second_weapon_stays_in_hand(decides: str, gives: int) -> None:
    """A second weapon is not thrown. Its Missile face counts only if the game master decides the number of weapons."""
    table = Arena(tasks={"item_dice_per_roll": decides})
    one = table.one("gm", [("Melee:Two Weapon", *["Melee"] * 5)], items=(SWORD, DAGGER))
    table.fought((one,), (table.of("ann", "Universal"),), shown={one: (1, 5, 3)})
    roll = table.roll_of(one)
    first, second = (ways(table.state, roll, die) for die in roll.dice[1:])

    assert [["missile"]] == [[give.attack for give in way.gives] for way in first]
    assert gives * [["missile"]] == [[give.attack for give in way.gives] for way in second]


@pytest.mark.rule("BN-R-264", "BN-R-108", "BN-R-266", "BN-EQ-05")
def test_the_weapon_decides_the_kind_of_attack() -> None:
    """A weapon that can be thrown allows melee and missile attacks.

    Beasts, and poison or fire at range, need no weapon.
    """
    both = ("melee", "missile")
    great = "Two-handed melee (great sword, maul, great ax)"
    for items, may in (
        ((), both[:1]), ((SWORD,), both), ((DAGGER,), both), (("Javelin",), both), ((great,), both[:1]),
        (("Sling",), both[1:]), ((BOW,), both[1:]), (("Javelin with thrower",), both[1:]),
    ):  # fmt: skip
        assert may == kinds_to_choose("Universal", items=items)
    assert both == kinds_to_choose("Missile", kind="beast")
    assert both == kinds_to_choose("Missile", combat={"missile_icons_need_weapon": False})
    assert both == kinds_to_choose("FireBreathing")
    assert ("melee",) == kinds_to_choose("FireBreathing", beasts={"fire_breathing_attack": "melee"})
    assert both == kinds_to_choose("PoisonAttack:missile")
    assert ("melee",) == kinds_to_choose("PoisonAttack:melee")
    assert ("melee",) == kinds_to_choose("Unarmed", said={"unarmed": True}, combat={"missile_icons_need_weapon": False})


@pytest.mark.rule("BN-CAMP-66", "BN-R-266", "BN-R-108")
@pytest.mark.parametrize("more", [{"kind": "beast"}, {"combat": {"missile_icons_need_weapon": False}}])
def test_shooting_without_a_weapon_needs_a_missile_icon(more: dict[str, Any]) -> None:
    """Any Missile icon, even a halfling's racial one, allows shooting without a weapon until its die is lost."""
    both = ("melee", "missile")
    assert ("melee",) == kinds_to_choose("Universal", "Melee", **more)
    assert both == kinds_to_choose("Universal", "Missile*2", **more)
    assert both == kinds_to_choose("Universal", "Missile:Accuracy", **more)
    assert both == kinds_to_choose("Racial:Halfling", **more)
    assert ("melee",) == kinds_to_choose("Racial:Dwarf", **more)
    assert ("melee",) == kinds_to_choose("PoisonAttack:melee", **more)
    for shot in ("Missile", "PoisonAttack:missile"):
        table, one = fighting("Universal", shot, **more)
        assert both == kinds(table.state, one)
        table.state = table.state.change(one, lost=(2,))
        assert ("melee",) == kinds(table.state, one)


def kinds_to_choose(*faces: str, **more: Any) -> tuple[str, ...]:  # noqa: ANN401 as `fighting`
    """Return the kinds of attack that a creature can choose."""
    table, one = fighting(*faces, **more)
    return kinds(table.state, one)


@pytest.mark.rule("BN-R-012", "BN-CLASS-02")
def test_bare_hands_may_attack() -> None:
    """Every creature may attack with bare hands.

    If `weaponless_attack_without_icon` is false, all but beasts need a weapon or an Unarmed icon.
    """
    for may in (True, False):
        table = Arena(combat={"weaponless_attack_without_icon": may})
        bare, armed = table.of("gm", "Universal"), table.of("gm", "Universal", items=(DAGGER,))
        skilled, beast = table.of("gm", "Unarmed"), table.of("gm", "Melee", kind="beast")
        table.fought((bare, armed), (skilled, beast))
        assert [may, True, True, True] == [may_attack(table.state, one) for one in (bare, armed, skilled, beast)]


# ---------------------------------------------------------------- beasts


@pytest.mark.rule("BN-ABIL-02", "BN-ABIL-07", "BN-R-180", "BN-R-181", "BN-R-053", "BN-R-043")
def test_poison_and_fire_are_attacks() -> None:
    """A success of poison or fire attacks, and adds its hindering die to the target's rolls.

    If `poison_face` or `fire_breathing_attack` is `rider`, the icon itself adds no success.
    """
    assert [(Gives(count=1, attack="missile", rider="flaming"),)] == [
        one.gives for one in ways_to_read("FireBreathing")
    ]
    assert [(Gives(count=1, attack="melee", rider="poison"),)] == [
        one.gives for one in ways_to_read("PoisonAttack:melee")
    ]
    assert [[(1, "missile", "")]] == read("PoisonAttack:missile")
    assert [[(1, "melee", "")]] == read("PoisonAttack")
    assert [[(1, "missile", "")]] == read("PoisonAttack", dice={"plain_poison_kind": "missile"})
    assert [[(1, "melee", "")]] == read("FireBreathing", beasts={"fire_breathing_attack": "melee"})
    assert [] == read("FireBreathing", beasts={"fire_breathing_attack": "rider"})
    assert [] == read("PoisonAttack", beasts={"poison_face": "rider"})


@pytest.mark.rule("BN-ABIL-04", "BN-BEAST-04")
def test_independent_abilities_need_no_allotment() -> None:
    """Independent abilities work automatically, without an allotment.

    Only Hoar Frost may strike instead of defending.
    """
    for face in ("FearCaster", "Prickly", "Incorporeal", "Regenerate", "Flight", "Swim"):
        assert () == ways_to_read(face)
    assert (Way(ability="HoarFrost", works=2),) == ways_to_read("HoarFrost*2")


@pytest.mark.rule("BN-BEAST-04", "BN-BEAST-05", "BN-R-187")
@pytest.mark.parametrize(
    ("setting", "icons"),
    [("never", []), ("not_independent", ["poison"]), ("any_ability", ["poison", "Prickly"])],
)
def test_a_universal_may_replace_an_ability_of_the_creature(setting: str, icons: list[str]) -> None:
    """A Universal may replace an ability whose icon is on a remaining die.

    `universal_for_ability` decides which abilities it may replace.
    """
    demon = [("Universal",) * 6, ("Melee", "PoisonAttack:melee", "Prickly", "Melee", "Melee", "Melee")]
    table = Arena(beasts={"universal_for_ability": setting})
    whole, hurt = table.one("gm", demon, kind="beast"), table.one("gm", demon, kind="beast", lost=(2,))
    table.fought((whole, hurt), (table.of("ann", "Universal"),))

    for who, more in ((whole, icons), (hurt, [])):
        roll = table.roll_of(who)
        plain, *others = ways(table.state, roll, roll.dice[0])
        assert (Gives(count=1, attack="any", defend="any"),) == plain.gives
        assert more == [way.ability or way.gives[0].rider for way in others]


@pytest.mark.rule("BN-R-258", "BN-HIND-09")
def test_die_shows_a_success_if_it_has_a_use() -> None:
    """A face shows a success if it serves attack or defence, even automatically, but not if it serves other tasks."""
    table = Arena()
    one = table.of("gm", "Melee", "Scholar", "Incorporeal", "Flight", "Riding:Knight", kind="beast")
    table.fought((one,), (table.of("ann", "Universal"),))
    roll = table.roll_of(one)

    assert [True, False, True, False, True] == [puttable(table.state, roll, die) for die in roll.dice]


@pytest.mark.rule("BN-R-257")
def test_nothing_counts_without_a_die_of_the_creature() -> None:
    """Once a creature's only die is struck from the roll, its weapon's die no longer counts."""
    table = Arena()
    one = table.of("gm", "Melee", items=(SWORD,))
    table.fought((one,), (table.of("ann", "Universal"),))
    roll = table.roll_of(one)
    struck = table.state.roll_changed(roll.id, dice=(replace(roll.dice[0], struck=True), roll.dice[1]))

    assert [[True], [False]] == [
        [bool(ways(state, state.rolls[roll.id], state.rolls[roll.id].dice[1]))] for state in (table.state, struck)
    ]
