"""Names of moves in a player's words: "Attack bob's Reef Urchin in zone 1 with Twin Fang in zone 2".

A name reveals only what the seat may know. A card that is hidden from the seat is named by its zone alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, count
from typing import Final, NamedTuple

from services.tcg.chapters.activating import Activate
from services.tcg.chapters.combat import DeclareAttack
from services.tcg.chapters.commands import PlayCommand, SetCommand
from services.tcg.chapters.decisions import Answer
from services.tcg.chapters.forms import PlayForm
from services.tcg.chapters.looking import look_at
from services.tcg.chapters.savior import FlipSavior
from services.tcg.chapters.setup import ChooseFirst, CutDeck, Mulligan
from services.tcg.chapters.spirits import SpiritualizeCard
from services.tcg.chapters.terms import MatchContext
from services.tcg.chapters.turn import EndStep
from services.tcg.chapters.windows import Pass
from services.tcg.playing.memory import cards_of, hidden_from
from services.tcg.playing.moves import moves
from services.tcg.state.match import Decision, Match
from shared.kernel.messages import Command, Seat
from shared.kernel.players.position import Key

PLACES: Final[Mapping[str, str]] = {
    "form": "form zones", "command": "command zones", "hand": "hand", "drop": "drop zone", "void": "void",
    "savior": "savior zone", "under": "spirits", "removed": "removed cards",
}  # fmt: skip
ENDS: Final[Mapping[str, str]] = {"act1": "act step 1", "combat": "the combat step", "act2": "the turn"}
VERBS: Final[Mapping[str, str]] = {
    "pay": "Pay with", "order_cards": "Put in order", "order_triggers": "Put in order", "damage_spirit": "Lose",
}  # fmt: skip


WORDS: Final[Mapping[type[Command], str]] = {
    PlayForm: "Play {card}",
    PlayCommand: "Activate {card}",
    SetCommand: "Put {card} face-down",
    SpiritualizeCard: "Put {spirit} under {target}",
    DeclareAttack: "Attack {target} with {attacker}",
    Activate: "Use {effect}{card}",
    FlipSavior: "Flip the savior to its boundless side",
    EndStep: "End {step}",
    Pass: "Pass",
}
CARDS: Final = ("card", "sacrifice", "spirit", "target", "attacker")
"""The fields of commands that name a card."""


class NamedMove(NamedTuple):
    """A legal move: its key, which has the same meaning in every deal, and its command in this match."""

    key: Key
    command: Command


def named_moves(match: Match, seat: Seat) -> Mapping[str, NamedMove]:
    """Return the legal moves of a seat's open decision, keyed by name.

    If two moves have the same name, a number is appended to the second one.
    """
    ctx, found = look_at(match), dict[str, NamedMove]()
    for key, command in moves(ctx, seat).items():
        said = name_of_move(ctx, match.decisions[seat], command)
        names = chain([said], (f"{said} ({number})" for number in count(2)))
        found[next(name for name in names if name not in found)] = NamedMove(key, command)
    return found


def name_of_move(ctx: MatchContext, decision: Decision, command: Command) -> str:
    """Return the words for a command that answers a decision."""
    words = WORDS.get(type(command))
    if words is None:
        return _answer(ctx, decision, command)
    if isinstance(command, PlayForm) and command.sacrifice is not None:
        words = "Sacrifice {sacrifice} and play {card}"
    named = {name: getattr(command, name, None) for name in CARDS}
    cards = {name: _card(ctx, number, decision.seat) for name, number in named.items() if number is not None}
    effect = _effect(ctx, command.effect) if isinstance(command, Activate) else ""
    return words.format(**cards, effect=effect, step=ENDS.get(ctx.state.step, "the step"))


def _answer(ctx: MatchContext, decision: Decision, command: Command) -> str:
    match command:
        case Mulligan():
            kept = [_card(ctx, number, decision.seat) for number in command.keep]
            whole = "Keep the whole opening hand" if len(kept) == len(decision.options) else f"Keep {_list(kept)}"
            return whole if kept else "Exchange the whole opening hand"
        case ChooseFirst():
            return "Go first" if command.choice == "first" else "Let the next player go first"
        case CutDeck():
            return f"Cut the deck {command.position} cards deep" if command.position else "Leave the deck uncut"
        case Answer() if decision.kind == "may":
            return "Yes" if command.choice else "No"
        case Answer():
            chosen = [_option(ctx, decision, one) for one in command.choice]
            return f"{VERBS.get(decision.kind, 'Choose')} {_list(chosen)}" if chosen else "Choose nothing"
        case _:
            return type(command).__name__


def _option(ctx: MatchContext, decision: Decision, option: int) -> str:
    """Return the words for one option of a decision."""
    if option in cards_of(decision) or decision.kind == "damage_spirit":
        return _card(ctx, option, decision.seat)
    if decision.kind == "choose_zone":
        return f"zone {option + 1}"
    word = dict(zip(decision.options, decision.words, strict=False)).get(option, "")
    if decision.kind in {"choose_cards", "order_cards"}:
        return ctx.pool.printed[word].name if word in ctx.pool.printed else f"card {option}"
    if decision.kind == "order_triggers" and word in ctx.pool.abilities:
        return f"{_effect(ctx, word)}{ctx.pool.printed[ctx.pool.abilities[word].card].name}"
    return word if decision.kind == "choose_player" else f"option {option + 1}"


def _card(ctx: MatchContext, number: int, seat: Seat) -> str:
    """Return the words for a card as a seat may name it.

    A card in play is named with its zone, and another player's card with that player.
    """
    card = ctx.state.table.get(number)
    if card is None:
        return f"card {number}"
    whose = "" if card.seat == seat else f"{card.seat}'s "
    if hidden_from(seat, card):
        return (
            f"a card in {whose}{PLACES[card.place]}"
            if card.place != "command"
            else f"{whose}command zone {card.slot + 1}"
        )
    name = f"{whose}{ctx.pool.printed[card.card].name}"
    if card.place in {"form", "command"}:
        return f"{name} in zone {card.slot + 1}"
    if card.place == "under":
        return f"{name} under {_card(ctx, card.host, card.seat)}"
    return f"{name} in the {PLACES[card.place]}" if card.place in {"drop", "void"} else name


def _effect(ctx: MatchContext, key: str | None) -> str:
    """Return the words for an effect that precede its card's name ("… of "), or an empty string if it has no name."""
    ability = ctx.pool.abilities.get(key or "")
    return f"{ability.effect.name} of " if ability is not None and ability.effect.name else ""


def _list(words: Sequence[str]) -> str:
    return " and ".join([*([", ".join(words[:-1])] if len(words) > 1 else []), *words[-1:]])
