"""Action Points, tiers and initiative: what an action may spend, and who acts when."""

from typing import Any

import pytest
from msgspec.structs import replace

from services.rpg_specialist_pool.catalogue import TIERS
from services.rpg_specialist_pool.chapters.attempts import Attempt, AttemptMade
from services.rpg_specialist_pool.chapters.conditions import ApplyCondition
from services.rpg_specialist_pool.chapters.contests import Answer, ContestAnswered, Oppose, StandStill
from services.rpg_specialist_pool.chapters.initiative import (
    ApRefreshed,
    InitiativeDice,
    InitiativeRolled,
    OneLuckDie,
    RollInitiative,
)
from services.rpg_specialist_pool.chapters.pools import (
    ApNeeded,
    NotEnoughAp,
    NotEnoughLuck,
    OverTheCeiling,
    TierUnclear,
)
from services.rpg_specialist_pool.chapters.specialists import ChangeSpecialist
from services.rpg_specialist_pool.reading import full_ap
from services.rpg_specialist_pool.settings import ApSettings
from services.rpg_specialist_pool.state import Action, Component, Sheet
from services.rpg_specialist_pool.views import view
from shared.kernel.campaign.fights import (
    EndFight,
    EndTurn,
    FightLeft,
    JoinFight,
    LeaveFight,
    NotYourTurn,
    OrderFirst,
    OrderSet,
    OutsideTheFight,
    RolledAlready,
    RoundBegan,
    SettleTie,
    StartFight,
    TurnBegan,
    TurnEnded,
)
from shared.kernel.campaign.proposals import WaitsForTheGameMaster
from shared.kernel.campaign.roster import CharacterRemoved, RemoveCharacter
from shared.kernel.campaign.seats import NotYours
from tests.rpg_specialist_pool.play import FirstForm, Play, SecondForm, dice, of

SPEEDS = (
    (0, 1, 1, 1), (4, 1, 1, 1), (5, 1, 2, 1), (6, 1, 2, 2), (9, 1, 2, 2), (10, 2, 3, 2), (11, 2, 3, 3), (14, 2, 3, 3),
    (15, 3, 4, 3), (20, 4, 5, 4), (75, 15, 16, 15),
)  # fmt: skip


def duel(**groups: dict[str, Any]) -> tuple[Play, str, str]:
    """Return a campaign in a fight, with Ann's Specialist, who acts first, and Bob's."""
    play = Play(**groups)
    ann, bob = play.hero(), play.hero("bob")
    play.fight(ann, bob)
    return play, ann, bob


@pytest.mark.rule("SG-AP-02", "SG-AP-03", "SG-R-01", "SG-X-01", "SG-X-02", "SG-X-03")
@pytest.mark.parametrize(("speed", "floor", "plus", "ceil"), SPEEDS)
def test_speed_sets_the_ap(speed: int, floor: int, plus: int, ceil: int) -> None:
    """By default every five full points of Speed give 1 AP, at least 1; `ap.formula` offers two other formulas."""
    for formula, ap in (("floor_min1", floor), ("one_plus", plus), ("ceil", ceil)):
        assert ap == full_ap(speed, ApSettings(formula=formula))  # type: ignore[arg-type]
        play = Play(ap={"formula": formula})
        play.hero(speed=speed)
        assert ap == view(play.state, "ann").characters[0].ap


@pytest.mark.rule("SG-AP-04", "SG-R-16")
def test_ap_are_restored_when_the_turn_begins() -> None:
    """A fighter's turn restores its AP. Before it, remaining AP may be spent on answers to attacks."""
    play, ann, bob = duel()
    play.do(Attempt(character=ann, action=dice(1, ap=2)), 6)
    assert (1, 3) == (play.in_fight(ann).ap, play.in_fight(bob).ap)

    play.when(EndTurn(participant=ann)).then(
        TurnEnded(participant=ann), TurnBegan(participant=bob), ApRefreshed(participant=bob, ap=3)
    )
    assert 1 == play.in_fight(ann).ap
    contest = play.act_against(bob, ann, dice(1, ap=1))
    play.no(NotEnoughAp, Answer(contest=contest, action=dice(1, ap=2)))
    play.do(Answer(contest=contest, action=dice(1, ap=1)), 1, 1, 5)
    assert 0 == play.in_fight(ann).ap

    play.when(EndTurn(participant=bob)).then(
        TurnEnded(participant=bob), RoundBegan(round=2), TurnBegan(participant=ann), ApRefreshed(participant=ann, ap=3)
    )


@pytest.mark.rule("SG-R-16", "SG-AP-05")
@pytest.mark.parametrize(("setting", "ap"), [("full", 3), ("zero_until_first_turn", 0)])
def test_ap_before_the_first_turn(setting: str, ap: int) -> None:
    """Before its first turn a fighter has full AP, or 0 if `start_of_exchange` is `zero_until_first_turn`."""
    play, ann, bob = duel(ap={"start_of_exchange": setting})
    assert (3, ap) == (play.in_fight(ann).ap, play.in_fight(bob).ap)
    play.do(Attempt(character=ann, action=dice(1, ap=3)), 6)
    play.do(EndFight())
    play.fight(ann, bob)
    assert 3 == play.in_fight(ann).ap


@pytest.mark.rule("SG-R-14")
def test_a_setting_saves_unspent_ap() -> None:
    """If `ap.carry_over` is true, a fighter can save up to 15 AP, but none from before its first turn."""
    for saves, expected in ((False, [3, 3, 3, 3]), (True, [6, 9, 12, 15])):
        play, ann, bob = duel(ap={"carry_over": saves})
        seen = []
        for _ in expected:
            play.do(EndTurn(participant=ann))
            play.do(EndTurn(participant=bob))
            seen.append(play.in_fight(ann).ap)
        assert expected == seen
    old = FirstForm(ap={"carry_over": True})
    hero = old.hero()
    old.fight(hero)
    assert 6 == old.in_fight(hero).ap


@pytest.mark.rule("SG-AP-06", "SG-AP-07", "SG-R-25")
def test_ap_are_not_counted_outside_a_fight() -> None:
    """Outside a fight AP are not counted, but the limit of the tier still applies."""
    play = Play()
    hero = play.hero(speed=4)

    made = play.the(AttemptMade, Attempt(character=hero, action=dice(1, ap=3, note="all out")), 6)

    assert (3, 0, "all out") == (made.pool.ap, made.pool.spent, made.pool.note)
    play.no(OverTheCeiling, Attempt(character=hero, action=dice(1, ap=4)))


@pytest.mark.rule("SG-TIER-01", "SG-TIER-02", "SG-TIER-03", "SG-TIER-04", "SG-TIER-05", "SG-TIER-06", "SG-TIER-08")
@pytest.mark.parametrize(
    ("tier", "cap"), [("simple", 3), ("basic", 6), ("intermediate", 9), ("advanced", 12), ("master", 15)]
)
@pytest.mark.parametrize("kind", ["martial", "spell", "defence", "skill", "special"])
def test_a_tier_caps_the_ap_of_an_action(tier: str, cap: int, kind: str) -> None:
    """A tier limits the AP of every kind of action in the same way."""
    play = Play()
    hero = play.hero()

    play.do(Attempt(character=hero, action=dice(1, tier=tier, ap=cap, kind=kind)), 6)
    refusal = play.no(OverTheCeiling, Attempt(character=hero, action=dice(1, tier=tier, ap=cap + 1, kind=kind)))
    assert (f"at most {cap}", cap + 1) == (refusal.needs, refusal.has)
    assert len(TIERS) == 5


@pytest.mark.rule("SG-TIER-07", "SG-X-04", "SG-X-05")
@pytest.mark.parametrize(
    ("parts", "holds"),
    [
        ((("simple", 2), ("basic", 4)), True),
        ((("simple", 3), ("basic", 4)), False),
        ((("simple", 3), ("advanced", 9)), True),
        ((("simple", 3), ("advanced", 10)), False),
        ((("basic", 6),), True),
        ((("basic", 7),), False),
        ((("advanced", 12),), True),
        ((("advanced", 13),), False),
    ],
)
def test_the_highest_tier_caps_all_ap_together(parts: tuple[tuple[Any, int], ...], *, holds: bool) -> None:
    """The limit of the highest component's tier applies to the sum of all AP."""
    play = Play()
    components = tuple(Component(name=f"c{place}", tier=tier, ap=ap) for place, (tier, ap) in enumerate(parts))
    attempt = Attempt(character=play.hero(), action=Action(components=components, component_dice=0))

    if holds:
        play.do(attempt)
    else:
        play.no(OverTheCeiling, attempt)


@pytest.mark.rule("SG-TIER-09", "SG-TIER-07")
def test_a_component_without_ap_does_not_raise_the_ceiling() -> None:
    """Only components with AP set an action's tier. Before version 2 of the rules, all components do."""
    named = (Component(name="x", tier="simple", ap=4), Component(name="y", tier="basic"))
    play, before = Play(), SecondForm()
    attempt = Attempt(character=play.hero(), action=Action(components=named, component_dice=0))
    play.when(attempt).then_refused(OverTheCeiling, needs="at most 3", has=4)
    fewer = Action(components=(Component(name="x", tier="simple", ap=3), Component(name="y", tier="basic")))
    made = of(AttemptMade, play.do(replace(attempt, action=fewer), 1, 1, 1)).pool
    assert ("simple", 3, ("x",)) == (made.tier, made.ap, made.components)
    named_tier = replace(fewer, tier="basic")
    play.when(replace(attempt, action=named_tier)).then_refused(TierUnclear, needs="simple", has="basic")

    assert before.hero() == attempt.character
    assert "basic" == of(AttemptMade, before.do(attempt)).pool.tier


@pytest.mark.rule("SG-TIER-09", "SG-R-32")
def test_in_an_answer_without_ap_every_named_component_counts() -> None:
    """An answer without AP has the highest tier of its components, which decides about its criticals."""
    play, ann, bob = duel()
    contest = play.act_against(ann, bob, dice(1, ap=1))
    named = (Component(name="x", tier="simple"), Component(name="y", tier="basic"))

    answered = play.do(Answer(contest=contest, action=Action(stats=("d1",), components=named)), 1, 6)

    assert ("basic", ()) == (of(ContestAnswered, answered).pool.tier, of(ContestAnswered, answered).pool.components)


@pytest.mark.rule("SG-R-49", "SG-AP-06")
@pytest.mark.parametrize("setting", ["unlimited", "one_action"])
def test_the_ap_of_one_action_outside_fights(setting: str) -> None:
    """Outside fights the tier limits an action's AP; if `outside_fights` is `one_action`, so do the remaining AP."""
    play = Play(ap={"outside_fights": setting})
    slow, other = play.hero(speed=4), play.hero("bob", speed=10)
    mighty = dice(1, tier="master", ap=15)
    blow = Oppose(character=slow, target=other, action=mighty, context="combat")
    if setting == "unlimited":
        play.do(blow, seat="ann")
        return

    play.when(blow, seat="ann").then_refused(NotEnoughAp, needs=15, has=1)
    for _ in range(2):
        contest = play.act_against(slow, other, dice(1, ap=1))
        play.when(Answer(contest=contest, action=dice(1, ap=3)), seat="bob").then_refused(NotEnoughAp, has=2)
        play.do(Answer(contest=contest, action=dice(1, ap=2)), 1, 6, seat="bob")


@pytest.mark.rule("SG-R-32")
@pytest.mark.parametrize("least", [0, 1])
def test_actions_cost_at_least_one_ap_by_default(least: int) -> None:
    """In a fight an action needs the fighter's own turn and at least 1 AP, or 0 AP if `minimum_per_action` is 0."""
    play, ann, bob = duel(ap={"minimum_per_action": least})
    free = Attempt(character=ann, action=Action(stats=("d1",), tier="simple"))
    if least:
        play.no(ApNeeded, free)
    else:
        play.do(free, 6)
    for _ in range(3):
        play.do(Attempt(character=ann, action=dice(1, ap=1)), 6)
    play.no(NotEnoughAp, Attempt(character=ann, action=dice(1, ap=1)))
    play.no(NotYourTurn, Attempt(character=bob, action=dice(1, ap=1)))


@pytest.mark.rule("SG-R-32")
def test_answers_are_unlimited_and_may_cost_no_ap() -> None:
    """A fighter may answer any number of times. An answer without AP has no component dice."""
    play, ann, bob = duel()
    for _ in range(3):
        contest = play.act_against(ann, bob, dice(1, ap=1))
        play.no(ApNeeded, Answer(contest=contest, action=Action(stats=("d1",), component_dice=2)))
        answered = play.do(Answer(contest=contest, action=Action(stats=("d1",))), 1, 6)
        assert (0, 1) == (of(ContestAnswered, answered).pool.ap, of(ContestAnswered, answered).pool.dice)
    assert 3 == play.in_fight(bob).ap


@pytest.mark.rule("SG-R-19", "SG-LUCK-11", "SG-LUCK-12", "SG-R-18")
def test_initiative_rolls_as_many_dice_as_ap() -> None:
    """An initiative roll has as many dice as AP, but costs none. The fighter with the most net successes acts first."""
    play = Play(luck={"max_per_roll": 5})
    ann, bob = play.hero(luck=2), play.hero("bob")
    play.do(StartFight(participants=(bob, ann)))
    play.no(OrderFirst, Attempt(character=ann, action=dice(1, ap=1)))
    play.no(OneLuckDie, RollInitiative(participant=ann, luck=2))
    play.no(NotEnoughLuck, RollInitiative(participant=bob, luck=1))
    play.no(NotYours, RollInitiative(participant=bob), seat="ann")

    rolled = play.the(InitiativeRolled, RollInitiative(participant=ann, luck=1), 10, 10, 10, 6, seat="ann")

    assert (4, None, 3) == (rolled.roll.successes, rolled.roll.critical, len(rolled.roll.faces))
    assert (1, 3) == (play.who(ann).luck, play.in_fight(ann).ap)
    play.no(RolledAlready, RollInitiative(participant=ann))
    assert (ann, bob) == play.the(OrderSet, RollInitiative(participant=bob), 6, 6, 6).order


@pytest.mark.rule("SG-R-19")
@pytest.mark.parametrize(("setting", "given", "count"), [("ap", None, 2), ("speed", None, 10), ("supplied", 4, 4)])
def test_a_setting_decides_the_dice_of_initiative(setting: str, given: int | None, count: int) -> None:
    """The number of initiative dice comes from AP, from Speed, or from the command, as `initiative.dice` says."""
    play = Play(initiative={"dice": setting})
    ann = play.hero(speed=10)
    play.do(StartFight(participants=(ann,)))

    play.no(InitiativeDice, RollInitiative(participant=ann, dice=None if given else 3))
    assert count == len(
        play.the(InitiativeRolled, RollInitiative(participant=ann, dice=given), *[6] * count).roll.faces
    )


@pytest.mark.rule("SG-R-19", "SG-CAMP-03")
def test_only_the_keeper_sets_initiative_dice() -> None:
    """If `initiative.dice` is `supplied`, only the Keeper may state the number of initiative dice."""
    play = Play(initiative={"dice": "supplied"})
    ann = play.hero(speed=10)
    play.do(StartFight(participants=(ann,)))

    play.no(WaitsForTheGameMaster, RollInitiative(participant=ann, dice=100), seat="ann")
    play.do(RollInitiative(participant=ann, dice=1), 6)


@pytest.mark.rule("SG-R-19")
def test_ties_are_decided_by_speed_and_then_by_the_keeper() -> None:
    """In a tie of initiative the faster fighter acts first. At equal Speed the Keeper decides."""
    play = Play()
    slow, first, second = play.hero(speed=10), play.hero(speed=14), play.hero(speed=14)
    play.do(StartFight(participants=(slow, first, second)))
    for who in (slow, first, second):
        play.do(RollInitiative(participant=who), 6, 1)

    assert (second, first, slow) == play.the(OrderSet, SettleTie(order=(second, first))).order


@pytest.mark.rule("SG-R-19")
def test_a_changed_speed_keeps_the_position_in_the_order() -> None:
    """A later change of Speed does not change the turn order, so it gives no second turn."""
    play = Play()
    fast, slow, late = play.hero(speed=14), play.hero(speed=10), play.hero(speed=5)
    play.do(StartFight(participants=(fast, slow)))
    for who in (fast, slow):
        play.do(RollInitiative(participant=who), 6, 1)
    play.do(ChangeSpecialist(character=slow, sheet=Sheet(name="Ash", speed=50), reason="winged"))
    play.do(JoinFight(participant=late))

    assert (fast, slow, late) == play.the(OrderSet, RollInitiative(participant=late), 1).order
    assert fast == play.state.turn


@pytest.mark.rule("SG-R-45")
@pytest.mark.parametrize("each", [False, True])
def test_initiative_is_rolled_once_or_each_round(*, each: bool) -> None:
    """After all turns the next round begins, with a new initiative roll only if `initiative.each_round` is true."""
    play, ann, bob = duel(initiative={"each_round": each})
    play.do(EndTurn(participant=ann))
    play.do(EndTurn(participant=bob))

    assert play.state.fight is not None
    assert 2 == play.state.fight.round
    assert (None if each else ann) == play.state.turn


@pytest.mark.rule("SG-R-45")
def test_a_newcomer_rolls_and_joins_the_order() -> None:
    """A newcomer to a fight rolls initiative, has full AP, and acts at its place in the order."""
    play, ann, bob = duel()
    eve = play.hero("gm", speed=10)
    play.no(OutsideTheFight, Oppose(character=ann, target=eve, action=dice(1, ap=1)))
    play.do(JoinFight(participant=eve))
    assert 2 == play.in_fight(eve).ap
    assert (ann, bob, eve) == play.the(OrderSet, RollInitiative(participant=eve), 1, 1).order
    assert ann == play.state.turn


@pytest.mark.rule("SG-CAMP-07", "AR-ROSTER-03")
def test_a_removed_character_leaves_the_fight() -> None:
    """If the character with the current turn is removed, the next turn begins. Without fighters, the fight ends."""
    play, ann, bob = duel()
    eve = play.hero("gm")

    play.when(RemoveCharacter(character=ann, reason="gone")).then(
        FightLeft(participant=ann), CharacterRemoved(character=ann, reason="gone"), TurnBegan(participant=bob),
        ApRefreshed(participant=bob, ap=3),
    )  # fmt: skip
    play.do(LeaveFight(participant=bob))
    assert play.state.fight is None
    play.do(RemoveCharacter(character=eve, reason="gone"))


@pytest.mark.rule("SG-COND-04")
def test_a_condition_changes_the_ap_limit_only_if_it_says_so() -> None:
    """A Condition changes the limit of AP, at every tier, only if its entry has a value for it."""
    catalogue = [{"name": "Dull", "dice": -1}, {"name": "Roused", "ap_ceiling": 1}, {"name": "Bound", "ap_ceiling": -5}]
    play = Play(conditions={"catalogue": catalogue})
    hero = play.hero()

    def bear(condition: str) -> None:
        play.do(ApplyCondition(character=hero, condition=condition, source="spell", reason="so"))

    bear("Dull")
    play.no(OverTheCeiling, Attempt(character=hero, action=dice(1, ap=4)))
    bear("Roused")
    play.do(Attempt(character=hero, action=dice(1, ap=4)))
    play.do(Attempt(character=hero, action=dice(1, ap=7, tier="basic")))
    bear("Bound")
    play.no(OverTheCeiling, Attempt(character=hero, action=dice(1, ap=1)))
    play.do(StartFight(participants=(hero,)))
    play.do(RollInitiative(participant=hero), 1, 1)
    play.no(ApNeeded, Attempt(character=hero, action=dice(1)))


@pytest.mark.rule("SG-R-32", "SG-AP-05")
def test_a_seat_may_answer_or_stand_still_out_of_turn() -> None:
    """A seat may answer, or stand still, in any fighter's turn."""
    play, ann, bob = duel()
    contest = play.act_against(ann, bob, dice(1, ap=1))
    play.do(StandStill(contest=contest), 1, 5, seat="bob")
    contest = play.act_against(ann, bob, dice(1, ap=1))
    play.do(Answer(contest=contest, action=dice(1)), 1, 6, seat="bob")
    assert ann == play.state.turn
