"""Fights on every reading of every ruling, played through what is legal."""

from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from services.rpg_specialist_total.chapters.combatants import CreateCombatant
from services.rpg_specialist_total.game import combat
from services.rpg_specialist_total.settings import Settings
from shared.kernel.campaign.fights import StartFight
from shared.kernel.legal import Allowed
from shared.kernel.messages import Command
from shared.kernel.replay import union
from shared.kernel.samples import Field
from tests.rpg_specialist_total.play import allowed_of
from tests.rpg_specialist_total.tables import CAMPAIGNS, MAGIC, USUAL, Journal, things

SEATS: Final = ("gm", "ann", "bob")
ASIDE: Final = frozenset({
    "AssignCharacter", "ChangeCombatant", "ConfirmProposal", "CreateCombatant", "DeclineProposal", "DropExchange",
    "DropItem", "EndDrug", "EndFight", "EndOngoing", "EndSpell", "ForgetPrepared", "GiveItem", "GrantExperience",
    "HoldSpell", "JoinFight", "LeaveFight", "LoadData", "LoseFatigue", "LoseVitality", "Move", "PassRound",
    "PrepareCombatant", "Propose", "RemoveCharacter", "Restore", "RevealCharacter", "Revive", "SettleSkill",
    "SkillAction", "SpendExperience", "StartDay", "StartOngoing", "TakeDrug", "TakeUpItem", "WithdrawProposal",
})  # fmt: skip
"""What is no part of a fight, or ends it before anything has come of it: sent more seldom than the rest."""
SELDOM: Final = 3
COMMAND: Final[Any] = union(combat.commands)
NEAR: Final = -2
"""Of what may be below 0 no less is tried, so that blows land."""
WORDS: Final = ("so be it", "again", "why not")
Choose = Callable[[int], int]


def mixed(choose: Choose) -> Settings:
    """Return settings of which each is as one of the campaigns has it, and drugs that can be taken."""
    groups = {}
    for group in Settings.__struct_fields__:
        ones = [getattr(chosen, group) for chosen in CAMPAIGNS]
        fields = {name: getattr(ones[choose(len(ones))], name) for name in ones[0].__struct_fields__}
        groups[group] = replace(ones[0], **fields)
    return replace(Settings(**groups), vitality=USUAL.vitality)


def begun(chosen: Settings, seed: int) -> Journal:
    """Open a campaign in which two of the players' fight two of the Keeper's."""
    journal = Journal(chosen, seed=seed)
    journal.three()
    journal.send(CreateCombatant(sheet=MAGIC, seat="gm", luck=4, items=things("bare hands", "hunting bow", "arrow")))
    journal.send(StartFight(participants=tuple(journal.state.characters)))
    return journal


def step(journal: Journal, seat: str, choose: Choose, *, seldom: int = SELDOM) -> Command | None:
    """Let a seat send one of the commands it may send, now and then one that is no part of a fight; if it may any."""
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


def picked(entry: Allowed, choose: Choose) -> Command:
    """Pick a body of an entry: a value for each field, one of all that it allows; of a schema what stands there."""
    body = dict(entry.body)
    for name, field in entry.fields.items():
        if field.schema is None and (field.items is None or field.items.schema is None):
            body[name] = _value(field, choose)
    command: Command = msgspec.convert(body, COMMAND)
    return command


def _value(field: Field, choose: Choose) -> Any:  # noqa: ANN401 a value of a field
    if field.options is not None:
        return field.options[choose(len(field.options))]
    if field.items is not None:
        return _items(field, list(field.items.options or ()), choose)
    if field.least is not None and field.most is not None:
        least = max(field.least, NEAR) if field.most > 0 else field.least
        return least + choose(min(field.most - least + 1, 8))
    return WORDS[choose(len(WORDS))]


def _items(field: Field, options: list[Any], choose: Choose) -> list[Any]:
    least = field.least or 0
    most = min(least + 3, least if field.most is None else field.most)
    count = least + choose(most - least + 1)
    if field.repeats:
        return [options[choose(len(options))] for _ in range(count)]
    return [options.pop(choose(len(options))) for _ in range(count)]
