"""How the fuzzer asks for each form of an answer in turn, and reads streams of events. It is loaded by schemathesis."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import msgspec
import schemathesis

SSE: Final = "text/event-stream"
OVER: Final = frozenset(os.environ.get("ARBITER_TEST_FUZZ_OVER", "").split(","))
"""Streams that have ended: an event stream of them ends as well. On all others a fuzzer would wait."""
_asked: Counter[str] = Counter()


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: dict[str, Any]) -> None:  # noqa: ANN401, ARG001 as schemathesis has it
    """Ask for each form that an operation has, in turn."""
    forms = _forms(case.operation.definition.raw)
    if SSE in forms and case.path_parameters.get("id") not in OVER:
        forms = [form for form in forms if form != SSE]
    if len(forms) > 1:
        _asked[case.operation.label] += 1
        case.headers["Accept"] = forms[_asked[case.operation.label] % len(forms)]


def _forms(operation: dict[str, Any]) -> Sequence[str]:
    """Return the media types of what an operation answers where all is well."""
    answers = operation.get("responses", {})
    return [
        media for status, answer in answers.items() if status.startswith("2") for media in answer.get("content", ())
    ]


@schemathesis.deserializer(SSE)
def messages(context: Any, response: Any) -> list[Any]:  # noqa: ANN401, ARG001 as schemathesis has it
    """Read the data of each message: the contract says what that is."""
    lines = response.content.decode().splitlines()
    return [msgspec.json.decode(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]


@schemathesis.deserializer("application/x-ndjson")
def records(context: Any, response: Any) -> str:  # noqa: ANN401, ARG001 as schemathesis has it
    """Read records as the text that they are; each of its lines is JSON."""
    for line in response.content.splitlines():
        msgspec.json.decode(line)
    return str(response.content.decode())
