"""The sessions behind the golden logs. `make bless LOG=…` records one again."""

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Final

from msgspec.structs import replace

from services.rpg_boundless.catalogue import BOOK, Refill
from services.rpg_boundless.chapters.armor import WearArmor
from services.rpg_boundless.chapters.attacks import Attack, EnemyAttack
from services.rpg_boundless.chapters.characters import CreateCharacter, FinishCharacter
from services.rpg_boundless.chapters.checks import Check, PledgeHelp
from services.rpg_boundless.chapters.conditions import ClearCondition, GainCondition, MakeRoom
from services.rpg_boundless.chapters.damage import CriticalSave, DeclareDeath, HelpDying
from services.rpg_boundless.chapters.dice import SetPosition
from services.rpg_boundless.chapters.encounters import PrepareEncounter, RevealEncounter, RollEncounter, RollReaction
from services.rpg_boundless.chapters.enemies import BringEnemy, SendEnemyAway, StoreEnemy
from services.rpg_boundless.chapters.fights import (
    EndFight,
    JoinFight,
    LeaveFight,
    StartFight,
    StartRound,
    SwapInitiative,
)
from services.rpg_boundless.chapters.fortune import AskFortune, Odds, OpposeFortune
from services.rpg_boundless.chapters.items import AcceptItem, DropItem, HandOver, PickUp, TakeItem
from services.rpg_boundless.chapters.overrides import AdjustAction, AdjustCondition, AdjustEnemy, AdjustHp, AdjustRoll
from services.rpg_boundless.chapters.pools import OpenPool
from services.rpg_boundless.chapters.proposals import Propose
from services.rpg_boundless.chapters.recovery import ReachMilestone, Rest, SpendHit, SpendRecovery
from services.rpg_boundless.chapters.running_out import RevealHidden, RollPool
from services.rpg_boundless.chapters.saves import Accept, FaceConsequence, Save
from services.rpg_boundless.chapters.spells import BeginDay, CastSpell
from services.rpg_boundless.chapters.turns import EndTurn, Move
from services.rpg_boundless.settings import (
    CombatSettings,
    ConditionSettings,
    PlayersMaySettings,
    Settings,
    StaminaSettings,
)
from services.rpg_boundless.state.sheets import AttackSheet, EnemySheet, Harm, Helper, ItemSheet, Scores
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.proposals import ConfirmProposal, DeclineProposal, WithdrawProposal
from shared.kernel.stream import AgreeToUndo, DeclineUndo, ProposeUndo, UndoProposed, WithdrawUndo
from tests.rpg_boundless.helped_since import helped_since
from tests.rpg_boundless.journal import Journal
from tests.rpg_boundless.lives import lives_again
from tests.rpg_boundless.play import ROPE, SWORD, at, mail
from tests.rpg_boundless.voided import play_session
from tests.rpg_boundless.wandering import CAMPAIGNS, SEATS, open_campaign, step

GOLDEN: Final = Path(__file__).with_name("golden")
HANDS: Final = AttackSheet(name="cold hands", damage=2)
WRAITH: Final = EnemySheet(name="wraith", hp=4, attacks=(HANDS, AttackSheet(name="wail", conditions=("afraid",))))
REFILLS: Final[tuple[Refill, ...]] = ("stamina", "hp")
LAMP: Final = ItemSheet(name="lamp", size="petty")


def a_night_in_the_tower() -> Journal:
    """Play a whole session: creation, exploration, a fight to the last enemy, rest and experience."""
    journal = Journal(seed=41)
    ash, birch = _creation(journal)
    _exploration(journal, ash, birch)
    _fight(journal, ash, birch)
    _evening(journal, ash, birch)
    journal.close()
    return journal


def _creation(journal: Journal) -> tuple[str, str]:
    points = Scores(strength=2, dexterity=1, willpower=1)
    kit = (SWORD, mail(2), ROPE)
    journal.send(CreateCharacter(name="Ash", points=points, items=kit, keepsake="coin"), "ann")
    journal.send(CreateCharacter(name="Birch", method="roll", items=(SWORD, LAMP, ROPE), keepsake="ring"), "bob")
    (draft,) = journal.state.drafts
    journal.send(FinishCharacter(draft=draft, swap=("strength", "willpower")), "bob")
    ash, birch = in_order(journal.state.characters)
    journal.send(WearArmor(character=ash, item=_item_named(journal, ash, "mail")), "ann")
    return ash, birch


def _item_named(journal: Journal, hero: str, name: str) -> str:
    items = journal.state.characters[hero].items.values()
    return next(item.id for item in items if item.sheet.name == name)


def _exploration(journal: Journal, ash: str, birch: str) -> None:
    journal.send(StoreEnemy(sheet=WRAITH))
    (stored,) = journal.state.stored_enemies
    journal.send(PrepareEncounter(what="two wraiths on the stairs", enemies=(stored,)))
    (prepared,) = journal.state.prepared
    journal.send(OpenPool(name="lamp oil", dice=6, outcome="the lamp goes out"))
    (oil,) = journal.state.pools
    journal.send(SetPosition(character=ash, stance=at("good")))
    journal.send(PledgeHelp(character=birch, ally=ash, stamina=2), "bob")
    helpers = (Helper(character=birch, stamina=2),)
    journal.send(Check(character=ash, attribute="dexterity", helpers=helpers, what="pick the lock"), "ann")
    journal.send(TakeItem(character=ash, item=ItemSheet(name="old key", size="petty")), "ann")
    journal.send(FaceConsequence(harm=Harm(what="a dart from the wall", damage=1), characters=(birch,)))
    _answer(journal)
    journal.send(AskFortune(question="does someone live here", odds=Odds(likelihood="unlikely")))
    journal.send(RollPool(pool=oil))
    while not journal.state.signs:
        journal.send(RollEncounter(trigger="search", dice=2, prepared=prepared))
    signs = next(pool.id for pool in journal.state.pools.values() if pool.encounter)
    while journal.state.signs:
        journal.send(RollPool(pool=signs))
    journal.send(RevealEncounter(encounter=prepared))
    journal.send(RollReaction(who="the wraiths"))


def _fight(journal: Journal, *heroes: str) -> None:
    (stored,) = journal.state.stored_enemies
    for _ in range(2):
        journal.send(BringEnemy(stored=stored, name="a pale shape"))
    journal.send(StartFight(characters=heroes, enemies=in_order(journal.state.enemies)))
    while _standing(journal):
        journal.send(StartRound(off_guard=heroes[:1] if journal.state.fight and not journal.state.fight.round else ()))
        for who in journal.state.fight.order if journal.state.fight else ():
            _turn(journal, who)
    journal.send(EndFight())


def _standing(journal: Journal) -> tuple[str, ...]:
    return in_order(enemy.id for enemy in journal.state.enemies.values() if not enemy.out)


def _turn(journal: Journal, who: str) -> None:
    foes = _standing(journal)
    if not foes or (who in journal.state.enemies and who not in foes):
        return
    if who in foes:
        target = next(name for name in in_order(journal.state.characters))
        attack = WRAITH.attacks[journal.state.fight.round % 2 if journal.state.fight else 0].name
        journal.send(EnemyAttack(enemy=who, attack=attack, targets=(target,)))
        _answer(journal)
        journal.send(EndTurn(participant=who))
        return
    seat = journal.state.characters[who].seat
    journal.send(Attack(character=who, target=foes[0], weapon=_item_named(journal, who, "sword"), stamina=0), seat)
    journal.send(EndTurn(participant=who), seat)


def _answer(journal: Journal) -> None:
    """Answer all pending Saves, then all Critical Saves, and then all requests for help."""
    for consequence in in_order(journal.state.consequences):
        character = journal.state.characters[journal.state.consequences[consequence].character]
        journal.send(Save(consequence=consequence), character.seat)
        for critical, fallen in tuple(journal.state.criticals.items()):
            journal.send(CriticalSave(critical=critical), journal.state.characters[fallen].seat)
        if journal.state.characters[character.id].status == "dying":
            journal.send(HelpDying(character=character.id, how="bandages"))


def _evening(journal: Journal, ash: str, birch: str) -> None:
    for hero in (ash, birch):
        seat = journal.state.characters[hero].seat
        journal.send(Rest(character=hero, length="long", addresses=journal.state.characters[hero].hindrances), seat)
        for recovery in in_order(journal.state.recoveries):
            hits = journal.state.recoveries[recovery].hits
            journal.send(SpendRecovery(recovery=recovery, spend=REFILLS[:hits]), seat)
        journal.send(ReachMilestone(character=hero, milestone="the tower is quiet", dice=6))
        for experience in in_order(journal.state.experiences):
            while experience in journal.state.experiences:
                left = journal.state.experiences[experience].hits
                journal.send(SpendHit(experience=experience, on="max_hp" if left % 2 else "willpower"), seat)
    journal.send(CastSpell(character=birch, spell="a small light"), "bob")
    _answer(journal)
    journal.send(BeginDay())


def no_room() -> Journal:
    """Play a session in which characters receive Conditions while all their Slots are filled."""
    journal = open_campaign(CAMPAIGNS[0], 2)
    ash = in_order(journal.state.characters)[0]
    while journal.state.characters[ash].used < BOOK.start.slots:
        journal.send(TakeItem(character=ash, item=ROPE), "ann")
    harm = Harm(what="a cold night", conditions=("tired", "sick"))
    journal.send(FaceConsequence(harm=harm, characters=(ash,)))
    (cold,) = journal.state.consequences
    journal.send(Accept(consequence=cold), "ann")
    tired, sick = in_order(journal.state.rooms)
    journal.send(MakeRoom(room=tired, drop=(_item_named(journal, ash, "rope"),)), "ann")
    journal.send(AdjustCondition(room=sick, reason="it passes by morning"))
    journal.close()
    return journal


def a_fall_and_its_mending() -> Journal:
    """Play a fight in which a character falls in another's turn, is helped in its own turn, and recovers by resting."""
    journal = open_campaign(CAMPAIGNS[0], 7)
    ash, birch = in_order(journal.state.characters)
    journal.send(BringEnemy(sheet=WRAITH))
    (wraith,) = journal.state.enemies
    journal.send(SetPosition(character=birch, stance=at("good"), on="rest"))
    journal.send(StartFight(characters=(ash, birch), enemies=(wraith,)))
    journal.send(StartRound())
    journal.send(SwapInitiative(character=ash, other=birch), "ann")
    journal.send(SwapInitiative(character=birch, other=ash), "bob")
    journal.send(AdjustAction(participant=ash, reason="the blade was drawn"))
    journal.send(Attack(character=ash, target=wraith, weapon=_item_named(journal, ash, "sword")), "ann")
    journal.send(AdjustHp(character=birch, hp=0, reason="the stair gives way"))
    (critical,) = journal.state.criticals
    journal.send(CriticalSave(critical=critical, stance=at("dire")))
    for who in journal.state.fight.order if journal.state.fight else ():
        if who == ash:
            journal.send(HelpDying(character=birch, helper=ash, how="bandages"), "ann")
        journal.send(Move(participant=who, where="away from the stair"))
        journal.send(EndTurn(participant=who))
    journal.send(LeaveFight(participant=birch))
    journal.send(JoinFight(participant=birch))
    journal.send(EndFight())
    _mending(journal, birch)
    journal.send(AdjustHp(character=ash, hp=0, reason="the wraith comes back"))
    (critical,) = journal.state.criticals
    journal.send(CriticalSave(critical=critical, stance=at("dire")))
    journal.send(DeclareDeath(character=ash, reason="nobody hears the call"))
    journal.close()
    return journal


def _mending(journal: Journal, birch: str) -> None:
    while journal.state.characters[birch].status == "wounded":
        journal.send(Rest(character=birch, length="long"), "bob")
        for recovery, found in tuple(journal.state.recoveries.items()):
            spend = REFILLS[1:] * found.hits
            journal.send(SpendRecovery(recovery=recovery, spend=spend), "bob")


def a_market_day() -> Journal:
    """Play a session of exchanges: Items passed between characters, proposals and answers, and hidden rolls."""
    asks = PlayersMaySettings(take_items="propose", rest="propose")
    journal = open_campaign(Settings(players_may=asks), 4)
    ash, birch = in_order(journal.state.characters)
    _hands(journal, ash, birch)
    _words(journal, ash, birch)
    _behind_the_screen(journal)
    journal.close()
    return journal


def _hands(journal: Journal, ash: str, birch: str) -> None:
    rope, sword = _item_named(journal, ash, "rope"), _item_named(journal, ash, "sword")
    journal.send(HandOver(character=ash, item=rope, to=birch), "ann")
    journal.send(AcceptItem(character=birch, item=rope), "bob")
    journal.send(HandOver(character=ash, item=sword, to=birch), "ann")
    journal.send(HandOver(character=ash, item=sword), "ann")
    journal.send(DropItem(character=birch, item=rope), "bob")
    journal.send(PickUp(character=ash, item=rope), "ann")
    journal.send(HandOver(character=ash, item=rope, to=birch))
    journal.send(GainCondition(character=ash, condition="Footsore"), "ann")
    journal.send(ClearCondition(character=ash, condition="foot sore", reason="a bath"), "ann")


def _words(journal: Journal, ash: str, birch: str) -> None:
    journal.send(Propose(command=TakeItem(character=ash, item=mail(5))), "ann")
    journal.send(Propose(command=Rest(character=birch, length="short")), "bob")
    journal.send(Propose(command=TakeItem(character=birch, item=LAMP)), "bob")
    armor, rest, lamp = in_order(journal.state.proposals)
    journal.send(DeclineProposal(proposal=armor, reason="nobody sells plate here"))
    journal.send(ConfirmProposal(proposal=rest))
    journal.send(WithdrawProposal(proposal=lamp), "bob")


def _behind_the_screen(journal: Journal) -> None:
    even = Odds(likelihood="even")
    journal.send(PrepareEncounter(what="a pickpocket"))
    (prepared,) = journal.state.prepared
    journal.send(OpenPool(name="the watch grows wary", dice=4, outcome="they come", hidden=True))
    (wary,) = journal.state.hidden
    journal.send(RollPool(pool=wary))
    journal.send(AskFortune(question="is the merchant honest", odds=even, hidden=True))
    journal.send(OpposeFortune(question="who haggles better", sides=(even, even), hidden=True))
    for _ in range(3):
        journal.send(RollEncounter(trigger="attention", dice=1, prepared=prepared, hidden=True))
    journal.send(RollEncounter(trigger="search", dice=2, prepared=prepared))
    for hidden in in_order(journal.state.hidden):
        journal.send(RevealHidden(hidden=hidden))


def put_right() -> Journal:
    """Play a session in which the game master corrects rolls, and in which a death has consequences."""
    chosen = Settings(
        stamina=StaminaSettings(maximum=8),
        conditions=ConditionSettings(overflow="refuse"),
        combat=CombatSettings(player_against_player="opposed_fortune_roll"),
        players_may=PlayersMaySettings(rest="propose"),
    )
    journal = open_campaign(chosen, 5)
    ash, birch = in_order(journal.state.characters)
    _annul(journal, ash)
    _revealed_pool(journal)
    _crowded_out(journal, ash)
    _struck_down(journal, ash, birch)
    journal.close()
    return journal


def _annul(journal: Journal, ash: str) -> None:
    journal.send(BringEnemy(sheet=replace(WRAITH, hp=1)))
    (wraith,) = journal.state.enemies
    while not journal.state.enemies[wraith].out:
        journal.send(Attack(character=ash, target=wraith, weapon=_item_named(journal, ash, "sword")), "ann")
    journal.send(AdjustRoll(roll=journal.state.rolls[-1], reason="it was out of reach"))
    journal.send(AdjustEnemy(enemy=wraith, hp=1, reason="it was out of reach"))
    journal.send(SendEnemyAway(enemy=wraith))
    while not journal.state.consequences:
        journal.send(Check(character=ash, attribute="strength", risk=Harm(what="a fall", damage=1)))
    journal.send(AdjustRoll(roll=journal.state.rolls[-1], reason="a cocked die"))
    while not journal.state.recoveries:
        journal.send(Rest(character=ash, length="short"))
    journal.send(AdjustRoll(roll=journal.state.rolls[-1], reason="there was no time for it"))
    slim = Odds(likelihood="slim")
    while not journal.state.tied:
        journal.send(OpposeFortune(question="who hears the other first", sides=(slim, slim)))
    journal.send(AdjustRoll(roll=journal.state.rolls[-1], reason="both had heard"))


def _revealed_pool(journal: Journal) -> None:
    journal.send(OpenPool(name="the tide", dice=6, outcome="the causeway is under water", hidden=True))
    (tide,) = journal.state.hidden
    while (pool := journal.state.hidden[tide].pool) is not None and pool.dice:
        journal.send(RollPool(pool=tide))
    journal.send(RevealHidden(hidden=tide))


def _crowded_out(journal: Journal, ash: str) -> None:
    for item in journal.state.characters[ash].items:
        journal.send(DropItem(character=ash, item=item), "ann")
    while journal.state.characters[ash].used < BOOK.start.slots:
        journal.send(GainCondition(character=ash, condition=f"bruise {journal.stream.version}"), "ann")
    journal.send(FaceConsequence(harm=Harm(what="a cold night", conditions=("tired",)), characters=(ash,)))
    (cold,) = journal.state.consequences
    journal.send(Accept(consequence=cold), "ann")
    held = journal.state.characters[ash].hindrances
    journal.send(ClearCondition(character=ash, condition=held[0], reason="herbs"))
    (room,) = journal.state.rooms
    journal.send(MakeRoom(room=room), "ann")


def _struck_down(journal: Journal, ash: str, birch: str) -> None:
    journal.send(SetPosition(character=birch, stance=at("controlled"), on="attack"))
    journal.send(Attack(character=birch, target=ash, weapon=_item_named(journal, birch, "sword")), "bob")
    (critical,) = journal.state.criticals
    journal.send(CriticalSave(critical=critical, stance=at("dire")))
    journal.send(Propose(command=ClearCondition(character=ash, condition="tired", reason="a bed")), "ann")
    journal.send(DeclareDeath(character=ash, reason="nobody hears the call"))


def wandering(settings: Settings, seed: int) -> Journal:
    """Play a random campaign from the legal list."""
    luck = Random(seed)
    journal = open_campaign(settings, seed)
    for _ in range(300):
        step(journal, SEATS[luck.randrange(len(SEATS))], luck.randrange)
    journal.close()
    return journal


def taken_back() -> Journal:
    """Play a session with undos: of a seat's own commands, by consent of all, and refused."""
    journal = open_campaign(Settings(), 6)
    ash, _ = in_order(journal.state.characters)
    before = journal.stream.version
    journal.send(TakeItem(character=ash, item=LAMP), "ann")
    taken = journal.stream.version
    journal.send(DropItem(character=ash, item=_item_named(journal, ash, "lamp")), "ann")
    journal.send(ProposeUndo(to=taken), "ann")
    journal.send(GainCondition(character=ash, condition="tired"), "ann")
    journal.send(BringEnemy(sheet=WRAITH))
    for answer in (DeclineUndo, WithdrawUndo, AgreeToUndo):
        (proposed,) = journal.send(ProposeUndo(to=before), "ann")
        assert isinstance(proposed, UndoProposed)
        seats = {WithdrawUndo: ("ann",), DeclineUndo: ("gm",), AgreeToUndo: proposed.asked}[answer]
        for seat in seats:
            journal.send(answer(proposal=proposed.proposal), seat)
    journal.send(ProposeUndo(to=taken), "ann")
    journal.close()
    return journal


SESSIONS: Final[Mapping[str, Callable[[], Journal]]] = {
    "a_night_in_the_tower": a_night_in_the_tower,
    "a_fall_and_its_mending": a_fall_and_its_mending,
    "a_market_day": a_market_day,
    "helped_since": helped_since,
    "lives_again": lives_again,
    "no_room": no_room,
    "put_right": put_right,
    "taken_back": taken_back,
    "voided": play_session,
    "wandering_as_usual": lambda: wandering(CAMPAIGNS[0], 1),
    "wandering_unusually": lambda: wandering(CAMPAIGNS[1], 9),
    "wandering_with_rerolls": lambda: wandering(CAMPAIGNS[2], 3),
}
