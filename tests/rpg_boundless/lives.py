"""A session in which two Critical Saves are annulled, a death is taken back, and hidden answers become void."""

from services.rpg_boundless.chapters.damage import CriticalSave, DeclareDeath
from services.rpg_boundless.chapters.dice import SetPosition
from services.rpg_boundless.chapters.fortune import AskFortune, Odds, OpposeFortune
from services.rpg_boundless.chapters.overrides import AdjustHp, AdjustRoll
from services.rpg_boundless.chapters.running_out import RevealHidden
from services.rpg_boundless.chapters.saves import Accept, FaceConsequence, Save
from services.rpg_boundless.settings import DyingSettings, Settings
from services.rpg_boundless.state.sheets import Harm, Stance
from shared.kernel.campaign.keeping import in_order
from tests.rpg_boundless.journal import Journal
from tests.rpg_boundless.wandering import open_campaign

COCKED = "a cocked die"
BLOW = Harm(what="a blow", damage=9)
DIRE = Stance(position="dire", reason="no way out")


def lives_again() -> Journal:
    """Play the session to its end."""
    journal = open_campaign(Settings(dying=DyingSettings(clock="pool_2d")), 5)
    ash = in_order(journal.state.characters)[0]
    _annulled_twice(journal, ash)
    _dead_and_alive(journal, ash)
    _void_answers(journal)
    _at_its_own_position(journal, ash)
    journal.close()
    return journal


def _annulled_twice(journal: Journal, ash: str) -> None:
    """Fail two Critical Saves, annul both, the older one first, and succeed in the one that is then due."""
    first = strike_down(journal, ash)
    second = strike_down(journal, ash)
    for roll in (first, second):
        journal.send(AdjustRoll(roll=roll, reason=COCKED))
    (critical,) = journal.state.criticals
    journal.send(CriticalSave(critical=critical), "ann")


def strike_down(journal: Journal, ash: str, seat: str = "ann") -> str:
    """Strike a character until it fails a Critical Save; return the roll."""
    while True:
        journal.send(FaceConsequence(harm=BLOW, characters=(ash,)))
        (faced,) = journal.state.consequences
        journal.send(Accept(consequence=faced), seat)
        (critical,) = journal.state.criticals
        journal.send(CriticalSave(critical=critical), seat)
        if journal.state.characters[ash].status == "dying":
            return journal.state.rolls[-1]


def _dead_and_alive(journal: Journal, ash: str) -> None:
    """Declare a character dead, and take the death back."""
    strike_down(journal, ash)
    journal.send(DeclareDeath(character=ash, reason="too late"))
    journal.send(AdjustHp(character=ash, hp=2, reason="the wrong character"))


def _void_answers(journal: Journal) -> None:
    """Annul a hidden Fortune Roll and one roll of a hidden contest, and reveal both."""
    even = Odds(likelihood="even")
    journal.send(AskFortune(question="is it there", odds=even, hidden=True))
    journal.send(OpposeFortune(question="who is faster", sides=(even, even), hidden=True))
    for hidden in in_order(journal.state.hidden):
        journal.send(AdjustRoll(roll=journal.state.hidden[hidden].rolls[-1], reason="nobody asked"))
        journal.send(RevealHidden(hidden=hidden))


def _at_its_own_position(journal: Journal, ash: str) -> None:
    """Make a Save at the Position of its consequence; a Position set earlier waits for the next Save."""
    for stance in (Stance(position="good", reason="behind a wall"), None):
        journal.send(FaceConsequence(harm=Harm(what="an arrow", damage=1), characters=(ash,), stance=stance))
        if stance is not None:
            journal.send(SetPosition(character=ash, on="save", stance=DIRE))
        (faced,) = journal.state.consequences
        journal.send(Save(consequence=faced), "ann")
