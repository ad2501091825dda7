"""Creatures of which players see only what the game master has revealed, in fights and as opponents of tasks."""

from typing import Any, Final

import pytest
from msgspec import UNSET, json
from msgspec.structs import replace

from services.bones.awaits import awaits
from services.bones.catalogue import Run
from services.bones.chapters.fights.allotting import Allot
from services.bones.chapters.fights.combat import EndCombat, Entrant, StartCombat
from services.bones.chapters.fights.declaring import DeclarationsRevealed, Declare
from services.bones.chapters.fights.round_tasks import SetRoundTask
from services.bones.chapters.fights.rounds import RollRound, RoundTaskSettled
from services.bones.chapters.people.closed import BringPrepared, ShowCreature, ShownAlready, StillClosed
from services.bones.chapters.people.companions import AddCompanionDie
from services.bones.chapters.people.creatures import NamePrepared, PrepareCreature
from services.bones.chapters.people.handling import DropItem, PickUpItem, ReadyItem, StowItem
from services.bones.chapters.people.items import GiveItem
from services.bones.chapters.people.riding import Mount
from services.bones.chapters.rolls.rolls import RollMade
from services.bones.chapters.rolls.wounds import DamageTaken, DealDamage, TakeDamage
from services.bones.chapters.tasks.rolling import RollTask, TaskRolled
from services.bones.chapters.tasks.tasks import Attempt, CallTask, DropTask, SetTask, TaskProposed
from services.bones.game import bones
from services.bones.state.campaign import CampaignState
from services.bones.state.combat import Aimed, Put
from services.bones.state.creatures import NewCreature
from services.bones.state.tasks import Opponent, Terms
from services.bones.views import view
from services.bones.views.creatures import SeenCreature
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.roster import AssignCharacter, RevealCharacter
from shared.kernel.campaign.seats import NotKnownHere, OnlyTheGameMaster
from shared.kernel.messages import Event, Secret
from tests.bones.trying import Tries

SPEAR: Final = "Spear"
FACES: Final = ("Universal", "Physical", "Melee", "Perception", "Missile", "blank")
UNIVERSAL, MELEE, MISSILE, BLANK = 1, 3, 5, 6
OGRE: Final = NewCreature(
    name="Ogre of Hagen", race="Human", dice=(Run(n=3, faces=FACES),), items=(SPEAR, "Buckler"), description="hungry"
)
"""An ogre with three dice, a spear and a buckler."""


class Screened(Tries):
    """A campaign with Bob, who has two dice, and an ogre that the game master has prepared."""

    def __init__(self, **groups: dict[str, Any]) -> None:
        """Add Bob and the prepared ogre to the campaign."""
        super().__init__(**groups)
        self.log: list[Event] = []
        self.bob = self.die("ann", 2)
        self.do(PrepareCreature(prepared=OGRE))
        (self.ogre,) = self.state.prepared

    def do(self, *args: Any, **more: Any) -> list[Event]:  # noqa: ANN401 as `Play.do`
        """Send a command, and append its events to the test's log."""
        found = super().do(*args, **more)
        self.log += found
        return found

    def enters(self, name: str | None = "a shape") -> None:
        """Bring in the ogre as a closed creature."""
        self.do(BringPrepared(character=self.ogre, name=name))

    def ogre_for(self, seat: str | None = "ann") -> SeenCreature:
        """Return the ogre as a seat sees it."""
        return next(one for one in view(self.state, seat).characters if one.id == self.ogre)

    def fights(self) -> None:
        """Begin a fight of Bob and the ogre."""
        self.do(StartCombat(fighters=(Entrant(creature=self.bob, side="one"), Entrant(creature=self.ogre, side="two"))))

    @property
    def spear(self) -> str:
        """Return the id of the ogre's spear."""
        return next(key for key, item in self.state.characters[self.ogre].items.items() if item.name == SPEAR)


def ogre_as_shown(play: Screened) -> tuple[str, int, int, str | None]:
    """Return a player's view of the ogre: its name, its description, and the numbers of its dice and items."""
    one = play.ogre_for()
    return one.sheet.name, len(one.dice), len(one.items), one.sheet.description


@pytest.mark.rule("BN-CAMP-170")
def test_players_see_only_what_the_game_master_reveals() -> None:
    """Players see a made-up name at first.

    As the game master reveals more, they see the creature's own name, then its dice and sheet, and then its items.
    """
    play = Screened()
    play.enters()
    seen = [ogre_as_shown(play)]
    for what in ("name", "dice", "items"):
        play.do(ShowCreature(character=play.ogre, what=what))
        seen.append(ogre_as_shown(play))

    assert seen == [
        ("a shape", 0, 0, ""), (OGRE.name, 0, 0, ""), (OGRE.name, 3, 0, "hungry"), (OGRE.name, 3, 2, "hungry"),
    ]  # fmt: skip
    assert () == play.ogre_for().closed
    play.no(ShownAlready, ShowCreature(character=play.ogre, what="items"))


@pytest.mark.rule("BN-CAMP-170")
def test_game_master_sees_everything() -> None:
    """The game master sees all facts about a closed creature, and the name under which players know it."""
    play = Screened()
    play.enters()
    for seat in ("gm", None):
        one = play.ogre_for(seat)
        assert (OGRE.name, "a shape", ("dice", "items")) == (one.sheet.name, one.known_as, one.closed)
        assert (3, 3, 2, "hungry") == (len(one.dice), one.dice_left, len(one.items), one.sheet.description)


@pytest.mark.rule("BN-CAMP-170")
@pytest.mark.parametrize(("before", "named", "called"), [(None, None, OGRE.name), ("it", None, "it"), ("it", "x", "x")])
def test_name_of_a_creature_that_is_brought_in(before: str | None, named: str | None, called: str) -> None:
    """A closed creature appears under the name in the command, else the name that players know, else its own name."""
    play = Screened()
    if before:
        play.do(NamePrepared(character=play.ogre, name=before))
    play.enters(named)

    assert called == play.ogre_for().sheet.name


@pytest.mark.rule("BN-CAMP-170", "AR-ROSTER-01")
def test_revealing_shows_the_rest() -> None:
    """Revealing a closed creature shows its dice and items at once, and assigns the creature to the named seat."""
    play = Screened()
    play.enters()
    play.do(RevealCharacter(character=play.ogre, seat="bob"))

    assert (OGRE.name, 3, 2, "hungry") == ogre_as_shown(play)
    assert ("bob", ()) == (play.ogre_for().seat, play.ogre_for().closed)
    play.no(NotKnownHere, RevealCharacter(character=play.ogre))


@pytest.mark.rule("BN-CAMP-170")
def test_nothing_is_shown_twice() -> None:
    """The game refuses to reveal what players already see, and says what can still be revealed."""
    play = Screened()
    play.enters(OGRE.name)

    assert ("dice", "items") == play.no(ShownAlready, ShowCreature(character=play.ogre, what="name")).needs
    play.do(ShowCreature(character=play.ogre, what="dice"))
    assert ("items",) == play.no(ShownAlready, ShowCreature(character=play.ogre, what="dice")).needs
    assert (play.ogre,) == play.no(ShownAlready, ShowCreature(character=play.bob, what="dice")).needs


@pytest.mark.rule("BN-CAMP-166", "BN-CAMP-170")
def test_creature_is_not_brought_in_while_it_opposes_a_task() -> None:
    """A prepared creature can be brought in only when the task that it opposes is over."""
    play = Screened()
    against = Terms(skill="Stealth", opponents=(Opponent(creature=play.ogre, skill="Perception"),))
    play.do(CallTask(creature=play.bob, aim="past", terms=against, hidden=True))

    assert tuple(play.state.tasks) == play.no(AnswerFirst, BringPrepared(character=play.ogre)).needs


def fought(play: Screened) -> list[Event]:
    """Play a fight in which the ogre strikes Bob with its spear, and Bob strikes back."""
    play.fights()
    happened = play.do(Declare(creature=play.ogre, doing="fight", weapons=(play.spear,), targets=(play.bob,)))
    happened += play.do(Declare(creature=play.bob, doing="fight", targets=(play.ogre,)), seat="ann")
    return happened


@pytest.mark.rule("BN-CAMP-171")
def test_weapon_is_revealed_by_its_roll() -> None:
    """A closed creature's declaration shows players only that the creature fights.

    The roll shows the die of its spear.
    """
    play = Screened()
    play.enters()
    (revealed,) = (event for event in fought(play) if isinstance(event, DeclarationsRevealed))
    declared = {one.creature: one.declaration for one in revealed.declarations}
    combat = view(play.state, "ann").combat
    assert combat is not None
    seen = {one.id: one.declaration for one in combat.fighters}[play.ogre]
    assert seen is not None

    assert ((), (), (play.bob,)) == (declared[play.ogre].weapons, seen.weapons, seen.targets)
    assert (play.spear,) == play.state.declaration_of(play.ogre).weapons
    happened = play.do(RollRound(), *(UNIVERSAL,) * 2, *(BLANK,) * 5)
    rolls = {one.roll.creature: one.roll for one in happened if isinstance(one, RollMade)}
    assert play.spear in [die.die for die in rolls[play.ogre].dice]


@pytest.mark.rule("BN-CAMP-171")
def test_only_the_game_master_sees_possible_allotments() -> None:
    """Players see the faces that a closed creature rolled, but not the uses for which it can allot them."""
    play = Screened()
    play.enters()
    fought(play)
    play.do(RollRound(), *(UNIVERSAL,) * 2, *(MELEE,) * 3, BLANK, BLANK)
    ways = {
        seat: sum(
            len(die.ways) for one in view(play.state, seat).rolls if one.creature == play.ogre for die in one.dice
        )
        for seat in ("ann", "gm")
    }

    assert 0 == ways["ann"] < ways["gm"]


@pytest.mark.rule("BN-CAMP-171", "BN-DMG-01")
@pytest.mark.parametrize("amount", [1, 3, 9])
def test_damage_to_a_closed_creature_waits_for_the_game_master(amount: int) -> None:
    """The game master settles every wound of a closed creature, even without a choice, so its dice stay hidden."""
    play = Screened(combat={"damage_die_choice": "last_die"})
    play.enters()
    happened = play.do(DealDamage(creature=play.ogre, amount=amount))
    (wound,) = play.state.wounds

    assert [] == [one for one in happened if isinstance(one, DamageTaken)]
    (taken,) = (one for one in play.do(TakeDamage(wound=wound)) if isinstance(one, DamageTaken))
    assert min(amount, 3) == len(taken.dice)
    seen = play.ogre_for()
    assert ((amount == 3), (amount == 9)) == (seen.incapacitated, seen.dead)


@pytest.mark.rule("BN-CAMP-172")
def test_game_master_rolls_tasks_that_a_closed_creature_opposes() -> None:
    """Before the roll, players see only the number of Bob's dice; the ogre's dice appear when they are rolled."""
    play = Screened()
    play.enters()
    task = play.against(play.bob, play.ogre)

    for seat, counted in (("ann", [(play.bob, 2)]), ("gm", [(play.bob, 2), (play.ogre, 4)])):
        (seen,) = view(play.state, seat).tasks
        assert counted == [(one.creature, one.count) for one in seen.dice]
    play.no(OnlyTheGameMaster, RollTask(task=task), seat="ann")
    happened = play.roll(task, UNIVERSAL, UNIVERSAL, *(BLANK,) * 4)
    assert {play.bob, play.ogre} == {one.roll.creature for one in happened if isinstance(one, RollMade)}
    assert [None] == [one.unseen for one in happened if isinstance(one, TaskRolled)]


@pytest.mark.rule("BN-CAMP-172")
def test_commands_that_need_a_revealed_creature() -> None:
    """The game refuses commands on a closed creature's items, seat, riding, service or tasks."""
    play = Screened()
    play.enters()
    treats = Terms(skill="Healer", purpose="treatment", patient=play.ogre)
    for command in (
        GiveItem(creature=play.ogre, item=SPEAR),
        AssignCharacter(character=play.ogre, seat="ann"),
        Mount(creature=play.bob, mount=play.ogre),
        AddCompanionDie(creature=play.ogre, die="Fighter"),
        CallTask(creature=play.bob, aim="bind it", terms=treats),
        CallTask(creature=play.ogre, aim="throw", terms=Terms(skill="Missile"), weapons=(play.spear,)),
        Attempt(creature=play.ogre, aim="listen"),
    ):
        assert play.ogre == play.no(StillClosed, command).has
    play.do(RevealCharacter(character=play.ogre))
    play.do(GiveItem(creature=play.ogre, item=SPEAR))


@pytest.mark.rule("BN-CAMP-172")
def test_items_are_usable_once_they_are_shown() -> None:
    """A creature may use its revealed items even while its dice are still closed."""
    play = Screened()
    play.enters()
    throws = CallTask(creature=play.ogre, aim="throw", terms=Terms(skill="Missile"), weapons=(play.spear,))
    stows = StowItem(creature=play.ogre, item=play.spear)
    task = play.the(TaskProposed, replace(throws, weapons=())).task.id
    armed = SetTask(task=task, terms=throws.terms, weapons=throws.weapons)
    for command in (throws, stows, armed):
        play.no(StillClosed, command)
    play.do(DropTask(task=task, reason="later"))
    play.do(ShowCreature(character=play.ogre, what="items"))
    for done in (stows, GiveItem(creature=play.ogre, item=SPEAR), ReadyItem(creature=play.ogre, item=play.spear)):
        play.do(done)
    play.do(throws)
    assert ("dice",) == play.ogre_for().closed


@pytest.mark.rule("BN-CAMP-172", "BN-CMB-13")
def test_bob_may_flee_from_a_closed_creature() -> None:
    """When Bob flees, the closed creature's dice are rolled openly with the other dice of the round."""
    play = Screened()
    play.enters()
    play.fights()
    play.do(Declare(creature=play.ogre, doing="nothing"))
    play.do(Declare(creature=play.bob, doing="other", aim="run", skill="Stealth"), seat="ann")
    terms = Terms(skill="Stealth", opponents=(Opponent(creature=play.ogre, skill="Perception"),))
    play.do(SetRoundTask(creature=play.bob, terms=terms, guards=(play.ogre,), escapes=True))
    happened = play.do(RollRound(), UNIVERSAL, UNIVERSAL, *(BLANK,) * 4)

    assert {play.bob, play.ogre} == {one.roll.creature for one in happened if isinstance(one, RollMade)}
    assert [(play.ogre,)] == [one.escaped for one in happened if isinstance(one, RoundTaskSettled)]


@pytest.mark.rule("BN-CAMP-172", "AR-KIND-02")
def test_game_master_rolls_a_tie_with_a_closed_creature_again() -> None:
    """After a tie with a closed creature, the game master, not Bob's player, must roll again."""
    play = Screened(tasks={"opposed_tie": "reroll"})
    play.enters()
    task = play.against(play.bob, play.ogre)
    assert {"gm"} == {*awaits(play.state)}
    play.roll(task, UNIVERSAL, BLANK, UNIVERSAL, *(BLANK,) * 3)

    play.no(OnlyTheGameMaster, RollTask(task=task), seat="ann")
    assert {"gm"} == {*awaits(play.state)}
    play.roll(task, UNIVERSAL, UNIVERSAL, *(BLANK,) * 4)
    assert {} == play.state.tasks


@pytest.mark.rule("BN-CAMP-170", "BN-CAMP-171")
def test_redacted_copy_of_the_log_continues() -> None:
    """A copy of the log without secrets folds to the same state.

    In the log the creature fights, is hurt, and is revealed.
    """
    play = Screened()
    copy: CampaignState = replace(play.state, prepared={play.ogre: None})
    play.log.clear()
    play.enters()
    fought(play)
    play.do(RollRound(), *(BLANK,) * 2, *(MISSILE,) * 3, BLANK, BLANK)
    puts = tuple(Put(die=f"die-{number}", attack=(Aimed(target=play.bob),)) for number in (1, 2, 3))
    play.do(Allot(creature=play.ogre, puts=puts, ranged=True))
    (thrown,) = play.state.ground
    play.do(DealDamage(creature=play.ogre, amount=1))
    play.do(TakeDamage(wound=next(iter(play.state.wounds)), dice=(2,)))
    play.do(EndCombat())
    play.do(PickUpItem(creature=play.ogre, item=thrown))
    play.do(DropItem(creature=play.ogre, item=thrown))
    play.do(RevealCharacter(character=play.ogre))

    for event in play.log:
        copy = bones.folds[type(event)](copy, blind(event)) or copy
    assert play.state.characters == copy.characters
    assert play.state.ground == copy.ground


def blind(event: Event) -> Event:
    """Return an event without its secrets, as a redacted copy of the log contains it."""
    held = {name: getattr(event, name) for name in event.__struct_fields__}
    shut = {name: replace(one, value=UNSET) for name, one in held.items() if isinstance(one, Secret)}
    return replace(event, **shut)


@pytest.mark.rule("BN-CAMP-170")
def test_events_contain_no_closed_fact() -> None:
    """An event's public part has no hidden fact, and its number of ids does not depend on what the ogre carries."""
    numbers = []
    for items in ((), (SPEAR,), (SPEAR,) * 10):
        play = Screened()
        play.do(PrepareCreature(prepared=replace(OGRE, items=items)))
        other = next(who for who in play.state.prepared if who != play.ogre)
        happened = play.do(BringPrepared(character=other, name="a shape"))
        said = json.encode([blind(event) for event in happened]).decode()
        assert not any(word in said for word in ("hungry", SPEAR, "Ogre", "Melee"))
        numbers.append((said, play.state.made))
    assert 1 == len(set(numbers))
