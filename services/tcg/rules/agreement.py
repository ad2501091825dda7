"""What players agree on beside the game: giving up, draws, where they want to be asked, and the clock.

Rule: TC-RUL-066, TC-RUL-093, TC-RUL-094, TC-RUL-096
"""

from __future__ import annotations

from typing import Final

from services.tcg.agenda import Go, Window
from services.tcg.commands import AnswerDraw, SetStops
from services.tcg.events import DecisionAnswered, DrawAnswered, DrawOffered, DrawWithdrawn, MatchFinished, StopsSet
from services.tcg.refusals import ConcessionOff, DrawOfferedAlready, DrawOffersOff, NoClock, NoDrawOffered
from services.tcg.rules import losing, setup, turn, windows
from services.tcg.rules.game import Game
from services.tcg.state.match import Decision
from services.tcg.words import WINDOWS
from shared.kernel.messages import Seat, Secret

SECOND: Final = 1000
MISSED: Final = 3
"""After so many turns in a row that the clock ended, a player concedes. Rule: TC-RUL-096."""


def concede(game: Game, seat: Seat) -> None:
    """Give up: a loss like any other. What it calls up comes before anybody goes on, but after a chain.

    Rule:    TC-RUL-093, TC-RUL-046, TC-RUL-058
    Refuses: ConcessionOff
    """
    match = game.match
    if not match.settings.allow_concede:
        raise ConcessionOff(needs="allow_concede", has=False)
    losing.lose(game, [seat], "concession")
    waits = match.agenda and (isinstance(match.agenda[-1], Window) or match.agenda[-1] == Go(to="open"))
    if waits and not match.chain:
        game.later(Go(to="settle"))


def withdraw_offer(game: Game) -> None:
    """Let an offered draw pass, since the match goes on. Rule: TC-RUL-094."""
    offer = game.match.offer
    if offer is not None:
        game.tell(DrawWithdrawn(seat=offer.by))


def offer_draw(game: Game, seat: Seat) -> None:
    """Offer a draw at one's own decision. Rule: TC-RUL-094. Refuses: DrawOffersOff, DrawOfferedAlready."""
    if not game.match.settings.allow_draw_offer:
        raise DrawOffersOff(needs="allow_draw_offer", has=False)
    if game.match.offer is not None:
        raise DrawOfferedAlready(needs="no open offer", has=game.match.offer.by)
    game.tell(DrawOffered(seat=seat))


def answer_draw(game: Game, seat: Seat, command: AnswerDraw) -> None:
    """Accept or refuse; when all others have accepted, the match is drawn. Rule: TC-RUL-094. Refuses: NoDrawOffered."""
    match = game.match
    if match.offer is None or seat not in match.offer.open:
        raise NoDrawOffered(needs="an offer to answer", has="none")
    game.tell(DrawAnswered(seat=seat, accept=command.accept))
    offer = game.match.offer
    if command.accept and offer is not None and not offer.open:
        drawn = tuple(match.clockwise(match.order[0]))
        game.tell(MatchFinished(winner=None, reason="agreement", drawn=drawn))


def set_stops(game: Game, seat: Seat, command: SetStops) -> None:
    """Keep in private in which windows a seat wants to be asked. Rule: TC-RUL-066."""
    windows_wanted = tuple(kind for kind in WINDOWS if kind in command.windows)
    game.tell(StopsSet(seat=seat, windows=Secret(audience=(seat,), value=windows_wanted), until=command.until))


def call_time(game: Game, seat: Seat) -> None:
    """Take a decision as the clock has it: responses are passed, choices take their default, the turn is ended.

    Rule:    TC-RUL-096
    Refuses: NoClock
    """
    match = game.match
    clock, decision = match.settings.decision_clock_s, match.decisions.get(seat)
    if not clock or decision is None:
        raise NoClock(needs="a clock, and an open decision of this seat", has=clock)
    if game.at < decision.since + clock * SECOND:
        raise NoClock(needs=decision.since + clock * SECOND, has=game.at)
    withdraw_offer(game)
    game.tell(DecisionAnswered(number=decision.number, seat=seat, late=True))
    if decision.kind in {"act", "combat"}:
        _end_turn(game, seat)
    elif decision.kind == "respond":
        windows.passes(game, seat)
    elif decision.kind == "mulligan":
        setup.mulligan(game, seat, decision.options)
    else:
        game.answer = default_of(decision)


def _end_turn(game: Game, seat: Seat) -> None:
    if game.player(seat).missed >= MISSED:
        losing.lose(game, [seat], "concession")
    else:
        turn.end_step(game)


def default_of(decision: Decision) -> tuple[int, ...] | None:
    """Give what the clock decides: the first of the options, as many as must be.

    Rule: TC-RUL-096
    """
    if decision.kind == "proceed":
        return None
    return tuple(decision.options[: decision.least])
