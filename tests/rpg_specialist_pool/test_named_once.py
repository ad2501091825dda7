"""Components, Conditions and other sources of dice are named once, whatever the case and the blanks."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from services.rpg_specialist_pool.catalogue import ConditionEntry
from services.rpg_specialist_pool.chapters.attempts import Attempt
from services.rpg_specialist_pool.chapters.pools import TierUnclear
from services.rpg_specialist_pool.chapters.table import CatalogueLoaded, LoadConditions, LoadHouseCatalogue
from services.rpg_specialist_pool.state import Action, Component, OtherDice
from shared.kernel.campaign.seats import NamedTwice
from tests.rpg_specialist_pool.play import FirstForm, Play, SecondForm, of

BLESSED = (OtherDice(source="blessing", dice=1), OtherDice(source="Blessing ", dice=1))
CUT = Component(name="Quick Cut", ap=1)
OTHER_CUT = Component(name="quick cut ", tier="master", ap=2)
SORE = (ConditionEntry(name="Sore", dice=-1), ConditionEntry(name=" sore", dice=-2))


@pytest.mark.rule("SG-CAMP-27", "SG-POOL-09", "AR-CAMP-10")
def test_an_action_names_each_other_source_once() -> None:
    """Dice from one source are one number: the same source twice is refused, however it is written."""
    play = Play()
    hero = play.hero()
    for twice in (BLESSED, (BLESSED[0], BLESSED[0])):
        refusal = play.no(NamedTwice, Attempt(character=hero, action=Action(other_dice=twice)))
        assert ("each once", tuple(dict.fromkeys(one.source for one in twice)), "action") == (
            refusal.needs, refusal.has, refusal.field,
        )  # fmt: skip
    play.do(Attempt(character=hero, action=Action(other_dice=BLESSED[:1])), 6)


@pytest.mark.rule("SG-CAMP-09", "SG-R-68")
def test_a_component_is_the_same_however_it_is_written() -> None:
    """A small letter or a blank makes no other component: it has the tier of the loaded one, and is named once."""
    play = Play()
    hero = play.hero()
    play.do(LoadHouseCatalogue())
    refusal = play.no(TierUnclear, Attempt(character=hero, action=Action(components=(OTHER_CUT,))))
    assert ("simple", "quick cut ") == (refusal.needs, refusal.has)
    play.no(NamedTwice, Attempt(character=hero, action=Action(components=(CUT, OTHER_CUT))))
    play.do(Attempt(character=hero, action=Action(components=(replace(OTHER_CUT, tier=None),))), 6, 6)


@pytest.mark.rule("SG-COND-05", "SG-R-68")
def test_a_condition_is_the_same_however_it_is_written() -> None:
    """A list names each Condition once, and a Condition that is loaded again keeps the spelling of the first."""
    play = Play()
    refusal = play.no(NamedTwice, LoadConditions(conditions=SORE))
    assert ("Sore", " sore") == refusal.has
    play.no(NamedTwice, LoadConditions(conditions=(SORE[0], SORE[0])))
    play.do(LoadConditions(conditions=SORE[:1]))

    loaded = of(CatalogueLoaded, play.do(LoadConditions(conditions=SORE[1:])))

    assert (replace(SORE[0], dice=-2),) == loaded.conditions
    assert ["Sore"] == list(play.state.conditions)
    play.do(LoadConditions(conditions=(ConditionEntry(name="BLUNTED"),)))
    play.do(LoadHouseCatalogue())
    assert "BLUNTED" in play.state.conditions
    assert "Blunted" not in play.state.conditions


@pytest.mark.rule("SG-R-68", "SG-CAMP-27")
@pytest.mark.parametrize("kind", [FirstForm, SecondForm])
def test_earlier_forms_compare_names_letter_by_letter(kind: type[Play]) -> None:
    """Campaigns opened before form 2 take another spelling for another name."""
    play = kind()
    hero = play.hero()
    play.do(LoadHouseCatalogue())
    play.do(LoadConditions(conditions=SORE))
    assert {"Sore", " sore"} <= set(play.state.conditions)
    play.do(Attempt(character=hero, action=Action(components=(CUT, OTHER_CUT))), 6, 6, 6)
    play.do(Attempt(character=hero, action=Action(other_dice=BLESSED)), 6, 6)
