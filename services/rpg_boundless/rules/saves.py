"""Consequences and Saves: what is faced, and is avoided, suffered or accepted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from services.rpg_boundless.catalogue import BOOK
from services.rpg_boundless.commands.rolls import Accept, FaceConsequence, Save
from services.rpg_boundless.events.rolls import ConsequenceAccepted, ConsequenceFaced, SaveMade
from services.rpg_boundless.refusals import NamedTwice, NobodyFacesIt
from services.rpg_boundless.rules.damage import hurt
from services.rpg_boundless.rules.dice import Occasion, as_rolled, check_stance, outright, reason_of, stance_of, throw
from services.rpg_boundless.rules.seats import MAX_PENDING, acting, check_room, known, touched
from services.rpg_boundless.rules.slots import afflict
from services.rpg_boundless.rules.telling import Telling
from services.rpg_boundless.state.campaign import Character, Pending
from services.rpg_boundless.words import Harm, Rolled, Stance


class Cause(Struct, frozen=True, kw_only=True):
    """Where a consequence comes from, and the Position in which it is faced, if one was said."""

    check: str | None = None
    enemy: str | None = None
    stance: Stance | None = None


EVENT: Final = Cause()


def face_consequence(telling: Telling, command: FaceConsequence) -> None:
    """Rule: FB-SAVE-01, FB-CHECK-06, FB-R-16, FB-R-31, FB-R-53. Refuses: NobodyFacesIt, NamedTwice."""
    names = _those_at_risk(telling, command)
    check_named(names, "characters")
    for name in names:
        check_stance(touched(telling, name, "characters"), command.stance)
    check_can_face(telling, len(names))
    face(telling, names, command.harm, Cause(check=command.check, stance=command.stance))


def _those_at_risk(telling: Telling, command: FaceConsequence) -> tuple[str, ...]:
    if command.check is None:
        return command.characters
    if command.characters:
        raise NobodyFacesIt(needs="the Check alone", has=command.characters, field="characters")
    sharing = known(telling.state.failures, command.check, "check")
    return tuple(name for name in sharing if telling.character(name).status != "dead")


def check_named(names: tuple[str, ...], field: str) -> None:
    """Hold a list of those who face something to naming somebody, and each once.

    Rule:    FB-SAVE-01
    Refuses: NobodyFacesIt, NamedTwice
    """
    if not names:
        raise NobodyFacesIt(needs="characters", has=names, field=field)
    if len(set(names)) < len(names):
        raise NamedTwice(needs="each once", has=names, field=field)


def check_can_face(telling: Telling, more: int) -> None:
    """Rule: FB-CAMP-06. Refuses: TooManyHere."""
    check_room(len(telling.state.consequences), MAX_PENDING, more=more)


def face(telling: Telling, names: Sequence[str], harm: Harm, cause: Cause = EVENT) -> None:
    """Put each of these before a consequence of its own. Rule: FB-CHECK-06, FB-SAVE-01, FB-R-16."""
    for name in names:
        telling.tell(
            ConsequenceFaced(
                consequence=telling.new("consequence"),
                character=name,
                harm=harm,
                check=cause.check,
                enemy=cause.enemy,
                stance=cause.stance,
            )
        )


def _answering(telling: Telling, consequence: str) -> tuple[Pending, Character]:
    pending = known(telling.state.consequences, consequence, "consequence")
    return pending, acting(telling, pending.character, "consequence")


def save(telling: Telling, command: Save) -> None:
    """Rule: FB-SAVE-02 to FB-SAVE-07, FB-DEF-01, FB-DEF-02, FB-COND-05, FB-R-18, FB-R-19, FB-R-30, FB-R-58."""
    pending, bearer = _answering(telling, command.consequence)
    occasion = Occasion(on="save", what=pending.harm.what, given=pending.stance)
    stance = stance_of(telling, bearer, command.stance, occasion)
    decided = outright(stance.position)
    roll = throw(telling, "save", bearer.stamina, as_rolled(stance.position)) if decided is None else None
    avoided = bool(roll.hits) if roll else bool(decided)
    telling.tell(
        SaveMade(
            consequence=pending.id,
            character=bearer.id,
            position=stance.position,
            avoided=avoided,
            lost=_stamina_lost(bearer.stamina, roll),
            roll=roll,
            reason=reason_of(stance),
            conditions=bearer.hindrances,
        )
    )
    if not avoided:
        suffer(telling, pending.character, pending.harm)


def _stamina_lost(stamina: int, roll: Rolled | None) -> int:
    """Give what a Save costs. Rule: FB-SAVE-06, FB-SAVE-07, FB-R-58."""
    misses = roll.misses if roll else 0
    return min(misses, BOOK.save.most_lost, stamina)


def accept(telling: Telling, command: Accept) -> None:
    """Rule: FB-SAVE-02, FB-SAVE-08."""
    pending, bearer = _answering(telling, command.consequence)
    telling.tell(ConsequenceAccepted(consequence=pending.id, character=bearer.id))
    suffer(telling, bearer.id, pending.harm)


def suffer(telling: Telling, character: str, harm: Harm) -> None:
    """Let a consequence take effect: Damage, then Conditions. Rule: FB-SAVE-05, FB-SAVE-08, FB-DEF-03, FB-R-53."""
    if harm.damage:
        hurt(telling, character, harm.damage, ignores_armor=harm.ignores_armor is not None)
    for condition in harm.conditions:
        afflict(telling, character, condition)
