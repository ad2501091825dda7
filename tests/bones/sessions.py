"""The sessions that the golden logs record.

`make bless LOG=…` records one again. Dice that matter are entered as faces.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from services.bones.catalogue import Run
from services.bones.chapters.fights.allotting import Allot
from services.bones.chapters.fights.combat import EndCombat, Entrant, StartCombat
from services.bones.chapters.fights.declaring import Declare
from services.bones.chapters.fights.reporting import ReportDice
from services.bones.chapters.fights.rounds import RollRound
from services.bones.chapters.magic.themes import SetTheme
from services.bones.chapters.people.closed import BringPrepared, ShowCreature
from services.bones.chapters.people.creatures import (
    BuildCreature,
    NamePrepared,
    PrepareCreature,
    SpawnHorde,
    SpawnSample,
)
from services.bones.chapters.people.dice import START
from services.bones.chapters.rolls.hindering import GiveHindering
from services.bones.chapters.rolls.rolls import KeepFaces, RollMade, UseAutomatic, dice_of
from services.bones.chapters.rolls.settling import TaskSettled, Tell
from services.bones.chapters.rolls.spiffs import AllowSpiffs, AwardSpiffs, SpiffUseAsked, UseSpiffs, VetoSpiffs
from services.bones.chapters.rolls.wounds import DamageDealt, DealDamage, TakeDamage
from services.bones.chapters.seasons.sessions import PlaceIcon, RecordSession
from services.bones.chapters.tasks.recovery import PassTime
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import Attempt, CallTask, DropTask, SetTask, TaskProposed, WithdrawTask
from services.bones.reading import improvement
from services.bones.settings import CombatSettings, DiceSettings, Settings, TasksSettings
from services.bones.state.creatures import NewCreature
from services.bones.state.spiffs import Deed, SpiffUseKind
from services.bones.state.tasks import Opponent, Terms
from shared.kernel.campaign.roster import RevealCharacter
from shared.kernel.messages import Event
from shared.kernel.stream import AgreeToUndo, ProposeUndo, UndoProposed
from tests.bones import ambush, escape, road, spells, year
from tests.bones.tables import Journal, begin
from tests.conformance.playing import at_random

STUDIES: Final = ("Scholar", "Social", "Magic", "Healer")
"""The icons that Bob places on each new die, in order; from die 6 on his mastery as a sage comes first."""


def last(journal: Journal, kind: type[Event]) -> Any:  # noqa: ANN401 an event of the kind
    """Return the last event of a type."""
    return next(event for event in reversed(journal.events) if isinstance(event, kind))


def spend(journal: Journal, who: str, use: SpiffUseKind, faces: tuple[int, ...] | None = None, **about: str) -> None:
    """Request a use of spiffs as a player, and approve it as the game master."""
    journal.send(UseSpiffs(creature=who, use=use, **about), journal.state.characters[who].seat)
    journal.send(AllowSpiffs(use=last(journal, SpiffUseAsked).use.id), faces=faces)


def try_out(journal: Journal, who: str, aim: str, terms: Terms, *faces: int) -> str:
    """Try a task as a player on the game master's terms; return the roll."""
    seat = journal.state.characters[who].seat
    journal.send(Attempt(creature=who, aim=aim, skill=terms.skill), seat)
    task = last(journal, TaskProposed).task.id
    journal.send(SetTask(task=task, terms=terms))
    journal.send(RollTask(task=task), faces=faces or None)
    return str(last(journal, RollMade).roll.id)


def study(journal: Journal, who: str, *icons: str) -> None:
    """Record a session, and place the earned icons."""
    journal.send(RecordSession(creatures=(who,)))
    for icon in icons:
        one = journal.state.characters[who]
        if one.icons:
            new = improvement.current_die(one) > len(one.dice)
            journal.send(PlaceIcon(creature=who, icon=icon, second="Mental" if new else None), one.seat)


def bob_learns() -> Journal:
    """Play Bob's story: tasks with spiffs, a veto, a death that he survives, and what he learns in sessions."""
    journal = Journal()
    bob, _ = journal.party()
    awards: dict[Deed, int] = {
        "great back-story": 1, "role-playing": 1, "portrait": 1, "laughter": 1, "campaign help": 3,
    }  # fmt: skip
    for deed, count in awards.items():
        journal.send(AwardSpiffs(creature=bob, deed=deed, count=count))
    lecture = Terms(skill="Scholar", difficulty="Average")
    roll = try_out(journal, bob, "lecture on goblins", lecture, 6, 6, 6, 6, 1, 1, 6, 2, 6)
    journal.send(UseSpiffs(creature=bob, use="reroll", on=roll, die="die-1"), "ann")
    journal.send(VetoSpiffs(use=last(journal, SpiffUseAsked).use.id, reason="let it stand"))
    spend(journal, bob, "reroll", (1,), on=roll, die="die-2")
    spend(journal, bob, "success", on=roll)
    journal.send(Tell(result=last(journal, TaskSettled).results[0].id, text="They listen until midnight."), "ann")
    spend(journal, bob, "minor", text="my friend Ragnar works as bouncer in this tavern")
    study(journal, bob, "Scholar")
    journal.send(AwardSpiffs(creature=bob, deed="campaign log"))
    journal.send(Attempt(creature=bob, aim="seduce the Duke's daughter"), "ann")
    journal.send(WithdrawTask(task=last(journal, TaskProposed).task.id), "ann")
    journal.send(CallTask(creature=bob, aim="hide", terms=Terms(skill="Stealth", number=2)))
    journal.send(DropTask(task=last(journal, TaskProposed).task.id, reason="nobody comes"))
    roll = try_out(journal, bob, "read the old map", Terms(skill="Scholar", number=4), 5, 6, 5, 6, 4, 1)
    journal.send(KeepFaces(roll=roll), "ann")
    _an_accident(journal, bob)
    study(journal, bob)
    journal.send(PassTime(weeks=1, resting=(bob,)))
    road.answer(journal)
    study(journal, bob, "Scholar", "Social")
    journal.close()
    return journal


def _an_accident(journal: Journal, bob: str) -> None:
    """Drop a beam on Bob; spiffs soak part of the damage, and the rest costs him dice.

    A second beam would kill him, but he spends spiffs to survive.
    """
    journal.send(DealDamage(creature=bob, amount=3))
    wound = last(journal, DamageDealt).wound.id
    spend(journal, bob, "soak", on=wound)
    journal.send(TakeDamage(wound=wound, dice=(1, 4)), "ann")
    journal.send(DealDamage(creature=bob, amount=8))
    journal.send(TakeDamage(wound=last(journal, DamageDealt).wound.id), "ann")
    spend(journal, bob, "survive", text="the beam held up another")


def the_whole_ladder() -> Journal:
    """Play sessions until Bob has ten dice and his first automatic success."""
    journal = Journal(Settings(tasks=TasksSettings(automatic_success="spent_on_use")), seed=2)
    bob, _ = journal.party()
    for _ in range(55):
        dice = journal.state.characters[bob].dice
        filled = len(STUDIES) - dice[-1].faces.count("blank")
        study(journal, bob, "Scholar:Sage" if len(dice) > START and not filled % len(STUDIES) else STUDIES[filled % 4])
    roll = try_out(journal, bob, "lecture on dragons", Terms(skill="Scholar", number=9))
    journal.send(KeepFaces(roll=roll), "ann")
    journal.send(UseAutomatic(roll=roll), "ann")
    journal.close()
    return journal


def on_the_road() -> Journal:
    """Play events on the road, with a tie that is rolled again."""
    journal = Journal(Settings(tasks=TasksSettings(opposed_tie="reroll")), seed=3)
    bob, other = journal.party()
    road.tasks(journal, bob, other)
    road.service(journal, bob)
    road.hardship(journal, bob, other)
    road.belongings(journal, bob)
    road.newcomers(journal)
    journal.close()
    return journal


def an_ambush(seed: int = 2) -> Journal:
    """Play a fight of three rounds against a drake, a mercenary and a horde."""
    journal = Journal(seed=seed)
    ambush.fight(journal, *journal.party())
    journal.close()
    return journal


def the_escape() -> Journal:
    """Play the adventure from the pit to the way out."""
    journal = Journal(seed=5)
    bob, other = journal.party()
    escape.in_the_pit(journal, bob, other)
    escape.before_the_matron(journal, bob, other)
    escape.the_way_out(journal, bob, other)
    journal.close()
    return journal


def by_magic() -> Journal:
    """Play a session of magic, from a theme to a mind that breaks free, and a fight behind a wall of fire."""
    journal = Journal(seed=12)
    bob, _ = journal.party()
    journal.send(BuildCreature(creature=spells.WITCH))
    witch = road.newest(journal)
    journal.send(SetTheme(creature=witch, theme=spells.DREAMS))
    spells.themes(journal, bob)
    spells.sacrifices(journal, bob, witch)
    spells.minds(journal, bob, witch)
    spells.in_a_fight(journal, bob, witch)
    journal.close()
    return journal


def a_year_off_stage() -> Journal:
    """Play a year off stage."""
    journal = Journal(seed=11)
    bob, other = journal.party()
    year.spring(journal, bob, other)
    year.summer(journal, bob, other)
    year.fall(journal, bob, other)
    year.winter(journal)
    journal.close()
    return journal


def a_winter_at_the_table() -> Journal:
    """Play a season whose dice are entered as faces."""
    journal = Journal(Settings(dice=DiceSettings(dice_source="reported")), seed=13)
    bob, _ = journal.party()
    year.at_the_table(journal, bob)
    journal.close()
    return journal


def a_set_by_name() -> Journal:
    """Add a beast and a horde from the game's catalogue, in a campaign that names the release of that catalogue."""
    journal = Journal(seed=3)
    journal.party()
    journal.send(SpawnSample(sample="Cobra"))
    journal.send(SpawnHorde(threat="Threatening"))
    journal.close()
    return journal


def a_consecration() -> Journal:
    """Play a season of lasting magic."""
    journal = Journal(seed=14)
    bob, _ = journal.party()
    year.consecrate(journal, bob, journal.spawn("Mercenary"))
    journal.close()
    return journal


def dice_of_their_own() -> Journal:
    """Play at a table where players enter the faces of their own dice."""
    journal = Journal(Settings(dice=DiceSettings(dice_source="reported", players_report=True)), seed=15)
    bob, other = journal.party()
    against = Terms(skill="Social", opponents=(Opponent(creature=other, skill="Social"),))
    journal.send(CallTask(creature=bob, aim="talk him round", terms=against))
    for who, seat in ((bob, "ann"), (other, "bob")):
        dice = dice_of(journal.state, who, skill="Social")
        journal.send(ReportDice(creature=who, faces=(1,) * len(dice)), seat)
    journal.send(RollTask(task=next(iter(journal.state.tasks))), "ann")
    road.answer(journal)
    journal.close()
    return journal


def faces_that_stay() -> Journal:
    """Play at a table where entered faces stay with their dice: a die comes, and an undo brings them again."""
    journal = Journal(Settings(dice=DiceSettings(dice_source="reported", players_report=True)), seed=21)
    journal.memory.note_after(journal.stream)
    bob, _ = journal.party()
    journal.send(CallTask(creature=bob, aim="climb", terms=Terms(skill="Maneuver", difficulty="Easy")))
    before = journal.stream.version
    journal.send(ReportDice(creature=bob, faces=(3, 3, 1, 1, 1)), "ann")
    journal.send(ProposeUndo(to=before), "ann")
    for seat in ("bob", "gm"):
        journal.send(AgreeToUndo(proposal=last(journal, UndoProposed).proposal), seat)
    journal.send(ReportDice(creature=bob, faces=(3, 3, 1, 1, 1)), "ann")
    journal.send(GiveHindering(creature=bob, kind="poison"))
    journal.send(ReportDice(creature=bob, faces=(3, 3, 1, 1, 1, 6)), "ann")
    journal.send(RollTask(task=next(iter(journal.state.tasks))), faces=(1, 6))
    road.answer(journal)
    journal.close()
    return journal


def behind_the_screen() -> Journal:
    """Play with a foe that players notice before the game master reveals it."""
    journal = Journal(Settings(combat=CombatSettings(cast_starts="prepared")), seed=16)
    journal.party()
    journal.send(SpawnSample(sample="Harpy"))
    (harpy,) = journal.state.prepared
    journal.send(NamePrepared(character=harpy, name="wings in the dark"))
    journal.send(RevealCharacter(character=harpy))
    journal.close()
    return journal


def under_the_bridge() -> Journal:
    """Play a check that a hidden creature opposes, until it reveals itself."""
    journal = Journal(seed=17)
    bob, _ = journal.party()
    thing = NewCreature(name="The thing under the bridge", dice=(Run(n=3, die="Sneak"),), items=("Buckler",))
    journal.send(PrepareCreature(prepared=thing))
    (lurker,) = journal.state.prepared
    against = Terms(skill="Stealth", opponents=(Opponent(creature=lurker, skill="Perception"),))
    journal.send(CallTask(creature=bob, aim="cross the bridge", terms=against, hidden=True))
    journal.send(RollTask(task=next(iter(journal.state.tasks))))
    road.answer(journal)
    journal.send(RevealCharacter(character=lurker))
    journal.close()
    return journal


def a_shape_in_the_dark() -> Journal:
    """Play a fight against a creature with hidden facts, until all of them are revealed."""
    journal = Journal(seed=18)
    bob, other = journal.party()
    ogre = NewCreature(name="Ogre", dice=(Run(n=4, die="Thug"),), items=("Spear", "Buckler"), description="hungry")
    journal.send(PrepareCreature(prepared=ogre))
    (foe,) = journal.state.prepared
    journal.send(BringPrepared(character=foe, name="a shape in the dark"))
    past = Terms(skill="Stealth", opponents=(Opponent(creature=foe, skill="Perception"),))
    journal.send(CallTask(creature=bob, aim="past it", terms=past))
    journal.send(RollTask(task=next(iter(journal.state.tasks))))
    road.answer(journal)
    sides = {bob: "party", other: "party", foe: "foes"}
    journal.send(StartCombat(fighters=tuple(Entrant(creature=who, side=side) for who, side in sides.items())))
    arms = next(key for key, item in journal.state.characters[foe].items.items() if item.name == "Spear")
    journal.send(Declare(creature=foe, doing="fight", weapons=(arms,), targets=(bob,)))
    for who, seat in ((bob, "ann"), (other, "bob")):
        journal.send(Declare(creature=who, doing="fight", targets=(foe,)), seat)
    journal.send(RollRound())
    road.answer(journal)
    journal.send(DealDamage(creature=foe, amount=2))
    road.answer(journal)
    journal.send(ShowCreature(character=foe, what="name"))
    journal.send(ShowCreature(character=foe, what="items"))
    journal.send(RevealCharacter(character=foe))
    journal.send(EndCombat())
    road.answer(journal)
    journal.close()
    return journal


def a_pack_in_the_fog() -> Journal:
    """Play a round with a closed horde."""
    journal = Journal(Settings(combat=CombatSettings(cast_starts="prepared")), seed=19)
    bob, other = journal.party()
    journal.send(SpawnHorde(threat="Threatening", name="Wolves"))
    (pack,) = journal.state.prepared
    journal.send(NamePrepared(character=pack, name="eyes in the fog"))
    journal.send(BringPrepared(character=pack))
    sides = {bob: "party", other: "party", pack: "foes"}
    journal.send(StartCombat(fighters=tuple(Entrant(creature=who, side=side) for who, side in sides.items())))
    journal.send(Declare(creature=pack, doing="fight", targets=(bob, other)))
    for who, seat in ((bob, "ann"), (other, "bob")):
        journal.send(Declare(creature=who, doing="fight", targets=(pack,)), seat)
    journal.send(RollRound())
    road.answer(journal)
    for who, seat in ((bob, "ann"), (other, "bob")):
        if journal.state.combat and who in journal.state.combat.allotting:
            journal.send(Allot(creature=who), seat)
    road.answer(journal)
    journal.send(ShowCreature(character=pack, what="dice"))
    journal.send(EndCombat())
    journal.close()
    return journal


def wandering(seed: int) -> Journal:
    """Play a random campaign with commands from the legal list."""
    journal, luck = begin(seed), Random(seed)
    for _ in range(120):
        at_random(journal, luck)
    journal.close()
    return journal


SESSIONS: Final[Mapping[str, Callable[[], Journal]]] = {
    "bob_learns": bob_learns,
    "the_whole_ladder": the_whole_ladder,
    "on_the_road": on_the_road,
    "an_ambush": an_ambush,
    "the_escape": the_escape,
    "by_magic": by_magic,
    "a_year_off_stage": a_year_off_stage,
    "a_winter_at_the_table": a_winter_at_the_table,
    "a_set_by_name": a_set_by_name,
    "a_consecration": a_consecration,
    "dice_of_their_own": dice_of_their_own,
    "faces_that_stay": faces_that_stay,
    "behind_the_screen": behind_the_screen,
    "under_the_bridge": under_the_bridge,
    "a_shape_in_the_dark": a_shape_in_the_dark,
    "a_pack_in_the_fog": a_pack_in_the_fog,
    "at_random": lambda: wandering(1),
    "at_random_otherwise": lambda: wandering(3),
}
