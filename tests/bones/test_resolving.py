"""How a strategic action is resolved: its gains, standing orders for spiffs, damage, and opponents."""

from fractions import Fraction
from typing import Any, Final

import pytest

from services.bones.state.creatures import Treatment
from services.bones.state.seasons import Orders
from services.bones.state.tasks import Circumstances, Opponent
from shared.kernel.chance import FirstDraw, ProbeTape
from shared.kernel.context import Intent
from tests.bones.closings import OffStage
from tests.bones.off_stage import JACK, earn_income
from tests.bones.trying import DIE, LOST, NONE, NULL, WON

BOTH: Final = Orders(reroll=True, success=True)


# ---------------------------------------------------------------- what is gained


@pytest.mark.rule("BN-OFF-07", "BN-OFF-11", "BN-R-307")
def test_a_success_creates_one_asset_whatever_its_margin() -> None:
    """A larger margin creates no further asset. One action can earn an asset and renown; a failure earns nothing."""
    play = OffStage()
    bob = play.die("ann", 3, *JACK)
    play.open()
    book = play.declare(bob, "asset", "renown", difficulty="Easy")
    play.declare(bob, "asset", "property", difficulty="Easy")
    play.declare(bob, "relationship", "travel", difficulty="Easy")
    play.close()
    assert ("asset", "renown") == play.resolve(1, 3, 3, NONE, NONE).gains
    lost = play.resolve(6, 6, 6, NONE, NONE)
    assert ((), None) == (lost.gains, lost.made)
    assert ("relationship", "travel") == play.resolve(1, 6, 6, NONE, NONE).gains
    ((key, made),) = play.who(bob).assets.items()
    assert (made.id, "Scholar", True, 1) == (key, made.skill, made.temporary, play.who(bob).renown)
    assert book.rpartition("-")[2] == key.rpartition("-")[2]


@pytest.mark.rule("BN-INC-07", "BN-R-078", "BN-R-077")
def test_a_temporary_asset_counts_for_one_season() -> None:
    """A temporary asset is kept until it first counts.

    From then on it counts in each income roll of that season, and is then gone.
    """
    play = OffStage(seasons={"income_actions_per_season": 2, "assets_serve": "any_skill"})
    bob = play.die("ann", 1, *JACK)
    play.open()
    play.declare(bob, "asset", difficulty="Easy")
    play.close()
    play.resolve(1, NONE, NONE)
    play.end()
    assert 50 == earn_income(play, bob, "Social", 1).coins
    assert [None] == [one.season for one in play.who(bob).assets.values()]

    play.open()
    play.earn(bob)
    play.earn(bob, skill="Merchant")
    play.close()
    first, second = play.resolve(1), play.resolve(1)
    assert ((200, 1, 1), (500, 1, 0)) == (
        (first.coins, first.assets, len(first.used)), (second.coins, second.assets, len(second.used))
    )  # fmt: skip
    assert [3] == [one.season for one in play.who(bob).assets.values()]
    play.end()
    assert {} == play.who(bob).assets
    assert 100 == earn_income(play, bob, "Scholar", 1).coins


@pytest.mark.rule("BN-R-078")
def test_a_setting_binds_a_temporary_asset_to_its_first_season() -> None:
    """If `temporary_asset_season` is `season_made`, a temporary asset counts in the season in which it was made.

    It already counts for the next action. When that season ends, the asset is gone, whether or not it was used.
    """
    play = OffStage(seasons={"temporary_asset_season": "season_made"})
    bob, sue = play.die("ann", 1, *JACK), play.die("bob", 1, *JACK)
    play.open()
    for who in (bob, sue):
        play.declare(who, "asset", difficulty="Easy")
    play.earn(bob)
    play.close()
    for _ in range(2):
        play.resolve(1, NONE, NONE)
    assert 200 == play.resolve(1).coins
    play.end()
    assert ({}, {}) == (play.who(bob).assets, play.who(sue).assets)


# ---------------------------------------------------------------- standing orders


@pytest.mark.rule("BN-R-355", "BN-IMP-14")
@pytest.mark.parametrize(
    ("orders", "automatic", "spiffs", "faces", "won", "left"),
    [
        (Orders(automatic=True), 2, 9, (LOST, LOST, NONE, NONE), True, (1, 9)),
        (Orders(automatic=True), 0, 9, (LOST, LOST, NONE, NONE), False, (0, 9)),
        (Orders(automatic=True), 2, 9, (WON, LOST, NONE, NONE), True, (2, 9)),
        (Orders(automatic=True), 2, 9, (LOST, LOST, NULL, NONE), False, (2, 9)),
        (Orders(automatic=True, success=True), 2, 9, (LOST, LOST, NONE, NONE), True, (1, 9)),
        (Orders(automatic=True, success=True), 2, 9, (LOST, LOST, NULL, NONE), True, (1, 7)),
        (Orders(automatic=True, success=True), 2, 1, (LOST, LOST, NULL, NONE), False, (2, 1)),
        (Orders(automatic=True, success=True), 0, 9, (LOST, LOST, NONE, NONE), True, (0, 7)),
        (Orders(success=True), 2, 9, (LOST, LOST, NONE, NONE), True, (2, 7)),
    ],
)
def test_an_automatic_success_is_used_up_by_a_standing_order(  # noqa: PLR0917 rows
    orders: Orders, automatic: int, spiffs: int, faces: tuple[int, ...], won: bool, left: tuple[int, int]  # noqa: FBT001
) -> None:  # fmt: skip
    """An automatic success is used up only if it turns failure into success, alone or with a bought one.

    The game uses it before it buys a success.
    """
    play = OffStage(tasks={"automatic_success": "spent_on_use"})
    bob = play.die(count=2, automatic=automatic)
    play.spiffs("ann", spiffs)
    play.open()
    play.declare(bob, skill="Stealth", orders=orders, difficulty="Easy")
    play.close()
    found = play.resolve(*faces)
    assert (won, automatic - left[0], spiffs - left[1]) == (found.success, found.automatic, found.spiffs)
    assert left == (play.who(bob).automatic, play.state.spiffs["ann"])


@pytest.mark.rule("BN-R-355")
def test_income_takes_an_automatic_success_and_a_bought_one() -> None:
    """If both are ordered for an income action, an automatic and a bought success are added to the rolled ones."""
    play = OffStage(tasks={"automatic_success": "spent_on_use"})
    bob = play.die("ann", 1, *JACK, automatic=1)
    play.spiffs("ann", 2)
    play.open()
    play.earn(bob, orders=Orders(automatic=True, success=True))
    play.close()

    found = play.resolve(1)
    assert (3, 1, 2, 0) == (found.successes, found.automatic, found.spiffs, play.who(bob).automatic)


@pytest.mark.rule("BN-R-355", "BN-R-356")
@pytest.mark.parametrize(("shows", "automatic"), [(1, 1), (2, 0)])
def test_income_takes_no_more_than_the_cap_leaves_room_for(shows: int, automatic: int) -> None:
    """With one Scholar icon the cap is two: the automatic success counts first, and no success is bought as well."""
    play = OffStage(tasks={"automatic_success": "spent_on_use"}, spiffs={"bought_success_over_cap": False})
    scholar = play.one("ann", [("Universal", "Scholar", *["blank"] * 4), *[("Universal", *["blank"] * 5)]], automatic=1)
    play.spiffs("ann", 2)
    play.open()
    play.earn(scholar, orders=Orders(automatic=True, success=True))
    play.close()

    found = play.resolve(1, 1 if shows > 1 else 6)
    assert (2, automatic, 0) == (found.successes, found.automatic, found.spiffs)
    assert (1 - automatic, 2) == (play.who(scholar).automatic, play.state.spiffs["ann"])


@pytest.mark.rule("BN-R-301", "BN-R-235", "BN-SPIFF-10", "BN-SPIFF-11")
@pytest.mark.parametrize(
    ("orders", "spiffs", "faces", "won", "left"),
    [
        (Orders(), 9, (LOST, LOST, NONE, NONE), False, 9),
        (Orders(reroll=True), 9, (LOST, LOST, NONE, NONE, WON), True, 8),
        (Orders(reroll=True), 9, (LOST, LOST, NONE, NONE, LOST), False, 8),
        (Orders(reroll=True), 9, (WON, LOST, NONE, NONE), True, 9),
        (Orders(reroll=True), 0, (LOST, LOST, NONE, NONE), False, 0),
        (Orders(reroll=True), 9, (WON, WON, NULL, NULL), False, 9),
        (Orders(success=True), 9, (LOST, LOST, NONE, NONE), True, 7),
        (Orders(success=True), 1, (LOST, LOST, NONE, NONE), False, 1),
        (Orders(success=True), 9, (LOST, LOST, NULL, NONE), False, 9),
        (Orders(success=True), 9, (WON, LOST, NONE, NONE), True, 9),
        (BOTH, 9, (LOST, LOST, NULL, NONE, WON), True, 6),
        (BOTH, 9, (LOST, LOST, NONE, NONE, WON), True, 8),
        (BOTH, 2, (LOST, LOST, NONE, NONE, LOST), False, 1),
    ],
)
def test_spiffs_are_spent_by_standing_orders(  # noqa: PLR0917 rows
    orders: Orders, spiffs: int, faces: tuple[int, ...], won: bool, left: int  # noqa: FBT001
) -> None:  # fmt: skip
    """In a failed check, one standing order rerolls the first die without a success, and another buys a success."""
    play = OffStage()
    bob = play.die(count=2)
    play.spiffs("ann", spiffs)
    play.open()
    play.declare(bob, skill="Stealth", orders=orders, difficulty="Easy")
    play.close()
    found = play.resolve(*faces)
    assert (won, spiffs - left, left) == (found.success, found.spiffs, play.state.spiffs["ann"])


@pytest.mark.rule("BN-R-301", "BN-R-235")
@pytest.mark.parametrize("owner", ["player", "character"])
def test_standing_orders_always_apply_to_income(owner: str) -> None:
    """Income cannot fail, so both standing orders always apply: one rerolls a die, and one buys a success."""
    play = OffStage(spiffs={"spiffs_owner": owner})
    bob = play.one("ann", [DIE] * 3, spiffs=4)
    if owner == "character":
        play.state = play.state.change(bob, spiffs=4)
    play.open()
    play.earn(bob, skill="Craft", orders=BOTH)
    play.close()
    found = play.resolve(WON, LOST, LOST, 4)
    assert (3, 300, 3) == (found.successes, found.coins, found.spiffs)
    assert 1 == play.state.spiffs_of(bob)


# ---------------------------------------------------------------- harm


@pytest.mark.rule("BN-R-072", "BN-CAMP-117")
@pytest.mark.parametrize("damage", [0, 2])
def test_a_failure_costs_what_the_game_master_stated(damage: int) -> None:
    """A failure costs the stated number of dice, the last ones first, and interrupts treatment and rest.

    A success costs nothing.
    """
    play = OffStage()
    bob = play.one("ann", [DIE] * 4, treatment=Treatment(days=3), treated=1, rested=20)
    play.open()
    for _ in range(2):
        play.declare(bob, skill="Stealth", difficulty="Easy", damage=damage)
    play.close()
    assert () == play.resolve(WON, LOST, LOST, LOST, NONE, NONE).lost
    lost = (3, 4)[:damage]
    assert lost == play.resolve(*[LOST] * 4, NONE, NONE).lost
    one = play.who(bob)
    assert (lost, *((None, 0, 0) if damage else (Treatment(days=3), 1, 20))) == (
        one.lost, one.treatment, one.treated, one.rested
    )  # fmt: skip


@pytest.mark.rule("BN-R-068", "BN-HIND-06", "BN-HIND-09", "BN-CAMP-117")
def test_hindering_dice_act_off_stage() -> None:
    """Off stage too, poison removes the last die that showed a success before the total is counted."""
    play = OffStage()
    bob = play.die(count=4)
    play.ill(bob)
    play.open()
    play.earn(bob, skill="Craft")
    play.declare(bob, skill="Stealth", difficulty="Easy")
    play.close()
    first = play.resolve(WON, LOST, WON, LOST, 1)
    assert ((3,), 1, 100) == (first.lost, first.successes, first.coins)
    second = play.resolve(LOST, LOST, LOST, 3, NONE, NONE)
    assert ((), False) == (second.lost, second.success)


@pytest.mark.rule("BN-R-110", "BN-CAMP-117")
def test_a_setting_draws_the_dice_that_a_failure_costs() -> None:
    """If `damage_die_choice` is `random`, a random order of all dice is drawn when a failure costs dice."""
    play = OffStage(combat={"damage_die_choice": "random"})
    bob = play.die(count=3)
    play.open()
    play.declare(bob, skill="Stealth", difficulty="Easy", damage=2)
    play.close()
    assert (1, 2) == play.resolve(LOST, LOST, LOST, NONE, NONE, 2, 1, 3).lost


@pytest.mark.rule("BN-ABIL-09", "BN-CAMP-117")
def test_regenerate_restores_a_die_off_stage() -> None:
    """Off stage, a Regenerate icon restores the die that was lost first."""
    play = OffStage()
    bob = play.die("ann", 3, "Universal", "Regenerate", "Physical", "Craft", "Stealth", "blank", lost=(2, 1))
    play.open()
    play.earn(bob, skill="Social")
    play.close()
    found = play.resolve(2)
    assert ((2,), (1,)) == (found.healed, play.who(bob).lost)


# ---------------------------------------------------------------- opponents


@pytest.mark.rule("BN-R-304", "BN-R-074", "BN-CAMP-118", "BN-R-244")
def test_an_opponent_of_an_action_only_rolls() -> None:
    """The opponent of an action rolls the dice that it had when the close began, without hindering dice.

    The opponent's own actions do not change.
    """
    play = OffStage()
    bob, steve = play.die("ann", 2), play.die("bob", 2)
    play.ill(steve)
    play.open()
    play.declare(steve, skill="Stealth", difficulty="Easy", damage=1)
    play.declare(bob, skill="Social", opponents=(Opponent(creature=steve, skill="Social"),))
    play.close()
    assert (2,) == play.resolve(LOST, LOST, 3, NONE, NONE).lost
    met = play.resolve(WON, LOST, WON, WON)
    assert (False, -1, 1, "bob") == (met.success, met.margin, met.successes, met.narrator), "the winner narrates it"
    assert (2,) == play.who(steve).lost


@pytest.mark.rule("BN-CAMP-119", "BN-R-006")
@pytest.mark.parametrize("tie", ["initiator_fails", "reroll", "both_fail"])
def test_a_tie_off_stage_is_a_failure(tie: str) -> None:
    """A tie off stage fails and is not rolled again, whatever the setting for opposed ties."""
    play = OffStage(tasks={"opposed_tie": tie})
    bob, steve = play.die(), play.die("bob")
    play.open()
    play.declare(bob, skill="Social", opponents=(Opponent(creature=steve, skill="Social"),))
    play.close()
    if tie == "reroll":
        assert Fraction(2, 9) == Fraction(odds_of(play).also["success"].exact)
    met = play.resolve(WON, WON)
    assert (False, 0) == (met.success, met.margin)


def odds_of(play: OffStage) -> Any:  # noqa: ANN401 the odds of a pool
    """Return the odds in a dry run of the next step."""
    intent = Intent(id="odds", seat="clock", role="clock", at=0, by="clock", command=play.due)
    with pytest.raises(FirstDraw) as draw:
        play.rules.decide(intent, play.state, ProbeTape())
    assert draw.value.pool is not None
    return draw.value.pool.odds()


@pytest.mark.rule("BN-R-230", "BN-R-304")
def test_an_opponent_who_cannot_roll_counts_zero() -> None:
    """Against an opponent without dice one success is enough, unless the circumstances remove it as in any task."""
    play = OffStage()
    bob, steve = play.die(), play.die("bob")
    play.open()
    for here in (Circumstances(), Circumstances(loss=1)):
        steve_too = (Opponent(creature=steve, skill="Social"),)
        play.declare(bob, skill="Social", opponents=steve_too, circumstances=here)
    play.state = play.state.change(steve, lost=(1,))
    play.close()
    assert play.resolve(WON).success
    assert not play.resolve(WON).success
