"""The routes that only the dice service has: one-call rolls, exact odds, and the luck ledger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

import msgspec
from litestar import Response, get, post
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from services.dice.chapters.luck import LuckLedger, SeatLuck, way_to_present
from services.dice.chapters.odds import about, odds_cost, odds_of, versus
from services.dice.chapters.rolls import MAX_BATCH, DiceRolled, Roll, RollAsk
from services.dice.chapters.table import Closing, OpenTable, TableTooOld
from services.dice.game import table
from services.dice.notation.expression import CHAIN
from services.dice.notation.notation import Notation
from services.dice.notation.outcomes import LabelAmount
from services.dice.state import Outcome, Rolled, What
from services.dice.views.rendering import render_roll
from shared.kernel.game import SeatAsk
from shared.kernel.odds.plan import check
from shared.kernel.odds.report import Odds, VectorOdds, Versus
from shared.kernel.odds.shape import INLINE_STEPS
from shared.platform.contract import CAUSES, ContractLink, RouteSpec
from shared.platform.eventlog import Appended
from shared.platform.http.answers import Reply, encode
from shared.platform.http.callers import caller_of
from shared.platform.http.commands.commands import headers_after
from shared.platform.http.pool_work import Raw, records
from shared.platform.http.requests import AnyRequest, read_body, stream_id
from shared.platform.http.streams.owned import OwnedStreams, close_due_streams
from shared.platform.http.streams.stream_routes import IdPath, ask_of, host_of, load_for
from shared.platform.processes.games import reader_of

DAY_MS: Final = 86_400_000
MOST_ROLLS: Final = 10_000
OPENING: Final = OpenTable(
    title="one-call rolls",
    seats=(SeatAsk(seat="gm", role="gm", name="Key holder"),),
    closes_after=Closing(rolls=MOST_ROLLS, milliseconds=DAY_MS),
)
OWN_TABLES: Final = OwnedStreams(OPENING, lasts_ms=DAY_MS, too_old=TableTooOld)
"""The tables for one-call rolls. Each API key has its own table, which closes after a day or 10 000 rolls."""
FOUR_DICE: Final = {"throw": "Notation", "text": "4d6kh3"}


class RollsBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rolls to make on the API key's own table."""

    rolls: Annotated[tuple[RollAsk, ...], Meta(min_length=1, max_length=MAX_BATCH)]


class MadeRoll(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A roll that was made. `rendered` describes it in one line of text."""

    number: int
    what: What
    outcome: Outcome
    rendered: str
    crit: bool
    fumble: bool
    labels: tuple[LabelAmount, ...] = ()
    purpose: str | None = None


class RollsAnswer(Struct, frozen=True, kw_only=True):
    """The rolls, with the table and version where they can be replayed and audited."""

    table: str
    stream: str
    version: int
    head: str
    rolls: tuple[MadeRoll, ...]


class LuckAnswer(Struct, frozen=True, kw_only=True):
    """The luck of every seat that has rolled on a table, up to a version of the table."""

    stream: str
    version: int
    seats: tuple[SeatLuck, ...]


class OddsBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The throw for which to calculate exact odds and, with `against`, the throw to compare it with.

    `chain`: the number of extra rolls after which the calculation ends an explosion. The default is 100, the limit that
    also applies to rolls, or else 50, 25 or 12 if more would cost too much. The response contains the number that was
    used, and an upper bound on the probability of a longer chain. Symbol dice always end an explosion after ten extra
    rolls, in the odds as in rolls.
    """

    what: What
    against: What | None = None
    chain: (
        Annotated[int, Meta(ge=1, le=CHAIN, description="maximum number of throws for which an explosion is followed")]
        | None
    ) = None


WEIGHED: Final = "services.dice.routes:calculate_luck"
WORKED_OUT: Final = "services.dice.routes:worked_out"
READ_HERE: Final = 64
"""The maximum length of a notation that the event loop parses itself, which takes about a millisecond."""
_rolls: Final = msgspec.json.Decoder(RollsBody)
_odds: Final = msgspec.json.Decoder(OddsBody)


class _Intent(Struct):
    faces: Literal["table"] | None


class _WithIntent(Struct):
    intent: _Intent


_intents: Final = msgspec.json.Decoder(_WithIntent)
"""A decoder that reads only whether the faces of a commit were entered from a physical table."""

ROLLS: Final = RouteSpec(
    takes=RollsBody,
    gives=RollsAnswer,
    status=201,
    about="The rolls, made on the key's own table.",
    problems=(403, 409, 412, 413, 415, 422),
    headers=("Idempotency-Key", *CAUSES),
    sends=("ETag", "Idempotency-Replayed"),
    links={
        "table": ContractLink(
            to="look", parameters={"id": "$response.body#/table"}, about="get the table of these rolls"
        ),
        "luck": ContractLink(
            to="luck", parameters={"id": "$response.body#/table"}, about="get the luck of each seat on it"
        ),
    },
    examples={"4d6, keep 3": {"rolls": [{"what": FOUR_DICE, "purpose": "strength"}]}},
)


ODDS: Final = RouteSpec(
    takes=OddsBody,
    gives=(Odds, VectorOdds, Versus),
    about="The exact odds: the whole distribution, or the chances to win, tie and lose.",
    problems=(403, 409, 413, 415),
    examples={"a pool": {"what": {"throw": "PositionPool", "dice": 3, "position": "good"}}},
)


LUCK: Final = RouteSpec(
    gives=LuckAnswer,
    about="The luck of each seat, with exact odds.",
    problems=(403, 409, 410),
    headers=("Arbiter-Seat",),
)


@post("/dice/v1/rolls", opt={"spec": ROLLS, "owned": True}, tags=["dice"])
async def roll(request: AnyRequest) -> Response[bytes]:
    """Roll dice in one call, on the API key's own table, which reveals its seed after a day or 10 000 rolls."""
    host = host_of(request, table)
    caller = await caller_of(request, host)
    key = caller.as_app()
    body = await read_body(request, _rolls)
    ask = ask_of(request, caller, Roll(rolls=body.rolls))
    done = await OWN_TABLES.carry_out(host, key, ask)
    return Reply(encode(_rolled_events(done)), status=201, headers=headers_after(done))


def _rolled_events(done: Appended[Any]) -> RollsAnswer:
    event = next(event for event in done.events if isinstance(event, DiceRolled))
    outcomes = event.outcomes if isinstance(event.outcomes, tuple) else event.outcomes.open()
    return RollsAnswer(
        table=done.stream_after.id.rpartition(":")[2],
        stream=done.stream_after.id,
        version=done.last,
        head=done.head.hex(),
        rolls=tuple(_roll_made(rolled, outcome) for rolled, outcome in zip(event.rolls, outcomes, strict=True)),
    )


def _roll_made(rolled: Rolled, outcome: Outcome) -> MadeRoll:
    words = render_roll(rolled.what, outcome)
    return MadeRoll(
        number=rolled.number,
        what=rolled.what,
        outcome=outcome,
        purpose=rolled.purpose,
        rendered=words.text,
        crit=words.crit,
        fumble=words.fumble,
        labels=words.labels,
    )


@post("/dice/v1/odds", status_code=200, opt={"spec": ODDS}, tags=["dice"])
async def odds(request: AnyRequest) -> Response[bytes]:
    """Calculate exact odds: the probability of every total, or of a win, a tie and a loss against another throw.

    Probabilities are exact fractions.
    """
    host = host_of(request, table)
    await caller_of(request, host)
    body = await read_body(request, _odds)
    if _is_cheap(body):
        return Reply(_worked_out(body))
    return Reply(await host.context.pool.run(WORKED_OUT, encode(body)))


def _is_cheap(body: OddsBody) -> bool:
    """Return whether the odds are cheap enough to be calculated on the event loop, between other requests.

    Long notations are assumed to be costly.

    Refuses: TooCostly, and the refusals of the notation's parser
    """
    throws = _throws(body)
    if any(isinstance(what, Notation) and len(what.text) > READ_HERE for what in throws.values()):
        return False
    steps = 0
    for field, what in throws.items():
        with about(field):
            steps += odds_cost(what, body.chain)
    check(steps)
    return steps <= INLINE_STEPS


def _throws(body: OddsBody) -> dict[str, What]:
    return {"what": body.what} if body.against is None else {"what": body.what, "against": body.against}


def worked_out(body: bytes) -> bytes:
    """Calculate exact odds in a worker process.

    Refuses: the refusals of the calculation
    """
    return _worked_out(_odds.decode(body))


def _worked_out(body: OddsBody) -> bytes:
    if body.against is None:
        with about("what"):
            return encode(odds_of(body.what, body.chain))
    return encode(versus(body.what, body.against, body.chain))


@get("/dice/v1/tables/{id:str}/luck", opt={"spec": LUCK}, tags=["dice"])
async def luck(request: AnyRequest, id: IdPath) -> Response[bytes]:  # noqa: A002 the parameter is an id
    """Get the luck of each seat: the exact probabilities of a total as high, or as low, as that of its rolls."""
    host = host_of(request, table)
    caller = await caller_of(request, host)
    name = table.stream_name(stream_id(id))
    caller.enter(name)
    snapshot = await load_for(host, caller, name)
    whole = [commit async for page in host.commits(snapshot) for commit in page]
    seat, opened = caller.sees(), snapshot.stream.closed
    return Reply(await host.context.pool.run(WEIGHED, name, snapshot.version, whole, seat, opened))


def calculate_luck(stream: str, version: int, commits: Raw, seat: str | None, opened: bool) -> bytes:  # noqa: FBT001, PLR0917 plain values
    """Calculate the luck of every seat of a table. This runs in a worker process."""
    ledger, reader = LuckLedger(seat, opened=opened), reader_of(table.name)
    read = [(record.public, reader.commit_of(record)) for record, _ in records(commits)]
    way = way_to_present((commit.version, commit.events) for _, commit in read)
    for public, commit in read:
        if commit.version not in way:
            continue
        from_seed = _intents.decode(public).intent.faces is None
        for event in commit.events:
            ledger.enter(event, from_seed=from_seed)
    return encode(LuckAnswer(stream=stream, version=version, seats=ledger.luck_of_seats()))


ROUTES: Final[Sequence[ControllerRouterHandler]] = (roll, odds, luck)
BACKGROUND: Final = (close_due_streams,)
