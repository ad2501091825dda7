"""Minds that resist magic: counted icons, results, and the degree of control."""

from fractions import Fraction
from typing import Any

import pytest

from services.bones.chapters.lasting_magic.minds import (
    GiveIn,
    IsResisting,
    ResistanceOpened,
    ResistanceRolled,
    ResistanceSettled,
    ResistMagic,
)
from services.bones.chapters.magic.effects import EffectBegan
from services.bones.chapters.rolls.rolls import RollMade, RollMoved
from services.bones.chapters.rolls.settling import DicePutAway, TaskSettled, Tell
from services.bones.chapters.rolls.wounds import DamageDealt, DealDamage
from services.bones.chapters.tasks.corrections import ChangeCreature
from services.bones.chapters.tasks.recovery import PassTime
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import CallTask, TaskProposed
from services.bones.chapters.tasks.terms import OneOpposition, OtherMinds
from services.bones.reading.giving import may_receive
from services.bones.reading.taking_part import resisting
from services.bones.state.creatures import Hindering
from services.bones.state.magic import Effect, Resistance
from services.bones.state.rolls import Roll, Shown
from services.bones.state.tasks import Opponent, Terms
from services.bones.views import view
from services.bones.views.magic import SeenEffect
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.roster import RemoveCharacter
from shared.kernel.campaign.seats import NamedTwice, NotKnownHere, NotYours, TooManyHere
from shared.kernel.messages import Event
from tests.bones.play import allowed_of, odds
from tests.bones.smitten import (
    BLANK,
    MAGIC,
    MENTAL,
    NOTHING,
    PHYSICAL,
    RACIAL,
    SKILL,
    THEME,
    UNIVERSAL,
    WILL,
    WITCH,
    M,
    P,
    Smitten,
    U,
)


def settled(happened: list[Event]) -> ResistanceSettled:
    """Return the outcome for the only mind that could resist."""
    (found,) = [event for event in happened if isinstance(event, ResistanceSettled)]
    return found


def began(happened: list[Event]) -> list[Effect]:
    """Return the control that began."""
    return [event.effect for event in happened if isinstance(event, EffectBegan)]


@pytest.mark.rule("BN-EX-38", "BN-MIND-01", "BN-MIND-06", "BN-MIND-11", "BN-R-247")
def test_bob_is_smitten() -> None:
    """Wanda shows 3 Magic, Universal and Mental, Bob Universal and Mental: 5 - 2 is a degree of 3; 5 are stored."""
    play = Smitten()

    task = play.aims()
    happened = play.do(RollTask(task=task), MAGIC, MAGIC, MAGIC, UNIVERSAL, MENTAL)
    (one,) = play.state.resistances
    opened = Resistance(
        id=one, creature=play.bob, caster=play.wanda, theme="charms", what="a love charm", successes=5,
        makes=play.state.resistances[one].makes, result=next(iter(play.state.results)),
    )  # fmt: skip
    assert [TaskSettled, ResistanceOpened, DicePutAway] == [type(event) for event in happened[-3:]]
    assert ResistanceOpened(resistance=opened) == happened[-2]

    happened = play.do(ResistMagic(resistance=one), U, M, BLANK, BLANK, seat="bob")
    (made,) = [event.roll for event in happened if isinstance(event, RollMade)]
    (control,) = began(happened)
    shown = tuple(
        Shown(die=f"die-{number}", kind="character", face=face)
        for number, face in enumerate(("Universal", "Mental", "blank", "blank"), start=1)
    )
    assert Roll(id=made.id, of=one, creature=play.bob, dice=shown, skill="Resistance") == made
    assert [
        RollMade(roll=made),
        ResistanceRolled(resistance=one, roll=made.id),
        RollMoved(roll=made.id, stage="final"),
        ResistanceSettled(resistance=one, creature=play.bob, successes=2, net=3, holds=True),
        DicePutAway(tasks=(), rolls=(made.id,)),
        EffectBegan(effect=control),
    ] == happened
    assert (play.wanda, play.bob, "mind", "held") == (control.caster, control.target, control.kind, control.lasts)
    assert (3, 5, "a love charm") == (control.degree, control.successes, control.what)
    assert ({}, {}) == (play.state.resistances, play.state.rolls)


@pytest.mark.rule("BN-MIND-01", "BN-MIND-02", "BN-R-167", "BN-R-193")
@pytest.mark.parametrize(
    ("faces", "counts"),
    [
        ((P, P, P, P), 0),
        ((U, M, P, BLANK), 2),
        ((RACIAL, BLANK, BLANK, BLANK), 1),
        ((RACIAL, RACIAL, U, M), 4),
        ((SKILL, SKILL, SKILL, SKILL), 0),
    ],
)
def test_universal_mental_and_racial_icons_resist(faces: tuple[int, ...], counts: int) -> None:
    """Physical and skill icons do not; the icon of a dwarf does, though none of its uses would."""
    play = Smitten()
    play.opened(*[MAGIC] * 5)

    assert counts == settled(play.resists(*faces)).successes


@pytest.mark.rule("BN-R-167", "BN-R-193")
@pytest.mark.parametrize(
    ("face", "counts"),
    [("Universal*2", 2), ("Racial:Elf", 1), ("Racial:Orc", 1), ("Racial:Elf*2", 2), ("Magic", 0), ("Mental*2", 2)]
    + [
        (one, 0) for one in ("Magic:Arcane Knowledge", "Healer:Cure", "Social:Boss", "Perception:Sixth Sense", "Defend")
    ],
)
def test_value_of_faces_for_resistance(face: str, counts: int) -> None:
    """A mastery icon counts nothing, whatever it counts elsewhere; any racial icon counts one."""
    play = Smitten()
    play.bob = play.one("bob", [(face, *["blank"] * 5)] * 1)
    play.opened(*[MAGIC] * 5)

    assert counts == settled(play.resists(1)).successes


@pytest.mark.rule("BN-R-166", "BN-MIND-01")
def test_beasts_resist_with_universal_alone_and_the_mental_face_of_a_borrowed_die() -> None:
    """A beast has no Mental face, and its Physical and abilities do not count; a die of the cast has one."""
    play = Smitten()
    beast = ("Universal", "Physical", "FearCaster", "Melee", "Maneuver", "Perception")
    play.bob = play.one("gm", [beast] * 3 + [WILL], kind="beast")
    play.opened(*[MAGIC] * 5)

    assert 2 == settled(play.resists(U, 2, 3, M)).successes


@pytest.mark.rule("BN-MIND-01", "BN-SYM-05")
def test_null_cancels_a_success_of_resistance() -> None:
    """Two Universal and a Null count one."""
    play = Smitten()
    play.bob = play.one("bob", [("Universal", "Null", *["blank"] * 4)] * 3)
    play.opened(*[MAGIC] * 5)

    assert 1 == settled(play.resists(1, 1, 2)).successes


@pytest.mark.rule("BN-MIND-01")
def test_resistance_has_no_cap() -> None:
    """Five dice without any skill icon count five."""
    play = Smitten(will=5)
    play.bob = play.one("bob", [("Universal", "Mental", *["blank"] * 4)] * 5)
    play.opened(*[MAGIC] * 5)

    assert (5, 0, False) == ((one := settled(play.resists(U, U, U, M, M))).successes, one.net, one.holds)


@pytest.mark.rule("BN-MIND-03", "BN-R-006")
@pytest.mark.parametrize("tie", ["initiator_fails", "reroll", "both_fail"])
def test_without_net_successes_the_magic_fails(tie: str) -> None:
    """2 against 2 fails whatever the rule for ties, 3 against 2 succeeds with 1."""
    play = Smitten(tasks={"opposed_tie": tie})

    play.opened(MAGIC, MAGIC, *[NOTHING] * 3)
    happened = play.resists(U, M, BLANK, BLANK)
    assert (2, 0, False, []) == ((one := settled(happened)).successes, one.net, one.holds, began(happened))
    play.opened(MAGIC, MAGIC, MAGIC, *[NOTHING] * 2)
    happened = play.resists(U, M, BLANK, BLANK)
    assert (1, True, [1]) == ((one := settled(happened)).net, one.holds, [one.degree for one in began(happened)])


@pytest.mark.rule(
    "BN-MIND-03", "BN-MIND-04", "BN-MIND-05", "BN-MIND-06", "BN-MIND-07", "BN-MIND-08", "BN-R-163"
)  # fmt: skip
@pytest.mark.parametrize(
    ("net", "degree"), [(-2, None), (0, None), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 5), (7, 5)]
)
def test_net_successes_are_the_degree_of_control(net: int, degree: int | None) -> None:
    """One for each, up to five."""
    play = Smitten(witch=10)
    play.opened(*[MAGIC] * (net + 3), *[NOTHING] * (7 - net))

    happened = play.resists(U, M, RACIAL, BLANK)
    assert net == settled(happened).net
    assert [degree] * (degree is not None) == [one.degree for one in began(happened)]


@pytest.mark.rule("BN-R-160", "BN-MIND-03")
def test_magic_on_a_mind_is_rolled_without_challenge_dice() -> None:
    """A difficulty, opponents and a number are refused: only the mind resists."""
    play = Smitten()

    rolled: tuple[dict[str, Any], ...] = (
        {"difficulty": "Easy"}, {"number": 2}, {"opponents": (Opponent(creature=play.bob, skill="Mental"),)},
    )  # fmt: skip
    for against in rolled:
        terms = Terms(skill="Magic", purpose="mind", minds=(play.bob,), **against)
        play.no(OneOpposition, play.call(terms))
    play.aims()
    assert [(play.wanda, 5)] == [(one.creature, one.count) for one in view(play.state, "gm").tasks[0].dice]


@pytest.mark.rule("BN-MIND-01")
def test_a_casting_without_successes_asks_no_mind() -> None:
    """Nothing is resisted, and nothing is open."""
    play = Smitten()

    assert [TaskSettled, DicePutAway] == [type(event) for event in play.casts(*[NOTHING] * 4, PHYSICAL)[-2:]]
    assert ({}, ()) == (play.state.resistances, play.state.waiting)


@pytest.mark.rule("BN-R-292", "BN-MIND-01")
def test_mind_that_gives_in_counts_zero() -> None:
    """Without a roll, by the character's player: 3 successes give a degree of 3."""
    play = Smitten()
    one = play.opened(*[MAGIC] * 3, *[NOTHING] * 2)

    play.no(NotYours, GiveIn(resistance=one), seat="ann")
    happened = play.do(GiveIn(resistance=one), seat="bob")
    (control,) = began(happened)
    assert [
        ResistanceSettled(resistance=one, creature=play.bob, successes=0, net=3, holds=True),
        EffectBegan(effect=control),
    ] == happened
    assert 3 == control.degree


@pytest.mark.rule("BN-CAMP-102", "BN-R-230")
def test_a_mind_with_no_die_left_counts_zero_at_once() -> None:
    """Without a decision, whether the last die was lost before the magic or afterwards."""
    play = Smitten(will=1)
    play.opened(*[MAGIC] * 2, *[NOTHING] * 3)

    happened = play.do(DealDamage(creature=play.bob, amount=1, source="attack"))
    assert (0, True, [2]) == ((one := settled(happened)).successes, one.holds, [one.degree for one in began(happened)])
    happened = play.casts(*[MAGIC] * 3, *[NOTHING] * 2)
    assert (0, [3]) == (settled(happened).successes, [one.degree for one in began(happened)])


@pytest.mark.rule("BN-CAMP-102", "BN-CAMP-103")
def test_dead_mind_is_not_controlled() -> None:
    """Bob dies before he has answered: no seat is asked, and there is no control."""
    play = Smitten()
    play.opened(*[MAGIC] * 5)
    play.do(DealDamage(creature=play.wanda, amount=1, source="attack"))

    play.state = play.state.changed(play.bob, lost=(1, 2, 3), beyond=0)
    happened = play.do(DealDamage(creature=play.bob, amount=9, source="attack"))
    assert (5, False, []) == ((found := settled(happened)).net, found.holds, began(happened))
    assert () == play.state.waiting


@pytest.mark.rule("BN-CAMP-102", "BN-CAMP-103")
@pytest.mark.parametrize("whose", ["wanda", "bob"])
def test_death_by_correction_ends_control(whose: str) -> None:
    """With dice left: the mind no longer answers, and the caster continues no task."""
    play = Smitten()
    play.opened(*[MAGIC] * 5)

    happened = play.do(ChangeCreature(creature=getattr(play, whose), dead=True, reason="so"))
    happened += [] if whose == "bob" else play.do(GiveIn(resistance=next(iter(play.state.resistances))))
    assert (5, False, []) == ((found := settled(happened)).net, found.holds, began(happened))


@pytest.mark.rule("BN-CAMP-102")
@pytest.mark.parametrize(("fights", "waits"), [((0,), True), ((1,), True), ((2,), False)])
def test_a_round_waits_for_minds_of_its_fight_and_magic_of_it(fights: tuple[int, ...], waits: bool) -> None:  # noqa: FBT001 a row
    """If the caster or the target takes part; not if neither does."""
    play = Smitten()
    others = (play.wanda, play.bob, play.die("gm"))
    play.begin([others[one] for one in fights], [play.die("gm")])
    one = Resistance(id="resistance-80", creature=play.bob, caster=play.wanda, theme="", what="", successes=1)
    play.given(ResistanceOpened(resistance=one))

    assert waits == resisting(play.state)


def test_magic_without_successes_needs_no_resistance() -> None:
    """Without a success to equal, no mind rolls."""
    play = Smitten()
    one = Resistance(id="resistance-80", creature=play.bob, caster=play.wanda, theme="", what="", successes=0)
    play.given(ResistanceOpened(resistance=one))

    happened = play.do(DealDamage(creature=play.wanda, amount=1, source="attack"))
    assert (0, 0, False) == ((found := settled(happened)).successes, found.net, found.holds)


@pytest.mark.rule("BN-CAMP-102")
def test_incapacitated_caster_controls_no_mind() -> None:
    """A caster loses the last die before the mind answers: the control cannot be held."""
    play = Smitten(witch=2)
    one = play.opened(MAGIC, MAGIC)

    play.do(DealDamage(creature=play.wanda, amount=2, source="attack"))
    happened = play.do(GiveIn(resistance=one))
    assert (2, False, []) == ((found := settled(happened)).net, found.holds, began(happened))


@pytest.mark.rule("BN-R-068", "BN-MIND-10", "BN-MIND-11")
@pytest.mark.parametrize("rolled", [False, True])
def test_hindering_dice_are_rolled_by_a_setting(rolled: bool) -> None:  # noqa: FBT001 a row of a table
    """By default only the target's own dice; with the setting a poison die as well, which costs a die."""
    play = Smitten(magic={"hindering_on_independent_rolls": rolled}, combat={"damage_die_choice": "last_die"})
    poison = Hindering(id="hindering-90", kind="poison", faces=("Poison", *["blank"] * 5))
    play.bob = play.one("bob", [WILL] * 3, hindering={poison.id: poison})
    one = play.opened(*[MAGIC] * 3, *[NOTHING] * 2)

    happened = play.do(ResistMagic(resistance=one), U, M, BLANK, *([1] if rolled else []))
    assert [1 if rolled else 2] == [settled(happened).successes]
    assert int(rolled) == len([event for event in happened if isinstance(event, DamageDealt)])
    assert int(rolled) == len(play.who(play.bob).lost)


@pytest.mark.rule("BN-MIND-11")
def test_resistance_rolls_no_items() -> None:
    """Armor and shield are not rolled; three dice are, and an automatic success counts as usual."""
    play = Smitten()
    play.bob = play.one("bob", [WILL] * 4, items=("Full shield", "Heavy armor (plate)"), automatic=1, lost=(2,))
    play.opened(*[MAGIC] * 5)

    assert 2 == settled(play.resists(U, BLANK, BLANK)).successes


@pytest.mark.rule("BN-MIND-10", "BN-SPIFF-10", "BN-SPIFF-11")
def test_resisting_is_no_task_on_which_spiffs_are_used() -> None:
    """Even with spiffs the roll is final at once."""
    play = Smitten()
    play.bob = play.one("bob", [WILL] * 2, spiffs=3)
    play.opened(MAGIC, MAGIC, *[NOTHING] * 3)

    assert (1, True) == ((one := settled(play.resists(U, BLANK, seat="bob"))).successes, one.holds)


@pytest.mark.rule("BN-MIND-03", "BN-CAMP-30")
def test_a_dry_run_has_the_odds_to_resist() -> None:
    """One die with three of six useful faces, against one success: equal successes resist."""
    play = Smitten(will=1)
    one = play.opened(MAGIC, *[NOTHING] * 4)

    found = odds(ResistMagic(resistance=one), play.state)
    assert Fraction(1, 2) == sum(Fraction(one.chance.exact) for one in found.outcomes if one.total >= 0)


@pytest.mark.rule("BN-R-291")
def test_one_mind_is_named_unless_each_resists() -> None:
    """With the setting each resists the whole total: 3 against 3 fails, against 1 it succeeds with 2."""
    several: dict[str, Any] = {"skill": "Magic", "purpose": "mind"}
    play, each = Smitten(), Smitten(magic={"mind_targets": "each_resists"})
    other = play.one("gm", [WILL] * 3)
    terms = Terms(minds=(play.bob, other), **several)
    play.no(OtherMinds, play.call(terms))

    other = each.one("gm", [WILL] * 3)
    happened = each.casts(*[MAGIC] * 3, *[NOTHING] * 2, minds=(each.bob, other))
    first, second = [event.resistance for event in happened if isinstance(event, ResistanceOpened)]
    assert [(each.bob, 3), (other, 3)] == [(one.creature, one.successes) for one in (first, second)]
    assert [] == began(each.do(ResistMagic(resistance=first.id), U, U, U, BLANK))
    (control,) = began(each.do(ResistMagic(resistance=second.id), U, BLANK, BLANK))
    assert (other, 2) == (control.target, control.degree)
    assert [True] == [one.success for one in each.state.results.values()]


@pytest.mark.rule("BN-R-291", "BN-MIND-01")
def test_legal_targets_of_magic_on_minds() -> None:
    """Others who live, each once, and only for magic on minds."""
    play = Smitten(magic={"mind_targets": "each_resists"})
    dead = play.one("gm", [WILL] * 2, dead=True)

    def named(*minds: str, purpose: Any = "mind") -> CallTask:  # noqa: ANN401 a purpose
        terms = Terms(skill="Magic", purpose=purpose, minds=minds)
        return play.call(terms)

    for wrong in (named(), named(play.wanda), named(dead), named(play.bob, purpose="task")):
        play.no(OtherMinds, wrong)
    play.no(NamedTwice, named(play.bob, play.bob))
    play.no(NotKnownHere, named("creature-99"))


@pytest.mark.rule("BN-MIND-11", "BN-CAMP-102")
def test_each_mind_must_answer_once() -> None:
    """By its own player, or the game master; before that no creature leaves, and no time passes."""
    play = Smitten(magic={"hindering_on_independent_rolls": True})
    poison = Hindering(id="hindering-90", kind="poison", faces=("Poison",) * 6)
    play.bob = play.one("bob", [WILL] * 2, hindering={poison.id: poison})
    one = play.opened(*[MAGIC] * 3, *[NOTHING] * 2)

    play.no(NotYours, ResistMagic(resistance=one), seat="ann")
    play.no(NotKnownHere, ResistMagic(resistance="resistance-99"))
    for who in (play.bob, play.wanda):
        play.no(AnswerFirst, RemoveCharacter(character=who, reason="gone"))
    play.no(AnswerFirst, PassTime(hours=1))
    assert [one] == [entry.body["resistance"] for entry in allowed_of(play.state, "bob", ResistMagic)]
    assert [] == allowed_of(play.state, "ann", GiveIn)
    play.resists(U, U, 1, seat="bob")
    assert 1 == len(play.state.wounds), "the roll waits for the die that poison takes"
    play.no(IsResisting, ResistMagic(resistance=one), seat="bob")
    play.no(IsResisting, GiveIn(resistance=one), seat="bob")
    seen = view(play.state, "spectator").resistances[0]
    assert isinstance(seen.makes, SeenEffect)
    assert (one, play.bob, "mind") == (seen.id, seen.creature, seen.makes.kind)


@pytest.mark.rule("BN-CAMP-25")
def test_wound_is_answered_before_resistance() -> None:
    """The order of open answers is fixed."""
    play = Smitten()
    play.bob = play.one("bob", [WILL, WITCH])
    one = play.opened(*[MAGIC] * 3, *[NOTHING] * 2)
    play.do(DealDamage(creature=play.bob, amount=1, source="attack"))

    play.no(AnswerFirst, ResistMagic(resistance=one))


@pytest.mark.rule("BN-R-247")
@pytest.mark.parametrize(("setting", "stored"), [("gross", 5), ("net", 4)])
def test_stored_successes_of_control(setting: str, stored: int) -> None:
    """5 against 1: the casting's successes, or by a setting the rest; the degree is 4 in both cases."""
    play = Smitten(magic={"stored_successes": setting})
    play.opened(*[MAGIC] * 5)

    (control,) = began(play.resists(U, BLANK, BLANK, BLANK))
    assert (4, stored) == (control.degree, control.successes)


@pytest.mark.rule("BN-SAC-11", "BN-MIND-03")
def test_ward_reduces_control() -> None:
    """4 successes against a ward of 2: the mind must equal 2."""
    play = Smitten()
    ward = Effect(id="effect-80", caster=play.bob, theme="faith", what="a blessing", kind="ward", successes=2)
    play.given(EffectBegan(effect=ward))

    happened = play.do(RollTask(task=play.aims(defies=(ward.id,))), *[MAGIC] * 4, NOTHING)
    assert [2] == [event.resistance.successes for event in happened if isinstance(event, ResistanceOpened)]


@pytest.mark.rule("BN-CAMP-104", "BN-TASK-14")
def test_the_winning_side_narrates_the_result() -> None:
    """After the mind has answered: a mind that resisted, or else the caster."""
    play = Smitten()
    climbs = Terms(skill="Maneuver", difficulty="Easy")
    task = play.the(TaskProposed, CallTask(creature=play.bob, aim="climb", terms=climbs)).task.id
    play.do(RollTask(task=task), U, U, U, U, 6, 6)
    (climbed,) = play.state.results
    play.opened(MAGIC, *[NOTHING] * 4)
    (result,) = {*play.state.results} - {climbed}
    play.do(Tell(result=climbed, text="I am up there"), seat="bob")
    play.no(AnswerFirst, Tell(result=result, text="He loves me"), seat="ann")

    play.resists(U, BLANK, BLANK, BLANK)
    assert (False, "bob") == ((one := play.state.results[result]).success, one.narrator)
    play.do(Tell(result=result, text="I do not"), seat="bob")
    play.opened(MAGIC, *[NOTHING] * 4)
    play.resists(*[BLANK] * 4)
    assert ["bob", "ann"] == [one.narrator for one in play.state.results.values() if one.success]


@pytest.mark.rule("BN-CAMP-104")
def test_game_master_narrates_for_the_cast() -> None:
    """For the cast that resisted, a player's beast, or a character of the game master there is no other narrator."""
    for seat, kind in (("gm", "cast"), ("bob", "beast"), ("gm", "character")):
        play = Smitten()
        play.bob = play.one(seat, [WILL] * 4, kind=kind)
        play.opened(MAGIC, *[NOTHING] * 4)

        assert settled(play.resists(U, BLANK, BLANK, BLANK)).narrator is None
        assert [None] == [one.narrator for one in play.state.results.values()]


@pytest.mark.rule("AR-CAMP-06")
def test_the_number_of_minds_resisting_at_once_is_limited() -> None:
    """With forty-nine open, magic may target one more mind, and not two."""
    play = Smitten(magic={"mind_targets": "each_resists"})
    other = play.one("gm", [WILL] * 2)
    for number in range(49):
        one = Resistance(
            id=f"resistance-{100 + number}", creature=play.bob, caster=play.wanda, theme="", what="", successes=1
        )
        play.given(ResistanceOpened(resistance=one))

    terms = Terms(skill="Magic", purpose="mind", minds=(play.bob, other))
    play.no(TooManyHere, play.call(terms))
    assert play.aims(other) in play.state.tasks


def test_resistance_gives_no_successes_to_a_mount() -> None:
    """A mount can get successes of a Riding task only."""
    play = Smitten()
    horse = play.one("gm", [WITCH] * 2, kind="beast")
    play.bob = play.one("bob", [("Riding:Horseman", *["blank"] * 5)] * 2, mount=horse)
    play.do(CallTask(creature=horse, aim="jump", terms=Terms(skill="Maneuver", difficulty="Easy")))
    play.opened(MAGIC, *[NOTHING] * 4)

    assert 0 == settled(play.resists(1, 1)).successes


def test_resistance_receives_no_successes() -> None:
    """It is no roll of a fight to which a success may be given."""
    play = Smitten()
    dice = (Shown(die="die-1", kind="character", face="blank"),)
    for number, skill in ((80, None), (81, "Resistance")):
        play.given(RollMade(roll=Roll(id=f"roll-{number}", of="none-1", creature=play.bob, dice=dice, skill=skill)))

    assert (("roll-80", None, True),) == may_receive(play.state, play.bob)


@pytest.mark.rule("BN-CAMP-102")
def test_control_sustained_by_a_sacrifice_needs_no_caster() -> None:
    """The caster has lost the last die before the mind answers: control sustained by blood begins all the same."""
    play = Smitten(witch=2)
    makes = Effect(
        id="effect-80", caster=play.wanda, theme=THEME.name, what="", kind="mind", successes=2, lasts="blood",
        target=play.bob,
    )  # fmt: skip
    one = Resistance(
        id="resistance-80", creature=play.bob, caster=play.wanda, theme="", what="", successes=2, makes=makes
    )
    play.given(ResistanceOpened(resistance=one))

    play.do(DealDamage(creature=play.wanda, amount=2, source="attack"))
    happened = play.do(GiveIn(resistance=one.id))
    assert (2, True) == ((found := settled(happened)).net, found.holds)
    assert 1 == len(began(happened))
