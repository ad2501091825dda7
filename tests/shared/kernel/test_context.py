"""The context of a decision folds each emitted event at once and only once, and never into the previous state."""

from collections.abc import Callable
from copy import copy
from typing import Any

import pytest
from msgspec import Struct

from shared.kernel.chance import Faces, FirstDraw, ProbeTape
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.context import Context
from shared.kernel.game import Game, Opening, SeatAsk, fold_events
from shared.kernel.game_parts import Secrecy, Storage, no_ids
from shared.kernel.messages import NOBODY, Command, Event, Role, Seat, Secret
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Sample, Samples
from shared.kernel.stream import DrawsVoided, SeatOpened, Stream, settle
from tests.shared.kernel.kit import game_of, intent_of

FOLDED: list[Event] = []
"""The events that were passed to a fold, in order."""


class Heap(Struct, kw_only=True):
    """A heap of stones, which the folds change in place."""

    stones: list[int] = []
    seats: list[str] = []
    last_id: int = 0


class OpenHeap(Opening, frozen=True, kw_only=True):
    """Open a heap with one stone per seat."""


class Lay(Command, frozen=True, kw_only=True):
    """Lay stones.

    `bad` makes the game refuse them; `rolled` draws a die and lays another stone; `fails` raises an error.
    """

    counts_as = "move"

    stones: int = 1
    rolled: bool = False
    bad: bool = False
    fails: bool = False


class Laid(Event, frozen=True, kw_only=True):
    """A stone was laid."""

    stone: int


class TooMany(Refusal, rule="KIT-3"):
    """The heap is full."""


@judge
def open_heap(ctx: Context[Heap], command: OpenHeap) -> None:
    """Lay a stone for each seat that is already in the state."""
    for _ in ctx.state.seats:
        ctx.emit(Laid(stone=len(command.seats)))


@judge
def lay(ctx: Context[Heap], command: Lay) -> None:
    """Lay one stone after another."""
    for number in range(command.stones):
        ctx.emit(Laid(stone=number + 1))
        assert ctx.state.stones[-1] == number + 1
    if command.bad:
        raise TooMany(needs=0, has=len(ctx.state.stones))
    if command.rolled:
        (face,) = ctx.chance.roll("stone", 6)
        ctx.emit(Laid(stone=face))
    if command.fails:
        raise RuntimeError


@fold
def laid(state: Heap, event: Laid) -> None:
    """Add a stone to the heap."""
    FOLDED.append(event)
    state.stones.append(event.stone)


@fold
def seat_opened(state: Heap, event: SeatOpened) -> None:
    """Record the seat."""
    FOLDED.append(event)
    state.seats.append(event.seat)


@samples
def stones(state: Heap, seat: Seat) -> Samples[Lay]:  # noqa: ARG001 any seat
    """Offer one stone."""
    yield Sample(command=Lay())


def mutable_copy(heap: Heap) -> Heap:
    """Return a mutable copy of a heap."""
    return Heap(stones=list(heap.stones), seats=list(heap.seats), last_id=heap.last_id)


def heap_game(last_id: Callable[[Heap], int] = no_ids, **more: Any) -> Game[Heap]:  # noqa: ANN401 parts of a game
    """Return a game whose folds change the state in place."""
    parts = (OpenHeap, Lay, Laid, TooMany, open_heap, lay, laid, seat_opened, stones)
    return game_of(*parts, state=Heap, storage=Storage(mutable_copy=mutable_copy, last_id=last_id), **more)


GAME = heap_game()


def begin_heap(game: Game[Heap] = GAME) -> Stream[Heap]:
    """Open a stream with two seats."""
    blank: Stream[Heap] = Stream(id="kit.count:one", game=game.initial)
    seats = (SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann"))
    return settle(game, blank, intent_of(OpenHeap(seats=seats), seat="gm", role="gm"), Faces()).after


@pytest.fixture(autouse=True)
def _nothing_folded() -> None:
    FOLDED.clear()


def test_each_event_is_folded_once_on_the_way_in() -> None:
    """The context folds each emitted event once, and the context's state becomes the new state of the stream."""
    stream = begin_heap()
    FOLDED.clear()
    settled = settle(GAME, stream, intent_of(Lay(stones=3, rolled=True)), Faces(5))

    assert list(settled.events) == FOLDED == [Laid(stone=1), Laid(stone=2), Laid(stone=3), Laid(stone=5)]
    assert settled.after.game.stones == [2, 2, 1, 2, 3, 5]


def test_seats_are_in_the_state_before_the_opening_is_judged() -> None:
    """The events that open seats come before the opening's own events in the log, and each is folded once."""
    stream = begin_heap()

    assert [type(event) for event in FOLDED] == [SeatOpened, SeatOpened, Laid, Laid]
    assert (stream.game.seats, stream.game.stones) == (["gm", "ann"], [2, 2])


def test_a_decision_ends_in_the_state_that_replay_folds() -> None:
    """A decision results in the same state as a replay of its events, even if folds change the state in place."""
    stream = begin_heap()
    ctx = GAME.decide(intent_of(Lay(stones=4)), stream.game, Faces())

    assert ctx.state == fold_events(GAME, stream.game, ctx.events)


@pytest.mark.parametrize("initial", [False, True])
def test_a_game_that_folds_in_place_leaves_the_state_before_untouched(initial: bool) -> None:  # noqa: FBT001
    """A decision, a refusal, a dry run up to the first draw, and a failure all leave the previous state unchanged."""
    stream = begin_heap() if not initial else Stream(id="kit.count:one", game=GAME.initial, opened=True)
    before = copy(stream.game.stones), copy(stream.game.seats)

    GAME.decide(intent_of(Lay(stones=3)), stream.game, ProbeTape())
    with pytest.raises(TooMany) as refused:
        GAME.decide(intent_of(Lay(stones=3, bad=True)), stream.game, ProbeTape())
    with pytest.raises(FirstDraw):
        GAME.decide(intent_of(Lay(stones=3, rolled=True)), stream.game, ProbeTape())
    with pytest.raises(RuntimeError):
        GAME.decide(intent_of(Lay(stones=3, fails=True)), stream.game, ProbeTape())

    assert refused.value.has == len(before[0]) + 3
    assert (stream.game.stones, stream.game.seats) == before


def test_a_failure_after_a_draw_leaves_only_void_draws() -> None:
    """A command that fails after a draw records only void draws, and none of the stones that it laid before."""
    stream = begin_heap()
    settled = settle(GAME, stream, intent_of(Lay(stones=2, rolled=True, fails=True)), Faces(4))

    assert isinstance(settled.fault, RuntimeError)
    assert settled.events == (DrawsVoided(),)
    assert settled.after.game == stream.game


def test_ids_continue_from_the_last_one_given() -> None:
    """New ids continue after the last id that the game has given, and the ids of one decision differ."""
    game = heap_game(last_id=lambda heap: heap.last_id)
    ctx = game.decide(intent_of(Lay()), Heap(last_id=6), Faces())

    assert [ctx.new_id("pool"), ctx.new_id("pool"), ctx.new_id("enemy")] == ["pool-7", "pool-8", "enemy-9"]


def test_a_secret_has_the_game_s_audience_by_default() -> None:
    """By default, a secret's audience is the acting seat, unless the game defines another audience."""
    ctx = GAME.decide(intent_of(Lay()), Heap(), Faces())
    shared = heap_game(secrecy=Secrecy(audience=lambda _, seat: (seat, "gm"))).decide(intent_of(Lay()), Heap(), Faces())

    assert ctx.secret(5) == Secret(audience=("ann",), value=5)
    assert shared.secret(5) == Secret(audience=("ann", "gm"), value=5)
    assert shared.secret(5, NOBODY) == Secret(audience=NOBODY, value=5)


@pytest.mark.parametrize(
    ("role", "by", "leads"), [("player", "seat:ann@0", False), ("gm", "seat:ann@0", True), ("player", "key:app", True)]
)
def test_the_game_master_leads_and_so_does_the_app(role: Role, by: str, leads: bool) -> None:  # noqa: FBT001
    """The app has the rights of the game master, whatever seat it acts for."""
    ctx = GAME.decide(intent_of(Lay(), role=role, by=by), Heap(), Faces())

    assert ctx.leads is leads
    assert (ctx.seat, ctx.role, ctx.at) == ("ann", role, 1)
