"""Measures a match: the cards in each zone, and the effects that apply to each card and player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from services.tcg.chapters import continuous
from services.tcg.state.match import Card, Match
from services.tcg.state.tasks import Running
from shared.kernel.messages import Seat
from tests.tcg.playing import Playing

Key: TypeAlias = tuple[str, Any]
Measured: TypeAlias = dict[Key, int]
PILES: Final = ("hand", "deck", "spirits", "drop", "void")
ACTIVATED: Final = ("order", "relic", "trap", "dancer", "whelp", "captain")
"""Test cards that can be activated: three commands, a form with [SWIFT], a form without an indicator, and a savior."""


def measure(game: Playing) -> Measured:
    """Return a count for each measured property of each card or player; a missing entry is a count of 0."""
    match, found = game.state, dict[Key, int]()
    for seat, player in match.players.items():
        found |= {(pile, seat): len(getattr(player, pile)) for pile in PILES}
        found["forms", seat] = sum(map(bool, player.forms))
        found["commands", seat] = sum(map(bool, player.commands))
        found["lost", seat] = int(bool(player.lost))
        found["won", seat] = int(match.winner == seat)
        found["sacrifices", seat] = continuous.more_sacrifices(game, seat)
        found["flipped", seat] = int(match.table[player.savior].boundless) if player.savior in match.table else 0
        found |= {(f"activates {name}", seat): _activates(game, seat, name) for name in ACTIVATED}
    found["delayed", ""] = len(match.delayed)
    found["attack", ""] = int(match.attack is not None)
    found["negated", ""] = sum(link.negated for link in match.chain)
    for card in match.table.values():
        found |= {("free", card.id): int(continuous.needs_no_sacrifice(game, card))} if card.place == "hand" else {}
        if card.place in ("form", "savior", "command"):
            found |= _of_card(game, match, card)
    return found


def _activates(game: Playing, seat: Seat, name: str) -> int:
    printed = game.pool.printed[name]
    ability = printed.main or next(iter(printed.faces[0].play.abilities), None)
    return int(not continuous.forbidding_to_activate(game, seat, printed, ability))


def _price(game: Playing, card: Card) -> int:
    """Return how many parts the costs of a card's own effects have in total."""
    context = Running(seat=card.seat, card=card.id, printed=card.card, effect="")
    own = game.pool.printed[card.card].faces[0].play.abilities
    return sum(len(continuous.changed_costs(game, context, ability)) for ability in own)


def _of_card(game: Playing, match: Match, card: Card) -> Measured:
    number, open_to = card.id, not continuous.closed_to_spirits(game, card)
    shields = sum(change.value for change in card.changes if change.kind == "shield")
    return {
        ("in play", number): 1,
        ("seat", number): 1 + match.order.index(card.seat),
        ("pwr", number): continuous.pwr(game, card) or 0,
        ("level", number): continuous.level(game, card),
        ("under", number): len(card.under),
        ("effects", number): len(continuous.abilities_of(game, card)),
        ("shield", number): shields,
        ("damaged", number): card.damaged,
        ("counters", number): sum(card.counters.values()),
        ("attacks", number): continuous.attacks_allowed(game, card),
        ("may attack saviors", number): int(not continuous.may_not_attack(game, card, "savior")),
        ("may attack forms", number): int(not continuous.may_not_attack(game, card, "form")),
        ("attacks without spirit", number): int(continuous.attacks_without_spirit(game, card)),
        ("may be attacked", number): int(not continuous.protecting_from_attacks(game, card)),
        ("target of you", number): int(not continuous.may_not_be_target(game, card, "a")),
        ("target of opponents", number): int(not continuous.may_not_be_target(game, card, "b")),
        ("may be sacrificed", number): int(not continuous.may_not_be_sacrificed(game, card)),
        ("may be spiritualized", number): int(open_to),
        ("price", number): _price(game, card),
        ("spiritualizing", number): continuous.more_spiritualizing(game, card),
        ("damaged by forms", number): int(not continuous.not_damaged_by(game, card, "form")),
        ("damaged by saviors", number): int(not continuous.not_damaged_by(game, card, "savior")),
        ("damaged by effects", number): int(not continuous.not_damaged_by(game, card, "effect")),
    }


def difference(before: Mapping[Key, int], after: Mapping[Key, int]) -> Measured:
    """Return the counts that changed. For a card that left or entered play, only its move is counted.

    Cards that entered are counted together under card number 0, because their numbers are new.
    """
    gone = {of for what, of in before.keys() - after.keys() if what == "in play"}
    new = {of for what, of in after.keys() - before.keys() if what == "in play"}
    keys = [key for key in {**before, **after} if key[1] not in new and (key[0] == "in play" or key[1] not in gone)]
    changes = {key: after.get(key, 0) - before.get(key, 0) for key in keys}
    return {key: change for key, change in {**changes, ("in play", 0): len(new)}.items() if change}
