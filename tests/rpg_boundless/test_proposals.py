"""Players' proposals: which commands the game master must confirm, and which need no approval."""

from typing import Any, Final

import pytest

from services.rpg_boundless.chapters.characters import CharacterCreated
from services.rpg_boundless.chapters.conditions import (
    ClearCondition,
    ConditionCleared,
    ConditionGained,
)
from services.rpg_boundless.chapters.damage import CharacterDied, DeclareDeath
from services.rpg_boundless.chapters.dice import ConditionNotHeld
from services.rpg_boundless.chapters.items import DropItem, ItemTaken, SlotsFull, TakeItem
from services.rpg_boundless.chapters.proposals import Propose
from services.rpg_boundless.chapters.recovery import Rest, Rested
from services.rpg_boundless.chapters.seats import CharacterIsDead
from services.rpg_boundless.state.sheets import Stance
from shared.kernel.campaign.proposals import (
    CommandProposed,
    ConfirmProposal,
    DeclineProposal,
    NothingToPropose,
    ProposalConfirmed,
    ProposalDeclined,
    ProposalWithdrawn,
    WaitsForTheGameMaster,
    WithdrawProposal,
)
from shared.kernel.campaign.seats import NotKnownHere, NotYours, OnlyTheGameMaster, TooManyHere
from shared.kernel.campaign.state import as_sent
from shared.kernel.messages import Command, Event
from tests.rpg_boundless.fights import fallen
from tests.rpg_boundless.play import BEAM, CHARM, ROPE, Before, Older, Play, allowed_of, creation_of, mail, weapon

MAY: Final = ("take_items", "clear_conditions", "rest", "create_characters")


def command_of_kind(play: Play, hero: str, what: str) -> Command:
    """Return a command of the kind `what`, for which settings may require the game master's approval."""
    commands: dict[str, Command] = {
        "take_items": TakeItem(character=hero, item=ROPE),
        "clear_conditions": ClearCondition(character=hero, condition="sick", reason="herbs"),
        "rest": Rest(character=hero, length="short"),
        "create_characters": creation_of(seat="ann"),
    }
    play.given(ConditionGained(character=hero, condition="sick", slots=1))
    return commands[what]


RULINGS: Final = [pytest.param(what, marks=pytest.mark.rule(f"FB-R-{76 + place}")) for place, what in enumerate(MAY)]
CAME: Final[dict[str, type[Event]]] = {"take_items": ItemTaken, "clear_conditions": ConditionCleared, "rest": Rested}
FACES: Final = {"rest": (1, 1, 1)}


@pytest.mark.rule("FB-CAMP-15")
@pytest.mark.parametrize("what", RULINGS)
def test_players_do_these_alone_by_default(what: str) -> None:
    """By default players need no approval for Items, Conditions, rests and the creation of a character."""
    play = Play()
    hero = play.hero(seat="bob" if what == "create_characters" else "ann")

    play.do(command_of_kind(play, hero, what), *FACES.get(what, ()), seat="ann")


@pytest.mark.rule("FB-CAMP-15", "FB-CAMP-16")
@pytest.mark.parametrize("what", RULINGS)
def test_a_setting_requires_the_game_masters_approval(what: str) -> None:
    """If `players_may` has `propose` for a command, the game accepts it from a player only as a proposal.

    The command is carried out once the game master confirms it.
    """
    play = Play(players_may={what: "propose"})
    hero = play.hero(seat="bob" if what == "create_characters" else "ann")
    command: Any = command_of_kind(play, hero, what)
    play.no(WaitsForTheGameMaster, command, seat="ann")

    proposal = play.the(CommandProposed, Propose(command=command), seat="ann")
    assert ("ann", as_sent(command)) == (proposal.seat, proposal.command)
    play.no(OnlyTheGameMaster, ConfirmProposal(proposal=proposal.proposal), seat="ann")
    confirmed, came, *_ = play.do(ConfirmProposal(proposal=proposal.proposal), *FACES.get(what, ()))

    assert ProposalConfirmed(proposal=proposal.proposal) == confirmed
    assert isinstance(came, CAME.get(what, CharacterCreated))
    assert {} == play.state.proposals
    play.no(NotKnownHere, ConfirmProposal(proposal=proposal.proposal))


@pytest.mark.rule("FB-CAMP-15")
def test_the_game_master_needs_no_approval() -> None:
    """The game master and the app need no approval. The app may still make a proposal for a player."""
    play = Play(players_may=dict.fromkeys(MAY, "propose"))
    hero = play.hero()

    play.the(ItemTaken, TakeItem(character=hero, item=ROPE))
    play.when(TakeItem(character=hero, item=ROPE), seat="ann", app=True).take_events()
    play.no(NothingToPropose, Propose(command=TakeItem(character=hero, item=ROPE)))
    take = TakeItem(character=hero, item=ROPE)
    play.when(Propose(command=take), seat="ann", app=True).then(
        CommandProposed(proposal=play.new("proposal"), seat="ann", command=as_sent(take))
    )


@pytest.mark.rule("FB-CAMP-16")
def test_a_proposal_is_judged_again_when_it_is_confirmed() -> None:
    """The game refuses to confirm a command that has become impossible, and states the reason.

    The proposal stays open until the command is possible.
    """
    play = Play()
    hero = play.hero(items=(ROPE,) * 8)
    waiting = play.the(CommandProposed, Propose(command=TakeItem(character=hero, item=BEAM)), seat="ann").proposal
    rope = play.item(hero, ROPE)

    play.no(SlotsFull, ConfirmProposal(proposal=waiting))
    assert {waiting} == set(play.state.proposals)
    play.do(DropItem(character=hero, item=rope), seat="ann")
    play.the(ItemTaken, ConfirmProposal(proposal=waiting))


@pytest.mark.rule("FB-CAMP-16")
def test_an_unconfirmable_command_cannot_be_proposed() -> None:
    """The game refuses a proposal that could not be confirmed.

    Players propose only for their own characters, up to a limit.
    """
    play = Play()
    hero, other = play.hero(items=(ROPE,) * 10, hp=1), play.hero(seat="bob")
    play.no(SlotsFull, Propose(command=TakeItem(character=hero, item=ROPE)), seat="ann")
    play.no(NotYours, Propose(command=TakeItem(character=other, item=ROPE)), seat="ann")
    play.no(NotYours, Propose(command=creation_of(seat="bob")), seat="ann")

    for _ in range(10):
        play.do(Propose(command=TakeItem(character=hero, item=CHARM)), seat="ann")

    play.no(TooManyHere, Propose(command=TakeItem(character=hero, item=CHARM)), seat="ann")
    play.do(Propose(command=TakeItem(character=other, item=CHARM)), seat="bob")


@pytest.mark.rule("FB-CAMP-11")
def test_a_proposal_for_a_character_that_dies_is_declined() -> None:
    """When a character dies, its proposals are declined.

    Proposals for other characters, and to create new ones, are kept.
    """
    play = Play()
    hero, other = play.hero(), play.hero(seat="bob")
    lapses, waits, new = (
        play.the(CommandProposed, Propose(command=command), seat=seat).proposal
        for command, seat in (
            (Rest(character=hero, length="long"), "ann"),
            (Rest(character=other, length="long"), "bob"),
            (creation_of(seat="ann"), "ann"),
        )
    )
    fallen(play, hero, 1, 1)

    died = play.do(DeclareDeath(character=hero, reason="a fall"))

    assert ProposalDeclined(proposal=lapses, reason="the character is dead") in died
    assert {waits, new} == {*play.state.proposals}


@pytest.mark.rule("FB-CAMP-25")
def test_a_proposal_to_clear_a_condition_is_declined_once_the_condition_is_gone() -> None:
    """Proposals to clear a Condition that was cleared meanwhile are declined, those for other Conditions are not."""
    play = Play()
    hero, other = play.hero(), play.hero(seat="bob")
    for who, condition in ((hero, "sick"), (hero, "blind"), (other, "sick")):
        play.given(ConditionGained(character=who, condition=condition, slots=1))
    late, *waits = (
        play.the(CommandProposed, Propose(command=ClearCondition(**asked, reason="herbs")), seat=seat).proposal
        for asked, seat in (
            ({"character": hero, "condition": "SICK"}, "ann"),
            ({"character": hero, "condition": "blind"}, "ann"),
            ({"character": other, "condition": "sick"}, "bob"),
        )
    )
    cleared = ConditionCleared(character=hero, condition="sick", reason="rain")

    play.when(ClearCondition(character=hero, condition="sick", reason="rain")).then(
        cleared, ProposalDeclined(proposal=late, reason="the Condition is gone")
    )
    assert {*waits} == {*play.state.proposals}
    play.do(ConfirmProposal(proposal=waits[0]))


@pytest.mark.rule("FB-CAMP-25", "FB-CAMP-16")
def test_under_rules_version_1_a_proposal_to_clear_a_condition_waits() -> None:
    """Under version 1 of the rules, the proposal stays open. It cannot be confirmed."""
    play = Before()
    hero = play.hero()
    play.given(ConditionGained(character=hero, condition="sick", slots=1))
    clears = ClearCondition(character=hero, condition="sick", reason="herbs")
    waits = play.the(CommandProposed, Propose(command=clears), seat="ann").proposal

    play.when(clears).then(ConditionCleared(character=hero, condition="sick", reason="herbs"))
    play.no(ConditionNotHeld, ConfirmProposal(proposal=waits))


@pytest.mark.rule("FB-CAMP-16")
def test_under_rules_version_0_a_proposal_for_a_dead_character_stays_open() -> None:
    """Under version 0 of the rules, a dead character's proposal stays open. It cannot be confirmed, only declined."""
    play = Older()
    hero = play.hero()
    waiting = play.the(CommandProposed, Propose(command=Rest(character=hero, length="long")), seat="ann").proposal
    play.given(CharacterDied(character=hero, reason="a fall"))

    play.no(CharacterIsDead, ConfirmProposal(proposal=waiting))
    play.do(DeclineProposal(proposal=waiting))


@pytest.mark.rule("FB-R-80")
def test_a_confirmed_proposal_may_exceed_the_players_limits() -> None:
    """With the game master's approval, players may have a great axe, new Armor, or a second character."""
    play = Play()
    hero = play.hero()
    for command in (
        TakeItem(character=hero, item=weapon(9)),
        TakeItem(character=hero, item=mail(9)),
        creation_of(seat="ann"),
        Rest(character=hero, length="short", stance=Stance(position="good", reason="an inn")),
    ):
        waiting = play.the(CommandProposed, Propose(command=command), seat="ann").proposal
        play.do(ConfirmProposal(proposal=waiting), *((1, 1, 1) if isinstance(command, Rest) else ()))

    assert {9} == {item.armor_hp or 9 for item in play.who(hero).items.values()}
    assert 2 == len(play.state.characters)


@pytest.mark.rule("FB-CAMP-17")
def test_a_proposal_is_declined_or_withdrawn() -> None:
    """The game master may decline a proposal, with or without a reason. Only its proposer may withdraw it."""
    play = Play()
    hero = play.hero()
    one, two, three = (
        play.the(CommandProposed, Propose(command=TakeItem(character=hero, item=CHARM)), seat="ann").proposal
        for _ in range(3)
    )
    play.no(OnlyTheGameMaster, DeclineProposal(proposal=one), seat="bob")
    play.no(NotYours, WithdrawProposal(proposal=two), seat="bob")
    play.no(NotYours, WithdrawProposal(proposal=two))

    play.when(DeclineProposal(proposal=one, reason="not here")).then(ProposalDeclined(proposal=one, reason="not here"))
    play.when(DeclineProposal(proposal=three)).then(ProposalDeclined(proposal=three, reason=None))
    play.when(WithdrawProposal(proposal=two), seat="ann").then(ProposalWithdrawn(proposal=two))

    assert {} == play.state.proposals
    for command in (ConfirmProposal(proposal=one), WithdrawProposal(proposal=two), DeclineProposal(proposal=two)):
        play.no(NotKnownHere, command)


@pytest.mark.rule("FB-CAMP-25")
def test_a_proposed_rest_that_addresses_a_condition_is_declined_once_the_condition_is_gone() -> None:
    """The same holds for a rest that would clear the Condition. Other rests wait."""
    play = Play()
    hero = play.hero()
    for condition in ("sick", "blind"):
        play.given(ConditionGained(character=hero, condition=condition, slots=1))
    late, *waits = (
        play.the(CommandProposed, Propose(command=Rest(character=hero, length="long", addresses=those)), seat="ann")
        for those in (("blind", "sick"), ("blind",), ())
    )

    play.when(ClearCondition(character=hero, condition="sick", reason="rain")).then(
        ConditionCleared(character=hero, condition="sick", reason="rain"),
        ProposalDeclined(proposal=late.proposal, reason="the Condition is gone"),
    )
    assert [one.proposal for one in waits] == list(play.state.proposals)


CLEARING: Any = {"clear_conditions": "propose", "rest": "alone"}


@pytest.mark.rule("FB-CAMP-31", "FB-CAMP-15", "FB-R-36", "FB-R-77")
def test_a_rest_that_clears_a_condition_is_proposed_like_any_other_way_to_clear_it() -> None:
    """Where players propose to clear Conditions, a rest that addresses one is proposed too. Other rests are not."""
    play = Play(players_may=CLEARING)
    hero = play.hero()
    play.given(ConditionGained(character=hero, condition="sick", slots=1))
    clears = Rest(character=hero, length="short", addresses=("sick",))

    refusal = play.no(WaitsForTheGameMaster, clears, seat="ann")
    assert ("Propose", "Rest", "addresses") == (refusal.needs, refusal.has, refusal.field)
    for seat, offers in (("ann", False), ("gm", True)):
        (offered,) = allowed_of(play.state, seat, Rest)
        assert offers is ("addresses" in offered.fields)

    play.do(Rest(character=hero, length="short"), 1, 1, 1, seat="ann")
    waits = play.the(CommandProposed, Propose(command=clears), seat="ann").proposal
    cleared = play.do(ConfirmProposal(proposal=waits), 1, 1, 1)
    assert ConditionCleared(character=hero, condition="sick", reason="rest") in cleared


@pytest.mark.rule("FB-CAMP-31")
def test_who_may_clear_conditions_alone_clears_them_by_a_rest() -> None:
    """These are the game master, players whom the settings let, and players in campaigns opened before form 2."""
    alone, before = Play(players_may={**CLEARING, "clear_conditions": "alone"}), Before(players_may=CLEARING)
    for play, seat in ((Play(players_may=CLEARING), "gm"), (alone, "ann"), (before, "ann")):
        hero = play.hero()
        play.given(ConditionGained(character=hero, condition="sick", slots=1))
        (offered,) = allowed_of(play.state, seat, Rest)
        assert "addresses" in offered.fields

        play.do(Rest(character=hero, length="short", addresses=("sick",)), 1, 1, 1, seat=seat)

        assert {} == play.who(hero).conditions
