"""The declaration of the card game for the kernel, the code that all games share."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

import msgspec

from services.tcg.catalogue.starter import DECKS, SETS
from services.tcg.chapters import (
    actions,
    activating,
    agreement,
    chain,
    combat,
    commands,
    control,
    costs,
    course,
    damage,
    decisions,
    decks,
    departures,
    engine,
    entering,
    following,
    forms,
    hands,
    house,
    lapsing,
    leaving,
    limits,
    looking,
    opening,
    operations,
    paying,
    pool,
    prompts,
    revealing,
    savior,
    setup,
    sources,
    spirits,
    taking_back,
    timing,
    triggers,
    turn,
    windows,
    winning,
)
from services.tcg.chapters.reading import amounts
from services.tcg.chapters.terms import MatchContext
from services.tcg.forms import NEWEST
from services.tcg.state.match import Match
from services.tcg.views import view
from shared.kernel.game import Deciding, Documentation, Game
from shared.kernel.game_parts import CONSENT, Forking, Secrecy, Storage, Timing, Undoing
from shared.kernel.goals import GoalKind, Obstacle
from shared.kernel.messages import Seat

TWO: Final = [{"seat": "player-1"}, {"seat": "player-2"}]
THREE: Final = [*TWO, {"seat": "player-3"}, {"seat": "watcher", "role": "spectator"}]
LANTERN: Final = msgspec.to_builtins(DECKS["lantern"])


def has_hidden_draws(state: Match) -> bool:
    """Return whether some draws of this match are still hidden.

    The order of decks stays hidden until the match ends, or forever if `reveal_log_after_end` is false.

    Rule: TC-TAB-19, TC-RUL-088
    """
    return state.stage in {"setup", "turns"} or (over(state) and not opens_log_when_closed(state))


def over(state: Match) -> bool:
    """Return whether the match is finished. Rule: TC-WIN-05."""
    return state.stage == "finished"


def awaits(state: Match) -> Iterator[Seat]:
    """Yield the seats for which the match waits: first seats that must submit a deck, later seats that must decide.

    Rule:    AR-KIND-02, TC-RUL-084
    """
    if state.stage == "lobby":
        yield from (seat for seat, player in state.players.items() if not (player.ready or player.lost))
    yield from state.decisions


def opens_log_when_closed(state: Match) -> bool:
    """Return whether the whole log becomes public after the match is over. Rule: TC-RUL-088."""
    return state.settings.reveal_log_after_end


def allows_analysis(state: Match) -> bool:
    """Return whether a seat may fork the match while it runs. Rule: TC-RUL-161."""
    return state.settings.allows_analysis


def has_won(state: Match, seat: Seat) -> bool | None:
    """Return whether a seat has won the match, or None while it may still win.

    Rule:    TC-WIN-05, AR-PUZZLE-04
    """
    player = state.players.get(seat)
    if player is None or player.lost or (over(state) and state.winner != seat):
        return False
    return True if over(state) else None


def cannot_win(state: Match, seat: Seat) -> Obstacle | None:
    """Return why a puzzle cannot ask a seat to win, or None if it can.

    It cannot if the seat only watches or has lost, or if the match is over.

    Rule:    AR-PUZZLE-01
    """
    if seat not in state.players:
        return Obstacle("a seat that plays in the match", f"{seat}, who only watches")
    if over(state):
        return Obstacle("a version before the end of the match", "a match that is over")
    lost = state.players[seat].lost
    return Obstacle("a seat that is still in the match", f"{seat}, who has lost") if lost else None


def has_lost(state: Match, seat: Seat) -> bool:
    """Return whether a player has lost, and so is neither asked about undos nor allowed to propose them.

    Matches of versions 1 and 2 of the decision rules still ask such players, and let them propose.

    Rule:    AR-UNDO-20, AR-UNDO-21
    """
    return state.revised and seat in state.players and bool(state.players[seat].lost)


def turn_of(state: Match) -> int:
    """Return the number of the current turn."""
    return state.turn


match: Final = Game[Match](
    service="tcg",
    kind="match",
    plural="matches",
    state=Match,
    chapters=(
        opening, decks, house, setup, turn, forms, commands, spirits, savior, taking_back, lapsing, actions, activating,
        combat, windows, decisions, agreement, limits, course, departures, sources, revealing, triggers, winning,
        control, hands, entering, leaving, damage, amounts, paying, costs, chain, *operations.FAMILIES, timing, prompts,
    ),
    view=view,
    deciding=Deciding(
        context=partial(MatchContext, read=pool.pool_of, follow=following.FOLLOWING),
        trial=looking.Trial,
        before=agreement.check_plays,
        after=engine.run,
        wrong_role={"player": agreement.OnlyWatches},
    ),
    secrecy=Secrecy(
        has_hidden_draws=has_hidden_draws, hides_causes_of_draws=has_hidden_draws,
        opens_log_when_closed=opens_log_when_closed,
    ),
    timing=Timing(
        awaits=awaits, over=over, due=agreement.due, needs_clock=agreement.needs_clock, opens=agreement.times_up
    ),
    storage=Storage(form=NEWEST, catalogue=SETS, mutable_copy=Match.mutable_copy),
    undoing=Undoing(
        settings=CONSENT, only_grow=("made", "links", "changes", "asked"), resumed=agreement.shift_clocks,
        has_lost=has_lost,
    ),
    forking=Forking(
        seats_may=allows_analysis, goals={"win": GoalKind(turn=turn_of, reached=has_won, obstacle=cannot_win)}
    ),
    house=house.HOUSE,
    documentation=Documentation(
        about="Matches of Boundless TCG: decks, turns, responses, combat.",
        openings={
            "a match of two with the starter set": {"type": "OpenMatch", "seats": TWO},
            "a match of two with the core set": {"type": "OpenMatch", "seats": TWO, "cards": "core"},
            "a match of three, with a spectator": {"type": "OpenMatch", "seats": THREE},
        },
        examples={
            "a deck": {"command": {"type": "SubmitDeck", "deck": LANTERN}},
            "to keep nothing of the opening hand": {"command": {"type": "Mulligan", "keep": []}},
            "to pass": {"command": {"type": "Pass"}},
            "to act no more in this step": {"command": {"type": "EndStep"}},
            "to answer a question": {"command": {"type": "Answer", "decision": 7, "choice": [12]}},
        },
    ),
)  # fmt: skip
