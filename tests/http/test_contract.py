"""The server serves the committed contract, and behaves as the contract says."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from services.gateway.authoring.contracts import outdated_files
from shared.kernel.refusals import Refusal
from tests.support.http import TABLES

METHODS = ("get", "post", "put", "patch", "delete", "head")


@pytest.fixture(scope="module")
def contract(app: httpx.Client) -> dict[str, Any]:
    """Return the contract that the server serves."""
    served: dict[str, Any] = app.get("/schema/openapi.json").json()
    return served


def operations(contract: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield every operation with its path and method."""
    for path, methods in contract["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def test_the_committed_contracts_equal_the_served_ones() -> None:
    """`make contracts` would not change any committed file."""
    assert outdated_files() == []


def test_the_committed_contract_is_served_by_its_name(app: httpx.Client, contract: dict[str, Any]) -> None:
    """`/schema/dice.json` equals contracts/dice/openapi.json, and the whole contract contains all of its operations."""
    committed = json.loads(Path("contracts/dice/openapi.json").read_text("utf-8"))

    assert committed["paths"]
    assert app.get("/schema/dice.json").json() == committed
    assert set(committed["paths"]) <= set(contract["paths"])


def test_every_reference_in_the_contract_has_a_target(contract: dict[str, Any]) -> None:
    """Every reference, link and tag in the contract has a target, and operation ids are unique."""
    text = json.dumps(contract)
    names = set(re.findall(r'"#/components/schemas/([^"]+)"', text))
    ids = [operation["operationId"] for _, _, operation in operations(contract)]
    linked = set(re.findall(r'"operationId": "([^"]+)", "description"', text))

    assert names - set(contract["components"]["schemas"]) == set()
    assert len(ids) == len(set(ids))
    assert linked <= set(ids)


def test_every_operation_lists_all_its_responses(contract: dict[str, Any]) -> None:
    """Each operation has one schema for its problems, a 401 if it needs a credential, and examples of every body."""
    for path, method, operation in operations(contract):
        responses = operation["responses"]
        assert {"400", "404", "405", "429", "503"} <= set(responses), path
        assert ("401" in responses) is bool(operation.get("security")), path
        for status, answer in responses.items():
            if int(status) >= 400:
                assert list(answer["content"]) == ["application/problem+json"]
        if method == "post" and "requestBody" in operation:
            body = operation["requestBody"]["content"]["application/json"]
            assert body["examples"], path
            assert {"413", "415"} <= set(responses), path


def test_bodies_are_closed(contract: dict[str, Any]) -> None:
    """Every schema that a request body uses rejects unknown fields."""
    schemas = contract["components"]["schemas"]
    seen: set[str] = set()
    waiting = [
        json.dumps(operation["requestBody"]) for _, _, operation in operations(contract) if "requestBody" in operation
    ]
    while waiting:
        for name in set(re.findall(r'"#/components/schemas/([^"]+)"', waiting.pop())) - seen:
            seen.add(name)
            waiting.append(json.dumps(schemas[name]))

    assert {"DiceRoll", "Notation", "OpenTable", "RollsBody"} <= seen
    unions = {name for name in seen if "oneOf" in schemas[name]}
    assert {name for name in seen - unions if schemas[name].get("additionalProperties") is not False} == set()


def test_components_have_plain_names(contract: dict[str, Any]) -> None:
    """A name has only letters and digits and begins with a capital, so every generator derives the same name."""
    assert [name for name in contract["components"]["schemas"] if not re.fullmatch(r"[A-Z][A-Za-z0-9]*", name)] == []


def test_a_constant_tag_distinguishes_the_members_of_a_union(contract: dict[str, Any]) -> None:
    """Every union of several objects has a mapping from tags to members, and each member has its tag."""
    schemas = contract["components"]["schemas"]
    unions = [schema for schema in schemas.values() if "oneOf" in schema]
    for union in unions:
        tag, mapping = union["discriminator"]["propertyName"], union["discriminator"]["mapping"]
        assert [one["$ref"] for one in union["oneOf"]] == list(mapping.values())
        for name, ref in mapping.items():
            assert schemas[ref.rpartition("/")[2]]["properties"][tag] == {"const": name, "type": "string"}

    assert len(unions) > 20
    assert re.findall(r'"anyOf": \[\{"\$ref": "[^"]+"\}, \{"\$ref"', json.dumps(schemas)) == []


def test_every_answer_with_events_names_their_union(contract: dict[str, Any]) -> None:
    """A command's response, a dry run, a page and a stream message each refer to the union of event types."""
    schemas = contract["components"]["schemas"]
    events = {"$ref": "#/components/schemas/DiceEvent"}
    content = contract["paths"][f"{TABLES}/{{id}}/events"]["get"]["responses"]["200"]["content"]
    answer = contract["paths"][f"{TABLES}/{{id}}/commands"]["post"]["responses"]["200"]["content"]["application/json"]

    assert content["text/event-stream"]["schema"] == {"$ref": "#/components/schemas/DiceCloudEvent"}
    assert schemas["DiceCloudEvent"]["properties"]["data"] == events
    assert "arbiter.dice.DiceRolled" in schemas["DiceCloudEvent"]["properties"]["type"]["enum"]
    assert answer["schema"]["oneOf"] == [
        {"$ref": f"#/components/schemas/{name}"} for name in ("DiceDone", "DiceDryRun")
    ]
    assert schemas["DiceDone"]["properties"]["events"]["items"] == events
    assert schemas["DiceDryRun"]["properties"]["events"]["anyOf"][0]["items"] == events
    assert set(schemas["DiceDone"]["required"]) - set(schemas["DiceDryRun"]["properties"])
    assert "allowed" in schemas["DiceDryRun"]["required"]


def test_events_are_available_in_three_forms(contract: dict[str, Any]) -> None:
    """Callers can get events in three forms: JSON pages, server-sent events, and verbatim records."""
    content = contract["paths"][f"{TABLES}/{{id}}/events"]["get"]["responses"]["200"]["content"]

    assert list(content) == ["application/json", "text/event-stream", "application/x-ndjson"]


def test_examples_are_accepted(app: httpx.Client, contract: dict[str, Any]) -> None:
    """Every example of a request body of the dice service gets the success status that its operation documents."""
    path = app.post(TABLES, json={"seats": [{"seat": "gm", "role": "gm"}]}).headers["Location"]
    for place, method, operation in operations(contract):
        if not place.startswith("/dice/"):
            continue
        body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        if place.endswith("/jobs/{id}/trials"):
            continue  # a trial needs a worker to play it: see tests/jobs
        for name, example in body.get("examples", {}).items():
            where = place.replace(f"{TABLES}/{{id}}", path)
            answer = app.request(method, where, json=example["value"])
            assert answer.is_success, (name, answer.text)


def test_the_contract_page_loads_nothing_from_other_hosts(app: httpx.Client, contract: dict[str, Any]) -> None:
    """`/schema/` shows every operation and schema, and loads nothing from other hosts.

    Host names in examples are reserved ones.
    """
    answer = app.get("/schema/")
    hosts = {host for host in re.findall(r"https?://[^\s\"'<&/]+", answer.text) if not host.endswith(".example")}

    assert answer.headers["content-type"].startswith("text/html")
    assert hosts == set()
    assert re.findall(r"<(?:script|img|iframe|object|embed|link(?! rel=\"icon\" href=\"data:))", answer.text) == []
    assert [one["operationId"] for _, _, one in operations(contract) if one["operationId"] not in answer.text] == []
    assert [name for name in contract["components"]["schemas"] if f'id="schema-{name}"' not in answer.text] == []


def test_every_rule_a_refusal_names_can_be_read(app: httpx.Client) -> None:
    """The `rule_url` of each refusal of the dice service and the kernel responds 200.

    The list of rules contains all of these rules.
    """
    listed = {rule["id"] for rule in app.get("/dice/v1/rules").json()["rules"]}
    named = {kind.rule for kind in _refusals(Refusal) if kind.__module__.startswith(("services.dice.", "shared."))}

    assert named - listed == set()
    assert {app.get(f"/dice/v1/rules/{rule}").status_code for rule in named} == {200}
    assert app.get("/dice/v1/rules/NO-SUCH-01").status_code == 404


def _refusals(kind: type[Refusal]) -> Iterator[type[Refusal]]:
    for one in kind.__subclasses__():
        yield one
        yield from _refusals(one)
