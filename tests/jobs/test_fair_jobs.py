"""Fair sharing of the workers among apps, and among the jobs of an app."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from shared.platform.queue import FairWindow
from tests.support.jobs import app_of, crewed, installation, roll_to_simulate, wait_for_job


def send_chunks(window: FairWindow, count: int) -> list[tuple[str, int]]:
    """Send this many chunks; return the app and the number of each chunk."""
    return [chosen for _ in range(count) if (chosen := window.next()) is not None]


def test_apps_take_turns_however_many_jobs_each_has() -> None:
    """Three apps with one, two and ten jobs have the same number of running chunks."""
    window = FairWindow()
    for job in range(10):
        window.offer("many", f"many-{job}", range(32))
    window.offer("two", "two-0", range(32))
    window.offer("two", "two-1", range(32))
    window.offer("one", "one-0", range(32))
    chosen = send_chunks(window, 12)

    assert Counter(job.partition("-")[0] for job, _ in chosen) == {"many": 4, "two": 4, "one": 4}


def test_an_app_without_running_chunks_is_next() -> None:
    """The dispatcher serves an app without running chunks before an app with many, whichever made its request first."""
    window = FairWindow()
    window.offer("first", "first-0", range(32))
    send_chunks(window, 8)
    window.offer("late", "late-0", [0])

    assert window.next() == ("late-0", 0)
    assert window.next() == ("first-0", 8)


def test_the_jobs_of_an_app_take_turns() -> None:
    """The dispatcher next serves the app's job with the fewest running chunks. It sends each job's chunks in order."""
    window = FairWindow()
    window.offer("app", "a", range(4))
    window.offer("app", "b", range(2))

    assert send_chunks(window, 9) == [("a", 0), ("b", 0), ("a", 1), ("b", 1), ("a", 2), ("a", 3)]


def test_a_chunk_is_sent_once_until_it_is_lost() -> None:
    """Further events of a job do not make the dispatcher send a running chunk again, but a lost chunk is sent again."""
    window = FairWindow()
    window.offer("app", "a", [0, 1, 2])
    send_chunks(window, 2)
    window.offer("app", "a", [1, 2, 3])
    again = send_chunks(window, 9)
    window.send_again("a")
    window.offer("app", "a", [1, 2, 3])

    assert again == [("a", 2), ("a", 3)]
    assert send_chunks(window, 9) == [("a", 1), ("a", 2), ("a", 3)]


def test_a_chunk_that_could_not_be_sent_is_sent_next() -> None:
    """A chunk that could not be sent is the next one of its job.

    A finished job has no next chunk.
    """
    window = FairWindow()
    window.offer("app", "a", [0, 1])
    job, chunk = send_chunks(window, 1)[0]
    window.give_back(job, chunk)

    assert window.next() == ("a", 0)
    window.forget("a")
    assert window.next() is None


@pytest.mark.store
def test_a_short_job_ends_before_ten_long_jobs_of_another_app(tmp_path: Path) -> None:
    """With one worker, an app's short job ends before the ten long jobs that another app requested earlier."""
    with (
        installation(tmp_path / "fair") as server,
        crewed(server, ARBITER_WORKERS="1"),
        app_of(server, "many") as many,
        app_of(server, "short") as short,
    ):
        long = [
            many.post(
                "/dice/v1/jobs", json={"simulate": roll_to_simulate("500d6"), "trials": 2_000_000, "seed": f"{n:064x}"}
            )
            for n in range(10)
        ]
        asked = short.post("/dice/v1/jobs", json={"simulate": roll_to_simulate("3d6"), "trials": 10})
        done = wait_for_job(short, asked.headers["Location"])
        others = [many.get(each.headers["Location"]).json()["progress"]["status"] for each in long]
        for each in long:
            many.post(f"{each.headers['Location']}/cancellation")

    assert done["progress"]["status"] == "completed"
    assert others == ["running"] * 10
