"""Campaigns on other servers than their dice table: the servers share one store, and one of them is killed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest
from msgspec import Struct

from services.gateway.processes.running import PROGRAM, Running
from tests.http.test_luck import ASKED, draws, events
from tests.support.http import CLOSE, COLD, ROTATE_SEED, Table, open_table
from tests.support.undo_campaign import campaign

EVERY = "3"


class Servers(Struct, frozen=True):
    """Two servers for campaigns, one of which is killed as soon as a table has rolled."""

    campaigns: Running
    dying: Running


@pytest.fixture
def servers(server: Running, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """Run two servers for campaigns that use the store of the server with the dice tables."""
    more = COLD | {"ARBITER_KEY_FILE": str(server.folder / "keys.json"), "ARBITER_DURABILITY": "relaxed"}
    with ExitStack() as stack:

        def beside(program: str) -> Running:
            folder = tmp_path_factory.mktemp("campaigns")
            digests = {"ARBITER_STATE_DIGESTS": EVERY}
            one = Running(server.store, folder, more | digests, words=("--service", "rpg_boundless"), program=program)
            stack.callback(one.stop)
            one.start()
            return one

        yield Servers(beside(PROGRAM), beside("tests.support.killed_after_lending"))


@pytest.mark.rule("AR-LUCK-03", "AR-LUCK-04", "AR-DIGEST-04", "AR-DIGEST-05")
def test_a_server_is_killed_between_both_appends(server: Running, app: httpx.Client, servers: Servers) -> None:
    """If a server is killed after the table has rolled for its campaign, another server uses that roll.

    The table's seed changes between rolls, and both logs are proven.
    """
    with servers.campaigns.client() as other, servers.dying.client() as unlucky:
        at = open_table(server, app, chat="on")
        game = campaign(servers.campaigns, other, luck={"table": at.opened["stream"]}, chat="on")
        once = {"Idempotency-Key": "once"}
        with pytest.raises(httpx.TransportError):
            Table(server=servers.dying, app=unlucky, path=game.path, opened=game.opened).done(ASKED, headers=once)
        (waiting,) = events(at, "DiceLent")
        assert (waiting["version"], draws(game)) == (game.version, [])

        at.done({"type": "SendChat", "phrase": "yes"}, seat="ann")
        game.done(ASKED, headers=once | game.as_seat("gm"))
        for one in (at, game, at):
            one.done(ROTATE_SEED)
            game.done({"type": "SendChat", "text": "Ask it again."}, seat="ann")
            game.done(ASKED, seat="gm")
        rolled = [tuple(roll["faces"]) for event in events(at, "DiceLent") for roll in event["rolls"]]
        assert [tuple(draw["faces"]) for draw in draws(game)] == rolled
        assert len(rolled) == 4
        assert len(events(game, "StateDigested")) == 2

        for one in (game, at):
            one.done(CLOSE)
        proven = game.get("/audit").json()
        assert (proven["conclusion"], proven["luck"]["shown"]) == ("proven", 4)
