"""Limits on what strategic actions gain, and the assets and income that settings allow."""

import pytest
from msgspec.structs import replace

from services.bones.chapters.people.assets import MAX_ASSETS, AssetGained, GiveAsset
from services.bones.chapters.seasons.narrating import HarmIsForFailure, TellAction
from services.bones.chapters.seasons.strategic import AssetBySkill, DeclareAction
from services.bones.state.creatures import MOST_COINS
from tests.bones.closings import OffStage
from tests.bones.off_stage import assets
from tests.bones.play import allowed_of
from tests.bones.trying import LOST, NONE, WON


@pytest.mark.rule("BN-CAMP-155", "BN-CAMP-116")
def test_no_asset_beyond_the_limit() -> None:
    """A character with thirty assets gains only the renown from an action, and loses none of the assets."""
    play = OffStage()
    bob = play.die(assets=assets(*["Craft"] * MAX_ASSETS))
    play.open()
    play.declare(bob, "asset", "renown", skill="Craft", difficulty="Easy")
    play.close()
    won = play.resolve(WON, NONE, NONE)
    assert (True, ("renown",), None) == (won.success, won.gains, won.made)
    assert assets(*["Craft"] * MAX_ASSETS) == play.who(bob).assets


@pytest.mark.rule("BN-CAMP-156")
def test_income_stops_at_the_limit_of_coins() -> None:
    """A success is worth 100 coins, but a character who is 30 coins below the limit earns only 30."""
    play = OffStage()
    bob = play.die(coins=MOST_COINS - 30)
    play.open()
    play.earn(bob, skill="Craft")
    play.close()
    assert 30 == play.resolve(WON).coins
    assert MOST_COINS == play.who(bob).coins


@pytest.mark.rule("BN-R-078")
def test_a_setting_keeps_an_asset_that_did_not_count() -> None:
    """If `assets_pay_without_success` is false, an asset earns nothing without a success, and is kept for later."""
    play = OffStage(seasons={"assets_pay_without_success": False})
    bob = play.die(assets=assets("Craft", temporary=True))
    play.open()
    play.earn(bob, skill="Craft")
    play.close()
    assert ((), 0) == ((came := play.resolve(LOST)).used, came.coins)
    play.end()
    assert assets("Craft", temporary=True) == play.who(bob).assets


@pytest.mark.rule("BN-R-078", "BN-R-246")
@pytest.mark.parametrize("is_open", [False, True])
def test_a_setting_binds_a_given_asset_to_the_open_season(is_open: bool) -> None:  # noqa: FBT001 a row
    """By default a temporary asset given during a season counts only in the next one.

    If the setting says so, it counts only in the open season.
    """
    play = OffStage(seasons={"temporary_asset_season": "season_made"})
    bob = play.die()
    give = GiveAsset(creature=bob, name="a loan", skill="Craft", temporary=True)
    play.open() if is_open else None
    assert 1 == play.the(AssetGained, give).asset.season
    assert None is play.the(AssetGained, replace(give, temporary=False)).asset.season
    None if is_open else play.open()
    play.close()
    play.end()
    assert [False] == [one.temporary for one in play.who(bob).assets.values()]


@pytest.mark.rule("BN-R-246")
def test_an_asset_is_created_with_a_skill_that_it_can_serve() -> None:
    """An action can create an asset only for a skill whose income counts assets, unless assets serve every skill."""
    for serves, refused in (("named_skill", True), ("any_skill", False)):
        play = OffStage(seasons={"assets_serve": serves})
        asked = DeclareAction(creature=play.die(), gains=("asset",), aim="so it is", skill="Stealth")
        play.open()
        play.no(AssetBySkill, asked) if refused else play.do(asked)
        play.do(replace(asked, skill="Craft"))


@pytest.mark.rule("BN-R-072", "BN-R-074")
def test_income_deals_no_damage() -> None:
    """An income action deals no damage, even without a success."""
    play = OffStage()
    bob = play.die()
    play.open()
    key = play.earn(bob, skill="Craft")
    play.close()
    play.resolve(LOST)
    play.end()
    play.no(HarmIsForFailure, TellAction(action=key, text="so it went", damage=1))
    assert all("damage" not in one.fields for one in allowed_of(play.state, "gm", TellAction))
