"""Changes of damage: dice that components and Conditions add, and changes of the total."""

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from services.rpg_specialist_pool.catalogue import ConditionEntry
from services.rpg_specialist_pool.chapters.conditions import ApplyCondition
from services.rpg_specialist_pool.chapters.contests import (
    Oppose,
    StandStill,
)
from services.rpg_specialist_pool.chapters.damage import DamageDealt, DamageOutsideCombat, DamageUnclear
from services.rpg_specialist_pool.chapters.specialists import (
    ChangeSpecialist,
    Heal,
    NoVitality,
    VitalityIsFull,
    VitalityRose,
    can_fall,
    points_left,
)
from services.rpg_specialist_pool.chapters.table import LoadConditions, LoadHouseCatalogue
from services.rpg_specialist_pool.state import Action, Component, DamageChange
from services.rpg_specialist_pool.views import view
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.seats import ReasonNeeded
from tests.rpg_specialist_pool.contests import fought, two
from tests.rpg_specialist_pool.play import Play, SecondForm, dice, of

BLADE = Component(name="blade", tier="simple", ap=0)


def struck(
    change: DamageChange, faces: tuple[int, ...], *damage: int, groups: Mapping[str, Any] | None = None
) -> DamageDealt:
    """Attack with a blade and a change of damage; return the damage dealt."""
    play, ann, bob = two(**(groups or {}))
    action = Action(stats=(f"d{len(faces)}",), components=(BLADE,))
    contest = play.act_against(ann, bob, action, damage=change)
    return of(DamageDealt, play.do(StandStill(contest=contest), *faces, *damage))


@pytest.mark.rule("SG-R-34", "SG-CAMP-09")
def test_a_component_with_damage_dice_is_for_combat() -> None:
    """Outside combat, a component with damage dice may be named only without AP, and adds no dice."""
    play, ann, bob = two()
    play.do(LoadHouseCatalogue())

    def cast(ap: int) -> Oppose:
        action = Action(components=(Component(name="Falling Star", ap=ap),), kind="spell")
        return Oppose(character=ann, target=bob, action=action, context="spell")

    play.no(DamageOutsideCombat, cast(1))
    play.do(cast(0))


@pytest.mark.rule("SG-DMG-05", "SG-R-34")
def test_a_change_of_damage_needs_a_source_and_a_reason() -> None:
    """A change of damage must name a component or a Condition, with a reason. It is possible only in combat."""
    play, ann, bob = two()
    action = Action(components=(BLADE,), kind="spell")

    def oppose(change: DamageChange, context: Any = "combat") -> Oppose:  # noqa: ANN401
        return Oppose(character=ann, target=bob, action=action, context=context, damage=change)

    play.no(DamageUnclear, oppose(DamageChange(dice=1, reason="so")))
    named = play.no(DamageUnclear, oppose(DamageChange(by="axe", dice=1, reason="so")))
    bare = Oppose(character=ann, target=bob, action=dice(1), context="combat", damage=DamageChange(by="axe", dice=1))
    unnamed = play.no(DamageUnclear, bare)
    assert (("blade",), "a component of the action, or a Condition of either side") == (named.needs, unnamed.needs)
    play.no(ReasonNeeded, oppose(DamageChange(by="blade", dice=1)))
    play.no(DamageOutsideCombat, oppose(DamageChange(by="blade", dice=1, reason="so"), "spell"))
    dealt = struck(DamageChange(by="blade", dice=1, total=2, reason="heavy"), (6,), 3, 4)
    assert (2, 9) == (dealt.dice, dealt.damage)
    play.do(LoadConditions(conditions=(ConditionEntry(name="Frail"),)))
    play.do(ApplyCondition(character=bob, condition="Frail", source="trait", reason="born so"))
    play.do(oppose(DamageChange(by="Frail", dice=1, reason="frail")))


@pytest.mark.rule("SG-R-48")
@pytest.mark.parametrize(
    ("doubles", "faces", "change", "count"),
    [
        (True, (10, 6), 1, 6),
        (False, (10, 6), 1, 5),
        (True, (10, 6), -3, 0),
        (False, (10, 6), -5, 0),
    ],
)
def test_damage_dice_are_changed_then_doubled_then_summed(
    doubles: bool,  # noqa: FBT001
    faces: tuple[int, ...],
    change: int,
    count: int,
) -> None:
    """Damage dice are first changed, then doubled, and then summed.

    If `doubles_added_dice` is false, only the dice of the margin are doubled.
    """
    dealt = struck(
        DamageChange(by="blade", dice=change, total=-1, reason="so"), faces, *[1] * count,
        groups={"critical": {"doubles_added_dice": doubles}},
    )  # fmt: skip

    assert (count, max(count - 1, 0)) == (dealt.dice, dealt.damage)


@pytest.mark.rule("SG-R-55", "SG-R-42", "SG-R-27")
@pytest.mark.parametrize(("kind", "least", "most"), [(Play, -4, -4), (SecondForm, 5, 9)])
def test_damage_stays_if_a_sheet_leaves_vitality_out_once(kind: type[Play], least: int, most: int) -> None:
    """A Specialist whose sheet loses Vitality and regains it has the damage that it had before."""
    play = kind(damage={"applies_to": "vitality"})
    ann, bob = play.hero(), play.hero("bob", vitality=5)
    play.clash(ann, bob, (6,), None, 9)
    sheet = play.who(bob).sheet

    for full, left in ((5, least), (9, most)):
        play.do(ChangeSpecialist(character=bob, sheet=replace(sheet, vitality=None), reason="a ghost"))
        (seen,) = [one for one in view(play.state, "ann").characters if one.id == bob]
        assert (None, False) == (seen.vitality, seen.down)
        play.do(ChangeSpecialist(character=bob, sheet=replace(sheet, vitality=full), reason="flesh again"))
        (seen,) = [one for one in view(play.state, "ann").characters if one.id == bob]
        assert (left, left <= 0) == (seen.vitality, seen.down)


@pytest.mark.rule("SG-R-60", "SG-R-55", "SG-R-27")
def test_no_sheet_loses_vitality_while_an_attack_on_it_waits() -> None:
    """The attack is answered or called off first, so that its damage counts. Other changes are made at once."""
    play = Play(damage={"applies_to": "vitality"})
    ann, bob = play.hero(vitality=5), play.hero("bob", vitality=5)
    attack, sheet = play.act_against(ann, bob, dice(1)), play.who(bob).sheet
    ghost = ChangeSpecialist(character=bob, sheet=replace(sheet, vitality=None), reason="a ghost")

    refusal = play.no(AnswerFirst, ghost)
    assert ((attack,), bob, "sheet") == (refusal.needs, refusal.has, refusal.field)
    play.do(ChangeSpecialist(character=bob, sheet=replace(sheet, vitality=4), reason="frail"))
    play.do(ChangeSpecialist(character=ann, sheet=replace(sheet, vitality=None), reason="a ghost"))
    assert -5 == of(DamageDealt, play.do(StandStill(contest=attack), 6, 9)).vitality
    play.do(ghost)
    assert (0, False) == (points_left(play.state, bob), can_fall(play.state, bob))


@pytest.mark.rule("SG-R-60")
def test_other_opposed_rolls_and_other_campaigns_do_not_hold_up_a_change_of_the_sheet() -> None:
    """An opposed roll that is no attack loses nothing, and neither does damage that is only reported."""
    for settings, context in (({"applies_to": "vitality"}, "other"), ({"applies_to": "report_only"}, "combat")):
        play = Play(damage=settings)
        ann, bob = play.hero(), play.hero("bob", vitality=5)
        play.do(Oppose(character=ann, target=bob, action=dice(1), context=context))  # type: ignore[arg-type]

        play.do(ChangeSpecialist(character=bob, sheet=replace(play.who(bob).sheet, vitality=None), reason="a ghost"))


@pytest.mark.rule("SG-R-60", "SG-R-55", "SG-R-42", "SG-R-27")
def test_before_form_2_a_sheet_without_vitality_takes_no_damage_from_an_open_attack() -> None:
    """In campaigns opened before form 2, the sheet may lose Vitality meanwhile. The damage is then only reported."""
    play = SecondForm(damage={"applies_to": "vitality"})
    ann, bob = play.hero(), play.hero("bob", vitality=5)
    attack, sheet = play.act_against(ann, bob, dice(1)), play.who(bob).sheet
    play.do(ChangeSpecialist(character=bob, sheet=replace(sheet, vitality=None), reason="a ghost"))
    assert (0, False) == (points_left(play.state, bob), can_fall(play.state, bob))

    dealt = of(DamageDealt, play.do(StandStill(contest=attack), 6, 9))
    assert (9, None) == (dealt.damage, dealt.vitality)
    play.do(ChangeSpecialist(character=bob, sheet=sheet, reason="flesh again"))
    assert (5, True) == (points_left(play.state, bob), can_fall(play.state, bob))


@pytest.mark.rule("SG-R-27", "SG-R-42")
def test_a_setting_subtracts_damage_from_vitality() -> None:
    """If damage applies to Vitality, a Specialist below 0 is down, and healing restores it up to the starting value."""
    assert of(DamageDealt, fought((6,), None, 9)).vitality is None
    play = Play(damage={"applies_to": "vitality"})
    ann, bob, bare = play.hero(vitality=5), play.hero("bob", vitality=5), play.hero("bob")

    assert -4 == of(DamageDealt, play.clash(ann, bob, (6,), None, 9)).vitality
    seen = {one.id: one.down for one in view(play.state, "ann").characters}
    assert {ann: False, bob: True, bare: False} == seen
    refusal = play.no(NoVitality, Oppose(character=ann, target=bare, action=dice(1), context="combat"))
    assert ("a target with Vitality", bare, "target") == (refusal.needs, refusal.has, refusal.field)
    refusal = play.no(NoVitality, Heal(character=bare, vitality=1, reason="rest"))
    assert ("Vitality on its sheet, and damage.applies_to at vitality", bare) == (refusal.needs, refusal.has)
    play.no(VitalityIsFull, Heal(character=bob, vitality=10, reason="rest"))
    play.when(Heal(character=bob, vitality=9, reason="rest")).then(
        VitalityRose(character=bob, vitality=5, reason="rest")
    )
