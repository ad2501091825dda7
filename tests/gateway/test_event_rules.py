"""The rules that the contracts name for each type of event: where they come from, and which of many are named."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence

import pytest

from services.bones.chapters.people.closed import NameShown
from services.bones.chapters.rolls.rolls import SuccessBought
from services.gateway.authoring.event_rules import MOST, rules_of_events
from services.gateway.served import SERVICES
from services.rpg_boundless.chapters import damage, recovery
from shared.kernel.impact.citing import rules_in
from shared.platform.ledger import event_rules_of, ledger_of


def rules_of(service: str) -> Mapping[str, Sequence[str]]:
    """Return the rules of each type of event of a service, from its code."""
    (game,) = (one.game for one in SERVICES if one.name == service)
    return rules_of_events(game)


@pytest.mark.rule("AR-PAGE-93")
def test_a_type_has_the_rules_that_it_cites() -> None:
    """The docstring of an event comes before those of the functions that make it."""
    cited = rules_in(inspect.getdoc(SuccessBought))

    assert [*cited] == ["BN-SPIFF-11"]
    assert [*cited] == [*rules_of("bones")["SuccessBought"]]


@pytest.mark.rule("AR-PAGE-93")
def test_a_type_that_cites_none_has_the_rules_of_the_code_that_makes_it() -> None:
    """They are those of the function that calls the type, or that makes it out of a command; else of its callers."""
    rules = {**rules_of("rpg_boundless"), "NameShown": rules_of("bones")["NameShown"]}

    assert rules_in(inspect.getdoc(NameShown)) == ()
    assert {*rules["DamageTaken"]} <= {*rules_in(inspect.getdoc(damage.hurt))}
    assert {*rules["Rested"]} <= {*rules_in(inspect.getdoc(recovery.rest))}
    assert {"BN-CAMP-170", "AR-ROSTER-01"} == {*rules["NameShown"]}


@pytest.mark.rule("AR-PAGE-93")
def test_of_many_rules_the_most_specific_are_named() -> None:
    """Of more than three, rulings are left out first, and then the rules that the most types have."""
    cited = rules_in(inspect.getdoc(damage.hurt))
    rulings = {one.id for one in ledger_of("rpg_boundless").rulings}
    named = rules_of("rpg_boundless")["DamageTaken"]

    assert MOST < len(cited)
    assert MOST == len(named)
    assert rulings & {*cited}
    assert set() == rulings & {*named}
    assert [one for one in cited if one in named] == [*named]


@pytest.mark.rule("AR-PAGE-93")
def test_a_service_without_a_contract_names_no_rules() -> None:
    """A game that was just made, or a name that is no service's, has none yet."""
    assert {} == event_rules_of("nothing")
    assert {} == event_rules_of("../bones")


@pytest.mark.rule("AR-PAGE-93")
def test_no_type_names_a_rule_of_an_adventure() -> None:
    """Players are to find out themselves what an adventure has in store: its log cites the rules of play alone."""
    assert [] == [
        kind for kind, rules in event_rules_of("bones").items() if any(one.startswith("BN-ADV-") for one in rules)
    ]
