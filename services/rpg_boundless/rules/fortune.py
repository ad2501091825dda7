"""Fortune Rolls: a yes-or-no question, or two parties directly opposed."""

from __future__ import annotations

from typing import Literal

from services.rpg_boundless.catalogue import BOOK
from services.rpg_boundless.commands.scenes import AskFortune, Odds, OpposeFortune
from services.rpg_boundless.events.scenes import FortuneOpposed, FortuneTold
from services.rpg_boundless.refusals import FreeDiceNeedReason, LikelihoodUnclear, QuestionNeeded
from services.rpg_boundless.rules.dice import extra_position, throw, throw_hidden
from services.rpg_boundless.rules.hidden import ask_hidden, check_may_hide, settle_hidden
from services.rpg_boundless.rules.seats import living
from services.rpg_boundless.rules.telling import Telling
from services.rpg_boundless.words import Rolled, RolledPosition


def ask_fortune(telling: Telling, command: AskFortune) -> None:
    """Rule: FB-FORT-01, FB-FORT-10, FB-FORT-11, FB-FORT-12, FB-R-17."""
    question = _question(command.question)
    position = extra_position(telling, command.position)
    dice = _dice(telling, command.odds)
    if command.hidden is True:
        check_may_hide(telling)
        ask_hidden(telling, question, dice, position)
        return
    roll = throw(telling, "fortune", dice, position)
    telling.tell(FortuneTold(question=question, roll=roll, yes=roll.hits > 0, extra=max(roll.hits - 1, 0)))


def oppose_fortune(telling: Telling, command: OpposeFortune) -> None:
    """Rule: FB-FORT-01, FB-FORT-09, FB-R-45, FB-R-84."""
    question = _question(command.question)
    position = extra_position(telling, command.position)
    first, second = (_dice(telling, side) for side in command.sides)
    if command.hidden is not True:
        oppose(telling, question, (first, second), position)
        return
    check_may_hide(telling)
    tie = telling.state.settings.fortune.tie
    rolls = throw_hidden(telling, "first side", first, position), throw_hidden(telling, "second side", second, position)
    settle_hidden(telling, question, rolls, _ahead(rolls[0].hits - rolls[1].hits, tie))


def _question(question: str | None) -> str:
    """Rule: FB-FORT-01. Refuses: QuestionNeeded."""
    if question is None:
        raise QuestionNeeded(needs="a question", field="question")
    return question


def _dice(telling: Telling, odds: Odds) -> int:
    """Give the dice of a Fortune Roll.

    Rule:    FB-FORT-02 to FB-FORT-08, FB-R-46
    Refuses: LikelihoodUnclear, FreeDiceNeedReason, and as `living`
    """
    given = sum(one is not None for one in (odds.likelihood, odds.basis, odds.dice))
    if given != 1:
        raise LikelihoodUnclear(needs=1, has=given, field="odds")
    if odds.likelihood is not None:
        return BOOK.likelihood[odds.likelihood]
    if odds.basis is not None:
        return living(telling, odds.basis.character, "odds").scores.of(odds.basis.attribute)
    if telling.state.settings.fortune.free_dice == "never" or odds.reason is None:
        raise FreeDiceNeedReason(needs="a reason", has=odds.reason, field="odds")
    return odds.dice or 0


def oppose(
    telling: Telling, question: str, dice: tuple[int, int], position: RolledPosition = "standard"
) -> Literal["first", "second", "even"]:
    """Let two sides roll, and compare their Hits; a tie is as the settings have it.

    Rule:    FB-FORT-09, FB-R-45
    """
    tie = telling.state.settings.fortune.tie
    tries = [_both(telling, dice, position)]
    while tie == "reroll" and tries[-1][0].hits == tries[-1][1].hits:
        tries.append(_both(telling, dice, position))
    first, second = tries[-1]
    ahead = _ahead(first.hits - second.hits, tie)
    telling.tell(
        FortuneOpposed(
            contest=telling.new("contest"),
            question=question,
            rolls=(first, second),
            ahead=ahead,
            by=abs(first.hits - second.hits),
            earlier=tuple(tries[:-1]),
        )
    )
    return ahead


def _both(telling: Telling, dice: tuple[int, int], position: RolledPosition) -> tuple[Rolled, Rolled]:
    return throw(telling, "first side", dice[0], position), throw(telling, "second side", dice[1], position)


def _ahead(lead: int, tie: str) -> Literal["first", "second", "even"]:
    """Rule: FB-FORT-09, FB-R-45."""
    if lead > 0 or (lead == 0 and tie == "first_side"):
        return "first"
    if lead < 0 or tie == "second_side":
        return "second"
    return "even"
