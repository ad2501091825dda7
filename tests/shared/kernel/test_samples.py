"""What is legal, from samples: each is tried against the judges, mended where a refusal names a field, and listed."""

from typing import Any, ClassVar

import pytest
from msgspec import field

from shared.kernel.chapter import judge, samples
from shared.kernel.context import Context
from shared.kernel.game import Game, GameIncomplete
from shared.kernel.legal import Allowed, Legal, Wanted, check_offered, legal
from shared.kernel.messages import Command, Role, Seat
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Sample, Samples, offer
from shared.kernel.stream import KERNEL_COMMANDS, SeatState, Stream
from tests.shared.kernel.kit import PARTS, Count, game_of

TRIED: list[Command] = []
"""Every command that a judge has seen, in order."""


class Pick(Command, frozen=True, kw_only=True):
    """Pick a card and a place that are free, and say something."""

    counts_as = "move"

    card: str = "ace"
    place: int = 0
    words: tuple[str, ...] = ()
    tags: dict[str, int] = field(default_factory=dict)


class Draw(Command, frozen=True, kw_only=True):
    """Draw a card."""

    counts_as = "move"


class Shut(Command, frozen=True, kw_only=True):
    """Do what nobody may now."""

    counts_as = "move"

    key: int = 0


class Locked(Command, frozen=True, kw_only=True):
    """Do what nobody may now either."""

    counts_as = "move"


class Lead(Command, frozen=True, kw_only=True):
    """Do what only a game master may."""

    counts_as = "move"
    needs_role: ClassVar[Role] = "gm"


class Unoffered(Command, frozen=True, kw_only=True):
    """Do what its chapter never offers."""

    counts_as = "move"


class CardTaken(Refusal, rule="KIT-4"):
    """Somebody has that card."""


class PlaceTaken(Refusal, rule="KIT-5"):
    """Something lies there."""


class NotNow(Refusal, rule="KIT-6"):
    """Nobody may do this now."""


CARDS = ("ace", "king", "queen", "ten")
FREE_CARDS = {"king", "queen"}
FREE_PLACES = {2, 3}


@judge
def pick(ctx: Context[Count], command: Pick) -> None:
    """Hold the card to those that are free, then the place."""
    TRIED.append(command)
    if ctx.state.number:
        raise NotNow(needs=0, has=ctx.state.number)
    if command.card not in FREE_CARDS:
        raise CardTaken(has=command.card, field="card")
    if command.place not in FREE_PLACES:
        raise PlaceTaken(has=command.place, field="place")


@judge
def draw(ctx: Context[Count], command: Draw) -> None:  # noqa: ARG001 it has no fields
    """Draw."""
    ctx.chance.roll("card", 52)


@judge
def shut(ctx: Context[Count], command: Shut | Locked) -> None:
    """Refuse."""
    TRIED.append(command)
    raise NotNow(needs="tomorrow", has=ctx.state.number)


@judge
def lead(ctx: Context[Count], command: Lead) -> None:
    """Let it be."""


@judge
def unoffered(ctx: Context[Count], command: Unoffered) -> None:
    """Let it be."""


@samples
def picks(state: Count, seat: Seat) -> Samples[Pick]:  # noqa: ARG001 whoever asks
    """Offer every card and place, and a list of words."""
    words = Field(items=Field(options=("hm", "ah")), least=0, most=4, repeats=True, ordered=True)
    for card in ("ace", "ten"):
        yield Sample(command=Pick(card=card), fields={"card": CARDS, "place": range(4), "words": words})


@samples
def others(state: Count, seat: Seat) -> Samples[Draw | Shut | Locked | Lead]:  # noqa: ARG001 as above
    """Offer one of each."""
    for command in (Draw(), Shut(), Locked(), Lead()):
        yield Sample(command=command)


@samples
def nothing(state: Count, seat: Seat) -> Samples[Unoffered]:  # noqa: ARG001 as above
    """Offer nothing."""
    return ()


PICKING = (
    *PARTS, Pick, Draw, Shut, Locked, Lead, CardTaken, PlaceTaken, NotNow, pick, draw, shut, lead, picks, others,
)  # fmt: skip
GAME = game_of(*PICKING)
BARE = game_of(*PICKING, Unoffered, unoffered, nothing)


def stream_at(number: int = 0, **more: Any) -> Stream[Count]:  # noqa: ANN401 facts of a stream
    """Return an open stream with two seats."""
    seats = {"gm": SeatState("gm"), "ann": SeatState("player")}
    facts: dict[str, Any] = {"id": "kit.count:one", "game": Count(number=number), "opened": True, "seats": seats}
    return Stream(**(facts | more))


def listed(*, number: int = 0, seat: str = "ann", command: str | None = None, game: Game[Any] = GAME) -> Legal:
    """List what a seat may do."""
    stream = stream_at(number)
    return legal(game, stream, seat, stream.seats[seat].role, wanted=Wanted(command=command))


def only(command: str, **more: Any) -> Allowed:  # noqa: ANN401 as above
    """Return the one entry of a command."""
    (entry,) = (entry for entry in listed(**more).allowed if entry.command == command)
    return entry


def names(found: Legal) -> list[str]:
    """Return the names of all that is listed, allowed or blocked."""
    return [entry.command for entry in found.allowed] + [name for entry in found.blocked for name in entry.commands]


@pytest.fixture(autouse=True)
def _nothing_tried() -> None:
    TRIED.clear()


def test_a_sample_that_is_refused_is_mended_by_the_field_that_the_refusal_names() -> None:
    """First the card, then the place: so it stands, and only what stands beside it is offered."""
    entry = only("Pick")

    assert entry.body == {"type": "Pick", "card": "king", "place": 2}
    assert entry.fields["card"] == Field(options=("king", "queen"))
    assert entry.fields["place"] == Field(options=(2, 3))


def test_samples_that_come_to_the_same_are_listed_once() -> None:
    """One offered the ace and another the ten, and both became the king."""
    assert [entry.command for entry in listed().allowed].count("Pick") == 1


def test_a_form_stands_as_it_is() -> None:
    """The kernel tries values; what is free within bounds it takes from the chapter."""
    words = only("Pick").fields["words"]

    assert words == Field(items=Field(options=("hm", "ah")), least=0, most=4, repeats=True, ordered=True)


def test_every_body_that_follows_from_an_entry_is_accepted() -> None:
    """Whichever values are combined."""
    entry = only("Pick")
    cards, places = entry.fields["card"].options or (), entry.fields["place"].options or ()
    for card in cards:
        for place in places:
            GAME.judges[Pick](ContextAt(), Pick(card=card, place=place))


class ContextAt:
    """As much of a context as a pick looks at."""

    state = Count()


def test_a_refusal_that_names_no_field_is_the_reason_for_all_values() -> None:
    """The first refusal is shown."""
    found = listed(number=3)
    (blocked,) = (entry for entry in found.blocked if "Pick" in entry.commands)

    assert (blocked.rule, blocked.needs, blocked.has) == ("KIT-6", 0, 3)


def test_what_is_blocked_for_one_reason_is_listed_once() -> None:
    """Commands of one refusal stand together, with what it says, needs and has."""
    (blocked,) = (entry for entry in listed().blocked if entry.rule == "KIT-6")

    assert blocked.commands == ("Shut", "Locked")
    assert (blocked.says, blocked.needs, blocked.has) == ("Nobody may do this now.", "tomorrow", 0)


def test_a_command_of_another_role_is_blocked_untried() -> None:
    """The kernel knows the role by the command's class."""
    (blocked,) = (entry for entry in listed().blocked if "Lead" in entry.commands)

    assert (blocked.rule, blocked.needs, blocked.has) == ("AR-SEAT-04", "gm", "player")
    assert only("Lead", seat="gm").body == {"type": "Lead"}


def test_what_would_draw_is_allowed_and_nothing_is_drawn() -> None:
    """The dry run stops there."""
    assert only("Draw") == Allowed(command="Draw", kind="move", body={"type": "Draw"}, fields={})


def test_a_body_leaves_out_what_holds_its_default() -> None:
    """A field that is not in the body may be left out; containers count too."""
    assert only("Pick").body.keys() == {"type", "card", "place"}
    assert only("Add").body == {"type": "Add", "number": 9}


def test_of_a_body_that_stands_with_defaults_only_the_type_is_left() -> None:
    """Which is a whole body."""
    assert only("Add", number=8).body == {"type": "Add"}


def test_a_field_with_one_value_that_stands_is_in_the_body_alone() -> None:
    """There is nothing to choose."""
    assert only("Add", number=8).fields == {}
    assert only("Add", number=7).fields == {"number": Field(options=(1, 2))}


def test_one_command_can_be_asked_for() -> None:
    """The others are not even tried."""
    found = listed(command="Pick")

    assert names(found) == ["Pick"]
    assert {type(command) for command in TRIED} == {Pick}
    assert names(listed(command="Close")) == ["Close"]
    assert listed(command="Unknown") == Legal()


def test_every_command_is_listed_once() -> None:
    """Those of the game and those of the kernel."""
    kinds = sorted(kind.__name__ for kind in (*GAME.commands, *KERNEL_COMMANDS))

    assert sorted(names(listed())) == sorted(names(listed(seat="gm"))) == kinds


def test_after_the_end_all_are_blocked_for_one_reason() -> None:
    """In one entry."""
    found = legal(GAME, stream_at(closed=True), "ann", "player")

    assert found.allowed == ()
    assert [entry.rule for entry in found.blocked] == ["AR-STREAM-03"]


def test_a_chapter_that_offers_nothing_is_found_by_the_tests_and_breaks_no_list() -> None:
    """A command without a sample is in no list; a sample that is refused is enough."""
    assert "Unoffered" not in names(listed(game=BARE))
    check_offered(GAME, stream_at(), "ann", "player")
    with pytest.raises(GameIncomplete, match=r"kit\.count offers ann at version 0 no sample of Unoffered"):
        check_offered(BARE, stream_at(), "ann", "player")


@pytest.mark.parametrize(
    ("field", "form"),
    [
        (Field(options=("a",)), "options"),
        (Field(options=()), "options"),
        (Field(least=0), "number"),
        (Field(most=9), "number"),
        (TEXT, "text"),
        (Field(schema="Seat"), "schema"),
        (Field(items=TEXT), "list"),
        (Field(items=TEXT, least=1, most=3, ordered=True), "list"),
    ],
)
def test_a_field_has_one_form(field: Field, form: str) -> None:
    """Bounds are those of a number, or of a list's length."""
    assert field.form == form


@pytest.mark.parametrize(
    "field",
    [
        Field(),
        Field(options=("a",), text=True),
        Field(least=0, text=True),
        Field(items=TEXT, options=()),
        Field(options=("a",), repeats=True),
        Field(least=1, ordered=True),
    ],
)
def test_a_field_with_no_form_or_with_two_is_a_mistake(field: Field) -> None:
    """Nobody could say what may stand there; the items of a list are looked at too."""
    with pytest.raises(ValueError, match="exactly one form"):
        field.check()
    with pytest.raises(ValueError, match="exactly one form"):
        Field(items=field).check()


def test_an_offer_is_the_sample_of_its_first_values() -> None:
    """Of lists and of forms; a pair says the value and the form, and anything else is just the value."""
    number = Field(least=2, most=5)
    assert Sample(
        command=Pick(card="ace", place=2, tags={"a": 1}), fields={"card": ("ace", "king"), "place": number}
    ) == offer(Pick, card=("ace", "king"), place=number, tags={"a": 1})

    suits, many = Field(options=("ace", "king")), Field(items=TEXT, most=3, repeats=True)
    assert Sample(command=Pick(card="ace", words=("a",)), fields={"card": suits, "words": many}) == offer(
        Pick, card=suits, words=(("a",), many)
    )
    assert Sample(command=Pick(card="queen"), fields={"card": TEXT}) == offer(Pick, card=("queen", TEXT))

    made = Pick(card="king", place=4)
    assert Sample(command=made, fields={"card": ("ace",), "place": number}) == offer(made, card=("ace",), place=number)
