"""The computer player `fighter` of campaigns: it plays its seat's characters by the policy of simulated fights.

It knows only what all seats know, because characters in a fight are public. It attacks foes in the order of their
creation, never by the points that they have left, because those may be secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from operator import attrgetter
from typing import Any, TypeVar

from msgspec import Struct

from shared.kernel.campaign.fights import EndTurn
from shared.kernel.campaign.house import FIGHTER, foes_of
from shared.kernel.campaign.order import has_to_roll
from shared.kernel.campaign.state import RosterCampaign
from shared.kernel.jobs.fights import SimulatedFight, TwoSides
from shared.kernel.legal import Asking
from shared.kernel.messages import Command, Event, Seat
from shared.kernel.players.house import HousePlayers, Knows, Turn

S = TypeVar("S", bound=RosterCampaign)
R = TypeVar("R", bound=TwoSides)


class NothingHidden(Struct):
    """A seat's knowledge in a game whose computer players need no hidden facts. It is empty."""

    def see(self, event: Event, state: Any) -> None:  # noqa: ANN401 as `Knows.see` declares it
        """Ignore an event, because this knowledge stores nothing."""


class NoMove(LookupError):
    """Raised when the stream waits for the seat, but the player finds no legal command: a bug in the game."""


def fighting_players(fight: SimulatedFight[S, R], tactics: Callable[[S], R]) -> HousePlayers:
    """Return the computer player `fighter`, which follows the policy of the campaign's simulated fights.

    `tactics` returns a request with an entry for each character, in the order of creation.
    """

    def propose(state: S, seat: Seat) -> Iterator[Command]:
        return _best_first(fight, tactics(state), state, seat)

    return players_who_want(propose)


def nothing_hidden(_: Seat) -> Knows:
    """Return a seat's knowledge in a game whose computer players need no hidden facts."""
    return NothingHidden()


def players_who_want(
    wanted: Callable[[S, Seat], Iterable[Command]],
    *,
    knows: Callable[[Seat], Knows] = nothing_hidden,
    sees: Callable[[Turn], S] = attrgetter("state"),
) -> HousePlayers:
    """Return the computer player `fighter`, which sends the first legal command among those that it wants to send.

    `wanted` yields the commands that the player wants to send for a seat, the best first. If none of them is legal, the
    player sends the first legal answer or move. It chooses from the state that `sees` returns. In a game with relevant
    secrets, that state is derived from the seat's knowledge (`knows`).
    """

    def choose(turn: Turn) -> Command:
        asking = Asking.of(turn.game, turn.stream, turn.seat, "player", by=f"player:{FIGHTER}@")
        for command in chain(wanted(sees(turn), turn.seat), _any_answer(asking)):
            if asking.refusal_of(command) is None:
                return command
        raise NoMove(turn.seat)

    return HousePlayers(knows=knows, choose=choose)


def _best_first(fight: SimulatedFight[S, R], request: R, state: S, seat: Seat) -> Iterator[Command]:
    """Yield the commands that the player wants to send, best first: answers, rolls for the order, attacks."""
    if state.waiting and (answer := fight.answer(request, state)) is not None:
        yield answer
    if state.fight is not None and not state.fight.order:
        yield from (fight.roll(state, who) for who in has_to_roll(state) if state.owner(who) == seat)
    who = state.turn
    if who is not None and state.owner(who) == seat:
        foes = foes_of(state, seat, fight.left)
        attack = fight.act(request, state, who, foes) if foes and fight.left(state, who) > 0 else None
        if attack is not None:
            yield attack
        yield EndTurn(participant=who)


def _any_answer(asking: Asking[S]) -> Iterator[Command]:
    """Yield the sample commands that the rules accept: answers to a question first, then moves."""
    for means in ("answer", "move"):
        for kind in asking.game.commands:
            if kind.counts_as == means and asking.wrong_role(kind) is None:
                for sample in asking.samples_of(kind):
                    command, _ = asking.mend(sample)
                    if command is not None:
                        yield command
