"""Forks of a campaign that are dealt again for a player, and states in which a hidden fact decides what happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from msgspec import UNSET

from services.bones.catalogue import Run
from services.bones.chapters.fights.declaring import Declare
from services.bones.chapters.people.closed import BringPrepared
from services.bones.chapters.people.creatures import NamePrepared, PrepareCreature
from services.bones.chapters.rolls.rolls import KeepFaces, KeepSuccesses
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import CallTask
from services.bones.state.creatures import NewCreature
from services.bones.state.tasks import Opponent, Terms
from shared.kernel.campaign.dealing import ClosedOnThisFork
from shared.kernel.campaign.roster import ForgetPrepared, RevealCharacter
from shared.kernel.campaign.seats import NotKnownHere
from shared.kernel.forked import Forked
from shared.kernel.refusals import NotDealtNow
from tests.bones.conformance import (
    allot_once,
    captives,
    closing,
    declare_once,
    open_with_party,
    prepare_creature,
    set_hidden_terms,
)
from tests.bones.screened import OGRE, Screened
from tests.bones.tables import Journal
from tests.support.forks import fork_of

WISP: Final = NewCreature(name="Wisp", dice=(Run(n=1, die="Spirit"),), kind="beast")


def declared() -> Journal:
    """Return a fight in which the guard's declaration is secret."""
    _, _, _, guard, _ = open_with_party()
    return declare_once(Declare(creature=guard, doing="nothing"))


def hidden_terms() -> Journal:
    """Return a campaign with a task whose terms are hidden."""
    return set_hidden_terms(Terms(skill="Stealth", difficulty="Easy"))


def season() -> Journal:
    """Return a closing season with an outcome that is not published yet."""
    return closing("none", 4, 4, 4, 4, 6, gains=("income",))


DECIDING: Final[dict[str, Callable[[], Journal]]] = {
    "the hidden parts of": lambda: Screened(OGRE),
    "the hidden terms of": hidden_terms,
    "the secret declaration of": declared,
    "the secret allotment of": allot_once,
    "outcomes of the season": season,
    "the secrets of the adventure": captives,
}
"""A campaign for each kind of hidden fact that decides what is under way."""


@pytest.mark.rule("AR-FORK-16")
@pytest.mark.parametrize("named", DECIDING)
def test_a_fork_is_refused_while_a_hidden_fact_decides(named: str) -> None:
    """The refusal names the hidden fact. A game master, who knows it, gets the true state."""
    journal = DECIDING[named]()
    with pytest.raises(NotDealtNow) as refused:
        fork_of(journal, journal.stream.version, seat="ann")
    assert str(refused.value.has).startswith(named)
    assert fork_of(journal, journal.stream.version, seat="gm").state == journal.state


@pytest.mark.rule("AR-FORK-16")
def test_ones_own_secret_declaration_prevents_no_fork() -> None:
    """A seat knows its own declaration, so a fork for it has this declaration. For another seat it is refused."""
    _, bob, *_ = open_with_party()
    journal = declare_once(Declare(creature=bob, doing="nothing"))
    assert fork_of(journal, journal.stream.version, seat="ann").state.combat == journal.state.combat
    with pytest.raises(NotDealtNow):
        fork_of(journal, journal.stream.version, seat="bob")


@pytest.mark.rule("AR-FORK-13", "AR-FORK-14")
def test_a_prepared_creature_stays_closed() -> None:
    """It is on the fork under the name that players know. It cannot enter play, but another one can."""
    journal = prepare_creature(OGRE)
    (unseen,) = journal.state.prepared
    journal.send(NamePrepared(character=unseen, name="a shape"))
    fork = fork_of(journal, journal.stream.version, seat="ann")
    begun = fork.events[-1]

    assert isinstance(begun, Forked)
    assert (begun.closed, begun.made_up) == ((unseen,), UNSET)
    assert (fork.state.prepared, fork.state.named) == ({unseen: None}, {unseen: "a shape"})
    for command in (
        RevealCharacter(character=unseen), BringPrepared(character=unseen), NamePrepared(character=unseen),
    ):  # fmt: skip
        with pytest.raises(ClosedOnThisFork):
            fork.send(command)
        journal.copy().send(command)
    bob = next(who for who, one in fork.state.characters.items() if one.seat == "ann")
    against = Terms(skill="Stealth", opponents=(Opponent(creature=unseen, skill="Perception"),))
    for hidden, refusal in ((True, ClosedOnThisFork), (False, NotKnownHere)):
        with pytest.raises(refusal):
            fork.send(CallTask(creature=bob, aim="slip by", terms=against, hidden=hidden))
    journal.copy().send(CallTask(creature=bob, aim="slip by", terms=against, hidden=True))
    fork.send(NamePrepared(character=unseen, name="a shadow"))
    fork.send(ForgetPrepared(character=unseen))
    fork.send(PrepareCreature(prepared=WISP))
    fork.send(RevealCharacter(character=next(iter(fork.state.prepared))))


@pytest.mark.rule("AR-FORK-13")
def test_a_hidden_result_keeps_its_public_part() -> None:
    """Of a result of hidden terms, a player's fork has only what all seats read."""
    journal = hidden_terms()
    journal.send(RollTask(task=next(iter(journal.state.tasks))))
    for keeps in (KeepFaces, KeepSuccesses):
        for roll in [key for key, one in journal.state.rolls.items() if one.stage != "final"]:
            journal.send(keeps(roll=roll))
    (true,) = journal.state.results.values()
    (found,) = fork_of(journal, journal.stream.version, seat="bob").state.results.values()

    assert true.margin is not None
    assert found == true.public_part != true
