"""Counterattacks: their AP, how they lapse, and dice that the Keeper must approve."""

import pytest

from services.rpg_specialist_pool.awaits import awaits
from services.rpg_specialist_pool.chapters.attempts import Attempt
from services.rpg_specialist_pool.chapters.contests import (
    Answer,
    CancelContest,
    ContestOpened,
    Counterattack,
    NoCounterattack,
    Oppose,
    StandStill,
)
from services.rpg_specialist_pool.chapters.criticals import (
    ConsequenceRuled,
    CounterattackLapsed,
    Destabilise,
    NoApToCounter,
    RuleConsequence,
)
from services.rpg_specialist_pool.chapters.forgoing import ForgoCounterattack, NotForgoneHere
from services.rpg_specialist_pool.chapters.initiative import RollInitiative
from services.rpg_specialist_pool.chapters.pools import ApNeeded, NotEnoughAp
from services.rpg_specialist_pool.chapters.proposals import Propose
from services.rpg_specialist_pool.chapters.specialists import NoVitality
from services.rpg_specialist_pool.state import Action, Counter, DamageChange, Situational
from shared.kernel.campaign.days import StartDay
from shared.kernel.campaign.fights import (
    AnswerFirst,
    EndFight,
    EndTurn,
    JoinFight,
    LeaveFight,
    OutsideTheFight,
    StartFight,
    TurnBegan,
)
from shared.kernel.campaign.proposals import ConfirmProposal, WaitsForTheGameMaster
from shared.kernel.campaign.seats import NotYours, OutOfRange
from tests.rpg_specialist_pool.counterattacking import fought, grant
from tests.rpg_specialist_pool.play import FAILS, FirstForm, Play, SecondForm, dice, latest, listed

# ---------------------------------------------------------------- at once, and for AP


@pytest.mark.rule("SG-R-36")
def test_a_counterattack_lapses_as_the_next_turn_begins() -> None:
    """A counterattack must be made before the current turn ends."""
    play = Play()
    ann, bob = fought(play)
    grant(play, ann, bob)

    events = play.do(EndTurn(participant=ann))

    lapsed = CounterattackLapsed(character=bob, target=ann)
    assert events.index(TurnBegan(participant=bob)) < events.index(lapsed)
    assert play.state.counter is None
    play.no(NoCounterattack, Counterattack(character=bob, action=dice(1, ap=1)))


@pytest.mark.rule("SG-R-36", "SG-CAMP-16")
def test_a_turn_does_not_end_a_counterattack_of_bystanders() -> None:
    """The next turn does not end a counterattack between bystanders, unless one of them is in the fight by then."""
    play = Play()
    ann, bob, cat, dan = fought(play, bystanders=2)
    granted = grant(play, cat, dan)
    play.do(EndTurn(participant=ann))
    assert granted == play.state.counter
    play.do(JoinFight(participant=cat))
    play.no(OutsideTheFight, Counterattack(character=dan, action=dice(1)))
    play.do(RollInitiative(participant=cat), 6, 6, 6)

    play.do(EndTurn(participant=bob))

    assert play.state.counter is None


@pytest.mark.rule("SG-R-36")
def test_another_action_ends_an_unused_counterattack() -> None:
    """An unused counterattack ends when a Specialist within reach takes another action.

    The events of that action record it.
    """
    play = Play()
    ann, bob = play.hero(), play.hero("bob")
    lapsed = CounterattackLapsed(character=bob, target=ann)
    grant(play, ann, bob)
    assert lapsed == play.the(CounterattackLapsed, Attempt(character=ann, action=dice(1)), 6)
    grant(play, ann, bob)
    assert lapsed == play.the(CounterattackLapsed, Oppose(character=ann, target=bob, action=dice(1)))
    (contest,) = play.state.contests
    play.do(CancelContest(contest=contest, reason="wait"))
    assert Counter(character=bob, target=ann) == play.state.counter

    made = play.do(Counterattack(character=bob, action=dice(1)))

    assert [ContestOpened] == [type(event) for event in made]


@pytest.mark.rule("SG-R-50", "SG-R-36")
@pytest.mark.parametrize(("ends", "stands"), [("own_action", True), ("next_action", False)])
def test_a_setting_decides_whether_actions_of_others_end_a_counterattack(
    ends: str, stands: bool,  # noqa: FBT001
) -> None:  # fmt: skip
    """Outside fights, `counterattack_ends` decides whether actions of others end a counterattack.

    An action of one of its two sides always ends it.
    """
    play = Play(critical={"counterattack_ends": ends})
    ann, bob, cat = (play.hero(seat) for seat in ("ann", "bob", "gm"))
    granted = grant(play, ann, bob)

    play.do(Attempt(character=cat, action=dice(1)), 6)

    assert (granted if stands else None) == play.state.counter
    if stands:
        lapsed = play.the(CounterattackLapsed, Attempt(character=bob, action=dice(1)), 6, seat="bob")
        assert CounterattackLapsed(character=bob, target=ann) == lapsed


@pytest.mark.rule("SG-R-50", "SG-R-36")
@pytest.mark.parametrize("seat", ["ann", "bob"])
def test_an_action_of_one_of_the_two_ends_a_counterattack_outside_fights(seat: str) -> None:
    """Outside fights, an action of either side of a counterattack ends it under every setting."""
    play = Play(critical={"counterattack_ends": "own_action"})
    ann, bob = heroes = play.hero(), play.hero("bob")
    grant(play, ann, bob)
    acts = heroes[["ann", "bob"].index(seat)]

    lapsed = play.the(CounterattackLapsed, Attempt(character=acts, action=dice(1)), 6, seat=seat)

    assert (CounterattackLapsed(character=bob, target=ann), None) == (lapsed, play.state.counter)


@pytest.mark.rule("SG-R-51", "SG-R-50")
def test_an_opposed_roll_of_another_is_answered_before_a_counterattack_that_waits() -> None:
    """Answering another's opposed roll does not end a pending counterattack, which can be made afterwards."""
    play = Play(critical={"counterattack_ends": "own_action"})
    ann, bob, cat = (play.hero(seat) for seat in ("ann", "bob", "gm"))
    granted = grant(play, ann, bob)
    play.do(Oppose(character=cat, target=ann, action=dice(1)))
    (contest,) = play.state.contests
    play.no(AnswerFirst, Counterattack(character=bob, action=dice(1)), seat="bob")

    play.do(Answer(contest=contest, action=dice(1)), 6, 5, seat="ann")

    assert granted == play.state.counter
    play.the(ContestOpened, Counterattack(character=bob, action=dice(1)), seat="bob")


@pytest.mark.rule("SG-R-50")
def test_in_a_fight_every_action_ends_a_counterattack() -> None:
    """In a fight, every action of a fighter ends a counterattack, whatever the setting for actions outside fights."""
    play = Play(critical={"counterattack_ends": "own_action"})
    ann, bob, cat = play.hero(), play.hero("bob"), play.hero("gm")
    play.fight(ann, bob, cat)
    play.clash(ann, bob, FAILS, (6,))
    failed = latest(play.state.criticals)
    play.do(EndTurn(participant=ann))
    play.do(EndTurn(participant=bob))
    play.do(RuleConsequence(critical=failed, consequence="counterattack", text="opens up"))

    play.the(CounterattackLapsed, Attempt(character=cat, action=dice(1, ap=1)), 6)

    assert play.state.counter is None


@pytest.mark.rule("SG-CAMP-21", "SG-CAMP-20")
def test_a_seat_may_forgo_a_counterattack() -> None:
    """The seat that may counterattack, or the Keeper, can forgo it.

    The counterattack lapses, and the campaign stops waiting for it.
    """
    play = Play()
    ann, bob = fought(play)
    play.no(NoCounterattack, ForgoCounterattack(character=bob), seat="bob")
    grant(play, ann, bob)
    play.no(NoCounterattack, ForgoCounterattack(character=ann), seat="ann")
    play.no(NotYours, ForgoCounterattack(character=bob), seat="ann")
    assert {"ann", "bob"} == {*awaits(play.state)}

    play.when(ForgoCounterattack(character=bob), seat="bob").then(CounterattackLapsed(character=bob, target=ann))

    assert {"ann"} == {*awaits(play.state)}
    play.no(NoCounterattack, Counterattack(character=bob, action=dice(1, ap=1)), seat="bob")


@pytest.mark.rule("SG-CAMP-21")
def test_under_rules_version_0_a_counterattack_is_not_forgone() -> None:
    """Under version 0 of the rules a counterattack cannot be forgone.

    The legal list shows the command as blocked, with its rule.
    """
    play = FirstForm()
    ann, bob = fought(play)
    granted = grant(play, ann, bob)
    forgoes = ForgoCounterattack(character=bob)

    assert "form 1 or later" == play.no(NotForgoneHere, forgoes, seat="bob").needs

    assert granted == play.state.counter
    blocked = {command: one.rule for one in listed(play.state, "bob").blocked for command in one.commands}
    assert "SG-CAMP-21" == blocked["ForgoCounterattack"]


@pytest.mark.rule("SG-R-36")
@pytest.mark.parametrize("leaves", [0, 1])
def test_a_counterattack_lapses_as_one_of_the_two_leaves_the_fight(leaves: int) -> None:
    """A counterattack lapses when either side leaves the fight, even if it returns in the same turn."""
    play = Play()
    two = (ann, bob) = play.hero(), play.hero("bob")
    play.fight(play.hero(), *two)
    play.do(EndTurn(participant=play.state.turn or ""))
    grant(play, ann, bob)

    lapsed = play.the(CounterattackLapsed, LeaveFight(participant=two[leaves]))

    assert CounterattackLapsed(character=bob, target=ann) == lapsed
    play.do(JoinFight(participant=two[leaves]))
    play.no(NoCounterattack, Counterattack(character=bob, action=dice(1, ap=1)))


@pytest.mark.rule("SG-R-21")
def test_consequences_never_add_dice() -> None:
    """Consequences can only take dice away from the next attack.

    Under version 0 of the rules they can also add dice.
    """
    play = Play()
    ann, bob = fought(play)
    play.clash(ann, bob, FAILS, (10,))
    failed, defended = sorted(play.state.criticals)
    more = RuleConsequence(critical=failed, consequence="lost_footing", text="slips", dice=1)
    refusal = play.no(OutOfRange, more)
    assert ("-20 to 0", 1, "dice") == (refusal.needs, refusal.has, refusal.field)
    play.no(OutOfRange, Destabilise(critical=defended, dice=20, reason="off balance"))

    play.do(Destabilise(critical=defended, dice=-20, reason="off balance"))
    old = FirstForm()
    ann, bob = fought(old)
    old.clash(ann, bob, FAILS, (6,))
    shown = latest(old.state.criticals)
    old.do(RuleConsequence(critical=shown, consequence="lost_footing", text="and gains by it", dice=1))
    assert 1 == old.in_fight(ann).unsettled


@pytest.mark.rule("SG-R-36")
def test_a_counterattack_lapses_overnight() -> None:
    """Outside a fight a counterattack lapses when the next day begins."""
    play = Play()
    ann, bob = play.hero(), play.hero("bob")
    grant(play, ann, bob)

    assert CounterattackLapsed(character=bob, target=ann) in play.do(StartDay())
    assert play.state.counter is None


@pytest.mark.rule("SG-CAMP-13")
def test_a_bystander_with_a_pending_contest_does_nothing_new() -> None:
    """Bystanders in an open contest cannot act, and no one can act against them. Other bystanders may act."""
    play = Play()
    _, _, cat, dan = fought(play, bystanders=2)
    eve = play.hero("gm")
    play.act_against(cat, dan, dice(1), context="social")

    for one in (cat, dan):
        play.no(AnswerFirst, Attempt(character=one, action=dice(1)))
        play.no(AnswerFirst, Oppose(character=eve, target=one, action=dice(1)))
    play.do(Attempt(character=eve, action=dice(1)), 6)


@pytest.mark.rule("SG-R-36", "SG-R-32")
def test_a_counterattack_costs_at_least_one_ap() -> None:
    """A counterattack costs at least 1 AP. The Keeper cannot grant one to a Specialist without AP."""
    play = Play()
    ann, bob = play.hero(), play.hero("bob", speed=5)
    play.fight(ann, bob)
    grant(play, ann, bob)
    play.no(ApNeeded, Counterattack(character=bob, action=dice(1)))
    play.no(NotEnoughAp, Counterattack(character=bob, action=dice(1, ap=2)))
    made = play.the(ContestOpened, Counterattack(character=bob, action=dice(1, ap=1)))
    play.do(StandStill(contest=made.contest), 6, 5)
    assert 0 == play.in_fight(bob).ap

    play.clash(ann, bob, FAILS, (6,))

    counters = RuleConsequence(critical=latest(play.state.criticals), consequence="counterattack", text="opens up")
    refusal = play.no(NoApToCounter, counters)
    assert (1, 0) == (refusal.needs, refusal.has)


@pytest.mark.rule("SG-R-36", "SG-R-32")
def test_a_setting_allows_a_counterattack_without_ap() -> None:
    """If `minimum_per_action` is 0, a counterattack may cost 0 AP, as other actions may."""
    free = Play(ap={"minimum_per_action": 0, "start_of_exchange": "zero_until_first_turn"})
    ann, bob = fought(free)
    grant(free, ann, bob)
    assert 0 == free.the(ContestOpened, Counterattack(character=bob, action=dice(1))).pool.ap
    word = Play(ap={"start_of_exchange": "zero_until_first_turn"}, critical={"counterattack": "label"})
    ann, bob = fought(word)
    word.clash(ann, bob, FAILS, (6,))
    word.do(RuleConsequence(critical=latest(word.state.criticals), consequence="counterattack", text="opens up"))
    assert word.state.counter is None


@pytest.mark.rule("SG-R-52", "SG-R-36", "SG-R-27")
@pytest.mark.parametrize(("kind", "how", "granted"), [
    (Play, "one_attack", False), (Play, "label", True), (SecondForm, "one_attack", True),
])  # fmt: skip
def test_no_counterattack_is_granted_on_a_specialist_that_damage_cannot_hurt(
    kind: type[Play], how: str, granted: bool,  # noqa: FBT001
) -> None:  # fmt: skip
    """The Keeper cannot grant a counterattack on a Specialist without Vitality if damage lowers Vitality."""
    play = kind(damage={"applies_to": "vitality"}, critical={"counterattack": how})
    ogre, bob = play.hero("gm"), play.hero("bob", vitality=5)
    play.clash(ogre, bob, FAILS, (6,))
    critical = latest(play.state.criticals)
    counters = RuleConsequence(critical=critical, consequence="counterattack", text="opens up")

    if granted:
        ruled = play.the(ConsequenceRuled, counters)
        assert ruled.by == (bob if how == "one_attack" else None)
        return
    refusal = play.no(NoVitality, counters)
    assert ("a target with Vitality", ogre, "consequence") == (refusal.needs, refusal.has, refusal.field)
    assert critical in play.state.criticals
    play.do(RuleConsequence(critical=critical, consequence="narrative", text="it stumbles"))


# ---------------------------------------------------------------- dice that the Keeper has to give


@pytest.mark.rule("SG-CAMP-03", "SG-R-36")
def test_a_player_proposes_a_counterattack_with_situational_dice() -> None:
    """A player must propose a counterattack with situational dice or a change of damage to the Keeper."""
    play = Play()
    ann, bob = fought(play)
    grant(play, ann, bob)
    above = Situational(dice=1, reason="from above")
    blow = Counterattack(character=bob, action=Action(tier="simple", ap=1, situational=above))
    play.no(WaitsForTheGameMaster, blow, seat="bob")
    harder = Counterattack(character=bob, action=dice(1, ap=1), damage=DamageChange(by="x", dice=1, reason="sharp"))
    play.no(WaitsForTheGameMaster, harder, seat="bob")
    play.do(Propose(command=blow), seat="bob")
    (proposal,) = play.state.proposals

    opened = play.the(ContestOpened, ConfirmProposal(proposal=proposal))

    assert (bob, True, 2) == (opened.character, opened.counterattack, opened.pool.dice)


@pytest.mark.rule("SG-CAMP-03", "SG-R-19")
def test_a_player_proposes_an_initiative_roll_with_own_dice() -> None:
    """A player proposes an initiative roll with added dice, which is made when the Keeper confirms it."""
    play = Play(initiative={"dice": "supplied"})
    ann, bob = play.hero(), play.hero("bob")
    play.do(StartFight(participants=(ann, bob)))
    play.no(WaitsForTheGameMaster, RollInitiative(participant=ann, dice=2), seat="ann")
    play.do(Propose(command=RollInitiative(participant=ann, dice=2)), seat="ann")
    (proposal,) = play.state.proposals

    play.do(ConfirmProposal(proposal=proposal), 6, 6)

    assert 2 == play.in_fight(ann).score


# ---------------------------------------------------------------- campaigns that were opened before


@pytest.mark.rule("SG-CAMP-16", "SG-CAMP-17", "SG-R-36")
def test_under_rules_version_0_a_counterattack_outlasts_its_turn() -> None:
    """Under version 0 of the rules a counterattack outlasts its turn and needs no AP, until the fight ends."""
    play = FirstForm()
    ann, bob, cat, dan = fought(play, bystanders=2)
    play.clash(cat, dan, FAILS, (6,))
    outside = latest(play.state.criticals)
    grant(play, ann, bob)
    play.do(LeaveFight(participant=bob))
    play.do(JoinFight(participant=bob))
    play.do(EndTurn(participant=ann))
    assert play.state.counter is not None
    made = play.the(ContestOpened, Counterattack(character=bob, action=dice(1)))
    play.do(CancelContest(contest=made.contest, reason="wait"))
    assert play.state.counter is not None
    play.do(EndFight())
    assert play.state.criticals[outside].past
    assert play.state.counter is None
