"""Owned icons: the skills that they permit, and the caps on successes that they set."""

import pytest

from services.bones.catalogue import PRINTED, SKILLS
from services.bones.chapters.rolls.rolls import dice_of
from services.bones.chapters.tasks.tasks import CallTask
from services.bones.chapters.tasks.terms import MayNotTry
from services.bones.reading.owned import cap, icons, may_try
from services.bones.reading.pools import side
from services.bones.settings import Settings
from services.bones.state.tasks import Circumstances, Terms
from tests.bones.play import BOB, Play
from tests.bones.shows import Shows, bone, total


@pytest.mark.rule("BN-CLASS-02", "BN-CLASS-05", "BN-CLASS-07")
def test_a_restricted_or_special_action_needs_an_icon() -> None:
    """A restricted or special action needs its icon on a die that can be rolled. A universal action needs none."""
    play = Play()
    bob = play.one()
    assert [name for name in SKILLS if not may_try(play.state, bob, name)] == [
        "Artisan", "Merchant", "Outdoorsman", "Sailor", "Thief", "Unarmed",
    ]  # fmt: skip
    lost = play.one(dice=[bone("Universal", "Healer"), bone("Universal")], lost=(1,))
    assert not may_try(play.state, lost, "Healer")


@pytest.mark.rule("BN-CLASS-06", "BN-CLASS-09", "BN-CLASS-10")
def test_a_restricted_action_counts_up_to_twice_the_icons() -> None:
    """The cap of a restricted action limits the whole total, not only the icons of the skill."""
    assert total("Craft", "Craft", "Universal", "Universal", "Mental") == 2
    assert total("Craft", "Craft", "Universal", "Mental", "Physical", owned=["Craft"]) == 3


@pytest.mark.rule("BN-CLASS-08", "BN-CLASS-10")
def test_a_special_action_counts_up_to_the_icons() -> None:
    """In a special action, two icons limit four successes to two.

    Five icons limit five Magic and one Universal to five.
    """
    assert total("Magic", "Magic", "Magic", "Universal", "Mental") == 2
    assert total("Magic", *["Magic"] * 5, "Universal") == 5


@pytest.mark.rule("BN-EX-03", "BN-CLASS-03")
def test_bob_fights_in_melee_without_a_melee_icon() -> None:
    """Universal and Physical successes count in melee without an icon and without a cap."""
    play = Play()
    bob = play.one()
    assert (icons(play.state, bob, "Melee"), cap(play.state, bob, "Melee")) == (0, None)
    assert total("Melee", "Universal", "Physical", "Physical", "Mental") == 3


@pytest.mark.rule("BN-EX-04", "BN-CLASS-09")
def test_bob_uses_scholar() -> None:
    """Bob's three icons allow six successes; Scholar, Universal and Mental count, and Physical does not."""
    play = Play()
    bob = play.one()
    assert cap(play.state, bob, "Scholar") == 6
    assert total("Scholar", "Scholar", "Universal", "Mental", "Physical", owned=["Scholar"] * 2) == 3


@pytest.mark.rule("BN-EX-05", "BN-CLASS-08")
def test_bob_uses_magic() -> None:
    """Bob's five Magic icons allow five successes."""
    play = Play()
    bob = play.one()
    assert cap(play.state, bob, "Magic") == 5


@pytest.mark.rule("BN-R-014", "BN-R-015")
def test_a_setting_counts_icons_on_lost_dice() -> None:
    """If `cap_counts_lost_dice` is true, icons on lost dice count for the cap and permit the skill."""
    for counts, caps in ((False, (2, 2)), (True, (6, 5))):
        play = Play(tasks={"cap_counts_lost_dice": counts})
        bob = play.one(lost=(3, 4))
        assert (cap(play.state, bob, "Scholar"), cap(play.state, bob, "Magic")) == caps
        assert may_try(play.state, bob, "Healer") == counts


@pytest.mark.rule("BN-R-014", "BN-CLASS-06", "BN-CLASS-08")
def test_a_removed_die_lowers_the_cap_by_its_icons() -> None:
    """Each icon on a lost die lowers the cap by two for a restricted action, and by one for a special action.

    If `cap_counts_lost_dice` is true, lost dice do not lower it.
    """
    for counts, found in ((False, ([2, 0, 2, 2], [1, 1, 2, 1])), (True, ([0] * 4, [0] * 4))):
        play = Play(tasks={"cap_counts_lost_dice": counts})
        bob = play.one()
        for skill, caps in zip(("Scholar", "Magic"), found, strict=True):
            dice = dice_of(play.state, bob, skill=skill)
            assert caps == [die.caps for die in side(play.state, bob, dice, skill=skill, here=Circumstances()).dice]


@pytest.mark.rule("BN-R-016")
def test_icons_of_items_do_not_count_as_owned() -> None:
    """The icons of items raise no cap and permit no skill, unless `items_count_for_cap` is true."""
    for counts, most in ((False, None), (True, 6)):
        play = Play(tasks={"items_count_for_cap": counts})
        who = play.one(dice=[bone("Universal")], items=["Boots of Stealth"])
        boots = play.who(who).items[play.item_named(who, "Boots of Stealth")]
        faces = ("Thief", "Thief", "Thief", "blank", "blank", "blank")
        play.state = play.state.item_changed(who, boots.id, faces=faces)
        assert may_try(play.state, who, "Thief") == counts
        assert (cap(play.state, who, "Thief") or None) == most
        play.state = play.state.item_changed(who, boots.id, ready=False)
        assert not may_try(play.state, who, "Thief")


@pytest.mark.rule("BN-R-017")
def test_a_mastery_icon_is_one_icon_of_its_skill() -> None:
    """A mastery icon counts as one icon for the cap, however many successes it adds.

    If `mastery_counts_for_cap` is false, it does not count.
    """
    play = Play()
    who = play.one("gm", [bone("Craft:Master", "Craft")])
    assert (icons(play.state, who, "Craft"), total("Craft", "Craft:Master", "Universal*5")) == (2, 2)
    narrow = Play(tasks={"mastery_counts_for_cap": False})
    other = narrow.one("gm", [bone("Craft:Master", "Craft")])
    assert icons(narrow.state, other, "Craft") == 1


@pytest.mark.rule("BN-R-018")
def test_an_icon_may_count_for_a_second_skill() -> None:
    """An icon that also serves a second skill counts for its cap if its condition holds.

    If `cross_skill_counts_for_cap` is false, it does not count.
    """
    dice = [bone("Scholar:Doktor", "Artisan:Inspired", "Healer:Cure", "Scholar:Arcane Knowledge")]
    play, narrow = Play(), Play(tasks={"cross_skill_counts_for_cap": False})
    who, other = play.one("gm", dice), narrow.one("gm", dice)
    assert [icons(play.state, who, "Magic", aids) for aids in ((), ("art",), ("healing",), ("art", "healing"))] == [
        1, 2, 2, 3,
    ]  # fmt: skip
    assert icons(play.state, who, "Healer") == 2
    assert icons(narrow.state, other, "Healer") == 1
    assert icons(narrow.state, other, "Magic", ("art", "healing")) == 0
    assert icons(narrow.state, other, "Scholar") == 2


@pytest.mark.rule("BN-SKILL-18", "BN-R-009", "BN-R-010")
def test_unarmed_combat_is_restricted_and_mental() -> None:
    """By default Unarmed is restricted and mental.

    If `unarmed_class` is `special`, it is a special action. If `unarmed_kind` is `physical`, Physical successes count
    for it.
    """
    shown = ("Unarmed", "Universal", "Mental", "Physical")
    assert total("Unarmed", *shown, owned=["Unarmed"] * 5) == 3
    assert total("Unarmed", *shown) == 2
    assert total("Unarmed", *shown, tasks={"unarmed_class": "special"}) == 1
    assert total("Unarmed", *shown, "Physical", owned=["Unarmed"] * 5, tasks={"unarmed_kind": "physical"}) == 4


@pytest.mark.rule("BN-R-008", "BN-R-007")
def test_the_cap_comes_before_additional_successes_and_losses() -> None:
    """Additional successes may exceed the cap, unless `cap_before_bonus` is false. No total falls below 0."""
    here = {"gain": 2, "loss": 1}
    assert total("Craft", "Craft", "Universal*5", here=here) == 3
    assert total("Craft", "Craft", "Universal*5", here=here, tasks={"cap_before_bonus": False}) == 1
    assert total("Stealth", "Universal", here={"loss": 4}) == 0


@pytest.mark.rule("BN-R-086", "BN-IMP-14", "BN-R-254")
def test_automatic_successes_exceed_a_cap() -> None:
    """Automatic successes may exceed a cap, unless `bought_success_over_cap` is false.

    They never replace the icon that a skill needs.
    """
    assert total("Craft", "Craft", "Universal*5", automatic=2) == 4
    assert total("Craft", "Craft", "Universal*5", automatic=2, spiffs={"bought_success_over_cap": False}) == 2
    assert total("Craft", "Craft", automatic=2, spiffs={"bought_success_over_cap": False}) == 2
    play = Play()
    who = play.one(dice=[bone("Universal")], automatic=3)
    play.no(MayNotTry, CallTask(creature=who, aim="so", terms=Terms(skill="Craft", number=1)))


@pytest.mark.rule("BN-IMP-14", "BN-R-245")
def test_an_automatic_success_counts_on_every_check() -> None:
    """An automatic success counts on every check, in any skill, and is not used up."""
    play = Shows("blank", automatic=1)
    assert [play.total("Perception"), play.total("Stealth"), play.total("Physical")] == [1, 1, 1]


def test_the_default_settings_are_the_ledgers_readings() -> None:
    """With the default settings, Bob's icons count as the ledger describes."""
    play = Play()
    bob = play.one(dice=BOB)
    assert play.state.settings == Settings()
    counted = {name: icons(play.state, bob, name) for name in SKILLS if icons(play.state, bob, name)}
    assert counted == {"Craft": 1, "Defend": 3, "Healer": 1, "Magic": 5, "Missile": 2, "Riding": 1, "Scholar": 3}
    assert len(PRINTED.races) == 4
