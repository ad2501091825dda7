"""The distribution of tests to workers: tests that share data cached per process run on the same worker."""

from __future__ import annotations

from itertools import chain

import pytest

from tests.support.distribution import FIRST, ROOT, SHARED, places_of, scope_of


@pytest.mark.parametrize(
    ("nodeid", "scope"),
    [
        ("tests/jobs/test_tally.py::test_a[1-2]", "tests/jobs/test_tally.py"),
        ("tests/conformance/test_logs.py::test_a[tcg]", "tests/conformance[tcg]"),
        ("tests/conformance/test_logs.py::test_a[tcg-every_cost]", "tests/conformance[tcg]"),
        ("tests/conformance/test_replay.py::test_b[tcg]", "tests/conformance[tcg]"),
        ("tests/conformance/test_logs.py::test_a[tcg: kinds of decisions]", "tests/conformance/test_logs.py"),
        ("tests/conformance/test_logs.py::test_a", "tests/conformance/test_logs.py"),
        ("tests/tcg/test_zones.py::test_a[tcg]", "tests/tcg/test_zones.py"),
        ("tests/web/test_play.py::test_a[bones]", "tests/web/test_play.py"),
        ("tests/http/test_foundry_module.py::test_a", "tests/http/test_typescript_client.py"),
    ],
)
def test_a_worker_gets_a_file_or_a_games_conformance(nodeid: str, scope: str) -> None:
    """A worker runs all tests of a file, or all conformance tests of a game, which use the same random plays."""
    assert scope == scope_of(nodeid)


def test_the_files_and_folders_that_are_named_exist() -> None:
    """The distribution plan names files and folders, and each of them exists.

    If one were renamed, the plan would no longer control which worker runs its tests, or when.
    """
    assert [] == [name for name in (*chain(*FIRST), *SHARED, *SHARED.values()) if not (ROOT / name).exists()]


def test_the_scopes_of_a_group_are_mixed_evenly() -> None:
    """The longest file comes first. Files that compute alternate with files that wait, whatever their numbers."""
    web = [f"tests/web/test_{number}.py::test_a" for number in range(4)]
    faults = [f"tests/faults/test_{number}.py::test_a[{part}]" for number in range(2) for part in "ab"]
    others = ["tests/tcg/test_zones.py::test_a", "tests/web/test_play.py::test_a"]
    places = places_of([*others, *web, *faults])

    assert [
        "tests/web/test_play.py",
        "tests/web/test_0.py", "tests/faults/test_0.py", "tests/web/test_1.py",
        "tests/web/test_2.py", "tests/faults/test_1.py", "tests/web/test_3.py",
        "tests/tcg/test_zones.py",
    ] == sorted(places, key=places.__getitem__)  # fmt: skip
