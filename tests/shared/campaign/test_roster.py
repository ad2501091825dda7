"""The characters of a campaign and their owners: how characters are prepared, revealed, handed over and removed."""

import pytest

from shared.kernel.campaign.fights import AnswerFirst, FightLeft, StartFight, TurnBegan
from shared.kernel.campaign.roster import (
    AssignCharacter,
    CharacterAssigned,
    CharacterRemoved,
    ForgetPrepared,
    PreparedForgotten,
    RemoveCharacter,
    RevealCharacter,
)
from shared.kernel.campaign.samples import LISTED, NOBODY, mine
from shared.kernel.campaign.seats import NotKnownHere, NotYours, OnlyTheGameMaster, TooManyHere
from shared.kernel.campaign.state import MAX_CHARACTERS
from shared.kernel.messages import Command, Secret
from tests.shared.campaign.game import (
    AT_ONCE,
    Answer,
    MakePerson,
    PersonMade,
    PersonPrepared,
    PreparePerson,
    Strike,
    Struck,
    fight,
    person,
    table,
)
from tests.support.campaigns import allowed_of

P1, P2, P3 = "person-1", "person-2", "person-3"


@pytest.mark.rule("AR-ROSTER-01")
def test_a_prepared_character_is_as_unknown_as_a_missing_one() -> None:
    """Only game masters can read a prepared character before it is revealed; other seats see no sign of it."""
    play = table(person(1))
    play.when(PreparePerson(quick=2)).then(PersonPrepared(person=P2, quick=Secret(audience=("gm",), value=2)))
    assert ({P2: 2}, (P1,)) == (play.state.prepared, play.state.known_to_fight)
    named: tuple[Command, ...] = (
        Strike(participant=P1, target=P2), StartFight(participants=(P2,)), AssignCharacter(character=P2, seat="bob"),
        RemoveCharacter(character=P2, reason="so it is"),
    )  # fmt: skip
    for command in named:
        play.when(command).then_refused(NotKnownHere, has=P2)

    play.when(RevealCharacter(character=P2), seat="ann").then_refused(OnlyTheGameMaster)
    play.when(RevealCharacter(character=P2)).then(PersonMade(person=person(2, "gm", quick=2)))
    assert {} == play.state.prepared
    play.when(RevealCharacter(character=P2)).then_refused(NotKnownHere, has=P2)
    play.when(Strike(participant=P1, target=P2), seat="ann").then(Struck(blow="blow-3", target=P2))


@pytest.mark.rule("AR-ROSTER-01", "AR-ROSTER-02")
def test_a_prepared_character_is_revealed_for_any_playing_seat() -> None:
    """A revealed character belongs to the seat that the command names; the default is the game master's seat."""
    secret = Secret(audience=("gm",), value=1)
    play = table().given(PersonPrepared(person=P1, quick=secret), PersonPrepared(person=P2, quick=secret))
    play.when(RevealCharacter(character=P1, seat="spectator")).then_refused(NotKnownHere, has="spectator")
    play.when(RevealCharacter(character=P1, seat="ann")).then(PersonMade(person=person(1, "ann", quick=1)))
    play.when(RevealCharacter(character=P2), seat="bob", app=True).then(PersonMade(person=person(2, "gm", quick=1)))


@pytest.mark.rule("AR-ROSTER-01")
def test_a_prepared_character_is_discarded() -> None:
    """The event that records a discarded prepared character contains only its id."""
    play = table(person(1)).given(PersonPrepared(person=P2, quick=Secret(audience=("gm",), value=1)))
    play.when(ForgetPrepared(character=P1)).then_refused(NotKnownHere, has=P1)
    play.when(ForgetPrepared(character=P2)).then(PreparedForgotten(character=P2))
    assert ({}, (P1,)) == (play.state.prepared, tuple(play.state.characters))


@pytest.mark.rule("AR-CAMP-06")
def test_characters_and_prepared_ones_share_a_limit() -> None:
    """Prepared characters count towards the limit, and revealing one does not change the count."""
    secret = Secret(audience=("gm",), value=1)
    play = table(*(person(number) for number in range(1, MAX_CHARACTERS - 1)))
    play.given(PersonPrepared(person=f"person-{MAX_CHARACTERS - 1}", quick=secret))
    play.when(PreparePerson(quick=1)).take_events()
    play.when(PreparePerson(quick=1)).then_refused(TooManyHere, needs="at most 100", has=100)
    play.when(RevealCharacter(character=f"person-{MAX_CHARACTERS}")).take_events()


@pytest.mark.rule("AR-ROSTER-04")
def test_a_legal_list_names_only_the_first_of_many_characters() -> None:
    """A legal list names only the first of many characters, but commands may also name the others."""
    play = table(*(person(number) for number in range(1, 401)))
    (entry,) = allowed_of(AT_ONCE, play.state, "gm", RemoveCharacter)

    assert tuple(f"person-{number}" for number in range(1, LISTED + 1)) == entry.fields["character"].options
    play.when(RemoveCharacter(character="person-400", reason="it leaves")).take_events()


@pytest.mark.rule("AR-ROSTER-02")
def test_a_character_belongs_to_a_seat_that_plays() -> None:
    """After the game master has handed a character over, only its new seat acts for it."""
    play = table(person(1), person(2, "bob"))
    for seat in ("spectator", "nobody"):
        play.when(MakePerson(seat=seat)).then_refused(NotKnownHere, has=seat)
        play.when(AssignCharacter(character=P1, seat=seat)).then_refused(NotKnownHere, has=seat)
    play.when(AssignCharacter(character=P1, seat="bob"), seat="ann").then_refused(OnlyTheGameMaster)

    play.when(AssignCharacter(character=P1, seat="bob")).then(CharacterAssigned(character=P1, seat="bob"))
    play.when(Strike(participant=P1, target=P2), seat="ann").then_refused(NotYours, needs="bob", has="ann")
    play.when(Strike(participant=P1, target=P2), seat="bob").take_events()


@pytest.mark.rule("AR-ROSTER-03")
def test_a_character_is_not_removed_while_a_blow_is_unanswered() -> None:
    """The game refuses to remove a character while a blow is unanswered.

    After the answer, removing the character also removes it from its fight, where the next turn starts.
    """
    play = fight(table(person(1), person(2), person(3)), 3, 2, 1)
    play.given(Struck(blow="blow-4", target=P2))
    gone = RemoveCharacter(character=P1, reason="a door opens")
    play.when(gone).then_refused(AnswerFirst, needs=("blow-4",), has=P1)
    play.when(Answer(blow="blow-4")).take_events()

    play.when(gone).then(
        FightLeft(participant=P1), CharacterRemoved(character=P1, reason="a door opens"), TurnBegan(participant=P2)
    )
    assert (P2, P3) == play.state.known_to_fight
    play.when(gone).then_refused(NotKnownHere, has=P1)


def test_a_seat_is_offered_its_own_characters_current_one_first() -> None:
    """The legal list offers a seat its own characters, with the one whose turn it is first.

    A seat without characters is offered another seat's character, so that the refusal says why. The game master is
    offered every character.
    """
    play = table(person(1), person(2, "bob"), person(3))
    assert ((P1, P3), (P2,), (P1,)) == tuple(mine(play.state, seat) for seat in ("ann", "bob", "spectator"))
    assert (NOBODY,) == mine(table().state, "ann")
    fight(play, 1, 2, 3)
    assert (P3, P1, P2) == mine(play.state, "gm")


@pytest.mark.rule("AR-FIGHT-05")
def test_changing_one_participant_leaves_the_others() -> None:
    """A change of one participant leaves the others unchanged, in a fight or outside one."""
    play = table(person(1), person(2))
    assert play.state == play.state.fighter_changed(P1, moved=True)
    assert play.state.fighter(P1) is None
    fight(play, 1)
    assert play.state == play.state.fighter_changed(P2, moved=True)
    assert play.state.fighter_changed(P1, moved=True).fighter(P1).moved
