"""`arbiter impact`, which decides the commands of exports and stored streams again, and reports the differences."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from click.testing import CliRunner, Result
from redis.asyncio import Redis

from services.gateway.cli import main
from services.gateway.operations.erase import erase
from services.gateway.operations.impact import ImpactRequest, impact
from services.gateway.operations.verify import verify_file
from services.gateway.processes.running import Running, running
from shared.kernel.impact import Change, Impact
from shared.platform.settings import ServerSettings
from tests.support.http import COLD, NDJSON, Table, with_store

GOLDEN: Final = Path(__file__).parent.parent
LATER: Final = {"loss_check": "after_resolution"}
CAMPAIGNS: Final = "/rpg_boundless/v1/campaigns"
KIT: Final = [{"name": "sword", "weapon": {"damage": 3}}, {"name": "rope"}, {"name": "lamp"}]
MADE: Final = {
    "type": "CreateCharacter", "name": "Ash", "points": {"strength": 2, "dexterity": 1, "willpower": 1}, "items": KIT,
    "keepsake": "coin",
}  # fmt: skip
FOLLOWS: Final = Change({"hp": {"follows_strength": True}})


def run(*words: str) -> Result:
    """Run `arbiter impact` with these arguments."""
    return CliRunner().invoke(main, ["impact", *words])


# ---------------------------------------------------------------- files


@pytest.mark.rule("AR-IMPACT-01")
def test_recorded_games_come_out_the_same() -> None:
    """`arbiter impact` accepts files and folders together, and exits with 0 if no decision differs."""
    tables = GOLDEN / "dice" / "golden"
    done = run(str(tables), str(GOLDEN / "tcg" / "golden" / "two_lights.ndjson"))

    assert done.exit_code == 0, done.output
    assert done.output.startswith(f"{len([*tables.glob('*.ndjson')]) + 1} streams, ")
    assert " 0 otherwise, 0 echoes of these" in done.output


@pytest.mark.rule("AR-IMPACT-03")
def test_a_difference_is_reported_with_its_rules(tmp_path: Path) -> None:
    """With a difference, `arbiter impact` exits with 1 and writes a fixture for the stream.

    The report has a row for each kind of difference.
    """
    log = GOLDEN / "tcg" / "golden" / "three_at_the_table.ndjson"
    done = run(str(log), "--with", json.dumps(LATER), "--json", "--fixtures", str(tmp_path))

    assert done.exit_code == 1
    [row] = json.loads(done.output)["rows"]
    assert row == {
        "kind": "event", "rules": ["TC-CBT-20", "TC-SETUP-15", "TC-RUL-095"], "what": "AttackEnded", "fields": [],
        "decisions": 1, "streams": 1, "first_stream": "tcg.match:one", "first_version": 607,
    }  # fmt: skip
    assert (tmp_path / "tcg.match-one.ndjson").read_bytes() == log.read_bytes()


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (("--with", "{"), 2, "it is not a JSON object"),
        (("--game", "chess"), 2, "unknown service chess: choose one of bones, dice"),
        (("--with", '{"losing": 1}'), 1, "there is no setting losing; there are allow_analysis"),
        (("--sample", "3"), 2, "choose streams of the store: leave out the files"),
    ],
)
def test_wrong_arguments_are_named(words: Sequence[str], status: int, says: str) -> None:
    """For wrong arguments, the message of `arbiter impact` names the error and the correct form."""
    done = run(str(GOLDEN / "tcg" / "golden" / "two_lights.ndjson"), *words)

    assert done.exit_code == status
    assert says in done.output


def test_a_file_that_was_changed_is_not_decided(tmp_path: Path) -> None:
    """For a tampered file, the message names the line at which its chain breaks, and nothing is decided again."""
    lines = (GOLDEN / "dice" / "golden" / "a_task.ndjson").read_bytes().splitlines(keepends=True)
    changed = tmp_path / "changed.ndjson"
    changed.write_bytes(b"".join([*lines[:3], *lines[4:]]))

    done = run(str(changed))

    assert done.exit_code == 1
    assert f"{changed}, line 4: " in done.output.replace("\n", "")


# ---------------------------------------------------------------- the store


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server of Boundless RPG."""
    folder = tmp_path_factory.mktemp("impact")
    with running(folder, "--service", "rpg_boundless", durability="relaxed", **COLD) as server:
        yield server


@pytest.fixture(scope="module")
def campaigns(server: Running) -> dict[str, Table]:
    """Open three campaigns: two in which Strength changes, one of them closed, and one in which it does not."""
    with server.client() as app:
        opened = {name: open_campaign(server, app) for name in ("over", "running", "calm")}
        for name in ("over", "running"):
            body = {"type": "AdjustAttribute", "character": "character-1", "attribute": "strength", "score": 3}
            opened[name].done(body | {"reason": "a potion"}, headers={"Arbiter-Seat": "gm"})
        opened["over"].done({"type": "Close"}, headers={"Arbiter-Seat": "gm"})
    return opened


def open_campaign(server: Running, app: httpx.Client) -> Table:
    """Open a campaign with a character of Ann's."""
    body = {"type": "OpenCampaign", "seats": [{"seat": "gm", "role": "gm"}, {"seat": "ann"}]}
    answer = app.post(CAMPAIGNS, json=body)
    campaign = Table(server=server, app=app, path=answer.headers["Location"], opened=answer.json())
    campaign.done(MADE, seat="ann")
    return campaign


def impact_on(server: Running, **asked: Any) -> Impact:  # noqa: ANN401 fields of the request
    """Decide the streams of the server's store again; return the impact."""
    return impact(lambda: settings_of(server), ImpactRequest(**asked))


def settings_of(server: Running) -> ServerSettings:
    """Return the settings with which the command line reads the server's store."""
    return ServerSettings(data_folder=server.folder, redis_url=server.store.url, durability="relaxed")


@pytest.mark.store
@pytest.mark.rule("AR-IMPACT-01", "AR-IMPACT-04")
def test_streams_of_the_store_are_decided_again(server: Running, campaigns: dict[str, Table], tmp_path: Path) -> None:
    """With the default settings, all decisions are the same.

    A changed setting gives differences in two streams. The closed one of them becomes a golden log.
    """
    names = {name: campaign.opened["stream"] for name, campaign in campaigns.items()}
    assert (3, ()) == ((same := impact_on(server)).streams, same.rows)

    found = impact_on(server, change=FOLLOWS, fixtures=tmp_path, processes=2)

    [row] = found.rows
    assert (row.decisions, row.streams, row.what, row.rules[0]) == (2, 2, "MaxHpFollowed", "FB-R-07")
    assert row.first_stream == min(names["over"], names["running"])
    assert found == impact_on(server, change=FOLLOWS)
    [file] = tmp_path.iterdir()
    assert file.name == f"{names['over'].replace(':', '-')}.ndjson"
    assert verify_file(file, None, None).proven
    with server.client() as app:
        assert file.read_bytes() == app.get(f"{campaigns['over'].path}/events", headers=NDJSON).content


@pytest.mark.store
@pytest.mark.rule("AR-IMPACT-04")
def test_streams_are_chosen_by_name_game_time_and_sample(server: Running, campaigns: dict[str, Table]) -> None:
    """Options of `arbiter impact` select streams. A named stream that is not there is in the report.

    A sample is the same in each run, and has no stream of another game.
    """
    name = campaigns["running"].opened["stream"]

    assert [1, 3, 0, 2, 3] == [
        impact_on(server, **asked).streams
        for asked in (
            {"streams": [name]},
            {"game": "rpg_boundless"},
            {"game": "tcg"},
            {"sample": 2},
            {"since": 3_600_000},
        )
    ]
    assert {"rpg_boundless.campaign:nobody": "There is no such stream: check the game and the id."} == (
        impact_on(server, streams=["rpg_boundless.campaign:nobody"]).stopped
    )
    assert impact_on(server, sample=2, change=FOLLOWS) == impact_on(server, sample=2, change=FOLLOWS)
    with pytest.raises(LookupError, match=r"chess\.game:1 belongs to no service here; there are bones\.campaign"):
        impact_on(server, streams=["chess.game:1"])


@pytest.mark.store
@pytest.mark.rule("AR-IMPACT-04")
def test_a_stream_that_cannot_be_read_is_in_the_report(tmp_path: Path) -> None:
    """A broken stream is in the report, named or not. An erased one is in it only if the request names it."""
    with running(tmp_path, "--service", "rpg_boundless", durability="relaxed", **COLD) as server:
        with server.client() as app:
            name = open_campaign(server, app).opened["stream"]

        async def damage(redis: Redis) -> None:
            """Add a commit to the stream that cannot be read."""
            await redis.xadd(f"{{p0}}:e:{name}", {"p": "damaged", "h": "x" * 32}, id="999-0")
            await redis.hset(f"{{p0}}:m:{name}", "v", "999")

        with_store(server, damage)
        broken = [impact_on(server, streams=streams).stopped for streams in ((), (name,))]
        erase(settings_of(server), name)
        erased = [impact_on(server, streams=streams).stopped for streams in ((), (name,))]

    assert broken[0] == broken[1]
    assert "contradicts itself" in broken[0][name]
    assert erased[0] == {}
    assert "erased" in erased[1][name]
