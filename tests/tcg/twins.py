"""Twins: matches that differ only in data hidden from one seat, and comparisons of that seat's views."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from services.tcg.chapters.pool import pool_of
from services.tcg.chapters.prompts import FROM_HIDING
from services.tcg.game import match as decider
from services.tcg.game import match as match_game
from services.tcg.state.match import Decision, Match, Player
from services.tcg.state.tasks import Declaring, Running, Window
from services.tcg.views import view
from services.tcg.words import DeckList
from shared.kernel.chance import SeedTape
from shared.kernel.context import Intent
from shared.kernel.game import fold_events
from shared.kernel.messages import Command, Event, Role, Seat, canonical, may_read, secret_fields
from shared.kernel.record import write
from shared.kernel.refusals import Refusal
from tests.tcg.matches import DECKS
from tests.tcg.playing import legal

WATCHER: Final = "watcher"
"""A spectator's seat."""
SETTABLE: Final = frozenset({"interrupt", "swift"})
KEY: Final = b"\x11" * 32
DISCLOSING: Final = frozenset({
    "CardsDrawn", "SpiritsInvoked", "SpiritsSentToVoid", "Discarded", "Revealed", "DeckLooked", "CommandFlipped",
    "CommandPlayed", "FormPlayed", "Spiritualized", "SpiritAttached", "Searched",
})  # fmt: skip
"""The event types that reveal a card that was hidden before."""
CARDS: Final = frozenset({"card", "cards", "revealed"})
"""The fields of an event that identify cards."""


# ---------------------------------------------------------------- twins


def twin(match: Match, seat: Seat, random: Random, *, own: bool) -> Match:
    """Return a match that differs only in cards hidden from a seat and, with `own`, also in the order of its decks."""
    other = match.mutable_copy()
    pinned = set(_numbers((other.pending, other.queue, other.chain, other.delayed, other.decisions)))
    for player in other.players.values():
        if player.seat != seat:
            _deal_anew(other, player, pinned, random)
        elif own and not any(decision.words for decision in other.decisions.values()):
            random.shuffle(player.deck)
            random.shuffle(player.spirits)
    return other


def _numbers(of: Any) -> Iterator[int]:  # noqa: ANN401 any message
    """Yield every number inside a value."""
    if isinstance(of, bool):
        return
    if isinstance(of, int):
        yield of
    elif isinstance(of, msgspec.Struct):
        yield from _numbers([getattr(of, name) for name in of.__struct_fields__])
    elif isinstance(of, dict):
        yield from _numbers([*of.values()])
    elif isinstance(of, list | tuple):
        for one in of:
            yield from _numbers(one)


def _deal_anew(match: Match, player: Player, pinned: set[int], random: Random) -> None:
    """Deal a player's hidden cards again: those in hand, face-down and in the deck, separately for each back."""
    printed, table = pool_of(match).printed, match.table
    down = [number for number in player.commands if number and not table[number].up and number not in pinned]
    for back, deck in (("main", player.deck), ("spirit", player.spirits)):
        hand = [one for one in player.hand if printed[table[one].card].back == back and one not in pinned]
        cards = [*(table[number].card for number in hand), *deck]
        if back == "main":
            cards += [table[number].card for number in down]
        random.shuffle(cards)
        if back == "main":
            for number in down:
                fits = next(card for card in cards if _may_lie_down(match, card))
                cards.remove(fits)
                table[number].card = fits
        for number in hand:
            table[number].card = cards.pop()
        deck[:] = cards


def _may_lie_down(match: Match, card: str) -> bool:
    printed = pool_of(match).printed[card]
    return printed.kind == "command" and (printed.type in SETTABLE or match.settings.bluff_set)


def mask(match: Match, seat: Seat) -> Match:
    """Return a match in which all data hidden from this seat is replaced."""
    other = match.mutable_copy()
    for player in other.players.values():
        if player.seat != seat:
            player.stops, player.stops_until, player.missed = ("W3",), "changed", 1
            player.deck_list = _another(player.deck_list)
    other.decisions = {
        one: decision if one == seat else _masked_decision(decision) for one, decision in match.decisions.items()
    }
    other.pending = [_masked_task(task, seat) for task in other.pending]
    other.queue = [replace(one, names={"secret": (1,)}) for one in other.queue]
    other.delayed = [replace(one, names={"secret": (1,)}) for one in other.delayed]
    other.chain = [replace(one, names={"secret": (1,)}) for one in other.chain]
    return other


def _another(deck: DeckList | None) -> DeckList | None:
    return next(one for one in DECKS if one != deck) if deck is not None else None


def _masked_decision(decision: Decision) -> Decision:
    return replace(decision, options=(1, 2, 3), least=0, most=3, words=("a secret",))


def _masked_task(task: Any, seat: Seat) -> Any:  # noqa: ANN401 any task
    if isinstance(task, Window):
        return replace(task, waived=tuple(one for one in ("s0", "s1") if one != seat))
    if isinstance(task, Running):
        return replace(task, names={"secret": (1,)}, targets=((1,),))
    if isinstance(task, Declaring) and task.seat != seat:
        hidden = {"card": 1, "printed": "secret", "effect": "secret#secret"} if task.origin in FROM_HIDING else {}
        return replace(task, payment=((1,),), waive=True, **hidden)
    return task


def handles(match: Match, holder: Seat, random: Random) -> tuple[Match, dict[int, int]]:
    """Return a match in which cards in a hand have exchanged numbers, and a mapping from old to new numbers."""
    other = match.mutable_copy()
    pinned = set(_numbers((other.pending, other.queue, other.chain, other.delayed)))
    printed, table, renamed = pool_of(match).printed, other.table, {}
    for back in ("main", "spirit"):
        numbers = [one for one in other.players[holder].hand if printed[table[one].card].back == back]
        numbers = [one for one in numbers if one not in pinned and not table[one].known]
        cards = {number: table[number].card for number in numbers}
        for number, new in zip(numbers, random.sample(numbers, len(numbers)), strict=True):
            renamed[number] = new
            table[new].card = cards[number]
    return other, renamed


# ---------------------------------------------------------------- a seat's view


def role_of(match: Match, seat: Seat) -> Role:
    """Return the role of a seat."""
    return "player" if seat in match.players else "spectator"


def view_and_list(match: Match, seat: Seat) -> tuple[bytes, bytes]:
    """Return a seat's view with its open decisions, and its list of legal commands, both encoded."""
    return canonical(view(match, seat)), canonical(legal(match, seat, role_of(match, seat)))


class SeenOutcome:
    """A command's result as a seat sees it: its page of events, or the refusal."""

    def __init__(self, match: Match, seat: Seat, command: Command, *, sender: Seat, step: int = 1) -> None:
        """Send the sender's command to a copy of a match, and keep the result as `seat` sees it."""
        intent = Intent(
            id="one", seat=sender, role=role_of(match, sender), at=10_000 * step, by=f"seat:{sender}@0", command=command
        )
        tape = SeedTape(seed=b"\x07" * 32, digest=bytes(32), version=step)
        self.refusal: Refusal | None = None
        self.events: tuple[Event, ...] = ()
        self.after = match
        try:
            self.events = tuple(match_game.decide(intent, match, tape).events)
        except Refusal as refusal:
            self.refusal = refusal
            said = (type(refusal).__name__, refusal.rule, refusal.says, refusal.needs, refusal.has, refusal.field)
            self.page = canonical(said)
            return
        self.after = fold_events(decider, match, self.events)
        record = write(
            stream="tcg.match:one", version=step, intent=intent, hidden=match_game.hides(intent, match), ruleset="test",
            taken=tape.taken, events=self.events, key=KEY,
        )  # fmt: skip
        parts = [(part.audience, part.data if may_read(part.audience, seat) else b"") for part in record.parts]
        self.page = record.public + canonical([(audience, data.decode()) for audience, data in parts])
        self.shown = [event_for(event, seat) for event in self.events]


def event_for(event: Event, seat: Seat) -> dict[str, Any]:
    """Return an event with the parts that a seat may read."""
    form: dict[str, Any] = msgspec.to_builtins(event)
    for name in secret_fields(type(event)):
        secret = getattr(event, name)
        if secret is not None and hasattr(secret, "audience"):
            form[name] = form[name] if may_read(secret.audience, seat) else {"audience": form[name]["audience"]}
    return form


def is_disclosed(one: SeenOutcome, other: SeenOutcome) -> bool:
    """Return whether the first difference between two pages is an event that may reveal a card."""
    for first, second in zip(one.shown, other.shown, strict=False):
        if first != second:
            return first["type"] in DISCLOSING and _nameless(first) == _nameless(second)
    return False


def _nameless(form: Any) -> Any:  # noqa: ANN401 a JSON form
    if isinstance(form, dict):
        if form.keys() == {"audience", "value"}:
            return form["audience"]
        return {name: None if name in CARDS else _nameless(value) for name, value in form.items()}
    return [_nameless(value) for value in form] if isinstance(form, list | tuple) else form
