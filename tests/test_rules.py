"""Each rule of every ledger is named by a test."""

from __future__ import annotations

from tests.support.rules import known_ids, unproven


def test_each_rule_is_proved_by_a_test(proofs: dict[str, list[str]]) -> None:
    """For each rule in a ledger there is a test that names it; `make rules LIST=all` shows them."""
    assert [] == [rule for rules in unproven(proofs).values() for rule in rules]


def test_a_rule_that_no_test_names_is_found() -> None:
    """A rule without tests is in the list of its service, and only there."""
    for rule, service in (("AR-PAGE-01", "arbiter"), ("DI-ROLL-01", "dice")):
        proved = known_ids() - {rule}

        assert {service: [rule]} == {name: rules for name, rules in unproven(proved).items() if rules}
