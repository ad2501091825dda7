"""Common tools take the contracts as they are: a validator, and generators whose results compile and work.

`make contracts` does it with every contract, and in TypeScript; `make test` with as much as a few seconds allow.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import httpx
import msgspec
import pytest
from openapi_spec_validator import validate

from services.gateway.app import SERVICES
from services.gateway.running import Running
from tests.support.generators import (
    CONTRACTS,
    GENERATORS,
    INSTALLED,
    NPM,
    check_types,
    node_packages,
    python_types,
    run,
    typescript_client,
)

ALL: Final = bool(os.environ.get("ARBITER_TEST_GENERATORS"))
"""Whether every contract is tried, and TypeScript."""
NAMES: Final = [one.name for one in SERVICES] if ALL else ["dice", "tcg"]
SAID: Final = ["ann handed a deck in", "StreamOpened"]
thorough = pytest.mark.skipif(not ALL, reason="make contracts does it")


class First(msgspec.Struct):
    """What the first requests print."""

    total: int
    said: list[str]


def held(printed: str) -> None:
    """Hold that the first requests did what they say."""
    first = msgspec.json.decode(printed.strip().splitlines()[-1], type=First)

    assert 3 + 2 <= first.total <= 18 + 2
    assert first.said == SAID


def contracts() -> Mapping[str, Path]:
    """Return the contracts to be tried, by name."""
    return {name: CONTRACTS / name / "openapi.json" for name in NAMES}


def environment(server: Running) -> dict[str, str]:
    """Return how a client finds the server."""
    return {"ARBITER_URL": server.address, "ARBITER_KEY": server.key}


def test_the_contract_of_all_services_is_valid(app: httpx.Client) -> None:
    """OpenAPI 3.1 throughout: no name is missing, and each default fits its own schema."""
    validate(app.get("/schema/openapi.json").json())


@thorough
@pytest.mark.parametrize("name", [one.name for one in SERVICES])
def test_the_contract_of_each_service_is_valid(app: httpx.Client, name: str) -> None:
    """The same of each that can be served alone."""
    validate(app.get(f"/schema/{name}.json").json())


def test_types_in_python_compile_and_work(server: Running, tmp_path: Path) -> None:
    """Structs of the contracts pass a strict type checker, and so do first requests, which are then made."""
    first = GENERATORS / "first.py"
    python_types(contracts(), tmp_path)
    check_types([*(tmp_path / f"{name}.py" for name in NAMES), first], tmp_path)

    held(run([sys.executable, str(first)], tmp_path, PYTHONPATH=".", **environment(server)))


@thorough
def test_a_client_in_typescript_compiles_and_works(server: Running) -> None:
    """The same in TypeScript, strict; only where the registry of node's packages cannot be reached it is left out."""
    missing = node_packages()
    if missing:
        pytest.skip(missing)
    typescript_client(contracts())

    held(run([*NPM, "run", "--silent", "first"], INSTALLED, **environment(server)))
