"""Rules over HTTP: a caller can look up every rule id, and shared rules list the games that they apply to."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from litestar import Litestar, Response
from litestar.testing import TestClient

from shared.kernel.refusals import Refusal
from shared.platform.http.documents.rules import rules_of
from shared.platform.http.problems import HttpProblem
from shared.platform.ledger import CONTRACTS, ledger_of, ledgers

from .fixture import Fixture, fixture_of, games_under_test
from .test_refusals import SERVICES, refusals_of

KIT: Final = "shared.kernel.campaign."
SCOPED: Final = re.compile(r"AR-(?:CAMP|ROSTER|FIGHT)-\d+")
"""Shared rules that apply only to games with the same chapter of the campaign kit."""
KIT_SAMPLES: Final = "AR-ROSTER-04"
"""A rule about samples that all campaigns share, and that no chapter cites."""


MOST_RULES: Final = 3
"""The maximum number of rules that a contract names for a type of event."""


@cache
def ids() -> re.Pattern[str]:
    """Return a pattern that matches every id of all ledgers."""
    letters = {one.split("-")[0] for name in ledgers() for one in ledger_of(name).ids}
    return re.compile(rf"\b(?:{'|'.join(sorted(letters))})-[A-Z0-9-]*[0-9]\b")


def cited_by(fixture: Fixture) -> set[str]:
    """Return the rule ids that a game's callers can read: those in its contract and in its commands' refusals."""
    contract = CONTRACTS / fixture.service
    text = "".join(contract.joinpath(name).read_text("utf-8") for name in ("openapi.json", "events.json"))
    return {
        *ids().findall(text),
        *(getattr(kind, "rule", "") for kind in (*refusals_of(fixture.service), *_of_the_kernel(fixture))),
    }


def _of_the_kernel(fixture: Fixture) -> Iterator[type[Refusal]]:
    """Yield the refusals of the kernel, and those of the shared chapters that a game uses."""
    chapters = {chapter.__name__ for chapter in fixture.game.chapters}
    waiting = [Refusal]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        of_the_kit = kind.__module__.startswith(KIT)
        if kind.__module__ in chapters or (kind.__module__.startswith("shared.") and not of_the_kit):
            yield kind


def _not_found(_: object, problem: HttpProblem) -> Response[bytes]:
    return Response(b"", status_code=problem.problem.status)


def test_every_cited_rule_id_has_a_url(fixture: Fixture) -> None:
    """Each rule or ruling whose id a caller can read can be fetched by that id."""
    cited = {rule for rule in cited_by(fixture) if rule}
    app = Litestar([rules_of(fixture.game)], exception_handlers={HttpProblem: _not_found}, openapi_config=None)
    with TestClient(app) as client:
        found = {one: client.get(f"/{fixture.service}/v1/rules/{one}") for one in sorted(cited)}

    assert [] == [one for one, answer in found.items() if answer.status_code != 200]
    assert [] == [one for one, answer in found.items() if answer.json()["rule"]["id"] != one]


@pytest.mark.rule("AR-PAGE-93")
@pytest.mark.parametrize("service", games_under_test())
def test_each_type_of_event_names_the_rules_that_make_it(service: str) -> None:
    """The contract names one to three rules for each type of event, of the game's ledger or that of all games."""
    contract = json.loads((CONTRACTS / service / "events.json").read_bytes())
    books = (ledger_of(service), ledger_of("arbiter"))
    found = {
        kind: [next((rule for one in books if (rule := one.rule(cited))), None) for cited in rules]
        for kind, rules in contract["rules"].items()
    }

    assert contract["events"].keys() == found.keys()
    assert [] == [kind for kind, rules in found.items() if not 1 <= len(rules) <= MOST_RULES]
    assert [] == [kind for kind, rules in found.items() if None in rules]


@pytest.mark.parametrize("service", games_under_test())
def test_a_ruling_is_read_with_its_question_and_the_rulings_on_it(service: str) -> None:
    """A ruling is served with its question, and a rule with the rulings about it."""
    ledger = ledger_of(service)
    sections = {rule.id: rule.section for rule in ledger.rules}
    for ruling in ledger.rulings:
        rule = ledger.rule(ruling.id)
        assert rule is not None
        assert (ruling.id, ruling.ruling) == (rule.id, rule.says)
        assert rule.section in {"Rulings", *(sections[one] for one in ruling.rules if one in sections)}
        assert ruling in ledger.rulings_on(ruling.id)


def test_a_common_rule_names_the_games_that_it_binds() -> None:
    """A shared rule lists the games whose chapters or code cite it. A rule without such a list applies to all games."""
    binds = {name: _cited_in_code(fixture_of(name)) for name in games_under_test()}
    scoped = {
        rule.id: {*rule.games} & {*games_under_test()} for rule in ledger_of("arbiter").rules if SCOPED.match(rule.id)
    }

    assert {one: {name for name in binds if one in binds[name]} for one in scoped} == scoped


def _cited_in_code(fixture: Fixture) -> set[str]:
    chapters = [Path(str(sys.modules[one.__name__].__file__)) for one in fixture.game.chapters]
    texts = [path.read_text("utf-8") for path in (*chapters, *sorted((SERVICES / fixture.service).rglob("*.py")))]
    has_kit = any(one.__name__.startswith(KIT) for one in fixture.game.chapters)
    return {*SCOPED.findall("".join(texts)), *([KIT_SAMPLES] if has_kit else [])}
