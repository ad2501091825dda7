"""What a fuzzer cannot guess: streams, jobs, seats and texts that are there, written into its configuration."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import httpx
import msgspec
from msgspec import Struct

from shared.platform.contract import JSON
from shared.platform.http.services import Service

OFTEN: Final = 0.9
"""How often a parameter is what is known; else it is drawn, or what links say."""
MOST: Final = 3
LISTED: Final = 12
"""So many of what a list names are known: some of them the fuzzer deletes."""
WEBHOOKS: Final = "/arbiter/v1/webhooks"
WORKED: Final = "/trials"
"""What is only there once a worker has played it: here none runs, and all is 404."""
SEATS: Final = frozenset({"seat", "Arbiter-Seat"})
"""Parameters that name a seat."""


class Known(Struct, frozen=True, kw_only=True):
    """What is there of a service.

    `values` are those of parameters, by the path of the operation and the parameter's name; `over` are the ids of
    streams that have ended, `streams` is where streams are found, and `token` that of a seat of the first one.
    """

    @classmethod
    def together(cls, contract: Mapping[str, Any], parts: Sequence[Known]) -> Known:
        """Return what is there of several services under the contract of all."""
        values = {place: each for part in parts for place, each in part.values.items()}
        over = [one for part in parts for one in part.over]
        return cls(contract=contract, values=values, over=over, streams="", token="")

    contract: Mapping[str, Any]
    values: Mapping[tuple[str, str], Sequence[str]]
    over: Sequence[str]
    streams: str
    token: str


def prepare(app: httpx.Client, service: Service) -> Known:
    """Open streams, of which one ends; ask for a job, and for another one that is cancelled; have webhooks."""
    contract = app.get(f"/schema/{service.name}.json").json()
    streams, jobs = f"/{service.name}/v1/{service.game.plural}", f"/{service.name}/v1/jobs"
    going, also, ended = (_done(app.post(streams, json=_example(contract, streams))) for _ in range(MOST))
    seats = [seat["seat"] for seat in going["seats"]]
    acting = {"Arbiter-Seat": seats[0]}
    _done(app.post(f"{streams}/{ended['id']}/commands", json={"command": {"type": "Close"}}, headers=acting))
    ids = {streams: [going["id"], also["id"], ended["id"]]}
    if service.jobs is not None:
        ids[jobs] = [_asked(app, jobs, _example(contract, jobs)) for _ in range(2)][::-1]
    over = [ended["id"], *ids.get(jobs, [])[1:]]
    if not list(_ids_in(_done(app.get(WEBHOOKS)), "id")):  # an app has only so many, and they are of no service
        for _ in range(LISTED):
            _done(app.post(WEBHOOKS, json=_example(contract, WEBHOOKS)))
    values = {
        (path, name): seats if name in SEATS else _values(app, path, name, ids)
        for path, operations in contract["paths"].items()
        for name in _parameters(operations)
    }
    found = {
        (path, name): each[::-1] if "delete" in contract["paths"][path] else each  # what is deleted is the last one
        for (path, name), each in values.items()
        if each
    }
    token = going["seats"][0]["token"]
    return Known(contract=contract, values=found, over=over, streams=streams, token=token)


def _done(answer: httpx.Response) -> Any:  # noqa: ANN401 JSON
    if not answer.is_success:
        raise RuntimeError(answer.text)
    return answer.json()


def _example(contract: Mapping[str, Any], path: str) -> Any:  # noqa: ANN401 JSON
    """Return the first example of what is posted to a path."""
    examples = contract["paths"][path]["post"]["requestBody"]["content"][JSON]["examples"]
    return next(iter(examples.values()))["value"]


def _asked(app: httpx.Client, jobs: str, body: object) -> str:
    """Ask for a job, and cancel it: the same request then makes a new one."""
    found: str = _done(app.post(jobs, json=body))["id"]
    _done(app.post(f"{jobs}/{found}/cancellation"))
    return found


def _parameters(operations: Mapping[str, Any]) -> set[str]:
    return {parameter["name"] for operation in operations.values() for parameter in operation.get("parameters", ())}


def _values(app: httpx.Client, path: str, name: str, ids: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """Return values of a parameter of a path that are good there: ids, or what a list names."""
    above, _, rest = path.partition(f"/{{{name}}}")
    if not rest and not path.endswith(f"{{{name}}}"):
        return ()
    return ids.get(above) or list(_ids_in(_done(app.get(above)), name))[:LISTED]


def _ids_in(answer: Mapping[str, Any], name: str) -> Iterator[str]:
    """Return the ids of what an answer lists, where they stand in it by a name too, or the names of what it has."""
    for listed in answer.values():
        if isinstance(listed, dict):
            yield from listed
        for one in listed if isinstance(listed, list) else ():
            found = one.get(name) if isinstance(one.get(name), dict) else one
            if "id" in found:
                yield found["id"]


# ---------------------------------------------------------------- the configuration


def bindings(known: Known, *, always: bool) -> str:
    """Write for the fuzzer which values are known; `always`: the first one of a path is used in every request."""
    lines: list[str] = []
    for number, ((_, name), values) in enumerate(known.values.items()):
        chosen = values[:1] if always and name == "id" else values
        lines += [f"[dictionaries.known-{number}]", f"values = {_toml(list(chosen))}"]
    places = {place: number for number, place in enumerate(known.values)}
    for path, operations in known.contract["paths"].items():
        for operation in operations.values():
            bound = [
                f'"{_place(each)}" = {{ dictionary = "known-{places[path, each["name"]]}", probability = {odds} }}'
                for each in operation.get("parameters", ())
                if (path, each["name"]) in places
                for odds in [1.0 if always and each["name"] == "id" else OFTEN]
            ]
            if bound:
                lines += ["[[operations]]", f"include-operation-id = {_toml(operation['operationId'])}"]
                lines += [f"parameters = {{ {', '.join(bound)} }}"]
                lines += ["warnings = false"] if path.endswith(WORKED) else []
    return "\n".join(lines) + "\n"


def _place(parameter: Mapping[str, Any]) -> str:
    return f"{parameter['in']}.{parameter['name']}"


def _toml(value: object) -> str:
    """Write a text, or a list of texts, as TOML: as JSON has it."""
    return msgspec.json.encode(value).decode()
