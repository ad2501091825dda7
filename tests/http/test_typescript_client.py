"""The TypeScript client, installed from its pack into an empty folder, against a real server and a failing proxy."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any, Final

import pytest

from services.gateway.processes.running import Running
from tests.support.http import CLOSE, Table, roll
from tests.support.node_pack import BLOCKS, CLIENT, NODE, README, Installed, run
from tests.support.rough_way import RoughWay

PRINTS: Final = {
    "roll": r"4d6kh3: .* \+ 2 = \d+\n",
    "match": r"not yet: .* \(TC-READ-12\)\n\w+ wins in turn \d+: \w+\n\d+ commits, \d+ draws: nothing wrong\n",
}
RELEASED: Final = CLIENT.parent.parent / "released"


def _facts(server: Running, table: Table, address: str) -> dict[str, str]:
    return {"ADDRESS": address, "KEY": server.key, "TABLE": table.opened["id"], "TOKEN": table.tokens["ann"]}


@pytest.fixture
def closed(table: Table) -> Table:
    """Return a closed table with some rolls."""
    for text in ("3d6", "20d6", "4d6kh3", "2d20"):
        table.done(roll(text))
    table.done(CLOSE)
    return table


def test_the_pack_has_what_it_needs(installed: Installed) -> None:
    """The package has compiled code, types and the licence, but no source and no dependency."""
    files = {one["path"] for one in installed.pack["files"]}

    assert {"dist/index.js", "dist/index.d.ts", "dist/generated/tcg/types.gen.d.ts", "LICENSE", "README.md"} <= files
    assert [] == [name for name in files if "/" in name and not name.startswith("dist/")]
    assert ["arbiter-client"] == [
        one.name for one in (installed.folder / "node_modules").iterdir() if one.name[0] != "."
    ]


@pytest.mark.parametrize("name", BLOCKS)
def test_the_readme_examples_work(installed: Installed, server: Running, name: str) -> None:
    """Each code block of the README runs unchanged, except for the address and the key that `make run` prints."""
    assert re.fullmatch(PRINTS[name], installed.play(name, ADDRESS=server.address, KEY=server.key))


def test_the_readme_says_how_to_run_them(installed: Installed, server: Running) -> None:
    """Node itself runs an example that is saved under the name of the README, by the command there."""
    (command,) = re.findall(r"^node (\S+)", README, re.MULTILINE)
    program = BLOCKS["roll"].replace("http://127.0.0.1:8000", server.address).replace("ak_…", server.key)
    (installed.folder / command).write_text(program, "utf-8")

    assert re.fullmatch(PRINTS["roll"], run([NODE, command], installed.folder))


def test_its_readme_rolls_in_three_lines_and_plays_in_thirty() -> None:
    """The README's program takes three lines to roll and thirty to play, not counting blank lines."""
    lines = {name: len([line for line in block.splitlines() if line]) for name, block in BLOCKS.items()}
    assert lines["roll"] <= 3
    assert lines["match"] <= 30


def test_events_resume_where_they_were_cut(installed: Installed, server: Running, closed: Table) -> None:
    """A client whose connections are all cut gets each event once, in order."""
    with RoughWay(server.port, [1500, "503", 1700, 1600, "lost", 1900]) as way:
        output = json.loads(installed.play("follow", **_facts(server, closed, way.address)))

    assert list(range(3, closed.version + 1)) == output["heard"]
    assert [] == way.fates


@pytest.mark.parametrize("fates", [["503", "503"], ["lost"], ["503", "lost", "503"]], ids=str)
def test_a_command_is_carried_out_once(installed: Installed, server: Running, table: Table, fates: list[str]) -> None:
    """The client's command is carried out once even if the server is away at first, or its response is lost."""
    before = table.version
    with RoughWay(server.port, fates) as way:
        output = json.loads(installed.play("once", **_facts(server, table, way.address)))

    assert before + 1 == output["version"]
    assert [] == way.fates
    assert before + 1 == table.version


def test_every_method_of_the_session_works(installed: Installed, server: Running, table: Table) -> None:
    """Every method of the session works against a real server.

    The methods are views, dry runs, entered faces, past versions, seats, rules, odds, jobs and proofs.
    """
    output: dict[str, Any] = json.loads(installed.play("calls", **_facts(server, table, server.address)))

    assert [] == [name for name, held in output.items() if held is not True]


def test_the_session_handles_each_response(installed: Installed) -> None:
    """With a scripted server, the session retries, gives up, or throws the right error, depending on the response."""
    output = json.loads(installed.play("answers"))

    assert [] == [name for name, held in output.items() if held is not True]


def test_the_generated_code_is_current() -> None:
    """The code matches the contracts, and nobody has edited it by hand. `make contracts` generates it."""
    made = json.loads((CLIENT / "made-of.json").read_bytes())
    now = {path: hashlib.sha256((CLIENT / path).read_bytes()).hexdigest() for path in made["from"] | made["made"]}

    assert made["from"] | made["made"] == now
    assert set(made["made"]) == {
        path.relative_to(CLIENT).as_posix() for path in (CLIENT / "src/generated").rglob("*") if path.is_file()
    }
    assert {f"../../{one.stem}/openapi.json" for one in RELEASED.glob("*.json")} <= set(made["from"])
