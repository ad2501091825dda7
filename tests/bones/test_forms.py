"""The form of a campaign: how a campaign that was opened earlier decides."""

import pytest

from services.bones.game import bones
from services.bones.state.campaign import FORM
from shared.kernel.stream import StreamOpened
from tests.support.spec import Spec


@pytest.mark.parametrize(("recorded", "kept"), [({}, 0), ({"form": FORM}, FORM)])
def test_a_campaign_keeps_the_form_it_was_opened_in(recorded: dict[str, int], kept: int) -> None:
    """A record without a form is of the first one."""
    spec = Spec(bones).given(StreamOpened(kind="bones.campaign", tenant="tenant", simulated=False, **recorded))

    assert kept == spec.state.form
