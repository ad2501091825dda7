"""Simulated matches between two decks: their measures, refused requests, and repeatable seeds."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any, Final

import msgspec
import pytest

from services.tcg.catalogue.starter import DECKS
from services.tcg.chapters.decks import DeckIllegal
from services.tcg.chapters.departures import Gone, SpiritsSentToVoid
from services.tcg.simulations import SIMULATION, _was_far_behind, names_of, pairing
from shared.kernel.jobs.chunk import Chunk, play_and_measure, run_chunk, variant_of
from shared.kernel.jobs.refusals import RequestUnclear
from shared.kernel.jobs.report import seed_of
from shared.kernel.jobs.simulation import play_trial
from shared.kernel.refusals import Refusal

LANTERN: Final = msgspec.to_builtins(DECKS["lantern"])
RANDOM: Final[dict[str, Any]] = {"decks": ["lantern", "tide"], "players": ["random", "random"], "windows": "none"}
JOB: Final = "5e" * 32


def test_a_match_is_measured() -> None:
    """Each measured value belongs to a published measure, and the shares of all endings of a match add up to one."""
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
    """A card's measure counts only matches in which the card was drawn; some cards are not drawn in every match."""
    variant = variant_of(SIMULATION, RANDOM)
    found = run_chunk(SIMULATION, (variant,), Chunk(job_seed=bytes(32), number=0, trials=30)).ours
    counts = {name: tally.trials for name, tally in found.items()}
    drawn = {name for name in counts if name.endswith(" drawn")}
    assert drawn
    assert all(counts[name] <= counts["first deck wins"] for name in drawn)
    assert any(counts[name] < counts["first deck wins"] for name in drawn)


def test_better_players_win_more_often() -> None:
    """With the same dice and shuffles, the first deck wins more often with a greedy than with a random player."""
    better = RANDOM | {"players": ["greedy", "random"]}
    variants = tuple(variant_of(SIMULATION, one) for one in (better, RANDOM))
    found = run_chunk(SIMULATION, variants, Chunk(job_seed=bytes(32), number=0, trials=12))
    assert int(found.difference["first deck wins"].total) >= 5


def test_search_plays_simulated_matches() -> None:
    """A trial with players that search comes to an end, and has the same result when it is run again."""
    variant = variant_of(SIMULATION, RANDOM | {"players": ["search", "random"]})
    one, other = (play_trial(SIMULATION, variant.request, variant.start, bytes(32)) for _ in range(2))
    assert one == other
    assert one[0].closed


def test_a_trial_with_the_same_seed_has_the_same_events() -> None:
    """Two trials with the same seed have the same events. Each stream is closed and marked as simulated."""
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
def test_impossible_simulations_are_refused(changed: dict[str, Any], refusal: type[Refusal]) -> None:
    """The service refuses a request that cannot be simulated, before the first trial."""
    with pytest.raises(refusal):
        variant_of(SIMULATION, RANDOM | changed)


def test_decks_may_be_lists_of_cards() -> None:
    """A deck that is given as a list of cards has the same matches as the same deck given by its name."""
    by_name, by_list = (variant_of(SIMULATION, RANDOM | {"decks": [deck, "tide"]}) for deck in ("lantern", LANTERN))
    assert play_and_measure(SIMULATION, by_name, bytes(32)) == play_and_measure(SIMULATION, by_list, bytes(32))


def test_decks_of_the_core_set_are_simulated_with_its_cards() -> None:
    """The simulation uses the card set to which the requested decks belong."""
    found = play_and_measure(SIMULATION, variant_of(SIMULATION, RANDOM | {"decks": ["kiln", "loom"]}), bytes(32))
    assert 1 == sum(found[name] for name in found if name.startswith("ends by "))


def test_decks_of_two_sets_are_refused_with_the_set_of_each() -> None:
    """The service refuses decks of different sets, and names the set of each deck.

    If a deck belongs to no built-in set, the refusal names the deck's own faults.
    """
    with pytest.raises(RequestUnclear) as refused:
        variant_of(SIMULATION, RANDOM | {"decks": ["kiln", "tide", LANTERN]})
    assert ("decks of one card set", "simulate.decks") == (refused.value.needs, refused.value.field)
    assert ("kiln: core", "tide: starter", "deck 3: starter") == refused.value.has
    with pytest.raises(DeckIllegal) as illegal:
        variant_of(SIMULATION, RANDOM | {"decks": ["kiln", LANTERN | {"savior": "nobody"}]})
    assert "simulate.decks[1]" == illegal.value.field


def test_a_setting_that_needs_a_server_is_refused_with_its_value() -> None:
    """The refusal names the settings that simulations require and the requested ones."""
    with pytest.raises(RequestUnclear) as refused:
        variant_of(SIMULATION, RANDOM | {"settings": {"decision_clock_s": 60}})
    assert ("decision_clock_s 60", "auto_pass public_possibility") == refused.value.has


# ---------------------------------------------------------------- round robins

THREE: Final[dict[str, Any]] = RANDOM | {"decks": ["lantern", "tide", LANTERN]}


def test_each_pair_of_a_round_robin_is_drawn_equally_often() -> None:
    """A round robin draws the six ordered pairs of three decks equally often. With two decks, each keeps its seat."""
    three, two = (variant_of(SIMULATION, one).request for one in (THREE, RANDOM))
    pairs = Counter(pairing(three, seed_of(JOB, 0, number).hex()) for number in range(1200))
    assert {(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)} == {*pairs}
    assert all(150 < count < 250 for count in pairs.values())
    assert {(0, 1)} == {pairing(two, seed_of(JOB, 0, number).hex()) for number in range(20)}


def test_a_round_robin_measures_the_decks_of_each_match() -> None:
    """In a round robin, a match counts only for its two decks and for their cards."""
    variant = variant_of(SIMULATION, THREE)
    announced = SIMULATION.measures(variant.request)
    assert "turns" == next(iter(announced))
    for number in range(6):
        seed = seed_of(JOB, 0, number)
        found = play_and_measure(SIMULATION, variant, seed)
        names = [("lantern", "tide", "deck 3")[place] for place in pairing(variant.request, seed.hex())]
        assert found.keys() <= announced.keys()
        assert {f"{one} beats {other}" for one, other in permutations(names)} == {
            one for one in found if " beats " in one
        }
        assert {f"{name} wins" for name in names} == {one for one in found if one.endswith(" wins")} - {
            "who goes first wins"
        }
        assert 1 == sum(found[f"{name} wins"] for name in names) + found["drawn"]
        played, _ = play_trial(SIMULATION, variant.request, variant.start, seed)
        lists = [played.game.players[seat].deck_list for seat in ("ann", "bob")]
        assert [one and one.savior for one in lists] == [
            DECKS["tide" if name == "tide" else "lantern"].savior for name in names
        ]


def test_decks_are_named_by_their_starter_deck_or_number() -> None:
    """Measures call a deck by the name of its starter deck.

    They use the deck's number instead if it is a list of cards, or if another deck has the same name.
    """
    request = variant_of(SIMULATION, THREE | {"decks": ["tide", "lantern", "tide", LANTERN]}).request
    assert ("deck 1", "lantern", "deck 3", "deck 4") == names_of(request)


@pytest.mark.parametrize("decks", [["lantern"], ["tide"] * 17])
def test_a_round_robin_has_two_to_sixteen_decks(decks: list[str]) -> None:
    """The service refuses a round robin of fewer than two or more than sixteen decks."""
    with pytest.raises(RequestUnclear):
        variant_of(SIMULATION, RANDOM | {"decks": decks})


def test_a_comeback_is_a_win_after_three_more_lost_spirits() -> None:
    """A win is a comeback if the winner once had three more spirits in the void than the loser; two are not enough."""

    def lose_spirits(owner: str, count: int) -> SpiritsSentToVoid:
        spirits = tuple(Gone(owner=owner, card="house-boost", thing=0, origin="under") for _ in range(count))
        return SpiritsSentToVoid(cause="damage", spirits=spirits)

    assert _was_far_behind("ann", [lose_spirits("bob", 1), lose_spirits("ann", 4), lose_spirits("bob", 6)])
    assert not _was_far_behind("ann", [lose_spirits("bob", 1), lose_spirits("ann", 3), lose_spirits("bob", 6)])
    assert not _was_far_behind("ann", [lose_spirits("bob", 7)])


@pytest.mark.rule("TC-PLAY-04")
@pytest.mark.parametrize("place", [0, 3])
def test_every_deck_is_checked_before_the_first_trial(place: int) -> None:
    """The service refuses an illegal deck by its position in the request, even if no trial would draw the deck."""
    decks: list[Any] = ["lantern", "tide", "lantern", "tide"]
    decks[place] = LANTERN | {"main": {}}
    with pytest.raises(DeckIllegal) as refused:
        variant_of(SIMULATION, RANDOM | {"decks": decks})
    assert refused.value.field == f"simulate.decks[{place}]"
