"""Catalogues of symbol dice that a table stores by name."""

from __future__ import annotations

import pytest

from services.dice.chapters.rolls import DiceRolled
from services.dice.chapters.symbol_sets import (
    MAX_SETS,
    DefineDice,
    DiceDefined,
    DiceForgotten,
    DiceUnknown,
    DieMalformed,
    ForgetDice,
    TooManySets,
)
from services.dice.game import table
from services.dice.notation.notation import Notation
from services.dice.state import DiceSet
from shared.kernel.chance import Faces
from shared.kernel.odds.report import Odds, VectorOdds
from shared.kernel.pools.symbols import SymbolDice, SymbolDie, SymbolPool
from tests.dice.scenes import COIN, D20, roll, table_opened
from tests.dice.throwing import foretold

COINS = DefineDice(name="coins", dice=(COIN,), weights={"heads": 1})
TOSS = SymbolPool(dice=(SymbolDice(die="coin", count=2),), set="coins")


@pytest.mark.rule("DI-SYM-03", "DI-SYM-05")
def test_a_recorded_roll_contains_its_named_dice() -> None:
    """A recorded roll contains its dice, so it remains valid when their catalogue is deleted."""
    spec = table_opened().when(COINS).then(DiceDefined(name="coins", set=DiceSet(dice=(COIN,), weights={"heads": 1})))
    (event,) = spec.when(roll(TOSS), seat="ann", faces=Faces(1, 2)).take_events()
    assert isinstance(event, DiceRolled)
    assert event.rolls[0].what == SymbolPool(dice=(SymbolDice(die=COIN, count=2),), weights={"heads": 1})
    spec.when(ForgetDice(name="coins")).then(DiceForgotten(name="coins"))
    spec.when(roll(TOSS), seat="ann").then_refused(DiceUnknown)
    assert table.view(spec.state, "bob").recent[0].what == event.rolls[0].what


@pytest.mark.rule("DI-SYM-05")
def test_a_catalogue_of_the_same_name_is_replaced() -> None:
    """If a second catalogue is stored under the same name, later rolls use it."""
    other = SymbolDie(name="coin", faces=(("edge",),))
    spec = table_opened().when(COINS)
    spec.take_events()
    spec.when(DefineDice(name="coins", dice=(other,))).then(DiceDefined(name="coins", set=DiceSet(dice=(other,))))
    assert spec.state.sets == {"coins": DiceSet(dice=(other,))}


@pytest.mark.rule("DI-SYM-04")
def test_an_unknown_catalogue_cannot_be_deleted() -> None:
    """If the game master deletes a catalogue that the table does not have, the refusal says that it is unknown."""
    table_opened().when(ForgetDice(name="coins")).then_refused(DiceUnknown)


@pytest.mark.rule("DI-SYM-01")
def test_a_malformed_catalogue_is_refused() -> None:
    """The table refuses a catalogue with two dice of the same name, or with a symbol that cancels itself."""
    table_opened().when(DefineDice(name="coins", dice=(COIN, COIN))).then_refused(DieMalformed)
    large = tuple(SymbolDie(name=f"die-{number}", faces=(("a",) * 10,) * 100) for number in range(3))
    table_opened().when(DefineDice(name="large", dice=large)).then_refused(DieMalformed, has=3000)
    wrong = DefineDice(name="coins", dice=(COIN,), cancels=(("heads", "heads"),))
    table_opened().when(wrong).then_refused(DieMalformed)


@pytest.mark.rule("DI-SYM-06")
def test_a_table_has_a_limit_of_catalogues() -> None:
    """At the limit of catalogues, the table refuses a new one, but replaces an existing one."""
    made = DiceSet(dice=(COIN,))
    spec = table_opened().given(*(DiceDefined(name=f"set-{number}", set=made) for number in range(MAX_SETS)))
    spec.when(COINS).then_refused(TooManySets)
    spec.when(DefineDice(name="set-1", dice=(COIN,))).then(DiceDefined(name="set-1", set=made))


@pytest.mark.rule("DI-SYM-03")
def test_a_dry_run_has_the_odds_of_the_first_roll() -> None:
    """A dry run shows the odds of the first roll, even with named dice. Dry runs of other commands have no odds."""
    state = table_opened().given(DiceDefined(name="coins", set=DiceSet(dice=(COIN,)))).state
    answer = foretold(roll(Notation(text="2d6"), D20), state)
    assert isinstance(answer, Odds)
    assert (answer.mean.exact, answer.outcomes[0].chance.exact) == ("7", "1/36")
    assert isinstance(foretold(roll(TOSS), state), VectorOdds)
    assert foretold(ForgetDice(name="coins"), state) is None
