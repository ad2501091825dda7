"""Shared parts of campaigns: ids in order, rounds and turns, and game masters."""

from msgspec import Struct

from shared.kernel.campaign.forms import form
from shared.kernel.campaign.keeping import in_order, last, value_of_secret, without
from shared.kernel.campaign.rounds import Rounds, TurnTaker
from shared.kernel.campaign.state import CampaignBase
from shared.kernel.messages import Secret

ANN, BOB = TurnTaker(id="ann", side="player"), TurnTaker(id="bob", side="player")
WOLF = TurnTaker(id="wolf", side="enemy")


def rounds() -> Rounds[TurnTaker]:
    """Return the first round of three participants, whose turn order differs from the order in which they joined."""
    return Rounds(participants=(ANN, WOLF, BOB), round=1, order=("wolf", "ann", "bob"), offers=(("ann", "bob"),))


def test_ids_are_kept_in_the_order_in_which_they_were_given() -> None:
    """Ids are sorted by their number, whatever their prefix, and `last` returns only the newest ids."""
    assert ("item-2", "pool-9", "item-10") == in_order(["item-10", "item-2", "pool-9"])
    assert {"item-10": 1, "item-2": 2} == last({"item-10": 1, "item-1": 0, "item-2": 2}, 2)
    assert {"a": 1} == without({"a": 1, "b": 2}, "b", "c")


class Coin(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A coin whose worth is omitted from its encoding if it is the default."""

    worth: int = 1


class Purse(Struct, frozen=True, kw_only=True):
    """Coins by id."""

    coins: dict[str, Coin]
    owner: str = "ann"

    @property
    def count(self) -> int:
        """Return the number of coins."""
        return len(self.coins)


class SeenCoin(Coin, frozen=True, kw_only=True, omit_defaults=False):
    """A coin whose encoding always contains its worth."""


class SeenPurse(Struct, frozen=True, kw_only=True):
    """The coins of a purse in order, and their number."""

    coins: tuple[SeenCoin, ...]
    owner: str
    count: int


def test_a_form_copies_fields_properties_and_values_by_id() -> None:
    """The view of a mapping by id is a tuple of the declared struct, in order. Explicit arguments take precedence."""
    purse = Purse(coins={"coin-10": Coin(), "coin-9": Coin(worth=5)})

    seen = form(SeenPurse, purse, owner="bob")

    assert seen == SeenPurse(coins=(SeenCoin(worth=5), SeenCoin()), owner="bob", count=2)


def test_a_copy_that_may_not_read_a_secret_reads_nothing() -> None:
    """For a reader who may not read a secret, its value is None."""
    assert ("so", None) == (
        value_of_secret(Secret(audience=("gm",), value="so")),
        value_of_secret(Secret[str](audience=("gm",))),
    )


def test_turns_follow_the_order_and_skip_those_who_cannot_act() -> None:
    """The current turn is that of the first participant who can act and has had no turn in this round.

    After the last turn of the round, there is no current turn.
    """
    fight = rounds()
    assert "wolf" == fight.turn(lambda _: True)
    assert "ann" == fight.turn(lambda who: who != "wolf")

    for who in ("wolf", "ann", "bob"):
        fight = fight.change(who, done=True)
    assert fight.turn(lambda _: True) is None
    assert all(one.begun for one in fight.participants)


def test_leaving_removes_a_participant_from_the_order() -> None:
    """A participant who leaves is removed from the order, and a participant who joins is not in this round's order."""
    left = rounds().drop("ann")
    assert (("wolf", "bob"), ()) == (left.order, left.offers)

    joined = left.add(ANN)
    assert (ANN, ("wolf", "bob")) == (joined.find("ann"), joined.order)
    assert left.find("ann") is None


def test_a_campaign_knows_its_game_masters_and_its_last_id() -> None:
    """A campaign knows its game masters and the highest number of its ids, which never decreases."""
    campaign = (
        CampaignBase()
        .add_seat("zoe", "gm")
        .add_seat("ann", "player")
        .add_seat("abe", "gm")
        .raise_counter("item-7", "pool-3")
    )

    assert (("abe", "zoe"), 7) == (campaign.game_masters, campaign.made)
    assert campaign.led_by("zoe")
    assert not campaign.led_by("ann")
    assert 7 == campaign.raise_counter("item-5").made
