"""Creation of characters by players, with or without the game master's approval, and the characters' narrations."""

from typing import Final

import pytest

from services.bones.catalogue import Run
from services.bones.chapters.people.characters import (
    DICE,
    NEW,
    CreateCharacter,
    CreatureAppeared,
    NothingWritten,
    SheetWritten,
    WriteSheet,
)
from services.bones.chapters.people.cold_iron import GiveUpDraft, StartDraft, WriteBackStory
from services.bones.chapters.people.creatures import PrepareCreature, SpawnSample
from services.bones.chapters.people.handling import DropItem, PickUpItem, ReadyItem, StowItem
from services.bones.chapters.people.items import AgreeEquipment, ItemLost
from services.bones.chapters.people.proposals import Propose
from services.bones.game import bones
from services.bones.state.creatures import Creature, NewCreature, Sheet
from shared.kernel.campaign.proposals import (
    CommandProposed,
    ConfirmProposal,
    NothingToPropose,
    ProposalConfirmed,
    WaitsForTheGameMaster,
)
from shared.kernel.campaign.seats import NotKnownHere, NotYours, OnlyTheGameMaster, TextIsBlank, TooManyHere
from shared.kernel.campaign.state import MAX_CHARACTERS
from shared.kernel.messages import Command
from tests.bones.making import Making
from tests.bones.play import Play, allowed_of

NEW_ONE: Final = CreateCharacter(sheet=NEW, dice=DICE, equipment=("Spear",))


@pytest.mark.rule("BN-DICE-07", "BN-R-213", "BN-CI-27")
def test_a_character_appears_and_waits_for_its_equipment() -> None:
    """A new character belongs to its creator, and can be played only once its equipment is agreed."""
    play = Play()
    one = Creature(
        id="creature-1", seat="ann", kind="character", sheet=NEW, dice=DICE, move="1", ready=False, asked=("Spear",)
    )  # fmt: skip
    play.when(NEW_ONE, seat="ann").then(CreatureAppeared(creature=one))
    play.do(AgreeEquipment(creature="creature-1", items=("Spear", "Buckler"), coins=3))
    ash = play.who("creature-1")

    assert (True, (), 3) == (ash.ready, ash.asked, ash.coins)
    assert ["Spear", "Buckler"] == [item.name for item in ash.items.values()]


def test_players_create_characters_for_their_own_seat() -> None:
    """A player cannot create a character for another seat; the game master can create one for any playing seat."""
    play = Play()
    play.no(NotYours, CreateCharacter(sheet=NEW, dice=DICE, seat="bob"), seat="ann")
    play.no(NotKnownHere, CreateCharacter(sheet=NEW, dice=DICE, seat="spectator"))
    play.no(NotKnownHere, CreateCharacter(sheet=NEW, dice=DICE, equipment=("Moustache comb",)), seat="ann")

    assert "bob" == play.the(CreatureAppeared, CreateCharacter(sheet=NEW, dice=DICE, seat="bob")).creature.seat


def test_a_campaign_has_a_limit_of_characters() -> None:
    """At the limit of characters, the rules refuse both ways to create one; an unfinished draft is kept."""
    play = Making()
    play.come(("culture", "Gaul"), ("background", "Hunter/Gatherer"), ("culture", "Gaul"), ("culture", "Gaul"))
    play.do(play.sheet(), seat="ann")
    for _ in range(MAX_CHARACTERS):
        play.one()
    play.no(TooManyHere, NEW_ONE, seat="ann")
    play.no(TooManyHere, play.story(), seat="ann")

    assert 10 == play.draft.step


@pytest.mark.rule("BN-CAMP-131", "AR-CAMP-06")
def test_number_of_creatures_is_a_setting() -> None:
    """The limit on creatures counts prepared creatures, and each creature of a group that appears together."""
    play = Play(roster={"most_characters": 3})
    play.one()
    play.no(TooManyHere, SpawnSample(sample="Grizzly Bear", count=3))
    play.do(PrepareCreature(prepared=NewCreature(name="Tom", dice=(Run(n=2, die="Thug"),))))
    play.do(NEW_ONE, seat="ann")
    refused = play.no(TooManyHere, NEW_ONE, seat="ann")

    assert ("at most 3", 3) == (refused.needs, refused.has)
    assert (100, 1000) == (Play().state.most_characters, Play(roster={"most_characters": 1000}).state.most_characters)


@pytest.mark.rule("BN-CAMP-131")
def test_a_campaign_is_large_with_more_than_the_usual_number() -> None:
    """A campaign counts as large from its hundred-and-first character on."""
    play = Play(roster={"most_characters": 1000})
    for _ in range(MAX_CHARACTERS):
        play.one()
    assert not bones.storage.large(play.state)
    play.one()
    assert bones.storage.large(play.state)


@pytest.mark.rule("BN-CAMP-04", "BN-CAMP-54")
def test_player_writes_the_narration() -> None:
    """A player changes only the given fields of a character's narration; blank texts are refused."""
    play = Play()
    bob = play.one(name="Bob", race="Dwarf")
    play.do(WriteSheet(creature=bob, age="44", back_story="Long ago."), seat="ann")
    described = Sheet(name="Robert", race="Dwarf", age="44", back_story="Long ago.", other_equipment="a rope\na lamp")
    play.when(WriteSheet(creature=bob, name="Robert", other_equipment="a rope\na lamp"), seat="ann").then(
        SheetWritten(creature=bob, sheet=described)
    )
    play.no(NotYours, WriteSheet(creature=bob, age="45"), seat="bob")
    play.no(NothingWritten, WriteSheet(creature=bob), seat="ann")
    play.no(TextIsBlank, WriteSheet(creature=bob, age=" "), seat="ann")
    play.do(WriteSheet(creature=bob, gender="none of yours"))

    assert ("Robert", "none of yours") == (play.who(bob).name, play.who(bob).sheet.gender)


@pytest.mark.rule("BN-CAMP-01")
def test_a_setting_makes_players_propose_characters() -> None:
    """If `create_characters` is `propose`, a player's new character appears only when the game master confirms it."""
    play = Play(players_may={"create_characters": "propose"})
    play.no(WaitsForTheGameMaster, NEW_ONE, seat="ann")
    play.no(NothingToPropose, Propose(command=NEW_ONE))
    play.no(NotYours, Propose(command=CreateCharacter(sheet=NEW, dice=DICE, seat="bob")), seat="ann")
    asked = play.the(CommandProposed, Propose(command=NEW_ONE), seat="ann")
    confirmed, appeared = play.do(ConfirmProposal(proposal=asked.proposal))

    assert ProposalConfirmed(proposal=asked.proposal) == confirmed
    assert isinstance(appeared, CreatureAppeared)
    assert ("ann", ("Spear",)) == (appeared.creature.seat, appeared.creature.asked)
    play.do(CreateCharacter(sheet=NEW, dice=DICE))


@pytest.mark.rule("BN-CAMP-01")
def test_a_setting_makes_players_propose_the_last_step_of_cold_iron() -> None:
    """Only the last step of Cold Iron needs approval: the character appears when the game master confirms it."""
    play = Making(players_may={"create_characters": "propose"})
    play.come(("culture", "Gaul"), ("background", "Hunter/Gatherer"), ("culture", "Gaul"), ("culture", "Gaul"))
    play.do(play.sheet(), seat="ann")
    play.no(WaitsForTheGameMaster, play.story(), seat="ann")
    play.no(NotYours, Propose(command=play.story()), seat="bob")
    play.no(NotKnownHere, Propose(command=WriteBackStory(draft="draft-99", back_story="Born.")), seat="ann")
    asked = play.the(CommandProposed, Propose(command=play.story()), seat="ann")
    play.do(StartDraft(), seat="ann")
    play.do(ConfirmProposal(proposal=asked.proposal))

    assert "Ragnar" == next(iter(play.state.characters.values())).name
    play.do(GiveUpDraft(draft=next(iter(play.state.drafts))), seat="ann")


@pytest.mark.rule("BN-CAMP-01")
@pytest.mark.parametrize("may", ["alone", "propose"])
def test_by_default_changing_equipment_is_proposed(may: str) -> None:
    """By default players propose to ready, stow, drop and pick up items.

    If `change_equipment` is `alone`, they need no approval.
    """
    play = Play(players_may={"change_equipment": may})
    bob = play.one(items=("Spear",))
    spear = play.item_named(bob, "Spear")
    for command in (
        StowItem(creature=bob, item=spear), ReadyItem(creature=bob, item=spear), DropItem(creature=bob, item=spear),
        PickUpItem(creature=bob, item=spear),
    ):  # fmt: skip
        if may == "alone":
            play.do(command, seat="ann")
            continue
        play.no(WaitsForTheGameMaster, command, seat="ann")
        play.no(NotYours, Propose(command=command), seat="bob")
        asked = play.the(CommandProposed, Propose(command=command), seat="ann")
        assert ProposalConfirmed(proposal=asked.proposal) == play.do(ConfirmProposal(proposal=asked.proposal))[0]
    play.when(DropItem(creature=bob, item=spear)).then(ItemLost(creature=bob, item=spear, to_ground=True))


@pytest.mark.rule("BN-CAMP-01", "BN-CI-27")
def test_starting_equipment_is_always_proposed() -> None:
    """The game master must confirm starting equipment, whatever else players may do without approval."""
    play = Play()
    bob = play.the(CreatureAppeared, NEW_ONE, seat="ann").creature.id
    agree = AgreeEquipment(creature=bob, items=("Spear",))
    play.no(OnlyTheGameMaster, agree, seat="ann")
    asked = play.the(CommandProposed, Propose(command=agree), seat="ann")
    play.do(ConfirmProposal(proposal=asked.proposal))

    assert play.who(bob).ready


def test_possible_proposals_are_listed() -> None:
    """The list offers players proposals for a new character, its equipment, and every handling of items."""
    play = Making()
    play.come(("culture", "Gaul"), ("background", "Hunter/Gatherer"), ("culture", "Gaul"), ("culture", "Gaul"))
    play.do(play.sheet(), seat="ann")
    bob = play.one(items=("Spear",))
    play.do(DropItem(creature=bob, item=play.item_named(bob, "Spear")))
    play.do(NEW_ONE, seat="ann")
    listed = {entry.body["command"]["type"] for entry in allowed_of(play.state, "ann", Propose)}

    assert {"CreateCharacter", "WriteBackStory", "AgreeEquipment", "PickUpItem"} == listed
    kinds: tuple[type[Command], ...] = (CreateCharacter, StartDraft, WriteBackStory, WriteSheet, GiveUpDraft)
    assert all(allowed_of(play.state, "ann", kind) for kind in kinds)
    assert not allowed_of(play.state, "gm", Propose)
