"""Spells: their number per day, effects that never fail, and the strain of casting."""

from collections.abc import Callable, Mapping
from typing import Final

import pytest

from services.rpg_boundless.chapters.attacks import Attack
from services.rpg_boundless.chapters.checks import CheckMade
from services.rpg_boundless.chapters.conditions import ConditionGained, MakeRoom
from services.rpg_boundless.chapters.damage import CriticalSave, NotEnoughStamina, StaminaWithoutRoll
from services.rpg_boundless.chapters.dice import SetPosition
from services.rpg_boundless.chapters.fights import EndFight
from services.rpg_boundless.chapters.overrides import AdjustAttribute
from services.rpg_boundless.chapters.recovery import Rest, SpendRecovery
from services.rpg_boundless.chapters.saves import Accept, ConsequenceFaced, Save
from services.rpg_boundless.chapters.seats import CriticalSaveFirst, EnemyIsOut, HitsFirst, RoomFirst
from services.rpg_boundless.chapters.spells import (
    BeginDay,
    CastSpell,
    DayBegan,
    DayWaitsForTheFight,
    NoSpellsLeft,
    SpellCast,
    Strike,
)
from services.rpg_boundless.chapters.turns import AnswerFirst
from services.rpg_boundless.state.campaign import Held
from services.rpg_boundless.state.sheets import Helper
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.seats import OnlyTheGameMaster
from shared.kernel.refusals import Refusal
from tests.rpg_boundless.play import CHARM, ROPE, SWORD, Before, Play, at, blocked_commands


def rest(play: Play, hero: str, *faces: int) -> None:
    """Play a short rest, or a long one, with these faces."""
    length = "short" if len(faces) == 3 else "long"
    play.do(Rest(character=hero, length=length), *faces, seat="ann")  # type: ignore[arg-type]


@pytest.mark.rule("FB-SPELL-01", "FB-R-41")
def test_willpower_is_the_number_of_spells_a_day() -> None:
    """With Willpower 2, a third spell must wait for a new day, even after a long rest.

    A lowered score applies at once.
    """
    play = Play()
    hero, dull = play.hero(1, 1, 2), play.hero(3, 1, 0)
    refusal = play.no(NoSpellsLeft, CastSpell(character=dull, spell="light"), seat="ann")
    assert ("a Willpower of at least 1", 0) == (refusal.needs, refusal.has)
    for _ in range(2):
        play.do(CastSpell(character=hero, spell="light"), 5, 1, seat="ann")
    refusal = play.no(NoSpellsLeft, CastSpell(character=hero, spell="light"), seat="ann")
    assert ("fewer than 2 cast, or a new day", 2) == (refusal.needs, refusal.has)
    rest(play, hero, 1, 1, 1, 1, 1, 1)
    play.no(NoSpellsLeft, CastSpell(character=hero, spell="light"), seat="ann")

    play.do(BeginDay())

    assert 2 == play.state.day
    play.do(CastSpell(character=hero, spell="light"), 5, 1, seat="ann")
    play.do(AdjustAttribute(character=hero, attribute="willpower", score=1, reason="a curse"))
    play.no(NoSpellsLeft, CastSpell(character=hero, spell="light"), seat="ann")


@pytest.mark.rule("FB-ROUND-10")
def test_no_day_begins_in_a_fight() -> None:
    """A new day begins only once the fight is over, so that no spell is renewed in the fight."""
    play = Play()
    hero, foe = play.hero(1, 1, 1), play.foe()
    play.fight([hero], [foe], 6, 1)
    play.do(CastSpell(character=hero, spell="light"), 5)

    refusal = play.no(DayWaitsForTheFight, BeginDay())

    assert ("no fight", "round 1") == (refusal.needs, refusal.has)
    assert "BeginDay" in blocked_commands(play.state, "gm")
    play.do(EndFight())
    play.when(BeginDay()).then(DayBegan(day=2, renews_spells=True))
    assert 0 == play.who(hero).spells


def struck(play: Play) -> str:
    """Create a character that has fallen to 0 HP, so that a Critical Save is due."""
    hero = play.hero()
    play.face(hero, damage=9)
    play.do(Accept(consequence=in_order(play.state.consequences)[0]), seat="ann")
    return hero


def threatened(play: Play) -> str:
    """Create a character that faces a consequence."""
    hero = play.hero()
    play.face(hero, damage=1)
    return hero


def rested(play: Play) -> str:
    """Create a character that has Hits of a rest left to spend."""
    hero = play.hero()
    rest(play, hero, 6, 6, 6)
    return hero


def crowded(play: Play) -> str:
    """Create a character that has to drop an Item for a Condition."""
    hero = play.hero(items=(ROPE,) * 10, hp=1)
    play.face(hero, conditions=("sick",))
    play.do(Accept(consequence=in_order(play.state.consequences)[0]), seat="ann")
    return hero


def answer(play: Play, hero: str) -> None:
    """Answer what waits for a character."""
    state = play.state
    for critical in in_order(state.criticals):
        play.do(CriticalSave(critical=critical), 6, 1, seat="ann")
    for faced in in_order(state.consequences):
        play.do(Accept(consequence=faced), seat="ann")
    for recovery in in_order(state.recoveries):
        play.do(SpendRecovery(recovery=recovery, spend=("stamina",) * 3), seat="ann")
    for room in in_order(state.rooms):
        play.do(MakeRoom(room=room, drop=in_order(play.who(hero).items)[:1]), seat="ann")


WAITING: Final[Mapping[str, tuple[Callable[[Play], str], type[Refusal]]]] = {
    "a Critical Save": (struck, CriticalSaveFirst), "a consequence": (threatened, AnswerFirst),
    "Hits of a rest": (rested, HitsFirst), "a Condition without room": (crowded, RoomFirst),
}  # fmt: skip


@pytest.mark.rule("FB-CAMP-33", "FB-SAVE-09", "FB-REC-08", "FB-CRIT-01", "FB-COND-04", "FB-R-54")
@pytest.mark.parametrize("waits", WAITING)
def test_no_day_begins_before_every_answer(waits: str) -> None:
    """A new day begins only once each character has answered what waits for it, so that no spell is renewed before."""
    play = Play()
    play.hero(seat="bob")
    happens, refusal = WAITING[waits]
    hero = happens(play)

    refused = play.no(refusal, BeginDay())
    assert (hero, None) == (refused.has, refused.field)
    assert "BeginDay" in blocked_commands(play.state, "gm")

    answer(play, hero)
    play.when(BeginDay()).then(DayBegan(day=2, renews_spells=True))


@pytest.mark.rule("FB-CAMP-33", "FB-R-64")
def test_a_day_does_not_wait_for_a_consequence_where_only_rests_do() -> None:
    """If `saves.answer` is `before_rest`, the consequence waits over the day. Before form 2 everything does."""
    play = Play(saves={"answer": "before_rest"})
    threatened(play)
    play.when(BeginDay()).then(DayBegan(day=2, renews_spells=True))
    for happens, _ in WAITING.values():
        play = Before()
        happens(play)
        play.when(BeginDay()).then(DayBegan(day=2, renews_spells=True))


@pytest.mark.rule("FB-ROUND-10")
def test_before_form_2_a_day_may_begin_in_a_fight() -> None:
    """In campaigns opened before form 2, a new day begins in a fight as well."""
    play = Before()
    play.fight([play.hero()], [play.foe()], 6, 1)

    play.when(BeginDay()).then(DayBegan(day=2, renews_spells=True))


@pytest.mark.rule("FB-R-41")
def test_a_setting_lets_a_long_rest_renew_spells() -> None:
    """If `spells.reset_on` is `long_rest`, a long rest renews spells and a new day does not."""
    play = Play(spells={"reset_on": "long_rest"})
    hero = play.hero(2, 1, 1)
    play.do(CastSpell(character=hero, spell="light"), 5)
    play.do(BeginDay())
    rest(play, hero, 1, 1, 1)
    refusal = play.no(NoSpellsLeft, CastSpell(character=hero, spell="light"))
    assert ("fewer than 1 cast, or a long rest", 1) == (refusal.needs, refusal.has)

    rest(play, hero, 1, 1, 1, 1, 1, 1)

    play.do(CastSpell(character=hero, spell="light"), 5)


@pytest.mark.rule("FB-SPELL-02", "FB-SPELL-03", "FB-ATTR-05", "FB-R-43")
def test_a_spell_takes_effect_and_strains() -> None:
    """A spell's effect on enemies applies whatever the Willpower Check shows, and needs no roll to attack."""
    play = Play()
    hero, foe, other = play.hero(1, 1, 2), play.foe(3), play.foe(1)
    strikes = (Strike(enemy=foe, damage=2), Strike(enemy=other, damage=1))
    play.no(OnlyTheGameMaster, CastSpell(character=hero, spell="fire", strikes=strikes), seat="ann")

    happened = play.do(CastSpell(character=hero, spell="fire", strikes=strikes), 1, 2)

    made = happened[-2]
    assert isinstance(happened[0], SpellCast)
    assert isinstance(made, CheckMade)
    assert ("willpower", "strain", 2) == (made.attribute, made.kind, made.roll.dice if made.roll else 0)
    assert (1, True) == (play.enemy(foe).hp, play.enemy(other).out)
    play.do(Accept(consequence=in_order(play.state.consequences)[0]))
    play.no(EnemyIsOut, CastSpell(character=hero, spell="fire", strikes=strikes))


@pytest.mark.rule("FB-SPELL-04", "FB-R-42", "FB-SAVE-01")
def test_a_failed_strain_check_causes_a_consequence() -> None:
    """After a failed Check against strain, the caster accepts the Condition fatigued or makes a Save.

    After a success, no consequence is pending.
    """
    play = Play()
    hero = play.hero(0, 0, 4)
    faced = play.the(ConsequenceFaced, CastSpell(character=hero, spell="light"), 1, 2, 1, 1, seat="ann")
    assert ("fatigued",) == faced.harm.conditions
    play.do(Save(consequence=faced.consequence), 6, 6, 6, 6, 6, 6, seat="ann")
    assert {} == play.who(hero).conditions

    again = play.the(ConsequenceFaced, CastSpell(character=hero, spell="light"), 1, 2, 1, 1, seat="ann")
    play.do(Accept(consequence=again.consequence), seat="ann")
    assert {"fatigued": Held(slots=1)} == play.who(hero).conditions

    play.do(CastSpell(character=hero, spell="light"), 5, 1, 1, 1, seat="ann")
    assert {} == play.state.consequences


@pytest.mark.rule("FB-R-42", "FB-R-16")
def test_a_setting_applies_strain_without_a_save() -> None:
    """If `save_against_strain` is false, caster and helpers get no Save: the Check alone decides their fatigue."""
    play = Play(spells={"save_against_strain": False})
    hero, ally = play.hero(1, 1, 2), play.hero()

    play.do(CastSpell(character=hero, spell="light", helpers=(Helper(character=ally, stamina=1),)), 1, 1, 1)

    assert ("fatigued",) == play.who(hero).hindrances == play.who(ally).hindrances
    assert {} == play.state.consequences


@pytest.mark.rule("FB-SPELL-03", "FB-R-15")
def test_stamina_and_position_apply_to_the_check_against_strain() -> None:
    """Stamina and a Position apply to the Check against strain as to any other Check."""
    play = Play()
    hero = play.hero(1, 1, 2)
    play.do(SetPosition(character=hero, stance=at("good")))

    made = play.the(CheckMade, CastSpell(character=hero, spell="light", stamina=2), 4, 1, 1, 1, seat="ann")

    assert (True, 4, "good") == (made.success, play.who(hero).stamina, made.position)
    play.do(SetPosition(character=hero, stance=at("controlled")))
    assert play.the(CheckMade, CastSpell(character=hero, spell="light"), seat="ann").success


@pytest.mark.rule("FB-X-20")
def test_strain_can_fill_the_last_slot() -> None:
    """If strain fills the tenth Slot with the Condition fatigued, HP drop to 1."""
    play = Play()
    hero = play.hero(2, 1, 1, items=(ROPE,) * 9)
    faced = play.the(ConsequenceFaced, CastSpell(character=hero, spell="light"), 2, seat="ann").consequence

    play.do(Accept(consequence=faced), seat="ann")

    assert (10, 1) == (play.who(hero).used, play.who(hero).hp)
    play.no(NoSpellsLeft, CastSpell(character=hero, spell="light"), seat="ann")


@pytest.mark.rule("FB-X-21", "FB-R-10")
def test_strain_without_a_free_slot() -> None:
    """If Conditions fill all Slots, a failed Check and Save cause the Condition fatigued, which fills no Slot."""
    play = Play()
    hero = play.hero(2, 1, 2, stamina=2, hp=1, items=(CHARM,))
    for number in range(10):
        play.given(ConditionGained(character=hero, condition=f"ailment {number}", slots=1))
    faced = play.the(ConsequenceFaced, CastSpell(character=hero, spell="light"), 1, 3, seat="ann").consequence

    play.do(Save(consequence=faced), 2, 4, seat="ann")

    bearer = play.who(hero)
    assert Held(slots=0, without=1) == bearer.conditions["fatigued"]
    assert (0, 10, 1) == (bearer.stamina, bearer.used, bearer.hp)


@pytest.mark.rule("FB-X-22")
def test_strain_that_a_save_avoids() -> None:
    """With Willpower 1 and Stamina 3, a Check of 3 and a Save of 5, 1, 6 cause no Condition and leave Stamina 2."""
    play = Play()
    hero = play.hero(2, 1, 1, stamina=3)
    faced = play.the(ConsequenceFaced, CastSpell(character=hero, spell="light"), 3, seat="ann").consequence

    play.do(Save(consequence=faced), 5, 1, 6, seat="ann")

    assert (2, 0) == (play.who(hero).stamina, play.who(hero).used)


@pytest.mark.rule("FB-ROUND-01")
def test_a_spell_is_the_action_of_a_round() -> None:
    """A caster cannot attack after a spell in the same round."""
    play = Play()
    hero, foe = play.hero(1, 1, 2), play.foe()
    sword = play.item(hero, SWORD)
    play.fight([hero], [foe], 6, 1)

    play.do(CastSpell(character=hero, spell="light"), 5, 5, seat="ann")

    play.when(Attack(character=hero, target=foe, weapon=sword), seat="ann")
    assert "FB-ROUND-01" == getattr(play.outcome, "rule", None)


@pytest.mark.rule("FB-SPELL-03", "FB-CHECK-03", "FB-R-19")
def test_a_check_against_strain_has_the_limits_of_any_check() -> None:
    """The game refuses more Stamina than the caster has, and any Stamina if the Position needs no dice."""
    play = Play()
    hero = play.hero(1, 1, 2)

    play.no(NotEnoughStamina, CastSpell(character=hero, spell="light", stamina=7), seat="ann")
    play.no(StaminaWithoutRoll, CastSpell(character=hero, spell="light", stamina=1, stance=at("controlled")))
