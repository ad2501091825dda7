"""Rolls of hidden Pools that the game master annuls before they are revealed."""

import pytest

from services.rpg_boundless.chapters.encounters import (
    EncounterHappened,
    EncounterRolled,
    HiddenEncounterRolled,
    RollEncounter,
)
from services.rpg_boundless.chapters.overrides import AdjustRoll, RollAnnulled, RollVoidAlready
from services.rpg_boundless.chapters.pools import HiddenPoolOpened, OpenPool, PoolIsEmpty, PoolOpened
from services.rpg_boundless.chapters.running_out import (
    HiddenPoolRolled,
    HiddenRevealed,
    PoolEmptied,
    PoolRolled,
    RevealHidden,
    RollPool,
)
from services.rpg_boundless.state.campaign import KEPT
from shared.kernel.campaign.seats import NotKnownHere
from tests.rpg_boundless.play import Before, Play

COCKED = "a cocked die"


def oil(play: Play, dice: int, outcome: str | None = None) -> str:
    """Create a hidden Pool for lamp oil; return its id."""
    return play.the(HiddenPoolOpened, OpenPool(name="oil", dice=dice, outcome=outcome, hidden=True)).pool


@pytest.mark.rule("FB-CAMP-24", "FB-R-56")
@pytest.mark.parametrize("outcome", ["boom", None])
def test_a_hidden_pool_does_not_run_out_by_an_annulled_roll(outcome: str | None) -> None:
    """A hidden Pool emptied by an annulled roll has its dice again.

    The reveal shows the roll as void, and the Pool's effect does not happen.
    """
    play = Play()
    pool = oil(play, 2, outcome)
    rolled = play.the(HiddenPoolRolled, RollPool(pool=pool, outcome=None if outcome else "boom"), 1, 1)
    play.when(AdjustRoll(roll=rolled.roll, reason=COCKED)).then(RollAnnulled(roll=rolled.roll, reason=COCKED))

    play.when(RevealHidden(hidden=pool)).then(
        HiddenRevealed(hidden=pool),
        PoolOpened(pool=pool, name="oil", dice=2, limit=2, outcome=outcome),
        PoolRolled(pool=pool, roll=rolled.result.open().roll, lost=0, left=2, void=COCKED),
    )

    assert (2, outcome, ()) == (
        play.state.pools[pool].dice, play.state.pools[pool].outcome, play.state.pools[pool].history
    )  # fmt: skip
    play.no(RollVoidAlready, AdjustRoll(roll=rolled.roll, reason=COCKED))


@pytest.mark.rule("FB-CAMP-24", "FB-ENC-07", "FB-R-56")
def test_hidden_signs_do_not_run_out_by_an_annulled_roll() -> None:
    """If the roll that emptied a hidden Pool of signs is annulled, the encounter has not happened.

    The reveal shows its signs and their Pool.
    """
    play = Play()
    found = play.the(HiddenEncounterRolled, RollEncounter(trigger="search", dice=1, hidden=True), 6)
    rolled = play.the(HiddenPoolRolled, RollPool(pool=found.pool), 1, 1)
    play.do(AdjustRoll(roll=rolled.roll, reason=COCKED))

    revealed = play.do(RevealHidden(hidden=found.encounter))

    assert [HiddenRevealed, EncounterRolled, PoolOpened, PoolRolled] == [type(event) for event in revealed]
    assert ({found.encounter}, 2) == ({*play.state.signs}, play.state.pools[found.pool].dice)
    assert EncounterHappened in [type(event) for event in play.do(RollPool(pool=found.pool), 1, 1)]


@pytest.mark.rule("FB-CAMP-24")
@pytest.mark.parametrize("first", [True, False])
def test_a_hidden_pool_gets_back_the_dice_of_the_annulled_roll_alone(first: bool) -> None:  # noqa: FBT001
    """If one of two rolls of a hidden Pool is annulled, dice lost by the other stay lost, even after the reveal."""
    play = Play()
    pool = oil(play, 4, "dark")
    one = play.the(HiddenPoolRolled, RollPool(pool=pool), 1, 6, 6, 6)
    two = play.the(HiddenPoolRolled, RollPool(pool=pool), 1, 1, 6)
    play.do(AdjustRoll(roll=(one if first else two).roll, reason=COCKED))
    hidden = play.state.hidden[pool].pool
    assert hidden is not None
    assert ((2,) if first else (3,)) == (hidden.dice,) == hidden.history

    rolls = [event for event in play.do(RevealHidden(hidden=pool)) if isinstance(event, PoolRolled)]

    assert ([(0, 4, COCKED), (2, 2, None)] if first else [(1, 3, None), (0, 3, COCKED)]) == [
        (event.lost, event.left, event.void) for event in rolls
    ]
    assert (hidden.dice, hidden.history) == (play.state.pools[pool].dice, play.state.pools[pool].history)


@pytest.mark.rule("FB-CAMP-24")
def test_an_emptied_hidden_pool_has_dice_again_when_an_earlier_roll_is_annulled() -> None:
    """When an earlier roll is annulled, an emptied hidden Pool can be rolled again.

    Its last roll then no longer describes the effect of the empty Pool.
    """
    play = Play()
    pool = oil(play, 4)
    one = play.the(HiddenPoolRolled, RollPool(pool=pool), 1, 1, 6, 6)
    play.do(RollPool(pool=pool, outcome="dark"), 1, 1)

    play.do(AdjustRoll(roll=one.roll, reason=COCKED))

    last = play.the(HiddenPoolRolled, RollPool(pool=pool, outcome="cold"), 1, 1).result.open()
    assert (0, "cold") == (last.left, last.outcome)
    assert PoolEmptied(pool=pool, outcome="cold") == play.do(RevealHidden(hidden=pool))[-1]


@pytest.mark.rule("FB-CAMP-24")
def test_a_hidden_pool_stays_empty_when_the_annulled_roll_took_no_dice() -> None:
    """If the annulled roll took no dice, a hidden Pool stays empty, and its last roll still describes the effect."""
    play = Play()
    pool = oil(play, 2)
    one = play.the(HiddenPoolRolled, RollPool(pool=pool), 6, 6)
    play.do(RollPool(pool=pool, outcome="dark"), 1, 1)

    play.do(AdjustRoll(roll=one.roll, reason=COCKED))

    play.no(PoolIsEmpty, RollPool(pool=pool))
    assert PoolEmptied(pool=pool, outcome="dark") == play.do(RevealHidden(hidden=pool))[-1]


@pytest.mark.rule("FB-CAMP-24", "FB-CAMP-06")
def test_an_annulled_roll_of_a_hidden_pool_stays_void_after_many_other_rolls() -> None:
    """An annulled roll of a hidden Pool stays void, however many other rolls follow.

    The reveal lists it, as void, among the rolls that may be annulled.
    """
    play = Play()
    pool = oil(play, 2)
    rolled = play.the(HiddenPoolRolled, RollPool(pool=pool), 1, 1)
    play.do(AdjustRoll(roll=rolled.roll, reason=COCKED))
    for _ in range(KEPT):
        play.do(RollEncounter(trigger="search", dice=1), 1)
    play.no(NotKnownHere, AdjustRoll(roll=rolled.roll, reason=COCKED))

    play.do(RevealHidden(hidden=pool))

    play.no(RollVoidAlready, AdjustRoll(roll=rolled.roll, reason=COCKED))


@pytest.mark.rule("FB-CAMP-24")
def test_under_form_1_an_annulled_roll_empties_a_hidden_pool() -> None:
    """Under version 1 of the rules, an annulled roll still empties a hidden Pool."""
    play = Before()
    pool = oil(play, 2, "boom")
    rolled = play.the(HiddenPoolRolled, RollPool(pool=pool), 1, 1)
    play.do(AdjustRoll(roll=rolled.roll, reason=COCKED))

    assert PoolEmptied(pool=pool, outcome="boom") == play.do(RevealHidden(hidden=pool))[-1]
