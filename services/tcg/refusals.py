"""Why a match says no. What a refusal tells never hangs on what its seat may not know."""

from __future__ import annotations

from shared.kernel.refusals import Refusal


class SeatsOutOfRange(Refusal):
    """A match has two players or more, and no more than its settings allow."""

    rule = "TC-GEN-03"


class CardsBad(Refusal):
    """The card set has faults."""

    rule = "TC-CARD-02"


class OrderIncomplete(Refusal):
    """The order of simultaneous effects names each of the five timings once."""

    rule = "TC-ETI-04"


class OnlyWatches(Refusal):
    """This seat does not play in this match."""

    rule = "TC-GEN-05"
    status = 403


class MatchFinishedAlready(Refusal):
    """The match is finished; only reading is left."""

    rule = "TC-WIN-05"


class OutOfTheMatch(Refusal):
    """This player has lost and takes no further part."""

    rule = "TC-WIN-05"


class DeckIllegal(Refusal):
    """The deck breaks rules of deck building; `has` names each."""

    rule = "TC-DECK-01"


class DeckGivenAlready(Refusal):
    """This player has handed in a deck, and the match has begun."""

    rule = "TC-SETUP-15"


class MulliganUsed(Refusal):
    """Each player mulligans once, before the game begins."""

    rule = "TC-SETUP-06"


class NotYourDecision(Refusal):
    """Nothing is asked of this seat now."""

    rule = "TC-TURN-14"


class WrongQuestion(Refusal):
    """This answers another question than the one that is open."""

    rule = "TC-READ-12"


class ChoiceIllegal(Refusal):
    """The choice is not among the options, or not of the number that is asked for."""

    rule = "TC-READ-09"


class WrongStep(Refusal):
    """This belongs to the turn player's act steps, with nothing waiting to resolve."""

    rule = "TC-TURN-04"


class NotInCombat(Refusal):
    """Attacks are declared by the turn player in the combat step, with no attack going on."""

    rule = "TC-CBT-24"


class NothingToPass(Refusal):
    """There is no window in which this seat is asked."""

    rule = "TC-READ-12"


class NotInHand(Refusal):
    """There is no such card in this player's hand."""

    rule = "TC-ZONE-04"


class NotInPlay(Refusal):
    """There is no such card where it would be needed."""

    rule = "TC-KEY-16"


class NotAForm(Refusal):
    """Only forms are played into form zones."""

    rule = "TC-ZONE-08"


class NotACommand(Refusal):
    """Only commands are played into command zones."""

    rule = "TC-ZONE-10"


class NotASpirit(Refusal):
    """Only a spirit from the hand spiritualizes."""

    rule = "TC-KEY-09"


class NotASpiritHolder(Refusal):
    """Spirits lie under the own savior and forms one controls, and nowhere else."""

    rule = "TC-KEY-10"


class NoOpenFormZone(Refusal):
    """A form needs an open form zone."""

    rule = "TC-FORM-02"


class NoOpenCommandZone(Refusal):
    """A command needs an open command zone."""

    rule = "TC-CMD-03"


class NoOpenZoneToSet(Refusal):
    """A command is put face-down on an open command zone only."""

    rule = "TC-CMD-04"


class SacrificeNeeded(Refusal):
    """A form of level 1 or more is played by sacrificing a form one controls."""

    rule = "TC-FORM-09"


class SacrificeNotAllowed(Refusal):
    """A level 0 form takes no sacrifice."""

    rule = "TC-FORM-12"


class SacrificeLevelTooHigh(Refusal):
    """The sacrificed form's level is at most that of the form played."""

    rule = "TC-FORM-11"


class SacrificeNotControlled(Refusal):
    """Only a form one controls can be sacrificed."""

    rule = "TC-FORM-13"


class CannotBeSacrificed(Refusal):
    """A card effect keeps this form from being sacrificed."""

    rule = "TC-FORM-10"


class SacrificeUsedThisTurn(Refusal):
    """A form is sacrificed to play another once per turn."""

    rule = "TC-ACT-03"


class SaviorSpiritualizedThisTurn(Refusal):
    """A savior is spiritualized with one spirit per turn."""

    rule = "TC-ACT-01"


class FormSpiritualizedThisTurn(Refusal):
    """A form is spiritualized with one spirit per turn."""

    rule = "TC-FORM-16"


class PerfectSpiritExclusive(Refusal):
    """This form is closed to further spirits."""

    rule = "TC-FORM-18"


class FlipConditionNotMet(Refusal):
    """The savior's requirement is not met."""

    rule = "TC-SAV-08"


class FlipAlreadyUsed(Refusal):
    """Each player flips the savior once per game."""

    rule = "TC-SAV-11"


class CommandNotForHand(Refusal):
    """An interrupt command is put face-down before it can be activated."""

    rule = "TC-CMD-42"


class CannotSetThisType(Refusal):
    """Only interrupt and swift commands are put face-down."""

    rule = "TC-CMD-46"


class SwiftOnlyOnOwnTurn(Refusal):
    """A swift command is activated from the hand during its player's own turn only."""

    rule = "TC-CMD-20"


class NotReadyUntilNextDrawStep(Refusal):
    """A face-down command waits until the next player's draw step."""

    rule = "TC-CMD-43"


class NoActionToAnswer(Refusal):
    """There is nothing in this window that this may answer."""

    rule = "TC-CMD-41"


class NotOpponentsAction(Refusal):
    """This answers an opponent's action, directly after it."""

    rule = "TC-ETI-07"


class NotTheTiming(Refusal):
    """This effect is not used at this moment."""

    rule = "TC-READ-09"


class NotSpiritualized(Refusal):
    """A form needs a spirit underneath to activate its effects."""

    rule = "TC-FORM-24"


class NoSuchEffect(Refusal):
    """The card has no such effect that a player activates."""

    rule = "TC-SAV-10"


class ActivationForbidden(Refusal):
    """A card effect forbids activating this."""

    rule = "TC-READ-09"


class ConditionNotMet(Refusal):
    """The conditions of the effect are not met."""

    rule = "TC-READ-09"


class CostNotPayable(Refusal):
    """The cost cannot be paid in full."""

    rule = "TC-READ-10"


class NothingToDevour(Refusal):
    """All the effect does is devour, and no card is left to devour."""

    rule = "TC-KEY-15"


class LimitUsed(Refusal):
    """The effect has been used as often as its card allows."""

    rule = "TC-READ-09"


class NoLegalTarget(Refusal):
    """There is no legal target."""

    rule = "TC-READ-12"


class NoPwr(Refusal):
    """A card without PWR does not attack."""

    rule = "TC-SAV-09"


class AlreadyAttacked(Refusal):
    """A card attacks once per combat step."""

    rule = "TC-CBT-21"


class AttackForbidden(Refusal):
    """A card effect forbids this attack."""

    rule = "TC-TURN-07"


class SpiritNeededToAttack(Refusal):
    """A form needs a spirit underneath to attack a savior."""

    rule = "TC-FORM-25"


class NotAnOpponentsCard(Refusal):
    """Only opposing forms and saviors are attacked."""

    rule = "TC-TURN-08"


class ConcessionOff(Refusal):
    """Players do not concede in this match."""

    rule = "TC-RUL-093"


class DrawOffersOff(Refusal):
    """Draws are not offered in this match."""

    rule = "TC-RUL-094"


class NoDrawOffered(Refusal):
    """No draw is offered that this seat has yet to answer."""

    rule = "TC-RUL-094"


class DrawOfferedAlready(Refusal):
    """A draw is offered already."""

    rule = "TC-RUL-094"


class NoClock(Refusal):
    """The clock of that decision has not run out, or there is none."""

    rule = "TC-RUL-096"
