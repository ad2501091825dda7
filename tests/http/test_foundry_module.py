"""The Foundry VTT module, an example that uses the TypeScript client, against a real server.

Each server also offers it for Foundry to install: a manifest, and an archive that the manifest names.
"""

from __future__ import annotations

import html
import json
import re
import shutil
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit
from zipfile import ZipFile

import httpx
import pytest

from services.gateway.processes.running import Running
from tests.support.http import Table, assert_problem
from tests.support.node_pack import CLIENT, NODE, Installed, run

MODULE: Final = CLIENT / "examples/foundry"
VERSIONS: Final = ("12", "13")
MANIFEST: Final = "/foundry/module.json"
IMPORTED: Final = re.compile(r"""(?:from|import\()\s*["'](\.[^"']+)["']""")
MOST_BYTES: Final = 60_000


@pytest.fixture(scope="module")
def module(installed: Installed) -> Installed:
    """Build the module as its README says."""
    shutil.copytree(MODULE, installed.folder / "foundry")
    shutil.copytree(installed.folder / "node_modules/arbiter-client/dist", installed.folder / "foundry/client")
    return installed


def _play(module: Installed, server: Running, table: Table, generation: str) -> dict[str, Any]:
    facts = {"ADDRESS": server.address, "TABLE": table.opened["id"], "GENERATION": generation}
    tokens = {"TOKEN": table.tokens["ann"], "GM_TOKEN": table.tokens["gm"]}
    played: dict[str, Any] = json.loads(module.play("foundry", **facts, **tokens))
    return played


@pytest.mark.parametrize("generation", VERSIONS)
def test_foundry_shows_what_was_rolled_at_the_table(
    module: Installed, server: Running, table: Table, generation: str
) -> None:
    """Foundry shows the faces rolled at the table, with one roll for each term and for each extra die.

    Users who may not see a secret roll do not see its faces.
    """
    played = _play(module, server, table, generation)
    rolls = {roll["number"]: roll for roll in table.get(seat="ann").json()["game"]["recent"]}
    at_table = {number: roll["outcome"]["dice"][0]["faces"] for number, roll in rolls.items() if roll.get("outcome")}
    pool, coins, secret = ([proof["number"] for proof in proofs] for proofs in played["proofs"])

    assert [played["pool"], played["coins"]] == [
        [face for number in some for face in at_table[number]] for some in (pool, coins)
    ]
    assert [len(played["pool"]), len(played["coins"])] == [4, 6 + played["coins"].count(2)]
    assert (len(pool), len(coins)) == (1, 1 + played["coins"].count(2))
    assert rolls[pool[0]]["purpose"] == "strength"
    assert [number not in at_table for number in secret] == [True]
    assert 1 <= played["secret"][0] <= 20


@pytest.mark.parametrize("generation", VERSIONS)
def test_its_chat_card_links_to_the_proof(module: Installed, server: Running, table: Table, generation: str) -> None:
    """A roll's chat card links to the Judge view after the roll, for the reader's seat. Other rolls have no link."""
    played = _play(module, server, table, generation)
    proofs = [proof for proofs in played["proofs"][:2] for proof in proofs]
    links = [html.unescape(link) for link in re.findall(r'href="([^"]*)"', played["card"])]

    assert links == [
        f"{server.address}/#/judge/dice/{table.opened['id']}?at={proof['version']}&token={table.tokens['ann']}"
        for proof in proofs
    ]
    assert played["without"] == ""


def test_foundry_rolls_nothing_itself_when_arbiter_refuses(module: Installed, server: Running, table: Table) -> None:
    """If Arbiter refuses a roll, the roll fails in Foundry, which shows the user the reason.

    The module stores tokens only where no other user can read them.
    """
    played = _play(module, server, table, "13")

    assert played["refused"]
    assert [said.startswith("Arbiter did not roll: ") for said in played["errors"]] == [True]
    assert {"address": "world", "table": "world", "token": "client", "secret": "client"} == played["scopes"]


def test_its_manifest_names_existing_files() -> None:
    """The ES modules that the manifest names exist, and its id is the key of the module's settings."""
    manifest = json.loads((MODULE / "module.json").read_bytes())

    assert all((MODULE / name).is_file() for name in manifest["esmodules"])
    assert f"const ID = '{manifest['id']}'" in (MODULE / "arbiter-dice.mjs").read_text("utf-8")


def install(manifest_url: str, folder: Path) -> dict[str, Any]:
    """Install a module as Foundry does: read the manifest, and unpack the archive that it names."""
    manifest: dict[str, Any] = httpx.get(manifest_url).raise_for_status().json()
    with ZipFile(BytesIO(httpx.get(manifest["download"]).raise_for_status().content)) as archive:
        archive.extractall(folder)
    return manifest


@pytest.mark.rule("AR-DESK-15")
def test_a_pasted_address_installs_a_module_that_rolls(
    installed: Installed, server: Running, table: Table, tmp_path: Path
) -> None:
    """The installed module rolls dice at a table of the server from which it was installed, without any other file."""
    manifest = install(server.address + MANIFEST, tmp_path / "foundry")
    for name in ("foundry.js", "package.json"):
        shutil.copy(installed.folder / name, tmp_path)
    facts = {"TABLE": table.opened["id"], "GENERATION": "13", "MANIFEST": json.dumps(manifest)}
    tokens = {"TOKEN": table.tokens["ann"], "GM_TOKEN": table.tokens["gm"]}
    played = json.loads(run([NODE, "foundry.js"], tmp_path, **facts, **tokens))
    (proof,) = played["proofs"][0]

    assert 4 == len(played["pool"])
    assert f"{server.address}/#/judge/dice/{table.opened['id']}?at={proof['version']}" in html.unescape(played["card"])


@pytest.mark.rule("AR-DESK-15")
def test_the_archive_has_all_that_its_manifest_and_modules_name(server: Running, tmp_path: Path) -> None:
    """The archive has the manifest that Foundry reads for updates, each module that it names, and all their imports."""
    manifest = install(server.address + MANIFEST, tmp_path)
    modules = list(tmp_path.rglob("*.*js"))
    imported = [
        (path.parent / name).resolve() for path in modules for name in IMPORTED.findall(path.read_text("utf-8"))
    ]

    assert manifest == json.loads((tmp_path / "module.json").read_bytes())
    assert (server.address + MANIFEST, True) == (manifest["manifest"], (tmp_path / "LICENSE").is_file())
    assert {*manifest["esmodules"], "client/index.js"} <= {str(path.relative_to(tmp_path)) for path in modules}
    assert imported
    assert [] == [path for path in imported if not path.is_file()]


@pytest.mark.rule("AR-DESK-15")
@pytest.mark.parametrize(
    ("headers", "address"),
    [
        ({"Host": "dice.example.org"}, "http://dice.example.org"),
        ({"Host": "dice.example.org:8443", "X-Forwarded-Proto": "https"}, "https://dice.example.org:8443"),
        ({"Host": "[::1]:8000"}, "http://[::1]:8000"),
    ],
)
def test_the_manifest_names_the_address_under_which_it_was_requested(
    server: Running, headers: dict[str, str], address: str
) -> None:
    """All addresses in the manifest begin as the caller reached the server, also through a proxy that ends TLS."""
    manifest = httpx.get(server.address + MANIFEST, headers=headers).json()
    archive = httpx.get(server.address + urlsplit(manifest["download"]).path, headers=headers)

    assert {address} == {manifest[name].partition("/foundry/")[0] for name in ("manifest", "download")}
    assert {"address": address} == manifest["flags"][manifest["id"]]
    with ZipFile(BytesIO(archive.content)) as inside:
        assert manifest == json.loads(inside.read("module.json"))


@pytest.mark.rule("AR-DESK-15")
def test_the_same_address_gets_the_same_bytes(server: Running) -> None:
    """Two requests get the same small archive, and a current copy is confirmed with a 304."""
    with httpx.Client(base_url=server.address) as anybody:
        for path in (MANIFEST, "/foundry/arbiter-dice.zip"):
            first, second = anybody.get(path), anybody.get(path)
            again = anybody.get(path, headers={"If-None-Match": first.headers["ETag"]})

            assert first.content == second.content
            assert len(first.content) <= MOST_BYTES
            assert (304, b"") == (again.status_code, again.content)


@pytest.mark.rule("AR-DESK-15")
def test_a_module_without_an_address_is_refused(server: Running) -> None:
    """A request with a malformed host, an unknown parameter or another method is refused."""
    with httpx.Client(base_url=server.address) as anybody:
        for path in (MANIFEST, "/foundry/arbiter-dice.zip"):
            assert "Host" == assert_problem(anybody.get(path, headers={"Host": "a,b"}), 400)["field"]
            assert_problem(anybody.get(path, params={"at": "1"}), 400)
            assert_problem(anybody.post(path), 405)
        assert_problem(anybody.get("/foundry/arbiter-dice.mjs"), 404)
