"""Samples of what may be asked of the dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations_with_replacement, product
from typing import Any, Final, TypeAlias

from msgspec import UNSET, UnsetType

from services.rpg_boundless.commands.rolls import (
    Accept,
    BeginDay,
    CastSpell,
    Check,
    CriticalSave,
    DeclareDeath,
    FaceConsequence,
    HelpDying,
    PledgeHelp,
    ReachMilestone,
    Rest,
    Save,
    SetPosition,
    SpendHit,
    SpendRecovery,
    Strike,
)
from services.rpg_boundless.legal.sample import (
    DECIDED,
    HARM,
    HARMS,
    REASON,
    ROLLED,
    TEXT,
    WHY,
    Sample,
    helpers_of,
    names,
    one_of,
    some,
    stamina_of,
    standing,
)
from services.rpg_boundless.rules.attributes import missing
from services.rpg_boundless.rules.dice import outright
from services.rpg_boundless.state.campaign import CampaignState
from services.rpg_boundless.words import ATTRIBUTES, DESCRIBED, MAX_DICE, Gain, Length, Purpose, Refill, Stance
from shared.kernel.messages import Command
from shared.kernel.samples import Field

Tries: TypeAlias = Mapping[str, Iterable[Any]]
DICE: Final = Field(least=0, most=MAX_DICE, optional=True)
POSITIONS: Final = (None, "good", "standard", "bad")
GAINS: Final[tuple[Gain, ...]] = ("max_hp", *ATTRIBUTES)
PURPOSES: Final[tuple[Purpose, ...]] = ("check", "attack", "strain", "save")
LENGTHS: Final[tuple[Length, ...]] = ("short", "long")
REFILLS: Final[tuple[Refill, ...]] = ("stamina", "hp")


def _hindrances(state: CampaignState, name: str) -> tuple[str, ...]:
    return state.characters[name].hindrances if name in state.characters else ()


def _set_position(state: CampaignState, _: str) -> Iterator[Sample]:
    for name in names(state):
        caused = tuple(Stance(position="bad", condition=condition) for condition in _hindrances(state, name))
        stances: Tries = {"stance": (*ROLLED, *DECIDED, *caused)}
        yield Sample(command=SetPosition(character=name), tries={**stances, "on": PURPOSES})
        yield Sample(command=SetPosition(character=name, on="critical_save"), tries=stances)
        yield Sample(command=SetPosition(character=name, on="rest"), tries={"stance": (*ROLLED, *caused)})
        for on in sorted(DESCRIBED):
            yield Sample(command=SetPosition(character=name, on=on, what="so"), fields={"what": TEXT}, tries=stances)


def _pledge(state: CampaignState, _: str) -> Iterator[Sample]:
    for name in names(state):
        for ally in names(state):
            stamina = stamina_of(state, name)
            yield Sample(command=PledgeHelp(character=name, ally=ally, stamina=0), tries={"stamina": stamina})


def _described(state: CampaignState, name: str) -> tuple[list[str], bool]:
    """Give the descriptions that a Check of a character has a Position for, and whether all of those take dice."""
    placed = state.characters[name].positions if name in state.characters else ()
    found = [one for one in placed if one.on == "check" and one.what]
    return [one.what for one in found if one.what], all(outright(one.stance.position) is None for one in found)


def _check(state: CampaignState, _: str) -> Iterator[Sample]:
    """A Position set for a description that takes no dice makes that description an entry of its own."""
    for name in names(state):
        described, opens = _described(state, name)
        risks = {"attribute": ATTRIBUTES, "risk": (None, *HARMS)}
        dice = {"stamina": stamina_of(state, name), "helpers": helpers_of(state, name), "stance": ROLLED}
        for what in (None, *described):
            rolled = Check(character=name, attribute="strength", what=what)
            yield Sample(command=rolled, fields={"what": TEXT} if opens and not what else {}, tries={**risks, **dice})
        decided = Check(character=name, attribute="strength", stance=DECIDED[0])
        yield Sample(command=decided, fields={"what": TEXT}, tries={**risks, "stance": DECIDED})


def _face(state: CampaignState, _: str) -> Iterator[Sample]:
    tries = {"harm": HARMS, "stance": (*ROLLED, *DECIDED)}
    for name in names(state):
        yield Sample(command=FaceConsequence(harm=HARM, characters=(name,)), tries=tries)
    for check in some(state.failures):
        yield Sample(command=FaceConsequence(harm=HARM, check=check), tries=tries)


def _save(state: CampaignState, _: str) -> Iterator[Sample]:
    for consequence in some(state.consequences):
        yield Sample(command=Save(consequence=consequence), tries={"stance": (*ROLLED, *DECIDED)})


def _accept(state: CampaignState, _: str) -> Iterator[Sample]:
    for consequence in some(state.consequences):
        yield Sample(command=Accept(consequence=consequence))


def _critical(state: CampaignState, _: str) -> Iterator[Sample]:
    for critical in some(state.criticals):
        stamina = stamina_of(state, state.criticals.get(critical, ""))
        rolled: Tries = {"attribute": (None, *ATTRIBUTES), "stance": ROLLED, "stamina": stamina}
        yield Sample(command=CriticalSave(critical=critical), tries=rolled)
        decided: Tries = {"attribute": (None, *ATTRIBUTES), "stance": DECIDED}
        yield Sample(command=CriticalSave(critical=critical, stance=DECIDED[0]), tries=decided)


def _help(state: CampaignState, _: str) -> Iterator[Sample]:
    helpers: tuple[str | UnsetType, ...] = (UNSET, *names(state))
    for name, helper in product(names(state), helpers):
        yield Sample(command=HelpDying(character=name, helper=helper), fields={"how": TEXT})


def _death(state: CampaignState, _: str) -> Iterator[Sample]:
    for name in names(state):
        yield Sample(command=DeclareDeath(character=name, reason=WHY), fields=REASON)


def _rest(state: CampaignState, _: str) -> Iterator[Sample]:
    """A Position that was set and takes no dice is answered with one that does."""
    for name in names(state):
        addresses = one_of(_hindrances(state, name))
        for stance, stances in ((None, ROLLED), (ROLLED[1], ROLLED[1:])):
            tries: Tries = {"length": LENGTHS, "stance": stances, "addresses": addresses}
            yield Sample(command=Rest(character=name, length="short", stance=stance), tries=tries)


def _recovery(state: CampaignState, _: str) -> Iterator[Sample]:
    for recovery in some(state.recoveries):
        found = state.recoveries.get(recovery)
        hits = found.hits if found else 0
        bearer = state.characters.get(found.character) if found else None
        spends = list(combinations_with_replacement(REFILLS, hits))
        restores = list(combinations_with_replacement(ATTRIBUTES, min(hits, missing(bearer) if bearer else 0)))
        for restore in restores:
            whole = SpendRecovery(recovery=recovery, spend=spends[0], restore=restore)
            yield Sample(command=whole, tries={"spend": spends})


def _milestone(state: CampaignState, _: str) -> Iterator[Sample]:
    for name in names(state):
        reached = ReachMilestone(character=name, milestone="the tower is open")
        yield Sample(command=reached, fields={"milestone": TEXT, "dice": DICE}, tries={"position": POSITIONS})


def _hit(state: CampaignState, _: str) -> Iterator[Sample]:
    for experience in some(state.experiences):
        yield Sample(command=SpendHit(experience=experience, on="max_hp"), tries={"on": GAINS})


def _cast(state: CampaignState, _: str) -> Iterator[Sample]:
    strikes = one_of(Strike(enemy=enemy, damage=2) for enemy in standing(state))
    for name in names(state):
        dice = {"stamina": stamina_of(state, name), "helpers": helpers_of(state, name), "stance": ROLLED}
        rolled = CastSpell(character=name, spell="light")
        yield Sample(command=rolled, fields={"spell": TEXT}, tries={**dice, "strikes": strikes})
        decided = CastSpell(character=name, spell="light", stance=DECIDED[0])
        yield Sample(command=decided, fields={"spell": TEXT}, tries={"stance": DECIDED, "strikes": strikes})


def _day(_: CampaignState, __: str) -> Iterator[Sample]:
    yield Sample(command=BeginDay())


SAMPLES: Final[Mapping[type[Command], Callable[[CampaignState, str], Iterator[Sample]]]] = {
    SetPosition: _set_position,
    PledgeHelp: _pledge,
    Check: _check,
    FaceConsequence: _face,
    Save: _save,
    Accept: _accept,
    CriticalSave: _critical,
    HelpDying: _help,
    DeclareDeath: _death,
    Rest: _rest,
    SpendRecovery: _recovery,
    ReachMilestone: _milestone,
    SpendHit: _hit,
    CastSpell: _cast,
    BeginDay: _day,
}
