"""The game as the shared conformance tests use it, and tests of the game's rules."""

import pytest

from services.NAME.chapters.tosses import Call, CalledLast, Tossed
from services.NAME.game import game
from shared.kernel.chance import Faces
from tests.conformance.fixture import Fixture
from tests.support.spec import Spec

FIXTURE = Fixture(game=game)


@pytest.mark.rule("ID-TOSS-01")
def test_correct_call_scores_and_another_seat_calls_next() -> None:
    """A seat that calls correctly gets a point, and then another seat has to call."""
    right = Tossed(seat="ann", face="tails", right=True)
    spec = Spec(game).given(right, Tossed(seat="bob", face="heads", right=False))
    spec.when(Call(face="tails"), seat="ann", faces=Faces(2)).then(right)
    assert spec.state.points == {"ann": 2, "bob": 0}
    spec.when(Call(face="heads"), seat="ann").then_refused(CalledLast, needs="a call of another seat", has="ann")
