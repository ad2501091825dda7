"""Why no, about enemies and fights."""

from __future__ import annotations

from shared.kernel.refusals import Refusal


class NoFight(Refusal):
    """There is no fight this could be part of."""

    rule = "FB-INIT-01"


class FightRunning(Refusal):
    """There is a fight already."""

    rule = "FB-INIT-01"


class InFightAlready(Refusal):
    """Each takes part in a fight once."""

    rule = "FB-INIT-01"


class NotInFight(Refusal):
    """This one takes no part in the round."""

    rule = "FB-INIT-01"


class RoundRunning(Refusal):
    """The round goes on until all have had their turn."""

    rule = "FB-INIT-01"


class NotYourTurn(Refusal):
    """Turns run in the order of initiative."""

    rule = "FB-INIT-02"


class TiesNotDeclared(Refusal):
    """In this campaign ties are not settled by declaring an order."""

    rule = "FB-R-26"


class OrderImpossible(Refusal):
    """Only the order of those of one side who tie is declared."""

    rule = "FB-INIT-02"


class NotTwoPlayers(Refusal):
    """Initiative dice are exchanged between two players' characters."""

    rule = "FB-INIT-05"


class TurnTaken(Refusal):
    """Initiative dice are exchanged only before either has taken a turn."""

    rule = "FB-INIT-06"


class NotAWeapon(Refusal):
    """This Item is no Weapon."""

    rule = "FB-WEAP-01"


class DamageNeedsReason(Refusal):
    """Damage other than the Damage Rating needs a reason."""

    rule = "FB-ATK-04"


class DamageUnclear(Refusal):
    """An attack needs one source of Damage: a Weapon, perhaps with a modifier, or a final value."""

    rule = "FB-ATK-04"


class AttributeNeedsReason(Refusal):
    """Another Attribute than the Weapon's needs a reason, where it is allowed at all."""

    rule = "FB-R-50"


class PlayersDoNotFight(Refusal):
    """In this campaign players' characters do not attack one another."""

    rule = "FB-R-55"


class EnemiesNeverRoll(Refusal):
    """Enemies never roll dice."""

    rule = "FB-ROUND-04"


class EnemyIsOut(Refusal):
    """The enemy is taken out."""

    rule = "FB-ENEMY-04"


class AttackNotKnown(Refusal):
    """The enemy has no such Attack, or has it twice."""

    rule = "FB-ENEMY-02"


class AttackWithoutEffect(Refusal):
    """An Attack has a Damage Rating or an effect."""

    rule = "FB-ENEMY-03"


class EnemyArmorNotPlayed(Refusal):
    """In this campaign enemies have no Armor."""

    rule = "FB-R-52"


class ActionUsed(Refusal):
    """There is one action a round."""

    rule = "FB-ROUND-01"


class MoveUsed(Refusal):
    """There is one move a round."""

    rule = "FB-ROUND-02"


class OutsideTheFight(Refusal):
    """Blows fall between those who are in the fight, or between those who are not; whoever is drawn in joins first."""

    rule = "FB-ROUND-06"


class HelpFromOutside(Refusal):
    """In this campaign only those who are in the fight help with a Check of it."""

    rule = "FB-R-63"


class FightGoesOn(Refusal):
    """One who fights does this when the fight is over, or after leaving it."""

    rule = "FB-ROUND-07"


class RoundWaits(Refusal):
    """The fight goes on when what its fighters face is answered."""

    rule = "FB-ROUND-08"
