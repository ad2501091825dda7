"""The demo's match of Boundless TCG over HTTP, in which two players use their own tokens.

Each player follows a simple policy that chooses from the legal commands. Once, the demo prints the views of both
players side by side, to show that neither contains the other's hand. At the end both players may read the log, which
the demo verifies without a server or store.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from rich.console import Console
from rich.table import Table

from arbiter_client import Arbiter
from arbiter_client.calls import MOVES
from arbiter_client.types.tcg import OpenMatch, SeatAsk
from services.gateway.demo.fork import fork
from services.gateway.demo.player import Player, players_of
from services.gateway.operations.verify import print_report, verify_file

FIRST: Final = (
    "Mulligan", "ChooseFirst", "CutDeck", "Answer", "FlipSavior", "PlayForm", "SpiritualizeCard", "PlayCommand",
    "Activate", "SetCommand", "DeclareAttack", "Pass", "EndStep",
)  # fmt: skip
"""The policy's order of preference. It sends the first legal command in this list, with its first legal target."""
STOPS: Final = ("W1", "W2", "W4", "W5")
SHOWN_IN_TURN: Final = 2
MOST_MOVES: Final = 3000
HIDDEN: Final = ("hand", "deck_list", "stops")
SAID: Final = {
    "FormPlayed": "{card} is played", "FormSacrificed": "{card} is sacrificed", "CommandPlayed": "{card} is activated",
    "CommandSet": "a command is put face-down", "CommandFlipped": "{card} is flipped up",
    "Spiritualized": "{card} goes under {thing}", "SaviorFlipped": "{thing} is boundless",
    "AttackDeclared": "{attacker} attacks {target}", "CombatChecked": "{attacker_pwr} PWR against {target_pwr}",
    "EffectNegated": "an effect is negated", "DieRolled": "a die shows {value}",
    "PlayerLost": "{seat} loses ({reason})",
}  # fmt: skip
"""The sentence that the demo prints for each event type."""


def move(allowed: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Choose one of the legal commands by the policy."""
    going_on = (one for one in allowed if one["kind"] in MOVES)
    entry = min(going_on, key=lambda one: ([*FIRST, one["command"]]).index(one["command"]))
    command: dict[str, Any] = entry["body"]["command"]
    if entry["command"] == "Mulligan":
        command = command | {"keep": entry["fields"]["keep"]["items"]["options"]}
    return command


def match(console: Console, app: Arbiter, folder: Path) -> bool:
    """Play a match to its end. Return whether no hand leaked, the audit passes, and a player can fork the match."""
    opened = app.tcg.open(OpenMatch(seats=[SeatAsk(seat="ann"), SeatAsk(seat="bob")]))
    players = players_of(app, "tcg", opened)
    console.print(f"\na match of Boundless TCG: {opened.stream}, played by two players' tokens")
    for player, (name, deck) in zip(players.values(), app.tcg.decks().decks.items(), strict=False):
        player.send("SubmitDeck", deck=deck)
        player.send("SetStops", windows=STOPS)
        console.print(f"  {player.seat} plays the deck {name}")
    account = Account(console, app, players)
    _play(account, players)
    kept = _no_secret_leaked(console, players)
    return kept and _is_proven(console, players["ann"], folder) and fork(console, app, players["ann"])


class Account:
    """The printed course of a match: a line for each turn, with the names of the cards."""

    def __init__(self, console: Console, app: Arbiter, players: Mapping[str, Player]) -> None:
        """Read the names of the cards, which are public."""
        self.console, self.players = console, players
        self.names = {page.card.id: page.card.name for page in app.tcg.cards().cards}
        self.things: dict[int, str] = {}
        self.turn, self.said = "", list[str]()

    def hear(self, done: Mapping[str, Any]) -> None:
        """Print the events in a response, and remember the ids of the cards in it."""
        self._learn(done)
        for event in done["events"]:
            if event["type"] in ("TurnStarted", "MatchFinished"):
                self._tell(f"turn {event.get('turn')}, {event.get('seat')}", done["view"]["game"]["players"])
            elif event["type"] in SAID:
                self.said.append(SAID[event["type"]].format_map({**event, **self._with_names(event)}))

    def _tell(self, turn: str, seen: Mapping[str, Any]) -> None:
        voids = ", ".join(f"{seat} {len(player['void'])}" for seat, player in seen.items())
        if self.turn:
            self.console.print(
                f"  {self.turn}: {'; '.join(self.said) or 'nothing'} (in the voids: {voids})",
                highlight=False, soft_wrap=True,
            )  # fmt: skip
        self.turn, self.said = turn, []

    def _with_names(self, event: Mapping[str, Any]) -> dict[str, str]:
        by_number = {
            name: self.things.get(event[name], "a card") for name in ("thing", "attacker", "target") if name in event
        }
        card = event.get("card")
        return by_number | ({"card": self.names[card]} if isinstance(card, str) else {})

    def _learn(self, said: Any) -> None:  # noqa: ANN401 JSON
        if isinstance(said, dict):
            thing, card = said.get("thing"), said.get("card")
            if isinstance(thing, int) and isinstance(card, str) and card in self.names:
                self.things[thing] = self.names[card]
            for value in said.values():
                self._learn(value)
        elif isinstance(said, list):
            for value in said:
                self._learn(value)

    def side_by_side(self) -> None:
        """Print what each player sees of both hands and of the face-down commands."""
        table = Table(title="the same moment, by each player's own token", title_justify="left", show_lines=True)
        table.add_column("")
        views = {seat: player.game()["players"] for seat, player in self.players.items()}
        for seat in views:
            table.add_column(f"as {seat} sees it")
        for seat in views:
            table.add_row(f"{seat}'s hand", *(self._hand(seen[seat]) for seen in views.values()))
            table.add_row(f"{seat}'s commands", *(self._commands(seen[seat]) for seen in views.values()))
        self.console.print(table)

    def _hand(self, player: Mapping[str, Any]) -> str:
        if "hand" not in player:
            return f"(cards: {player['hand_main']}, spirits: {player['hand_spirits']})"
        return ", ".join(self.names[card["card"]] for card in player["hand"]) or "none"

    def _commands(self, player: Mapping[str, Any]) -> str:
        lying = (one for one in player["commands"] if one is not None)
        return ", ".join(
            (self.names[one["card"]] if "card" in one else "a card") + (" (face-down)" if not one["up"] else "")
            for one in lying
        ) or "none"  # fmt: skip


def _play(account: Account, players: Mapping[str, Player]) -> None:
    """Send moves for the players for whom the match waits, until it is over."""
    game = players["ann"].game()
    shown = False
    for _ in range(MOST_MOVES):
        if not game["decisions"]:
            return
        if not shown and game["turn"] >= SHOWN_IN_TURN and game["decisions"][0]["kind"] == "act":
            account.side_by_side()
            shown = True
        player = players[game["decisions"][0]["seat"]]
        done = player.send(**move(player.moves()))
        account.hear(done)
        game = done["view"]["game"]


def _no_secret_leaked(console: Console, players: Mapping[str, Player]) -> bool:
    """Return whether no response before the end of the match revealed another player's secret."""
    heard = [(player.seat, answer) for player in players.values() for answer in player.heard if not _over(answer)]
    leaks = [found for seat, answer in heard for found in _revealed_of_others(answer, seat)]
    game = players["ann"].game()
    console.print(f"  {game['winner'] or 'nobody'} wins in turn {game['turn']}: {game['reason']}", highlight=False)
    console.print(f"  of {len(heard)} answers before the end, {len(leaks)} reveal another player's secret")
    return not leaks and bool(game["reason"])


def _over(answer: Mapping[str, Any]) -> bool:
    """Return whether a response was sent after the end of the match, when everyone may read the log."""
    stage: str = answer.get("view", answer).get("game", {}).get("stage", "")
    return stage == "finished"


def _revealed_of_others(answer: Any, seat: str) -> Iterator[str]:  # noqa: ANN401 JSON
    """Yield the secrets of another seat that a response reveals: its hand, deck, stops or sealed parts."""
    if isinstance(answer, dict):
        if "audience" in answer and "value" in answer and seat not in (answer["audience"] or ()):
            yield "a sealed part"
        if isinstance(answer.get("players"), dict):
            others = (player for name, player in answer["players"].items() if name != seat)
            yield from (key for player in others for key in HIDDEN if key in player)
        for value in answer.values():
            yield from _revealed_of_others(value, seat)
    elif isinstance(answer, list):
        for value in answer:
            yield from _revealed_of_others(value, seat)


def _is_proven(console: Console, player: Player, folder: Path) -> bool:
    """Export the whole log with a player's token, and verify it without a server or store. Return whether it passes."""
    export, receipt = folder / "match.ndjson", folder / "match-receipt.json"
    export.write_bytes(player.stream.export())
    receipt.write_bytes(msgspec.json.encode(player.stream.receipt()))
    report = verify_file(export, receipt, None)
    print_report(report, console)
    return report.proven
