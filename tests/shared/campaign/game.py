"""A small campaign for tests of the campaign kit.

Its characters, called persons, fight, die, sleep through their turns, and answer blows: a struck person has to
send `Answer`. The campaign is one file, so that a reader sees all of it together (CONTRIBUTING.md sends readers
here).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Final, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from shared.kernel.campaign import days, fights, proposals, roster, seats
from shared.kernel.campaign.authority import GameMasterCommand, Override, game_masters, last_id
from shared.kernel.campaign.fights import FightStarted, RoundBegan, TurnBegan, TurnEnded, check_rolls, hold
from shared.kernel.campaign.keeping import in_order, value_of_secret, without
from shared.kernel.campaign.roster import RevealCharacter, RosterContext, check_one_more, playing, seat_for, to_reveal
from shared.kernel.campaign.rounds import NO_FIGHT, Rounds, Scored
from shared.kernel.campaign.samples import fighters, mine, some
from shared.kernel.campaign.seats import (
    check_led,
    check_owns,
    check_readable,
    check_reason,
    check_room,
    check_says,
    check_within,
    entry_of,
)
from shared.kernel.campaign.state import RosterCampaign
from shared.kernel.chance import Faces
from shared.kernel.chapter import fold, follows, judge, samples
from shared.kernel.game import Deciding, Game, Opening, SeatAsk
from shared.kernel.game_parts import Secrecy, Storage
from shared.kernel.messages import Command, Event, Id, Line, Role, Seat, Secret
from shared.kernel.samples import TEXT, Choice, Field, Sample, Samples, offer
from shared.kernel.stream import SeatOpened
from tests.support.journal import Journal
from tests.support.spec import Spec

MOST_PEOPLE: Final = 6
WHOLE: Final = 3


class Person(Struct, frozen=True, kw_only=True):
    """A person.

    A burning person loses a point when its turn starts; a sleeping person loses its turn; a person with 0 points is
    dead.
    """

    id: str
    seat: str
    quick: int = 0
    points: int = WHOLE
    burns: bool = False
    sleeps: bool = False


class Table(RosterCampaign, Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The campaign's state: its persons, and the blows that have not been answered yet."""

    characters: dict[str, Person] = {}
    prepared: dict[str, int | None] = {}
    struck: dict[str, str] = {}
    fight: Rounds[Scored] | None = None
    anew: bool = False

    @property
    def rolls_each_round(self) -> bool:
        """Return whether the turn order is rolled again each round."""
        return self.anew

    @property
    def waiting(self) -> tuple[str, ...]:
        """Return the ids of the unanswered blows."""
        return in_order(self.struck)

    def takes_turns(self, who: str) -> bool:
        """Return whether a person takes turns, which every living person does."""
        return who in self.characters and self.characters[who].points > 0

    def participant(self, who: str) -> Scored:
        """Return a new participant of a fight, on the players' side and without a score."""
        return Scored(id=who, side="player")

    def rank(self, one: Scored) -> tuple[int, ...]:
        """Return the sort key of a participant in the turn order: score, then quickness."""
        return (one.score or 0, self.characters[one.id].quick if one.id in self.characters else 0)

    def change(self, who: str, **changes: Any) -> Table:  # noqa: ANN401 fields of a person
        """Return the table with one person changed."""
        if who not in self.characters:
            return self
        return replace(self, characters={**self.characters, who: replace(self.characters[who], **changes)})


class LateTable(Table, frozen=True, kw_only=True, omit_defaults=True):
    """A campaign in which newcomers to a fight wait for the next round."""

    joins_at_once: ClassVar[bool] = False


Ctx: TypeAlias = RosterContext[Table, Person]

# ---------------------------------------------------------------- commands


class OpenTable(Opening, Struct, frozen=True, kw_only=True):
    """Open a campaign."""

    title: Line | None = None
    notes: dict[Line, tuple[Line, ...]] = {}
    anew: bool = False


class MakePerson(Command, frozen=True, kw_only=True):
    """Create a person with fields that the game master sets."""

    counts_as = "move"

    seat: Seat
    quick: int = 0
    burns: bool = False
    sleeps: bool = False


class PreparePerson(GameMasterCommand, frozen=True, kw_only=True):
    """Prepare a person that only the game master sees."""

    counts_as = "aside"
    hides: ClassVar[tuple[str, ...]] = ("quick",)

    quick: Annotated[int, Meta(ge=0, le=2)]


class RollForOrder(Command, frozen=True, kw_only=True):
    """Roll for the turn order of a round."""

    counts_as = "answer"

    participant: Id


class Strike(Command, frozen=True, kw_only=True):
    """Strike a person, who has to answer the blow."""

    counts_as = "move"

    participant: Id
    target: Id


class Answer(Command, frozen=True, kw_only=True):
    """Answer a blow, which costs the struck person a point."""

    counts_as = "answer"

    blow: Id


class SetPoints(Override, frozen=True, kw_only=True):
    """Set a person's points."""

    person: Id
    points: Annotated[int, Meta(ge=0, le=100)]


class Propose(Command, frozen=True, kw_only=True):
    """Propose a command to the game master."""

    counts_as = "aside"

    command: MakePerson | Strike


class Cheer(GameMasterCommand, frozen=True, kw_only=True):
    """Send a message to every seat."""

    counts_as = "move"

    lines: Annotated[tuple[Line, ...], Meta(max_length=3)] = ()


# ---------------------------------------------------------------- events


class TableOpened(Event, frozen=True, kw_only=True):
    """The campaign was opened."""

    title: str | None
    anew: bool


class PersonMade(Event, frozen=True, kw_only=True):
    """A person was created."""

    person: Person


class PersonPrepared(Event, frozen=True, kw_only=True):
    """A person was prepared."""

    person: str
    quick: Secret[int]


class Rolled(Event, frozen=True, kw_only=True):
    """A person rolled for the turn order."""

    participant: str
    face: int


class RolledAgain(Event, frozen=True, kw_only=True):
    """A tied person rolled again."""

    participant: str
    face: int


class Struck(Event, frozen=True, kw_only=True):
    """A person was struck."""

    blow: str
    target: str


class Answered(Event, frozen=True, kw_only=True):
    """A blow was answered."""

    blow: str


class PointsSet(Event, frozen=True, kw_only=True):
    """A person's points changed."""

    person: str
    points: int


class Cheered(Event, frozen=True, kw_only=True):
    """Every seat got the message."""


# ---------------------------------------------------------------- judges


@judge
def open_table(ctx: Ctx, command: OpenTable) -> None:
    """Open the campaign."""
    check_led(command)
    ctx.emit(TableOpened(title=command.title, anew=command.anew))


@judge
def make_person(ctx: Ctx, command: MakePerson) -> None:
    """Create a person."""
    seat_for(ctx, command.seat)
    check_says(ctx, command.quick, "quick")
    check_says(ctx, command.burns, "burns")
    check_says(ctx, command.sleeps, "sleeps")
    check_within(command.quick, 0, 2, "quick")
    check_room(ctx.state.characters, MOST_PEOPLE)
    made = ctx.new_id("person")
    like: dict[str, Any] = {"quick": command.quick, "burns": command.burns, "sleeps": command.sleeps}
    ctx.emit(PersonMade(person=Person(id=made, seat=command.seat, **like)))


@judge
def prepare_person(ctx: Ctx, command: PreparePerson) -> None:
    """Prepare a person."""
    check_one_more(ctx.state)
    ctx.emit(PersonPrepared(person=ctx.new_id("person"), quick=ctx.secret(command.quick)))


@judge
def reveal_person(ctx: Ctx, command: RevealCharacter) -> None:
    """Reveal a person."""
    quick, seat = to_reveal(ctx, command)
    if quick is not None:
        ctx.emit(PersonMade(person=Person(id=command.character, seat=seat, quick=quick)))


@judge
def roll_for_order(ctx: Ctx, command: RollForOrder) -> None:
    """Roll for the turn order of a round."""
    check_rolls(ctx, command.participant)
    (face,) = ctx.chance.roll("order", 6, 1)
    ctx.emit(Rolled(participant=command.participant, face=face))


@judge
def strike(ctx: Ctx, command: Strike) -> None:
    """Strike a person."""
    ctx.own(command.participant, "participant")
    ctx.character(command.target, "target")
    hold(ctx, command.participant, command.target)
    ctx.emit(Struck(blow=ctx.new_id("blow"), target=command.target))


@judge
def answer(ctx: Ctx, command: Answer) -> None:
    """Answer a blow; the struck person loses a point."""
    who = entry_of(ctx.state.struck, command.blow, "blow")
    check_owns(ctx, ctx.state.characters[who].seat, "blow")
    ctx.emit(Answered(blow=command.blow))
    ctx.emit(PointsSet(person=who, points=max(ctx.state.characters[who].points - 1, 0)))


@judge
def set_points(ctx: Ctx, command: SetPoints) -> None:
    """Set a person's points."""
    before = ctx.character(command.person, "person").points
    check_within(command.points, 0, WHOLE, "points")
    check_reason(command.points != before, command.reason)
    ctx.emit(PointsSet(person=command.person, points=command.points))


@judge
def propose(ctx: Ctx, command: Propose) -> None:
    """Propose a command for a person that belongs to the seat."""
    asked = command.command
    own = (
        asked.seat
        if isinstance(asked, MakePerson)
        else entry_of(ctx.state.characters, asked.participant, "command").seat
    )
    check_owns(ctx, own, "command")
    proposals.propose(ctx, asked)


@judge
def cheer(ctx: Ctx, _: Cheer) -> None:
    """Send the message to every seat."""
    ctx.emit(Cheered())


@follows
def turn_hurts(ctx: Ctx, event: TurnBegan) -> None:
    """When a turn starts, take a point from a burning person, and end the turn of a sleeping person."""
    one = ctx.state.characters[event.participant]
    if one.burns:
        ctx.emit(PointsSet(person=one.id, points=one.points - 1))
    if one.sleeps and ctx.state.takes_turns(one.id):
        ctx.emit(TurnEnded(participant=one.id))


# ---------------------------------------------------------------- fold


@fold
def _opened(state: Table, event: TableOpened) -> Table:
    return replace(state, title=event.title, anew=event.anew)


@fold
def _made(state: Table, event: PersonMade) -> Table:
    people, prepared = {**state.characters, event.person.id: event.person}, without(state.prepared, event.person.id)
    return replace(state.raise_counter(event.person.id), characters=people, prepared=prepared)


@fold
def _prepared(state: Table, event: PersonPrepared) -> Table:
    return replace(
        state.raise_counter(event.person), prepared={**state.prepared, event.person: value_of_secret(event.quick)}
    )


@fold
def _rolled(state: Table, event: Rolled) -> Table:
    return replace(state, fight=(state.fight or NO_FIGHT).change(event.participant, score=event.face))


@fold
def _rolled_again(state: Table, event: RolledAgain) -> Table:
    fight = state.fight or NO_FIGHT
    one = fight.find(event.participant)
    return replace(state, fight=fight.change(event.participant, tie=(*(one.tie if one else ()), event.face)))


@fold
def _struck(state: Table, event: Struck) -> Table:
    return replace(state.raise_counter(event.blow), struck={**state.struck, event.blow: event.target})


@fold
def _answered(state: Table, event: Answered) -> Table:
    return replace(state, struck=without(state.struck, event.blow))


@fold
def _points_set(state: Table, event: PointsSet) -> Table:
    return state.change(event.person, points=event.points)


@fold
def _cheered(state: Table, _: Cheered) -> Table:
    return state


# ---------------------------------------------------------------- samples


@samples
def _people(state: Table, seat: str) -> Samples[MakePerson]:
    if state.led_by(seat):
        fields: dict[str, Choice] = {"quick": Field(least=0, most=2), "burns": (False, True), "sleeps": (False, True)}
        fields["seat"] = playing(state)
        yield Sample(command=MakePerson(seat=seat), fields=fields)
    else:
        yield Sample(command=MakePerson(seat=seat))


@samples
def _prepares(state: Table, seat: str) -> Samples[PreparePerson]:  # noqa: ARG001 any seat
    yield offer(PreparePerson, quick=Field(least=0, most=2))


@samples
def _rolls(state: Table, seat: str) -> Samples[RollForOrder]:
    who = fighters(state, seat)
    yield Sample(command=RollForOrder(participant=who[0]), fields={"participant": who})


@samples
def _blows(state: Table, seat: str) -> Samples[Strike | Answer]:
    targets = some(state.characters)
    for who in mine(state, seat):
        yield Sample(command=Strike(participant=who, target=targets[0]), fields={"target": targets})
    blows = some(state.struck)
    yield Sample(command=Answer(blow=blows[0]), fields={"blow": blows})


@samples
def _points(state: Table, _: str) -> Samples[SetPoints]:
    for who in some(state.characters):
        points = Field(least=0, most=WHOLE)
        yield Sample(
            command=SetPoints(person=who, points=1, reason="so it is"), fields={"points": points, "reason": TEXT}
        )
    for one in state.characters.values():
        yield Sample(command=SetPoints(person=one.id, points=one.points))


@samples
def _proposed(state: Table, seat: str) -> Samples[Propose]:
    yield Sample(command=Propose(command=MakePerson(seat=seat)), fields={"command": Field(schema="MakePerson")})
    for who in mine(state, seat):
        asked = tuple(Strike(participant=who, target=target) for target in some(state.characters))
        yield Sample(command=Propose(command=asked[0]), fields={"command": asked})


@samples
def _cheers(state: Table, seat: str) -> Samples[Cheer]:  # noqa: ARG001 any seat
    yield Sample(command=Cheer(), fields={"lines": Field(items=TEXT, repeats=True, ordered=True, most=3)})


# ---------------------------------------------------------------- the game


def view(state: Table, seat: Seat | None) -> Table:  # noqa: ARG001 every seat sees everything
    """Return the whole state."""
    return state


def before(ctx: Ctx, command: Command) -> None:
    """Check before each command that texts are readable, and that only the game master creates persons."""
    check_readable(command)
    proposals.check_alone(ctx, type(command), {MakePerson: "propose"})


def after(ctx: Ctx, _: Command) -> None:
    """Advance the fight after a command."""
    fights.go_on(ctx)


def game_of(state: type[Table]) -> Game[Table]:
    """Return the game with this type of state. The type decides whether newcomers join at once or in the next round."""
    return Game[Table](
        service="table", kind="table", state=state,
        chapters=(seats, fights, days, proposals, roster, sys.modules[__name__]),
        view=view,
        deciding=Deciding(context=RosterContext, before=before, after=after, wrong_role=seats.WRONG_ROLE),
        secrecy=Secrecy(audience=game_masters), storage=Storage(last_id=last_id),
    )  # fmt: skip


AT_ONCE: Final = game_of(Table)
LATE: Final = game_of(LateTable)
SEATS: Final = (SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann"), SeatAsk(seat="bob"))

# ---------------------------------------------------------------- in a test


def table(*people: Person, game: Game[Table] = AT_ONCE, anew: bool = False) -> Spec[Table]:
    """Return a campaign with these persons, for a game master, two players and a spectator."""
    roles: Sequence[tuple[str, Role]] = (("gm", "gm"), ("ann", "player"), ("bob", "player"), ("spectator", "spectator"))
    opened = (SeatOpened(seat=seat, role=role) for seat, role in roles)
    return Spec(game).given(*opened, TableOpened(title=None, anew=anew), *(PersonMade(person=one) for one in people))


def person(number: int, seat: str = "ann", **like: Any) -> Person:  # noqa: ANN401 fields of a person
    """Return a person with this number and these values."""
    return Person(id=f"person-{number}", seat=seat, **like)


def fight(play: Spec[Table], *scores: int, each_round: bool = False) -> Spec[Table]:
    """Start a fight of the first persons, one person for each score, and begin the first turn. Return the campaign."""
    who = tuple(f"person-{number}" for number, _ in enumerate(scores, 1))
    play.given(FightStarted(participants=who, each_round=each_round), RoundBegan(round=1))
    for one, score in zip(who[:-1], scores[:-1], strict=True):
        play.given(Rolled(participant=one, face=score))
    play.when(RollForOrder(participant=who[-1]), faces=Faces(scores[-1])).take_events()
    return play


def begin_table(game: Game[Table], seed: int, *, anew: bool) -> Journal[Table]:
    """Open a campaign; return its journal, which keeps the whole log."""
    return Journal(game, OpenTable(seats=SEATS, anew=anew), seed=seed)
