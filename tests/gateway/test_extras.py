"""The server without optional extras: it starts, plays a match to its end, and says which extras it lacks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from services.gateway import extras
from services.gateway.processes.running import Running, running
from shared.platform.eventlog import CannotStart, StoreConnection
from shared.platform.store_extras import REGISTERED
from tests.http.conftest import UNHURRIED
from tests.support.http import COLD
from tests.support.matches import hand_in, open_match, play_on, view_of


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Running]:
    """Run a server without any extra."""
    program = "tests.support.without_extras"
    with running(tmp_path, durability="relaxed", program=program, **UNHURRIED, **COLD) as server:
        yield server


@pytest.mark.long
@pytest.mark.rule("AR-PAGE-66")
def test_the_server_plays_a_match_to_its_end_without_any_extra(bare: Running) -> None:
    """The finished match is audited and can be read by all.

    The server has no routes for webhooks, and draws no pictures.
    """
    with bare.client() as app:
        match = open_match(bare, app)
        hand_in(match)
        play_on(match, lambda _: False)
        report = match.get("/audit").json()

        assert "finished" == view_of(match)["stage"]
        assert ["same"] * 3 == [report[level]["verdict"] for level in ("chain", "draws", "decisions")]
        assert 404 == app.get("/arbiter/v1/webhooks").status_code
        watched = f"/watch/tcg/{match.path.rpartition('/')[2]}"
        assert 404 == app.get(f"{watched}.png").status_code
        assert "og:image" not in app.get(watched).text
        assert '<meta name="twitter:card" content="summary">' in app.get(watched).text


async def test_a_cluster_is_refused_without_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra for clusters, the server refuses to start before it connects, and names the extra."""
    monkeypatch.setattr(REGISTERED, "cluster", None)
    with pytest.raises(CannotStart, match="without the extra for clusters"):
        await StoreConnection.open("redis://127.0.0.1:7000,127.0.0.1:7001")


def test_each_extra_is_registered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """An extra that is not installed has no name in the registry and adds nothing to the app."""
    for name in ("archive", "cluster"):
        monkeypatch.setattr(REGISTERED, name, None)
    monkeypatch.setattr(extras, "EXTRAS", set())
    extras.register()

    assert (None, None, ()) == (REGISTERED.archive, REGISTERED.cluster, extras.app_extras())
