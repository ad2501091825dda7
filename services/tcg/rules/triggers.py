"""What events call up: [AUTO] effects of cards that see them, and steps that waited for them.

They are queued, and dealt with when the chain is empty. A use is counted against its limit when it is declared; here
it is seen to that no more are queued than the limit leaves.

Rule: TC-ETI-02, TC-ETI-03, TC-RUL-058, TC-RUL-116, TC-RUL-119
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from services.tcg.agenda import Happening, Running
from services.tcg.events import Called, DelayEnded, EffectUsed, SpiritsSentToVoid, TriggersQueued
from services.tcg.events.effects import Names
from services.tcg.rules import limits
from services.tcg.rules.board import Heard, board_of, context
from services.tcg.rules.terms import Ability, Game
from services.tcg.rules.uncovering import uncover_source
from services.tcg.state.match import Card, Delayed
from services.tcg.words import Place
from shared.kernel.messages import NOBODY, Secret

HELD: Final = "state"
"""Before the keys that count how often a condition has become true or false: an odd number says that it holds."""

LEAVING: Final = frozenset({"left_play", "form_sacrificed", "spirit_to_void"})
"""The events that find the card they are about out of play already."""
GONE_TO: Final = frozenset({"drop", "void"})


def happen(game: Game, *happenings: Happening) -> None:
    """Let these have happened, at once: queue what they call up."""
    heard = game.pool.heard
    for happening in happenings:
        if happening.event in heard:
            _happened(game, [one for one in happenings if one.event in heard])
            return


def leave(game: Game, happenings: Sequence[Happening]) -> None:
    """Let cards be about to leave, at once: what looks at them sees them as they are still, and none sees another go.

    Do not tell it to `happen` as well.

    Rule: TC-RUL-042, TC-RUL-116
    """
    if any(happening.event in game.pool.heard for happening in happenings):
        _happened(game, happenings, gone=frozenset(happening.card for happening in happenings))


def _happened(game: Game, happenings: Sequence[Happening], *, gone: frozenset[int] = frozenset()) -> None:
    if game.over:
        return
    called = _hear(game, happenings, gone)
    names: list[Names] = [{} for _ in called]
    if game.match.delayed:
        for happening in happenings:
            _end_delays(game, happening, called, names)
    if called:
        stored = Secret(audience=NOBODY, value=tuple(names)) if any(names) else None
        game.tell(TriggersQueued(effects=tuple(called), names=stored))


def _hear(game: Game, happenings: Sequence[Happening], gone: frozenset[int]) -> list[Called]:
    """List what these call up. `gone` are those that leave together."""
    called: list[Called] = []
    board = board_of(game)
    for happening in happenings:
        if happening.event in LEAVING and not gone:
            _hear_leaving(game, happening, called)
            continue
        unseen = gone - {happening.card}
        for heard in board.listening(happening.event):
            if heard.ctx.card not in unseen:
                _call(game, heard, happening, called)
    return called


def _call(game: Game, heard: Heard, happening: Happening, called: list[Called]) -> None:
    """Queue an [AUTO] effect, if this is what it waits for. Each hears an event once. Rule: TC-RUL-119."""
    ctx, ability = heard.ctx, heard.ability
    if ability.on is None or not ability.on(game, ctx, happening):
        return
    if heard.lasting is not None and not heard.lasting.holds(game, heard.lasting.ctx, 0):
        return
    if (ability.when is None or ability.when(game, ctx, 0)) and _room(game, ctx, ability, called):
        uncover_source(game, ctx)
        called.append(_called(ctx, ability, happening))


def _called(ctx: Running, ability: Ability, happening: Happening) -> Called:
    return Called(seat=ctx.seat, thing=ctx.card, card=ctx.printed, effect=ability.key, event=happening)


def _room(game: Game, ctx: Running, ability: Ability, called: Sequence[Called]) -> bool:
    """Tell whether a limit leaves a use that is not queued already. Rule: TC-RUL-070."""
    if ability.limit is None:
        return True
    left = limits.left(game, ctx.seat, ctx.card, ability) or 0
    if ability.limit.scope == "name":
        own = [one for one in called if one.effect == ability.key and one.seat == ctx.seat]
        waiting = [one for one in game.match.queue if one.effect == ability.key and one.seat == ctx.seat]
    else:
        own = [one for one in called if one.effect == ability.key and one.thing == ctx.card]
        waiting = [one for one in game.match.queue if one.effect == ability.key and one.card == ctx.card]
    return left > len(own) + len(waiting)


# ---------------------------------------------------------------- cards that have just left


def _hear_leaving(game: Game, happening: Happening, called: list[Called]) -> None:
    """Look at a card that has left play as if it still lay there, for those who look on and for its own effects.

    Rule: TC-RUL-116
    """
    board, spirit = board_of(game), happening.event == "spirit_to_void"
    card = game.match.table.get(happening.spirit if spirit else happening.card)
    gone = card is not None and card.place in GONE_TO
    if card is None or not gone or spirit:
        for heard in board.listening(happening.event):
            _call(game, heard, happening, called)
    else:
        place, seat = card.place, card.seat
        card.place, card.seat = _zone(game, card), happening.by or seat
        try:
            for heard in (*board.listening(happening.event), *_own(game, card, happening)):
                _call(game, heard, happening, called)
        finally:
            card.place, card.seat = place, seat
    if card is not None and gone and spirit and _was_under(game, card.id):
        for heard in _own(game, card, happening):
            _call(game, heard, happening, called)


def _zone(game: Game, card: Card) -> Place:
    return "form" if game.pool.printed[card.card].kind == "form" else "command"


def _own(game: Game, card: Card, happening: Happening) -> list[Heard]:
    """Give a card's own effects that see such an event."""
    if game.match.players[card.seat].lost:
        return []
    listening = game.pool.printed[card.card].faces[0].play.listening
    return [Heard(context(card), ability) for name, ability in listening if name == happening.event]


def _was_under(game: Game, spirit: int) -> bool:
    """Tell whether a spirit in the void came from under a card."""
    for event in reversed(game.events):
        if isinstance(event, SpiritsSentToVoid):
            for gone in event.spirits:
                if gone.thing == spirit:
                    return gone.origin == "under"
    return False


# ---------------------------------------------------------------- steps that wait


def _end_delays(game: Game, happening: Happening, called: list[Called], names: list[Names]) -> None:
    """Queue the steps that waited for this; they wait no more."""
    for waiting in tuple(game.match.delayed):
        ability = game.pool.abilities[waiting.effect]
        if ability.event == happening.event and ability.on is not None and not _lost(game, waiting):
            ctx = Running(
                seat=waiting.seat, card=waiting.card, printed=waiting.printed, effect=waiting.effect,
                targets=waiting.targets, names=waiting.names,
            )  # fmt: skip
            if ability.on(game, ctx, happening):
                game.tell(DelayEnded(number=waiting.number))
                called.append(
                    Called(
                        seat=waiting.seat, thing=waiting.card, card=waiting.printed, effect=waiting.effect,
                        event=happening, targets=waiting.targets,
                    )
                )  # fmt: skip
                names.append(waiting.names)


def _lost(game: Game, waiting: Delayed) -> bool:
    return bool(game.match.players[waiting.seat].lost)


# ---------------------------------------------------------------- conditions that become true


def state_triggers(game: Game) -> None:
    """Queue the [AUTO] effects whose condition has become true since it was last looked at.

    While it stays true it calls nothing up again; and without a limit that says more, once a turn for each card at
    most. What is remembered stands among the counted uses.

    Rule: TC-ETI-02, TC-RUL-043
    """
    if HELD not in game.pool.heard:
        return
    listening = board_of(game).listening(HELD)
    if not listening:
        return
    called: list[Called] = []
    for heard in listening:
        _look(game, heard, called)
    if called:
        game.tell(TriggersQueued(effects=tuple(called)))


def _look(game: Game, heard: Heard, called: list[Called]) -> None:
    ctx, ability = heard.ctx, heard.ability
    held = game.match.used.get(limits.key(HELD, ctx.card, ability.key), 0) % 2 == 1
    if _is_so(game, heard) == held:
        return
    uncover_source(game, ctx)
    keys, once = [limits.key(HELD, ctx.card, ability.key)], limits.key("turn", ctx.card, f"{ability.key}@{HELD}")
    if not held and (ability.limit is not None or once not in game.match.used) and _room(game, ctx, ability, called):
        called.append(_called(ctx, ability, Happening(event=HELD, card=ctx.card)))
        keys.append(once)
    game.tell(EffectUsed(keys=tuple(keys)))


def _is_so(game: Game, heard: Heard) -> bool:
    ctx, ability = heard.ctx, heard.ability
    if heard.lasting is not None and not heard.lasting.holds(game, heard.lasting.ctx, 0):
        return False
    if ability.on is None or not ability.on(game, ctx, Happening(event=HELD, card=ctx.card)):
        return False
    return ability.when is None or ability.when(game, ctx, 0)
