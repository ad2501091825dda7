"""Dice tables and campaigns on servers of their own, with sealed digests: one store, and a server that is killed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest
from msgspec import Struct

from services.gateway.processes.running import PROGRAM, Running, running
from tests.http.test_luck import ASKED, draws, events
from tests.support.http import CLOSE, COLD, ROTATE_SEED, Table, open_table
from tests.support.undo_campaign import campaign

EVERY = "3"


class Servers(Struct, frozen=True):
    """A server of dice tables, one of campaigns, and one of campaigns that dies when a table has rolled."""

    tables: Running
    campaigns: Running
    dying: Running


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """Run three servers on one store."""
    more = COLD | {"ARBITER_STATE_DIGESTS": EVERY}
    with ExitStack() as stack:
        tables = stack.enter_context(
            running(tmp_path_factory.mktemp("tables"), "--service", "dice", durability="relaxed", **more)
        )
        more |= {"ARBITER_KEY_FILE": str(tables.folder / "keys.json"), "ARBITER_DURABILITY": "relaxed"}

        def beside(program: str) -> Running:
            folder = tmp_path_factory.mktemp("campaigns")
            server = Running(tables.store, folder, more, words=("--service", "rpg_boundless"), program=program)
            stack.callback(server.stop)
            server.start()
            return server

        yield Servers(tables, beside(PROGRAM), beside("tests.support.killed_after_lending"))


@pytest.mark.rule("AR-LUCK-03", "AR-LUCK-04", "AR-DIGEST-04", "AR-DIGEST-05")
def test_a_server_is_killed_between_both_appends(servers: Servers) -> None:
    """Another server uses the roll that waits. The table's seed changes between rolls, and both logs are proven."""
    with servers.tables.client() as dice, servers.campaigns.client() as app, servers.dying.client() as unlucky:
        at = open_table(servers.tables, dice, chat="on")
        game = campaign(servers.campaigns, app, luck={"table": at.opened["stream"]}, chat="on")
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
