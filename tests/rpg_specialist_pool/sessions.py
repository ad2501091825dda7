"""The sessions behind the golden logs. `make bless LOG=…` records one again."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from services.rpg_specialist_pool.catalogue import ConditionEntry
from services.rpg_specialist_pool.chapters.attempts import Attempt, RuleTie
from services.rpg_specialist_pool.chapters.conditions import ApplyCondition, ClearCondition
from services.rpg_specialist_pool.chapters.contests import Answer, CancelContest, Counterattack, Oppose, StandStill
from services.rpg_specialist_pool.chapters.criticals import DescribeOutcome, Destabilise, RuleConsequence
from services.rpg_specialist_pool.chapters.forgoing import ForgoCounterattack
from services.rpg_specialist_pool.chapters.initiative import RollInitiative
from services.rpg_specialist_pool.chapters.luck import RollDailyLuck
from services.rpg_specialist_pool.chapters.proposals import Propose
from services.rpg_specialist_pool.chapters.specialists import (
    ChangeSpecialist,
    CreateSpecialist,
    GiveEquipment,
    Heal,
    PrepareSpecialist,
)
from services.rpg_specialist_pool.chapters.table import LoadConditions, LoadHouseCatalogue, OpenCampaign
from services.rpg_specialist_pool.game import campaign
from services.rpg_specialist_pool.settings import Settings
from services.rpg_specialist_pool.state import Action, CampaignState, Component, OtherDice, Sheet, Situational, Training
from shared.kernel.campaign.days import StartDay
from shared.kernel.campaign.fights import EndFight, EndTurn, JoinFight, LeaveFight, SettleTie, StartFight
from shared.kernel.campaign.proposals import ConfirmProposal, DeclineProposal, WithdrawProposal
from shared.kernel.campaign.roster import AssignCharacter, ForgetPrepared, RemoveCharacter, RevealCharacter
from shared.kernel.game import SeatAsk
from shared.kernel.goals import Goal
from shared.kernel.stream import AddSalt
from tests.rpg_specialist_pool.play import latest, settings
from tests.support.forks import fork_of, versions_of
from tests.support.journal import Journal

SEATS: Final = (SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann"), SeatAsk(seat="bob"))
ASH: Final = Sheet(
    name="Ash", speed=15, stats={"Might": 2, "Wits": 3}, trainings={"Blades": Training(dice=1)}, traits={"Bold": 1},
    equipment={"Sword": 1}, vitality=20,
)  # fmt: skip
WOLF: Final = Sheet(name="Wolf", speed=10, stats={"Fang": 3}, vitality=9)
CUT: Final = Action(kind="martial", stats=("Might",), components=(Component(name="Quick Cut", ap=1),))
BITE: Final = Action(kind="martial", stats=("Fang",), tier="simple")


def open_campaign(chosen: Settings, *sheets: tuple[str, Sheet]) -> Journal[CampaignState]:
    """Open a campaign with a seed contribution of Ann's and a Specialist for each of these seats and sheets."""
    journal = Journal(campaign, OpenCampaign(title="The pass", seats=SEATS, settings=chosen))
    journal.send(AddSalt(salt="5a" * 32), "ann")
    for seat, sheet in sheets:
        journal.send(CreateSpecialist(sheet=sheet, seat=seat), seat)
    return journal


def fight() -> Journal[CampaignState]:
    """Play a fight with a revealed creature, failures, consequences and a counterattack."""
    journal = open_campaign(settings(damage={"applies_to": "vitality"}), ("ann", ASH), ("bob", ASH))
    ann, bob = journal.state.known_to_fight
    journal.send(LoadHouseCatalogue())
    journal.send(LoadConditions(conditions=(ConditionEntry(name="Bleeding", dice=-1, stacks=True),)))
    journal.send(GiveEquipment(character=ann, equipment="Tower Shield", reason="from the cart"))
    journal.send(StartDay())
    journal.send(RollDailyLuck(character=ann), "ann")
    journal.send(PrepareSpecialist(sheet=WOLF))
    wolf = latest(journal.state.prepared)
    journal.send(PrepareSpecialist(sheet=WOLF))
    journal.send(ForgetPrepared(character=latest(journal.state.prepared)))
    journal.send(RevealCharacter(character=wolf))
    journal.send(StartFight(participants=(ann, bob)))
    journal.send(RollInitiative(participant=ann), faces=(6, 6, 1))
    journal.send(RollInitiative(participant=bob), faces=(6, 6, 1))
    journal.send(SettleTie(order=(ann, bob)))
    journal.send(JoinFight(participant=wolf))
    journal.send(RollInitiative(participant=wolf), faces=(1, 1))
    journal.send(Oppose(character=ann, target=wolf, action=CUT, context="combat"), "ann")
    journal.send(Answer(contest=latest(journal.state.contests), action=BITE), faces=(1, 1, 6, 6, 7, 8))
    critical = latest(journal.state.criticals)
    journal.send(RuleConsequence(critical=critical, consequence="counterattack", text="the blade is caught"))
    bite = Action(kind="martial", stats=("Fang",), tier="simple", ap=1)
    journal.send(Counterattack(character=wolf, action=bite))
    dodge = Action(kind="defence", stats=("Wits",), luck=1)
    journal.send(Answer(contest=latest(journal.state.contests), action=dodge), "ann")
    journal.send(ApplyCondition(character=ann, condition="Bleeding", source="martial", reason="a bite"))
    journal.send(Oppose(character=ann, target=wolf, action=CUT, context="combat"), "ann")
    journal.send(CancelContest(contest=latest(journal.state.contests), reason="it has fled behind a rock"))
    journal.send(EndTurn(participant=ann), "ann")
    journal.send(Oppose(character=bob, target=wolf, action=CUT, context="combat"), "bob")
    journal.send(Answer(contest=latest(journal.state.contests), action=BITE), faces=(6, 7, 8, 10, 6, 1, 4))
    journal.send(Destabilise(critical=latest(journal.state.criticals), dice=-1, reason="the blade sticks"))
    journal.send(EndTurn(participant=bob), "bob")
    journal.send(Oppose(character=wolf, target=bob, action=bite, context="combat"))
    journal.send(StandStill(contest=latest(journal.state.contests)), "bob")
    journal.send(ClearCondition(character=ann, condition="Bleeding", reason="a bandage", levels=1))
    hurt = next((one for one in (bob, ann, wolf) if (journal.state.characters[one].vitality or 0) < 9), wolf)
    journal.send(Heal(character=hurt, vitality=1, reason="a breath"))
    journal.send(LeaveFight(participant=wolf))
    journal.send(EndFight())
    journal.send(ChangeSpecialist(character=bob, sheet=ASH, reason="a lesson learned"))
    journal.send(AssignCharacter(character=wolf, seat="bob"))
    journal.send(RemoveCharacter(character=wolf, reason="it slips away"))
    journal.close()
    return journal


def tests() -> Journal[CampaignState]:
    """Play tests outside a fight: thresholds, a decided tie, a critical success, and decisions left open."""
    journal = open_campaign(Settings(), ("ann", ASH), ("bob", ASH))
    ann, bob = journal.state.known_to_fight
    climb = Action(stats=("Might",), traits=("Bold",))
    journal.send(Attempt(character=ann, action=climb), "ann")
    journal.send(Attempt(character=ann, action=climb, threshold=2))
    journal.send(Attempt(character=ann, action=climb, resistance=1), faces=(6, 1, 2))
    journal.send(RuleTie(tie=latest(journal.state.ties), outcome="partial_success"))
    journal.send(Attempt(character=bob, action=Action(kind="spell", stats=("Wits",))), faces=(10, 9, 6))
    journal.send(DescribeOutcome(critical=latest(journal.state.criticals), text="the whole valley lights up"))
    journal.send(Oppose(character=ann, target=bob, action=climb, context="social"), "ann")
    journal.send(Answer(contest=latest(journal.state.contests), action=climb), "bob")
    rope = Action(
        stats=("Might",), situational=Situational(dice=-1, reason="ice"), other_dice=(OtherDice(source="rope", dice=2),)
    )
    for answer in (ConfirmProposal, DeclineProposal):
        journal.send(Propose(command=Attempt(character=ann, action=rope)), "ann")
        journal.send(answer(proposal=latest(journal.state.proposals)))
    journal.send(Propose(command=Attempt(character=ann, action=rope)), "ann")
    journal.send(WithdrawProposal(proposal=latest(journal.state.proposals)), "ann")
    journal.close()
    return journal


def a_set_by_name() -> Journal[CampaignState]:
    """Load the built-in catalogue in a campaign that names its release."""
    journal = open_campaign(Settings())
    journal.send(LoadHouseCatalogue())
    journal.close()
    return journal


def at_once() -> Journal[CampaignState]:
    """Play a fight during another contest: counterattacks are proposed, made, cancelled, and refused as too late."""
    journal = open_campaign(Settings(), ("ann", ASH), ("bob", ASH))
    for _ in range(2):
        journal.send(CreateSpecialist(sheet=WOLF, seat="gm"))
    journal.send(LoadHouseCatalogue())
    ann, bob, wolf, other = journal.state.known_to_fight
    bite = Action(kind="martial", stats=("Fang",), tier="simple", ap=1)
    journal.send(StartFight(participants=(ann, wolf)))
    journal.send(RollInitiative(participant=ann), faces=(6, 6, 6))
    journal.send(RollInitiative(participant=wolf), faces=(1, 1))
    journal.send(Oppose(character=bob, target=other, action=CUT, context="social"), "bob")
    beside = latest(journal.state.contests)
    journal.send(Oppose(character=ann, target=wolf, action=CUT, context="combat"), "ann")
    journal.send(Answer(contest=latest(journal.state.contests), action=bite), faces=(6, 6, 6, 1, 1, 1, 2, 9, 9, 9))
    slip = RuleConsequence(critical=latest(journal.state.criticals), consequence="counterattack", text="it leaps aside")
    journal.send(slip)
    thrust = replace(CUT, situational=Situational(dice=1, reason="from above"))
    journal.send(Propose(command=Counterattack(character=ann, action=thrust)), "ann")
    journal.send(ConfirmProposal(proposal=latest(journal.state.proposals)))
    journal.send(CancelContest(contest=latest(journal.state.contests), reason="she slips"))
    journal.send(EndTurn(participant=ann), "ann")
    journal.send(CancelContest(contest=beside, reason="they hear the wolf"))
    journal.send(EndFight())
    journal.close()
    return journal


def in_parts() -> Journal[CampaignState]:
    """Play actions and answers with and without AP in their components, in a fight and outside one."""
    journal = open_campaign(settings(ap={"outside_fights": "one_action"}), ("ann", ASH), ("bob", ASH))
    ann, bob = journal.state.known_to_fight
    idle = Component(name="Feint", tier="advanced")
    slow = Action(kind="martial", stats=("Might",), components=(Component(name="Cut", tier="simple", ap=3), idle))
    journal.send(Attempt(character=ann, action=slow), "ann")
    journal.send(Oppose(character=ann, target=bob, action=slow, context="social"), "ann")
    guard = Action(kind="defence", stats=("Wits",), components=(idle,))
    journal.send(Answer(contest=latest(journal.state.contests), action=guard), "bob")
    journal.send(StartFight(participants=(ann, bob)))
    journal.send(RollInitiative(participant=ann), faces=(6, 6, 6))
    journal.send(RollInitiative(participant=bob), faces=(1, 1, 1))
    journal.send(Oppose(character=ann, target=bob, action=slow, context="combat"), "ann")
    journal.send(Answer(contest=latest(journal.state.contests), action=guard), "bob")
    journal.send(EndFight())
    journal.close()
    return journal


def among_others() -> Journal[CampaignState]:
    """Play two counterattacks outside a fight, while others act: one is made and one is forgone."""
    journal = open_campaign(
        settings(critical={"counterattack_ends": "own_action"}), ("ann", ASH), ("bob", ASH), ("gm", WOLF)
    )
    ann, bob, wolf = journal.state.known_to_fight
    social = Action(kind="skill", stats=("Wits",), tier="simple")
    for made in (True, False):
        journal.send(Oppose(character=ann, target=bob, action=social, context="social"), "ann")
        journal.send(StandStill(contest=latest(journal.state.contests)), faces=(1, 1, 2))
        failed = latest(journal.state.criticals)
        journal.send(RuleConsequence(critical=failed, consequence="counterattack", text="a slip of the tongue"))
        journal.send(Attempt(character=wolf, action=BITE))
        if made:
            journal.send(Counterattack(character=bob, action=social), "bob")
            journal.send(CancelContest(contest=latest(journal.state.contests), reason="peace"))
        journal.send(ForgoCounterattack(character=bob), "bob")
    journal.close()
    return journal


def too_late() -> Journal[CampaignState]:
    """Play counterattacks and a proposal that lapse, and an attack on a thing."""
    chosen = settings(test={"resistance": "as_threshold"}, ap={"carry_over": True})
    journal = open_campaign(chosen, ("ann", ASH), ("bob", ASH))
    ann, bob = journal.state.known_to_fight
    strike = Action(kind="martial", stats=("Wits",), tier="simple", ap=1, component_dice=0)
    gate = Oppose(character=ann, action=strike, context="combat")
    journal.send(Propose(command=gate), "ann")
    journal.send(AssignCharacter(character=ann, seat="bob"))
    journal.send(replace(gate, resistance=2), faces=(6, 6, 1, 4))
    journal.send(StartFight(participants=(ann, bob)))
    journal.send(RollInitiative(participant=ann), faces=(6, 6, 6))
    journal.send(RollInitiative(participant=bob), faces=(1, 1, 1))
    counters = RuleConsequence(critical="", consequence="counterattack", text="wide open")
    strikes = Oppose(character=ann, target=bob, action=strike, context="combat")
    for after in (Attempt(character=ann, action=strike), LeaveFight(participant=bob)):
        journal.send(strikes)
        journal.send(
            Answer(contest=latest(journal.state.contests), action=replace(strike, ap=0)), faces=(1, 1, 1, 6, 2, 2)
        )
        journal.send(replace(counters, critical=latest(journal.state.criticals)))
        journal.send(after, faces=(6, 2, 2) if isinstance(after, Attempt) else None)
    journal.send(EndFight())
    journal.close()
    return journal


def a_fork_of_too_late() -> Journal[CampaignState]:
    """Continue from the end of the `too_late` campaign, on a fork of it."""
    played = too_late()
    fork = fork_of(played, versions_of(played)[-2])
    fork.send(StartDay())
    fork.send(Attempt(character=fork.state.known_to_fight[0], action=Action(stats=("Might",))))
    fork.close()
    return fork


def the_hunt() -> Journal[CampaignState]:
    """Play the first turn of a fight of two Specialists against a wolf, and stop there."""
    journal = open_campaign(settings(damage={"applies_to": "vitality"}), ("ann", ASH), ("bob", ASH))
    journal.send(CreateSpecialist(sheet=WOLF, seat="gm"))
    hunters = journal.state.known_to_fight
    journal.send(StartFight(participants=hunters))
    for who, faces in zip(hunters, ((6, 6, 6), (6, 6, 1), (1, 1)), strict=True):
        journal.send(RollInitiative(participant=who), faces=faces)
    journal.send(EndTurn(participant=hunters[0]), "ann")
    journal.close()
    return journal


def fork_of_the_hunt() -> Journal[CampaignState]:
    """Play the next round on a fork, taking a digest of its state after every second commit."""
    played = the_hunt()
    fork = fork_of(played, versions_of(played)[-2], digests=2)
    for _ in range(5):
        fork.send(EndTurn(participant=fork.state.turn or ""))
    fork.close()
    return fork


def _puzzle() -> Journal[CampaignState]:
    """Pose a puzzle after the first turn: Bob must win the fight in its first round."""
    played = the_hunt()
    return fork_of(played, versions_of(played)[-2], goal=Goal(reach="win", seat="bob"))


def solved_puzzle_of_the_hunt() -> Journal[CampaignState]:
    """Solve the puzzle: the wolf runs from the fight. The puzzle stays solved whatever follows."""
    puzzle = _puzzle()
    wolf = puzzle.state.known_to_fight[-1]
    puzzle.send(LeaveFight(participant=wolf))
    puzzle.send(EndFight())
    puzzle.close()
    return puzzle


def missed_puzzle_of_the_hunt() -> Journal[CampaignState]:
    """Play the puzzle without solving it in the required round."""
    puzzle = _puzzle()
    while puzzle.stream.puzzle is not None and puzzle.stream.puzzle.status == "open":
        puzzle.send(EndTurn(participant=puzzle.state.turn or ""))
    puzzle.close()
    return puzzle


SESSIONS: Final[Mapping[str, Callable[[], Journal[CampaignState]]]] = {
    "a_fork_of_too_late": a_fork_of_too_late,
    "a_set_by_name": a_set_by_name,
    "among_others": among_others,
    "at_once": at_once,
    "fight": fight,
    "fork_of_the_hunt": fork_of_the_hunt,
    "in_parts": in_parts,
    "missed_puzzle_of_the_hunt": missed_puzzle_of_the_hunt,
    "solved_puzzle_of_the_hunt": solved_puzzle_of_the_hunt,
    "tests": tests,
    "the_hunt": the_hunt,
    "too_late": too_late,
}
