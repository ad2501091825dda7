"""Themes of magic: how many a character's dice allow, their fields, and who can change them."""

from collections.abc import Sequence

import msgspec
import pytest
from msgspec.structs import replace

from services.bones.catalogue import SKILLS
from services.bones.chapters.magic.casting import MagicUsed
from services.bones.chapters.magic.effects import ReleaseEffect
from services.bones.chapters.magic.themes import (
    AffectsNoMind,
    ChangeTheme,
    MindsNeeded,
    NoThemeOpen,
    NotMagic,
    NotTheSoul,
    SetTheme,
    ThemeChanged,
    ThemeHolds,
    ThemeIsSet,
    ThemeNeeded,
    ThemeSet,
    WieldsNoMagic,
)
from services.bones.chapters.rolls.settling import TaskSettled
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import (
    Attempt,
    CallTask,
    DropTask,
    SetTask,
    TaskProposed,
    TaskSet,
    TaskWithdrawn,
)
from services.bones.chapters.tasks.terms import NotOutOfSight
from services.bones.state.campaign import FORM
from services.bones.state.magic import Affects, Casting, Effect, Theme
from services.bones.state.tasks import Opponent, SkillName, Terms
from shared.kernel.campaign.seats import NotKnownHere, NotYours, OnlyTheGameMaster, ReasonNeeded, TextIsBlank
from tests.bones.play import BOB, FIRE, allowed_of
from tests.bones.trying import LOST, NONE, NULL, WON, Tries

PLAIN = ("Universal", "Mental", "Scholar", "Craft", "blank", "blank")
MAGIC = ("Universal", "Mental", "Magic", "Magic", "blank", "blank")
ELF = ("Universal", "Mental", "Racial:Elf", "Craft", "blank", "blank")
MIRACLES = Theme(
    name="Miracles of Faith", effect="helps the faithful, stands against Satan", limitation="in the service of the Lord"
)
DEATH = Theme(name="Death", effect="the dead rise", limitation="the dead alone")
AIR = Theme(name="Air", effect="wind blows", limitation="under the sky")


def add_with_themes(dice: Sequence[Sequence[str]], *themes: Theme, **groups: dict[str, object]) -> tuple[Tries, str]:
    """Add a character with these dice and themes."""
    play = Tries(**groups)
    who = play.one("ann", dice)
    for theme in themes:
        play.do(SetTheme(creature=who, theme=theme), seat="ann")
    return play, who


@pytest.mark.rule("BN-EX-36", "BN-EX-37", "BN-THEME-01", "BN-THEME-04", "BN-MAG-15")
@pytest.mark.parametrize("theme", [FIRE, MIRACLES], ids=lambda theme: theme.name)
def test_a_character_with_magic_has_one_theme(theme: Theme) -> None:
    """The event records the theme's effect and limitation in the player's words.

    Bob's dice do not allow a second theme.
    """
    play = Tries()
    bob = play.one("ann", BOB)

    play.when(SetTheme(creature=bob, theme=theme), seat="ann").then(ThemeSet(creature=bob, theme=theme))

    assert play.who(bob).themes == (theme,)
    refused = play.no(NoThemeOpen, SetTheme(creature=bob, theme=DEATH), seat="ann")
    assert (refused.needs, refused.has) == ("at most 1", 1)


@pytest.mark.rule("BN-THEME-04", "AR-CAMP-09")
def test_a_theme_has_an_effect_and_a_limitation() -> None:
    """The game refuses a theme whose effect or limitation is missing or consists of blanks."""
    play = Tries()
    bob = play.one("ann", BOB)
    for field in ("effect", "limitation"):
        theme = msgspec.to_builtins(FIRE)
        blank = msgspec.convert({**theme, field: " "}, Theme)
        play.no(TextIsBlank, SetTheme(creature=bob, theme=blank), seat="ann")
        del theme[field]
        with pytest.raises(msgspec.ValidationError, match=field):
            msgspec.convert(theme, Theme)


@pytest.mark.rule("BN-THEME-02", "BN-THEME-03")
@pytest.mark.parametrize(("bearing", "themes"), [(1, 1), (4, 1), (5, 2), (9, 2), (10, 3)])
def test_dice_with_magic_allow_more_themes(bearing: int, themes: int) -> None:
    """Five dice with Magic allow a second theme, and ten a third. Two icons on one die count as one die."""
    play, who = add_with_themes([MAGIC] * bearing + [PLAIN] * (10 - bearing), *(FIRE, DEATH, AIR)[:themes])

    refused = play.no(NoThemeOpen, SetTheme(creature=who, theme=MIRACLES), seat="ann")

    assert refused.needs == f"at most {themes}"
    assert play.who(who).themes == (FIRE, DEATH, AIR)[:themes]


@pytest.mark.rule("BN-EX-59", "BN-THEME-02")
def test_the_matron_may_have_two_themes() -> None:
    """Five of the Matron's dice have Magic, so the game master may choose two themes for her."""
    play = Tries()
    matron = play.one("gm", [PLAIN, *[MAGIC] * 5])
    for theme in (FIRE, DEATH):
        play.when(SetTheme(creature=matron, theme=theme)).then(ThemeSet(creature=matron, theme=theme))
    play.no(NoThemeOpen, SetTheme(creature=matron, theme=AIR))


@pytest.mark.rule("BN-R-161")
def test_lost_dice_count_for_themes() -> None:
    """All owned dice count for the number of themes, even lost ones."""
    play = Tries()
    who = play.one("ann", [MAGIC] * 5, lost=(1, 2, 3, 4, 5))
    play.do(SetTheme(creature=who, theme=FIRE), seat="ann")
    play.do(SetTheme(creature=who, theme=DEATH), seat="ann")


@pytest.mark.rule("BN-R-197")
def test_a_racial_icon_that_lists_magic_counts_for_themes() -> None:
    """By default a racial icon that lists Magic counts for themes.

    If `racial_counts_for_themes` is false, it allows its character a first theme, but no further ones.
    """
    dice = [ELF, ELF, *[MAGIC] * 3]
    play, elf = add_with_themes(dice, FIRE, DEATH)
    play, elf = add_with_themes(dice, FIRE, magic={"racial_counts_for_themes": False})
    play.no(NoThemeOpen, SetTheme(creature=elf, theme=DEATH), seat="ann")
    add_with_themes([ELF], FIRE, magic={"racial_counts_for_themes": False})


@pytest.mark.rule("BN-THEME-01")
def test_players_choose_their_characters_themes() -> None:
    """Players choose themes for their characters that have Magic icons. The game master may choose for all."""
    play = Tries()
    bob, smith, elf = play.one("ann", BOB), play.one("ann", [PLAIN]), play.one("bob", [ELF])
    singer = play.one("ann", [("Artisan:Inspired", *PLAIN[1:])])

    play.no(NotYours, SetTheme(creature=bob, theme=FIRE), seat="bob")
    play.no(NotKnownHere, SetTheme(creature="nobody-9", theme=FIRE), seat="bob")
    refused = play.no(WieldsNoMagic, SetTheme(creature=smith, theme=FIRE), seat="ann")

    assert (refused.needs, refused.has) == ("an icon of Magic", smith)
    play.do(SetTheme(creature=smith, theme=FIRE))
    play.do(SetTheme(creature=singer, theme=FIRE), seat="ann")
    play.do(SetTheme(creature=elf, theme=FIRE), seat="bob")


@pytest.mark.rule("BN-CAMP-204")
@pytest.mark.parametrize("form", [FORM, 1])
@pytest.mark.parametrize("other", [None, AIR])
def test_a_theme_stays_while_its_effect_is_held(form: int, other: Theme | None) -> None:
    """A theme is neither removed nor renamed while an effect of it is held. Its limitation may change."""
    play, who = add_with_themes([MAGIC] * 5, FIRE)
    play.state = replace(play.state, form=form)
    wall = Effect(id="effect-90", caster=who, theme=FIRE.name, what="a wall of fire", kind="effect", successes=1)
    play.state = replace(play.state, effects={wall.id: wall})
    narrower = Theme(name=FIRE.name, effect="candles are lit", limitation="no more than candles")
    play.do(ChangeTheme(creature=who, name=FIRE.name, theme=narrower, reason="it was too much"))
    change = ChangeTheme(creature=who, name=FIRE.name, theme=other, reason="a slip")
    if form == FORM:
        refused = play.no(ThemeHolds, change)
        assert ("ReleaseEffect", (wall.id,), "name") == (refused.needs, refused.has, refused.field)
        play.do(ReleaseEffect(effect=wall.id), seat="ann")
    play.the(ThemeChanged, change)


@pytest.mark.rule("BN-CAMP-90")
def test_only_the_game_master_changes_a_theme() -> None:
    """A theme's name is unique for its character, and only the game master corrects or removes it, with a reason."""
    play, who = add_with_themes([MAGIC] * 5, FIRE)
    play.no(ThemeIsSet, SetTheme(creature=who, theme=FIRE), seat="ann")
    play.do(SetTheme(creature=who, theme=DEATH), seat="ann")

    change = ChangeTheme(creature=who, name=FIRE.name, theme=AIR, reason="a slip")
    play.no(OnlyTheGameMaster, change, seat="ann")
    play.no(ReasonNeeded, ChangeTheme(creature=who, name=FIRE.name, theme=AIR))
    play.no(NotKnownHere, ChangeTheme(creature=who, name="Water", reason="a slip"))
    play.no(ThemeIsSet, ChangeTheme(creature=who, name=FIRE.name, theme=DEATH, reason="a slip"))
    narrower = Theme(name="Fire Magic", effect="candles are lit", limitation="no more than candles")
    play.do(ChangeTheme(creature=who, name=FIRE.name, theme=narrower, reason="it was too much"))
    assert play.who(who).themes == (narrower, DEATH)
    play.when(change).then(ThemeChanged(creature=who, name=FIRE.name, theme=AIR, reason="a slip"))
    assert play.who(who).themes == (AIR, DEATH)
    play.when(ChangeTheme(creature=who, name="Death", reason="by mistake")).then(
        ThemeChanged(creature=who, name="Death", reason="by mistake")
    )
    assert play.who(who).themes == (AIR,)


@pytest.mark.rule("BN-CAMP-90")
def test_a_task_continues_when_its_theme_is_removed() -> None:
    """If the theme of a magic task is removed before the roll, the task is still rolled with its terms."""
    play, who = add_with_themes([MAGIC], FIRE)
    task = play.call(who, "Magic", number=1)
    play.do(ChangeTheme(creature=who, name=FIRE.name, reason="a slip"))
    assert play.comes(task, WON).success


@pytest.mark.rule("BN-THEME-01", "BN-MAG-14", "BN-MAG-16")
def test_magic_needs_a_theme() -> None:
    """A character without a theme cannot use magic.

    With a theme, the player describes each use freely; the game has no list of spells.
    """
    play = Tries()
    bob = play.one("ann", BOB)
    fly = Attempt(creature=bob, aim="a ring of fire turns slowly around the tower", skill="Magic")
    by_fire = replace(fly, casting=Casting(theme="Fire Magic"))

    assert play.no(ThemeNeeded, fly, seat="ann").needs == "SetTheme"
    play.no(ThemeNeeded, by_fire, seat="ann")
    play.no(ThemeNeeded, CallTask(creature=bob, aim="a light", terms=Terms(skill="Magic", number=1)))
    play.do(SetTheme(creature=bob, theme=FIRE), seat="ann")
    refused = play.no(ThemeNeeded, fly, seat="ann")
    assert (refused.needs, refused.has) == (("Fire Magic",), None)
    task = play.the(TaskProposed, by_fire, seat="ann").task
    assert task.casting == Casting(theme="Fire Magic")
    task_event = play.the(TaskSet, SetTask(task=task.id, terms=Terms(skill="Magic", difficulty="Easy")))
    assert task_event.casting == Casting(theme="Fire Magic")


@pytest.mark.rule("BN-MAG-15", "BN-MAG-16")
def test_the_game_master_may_refuse_magic_outside_the_theme() -> None:
    """The game master may drop a task of magic outside the theme, with a reason.

    Uses of magic within the theme need no approval.
    """
    play, bob = add_with_themes(BOB, FIRE)
    rain = Attempt(creature=bob, aim="rain falls", skill="Magic", casting=Casting(theme="Fire Magic"))
    task = play.the(TaskProposed, rain, seat="ann").task.id
    play.when(DropTask(task=task, reason="fire only")).then(TaskWithdrawn(task=task, reason="fire only"))


@pytest.mark.rule("BN-MAG-13")
def test_magic_is_a_special_skill() -> None:
    """A creature needs an icon for Magic, and no other skill uses a theme."""
    assert SKILLS["Magic"].action == "special"
    play, bob = add_with_themes(BOB, FIRE)
    casting = Casting(theme="Fire Magic")
    for skill in ("Scholar", None):
        play.no(NotMagic, Attempt(creature=bob, aim="it reads", skill=skill, casting=casting), seat="ann")
    play.no(NotMagic, CallTask(creature=bob, aim="it reads", terms=Terms(skill="Scholar"), casting=casting))


@pytest.mark.rule("BN-MAG-04")
@pytest.mark.parametrize(("affects", "may"), [(("body",), True), (("mind", "body"), True), (("mind", "soul"), False)])
def test_no_magic_affects_the_soul(affects: tuple[Affects, ...], may: bool) -> None:  # noqa: FBT001 a case
    """Magic can affect body and mind. The game refuses a casting that affects the soul."""
    play, bob = add_with_themes(BOB, FIRE)
    casting = Casting(theme="Fire Magic", affects=affects)
    tried = Attempt(creature=bob, aim="it burns", skill="Magic", casting=casting)
    called = CallTask(creature=bob, aim="it burns", terms=Terms(skill="Magic"), casting=casting)
    if may:
        play.do(tried, seat="ann")
    else:
        assert play.no(NotTheSoul, tried, seat="ann").has == affects
        play.no(NotTheSoul, called)


@pytest.mark.rule("BN-CAMP-157", "BN-MIND-01")
def test_magic_on_a_mind_names_its_targets() -> None:
    """Magic that affects a mind must name its targets, who resist it.

    Only version 0 of the rules accepts other terms.
    """
    play, bob = add_with_themes(BOB, FIRE)
    guard, charm = play.one("gm"), Casting(theme="Fire Magic", affects=("mind", "body"))
    for terms in (Terms(skill="Magic", difficulty="Easy"), Terms(skill="Magic", purpose="effect")):
        tried = CallTask(creature=bob, aim="it calms", terms=terms, casting=charm)
        play.no(MindsNeeded, tried)
        play.do(replace(tried, casting=Casting(theme="Fire Magic", affects=("body",))))
        (task,) = play.state.tasks
        play.no(MindsNeeded, SetTask(task=task, terms=terms, casting=charm))
        play.do(DropTask(task=task, reason="no"))
        old, play.state = play.state, replace(play.state, form=0)
        play.do(tried)
        play.state = old

    play.do(CallTask(creature=bob, aim="it charms", terms=Terms(skill="Magic", purpose="ward"), casting=charm))
    (task,) = play.state.tasks
    play.do(SetTask(task=task, terms=Terms(skill="Magic", purpose="mind", minds=(guard,))))


@pytest.mark.rule("BN-R-162")
def test_item_magic_needs_no_theme() -> None:
    """A character without magic can use a staff whose icon permits Magic."""
    play = Tries(tasks={"items_count_for_cap": True})
    smith = play.one("ann", [PLAIN])
    staff = replace(play.item("Sling"), group="magic item", faces=("Magic", *["blank"] * 5))
    play.state = play.state.change(smith, items={staff.id: staff})

    tried = [one.fields["skill"].options or () for one in allowed_of(play.state, "ann", Attempt)]
    assert any("Magic" in options for options in tried)
    play.do(Attempt(creature=smith, aim="the staff shines", skill="Magic"), seat="ann")


@pytest.mark.rule("BN-CAMP-94")
def test_terms_of_magic_need_a_theme() -> None:
    """Terms with the skill Magic need a theme. Terms with another skill remove the theme from the task."""
    play, bob = add_with_themes(BOB, FIRE)
    casting = Casting(theme="Fire Magic")
    terms = Terms(skill="Magic", number=1)
    task = play.the(TaskProposed, Attempt(creature=bob, aim="the candle burns"), seat="ann").task.id

    play.no(ThemeNeeded, SetTask(task=task, terms=terms))
    play.do(SetTask(task=task, terms=terms, casting=casting))
    assert play.state.tasks[task].casting == casting
    play.do(SetTask(task=task, terms=terms))
    assert play.state.tasks[task].casting == casting
    play.no(NotMagic, SetTask(task=task, terms=Terms(skill="Craft", number=1), casting=casting))
    play.do(SetTask(task=task, terms=Terms(skill="Craft", number=1)))
    assert play.state.tasks[task].casting is None
    assert not [one for one in play.do(RollTask(task=task), 1, 1, 1, 1) if isinstance(one, MagicUsed)]


@pytest.mark.rule("BN-CAMP-93", "BN-MAG-07")
def test_an_opponents_magic_needs_a_theme_too() -> None:
    """An opponent's magic also needs a theme, counts as a use of magic, and cannot be hidden."""
    play = Tries()
    bob, witch = play.die("ann"), play.one("gm", [MAGIC])
    terms = Terms(skill="Stealth", opponents=(Opponent(creature=witch, skill="Magic"),))
    call = CallTask(creature=bob, aim="past her", terms=terms)

    play.no(ThemeNeeded, call)
    play.do(SetTheme(creature=witch, theme=DEATH))
    play.no(NotOutOfSight, replace(call, hidden=True))
    task = play.the(TaskProposed, call).task.id
    happened = play.do(RollTask(task=task), LOST, 3)

    assert [one.creature for one in happened if isinstance(one, MagicUsed)] == [witch]


@pytest.mark.rule("BN-MAG-07")
def test_magic_is_public_though_its_difficulty_is_hidden() -> None:
    """Even if its difficulty is hidden, all seats see that a task uses magic, and its caster and theme."""
    play, bob = add_with_themes(BOB, FIRE)
    casting = Casting(theme="Fire Magic")
    call = CallTask(
        creature=bob, aim="a light", terms=Terms(skill="Magic", difficulty="Easy"), hidden=True, casting=casting
    )  # fmt: skip
    task_event = play.the(TaskSet, call)
    assert (task_event.skill, task_event.terms, task_event.casting) == ("Magic", None, casting)
    happened = play.do(RollTask(task=task_event.task), 1, 1, 1, 1, NULL, NONE, NONE)
    assert MagicUsed(creature=bob, number=1, safe=5) in happened
    assert any(isinstance(one, TaskSettled) for one in happened)


@pytest.mark.rule("BN-CLASS-08", "BN-THEME-01")
def test_magic_is_listed_with_each_theme() -> None:
    """The legal list has an entry with Magic for each theme, and none for a character without a theme."""
    play = Tries()
    bob = play.one("ann", BOB)

    def offers() -> list[tuple[SkillName | None, str | None]]:
        found = [entry.body for entry in allowed_of(play.state, "ann", Attempt)]
        return [(one.get("skill"), (one.get("casting") or {}).get("theme")) for one in found]

    assert all(skill != "Magic" for skill, _ in offers())
    play.do(SetTheme(creature=bob, theme=FIRE), seat="ann")
    assert ("Magic", "Fire Magic") in offers()


@pytest.mark.rule("BN-CAMP-184", "BN-CAMP-157")
@pytest.mark.parametrize("affects", [(), ("mind",), ("body", "mind"), ("body",)])
def test_magic_on_a_body_controls_no_mind(affects: tuple[Affects, ...]) -> None:
    """The game refuses a casting that affects only a body for use on a mind; older campaigns accept it.

    The game accepts a casting that does not say what it affects.
    """
    play, bob = add_with_themes(BOB, FIRE)
    terms = Terms(skill="Magic", purpose="mind", minds=(play.one("gm"),))
    casts = CallTask(creature=bob, aim="it charms", terms=terms, casting=Casting(theme="Fire Magic", affects=affects))

    if affects == ("body",):
        refused = play.no(AffectsNoMind, casts)
        assert ("mind", ("body",), "terms") == (refused.needs, refused.has, refused.field)
        play.state = replace(play.state, form=1)
    assert play.do(casts)
