"""All that answers a seat's open decision: commands with their fields, every combination of which is legal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, islice, permutations
from typing import Any, Final, NamedTuple

from services.tcg import commands
from services.tcg.rules import actions, combat, responding
from services.tcg.rules.game import Game
from services.tcg.rules.judging import why_no_command
from services.tcg.state.match import Decision
from shared.messages import Command, Seat

MOST_LISTED: Final = 200
"""So many choices of several cards are listed; every other list within the decision's bounds is as good."""


class Entry(NamedTuple):
    """A kind of command, what its fields hold, and for each other field what may stand in it."""

    kind: type[Command]
    body: dict[str, Any]
    options: Mapping[str, Sequence[Any]]


def entries(game: Game, seat: Seat) -> list[Entry]:
    """List what answers the decision that is open for a seat; none where it is not asked.

    Rule: TC-READ-09, TC-ETI-07
    """
    decision = game.match.decisions.get(seat)
    if decision is None:
        return []
    if decision.kind == "act":
        return [*_actions(game, seat), *_activations(game, seat), Entry(commands.EndStep, {}, {})]
    if decision.kind == "combat":
        return [*_attacks(game, seat), *_activations(game, seat), Entry(commands.EndStep, {}, {})]
    if decision.kind == "respond":
        return [*_activations(game, seat), Entry(commands.Pass, {}, {})]
    return _choices(decision)


def _actions(game: Game, seat: Seat) -> list[Entry]:
    """Rule: TC-ACT-11."""
    player, table, printed = game.player(seat), game.match.table, game.pool.printed
    found: list[Entry] = []
    spirits = []
    for number in player.hand:
        kind = printed[table[number].card].kind
        if kind == "form":
            found += _form(game, seat, number)
        elif kind == "command":
            found += _command(game, seat, number)
        else:
            spirits.append(number)
    if spirits:
        found += _spirits(game, seat, spirits)
    if actions.why_no_flip(game, seat) is None:
        found.append(Entry(commands.FlipSavior, {}, {}))
    return found


def _form(game: Game, seat: Seat, number: int) -> list[Entry]:
    """Rule: TC-FORM-02, TC-FORM-11, TC-RUL-025."""
    if actions.why_no_form(game, seat, number) is not None:
        return []
    open_zones = _open(game.player(seat).forms)
    options: dict[str, Sequence[int]] = {"zone": open_zones} if open_zones else {}
    if not actions.free(game, number, game.pool.printed[game.match.table[number].card]):
        options["sacrifice"] = actions.given(game, seat, number)
    return [Entry(commands.PlayForm, {"card": number}, options)]


def _command(game: Game, seat: Seat, number: int) -> list[Entry]:
    """Rule: TC-TAB-03."""
    decision = game.match.decisions[seat]
    zones = {"zone": _open(game.player(seat).commands)}
    found = []
    if game.pool.printed[game.match.table[number].card].type != "swift" and (
        why_no_command(game, seat, number, decision) is None
    ):
        found.append(Entry(commands.PlayCommand, {"card": number}, zones))
    if actions.why_not_set(game, seat, number) is None:
        found.append(Entry(commands.SetCommand, {"card": number}, zones))
    return found


def _open(zones: list[int]) -> list[int]:
    return [at for at, card in enumerate(zones) if not card]


def _spirits(game: Game, seat: Seat, spirits: list[int]) -> list[Entry]:
    """Rule: TC-FORM-27, TC-ACT-01, TC-ACT-02."""
    player, table, found = game.player(seat), game.match.table, []
    for host in (player.savior, *player.forms):
        if host and actions.why_no_host(game, seat, host) is None:
            fit = [one for one in spirits if actions.why_no_spirit(game, seat, one, table[host]) is None]
            if fit:
                found.append(Entry(commands.SpiritualizeCard, {"target": host}, {"spirit": fit}))
    return found


def _activations(game: Game, seat: Seat) -> list[Entry]:
    """Rule: TC-ETI-07, TC-ETI-09, TC-ETI-11, TC-CMD-20, TC-CMD-41."""
    zones = {"zone": _open(game.player(seat).commands)}
    found = []
    for use in responding.usable(game, seat, responding.window_of(game)):
        if use.origin == "played":
            found.append(Entry(commands.PlayCommand, {"card": use.card}, zones))
        else:
            found.append(Entry(commands.Activate, {"card": use.source, "effect": use.ability.key}, {}))
    return found


def _attacks(game: Game, seat: Seat) -> list[Entry]:
    """Rule: TC-TURN-07, TC-TURN-08, TC-CBT-19."""
    found = []
    for attacker in combat.attackers(game, seat):
        targets = [card.id for card in combat.targets(game, attacker)]
        if targets:
            found.append(Entry(commands.DeclareAttack, {"attacker": attacker.id}, {"target": targets}))
    return found


def _choices(decision: Decision) -> list[Entry]:
    """Give what answers a choice: so many of the options, as a list."""
    if decision.kind == "mulligan":
        return [Entry(commands.Mulligan, {}, {"keep": _subsets(decision)})]
    if decision.kind == "cut":
        return [Entry(commands.CutDeck, {}, {"position": decision.options})]
    if decision.kind == "choose_first":
        return [Entry(commands.ChooseFirst, {}, {"choice": ("first", "defer")})]
    body = {"decision": decision.number}
    return [Entry(commands.Answer, body, {"choice": _subsets(decision)})]


def _subsets(decision: Decision) -> Sequence[tuple[int, ...]]:
    """List choices that may be made: all of them, or as many as fit; every list between the bounds is legal."""
    pick = permutations if decision.kind in {"order_triggers", "order_cards"} else combinations
    every = (
        choice for count in range(decision.least, decision.most + 1) for choice in pick(decision.options, count)
    )  # fmt: skip
    return list(islice(every, MOST_LISTED))
