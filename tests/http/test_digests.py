"""Digests over HTTP: what a digest covers for each caller and version.

The tests also run `arbiter verify --compare`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from click.testing import CliRunner, Result

from services.dice.chapters.voids import RollVoided
from services.dice.game import table as dice
from services.gateway.cli import main
from services.gateway.operations.comparing import CannotCompare, compare, compare_file, fold_log, server_at
from services.gateway.processes.running import Running
from services.gateway.served import SERVICES
from shared.kernel.audit import lines_of
from shared.kernel.digests import schema_name
from shared.kernel.replay import LogReader
from tests.support.http import CLOSE, NDJSON, ROTATE_SEED, Table, assert_problem, key_of, open_table, roll, write_export
from tests.support.matches import hand_in, open_match
from tests.support.releases import change_game
from tests.support.undo_campaign import campaign, take

SEEN_BY: Final = (None, "gm", "ann", "bob", "eve")


def digest(table: Table, seat: str | None = None, at: int | None = None, **more: Any) -> dict[str, Any]:  # noqa: ANN401 as httpx has it
    """Return the digest that a caller gets, now or at a version."""
    answer = table.get("/digest", seat=seat, params={} if at is None else {"at": str(at)}, **more)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def verify(server: Running, file: Path, *words: str, key: str = "") -> Result:
    """Run `arbiter verify --compare` with the app's key or another credential."""
    environment = {"ARBITER_KEY": key or server.key}
    return CliRunner(env=environment).invoke(main, ["verify", str(file), "--compare", server.address, *words])


# ---------------------------------------------------------------- the digest


@pytest.mark.rule("AR-DIGEST-02")
def test_a_digest_is_of_the_caller_s_view_until_the_log_is_open(server: Running, app: httpx.Client) -> None:
    """A hidden roll changes only the digests of its audience and of the app.

    After the table is closed, every caller gets the digest of the whole state.
    """
    table = open_table(server, app)
    table.done(roll("1d20"), seat="ann")
    before = {seat: digest(table, seat) for seat in SEEN_BY}
    now = table.get().json()

    assert {one["of"] for one in before.values()} == {"view"}
    assert {seat: one.get("seat") for seat, one in before.items()} == {seat: seat for seat in SEEN_BY}
    assert {(one["version"], one["head"], one["stream"]) for one in before.values()} == {
        (now["version"], now["head"], now["stream"])
    }
    assert {one["schema"] for one in before.values()} == {schema_name(dice.view_type)}

    table.done(roll("1d20", secret=True), seat="gm")
    first = {seat: digest(table, seat)["digest"] for seat in SEEN_BY}
    assert first["gm"] == first[None] != first["ann"]
    assert digest(table, at=now["version"]) == before[None]

    table.done(CLOSE, seat="gm")
    after = [digest(table, seat) for seat in SEEN_BY]
    assert after == [after[0]] * len(SEEN_BY)
    assert (after[0]["of"], after[0]["schema"], "seat" in after[0]) == ("state", schema_name(dice.state), False)
    assert digest(table, "ann", at=now["version"])["of"] == "state"


@pytest.mark.rule("AR-DIGEST-02")
def test_a_digest_within_a_decision_is_of_the_version_before_it(server: Running, app: httpx.Client) -> None:
    """At a version within a decision, the digest and the view show the version before the decision.

    The server refuses unknown versions.
    """
    table = campaign(server, app)
    opened = table.version - 1
    assert digest(table, at=1)["version"] == 0
    assert digest(table, at=opened)["version"] == opened
    assert_problem(table.get("/digest", params={"at": str(opened + 99)}), 404)
    assert_problem(table.get("/digest", params={"at": "-1"}), 400)


@pytest.mark.rule("AR-DIGEST-01")
def test_an_undo_restores_the_digest_of_the_view(server: Running, app: httpx.Client) -> None:
    """After an undo, the game's view has the digest that it had before the undone command."""
    table = campaign(server, app)
    before, to = digest(table, "ann"), take(table, "bread")["version"] - 1
    taken = digest(table, "ann")
    table.done({"type": "ProposeUndo", "to": to}, seat="ann")
    after = digest(table, "ann")

    assert after["digest"] == before["digest"] != taken["digest"]
    assert after["head"] != before["head"]


@pytest.mark.parametrize("service", SERVICES, ids=lambda one: one.name)
@pytest.mark.rule("AR-DIGEST-01")
def test_every_game_has_digests(server: Running, app: httpx.Client, service: Any) -> None:  # noqa: ANN401 its type is generic
    """In every game, a newly opened stream has a digest for its app and its first seat."""
    game = service.game
    body = next(iter(game.openings.values()))
    opened = app.post(f"/{game.service}/v1/{game.plural}", json=body)
    assert opened.status_code == 201, opened.text
    table = Table(server=server, app=app, path=opened.headers["Location"], opened=opened.json())
    seat = table.opened["seats"][0]["seat"]

    for one in (digest(table), digest(table, seat)):
        assert (len(one["digest"]), one["version"]) == (64, table.opened["version"])


# ---------------------------------------------------------------- arbiter verify --compare


@pytest.mark.rule("AR-DIGEST-03")
def test_a_server_of_the_same_release_folds_a_log_alike(server: Running, app: httpx.Client, tmp_path: Path) -> None:
    """A server of the same release folds a log to the same digest, so one comparison is enough.

    The test compares a table's open log, and a running campaign's log for the app and for a seat.
    """
    table, run = open_table(server, app), campaign(server, app)
    table.done(roll("1d20", secret=True), seat="gm")
    table.done(CLOSE, seat="gm")
    take(run, "bread")
    done = verify(server, write_export(table, tmp_path / "table.ndjson"))
    assert (done.exit_code, "folds: the state is the same there" in done.output) == (0, True), done.output
    for key in ("", run.tokens["ann"]):
        done = verify(server, write_export(run, tmp_path / "campaign.ndjson"), key=key)
        assert f"folds: the view is the same there at version {run.version}; 1 question" in done.output
        assert done.exit_code == 0


@pytest.mark.rule("AR-DIGEST-03")
def test_the_first_version_that_another_release_folds_otherwise_is_named(server: Running, app: httpx.Client) -> None:
    """If another release does not fold voided rolls, `arbiter verify` names the version of the first voided roll."""
    table = open_table(server, app)
    for _ in range(20):
        table.done(roll("1d6"), seat="ann")
    before = table.version
    table.done({"type": "VoidRoll", "roll": 3, "reason": "the die fell on the floor"}, seat="gm")
    for _ in range(20):
        table.done(roll("1d6"), seat="ann")
    broken = change_game(dice, folds={kind: step for kind, step in dice.folds.items() if kind is not RollVoided})
    lines = lines_of(table.get("/events", headers=NDJSON).content)
    ask = server_at(server.address, dice, table.opened["stream"], server.key)
    found = compare(fold_log(LogReader(broken), lines), ask)

    assert (found.alike, found.differs, found.same_schema) == (before, before + 1, True)
    assert found.questions <= 7  # 42 decisions: one question about the last, and six that halve


@pytest.mark.rule("AR-DIGEST-03")
def test_parts_and_logs_that_cannot_be_compared_are_named(server: Running, app: httpx.Client, tmp_path: Path) -> None:
    """`arbiter verify --compare` skips the parts of a log that are closed to its reader.

    It reports an error for an address without a server, for a different log, and for another app's key.
    """
    match, table = open_match(server, app), open_table(server, app)
    hand_in(match)
    done = verify(server, write_export(match, tmp_path / "match.ndjson"))
    assert "folded here only in part: after version" in done.output
    assert "are closed to this reader" in done.output
    assert "folds: the view is the same there" in done.output

    file = write_export(table, tmp_path / "table.ndjson")
    table.done(ROTATE_SEED, seat="gm")
    done = verify(server, file, key=key_of(server, tenant="stranger"))
    assert (done.exit_code, f"FAILED: {server.address} answers 404" in done.output) == (1, True), done.output
    done = verify(server, file)
    assert done.exit_code == 0, done.output

    with pytest.raises(CannotCompare, match="does not answer"):
        compare_file(file, None, address="http://127.0.0.1:1", key=server.key)


@pytest.mark.rule("AR-DIGEST-03")
def test_a_changed_log_is_not_compared(server: Running, app: httpx.Client, tmp_path: Path) -> None:
    """`arbiter verify --compare` refuses a log whose heads differ from the server's.

    If the log's chain is broken, it compares the log up to the broken line, and fails.
    """
    table, other = open_table(server, app), open_table(server, app)
    for one in (table, other):
        one.done(roll("1d6"), seat="ann")
    file = write_export(table, tmp_path / "table.ndjson")
    with pytest.raises(CannotCompare, match="the server has another log: at version"):
        compare(
            fold_log(LogReader(dice), lines_of(file.read_bytes())),
            server_at(server.address, dice, other.opened["stream"], server.key),
        )  # fmt: skip

    file.write_bytes(file.read_bytes().replace(b'"text":"1d6"', b'"text":"1d8"', 1))
    done = verify(server, file)
    assert done.exit_code == 1
    assert "folded here only in part: line 2" in done.output
    assert "FAILED: line 2" in done.output
