"""Income off stage: the coins for each success and asset, and permanent property."""

from typing import Final

import pytest

from services.bones.chapters.people.assets import GiveAsset
from services.bones.state.magic import Theme
from services.bones.state.tasks import SkillName
from tests.bones.closings import OffStage
from tests.bones.off_stage import JACK, assets, earn_income
from tests.bones.trying import NONE

PRINCE: Final = ("Universal", "Merchant:Merchant Prince", "Merchant:Merchant Prince", "Merchant", "Scholar", "blank")
CAPTAIN: Final = ("Universal", "Sailor:Captain", "Sailor:Captain", "Sailor", "Scholar", "blank")


@pytest.mark.rule("BN-INC-03", "BN-INC-04", "BN-INC-05", "BN-INC-01", "BN-R-075", "BN-R-080", "BN-R-081", "BN-R-246")
@pytest.mark.parametrize(
    ("skill", "coins"),
    [
        ("Merchant", 750), ("Artisan", 300), ("Craft", 300), ("Healer", 300), ("Magic", 300), ("Scholar", 300),
        ("Thief", 300), ("Sailor", 300), ("Social", 100), ("Stealth", 100), ("Outdoorsman", 100), ("Melee", 100),
    ],
)  # fmt: skip
def test_income_is_a_rate_for_each_success_and_asset(skill: SkillName, coins: int) -> None:
    """Merchant earns 250 coins for each success and asset, and seven other skills earn 100.

    All other skills earn 50 for a success and nothing for an asset.
    """
    play = OffStage()
    die = ("Universal", skill, skill, skill, skill, "blank")
    bob = play.die("ann", 2, *die, assets=assets(skill), coins=7, themes=(Theme(name="a", effect="b", limitation="c"),))

    found = earn_income(play, bob, skill, 1, 2)
    assert (coins, 2, True, ("income",)) == (found.coins, found.successes, found.success, found.gains)
    assert 7 + coins == play.who(bob).coins


@pytest.mark.rule("BN-INC-05", "BN-R-246")
@pytest.mark.parametrize("serve", ["named_skill", "any_skill"])
def test_a_setting_makes_an_asset_count_for_any_skill(serve: str) -> None:
    """If `assets_serve` is `any_skill`, an asset counts for every skill that can have assets.

    For skills that cannot have assets, none counts.
    """
    play = OffStage(seasons={"assets_serve": serve})
    bob = play.die("ann", 1, *JACK, assets=assets("Merchant", "Scholar", "Social"))
    assert (2, 4)[serve == "any_skill"] * 100 == earn_income(play, bob, "Scholar", 1).coins
    assert 50 == earn_income(play, bob, "Social", 1).coins


@pytest.mark.rule("BN-R-076")
@pytest.mark.parametrize("pays", [True, False])
def test_an_asset_earns_without_a_success(pays: bool) -> None:  # noqa: FBT001
    """An asset earns coins even without a success, unless `assets_pay_without_success` is false."""
    play = OffStage(seasons={"assets_pay_without_success": pays})
    bob = play.die("ann", 1, *JACK, assets=assets("Scholar"))
    found = earn_income(play, bob, "Scholar", 6)
    assert (100 * pays, False, None) == (found.coins, found.success, found.narrator)


@pytest.mark.rule("BN-MAST-27", "BN-MAST-42", "BN-R-079", "BN-R-246")
@pytest.mark.parametrize(("worth", "coins"), [(2, 400), (1, 300), (3, 500)])
def test_shops_and_vessels_are_permanent_assets(worth: int, coins: int) -> None:
    """Two Merchant Prince icons count as one asset for Merchant.

    For Sailor, a small vessel counts as one asset, and a large one as two.
    """
    play = OffStage(magic={"large_vessel_assets": worth})
    prince, captain = play.die("ann", 3, *PRINCE), play.die("bob", 3, *CAPTAIN, large=1)
    for _ in range(2):
        assert 4 * 250 == earn_income(play, prince, "Merchant", 1, 6, 6).coins
        assert 100 == earn_income(play, prince, "Scholar", 1, 6, 6).coins
        assert coins == earn_income(play, captain, "Sailor", 1, 6, 6).coins
        assert 100 == earn_income(play, captain, "Scholar", 1, 6, 6).coins


@pytest.mark.rule("BN-R-079", "BN-R-246", "BN-OFF-04")
def test_approved_property_is_permanent() -> None:
    """Property that the game master approves adds to the income of every season."""
    play = OffStage()
    bob = play.die("ann", 1, *JACK)
    play.do(GiveAsset(creature=bob, name="a school", skill="Scholar"))
    for _ in range(2):
        assert 200 == earn_income(play, bob, "Scholar", 1).coins


@pytest.mark.rule("BN-R-079", "BN-R-246")
def test_a_setting_makes_shops_and_vessels_serve_any_skill() -> None:
    """If `assets_serve` is `any_skill`, shops and vessels count for every skill that can have assets."""
    play = OffStage(seasons={"assets_serve": "any_skill"})
    assert 4 * 100 == earn_income(play, play.die("ann", 3, *PRINCE), "Scholar", 1, 6, 6).coins


@pytest.mark.rule("BN-R-082", "BN-R-068")
def test_magic_off_stage_costs_no_fatigue_but_is_harder() -> None:
    """Off stage, six uses of magic with one Magic icon lose no success, but an Average task is Challenging by magic."""
    play = OffStage()
    bob = play.die("ann", 1, *JACK, themes=(Theme(name="a", effect="b", limitation="c"),))
    for _ in range(2):
        play.open()
        play.earn(bob, skill="Magic")
        for _ in range(2):
            play.declare(bob, skill="Magic", difficulty="Average")
        play.close()
        assert 100 == play.resolve(1).coins
        for _ in range(2):
            won = play.resolve(1, *[NONE] * 6)
            assert (True, 1) == (won.success, won.successes)
        assert () == play.who(bob).uses
        play.end()
