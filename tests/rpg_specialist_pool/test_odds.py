"""The odds that the service reports, compared with the results of playing every outcome of the dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, Final

import msgspec
import pytest

from services.rpg_specialist_pool.chapters.attempts import Attempt, AttemptResolved, OneMeasureOnly
from services.rpg_specialist_pool.chapters.contests import Answer, ContestResolved, Oppose
from services.rpg_specialist_pool.chapters.damage import DamageDealt
from services.rpg_specialist_pool.game import campaign
from services.rpg_specialist_pool.opposed import OpposedOdds
from services.rpg_specialist_pool.routes import ODDS, OddsBody, Side, worked_out
from services.rpg_specialist_pool.state import CampaignState
from shared.kernel.chance import DrawPlace, Faces
from shared.kernel.context import Intent
from shared.kernel.messages import Command, Event
from shared.kernel.odds.report import Exact
from shared.kernel.odds.shape import BOUND
from tests.rpg_specialist_pool.play import Play, dice

KINDS: Final = {1: 1, 3: 4, 8: 4, 10: 1}
"""One face for each kind of face (1; 2 to 5; 6 to 9; 10), with the number of faces of that kind."""
Ways = Iterator[tuple[list[Event], Fraction]]


class Kinds(Faces):
    """Scripted faces for opposed dice; every damage die shows 1."""

    def _faces(self, place: DrawPlace, sides: int, count: int) -> tuple[int, ...]:
        return (1,) * count if place.purpose == "damage" else super()._faces(place, sides, count)


def every_way(state: CampaignState, command: Command, count: int) -> Ways:
    """Decide a command with every combination of faces; yield the events and the probability of each."""
    intent = Intent(id="one", seat="gm", role="gm", at=0, by="seat:gm@0", command=command)
    for faces in product(KINDS, repeat=count):
        decided = campaign.decide(intent, state, Kinds(*faces))
        yield list(decided.events), Fraction(prod(KINDS[face] for face in faces), 10**count)


def request_odds(**body: Any) -> OpposedOdds:  # noqa: ANN401 fields of the body
    """Return the odds that an HTTP request with these body fields would get."""
    return msgspec.convert(body, OddsBody).to_odds().odds()


def fractions(odds: Mapping[Any, Exact]) -> dict[Any, Fraction]:
    """Return the listed probabilities, except probabilities of 0."""
    return {name: Fraction(one.exact) for name, one in odds.items() if one.about}


def hold_odds(ways: Ways, kind: type[ContestResolved | AttemptResolved], odds: OpposedOdds) -> None:
    """Assert that the odds agree with the events: outcomes, margins, criticals, and average damage."""
    outcomes, margins, criticals = Counter[str](), Counter[int](), Counter[tuple[bool, str]]()
    average = Fraction(0)
    for events, chance in ways:
        (result,) = (event for event in events if isinstance(event, kind))
        outcomes[result.outcome] += chance  # type: ignore[assignment]
        margins[result.margin] += chance  # type: ignore[assignment]
        for event in events:
            if isinstance(event, DamageDealt):
                average += chance * event.dice * Fraction(11, 2)
            elif type(event).__name__ == "PoolRolled" and event.roll.critical:  # type: ignore[attr-defined]
                ours = event.character == "character-1"  # type: ignore[attr-defined]
                criticals[ours, event.roll.critical] += chance  # type: ignore[attr-defined, assignment]
    assert fractions(odds.outcomes) == dict(outcomes)
    assert {int(row.total): Fraction(row.chance.exact) for row in odds.margin.outcomes} == dict(margins)
    shown = {(True, name): one for name, one in fractions(odds.ours).items()}
    assert shown | {(False, name): one for name, one in fractions(odds.theirs).items()} == dict(criticals)
    if odds.damage is not None:
        assert Fraction(odds.damage.mean.exact) == average


SETTINGS: Final[dict[str, dict[str, Any]]] = {
    "as usual": {},
    "luck stops at 0": {"luck": {"floor": "zero"}},
    "luck is no critical": {"luck": {"in_criticals": "excluded"}},
    "luck in full": {"luck": {"in_criticals": "full"}},
    "exact number": {"critical": {"count": "exactly"}},
    "a critical failure loses": {"critical": {"decides": "failure_loses"}},
    "no tie at 0": {"damage": {"zero_tie": "nothing"}},
    "a glancing blow stays": {"critical": {"doubles_glancing": False}},
    "a tie is a stalemate": {"opposed": {"default_tie": "stalemate"}},
}


@pytest.mark.rule("SG-ODDS-01", "SG-CORE-01")
@pytest.mark.parametrize("context", ["combat", "social"])
@pytest.mark.parametrize("name", SETTINGS)
def test_the_odds_of_an_opposed_roll_agree_with_the_game(name: str, context: Any) -> None:  # noqa: ANN401 a context
    """With every setting, the odds of two dice and a Luck die against two dice agree with the game."""
    play = Play(**SETTINGS[name])
    ann, bob = play.hero(luck=3), play.hero("bob")
    contest = play.act_against(ann, bob, dice(2, luck=1), context=context)
    ways = every_way(play.state, Answer(contest=contest, action=dice(2)), 5)
    settings = {"settings": SETTINGS[name]}
    odds = request_odds(what={"dice": 2, "luck": 1}, against={"dice": 2}, context=context, **settings)

    hold_odds(ways, ContestResolved, odds)
    assert (odds.damage is not None) == (context == "combat")


@pytest.mark.rule("SG-ODDS-01", "SG-DICE-07")
@pytest.mark.parametrize("name", ["as usual", "a critical failure loses", "a tie is a stalemate", "luck in full"])
@pytest.mark.parametrize("measure", [{}, {"threshold": 2}, {"resistance": 1}, {"resistance": 2, "as": "as_threshold"}])
def test_the_odds_of_a_test_agree_with_the_game(name: str, measure: dict[str, Any]) -> None:
    """The odds of three dice and a Luck die against a threshold or a resistance agree with the game."""
    reading = {"test": {"resistance": measure["as"]}} if "as" in measure else {}
    against = {kind: number for kind, number in measure.items() if kind != "as"}
    play = Play(**SETTINGS[name], **reading)
    attempt = Attempt(character=play.hero(luck=1), action=dice(3, luck=1, tier="basic"), **against)
    odds = request_odds(
        what={"dice": 3, "luck": 1, "tier": "basic"}, context="skill", settings=SETTINGS[name] | reading, **against
    )

    hold_odds(every_way(play.state, attempt, 4), AttemptResolved, odds)


@pytest.mark.rule("SG-ODDS-01", "SG-R-30", "SG-R-33", "SG-R-53")
@pytest.mark.parametrize(("context", "resistance"), [("combat", 0), ("combat", 1), ("skill", 0)])
@pytest.mark.parametrize("zero_tie", ["glancing", "nothing"])
@pytest.mark.parametrize("reading", ["as_opposition", "as_threshold"])
def test_the_odds_of_an_action_against_a_thing_agree_with_the_game(
    reading: str, zero_tie: str, context: Any, resistance: int  # noqa: ANN401
) -> None:  # fmt: skip
    """The odds of an action against a thing agree with the game, for both rules on ties and with added damage dice."""
    settings = {"test": {"resistance": reading}, "damage": {"zero_tie": zero_tie}}
    play = Play(**settings)
    blow = Oppose(character=play.hero(), action=dice(3), context=context, resistance=resistance)

    odds = request_odds(what={"dice": 3}, resistance=resistance, context=context, settings=settings)
    hold_odds(every_way(play.state, blow, 3), ContestResolved, odds)
    plain, more = (request_odds(what={"dice": 3}, resistance=1, damage_dice=added).damage for added in (0, 2))
    assert plain is not None
    assert more is not None
    assert more.mean.about > plain.mean.about


@pytest.mark.rule("SG-ODDS-01", "SG-R-03")
def test_the_odds_include_the_distribution_of_damage() -> None:
    """The odds of one die against a resistance of 0 equal probabilities that were calculated by hand."""
    odds = request_odds(what={"dice": 1}, resistance=0)
    read = request_odds(what={"dice": 1}, resistance=0, settings={"damage": {"read": "successes"}})

    one, two = Fraction(9, 10), Fraction(1, 10)
    assert odds.damage is not None
    assert read.damage is not None
    chances = {int(row.total): Fraction(row.chance.exact) for row in odds.damage.outcomes}
    assert {total: chances[total] for total in (1, 2, 20)} == {
        1: one / 10, 2: one / 10 + two / 100, 20: two / 100,
    }  # fmt: skip
    assert {int(row.total): Fraction(row.chance.exact) for row in read.damage.outcomes} == {
        0: one / 2 + two / 4, 1: one / 2 + two / 2, 2: two / 4,
    }  # fmt: skip


@pytest.mark.rule("SG-ODDS-01", "SG-DICE-07")
def test_odds_are_against_one_kind_of_opposition() -> None:
    """The service refuses odds against more than one of opposing dice, a threshold and a resistance."""
    for two in ({"against": {"dice": 1}, "threshold": 1}, {"resistance": 1, "threshold": 0}):
        with pytest.raises(OneMeasureOnly):
            _ = msgspec.convert({"what": {"dice": 1}, **two}, OddsBody).to_odds().cost


@pytest.mark.rule("SG-ODDS-01")
def test_the_cost_of_odds_is_reported_and_bounded() -> None:
    """The reported cost of the examples is well below the limit, and a worker process returns the same odds."""
    for example in ODDS.examples.values():
        body = msgspec.convert(example, OddsBody)
        assert body.to_odds().cost == body.to_odds().odds().cost < BOUND // 50
        assert worked_out(msgspec.json.encode(body)) == msgspec.json.encode(body.to_odds().odds())
    most = Side(dice=100, luck=100)
    assert OddsBody(what=most, against=most).to_odds().cost > BOUND
