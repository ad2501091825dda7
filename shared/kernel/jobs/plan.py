"""The division of a job into chunks, and the derivation of the seed of each chunk and trial.

    chunk k of a job       seed = HMAC-SHA256(job's seed, "arbiter chunk" | k (u64))
    trial i of a chunk     seed = HMAC-SHA256(chunk's seed, "arbiter trial" | i (u64))

A trial's seed is the seed of the stream on which it is played, so that the trial can be opened as a stream and audited.
Both variants of a comparison play on the same seed.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from math import ceil
from typing import Final

from shared.kernel.jobs.refusals import JobTooLong, TooManyTrials

MAX_TRIALS: Final = 10_000_000
MAX_CHUNKS: Final = 1_000
CHUNK_MICROSECONDS: Final = 500_000
"""Target duration of a chunk: short enough to show progress and to stop a cancelled job within seconds."""
LONGEST_CHUNK: Final = 15_000_000
MAX_SECONDS: Final = MAX_CHUNKS * LONGEST_CHUNK // 1_000_000
HELP_SECONDS: Final = 600
"""Maximum core time of an analysis of a running stream. It is short, because a seat may request one at each version."""


def chunk_trials(trials: int, cost: int) -> int:
    """Return the number of trials in one chunk of a job.

    Rule:    AR-JOB-02, AR-JOB-03
    Units:   `cost` in microseconds of one core per trial
    Refuses: TooManyTrials, JobTooLong
    """
    if trials > MAX_TRIALS:
        raise TooManyTrials(needs=f"at most {MAX_TRIALS} trials", has=trials, field="trials")
    seconds = trials * cost // 1_000_000
    each = max(CHUNK_MICROSECONDS // cost, ceil(trials / MAX_CHUNKS), 1)
    if seconds > MAX_SECONDS or each * cost > LONGEST_CHUNK:
        raise JobTooLong(needs=f"at most {MAX_SECONDS} seconds of one core", has=f"about {seconds}", field="trials")
    return min(each, trials)


def streams_each(versions: Sequence[int], cost: int) -> int:
    """Return the number of streams in a chunk of a survey, so that even chunks with the longest streams finish in time.

    Rule:    AR-JOB-03, AR-JOB-17
    Shape:   versions: the number of versions of each stream
    Units:   `cost` in microseconds of one core per version
    Refuses: JobTooLong
    """
    seconds = sum(versions) * cost // 1_000_000
    if seconds > MAX_SECONDS:
        raise JobTooLong(needs=f"at most {MAX_SECONDS} seconds of one core", has=f"about {seconds}", field="trials")
    return max(1, CHUNK_MICROSECONDS // (max(versions) * cost))


def check_help(trials: int, cost: int) -> None:
    """Check that an analysis of a running stream is short enough.

    Rule:    AR-JOB-15
    Units:   `cost` in microseconds of one core per trial
    Refuses: JobTooLong
    """
    seconds = trials * cost // 1_000_000
    if seconds > HELP_SECONDS:
        raise JobTooLong(needs=f"at most {HELP_SECONDS} seconds of one core", has=f"about {seconds}", field="trials")


def chunk_count(trials: int, each: int) -> int:
    """Return the number of chunks in a job."""
    return ceil(trials / each)


def trials_in(chunk: int, *, trials: int, each: int) -> int:
    """Return the number of trials in this chunk; the last chunk of a job may be smaller than the others."""
    return max(0, min(each, trials - chunk * each))


def chunk_seed(job_seed: bytes, chunk: int) -> bytes:
    """Derive the seed of a chunk."""
    return hmac.digest(job_seed, b"arbiter chunk" + chunk.to_bytes(8, "big"), "sha256")


def trial_seed(seed_of_chunk: bytes, trial: int) -> bytes:
    """Derive the seed of a trial."""
    return hmac.digest(seed_of_chunk, b"arbiter trial" + trial.to_bytes(8, "big"), "sha256")
