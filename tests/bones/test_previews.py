"""The exact odds of strategic actions, which the game master sees before the season closes."""

from fractions import Fraction
from itertools import product
from typing import Any

import msgspec
import pytest

from services.bones.chapters.seasons.seasons import NoSeason
from services.bones.previews import PreviewBody, asked_of, compute_preview, preview
from services.bones.state.seasons import Asset
from services.bones.state.tasks import Opponent
from shared.kernel.campaign.seats import NamedTwice, NotKnownHere, OnlyTheGameMaster
from shared.kernel.pools.position import SUCCESS
from tests.bones.closings import OffStage
from tests.bones.trying import DIE
from tests.support.spec import refuses

JACK = ("Universal", "Scholar", "Social", "Craft", "blank", "blank")


def forecasts(play: OffStage, *actions: str, seat: str | None = "gm") -> tuple[Any, ...]:
    """Return the odds of actions, and assert that another process computes the same."""
    needed = asked_of(play.state, seat, PreviewBody(actions=actions))
    found = preview(needed, actions)
    assert msgspec.json.encode(found) == compute_preview(msgspec.msgpack.encode(needed), actions)
    return found


@pytest.mark.rule("BN-CAMP-30", "BN-INC-04", "BN-R-074")
def test_the_odds_of_actions_agree_with_enumeration() -> None:
    """The odds of a check and against an opponent, and the mean coins of an income, match an enumeration."""
    play = OffStage()
    asset = Asset(id="asset-90", name="a book", skill="Scholar")
    bob, steve = play.die("ann", 2, *JACK, assets={asset.id: asset}), play.die("bob", 1, *JACK)
    play.open()
    hard = play.declare(bob, difficulty="Easy")
    income = play.earn(bob)
    court = play.declare(bob, skill="Social", opponents=(Opponent(creature=steve, skill="Social"),))
    checked, earned, met = forecasts(play, hard, income, court)

    expected: dict[str, list[Any]] = {"hard": [], "coins": [], "court": []}
    for one, other, *more in product(range(1, 7), repeat=4):
        mine = (one <= 2) + (other <= 2)
        expected["hard"].append(mine > sum(face <= 2 for face in more))
        expected["coins"].append(100 * (mine + 1))
        social = (one in {1, 3}) + (other in {1, 3})
        expected["court"].append(social > (more[0] in {1, 3}))
    chances = {key: Fraction(sum(values), len(values)) for key, values in expected.items()}
    assert chances["hard"] == Fraction(checked.success.exact)
    assert chances["coins"] == Fraction(earned.coins.mean.exact)
    assert chances["court"] == Fraction(met.success.exact)
    assert checked.coins is None


@pytest.mark.rule("AR-CAMP-02")
def test_odds_of_actions_are_for_the_game_master() -> None:
    """Only the game master and the app see the odds of the open season's actions, each of which may be named once."""
    play = OffStage()
    bob = play.die()
    key = PreviewBody(actions=("action-7",))
    with refuses(NoSeason):
        asked_of(play.state, "gm", key)
    play.open()
    mine = play.earn(bob, skill="Craft")
    for seat in ("ann", "bob", "spectator", "nobody"):
        with refuses(OnlyTheGameMaster):
            asked_of(play.state, seat, PreviewBody(actions=(mine,)))
    with refuses(NotKnownHere):
        asked_of(play.state, None, key)
    with refuses(NamedTwice):
        asked_of(play.state, None, PreviewBody(actions=(mine, mine)))
    (found,) = forecasts(play, mine, seat=None)
    assert found.success == found.margin.also[SUCCESS]


def test_missing_odds_have_a_reason() -> None:
    """If an action has no odds, the response says why.

    The action has no terms, its creature cannot act, or poison costs a random die.
    """
    play = OffStage()
    bob, ill, down = play.die(), play.die("bob", 2, *DIE), play.die("gm", kind="character")
    play.ill(ill)
    play.open()
    keys = (play.declare(bob, skill="Craft"), play.earn(ill, skill="Craft"), play.earn(down, skill="Craft"))
    play.state = play.state.change(down, lost=(1,))
    found = forecasts(play, *keys)
    assert [None] * 3 == [one.success for one in found]
    words = [one.why.split()[0] for one in found if one.why]
    assert ["no", "Chance", "its"] == words
