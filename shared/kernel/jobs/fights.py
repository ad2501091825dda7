"""Simulated fights between two sides, in any campaign with rounds and turns: their policy and their measures.

Each game defines how its fighters are created, how they roll, act and answer questions, and which points they have. The
game master's seat sends all commands. The party wins if no enemy has points left and a party member has some. A fight
that is not decided after 100 rounds or 5 000 events counts as undecided.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from msgspec import Struct

from shared.kernel.campaign.fights import EndTurn, RoundBegan, SettleTie, StartFight
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.order import has_to_roll, tied
from shared.kernel.campaign.state import FightingCampaign
from shared.kernel.game import Game, Opening, SeatAsk
from shared.kernel.jobs.kind import Kind
from shared.kernel.jobs.simulation import MOVES, SimulatedMove, Simulation
from shared.kernel.jobs.tally import Value
from shared.kernel.messages import Command, Event
from shared.kernel.stream import Stream

ROUNDS: Final = 100
SIDE: Final = 10
"""The maximum number of fighters on one side."""
GM: Final = "gm"
PLAYER: Final = "player-1"
SEATS: Final = (SeatAsk(seat=GM, role="gm"), SeatAsk(seat=PLAYER))
MOVE_MICROSECONDS: Final = 100

S = TypeVar("S", bound=FightingCampaign)
R = TypeVar("R", bound="TwoSides")


class TwoSides(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A simulation request for a fight between a party and its enemies. Each game defines its fighters."""

    party: Any
    enemies: Any

    @property
    def fighters(self) -> tuple[Any, ...]:
        """Return all fighters, the party first."""
        return (*self.party, *self.enemies)

    def of(self, made: Sequence[str], who: str) -> Any:  # noqa: ANN401 the game's own fighters
        """Return the request's entry for the fighter with the id `who`.

        `made` lists the ids of all fighters in order.
        """
        return self.fighters[made.index(who)]

    def seat_of(self, place: int) -> str:
        """Return the seat of the fighter at this index: a player's for the party, the game master's for the enemies."""
        return PLAYER if place < len(self.party) else GM


@dataclass(frozen=True, kw_only=True, eq=False)
class SimulatedFight(Generic[S, R]):
    """The parts of a simulated fight that a game defines.

    `check` refuses requests that the policy cannot play; `opening` returns the command that opens the stream. `made`
    returns the ids of the fighters created so far, in order. `prepare` returns the next command before the fight, or
    None; these commands create the fighters, and assign the party's fighters to the player's seat. `roll` rolls for the
    turn order; `answer` answers a pending question; `act` returns a fighter's next command against its foes, the
    weakest first, or None to end its turn. `left` returns the points that a fighter has left: at 0 or below it is down,
    does not act and is not attacked. `points` names these points.
    """

    made: Callable[[S], Sequence[str]]
    check: Callable[[R], None]
    opening: Callable[[R], Opening]
    prepare: Callable[[R, S], Command | None]
    roll: Callable[[S, str], Command]
    answer: Callable[[R, S], Command | None]
    act: Callable[[R, S, str, Sequence[str]], Command | None]
    left: Callable[[S, str], int]
    points: str

    def simulation(self, game: Game[S], request: type[R], examples: Mapping[str, Any]) -> Simulation[S, R]:
        """Return the simulation that the game's jobs run."""
        return Simulation(
            game=game, request=request, check=self.check, cost=self.cost, measures=self.measures, opening=self.opening,
            policy=self.policy, measured=self.measures_of, examples=examples,
        )  # fmt: skip

    def policy(self, request: R, stream: Stream[S]) -> SimulatedMove | None:
        """Return the next command of a trial; None at the end of the trial."""
        command = self._next(request, stream.game) if stream.version < MOVES else None
        return None if command is None else SimulatedMove(GM, "gm", command)

    def _next(self, request: R, state: S) -> Command | None:
        if state.fight is None:
            before = self.prepare(request, state)
            return StartFight(participants=tuple(self.made(state))) if before is None else before
        if state.waiting:
            return self.answer(request, state)
        sides = self.standing(request, state)
        if not all(sides) or state.fight.round > ROUNDS:
            return None
        if not state.fight.order:
            return self._roll_order(state)
        who = state.turn
        return None if who is None else self._turn(request, state, who, sides)

    def _roll_order(self, state: S) -> Command | None:
        """Return the next roll for the turn order, or the command that orders tied fighters by creation; else None."""
        missing, ties = has_to_roll(state), tied(state)
        return self.roll(state, missing[0]) if missing else SettleTie(order=in_order(ties[0])) if ties else None

    def _turn(self, request: R, state: S, who: str, sides: tuple[list[str], list[str]]) -> Command:
        """Return a fighter's next command against its foes, the weakest first. A fighter that is down ends its turn."""
        party, enemies = sides
        if who not in party and who not in enemies:
            return EndTurn(participant=who)
        foes = enemies if who in party else party
        weakest = sorted(foes, key=lambda foe: self.left(state, foe)) if len(foes) > 1 else foes
        return self.act(request, state, who, weakest) or EndTurn(participant=who)

    def standing(self, request: R, state: S) -> tuple[list[str], list[str]]:
        """Return the fighters of the party, and of the enemies, that have points left."""
        made, ours, left = self.made(state), len(request.party), self.left
        party = [who for who in made[:ours] if left(state, who) > 0]
        return party, [who for who in made[ours:] if left(state, who) > 0]

    def cost(self, request: R) -> int:
        """Estimate the time of a trial. Units: microseconds of one core."""
        return MOVE_MICROSECONDS * 3 * len(request.fighters) * (2 + len(request.fighters))

    def measures(self, _: R) -> Mapping[str, Kind]:
        """Return the measures: the winner, the length, and the points left on each side."""
        amounts: dict[str, Kind] = dict.fromkeys(self._amounts(), "amount")
        return {"won": "share", "undecided": "share", **amounts}

    def _amounts(self) -> tuple[str, str, str]:
        return "rounds", f"{self.points} left", f"{self.points} left to enemies"

    def measures_of(self, request: R, stream: Stream[S], events: Sequence[Event]) -> Mapping[str, Value]:
        """Return the measures of a finished fight."""
        state, sides = stream.game, self.standing(request, stream.game)
        left = (sum(self.left(state, who) for who in side) for side in sides)
        begun = [event.round for event in events if isinstance(event, RoundBegan)]
        rounds = min(max(begun, default=1), ROUNDS)
        shares = {"won": int(bool(sides[0]) and not sides[1]), "undecided": int(all(sides))}
        return {**shares, **dict(zip(self._amounts(), (rounds, *left), strict=True))}
