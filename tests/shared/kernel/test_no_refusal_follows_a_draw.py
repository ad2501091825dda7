"""No refusal follows a draw in any game.

The tests send every command with ordinary and extreme values while the tape records draws.

If a caller were refused after a draw, the refusal could reveal the faces, and the caller could send another
command at the same version.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as effort
from hypothesis import strategies as st
from msgspec.structs import replace

from services.dice.chapters.table import OpenTable
from services.dice.game import table
from services.rpg_boundless.chapters.seats import OpenCampaign
from services.rpg_boundless.game import campaign
from services.rpg_specialist_pool.chapters.specialists import CreateSpecialist
from services.rpg_specialist_pool.chapters.table import OpenCampaign as OpenPoolCampaign
from services.rpg_specialist_pool.game import campaign as pool_campaign
from services.tcg.chapters.decks import SubmitDeck
from services.tcg.chapters.opening import OpenMatch
from services.tcg.game import match
from services.tcg.settings import StallGuard
from shared.kernel.chance import ProbeTape
from shared.kernel.game import SeatAsk
from tests.conformance.playing import EFFORT
from tests.rpg_boundless.play import creation_of
from tests.rpg_boundless.play import settings as rulings
from tests.rpg_specialist_pool.conformance import CAMPAIGNS, sheet
from tests.support.bounds import Driver
from tests.tcg.matches import DECKS, SCHOOLS, deck_of, settings_of
from tests.tcg.playing import Playing
from tests.tcg.policy import pick

pytestmark = pytest.mark.long

SEATS: Final = (SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann"), SeatAsk(seat="bob"))
PAD: Final = "🎲" * 400
NOTATIONS: Final = (
    "1d20", "1d20cs>=11", "1000d6", "99d100!", "1d6!!", "4d6kh3rr1", "1d20ro<20", "3d6dh1dl1", "100d20cs>=20cf<=1",
    "{1d6,1d8}kh1", "d%", "1d6ra6", f"1d20cs>=11 # {PAD}", f"1d6 {PAD}", "1d4294967296", "1d0", "9999d9999", "nonsense",
    "(1d6)/(1d6)", "1d6*999999999", "-1d6", "4dF", "1d20+1d6-1d4*2",
)  # fmt: skip
TEXTS: Final[Mapping[str, Mapping[str, Sequence[Any]]]] = {
    "dice": {
        "text": NOTATIONS,
        "who": ("gm", "ann", "bob", "nobody"),
        "roll": (1, 2, 3),
        "set": ("a",),
        "name": ("a",),
    },
    "rpg_boundless": {"seat": ("gm", "ann", "bob")},
    "rpg_specialist_pool": {"seat": ("gm", "ann", "bob"), "stats": (("Might",), ("Wits",)), "traits": (("Bold",),)},
    "tcg": {"of": ("s0", "s1")},
}


def dice(luck: Random) -> Driver:
    """Open a dice table."""
    return Driver(table, OpenTable(seats=SEATS), luck=luck, texts=TEXTS["dice"])


def boundless(luck: Random) -> Driver:
    """Open a campaign with one of several sets of settings, and create a character for ann."""
    chosen = luck.choice((
        rulings(), rulings(initiative={"tie": "reroll"}, dying={"clock": "pool_2d"}, fortune={"tie": "reroll"}),
    ))  # fmt: skip
    opening = OpenCampaign(seats=SEATS, settings=chosen)
    driver = Driver(campaign, opening, luck=luck, texts=TEXTS["rpg_boundless"])
    driver.send("ann", creation_of())
    return driver


def specialists(luck: Random) -> Driver:
    """Open a campaign of Specialists with one of several sets of settings, and create one Specialist for each seat."""
    opening = OpenPoolCampaign(seats=SEATS, settings=luck.choice(CAMPAIGNS))
    driver = Driver(pool_campaign, opening, luck=luck, texts=TEXTS["rpg_specialist_pool"])
    for ask in SEATS:
        driver.send("gm", CreateSpecialist(sheet=sheet(driver.stream.game, ask.seat), seat=ask.seat))
    return driver


def cards(luck: Random) -> Driver:
    """Open a match of two to eight players with random settings. Its cards use every part of the card language."""
    number = luck.randrange(1000)
    chosen = settings_of(5 * number + 4)
    school = luck.choice(SCHOOLS)
    seats = tuple(SeatAsk(seat=f"s{place}") for place in range(luck.choice((2, 2, 3, chosen.max_players))))
    guard = StallGuard(queued=200, links=30, max_turns=40)
    chosen = replace(chosen, spirit_set="house", stall_guard=guard)
    driver = Driver(
        match, OpenMatch(seats=seats, settings=chosen, cards=school), luck=luck, texts={**TEXTS["tcg"], "deck": DECKS}
    )
    for ask in seats:
        driver.send(ask.seat, SubmitDeck(deck=deck_of(0, school)))
    return driver


def play(driver: Driver, most: int) -> None:
    """Make up to `most` sensible moves for the seats whose turn it is, so that a match progresses."""
    for _ in range(most):
        state = driver.stream.game
        if driver.stream.closed or not state.decisions:
            return
        seat = driver.luck.choice(list(state.decisions))
        driver.send(seat, pick(Playing(state.mutable_copy(), ProbeTape()), seat, driver.luck.randrange))


def driven(opened: Callable[[Random], Driver], luck: Random, steps: int) -> Driver:
    """Send random commands to a game for this many steps; return the driver."""
    driver = opened(luck)
    for number in range(steps):
        if driver.game.service == "tcg":
            play(driver, 6)
            if number == steps // 4:  # later, the match may be over
                driver.try_undo()
        driver.step()
    driver.try_undo()
    return driver


GAMES: Final = (dice, boundless, specialists, cards)
DRAWING: Final[Mapping[str, set[str]]] = {
    "dice": {"Roll"},
    "rpg_boundless": {"CreateCharacter", "Check", "CastSpell", "Rest", "RollPool", "RollReaction"},
    "rpg_specialist_pool": {"Attempt", "Oppose", "StandStill", "RollDailyLuck", "RollInitiative"},
    "tcg": {"SubmitDeck", "Mulligan"},
}
"""The commands that have drawn in any sufficiently long test run, by game."""


@pytest.mark.rule("AR-COMMIT-02")
@pytest.mark.parametrize("opened", GAMES)
@effort(max_examples=5 * EFFORT, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_no_refusal_follows_a_draw(opened: Callable[[Random], Driver], seed: int) -> None:
    """The game refuses commands, whether listed or at the limits of their schema, only before the first draw.

    The seeds differ from run to run. The next test runs longer, always with the same seeds, and also fails on such
    a refusal.
    """
    driven(opened, Random(seed), 25)


@pytest.mark.parametrize("opened", GAMES)
def test_every_command_is_driven(opened: Callable[[Random], Driver]) -> None:
    """The driver sends every command of the game, and every command that can draw does draw.

    This shows that the previous test is not vacuous. A few seeds suffice, because this test stops once it has seen
    all commands sent and all draws.
    """
    unsent, undrawn = {"any"}, {"any"}
    sent: set[str] = set()
    drew: set[str] = set()
    for seed in range(16 if opened in (boundless, specialists) else 6):
        driver = driven(opened, Random(seed), 40)
        sent |= {*driver.sent}
        drew |= {name for name, times in driver.drew.items() if times}
        unsent, undrawn = {*driver.kinds} - sent - {"Close"}, DRAWING[driver.game.service] - drew
        if not unsent | undrawn:
            return
    assert (set(), set()) == (unsent, undrawn)
