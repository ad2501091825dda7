"""A dry run tells whether a command would pass and with what odds; it writes nothing and foretells nothing."""

from typing import Any

import pytest

from tests.support.http import CLOSE, ROTATE_SEED, Table, held_to_be_a_problem, open_table, roll


def tried(table: Table, command: dict[str, Any], **more: Any) -> dict[str, Any]:  # noqa: ANN401 as `send` takes them
    """Try a command, and hold that nothing came of it."""
    before = table.get().content
    answer = table.send(command, params={"dry_run": "true"}, **more)
    assert answer.status_code == 200, answer.text
    assert answer.headers["ETag"] == f'"{table.version}"'
    assert table.get().content == before
    body: dict[str, Any] = answer.json()
    return body


def test_a_draw_is_named_and_not_made(table: Table) -> None:
    """The first draw's purpose is told; a second dry run says the same; no event is."""
    first, again = (tried(table, roll("3d6"), seat="ann") for _ in range(2))

    assert first == again
    assert (first["allowed"], first["draws"]) == (True, "dice")
    assert "events" not in first


def test_a_refusal_is_told_with_its_rule(table: Table) -> None:
    """What the real command would be refused for, the dry run says, with the same facts."""
    told = tried(table, CLOSE, seat="ann")
    real = held_to_be_a_problem(table.send(CLOSE, seat="ann"), 403)

    assert told["allowed"] is False
    assert told["refusal"] == {
        "refusal": "NotForThisSeat", "rule": real["rule"], "says": real["detail"], "needs": real["needs"],
        "has": real["has"], "field": None,
    }  # fmt: skip


def test_faces_of_a_real_table_are_for_those_who_may_enter_them(table: Table) -> None:
    """A player is refused as in earnest; the game master sees what they come to."""
    refused = tried(table, roll("2d6"), seat="ann", faces=[6, 6])
    allowed = tried(table, roll("2d6"), seat="gm", faces=[6, 5])

    assert refused["refusal"]["rule"] == "AR-FACES-01"
    assert allowed["events"][0]["outcomes"][0]["total"] == 11


def test_events_without_luck_are_told(table: Table) -> None:
    """A command that draws nothing tells its events."""
    told = tried(table, {"type": "OpenSeat", "seat": "new"})

    assert told["events"] == [{"type": "SeatOpened", "seat": "new", "role": "player"}]


@pytest.mark.parametrize("command", [CLOSE, ROTATE_SEED])
def test_the_seed_is_not_told_before_it_is_revealed(table: Table, command: dict[str, Any]) -> None:
    """Ending a table or its epoch reveals the seed; trying to does not, for whoever knew it would know every face."""
    told = tried(table, command, seat="gm")
    seed = next(event["seed"] for event in table.done(command)["events"] if event["type"] == "SeedRevealed")

    assert told["allowed"] is True
    assert seed not in str(told)
    assert "events" not in told


def test_a_roll_that_would_end_the_table_tells_no_seed(table: Table) -> None:
    """Faces entered for the last roll of a bounded table would reveal the seed with it: nothing is told."""
    last = open_table(table.server, table.app, closes_after={"rolls": 1})
    told = tried(last, roll("1d6"), faces=[3])

    assert told == {"allowed": True, "version": last.version}


def test_while_something_is_secret_no_event_is_told(table: Table) -> None:
    """An event might tell what is hidden; that the command would pass is all that is said."""
    table.done(roll("1d20", secret=True), seat="gm")
    told = tried(table, {"type": "VoidRoll", "roll": 1, "reason": "fell"}, seat="gm")

    assert told == {"allowed": True, "version": table.version}


def test_a_stale_dry_run_is_refused(table: Table) -> None:
    """`If-Match` holds for a dry run as for the command."""
    answer = table.send(roll(), params={"dry_run": "true"}, headers={"If-Match": '"1"'})

    held_to_be_a_problem(answer, 412)


def test_a_dry_run_leaves_its_key_unused(table: Table) -> None:
    """The key of a dry run is free for the command itself."""
    tried(table, roll("1d6"), headers={"Idempotency-Key": "kept"})

    assert table.done(roll("1d8"), headers={"Idempotency-Key": "kept"})["version"] == table.version
