"""The Python client's examples against a real server: a Discord endpoint, and an MCP server for a language model."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from arbiter_client import Arbiter, AsyncArbiter
from arbiter_client.types import dice
from services.gateway.processes.running import Running
from shared.platform.extras.webhooks.signing import new_secret, signed_headers
from tests.support.http import Table, roll
from tests.support.python_pack import CLIENT

EXAMPLES: Final = CLIENT / "examples"
PROGRAMS: Final = sorted(EXAMPLES.glob("*/*.py"))
DISCORD: Final = Ed25519PrivateKey.generate()
NOW: Final = 1_700_000_000


def load(path: Path) -> Any:  # noqa: ANN401 a module
    """Load an example as a module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("program", PROGRAMS, ids=[f"{one.parent.name}/{one.stem}" for one in PROGRAMS])
def test_each_example_explains_itself(program: Path) -> None:
    """Each example explains itself with `--help`, and has a README of at most 16 lines."""
    done = subprocess.run([sys.executable, program, "--help"], capture_output=True, text=True, check=True)
    lines = (program.parent / "README.md").read_text("utf-8").splitlines()

    assert done.stdout.strip()
    assert len(lines) <= 16
    assert "pip install ./contracts/clients/python" in "\n".join(lines)


# ---------------------------------------------------------------- Discord


@asynccontextmanager
async def endpoint(server: Running) -> AsyncIterator[Callable[..., Any]]:
    """Serve the endpoint; yield a function that sends it a signed request, as Discord does."""
    module = load(EXAMPLES / "discord/endpoint.py")
    public = DISCORD.public_key().public_bytes_raw().hex()
    async with AsyncArbiter(server.address, server.key, seconds=30) as arbiter:
        application = module.Endpoint(arbiter, public, "https://dice.example", lambda: NOW)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(application), base_url="http://bot") as http:

            async def send(asked: dict[str, Any], *, at: int = NOW, spoil: str = "") -> httpx.Response:
                """Send a request."""
                body = json.dumps(asked).encode()
                signature = DISCORD.sign(str(at).encode() + body).hex()
                headers = {"X-Signature-Ed25519": signature, "X-Signature-Timestamp": str(at)}
                headers |= {"X-Signature-Ed25519": spoil} if spoil else {}
                return await http.post("/", content=body, headers=headers)

            yield send


def slash(text: str, number: str = "1") -> dict[str, Any]:
    """Return a slash command for a roll, as Discord sends it."""
    command = {"name": "roll", "options": [{"name": "dice", "value": text}]}
    return {"type": 2, "id": number, "channel_id": "77", "data": command}


async def test_discord_s_ping_is_answered(server: Running) -> None:
    """The endpoint responds to PING with PONG.

    It responds with a 401 to a wrong signature or an old request, as Discord requires.
    """
    async with endpoint(server) as send:
        pong = await send({"type": 1})
        refused = [await send({"type": 1}, spoil=spoil) for spoil in ("00" * 64, "no hex")]
        stale = [await send(slash("1d6"), at=NOW + shift) for shift in (-301, 301)]

    assert (200, {"type": 1}) == (pong.status_code, pong.json())
    assert [401] * 4 == [one.status_code for one in (*refused, *stale)]


async def test_a_roll_in_discord_has_its_proof(server: Running) -> None:
    """The channel gets the roll as text, with a link to that roll. A resent request does not roll again."""
    async with endpoint(server) as send:
        message, again = [(await send(slash("4d6kh3 + 2"))).json()["data"] for _ in range(2)]  # each has a fresh token
        other = (await send(slash("2d6", "2"))).json()["data"]

    assert 1 == len({re.sub("token=[^&)]+", "", one["content"]) for one in (message, again)})
    assert {"parse": []} == message["allowed_mentions"]
    rendered, link = re.fullmatch(r"(4d6kh3: .*)\n\[proof\]\((.*)\)", message["content"]).groups()  # type: ignore[union-attr]
    assert link.startswith("https://dice.example/#/replay/dice/")
    place = urlsplit(urlsplit(link).fragment)
    facts = dict(one.split("=") for one in place.query.split("&"))
    with Arbiter(server.address, facts["token"]) as visitor:
        table = visitor.dice.table(place.path.rpartition("/")[2])
        assert rendered == table.view(at=int(facts["at"])).game.recent[-1].rendered
        assert 2 == sum(isinstance(event.data, dice.DiceRolled) for event in table.events())
    assert other["content"].startswith("2d6: ")


async def test_an_error_in_discord_goes_to_the_caller_alone(server: Running) -> None:
    """Only the caller sees the response to invalid dice or to an unknown command."""
    async with endpoint(server) as send:
        wrong = [await send(slash("nonsense", "3")), await send({"type": 2, "id": "4", "data": {"name": "sing"}})]

    assert [(200, 64), (200, 64)] == [(one.status_code, one.json()["data"]["flags"]) for one in wrong]


@pytest.mark.rule("AR-SHOW-05")
async def test_a_discord_channel_gets_the_sentences_of_a_signed_message() -> None:
    """The channel gets the texts of all events in one message, without mentions. An unsigned message is refused.

    While Discord does not answer, Arbiter has to send the message again; once Discord's webhook is gone, it never does.
    """
    secret, body = new_secret(), json.dumps([{"text": "ann rolls 1d6: 4"}, {"id": "1"}, {"text": "@everyone wins"}])
    signed = signed_headers("dice/table/one/5", body.encode(), [secret], at_ms=int(time.time() * 1000))
    posted: list[Any] = []
    answers = iter((204, 500, 404))

    def discord(request: httpx.Request) -> httpx.Response:
        """Take a message as Discord does."""
        posted.append(json.loads(request.content))
        return httpx.Response(next(answers))

    async with httpx.AsyncClient(transport=httpx.MockTransport(discord)) as http:
        channel = load(EXAMPLES / "discord/channel.py").Channel(secret, "https://discord.example/hook", http)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(channel), base_url="http://bot") as arbiter:
            headers: list[dict[str, str]] = [signed, signed, signed, signed | {"webhook-id": "another"}]
            statuses = [(await arbiter.post("/", content=body, headers=one)).status_code for one in headers]

    assert [204, 503, 410, 401] == statuses
    assert [{"content": "ann rolls 1d6: 4\n@everyone wins", "allowed_mentions": {"parse": []}}] * 3 == posted


# ---------------------------------------------------------------- a language model


@asynccontextmanager
async def model(server: Running, **environment: str) -> AsyncIterator[Callable[..., Any]]:
    """Run the MCP server as a separate process.

    Yield a function that calls a tool as a language model's program does.
    """
    from mcp import Client, StdioServerParameters, stdio_client

    words = [str(EXAMPLES / "mcp/server.py"), "--arbiter", server.address]
    program = StdioServerParameters(command=sys.executable, args=words, env=environment)
    async with Client(stdio_client(program)) as client:

        async def call(tool: str, **facts: Any) -> Any:  # noqa: ANN401 JSON
            """Call a tool."""
            if tool == "list":
                return {one.name for one in (await client.list_tools()).tools}
            answer = await client.call_tool(tool, facts)
            text = answer.content[0].text  # type: ignore[union-attr]
            return ("refused", text) if answer.is_error else text

        yield call


async def test_a_model_plays_as_its_seat_and_no_other(server: Running, table: Table) -> None:
    """With ann's token, a model lists, tries and sends commands and verifies the table, and sees what ann may see."""
    table.done(roll("1d20", secret=True), seat="gm")
    facts = {"service": "dice", "name": table.opened["id"]}
    async with model(server, ARBITER_TOKEN=table.tokens["ann"]) as call:
        tools = await call("list")
        legal = json.loads(await call("legal", **facts, command="Roll"))
        command = legal["allowed"][0]["body"]["command"]
        tried = json.loads(await call("try_out", **facts, command=command))
        before = table.version
        events = json.loads(await call("act", **facts, command=command))
        seen = json.loads(await call("view", **facts))
        proof = json.loads(await call("verify", **facts))
        status, refusal = await call("act", **facts, command={"type": "Close"})
        no = json.loads(refusal.partition(": ")[2])
        rule = await call("rule", service="dice", rule_id=no["rule"])

    assert {"roll", "odds", "view", "legal", "try_out", "act", "rule", "verify"} == tools
    assert tried["allowed"]
    assert before + 1 == table.version == seen["version"] == proof["version"]
    assert "DiceRolled" == events[0]["type"]
    assert "outcome" not in seen["game"]["recent"][0]
    assert (None, "refused") == (proof["failure"], status)
    assert ("NotForThisSeat", "gm", "player") == (no["refused"], no["needs"], no["has"])
    assert no["rule"] in rule


async def test_a_model_rolls_by_the_key(server: Running, table: Table) -> None:
    """With an app's key, the model gets rolls as text and odds, but sees no game. Invalid dice get a readable error."""
    table.done(roll("1d20", secret=True), seat="gm")
    async with model(server, ARBITER_KEY=server.key) as call:
        rolled = await call("roll", dice="2d6", purpose="a door")
        odds = json.loads(await call("odds", dice="2d6"))
        status, why = await call("roll", dice="nonsense")

        hidden = [await call(tool, service="dice", name=table.opened["id"]) for tool in ("view", "legal", "verify")]

    assert ["refused"] * 3 == [one[0] for one in hidden]
    assert all("--seat" in why and "1d20" not in why for _, why in hidden)
    assert re.fullmatch(r"2d6: \(\d, \d\) = \d+", rolled)
    assert "7" == odds["mean"]["exact"]
    assert ("refused", True) == (status, bool(why))
