"""Simulated matches of two decks: what is measured, what is refused, and that seeds decide everything."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import pytest

from services.tcg.catalogue.starter import DECKS
from services.tcg.chapters.decks import DeckIllegal
from services.tcg.simulations import SIMULATION
from shared.kernel.jobs.chunk import Chunk, play_and_measure, run_chunk, variant_of
from shared.kernel.jobs.refusals import RequestUnclear
from shared.kernel.jobs.report import seed_of
from shared.kernel.jobs.simulation import play_trial
from shared.kernel.refusals import Refusal

LANTERN: Final = msgspec.to_builtins(DECKS["lantern"])
RANDOM: Final[dict[str, Any]] = {"decks": ["lantern", "tide"], "players": ["random", "random"], "windows": "none"}
JOB: Final = "5e" * 32


def test_a_match_is_measured() -> None:
    """Each value is one of the announced measures, and the values of all endings of a match add up to one."""
    variant = variant_of(SIMULATION, RANDOM)
    announced = SIMULATION.measures(variant.request)
    for number in range(6):
        found = play_and_measure(SIMULATION, variant, seed_of(JOB, 0, number))
        assert found.keys() <= announced.keys()
        assert sum(found[name] for name in found if name.startswith("ends by ")) == 1
        assert found["first deck wins"] + found["drawn"] in (0, 1)
        assert found["turns"] > 1
        assert {name.rsplit(" ", 1)[-1] for name in found if name.startswith("first deck wins, ")} >= {"drawn"}


def test_a_card_is_measured_in_the_matches_in_which_it_was_drawn() -> None:
    """A card's measure counts the matches in which it was drawn, which for some cards are fewer than all matches."""
    variant = variant_of(SIMULATION, RANDOM)
    found = run_chunk(SIMULATION, (variant,), Chunk(job_seed=bytes(32), number=0, trials=30)).ours
    counts = {name: tally.trials for name, tally in found.items()}
    drawn = {name for name in counts if name.endswith(" drawn")}
    assert drawn
    assert all(counts[name] <= counts["first deck wins"] for name in drawn)
    assert any(counts[name] < counts["first deck wins"] for name in drawn)


def test_better_players_win_more_often() -> None:
    """With the same luck, the first deck wins more often when a greedy player plays it than when a random one does."""
    better = RANDOM | {"players": ["greedy", "random"]}
    variants = tuple(variant_of(SIMULATION, one) for one in (better, RANDOM))
    found = run_chunk(SIMULATION, variants, Chunk(job_seed=bytes(32), number=0, trials=12))
    assert int(found.difference["first deck wins"].total) >= 5


def test_a_trial_is_a_match_like_any_other() -> None:
    """The same seed gives the same events, and the stream of a trial is finished and marked as simulated."""
    variant = variant_of(SIMULATION, RANDOM)
    one, other = (play_trial(SIMULATION, variant.request, variant.start, bytes(32)) for _ in range(2))
    assert one == other
    assert one[0].closed
    assert one[0].simulated


@pytest.mark.rule("TC-PLAY-04")
@pytest.mark.parametrize(
    ("changed", "refusal"),
    [
        ({"decks": ["lantern", "ocean"]}, RequestUnclear),
        ({"decks": [LANTERN | {"main": {}}, "tide"]}, DeckIllegal),
        ({"settings": {"decision_clock_s": 60}}, RequestUnclear),
        ({"settings": {"auto_pass": "no_legal_response"}}, RequestUnclear),
        ({"settings": {"auto_pass": "nothing_else"}}, RequestUnclear),
        ({"players": ["greedy", "oracle"]}, RequestUnclear),
    ],
    ids=["unknown deck", "illegal deck", "clock", "asked by hands", "passes by itself", "unknown player"],
)
def test_what_cannot_be_simulated_is_refused(changed: dict[str, Any], refusal: type[Refusal]) -> None:
    """A request is refused before its first trial."""
    with pytest.raises(refusal):
        variant_of(SIMULATION, RANDOM | changed)


def test_decks_may_be_lists_of_cards() -> None:
    """A list and the name of the same deck give the same matches."""
    by_name, by_list = (variant_of(SIMULATION, RANDOM | {"decks": [deck, "tide"]}) for deck in ("lantern", LANTERN))
    assert play_and_measure(SIMULATION, by_name, bytes(32)) == play_and_measure(SIMULATION, by_list, bytes(32))
