"""Campaigns that differ only in facts hidden from players, whose commands get the same results in each."""

from random import Random

import pytest

from services.bones.chapters.people.creatures import SpawnHorde
from services.bones.state.creatures import NewCreature
from tests.bones.conformance import FIXTURE
from tests.bones.screened import ALIKE, OGRE, SEATS, UNLIKE, WISP, Screened, beast
from tests.conformance.fixture import Twins
from tests.conformance.playing import by_kind, command_from, legal_list_of
from tests.conformance.test_secrets import alike_after
from tests.support.sampling import sampled

STEPS = sampled(6, of=25)
BRUTE = beast("Brute", "Universal", ALIKE, ALIKE, ALIKE, items=("Spear",))
BIRD = beast("Bird", "Regenerate", *UNLIKE, UNLIKE[0], flying="4")
ENDS = ("Close", "RotateToken")


@pytest.mark.rule("BN-CAMP-170", "BN-CAMP-172")
@pytest.mark.parametrize("fights", [False, True])
@pytest.mark.parametrize(
    ("one", "other"),
    [(OGRE, WISP), (BRUTE, BIRD), (SpawnHorde(threat="Deadly", name="x"), SpawnHorde(threat="Nuisance", name="x"))],
    ids=["cast", "beasts", "hordes"],
)
def test_players_learn_nothing_by_their_commands(
    one: NewCreature | SpawnHorde,
    other: NewCreature | SpawnHorde,
    fights: bool,  # noqa: FBT001 a row
) -> None:
    """After each command of a player, views, legal lists, results and records are byte-identical in both campaigns."""
    luck, pair = Random(f"{type(one).__name__} {fights}"), (Screened(one), Screened(other))
    for journal in pair:
        if fights:
            journal.fights()
    first, second = (journal.stream for journal in pair)
    eyes = alike_after(FIXTURE, Twins(first=first, second=second, seats=SEATS))
    for _ in range(STEPS):
        seat = luck.choice(("ann", "bob"))
        entries = by_kind(legal_list_of(FIXTURE.game, eyes.streams[0], seat).allowed)
        kind = luck.choice(sorted({*entries} - {*ENDS}))
        eyes.send(command_from(luck.choice(entries[kind]), FIXTURE.game, luck), seat)
