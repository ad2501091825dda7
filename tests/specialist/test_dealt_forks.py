"""Forks of campaigns of both Specialist editions that are dealt again: prepared characters stay closed."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET

from shared.kernel.campaign.dealing import ClosedOnThisFork
from shared.kernel.campaign.roster import ForgetPrepared, RevealCharacter
from shared.kernel.forked import Forked
from tests.rpg_specialist_pool import conformance as pools
from tests.rpg_specialist_total import conformance as totals
from tests.rpg_specialist_total.tables import OGRE
from tests.support.forks import fork_of
from tests.support.journal import Journal


def prepared() -> list[Journal[Any]]:
    """Return a campaign of each edition with a prepared character."""
    return [pools.prepare(7, "ogre"), totals.prepare(OGRE)]


@pytest.mark.rule("AR-FORK-13", "AR-FORK-14")
@pytest.mark.parametrize("journal", prepared(), ids=["pools", "totals"])
def test_a_prepared_character_stays_closed_on_a_dealt_fork(journal: Journal[Any]) -> None:
    """A player's fork names it and does not have its sheet. It cannot be revealed there, but it can be discarded."""
    (hidden,) = journal.state.prepared
    fork = fork_of(journal, journal.stream.version, seat="ann")
    begun, reveals = fork.events[-1], RevealCharacter(character=hidden)

    assert isinstance(begun, Forked)
    assert (begun.closed, begun.made_up, fork.state.prepared) == ((hidden,), UNSET, {hidden: None})
    with pytest.raises(ClosedOnThisFork):
        fork.send(reveals)
    fork.send(ForgetPrepared(character=hidden))
    assert fork_of(journal, journal.stream.version, seat="gm").state == journal.state
    journal.copy().send(reveals)
