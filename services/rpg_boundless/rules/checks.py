"""Checks: an Attribute's dice, Stamina of one's own and of allies, and risk that is shared."""

from __future__ import annotations

from msgspec import Struct

from services.rpg_boundless.commands.rolls import Check, PledgeHelp, SetPosition
from services.rpg_boundless.events.rolls import CheckMade, HelpPledged, PositionSet
from services.rpg_boundless.refusals import (
    AllyLacksStamina,
    HelpNotPledged,
    NoDescription,
    NoSuchAttribute,
    NotAnAlly,
    NotEnoughStamina,
    StaminaWithoutRoll,
)
from services.rpg_boundless.rules.dice import Occasion, as_rolled, check_stance, outright, reason_of, stance_of, throw
from services.rpg_boundless.rules.saves import Cause, check_can_face, face
from services.rpg_boundless.rules.seats import MAX_POSITIONS, acting, check_room, check_says, living, touched
from services.rpg_boundless.rules.telling import Telling
from services.rpg_boundless.state.campaign import Character
from services.rpg_boundless.words import DESCRIBED, Attribute, CheckKind, Harm, Helper, Stance


class Effort(Struct, frozen=True, kw_only=True):
    """What is put into a Check, and what is at risk: the same for a plain Check, an attack and a spell's strain."""

    kind: CheckKind
    stamina: int
    helpers: tuple[Helper, ...]
    stance: Stance | None
    risk: Harm | None = None
    what: str | None = None

    @property
    def occasion(self) -> Occasion:
        """Give what the roll is for."""
        return Occasion(on=self.kind, what=self.what)


def set_position(telling: Telling, command: SetPosition) -> None:
    """Rule: FB-POS-01, FB-POS-10, FB-COND-06, FB-R-20. Refuses: NoDescription, and as `check_stance`."""
    on, what = command.on or "check", command.what or None
    bearer = (living if on == "critical_save" else touched)(telling, command.character)
    check_stance(bearer, command.stance)
    if on == "rest" and command.stance is not None:
        as_rolled(command.stance.position)
    if what is not None and on not in DESCRIBED:
        raise NoDescription(needs=tuple(sorted(DESCRIBED)), has=on, field="what")
    if command.stance is not None:
        check_room(len(bearer.positions), MAX_POSITIONS)
    telling.tell(PositionSet(character=command.character, stance=command.stance, on=on, what=what))


def pledge_help(telling: Telling, command: PledgeHelp) -> None:
    """Rule: FB-CHECK-04, FB-CAMP-12. Refuses: NotAnAlly, AllyLacksStamina."""
    helper = acting(telling, command.character)
    touched(telling, command.ally, "ally")
    if command.ally == command.character:
        raise NotAnAlly(needs="another character", has=command.ally, field="ally")
    if command.stamina > helper.stamina:
        raise AllyLacksStamina(needs=command.stamina, has=helper.stamina, field="stamina")
    telling.tell(HelpPledged(character=command.character, ally=command.ally, stamina=command.stamina))


def check(telling: Telling, command: Check) -> None:
    """Rule: FB-CHECK-01, FB-CHECK-02, FB-ATTR-02. Refuses: NoSuchAttribute, and as `check_effort`."""
    actor = acting(telling, command.character)
    if command.attribute is None:
        raise NoSuchAttribute(needs="an Attribute", field="attribute")
    effort = Effort(
        kind="check", stamina=command.stamina, helpers=command.helpers,
        stance=command.stance, risk=command.risk, what=command.what,
    )  # fmt: skip
    check_effort(telling, actor, effort)
    make_check(telling, actor, command.attribute, effort)


def check_effort(telling: Telling, actor: Character, effort: Effort) -> Stance:
    """Hold everything that is put into a Check to the rules, before anything is rolled; give its stance.

    Rule:    FB-CHECK-03, FB-CHECK-04, FB-R-14, FB-R-19, FB-R-56
    Refuses: NotEnoughStamina, StaminaWithoutRoll, and as `stance_of` and `_check_helpers`
    """
    check_says(telling, effort.risk, "risk")
    stance = stance_of(telling, actor, effort.stance, effort.occasion)
    if outright(stance.position) is not None and (effort.stamina or effort.helpers):
        raise StaminaWithoutRoll(needs=0, has=effort.stamina or len(effort.helpers), field="stamina")
    if effort.stamina > actor.stamina:
        raise NotEnoughStamina(needs=effort.stamina, has=actor.stamina, field="stamina")
    _check_helpers(telling, actor, effort.helpers)
    check_can_face(telling, 1 + len(effort.helpers))
    return stance


def _check_helpers(telling: Telling, actor: Character, helpers: tuple[Helper, ...]) -> None:
    """Rule: FB-CHECK-04, FB-CAMP-12. Refuses: NotAnAlly, AllyLacksStamina, HelpNotPledged."""
    names = tuple(helper.character for helper in helpers)
    if len({actor.id, *names}) <= len(names):
        raise NotAnAlly(needs="other characters, each once", has=names, field="helpers")
    for helper in helpers:
        ally = touched(telling, helper.character, "helpers")
        if helper.stamina > ally.stamina:
            raise AllyLacksStamina(needs=helper.stamina, has=ally.stamina, field="helpers")
        if not (telling.leads or ally.seat == telling.seat):
            _check_pledged(actor, ally, helper.stamina)


def _check_pledged(actor: Character, ally: Character, stamina: int) -> None:
    pledged = ally.pledge.stamina if ally.pledge and ally.pledge.ally == actor.id else 0
    if stamina > pledged:
        raise HelpNotPledged(needs=stamina, has=pledged, field="helpers")


def make_check(telling: Telling, actor: Character, attribute: Attribute, effort: Effort) -> CheckMade:
    """Make a Check that is known to be in order: at least one Hit succeeds. Failing brings the risk, if one was said.

    Rule:    FB-CHECK-02, FB-CHECK-05 to FB-CHECK-08, FB-COND-05, FB-POS-02, FB-POS-06, FB-R-02, FB-R-16, FB-R-17
    """
    stance = stance_of(telling, actor, effort.stance, effort.occasion)
    decided = outright(stance.position)
    roll = None
    if decided is None:
        dice = actor.scores.of(attribute) + effort.stamina + sum(helper.stamina for helper in effort.helpers)
        roll = throw(telling, effort.kind, dice, as_rolled(stance.position))
    made = CheckMade(
        check=roll.id if roll else telling.new("roll"), kind=effort.kind, character=actor.id, attribute=attribute,
        position=stance.position, success=bool(roll.hits) if roll else bool(decided), roll=roll,
        reason=reason_of(stance), stamina=effort.stamina, helpers=effort.helpers,
        conditions=actor.hindrances, what=effort.what,
    )  # fmt: skip
    telling.tell(made)
    if effort.risk is not None and not made.success:
        face(telling, sharing(made), effort.risk, Cause(check=made.check))
    return made


def sharing(made: CheckMade) -> tuple[str, ...]:
    """Name those who share the risk of a Check: the actor and all who helped. Rule: FB-CHECK-06."""
    return (made.character, *(helper.character for helper in made.helpers))
