"""Trials follow the rules of their service, and the shares of their outcomes agree with the exact odds."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from services.dice.chapters.odds import odds_of
from services.dice.chapters.rolls import Roll, RollAsk
from services.dice.notation.notation import Notation
from services.dice.simulations import SIMULATION, SimulateThrow
from shared.kernel.jobs.chunk import Chunk, ChunkStopped, play_and_measure, run_chunk, variant_of
from shared.kernel.jobs.commands import Precision
from shared.kernel.jobs.judgement import digest_of_result
from shared.kernel.jobs.plan import LONGEST_CHUNK, MAX_CHUNKS, chunk_count, chunk_trials, trials_in
from shared.kernel.jobs.refusals import NeverEnds
from shared.kernel.jobs.report import progress_of, result_of, seed_of
from shared.kernel.jobs.simulation import SimulatedMove
from shared.kernel.jobs.stopping import interval_of, mean_of
from shared.kernel.jobs.tally import number
from tests.support.jobs import SEED, chunk_done, request, roll_to_simulate, state_of

KINDS = {"total": "amount"}


@pytest.mark.rule("AR-JOB-07")
def test_a_chunk_depends_only_on_its_seed() -> None:
    """A chunk that is run again has the same result; a chunk with another seed has a different result."""
    ask = request("10d6!", trials=1000)

    assert digest_of_result(chunk_done(ask, 3, 200)) == digest_of_result(chunk_done(ask, 3, 200))
    assert digest_of_result(chunk_done(ask, 3, 200)) != digest_of_result(chunk_done(ask, 4, 200))


@pytest.mark.rule("AR-JOB-07")
def test_recorded_chunk_keeps_its_result() -> None:
    """The result of a recorded chunk still has the recorded digest, which must never change."""
    result = chunk_done(request("4d6kh3", trials=100), 0, 100)

    assert digest_of_result(result) == "aae9011e9be249b05ab89d57a023b9e8"


@pytest.mark.rule("AR-JOB-09")
def test_an_extreme_can_be_replayed_from_its_seed() -> None:
    """Each extreme trial has the same value when it is run alone from its seed."""
    ask = request("20d20kh10!", trials=500)
    result, variant = chunk_done(ask, 2, 500), variant_of(SIMULATION, ask.simulate)

    for extreme in (*result.lowest, *result.highest):
        seed = seed_of(SEED, extreme.chunk, extreme.trial)
        assert play_and_measure(SIMULATION, variant, seed)["total"] == number(extreme.value)
    assert number(result.lowest[0].value) < number(result.highest[0].value)


def test_both_variants_use_the_same_dice() -> None:
    """Both variants of a job use the same dice: a roll and the same roll plus one differ by one in every trial."""
    result = chunk_done(request("4d6", trials=300, against="4d6 + 1"), 0, 300)

    assert result.difference["total"].rows == ((-1, 300),)
    assert result.ours["total"].trials == result.theirs["total"].trials == 300


def test_simulated_means_agree_with_exact_odds() -> None:
    """For `4d6kh3`, the intervals contain the exact mean and the exact share for at least 95 of 100 seeds each."""
    odds = odds_of(Notation(text="4d6kh3"))
    mean = Fraction(odds.mean.exact)  # type: ignore[union-attr]
    share = Fraction(next(row for row in odds.outcomes if row.total == 15).at_least.exact)  # type: ignore[union-attr]
    variant = variant_of(SIMULATION, roll_to_simulate("4d6kh3", 15))
    hits = {"total": 0, "at least 15": 0}
    for number_of_seed in range(100):
        chunk = Chunk(job_seed=number_of_seed.to_bytes(32, "big"), number=0, trials=400)
        found = run_chunk(SIMULATION, (variant,), chunk).ours
        for name, truth in (("total", mean), ("at least 15", share)):
            kind = SIMULATION.measures(variant.request)[name]
            low, high = interval_of(found[name], kind, 0.05) or (0.0, 0.0)
            hits[name] += low <= truth <= high

    assert min(hits.values()) >= 95


def test_an_unwanted_chunk_stops() -> None:
    """A running chunk checks every few trials whether its result is still needed, and stops if it is not."""
    variant = variant_of(SIMULATION, roll_to_simulate("2d6"))
    looks = iter([True, True, False])
    with pytest.raises(ChunkStopped):
        run_chunk(SIMULATION, (variant,), Chunk(job_seed=b"1" * 32, number=0, trials=10**6), wanted=lambda: next(looks))


@pytest.mark.rule("AR-JOB-10")
def test_a_policy_that_never_ends_is_stopped() -> None:
    """A trial whose policy never ends is stopped after the maximum number of commands."""
    endless = replace(SIMULATION, policy=lambda request, _: roll_again(request))
    with pytest.raises(NeverEnds):
        play_and_measure(endless, variant_of(endless, roll_to_simulate("1d6")), b"1" * 32)


def roll_again(request: SimulateThrow) -> SimulatedMove:
    """Return the move of a policy that always rolls once more."""
    return SimulatedMove("gm", "gm", Roll(rolls=(RollAsk(what=request.what),)))


@pytest.mark.rule("AR-JOB-03")
@pytest.mark.parametrize(("trials", "cost"), [(1, 1), (10**7, 50), (10**7, 1500), (999, 10**6), (1000, LONGEST_CHUNK)])
def test_chunks_cover_the_job(trials: int, cost: int) -> None:
    """Each trial is in exactly one chunk, and both the number and the length of the chunks are limited."""
    each = chunk_trials(trials, cost)
    count = chunk_count(trials, each)

    assert sum(trials_in(chunk, trials=trials, each=each) for chunk in range(count)) == trials
    assert count <= MAX_CHUNKS
    assert each * cost <= LONGEST_CHUNK


def test_a_job_reports_its_measures() -> None:
    """In a job's report, shares add up, quantiles are within their bounds, and everything is valid JSON."""
    state = state_of(request("3d6", trials=4000), 3, chunk_trials=1000)
    result = result_of(state, KINDS)  # type: ignore[arg-type]
    assert result is not None
    summary = result.ours["total"]

    assert sum(row.times for row in summary.rows) == 3000
    assert summary.rows[0].at_least == 1.0
    assert summary.quantiles["50%"][1] in {10, 11}
    for low, middle, high in summary.quantiles.values():
        assert low is None or low <= middle  # type: ignore[operator]
        assert high is None or middle <= high  # type: ignore[operator]
    assert summary.mean.low is not None
    assert summary.mean.low < 10.5 < (summary.mean.high or 0)
    assert float(mean_of(state.found.ours["total"])) == summary.mean.value  # type: ignore[union-attr]


def test_a_job_estimates_its_remaining_time() -> None:
    """Before the first chunk, a job has no estimate of its remaining time.

    Later it is estimated from the pace so far and the number of trials that the precision may need.
    """
    ask = request("3d6", trials=100_000, precision=Precision(measure="total", half_width="0.1"))
    none, some = state_of(ask, 0, chunk_trials=1000), state_of(ask, 2, chunk_trials=1000)
    before = progress_of(none, KINDS, now=5000).remaining  # type: ignore[arg-type]
    after = progress_of(some, KINDS, now=4000).remaining  # type: ignore[arg-type]

    assert before is not None
    assert after is not None
    assert (before.trials, before.seconds) == (100_000, None)
    assert 3_000 < after.trials < 30_000
    assert after.seconds == pytest.approx(after.trials * 4 / 2000, abs=0.1)
    assert json.dumps(SIMULATION.examples)
