"""The entries of a seat's open decision: each legal kind of command, with the options of its fields.

The kernel's list of legal commands also gives reasons for refused commands. A computer player needs only the legal
ones, but asks for them thousands of times.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, islice, permutations, repeat
from typing import Any, Final

from msgspec import Struct

from services.tcg.chapters import (
    activating,
    combat,
    commands,
    forms,
    savior,
    setup,
    sources,
    spirits,
    timing,
    turn,
    windows,
)
from services.tcg.chapters.commands import why_no_command
from services.tcg.chapters.decisions import Answer
from services.tcg.chapters.terms import MatchContext, Use
from services.tcg.chapters.uses import possible_uses
from services.tcg.state.match import Decision, Player
from shared.kernel.messages import Command, Seat

MOST_LISTED: Final = 200
"""The maximum number of listed choices of several cards. Other choices within the bounds are legal as well."""
ORDERED: Final = frozenset({"order_triggers", "order_cards"})
"""The kinds of decisions in which the seat puts options in order."""


class Entry(Struct, frozen=True, gc=False):
    """A kind of legal command, its fixed fields, and the options of each other field."""

    kind: type[Command]
    body: Mapping[str, Any]
    options: Mapping[str, Sequence[Any]]


END: Final = Entry(turn.EndStep, {}, {})
PASS: Final = Entry(windows.Pass, {}, {})
Maker = Callable[[MatchContext, Seat, Any], Entry | None]
Candidate = tuple[Maker, Any]
"""A pair: a function that returns an entry if its command is legal now, and the function's argument, such as a card."""


def entries(game: MatchContext, seat: Seat) -> list[Entry]:
    """Return the entries that answer a seat's open decision. Return no entries if the seat has no open decision.

    Rule: TC-READ-09, TC-ETI-07
    """
    decision = game.state.decisions.get(seat)
    if decision is None:
        return []
    if decision.kind not in CANDIDATES:
        return _choices(decision)
    made = (maker(game, seat, what) for maker, what in candidates(game, seat, decision.kind))
    return [entry for entry in made if entry is not None]


def candidates(game: MatchContext, seat: Seat, kind: str) -> list[Candidate]:
    """Return the candidates for every command that might answer a decision to act, attack or respond.

    Callers must not change the list.
    """
    return sources.recall(game, CANDIDATES[kind], seat)


@sources.reads_whole_hand
def _to_act(game: MatchContext, seat: Seat) -> list[Candidate]:
    """Return the candidates for an action. Rule: TC-ACT-11, TC-TAB-03."""
    player, table, printed = game.state.players[seat], game.state.table, game.pool.printed
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
        found += zip(repeat(_spirit), _fighters(player))
    return [*found, *_uses(game, seat), (_end, None)]


def _to_attack(game: MatchContext, seat: Seat) -> list[Candidate]:
    attacks = zip(repeat(_attack), _fighters(game.state.players[seat]))
    return [*attacks, *_uses(game, seat), (_end, None)]


def _fighters(player: Player) -> Iterator[int]:
    return filter(None, (player.savior, *player.forms))


def _to_respond(game: MatchContext, seat: Seat) -> list[Candidate]:
    return [*_uses(game, seat), (_pass, None)]


def _uses(game: MatchContext, seat: Seat) -> list[Candidate]:
    return [*zip(repeat(_use), possible_uses(game, seat))]


def _flip(game: MatchContext, seat: Seat, _: None) -> Entry | None:
    return Entry(savior.FlipSavior, {}, {}) if savior.may_flip(game, seat) else None


def _form(game: MatchContext, seat: Seat, number: int) -> Entry | None:
    """Return the entry for playing a form, with its open zones.

    For a form that is played with a sacrifice, the zone None means the zone of the sacrificed form.

    Rule: TC-FORM-02, TC-FORM-11, TC-RUL-025
    """
    if forms.why_no_form(game, seat, number) is not None:
        return None
    options: dict[str, Sequence[int | None]] = {"zone": _open(game.state.players[seat].forms)}
    if not forms.free(game, number):
        options = {"zone": (None, *options["zone"]), "sacrifice": _possible_sacrifices(game, seat, number)}
    return Entry(forms.PlayForm, {"card": number}, options)


def _possible_sacrifices(game: MatchContext, seat: Seat, number: int) -> list[int]:
    own = game.state.players[seat].forms
    return [one for one in own if one and forms.why_not_given(game, seat, number, one) is None]


def _play(game: MatchContext, seat: Seat, number: int) -> Entry | None:
    if why_no_command(game, seat, number, game.state.decisions[seat]) is not None:
        return None
    return Entry(commands.PlayCommand, {"card": number}, {"zone": _open(game.state.players[seat].commands)})


def _set(game: MatchContext, seat: Seat, number: int) -> Entry | None:
    if commands.why_not_set(game, seat, number) is not None:
        return None
    return Entry(commands.SetCommand, {"card": number}, {"zone": _open(game.state.players[seat].commands)})


def _open(zones: list[int]) -> list[int]:
    return [at for at, card in enumerate(zones) if not card]


def _spirit(game: MatchContext, seat: Seat, host: int) -> Entry | None:
    """Return the entry for putting a spirit under a card, or None if that is not legal.

    Rule: TC-FORM-27, TC-ACT-01, TC-ACT-02
    """
    if spirits.why_no_host(game, seat, host) is not None:
        return None
    table, printed = game.state.table, game.pool.printed
    fit = [
        one
        for one in game.state.players[seat].hand
        if printed[table[one].card].kind == "spirit" and spirits.why_no_spirit(game, seat, one, table[host]) is None
    ]
    return Entry(spirits.SpiritualizeCard, {"target": host}, {"spirit": fit}) if fit else None


def _use(game: MatchContext, seat: Seat, use: Use) -> Entry | None:
    """Return the entry for using an effect, or None if that is not legal.

    Rule: TC-ETI-07, TC-ETI-09, TC-ETI-11, TC-CMD-20, TC-CMD-41
    """
    if not timing.may_use(game, seat, use):
        return None
    if use.origin == "played":
        return Entry(commands.PlayCommand, {"card": use.card}, {"zone": _open(game.state.players[seat].commands)})
    return Entry(activating.Activate, {"card": use.source, "effect": use.ability.key}, {})


def _attack(game: MatchContext, seat: Seat, number: int) -> Entry | None:
    """Return the entry for an attack by a card, or None if the card cannot attack.

    Rule: TC-TURN-07, TC-TURN-08, TC-CBT-19
    """
    attacker = game.state.table[number]
    if combat.why_no_attacker(game, seat, attacker) is not None:
        return None
    targets = [card.id for card in combat.targets(game, attacker)]
    return Entry(combat.DeclareAttack, {"attacker": number}, {"target": targets}) if targets else None


def _end(_game: MatchContext, _seat: Seat, _: None) -> Entry:
    return END


def _pass(_game: MatchContext, _seat: Seat, _: None) -> Entry:
    return PASS


CANDIDATES: Final[Mapping[str, Callable[[MatchContext, Seat], list[Candidate]]]] = {
    "act": _to_act,
    "combat": _to_attack,
    "respond": _to_respond,
}
"""For each kind of decision, the function that lists the candidates. The last candidate is always legal."""


def _choices(decision: Decision) -> list[Entry]:
    """Return the entries of a decision in which the seat chooses options, such as cards, a position or an order."""
    if decision.kind == "mulligan":
        return [Entry(setup.Mulligan, {}, {"keep": _subsets(decision)})]
    if decision.kind == "cut":
        return [Entry(setup.CutDeck, {}, {"position": decision.options})]
    if decision.kind == "choose_first":
        return [Entry(setup.ChooseFirst, {}, {"choice": ("first", "defer")})]
    body = {"decision": decision.number}
    return [Entry(Answer, body, {"choice": _subsets(decision)})]


def _subsets(decision: Decision) -> Sequence[tuple[int, ...]]:
    """Return a decision's legal choices, but at most the first `MOST_LISTED` of them."""
    pick = permutations if decision.kind in ORDERED else combinations
    every = (
        choice for count in range(decision.least, decision.most + 1) for choice in pick(decision.options, count)
    )  # fmt: skip
    return list(islice(every, MOST_LISTED))
