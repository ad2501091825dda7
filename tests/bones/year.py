"""A year off stage: the declarations and the close of four seasons, and who sees their results."""

from __future__ import annotations

from typing import Any, Final

from services.bones.chapters.lasting_magic.minds import GiveIn, GiveOrder, SetMagnitude
from services.bones.chapters.lasting_magic.sacrifices import SacrificeHealth
from services.bones.chapters.magic.themes import SetTheme
from services.bones.chapters.people.assets import GiveAsset, SpendCoins, TakeAsset
from services.bones.chapters.rolls.rolls import dice_of
from services.bones.chapters.rolls.wounds import DealDamage
from services.bones.chapters.seasons.closing import RollAction
from services.bones.chapters.seasons.narrating import TellAction
from services.bones.chapters.seasons.seasons import CloseSeason, LetSeasonPass, OpenSeason, SetDeadline
from services.bones.chapters.seasons.standing import OrderSpiffs, VetoOrder
from services.bones.chapters.seasons.strategic import ChangeAction, DeclareAction, SetActionTerms, WithdrawAction
from services.bones.chapters.seasons.strategic_tasks import TakeAction
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.state.magic import Casting
from services.bones.state.seasons import Gain, Orders
from services.bones.state.tasks import Opponent, SkillName, Terms
from shared.kernel.campaign.keeping import in_order
from tests.bones.play import FIRE
from tests.bones.road import answer
from tests.bones.tables import Journal

BOTH: Final = Orders(reroll=True, success=True)
A_DAY: Final = 24 * 60 * 60


def declares(
    journal: Journal, who: str, aim: str, skill: SkillName, *gains: Gain, orders: Orders = Orders(),  # noqa: B008 it is frozen
    **terms: Any,  # noqa: ANN401 fields of the terms
) -> str:  # fmt: skip
    """Declare an action as a player, and set its terms as the game master; return it."""
    one = journal.state.characters[who]
    journal.send(DeclareAction(creature=who, gains=gains, aim=aim, skill=skill, orders=orders), one.seat)
    season = journal.state.season
    action = in_order(season.actions)[-1] if season else ""
    if terms:
        journal.send(SetActionTerms(action=action, terms=Terms(skill=skill, **terms), damage=1))
    return action


def end_season(journal: Journal) -> None:
    """Carry out every step to the end of the season, and make all open decisions."""
    while journal.take_due():
        pass
    assert journal.state.season is None
    answer(journal)


def spring(journal: Journal, bob: str, other: str) -> None:
    """Play a season without a deadline, with public results: income, and changed and withdrawn actions."""
    journal.send(GiveAsset(creature=bob, name="a desk at the school", skill="Scholar"))
    journal.send(GiveAsset(creature=bob, name="a rich pupil", skill="Scholar", temporary=True))
    journal.send(GiveAsset(creature=other, name="a forge", skill="Craft"))
    (forge,) = journal.state.characters[other].assets
    journal.send(TakeAsset(creature=other, asset=forge, reason="it burned down"))
    journal.send(OpenSeason(name="spring", weeks=12, results="all"))
    declares(journal, bob, "teach the sons of merchants", "Scholar", "income", orders=BOTH)
    declares(journal, bob, "learn about the barrow", "Scholar", "information", difficulty="Easy")
    changed = declares(journal, other, "dig for iron", "Physical", "property")
    journal.send(ChangeAction(action=changed, gains=("item", "renown"), aim="forge a helmet", skill="Craft"), "bob")
    journal.send(SetActionTerms(action=changed, terms=Terms(skill="Craft", difficulty="Average")))
    gone = declares(journal, other, "drink with the smiths", "Social", "relationship")
    journal.send(WithdrawAction(action=gone), "bob")
    journal.send(CloseSeason())
    end_season(journal)


def summer(journal: Journal, bob: str, other: str) -> None:
    """Play a season with a deadline, in which players see only their own results and one standing order is vetoed."""
    foe = journal.spawn("Mercenary")
    journal.send(DealDamage(creature=other, amount=1))
    answer(journal)
    journal.send(OpenSeason(closes_in=A_DAY, results="own"))
    journal.send(SetDeadline())
    journal.send(SetDeadline(closes_in=2 * A_DAY))
    action = declares(journal, bob, "win the captain over", "Social", "relationship", "hirelings", orders=BOTH,
                      opponents=(Opponent(creature=foe, skill="Social"),))  # fmt: skip
    journal.send(VetoOrder(action=action, order="success", reason="he does not like gifts"))
    journal.send(OrderSpiffs(action=action, orders=Orders(reroll=True)), "ann")
    declares(journal, other, "build a kiln", "Craft", "asset", difficulty="Easy")
    declares(journal, other, "cross the pass", "Maneuver", "travel")
    journal.waited += 3 * A_DAY * 1000
    end_season(journal)


def fall(journal: Journal, bob: str, other: str) -> None:
    """Play a season whose results are hidden until its end; then they are narrated, and coins are spent."""
    journal.send(OpenSeason(results="none", weeks=0))
    declares(journal, bob, "write to every lord", "Scholar", "renown", "other", difficulty="Simple")
    declares(journal, other, "sell what he forged", "Craft", "income", orders=Orders(reroll=True))
    journal.send(CloseSeason())
    end_season(journal)
    for key in in_order(journal.state.outcomes):
        one = journal.state.outcomes[key]
        journal.send(TellAction(action=key, text="It took a month."), one.narrator or "gm")
    answer(journal)
    journal.send(SpendCoins(creature=bob, coins=2, on="a feast"))


def winter(journal: Journal) -> None:
    """Skip a winter, without opening a season for it."""
    journal.send(LetSeasonPass())
    end_season(journal)


def at_the_table(journal: Journal, bob: str) -> None:
    """Play a season with reported dice."""
    journal.send(OpenSeason(name="winter", weeks=1, results="own"))
    action = declares(journal, bob, "read by the fire", "Scholar", "information", difficulty="Easy")
    journal.send(CloseSeason())
    journal.send(RollAction(action=action), faces=(6, 6, 5, 5, 6, 3, 3))
    end_season(journal)


def consecrate(journal: Journal, bob: str, victim: str) -> None:
    """Play a season in which Bob sacrifices a die for a consecration.

    He also sacrifices a victim's blood to control a mind, and gives that mind an order.
    """
    journal.send(SetTheme(creature=bob, theme=FIRE), "ann")
    journal.send(OpenSeason(name="spring", weeks=2, results="all"))
    fire = Casting(theme=FIRE.name)
    take_action(journal, bob, Terms(skill="Magic", purpose="ward"), fire)
    journal.send(SacrificeHealth(effect=in_order(journal.state.effects)[-1], die=4), "ann")
    slave = journal.spawn("Mercenary")
    bound = Terms(skill="Magic", purpose="mind", minds=(slave,), takes_victim=True)
    take_action(journal, bob, bound, Casting(theme=FIRE.name, affects=("mind",), victim=victim))
    journal.send(GiveIn(resistance=in_order(journal.state.resistances)[-1]))
    journal.send(GiveOrder(effect=in_order(journal.state.effects)[-1], text="keep the hearth"), "ann")
    journal.send(SetMagnitude(order=in_order(journal.state.orders)[-1], magnitude=1))
    journal.send(CloseSeason())
    end_season(journal)


def take_action(journal: Journal, who: str, terms: Terms, casting: Casting) -> None:
    """Declare a strategic action, play it as a task, and roll it with Magic on each die."""
    action = declares(journal, who, "work a rite", "Magic", "other")
    journal.send(TakeAction(action=action, terms=terms, casting=casting))
    (task,) = journal.state.tasks
    dice = dice_of(journal.state, who, skill="Magic")
    journal.send(RollTask(task=task), faces=tuple(3 if die.kind == "character" else 6 for die in dice))
    answer(journal)
