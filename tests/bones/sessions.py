"""The sessions behind the golden logs; `make bless LOG=…` records one anew. Dice that matter fell at a real table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from services.bones.chapters.dice import START
from services.bones.chapters.rolling import RollTask
from services.bones.chapters.rolls import KeepFaces, RollMade
from services.bones.chapters.sessions import PlaceIcon, RecordSession
from services.bones.chapters.settling import TaskSettled, Tell
from services.bones.chapters.spiffs import AllowSpiffs, AwardSpiffs, SpiffUseAsked, UseSpiffs, VetoSpiffs
from services.bones.chapters.tasks import Attempt, CallTask, DropTask, SetTask, TaskProposed, WithdrawTask
from services.bones.chapters.wounds import DamageDealt, DealDamage, TakeDamage
from services.bones.reading import improvement
from services.bones.state.spiffs import Deed, SpiffUseKind
from services.bones.state.tasks import Terms
from tests.bones.journal import Journal

STUDIES: Final = ("Scholar", "Social", "Magic", "Healer")
"""What Bob learns on a new die, one after the other; from die 6 on his mastery as a sage comes first."""


def spend(journal: Journal, who: str, use: SpiffUseKind, faces: tuple[int, ...] | None = None, **about: str) -> None:
    """Let a player ask for a use of spiffs, and the game master let it stand."""
    journal.send(UseSpiffs(creature=who, use=use, **about), journal.state.characters[who].seat)
    journal.send(AllowSpiffs(use=journal.last(SpiffUseAsked).use.id), faces=faces)


def try_out(journal: Journal, who: str, aim: str, terms: Terms, *faces: int) -> str:
    """Let a player try something on the game master's terms; return the roll."""
    seat = journal.state.characters[who].seat
    journal.send(Attempt(creature=who, aim=aim, skill=terms.skill), seat)
    task = journal.last(TaskProposed).task.id
    journal.send(SetTask(task=task, terms=terms))
    journal.send(RollTask(task=task), faces=faces)
    return str(journal.last(RollMade).roll.id)


def study(journal: Journal, who: str, *icons: str) -> None:
    """Record a session, and let icons that were earned be placed."""
    journal.send(RecordSession(creatures=(who,)))
    for icon in icons:
        one = journal.state.characters[who]
        if one.icons:
            new = improvement.current_die(one) > len(one.dice)
            journal.send(PlaceIcon(creature=who, icon=icon, second="Mental" if new else None), one.seat)


def bob_learns() -> Journal:
    """Play the story of Bob: tasks with spiffs, a veto, a death that is survived, and what the sessions teach him."""
    journal = Journal()
    bob = journal.character(back_story="the youngest son of a scribe")
    awards: dict[Deed, int] = {
        "great back-story": 1, "role-playing": 1, "portrait": 1, "laughter": 1, "campaign log": 4, "campaign help": 3,
    }  # fmt: skip
    for deed, count in awards.items():
        journal.send(AwardSpiffs(creature=bob, deed=deed, count=count))
    lecture = Terms(skill="Scholar", difficulty="Average")
    roll = try_out(journal, bob, "lecture on goblins", lecture, 6, 6, 6, 6, 1, 6, 2, 6)
    journal.send(UseSpiffs(creature=bob, use="reroll", on=roll, die="die-1"), "ann")
    journal.send(VetoSpiffs(use=journal.last(SpiffUseAsked).use.id, reason="let it stand"))
    spend(journal, bob, "reroll", (1,), on=roll, die="die-2")
    spend(journal, bob, "success", on=roll)
    journal.send(Tell(result=journal.last(TaskSettled).results[0].id, text="They listen until midnight."), "ann")
    spend(journal, bob, "minor", text="my friend Ragnar works as bouncer in this tavern")
    study(journal, bob, "Scholar")
    journal.send(Attempt(creature=bob, aim="seduce the Duke's daughter"), "ann")
    journal.send(WithdrawTask(task=journal.last(TaskProposed).task.id), "ann")
    journal.send(CallTask(creature=bob, aim="hide", terms=Terms(skill="Stealth", number=2)))
    journal.send(DropTask(task=journal.last(TaskProposed).task.id, reason="nobody comes"))
    roll = try_out(journal, bob, "read the old map", Terms(skill="Scholar", number=4), 5, 6, 5, 6, 4)
    journal.send(KeepFaces(roll=roll), "ann")
    _an_accident(journal, bob)
    journal.close()
    return journal


def _an_accident(journal: Journal, bob: str) -> None:
    """A beam falls on him: one damage is soaked, the others cost dice; the next kills him, and he lives after all."""
    journal.send(DealDamage(creature=bob, amount=3))
    wound = journal.last(DamageDealt).wound.id
    spend(journal, bob, "soak", on=wound)
    journal.send(TakeDamage(wound=wound, dice=(1, 4)), "ann")
    journal.send(DealDamage(creature=bob, amount=8))
    journal.send(TakeDamage(wound=journal.last(DamageDealt).wound.id), "ann")
    spend(journal, bob, "survive", text="the beam held up another")


def the_whole_ladder() -> Journal:
    """Play sessions one after another, up to the tenth die and the first automatic success."""
    journal = Journal(seed=2)
    bob = journal.character()
    for _ in range(55):
        dice = journal.state.characters[bob].dice
        filled = len(STUDIES) - dice[-1].faces.count("blank")
        study(journal, bob, "Scholar:Sage" if len(dice) > START and not filled % len(STUDIES) else STUDIES[filled % 4])
    journal.close()
    return journal


SESSIONS: Final[Mapping[str, Callable[[], Journal]]] = {
    "bob_learns": bob_learns,
    "the_whole_ladder": the_whole_ladder,
}
