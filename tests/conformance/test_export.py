"""Every export is proven by two verifiers, and the committed contracts equal the served ones."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from litestar import Litestar

from services.gateway.authoring.contracts import documented_app, files_of
from services.gateway.served import SERVICES
from shared.kernel.audit import lines_of
from shared.kernel.audit.report import Report
from shared.kernel.record import export_line
from shared.platform.ledger import CONTRACTS
from tests.support.journal import audit_export
from tests.support.second_verifier import compare_reports

from .fixture import Fixture, fixture_of
from .playing import Played, plays_of
from .test_logs import logs_of


@cache
def app() -> Litestar:
    """Return the app whose contracts are committed. It is built once, because building it is slow."""
    return documented_app()


@cache
def reports_of(service: str) -> tuple[Report, ...]:
    """Audit all random streams of a game, and return the reports."""
    return tuple(audit_export(fixture_of(service).game, play.journal.lines()) for play in plays_of(service))


def exports(play: Played) -> Iterator[bytes]:
    """Yield exports of an open stream's records, as the app and as each seat may read them."""
    before_the_end = list(zip(play.journal.records, play.journal.heads, strict=True))[: play.open_records]
    for seat in (None, *play.journal.stream.seats):
        yield b"\n".join(export_line(record, head, seat, opened=False) for record, head in before_the_end)


def test_a_played_stream_is_proven_on_three_levels(fixture: Fixture) -> None:
    """An audit checks the chain of a random stream, derives its draws from the seed, and decides its commands again."""
    for report in reports_of(fixture.service):
        assert report.failure is None
        assert ("same", "same", "same") == (report.chain.verdict, report.draws.verdict, report.decisions.verdict)
        assert report.proven or report.sealed
        assert report.closed


def test_a_seat_s_export_verifies(fixture: Fixture) -> None:
    """Before the end of a stream, an audit finds no error in a seat's export, however little that seat may read."""
    for play in plays_of(fixture.service):
        for export in exports(play):
            assert audit_export(fixture.game, lines_of(export)).failure is None
    assert all(report.failure is None for report in reports_of(fixture.service))


def test_both_verifiers_agree(fixture: Fixture, node: str) -> None:
    """Both verifiers report the same findings and no error, on recorded streams and on exports of random streams."""
    recorded = [log.read_bytes() for log in logs_of(fixture)]
    whole = [b"\n".join(play.journal.lines()) for play in plays_of(fixture.service)]
    played = [export for play in plays_of(fixture.service) for export in exports(play)]

    assert {None} == {found["failure"] for found in compare_reports(node, [*recorded, *whole, *played])}


def test_the_committed_contract_is_the_served_one(fixture: Fixture) -> None:
    """The game's committed contracts are current: `make contracts` would change nothing in its folder."""
    (served,) = (one for one in SERVICES if one.name == fixture.service)
    files = list(files_of(served, app()))

    assert {CONTRACTS / fixture.service} == {path.parent for path, _ in files}
    assert {"openapi.json", "events.json"} <= {path.name for path, _ in files}
    old = [path.name for path, text in files if not path.exists() or path.read_text("utf-8") != text]
    assert [] == old, "make contracts writes them anew"
