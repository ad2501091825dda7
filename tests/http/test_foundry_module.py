"""The Foundry VTT module, an example that uses the TypeScript client, against a real server."""

from __future__ import annotations

import html
import json
import re
import shutil
from typing import Any, Final

import pytest

from services.gateway.processes.running import Running
from tests.support.http import Table
from tests.support.node_pack import CLIENT, Installed

MODULE: Final = CLIENT / "examples/foundry"
VERSIONS: Final = ("12", "13")


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
