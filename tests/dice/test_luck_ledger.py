"""The luck ledger over HTTP: which rolls it counts, and which rolls each seat sees."""

from __future__ import annotations

import httpx
import pytest

from services.gateway.processes.running import Running
from tests.http.conftest import app, server, table
from tests.support.http import Table, open_table, roll

__all__ = ["app", "server", "table"]

pytestmark = pytest.mark.store


@pytest.mark.rule("DI-LUCK-LEDGER-02")
def test_only_public_valid_rolls_from_the_seed_are_counted(table: Table) -> None:
    """A spectator's luck ledger counts a public roll, but no voided, secret or real-table roll."""
    table.done(roll("1d6"), seat="ann")
    table.done(roll("1d6"), seat="ann")
    table.done({"type": "VoidRoll", "roll": 2, "reason": "it fell off the table"})
    table.done(roll("1d6", secret=True), seat="ann")
    table.done({"type": "Roll", "rolls": [{"what": roll("1d6")["rolls"][0]["what"], "who": "ann"}]}, faces=[6])

    ledger = table.get("/luck", seat="eve").json()["seats"]
    hers = table.get("/luck", seat="ann").json()["seats"]

    assert ["ann"] == [entry["seat"] for entry in ledger]
    counts = {name: ledger[0][name] for name in ("void", "hidden", "from_a_real_table")}
    assert {"void": 1, "hidden": 1, "from_a_real_table": 1} == counts
    assert 1 == ledger[0]["luck"]["counted"]
    assert 2 == hers[0]["luck"]["counted"]


def test_the_chances_are_those_of_the_dice(table: Table) -> None:
    """The luck of a roll of one d6 is the probability of its face."""
    done = table.done(roll("1d6"), seat="bob")
    face = done["events"][0]["outcomes"][0]["total"]
    luck = table.get("/luck").json()["seats"][0]["luck"]

    assert face == luck["total"]
    assert pytest.approx((7 - face) / 6) == luck["at_least"]["about"]
    assert pytest.approx(face / 6) == luck["at_most"]["about"]


@pytest.mark.rule("DI-LUCK-LEDGER-04")
def test_undone_rolls_do_not_count(server: Running, app: httpx.Client) -> None:
    """The luck ledger counts only rolls of the current state: an undone roll does not count, and a redone roll does."""
    table = open_table(server, app, undo="by consent")
    before = table.version

    def go_to(version: int) -> None:
        """Undo to a version with the consent of all seats."""
        proposal = table.done({"type": "ProposeUndo", "to": version}, seat="gm")["version"]
        for seat in ("ann", "bob"):
            table.done({"type": "AgreeToUndo", "proposal": proposal}, seat=seat)

    def rolls_by_seat() -> dict[str, int]:
        """Return the number of counted rolls for each seat."""
        return {one["seat"]: one["luck"]["counted"] for one in table.get("/luck").json()["seats"]}

    first = table.done(roll("1d20"), seat="ann")["version"]
    go_to(before)
    assert rolls_by_seat() == {}
    table.done(roll("1d20"), seat="bob")
    assert rolls_by_seat() == {"bob": 1}
    go_to(first)
    assert rolls_by_seat() == {"ann": 1}
