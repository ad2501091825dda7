"""The routes that serve the rules of a service. Every refusal links to its rule here."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from litestar import Controller, Response, get
from litestar.params import PathParameter
from msgspec import Struct

from shared.kernel.game import Game
from shared.platform.contract import ContractLink, RouteSpec
from shared.platform.http.answers import JSON, encode
from shared.platform.http.problems import not_found
from shared.platform.http.requests import AnyRequest
from shared.platform.ledger import Example, Ledger, Rule, Ruling, ledger_of

RulePath = Annotated[str, PathParameter(description="the id of the rule or ruling")]


class Rulebook(Struct, frozen=True, kw_only=True):
    """All rules that apply to a service: its own and the kernel's. A kernel rule may list the `games` it applies to."""

    service: str
    rules: tuple[Rule, ...]
    rulings: tuple[Ruling, ...]
    examples: tuple[Example, ...]


class RulePage(Struct, frozen=True, kw_only=True):
    """A rule, and the rulings on it.

    On the page of a ruling, `rule` is the ruling itself, and `rulings` contains it again.
    """

    rule: Rule
    rulings: tuple[Ruling, ...]


def _ledgers(game: Game[Any]) -> tuple[Ledger, Ledger]:
    return ledger_of(game.service), ledger_of("arbiter")


def list_rules(game: Game[Any]) -> RouteSpec:
    """Describe the route that lists a service's rules, and its response."""
    one = {"rule_id": "$response.body#/rules/0/id"}
    return RouteSpec(
        gives=Rulebook, about=f"The rules of {game.service}.", secured=False,
        links={"rule": ContractLink(to="rule", parameters=one, about="get one rule")},
    )  # fmt: skip


def one_rule(_: Game[Any]) -> RouteSpec:
    """Describe the route that returns one rule, and its response."""
    return RouteSpec(gives=RulePage, about="The rule, or the ruling, and the rulings on it.", secured=False)


class RuleRoutes(Controller):
    """The rules of one service. Reading them needs no credential."""

    game: ClassVar[Game[Any]]

    @get("/", opt={"spec": list_rules}, sync_to_thread=False)
    def rules(self, request: AnyRequest) -> Response[bytes]:  # noqa: ARG002 every route gets its request
        """List the rules.

        Returns every rule that applies to this service.
        """
        own, kernel = _ledgers(self.game)
        book = Rulebook(
            service=self.game.service, rules=own.rules + kernel.rules, rulings=own.rulings + kernel.rulings,
            examples=own.examples,
        )  # fmt: skip
        return Response(encode(book), media_type=JSON)

    @get("/{rule_id:str}", opt={"spec": one_rule}, sync_to_thread=False)
    def rule(self, request: AnyRequest, rule_id: RulePath) -> Response[bytes]:  # noqa: ARG002 as above
        """Get a rule.

        Returns a rule or a ruling by the id that refusals and descriptions cite.
        """
        own, kernel = _ledgers(self.game)
        found = own.rule(rule_id) or kernel.rule(rule_id)
        if found is None:
            raise not_found("rule")
        rulings = own.rulings_on(rule_id) + kernel.rulings_on(rule_id)
        return Response(encode(RulePage(rule=found, rulings=rulings)), media_type=JSON)


def rules_of(game: Game[Any]) -> type[RuleRoutes]:
    """Build the routes that serve a game's rules."""
    facts = {"path": f"/{game.service}/v1/rules", "game": game, "tags": ["rules"], "opt": {"game": game}}
    return type(f"{game.kind.title()}Rules", (RuleRoutes,), facts)
