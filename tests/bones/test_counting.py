"""The counting of a roll: what icons count for, which icons a task requires, and what limits or reduces the total."""

from typing import Any, Final, Literal

import pytest

from services.bones.catalogue import SKILLS
from services.bones.chapters.rolls.settling import TaskSettled
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import CallTask
from services.bones.chapters.tasks.terms import MayNotTry
from services.bones.reading.counting import successful_dice
from services.bones.reading.owned import cap, icons, may_try
from services.bones.state.creatures import Hindering
from services.bones.state.rolls import Roll, Shown
from services.bones.state.tasks import SkillName, Terms
from tests.bones.play import STANDARD, Play
from tests.bones.shows import Shows, bone, total

MENTAL: Final[tuple[SkillName, ...]] = (
    "Artisan", "Craft", "Healer", "Magic", "Merchant", "Outdoorsman", "Perception", "Sailor", "Scholar", "Social",
    "Thief", "Unarmed",
)  # fmt: skip
CAPPED: Final = {
    **dict.fromkeys(
        ("Artisan", "Craft", "Healer", "Merchant", "Outdoorsman", "Riding", "Sailor", "Scholar", "Thief", "Unarmed"), 2
    ),
    "Magic": 1,
}


def skill(number: int, name: SkillName) -> Any:  # noqa: ANN401 a parameter set
    """Return a row of the table of skills."""
    return pytest.param(name, marks=pytest.mark.rule(f"BN-SKILL-{number:02}"), id=name)


TABLE: Final = [skill(place, name) for place, name in enumerate(SKILLS, 1)]  # type: ignore[arg-type]


@pytest.mark.parametrize("name", TABLE)
@pytest.mark.rule("BN-CLASS-01")
def test_a_skill_is_of_one_kind_and_one_class(name: SkillName) -> None:
    """A skill's kind decides whether Physical or Mental successes count.

    Its class decides the cap, and who may try it.
    """
    helps, other = ("Mental", "Physical") if name in MENTAL else ("Physical", "Mental")
    assert total(name, helps, owned=[name]) == 1
    assert total(name, other, owned=[name]) == 0
    play = Play()
    without, owner = play.one("gm", [bone("Universal")]), play.one("gm", [bone("Universal", name)])
    assert may_try(play.state, without, name) == (name not in CAPPED)
    assert cap(play.state, owner, name) == CAPPED.get(name)
    if name in CAPPED:
        play.no(MayNotTry, CallTask(creature=without, aim="so", terms=Terms(skill=name, number=1)))


@pytest.mark.rule("BN-SYM-01", "BN-CLASS-03", "BN-SYM-02", "BN-SYM-03", "BN-CLASS-04", "BN-TASK-03")
@pytest.mark.parametrize(
    ("name", "face", "counts"),
    [
        ("Stealth", "Universal", 4), ("Stealth", "Physical", 4), ("Stealth", "Mental", 0), ("Stealth", "Craft", 0),
        ("Perception", "Mental", 4), ("Perception", "Physical", 0), ("Physical", "Physical", 4),
        ("Physical", "Mental", 0), ("Mental", "Mental", 4), ("Physical", "Maneuver", 0), ("Physical", "Universal", 4),
    ],
)  # fmt: skip
def test_universal_action_has_no_cap(name: SkillName, face: str, counts: int) -> None:
    """A universal action needs no icon and has no cap: four successes count as four."""
    assert total(name, *[face] * 4) == counts


@pytest.mark.rule("BN-SYM-01", "BN-R-013")
def test_a_universal_success_counts_in_magic_too() -> None:
    """Magic, Universal and Mental successes count for Magic; Physical ones never do."""
    assert total("Magic", "Universal", "Magic", "Mental", "Physical", owned=["Magic"] * 4) == 3


@pytest.mark.rule("BN-IMP-06")
def test_a_blank_face_counts_nothing() -> None:
    """A blank face counts as no success in any task."""
    assert [total(name, "blank", "blank") for name in ("Physical", "Perception", "Stealth")] == [0, 0, 0]


@pytest.mark.rule("BN-SYM-05")
def test_a_null_on_a_die_removes_one_success() -> None:
    """Three successes and a Null count as two. The total never falls below zero."""
    assert total("Scholar", "Scholar*3", "Null", owned=["Scholar"] * 2) == 2
    assert total("Stealth", "Null*3", "Stealth") == 0


@pytest.mark.rule("BN-SYM-08", "BN-EQ-08", "BN-R-059")
@pytest.mark.parametrize(
    ("name", "face", "left"),
    [("Maneuver", 2, 3), ("Maneuver", 5, 2), ("Stealth", 6, 1), ("Scholar", 6, 4), ("Perception", 5, 4)],
)
def test_encumbrance_hinders_magic_maneuver_and_stealth(name: SkillName, face: int, left: int) -> None:
    """An Enc face removes one success from Magic, Maneuver and Stealth, a double face two, and a triple face three.

    Tasks of other skills lose no success.
    """
    armor = "Heavy armor (plate)" if face > 2 else "Light armor (leather)"
    assert total(name, f"{name}*4", owned=[name], things=[(armor, face)]) == left


@pytest.mark.rule("BN-SYM-08")
def test_encumbrance_reduces_magic() -> None:
    """One Enc face removes one success from a casting."""
    assert total("Magic", "Magic*3", things=[("Light armor (leather)", 2)]) == 2


@pytest.mark.rule("BN-R-060")
def test_encumbrance_can_be_limited_to_skill_icons() -> None:
    """By default Enc removes any success of the task.

    If `enc_cancels` is `icons_only`, it removes only successes of the skill's own icons.
    """
    icons_only = {"dice": {"enc_cancels": "icons_only"}}
    things = [("Heavy armor (plate)", 6)]
    assert total("Stealth", "Universal", "Physical", "Stealth*2", things=things) == 1
    assert total("Stealth", "Universal", "Physical", "Stealth*2", things=things, **icons_only) == 2
    assert total("Stealth", "Universal", "Physical", things=things, **icons_only) == 2


@pytest.mark.rule("BN-R-058", "BN-EQ-07")
def test_a_face_of_enc_and_defend_counts_as_both() -> None:
    """By default a face of Enc and Defend counts as both.

    If `enc_defense_face` is `either`, its owner chooses which of the two it counts as.
    """
    things = [("Heavy armor (plate)", 4)]
    assert total("Defend", "Universal", things=things) == 2
    assert total("Maneuver", "Universal*2", things=things) == 1
    assert total("Maneuver", "Universal*2", things=things, dice={"enc_defense_face": "either"}) == 2
    assert total("Defend", "Universal", things=things, dice={"enc_defense_face": "either"}) == 2


@pytest.mark.rule("BN-EQ-07")
def test_a_defend_face_of_armor_is_a_defend_success() -> None:
    """A Defend face of armor counts as one success, and a double face as two."""
    assert total("Defend", "blank", things=[("Light armor (leather)", 1)]) == 1
    assert total("Defend", "blank", things=[("Medium armor (chain)", 1)]) == 2
    assert total("Perception", "blank", things=[("Medium armor (chain)", 1)]) == 0


# ---------------------------------------------------------------- circumstances


@pytest.mark.rule("BN-DIST-01", "BN-DIST-02", "BN-R-130")
@pytest.mark.parametrize(
    ("here", "left", "rounded_up"),
    [
        ({"distance": 120}, 2, 1), ({"distance": 49}, 4, 3), ({"distance": 50}, 3, 3),
        ({"distance": 60, "ground": "broken"}, 1, 1), ({"distance": 19, "ground": "broken"}, 4, 3),
    ],
)  # fmt: skip
def test_distance_reduces_perception(here: dict[str, Any], left: int, rounded_up: int) -> None:
    """Perception loses one success for every 50 m of open and every 20 m of broken ground."""
    assert total("Perception", "Perception*4", here=here) == left
    up = {"tasks": {"perception_distance_rounding": "up"}}
    assert total("Perception", "Perception*4", here=here, **up) == rounded_up
    assert total("Stealth", "Stealth*4", here=here) == 4


@pytest.mark.rule("BN-R-129", "BN-COVER-08", "BN-COVER-09")
def test_darkness_reduces_perception_by_sight() -> None:
    """Perception by sight loses 2 successes in partial and 4 in total darkness.

    `darkness_affects_perception` can exempt Perception, or extend the loss to all Perception.
    """
    sight, partial, dark = {"aids": ("by_sight",)}, {"light": "partial darkness"}, {"light": "total darkness"}
    shown = "Perception*3"
    assert total("Perception", shown, here=sight | partial) == 1
    assert total("Perception", shown, here=sight | dark) == 0
    assert total("Perception", shown, here=partial) == 3
    assert total("Perception", shown, here=sight | dark, tasks={"darkness_affects_perception": "never"}) == 3
    assert total("Perception", shown, here=partial, tasks={"darkness_affects_perception": "always"}) == 1
    assert total("Social", "Social*3", here=sight | dark) == 3


@pytest.mark.rule("BN-R-282", "BN-COVER-01")
def test_a_setting_makes_cover_reduce_perception() -> None:
    """If `cover_affects_perception` is true, each 20% of cover removes one success from Perception by sight."""
    here = {"aids": ("by_sight",), "cover": 45}
    assert total("Perception", "Perception*3", here=here) == 3
    on = {"tasks": {"cover_affects_perception": True}}
    assert total("Perception", "Perception*3", here=here, **on) == 1
    assert total("Perception", "Perception*3", here={"cover": 45}, **on) == 3


@pytest.mark.rule("BN-COVER-02", "BN-R-123", "BN-R-128", "BN-R-242")
def test_cover_and_darkness_reduce_attacks_outside_fights() -> None:
    """Attacks outside fights lose successes to cover and to darkness, and both losses are added.

    If `penalties_add` is false, only the greater loss counts. If `cover_rounding` is `up`, a partial step counts in
    full. If `cover_affects_melee` is false, melee attacks lose nothing.
    """
    here = {"cover": 30, "light": "partial darkness"}
    assert total("Missile", "Missile*5", here=here) == 2
    assert total("Missile", "Missile*5", here=here, cover={"penalties_add": False}) == 3
    assert total("Missile", "Missile*5", here=here, cover={"cover_rounding": "up"}) == 1
    assert total("Melee", "Melee*5", here={"cover": 40}) == 3
    assert total("Melee", "Melee*5", here={"cover": 40}, cover={"cover_affects_melee": False}) == 5
    assert total("Missile", "Missile*5", here={"cover": 40}, cover={"cover_affects_melee": False}) == 3


# ---------------------------------------------------------------- beasts, and dice that show a success


@pytest.mark.rule("BN-R-052", "BN-R-057")
def test_a_setting_excludes_physical_faces_of_a_beasts_borrowed_dice() -> None:
    """If `beast_physical_face` is `counts_nothing`, a Physical face does not count for a beast.

    For all other creatures a Physical face still counts.
    """
    nothing = {"dice": {"beast_physical_face": "counts_nothing"}}
    assert total("Stealth", "Physical", kind="beast") == 1
    assert total("Stealth", "Physical", kind="beast", **nothing) == 0
    assert total("Stealth", "Physical", kind="cast", **nothing) == 1


@pytest.mark.rule("BN-R-188")
def test_abilities_have_no_cap() -> None:
    """Ability icons belong to no skill: they permit no task, and those that defend have no cap."""
    play = Play()
    wight = play.one("gm", [STANDARD["Spirit"], STANDARD["Demonic"]], kind="beast")
    assert {name: icons(play.state, wight, name) for name in SKILLS if icons(play.state, wight, name)} == {"Defend": 1}
    assert total("Defend", "FearCaster", "HoarFrost", "Prickly", "Incorporeal*2", "Regenerate") == 5
    assert total("Melee", "FearCaster", "PoisonAttack:melee") == 0


@pytest.mark.rule("BN-R-258")
def test_a_die_shows_a_success_if_part_of_it_counts() -> None:
    """A die shows a success if any part of its face helps the task.

    Dice struck from the roll, and dice of items, never show a success.
    """
    play = Shows("Craft", "Universal", "Physical", "Defend:Slam+Mental", "Racial:Dwarf", "blank")
    dice = [
        Shown(die=f"die-{number}", kind="character", face=die.faces[0])
        for number, die in enumerate(play.who(play.who_shows).dice, 1)
    ]
    dice += [
        Shown(die="item-1", kind="item", face="Craft"),
        Shown(die="die-9", kind="character", face="Craft", struck=True),
    ]
    roll = Roll(id="roll-1", of="task-1", creature=play.who_shows, dice=tuple(dice), skill="Craft")
    assert successful_dice(play.state, roll) == ("die-1", "die-2", "die-4", "die-5")


@pytest.mark.rule("BN-SYM-07", "BN-SYM-09", "BN-HIND-09")
@pytest.mark.parametrize(("kind", "face"), [("poison", "Poison"), ("flaming", "Flaming")])
def test_poison_and_flames_hurt_their_bearer_at_once(kind: Literal["poison", "flaming"], face: str) -> None:
    """Poison and flames remove a die that showed a success, together with that success.

    A blank face deals no damage.
    """
    for number, lost, left in ((1, (1,), 0), (2, (), 1)):
        play = Shows("Stealth", "blank")
        die = Hindering(id="poison-9", kind=kind, faces=bone(face))
        play.state = play.state.change(play.who_shows, hindering={die.id: die})
        task = play.task("Stealth")
        settled = play.the(TaskSettled, RollTask(task=task), 1, 1, number)
        assert (settled.successes, play.who(play.who_shows).lost) == (left, lost)
