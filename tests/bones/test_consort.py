"""The consort, the wall, Clarisse, the pits, the areas of checks, and escapes in the adventure."""

from typing import Final

import pytest
from msgspec.structs import replace

from services.bones.catalogue.adventure import BOOK
from services.bones.chapters.adventure.adventures import (
    AdventureEnded,
    AreaEntered,
    EndAdventure,
    NotEarned,
    SetFate,
)
from services.bones.chapters.adventure.checks import CheckCame, TryCheck
from services.bones.chapters.adventure.requirements import (
    CannotTryThis,
    DoneOrNotYet,
    NotAsThingsAre,
    NotHereOrNow,
    NothingToTryOn,
    NotTheConsort,
    lacking,
)
from services.bones.chapters.adventure.tribe import ChainedToTheWall
from services.bones.chapters.fights.combat import Entrant, StartCombat
from services.bones.chapters.fights.declaring import Declare
from services.bones.chapters.fights.round_tasks import SetRoundTask
from services.bones.chapters.lasting_magic.minds import GiveIn, ResistMagic
from services.bones.chapters.magic.effects import EffectBegan
from services.bones.chapters.people.items import GiveItem
from services.bones.chapters.rolls.wounds import DamageDealt, DealDamage
from services.bones.chapters.tasks.recovery import TheFightGoesOn
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.reading.adventure import CONSORT, fate
from services.bones.reading.moving import metres
from services.bones.state.campaign import FORM
from services.bones.state.magic import Effect
from services.bones.state.tasks import Terms
from tests.bones.captives import Captives, changes_of_fate, shackle

MATRON: Final = "Tribal Matron"


def choose_consort(*genders: str) -> tuple[Captives, tuple[str, ...]]:
    """Choose as the Matron a consort from captives of these genders, on the fourth day; return the captives."""
    play = Captives()
    who = tuple(play.captive("Magic", gender=gender) for gender in genders)
    play.wake(*who)
    play.until(4, 2)
    play.comes_on()
    return play, who


def rules(play: Captives, who: str) -> None:
    """Put a character under the Matron's control by a lasting effect of magic."""
    spell = Effect(id="effect-9", caster=play.adventure.leader, theme="x", what="x", kind="mind", successes=1, degree=1)
    play.state = replace(play.state, effects={"effect-9": replace(spell, target=who, lasts="blood")})


@pytest.mark.rule("BN-CAMP-134", "BN-ADV-13")
def test_the_consort_is_male() -> None:
    """The Matron never has a female captive brought before her."""
    play, (man, woman) = choose_consort("male", "female")
    for check in ("be-dominated", "fake-domination", "resist-the-matron"):
        play.no(NotTheConsort, TryCheck(check=check, creature=woman))
    play.faked(man)
    play.do(TryCheck(check="fake-domination", creature=man))
    assert man == play.adventure.consort


@pytest.mark.rule("BN-CAMP-134")
def test_dead_matron_affects_no_consort() -> None:
    """After the Matron's death no captive is chosen, brought to her or condemned, and the consort is not dominated."""
    play, (man,) = choose_consort("male")
    play.do(SetFate(person=MATRON, fate="dead", reason="slain"))
    play.no(NotAsThingsAre, TryCheck(check="be-dominated", creature=man))
    play.no(NotHereOrNow, TryCheck(check="bargain", creature=man))
    for day, come, was in ((4, 2, "nobody"), (5, 2, "resisting"), (6, 1, "resisting"), (6, 1, "nobody")):
        play = Captives()
        play.caught()
        play.until(day, come)
        play.do(SetFate(person=MATRON, fate="dead", reason="slain"))
        if was != "nobody":
            play.do(SetFate(person=CONSORT, fate=was, reason="as it came"))
        _, happened = play.comes_on()
        assert not changes_of_fate(happened)


@pytest.mark.rule("BN-CAMP-134")
def test_dead_consort_is_replaced() -> None:
    """A dead consort is not brought to the Matron again on the fifth day; on the sixth she chooses another."""
    play, (first, second) = choose_consort("male", "male")
    play.do(TryCheck(check="resist-the-matron", creature=first))
    play.hurt()
    play.do(SetFate(person=CONSORT, fate="brought again", reason="at once"))
    play.no(NotTheConsort, TryCheck(check="resist-again", creature=second))
    play.do(DealDamage(creature=first, amount=8))
    assert "nobody" == fate(play.state, CONSORT)
    play.until(5, 2)
    assert not changes_of_fate(play.comes_on()[1])
    play.until(6, 1)
    assert ["chosen"] == changes_of_fate(play.comes_on()[1])
    play.faked(second)
    play.do(TryCheck(check="fake-domination", creature=second))
    assert (second, "faking") == (play.adventure.consort, fate(play.state, CONSORT))


@pytest.mark.rule("BN-CAMP-134", "BN-ADV-88")
def test_lasting_magic_dominates_only_with_a_dreg() -> None:
    """The Matron can dominate her consort only with a dreg to sacrifice.

    If her spell lasts, the control is an effect of magic.
    """
    play, (man,) = choose_consort("male")
    none = {**play.adventure.stock, "Tribal Dreg": 0}
    play.state = replace(play.state, adventure=replace(play.adventure, stock=none))
    play.no(NotAsThingsAre, TryCheck(check="be-dominated", creature=man))
    rules(play, man)
    for check in ("fake-domination", "resist-the-matron"):
        play.no(NotTheConsort, TryCheck(check=check, creature=man))
    play.do(TryCheck(check="be-dominated", creature=man))
    play, (man,) = choose_consort("male")
    play.do(TryCheck(check="resist-the-matron", creature=man))
    play.hurt()
    rules(play, man)
    assert "dominated" == fate(play.state, CONSORT)
    play.until(6, 1)
    assert not changes_of_fate(play.comes_on()[1])


@pytest.mark.rule("BN-CAMP-127", "BN-ADV-30")
def test_captives_on_the_wall_are_freed_by_its_checks() -> None:
    """The checks of the wall free the consort and Tomas; the checks of the shackles free all other captives."""
    play, (man, other) = choose_consort("male", "male")
    for check in ("break-the-wall-shackles", "break-the-shackles", "take-off-the-shackles"):
        play.stands(check)
        play.no(NothingToTryOn, TryCheck(check=check, creature=man))
    play.faked(man)
    play.do(TryCheck(check="fake-domination", creature=man))
    tomas = play.meet("Tomas")
    assert (man, tomas) == play.adventure.wall
    for one in (man, tomas):
        play.stands("break-the-wall-shackles")
        play.no(NothingToTryOn, TryCheck(check="break-the-shackles", creature=other, other=one))
        task = play.tries("break-the-wall-shackles", other, other=one)
        assert play.came_of(task, *[1] * 4, *[3] * 12)[0].success
        assert one not in play.adventure.wall
        assert not play.who(one).shackled
    shackle(play, man)
    play.no(NothingToTryOn, TryCheck(check="break-the-wall-shackles", creature=man))
    play.tries("break-the-shackles", man)


@pytest.mark.rule("BN-CAMP-136", "BN-ADV-70", "BN-ADV-84")
@pytest.mark.parametrize(("face", "ends"), [(1, "in shock"), (6, "mad")])
def test_clarisse_is_calmed_on_the_third_day(face: int, ends: str) -> None:
    """Clarisse can be calmed only on the third day. A failed attempt alone changes nothing."""
    play = Captives()
    who = play.caught("Healer")
    play.do(SetFate(person="Clarisse", fate="in shock", reason="as it came"))
    play.no(NotHereOrNow, TryCheck(check="heal-the-mind-of-clarisse", creature=who))
    play.until(3, 1)
    task = play.tries("heal-the-mind-of-clarisse", who)
    came, happened = play.came_of(task, *[face] * 4, *[3] * 12)
    assert (face == 1, None) == (came.success, came.told)
    assert not changes_of_fate(happened)
    play.comes_on()
    assert ends == fate(play.state, "Clarisse")
    play.no(NotHereOrNow, TryCheck(check="heal-the-mind-of-clarisse", creature=who))


@pytest.mark.rule("BN-CAMP-133", "BN-ADV-49", "BN-ADV-98", "BN-ADV-51")
def test_dispelled_illusion_removes_the_pits() -> None:
    """Until the illusion is dispelled, every pit deals one damage, including the pit at the throne."""
    play = Captives()
    who = play.caught("Magic")
    for check in ("walk-unwarily", "approach-the-throne"):
        play.stands(check)
        play.do(TryCheck(check=check, creature=who))
        _, happened = play.came_of(next(iter(play.state.tasks)), *[6] * len(play.who(who).numbers), *[3] * 8)
        assert [1] == [event.wound.amount for event in happened if isinstance(event, DamageDealt)]
        play.hurt()
    play.comes_so("illusion")
    for check in ("walk-unwarily", "approach-the-throne"):
        play.stands(check)
        (came,) = [one for one in play.do(TryCheck(check=check, creature=who)) if isinstance(one, CheckCame)]
        assert came.success
    play.stands("dispel-the-illusion")
    play.no(DoneOrNotYet, TryCheck(check="dispel-the-illusion", creature=who, theme="Stars"))


@pytest.mark.rule("BN-CAMP-133", "BN-ADV-22", "BN-ADV-34")
def test_checks_have_a_place_a_time_and_participants() -> None:
    """The rules refuse a check in another area, before its day, by strangers, by the Matron, or about a dead person."""
    play = Captives()
    who = play.caught("Perception", "Maneuver", "Scholar", "Healer")
    matron = play.meet(MATRON)
    stranger = play.captive("Perception")
    play.tries("search-the-debris", who)
    for one in (stranger, matron):
        play.no(CannotTryThis, TryCheck(check="search-the-debris", creature=one))
    play.no(NotHereOrNow, TryCheck(check="search-the-mud", creature=who))
    play.no(NotHereOrNow, TryCheck(check="watch-the-warriors", creature=who))
    play.came_of(next(iter(play.state.tasks)), *[6] * len(play.who(who).numbers), *[3] * 8)
    _, happened = play.came_of(play.tries("climb-the-tunnel", who), *[6] * 4, *[3] * 4)
    assert ["1"] == [event.area for event in happened if isinstance(event, AreaEntered)]
    assert "1" == play.adventure.area
    play.do(SetFate(person="Tomas", fate="dead", reason="he bled"))
    for check in ("examine-tomas", "make-tomas-talk"):
        play.stands(check)
        play.no(NotAsThingsAre, TryCheck(check=check, creature=who))


@pytest.mark.rule("BN-CAMP-135", "BN-ADV-56", "BN-ADV-96")
@pytest.mark.parametrize(("resists", "vest", "stored"), [(True, False, None), (False, False, 3), (False, True, 2)])
def test_domination_is_decided_by_the_minds_resistance(*, resists: bool, vest: bool, stored: int | None) -> None:
    """The Matron's check has no result before the target's mind resists or gives in.

    A vest lowers the stored successes from 3 to 2.
    """
    play = Captives()
    who = play.captive("Mental", items=("Vest against magic",) if vest else ())
    play.wake(who)
    matron = play.meet(MATRON)
    rolled = play.do(RollTask(task=play.tries("dominate", matron, other=who)), 1, 1, 1, 6, 6, 6)
    assert not [event for event in rolled if isinstance(event, CheckCame)]
    resistance = next(iter(play.state.resistances))
    answer = ResistMagic(resistance=resistance) if resists else GiveIn(resistance=resistance)
    happened = play.do(answer, *([1] * 4 if resists else ()), seat="ann")
    (came,) = [event for event in happened if isinstance(event, CheckCame)]
    assert ("dominate", matron, not resists) == (came.check, came.creature, came.success)
    assert [stored] * (not resists) == [event.effect.successes for event in happened if isinstance(event, EffectBegan)]


@pytest.mark.rule("BN-ADV-14")
def test_matron_cannot_move_by_a_task() -> None:
    """The Matron moves 0 m even with successes in a movement task."""
    play = Captives()
    play.caught()
    assert "0" == metres(play.who(play.meet(MATRON)), 6)


@pytest.mark.rule("BN-CAMP-137", "BN-CAMP-124", "BN-ADV-103")
def test_only_escaped_captives_earn_rewards() -> None:
    """An escaped captive earns a reward.

    Captives who stay, the dead and strangers earn none, and during a fight no captive does.
    """
    play = Captives(spiffs={"spiffs_owner": "character"})
    one, left, dead = (play.captive() for _ in range(3))
    play.wake(one, left, dead)
    play.do(DealDamage(creature=dead, amount=9))
    foe = play.one("gm")
    play.no(NotEarned, EndAdventure(outcome="escaped", rewards=("mother-helped",), escaped=(one, dead)))
    play.no(NotEarned, EndAdventure(outcome="escaped", escaped=(foe,)))
    play.do(StartCombat(fighters=(Entrant(creature=left, side="a"), Entrant(creature=foe, side="b"))))
    play.no(TheFightGoesOn, EndAdventure(outcome="given up"))
    play.state = replace(play.state, combat=None)
    lost = play.state
    for fared in ("dead", "mad"):
        play.state = lost
        play.do(SetFate(person="Clarisse", fate=fared, reason="as it came"))
        for reward in ("clarisse-saved", "mother-helped"):
            play.no(NotEarned, EndAdventure(outcome="escaped", rewards=(reward,)))
    play.state = lost
    ended = play.the(AdventureEnded, EndAdventure(outcome="escaped", rewards=("mother-helped",), escaped=(one,)))
    assert ((one,), 1, 0) == (ended.free, play.who(one).spiffs, play.who(left).spiffs)


@pytest.mark.rule("BN-CAMP-138", "BN-ADV-02", "BN-ADV-51")
def test_shackles_raise_only_levels_of_difficulty() -> None:
    """In shackles the illusion still needs four successes, but the vest's check has 8 challenge dice instead of 4."""
    play = Captives()
    who = play.caught("Magic")
    shackle(play, who)
    task = play.tries("dispel-the-illusion", who, theme="Stars")
    assert play.came_of(task, *[1] * 4)[0].success
    task = play.tries("sense-magic-in-the-nest", who, theme="Stars")
    assert not play.came_of(task, *[6] * 4, *[3] * 8)[0].success


@pytest.mark.rule("BN-CAMP-194", "BN-ADV-88")
@pytest.mark.parametrize("form", [FORM, 1])
def test_a_matron_who_is_met_dominates_by_her_magic(form: int) -> None:
    """Her consort is dominated only under her spell, and nobody is brought before her when she has no dice."""
    for lost in ((), (1, 2, 3, 4, 5, 6)):
        play, (man,) = choose_consort("male")
        play.state = replace(play.state, form=form)
        matron = play.meet(MATRON)
        play.state = play.state.change(matron, lost=lost)
        brought = TryCheck(check="be-dominated", creature=man)
        if form == FORM:
            assert ("Tribal Matron with a die left" if lost else "dominate") == play.no(NotAsThingsAre, brought).needs
            rules(play, man)
        play.no(NotAsThingsAre, brought) if lost and form == FORM else play.do(brought)


@pytest.mark.rule("BN-CAMP-194", "BN-ADV-93")
@pytest.mark.parametrize("form", [FORM, 1])
def test_a_consort_who_survives_the_meal_is_not_chosen_again(form: int) -> None:
    """He survives after all, and another character is the next consort."""
    play, (first, second) = choose_consort("male", "male")
    play.state = replace(play.state, form=form)
    play.do(SetFate(person=CONSORT, fate="condemned", reason="he resisted twice"))
    play.do(TryCheck(check="die-for-the-meal", creature=first))
    play.state = play.state.change(first, dead=False, died=None)

    again = TryCheck(check="fake-domination", creature=first)
    if form == FORM:
        assert "another character" == play.no(NotTheConsort, again).needs
        play.faked(second)
        play.do(replace(again, creature=second))
    else:
        play.do(again)


@pytest.mark.rule("BN-CAMP-197", "BN-CAMP-127")
@pytest.mark.parametrize("form", [FORM, 1])
def test_a_captive_on_the_wall_goes_nowhere(form: int) -> None:
    """He tries no check of another area, and does not move or escape in a fight, before he is freed."""
    play, (man, foe) = choose_consort("male", "male")
    play.state = replace(play.state, form=form)
    play.faked(man)
    play.do(TryCheck(check="fake-domination", creature=man))
    play.stands("climb-the-tunnel")
    climbs = TryCheck(check="climb-the-tunnel", creature=man)
    if form == FORM:
        assert "a character who is not chained to the wall" == play.no(CannotTryThis, climbs).needs
    else:
        assert lacking(play.state, BOOK.checks_by_id["climb-the-tunnel"], man, man) is None
    play.do(GiveItem(creature=man, item="Silver locket"))
    assert lacking(play.state, BOOK.checks_by_id["appraise-the-locket"], man, man) is None
    play.do(StartCombat(fighters=(Entrant(creature=man, side="us"), Entrant(creature=foe, side="them"))))

    moves = Declare(creature=man, doing="move")
    if form == FORM:
        refused = play.no(ChainedToTheWall, moves)
        assert ("doing", man) == (refused.field, refused.has)
        play.do(Declare(creature=man, doing="other", aim="out of here", skill="Maneuver"))
    else:
        play.do(moves)
    play.do(Declare(creature=foe, doing="nothing"))
    escapes = SetRoundTask(creature=man, terms=Terms(skill="Maneuver", number=1), guards=(foe,), escapes=True)
    play.no(ChainedToTheWall, escapes) if form == FORM else play.do(escapes)
    shackle(play, man)
    play.state = replace(play.state, adventure=replace(play.adventure, wall=()))
    play.do(escapes)
