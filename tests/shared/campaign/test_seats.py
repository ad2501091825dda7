"""Refusals common to all campaigns."""

import msgspec
import pytest

from shared.kernel.campaign.authority import Led
from shared.kernel.campaign.days import DayBegan, StartDay
from shared.kernel.campaign.fights import AnswerFirst, FightIsOn
from shared.kernel.campaign.seats import (
    GameMasterNeeded,
    NamedTwice,
    NotKnownHere,
    NotYours,
    OnlyTheGameMaster,
    OnlyWatches,
    OutOfRange,
    ReasonNeeded,
    TextIsBlank,
    TooManyHere,
    check_leads,
    check_once,
    check_readable,
    check_says,
)
from shared.kernel.chance import Faces
from shared.kernel.context import Intent
from shared.kernel.game import SeatAsk
from shared.kernel.messages import Role
from tests.shared.campaign.game import (
    AT_ONCE,
    SEATS,
    Answer,
    Answered,
    Cheer,
    Cheered,
    MakePerson,
    OpenTable,
    Person,
    PersonMade,
    PointsSet,
    SetPoints,
    Strike,
    Struck,
    Table,
    TableOpened,
    fight,
    person,
    table,
)
from tests.support.spec import Spec, refuses

BLANK = " \u200b\t"


def as_seat(seat: str, role: Role) -> Led[Table]:
    """Return the context in which a command of this seat is decided."""
    intent = Intent(id="one", seat=seat, role=role, at=1, by=f"seat:{seat}@0", command=Cheer())
    return Led(AT_ONCE, intent, AT_ONCE.initial, Faces())


@pytest.mark.rule("AR-CAMP-01")
def test_a_campaign_is_opened_with_a_game_master() -> None:
    """The game refuses to open a campaign that has only players."""
    alone = Spec(AT_ONCE).when(OpenTable(seats=(SeatAsk(seat="ann"), SeatAsk(seat="bob"))), app=True)
    alone.then_refused(GameMasterNeeded, needs="gm", has=("player", "player"))

    Spec(AT_ONCE).when(OpenTable(seats=SEATS, title="Dusk"), app=True).then(TableOpened(title="Dusk", anew=False))


@pytest.mark.rule("AR-CAMP-02")
def test_players_cannot_send_commands_of_the_game_master() -> None:
    """The game refuses a player's command that only the game master and the app may send."""
    play = table()
    play.when(Cheer(), seat="ann").then_refused(OnlyTheGameMaster, needs="gm", has="player")

    play.when(Cheer(), seat="gm").then(Cheered())
    play.when(Cheer(), seat="ann", app=True).then(Cheered())


@pytest.mark.rule("AR-CAMP-02")
def test_target_can_make_a_command_the_game_masters() -> None:
    """The game refuses a player's command if its target makes it a command for the game master only."""
    with refuses(OnlyTheGameMaster):
        check_leads(as_seat("ann", "player"))
    check_leads(as_seat("gm", "gm"))


@pytest.mark.rule("AR-CAMP-02")
def test_a_player_may_not_set_the_game_master_s_fields() -> None:
    """The game refuses a player's command that sets a field reserved for the game master, and names the field."""
    check_says(as_seat("ann", "player"), None, "quick")
    check_says(as_seat("gm", "gm"), 2, "quick")

    with pytest.raises(OnlyTheGameMaster) as found:
        check_says(as_seat("ann", "player"), 2, "quick")

    assert ("left out", "quick") == (found.value.needs, found.value.field)


@pytest.mark.rule("AR-CAMP-03")
def test_a_spectator_only_watches() -> None:
    """A spectator may send neither players' commands nor commands of the game master."""
    play = table(person(1), person(2))
    play.when(Strike(participant="person-1", target="person-2"), seat="spectator").then_refused(OnlyWatches)
    play.when(Cheer(), seat="spectator").then_refused(OnlyWatches, needs="player", has="spectator")


@pytest.mark.rule("AR-CAMP-04")
def test_a_player_acts_for_its_own_characters() -> None:
    """The game refuses a player's command for another player's character.

    The game master may act for all characters.
    """
    play = table(person(1, "ann"), person(2, "bob"))
    strike = Strike(participant="person-1", target="person-2")
    play.when(strike, seat="bob").then_refused(NotYours, needs="ann", has="bob")
    play.when(strike, seat="ann").then(Struck(blow="blow-3", target="person-2"))

    play.when(Answer(blow="blow-3"), seat="ann").then_refused(NotYours, needs="bob", has="ann")
    play.when(Answer(blow="blow-3"), seat="gm").then(Answered(blow="blow-3"), PointsSet(person="person-2", points=2))


@pytest.mark.rule("AR-CAMP-05")
def test_a_command_names_existing_ids() -> None:
    """The game refuses an unknown id, and the refusal names the field."""
    play = table(person(1))
    play.when(Strike(participant="person-1", target="person-9")).then_refused(NotKnownHere, has="person-9")
    play.when(Strike(participant="person-9", target="person-1")).then_refused(NotKnownHere, has="person-9")
    play.when(Strike(participant="person-1", target="person-1")).then(Struck(blow="blow-2", target="person-1"))


@pytest.mark.rule("AR-CAMP-06")
def test_a_campaign_has_a_limit_of_characters() -> None:
    """A campaign with a limit of six characters accepts the sixth character and refuses the seventh."""
    play = table(*(person(number) for number in range(1, 6)))
    play.when(MakePerson(seat="ann")).then(PersonMade(person=person(6)))
    play.when(MakePerson(seat="ann")).then_refused(TooManyHere, needs="at most 6", has=6)


@pytest.mark.rule("AR-CAMP-07")
def test_a_value_set_by_hand_needs_a_reason() -> None:
    """The game refuses a command that changes a value by hand without a reason."""
    play = table(person(1))
    play.when(SetPoints(person="person-1", points=1)).then_refused(ReasonNeeded, needs="a reason")
    play.when(SetPoints(person="person-1", points=3)).then(PointsSet(person="person-1", points=3))
    play.when(SetPoints(person="person-1", points=1, reason="a fall")).then(PointsSet(person="person-1", points=1))


@pytest.mark.rule("AR-CAMP-08")
def test_a_number_stays_within_its_bounds() -> None:
    """The game refuses numbers outside the limits, and accepts both limits."""
    play = table(person(1, points=1))
    play.when(SetPoints(person="person-1", points=4, reason="x")).then_refused(OutOfRange, needs="0 to 3", has=4)
    play.when(SetPoints(person="person-1", points=3, reason="x")).then(PointsSet(person="person-1", points=3))
    play.when(SetPoints(person="person-1", points=0, reason="x")).then(PointsSet(person="person-1", points=0))
    play.when(MakePerson(seat="ann", quick=-1)).then_refused(OutOfRange, needs="0 to 2", has=-1)


@pytest.mark.rule("AR-CAMP-09")
@pytest.mark.parametrize(
    "command",
    [
        OpenTable(seats=SEATS, title=BLANK),
        OpenTable(seats=SEATS, notes={BLANK: ("north",)}),
        OpenTable(seats=SEATS, notes={"road": ("north", BLANK)}),
        SetPoints(person="person-1", points=1, reason=BLANK),
        Cheer(lines=("hey", BLANK)),
    ],
)
def test_a_blank_text_is_refused(command: OpenTable | SetPoints | Cheer) -> None:
    """The game refuses a blank text in any field of a command, including nested fields."""
    table(person(1)).when(command).then_refused(TextIsBlank, has=BLANK)


@pytest.mark.rule("AR-CAMP-09")
@pytest.mark.parametrize("word", ["x", "7", "🎲", " !", "ж"])
def test_a_letter_or_a_sign_is_enough(word: str) -> None:
    """The game accepts a text with at least one letter, digit or symbol, in any script."""
    table().when(Cheer(lines=(word,))).then(Cheered())


@pytest.mark.rule("AR-CAMP-09")
def test_an_id_is_never_blank() -> None:
    """An id cannot be blank, because decoding a command checks its pattern.

    Therefore the game does not check ids for blanks again.
    """
    with pytest.raises(msgspec.ValidationError, match="matching regex"):
        msgspec.convert({"person": BLANK, "points": 1}, SetPoints)

    check_readable(SetPoints(person=BLANK, points=1))


@pytest.mark.rule("AR-CAMP-10")
def test_a_list_has_no_duplicates() -> None:
    """The game refuses a list that contains a value twice, and names the value."""
    check_once(("a", "b", "c"), "names")

    with pytest.raises(NamedTwice) as found:
        check_once(("a", "b", "a", "b", "c"), "names")

    assert (("a", "b"), "names") == (found.value.has, found.value.field)


def test_seats_and_ids_are_kept() -> None:
    """The state stores the role of each seat, and the last id that was assigned."""
    state = table(person(4)).state

    assert {"gm": "gm", "ann": "player", "bob": "player", "spectator": "spectator"} == state.roles
    assert (("gm",), 4, {"person-4": Person(id="person-4", seat="ann")}) == (
        state.game_masters,
        state.made,
        state.characters,
    )


@pytest.mark.rule("AR-CAMP-14")
def test_a_day_begins_in_quiet() -> None:
    """Only the game master may start a day, and only outside a fight and while no answer is pending."""
    play = table(person(1), person(2))
    play.when(StartDay(), seat="ann").then_refused(OnlyTheGameMaster)
    play.when(StartDay()).then(DayBegan(day=2))
    assert 2 == play.state.day

    play.given(Struck(blow="blow-3", target="person-2"))
    play.when(StartDay()).then_refused(AnswerFirst, needs=("blow-3",))
    play.when(Answer(blow="blow-3")).take_events()
    fight(play, 1)
    play.when(StartDay()).then_refused(FightIsOn)
