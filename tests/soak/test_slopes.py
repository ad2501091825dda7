"""The slopes of a soak: growth that matters is found, and noise is not taken for growth."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from shared.kernel.mac import PREPARED
from shared.platform.eventlog.redis.connection import KEYS_REMEMBERED
from shared.platform.http.list_costs import MOST_KEPT
from tests.soak.processes import Use
from tests.soak.report import failures_of, print_report, slopes_of
from tests.soak.running import SETTINGS, WARM_STREAMS, Sample, Soak, soak
from tests.soak.slopes import BLOCKS, FEWEST, Conclusion, Point, blocks_of, late, slope_of

HOURS, SAMPLES = 8.0, 2880


def samples(value: Callable[[float, Random], float], hours: float = HOURS, seed: int = 1) -> list[Point]:
    """Return a value at each time of a run, as a function of the hours since its start."""
    luck = random.Random(seed)
    count = int(SAMPLES * hours / HOURS)
    return [(hours * place / count, value(hours * place / count, luck)) for place in range(count)]


@pytest.mark.parametrize(
    ("value", "conclusion"),
    [
        (lambda _, luck: 100 + luck.gauss(0, 3), "flat"),
        (lambda _, luck: 70 + luck.choice((0, 0, 0, 4, 90)), "flat"),  # connections that come and go
        (lambda at, luck: 100 - 40 * 0.5 ** (4 * at) + luck.gauss(0, 1), "flat"),  # caches that fill up
        (lambda at, luck: 100 + at + luck.gauss(0, 3), "flat"),  # 8 % in 8 hours
        (lambda at, luck: 100 + 2 * at + luck.gauss(0, 3), "grows"),  # 16 %
        (lambda at, _: 70 + int(1.5 * at), "grows"),  # a descriptor is left open every 40 minutes
        (lambda at, luck: 30 * 1.05**at + luck.expovariate(0.2), "grows"),  # a latency
        (lambda at, luck: 100 - 5 * at + luck.gauss(0, 3), "flat"),
    ],
)
def test_growth_is_told_from_noise(value: Callable[[float, Random], float], conclusion: Conclusion) -> None:
    """A quantity grows if it certainly grows by more than is allowed: here a tenth in 8 hours."""
    assert {conclusion} == {slope_of(samples(value, seed=seed), allowed=0.1).conclusion for seed in range(5)}


def test_a_short_run_with_noise_is_undecided() -> None:
    """Ten minutes of a noisy quantity show neither that it grows in 8 hours nor that it does not."""
    noisy = slope_of(samples(lambda _, luck: 100 + luck.gauss(0, 5), hours=1 / 6), allowed=0.1)
    few = slope_of([(0.0, 1.0), (1.0, 1.0)], allowed=0.1)
    none = slope_of([], allowed=0.1)

    assert ["undecided"] * 3 == [noisy.conclusion, few.conclusion, none.conclusion]
    assert noisy.low < 0 < noisy.high
    assert few.points < FEWEST


def test_the_interval_has_the_true_slope() -> None:
    """In nearly all of 40 runs, the interval of a slope contains the slope with which the values were made."""
    found = [slope_of(samples(lambda at, luck: 3 * at + luck.gauss(0, 9), seed=seed), allowed=1) for seed in range(40)]

    assert sum(each.low <= 3 <= each.high for each in found) >= 37
    assert all(each.low <= each.slope <= each.high for each in found)


def test_points_are_medians_of_blocks_after_the_beginning() -> None:
    """The first fifth of a run is left out, and at most 40 points remain."""
    each = [(float(place), float(place)) for place in range(1000)]

    assert (200.0, 800) == (late(each)[0][0], len(late(each)))
    assert BLOCKS == len(blocks_of(late(each)))
    assert (209.5, 209.5) == blocks_of(late(each))[0]
    assert ([], []) == (late([]), blocks_of([]))


def test_a_report_names_what_grows_and_what_failed(capsys: pytest.CaptureFixture[str]) -> None:
    """Memory of a server that grows is a failure; memory of the store is not, because the store keeps every event."""
    run = Soak(capacity=200, rate=100, seconds=28_800, failures=["player 3: 500"], done={"commands": 1000})
    run.samples = [
        Sample(
            at=at * 60.0, requests=600, p50=5.0, p99=20.0, spent=1.2,
            uses={
                "server": Use(processes=1, memory=100 + at / 10, allocated=200 + at / 10, files=70),
                "store": Use(memory=at * 1.0, files=30),
            },
        )
        for at in range(480)
    ]  # fmt: skip
    print_report(run)
    said = capsys.readouterr().out

    assert ["player 3: 500", "memory of server grows: +6 MB an hour, of 129.1"] == failures_of(run)
    assert all(failure in said for failure in failures_of(run))
    assert "the store grew from 0.0 to 479.0 MB: 490.50 KB for each command of a player" in said
    assert "memory of store" not in said


@pytest.mark.parametrize(("an_hour", "conclusion"), [(0.0, "flat"), (0.5, "flat"), (1.5, "grows")])
def test_pages_that_are_no_longer_shared_are_not_growth(an_hour: float, conclusion: Conclusion) -> None:
    """Of a pool, growth is what it allocates; it may allocate a tenth of its memory in 8 hours, not of what it shares.

    Here its memory grows from 40 to 72 MB, because it writes to pages that it inherited, and it inherited 200 MB.
    """
    samples = [
        Sample(at=at * 60.0, requests=0, uses={"pool": Use(memory=40 + at / 15, allocated=200 + an_hour * at / 60)})
        for at in range(480)
    ]  # fmt: skip
    unit, slope = slopes_of(samples)["memory of pool"]

    assert (unit, conclusion) == ("MB", slope.conclusion)
    assert 50 < slope.middle < 70


def test_streams_before_the_traffic_fill_the_caches_that_count_streams() -> None:
    """Each server, and the dispatcher with its small cache of owners, sees more streams than it keeps facts about."""
    servers = int(SETTINGS["ARBITER_SERVERS"])

    assert WARM_STREAMS > 1.2 * servers * max(KEYS_REMEMBERED, PREPARED, MOST_KEPT)
    assert WARM_STREAMS > int(SETTINGS["ARBITER_CACHED_OWNERS"])


@pytest.mark.store
@pytest.mark.faults
def test_a_soak_of_seconds_samples_every_process(tmp_path: Path) -> None:
    """Players, guests and all processes work together, nothing fails, and each role is sampled."""
    run = soak(tmp_path / "arbiter", seconds=4, rate=40, every=1, to=tmp_path / "soak.ndjson", warm=20)

    assert [] == run.failures
    assert {"server", "dispatcher", "nursery", "store"} <= run.samples[-1].uses.keys()
    assert all(run.done[name] > 0 for name in ("requests", "commands", "received events", "webhook events"))
    assert len(run.samples) == len((tmp_path / "soak.ndjson").read_text("utf-8").splitlines())
