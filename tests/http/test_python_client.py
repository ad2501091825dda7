"""The Python client, installed from its pack into an empty environment, against a real server and a failing proxy."""

from __future__ import annotations

import json
import re
import sys
from typing import Final

import pytest

from services.gateway.processes.running import Running
from tests.support.causes import chain_of, intents
from tests.support.http import CLOSE, Table, roll
from tests.support.python_pack import CLIENT, Installed, run
from tests.support.rough_way import RoughWay

GENERATE: Final = CLIENT / "generate.py"
BLOCKS: Final = re.findall(r"```python\n(.*?)```", (CLIENT / "README.md").read_text("utf-8"), re.DOTALL)
FOLLOW: Final = """
import json, os, sys, arbiter_client
with arbiter_client.Arbiter(os.environ["ADDRESS"], os.environ["KEY"]) as arbiter:
    table = arbiter.dice.table(os.environ["TABLE"], token=os.environ["KEY"])
    followed, read = list(table.follow(after=2)), list(table.events(after=2, limit=3))
    heard = [int(event.sequence) for event in followed]
    print(json.dumps({"heard": heard, "alike": followed == read, "from": arbiter_client.__file__, "path": sys.path}))
"""
FOLLOW_ASYNC: Final = """
import asyncio, json, os
from arbiter_client import AsyncArbiter
async def follow():
    async with AsyncArbiter(os.environ["ADDRESS"], os.environ["KEY"]) as arbiter:
        return [int(event.sequence) async for event in arbiter.dice.table(os.environ["TABLE"]).follow(after=2)]
print(json.dumps({"heard": asyncio.run(follow()), "alike": True}))
"""
ROLL: Final = """
import os
from arbiter_client import Arbiter
from arbiter_client.types import dice
with Arbiter(os.environ["ADDRESS"], os.environ["KEY"]) as arbiter:
    table = arbiter.dice.table(os.environ["TABLE"])
    asked = dice.RollAsk(what=dice.Notation(text="3d6"))
    print(table.send(dice.Roll(rolls=[asked])).version, len(list(table.events(limit=2))))
"""
BECAUSE: Final = """
import asyncio, os
from arbiter_client import Arbiter, AsyncArbiter
from arbiter_client.types import dice
facts = os.environ["ADDRESS"], os.environ["KEY"]
throw = dice.Roll(rolls=[dice.RollAsk(what=dice.Notation(text="3d6"))])
with Arbiter(*facts) as arbiter:
    table = arbiter.dice.table(os.environ["TABLE"])
    first = list(table.events())[-1]
    second = arbiter.because(first.id, correlation="evening").dice.table(table.id).send(throw)
    table.send(throw)
async def follow():
    async with AsyncArbiter(*facts) as arbiter:
        await arbiter.because(f"{first.id.partition('/')[0]}/{second.version}").dice.table(table.id).send(throw)
asyncio.run(follow())
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Build the client's package, and install it from its wheel."""
    pack = Installed(tmp_path_factory.mktemp("client"))
    missing = pack.install()
    if missing:
        pytest.skip(f"the packages that the client needs cannot be installed: {missing}")
    return pack


@pytest.fixture
def closed(table: Table) -> Table:
    """Return a closed table with some rolls."""
    for text in ("3d6", "20d6", "4d6kh3", "2d20"):
        table.done(roll(text))
    table.done(CLOSE)
    return table


def test_the_pack_has_what_it_needs(installed: Installed) -> None:
    """The package has types, the typed marker, the licence and a source distribution, but no code of Arbiter."""
    files = installed.files()

    assert {"arbiter_client/py.typed", "arbiter_client/types/tcg.py"} <= set(files)
    assert any(name.endswith("licenses/LICENSE") for name in files)
    assert [] == [name for name in files if not name.startswith(("arbiter_client/", "arbiter_client-"))]
    assert installed.source.name.startswith("arbiter_client-")


@pytest.mark.parametrize("block", BLOCKS, ids=["a first roll", "a whole game"])
def test_the_readme_examples_work(installed: Installed, server: Running, block: str) -> None:
    """Each code block of the README runs unchanged, except for the address and the key that `make run` prints."""
    output = installed.play(block.replace("http://127.0.0.1:8000", server.address).replace("ak_…", server.key))

    assert re.search(r"4d6kh3: .* \+ 2 = \d+\n|wins in turn \d+: .*\n\d+ commits, \d+ draws: proven\n", output)


def test_its_readme_rolls_in_three_lines_and_plays_in_thirty() -> None:
    """The README's program takes three lines to roll and thirty to play, not counting blank lines."""
    lines = [len([line for line in block.splitlines() if line]) for block in BLOCKS]
    assert lines[0] <= 3
    assert lines[1] <= 30


@pytest.mark.parametrize("script", [FOLLOW, FOLLOW_ASYNC], ids=["sync", "async"])
def test_events_resume_where_they_were_cut(installed: Installed, server: Running, closed: Table, script: str) -> None:
    """A client whose connections are all cut gets each event once, in order."""
    with RoughWay(server.port, [1500, "503", 1700, 1600, "lost", 1900]) as way:
        facts = {"ADDRESS": way.address, "KEY": server.key, "TABLE": closed.opened["id"]}
        output = json.loads(installed.play(script, **facts))

    assert list(range(3, closed.version + 1)) == output["heard"]
    assert ([], True) == (way.fates, output["alike"])
    assert str(CLIENT) not in json.dumps(output)


@pytest.mark.parametrize("fates", [["lost"], ["503", "lost", "503"]], ids=str)
def test_a_command_is_carried_out_once(installed: Installed, server: Running, table: Table, fates: list[str]) -> None:
    """The client's command is carried out once even if the server is away at first, or its response is lost."""
    before = table.version
    with RoughWay(server.port, fates) as way:
        output = installed.play(ROLL, ADDRESS=way.address, KEY=server.key, TABLE=table.opened["id"])

    assert f"{before + 1} {before + 1}" == output.strip()
    assert before + 1 == table.version


@pytest.mark.rule("AR-CAUSE-01")
def test_a_command_caused_by_an_event_names_it(installed: Installed, server: Running, table: Table) -> None:
    """Commands that a session sends because of an event name the event and its chain.

    The session's other commands do not.
    """
    done = table.done(roll("1d6"))
    installed.play(BECAUSE, ADDRESS=server.address, KEY=server.key, TABLE=table.opened["id"])
    stream, first = table.opened["stream"], done["version"]

    assert [chain_of(intent) for intent in intents(table)[-3:]] == [
        ("evening", f"{stream}/{first}"),
        (None, None),
        ("evening", f"{stream}/{first + 1}"),
    ]


def test_the_generated_code_is_current() -> None:
    """The digests of all files match the contracts, and a file that is generated again has the same bytes."""
    done = run([sys.executable, str(GENERATE), "--check"])
    assert done.returncode == 0, done.stdout + done.stderr
