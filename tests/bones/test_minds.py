"""Magic on minds: degrees of control, the order of resistance rolls, and how control ends."""

from typing import Any

import pytest
from msgspec.structs import replace

from services.bones.catalogue import HORDE_DIE
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
from services.bones.chapters.rolls.wounds import DealDamage
from services.bones.chapters.tasks.corrections import ChangeCreature
from services.bones.chapters.tasks.recovery import PassTime
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import CallTask, TaskProposed
from services.bones.chapters.tasks.terms import OneOpposition, OtherMinds
from services.bones.reading.taking_part import resisting
from services.bones.state.campaign import FORM
from services.bones.state.creatures import Hindering
from services.bones.state.magic import Effect, Resistance
from services.bones.state.rolls import Roll, Shown
from services.bones.state.tasks import Opponent, Terms
from services.bones.views import view
from services.bones.views.magic import SeenEffect
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.roster import RemoveCharacter
from shared.kernel.campaign.seats import NamedTwice, NotKnownHere, NotYours
from tests.bones.play import allowed_of
from tests.bones.smitten import (
    BLANK,
    MAGIC,
    MENTAL,
    NOTHING,
    PHYSICAL,
    RACIAL,
    THEME,
    UNIVERSAL,
    WILL,
    WITCH,
    M,
    Smitten,
    U,
    began,
    outcome_of,
)


@pytest.mark.rule("BN-EX-38", "BN-MIND-01", "BN-MIND-06", "BN-MIND-11", "BN-R-247")
def test_the_control_of_bobs_mind() -> None:
    """Wanda's five successes against two of Bob's begin control of degree 3, which stores 5."""
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


@pytest.mark.rule("BN-MIND-03", "BN-R-006")
@pytest.mark.parametrize("tie", ["initiator_fails", "reroll", "both_fail"])
def test_without_net_successes_the_magic_fails(tie: str) -> None:
    """Two successes against two fail, whatever the rule for ties. Three against two succeed, with degree 1."""
    play = Smitten(tasks={"opposed_tie": tie})

    play.cast_on_mind(MAGIC, MAGIC, *[NOTHING] * 3)
    happened = play.resists(U, M, BLANK, BLANK)
    assert (2, 0, False, []) == ((one := outcome_of(happened)).successes, one.net, one.holds, began(happened))
    play.cast_on_mind(MAGIC, MAGIC, MAGIC, *[NOTHING] * 2)
    happened = play.resists(U, M, BLANK, BLANK)
    assert (1, True, [1]) == ((one := outcome_of(happened)).net, one.holds, [one.degree for one in began(happened)])


@pytest.mark.rule(
    "BN-MIND-03", "BN-MIND-04", "BN-MIND-05", "BN-MIND-06", "BN-MIND-07", "BN-MIND-08", "BN-R-163"
)  # fmt: skip
@pytest.mark.parametrize(
    ("net", "degree"), [(-2, None), (0, None), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 5), (7, 5)]
)
def test_net_successes_are_the_degree_of_control(net: int, degree: int | None) -> None:
    """Each net success is one degree of control, up to five."""
    play = Smitten(witch=10)
    play.cast_on_mind(*[MAGIC] * (net + 3), *[NOTHING] * (7 - net))

    happened = play.resists(U, M, RACIAL, BLANK)
    assert net == outcome_of(happened).net
    assert [degree] * (degree is not None) == [one.degree for one in began(happened)]


@pytest.mark.rule("BN-R-160", "BN-MIND-03")
def test_magic_on_a_mind_is_rolled_without_challenge_dice() -> None:
    """The game refuses terms with a difficulty, opponents or a number, because only the mind resists."""
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
    """A casting without successes is over at once, and no mind has to resist."""
    play = Smitten()

    assert [TaskSettled, DicePutAway] == [type(event) for event in play.casts(*[NOTHING] * 4, PHYSICAL)[-2:]]
    assert ({}, ()) == (play.state.resistances, play.state.waiting)


@pytest.mark.rule("BN-CAMP-102", "BN-CAMP-103")
@pytest.mark.parametrize("whose", ["wanda", "bob"])
def test_death_by_correction_ends_control(whose: str) -> None:
    """A creature that a correction declares dead neither resists nor holds control, even with dice left."""
    play = Smitten()
    play.cast_on_mind(*[MAGIC] * 5)

    happened = play.do(ChangeCreature(creature=getattr(play, whose), dead=True, reason="so"))
    happened += [] if whose == "bob" else play.do(GiveIn(resistance=next(iter(play.state.resistances))))
    assert (5, False, []) == ((found := outcome_of(happened)).net, found.holds, began(happened))


@pytest.mark.rule("BN-CAMP-102")
@pytest.mark.parametrize(("fights", "waits"), [((0,), True), ((1,), True), ((2,), False)])
def test_round_waits_for_resistances_of_its_fighters(fights: tuple[int, ...], waits: bool) -> None:  # noqa: FBT001 a row
    """A round waits for a resistance if its caster or its target is in the fight."""
    play = Smitten()
    others = (play.wanda, play.bob, play.die("gm"))
    play.begin([others[one] for one in fights], [play.die("gm")])
    one = Resistance(id="resistance-80", creature=play.bob, caster=play.wanda, theme="", what="", successes=1)
    play.given(ResistanceOpened(resistance=one))

    assert waits == resisting(play.state)


def test_magic_without_successes_needs_no_resistance() -> None:
    """A mind does not roll against magic that has no success left."""
    play = Smitten()
    one = Resistance(id="resistance-80", creature=play.bob, caster=play.wanda, theme="", what="", successes=0)
    play.given(ResistanceOpened(resistance=one))

    happened = play.do(DealDamage(creature=play.wanda, amount=1, source="attack"))
    assert (0, 0, False) == ((found := outcome_of(happened)).successes, found.net, found.holds)


@pytest.mark.rule("BN-CAMP-102")
def test_incapacitated_caster_controls_no_mind() -> None:
    """If a caster loses the last die before the mind has resisted or given in, the control cannot be held."""
    play = Smitten(witch=2)
    one = play.cast_on_mind(MAGIC, MAGIC)

    play.do(DealDamage(creature=play.wanda, amount=2, source="attack"))
    happened = play.do(GiveIn(resistance=one))
    assert (2, False, []) == ((found := outcome_of(happened)).net, found.holds, began(happened))


@pytest.mark.rule("BN-R-291")
def test_a_setting_lets_one_casting_target_several_minds() -> None:
    """If `mind_targets` is `each_resists`, several minds each resist the whole total of 3.

    Three successes resist it; against one success, the magic has degree 2.
    """
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
    """Legal targets of magic on minds are living creatures other than the caster, each named once."""
    play = Smitten(magic={"mind_targets": "each_resists"})
    dead = play.one("gm", [WILL] * 2, dead=True)

    def call_naming(*minds: str, purpose: Any = "mind") -> CallTask:  # noqa: ANN401 a purpose
        terms = Terms(skill="Magic", purpose=purpose, minds=minds)
        return play.call(terms)

    for wrong in (call_naming(), call_naming(play.wanda), call_naming(dead), call_naming(play.bob, purpose="task")):
        play.no(OtherMinds, wrong)
    play.no(NamedTwice, call_naming(play.bob, play.bob))
    play.no(NotKnownHere, call_naming("creature-99"))


@pytest.mark.rule("BN-R-373")
@pytest.mark.parametrize("form", [FORM, 1])
def test_a_horde_is_no_mind(form: int) -> None:
    """A mob has many minds: no casting names it, and the legal list offers the next mind. In form 1 it may be named."""
    play = Smitten()
    play.state = replace(play.state, form=form)
    horde = play.one("gm", [HORDE_DIE] * 3, kind="horde")
    terms = Terms(skill="Magic", purpose="mind", minds=(horde,))
    play.state = play.state.change(play.bob, dead=True)
    offered = [one for one in allowed_of(play.state, "gm", CallTask) if (one.body.get("terms") or {}).get("minds")]
    assert bool(offered) == (form == 1)
    guard = play.one("gm", [WILL] * 2)
    offered = [one for one in allowed_of(play.state, "gm", CallTask) if (one.body.get("terms") or {}).get("minds")]
    assert [(guard if form == FORM else horde,)] == [one.body["terms"]["minds"] for one in offered]
    if form == FORM:
        assert "another living creature, and no horde" == play.no(OtherMinds, play.call(terms)).needs
    else:
        play.do(play.call(terms))


@pytest.mark.rule("BN-MIND-11", "BN-CAMP-102")
def test_each_mind_must_answer_once() -> None:
    """For each mind, its player or the game master decides whether it resists.

    Until then no creature leaves and no time passes.
    """
    play = Smitten(magic={"hindering_on_independent_rolls": True})
    poison = Hindering(id="hindering-90", kind="poison", faces=("Poison",) * 6)
    play.bob = play.one("bob", [WILL] * 2, hindering={poison.id: poison})
    one = play.cast_on_mind(*[MAGIC] * 3, *[NOTHING] * 2)

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
    """A mind with an open wound cannot resist until the wound is settled."""
    play = Smitten()
    play.bob = play.one("bob", [WILL, WITCH])
    one = play.cast_on_mind(*[MAGIC] * 3, *[NOTHING] * 2)
    play.do(DealDamage(creature=play.bob, amount=1, source="attack"))

    play.no(AnswerFirst, ResistMagic(resistance=one))


@pytest.mark.rule("BN-R-247")
@pytest.mark.parametrize(("setting", "stored"), [("gross", 5), ("net", 4)])
def test_stored_successes_of_control(setting: str, stored: int) -> None:
    """With 5 successes against 1, control of degree 4 stores 5.

    If `stored_successes` is `net`, it stores the 4 that remain.
    """
    play = Smitten(magic={"stored_successes": setting})
    play.cast_on_mind(*[MAGIC] * 5)

    (control,) = began(play.resists(U, BLANK, BLANK, BLANK))
    assert (4, stored) == (control.degree, control.successes)


@pytest.mark.rule("BN-SAC-11", "BN-MIND-03")
def test_ward_reduces_control() -> None:
    """A ward of 2 removes 2 of 4 successes, so the mind needs only 2 successes to resist."""
    play = Smitten()
    ward = Effect(id="effect-80", caster=play.bob, theme="faith", what="a blessing", kind="ward", successes=2)
    play.given(EffectBegan(effect=ward))

    happened = play.do(RollTask(task=play.aims(defies=(ward.id,))), *[MAGIC] * 4, NOTHING)
    assert [2] == [event.resistance.successes for event in happened if isinstance(event, ResistanceOpened)]


@pytest.mark.rule("BN-CAMP-104", "BN-TASK-14")
def test_the_winning_side_narrates_the_result() -> None:
    """If a mind resists, its player narrates the result; otherwise the caster's player does."""
    play = Smitten()
    climbs = Terms(skill="Maneuver", difficulty="Easy")
    task = play.the(TaskProposed, CallTask(creature=play.bob, aim="climb", terms=climbs)).task.id
    play.do(RollTask(task=task), U, U, U, U, 6, 6)
    (climbed,) = play.state.results
    play.cast_on_mind(MAGIC, *[NOTHING] * 4)
    (result,) = {*play.state.results} - {climbed}
    play.do(Tell(result=climbed, text="I am up there"), seat="bob")
    play.no(AnswerFirst, Tell(result=result, text="He loves me"), seat="ann")

    play.resists(U, BLANK, BLANK, BLANK)
    assert (False, "bob") == ((one := play.state.results[result]).success, one.narrator)
    play.do(Tell(result=result, text="I do not"), seat="bob")
    play.cast_on_mind(MAGIC, *[NOTHING] * 4)
    play.resists(*[BLANK] * 4)
    assert ["bob", "ann"] == [one.narrator for one in play.state.results.values() if one.success]


@pytest.mark.rule("BN-CAMP-104")
def test_game_master_narrates_for_the_cast() -> None:
    """If a member of the cast, a player's beast, or the game master's character resists, no player narrates."""
    for seat, kind in (("gm", "cast"), ("bob", "beast"), ("gm", "character")):
        play = Smitten()
        play.bob = play.one(seat, [WILL] * 4, kind=kind)
        play.cast_on_mind(MAGIC, *[NOTHING] * 4)

        assert outcome_of(play.resists(U, BLANK, BLANK, BLANK)).narrator is None
        assert [None] == [one.narrator for one in play.state.results.values()]


@pytest.mark.rule("BN-CAMP-102")
def test_control_sustained_by_a_sacrifice_needs_no_caster() -> None:
    """Control that a sacrifice sustains begins even if its caster loses the last die before the mind has resisted."""
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
    assert (2, True) == ((found := outcome_of(happened)).net, found.holds)
    assert 1 == len(began(happened))
