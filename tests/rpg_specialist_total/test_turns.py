"""Turn order: rolls, Luck, ties, and combatants that join later."""

import pytest

from services.rpg_specialist_total.chapters.attacks import Attack
from services.rpg_specialist_total.chapters.dice import LuckSpent, TooManyLuckDice
from services.rpg_specialist_total.chapters.recovery import Restore
from services.rpg_specialist_total.chapters.states import LoseVitality
from services.rpg_specialist_total.chapters.turns import (
    ApGained,
    KeeperSettles,
    OrderRolled,
    OrderRolledAgain,
    RollAgain,
    RollOrder,
    before_first_turn,
)
from services.rpg_specialist_total.state.exchange import Rolled
from shared.kernel.campaign.fights import (
    EndFight,
    FightEnded,
    FightJoined,
    JoinFight,
    LeaveFight,
    NoSuchTie,
    NotInFight,
    OrderSet,
    OutsideTheFight,
    RolledAlready,
    RoundBegan,
    SettleTie,
    StartFight,
    TieSettled,
    TurnBegan,
    TurnEnded,
)
from shared.kernel.campaign.seats import NotYours
from shared.kernel.chance import Faces
from tests.rpg_specialist_total.play import Play, allowed_of, odds, roll


@pytest.mark.rule("SC-AP-01")
@pytest.mark.rule("SC-ORD-01")
@pytest.mark.rule("SC-ORD-02")
@pytest.mark.rule("SC-ORD-03")
@pytest.mark.rule("SC-ORD-12")
@pytest.mark.rule("SC-R-01")
@pytest.mark.rule("SC-R-89")
def test_the_order_is_rolled_with_the_speed_rating_each_round() -> None:
    """Each round, every combatant rolls as many d10 as its Speed Rating.

    The combatant with the highest total acts first.
    """
    play = Play()
    ash, bee, cat = play.one(speed_rating=2), play.one("bob", speed_rating=3), play.one("gm", speed_rating=1)
    play.do(StartFight(participants=(ash, bee, cat)))
    play.when(RollOrder(participant=ash), seat="ann", faces=Faces(4, 8)).then(
        OrderRolled(character=ash, roll=roll(4, 8))
    )
    play.do(RollOrder(participant=bee), 10, 6, 5, seat="bob")

    play.when(RollOrder(participant=cat), faces=Faces(7)).then(
        OrderRolled(character=cat, roll=roll(7)), OrderSet(order=(bee, ash, cat)), TurnBegan(participant=bee)
    )
    assert [TurnEnded(participant=bee), TurnBegan(participant=ash)] == play.turn()
    assert [TurnEnded(participant=ash), TurnBegan(participant=cat)] == play.turn()
    last = play.turn()
    assert RoundBegan(round=2) in last
    assert (None, ()) == (play.state.turn, play.state.fight and play.state.fight.order)


@pytest.mark.rule("SC-ORD-14")
@pytest.mark.rule("SC-R-89")
@pytest.mark.parametrize("by", ["setting", "fight"])
def test_a_setting_keeps_the_first_order(by: str) -> None:
    """If `order_mode` or the fight's `order` is `fixed`, the first turn order is kept, without new rolls."""
    play = Play(combat={"order_mode": "fixed"}) if by == "setting" else Play()
    ash, bee = play.one(), play.one("bob")
    play.do(
        StartFight(participants=(ash, bee)) if by == "setting" else StartFight(participants=(ash, bee), order="fixed")
    )
    play.do(RollOrder(participant=ash), 1, 1, 1)
    play.do(RollOrder(participant=bee), 2, 2, 2)
    play.turn()

    assert TurnBegan(participant=bee) == play.turn()[-1]
    play.no(RolledAlready, RollOrder(participant=ash))


@pytest.mark.rule("SC-ORD-04")
@pytest.mark.rule("SC-ORD-05")
@pytest.mark.rule("SC-ORD-06")
@pytest.mark.rule("SC-R-07")
@pytest.mark.rule("SC-E-06")
@pytest.mark.parametrize(("flip", "lucky", "total"), [(1, True, 16), (2, False, 6)])
def test_luck_adds_to_the_order_roll_or_subtracts_from_it(flip: int, lucky: bool, total: int) -> None:  # noqa: FBT001
    """One flip decides whether Luck dice add to the order roll or subtract.

    There can be no more Luck dice than other dice.
    """
    play = Play()
    ash = play.one(speed_rating=2, luck=5)
    play.do(StartFight(participants=(ash,)))
    play.no(TooManyLuckDice, RollOrder(participant=ash, luck=3))

    rolled = Rolled(faces=(4, 7), luck=(5,), lucky=lucky, total=total)
    play.when(RollOrder(participant=ash, luck=1), faces=Faces(flip, 4, 7, 5)).then(
        LuckSpent(character=ash, points=1, roll="combat order"), OrderRolled(character=ash, roll=rolled),
        OrderSet(order=(ash,)), TurnBegan(participant=ash),
    )  # fmt: skip
    assert (4, total) == (play.who(ash).luck, play.fighter(ash).score)


@pytest.mark.rule("SC-R-07")
@pytest.mark.parametrize(("flip", "lucky", "modifier"), [(1, True, 2), (2, False, -2)])
def test_a_setting_makes_each_luck_point_count_1_for_the_order(flip: int, lucky: bool, modifier: int) -> None:  # noqa: FBT001
    """If `order_roll` is `flat_points`, each Luck point adds 1 to the order score or, after a flip, subtracts 1."""
    play = Play(luck={"order_roll": "flat_points"})
    ash = play.one(speed_rating=2, luck=5)
    play.do(StartFight(participants=(ash,)))

    found = play.the(OrderRolled, RollOrder(participant=ash, luck=2), flip, 4, 7)

    assert Rolled(faces=(4, 7), lucky=lucky, modifier=modifier, total=11 + modifier) == found.roll
    assert 3 == play.who(ash).luck


def test_a_dry_run_shows_the_odds_of_the_order_roll() -> None:
    """A dry run of the order roll reports the odds of its sum."""
    play = Play()
    ash = play.one(speed_rating=1)
    play.do(StartFight(participants=(ash,)))

    assert odds(RollOrder(participant=ash), play.state) is not None


@pytest.mark.rule("SC-R-01")
def test_without_dice_the_order_score_is_0() -> None:
    """A combatant with Speed Rating 0 rolls nothing, and its order score is 0."""
    play = Play()
    ash = play.one(speed_rating=0)
    play.do(StartFight(participants=(ash,)))

    assert OrderRolled(character=ash, roll=Rolled()) == play.do(RollOrder(participant=ash))[0]


@pytest.mark.rule("SC-ORD-07")
@pytest.mark.rule("SC-ORD-10")
@pytest.mark.rule("SC-R-04")
@pytest.mark.rule("SC-R-08")
def test_ties_in_the_order_favour_players_and_then_speed() -> None:
    """In a tie, players act before non-players.

    Among players, and among non-players, the higher Speed Score acts first.
    """
    play = Play()
    slow, fast = play.one(speed_rating=1, speed_score=30), play.one("bob", speed_rating=1, speed_score=40)
    foe = play.one("gm", speed_rating=1, speed_score=90)
    play.do(StartFight(participants=(foe, slow, fast)))
    play.do(RollOrder(participant=slow), 5)
    play.do(RollOrder(participant=fast), 5)

    assert OrderSet(order=(fast, slow, foe)) in play.do(RollOrder(participant=foe), 5)


@pytest.mark.rule("SC-R-04")
def test_without_a_speed_score_the_rating_decides() -> None:
    """In a tie, the Speed Rating replaces a missing Speed Score."""
    play = Play()
    slow, fast = play.one(speed_rating=1, speed_score=None), play.one("bob", speed_rating=2, speed_score=None)
    play.do(StartFight(participants=(slow, fast)))
    play.do(RollOrder(participant=slow), 5)

    assert OrderSet(order=(fast, slow)) in play.do(RollOrder(participant=fast), 4, 1)


def tie(play: Play, *seats: str) -> tuple[str, ...]:
    """Start a fight with a combatant for each seat, all with an order score of 5; return their ids."""
    those = tuple(play.one(seat, speed_rating=1) for seat in seats)
    play.do(StartFight(participants=those))
    for who in those:
        play.do(RollOrder(participant=who), 5)
    return those


@pytest.mark.rule("SC-ORD-08")
@pytest.mark.rule("SC-ORD-09")
@pytest.mark.rule("SC-R-08")
def test_players_tied_on_speed_roll_again() -> None:
    """Players who tie in Speed too roll the same dice again, without Luck, until the tie is broken.

    They keep their order scores.
    """
    play = Play()
    ash, bee = tie(play, "ann", "bob")
    play.when(RollAgain(participant=ash), seat="ann", faces=Faces(2, 2)).then(
        OrderRolledAgain(character=ash, roll=roll(2)), OrderRolledAgain(character=bee, roll=roll(2))
    )

    assert OrderSet(order=(bee, ash)) in play.do(RollAgain(participant=bee), 3, 9, seat="bob")
    assert (5, 5) == (play.fighter(ash).score, play.fighter(bee).score)


@pytest.mark.rule("SC-ORD-08")
@pytest.mark.rule("SC-R-87")
def test_a_newcomer_rolls_again_with_all_tied_players() -> None:
    """If a newcomer ties with tied players, all of them roll again.

    An earlier tie-break among them no longer counts.
    """
    play = Play(combat={"order_mode": "fixed"})
    ash, bee = tie(play, "ann", "bob")
    play.do(RollAgain(participant=ash), 7, 3)
    cat = play.one(speed_rating=1)
    play.do(JoinFight(participant=cat))
    play.turn()
    play.turn()
    play.do(RollOrder(participant=cat), 5)

    assert OrderSet(order=(cat, bee, ash)) in play.do(RollAgain(participant=cat), 5, 1, 2)


@pytest.mark.rule("SC-ORD-08")
def test_the_keeper_may_enter_the_order_of_tied_players() -> None:
    """The Keeper may enter an order of tied players that was found by any other method."""
    play = Play()
    ash, bee = tie(play, "ann", "bob")

    play.when(SettleTie(order=(bee, ash))).then(
        TieSettled(order=(bee, ash)), OrderSet(order=(bee, ash)), TurnBegan(participant=bee)
    )


@pytest.mark.rule("SC-ORD-11")
def test_the_keeper_settles_a_tie_of_non_players() -> None:
    """Tied non-players do not roll again: the Keeper decides their order."""
    play = Play()
    ash, bee = tie(play, "gm", "gm")
    play.no(KeeperSettles, RollAgain(participant=ash))

    assert OrderSet(order=(bee, ash)) in play.do(SettleTie(order=(bee, ash)))


@pytest.mark.rule("SC-ORD-08")
def test_only_tied_players_roll_again() -> None:
    """A player may roll again only for the player's own combatants, and only if they are tied."""
    play = Play()
    ash, _ = tie(play, "ann", "bob")
    play.no(NotYours, RollAgain(participant=ash), seat="bob")
    play.do(RollAgain(participant=ash), 1, 2)

    play.no(NoSuchTie, RollAgain(participant=ash))
    play.no(NotInFight, RollAgain(participant="character-99"))
    assert not allowed_of(play.state, "gm", RollAgain)


@pytest.mark.rule("SC-R-87")
def test_a_newcomer_rolls_in_the_next_round() -> None:
    """A newcomer has AP from the next round on, without the limit of a first round.

    A combatant that leaves a fight is out at once.
    """
    play = Play()
    ash, bee, cat = play.one(), play.one("bob"), play.one("gm")
    play.fight(ash, bee)
    assert [FightJoined(participant=cat, since=2)] == play.do(JoinFight(participant=cat))
    play.no(RolledAlready, RollOrder(participant=cat))
    assert 0 == play.fighter(cat).ap
    play.turn()
    assert ApGained(character=cat, ap=3) in play.turn()
    assert not before_first_turn(play.state, cat)

    assert OrderSet(order=(ash, bee, cat)) in play.do(RollOrder(participant=cat), 10, 10, 10)
    play.do(LeaveFight(participant=bee))
    assert bee not in play.order()
    assert [FightEnded()] == play.do(EndFight())
    assert play.state.fighter(ash) is None


@pytest.mark.rule("SC-R-87", "AR-FIGHT-07")
@pytest.mark.parametrize("by", ["in the fight", "outside"])
def test_nobody_acts_on_a_newcomer_before_its_first_round(by: str) -> None:
    """A newcomer is no target in the round in which it joins, and may be attacked in the next.

    What the Keeper decides, such as healing, reaches it at once.
    """
    play = Play()
    ash, bee, cat, dan = (play.one(seat, items=("long blade",)) for seat in ("ann", "bob", "gm", "gm"))
    play.fight(ash, bee)
    attacker, seat = (ash, "ann") if by == "in the fight" else (dan, "gm")
    blow = Attack(attacker=attacker, target=cat, weapon=play.item_named(attacker, "long blade"), ap=1)
    play.do(JoinFight(participant=cat))

    refused = play.no(OutsideTheFight, blow, seat=seat)

    needs = "round 2" if by == "in the fight" else "a target outside the fight"
    assert (needs, cat, "target") == (refused.needs, refused.has, refused.field)
    assert all(cat not in str(one) for one in allowed_of(play.state, seat, Attack))
    play.do(LoseVitality(character=cat, amount=2, reason="a fall"))
    play.do(Restore(character=cat, cause="magic", vitality=1))
    if by == "in the fight":
        play.turn()
        play.turn()
        play.do(RollOrder(participant=cat), 1, 1, 1)
        play.do(blow, *(1,) * 5, 12, seat="ann")


@pytest.mark.rule("SC-R-87", "AR-FIGHT-07")
def test_before_form_2_a_newcomer_is_a_target_at_once() -> None:
    """In campaigns opened before form 2, a newcomer may be attacked in the round in which it joins."""
    play = Play(form=1)
    ash, bee, cat = play.one(items=("long blade",)), play.one("bob"), play.one("gm")
    play.fight(ash, bee)
    play.do(JoinFight(participant=cat))

    play.do(Attack(attacker=ash, target=cat, weapon=play.item_named(ash, "long blade"), ap=1), *(1,) * 5, 12)
