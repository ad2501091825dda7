"""A match in the middle of its third turn, for tests, with commands that players may use at any time.

play = laid(spell({"do": "draw", "n": 1}), a=side(commands=["spell"], deck=DECK), b=side())
use(play, "a")             uses the command and passes for all others
choose_first(play)         chooses the first zone or card as long as the match asks for one
"""

from __future__ import annotations

from typing import Any, Final

from services.tcg.catalogue.language.effects import AnyCard
from services.tcg.chapters.activating import Activate
from services.tcg.settings import MatchSettings
from shared.kernel.messages import Event
from tests.tcg.board import board, command, effect, form
from tests.tcg.played import Played
from tests.tcg.steps import CARDS

DRAW: Final = {"do": "draw", "n": 1}
THEIRS: Final = {"who": "opponent", "zone": "form"}
SIX: Final = ["boost"] * 6
ONCE: Final = {"count": 1, "per": "turn"}
DECK: Final = ["whelp"] * 4
TOUGH: Final = form("tough", pwr=9)
SINGER: Final = form("singer", effect("sing", "none", limit=ONCE, do=[DRAW]))


def spell(*steps: Any, name: str = "spell", eti: str = "swift", **more: Any) -> AnyCard:  # noqa: ANN401
    """Return a face-up command whose effect carries out these steps in any window, once a turn."""
    return command(name, effect("cast", eti, do=list(steps), **{"limit": ONCE, **more}))


def laid(*cards: AnyCard, settings: MatchSettings | None = None, step: Any = "act1", **sides: Any) -> Played:  # noqa: ANN401
    """Return a match with these sides in turn 3, the turn of `a`."""
    return Played(board(cards=[*CARDS, TOUGH, SINGER, *cards], settings=settings, step=step, **sides))


def use(play: Played, seat: str, name: str = "spell") -> list[Event]:
    """Activate a seat's command and pass for all others; return the events."""
    return list(play.quietly(seat, Activate(card=play.find(seat, name, "command"))))


def choose_first(play: Played) -> list[Event]:
    """Choose the first zone or card as long as the match asks for one; return the events."""
    events: list[Event] = []
    while play.decision().kind in ("choose_zone", "choose_cards"):
        events += play.answer(play.decision().options[0])
        events += play.pass_all()
    return events
