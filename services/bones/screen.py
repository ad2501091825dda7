"""Closed creatures may be named only in fights, in tasks, and in the game master's corrections.

A closed creature has dice or items that are hidden from players. Until they are revealed, every other command that
names the creature is refused. The refusal does not depend on what is hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from services.bones.chapters.fights import allotting, blows, combat, declaring, round_tasks
from services.bones.chapters.people import closed, handling, items
from services.bones.chapters.rolls import falls, giving, hindering, wounds
from services.bones.chapters.tasks import corrections, recovery, tasks
from services.bones.context import CampaignContext
from services.bones.state.campaign import CampaignState
from shared.kernel.campaign import roster
from shared.kernel.messages import Command

PAIRS: Final = ("between.attacker", "between.target")
NAMED_IN: Final[Mapping[type[Command], tuple[str, ...]]] = {
    allotting.Allot: ("creature", "puts.attack.target"),
    blows.StandAgainst: ("creature", "stands.attacker"),
    closed.ShowCreature: ("character",),
    combat.JoinCombat: ("creature",),
    combat.LeaveCombat: ("creature",),
    combat.SetScene: ("order", "caught", *PAIRS),
    combat.StartCombat: ("fighters.creature", *PAIRS),
    corrections.ChangeCreature: ("creature",),
    declaring.Declare: ("creature", "target", "targets"),
    round_tasks.SetRoundTask: ("creature", "guards", "terms.opponents.creature"),
    falls.Fall: ("creature",),
    giving.GiveSuccess: ("to",),
    handling.DropItem: ("creature",),
    handling.PickUpItem: ("creature",),
    hindering.GiveHindering: ("creature",),
    hindering.OrderHinderingRoll: ("creature",),
    hindering.RemedyHindering: ("creature",),
    recovery.PassTime: ("resting",),
    roster.RemoveCharacter: ("character",),
    roster.RevealCharacter: ("character",),
    tasks.CallTask: ("creature", "terms.opponents.creature"),
    tasks.SetTask: ("terms.opponents.creature",),
    wounds.CoupDeGrace: ("creature",),
    wounds.DealDamage: ("creature",),
}
"""The fields of each command that may name a closed creature.

Commands that are not listed may not name a closed creature in any field.

Rule: BN-CAMP-172
"""
OF_ITEMS: Final = (handling.ReadyItem, handling.StowItem, items.GiveItem, items.TakeItem)
"""Commands that may name a closed creature after its items are shown. Rule: BN-CAMP-172."""


def check_named(ctx: CampaignContext, command: Command) -> None:
    """Refuse a command that names a partly hidden creature in a field where it may not be named.

    Rule:    BN-CAMP-172
    Refuses: StillClosed
    """
    shut = ctx.state.closed
    if not shut:
        return
    bare = tuple(who for who in shut if "items" in ctx.state.characters[who].closed)
    fields = NAMED_IN.get(type(command), ())
    for field, said in texts_in(command):
        if said in (bare if isinstance(command, OF_ITEMS) else shut) and field not in fields:
            raise closed.StillClosed(needs="RevealCharacter", has=said, field=field.partition(".")[0])
    if (tries := _creature_with_weapons(ctx.state, command)) in bare:
        raise closed.StillClosed(needs="ShowCreature of its items", has=tries, field="weapons")


def _creature_with_weapons(state: CampaignState, command: Command) -> str | None:
    """Return the creature whose weapons a command names, or None.

    The event of such a command would show the weapons before the roll.
    """
    if isinstance(command, tasks.CallTask) and command.weapons:
        return command.creature
    if isinstance(command, tasks.SetTask) and command.weapons and command.task in state.tasks:
        return state.tasks[command.task].creature
    return None


def texts_in(said: Any, field: str = "") -> Iterator[tuple[str, str]]:  # noqa: ANN401 a command, or a part of one
    """Yield every text in a command, with the path of its field."""
    if isinstance(said, str):
        yield field, said
    elif isinstance(said, Struct):
        for name in said.__struct_fields__:
            yield from texts_in(getattr(said, name), f"{field}.{name}" if field else name)
    elif isinstance(said, (tuple, list)):
        for one in said:
            yield from texts_in(one, field)
    elif isinstance(said, dict):
        yield from texts_in((*said, *said.values()), field)
