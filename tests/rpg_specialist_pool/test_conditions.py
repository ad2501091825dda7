"""Conditions: their sources and catalogue, their levels, and their end."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from services.rpg_specialist_pool.catalogue import HOUSE, SOURCES, ConditionEntry
from services.rpg_specialist_pool.chapters.attempts import Attempt, AttemptMade
from services.rpg_specialist_pool.chapters.conditions import (
    ApplyCondition,
    ClearCondition,
    ConditionApplied,
    ConditionCleared,
)
from services.rpg_specialist_pool.chapters.contests import StandStill
from services.rpg_specialist_pool.chapters.damage import DamageDealt
from services.rpg_specialist_pool.chapters.pools import TierUnclear
from services.rpg_specialist_pool.chapters.specialists import EquippedAlready, GiveEquipment
from services.rpg_specialist_pool.chapters.table import (
    CatalogueLoaded,
    LoadConditions,
    LoadHouseCatalogue,
)
from services.rpg_specialist_pool.state import Action, Component
from services.rpg_specialist_pool.views import view
from shared.kernel.campaign.days import StartDay
from shared.kernel.campaign.seats import (
    NamedTwice,
    NotKnownHere,
    OutOfRange,
    TooManyHere,
)
from tests.rpg_specialist_pool.play import Play, SecondForm, dice, listed, of

DULL = ConditionEntry(name="Dull", dice=-1)
DEEP = ConditionEntry(name="Deep", dice=-1, damage_dice=1, stacks=True)


def with_conditions(**groups: dict[str, Any]) -> tuple[Play, str]:
    """Return an open campaign with two Conditions in its catalogue, and the id of a Specialist."""
    play = Play(conditions={"catalogue": msgspec.to_builtins((DULL, DEEP))}, **groups)
    return play, play.hero()


@pytest.mark.rule("SG-COND-01", "SG-COND-02", "SG-R-22")
@pytest.mark.parametrize("source", SOURCES)
def test_a_condition_is_in_the_catalogue_and_has_a_source(source: Any) -> None:  # noqa: ANN401
    """The game accepts each of the five sources of a Condition.

    It refuses a missing source and an unknown Condition.
    """
    play, hero = with_conditions()
    play.when(ApplyCondition(character=hero, condition="Dull", source=source, reason="so")).then(
        ConditionApplied(character=hero, condition="Dull", level=1, source=source, reason="so")
    )
    play.no(NotKnownHere, ApplyCondition(character=hero, condition="Bright", source=source, reason="so"))
    body = {"type": "ApplyCondition", "character": hero, "condition": "Dull", "reason": "so"}
    for wrong in (body, {**body, "source": "weather"}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(wrong, ApplyCondition)


@pytest.mark.rule("SG-COND-01", "SG-R-22")
def test_conditions_are_loaded_by_the_keeper() -> None:
    """A loaded Condition replaces an earlier one with its name. The game refuses to load one name twice."""
    play = Play()
    hero = play.hero()
    play.no(NotKnownHere, ApplyCondition(character=hero, condition="Dull", source="spell", reason="so"))
    play.when(LoadConditions(conditions=(DULL,))).then(CatalogueLoaded(origin="caller", conditions=(DULL,)))
    play.do(ApplyCondition(character=hero, condition="Dull", source="spell", reason="so"))
    play.do(LoadConditions(conditions=(ConditionEntry(name="Dull", dice=-3),)))
    assert 1 == play.the(AttemptMade, Attempt(character=hero, action=dice(4)), 6).pool.dice
    play.no(NamedTwice, LoadConditions(conditions=(DULL, DULL)))


@pytest.mark.rule("SG-COND-03", "SG-R-22")
def test_a_condition_has_the_same_effect_whatever_its_source() -> None:
    """A Condition's dice count in every pool, and its damage dice in every attack, once for each level."""
    pools = []
    for source in ("spell", "trait"):
        play, hero = with_conditions()
        for _ in range(2):
            play.do(ApplyCondition(character=hero, condition="Deep", source=source, reason="so"))
        pools.append(play.the(AttemptMade, Attempt(character=hero, action=dice(3)), 6).pool)
        other = play.hero("bob")
        contest = play.act_against(hero, other, dice(3))
        assert 3 == of(DamageDealt, play.do(StandStill(contest=contest), 6, 1, 1, 1)).dice
    assert 1 == pools[0].dice
    assert pools[0] == pools[1]


@pytest.mark.rule("SG-COND-05", "SG-CAMP-14")
def test_a_setting_of_a_condition_lets_it_stack() -> None:
    """A Condition that stacks rises by a level each time, up to 5.

    Other Conditions stay at level 1. A Specialist can have ten Conditions.
    """
    play, hero = with_conditions()
    for name, levels in (("Dull", [1, 1]), ("Deep", [1, 2, 3, 4, 5])):
        apply = ApplyCondition(character=hero, condition=name, source="spell", reason="so")
        assert levels == [play.the(ConditionApplied, apply).level for _ in levels]
    play.no(OutOfRange, ApplyCondition(character=hero, condition="Deep", source="spell", reason="so"))
    play.do(LoadConditions(conditions=tuple(ConditionEntry(name=f"C{number}") for number in range(9))))
    for number in range(8):
        play.do(ApplyCondition(character=hero, condition=f"C{number}", source="spell", reason="so"))
    play.no(TooManyHere, ApplyCondition(character=hero, condition="C8", source="spell", reason="so"))
    play.do(ApplyCondition(character=hero, condition="C7", source="spell", reason="so"))


@pytest.mark.rule("SG-R-37")
def test_a_condition_lasts_until_it_is_cleared() -> None:
    """A Condition lasts until the Keeper clears it, completely or by some levels, with a reason."""
    play, hero = with_conditions()
    for _ in range(3):
        play.do(ApplyCondition(character=hero, condition="Deep", source="spell", reason="so"))
    play.do(StartDay())
    play.no(OutOfRange, ClearCondition(character=hero, condition="Deep", reason="air", levels=4))
    play.when(ClearCondition(character=hero, condition="Deep", reason="air", levels=2)).then(
        ConditionCleared(character=hero, condition="Deep", level=1, reason="air")
    )
    play.when(ClearCondition(character=hero, condition="Deep", reason="air")).then(
        ConditionCleared(character=hero, condition="Deep", level=0, reason="air")
    )
    play.no(NotKnownHere, ClearCondition(character=hero, condition="Deep", reason="air"))


@pytest.mark.rule("SG-CAMP-09")
def test_the_built_in_catalogue_is_loaded_by_one_command() -> None:
    """One command loads the built-in catalogue, whose components have their own tiers and damage dice."""
    play = Play()
    ann, bob = play.hero(), play.hero("bob")
    assert "house" == play.the(CatalogueLoaded, LoadHouseCatalogue()).origin
    seen = view(play.state, "ann")
    assert (len(HOUSE.conditions), len(HOUSE.components)) == (len(seen.conditions), len(seen.components))
    arc = Component(name="Cleaving Arc", ap=1)
    contest = play.act_against(ann, bob, Action(components=(arc,)))
    assert "basic" == play.state.contests[contest].pool.tier
    assert 2 == of(DamageDealt, play.do(StandStill(contest=contest), 6, 1, 1)).dice
    contest = play.act_against(ann, bob, Action(components=(Component(name="Cleaving Arc"),), stats=("d1",)))
    assert 1 == of(DamageDealt, play.do(StandStill(contest=contest), 6, 1)).dice
    play.no(NamedTwice, Attempt(character=ann, action=Action(components=(arc, arc))))
    wrong = Component(name="Cleaving Arc", tier="simple", ap=1)
    play.no(TierUnclear, Attempt(character=ann, action=Action(components=(wrong,))))
    play.do(GiveEquipment(character=ann, equipment="Tower Shield", reason="won"))
    assert {"Tower Shield": 2} == play.who(ann).sheet.equipment
    play.no(NotKnownHere, GiveEquipment(character=ann, equipment="Nothing", reason="won"))


@pytest.mark.rule("SG-CAMP-26", "SG-CAMP-09")
@pytest.mark.parametrize("form", [Play, SecondForm])
def test_equipment_that_is_on_the_sheet_is_not_given_again(form: type[Play]) -> None:
    """A gift does not replace equipment of the same name. In campaigns opened before form 2 it does."""
    play = form()
    play.do(LoadHouseCatalogue())
    ann = play.hero(equipment={"Tower Shield": 5})
    gift = GiveEquipment(character=ann, equipment="Tower Shield", reason="won")

    if form is SecondForm:
        play.do(gift)
        assert {"Tower Shield": 2} == play.who(ann).sheet.equipment
        return
    assert "Tower Shield" == play.no(EquippedAlready, gift).has
    (offered,) = (one for one in listed(play.state, "gm").allowed if one.command == "GiveEquipment")
    assert "Tower Shield" not in str(offered)
    play.do(GiveEquipment(character=ann, equipment="Balanced Blade", reason="won"))
    play.no(EquippedAlready, GiveEquipment(character=ann, equipment="Balanced Blade", reason="won"))


@pytest.mark.rule("SG-CAMP-22", "SG-COND-05")
@pytest.mark.parametrize(("form", "level"), [(Play, 2), (SecondForm, 1)])
def test_applying_a_condition_again_never_lowers_its_level(form: type[Play], level: int) -> None:
    """A Condition that no longer stacks keeps its levels when it is applied again, but only one of them counts.

    Under version 1 of the rules its level falls to 1.
    """
    play = form()
    hero = play.hero()
    play.do(LoadConditions(conditions=(DEEP,)))
    bite = ApplyCondition(character=hero, condition="Deep", source="spell", reason="a bite")
    play.do(bite)
    play.do(bite)
    play.do(LoadConditions(conditions=(replace(DEEP, stacks=False),)))

    play.when(bite).then(
        ConditionApplied(character=hero, condition="Deep", level=level, source="spell", reason="a bite")
    )

    assert [1] == [counted for _, counted in play.state.borne(hero)]
