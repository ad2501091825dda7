"""Chains of causes in records: how records name them, and how each verifier checks their form."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

import pytest

from arbiter_client import verify
from shared.kernel.causes import Cause, Chain, chain_in, correlation_from
from tests.support.forging import rechain
from tests.support.kernel_toy import Say, Table, Throw
from tests.support.second_verifier import compare_reports

Form = dict[str, Any]
CHAIN: Final = "chain-1"
THROWN, LONG, LAST = 1, 2, 5
"""The lines of a throw, of a long decision's first commit, and of the commit after that decision;

the first line is 0.
"""


def forms() -> list[Form]:
    """Return the parsed lines of a log with a decision of three commits and no chain of causes."""
    table = Table.opened(Throw(), Say(text="on and on", times=150, waste=True), Throw())
    found = [json.loads(line) for line in table.lines()]
    assert [("split" in form["public"]) for form in found[THROWN:]] == [False, True, True, True, False]
    return found


def intent_at(log: list[Form], line: int) -> Form:
    """Return the intent of a line."""
    intent: Form = log[line]["public"]["intent"]
    return intent


def before(log: list[Form], line: int) -> Form:
    """Return the event before a line as a cause."""
    public = log[line - 1]["public"]
    return {"stream": public["stream"], "version": public["version"]}


def log_with_chain() -> list[Form]:
    """Return the log with a chain from the throw to the end of the long decision. The last commit has another chain."""
    log = forms()
    intent_at(log, THROWN).update(correlation=CHAIN)
    for line in (LONG, LONG + 1, LONG + 2):
        intent_at(log, line).update(correlation=CHAIN, cause=before(log, LONG))
    intent_at(log, LAST).update(correlation="other.1_A", cause={"stream": "dice.table:x", "version": 2**53 - 1})
    return log


def failures(node: str, log: list[Form]) -> tuple[int, int] | None:
    """Assert that all verifiers agree on the first failure.

    Return its level and line, or None if there is no failure.
    """
    export = b"\n".join(rechain(log))
    (ours,) = compare_reports(node, [export])
    theirs = verify(export).failure
    found = None if theirs is None else {"level": theirs.level, "line": theirs.line, "version": theirs.version}
    assert ours["failure"] == found
    return None if theirs is None else (theirs.level, theirs.line)


@pytest.mark.rule("AR-CAUSE-07")
def test_all_verifiers_accept_a_chain(node: str) -> None:
    """All verifiers accept a chain within a stream, one from another stream, and one with a long decision."""
    assert failures(node, log_with_chain()) is None


WRONG: Final[dict[str, tuple[int, Callable[[list[Form]], Any]]]] = {
    "a cause without a chain": (LAST, lambda log: intent_at(log, LAST).pop("correlation")),
    "an empty chain": (THROWN, lambda log: intent_at(log, THROWN).update(correlation="")),
    "a chain of 65 characters": (THROWN, lambda log: intent_at(log, THROWN).update(correlation="x" * 65)),
    "a chain with a blank": (THROWN, lambda log: intent_at(log, THROWN).update(correlation="a b")),
    "a chain with a line feed": (THROWN, lambda log: intent_at(log, THROWN).update(correlation="a\n")),
    "a chain that is no text": (THROWN, lambda log: intent_at(log, THROWN).update(correlation=1)),
    "a chain that is null": (THROWN, lambda log: intent_at(log, THROWN).update(correlation=None)),
    "a hidden chain": (THROWN, lambda log: intent_at(log, THROWN).update(correlation={"audience": [], "sealed": 0})),
    "a cause that is null": (LAST, lambda log: intent_at(log, LAST).update(cause=None)),
    "a cause that is a text": (LAST, lambda log: intent_at(log, LAST).update(cause="dice.table:x/1")),
    "a cause with more fields": (LAST, lambda log: intent_at(log, LAST)["cause"].update(seat="ann")),
    "a cause without a version": (LAST, lambda log: intent_at(log, LAST)["cause"].pop("version")),
    "a cause at version 0": (LAST, lambda log: intent_at(log, LAST)["cause"].update(version=0)),
    "a cause at a text": (LAST, lambda log: intent_at(log, LAST)["cause"].update(version="1")),
    "a cause at true": (LAST, lambda log: intent_at(log, LAST)["cause"].update(version=True)),
    "a cause in no stream": (LAST, lambda log: intent_at(log, LAST)["cause"].update(stream="x")),
    "a cause after a line feed": (LAST, lambda log: intent_at(log, LAST)["cause"].update(stream="dice.table:x\n")),
    "a cause that is its effect": (LAST, lambda log: intent_at(log, LAST).update(cause=before(log, LAST + 1))),
    "a cause within the decision": (
        LONG, lambda log: [intent_at(log, line).update(cause=before(log, LONG + 1)) for line in range(LONG, LAST)],
    ),
    "a later commit in no chain": (
        LONG + 1, lambda log: [intent_at(log, LONG + 1).pop(name) for name in ("cause", "correlation")],
    ),
    "a later commit in another chain": (LONG + 2, lambda log: intent_at(log, LONG + 2).update(correlation="other")),
    "a later commit with another cause": (LONG + 1, lambda log: intent_at(log, LONG + 1).pop("cause")),
}  # fmt: skip


@pytest.mark.rule("AR-CAUSE-07")
@pytest.mark.parametrize("name", WRONG)
def test_all_verifiers_name_a_forged_chain(node: str, name: str) -> None:
    """All verifiers report a forged chain at the same line and at the first level."""
    line, forge = WRONG[name]
    log = log_with_chain()
    forge(log)
    assert failures(node, log) == (1, line + 1)


@pytest.mark.rule("AR-CAUSE-01")
def test_a_record_names_its_chain_and_nothing_else_does() -> None:
    """A record is in a chain only if the record itself names that chain.

    Fields of its command with the same names do not count.
    """
    cause = Cause(stream="dice.table:x", version=7)
    bare = b'{"draws":[],"intent":{"command":{"correlation":"x","cause":{"stream":"dice.table:x","version":1}}}}'
    first = b'{"draws":[],"intent":{"command":{},"correlation":"x"}}'
    later = b'{"draws":[],"intent":{"cause":{"stream":"dice.table:x","version":7},"command":{},"correlation":"x"}}'

    assert chain_in(b'{"draws":[],"intent":{"command":{}}}') is None
    assert chain_in(bare) is None
    assert chain_in(first) == Chain(correlation="x")
    assert chain_in(later) == Chain(correlation="x", cause=cause)
    assert cause.event == "dice.table:x/7"
    assert correlation_from(cause) == "f84d4df7daa419cf45c26af3baddc2ca"
