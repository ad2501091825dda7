"""Messages of failed examples: they name the refusal with its facts, and explain a state that cannot be decoded."""

from __future__ import annotations

from typing import Final

import msgspec
import pytest

from services.dice.chapters.secrets import RevealRoll
from services.dice.game import table
from services.tcg.catalogue.starter import SETS
from services.tcg.game import match
from shared.kernel.messages import Seat
from shared.kernel.refusals import FacesMissing
from tests.support.spec import Spec, explained_storage, facts_of, new_state

FACTS: Final = (
    "FacesMissing (AR-FACES-02): Too few faces for the rolls of this command: enter a face for each rolled die."
)


def test_facts_of_a_refusal_follow_its_sentence() -> None:
    """A failed example's message lists the refusal's facts after its sentence, and omits facts that are missing."""
    assert FACTS == facts_of(FacesMissing())
    assert f"{FACTS} needs: 2; has: 0" == facts_of(FacesMissing(needs=2, has=0))


def test_an_unexpected_refusal_is_named_with_its_facts() -> None:
    """A failed example's message names the refusal, whether the test expected events or another refusal."""
    spec = Spec(table).when(RevealRoll(roll=7), seat="ann")
    with pytest.raises(AssertionError, match=r"refused: \w+ \(DI-[A-Z]+-\d+\): .*has: "):
        spec.then()
    with pytest.raises(AssertionError, match=r"refused for another reason: \w+ \(DI-[A-Z]+-\d+\): .*has: "):
        spec.then_refused(FacesMissing)


def test_a_state_that_cannot_be_decoded_again_is_explained() -> None:
    """If a state has an empty string for a seat, it cannot be decoded again.

    The note says which value to use instead.
    """
    with pytest.raises(msgspec.ValidationError) as raised, explained_storage():
        msgspec.json.decode(b'""', type=Seat)

    assert "`Seat | None = None`" in raised.value.__notes__[0]


def test_a_new_state_names_the_current_set_of_the_catalogue() -> None:
    """A new state names the current set of the game's catalogue.

    In a game without a catalogue, a new state is the game's initial state.
    """
    assert SETS.name == new_state(match).catalogue
    assert table.initial == new_state(table)
