"""Random effects.

No card is lost or duplicated, each card is in a legal zone, and events record every change.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from services.tcg.chapters import operations, windows
from services.tcg.chapters.decisions import DecisionAnswered
from services.tcg.game import match as match_game
from services.tcg.settings import VOID_LIMIT
from services.tcg.state.match import Match, Player
from services.tcg.state.tasks import Go
from shared.kernel.chance import SeedTape
from tests.tcg.board import board
from tests.tcg.playing import Playing, run
from tests.tcg.programs import HOLDING, STEPS, Maker
from tests.tcg.steps import CARDS, answer, cast, open_decision, spell

KINDS = {"form": "form", "savior": "savior", "command": "command", "void": "spirit", "under": "spirit"}
MAIN = ("form", "command")
PATIENCE = 60
"""The maximum number of decisions that are answered during an effect."""


def cards_by_owner(match: Match) -> Counter[str]:
    """Return the count of each owner's cards, visible or in decks."""
    cards = Counter(card.owner for card in match.table.values())
    for player in match.players.values():
        cards[player.seat] += len(player.deck) + len(player.spirits)
    return cards


def check(game: Playing, cards: Counter[str]) -> None:
    """Check that every card exists once and in a legal zone, and that no player with a full void is still playing."""
    match = game.state
    assert cards == cards_by_owner(match)
    seen: Counter[int] = Counter()
    for player in match.players.values():
        if not player.lost:
            seen += lying(game, player)
            assert match.settings.loss_check != "immediate" or len(player.void) < VOID_LIMIT or game.over
    if not game.over:
        removed = {number for number, card in match.table.items() if card.place == "removed"}
        assert seen == Counter(set(match.table) - removed)


def lying(game: Playing, player: Player) -> Counter[int]:
    """Count a player's cards by number, and check that each card's kind and owner are legal for its zone."""
    piles = {
        "form": player.forms, "command": player.commands, "hand": player.hand, "drop": player.drop, "void": player.void,
        "savior": [player.savior],
    }  # fmt: skip
    seen: Counter[int] = Counter()
    for place, pile in piles.items():
        for number in filter(None, pile):
            card = game.state.table[number]
            kind = game.pool.printed[card.card].kind
            assert (place, player.seat, KINDS.get(place, kind)) == (card.place, card.seat, kind)
            assert place in MAIN or card.owner == player.seat
            assert place != "drop" or kind in MAIN
            seen.update((number, *card.under))
            assert all(game.state.table[spirit].host == number for spirit in card.under)
    return seen


def go_on(game: Playing, make: Maker) -> bool:
    """Answer the open decision at random; return whether the effect still continues."""
    if not game.state.decisions or open_decision(game).kind in ("act", "combat"):
        return False
    decision = open_decision(game)
    if decision.kind == "respond":
        game.emit(DecisionAnswered(number=decision.number, seat=decision.seat))
        windows.pass_for(game, decision.seat)
        run(game)
    else:
        count = make.random.randint(decision.least, decision.most)
        answer(game, *make.random.sample(list(decision.options), count))
    return True


@pytest.mark.parametrize("seed", range(80))
@pytest.mark.rule("TC-DECK-09", "TC-ZONE-04", "TC-ZONE-19", "TC-KEY-06", "TC-KEY-10", "TC-SAV-02", "TC-SPI-06")
def test_random_effect_keeps_and_records_every_card(seed: int) -> None:
    """After every decision of a random effect, each card exists once. Folding the events creates the same match."""
    make = Maker(seed)
    cards = [*CARDS, make.keeper(), spell(*make.steps())]
    sides: dict[str, Any] = {seat: make.side() for seat in ("a", "b", "c")[: make.one(2, 2, 3)]}
    game = board(cards=cards, settings=make.settings(), **sides)
    game.chance = SeedTape(seed=bytes(32), digest=bytes(32), version=seed)
    before, count = game.state.mutable_copy(), cards_by_owner(game.state)
    game.state.pending.extend((Go(to="open"), Go(to="settle")))
    cast(game, targets=(tuple(game.state.players["b"].forms[:1]),))
    for _ in range(PATIENCE):
        check(game, count)
        if not go_on(game, make):
            break
    for event in game.events:
        match_game.folds[type(event)](before, event)
    before.pending = game.state.pending
    assert msgspec.to_builtins(before) == msgspec.to_builtins(game.state)


def test_random_effects_use_every_step() -> None:
    """The generated effects contain every step of the card language."""
    assert {*operations.RELEASED} <= set(STEPS) | set(HOLDING)
