"""What may be done on a table, and what follows from it."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from services.dice.commands import Closing, DefineDice, ForgetDice, OpenTable, RevealRoll, Roll, RollAsk, VoidRoll
from services.dice.events import (
    DiceDefined,
    DiceForgotten,
    DiceRolled,
    Rolled,
    RollRevealed,
    RollVoided,
    TableOpened,
)
from services.dice.game import table
from services.dice.outcomes import NotationOutcome, Outcome, ThrownDice
from services.dice.refusals import (
    DiceUnknown,
    DieMalformed,
    NotationUnclear,
    NotSecret,
    NotYourSecret,
    OnlyForOneself,
    OnlyTheGameMaster,
    OnlyWatches,
    RollUnknown,
    SecretForSeveralSeats,
    TableTooOld,
    TooManyDice,
    TooManySecrets,
    TooManySets,
    VoidAlready,
)
from services.dice.rules.permission import MAX_SECRETS, MAX_SETS
from services.dice.state import RECENT, TableState
from services.dice.throws import (
    CharacterDice,
    DiceSet,
    FlipTotal,
    IconDie,
    LuckPool,
    Notation,
    PositionPool,
    SymbolDice,
    SymbolDie,
    SymbolPool,
    What,
)
from services.dice.views import SeenRoll
from shared.chance import Faces, TableTape
from shared.messages import Command, Secret
from shared.odds.report import Odds, VectorOdds
from shared.refusals import FaceImpossible, FacesLeft, FacesMissing, SeatUnknown
from shared.stream import SeatOpened
from tests.support.spec import Spec

SEATS = (SeatOpened(seat="gm", role="gm"), SeatOpened(seat="ann", role="player"), SeatOpened(seat="bob", role="player"))
D20 = Notation(text="1d20")
COIN = SymbolDie(name="coin", faces=(("heads",), ("tails",)))


def opened(event: TableOpened | None = None) -> Spec[TableState]:
    """Give a table with a game master and two players."""
    return Spec(table).given(*SEATS, event or TableOpened(title="Friday"))


def roll(*whats: What, secret: bool = False) -> Roll:
    """Ask for rolls."""
    return Roll(rolls=tuple(RollAsk(what=what) for what in whats), secret=secret)


def showing(face: int, text: str = "1d20") -> NotationOutcome:
    """Give what one die comes to."""
    return NotationOutcome(total=face, dice=(ThrownDice(text=text, faces=(face,), total=face),))


def rolled(face: int, number: int = 1, who: str = "ann") -> DiceRolled:
    """Give a public roll of one die."""
    return DiceRolled(rolls=(Rolled(number=number, who=who, what=D20),), outcomes=(showing(face),))


def hidden(face: int, number: int = 1, who: str = "ann") -> DiceRolled:
    """Give a secret roll of one die."""
    audience = tuple(sorted({who, "gm"}))
    return DiceRolled(
        rolls=(Rolled(number=number, who=who, what=D20),), outcomes=Secret(audience=audience, value=(showing(face),))
    )


# ---------------------------------------------------------------- opening and ending


@pytest.mark.rule("DI-TABLE-01")
def test_a_table_opens_with_a_title() -> None:
    """Nothing else is settled unless asked."""
    Spec(table).given(*SEATS).when(OpenTable(seats=(), title="Friday")).then(TableOpened(title="Friday"))


@pytest.mark.rule("DI-TABLE-01", "DI-TABLE-06", "DI-TABLE-07")
def test_a_table_may_be_given_an_end() -> None:
    """The age becomes a time."""
    asked = OpenTable(seats=(), closes_after=Closing(rolls=3, milliseconds=500))
    Spec(table).when(asked, at=1000).then(TableOpened(closes_at_roll=3, closes_at=1500))


@pytest.mark.rule("DI-TABLE-06")
def test_a_table_is_over_with_the_batch_that_reaches_its_limit() -> None:
    """The batch is taken whole."""
    spec = opened(TableOpened(closes_at_roll=3))
    spec.when(roll(D20, D20), faces=Faces(1, 2)).happened()
    assert not table.over(spec.state)
    spec.when(roll(D20, D20), faces=Faces(3, 4)).happened()
    assert table.over(spec.state)
    assert spec.state.rolls == 4
    assert not table.over(opened().given(rolled(1)).state)


@pytest.mark.rule("DI-TABLE-07")
def test_a_table_takes_no_roll_from_its_age_on() -> None:
    """A millisecond before, it does."""
    spec = opened(TableOpened(closes_at=5000))
    spec.when(roll(D20), seat="ann", at=5000).then_refused(TableTooOld, has=5000)
    spec.when(roll(D20), seat="ann", at=4999, faces=Faces(7)).then(rolled(7))


# ---------------------------------------------------------------- rolling


@pytest.mark.rule("DI-ROLL-01", "DI-ROLL-02")
def test_rolls_are_numbered_in_order_and_told_in_one_event() -> None:
    """Each with its seat, what it is for, and what is rolled."""
    asked = Roll(rolls=(RollAsk(what=D20, purpose="to hit"), RollAsk(what=Notation(text="1d6"), purpose="damage")))
    opened().given(rolled(1), rolled(2, 2)).when(asked, seat="ann", faces=Faces(13, 4)).then(
        DiceRolled(
            rolls=(
                Rolled(number=3, who="ann", what=D20, purpose="to hit"),
                Rolled(number=4, who="ann", what=Notation(text="1d6"), purpose="damage"),
            ),
            outcomes=(showing(13), showing(4, "1d6")),
        )
    )


@pytest.mark.rule("DI-ROLL-01")
def test_a_batch_has_one_to_a_hundred_rolls() -> None:
    """What is outside does not pass the schema."""
    one = {"what": {"throw": "Notation", "text": "1d4"}}
    command = msgspec.convert({"type": "Roll", "rolls": [one] * 100}, Roll)
    assert len(opened().when(command, faces=Faces(*[1] * 100)).happened()) == 1
    for wrong in (0, 101):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"type": "Roll", "rolls": [one] * wrong}, Roll)


FIGHTER = IconDie(name="fighter", faces=((), ("sword",), ("sword", "sword"), ("shield",), ("boot",), ("sword",)))
KINDS: list[tuple[What, tuple[int, ...]]] = [
    (Notation(text="2d6!+1d4"), (6, 1, 3, 4)),
    (SymbolPool(dice=(SymbolDice(die=COIN, count=2),)), (1, 2)),
    (PositionPool(dice=2), (5, 6)),
    (LuckPool(dice=2, luck=1), (6, 1, 10)),
    (FlipTotal(dice=2, luck=1, percentile=True), (2, 9, 5, 4, 1)),
    (CharacterDice(dice=(FIGHTER,), counts=("sword",), difficulty="easy"), (3, 1, 6)),
]


@pytest.mark.rule("DI-ROLL-03")
@pytest.mark.parametrize(("what", "faces"), KINDS, ids=lambda value: type(value).__name__)
def test_every_kind_takes_faces_from_a_real_table(what: What, faces: tuple[int, ...]) -> None:
    """In the order in which its dice fall; one too few, one too many and an impossible one are refused."""
    spec = opened()
    spec.when(roll(what), faces=TableTape(faces[:-1])).then_refused(FacesMissing)
    spec.when(roll(what), faces=TableTape((*faces, 1))).then_refused(FacesLeft)
    spec.when(roll(what), faces=TableTape((101, *faces[1:]))).then_refused(FaceImpossible)
    spec.when(roll(what), faces=Faces(*faces))
    by_script = spec.happened()
    again = opened().when(roll(what), faces=TableTape(faces)).happened()
    assert again == by_script


@pytest.mark.rule("DI-ROLL-03")
def test_every_kind_of_roll_is_among_these() -> None:
    """None is left out."""
    assert {type(what) for what, _ in KINDS} == set(get_args(What))
    assert len(get_args(Outcome)) == len(get_args(What))


@pytest.mark.rule("DI-LIMIT-02")
def test_the_rolls_of_a_command_are_bounded_together() -> None:
    """Five of the largest rolls are taken, one die more is not."""
    large = Notation(text="1000d6")
    opened().when(roll(*[large] * 5), faces=Faces(*[1] * 5000)).happened()
    opened().when(roll(*[large] * 5, PositionPool(dice=0))).then_refused(TooManyDice, has=5001)


@pytest.mark.rule("DI-NOT-02")
def test_an_unclear_notation_is_refused_and_nothing_falls() -> None:
    """Even when it stands last in a batch."""
    opened().when(roll(D20, Notation(text="1d")), faces=Faces()).then_refused(NotationUnclear)


# ---------------------------------------------------------------- who may


@pytest.mark.rule("DI-TABLE-02")
def test_a_player_rolls_for_itself_and_the_game_master_for_anyone() -> None:
    """The app rolls for anyone too; a seat that is not at the table is unknown."""
    for_bob = Roll(rolls=(RollAsk(what=D20, who="bob"),))
    opened().when(for_bob, seat="ann").then_refused(OnlyForOneself, needs="ann", has="bob")
    opened().when(for_bob, seat="bob", faces=Faces(3)).then(rolled(3, who="bob"))
    opened().when(for_bob, seat="gm", faces=Faces(3)).then(rolled(3, who="bob"))
    opened().when(for_bob, seat="ann", app=True, faces=Faces(3)).then(rolled(3, who="bob"))
    opened().when(Roll(rolls=(RollAsk(what=D20, who="eve"),)), seat="gm").then_refused(SeatUnknown)


@pytest.mark.rule("DI-TABLE-03")
@pytest.mark.parametrize("seat", ["spectator", "clock"])
def test_who_watches_does_not_roll(seat: str) -> None:
    """Neither a spectator nor the clock."""
    opened().when(roll(D20), seat=seat).then_refused(OnlyWatches)


@pytest.mark.rule("DI-TABLE-04")
@pytest.mark.parametrize(
    "command", [VoidRoll(roll=1, reason="no"), DefineDice(name="coins", dice=(COIN,)), ForgetDice(name="coins")]
)
def test_players_neither_void_nor_name_dice(command: Command) -> None:
    """That is for the game master or the app."""
    known = DiceDefined(name="coins", set=DiceSet(dice=(COIN,)))
    opened().given(rolled(1), known).when(command, seat="ann").then_refused(OnlyTheGameMaster)
    assert opened().given(rolled(1), known).when(command, seat="ann", app=True).happened()


# ---------------------------------------------------------------- voiding and looking


@pytest.mark.rule("DI-VOID-01", "DI-VOID-03")
def test_a_voided_roll_stays_visible() -> None:
    """Marked with the reason, and voided once."""
    void = VoidRoll(roll=1, reason="the die fell off the table")
    spec = opened().given(rolled(20)).when(void).then(RollVoided(roll=1, reason="the die fell off the table"))
    seen = SeenRoll(number=1, who="ann", what=D20, outcome=showing(20), void="the die fell off the table")
    assert table.view(spec.state, "bob").recent == (seen,)
    spec.when(void).then_refused(VoidAlready)


@pytest.mark.rule("DI-VOID-02")
@pytest.mark.parametrize("number", [2, 9])
def test_only_a_roll_that_was_made_is_voided(number: int) -> None:
    """There is one roll."""
    opened().given(rolled(20)).when(VoidRoll(roll=number, reason="no")).then_refused(RollUnknown)


@pytest.mark.rule("DI-TABLE-05")
def test_the_view_shows_the_last_fifty_rolls() -> None:
    """Oldest first; all of them are counted."""
    state = opened().given(*(rolled(number % 20 + 1, number) for number in range(1, RECENT + 2))).state
    view = table.view(state, "ann")
    assert [seen.number for seen in view.recent] == list(range(2, RECENT + 2))
    assert (view.rolls, view.title) == (RECENT + 1, "Friday")


# ---------------------------------------------------------------- secrets


@pytest.mark.rule("DI-SECRET-01")
def test_a_secret_roll_is_for_its_seat_and_the_game_master() -> None:
    """Everyone sees that it was made; the draws have the same audience."""
    tape = Faces(17)
    spec = opened().when(roll(D20, secret=True), seat="ann", faces=tape).then(hidden(17))
    assert [audience for audience, _ in tape.taken] == [("ann", "gm")]
    secret = SeenRoll(number=1, who="ann", what=D20, secret=True)
    told = SeenRoll(number=1, who="ann", what=D20, secret=True, outcome=showing(17))
    assert table.view(spec.state, "bob").recent == (secret,)
    assert table.view(spec.state, "ann").recent == (told,)
    assert table.view(spec.state, "gm").recent == (told,)
    assert table.view(spec.state, None).recent == (told,)
    assert table.conceals(spec.state)


@pytest.mark.rule("DI-SECRET-01")
@pytest.mark.parametrize("seat", ["bob", "spectator"])
def test_nothing_but_the_outcome_tells_two_secrets_apart(seat: str) -> None:
    """Two tables that differ only in it look the same to whoever may not read it."""
    low, high = opened().given(hidden(1)).state, opened().given(hidden(20)).state
    assert table.view(low, seat) == table.view(high, seat)
    assert table.legal(low, seat, "player") == table.legal(high, seat, "player")


@pytest.mark.rule("DI-SECRET-01")
def test_a_log_that_is_partly_sealed_folds_all_the_same() -> None:
    """Whoever may not read an outcome keeps the roll without it."""
    sealed = hidden(17)
    assert isinstance(sealed.outcomes, Secret)
    closed = msgspec.structs.replace(sealed, outcomes=Secret(audience=("ann", "gm"), digest="ab"))
    spec = opened().given(closed)
    assert table.view(spec.state, "ann").recent == (SeenRoll(number=1, who="ann", what=D20, secret=True),)
    spec.when(RevealRoll(roll=1), seat="ann").then_refused(NotSecret)


@pytest.mark.rule("DI-SECRET-02", "DI-SECRET-03")
def test_who_can_read_a_secret_may_tell_it() -> None:
    """Once; after that it is public."""
    reveal = RevealRoll(roll=1)
    opened().given(hidden(17)).when(reveal, seat="bob").then_refused(NotYourSecret)
    opened().given(hidden(17)).when(reveal, seat="gm").then(RollRevealed(roll=1, outcome=showing(17)))
    opened().given(hidden(17)).when(reveal, seat="bob", app=True).then(RollRevealed(roll=1, outcome=showing(17)))
    spec = opened().given(hidden(17)).when(reveal, seat="ann").then(RollRevealed(roll=1, outcome=showing(17)))
    spec.when(reveal, seat="ann").then_refused(NotSecret)
    assert not table.conceals(spec.state)
    assert table.view(spec.state, "bob").recent == (SeenRoll(number=1, who="ann", what=D20, outcome=showing(17)),)


@pytest.mark.rule("DI-SECRET-03")
def test_only_a_secret_can_be_told() -> None:
    """A public roll and one that was never made are none."""
    opened().given(rolled(17)).when(RevealRoll(roll=1), seat="ann").then_refused(NotSecret)
    opened().when(RevealRoll(roll=1)).then_refused(NotSecret)


@pytest.mark.rule("DI-SECRET-04")
def test_a_table_keeps_so_many_secrets() -> None:
    """One more is refused, a public roll is not."""
    many = DiceRolled(
        rolls=tuple(Rolled(number=number, who="ann", what=D20) for number in range(1, MAX_SECRETS + 1)),
        outcomes=Secret(audience=("ann", "gm"), value=(showing(1),) * MAX_SECRETS),
    )
    spec = opened().given(many)
    spec.when(roll(D20, secret=True), seat="ann").then_refused(TooManySecrets, has=MAX_SECRETS + 1)
    spec.when(roll(D20), seat="ann", faces=Faces(2)).then(rolled(2, MAX_SECRETS + 1))


@pytest.mark.rule("DI-SECRET-05")
def test_secrets_of_two_seats_are_not_mixed() -> None:
    """Neither would be for the other's eyes."""
    asks = tuple(RollAsk(what=D20, who=who) for who in ("ann", "bob"))
    opened().when(Roll(rolls=asks, secret=True)).then_refused(SecretForSeveralSeats, has=("ann", "bob"))
    opened().when(Roll(rolls=asks[:1], secret=True), faces=Faces(5)).then(hidden(5))


# ---------------------------------------------------------------- named dice

COINS = DefineDice(name="coins", dice=(COIN,), weights={"heads": 1})
TOSS = SymbolPool(dice=(SymbolDice(die="coin", count=2),), set="coins")


@pytest.mark.rule("DI-SYM-03", "DI-SYM-05")
def test_named_dice_are_written_out_in_what_is_rolled() -> None:
    """So that the roll keeps its dice when the name is gone."""
    spec = opened().when(COINS).then(DiceDefined(name="coins", set=DiceSet(dice=(COIN,), weights={"heads": 1})))
    (event,) = spec.when(roll(TOSS), seat="ann", faces=Faces(1, 2)).happened()
    assert isinstance(event, DiceRolled)
    assert event.rolls[0].what == SymbolPool(dice=(SymbolDice(die=COIN, count=2),), weights={"heads": 1})
    spec.when(ForgetDice(name="coins")).then(DiceForgotten(name="coins"))
    spec.when(roll(TOSS), seat="ann").then_refused(DiceUnknown)
    assert table.view(spec.state, "bob").recent[0].what == event.rolls[0].what


@pytest.mark.rule("DI-SYM-05")
def test_a_set_of_the_same_name_is_replaced() -> None:
    """The last one holds."""
    other = SymbolDie(name="coin", faces=(("edge",),))
    spec = opened().when(COINS)
    spec.happened()
    spec.when(DefineDice(name="coins", dice=(other,))).then(DiceDefined(name="coins", set=DiceSet(dice=(other,))))
    assert spec.state.sets == {"coins": DiceSet(dice=(other,))}


@pytest.mark.rule("DI-SYM-04")
def test_a_name_that_stands_for_nothing_cannot_be_forgotten() -> None:
    """It is unknown."""
    opened().when(ForgetDice(name="coins")).then_refused(DiceUnknown)


@pytest.mark.rule("DI-SYM-01")
def test_a_malformed_set_is_not_kept() -> None:
    """Two dice of one name, or a symbol that cancels itself."""
    opened().when(DefineDice(name="coins", dice=(COIN, COIN))).then_refused(DieMalformed)
    large = tuple(SymbolDie(name=f"die-{number}", faces=(("a",) * 10,) * 100) for number in range(3))
    opened().when(DefineDice(name="large", dice=large)).then_refused(DieMalformed, has=3000)
    wrong = DefineDice(name="coins", dice=(COIN,), cancels=(("heads", "heads"),))
    opened().when(wrong).then_refused(DieMalformed)


@pytest.mark.rule("DI-SYM-06")
def test_a_table_keeps_so_many_sets() -> None:
    """One more is refused, a new one in place of an old is not."""
    made = DiceSet(dice=(COIN,))
    spec = opened().given(*(DiceDefined(name=f"set-{number}", set=made) for number in range(MAX_SETS)))
    spec.when(COINS).then_refused(TooManySets)
    spec.when(DefineDice(name="set-1", dice=(COIN,))).then(DiceDefined(name="set-1", set=made))


@pytest.mark.rule("DI-SYM-03")
def test_a_dry_run_has_the_odds_of_the_first_roll() -> None:
    """Named dice are known to it; other commands have none."""
    state = opened().given(DiceDefined(name="coins", set=DiceSet(dice=(COIN,)))).state
    assert table.odds is not None
    told = table.odds(roll(Notation(text="2d6"), D20), state)
    assert isinstance(told, Odds)
    assert (told.mean.exact, told.outcomes[0].chance.exact) == ("7", "1/36")
    assert isinstance(table.odds(roll(TOSS), state), VectorOdds)
    assert table.odds(ForgetDice(name="coins"), state) is None
