"""Unusual situations, in the order of the rule book: what players try, and what the rules decide."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import pytest

from services.rpg_boundless.chapters.armor import (
    ArmorIsWhole,
    ArmorNotWorn,
    ArmorWorn,
    NotArmor,
    RepairArmor,
    TakeOffArmor,
    WearArmor,
)
from services.rpg_boundless.chapters.attacks import Attack, NotAWeapon
from services.rpg_boundless.chapters.characters import (
    CharacterCreated,
    CreateCharacter,
    FinishCharacter,
    MethodsMixed,
    OneCharacterEach,
    PointsDoNotAddUp,
    ScoresRolled,
    ScoreTooHigh,
    WrongNumberOfItems,
)
from services.rpg_boundless.chapters.checks import Check, NotAnAlly, PledgeHelp
from services.rpg_boundless.chapters.conditions import (
    ClearCondition,
    DropFreesNothing,
    GainCondition,
    MakeRoom,
    RoomMade,
    WorsenCondition,
)
from services.rpg_boundless.chapters.damage import CharacterDied, NotEnoughStamina
from services.rpg_boundless.chapters.dice import ConditionNotHeld, SetPosition
from services.rpg_boundless.chapters.encounters import (
    EncounterRolled,
    PrepareEncounter,
    ReactionRolled,
    RevealEncounter,
    RollEncounter,
    RollReaction,
)
from services.rpg_boundless.chapters.enemies import BringEnemy, EnemyAppeared, GiveItem, StoreEnemy, StoreItem
from services.rpg_boundless.chapters.fortune import (
    AskFortune,
    Basis,
    FortuneTold,
    LikelihoodUnclear,
    Odds,
    OpposeFortune,
)
from services.rpg_boundless.chapters.items import (
    AcceptItem,
    ArmorIsGiven,
    DropItem,
    HandOver,
    ItemDropped,
    ItemHandedOver,
    ItemTaken,
    NotOffered,
    PickUp,
    SlotsFilled,
    SlotsFull,
    TakeItem,
)
from services.rpg_boundless.chapters.overrides import AdjustAttribute, AdjustHp, AdjustStamina, AttributeAdjusted
from services.rpg_boundless.chapters.pools import (
    HiddenPoolOpened,
    OpenPool,
    PoolCleared,
    PoolIsEmpty,
    PoolOpened,
    PoolSizeUnknown,
)
from services.rpg_boundless.chapters.proposals import Propose
from services.rpg_boundless.chapters.recovery import AttributeTried, MaxHpRaised, ReachMilestone, SpendHit
from services.rpg_boundless.chapters.running_out import AdjustPool, RevealHidden, RollPool
from services.rpg_boundless.chapters.saves import Accept
from services.rpg_boundless.chapters.seats import (
    CharacterIsDead,
    CriticalSaveFirst,
    EnemiesNeverRoll,
    NotACharacter,
    RevealedAlready,
    RoomFirst,
)
from services.rpg_boundless.state.sheets import ArmorSheet, EnemySheet, ItemSheet, Scores, Stance, WeaponSheet
from shared.kernel.campaign.proposals import ConfirmProposal, NothingToPropose
from shared.kernel.campaign.seats import (
    NotKnownHere,
    NotYours,
    OnlyTheGameMaster,
    OnlyWatches,
    OutOfRange,
    TextIsBlank,
    TooManyHere,
)
from shared.kernel.messages import Command, Event
from shared.kernel.refusals import Refusal
from tests.rpg_boundless.play import BEAM, CHARM, CLAW, ROPE, SWORD, WOLF, Play, at, mail

EVEN: Final = Odds(likelihood="even")
KIT: Final = (SWORD, mail(3), ROPE)
MISS: Final = (1, 1, 1, 1)


def creation_of(strength: int = 2, dexterity: int = 1, willpower: int = 1, **more: Any) -> CreateCharacter:  # noqa: ANN401
    """Return a command that creates a character; `more` overrides its default fields."""
    points = Scores(strength=strength, dexterity=dexterity, willpower=willpower)
    usual: dict[str, Any] = {"name": "Ash", "points": points, "items": KIT, "keepsake": "coin"}
    return CreateCharacter(**(usual | more))


class Table(NamedTuple):
    """A campaign with Ann's hero, Bob's friend, a dead character and an enemy."""

    play: Play
    hero: str
    friend: str
    dead: str
    foe: str
    worn: str
    full: str

    def room(self) -> str:
        """Give a Condition to the hero, whose Slots are all filled; return the id of the decision on what to drop."""
        self.play.do(Accept(consequence=self.play.face(self.full, conditions=("sick",))), seat="ann")
        return next(iter(self.play.state.rooms))

    def pool(self) -> str:
        """Set up a Pool; return its id."""
        return self.play.the(PoolOpened, OpenPool(name="oil", dice=2)).pool

    def hits(self, *faces: int) -> str:
        """Reach a milestone with the hero; return the id of the hero's Experience Roll."""
        self.play.do(ReachMilestone(character=self.hero, milestone="home", dice=len(faces)), *faces)
        return next(iter(self.play.state.experiences))


def table() -> Table:
    """Set up the campaign."""
    play = Play()
    hero, friend, dead = play.hero(items=(ROPE, SWORD)), play.hero(seat="bob"), play.hero(items=(ROPE,))
    worn = play.item(hero, mail(3))
    full = play.hero(items=(ROPE,) * 10, hp=1)
    play.given(CharacterDied(character=dead, reason="a fall"))
    play.do(WearArmor(character=hero, item=worn), seat="ann")
    return Table(play, hero, friend, dead, play.foe(), worn, full)


def item(table: Table, name: str, who: str | None = None) -> str:
    """Return the id of a character's Item with this name."""
    items = table.play.who(who or table.hero).items.values()
    return next(one.id for one in items if one.sheet.name == name)


Said = tuple[Command, str, type[Refusal]]
REFUSED: Final[dict[str, Callable[[Table], Said]]] = {
    # creation
    "five points": lambda _: (creation_of(3, 1, 1), "bob", OneCharacterEach),
    "five points by the game master": lambda _: (creation_of(3, 1, 1), "gm", PointsDoNotAddUp),
    "four in one Attribute": lambda _: (creation_of(4, 0, 0), "gm", ScoreTooHigh),
    "points and dice": lambda _: (creation_of(method="roll"), "gm", MethodsMixed),
    "four Items": lambda _: (creation_of(items=(ROPE,) * 4), "gm", WrongNumberOfItems),
    "a name of blanks": lambda _: (creation_of(name="  "), "gm", TextIsBlank),
    "a keepsake nobody sees": lambda _: (creation_of(keepsake="\u200b"), "gm", TextIsBlank),
    "an Item without a name": lambda _: (creation_of(items=(ROPE, ROPE, ItemSheet(name="\u3000"))), "gm", TextIsBlank),
    "for a seat that is not there": lambda _: (creation_of(seat="cleo"), "gm", NotKnownHere),
    "for another's seat": lambda _: (creation_of(seat="ann"), "bob", NotYours),
    "by one who watches": lambda _: (creation_of(), "spectator", OnlyWatches),
    # Items and Slots
    "an eleventh Slot": lambda t: (TakeItem(character=t.full, item=ROPE), "ann", SlotsFull),
    "a bulky Item in one Slot": lambda t: (HandOver(character=t.full, item=item(t, "rope", t.full), to=t.foe), "ann",
                                          NotACharacter),
    "another's pack": lambda t: (DropItem(character=t.hero, item=t.worn), "bob", NotYours),
    "what another carries": lambda t: (DropItem(character=t.friend, item=t.worn), "bob", NotKnownHere),
    "an Item for the dead": lambda t: (HandOver(character=t.hero, item=item(t, "rope"), to=t.dead), "ann",
                                       CharacterIsDead),
    "an Item of the dead by their player": lambda t: (DropItem(character=t.dead, item=item(t, "rope", t.dead)), "ann",
                                                      CharacterIsDead),
    "an Item for an enemy": lambda t: (TakeItem(character=t.foe, item=ROPE), "gm", NotACharacter),
    "picked up with all Slots filled": lambda t: (PickUp(character=t.full, item=item(t, "rope", t.dead)), "ann",
                                                  SlotsFull),
    "taken from the living": lambda t: (AcceptItem(character=t.friend, item=t.worn), "bob", NotOffered),
    "given to an enemy": lambda t: (GiveItem(stored=_stored_item(t), character=t.foe), "gm", NotACharacter),
    "stored by a player": lambda _: (StoreItem(item=ROPE), "ann", OnlyTheGameMaster),
    # Armor
    "Armor out of thin air": lambda t: (TakeItem(character=t.hero, item=mail(1)), "ann", ArmorIsGiven),
    "a sword that is a shield as well": lambda t: (
        TakeItem(
            character=t.hero, item=ItemSheet(name="both", weapon=WeaponSheet(damage=1), armor=ArmorSheet(hp=1))
        ), "ann", ArmorIsGiven),
    "repaired by its owner": lambda t: (RepairArmor(character=t.hero, item=t.worn, reason="I can"), "ann",
                                        OnlyTheGameMaster),
    "repaired though whole": lambda t: (RepairArmor(character=t.hero, item=t.worn, reason="polish"), "gm",
                                        ArmorIsWhole),
    "repaired for a blank": lambda t: (RepairArmor(character=t.hero, item=t.worn, reason=" "), "gm", TextIsBlank),
    "Armor off that was never on": lambda t: (
        TakeOffArmor(character=t.hero, item=t.play.item(t.hero, mail(1))), "ann", ArmorNotWorn),
    "a sword worn": lambda t: (WearArmor(character=t.hero, item=item(t, "sword")), "ann", NotArmor),
    "Armor as a Weapon": lambda t: (Attack(character=t.hero, target=t.foe, weapon=t.worn), "ann", NotAWeapon),
    # Conditions
    "cleared though not held": lambda t: (
        ClearCondition(character=t.hero, condition="sick", reason="tea"), "ann", ConditionNotHeld),
    "cleared for a blank": lambda t: (
        ClearCondition(character=t.hero, condition="sick", reason="\u00a0"), "ann", TextIsBlank),
    "a Condition without a name": lambda t: (GainCondition(character=t.hero, condition="\u2003"), "ann", TextIsBlank),
    "a Condition of an enemy": lambda t: (GainCondition(character=t.foe, condition="sick"), "gm", NotACharacter),
    "anything before room is made": lambda t: (
        DropItem(character=t.full, item=(t.room(), item(t, "rope", t.full))[1]), "ann", RoomFirst),
    "room made with a petty thing": lambda t: (
        MakeRoom(room=t.room(), drop=(t.play.item(t.full, CHARM),)), "ann", DropFreesNothing),
    "room made by a friend": lambda t: (MakeRoom(room=t.room()), "bob", NotYours),
    # attributes, stamina, help
    "help for oneself": lambda t: (PledgeHelp(character=t.hero, ally=t.hero, stamina=1), "ann", NotAnAlly),
    "help of a dead friend": lambda t: (PledgeHelp(character=t.hero, ally=t.dead, stamina=1), "ann", CharacterIsDead),
    "more help than there is": lambda t: (
        PledgeHelp(character=t.friend, ally=t.hero, stamina=7), "bob", NotEnoughStamina),
    "an enemy's Check": lambda t: (Check(character=t.foe, attribute="strength"), "gm", EnemiesNeverRoll),
    "a score of seven": lambda t: (
        AdjustAttribute(character=t.hero, attribute="strength", score=7, reason="a gift"), "gm", OutOfRange),
    "a blank reason to override": lambda t: (
        AdjustStamina(character=t.hero, stamina=1, reason=" "), "gm", TextIsBlank),
    "seven Stamina": lambda t: (AdjustStamina(character=t.hero, stamina=7, reason="tea"), "gm", OutOfRange),
    "HP past one Slot free": lambda t: (AdjustHp(character=t.full, hp=2, reason="tea"), "gm", OutOfRange),
    "anything at 0 HP": lambda t: (
        TakeItem(character=(t.play.do(AdjustHp(character=t.hero, hp=0, reason="a fall")), t.hero)[1], item=ROPE),
        "ann", CriticalSaveFirst),
    "a Position for a Condition that is not held": lambda t: (
        SetPosition(character=t.hero, stance=Stance(position="bad", condition="sick")), "gm", ConditionNotHeld),
    "a Position for a blank reason": lambda t: (
        SetPosition(character=t.hero, stance=Stance(position="bad", reason=" ")), "gm", TextIsBlank),
    # experience
    "a milestone by its player": lambda t: (ReachMilestone(character=t.hero, milestone="home"), "ann",
                                            OnlyTheGameMaster),
    "another's Hit": lambda t: (SpendHit(experience=t.hits(5), on="max_hp"), "bob", NotYours),
    "a milestone of the dead": lambda t: (ReachMilestone(character=t.dead, milestone="home"), "gm", CharacterIsDead),
    # Pools, fortune, encounters
    "a Pool of ten": lambda _: (OpenPool(name="oil", dice=10), "gm", PoolSizeUnknown),
    "a Pool by a player": lambda _: (OpenPool(name="oil", dice=2), "ann", OnlyTheGameMaster),
    "a Pool of nine dice by override": lambda t: (AdjustPool(pool=t.pool(), dice=9, reason="rain"), "gm",
                                                  OutOfRange),
    "an emptied Pool": lambda t: (
        RollPool(pool=(p := t.pool(), t.play.do(RollPool(pool=p), 1, 1))[0]), "gm", PoolIsEmpty),
    "a question of blanks": lambda _: (AskFortune(question=" ", odds=EVEN), "gm", TextIsBlank),
    "two ways to the odds": lambda _: (
        AskFortune(question="so", odds=Odds(likelihood="even", dice=2, reason="why")), "gm", LikelihoodUnclear),
    "the luck of the dead": lambda t: (
        AskFortune(question="so", odds=Odds(basis=Basis(character=t.dead, attribute="strength"))), "gm",
        CharacterIsDead),
    "the luck of an enemy": lambda t: (
        OpposeFortune(question="so", sides=(EVEN, Odds(basis=Basis(character=t.foe, attribute="strength")))), "gm",
        EnemiesNeverRoll),
    "an encounter nobody prepared": lambda _: (RollEncounter(trigger="rest", prepared="prepared-9"), "gm",
                                               NotKnownHere),
    "an encounter revealed twice": lambda t: (RevealEncounter(encounter=_reveal(t)), "gm", RevealedAlready),
    "a stat block of a player": lambda _: (StoreEnemy(sheet=WOLF), "ann", OnlyTheGameMaster),
    "an enemy without a name": lambda _: (
        BringEnemy(sheet=EnemySheet(name=" ", hp=1, attacks=(CLAW,))), "gm", TextIsBlank),
    "a hidden thing that is not": lambda _: (RevealHidden(hidden="pool-9"), "gm", NotKnownHere),
    # proposals
    "a proposal by one who watches": lambda t: (
        Propose(command=TakeItem(character=t.hero, item=ROPE)), "spectator", OnlyWatches),
    "a proposal of the game master": lambda t: (
        Propose(command=TakeItem(character=t.hero, item=ROPE)), "gm", NothingToPropose),
    "a proposal with a blank name": lambda t: (
        Propose(command=TakeItem(character=t.hero, item=ItemSheet(name=" "))), "ann", TextIsBlank),
    "a proposal for the dead": lambda t: (
        Propose(command=TakeItem(character=t.dead, item=ROPE)), "ann", CharacterIsDead),
    "a word on what nobody proposed": lambda _: (ConfirmProposal(proposal="proposal-9"), "gm", NotKnownHere),
}  # fmt: skip


def _stored_item(table: Table) -> str:
    table.play.do(StoreItem(item=ROPE))
    return next(iter(table.play.state.stored_items))


def _reveal(table: Table) -> str:
    table.play.do(PrepareEncounter(what="an ambush"))
    (prepared,) = table.play.state.prepared
    table.play.do(RevealEncounter(encounter=prepared))
    return prepared


@pytest.mark.rule("FB-CAMP-20", "FB-CAMP-05")
@pytest.mark.parametrize("said", REFUSED.values(), ids=REFUSED.keys())
def test_a_forbidden_command_is_refused_by_its_rule(said: Callable[[Table], Said]) -> None:
    """The game refuses each forbidden command under the rule that forbids it, and the state does not change."""
    at_hand = table()
    command, seat, refusal = said(at_hand)
    before = at_hand.play.state

    at_hand.play.when(command, seat=seat)

    assert refusal is type(at_hand.play.outcome)
    at_hand.play.outcome = None
    assert before == at_hand.play.state


Done = tuple[Command, str, tuple[int, ...], type[Event]]
PASSED: Final[dict[str, Callable[[Table], Done]]] = {
    "a character for the game master": lambda _: (creation_of(), "gm", (), CharacterCreated),
    "all in one place": lambda _: (creation_of(3, 0, 1, seat="ann"), "gm", (), CharacterCreated),
    "rolled, without an exchange": lambda t: (
        FinishCharacter(
            draft=t.play.the(
                ScoresRolled, creation_of(method="roll", points=None, seat="bob"), 5, 5, 5, 5, *MISS, *MISS
            ).draft
        ), "bob", (), CharacterCreated),
    "a petty Item with all Slots filled": lambda t: (TakeItem(character=t.full, item=CHARM), "ann", (), ItemTaken),
    "a great axe from the game master": lambda t: (
        TakeItem(character=t.friend, item=ItemSheet(name="axe", weapon=WeaponSheet(damage=9))), "gm", (), ItemTaken),
    "worn Armor dropped": lambda t: (DropItem(character=t.hero, item=t.worn), "ann", (), ItemDropped),
    "handed on by the game master": lambda t: (
        HandOver(character=t.hero, item=t.worn, to=t.friend), "gm", (), ItemHandedOver),
    "the last Slot filled by a gift": lambda t: (
        HandOver(character=t.hero, item=item(t, "rope"), to=_nine(t)), "gm", (), SlotsFilled),
    "broken Armor put on": lambda t: (WearArmor(character=t.friend, item=_break(t)), "bob", (), ArmorWorn),
    "room made though a Slot came free": lambda t: (
        MakeRoom(room=t.room(), drop=(item(t, "rope", t.full),)), "ann", (), RoomMade),
    "a score of six": lambda t: (
        AdjustAttribute(character=t.hero, attribute="strength", score=6, reason="a gift"), "gm", (),
        AttributeAdjusted),
    "a Hit on maximum HP": lambda t: (SpendHit(experience=t.hits(5), on="max_hp"), "ann", (), MaxHpRaised),
    "a Hit on an Attribute by the game master": lambda t: (
        SpendHit(experience=t.hits(5), on="willpower"), "gm", (2,), AttributeTried),
    "a Pool cleared by override": lambda t: (AdjustPool(pool=t.pool(), dice=0, reason="rain"), "gm", (), PoolCleared),
    "a slim chance": lambda _: (AskFortune(question="so", odds=Odds(likelihood="slim")), "gm", (6,), FortuneTold),
    "no dice for an encounter": lambda _: (RollEncounter(trigger="rest", dice=0), "gm", (5,), EncounterRolled),
    "a reaction in doubt": lambda _: (RollReaction(who="the guard"), "gm", (1, 5), ReactionRolled),
    "an enemy under another name": lambda _: (BringEnemy(sheet=WOLF, name="eyes"), "gm", (), EnemyAppeared),
    "a hidden Pool of eight": lambda _: (OpenPool(name="doom", dice=8, hidden=True), "gm", (), HiddenPoolOpened),
}  # fmt: skip


def _nine(table: Table) -> str:
    return table.play.hero(seat="bob", items=(ROPE,) * 9, hp=3)


def _break(table: Table) -> str:
    worn = table.play.item(table.friend, mail(1))
    table.play.do(WearArmor(character=table.friend, item=worn))
    table.play.do(Accept(consequence=table.play.face(table.friend, damage=1)))
    table.play.do(TakeOffArmor(character=table.friend, item=worn))
    return worn


@pytest.mark.parametrize("said", PASSED.values(), ids=PASSED.keys())
def test_a_legal_command_is_accepted(said: Callable[[Table], Done]) -> None:
    """In this campaign, the game accepts each of the listed commands."""
    at_hand = table()
    command, seat, faces, event = said(at_hand)

    happened = at_hand.play.do(command, *faces, seat=seat)

    assert any(isinstance(one, event) for one in happened)


@pytest.mark.rule("FB-CAMP-18", "FB-CAMP-06")
def test_a_hidden_pool_is_not_revealed_at_the_limit_of_pools() -> None:
    """When fifty Pools are open, the game refuses to reveal the hidden one."""
    play = Play()
    hidden = play.the(HiddenPoolOpened, OpenPool(name="doom", dice=2, hidden=True)).pool
    for _ in range(50):
        play.do(OpenPool(name="oil", dice=2))

    play.no(TooManyHere, RevealHidden(hidden=hidden))


@pytest.mark.rule("FB-COND-09", "FB-COND-07")
def test_worsening_and_clearing_ignore_case() -> None:
    """Clearing a Condition by its name in lower case also clears the levels added under its name in capitals."""
    play = Play()
    hero = play.hero(items=(BEAM,))
    play.do(GainCondition(character=hero, condition="Fatigued"), seat="ann")
    play.do(WorsenCondition(character=hero, condition="FATIGUED", slots=2), seat="ann")
    play.do(SetPosition(character=hero, stance=at("bad")))

    play.do(ClearCondition(character=hero, condition="fatigued ", reason="sleep"), seat="ann")

    assert 2 == play.who(hero).used
