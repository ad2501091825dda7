"""The rule ledgers: each service's rules, rulings and worked examples, in `contracts/<service>/rules.toml`.

`contracts/<service>/events.json` lists the rules behind each type of event.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

CONTRACTS: Final = Path(__file__).resolve().parents[2] / "contracts"

RuleKind: TypeAlias = Literal["mechanic", "limit", "procedure", "option", "table", "advice"]


class Rule(Struct, frozen=True, kw_only=True):
    """A rule of a game, in our own words.

    The code enforces every rule except advice. For each enforced rule, a test cites the id of the rule and proves
    it.

    `games` lists the games to which a common rule applies; if it is empty, the rule applies to all games.
    """

    id: str
    section: str
    kind: RuleKind
    says: str
    test: str = ""
    input: str = ""
    part: str = ""
    games: tuple[str, ...] = ()


class Ruling(Struct, frozen=True, kw_only=True):
    """Our interpretation of an unclear rule.

    `setting` names the setting that can change it, if there is one.
    """

    id: str
    rules: tuple[str, ...]
    question: str
    ruling: str
    why: str = ""
    configurable: bool = False
    setting: str = ""
    default: str = ""
    alternatives: tuple[str, ...] = ()
    part: str = ""


class Example(Struct, frozen=True, kw_only=True):
    """A worked example from the rules; a test repeats each example."""

    id: str
    given: str
    when: str
    then: str
    section: str = ""
    origin: str = "derived"
    part: str = ""


class Ledger(Struct, frozen=True, kw_only=True, rename={"rules": "rule", "rulings": "ruling", "examples": "example"}):
    """All rules, rulings and examples of one service.

    `later` names the parts of the game that are not implemented yet.
    """

    source: dict[str, Any] = {}
    rules: tuple[Rule, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    examples: tuple[Example, ...] = ()

    @property
    def to_prove(self) -> tuple[str, ...]:
        """Return the ids that tests must cite: all rules except advice, and all examples, of the implemented parts."""
        later = frozenset(self.source.get("later", ()))
        rules = (rule.id for rule in self.rules if rule.kind != "advice" and rule.part not in later)
        return (*rules, *(example.id for example in self.examples if example.part not in later))

    def rule(self, rule_id: str) -> Rule | None:
        """Return the rule with this id, or None.

        A ruling is returned as a rule, in the section of the first rule that it interprets.
        """
        found = next((rule for rule in self.rules if rule.id == rule_id), None)
        ruling = next((ruling for ruling in self.rulings if ruling.id == rule_id), None)
        if found is not None or ruling is None:
            return found
        section = next((rule.section for rule in self.rules if rule.id in ruling.rules), "Rulings")
        kind: RuleKind = "option" if ruling.configurable else "mechanic"
        return Rule(id=ruling.id, section=section, kind=kind, says=ruling.ruling, part=ruling.part)

    def rulings_on(self, rule_id: str) -> tuple[Ruling, ...]:
        """Return the rulings on a rule; for the id of a ruling, return the ruling itself."""
        return tuple(ruling for ruling in self.rulings if rule_id == ruling.id or rule_id in ruling.rules)

    @property
    def ids(self) -> frozenset[str]:
        """Return the ids of all rules, rulings and examples."""
        entries: tuple[Rule | Ruling | Example, ...] = (*self.rules, *self.rulings, *self.examples)
        return frozenset(entry.id for entry in entries)


def ledgers() -> dict[str, Path]:
    """Return the paths of all ledgers, by service name."""
    return {path.parent.name: path for path in sorted(CONTRACTS.glob("*/rules.toml"))}


def ledger_of(service: str) -> Ledger:
    """Return the ledger of a service."""
    return ledger_at(CONTRACTS / service / "rules.toml")


@cache
def ledger_at(path: Path) -> Ledger:
    """Read the ledger file at a path.

    Refuses: msgspec.ValidationError if the file has an invalid form
    """
    return msgspec.toml.decode(path.read_bytes(), type=Ledger)


class _EventsContract(Struct, frozen=True):
    rules: Mapping[str, tuple[str, ...]] = {}


@cache
def event_rules_of(service: str) -> Mapping[str, Sequence[str]]:
    """Return the ids of the rules behind each event type of a service. A service without a contract has none."""
    path = CONTRACTS / service / "events.json"
    if not (service.isidentifier() and path.is_file()):
        return {}
    return msgspec.json.decode(path.read_bytes(), type=_EventsContract).rules
