"""Random fights played with legal commands, under every setting."""

from functools import partial
from typing import Final

from msgspec.structs import replace

from services.rpg_specialist_total.chapters.combatants import CreateCombatant
from services.rpg_specialist_total.game import combat
from services.rpg_specialist_total.settings import Settings
from shared.kernel.campaign.fights import StartFight
from shared.kernel.messages import Command
from tests.rpg_specialist_total.play import allowed_of
from tests.rpg_specialist_total.tables import CAMPAIGNS, MAGIC, USUAL, Journal, things
from tests.support import campaigns
from tests.support.campaigns import Choose

SEATS: Final = ("gm", "ann", "bob")
ASIDE: Final = frozenset({
    "AssignCharacter", "ChangeCombatant", "ConfirmProposal", "CorrectCharge", "CorrectOrder", "CorrectRound",
    "CorrectSpell", "CreateCombatant", "DeclineProposal", "DropExchange",
    "DropItem", "EndDrug", "EndFight", "EndOngoing", "EndSpell", "ForgetPrepared", "GiveItem", "GrantExperience",
    "HoldSpell", "JoinFight", "LeaveFight", "LoadData", "LoseFatigue", "LoseVitality", "Move", "PassRound",
    "PrepareCombatant", "Propose", "RemoveCharacter", "Restore", "RevealCharacter", "Revive", "SettleSkill",
    "SkillAction", "SpendExperience", "StartDay", "StartOngoing", "TakeDrug", "TakeUpItem", "WithdrawProposal",
})  # fmt: skip
"""Commands that are sent less often: those outside a fight, and those that would end it too early."""
SELDOM: Final = 3
NEAR: Final = -2
"""The lowest value tried for numbers that may be negative, so that attacks succeed."""


def mix_settings(choose: Choose) -> Settings:
    """Return settings that are mixed from the settings of several campaigns, and allow drugs."""
    groups = {}
    for group in Settings.__struct_fields__:
        ones = [getattr(chosen, group) for chosen in CAMPAIGNS]
        fields = {name: getattr(ones[choose(len(ones))], name) for name in ones[0].__struct_fields__}
        groups[group] = replace(ones[0], **fields)
    return replace(Settings(**groups), vitality=USUAL.vitality)


def open_fight(chosen: Settings, seed: int) -> Journal:
    """Open a campaign in which two combatants of players fight two of the Keeper's combatants."""
    journal = Journal(chosen, seed=seed)
    journal.three()
    journal.send(CreateCombatant(sheet=MAGIC, seat="gm", luck=4, items=things("bare hands", "hunting bow", "arrow")))
    journal.send(StartFight(participants=tuple(journal.state.characters)))
    return journal


def step(journal: Journal, seat: str, choose: Choose, *, seldom: int = SELDOM) -> Command | None:
    """Send a random legal command for a seat, usually one about the fight; return it, or None if there is none."""
    role = journal.stream.seats[seat].role
    may = [kind for kind in combat.commands if not (kind.needs_role == "gm" and role != "gm")]
    aside = [kind for kind in may if kind.__name__ in ASIDE]
    within = [kind for kind in may if kind.__name__ not in ASIDE]
    for kinds in (within, aside) if choose(seldom) else (aside, within):
        while kinds:
            kind = kinds.pop(choose(len(kinds)))
            ones = allowed_of(journal.state, seat, kind)
            if ones:
                command = picked(ones[choose(len(ones))], choose)
                journal.send(command, seat)
                return command
    return None


picked = partial(campaigns.pick_command, combat, near=NEAR)
