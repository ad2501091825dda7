"""Exact odds of a task.

The odds of a dry run equal those found by enumerating all faces and playing each case to its end.
"""

from fractions import Fraction
from itertools import product
from typing import Any, Final

import msgspec
import pytest
from msgspec.structs import replace

from services.bones.chapters.rolls.settling import TaskSettled
from services.bones.chapters.rolls.wounds import TakeDamage
from services.bones.chapters.tasks.rolling import DieLeftToLuck, RollTask
from services.bones.chapters.tasks.tasks import CallTask, TaskProposed
from services.bones.chapters.tasks.terms import MayNotTry, OneOpposition
from services.bones.routes import ODDS, OddsBody, worked_out
from services.bones.state.creatures import Hindering
from services.bones.state.tasks import Opponent, Terms
from shared.kernel.odds.report import Odds
from tests.bones.play import Play, odds
from tests.support.spec import refuses

HALF: Final = ("Universal", "Universal", "Universal", "blank", "blank", "blank")
SNEAK: Final = ("Universal", "Physical", "Stealth*2", "Stealth", "blank", "blank")
CRAFTY: Final = ("Universal", "Craft", "blank", "blank", "blank", "Mental")
POISON: Final = ("Poison", "Poison", "blank", "blank", "blank", "blank")
LEATHER: Final = ("Defend", "Enc", "Defend", "blank", "blank", "blank")


def body(**fields: Any) -> OddsBody:  # noqa: ANN401 fields of a body
    """Return a request body for odds."""
    return msgspec.convert(fields, OddsBody)


def odds_of_body(**fields: Any) -> Odds:  # noqa: ANN401 fields of a body
    """Return the odds of a request body, and check that another process computes the same odds."""
    asked = body(**fields)
    found = asked.to_odds().odds()
    assert msgspec.json.decode(worked_out(msgspec.json.encode(asked)), type=Odds) == found
    return found


def success(**fields: Any) -> str:  # noqa: ANN401 fields of a body
    """Return the odds of success in a task."""
    return odds_of_body(**fields).also["success"].exact


def margin_left(play: Play) -> int:
    """Make all open decisions in the best way for the hurt creature; return the margin."""
    found = []
    for wound in play.state.wounds.values():
        for number in play.who(wound.creature).numbers:
            after = Play()
            after.state = play.state
            try:
                after.do(TakeDamage(wound=wound.id, dice=(number,)))
            except AssertionError:
                continue
            found.append(margin_left(after))
    if found:
        return max(found)
    (result,) = play.state.results.values()
    assert result.margin is not None
    return result.margin


@pytest.mark.rule("BN-CAMP-30", "BN-R-067", "BN-HIND-09", "BN-R-014")
@pytest.mark.parametrize(
    ("skill", "dice", "settings"),
    [
        ("Stealth", (SNEAK, HALF), {}),
        ("Craft", (CRAFTY, CRAFTY), {}),
        ("Stealth", (SNEAK, HALF), {"dice": {"poisoned_success_counts": True}}),
        ("Craft", (CRAFTY, CRAFTY), {"tasks": {"cap_counts_lost_dice": True}}),
    ],
)
def test_the_odds_of_a_dry_run_agree_with_enumeration(skill: Any, dice: Any, settings: Any) -> None:  # noqa: ANN401
    """Odds of a task with two dice and a poison die agree with an enumeration of all faces.

    The hurt creature gives up the die that leaves it the most successes.
    """
    start = Play(**settings)
    who = start.one(dice=dice)
    poison = {"poison-9": Hindering(id="poison-9", kind="poison", faces=POISON)}
    start.state = start.state.change(who, hindering=poison)
    task = start.the(TaskProposed, CallTask(creature=who, aim="so", terms=Terms(skill=skill, number=1))).task.id
    found: dict[int, Fraction] = {}
    for faces in product(range(1, 7), range(1, 7), (2, 3)):
        play = Play(**settings)
        play.state = start.state
        play.do(RollTask(task=task), *faces)
        margin = margin_left(play)
        found[margin] = found.get(margin, Fraction(0)) + Fraction(1 if faces[2] == 2 else 2, 36 * 3)
    exact = {one.total: Fraction(one.chance.exact) for one in odds(RollTask(task=task), start.state).outcomes}
    assert exact == found


@pytest.mark.rule("BN-CAMP-30", "BN-CHAL-04", "BN-CHAL-11")
def test_odds_against_challenge_dice() -> None:
    """The odds of a die that succeeds half the time against two challenge dice are exact.

    Each challenge die shows a Null a third of the time.
    """
    ours = {"dice": [HALF], "skill": "Stealth"}
    assert success(ours=ours, difficulty="Easy") == "2/9"
    assert success(ours=ours, difficulty="Impossible") == "0"
    assert success(ours={**ours, "automatic": 2}, difficulty="Impossible") == str(Fraction(1, 2) * Fraction(2, 3) ** 12)
    assert success(ours={**ours, "circumstances": {"aids": ["tool_missing"]}}, difficulty="Easy") == "4/27"


@pytest.mark.rule("BN-CAMP-30", "BN-R-250", "BN-R-006")
def test_odds_against_others_a_number_or_nothing() -> None:
    """By default a tie fails in the odds. If `opposed_tie` is `reroll`, it is rolled again until it is broken.

    Against a number, a total that equals the number succeeds.
    """
    ours = {"dice": [HALF], "skill": "Stealth"}
    other = {"dice": [HALF], "skill": "Perception"}
    assert success(ours=ours) == "1/2"
    assert success(ours={**ours, "dice": [HALF, HALF]}, number=2) == "1/4"
    assert success(ours=ours, theirs=[other]) == "1/4"
    assert success(ours=ours, theirs=[other, other]) == "1/8"
    assert success(ours=ours, theirs=[other], settings={"tasks": {"opposed_tie": "reroll"}}) == "1/2"
    assert success(ours=ours, theirs=[other], settings={"tasks": {"opposed_tie": "both_fail"}}) == "1/4"


@pytest.mark.rule("BN-CAMP-30", "BN-R-008", "BN-MAST-36", "BN-EQ-08")
def test_odds_include_everything_that_affects_the_dice() -> None:
    """The odds include armor, poison, caps, a campaign's own races, and icons that cancel Stealth."""
    sure = {"dice": [["Stealth"] * 6], "skill": "Stealth"}
    assert success(ours={**sure, "things": [{"faces": LEATHER, "worn": True}]}) == "5/6"
    assert success(ours={**sure, "hindering": [POISON]}) == "2/3"
    assert odds_of_body(ours={"dice": [["Craft*4"] * 6], "skill": "Craft"}, settings={}).outcomes[0].total == 4 * 1
    fey = [{"name": "Fey", "uses": ["Stealth:Sneaky"]}]
    assert odds_of_body(ours={"dice": [["Racial:Fey"] * 6], "skill": "Stealth"}, races=fey).outcomes[0].total == 2
    seer = {"dice": [["Perception:Sixth Sense"] * 6], "skill": "Perception"}
    assert odds_of_body(ours=seer, theirs=[{"dice": [["Stealth*3"] * 6], "skill": "Stealth"}]).outcomes[0].total == 0


@pytest.mark.rule("BN-R-133")
def test_a_horde_loses_dice_to_poison_as_it_does_to_blows() -> None:
    """One damage from poison costs a horde one die, or no die if `horde_damage_per_die` is 2."""
    horde = {"dice": [["Melee"] * 6, ["Melee"] * 6], "skill": "Melee", "kind": "horde", "hindering": [["Poison"] * 6]}
    assert odds_of_body(ours=horde).outcomes[0].total == 1
    assert odds_of_body(ours=horde, settings={"hordes": {"horde_damage_per_die": 2}}).outcomes[0].total == 2


@pytest.mark.rule("BN-R-260", "BN-R-064")
def test_the_odds_include_damage() -> None:
    """The odds include damage to the roller, who may choose to lose a blank die.

    Settings can deal the damage to the target instead, or add up several poison dice.
    """
    bone, blank = ["Stealth"] * 6, ["blank"] * 6
    hurt = {"dice": [bone, blank, ["Damage"] * 6], "skill": "Stealth"}
    assert odds_of_body(ours=hurt).outcomes[0].total == 1
    assert odds_of_body(ours={**hurt, "dice": [bone, ["Damage+Stealth"] * 6]}).outcomes[0].total == 1
    away = {"dice": {"damage_symbol_hits": "target"}}
    assert odds_of_body(ours={**hurt, "dice": [bone, ["Damage+Stealth"] * 6]}, settings=away).outcomes[0].total == 2
    ill = {"dice": [bone] * 3, "skill": "Stealth", "hindering": [["Poison"] * 6, ["Flaming"] * 6]}
    assert odds_of_body(ours=ill).outcomes[0].total == 1
    assert odds_of_body(ours=ill, settings={"dice": {"hindering_dice_stack": False}}).outcomes[0].total == 2
    assert odds_of_body(ours={**ill, "hindering": [], "dice": [bone, ["Poison"] * 6]}).outcomes[0].total == 1


@pytest.mark.rule("BN-CLASS-05", "BN-R-250", "BN-CAMP-30")
def test_odds_are_refused_where_the_task_would_be() -> None:
    """The game refuses odds for a task that lacks an icon on either side, or has two kinds of opposition."""
    ours, healer = {"dice": [HALF], "skill": "Stealth"}, {"dice": [HALF], "skill": "Healer"}
    with refuses(MayNotTry):
        body(ours=healer).to_odds()
    with refuses(MayNotTry):
        body(ours=ours, theirs=[healer]).to_odds()
    with refuses(OneOpposition):
        body(ours=ours, theirs=[ours], difficulty="Easy").to_odds()
    with refuses(OneOpposition):
        body(ours=ours, number=2, difficulty="Easy").to_odds()


def test_the_odds_of_a_campaign_are_those_of_the_same_dice() -> None:
    """A dry run of an opposed task shows the odds that the odds route computes for the same dice."""
    play = Play()
    ann, guard = play.one(dice=[SNEAK, SNEAK]), play.one("gm", [HALF])
    terms = Terms(skill="Stealth", opponents=(Opponent(creature=guard, skill="Perception"),))
    task = play.the(TaskProposed, CallTask(creature=ann, aim="so", terms=terms)).task.id
    alike = odds_of_body(
        ours={"dice": [SNEAK, SNEAK], "skill": "Stealth"}, theirs=[{"dice": [HALF], "skill": "Perception"}]
    )
    assert odds(RollTask(task=task), play.state) == alike
    settled = play.the(TaskSettled, RollTask(task=task), 1, 6, 1)
    assert settled.results[0].margin == 0


@pytest.mark.rule("BN-CAMP-31")
@pytest.mark.parametrize("choice", ["last_die", "random"])
def test_no_odds_where_lost_dice_are_random(choice: str) -> None:
    """If dice are lost at random, the game refuses odds with poison in the roll, and computes them without poison."""
    rules = {"combat": {"damage_die_choice": choice}}
    ours: dict[str, Any] = {"dice": [HALF, HALF], "skill": "Stealth"}
    assert success(ours=ours, settings=rules) == "3/4"
    with refuses(DieLeftToLuck):
        odds_of_body(ours={**ours, "hindering": [POISON]}, settings=rules)
    play = Play(**rules)
    ann = play.one(dice=[HALF, HALF])
    poison = {"poison-9": Hindering(id="poison-9", kind="poison", faces=POISON)}
    play.state = play.state.change(ann, hindering=poison)
    call = CallTask(creature=ann, aim="so", terms=Terms(skill="Stealth", number=1))
    task = play.the(TaskProposed, call).task.id
    with refuses(DieLeftToLuck):
        odds(RollTask(task=task), play.state)
    settled = play.the(TaskSettled, RollTask(task=task), 1, 4, 1)
    assert settled.successes == 0


@pytest.mark.rule("BN-CAMP-30", "BN-R-029")
def test_a_given_success_is_in_the_odds() -> None:
    """A success given by another character counts in the odds before the dice are rolled."""
    play = Play()
    ann = play.one(dice=[HALF])
    call = CallTask(creature=ann, aim="so", terms=Terms(skill="Stealth", number=1))
    task = play.the(TaskProposed, call).task.id
    given = replace(play.state.tasks[task], taken=1)
    play.state = replace(play.state, tasks={task: given})
    assert odds(RollTask(task=task), play.state).also["success"].exact == "1"
    assert play.the(TaskSettled, RollTask(task=task), 1).successes == 2


def test_the_example_in_the_contract_has_odds() -> None:
    """The contract's example task can succeed, and the odds of all its results add up to 1."""
    (example,) = ODDS.examples.values()
    found = msgspec.convert(example, OddsBody).to_odds().odds()
    assert sum(Fraction(one.chance.exact) for one in found.outcomes) == 1
    assert replace(found, cost=0) != found


@pytest.mark.rule("BN-MAG-05", "BN-MAG-17", "BN-CAMP-30")
def test_the_odds_of_magic_are_one_level_harder() -> None:
    """An Easy task by magic has the odds of a Simple one. Magic with a level of its own has the odds of that level."""
    sure = {"dice": [["Magic*3", *["blank"] * 5]], "skill": "Magic"}
    crafts = {"dice": [["Craft*3", *["blank"] * 5]], "skill": "Craft"}
    raised, own = odds_of_body(ours=sure, difficulty="Easy"), odds_of_body(ours=sure, difficulty="Easy", own_level=True)
    assert raised.outcomes == odds_of_body(ours=sure, difficulty="Simple", own_level=True).outcomes
    assert raised.also != own.also
    assert own.outcomes == odds_of_body(ours=crafts, difficulty="Easy").outcomes
