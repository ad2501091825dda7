"""Symbol dice, and the dice pools of the supported games, with examples from the rule ledger."""

from __future__ import annotations

import pytest

from services.dice.chapters.odds import odds_of
from services.dice.chapters.symbol_sets import DiceUnknown, DieMalformed, check_names, resolve
from services.dice.notation.refusals import TooManyDice
from services.dice.state import DiceSet
from shared.kernel.chance import Faces
from shared.kernel.pools.character import CharacterDice, CharacterOutcome, Difficulty, IconDie
from shared.kernel.pools.flip import FlipOutcome, FlipTotal
from shared.kernel.pools.luck import LuckOutcome, LuckPool, Tier
from shared.kernel.pools.position import Position, PositionOutcome, PositionPool
from shared.kernel.pools.symbols import SymbolDice, SymbolDie, SymbolOutcome, SymbolPool, ThrownSymbols, cancel_pairs
from tests.support.spec import refuses

ABILITY = SymbolDie(name="ability", faces=((), ("success",), ("success", "advantage"), ("advantage", "advantage")))
DIFFICULTY = SymbolDie(name="difficulty", faces=((), ("failure",), ("failure", "threat")))
SET = DiceSet(dice=(ABILITY, DIFFICULTY), cancels=(("success", "failure"),), weights={"success": 2})


@pytest.mark.rule("DI-POS-01")
@pytest.mark.parametrize(("position", "hits"), [("good", 3), ("standard", 2), ("bad", 1)])
def test_the_position_says_which_faces_hit(position: Position, hits: int) -> None:
    """The position decides which faces hit, and one hit is enough for a success."""
    outcome = PositionPool(dice=4, position=position).throw(Faces(3, 4, 5, 6), "pool")
    expected = PositionOutcome(faces=(3, 4, 5, 6), hits=hits, misses=4 - hits, success=True, zero_dice=False)
    assert outcome == expected
    assert not PositionPool(dice=2, position=position).throw(Faces(1, 3), "pool").success


@pytest.mark.rule("DI-POS-02")
@pytest.mark.parametrize(("position", "success"), [("controlled", True), ("dire", False)])
@pytest.mark.parametrize("dice", [0, 3])
def test_controlled_and_dire_need_no_dice(position: Position, success: bool, dice: int) -> None:  # noqa: FBT001
    """Without dice, a roll at Controlled succeeds and one at Dire fails."""
    outcome = PositionPool(dice=dice, position=position).throw(Faces(), "pool")
    assert outcome == PositionOutcome(faces=(), hits=0, misses=0, success=success, zero_dice=False)


@pytest.mark.rule("DI-POS-03")
@pytest.mark.parametrize("position", ["good", "standard", "bad"])
@pytest.mark.parametrize("face", range(1, 7))
def test_a_roll_without_dice_is_one_die_that_hits_on_six(position: Position, face: int) -> None:
    """A roll of no dice is a single die that hits on 6, at every position that needs dice."""
    outcome = PositionPool(dice=0, position=position).throw(Faces(face), "pool")
    hits = int(face == 6)
    assert outcome == PositionOutcome(faces=(face,), hits=hits, misses=1 - hits, success=face == 6, zero_dice=True)


def luck(dice: tuple[int, ...], luck_dice: tuple[int, ...] = (), tier: Tier = "simple") -> LuckOutcome:
    """Throw a luck pool with exactly these faces."""
    tape = Faces(*dice, *luck_dice)
    outcome = LuckPool(dice=len(dice), luck=len(luck_dice), tier=tier).throw(tape, "pool")
    tape.finish()
    return outcome


@pytest.mark.rule("DI-LUCK-01")
@pytest.mark.parametrize("face", range(1, 11))
def test_six_and_more_is_a_success(face: int) -> None:
    """A face of 6 or more is a success, and a lower one is a failure."""
    outcome = luck((face,))
    assert (outcome.successes, outcome.failures) == ((1, 0) if face >= 6 else (0, 1))


@pytest.mark.rule("DI-LUCK-02")
@pytest.mark.parametrize(
    ("dice", "luck_dice", "successes", "failures"),
    [
        ((6, 1), (6,), 2, 1),
        ((6, 7, 1), (5,), 1, 1),
        ((6, 7, 1), (1,), 1, 1),
        ((6,), (5, 1), -1, 0),
        ((), (10,), 1, 0),
        ((), (), 0, 0),
    ],
)
def test_a_luck_die_adds_or_subtracts_a_success(
    dice: tuple[int, ...], luck_dice: tuple[int, ...], successes: int, failures: int
) -> None:
    """A Luck die adds a success or takes one away, but never counts as a failure."""
    outcome = luck(dice, luck_dice)
    assert (outcome.successes, outcome.failures, outcome.luck) == (successes, failures, luck_dice)


@pytest.mark.rule("DI-LUCK-03")
@pytest.mark.parametrize(
    ("dice", "luck_dice", "tier", "critical"),
    [
        ((10, 6, 1), (), "simple", "critical_success"),
        ((10, 1), (), "simple", None),
        ((9, 9), (), "simple", None),
        ((10, 2, 2), (), "simple", None),
        ((1, 2, 6), (), "simple", "critical_failure"),
        ((1, 6), (), "simple", None),
        ((10, 10, 6), (), "basic", "critical_success"),
        ((10, 9, 6), (), "basic", None),
        ((1, 1, 5), (), "basic", "critical_failure"),
        ((1, 2, 5), (), "basic", None),
        ((6,), (10,), "simple", None),
        ((2,), (1,), "simple", None),
        ((10, 1), (6,), "simple", "critical_success"),
        ((1, 6), (1,), "simple", "critical_failure"),
        ((), (), "simple", None),
    ],
)
def test_criticals_need_a_majority_and_enough_tens_or_ones(
    dice: tuple[int, ...], luck_dice: tuple[int, ...], tier: Tier, critical: str | None
) -> None:
    """A critical needs a majority and enough 10s or 1s.

    Luck dice change the majority, but their 10s and 1s do not count towards the critical.
    """
    assert luck(dice, luck_dice, tier).critical == critical


@pytest.mark.rule("DI-LUCK-03")
@pytest.mark.parametrize(
    ("tier", "number"), [("simple", 1), ("basic", 2), ("intermediate", 3), ("advanced", 4), ("master", 5)]
)
def test_each_tier_requires_one_more_ten_or_one(tier: Tier, number: int) -> None:
    """Each tier requires one more 10 or 1 for a critical. With one fewer, there is no critical."""
    assert luck((10,) * number, tier=tier).critical == "critical_success"
    assert luck((10,) * (number - 1) + (9,), tier=tier).critical is None
    assert luck((1,) * number, tier=tier).critical == "critical_failure"
    assert luck((1,) * (number - 1) + (2,), tier=tier).critical is None


@pytest.mark.rule("DI-FLIP-01", "DI-FLIP-02")
@pytest.mark.parametrize(
    ("pool", "faces", "total", "lucky"),
    [
        (FlipTotal(dice=3, modifier=2), (9, 5, 4), 20, None),
        (FlipTotal(dice=3, luck=3), (1, 9, 5, 4, 2, 3, 6), 29, True),
        (FlipTotal(dice=3, luck=3), (2, 9, 5, 4, 2, 3, 6), 7, False),
        (FlipTotal(dice=1, luck=2, modifier=-3), (2, 1, 10, 10), -22, False),
        (FlipTotal(dice=0), (), 0, None),
    ],
)
def test_one_flip_decides_for_all_luck_dice(
    pool: FlipTotal,
    faces: tuple[int, ...],
    total: int,
    lucky: bool | None,  # noqa: FBT001 a column
) -> None:
    """One coin flip adds or subtracts all luck dice; without luck dice no coin is flipped."""
    tape = Faces(*faces)
    outcome = pool.throw(tape, "pool")
    tape.finish()
    assert (outcome.total, outcome.lucky) == (total, lucky)


@pytest.mark.rule("DI-R-23", "DI-FLIP-03")
@pytest.mark.parametrize(("face", "percentile"), [(1, 0), (2, 1), (12, 11), (100, 99)])
def test_a_percentile_is_its_face_less_1(face: int, percentile: int) -> None:
    """A table that sees 11 on its dice enters the face 12."""
    assert percentile == FlipTotal(dice=0, percentile=True).throw(Faces(face), "pool").percentile


@pytest.mark.rule("DI-FLIP-03")
def test_doubles_are_critical_and_01_is_a_fumble() -> None:
    """Of the hundred percentiles, ten are critical successes, including 00, and one is a fumble."""
    found: dict[str | None, list[int | None]] = {}
    for face in range(1, 101):
        outcome = FlipTotal(dice=0, percentile=True).throw(Faces(face), "pool")
        assert outcome == FlipOutcome(
            faces=(), luck=(), lucky=None, total=0, percentile=face - 1, critical=outcome.critical
        )
        found.setdefault(outcome.critical, []).append(outcome.percentile)
    assert found["critical_success"] == [0, 11, 22, 33, 44, 55, 66, 77, 88, 99]
    assert found["critical_failure"] == [1]
    assert len(found[None]) == 89


FIGHTER = IconDie(name="fighter", faces=((), ("sword",), ("sword", "sword"), ("shield",), ("boot",), ("sword", "boot")))


@pytest.mark.rule("DI-CHAR-01", "DI-CHAR-03")
def test_nulls_cancel_icons_that_count() -> None:
    """Each icon that counts is a success, and each Null cancels one. Other icons are shown but do not count."""
    pool = CharacterDice(dice=(FIGHTER, FIGHTER), counts=("sword",), difficulty="easy")
    tape = Faces(3, 6, 2, 3)
    outcome = pool.throw(tape, "pool")
    tape.finish()
    assert outcome == CharacterOutcome(
        faces=(3, 6), challenge=(2, 3), icons={"boot": 1, "sword": 3}, successes=3, nulls=1, margin=2, success=True
    )


@pytest.mark.rule("DI-CHAR-03")
@pytest.mark.parametrize(
    ("face", "challenge", "margin"),
    [(2, (3, 6), 1), (2, (2, 3), 0), (2, (1, 2), -1), (1, (3, 6), 0), (1, (1, 2), -2), (3, (1, 3), 1)],
)
def test_a_margin_of_one_succeeds(face: int, challenge: tuple[int, int], margin: int) -> None:
    """A margin of 1 is a success, and a margin of 0 or less is a failure."""
    pool = CharacterDice(dice=(FIGHTER,), counts=("sword",), difficulty="easy")
    outcome = pool.throw(Faces(face, *challenge), "pool")
    assert (outcome.margin, outcome.success) == (margin, margin >= 1)


@pytest.mark.rule("DI-CHAR-02")
@pytest.mark.parametrize(
    ("difficulty", "dice", "automatic"),
    [
        ("easy", 2, 0),
        ("simple", 3, 0),
        ("average", 4, 0),
        ("challenging", 6, 0),
        ("difficult", 8, 0),
        ("almost_impossible", 12, 0),
        ("impossible", 12, 2),
    ],
)
def test_difficulty_sets_the_challenge_dice(difficulty: Difficulty, dice: int, automatic: int) -> None:
    """The difficulty sets the number of challenge dice. Impossible adds two automatic Nulls."""
    outcome = CharacterDice(dice=(), counts=(), difficulty=difficulty).throw(Faces(*[6] * dice), "pool")
    assert (len(outcome.challenge), outcome.nulls) == (dice, automatic)


def pool(*dice: SymbolDice, name: str | None = None) -> SymbolPool:
    """Return a pool in which the symbol for failure cancels the symbol for success."""
    return SymbolPool(dice=dice, cancels=(("success", "failure"),), set=name)


@pytest.mark.rule("DI-SYM-01", "DI-SYM-02")
def test_symbols_are_counted_cancelled_and_summed_by_weight() -> None:
    """Symbols are counted, cancelled in pairs and summed by weight. A symbol without a weight adds nothing."""
    asked = SymbolPool(
        dice=(SymbolDice(die=ABILITY, count=4), SymbolDice(die=DIFFICULTY, count=1), SymbolDice(die=ABILITY, count=0)),
        cancels=(("success", "failure"), ("advantage", "threat")),
        weights={"success": 3, "threat": -1},
    )
    tape = Faces(2, 3, 4, 2, 3)
    outcome = asked.throw(tape, "symbols")
    tape.finish()
    assert len(tape.taken) == 2
    assert outcome == SymbolOutcome(
        dice=(
            ThrownSymbols(die="ability", faces=(2, 3, 4, 2)),
            ThrownSymbols(die="difficulty", faces=(3,)),
            ThrownSymbols(die="ability", faces=()),
        ),
        shown={"advantage": 3, "failure": 1, "success": 3, "threat": 1},
        left={"advantage": 2, "success": 2},
        total=6,
    )


@pytest.mark.rule("DI-SYM-02")
def test_pairs_cancel_one_after_the_other() -> None:
    """A symbol that one pair has cancelled cannot be cancelled again by the next pair."""
    assert cancel_pairs({"a": 3, "b": 1, "c": 5}, (("a", "b"), ("a", "c"))) == {"c": 3}
    assert cancel_pairs({"a": 1}, (("a", "b"),)) == {"a": 1}
    assert cancel_pairs({}, (("a", "b"),)) == {}


@pytest.mark.rule("DI-SYM-03")
def test_a_catalogue_supplies_dice_pairs_and_weights() -> None:
    """A catalogue supplies dice, cancelling pairs and weights, but the outcome does not name the catalogue.

    A weight in the pool itself takes precedence over one in the catalogue.
    """
    asked = SymbolPool(
        dice=(SymbolDice(die="ability", count=2), SymbolDice(die=DIFFICULTY)),
        cancels=(("success", "failure"), ("advantage", "threat")), weights={"success": 5, "threat": -1}, set="genesys",
    )  # fmt: skip
    assert resolve(asked, {"genesys": SET}) == SymbolPool(
        dice=(SymbolDice(die=ABILITY, count=2), SymbolDice(die=DIFFICULTY)),
        cancels=(("success", "failure"), ("advantage", "threat")), weights={"success": 5, "threat": -1},
    )  # fmt: skip


@pytest.mark.rule("DI-SYM-04")
def test_unknown_catalogues_and_dice_are_refused() -> None:
    """The rules refuse an unknown catalogue, a die that it does not have, and a die's name without a catalogue."""
    with refuses(DiceUnknown):
        resolve(pool(SymbolDice(die="ability"), name="nowhere"), {"genesys": SET})
    with refuses(DiceUnknown):
        resolve(pool(SymbolDice(die="nothing"), name="genesys"), {"genesys": SET})
    with refuses(DiceUnknown):
        resolve(pool(SymbolDice(die="ability")), {"genesys": SET})
    with refuses(DiceUnknown):
        odds_of(pool(SymbolDice(die="ability")))


@pytest.mark.rule("DI-SYM-01", "DI-LIMIT-02")
def test_a_malformed_catalogue_is_refused() -> None:
    """The rules refuse a catalogue with two dice of the same name, a symbol that cancels itself, or too many dice."""
    with refuses(DieMalformed):
        check_names((ABILITY, DIFFICULTY, ABILITY))
    with refuses(DieMalformed):
        resolve(SymbolPool(dice=(SymbolDice(die=ABILITY),), cancels=(("a", "a"),)), {})
    large = SymbolDie(name="large", faces=(("a",) * 10,) * 100)
    resolve(pool(SymbolDice(die=large), SymbolDice(die=large)), {})
    with refuses(DieMalformed):
        resolve(pool(SymbolDice(die=large), SymbolDice(die=large), SymbolDice(die=ABILITY)), {})
    with refuses(TooManyDice):
        resolve(pool(SymbolDice(die=ABILITY, count=600), SymbolDice(die=ABILITY, count=401)), {})
