"""The place where the server builds legal lists: the event loop only if earlier lists of the same kind were cheap."""

from __future__ import annotations

from shared.platform.http.list_costs import FIRST, MADE_HERE, ListCosts

CHEAP, DEAR = FIRST * MADE_HERE / 2, 4 * MADE_HERE


def test_lists_of_a_game_that_was_never_measured_leave_the_event_loop() -> None:
    """The event loop builds no list for a game or role without measurements, however cheap other lists were."""
    costs = ListCosts()
    assert not costs.are_low("toy", "toy:a", "player")

    costs.add("toy", "toy:a", "player", CHEAP)
    assert costs.are_low("toy", "toy:a", "player")
    assert not costs.are_low("toy", "toy:a", "gm")
    assert not costs.are_low("other", "other:a", "player")


def test_a_streams_first_list_is_built_here_if_others_are_well_below_the_limit() -> None:
    """The event loop builds the first list of a stream if lists of the same kind are well below the limit.

    The margin is needed because one stream may cost more than others of its game.
    """
    costs = ListCosts()
    costs.add("toy", "toy:a", "gm", CHEAP)
    assert costs.are_low("toy", "toy:b", "gm")

    costs.add("low", "low:a", "gm", MADE_HERE * 0.9)
    assert costs.are_low("low", "low:a", "gm")
    assert not costs.are_low("low", "low:b", "gm")


def test_a_stream_has_a_mean_of_its_own() -> None:
    """The lists of one stream leave the event loop when they become expensive, and return when they become cheap."""
    costs = ListCosts()
    for _ in range(20):
        costs.add("toy", "toy:a", "gm", CHEAP)
        costs.add("toy", "toy:b", "gm", DEAR)
    assert costs.are_low("toy", "toy:a", "gm")
    assert not costs.are_low("toy", "toy:b", "gm")

    for _ in range(20):
        costs.add("toy", "toy:b", "gm", CHEAP)
    assert costs.are_low("toy", "toy:b", "gm")


def test_streams_listed_longest_ago_are_forgotten() -> None:
    """The streams that were listed longest ago lose their measurements, and then count as new streams."""
    costs = ListCosts(most_kept=2)
    costs.add("toy", "toy:a", "gm", DEAR)
    for stream in ("toy:b", "toy:c"):
        for _ in range(20):
            costs.add("toy", stream, "gm", CHEAP)
    assert costs.are_low("toy", "toy:a", "gm")
