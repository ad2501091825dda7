"""All that answers a seat's open decision: commands with their fields, every combination of which is legal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, islice, permutations
from typing import Any, Final, NamedTuple

from services.tcg import commands
from services.tcg.rules import actions, combat, responding
from services.tcg.rules.game import Game
from services.tcg.rules.judging import why_no_command
from services.tcg.rules.responding import Use
from services.tcg.state.match import Decision
from shared.kernel.messages import Command, Seat

MOST_LISTED: Final = 200
"""So many choices of several cards are listed; every other list within the decision's bounds is as good."""


class Entry(NamedTuple):
    """A kind of command, what its fields hold, and for each other field what may stand in it."""

    kind: type[Command]
    body: dict[str, Any]
    options: Mapping[str, Sequence[Any]]


Maker = Callable[[Game, Seat, Any], Entry | None]
Candidate = tuple[Maker, Any]
"""Something a seat has that could be an entry, and what makes one of it, if it is legal now."""


def entries(game: Game, seat: Seat) -> list[Entry]:
    """List what answers the decision that is open for a seat; none where it is not asked.

    Rule: TC-READ-09, TC-ETI-07
    """
    decision = game.match.decisions.get(seat)
    if decision is None:
        return []
    if decision.kind not in CANDIDATES:
        return _choices(decision)
    made = (maker(game, seat, what) for maker, what in candidates(game, seat, decision.kind))
    return [entry for entry in made if entry is not None]


def candidates(game: Game, seat: Seat, kind: str) -> list[Candidate]:
    """List all that could answer a decision to act, to attack or to respond."""
    return [*CANDIDATES[kind](game, seat), *((_use, use) for use in responding.offered(game, seat)), LAST[kind]]


def _to_act(game: Game, seat: Seat) -> list[Candidate]:
    """Rule: TC-ACT-11, TC-TAB-03."""
    player, table, printed = game.player(seat), game.match.table, game.pool.printed
    found: list[Candidate] = [(_flip, None)]
    spirits = False
    for number in player.hand:
        card = printed[table[number].card]
        if card.kind == "form":
            found.append((_form, number))
        elif card.kind == "command":
            found.append((_set, number))
            if card.type != "swift":
                found.append((_play, number))
        else:
            spirits = True
    if spirits:
        found += [(_spirit, host) for host in (player.savior, *player.forms) if host]
    return found


def _to_attack(game: Game, seat: Seat) -> list[Candidate]:
    player = game.player(seat)
    return [(_attack, number) for number in (player.savior, *player.forms) if number]


def _to_respond(_game: Game, _seat: Seat) -> list[Candidate]:
    return []


def _flip(game: Game, seat: Seat, _: None) -> Entry | None:
    return Entry(commands.FlipSavior, {}, {}) if actions.why_no_flip(game, seat) is None else None


def _form(game: Game, seat: Seat, number: int) -> Entry | None:
    """List a form: into an open zone, or where it needs a sacrifice into the one that leaves (None).

    Rule: TC-FORM-02, TC-FORM-11, TC-RUL-025
    """
    if actions.why_no_form(game, seat, number) is not None:
        return None
    options: dict[str, Sequence[int | None]] = {"zone": _open(game.player(seat).forms)}
    if not actions.free(game, number, game.pool.printed[game.match.table[number].card]):
        options = {"zone": (None, *options["zone"]), "sacrifice": actions.given(game, seat, number)}
    return Entry(commands.PlayForm, {"card": number}, options)


def _play(game: Game, seat: Seat, number: int) -> Entry | None:
    if why_no_command(game, seat, number, game.match.decisions[seat]) is not None:
        return None
    return Entry(commands.PlayCommand, {"card": number}, {"zone": _open(game.player(seat).commands)})


def _set(game: Game, seat: Seat, number: int) -> Entry | None:
    if actions.why_not_set(game, seat, number) is not None:
        return None
    return Entry(commands.SetCommand, {"card": number}, {"zone": _open(game.player(seat).commands)})


def _open(zones: list[int]) -> list[int]:
    return [at for at, card in enumerate(zones) if not card]


def _spirit(game: Game, seat: Seat, host: int) -> Entry | None:
    """Rule: TC-FORM-27, TC-ACT-01, TC-ACT-02."""
    if actions.why_no_host(game, seat, host) is not None:
        return None
    card, hand = game.match.table[host], game.player(seat).hand
    fit = [one for one in hand if actions.why_no_spirit(game, seat, one, card) is None]
    return Entry(commands.SpiritualizeCard, {"target": host}, {"spirit": fit}) if fit else None


def _use(game: Game, seat: Seat, use: Use) -> Entry | None:
    """Rule: TC-ETI-07, TC-ETI-09, TC-ETI-11, TC-CMD-20, TC-CMD-41."""
    if responding.usable_now(game, seat, use, responding.window_of(game)) is None:
        return None
    if use.origin == "played":
        return Entry(commands.PlayCommand, {"card": use.card}, {"zone": _open(game.player(seat).commands)})
    return Entry(commands.Activate, {"card": use.source, "effect": use.ability.key}, {})


def _attack(game: Game, seat: Seat, number: int) -> Entry | None:
    """Rule: TC-TURN-07, TC-TURN-08, TC-CBT-19."""
    attacker = game.match.table[number]
    if combat.why_no_attacker(game, seat, attacker) is not None:
        return None
    targets = [card.id for card in combat.targets(game, attacker)]
    return Entry(commands.DeclareAttack, {"attacker": number}, {"target": targets}) if targets else None


def _end(_game: Game, _seat: Seat, _: None) -> Entry:
    return Entry(commands.EndStep, {}, {})


def _pass(_game: Game, _seat: Seat, _: None) -> Entry:
    return Entry(commands.Pass, {}, {})


CANDIDATES: Final[Mapping[str, Callable[[Game, Seat], list[Candidate]]]] = {
    "act": _to_act,
    "combat": _to_attack,
    "respond": _to_respond,
}
LAST: Final[Mapping[str, Candidate]] = {"act": (_end, None), "combat": (_end, None), "respond": (_pass, None)}
"""What always answers them."""


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
