"""Read-only contexts of a match, used for views and for lists of legal commands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from services.tcg.chapters.pool import pool_of
from services.tcg.chapters.terms import Following, MatchContext
from services.tcg.state.match import Match
from services.tcg.state.tasks import Task
from services.tcg.words import Kind
from shared.kernel.chance import Chance, ProbeTape
from shared.kernel.context import FirstEvent, Fold, Follow, Intent, Rules
from shared.kernel.game_parts import Secrecy, Storage
from shared.kernel.messages import Command, Event, Seat


class _AtRest:
    """Rules without folds, for a context in which no events are emitted."""

    def __init__(self) -> None:
        self.folds: Final[Mapping[type, Fold]] = {}
        self.follows: Final[Mapping[type, tuple[Follow, ...]]] = {}
        self.storage: Final = Storage[Match]()
        self.secrecy: Final = Secrecy[Match]()


AT_REST: Final = _AtRest()
ALONE: Final = Following(frozenset(), {})
LOOKING: Final = Intent(id="", seat="", role="spectator", at=0, by="", command=Command())


def look_at(match: Match) -> MatchContext:
    """Return a context for reading the current match. It cannot draw cards, roll dice or emit events."""
    return MatchContext(AT_REST, LOOKING, match, ProbeTape(), read=pool_of, follow=ALONE)


class Trial(MatchContext):
    """A context for trying out commands. Each trial ends at its first change, so the match stays unchanged.

    The functions that judge a command never refuse it after their first change. Therefore, one context can try many
    commands, and its cached facts about the board stay valid.
    """

    def __init__(self, rules: Rules, intent: Intent, state: Match, chance: Chance) -> None:  # noqa: ARG002 a context has them
        """Set up the context with a match. The match is not copied."""
        super().__init__(AT_REST, intent, state, chance, read=pool_of, follow=ALONE)

    def emit(self, event: Event) -> None:  # noqa: ARG002 a context has them
        """End the trial: the first event means that the command is accepted."""
        raise FirstEvent

    def push(self, task: Task) -> None:  # noqa: ARG002 a context has it
        """End the trial: the first pushed task means that the command is accepted."""
        raise FirstEvent


def hand_of(match: Match, seat: Seat) -> list[int]:
    """Return the instance ids of the cards in a hand.

    For an empty hand, return an id that no card has, so that a sample command with it is refused.
    """
    player = match.players.get(seat)
    return (player.hand if player is not None else []) or [match.made + 1]


def of_kind(match: Match, seat: Seat, kind: Kind) -> list[int]:
    """Return the instance ids of the cards of this kind in a hand.

    If there are none, return the id of another card, so that a sample command with it is refused.
    """
    hand, table = hand_of(match, seat), match.table
    printed = pool_of(match).printed
    return [one for one in hand if one in table and printed[table[one].card].kind == kind] or hand[:1]


def open_zones(zones: list[int]) -> tuple[int, ...]:
    """Return the indexes of the open zones."""
    return tuple(at for at, card in enumerate(zones) if not card)
