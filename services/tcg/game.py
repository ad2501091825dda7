"""The match as the kernel sees it."""

from __future__ import annotations

from typing import Final

import msgspec

from services.tcg import catalogue
from services.tcg.commands import COMMANDS, OpenMatch
from services.tcg.decide import decide, hides
from services.tcg.events import EVENTS
from services.tcg.legal import legal
from services.tcg.state import EVOLVE
from services.tcg.state.match import Match
from services.tcg.views import MatchView, view
from shared.kernel.first_form import Decider

TWO: Final = [{"seat": "ann"}, {"seat": "bob"}]
THREE: Final = [*TWO, {"seat": "cat"}, {"seat": "eve", "role": "spectator"}]
LANTERN: Final = msgspec.to_builtins(catalogue.DECKS["lantern"])


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
    plural="matches",
    about="Matches of Boundless TCG: decks, turns, responses, combat.",
    openings={
        "a match of two with the starter set": {"type": "OpenMatch", "seats": TWO},
        "a match of three, with somebody who watches": {"type": "OpenMatch", "seats": THREE},
    },
    examples={
        "a deck": {"command": {"type": "SubmitDeck", "deck": LANTERN}},
        "to keep nothing of the opening hand": {"command": {"type": "Mulligan", "keep": []}},
        "to pass": {"command": {"type": "Pass"}},
        "to act no more in this step": {"command": {"type": "EndStep"}},
        "to answer a question": {"command": {"type": "Answer", "decision": 7, "choice": [12]}},
    },
)
