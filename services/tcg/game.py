"""The match as the kernel sees it."""

from __future__ import annotations

from typing import Final

from services.tcg.commands import COMMANDS, OpenMatch
from services.tcg.decide import decide, hides
from services.tcg.events import EVENTS
from services.tcg.legal import legal
from services.tcg.state import EVOLVE
from services.tcg.state.match import Match
from services.tcg.views import MatchView, view
from shared.kernel.first_form import Decider


def conceals(state: Match) -> bool:
    """Tell whether draws of this match still hide something: the orders of the decks do to its end, or for ever.

    Rule: TC-TAB-19, TC-RUL-088
    """
    return state.stage in {"setup", "turns"} or (over(state) and not discloses(state))


def over(state: Match) -> bool:
    """Tell whether the match is finished. Rule: TC-WIN-05."""
    return state.stage == "finished"


def discloses(state: Match) -> bool:
    """Tell whether the log opens to all once the match is over. Rule: TC-RUL-088."""
    return state.settings.reveal_log_after_end


match: Final = Decider[Match](
    service="tcg",
    kind="match",
    opening=OpenMatch,
    commands=COMMANDS,
    events=EVENTS,
    state=Match,
    initial=Match(),
    decides=decide,
    folds=EVOLVE,
    mutable_copy=Match.thaw,
    view=view,
    view_type=MatchView,
    legal=legal,
    hides=hides,
    has_hidden_draws=conceals,
    over=over,
    opens_log_when_closed=discloses,
)
