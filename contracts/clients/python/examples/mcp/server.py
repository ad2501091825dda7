"""An MCP server with which a language model runs a game, while Arbiter rolls the dice and applies the rules.

The model acts as one seat. It can roll dice, list legal commands, preview them, send them, view games and verify logs.
It sees only what this seat may see.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable
from typing import Any, Final

import msgspec
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from arbiter_client import Arbiter, ArbiterError, RuleForbids
from arbiter_client.calls import Form
from arbiter_client.session import Stream

HOW: Final = """\
You lead or play a tabletop game whose referee is Arbiter. Never make up a roll, a result or a rule: call `roll` or
`act`, and report their answers. Before you act, ask `legal`: it lists what may be sent, with which values, and why
the rest may not. `try_out` says what a command would do, and its exact odds, without doing it. A refusal names its
rule, which `rule` explains. When the players doubt a roll, give them the result of `verify`."""


class Referee:
    """The tools of a model that acts as one seat, with the seat's token or with the app's key."""

    def __init__(self, arbiter: Arbiter, token: str | None, seat: str | None) -> None:
        """Set up the tools with a client, and with the token and the seat for which they act."""
        self.arbiter, self._token, self._seat = arbiter, token, seat

    def roll(self, dice: str, purpose: str = "") -> str:
        """Roll dice in the usual notation, such as `4d6kh3 + 2`. `purpose` is the reason for the roll."""
        return answer(lambda: self.arbiter.roll(dice, purpose or None).rendered)

    def odds(self, dice: str) -> str:
        """Return the exact odds of dice in the usual notation."""
        return answer(lambda: self.arbiter.odds(dice))

    def view(self, service: str, name: str, at: int | None = None) -> str:
        """Return a game as your seat sees it, now or at a version. `service` is dice, bones, tcg and so on."""
        return answer(lambda: self._stream(service, name).view(at=at))

    def legal(self, service: str, name: str, command: str | None = None) -> str:
        """List the commands that your seat may send now, and the reasons why it may not send others.

        `command` limits the list to one type of command.
        """
        return answer(lambda: self._stream(service, name).legal(command=command)["legal"])

    def try_out(self, service: str, name: str, command: Form) -> str:
        """Preview a command, with its odds. Nothing changes, and nothing is rolled."""
        return answer(lambda: self._stream(service, name).send(command, dry_run=True))

    def act(self, service: str, name: str, command: Form) -> str:
        """Send a command in the form that `legal` lists: an object with its `type`. The result is a list of events."""
        return answer(lambda: self._stream(service, name).send(command)["events"])

    def rule(self, service: str, rule_id: str) -> str:
        """Return the text of a rule. Refusals name rules by their ids."""
        return answer(lambda: getattr(self.arbiter, service).rule(rule_id))

    def verify(self, service: str, name: str) -> str:
        """Verify that the log of a game was not changed, and that every roll whose seed is revealed was honest."""
        return answer(lambda: self._stream(service, name).verify())

    def _stream(self, service: str, name: str) -> Stream[Form, Form, Form, Form, Form, Form]:
        """Return a game as the seat sees it. Without a seat, the app's key would show all secrets.

        Refuses: ToolError (no seat is configured)
        """
        if not (self._token or self._seat):
            raise ToolError(
                "this server acts as no seat: start it with --seat, or with a seat's token in ARBITER_TOKEN"
            )
        return self.arbiter.stream(service, name, token=self._token, seat=self._seat)


def server(referee: Referee) -> MCPServer[Any]:
    """Return an MCP server with the tools of a referee."""
    mcp = MCPServer("arbiter", instructions=HOW, log_level="WARNING")
    tools = (referee.roll, referee.odds, referee.view, referee.legal, referee.try_out, referee.act, referee.rule)
    for tool in (*tools, referee.verify):
        mcp.tool()(tool)
    return mcp


def answer(ask: Callable[[], object]) -> str:
    """Return a result as text for the model. A refusal becomes an error that names the broken rule.

    Refuses: ToolError
    """
    try:
        found = ask()
    except RuleForbids as no:
        facts = {"refused": no.refusal, "why": no.problem.detail, "rule": no.rule, "needs": no.needs, "has": no.has}
        raise ToolError(json.dumps(facts)) from no
    except (ArbiterError, ValueError, AttributeError) as error:
        raise ToolError(str(error)) from error
    return found if isinstance(found, str) else msgspec.json.encode(found).decode()


def main() -> None:
    """Run the server on standard input and output."""
    parser = argparse.ArgumentParser(
        description="Let a language model play or lead a game, judged by Arbiter, over MCP."
    )
    parser.add_argument("--arbiter", default="http://127.0.0.1:8000", help="the address of Arbiter")
    parser.add_argument("--seat", help="the seat to act as, by the key; a token in ARBITER_TOKEN needs none")
    given = parser.parse_args()
    with Arbiter(given.arbiter, os.environ.get("ARBITER_KEY")) as arbiter:
        server(Referee(arbiter, os.environ.get("ARBITER_TOKEN"), given.seat)).run(transport="stdio")


if __name__ == "__main__":
    main()
