"""The tests that prove each rule, the report behind `make rules`, and the list of rules that no test proves.

A test names the rules that it proves with `@pytest.mark.rule("DI-ROLL-01")`. An id that is in no ledger fails the
collection.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Sequence

import pytest
from rich.console import Console

from shared.platform.ledger import ledger_at, ledgers


def known_ids() -> frozenset[str]:
    """List the rule ids of all ledgers."""
    return frozenset().union(*(ledger_at(path).ids for path in ledgers().values()))


def proofs_in(items: Iterable[pytest.Item]) -> dict[str, list[str]]:
    """Return the tests that name each rule id."""
    proofs: dict[str, list[str]] = defaultdict(list)
    for item in items:
        for mark in item.iter_markers("rule"):
            for rule in mark.args:
                proofs[rule].append(item.nodeid)
    return proofs


def refuse_unknown(proofs: Iterable[str]) -> None:
    """Fail if a test names a rule that is in no ledger."""
    unknown = sorted(set(proofs) - known_ids())
    if unknown:
        raise pytest.UsageError(f"no ledger has the rules {', '.join(unknown)}")


def unproven(proofs: Container[str]) -> dict[str, list[str]]:
    """Return the rules of each service that no test names."""
    wanted = {service: ledger_at(path).to_prove for service, path in ledgers().items()}
    return {service: [rule for rule in rules if rule not in proofs] for service, rules in wanted.items()}


def report(items: Iterable[pytest.Item], *, everything: bool) -> int:
    """Print a line per service and the unproven ids (or every id with its tests); return 1 if one is unproven."""
    proofs = proofs_in(items)
    console = Console()
    missing = unproven(proofs)
    for service, path in ledgers().items():
        wanted = ledger_at(path).to_prove
        console.print(f"{service} {len(wanted) - len(missing[service])}/{len(wanted)}", highlight=False)
        _list(console, wanted if everything else missing[service], proofs)
    return int(any(missing.values()))


def _list(console: Console, rules: Sequence[str], proofs: dict[str, list[str]]) -> None:
    for rule in rules:
        console.print(f"  {rule}: {', '.join(proofs.get(rule, [])) or 'unproven'}", highlight=False, soft_wrap=True)
