"""Themes that are removed or renamed between the terms of magic and its roll."""

import pytest
from msgspec.structs import replace

from services.bones.chapters.fights.casting_in_fights import SetRoundMagic
from services.bones.chapters.fights.rounds import RollRound
from services.bones.chapters.magic.effects import EffectBegan
from services.bones.chapters.magic.themes import ChangeTheme, SetTheme, ThemeNeeded
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import DropTask
from services.bones.state.campaign import FORM
from services.bones.state.magic import Theme
from tests.bones.casters import FIRE, RING, WALL, Holders
from tests.bones.trying import WON, Tries

AIR = Theme(name="Air", effect="wind blows", limitation="under the sky")
MAGIC = ("Universal", "Mental", "Magic", "Magic", "blank", "blank")


@pytest.mark.rule("BN-CAMP-216", "BN-THEME-01")
@pytest.mark.parametrize("form", [FORM, 1])
@pytest.mark.parametrize("other", [None, AIR])
def test_no_effect_begins_with_a_theme_that_is_gone(form: int, other: Theme | None) -> None:
    """The theme is removed or renamed before the roll. The task is dropped, or rolled once the theme is there again."""
    play = Tries()
    play.state = replace(play.state, form=form)
    who = play.one("ann", [MAGIC], themes=(FIRE,))
    task = play.call(who, "Magic", number=1, purpose="effect")
    play.do(ChangeTheme(creature=who, name=FIRE.name, theme=other, reason="a slip"))
    if form == FORM:
        refused = play.no(ThemeNeeded, RollTask(task=task), seat="ann")
        needs = "DropTask, or SetTask with other terms"
        assert (needs, FIRE.name, "task") == (refused.needs, refused.has, refused.field)
        before = play.state
        play.do(DropTask(task=task, reason="no fire is left"))
        play.state = before
        if other is None:
            play.do(SetTheme(creature=who, theme=FIRE))
        else:
            play.do(ChangeTheme(creature=who, name=other.name, theme=FIRE, reason="a slip again"))

    (effect,) = (event.effect for event in play.roll(task, WON) if isinstance(event, EffectBegan))
    assert (FIRE.name, who) == (effect.theme, effect.caster)


@pytest.mark.rule("BN-CAMP-216", "BN-CAMP-90")
@pytest.mark.parametrize("form", [FORM, 1])
@pytest.mark.parametrize("lasts", [True, False])
def test_no_effect_of_the_round_begins_with_a_theme_that_is_gone(form: int, *, lasts: bool) -> None:
    """In a fight, magic that may last is refused until it is dismissed. Magic of the round alone is still rolled."""
    table = Holders()
    table.state = replace(table.state, form=form)
    bob, foe = table.caster("Magic"), table.of("gm", "blank")
    table.begin((bob,), (foe,))
    table.casts(bob, WALL if lasts else RING)
    table.do(ChangeTheme(creature=bob, name=FIRE.name, reason="a slip"))
    if lasts and form == FORM:
        refused = table.no(ThemeNeeded, RollRound())
        assert ("SetRoundMagic without magic", FIRE.name, "creature") == (refused.needs, refused.has, refused.field)
        table.do(SetRoundMagic(creature=bob))
        assert [] == [event for event in table.rolls({}) if isinstance(event, EffectBegan)]
        return

    happened = [*table.rolls({}), *table.over(bob, foe)]
    assert lasts == any(isinstance(event, EffectBegan) for event in happened)
