"""Terms of a task: the skills that may be rolled, the possible opposition, and which terms fit together."""

from __future__ import annotations

from typing import Final

from services.bones.chapters.magic import effects, themes
from services.bones.chapters.people import items, unseen
from services.bones.chapters.rolls import healing, rolls
from services.bones.context import CampaignContext
from services.bones.reading import minds
from services.bones.reading.owned import may_try
from services.bones.state.tasks import Aid, Opponent, Purpose, SkillName, Terms
from shared.kernel.campaign.dealing import contents
from shared.kernel.campaign.seats import check_once, check_room
from shared.kernel.refusals import Refusal

SKILLS_OF: Final[dict[Purpose, tuple[SkillName, ...]]] = {
    "movement": ("Maneuver",),
    "treatment": ("Healer", "Magic"),
    "making": ("Craft",),
    "command": ("Outdoorsman", "Social"),
    **dict.fromkeys(("effect", "ward", "mind", "counter", "hold"), ("Magic",)),
}
"""The skills allowed for each special purpose.

Source: BN-MOVE-06, BN-FALL-03, BN-HEAL-03, BN-MAG-03, BN-R-150, BN-R-312
"""
COUNTED: Final[tuple[Purpose, ...]] = ("movement", "counter", "hold", "mind")
"""Purposes of tasks that have no opposition, so that their successes are only counted.

Afterwards, a counter is compared with the effect that it counters, and minds may resist.
"""
MOST_RESIST: Final = 50
"""The maximum number of minds that may be resisting at one time, including those that the task would add."""
SERVES: Final = {"Outdoorsman": "companion", "Social": "lackey"}

# ---------------------------------------------------------------- refusals


class MayNotTry(Refusal, rule="BN-CLASS-05"):
    """The creature has no icon of this skill on a die that it can roll: choose another skill."""


class OneOpposition(Refusal, rule="BN-R-250"):
    """The terms set too much opposition: give only as many of difficulty, opponents and number as `needs` allows."""


class WrongTerms(Refusal, rule="BN-TASK-01"):
    """These terms do not fit the purpose of the task: use the terms that `needs` describes."""


class OpposesItself(Refusal, rule="BN-TASK-08"):
    """The opponent is the creature itself: name another opponent."""


class OtherMinds(Refusal, rule="BN-R-291"):
    """The named minds do not fit the task: for the purpose `mind` name those that `needs` allows, otherwise none."""


class NotOutOfSight(Refusal, rule="BN-CAMP-20"):
    """These terms cannot be hidden: hide only a difficulty, or one opponent that a game master owns, without magic."""


# ---------------------------------------------------------------- judgement


def check_may_try(  # noqa: PLR0917 the creature, its skill and its aids
    ctx: CampaignContext, who: str, skill: str, field: str, aids: tuple[Aid, ...] = ()
) -> None:  # fmt: skip
    """Check that a creature may try a skill. Rule: BN-CLASS-05, BN-CLASS-07, BN-R-254. Refuses: MayNotTry."""
    if not may_try(ctx.state, who, skill, aids):
        raise MayNotTry(needs=f"an icon of {skill}", has=who, field=field)


def check_terms(
    ctx: CampaignContext, who: str, terms: Terms, *, hidden: bool = False, task: str | None = None
) -> None:  # fmt: skip
    """Check the terms of a task. `task` is the id of the task, if it exists already.

    Rule:    BN-CLASS-05, BN-TASK-08, BN-R-250, BN-R-254, BN-R-312
    Refuses: MayNotTry, OneOpposition, WrongTerms, OpposesItself, NamedTwice, NotKnownHere, NoDiceLeft, NotOutOfSight,
             DieNeeded, NothingToTreat, NotToBeTreated, ThemeNeeded, OtherMinds, TooManyHere, ClosedOnThisFork
    """
    check_may_try(ctx, who, terms.skill, "terms", terms.circumstances.aids)
    given = [name for name in ("difficulty", "opponents", "number") if getattr(terms, name)]
    only_counted = terms.purpose in COUNTED
    if len(given) > 1 or (given and only_counted):
        raise OneOpposition(needs="none" if only_counted else "one at most", has=tuple(given), field="terms")
    _check_purpose(ctx, who, terms)
    _check_minds(ctx, who, terms)
    effects.check_magic(ctx, who, terms, task)
    if terms.purpose == "treatment" and terms.patient is not None:
        healing.check_treatable(ctx.state, terms.patient, "terms", healer=who, but=task)
    check_once(tuple(one.creature for one in terms.opponents), "terms")
    for one in terms.opponents:
        if one.creature == who:
            raise OpposesItself(needs="another creature", has=who, field="terms")
        if hidden and one.creature in ctx.state.prepared:
            _check_unseen(ctx, terms, one)
            continue
        rolls.check_can_roll(ctx, one.creature, "terms")
        check_may_try(ctx, one.creature, one.skill, "terms", one.circumstances.aids)
    _check_magic(ctx, terms)
    if hidden:
        _check_hidden(ctx, terms)


def _check_unseen(ctx: CampaignContext, terms: Terms, one: Opponent) -> None:
    """Check a prepared opponent that hidden terms name.

    Rule:    BN-CAMP-20, BN-CAMP-166, BN-CLASS-05, AR-FORK-14
    Refuses: ClosedOnThisFork, MayNotTry, NotOutOfSight, NotKnownHere, DieNeeded
    """
    contents(ctx.state.prepared[one.creature], one.creature, "terms")
    if one.skill == "Magic":
        raise NotOutOfSight(needs="no opposing magic", has=one.creature, field="terms")
    if not unseen.may_oppose(ctx.state, terms, one):
        raise MayNotTry(needs=f"an icon of {one.skill}", has=one.creature, field="terms")


def _check_magic(ctx: CampaignContext, terms: Terms) -> None:
    """Check the magic that these terms contain. Rule: BN-MAG-17, BN-THEME-01. Refuses: WrongTerms, ThemeNeeded."""
    if terms.own_level and (terms.skill != "Magic" or terms.difficulty is None):
        raise WrongTerms(needs="a difficulty of Magic for own_level", has=terms.skill, field="terms")
    for one in terms.opponents:
        if one.skill == "Magic":
            themes.check_opposes(ctx, one.creature, "terms")


def _check_purpose(ctx: CampaignContext, who: str, terms: Terms) -> None:
    skills = SKILLS_OF.get(terms.purpose, (terms.skill,))
    if terms.skill not in skills:
        raise WrongTerms(needs=skills, has=terms.skill, field="terms")
    for name, purposes in (("patient", ("treatment", "command")), ("days", ("making",))):
        if (getattr(terms, name) is not None) != (terms.purpose in purposes):
            raise WrongTerms(needs=f"{name} for {' or '.join(purposes)} alone", has=terms.purpose, field="terms")
    if terms.item is not None:
        items.kind_of(ctx.state, terms.item, "terms")
        if terms.purpose != "making":
            raise WrongTerms(needs="making", has=terms.purpose, field="terms")
    if terms.patient is not None:
        other = ctx.character(terms.patient, "terms")
        if terms.purpose == "command" and (other.master, other.service) != (who, SERVES[terms.skill]):
            raise WrongTerms(needs=f"its own {SERVES[terms.skill]}", has=other.id, field="terms")


def _check_minds(ctx: CampaignContext, who: str, terms: Terms) -> None:
    """Check the minds that the terms name.

    Rule:    BN-MIND-01, BN-R-291, BN-R-373
    Refuses: OtherMinds, NamedTwice, NotKnownHere, TooManyHere
    """
    most = 1 if ctx.state.settings.magic.mind_targets == "one" else len(terms.minds)
    if bool(terms.minds) != (terms.purpose == "mind") or len(terms.minds) > most:
        raise OtherMinds(needs=f"{most} for the purpose mind, none for others", has=terms.minds, field="terms")
    check_once(terms.minds, "terms")
    for mind in terms.minds:
        if mind == who or ctx.character(mind, "terms").dead:
            raise OtherMinds(needs="another living creature", has=mind, field="terms")
        if not minds.may_be_controlled(ctx.state, mind):
            raise OtherMinds(needs="another living creature, and no horde", has=mind, field="terms")
    if terms.minds:
        check_room(ctx.state.resistances, MOST_RESIST, "terms", more=len(terms.minds))


def _check_hidden(ctx: CampaignContext, terms: Terms) -> None:
    """Check terms that the game master wants to hide from players.

    Rule:    BN-CAMP-20, BN-R-256
    Refuses: NotOutOfSight
    """
    there = [ctx.state.characters[one.creature] for one in terms.opponents if one.creature in ctx.state.characters]
    players = [one.id for one in there if not ctx.state.led_by(one.seat)]
    against = 1 if terms.difficulty else len(terms.opponents)
    shows = {"art", "healing"} & {*terms.circumstances.aids}
    overt = any(one.skill == "Magic" for one in terms.opponents)
    if terms.purpose != "task" or against != 1 or players or shows or overt:
        raise NotOutOfSight(
            needs="a difficulty or one opponent of the game master's, and no art, healing or opposing magic",
            field="terms",
        )
