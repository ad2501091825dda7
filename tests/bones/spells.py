"""A session of magic: themes, castings, sustained effects, sacrifices, controlled minds, and a fight."""

from __future__ import annotations

from typing import Any, Final

from services.bones.catalogue import Run
from services.bones.chapters.fights.casting_in_fights import SetRoundMagic
from services.bones.chapters.fights.combat import EndCombat, Entrant, StartCombat
from services.bones.chapters.lasting_magic.holding import HoldEffects, PassRounds
from services.bones.chapters.lasting_magic.minds import GiveIn, GiveOrder, ResistMagic, SetMagnitude
from services.bones.chapters.lasting_magic.sacrifices import SacrificeHealth
from services.bones.chapters.magic.effects import ReleaseEffect
from services.bones.chapters.magic.themes import ChangeTheme, SetTheme
from services.bones.chapters.people.creatures import BuildCreature
from services.bones.chapters.people.items import GiveItem
from services.bones.chapters.tasks.recovery import PassTime
from services.bones.chapters.tasks.rolling import RollTask, dice_to_roll
from services.bones.chapters.tasks.tasks import Attempt, CallTask, SetTask
from services.bones.state.combat import RoundMagic
from services.bones.state.creatures import NewCreature
from services.bones.state.magic import Casting, Theme
from services.bones.state.tasks import Purpose, Terms
from shared.kernel.campaign.keeping import in_order
from tests.bones.ambush import declare, roll_round
from tests.bones.casting import NO, shows
from tests.bones.play import FIRE
from tests.bones.road import answer, newest
from tests.bones.tables import Journal

WITCH: Final = NewCreature(
    name="Witch", dice=(Run(n=6, faces=("Magic", "Magic*2", "Melee", *["blank"] * 3)),), kind="beast"
)
"""A witch's six dice, which can show up to twelve successes with Magic."""
HERMIT: Final = NewCreature(
    name="Hermit",
    dice=(Run(n=1, faces=("Magic", "Melee", *["blank"] * 4)), Run(n=4, faces=("Defend", *["blank"] * 5))),
    kind="beast",
)
"""A hermit's dice, which allow one safe use of magic."""
DREAMS: Final = Theme(name="Dreams", effect="what people dream comes to them awake", limitation="one dreamer at a time")
CALLS: Final = 3
"""The faces on which Bob's dice show Magic, or an icon that does not count in a task by magic."""
MISSES: Final = 5
"""The face on which none of Bob's dice shows Magic or an icon that counts as Magic."""
TIMES: Final = 2
"""Number of times that the hermit uses magic."""
PROTECTS: Final = RoundMagic(protects=True, goes_on=True)


def cast(
    journal: Journal, who: str, aim: str, faces: tuple[int, ...], *, purpose: Purpose = "effect",
    sacrifice: dict[str, Any] | None = None, **terms: Any,  # noqa: ANN401 fields of the terms
) -> None:  # fmt: skip
    """Call for a task by magic as the game master, and roll; dice that are not given show their sixth face."""
    casting = Casting(theme=journal.state.characters[who].themes[0].name, **(sacrifice or {}))
    said = Terms(skill="Magic", purpose=purpose, **terms)
    journal.send(CallTask(creature=who, aim=aim, terms=said, casting=casting))
    falls(journal, faces)


def falls(journal: Journal, faces: tuple[int, ...]) -> None:
    """Roll the last task; dice that are not given show their sixth face."""
    task = journal.state.tasks[in_order(journal.state.tasks)[-1]]
    total = sum(number for _, number in dice_to_roll(journal.state, task, leads=True))
    journal.send(RollTask(task=task.id), faces=(*faces, *(6,) * (total - len(faces))))
    answer(journal)


def effect(journal: Journal) -> str:
    """Return the effect that began last."""
    return in_order(journal.state.effects)[-1]


def themes(journal: Journal, bob: str) -> None:
    """Give Bob a theme and correct it; he casts at a difficulty one level higher, and sustains an effect."""
    journal.send(SetTheme(creature=bob, theme=FIRE), "ann")
    journal.send(ChangeTheme(creature=bob, name=FIRE.name, theme=FIRE, reason="a word was missing"))
    journal.send(
        Attempt(creature=bob, aim="light the beacon", skill="Magic", casting=Casting(theme=FIRE.name)), "ann"
    )  # fmt: skip
    task = in_order(journal.state.tasks)[-1]
    journal.send(SetTask(task=task, terms=Terms(skill="Magic", difficulty="Easy")))
    journal.send(RollTask(task=task), "ann")
    answer(journal)
    cast(journal, bob, "a ring of fire", (CALLS,) * 4)
    journal.send(HoldEffects(stretch="while they pack up"))
    falls(journal, (CALLS,) * 4)
    journal.send(PassRounds(rounds=3))


def sacrifices(journal: Journal, bob: str, witch: str) -> None:
    """Sustain effects by sacrifices of health, value and blood; end two effects by counter-magic; and exhaust Bob."""
    journal.send(SacrificeHealth(effect=effect(journal), die=4), "ann")
    journal.send(GiveItem(creature=bob, item="Silver locket"))
    gem = in_order(journal.state.characters[bob].items)[-1]
    cast(journal, bob, "a light", (CALLS,) * 3, sacrifice={"gem": gem, "coins": 20})
    journal.send(PassRounds(rounds=1))
    journal.send(PassRounds(rounds=1))
    victim = journal.spawn("Mercenary")
    cast(journal, witch, "a curse", shows(6), sacrifice={"victim": victim}, takes_victim=True)
    curse = effect(journal)
    cast(journal, bob, "a ward", (CALLS,) * 3, purpose="ward")
    cast(journal, witch, "break the ward", shows(10), purpose="counter", counters=effect(journal))
    cast(journal, witch, "break the ring", shows(10), purpose="counter", counters=in_order(journal.state.effects)[0])
    journal.send(ReleaseEffect(effect=curse))
    for _ in range(2):
        cast(journal, bob, "a spark", (MISSES,) * 3, purpose="task", number=1)
    answer(journal)
    journal.send(PassTime(hours=2, resting=(bob,)))
    journal.send(PassTime(hours=2, resting=(bob,)))
    answer(journal)


def minds(journal: Journal, bob: str, witch: str) -> None:
    """Control Bob's mind and give him orders, one of them beyond the control's degree.

    Bob resists another control, and one control is released.
    """
    journal.send(PassTime(weeks=12, resting=(bob,)))
    answer(journal)
    dice = len(journal.state.characters[bob].left)
    cast(journal, witch, "rule his mind", shows(3), purpose="mind", minds=(bob,))
    journal.send(GiveIn(resistance=next(iter(journal.state.resistances))), "ann")
    for text, magnitude in (("sit down", 2), ("give me all you have", 5)):
        give_order(journal, text, magnitude)
    journal.send(ReleaseEffect(effect=effect(journal)))
    for resists in (False, True):
        cast(journal, witch, "rule his mind", shows(4), purpose="mind", minds=(bob,))
        journal.send(ResistMagic(resistance=next(iter(journal.state.resistances))), faces=(NO,) * dice)
        answer(journal)
        give_order(journal, "burn the letter", 4)
        if resists:
            journal.send(SacrificeHealth(effect=effect(journal), die=6))
            journal.send(
                ResistMagic(resistance=next(iter(journal.state.resistances))), faces=(1,) * dice
            )  # fmt: skip
            answer(journal)
        else:
            journal.send(ReleaseEffect(effect=effect(journal)))


def give_order(journal: Journal, text: str, magnitude: int) -> None:
    """Give an order to a controlled mind, and set as the game master the degree of control that it needs."""
    journal.send(GiveOrder(effect=effect(journal), text=text))
    journal.send(SetMagnitude(order=in_order(journal.state.orders)[-1], magnitude=magnitude))


def in_a_fight(journal: Journal, bob: str, witch: str) -> None:
    """Play a fight in which Bob sustains a wall of fire against a hermit.

    The hermit is ordered to fight, and uses more magic than is safe.
    """
    journal.send(BuildCreature(creature=HERMIT))
    hermit = newest(journal)
    journal.send(SetTheme(creature=hermit, theme=DREAMS))
    cast(journal, witch, "send him into the fight", shows(3, 5), purpose="mind", minds=(hermit,))
    journal.send(GiveIn(resistance=next(iter(journal.state.resistances))))
    give_order(journal, "give them nightmares", 1)
    sides = {bob: "party", hermit: "foes"}
    journal.send(StartCombat(fighters=tuple(Entrant(creature=who, side=side) for who, side in sides.items())))
    journal.send(HoldEffects(stretch="the first round"))
    falls(journal, shows(3, 5))
    says: dict[str, Any] = {"doing": "magic", "weapons": (), "targets": ()}
    for number in range(4):
        own = [key for key in in_order(journal.state.effects) if journal.state.effects[key].caster == bob]
        mine = {"holds": own[0]} if own else {"casting": Casting(theme=FIRE.name), "aim": "a wall of fire"}
        his = {"casting": Casting(theme=DREAMS.name), "aim": "a nightmare"} if number < TIMES else {"doing": "nothing"}
        declare(journal, **{bob.replace("-", "_"): says | mine, hermit.replace("-", "_"): says | his})
        journal.send(SetRoundMagic(creature=bob, magic=PROTECTS))
        if number < TIMES:
            journal.send(SetRoundMagic(creature=hermit, magic=RoundMagic(attacks=True)))
        roll_round(journal)
    journal.send(EndCombat(reason="he flees"))
    answer(journal)
