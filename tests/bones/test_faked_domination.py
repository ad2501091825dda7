"""Captives who were never before the Matron, and captives who fake domination."""

import pytest
from msgspec.structs import replace

from services.bones.chapters.adventure.adventures import AdventureEnded, EndAdventure, SetFate
from services.bones.chapters.adventure.checks import TryCheck
from services.bones.chapters.adventure.requirements import DoneOrNotYet, NotAsThingsAre, NotTheConsort
from services.bones.chapters.rolls.wounds import DealDamage
from services.bones.reading.adventure import CONSORT, fate
from services.bones.state.campaign import FORM
from services.bones.views import view
from shared.kernel.campaign.roster import RemoveCharacter
from tests.bones.captives import Captives, changes_of_fate
from tests.bones.test_consort import MATRON, choose_consort, rules


@pytest.mark.rule("BN-CAMP-207", "BN-ADV-91", "BN-ADV-93")
@pytest.mark.parametrize(
    ("form", "fates"), [(FORM, ["chosen", "chosen", "chosen"]), (1, ["chosen", "brought again", "condemned"])]
)
def test_nobody_is_brought_again_or_condemned_who_was_never_before_her(form: int, fates: list[str]) -> None:
    """No check before the Matron is tried: the fifth and the sixth day bring no first-comer again, and kill none."""
    play, (man, other) = choose_consort("male", "male")
    play.state = replace(play.state, form=form)
    found = [fate(play.state, CONSORT)]
    for day, come in ((5, 2), (6, 1)):
        play.until(day, come)
        play.comes_on()
        found.append(fate(play.state, CONSORT))

    assert fates == found
    if form == FORM:
        play.no(NotAsThingsAre, TryCheck(check="die-for-the-meal", creature=man))
        play.do(TryCheck(check="resist-the-matron", creature=other))


@pytest.mark.rule("BN-CAMP-207", "BN-CAMP-134")
def test_nobody_is_brought_again_after_the_last_consort_has_died() -> None:
    """The consort dies on the fifth day, and the sixth chooses another: the next evening brings nobody again."""
    play, (first, second) = choose_consort("male", "female")
    play.do(TryCheck(check="resist-the-matron", creature=first))
    play.hurt()
    play.do(DealDamage(creature=first, amount=8))
    play.until(6, 1)
    assert ["chosen"] == changes_of_fate(play.comes_on()[1])
    play.no(NotTheConsort, TryCheck(check="resist-the-matron", creature=second))
    for day, come in ((7, 2), (8, 1)):
        play.until(day, come)
        assert not changes_of_fate(play.comes_on()[1])


@pytest.mark.rule("BN-CAMP-208", "BN-ADV-73", "BN-ADV-88")
def test_domination_is_faked_by_a_success_of_ones_own() -> None:
    """A failure fakes nothing. A success serves one captive, once, and he is not dominated all the same."""
    play, (man, other) = choose_consort("male", "male")
    fakes = TryCheck(check="fake-domination", creature=man)
    assert "pretend-to-be-dominated" == play.no(DoneOrNotYet, fakes).needs
    task = play.tries("pretend-to-be-dominated", man)
    assert not play.came_of(task, *[6] * 4, *[3] * 12)[0].success
    play.no(DoneOrNotYet, fakes)

    came, _ = play.came_of(play.tries("pretend-to-be-dominated", man), *[1] * 4, *[3] * 10, 1, 1)
    assert (True, "pretend-to-be-dominated:creature-1") == (came.success, came.done)
    play.no(DoneOrNotYet, TryCheck(check="pretend-to-be-dominated", creature=man))
    play.no(DoneOrNotYet, replace(fakes, creature=other))
    assert "fake-domination" == play.no(NotAsThingsAre, TryCheck(check="be-dominated", creature=man)).needs
    play.do(fakes)
    assert (man, "faking") == (play.adventure.consort, fate(play.state, CONSORT))
    play.until(5, 2)
    play.comes_on()
    assert "brought again" == fate(play.state, CONSORT)
    play.no(DoneOrNotYet, fakes)
    play.do(TryCheck(check="be-dominated", creature=man))


@pytest.mark.rule("BN-CAMP-212", "BN-ADV-88", "BN-ADV-91")
@pytest.mark.parametrize(("day", "check"), [(4, "resist-the-matron"), (5, "resist-again")])
def test_a_captive_who_has_faked_domination_is_not_beaten_for_resisting(day: int, check: str) -> None:
    """After his success he can only fake domination. The roll that served names itself when it is tried again."""
    play, (man,) = choose_consort("male")
    if day > 4:
        play.do(TryCheck(check="resist-the-matron", creature=man))
        play.hurt()
        play.until(5, 2)
        play.comes_on()
    resists = TryCheck(check=check, creature=man)
    open_to_him = play.state
    play.do(resists)
    play.state = open_to_him
    play.faked(man)

    assert "fake-domination" == play.no(NotAsThingsAre, resists).needs
    again = TryCheck(check="pretend-to-be-dominated", creature=man)
    assert "pretend-to-be-dominated not done" == play.no(DoneOrNotYet, again).needs
    play.do(TryCheck(check="fake-domination", creature=man))


@pytest.mark.rule("BN-CAMP-212")
def test_in_an_old_campaign_a_success_in_faking_prevents_nothing() -> None:
    """In form 1 he may still resist."""
    play, (man,) = choose_consort("male")
    play.state = replace(play.state, form=1)
    came, _ = play.came_of(play.tries("pretend-to-be-dominated", man), *[1] * 4, *[3] * 10, 1, 1)
    assert came.success
    play.do(TryCheck(check="resist-the-matron", creature=man))


@pytest.mark.rule("BN-CAMP-208", "BN-ADV-13")
def test_only_who_can_be_brought_before_her_rolls_to_fake_domination() -> None:
    """A woman, a captive before anybody is chosen, one who is dominated, and one whose Matron is dead do not roll."""
    pretends = "pretend-to-be-dominated"
    play = Captives()
    man, woman = play.captive("Social"), play.captive("Social", gender="female")
    play.wake(man, woman)
    play.until(4, 2)
    play.stands(pretends)
    assert ("chosen", "brought again") == play.no(NotAsThingsAre, TryCheck(check=pretends, creature=man)).needs
    play.comes_on()
    play.no(NotTheConsort, TryCheck(check=pretends, creature=woman))
    chosen = play.state
    rules(play, man)
    play.no(NotTheConsort, TryCheck(check=pretends, creature=man))
    play.state = chosen
    play.do(TryCheck(check="be-dominated", creature=man))
    play.no(NotAsThingsAre, TryCheck(check=pretends, creature=man))
    play.state = chosen
    play.do(SetFate(person=MATRON, fate="dead", reason="slain"))
    play.no(NotAsThingsAre, TryCheck(check=pretends, creature=man))
    play.state = chosen
    matron = play.meet(MATRON)
    play.state = play.state.change(matron, lost=play.who(matron).numbers)
    assert "Tribal Matron with a die left" == play.no(NotAsThingsAre, TryCheck(check=pretends, creature=man)).needs


@pytest.mark.rule("BN-CAMP-208", "BN-ADV-88")
def test_a_captive_who_fakes_domination_is_dominated_by_her_magic() -> None:
    """He has faked domination, but her spell lasts on his mind: he is dominated all the same, and fakes no more."""
    play, (man,) = choose_consort("male")
    play.faked(man)
    rules(play, man)
    play.no(NotTheConsort, TryCheck(check="fake-domination", creature=man))
    play.do(TryCheck(check="be-dominated", creature=man))
    assert ("dominated", ()) == (fate(play.state, CONSORT), play.adventure.done)


@pytest.mark.rule("BN-CAMP-208")
def test_in_an_old_campaign_domination_is_faked_without_a_roll() -> None:
    """In form 1 a woman rolls, a success changes nothing, and a captive fakes domination without one."""
    play, (man, woman) = choose_consort("male", "female")
    play.state = replace(play.state, form=1)
    for one in (man, woman):
        came, _ = play.came_of(play.tries("pretend-to-be-dominated", one), *[1] * 4, *[3] * 10, 1, 1)
        assert came.done is None
    dominated = play.state
    play.do(TryCheck(check="be-dominated", creature=man))
    play.state = dominated
    play.do(TryCheck(check="fake-domination", creature=man))


@pytest.mark.rule("BN-R-375", "BN-ADV-103", "BN-CAMP-137")
def test_the_game_master_says_what_a_dominated_captive_does() -> None:
    """He may try to break his shackles. At the end the game master names the other captive, who alone is rewarded."""
    play, (man, other) = choose_consort("male", "male")
    play.do(TryCheck(check="be-dominated", creature=man))
    task = play.tries("break-the-wall-shackles", man)
    play.came_of(task, *[6] * len(play.who(man).numbers), *[3] * 12)
    ended = play.the(AdventureEnded, EndAdventure(outcome="escaped", rewards=("mother-helped",), escaped=(other,)))
    assert ((other,), False) == (ended.free, bool(play.who(man).shackled))


@pytest.mark.rule("BN-CAMP-134")
@pytest.mark.parametrize("leaves", [True, False])
def test_the_view_names_no_consort_who_is_gone(*, leaves: bool) -> None:
    """A consort who has left or died is none, and the wall keeps the dead."""
    play, (man,) = choose_consort("male")
    play.do(TryCheck(check="resist-the-matron", creature=man))
    play.hurt()
    assert man == seen_consort(play)
    play.do(RemoveCharacter(character=man, reason="he ran") if leaves else DealDamage(creature=man, amount=9))
    assert seen_consort(play) is None
    assert (() if leaves else (man,)) == play.adventure.wall


def seen_consort(play: Captives) -> str | None:
    """Return the consort whom the game master sees."""
    adventure = view(play.state, "gm").adventure
    assert adventure
    return adventure.consort
