"""Legal lists that are built from samples.

The kernel lets the judges try each sample, changes the field that a refusal names, and lists the result.
"""

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
from shared.kernel.stream import SeatState, Stream, commands_of
from tests.shared.kernel.kit import PARTS, Count, game_of

TRIED: list[Command] = []
"""The commands that the judges were called with, in order."""


class Pick(Command, frozen=True, kw_only=True):
    """Pick a free card and a free place, with words and tags."""

    counts_as = "move"

    card: str = "ace"
    place: int = 0
    words: tuple[str, ...] = ()
    tags: dict[str, int] = field(default_factory=dict)


class Draw(Command, frozen=True, kw_only=True):
    """Draw a card."""

    counts_as = "move"


class Shut(Command, frozen=True, kw_only=True):
    """A command that the rules never allow."""

    counts_as = "move"

    key: int = 0


class Locked(Command, frozen=True, kw_only=True):
    """Another command that the rules never allow."""

    counts_as = "move"


class Lead(Command, frozen=True, kw_only=True):
    """A command that only a game master may send."""

    counts_as = "move"
    needs_role: ClassVar[Role] = "gm"


class Unoffered(Command, frozen=True, kw_only=True):
    """A command that its chapter never offers."""

    counts_as = "move"


class CardTaken(Refusal, rule="KIT-4"):
    """Another seat has that card."""


class PlaceTaken(Refusal, rule="KIT-5"):
    """The place is occupied."""


class NotNow(Refusal, rule="KIT-6"):
    """Nobody may do this now."""


CARDS = ("ace", "king", "queen", "ten")
FREE_CARDS = {"king", "queen"}
FREE_PLACES = {2, 3}


@judge
def pick(ctx: Context[Count], command: Pick) -> None:
    """Refuse a card that is not free, and then a place that is not free."""
    TRIED.append(command)
    if ctx.state.number:
        raise NotNow(needs=0, has=ctx.state.number)
    if command.card not in FREE_CARDS:
        raise CardTaken(has=command.card, field="card")
    if command.place not in FREE_PLACES:
        raise PlaceTaken(has=command.place, field="place")


@judge
def draw(ctx: Context[Count], command: Draw) -> None:  # noqa: ARG001 it has no fields
    """Draw a card at random."""
    ctx.chance.roll("card", 52)


@judge
def shut(ctx: Context[Count], command: Shut | Locked) -> None:
    """Refuse every command."""
    TRIED.append(command)
    raise NotNow(needs="tomorrow", has=ctx.state.number)


@judge
def lead(ctx: Context[Count], command: Lead) -> None:
    """Accept every command."""


@judge
def unoffered(ctx: Context[Count], command: Unoffered) -> None:
    """Accept every command."""


@samples
def picks(state: Count, seat: Seat) -> Samples[Pick]:  # noqa: ARG001 any seat
    """Offer every card and place, and a list of words."""
    words = Field(items=Field(options=("hm", "ah")), least=0, most=4, repeats=True, ordered=True)
    for card in ("ace", "ten"):
        yield Sample(command=Pick(card=card), fields={"card": CARDS, "place": range(4), "words": words})


@samples
def others(state: Count, seat: Seat) -> Samples[Draw | Shut | Locked | Lead]:  # noqa: ARG001 as above
    """Offer one sample of each of the other commands."""
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


def legal_list(*, number: int = 0, seat: str = "ann", command: str | None = None, game: Game[Any] = GAME) -> Legal:
    """Return a seat's legal list at the count `number`."""
    stream = stream_at(number)
    return legal(game, stream, seat, stream.seats[seat].role, wanted=Wanted(command=command))


def only(command: str, **more: Any) -> Allowed:  # noqa: ANN401 as above
    """Return the only entry of a command in a list."""
    (entry,) = (entry for entry in legal_list(**more).allowed if entry.command == command)
    return entry


def names(found: Legal) -> list[str]:
    """Return the names of all listed commands, allowed or blocked."""
    return [entry.command for entry in found.allowed] + [name for entry in found.blocked for name in entry.commands]


@pytest.fixture(autouse=True)
def _nothing_tried() -> None:
    TRIED.clear()


def test_a_refused_sample_is_repaired_in_the_named_field() -> None:
    """The kernel first changes the card and then the place, until the judge accepts both.

    It offers only accepted values.
    """
    entry = only("Pick")

    assert entry.body == {"type": "Pick", "card": "king", "place": 2}
    assert entry.fields["card"] == Field(options=("king", "queen"))
    assert entry.fields["place"] == Field(options=(2, 3))


def test_equal_repaired_samples_are_listed_once() -> None:
    """The kernel changes both the ace and the ten of the samples into the king, and lists the result only once."""
    assert [entry.command for entry in legal_list().allowed].count("Pick") == 1


def test_a_form_is_listed_unchanged() -> None:
    """The kernel lets the judges try the options of a field, but takes the limits of other values from the chapter."""
    words = only("Pick").fields["words"]

    assert words == Field(items=Field(options=("hm", "ah")), least=0, most=4, repeats=True, ordered=True)


def test_every_body_that_follows_from_an_entry_is_accepted() -> None:
    """The judges accept every combination of an entry's listed values."""
    entry = only("Pick")
    cards, places = entry.fields["card"].options or (), entry.fields["place"].options or ()
    for card in cards:
        for place in places:
            GAME.judges[Pick](ContextAt(), Pick(card=card, place=place))


class ContextAt:
    """A replacement for a context, with only the parts that the judge of a pick reads."""

    state = Count()


def test_a_refusal_that_names_no_field_is_the_reason_for_all_values() -> None:
    """The first refusal without a field is the reason why the command is blocked, and no sample is repaired."""
    found = legal_list(number=3)
    (blocked,) = (entry for entry in found.blocked if "Pick" in entry.commands)

    assert (blocked.rule, blocked.needs, blocked.has) == ("KIT-6", 0, 3)


def test_commands_blocked_for_one_reason_share_an_entry() -> None:
    """The shared entry of commands that one refusal blocks has the refusal's sentence, needs and facts."""
    (blocked,) = (entry for entry in legal_list().blocked if entry.rule == "KIT-6")

    assert blocked.commands == ("Shut", "Locked")
    assert (blocked.says, blocked.needs, blocked.has) == ("Nobody may do this now.", "tomorrow", 0)


def test_a_command_of_another_role_is_blocked_untried() -> None:
    """A command that needs a role other than the seat's is listed as blocked, without a call of its judge."""
    (blocked,) = (entry for entry in legal_list().blocked if "Lead" in entry.commands)

    assert (blocked.rule, blocked.needs, blocked.has) == ("AR-SEAT-04", "gm", "player")
    assert only("Lead", seat="gm").body == {"type": "Lead"}


def test_a_drawing_command_is_listed_without_a_draw() -> None:
    """The dry run of a command that draws stops before the draw, and the command is listed as allowed."""
    assert only("Draw") == Allowed(command="Draw", kind="move", body={"type": "Draw"}, fields={})


def test_a_body_omits_fields_with_their_default() -> None:
    """A listed body omits optional fields that have their default value, including empty containers."""
    assert only("Pick").body.keys() == {"type", "card", "place"}
    assert only("Add").body == {"type": "Add", "number": 9}


def test_a_body_of_defaults_has_only_its_type() -> None:
    """If all fields have their default, the listed body has only its type."""
    assert only("Add", number=8).body == {"type": "Add"}


def test_a_field_with_one_legal_value_is_only_in_the_body() -> None:
    """A field with only one legal value is in the body and is not offered as a choice."""
    assert only("Add", number=8).fields == {}
    assert only("Add", number=7).fields == {"number": Field(options=(1, 2))}


def test_a_legal_list_can_be_limited_to_one_command() -> None:
    """If a legal list is limited to one command, the kernel does not try any other command."""
    found = legal_list(command="Pick")

    assert names(found) == ["Pick"]
    assert {type(command) for command in TRIED} == {Pick}
    assert names(legal_list(command="Close")) == ["Close"]
    assert legal_list(command="Unknown") == Legal()


def test_every_command_is_listed_once() -> None:
    """The legal list contains each command of the game and of the kernel exactly once."""
    kinds = sorted(kind.__name__ for kind in commands_of(GAME))

    assert sorted(names(legal_list())) == sorted(names(legal_list(seat="gm"))) == kinds


def test_after_the_end_all_are_blocked_for_one_reason() -> None:
    """After the end of the stream, all commands are blocked in a single entry with one reason."""
    found = legal(GAME, stream_at(closed=True), "ann", "player")

    assert found.allowed == ()
    assert [entry.rule for entry in found.blocked] == ["AR-STREAM-03"]


def test_a_chapter_without_samples_breaks_no_list() -> None:
    """Legal lists omit a command that has no sample, and a check reports it.

    One sample is enough, even a refused one.
    """
    assert "Unoffered" not in names(legal_list(game=BARE))
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
    """The limits `least` and `most` of a field apply to a number or, with `items`, to the length of a list."""
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
    """A field or an item of a list that has no form, or two kinds of forms, raises an error."""
    with pytest.raises(ValueError, match="exactly one form"):
        field.check()
    with pytest.raises(ValueError, match="exactly one form"):
        Field(items=field).check()


def test_an_offer_is_the_sample_of_its_first_values() -> None:
    """The sample of an offer takes the first allowed value of each field, however the field is declared.

    A field is declared as a list of values, a form, a pair of a value and a form, or a single value.
    """
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
