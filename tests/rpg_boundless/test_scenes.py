"""Pools, fortune rolls, encounters and reactions."""

import pytest

from services.rpg_boundless.chapters.encounters import (
    EncounterHappened,
    EncounterRolled,
    ReactionRolled,
    RollEncounter,
    RollReaction,
)
from services.rpg_boundless.chapters.fortune import (
    AdjustFortune,
    AskFortune,
    Basis,
    ContestDecided,
    FortuneOpposed,
    FortuneTold,
    FreeDiceNeedReason,
    LikelihoodUnclear,
    Odds,
    OpposeFortune,
    QuestionNeeded,
)
from services.rpg_boundless.chapters.pools import OpenPool, PoolIsEmpty, PoolOpened, PoolSizeUnknown
from services.rpg_boundless.chapters.running_out import PoolEmptied, PoolRolled, RollPool
from shared.kernel.campaign.seats import NotKnownHere
from tests.rpg_boundless.play import Play, odds

EVEN = Odds(likelihood="even")


def pool(play: Play, dice: int, limit: int | None = None, outcome: str | None = None) -> str:
    """Set up a Pool; return its id."""
    return play.the(PoolOpened, OpenPool(name="oil", dice=dice, limit=limit, outcome=outcome)).pool


@pytest.mark.rule("FB-POOL-01")
def test_a_pool_has_two_four_six_or_eight_dice() -> None:
    """A Pool has 2, 4, 6 or 8 dice. The game refuses any other number."""
    play = Play()
    for dice in (2, 4, 6, 8):
        pool(play, dice)
    for dice in (0, 1, 3, 5, 7, 10):
        play.no(PoolSizeUnknown, OpenPool(name="oil", dice=dice))


@pytest.mark.rule("FB-POOL-02", "FB-POOL-03", "FB-R-44")
def test_a_pool_loses_a_die_for_each_miss() -> None:
    """A Pool loses a die for each Miss, such as a 4. Its history records the dice left after each roll."""
    play = Play()
    oil = pool(play, 4)

    rolled = play.the(PoolRolled, RollPool(pool=oil), 6, 5, 5, 4)
    play.do(RollPool(pool=oil), 5, 5, 6)

    assert (4, 1, 3) == (rolled.roll.dice, rolled.lost, rolled.left)
    assert (3, 3) == play.state.pools[oil].history


@pytest.mark.rule("FB-POOL-04", "FB-POOL-05")
@pytest.mark.parametrize(("limit", "left"), [(3, 3), (1, 5), (None, 4)])
def test_a_roll_removes_no_more_than_the_limit(limit: int | None, left: int) -> None:
    """Six Misses with 6 dice remove only as many dice as the Pool's limit, which is 2 by default."""
    play = Play()

    assert left == play.the(PoolRolled, RollPool(pool=pool(play, 6, limit)), 1, 1, 1, 1, 1, 1).left


@pytest.mark.rule("FB-POOL-06", "FB-R-44")
@pytest.mark.parametrize("before", [True, False])
def test_an_emptied_pool_has_an_effect_and_is_closed(before: bool) -> None:  # noqa: FBT001
    """The effect of an emptied Pool is stated with the Pool or with its last roll.

    An emptied Pool cannot be rolled again.
    """
    play = Play()
    oil = pool(play, 2, outcome="dark" if before else None)

    emptied = play.the(PoolEmptied, RollPool(pool=oil, outcome=None if before else "dark"), 1, 1)

    assert "dark" == emptied.outcome
    assert {} == play.state.pools
    play.no(PoolIsEmpty, RollPool(pool=oil))


@pytest.mark.rule("FB-X-19")
def test_a_pool_shrinks_over_two_rolls() -> None:
    """A 4D Pool with limit 2 has 2 dice left after 1, 1, 1, 6, and then 1 die after 1, 5."""
    play = Play()
    oil = pool(play, 4, 2)

    left = [play.the(PoolRolled, RollPool(pool=oil), *faces).left for faces in ((1, 1, 1, 6), (1, 5))]

    assert [2, 1] == left


# ---------------------------------------------------------------- fortune


@pytest.mark.rule("FB-FORT-01")
def test_fortune_answers_a_question() -> None:
    """The game refuses a fortune roll without a question."""
    play = Play()
    play.no(QuestionNeeded, AskFortune(odds=EVEN))
    play.no(QuestionNeeded, OpposeFortune(sides=(EVEN, EVEN)))

    assert "is it so" == play.the(FortuneTold, AskFortune(question="is it so", odds=EVEN), 1, 1).question


@pytest.mark.rule("FB-FORT-02", "FB-FORT-03", "FB-FORT-04", "FB-FORT-05", "FB-FORT-06", "FB-FORT-07")
@pytest.mark.parametrize(
    ("likelihood", "faces", "yes"),
    [
        ("likely", (1, 1, 1), False),
        ("almost_certain", (1, 1, 1, 1), False),
        ("even", (1, 1), False),
        ("unlikely", (5,), True),
        ("slim", (5,), False),
        ("slim", (6,), True),
    ],
)
def test_likelihood_sets_the_number_of_dice(likelihood: str, faces: tuple[int, ...], yes: bool) -> None:  # noqa: FBT001
    """An almost certain answer has 4 dice, a likely one 3, an even one 2, an unlikely one 1, and a slim chance 0."""
    asked = AskFortune(question="is it so", odds=Odds(likelihood=likelihood))  # type: ignore[arg-type]

    answer = Play().the(FortuneTold, asked, *faces)

    assert (faces, yes) == (answer.roll.faces, answer.yes)


@pytest.mark.rule("FB-FORT-08")
def test_an_attribute_may_set_the_number_of_dice() -> None:
    """A fortune roll with Willpower 3 has 3 dice. The game refuses both an Attribute and a likelihood, and neither."""
    play = Play()
    basis = Basis(character=play.hero(1, 0, 3), attribute="willpower")
    for unclear in (Odds(basis=basis, likelihood="even"), Odds()):
        play.no(LikelihoodUnclear, AskFortune(question="is it so", odds=unclear))
    nobody = Odds(basis=Basis(character="character-99", attribute="willpower"))
    play.no(NotKnownHere, AskFortune(question="is it so", odds=nobody))

    assert 3 == play.the(FortuneTold, AskFortune(question="is it so", odds=Odds(basis=basis)), 1, 1, 1).roll.dice


@pytest.mark.rule("FB-R-46")
def test_a_free_number_of_dice_needs_a_reason() -> None:
    """The game master needs a reason to choose the number of dice freely; if `free_dice` is `never`, it is refused."""
    asked = AskFortune(question="is it so", odds=Odds(dice=5, reason="odd"))
    play = Play()
    refusal = play.no(FreeDiceNeedReason, AskFortune(question="is it so", odds=Odds(dice=5)))
    assert ("a reason beside the number", None) == (refusal.needs, refusal.has)
    refusal = Play(fortune={"free_dice": "never"}).no(FreeDiceNeedReason, asked)
    assert ("a likelihood or an Attribute instead", 5) == (refusal.needs, refusal.has)

    assert 5 == play.the(FortuneTold, asked, 1, 1, 1, 1, 1).roll.dice
    none = AskFortune(question="is it so", odds=Odds(dice=0, reason="odd"))
    assert play.the(FortuneTold, none, 5).roll.zero


@pytest.mark.rule("FB-FORT-10", "FB-FORT-11", "FB-FORT-12", "FB-R-17")
@pytest.mark.parametrize(("faces", "yes", "extra"), [((5, 5, 6), True, 2), ((5, 1, 1), True, 0), ((1, 4, 4), False, 0)])
def test_a_hit_means_yes(faces: tuple[int, ...], yes: bool, extra: int) -> None:  # noqa: FBT001
    """A fortune roll without Hits means no, and one with a Hit means yes. Hits after the first are counted as extra."""
    answer = Play().the(FortuneTold, AskFortune(question="is it so", odds=Odds(likelihood="likely")), *faces)

    assert (yes, extra) == (answer.yes, answer.extra)


@pytest.mark.rule("FB-FORT-09")
@pytest.mark.parametrize(
    ("faces", "ahead", "by"), [((5, 6, 5, 1), "first", 1), ((1, 1, 5, 6), "second", 2), ((1, 1, 1, 1), "even", 0)]
)
def test_opposed_sides_compare_their_hits(faces: tuple[int, ...], ahead: str, by: int) -> None:
    """In an opposed roll the side with more Hits is ahead, by the difference."""
    answer = Play().the(FortuneOpposed, OpposeFortune(question="who", sides=(EVEN, EVEN)), *faces)

    assert (ahead, by) == (answer.ahead, answer.by)


@pytest.mark.rule("FB-R-45")
@pytest.mark.parametrize(
    ("tie", "faces", "ahead"),
    [
        ("even", (5, 1, 1, 5), "even"),
        ("first_side", (5, 1, 1, 5), "first"),
        ("second_side", (1, 1, 1, 1), "second"),
        ("reroll", (5, 1, 5, 1, 1, 1, 1, 1, 5, 1, 1, 1), "first"),
    ],
)
def test_settings_decide_ties_of_opposed_rolls(tie: str, faces: tuple[int, ...], ahead: str) -> None:
    """A tied opposed roll stays even, is rolled again, or is won by one side, as `fortune.tie` says."""
    play = Play(fortune={"tie": tie})

    answer = play.the(FortuneOpposed, OpposeFortune(question="who", sides=(EVEN, EVEN)), *faces)

    assert (ahead, 2 if tie == "reroll" else 0) == (answer.ahead, len(answer.earlier))
    assert (answer.contest,) * (tie == "even") == play.state.tied


@pytest.mark.rule("FB-R-45", "FB-FORT-09")
@pytest.mark.parametrize(
    ("tie", "chance"), [("even", "8/27"), ("second_side", "8/27"), ("first_side", "19/27"), ("reroll", "1/2")]
)
def test_the_odds_of_an_opposed_roll_are_those_to_be_ahead(tie: str, chance: str) -> None:
    """Two dice against two tie with probability 33 of 81. Each side is ahead in half of the other cases."""
    play = Play(fortune={"tie": tie})

    found = odds(OpposeFortune(question="who", sides=(EVEN, EVEN)), play.state)

    assert chance == found.chance


@pytest.mark.rule("FB-R-84", "FB-R-45")
def test_the_odds_of_a_hidden_opposed_roll_include_no_reroll() -> None:
    """The odds of a hidden opposed roll include no reroll, because a hidden tie is never rerolled."""
    play = Play(fortune={"tie": "reroll"})

    found = odds(OpposeFortune(question="who", sides=(EVEN, EVEN), hidden=True), play.state)

    assert ("8/27", "the first side has more Hits") == (found.chance, found.success)


@pytest.mark.rule("FB-R-45")
def test_the_game_master_may_favour_a_side_of_an_even_roll() -> None:
    """The game master may decide a tied opposed roll once, with a reason.

    The game refuses this for a roll that was not tied.
    """
    play = Play()
    opposed = OpposeFortune(question="who", sides=(EVEN, EVEN))
    settled = play.the(FortuneOpposed, opposed, 5, 1, 1, 1).contest
    even = play.the(FortuneOpposed, opposed, 1, 1, 1, 1).contest
    play.no(ContestDecided, AdjustFortune(roll=settled, ahead="second", reason="wind"))

    play.do(AdjustFortune(roll=even, ahead="second", reason="wind"))

    play.no(ContestDecided, AdjustFortune(roll=even, ahead="first", reason="wind"))


# ---------------------------------------------------------------- encounters


@pytest.mark.rule("FB-ENC-02", "FB-ENC-03", "FB-ENC-04")
@pytest.mark.parametrize("trigger", ["rest", "search", "attention"])
@pytest.mark.parametrize(("dice", "rolled"), [(3, 3), (None, 1), (0, 1)])
def test_an_encounter_roll_has_a_trigger(trigger: str, dice: int | None, rolled: int) -> None:
    """An Encounter Roll names its trigger.

    The game master sets its number of dice by a likelihood; the default is 1.
    """
    command = RollEncounter(trigger=trigger, dice=dice)  # type: ignore[arg-type]

    made = Play().the(EncounterRolled, command, *[1] * rolled)

    assert (trigger, rolled) == (made.trigger, len(made.roll.faces))


@pytest.mark.rule("FB-ENC-05", "FB-ENC-06", "FB-R-47")
@pytest.mark.parametrize("faces", [(5,), (5, 6, 5)])
def test_signs_open_one_pool_of_two_dice(faces: tuple[int, ...]) -> None:
    """An Encounter Roll with any number of Hits opens one 2D Pool of signs, with the default limit."""
    play = Play()

    made, opened = play.do(RollEncounter(trigger="search", dice=len(faces)), *faces)

    assert isinstance(made, EncounterRolled)
    assert isinstance(opened, PoolOpened)
    assert made.signs
    assert (2, 2, made.encounter) == (opened.dice, opened.limit, opened.encounter)


@pytest.mark.rule("FB-ENC-07")
def test_the_encounter_happens_when_its_pool_empties() -> None:
    """An encounter with signs happens when their Pool is empty, and not before."""
    play = Play()
    made = play.the(EncounterRolled, RollEncounter(trigger="rest"), 5)
    (signs,) = play.state.pools
    assert [PoolRolled] == [type(event) for event in play.do(RollPool(pool=signs), 5, 1)]

    happened = play.the(EncounterHappened, RollPool(pool=signs), 1)

    assert made.encounter == happened.encounter
    assert {} == play.state.signs


@pytest.mark.rule("FB-ENC-08")
def test_an_encounter_roll_without_hits_opens_no_pool() -> None:
    """An Encounter Roll without Hits opens no Pool of signs."""
    play = Play()

    assert not play.the(EncounterRolled, RollEncounter(trigger="rest"), 4).signs
    assert {} == play.state.pools


@pytest.mark.rule("FB-REACT-01", "FB-REACT-02", "FB-REACT-03", "FB-REACT-04", "FB-REACT-05", "FB-REACT-06")
@pytest.mark.parametrize(
    ("dice", "faces", "approachable", "warmth"),
    [(None, (5, 1), True, 1), (2, (5, 6), True, 2), (4, (1, 1, 1, 1), False, 0), (None, (1, 4), False, 0)],
)
def test_hits_make_a_reaction_friendlier(
    dice: int | None, faces: tuple[int, ...], *, approachable: bool, warmth: int
) -> None:
    """A reaction roll names the other party, which stays away without Hits, and is friendlier with each Hit."""
    made = Play().the(ReactionRolled, RollReaction(who="the guards", dice=dice), *faces)

    assert ("the guards", faces) == (made.who, made.roll.faces)
    assert (approachable, warmth) == (made.approachable, made.warmth)
