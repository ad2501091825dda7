"""A dry run shows whether a command would succeed, and its odds.

A dry run writes nothing and reveals no result.
"""

from typing import Any

import pytest

from tests.support.http import CLOSE, ROTATE_SEED, Table, assert_problem, open_table, roll


def dry_run(table: Table, command: dict[str, Any], **more: Any) -> dict[str, Any]:  # noqa: ANN401 as `send` takes them
    """Send a dry run of a command, and assert that nothing changed; return the response's body."""
    before = table.get().content
    answer = table.send(command, params={"dry_run": "true"}, **more)
    assert answer.status_code == 200, answer.text
    assert answer.headers["ETag"] == f'"{table.version}"'
    assert table.get().content == before
    body: dict[str, Any] = answer.json()
    return body


def test_a_dry_run_names_a_draw_and_makes_none(table: Table) -> None:
    """A dry run shows the purpose of the command's first draw and no event. A second dry run gets the same response."""
    first, again = (dry_run(table, roll("3d6"), seat="ann") for _ in range(2))

    assert first == again
    assert (first["allowed"], first["draws"]) == (True, "dice")
    assert "events" not in first


def test_a_dry_run_reports_a_refusal_with_its_rule(table: Table) -> None:
    """A dry run reports the same refusal, with the same facts, as the command itself would."""
    outcome = dry_run(table, CLOSE, seat="ann")
    real = assert_problem(table.send(CLOSE, seat="ann"), 403)

    assert outcome["allowed"] is False
    assert outcome["refusal"] == {
        "refusal": "NotForThisSeat", "rule": real["rule"], "says": real["detail"], "needs": real["needs"],
        "has": real["has"], "field": None,
    }  # fmt: skip


def test_only_those_who_may_enter_faces_may_try_them(table: Table) -> None:
    """The server refuses a player's dry run with entered faces, as it would the command.

    It shows the game master's result.
    """
    refused = dry_run(table, roll("2d6"), seat="ann", faces=[6, 6])
    allowed = dry_run(table, roll("2d6"), seat="gm", faces=[6, 5])

    assert refused["refusal"]["rule"] == "AR-FACES-01"
    assert allowed["events"][0]["outcomes"][0]["total"] == 11


def test_a_dry_run_shows_the_events_of_a_command_without_draws(table: Table) -> None:
    """A dry run of a command without draws shows its events."""
    outcome = dry_run(table, {"type": "OpenSeat", "seat": "new"})

    assert outcome["events"] == [{"type": "SeatOpened", "seat": "new", "role": "player"}]


@pytest.mark.parametrize("command", [CLOSE, ROTATE_SEED])
def test_no_dry_run_reveals_the_seed(table: Table, command: dict[str, Any]) -> None:
    """Closing a table or an epoch reveals its seed, and with it all faces. A dry run of the command does not."""
    outcome = dry_run(table, command, seat="gm")
    seed = next(event["seed"] for event in table.done(command)["events"] if event["type"] == "SeedRevealed")

    assert outcome["allowed"] is True
    assert seed not in str(outcome)
    assert "events" not in outcome


def test_a_dry_run_of_the_last_roll_reveals_no_seed(table: Table) -> None:
    """A dry run with faces for the last roll of a bounded table shows no event, because one would reveal the seed."""
    last = open_table(table.server, table.app, closes_after={"rolls": 1})
    outcome = dry_run(last, roll("1d6"), faces=[3])

    assert outcome == {"allowed": True, "version": last.version}


def test_a_dry_run_shows_no_event_while_something_is_secret(table: Table) -> None:
    """While something is secret, a dry run shows only that the command would succeed.

    An event might reveal the secret.
    """
    table.done(roll("1d20", secret=True), seat="gm")
    outcome = dry_run(table, {"type": "VoidRoll", "roll": 1, "reason": "fell"}, seat="gm")

    assert outcome == {"allowed": True, "version": table.version}


def test_a_stale_dry_run_is_refused(table: Table) -> None:
    """The server checks `If-Match` for a dry run as it does for the command."""
    answer = table.send(roll(), params={"dry_run": "true"}, headers={"If-Match": '"1"'})

    assert_problem(answer, 412)


def test_a_dry_run_leaves_its_key_unused(table: Table) -> None:
    """A command may use the idempotency key that its dry run was sent with."""
    dry_run(table, roll("1d6"), headers={"Idempotency-Key": "kept"})

    assert table.done(roll("1d8"), headers={"Idempotency-Key": "kept"})["version"] == table.version
