"""A match in play: each event is folded at once, so that the next step sees what came of it.

The chapters of the rules are functions of a `Game`. They tell events, ask seats, and put what comes next on the agenda.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from services.tcg.agenda import Task
from services.tcg.events import Asked, DecisionOpened
from services.tcg.rules.board import FOLLOW, Board
from services.tcg.rules.pool import Pool, pool_of
from services.tcg.state import EVOLVE
from services.tcg.state.match import Card, Match, Player
from shared.kernel.chance import Chance
from shared.kernel.messages import NOBODY, Event, Seat, Secret

Picked = tuple[int, ...]
FULL: Final = 60
"""So many events a commit may hold, and what is asked in the end."""
ROOM: Final = 12
"""So many it may hold in any case before the match pauses."""


class Game:
    """A match that is being played on, in place: its state, its cards, luck, and the events so far."""

    def __init__(self, match: Match, chance: Chance, *, at: int = 0) -> None:
        """Take a match that may be changed in place, luck, and the time of the intent."""
        self.match = match
        self.chance = chance
        self.at = at
        self.events: list[Event] = []
        self.pool: Pool = pool_of(match.cards)
        self.doing: Task | None = None
        """The task that is being carried out; what it puts on the agenda lies above it."""
        self.answer: Picked | None = None
        """The answer to the decision that the task on top of the agenda asked for."""
        self.standing: Board | None = None
        """What holds on the board: found when it is first asked for, then following the events (see `rules.board`)."""
        self.uses: dict[int, tuple[object, list[Any]]] = {}
        """What may be activated of a card in play, beside the abilities it was found from (see `rules.responding`)."""

    def tell(self, event: Event) -> None:
        """Let this have happened."""
        kind = type(event)
        self.events.append(event)
        EVOLVE[kind](self.match, event)
        if self.standing is not None:
            follow = FOLLOW.get(kind)
            if follow is not None:
                follow(self.standing, self, event)

    def card(self, number: int) -> Card | None:
        """Give a card in sight, or None where nothing goes by that number any more."""
        return self.match.table.get(number)

    def player(self, seat: Seat) -> Player:
        """Give a player."""
        return self.match.players[seat]

    @property
    def over(self) -> bool:
        """Tell whether the match is finished."""
        return self.match.stage == "finished"

    def crowded(self) -> bool:
        """Ask somebody to let the match go on, when the next step might be too much; tell whether that was so.

        A step tells two events of each form at most, and one of each command; of each player who is out there are two.
        """
        match, held = self.match, len(self.events)
        if held < ROOM or self.over:
            return False
        forms = sum(1 for player in match.players.values() for number in player.forms if number)
        commands = sum(1 for player in match.players.values() for number in player.commands if number)
        if held + 2 * forms + commands + 2 * len(match.players) < FULL:
            return False
        self.ask(match.clockwise(match.active or match.order[0])[0], "proceed", Asked())
        return True

    def next_number(self) -> int:
        """Give the number that the next card to come into sight gets; the event that brings it makes it count."""
        return self.match.made + 1

    def later(self, *tasks: Task) -> None:
        """Put tasks on the agenda; the last is done first."""
        self.match.agenda.extend(tasks)

    def pick(  # noqa: PLR0913 a question has that many parts
        self, seat: Seat, kind: str, options: Sequence[int], *, least: int, most: int, words: tuple[str, ...] = (),
        always: bool = False,
    ) -> Picked | None:  # fmt: skip
        """Give what a seat picks of the options: None when it has yet to be asked, and the caller must pause.

        Nobody is asked where there is no choice: all that fits must be taken, or nothing can be. Whether a seat is
        asked may hang only on what all can see; where the options are hidden from others, `always` asks in any case.
        """
        if self.answer is not None:
            picked, self.answer = self.answer, None
            return picked
        most = min(most, len(options))
        least = min(least, most)
        if not always and (most == 0 or (least == most == len(options))):
            return tuple(options[:most])
        self.ask(seat, kind, Asked(options=tuple(options), least=least, most=most, words=words))
        return None

    def ask(self, seat: Seat, kind: str, asked: Asked) -> None:
        """Open a decision. The caller leaves its own task on top of the agenda, to be done again with the answer."""
        match = self.match
        self.tell(
            DecisionOpened(
                number=match.asked + 1, seat=seat, kind=kind, since=self.at,
                asked=Secret(audience=(seat,), value=asked),
                agenda=Secret(audience=NOBODY, value=tuple(match.agenda)),
            )
        )  # fmt: skip
