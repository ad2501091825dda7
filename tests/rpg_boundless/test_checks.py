"""Checks and Saves: their dice, Stamina, help, and consequences."""

import pytest

from services.rpg_boundless.chapters.checks import (
    AllyLacksStamina,
    Check,
    CheckMade,
    HelpNotPledged,
    NotAnAlly,
    PledgeHelp,
)
from services.rpg_boundless.chapters.conditions import GainCondition
from services.rpg_boundless.chapters.damage import NotEnoughStamina
from services.rpg_boundless.chapters.overrides import AdjustRoll, RollVoidAlready
from services.rpg_boundless.chapters.saves import (
    Accept,
    CheckHasNoConsequence,
    ConsequenceFaced,
    FaceConsequence,
    NobodyFacesIt,
    Save,
    SaveMade,
)
from services.rpg_boundless.chapters.seats import RoomFirst
from services.rpg_boundless.chapters.turns import AnswerFirst
from services.rpg_boundless.state.sheets import Harm, Helper
from shared.kernel.campaign.seats import NamedTwice, NotKnownHere, OnlyTheGameMaster
from tests.rpg_boundless.play import ROPE, Older, Play, at

FALL = Harm(what="a fall", damage=1)


@pytest.mark.rule("FB-CHECK-01", "FB-CHECK-02")
@pytest.mark.parametrize(("attribute", "faces"), [("strength", (1, 1, 1)), ("dexterity", (1,)), ("willpower", (1, 1))])
def test_a_check_rolls_the_attribute(attribute: str, faces: tuple[int, ...]) -> None:
    """A Check rolls as many dice as the Attribute; with a score of 0, it is a roll of 0D.

    The event records actor, Attribute and outcome.
    """
    play = Play()
    hero = play.hero(3, 0, 2)

    made = play.the(CheckMade, Check(character=hero, attribute=attribute), *faces, seat="ann")  # type: ignore[arg-type]

    assert (hero, attribute, False) == (made.character, made.attribute, made.success)
    assert made.roll is not None
    assert (attribute == "dexterity") == made.roll.zero
    assert faces == made.roll.faces


@pytest.mark.rule("FB-CHECK-03", "FB-R-14")
def test_the_actor_spends_only_stamina_it_has() -> None:
    """An actor with 6 Stamina who spends 2 has 4 left, whatever the result. The game refuses to spend 7."""
    play = Play()
    hero = play.hero()
    play.no(NotEnoughStamina, Check(character=hero, attribute="strength", stamina=7), seat="ann")

    play.do(Check(character=hero, attribute="strength", stamina=2), 1, 1, 1, 1, seat="ann")

    assert 4 == play.who(hero).stamina


@pytest.mark.rule("FB-CHECK-04", "FB-CHECK-05", "FB-R-14", "FB-X-11")
def test_allies_add_dice_with_their_stamina() -> None:
    """Each point of Stamina that an ally spends on a Check adds a die."""
    play = Play()
    hero, ally = play.hero(2), play.hero(stamina=3)
    helper = Helper(character=ally, stamina=2)

    made = play.the(CheckMade, Check(character=hero, attribute="strength", stamina=1, helpers=(helper,)), 1, 2, 4, 4, 5)

    assert made.success
    assert (5, 1) == (play.who(hero).stamina, play.who(ally).stamina)


@pytest.mark.rule("FB-CHECK-04")
def test_an_ally_is_another_character_with_enough_stamina() -> None:
    """No character helps itself, helps twice, or spends more Stamina than it has."""
    play = Play()
    hero, ally = play.hero(), play.hero(stamina=1)
    own, much, one = (Helper(character=who, stamina=count) for who, count in ((hero, 1), (ally, 2), (ally, 1)))
    for refusal, helpers in ((NotAnAlly, (own,)), (NotAnAlly, (one, one)), (AllyLacksStamina, (much,))):
        play.no(refusal, Check(character=hero, attribute="strength", helpers=helpers))


@pytest.mark.rule("FB-CAMP-12")
def test_another_players_ally_helps_as_pledged() -> None:
    """Another player's character helps only if that player has pledged its help. A pledge is used only once."""
    play = Play()
    hero, ally = play.hero(seat="ann"), play.hero(seat="bob")
    check = Check(character=hero, attribute="strength", helpers=(Helper(character=ally, stamina=2),))
    play.no(HelpNotPledged, check, seat="ann")
    least = Check(character=hero, attribute="strength", helpers=(Helper(character=ally, stamina=1),))
    play.no(HelpNotPledged, least, seat="ann")
    play.no(NotAnAlly, PledgeHelp(character=ally, ally=ally, stamina=1), seat="bob")
    short = play.no(NotEnoughStamina, PledgeHelp(character=ally, ally=hero, stamina=7), seat="bob")
    assert (7, 6, "stamina") == (short.needs, short.has, short.field)
    play.do(PledgeHelp(character=ally, ally=hero, stamina=2), seat="bob")

    play.do(check, 1, 1, 1, 5, seat="ann")

    assert 4 == play.who(ally).stamina
    play.no(HelpNotPledged, check, seat="ann")


@pytest.mark.rule("FB-SAVE-09", "FB-R-64")
def test_a_character_answers_a_consequence_before_helping() -> None:
    """A character with a pending consequence may pledge help, but its Stamina is used only after it has answered."""
    play = Play()
    hero, ally = play.hero(seat="ann"), play.hero(seat="bob")
    faced = play.face(ally)
    play.do(PledgeHelp(character=ally, ally=hero, stamina=1), seat="bob")
    check = Check(character=hero, attribute="strength", helpers=(Helper(character=ally, stamina=1),))
    assert (faced,) == play.no(AnswerFirst, check, seat="ann").needs

    play.do(Accept(consequence=faced), seat="bob")

    play.do(check, 1, 1, 1, seat="ann")


@pytest.mark.rule("FB-COND-04")
def test_a_character_that_must_drop_an_item_does_so_before_helping() -> None:
    """A character who must drop an Item has to drop it before helping, as before any other action."""
    play = Play()
    hero, ally = play.hero(), play.hero(items=[ROPE] * 10)
    play.do(Accept(consequence=play.face(ally, conditions=("tired",))))
    check = Check(character=hero, attribute="strength", helpers=(Helper(character=ally, stamina=1),))

    play.no(RoomFirst, check)


@pytest.mark.rule("FB-R-64")
def test_setting_lets_a_character_with_a_pending_consequence_help() -> None:
    """If `saves.answer` is `before_rest`, a character with a pending consequence may help.

    Under version 0 of the rules it may always help.
    """
    for play in (Play(saves={"answer": "before_rest"}), Older()):
        hero, ally = play.hero(), play.hero()
        play.face(ally)
        play.do(Check(character=hero, attribute="strength", helpers=(Helper(character=ally, stamina=1),)), 1, 1, 1)


@pytest.mark.rule("FB-CHECK-06", "FB-R-16", "FB-R-31")
def test_helpers_share_the_risk_of_a_failed_check() -> None:
    """The actor and the helper each face the consequence of a failed Check, separately."""
    play = Play()
    hero, ally = play.hero(), play.hero(seat="bob")
    helped = Check(character=hero, attribute="strength", helpers=(Helper(character=ally, stamina=1),), risk=FALL)

    faced = [event for event in play.do(helped, 1, 1, 1) if isinstance(event, ConsequenceFaced)]

    assert [hero, ally] == [event.character for event in faced]
    play.do(Accept(consequence=faced[0].consequence), seat="ann")
    avoided = play.the(SaveMade, Save(consequence=faced[1].consequence), 6, 1, 1, 1, 1, seat="bob")
    assert avoided.avoided
    assert {} == play.state.failures


@pytest.mark.rule("FB-CHECK-06", "FB-SAVE-01", "FB-R-31")
def test_a_failures_consequence_may_be_set_afterwards() -> None:
    """The game master may set the consequence of a failed Check afterwards, once, for all who took part."""
    play = Play()
    hero, ally = play.hero(), play.hero()
    made = play.the(
        CheckMade, Check(character=hero, attribute="strength", helpers=(Helper(character=ally, stamina=1),)), 1, 1, 1
    )
    play.no(OnlyTheGameMaster, FaceConsequence(harm=FALL, check=made.check), seat="ann")
    play.no(NobodyFacesIt, FaceConsequence(harm=FALL, check=made.check, characters=(hero,)))
    play.no(OnlyTheGameMaster, Check(character=hero, attribute="strength", risk=FALL), seat="ann")

    play.do(FaceConsequence(harm=FALL, check=made.check))

    assert [hero, ally] == [one.character for one in play.state.consequences.values()]
    play.no(CheckHasNoConsequence, FaceConsequence(harm=FALL, check=made.check))
    play.no(NotKnownHere, FaceConsequence(harm=FALL, check="roll-99"))


@pytest.mark.rule("FB-CHECK-07", "FB-CHECK-08", "FB-R-17")
@pytest.mark.parametrize(
    ("faces", "success", "hits"),
    [((1, 6, 1), True, 1), ((5, 5, 5), True, 3), ((1, 2, 4), False, 0)],
)
def test_one_hit_is_enough(faces: tuple[int, ...], success: bool, hits: int) -> None:  # noqa: FBT001
    """A Check with at least one Hit succeeds, and one without Hits fails. Extra Hits are shown but change nothing."""
    play = Play()
    hero = play.hero(3)

    made = play.the(CheckMade, Check(character=hero, attribute="strength", risk=FALL), *faces)

    assert made.roll is not None
    assert (success, hits) == (made.success, made.roll.hits)
    assert success == (not play.state.consequences)


@pytest.mark.rule("FB-R-56")
def test_a_roll_is_annulled_by_the_game_master_only() -> None:
    """The faces of a roll never change. Only the game master can mark a roll as annulled, once."""
    play = Play()
    hero = play.hero()
    made = play.the(CheckMade, Check(character=hero, attribute="strength"), 1, 1)
    play.no(OnlyTheGameMaster, AdjustRoll(roll=made.check, reason="cocked die"), seat="ann")

    play.do(AdjustRoll(roll=made.check, reason="cocked die"))

    assert {made.check: "cocked die"} == play.state.annulled
    play.no(RollVoidAlready, AdjustRoll(roll=made.check, reason="again"))


# ---------------------------------------------------------------- Saves


@pytest.mark.rule("FB-SAVE-01")
def test_a_save_answers_a_consequence_once() -> None:
    """A Save answers a pending consequence, which cannot be answered again."""
    play = Play()
    hero = play.hero()
    play.no(NotKnownHere, Save(consequence="consequence-9"), seat="ann")
    play.no(NobodyFacesIt, FaceConsequence(harm=FALL))
    play.no(NamedTwice, FaceConsequence(harm=FALL, characters=(hero, hero)))
    faced = play.face(hero, damage=1)

    play.do(Save(consequence=faced), 5, 5, 5, 5, 5, 5, seat="ann")

    play.no(NotKnownHere, Save(consequence=faced), seat="ann")


@pytest.mark.rule("FB-SAVE-02", "FB-SAVE-08")
def test_declining_a_save_accepts_the_consequence() -> None:
    """A player who accepts a consequence rolls nothing and loses no Stamina. The consequence then applies."""
    play = Play()
    hero = play.hero(3)

    play.do(Accept(consequence=play.face(hero, damage=2, conditions=("sick",))), seat="ann")

    assert (3, 6, ("sick",)) == (play.who(hero).hp, play.who(hero).stamina, play.who(hero).hindrances)


@pytest.mark.rule("FB-SAVE-03")
@pytest.mark.parametrize(("stamina", "faces"), [(4, (5, 1, 1, 1)), (0, (6,))])
def test_a_save_rolls_current_stamina(stamina: int, faces: tuple[int, ...]) -> None:
    """A Save rolls one die for each point of current Stamina. With Stamina 0 it is a roll of 0D."""
    play = Play()
    hero = play.hero(stamina=stamina)

    made = play.the(SaveMade, Save(consequence=play.face(hero, damage=1)), *faces, seat="ann")

    assert made.roll is not None
    assert (stamina, faces) == (made.roll.dice, made.roll.faces)


@pytest.mark.rule("FB-SAVE-04", "FB-SAVE-05", "FB-COND-05")
@pytest.mark.parametrize(("faces", "hp", "held"), [((1, 2, 5), 5, ()), ((1, 2, 4), 3, ("sick",))])
def test_one_hit_avoids_a_consequence(faces: tuple[int, ...], hp: int, held: tuple[str, ...]) -> None:
    """With a Hit, a Save avoids the consequence. Without one, the Damage and the Condition both apply."""
    play = Play()
    hero = play.hero(3, stamina=3)
    play.do(GainCondition(character=hero, condition="tired"))

    made = play.the(SaveMade, Save(consequence=play.face(hero, damage=2, conditions=("sick",))), *faces)

    assert ("tired",) == made.conditions
    assert (hp, (*held, "tired")) == (play.who(hero).hp, play.who(hero).hindrances)


@pytest.mark.rule("FB-SAVE-06", "FB-SAVE-07", "FB-R-18")
@pytest.mark.parametrize(
    ("stamina", "position", "faces", "left"),
    [
        (3, "standard", (6, 5, 1), 2),
        (6, "standard", (1, 1, 1, 1, 1, 1), 4),
        (3, "good", (4, 4, 1), 2),
        (3, "bad", (6, 5, 6), 2),
    ],
)
def test_misses_cost_stamina_two_at_most(stamina: int, position: str, faces: tuple[int, ...], left: int) -> None:
    """Each die that misses at the roll's Position costs 1 Stamina, but a Save costs at most 2."""
    play = Play()
    hero = play.hero(stamina=stamina)

    play.do(Save(consequence=play.face(hero), stance=at(position)), *faces)

    assert left == play.who(hero).stamina


@pytest.mark.rule("FB-X-12")
def test_a_save_at_bad() -> None:
    """With 5 Stamina at Bad, a roll of 5, 5, 5, 2, 6 avoids the consequence, but its Misses cost 2 Stamina."""
    play = Play()
    hero = play.hero(stamina=5)

    made = play.the(SaveMade, Save(consequence=play.face(hero), stance=at("bad")), 5, 5, 5, 2, 6)

    assert (True, 3) == (made.avoided, play.who(hero).stamina)


@pytest.mark.rule("FB-X-13", "FB-R-58")
@pytest.mark.parametrize("position", ["good", "standard", "bad"])
def test_a_save_without_stamina(position: str) -> None:
    """With Stamina 0, a 5 is not a Hit at any Position, and Stamina stays at 0."""
    play = Play()
    hero = play.hero(stamina=0)

    made = play.the(SaveMade, Save(consequence=play.face(hero), stance=at(position)), 5)

    assert (False, 0) == (made.avoided, play.who(hero).stamina)


@pytest.mark.rule("FB-R-19")
@pytest.mark.parametrize(("position", "hp"), [("controlled", 4), ("dire", 3)])
def test_a_position_may_decide_a_save_without_dice(position: str, hp: int) -> None:
    """Without dice or loss of Stamina, a Controlled Save avoids the consequence, and a Dire one does not."""
    play = Play()
    hero = play.hero(2)

    made = play.the(SaveMade, Save(consequence=play.face(hero, damage=1), stance=at(position)))

    assert made.roll is None
    assert (hp, 6) == (play.who(hero).hp, play.who(hero).stamina)
