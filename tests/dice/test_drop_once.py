"""Consecutive keeps and drops, which decide once about each die, in rolls and in odds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from services.dice.chapters.odds import odds_of
from services.dice.notation.expression import Dice, Drop, Keep
from services.dice.notation.notation import Notation
from services.dice.notation.odds.tree import plan_of
from services.dice.notation.parser import parse
from services.dice.notation.refusals import NothingKept
from shared.kernel.chance import Faces
from shared.kernel.odds.plan import carry_out
from shared.kernel.odds.report import Odds
from tests.dice.enumeration import every_way, shares
from tests.dice.throwing import evaluate, throw_notation

LINKS = ("kh1", "kh2", "kl1", "kl2", "dh1", "dh2", "dl1", "dl2")
CHAINS = [*LINKS, *(first + then for first, then in product(LINKS, LINKS))]


def left_of(faces: Sequence[int], chain: str) -> list[int]:
    """Return the dice that a chain of keeps and drops leaves, found by sorting the dice and removing positions."""
    dice = sorted(faces)
    links = [(chain[at], chain[at + 1], int(chain[at + 2])) for at in range(0, len(chain), 3)]
    if len(links) > 1 and links[0][0] == links[1][0]:
        return [dice[place] for place in sorted(_of_one_kind(links, len(dice)))]
    live = list(range(len(dice)))
    for at, (kind, end, number) in enumerate(links):
        counts_the_dropped = at == 1 and kind == "d" and links[0][0] == "k"
        seen = list(range(len(dice))) if counts_the_dropped else live
        picked = _ends(seen, end, number)
        live = [place for place in live if (place in picked) is (kind == "k")]
    return [dice[place] for place in live]


def _of_one_kind(links: Sequence[tuple[str, str, int]], count: int) -> set[int]:
    picked = {place for _, end, number in links for place in _ends(list(range(count)), end, number)}
    return picked if links[0][0] == "k" else set(range(count)) - picked


def _ends(places: list[int], end: str, number: int) -> set[int]:
    return set(places[len(places) - min(number, len(places)) :] if end == "h" else places[:number])


@pytest.mark.rule("DI-KEEP-04", "DI-KEEP-05", "DI-KEEP-06", "DI-KEPT-01")
@pytest.mark.parametrize("chain", CHAINS)
def test_a_chain_of_keeps_and_drops_agrees_with_sorting(chain: str) -> None:
    """For all faces of three d3 and two d4, keeps and drops leave the dice that sorting and removing leaves.

    This applies to totals and to odds.
    """
    for dice, sides in ((3, 3), (2, 4)):
        text = f"{dice}d{sides}{chain}"
        if not left_of(range(dice), chain):
            with pytest.raises(NothingKept):
                parse(text)
            continue
        ways: dict[Fraction, Fraction] = {}
        for faces in product(range(1, sides + 1), repeat=dice):
            total = sum(left_of(faces, chain))
            thrown = throw_notation(text, Faces(*faces))
            assert total == thrown.total, (text, faces)
            assert len(left_of(faces, chain)) == dice - len(thrown.dice[0].dropped), (text, faces)
            ways[Fraction(total)] = ways.get(Fraction(total), Fraction(0)) + Fraction(1, sides**dice)
        assert ways == shares(carry_out(plan_of(parse(text).root)))


@pytest.mark.rule("DI-KEEP-05", "DI-GRP-01")
@pytest.mark.parametrize("chain", ["dh1dl1", "kh1kl1", "kh1dl1", "kl2dh1"])
def test_members_of_a_group_are_kept_in_the_same_way(chain: str) -> None:
    """Keeps and drops treat the members of a group of three like three dice."""
    for faces in product(range(1, 4), repeat=3):
        assert sum(left_of(faces, chain)) == throw_notation(f"{{1d3, 1d3, 1d3}}{chain}", Faces(*faces)).total


@pytest.mark.rule("DI-KEEP-05", "DI-ODDS-01")
def test_middle_die_shows_one_with_chance_2_27() -> None:
    """`3d6dh1dl1` keeps the middle die, which is 1 if two or three dice show 1: a probability of 2/27."""
    odds = odds_of(Notation(text="3d6dh1dl1"))
    assert isinstance(odds, Odds)
    assert ["2/27", *["5/27", "13/54", "13/54", "5/27", "2/27"]] == [row.chance.exact for row in odds.outcomes]


@pytest.mark.rule("DI-KEEP-05")
def test_four_dice_less_three_leave_one() -> None:
    """`4d10dh1dl2` keeps one die, so its total never exceeds ten."""
    assert 10 == throw_notation("4d10dh1dl2", Faces(10, 10, 10, 10)).total


@pytest.mark.rule("DI-KEEP-06")
def test_a_drop_after_a_keep_counts_dropped_dice_too() -> None:
    """In `3d10k1d1`, the die that `d1` drops is already dropped by `k1`.

    The highest die is left, even among equal dice.
    """
    assert 8 == throw_notation("3d10k1d1", Faces(6, 8, 4)).total
    assert 5 == throw_notation("3d10k1d1", Faces(5, 5, 5)).total


@pytest.mark.rule("DI-KEEP-05")
def test_in_the_d20_dialect_a_die_can_be_chosen_twice() -> None:
    """In the d20 dialect, `3d4kh1kl1` may choose the same die twice, and keeps only one of three equal dice."""
    expression = parse("3d4kh1kl1")
    assert isinstance(expression.root, Dice)
    both = tuple(replace(each, twice=True) for each in expression.root.modifiers if isinstance(each, Keep | Drop))
    of_d20 = replace(expression, root=replace(expression.root, modifiers=both))
    assert 2 == evaluate(of_d20, Faces(2, 2, 2)).total
    assert 4 == evaluate(expression, Faces(2, 2, 2)).total
    by_table = every_way(lambda chance: Fraction(evaluate(of_d20, chance).total))
    assert by_table == shares(carry_out(plan_of(of_d20.root)))
