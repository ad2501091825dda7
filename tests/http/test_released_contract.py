"""Clients written for the released contract still work with the current one."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
import pytest

from services.gateway.served import SERVICES
from tests.support.breaking import breaking

RELEASED: Final = Path("contracts/released")
LUCK: Final = "/dice/v1/tables/{id}/luck"
Contract = dict[str, Any]


def read(path: Path) -> Contract:
    """Read a contract."""
    found: Contract = msgspec.json.decode(path.read_bytes())
    return found


@pytest.mark.parametrize("name", [one.name for one in SERVICES if RELEASED.joinpath(f"{one.name}.json").exists()])
def test_the_released_contract_is_still_served(app: httpx.Client, name: str) -> None:
    """Every path, field and choice of the released contract still exists, and no request needs another field."""
    served = app.get(f"/schema/{name}.json").json()

    assert breaking(read(RELEASED / f"{name}.json"), served) == []


def test_every_released_contract_is_of_a_service() -> None:
    """Every service that has a released contract is still served."""
    released = {path.stem for path in RELEASED.glob("*.json")}

    assert released
    assert released <= {one.name for one in SERVICES}


@pytest.fixture(scope="module")
def dice() -> Contract:
    """Return the dice service's contract, for a test to change."""
    return read(Path("contracts/dice/openapi.json"))


def _of(contract: Contract, name: str) -> Any:  # noqa: ANN401 JSON
    return contract["components"]["schemas"][name]


def no_path(contract: Contract) -> None:
    """Remove a path."""
    del contract["paths"][LUCK]


def needed_field(contract: Contract) -> None:
    """Make an optional request field required."""
    _of(contract, "RollAsk")["required"].append("purpose")


def no_field_of_a_request(contract: Contract) -> None:
    """Remove a request field, which the new contract then refuses as unknown."""
    del _of(contract, "OpenTable")["properties"]["title"]


def fewer_rolls(contract: Contract) -> None:
    """Allow fewer rolls in one request."""
    _of(contract, "RollsBody")["properties"]["rolls"]["maxItems"] = 5


def no_command(contract: Contract) -> None:
    """Remove a command."""
    commands = _of(contract, "DiceCommand")
    commands["oneOf"] = [one for one in commands["oneOf"] if not one["$ref"].endswith("/ForgetDice")]
    del commands["discriminator"]["mapping"]["ForgetDice"]


def no_dialect(contract: Contract) -> None:
    """Remove a value that a request may use."""
    dialect = _of(contract, "Notation")["properties"]["dialect"]
    dialect["anyOf"][0]["enum"].remove("roll20")


def no_field_of_an_answer(contract: Contract) -> None:
    """Remove a field of a response."""
    answer = _of(contract, "RollsAnswer")
    answer["required"].remove("table")
    del answer["properties"]["table"]


def other_type(contract: Contract) -> None:
    """Respond with a number instead of a string."""
    _of(contract, "RollsAnswer")["properties"]["table"] = {"type": "integer"}


def needed_parameter(contract: Contract) -> None:
    """Make an optional parameter required."""
    contract["paths"][LUCK]["get"]["parameters"][-1]["required"] = True


BREAKS: Final[dict[Callable[[Contract], None], str]] = {
    no_path: f"GET {LUCK} is gone",
    needed_field: "POST /dice/v1/rolls body.rolls[].purpose is needed now",
    no_field_of_a_request: "POST /dice/v1/tables body.title is gone",
    fewer_rolls: "POST /dice/v1/rolls body.rolls: maxItems is lower",
    no_command: "POST /dice/v1/tables/{id}/commands body.command: ForgetDice is no longer taken",
    no_dialect: "dialect: fewer words are taken",
    no_field_of_an_answer: "POST /dice/v1/rolls 201.table may be missing now",
    other_type: "POST /dice/v1/rolls 201.table: may be integer now",
    needed_parameter: f"GET {LUCK}: the parameter Arbiter-Seat is needed now",
}


@pytest.mark.parametrize("change", BREAKS, ids=lambda one: one.__name__)
def test_a_breaking_change_is_reported(dice: Contract, change: Callable[[Contract], None]) -> None:
    """The comparison reports each change that a caller would notice, and nothing else."""
    other = copy.deepcopy(dice)
    change(other)

    found = breaking(dice, other)

    assert found
    assert all(BREAKS[change].split(" ")[-1] in one or BREAKS[change] in one for one in found)
    assert any(one.endswith(BREAKS[change]) for one in found)


def test_a_compatible_addition_is_not_reported(dice: Contract) -> None:
    """The comparison does not report a new path, optional field, command, event type, response field or wider limit."""
    other = copy.deepcopy(dice)
    other["paths"]["/dice/v1/new"] = other["paths"][LUCK]
    _of(other, "RollsBody")["properties"]["rolls"]["maxItems"] = 500
    _of(other, "RollAsk")["properties"]["colour"] = {"type": "string"}
    _of(other, "RollsAnswer")["properties"]["colour"] = {"type": "string"}
    _of(other, "RollsAnswer")["required"].append("colour")
    for union, kind in (("DiceCommand", "FlipCoin"), ("DiceEvent", "CoinFlipped")):
        ref = f"#/components/schemas/{kind}"
        other["components"]["schemas"][kind] = {"type": "object", "properties": {"type": {"const": kind}}}
        _of(other, union)["oneOf"].append({"$ref": ref})
        _of(other, union)["discriminator"]["mapping"][kind] = ref

    assert breaking(dice, other) == []
    assert breaking(dice, dice) == []
