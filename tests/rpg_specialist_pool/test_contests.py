"""Opposed rolls: the winner, ties, damage, and contests that wait for an answer."""

from typing import Any

import pytest

from services.rpg_specialist_pool.catalogue import CONTEXTS, TIES
from services.rpg_specialist_pool.chapters.attempts import Attempt, RuleTie, TieRuled
from services.rpg_specialist_pool.chapters.contests import (
    Answer,
    CancelContest,
    ContestAnswered,
    ContestCancelled,
    ContestOpened,
    ContestResolved,
    Oppose,
    OpposesItself,
    ResistanceOfAThing,
    StandStill,
    StoodStill,
)
from services.rpg_specialist_pool.chapters.criticals import CriticalShown
from services.rpg_specialist_pool.chapters.damage import DamageDealt
from services.rpg_specialist_pool.chapters.pools import PoolRolled
from services.rpg_specialist_pool.game import campaign
from services.rpg_specialist_pool.reading import success_pool
from services.rpg_specialist_pool.views import view
from shared.kernel.campaign.fights import AnswerFirst, EndTurn
from shared.kernel.campaign.roster import RemoveCharacter
from shared.kernel.campaign.seats import NotKnownHere, NotYours
from tests.rpg_specialist_pool.contests import fought, two
from tests.rpg_specialist_pool.play import FirstForm, Play, SecondForm, dice, of
from tests.support.campaigns import odds


@pytest.mark.rule("SG-OPP-01", "SG-R-31", "SG-POOL-12", "SG-X-10", "SG-DMG-01", "SG-DMG-02", "SG-R-02")
def test_both_sides_declare_and_then_both_roll() -> None:
    """Nothing is rolled before the other side has answered. Damage is rolled after both sides' rolls."""
    play, ann, bob = two()
    opened = play.do(Oppose(character=ann, target=bob, action=dice(5), context="combat"), seat="ann")
    assert [ContestOpened] == [type(event) for event in opened]
    contest = of(ContestOpened, opened).contest
    assert (contest,) == view(play.state, "bob").waiting

    events = play.do(Answer(contest=contest, action=dice(3)), 6, 7, 8, 2, 9, 6, 2, 3, 4, 7, 9, seat="bob")

    assert [ContestAnswered, PoolRolled, PoolRolled, ContestResolved, DamageDealt] == [type(event) for event in events]
    assert [ann, bob] == [event.character for event in events if isinstance(event, PoolRolled)]
    assert ("hit", 3) == (of(ContestResolved, events).outcome, of(ContestResolved, events).margin)
    dealt = of(DamageDealt, events)
    assert (3, (4, 7, 9), 20) == (dealt.dice, dealt.faces, dealt.damage)
    assert {} == play.state.contests


@pytest.mark.rule("SG-R-31")
def test_the_first_side_may_roll_before_the_other_declares() -> None:
    """If `opposed.declare` is `first_side_rolls`, the first side rolls at once.

    All seats see its roll, which counts.
    """
    play, ann, bob = two(opposed={"declare": "first_side_rolls"})
    opened = play.do(Oppose(character=ann, target=bob, action=dice(2), context="skill"), 6, 6)
    assert [ContestOpened, PoolRolled] == [type(event) for event in opened]
    (contest,) = play.state.contests

    events = play.do(Answer(contest=contest, action=dice(1)), 6)

    assert [ContestAnswered, PoolRolled, ContestResolved] == [type(event) for event in events]
    assert 1 == of(ContestResolved, events).margin


@pytest.mark.rule("SG-OPP-02", "SG-OPP-03", "SG-OPP-08")
@pytest.mark.parametrize("context", CONTEXTS)
def test_more_successes_win_in_every_context(context: str) -> None:
    """Successes are compared in the same way in each context of an opposed roll; the default context is `other`."""
    for first, second, expected in (((6, 6, 6), (6, 6), ("won", 1)), ((6,), (6, 6, 6, 6), ("lost", -3))):
        found = of(ContestResolved, fought(first, second, context=context))
        assert expected == (found.outcome, found.margin)
    play, ann, bob = two()
    assert "other" == play.the(ContestOpened, Oppose(character=ann, target=bob, action=dice(1))).context


@pytest.mark.rule("SG-OPP-04", "SG-OPP-06", "SG-R-20")
@pytest.mark.parametrize("outcome", TIES)
def test_the_keeper_decides_a_tie_outside_combat(outcome: Any) -> None:  # noqa: ANN401
    """A tie stays open until the Keeper decides it, unless `opposed.default_tie` decides all ties."""
    play, ann, bob = two()
    found = of(ContestResolved, play.clash(ann, bob, (6, 6), (6, 6), context="social"))
    assert "tie" == found.outcome

    play.when(RuleTie(tie=found.contest, outcome=outcome)).then(TieRuled(tie=found.contest, outcome=outcome))

    play.no(NotKnownHere, RuleTie(tie=found.contest, outcome=outcome))
    settled = fought((6, 6), (6, 6), context="social", groups={"opposed": {"default_tie": outcome}})
    assert outcome == of(ContestResolved, settled).outcome


@pytest.mark.rule("SG-R-20", "SG-R-30")
def test_a_test_that_equals_its_resistance_is_a_tie() -> None:
    """A test whose successes equal its resistance is a tie, which the Keeper decides like any other."""
    play = Play()
    play.do(Attempt(character=play.hero(), action=dice(1), resistance=1), 6)
    (tie,) = play.state.ties

    play.when(RuleTie(tie=tie, outcome="stalemate")).then(TieRuled(tie=tie, outcome="stalemate"))


@pytest.mark.rule("SG-OPP-05", "SG-DMG-03", "SG-DMG-04", "SG-X-06")
def test_a_tie_in_combat_is_a_glancing_blow_of_one_die() -> None:
    """A tie in combat is a glancing blow, which deals 1d10 damage."""
    events = fought((6, 6), (6, 6), 6)

    assert "glancing" == of(ContestResolved, events).outcome
    assert (1, 6) == (of(DamageDealt, events).dice, of(DamageDealt, events).damage)


@pytest.mark.rule("SG-R-04")
def test_a_defended_attack_deals_no_damage() -> None:
    """If the defence wins, no damage dice are rolled, even after a critical."""
    events = fought((10, 1, 1, 10, 10), (6, 6, 6, 6))

    assert "defended" == of(ContestResolved, events).outcome
    assert not any(isinstance(event, DamageDealt) for event in events)
    assert "critical_success" == of(CriticalShown, events).shows


@pytest.mark.rule("SG-R-13")
@pytest.mark.parametrize(
    ("setting", "outcome", "damage"), [("glancing", "glancing", (4,)), ("nothing", "defended", ())]
)
def test_a_tie_at_zero_successes_glances_by_default(setting: str, outcome: str, damage: tuple[int, ...]) -> None:
    """A tie at 0 successes is a glancing blow, or misses if `damage.zero_tie` is `nothing`."""
    groups = {"damage": {"zero_tie": setting}}

    assert outcome == of(ContestResolved, fought((2, 3), None, *damage, groups=groups)).outcome
    assert "glancing" == of(ContestResolved, fought((6,), (6,), 1, groups=groups)).outcome


@pytest.mark.rule("SG-R-33")
def test_a_side_that_does_not_roll_has_no_successes() -> None:
    """A Specialist who does not roll has 0 successes, and no critical."""
    events = fought((6, 2), None, 5)

    assert [StoodStill, PoolRolled, ContestResolved, DamageDealt] == [type(event) for event in events]
    assert 1 == of(ContestResolved, events).margin


@pytest.mark.rule("SG-R-33", "SG-R-30")
@pytest.mark.parametrize(("setting", "outcome"), [("as_opposition", "glancing"), ("as_threshold", "hit")])
def test_an_attack_on_a_thing_uses_its_resistance(setting: str, outcome: str) -> None:
    """An attack on a thing is decided at once by its resistance.

    The game refuses a resistance if the target is a Specialist.
    """
    play, ann, bob = two(test={"resistance": setting})
    events = play.do(
        Oppose(character=ann, action=dice(2), context="combat", resistance=2),
        6,
        6,
        3,
    )
    assert outcome == of(ContestResolved, events).outcome
    assert (1, 3) == (of(DamageDealt, events).dice, of(DamageDealt, events).damage)
    assert {} == play.state.contests

    assert 1 == play.the(ContestResolved, Oppose(character=ann, action=dice(1), context="skill"), 6).margin
    play.no(ResistanceOfAThing, Oppose(character=ann, target=bob, action=dice(1), resistance=2))


@pytest.mark.rule("SG-R-30")
def test_under_rules_version_0_a_hit_that_equals_a_resistance_has_no_damage_die() -> None:
    """Under version 0 of the rules, a hit whose successes equal the resistance rolls no damage die."""
    play = FirstForm(test={"resistance": "as_threshold"})
    blow = Oppose(character=play.hero(), action=dice(2), context="combat", resistance=2)

    assert 0 == play.the(DamageDealt, blow, 6, 6).dice


@pytest.mark.rule("SG-R-53", "SG-R-30", "SG-R-13")
@pytest.mark.parametrize(("kind", "zero_tie", "against", "outcome"), [
    (Play, "nothing", ("combat", 0), "defended"), (Play, "glancing", ("combat", 0), "hit"),
    (SecondForm, "nothing", ("combat", 0), "hit"), (Play, "nothing", ("skill", 0), "won"),
    (Play, "nothing", ("combat", 1), "hit"),
])  # fmt: skip
def test_no_success_does_not_hit_a_thing_without_resistance_if_a_tie_at_0_deals_no_damage(
    kind: type[Play], zero_tie: str, against: tuple[str, int], outcome: str
) -> None:
    """With `as_threshold` and `zero_tie` at `nothing`, an attack with 0 successes on a resistance of 0 is defended."""
    play = kind(test={"resistance": "as_threshold"}, damage={"zero_tie": zero_tie})
    hero, (context, resistance) = play.hero(), against
    events = play.do(
        Oppose(character=hero, action=dice(2), context=context, resistance=resistance),  # type: ignore[arg-type]
        *(6 if resistance else 2, 3, *[4] * (outcome == "hit")),
    )

    resolved = of(ContestResolved, events)
    assert (outcome, 0) == (resolved.outcome, resolved.margin)
    assert [DamageDealt] * (outcome == "hit") == [type(event) for event in events if isinstance(event, DamageDealt)]


@pytest.mark.rule("SG-CS-09", "SG-X-12", "SG-R-26")
def test_a_critical_success_doubles_the_damage_dice() -> None:
    """At tier Basic, 3 successes to 1 with two 10s deal 4d10.

    Whether a side's result is critical depends on its own tier.
    """
    events = fought((10, 10, 6, 1), (10,), 1, 2, 3, 4, tier="basic", other="basic")

    assert (4, 10) == (of(DamageDealt, events).dice, of(DamageDealt, events).damage)
    assert 6 == of(DamageDealt, fought((10, 6, 6, 6, 6), (6, 6), *[1] * 6)).dice


@pytest.mark.rule("SG-R-11")
@pytest.mark.parametrize(("doubles", "count"), [(True, 2), (False, 1)])
def test_a_critical_doubles_a_glancing_blow_by_default(doubles: bool, count: int) -> None:  # noqa: FBT001
    """By default a glancing blow with a critical deals 2d10."""
    groups = {"critical": {"doubles_glancing": doubles}}

    assert count == of(DamageDealt, fought((10,), (6,), *[1] * count, groups=groups)).dice


@pytest.mark.rule("SG-R-12")
def test_a_setting_lets_a_critical_failure_lose_an_opposed_roll() -> None:
    """By default successes decide an opposed roll.

    If `critical.decides` is `failure_loses`, a side that fails critically loses by at least one damage die.
    """
    loses = {"critical": {"decides": "failure_loses"}}
    failing = (1, 1, 1, 6, 6)

    assert "hit" == of(ContestResolved, fought(failing, (6,), 5)).outcome
    assert "defended" == of(ContestResolved, fought(failing, (6,), groups=loses)).outcome
    lost = fought((6,), failing, 7, groups=loses)
    assert ("hit", -1, 1) == (
        of(ContestResolved, lost).outcome,
        of(ContestResolved, lost).margin,
        of(DamageDealt, lost).dice,
    )
    assert "hit" == of(ContestResolved, fought(failing, (6, 1, 1), 5, groups=loses)).outcome


@pytest.mark.rule("SG-R-03")
def test_damage_dice_are_added_up_or_counted() -> None:
    """Damage is the sum of the faces, or the number of faces of 6 or more if `damage.read` is `successes`."""
    assert 20 == of(DamageDealt, fought((6, 6, 6), None, 4, 7, 9)).damage
    assert 2 == of(DamageDealt, fought((6, 6, 6), None, 4, 7, 9, groups={"damage": {"read": "successes"}})).damage


@pytest.mark.rule("SG-LUCK-06", "SG-OPP-01")
def test_an_answer_is_final() -> None:
    """Only the seat that must answer a contest can answer it, once, and can add nothing later."""
    play, ann, bob = two()
    contest = play.act_against(ann, bob, dice(1))

    play.no(NotYours, Answer(contest=contest, action=dice(1)), seat="ann")
    play.do(Answer(contest=contest, action=dice(1)), 6, 1, 5, seat="bob")
    play.no(NotKnownHere, Answer(contest=contest, action=dice(1, luck=1)), seat="bob")
    play.no(NotKnownHere, StandStill(contest=contest), seat="bob")


@pytest.mark.rule("SG-CAMP-11", "SG-R-47")
def test_no_specialist_opposes_itself() -> None:
    """The game refuses an opposed roll of a Specialist against itself."""
    play, ann, _ = two()
    play.no(OpposesItself, Oppose(character=ann, target=ann, action=dice(1)))


@pytest.mark.rule("SG-CAMP-07")
def test_the_keeper_answers_for_any_seat_or_calls_a_contest_off() -> None:
    """The Keeper may answer for any seat or call a contest off.

    Calling off returns only the Luck spent on dice that are not yet rolled.
    """
    for declare, faces, back in (("both_first", (), (7, 3)), ("first_side_rolls", (1, 1, 1), (5, 2))):
        play = Play(opposed={"declare": declare})
        ann, bob = play.hero(luck=7), play.hero("bob")
        play.fight(ann, bob)
        play.do(Oppose(character=ann, target=bob, action=dice(1, ap=1, luck=2), context="combat"), *faces)
        assert (5, 2) == (play.who(ann).luck, play.in_fight(ann).ap)
        (contest,) = play.state.contests
        play.no(AnswerFirst, RemoveCharacter(character=bob, reason="gone"))

        play.when(CancelContest(contest=contest, reason="a mistake")).then(
            ContestCancelled(contest=contest, reason="a mistake")
        )

        assert back == (play.who(ann).luck, play.in_fight(ann).ap)
        play.do(RemoveCharacter(character=bob, reason="gone"))
    play, ann, bob = two()
    contest = play.act_against(ann, bob, dice(1))
    play.do(StandStill(contest=contest), 6, 5, seat="gm")


@pytest.mark.rule("SG-CAMP-13")
def test_an_open_contest_blocks_those_it_concerns() -> None:
    """Outside a fight, an open contest blocks all Specialists.

    During a fight, a contest of bystanders blocks no fighter.
    """
    play, ann, bob = two()
    other, third = play.hero("bob"), play.hero("gm")
    play.fight(ann, bob)
    contest = play.act_against(ann, bob, dice(1, ap=1))

    play.no(AnswerFirst, Attempt(character=ann, action=dice(1, ap=1)))
    play.no(AnswerFirst, EndTurn(participant=ann))
    play.no(AnswerFirst, Attempt(character=other, action=dice(1)))
    play.do(StandStill(contest=contest), 1, 5)
    play.act_against(other, third, dice(1))
    play.do(EndTurn(participant=ann))
    loose = Play()
    first, second, third = loose.hero(), loose.hero("bob"), loose.hero("gm")
    loose.act_against(first, second, dice(1))
    loose.no(AnswerFirst, Attempt(character=third, action=dice(1)))


@pytest.mark.rule("SG-CAMP-12")
def test_undecided_ties_and_criticals_block_nothing() -> None:
    """Undecided ties and criticals block no command. If there are more than twenty, the oldest is dropped."""
    play = Play()
    hero = play.hero()
    for _ in range(21):
        play.do(Attempt(character=hero, action=dice(1), resistance=1), 10)

    assert (20, 20) == (len(play.state.ties), len(play.state.criticals))
    seen = view(play.state, "bob")
    assert (20, 20) == (len(seen.ties), len(seen.criticals))
    assert view(play.state, None) == view(play.state, "spectator")


@pytest.mark.rule("SG-CAMP-19")
def test_a_dry_run_of_an_answer_shows_each_sides_pool() -> None:
    """A dry run of an answer shows each side's Specialist and pool, except for a side that has already rolled."""
    for declare in ("both_first", "first_side_rolls"):
        play = Play(opposed={"declare": declare})
        ann, bob = play.hero(), play.hero("bob", luck=4)
        faces = (6, 6, 2) if declare == "first_side_rolls" else ()
        play.do(Oppose(character=ann, target=bob, action=dice(3), context="social"), *faces)
        (contest,) = play.state.contests

        found = odds(campaign, Answer(contest=contest, action=dice(2, luck=1)), play.state)["sides"]

        sides = {side.character: (side.dice, side.luck) for side in found}
        assert sides == {bob: (2, 1)} if faces else {ann: (3, 0), bob: (2, 1)}
        for side in found:
            pool = success_pool(side.dice, side.luck, "simple", play.state.settings)
            assert pool.odds() == side.odds
