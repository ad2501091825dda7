"""Assets of characters, and the coins that they spend."""

import pytest
from msgspec.structs import replace

from services.bones.awaits import awaits
from services.bones.chapters.people.assets import (
    INCOME_SKILLS,
    MAX_ASSETS,
    AssetGained,
    AssetLost,
    CoinsSpent,
    GiveAsset,
    PurseIsEmpty,
    SpendCoins,
    TakeAsset,
)
from services.bones.chapters.people.characters import DICE, NEW, CreateCharacter
from services.bones.chapters.people.items import SetCoins
from services.bones.chapters.people.proposals import Propose
from services.bones.state.campaign import FORM
from services.bones.state.seasons import Asset
from services.bones.views import view
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.proposals import CommandProposed, ConfirmProposal, ProposalDeclined, WaitsForTheGameMaster
from shared.kernel.campaign.roster import AssignCharacter, RemoveCharacter
from shared.kernel.campaign.seats import NotKnownHere, NotYours, OnlyTheGameMaster, TooManyHere
from tests.bones.play import Play, allowed_of


@pytest.mark.rule("BN-R-246", "BN-R-079")
def test_asset_serves_its_named_skill() -> None:
    """Agreed property is a permanent asset; all other assets are temporary.

    All seats see both kinds, and both can be removed.
    """
    play = Play()
    bob = play.one()
    mill = play.the(AssetGained, GiveAsset(creature=bob, name="a mill", skill="Craft")).asset
    assert mill == Asset(id=mill.id, name="a mill", skill="Craft", temporary=False, season=None)
    loan = play.the(AssetGained, GiveAsset(creature=bob, name="a loan", skill="Merchant", temporary=True)).asset
    (seen,) = view(play.state, "bob").characters
    assert [(one.name, one.skill, one.temporary) for one in seen.assets] == [
        ("a mill", "Craft", False), ("a loan", "Merchant", True),
    ]  # fmt: skip
    play.no(OnlyTheGameMaster, GiveAsset(creature=bob, name="a mill", skill="Craft"), seat="ann")
    take = TakeAsset(creature=bob, asset=mill.id, reason="it burned down")
    play.when(take).then(AssetLost(creature=bob, asset=mill.id, reason="it burned down"))
    assert [*play.who(bob).assets] == [loan.id]
    play.no(NotKnownHere, take)


@pytest.mark.rule("BN-R-246", "BN-R-081")
def test_assets_serve_the_listed_skills() -> None:
    """Assets serve the skills that earn 250 or 100 coins per success; the skill Craftsman counts as Craft."""
    assert {*INCOME_SKILLS} == {
        "Merchant", "Artisan", "Craft", "Healer", "Magic", "Scholar", "Thief", "Sailor",
    }  # fmt: skip


@pytest.mark.rule("BN-CAMP-116")
def test_a_creature_has_a_limit_of_assets() -> None:
    """A creature with thirty assets can add another only after one is removed."""
    play = Play()
    bob = play.one()
    give = GiveAsset(creature=bob, name="a mill", skill="Craft")
    for _ in range(MAX_ASSETS):
        play.do(give)
    play.no(TooManyHere, give)
    assert not allowed_of(play.state, "gm", GiveAsset)
    play.do(TakeAsset(creature=bob, asset=in_order(play.who(bob).assets)[1], reason="it burned down"))
    play.do(give)
    assert len(play.who(bob).assets) == MAX_ASSETS


@pytest.mark.rule("BN-R-308")
def test_spending_coins_needs_the_game_master() -> None:
    """Ann may spend 60 of her 100 coins once the game master confirms.

    After that the game refuses to spend 41 coins, and accepts the remaining 40.
    """
    play = Play()
    bob = play.one()
    play.do(SetCoins(creature=bob, coins=100, reason="so it is paid"))
    spend = SpendCoins(creature=bob, coins=60, on="a feast")
    play.no(WaitsForTheGameMaster, spend, seat="ann")
    play.no(NotYours, Propose(command=spend), seat="bob")
    asked = play.the(CommandProposed, Propose(command=spend), seat="ann").proposal
    assert play.who(bob).coins == 100
    assert play.do(ConfirmProposal(proposal=asked))[1:] == [CoinsSpent(creature=bob, coins=60, on="a feast")]
    too_much = SpendCoins(creature=bob, coins=41, on="a feast")
    refused = play.no(PurseIsEmpty, too_much)
    assert (refused.needs, refused.has) == (41, 40)
    play.no(PurseIsEmpty, Propose(command=too_much), seat="ann")
    play.do(SpendCoins(creature=bob, coins=40, on="a feast"))
    assert play.who(bob).coins == 0
    assert not allowed_of(play.state, "gm", SpendCoins)


@pytest.mark.rule("BN-CAMP-167")
@pytest.mark.parametrize("form", [0, FORM])
def test_proposals_for_a_creature_lapse_when_it_changes_hands(form: int) -> None:
    """When Ann loses a creature, her proposal to spend its coins lapses; her other proposals stay open."""
    play = Play()
    play.state = replace(play.state, form=form)
    bob, zoe = play.one(coins=100), play.one(coins=100)
    for who in (bob, zoe):
        play.do(Propose(command=SpendCoins(creature=who, coins=60, on="a feast")), seat="ann")
    play.do(Propose(command=CreateCharacter(sheet=NEW, dice=DICE)), seat="ann")
    hers, other, new = in_order(play.state.proposals)

    events = play.do(AssignCharacter(character=bob, seat="bob"))

    declined = [ProposalDeclined(proposal=hers, reason="the character has changed hands")] if form else []
    assert declined == events[1:]
    assert {other, new} <= set(play.state.proposals)
    play.do(Propose(command=SpendCoins(creature=bob, coins=1, on="a beer")), seat="bob")
    assert 1 == len(play.do(AssignCharacter(character=zoe, seat="ann")))


@pytest.mark.rule("BN-R-308")
def test_unknown_creature_is_refused_with_its_field() -> None:
    """A command about an asset that names an unknown creature is refused; the refusal names the field `creature`."""
    assert "creature" == Play().no(NotKnownHere, SpendCoins(creature="creature-900", coins=1, on="a feast")).field


@pytest.mark.rule("BN-CAMP-210", "AR-KIND-02")
@pytest.mark.parametrize("form", [1, FORM])
def test_proposals_for_a_removed_creature_are_declined(form: int) -> None:
    """When a creature is removed, nothing that could only be declined waits for the game master."""
    play = Play()
    play.state = replace(play.state, form=form)
    bob, zoe = play.one(coins=100), play.one(coins=100)
    for who in (bob, zoe):
        play.do(Propose(command=SpendCoins(creature=who, coins=60, on="a feast")), seat="ann")
    gone, other = in_order(play.state.proposals)

    events = play.do(RemoveCharacter(character=bob, reason="off to sea"))

    declined = [ProposalDeclined(proposal=gone, reason="the creature is gone")] if form == FORM else []
    assert declined == [event for event in events if isinstance(event, ProposalDeclined)]
    assert other in play.state.proposals
    play.do(RemoveCharacter(character=zoe, reason="off to sea"))
    assert (set() if form == FORM else {"gm"}) == {*awaits(play.state)}
