"""A session with undone Critical Saves, dying, signs of an encounter and an answered Save."""

from services.rpg_boundless.chapters.annulments import AdjustCritical
from services.rpg_boundless.chapters.damage import CriticalSave
from services.rpg_boundless.chapters.encounters import RollEncounter
from services.rpg_boundless.chapters.overrides import AdjustAttribute, AdjustHp, AdjustRoll
from services.rpg_boundless.chapters.running_out import RevealHidden
from services.rpg_boundless.chapters.saves import FaceConsequence, Save
from services.rpg_boundless.settings import DyingSettings, Settings
from services.rpg_boundless.state.sheets import Harm
from shared.kernel.campaign.keeping import in_order
from tests.rpg_boundless.journal import Journal
from tests.rpg_boundless.wandering import open_campaign

SLIP = "a slip of the pen"
COCKED = "a cocked die"


def play_session() -> Journal:
    """Play the session to its end."""
    journal = open_campaign(Settings(dying=DyingSettings(clock="pool_2d")), 8)
    ash = in_order(journal.state.characters)[0]
    _in_danger(journal, ash)
    _dying(journal, ash)
    _annul_saves(journal, ash)
    _on_the_road(journal)
    journal.close()
    return journal


def _in_danger(journal: Journal, ash: str) -> None:
    journal.send(AdjustHp(character=ash, hp=0, reason=SLIP))
    (critical,) = journal.state.criticals
    journal.send(AdjustCritical(critical=critical, reason=SLIP))
    journal.send(AdjustHp(character=ash, hp=2, reason=SLIP))


def _dying(journal: Journal, ash: str) -> None:
    """Play a character whose failed Critical Save is annulled, who fails another one and is helped with a potion."""
    for last in (False, True):
        while journal.state.characters[ash].status != "dying":
            if not journal.state.criticals:
                journal.send(AdjustHp(character=ash, hp=1, reason="a breath"))
                journal.send(AdjustHp(character=ash, hp=0, reason="a fall"))
            (critical,) = journal.state.criticals
            journal.send(CriticalSave(critical=critical), "ann")
        if last:
            journal.send(AdjustHp(character=ash, hp=2, reason="a potion"))
        else:
            journal.send(AdjustRoll(roll=journal.state.rolls[-1], reason=COCKED))
    journal.send(AdjustAttribute(character=ash, attribute="strength", score=2, reason=COCKED))


def _annul_saves(journal: Journal, ash: str) -> None:
    """Make and annul Saves until one leads to a Critical Save, then annul that Save too."""
    journal.send(FaceConsequence(harm=Harm(what="a rockfall", damage=9), characters=(ash,)))
    while not journal.state.criticals:
        (faced,) = journal.state.consequences
        journal.send(Save(consequence=faced), "ann")
        if not journal.state.criticals:
            journal.send(AdjustRoll(roll=journal.state.rolls[-1], reason=COCKED))
    journal.send(AdjustRoll(roll=journal.state.rolls[-1], reason=COCKED))
    journal.send(AdjustHp(character=ash, hp=2, reason=COCKED))


def _on_the_road(journal: Journal) -> None:
    """Annul a public and a hidden Encounter Roll, both with signs, and reveal the hidden one."""
    while not journal.state.signs:
        journal.send(RollEncounter(trigger="rest", dice=3))
    journal.send(AdjustRoll(roll=journal.state.rolls[-1], reason="they did not rest"))
    journal.send(RollEncounter(trigger="search", dice=6, hidden=True))
    (hidden,) = journal.state.hidden
    journal.send(AdjustRoll(roll=hidden, reason="nobody searched"))
    journal.send(RevealHidden(hidden=hidden))
