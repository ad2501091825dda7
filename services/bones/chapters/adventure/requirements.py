"""Requirements of the adventure's checks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from services.bones.catalogue.adventure import Check
from services.bones.reading import adventure as reading
from services.bones.reading.adventure import alive, book, consort, fate, gear, in_reach, lasting, there
from services.bones.state.adventure import Adventure
from services.bones.state.campaign import CampaignState
from shared.kernel.refusals import Fact, Refusal

FOR_EACH: Final = frozenset({"search-the-throne"})
"""One-time checks that each character may pass once. All other one-time checks can be passed by only one character.

Source: BN-ADV-57
"""
PRETENDS: Final = "pretend-to-be-dominated"
"""The check with which a captive rolls to fake domination. Source: BN-ADV-73."""
FAKES: Final = "fake-domination"
"""The check that a success in `PRETENDS` permits. Source: BN-ADV-93."""

# ---------------------------------------------------------------- refusals


class NotAsThingsAre(Refusal, rule="BN-CAMP-125"):
    """A requirement of this check is not met: try the check once the requirement in `needs` is met."""


class CannotTryThis(NotAsThingsAre):
    """This creature cannot try the check: name a living, free character with a die left, or the one in `needs`."""


class NotHereOrNow(NotAsThingsAre):
    """The check cannot be tried at this place or time: try it where or when `needs` says."""


class DoneOrNotYet(NotAsThingsAre):
    """The check has been made already, or an earlier check is missing: make each check once, in order."""


class NothingToTryOn(NotAsThingsAre):
    """The object of the check is missing: name the item, opponent, spell or shackles that the check requires."""


class NotTheConsort(NotAsThingsAre):
    """This cannot be the consort: name a captive of a suitable gender, with a free mind, whom the Matron can reach."""


Requirement: TypeAlias = tuple[type[Refusal], Fact, object]
"""A requirement of a check: the refusal to raise, the text of the requirement, and whether it is unmet."""

# ---------------------------------------------------------------- judgement


def lacking(state: CampaignState, check: Check, who: str, upon: str) -> Refusal | None:
    """Return the refusal that says why a check cannot be tried now, or None if it can.

    Rule: BN-ADV-33, BN-ADV-48, BN-ADV-56, BN-CAMP-125, BN-CAMP-127, BN-CAMP-133, BN-CAMP-134, BN-CAMP-159, BN-CAMP-197,
          BN-CAMP-208
    """
    adventure = state.adventure
    if adventure is None:
        return NotAsThingsAre(needs="LoadAdventure", has=who, field="check")
    brought = book(state).checks_by_id[FAKES] if state.amended and check.id == PRETENDS else check
    wanting = (
        *_of_who_tries(state, adventure, check, who),
        *_of_place_and_time(state, adventure, check),
        *_of_fate(state, brought),
        *_of_what_came_before(state, check, who),
        *_of_others(state, brought, who),
        *_of_consort(state, brought, who),
        *_of_leader(state, brought, who),
        *_of_faking(state, check, who),
        *_of_shackles(state, check, upon),
    )
    found = next(((refusal, needs) for refusal, needs, lacks in wanting if lacks), None)
    return found and found[0](needs=found[1], has=who, field="check")


def _of_who_tries(state: CampaignState, adventure: Adventure, check: Check, who: str) -> Iterator[Requirement]:
    yield CannotTryThis, "a character of the adventure", not check.by and who not in adventure.characters
    yield CannotTryThis, "a living character", state.characters[who].dead
    yield CannotTryThis, "a character with a die left", state.form and not check.captive and state.characters[who].down
    away = reading.area_of(state, check) not in {None, state.settings.adventure.captives_area} and not check.anywhere
    yield CannotTryThis, "a character who is not chained to the wall", away and reading.chained(state, who)


def _of_place_and_time(state: CampaignState, adventure: Adventure, check: Check) -> Iterator[Requirement]:
    day, area = (adventure.day, adventure.come), reading.area_of(state, check)
    yield NotHereOrNow, f"area {area}", area not in {None, adventure.area} and not check.anywhere
    yield NotHereOrNow, f"day {check.day} or later", check.day and day[0] < check.day
    yield NotHereOrNow, f"before event {check.until}", check.until and day >= check.until


def _of_what_came_before(state: CampaignState, check: Check, who: str) -> Iterator[Requirement]:
    done = reading.done(state)
    yield DoneOrNotYet, f"{check.once or check.id} not done", once(state, check, who) in done
    yield DoneOrNotYet, check.after, check.after and check.after not in done
    yield NothingToTryOn, check.needs, check.needs and all(item.name != check.needs for item in gear(state, who))
    yield NothingToTryOn, f"SpawnOfAdventure {check.person}", check.stored and not there(state, check.person or "")
    yield CannotTryThis, check.by, check.by and who not in there(state, check.by)


def _of_fate(state: CampaignState, check: Check) -> Iterator[Requirement]:
    yield NotAsThingsAre, check.fates, check.fates and fate(state, check.person or "") not in check.fates


def _of_others(state: CampaignState, check: Check, who: str) -> Iterator[Requirement]:
    opposed, offered = check.opposed_by, check.sacrifices
    yield NothingToTryOn, opposed, opposed in book(state).kin_by_name and not there(state, opposed or "")
    yield NotAsThingsAre, f"{check.alive} alive", check.alive and fate(state, check.alive) == "dead"
    yield NotAsThingsAre, offered, offered and not alive(state, offered) and not lasting(state, who)


def once(state: CampaignState, check: Check, who: str) -> str | None:
    """Return the name under which a check's success is recorded, for all characters or only for this one.

    Return None if the check can be passed any number of times.

    Rule: BN-ADV-57, BN-CAMP-158, BN-CAMP-194, BN-CAMP-208
    """
    if (check.kills or check.id == PRETENDS) and state.amended:
        return f"{check.id}:{who}"
    return f"{check.once}:{who}" if check.id in FOR_EACH and state.form else check.once


def _of_consort(state: CampaignState, check: Check, who: str) -> tuple[Requirement, ...]:
    """Return the requirements of a check about the consort, the captive chosen by the Matron (the tribe's leader).

    Rule: BN-ADV-13, BN-CAMP-134, BN-CAMP-194
    """
    other = consort(state) not in {None, who}
    deaths = {once(state, one, who) for one in book(state).checks if one.kills}
    eaten = state.amended and deaths & {*reading.done(state)}
    return (
        (NotTheConsort, book(state).title.genders, check.captive and not in_reach(state, who)),
        (NotTheConsort, consort(state), check.captive and other),
        (NotTheConsort, "another character", check.captive and eaten),
        (NotTheConsort, "nobody who is dominated", check.captive and not check.sacrifices and lasting(state, who)),
    )


def _of_leader(state: CampaignState, check: Check, who: str) -> Iterator[Requirement]:
    """Yield the requirements of a check in which a captive is brought before a leader who has appeared.

    Rule: BN-CAMP-194
    """
    leader = book(state).title.leader
    met = there(state, leader) if state.amended and check.captive and check.alive == leader else ()
    yield NotAsThingsAre, f"{leader} with a die left", any(state.characters[one].down for one in met)
    yield NotAsThingsAre, "dominate", met and check.sacrifices and not lasting(state, who)


def faked(who: str) -> str:
    """Return the name under which a captive's success in faking domination is recorded. Rule: BN-CAMP-208."""
    return f"{PRETENDS}:{who}"


def _of_faking(state: CampaignState, check: Check, who: str) -> Iterator[Requirement]:
    """Yield the requirements of a check that faked domination permits or prevents. Rule: BN-CAMP-208, BN-CAMP-212."""
    fakes = faked(who) in reading.done(state)
    yield DoneOrNotYet, PRETENDS, state.amended and check.id == FAKES and not fakes
    yield NotAsThingsAre, FAKES, fakes and (check.sacrifices or check.fails) and not lasting(state, who)


def _of_shackles(state: CampaignState, check: Check, upon: str) -> tuple[Requirement, ...]:
    """Return the requirements of a check that removes shackles, and whether each is unmet. Rule: BN-CAMP-127."""
    shackled = upon in state.characters and state.characters[upon].shackled
    chained = state.adventure is not None and upon in state.adventure.wall
    return (
        (NothingToTryOn, "a creature in shackles", check.frees and not shackled),
        (
            NothingToTryOn,
            f"shackles of the {check.frees}",
            check.frees in {"hands", "wall"} and chained != (check.frees == "wall"),
        ),
    )
