"""The version of the rules that a campaign keeps, so that older campaigns keep their former rules."""

import pytest
from msgspec import UNSET, UnsetType

from services.bones.game import bones
from services.bones.state.campaign import FORM
from shared.kernel.stream import StreamOpened
from tests.support.spec import Spec


@pytest.mark.parametrize(("recorded", "kept"), [(UNSET, 0), (FORM, FORM)])
def test_a_campaign_keeps_its_version_of_the_rules(recorded: int | UnsetType, kept: int) -> None:
    """A campaign recorded without a version uses version 0 of the rules."""
    spec = Spec(bones).given(StreamOpened(kind="bones.campaign", tenant="tenant", simulated=False, form=recorded))

    assert kept == spec.state.form
