"""Code shared by tests of campaigns: seats, legal commands, odds, and bodies picked from a list."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, TypeVar

import msgspec

from shared.kernel.campaign.state import CampaignBase
from shared.kernel.chance import Faces, FirstDraw, ProbeTape
from shared.kernel.context import Intent
from shared.kernel.game import Game
from shared.kernel.legal import Allowed, Asking, Legal, Wanted, legal, search_bodies
from shared.kernel.messages import Command, Event
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field
from shared.kernel.stream import SeatOpened, Stream
from shared.kernel.stream.state import SeatState
from tests.support.spec import Spec

S = TypeVar("S", bound=CampaignBase)
E = TypeVar("E", bound=Event)

SEATED: Final = (
    SeatOpened(seat="gm", role="gm"),
    SeatOpened(seat="ann", role="player"),
    SeatOpened(seat="bob", role="player"),
    SeatOpened(seat="spectator", role="spectator"),
)
"""The seats of an example campaign: a game master, two players and a spectator."""
WORDS: Final = ("so be it", "again", "why not")

Choose = Callable[[int], int]


class CampaignSpec(Spec[S]):
    """An example of a campaign, with methods that check a rule in one line."""

    _numbers = 0

    def new(self, kind: str) -> str:
        """Return an unused id."""
        self._numbers = max(self._numbers, self.state.made) + 1
        return f"{kind}-{self._numbers}"

    def do(self, command: Command, *faces: int, seat: str = "gm") -> list[Event]:
        """Send a command as a seat, with dice that show exactly these faces; return its events."""
        return list(self.when(command, seat=seat, faces=Faces(*faces)).take_events())

    def the(self, kind: type[E], command: Command, *faces: int, seat: str = "gm") -> E:
        """Send a command as a seat; return its only event of this type."""
        (found,) = [event for event in self.do(command, *faces, seat=seat) if isinstance(event, kind)]
        return found

    def no(self, refusal: type[Refusal], command: Command, *, seat: str = "gm") -> Refusal:
        """Assert that a command gets exactly this refusal, before any draw or change; return the refusal."""
        outcome = self.when(command, seat=seat, faces=Faces()).outcome
        self.then_refused(refusal)
        assert isinstance(outcome, Refusal)
        return outcome


def legal_list(game: Game[Any], state: Any, seat: str, command: str | None = None) -> Legal:  # noqa: ANN401 the game's own
    """Return the game's commands that a seat may send, and those that are blocked."""
    names = names_of(game)
    found = legal(game, stream_of(game, state), seat, state.roles[seat], wanted=Wanted(command=command))
    allowed = tuple(entry for entry in found.allowed if entry.command in names)
    blocked = tuple(one for one in found.blocked if names & set(one.commands))
    return Legal(awaits=found.awaits, allowed=allowed, blocked=blocked)


def stream_of(game: Game[Any], state: Any) -> Stream[Any]:  # noqa: ANN401 the game's own
    """Return an open stream with this state."""
    seats = {one: SeatState(role) for one, role in state.roles.items()}
    return Stream(id=game.stream_name("one"), game=state, tenant="tenant", opened=True, seats=seats)


@lru_cache(maxsize=64)
def names_of(game: Game[Any]) -> frozenset[str]:
    """Return the names of a game's own commands."""
    return frozenset(kind.__name__ for kind in game.commands)


def allowed_of(game: Game[Any], state: Any, seat: str, kind: type[Command]) -> list[Allowed]:  # noqa: ANN401 the game's
    """Return the entries of the legal list for commands of one type that a seat may send."""
    asking = Asking.of(game, stream_of(game, state), seat, state.roles[seat])
    return [entry for one in search_bodies(asking, Wanted(command=kind.__name__)) for entry in one.entries()]


def odds(game: Game[Any], command: Command, state: Any) -> Any:  # noqa: ANN401 a state of the game, and odds of a pool
    """Return the odds of a command's first throw; None if the game refuses the command or the throw has no odds."""
    intent = Intent(id="odds", seat="gm", role="gm", at=0, by="seat:gm@0", command=command)
    try:
        game.decide(intent, state, ProbeTape())
    except Refusal:
        return None
    except FirstDraw as draw:
        return None if draw.pool is None else draw.pool.odds()
    return None


def pick_command(game: Game[Any], entry: Allowed, choose: Choose, *, near: int | None = None) -> Command:
    """Return a command for an entry, with one allowed value for each field.

    A field without a list of values keeps the entry's value. A number that may be negative or positive gets no
    value below `near`.
    """
    body = dict(entry.body)
    for name, field in entry.fields.items():
        if field.schema is None and (field.items is None or field.items.schema is None):
            body[name] = _value(field, choose, near)
    (kind,) = (kind for kind in game.commands if kind.__name__ == entry.command)
    command: Command = msgspec.convert(body, kind)
    return command


def _value(field: Field, choose: Choose, near: int | None) -> Any:  # noqa: ANN401 a value of a field
    if field.options is not None:
        return field.options[choose(len(field.options))]
    if field.items is not None:
        return _items(field, list(field.items.options or ()), choose)
    if field.least is not None and field.most is not None:
        least = field.least if near is None or field.most <= 0 else max(field.least, near)
        return least + choose(min(field.most - least + 1, 8))
    return WORDS[choose(len(WORDS))]


def _items(field: Field, options: list[Any], choose: Choose) -> list[Any]:
    least = field.least or 0
    most = min(least + 3, least if field.most is None else field.most)
    count = least + choose(most - least + 1)
    if field.repeats:
        return [options[choose(len(options))] for _ in range(count)]
    return [options.pop(choose(len(options))) for _ in range(count)]
