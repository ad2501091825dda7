"""Sessions: the icons that they earn, and the dice on which these are placed."""

from typing import Any

import pytest

from services.bones.chapters.people.dice import (
    IconNotForThisDie,
    MasteryNotEarned,
    MasteryOnLaterDice,
    OneMasteryOfASkill,
)
from services.bones.chapters.rolls.rolls import KeepFaces, dice_of
from services.bones.chapters.rolls.wounds import DamageTaken, DealDamage, OneDieEach, TakeDamage
from services.bones.chapters.seasons.sessions import (
    AutomaticSuccessEarned,
    DieIsNotFull,
    IconEarned,
    IconPlaced,
    LastDieFull,
    NewDieNeedsItsFace,
    NoIconDuringARoll,
    NoIconWaits,
    NoIconWhileDown,
    OnlyCharactersImprove,
    PlaceIcon,
    RecordSession,
    SessionRecorded,
    TheDeadLearnNothing,
)
from services.bones.chapters.tasks.corrections import ChangeCreature
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import CallTask, TaskProposed
from services.bones.reading import improvement
from services.bones.state.creatures import Die
from services.bones.state.tasks import Terms
from shared.kernel.campaign.roster import RemoveCharacter
from shared.kernel.campaign.seats import NamedTwice, NotKnownHere, NotYours, OnlyTheGameMaster
from tests.bones.play import BOB, Play, allowed_of

FULL = BOB[0]
DWARF = ("Universal", "Racial:Dwarf", "Melee", "Melee", "Defend", "Craft")
EMPTY = ("Universal", "Mental", "Scholar", "blank", "blank", "blank")


def place(play: Play, who: str, icon: str = "Melee", second: str | None = None) -> IconPlaced:
    """Place an icon as the character's player. The second face of a new die is Physical by default."""
    new = improvement.current_die(play.who(who)) > len(play.who(who).dice)
    command = PlaceIcon(creature=who, icon=icon, second=second or ("Physical" if new else None))
    return play.the(IconPlaced, command, seat="ann")


def session(play: Play, *creatures: str) -> list[Any]:
    """Record a session in which these creatures played."""
    return play.do(RecordSession(creatures=creatures))


def ladder(play: Play, who: str, sessions: int) -> tuple[dict[int, int], dict[int, int], dict[int, int]]:
    """Play sessions, and place each icon at once.

    Return three tables of session numbers: when each die opened, when it was full, and when the character reached
    each number of automatic successes.
    """
    opens: dict[int, int] = {}
    full: dict[int, int] = {}
    automatic: dict[int, int] = {}
    for number in range(1, sessions + 1):
        session(play, who)
        while play.who(who).icons:
            placed = place(play, who)
            opens.setdefault(placed.number, number)
            if "blank" not in placed.die.faces:
                full[placed.number] = number
        automatic.setdefault(play.who(who).automatic, number)
    return opens, full, automatic


@pytest.mark.rule(
    "BN-EX-55", "BN-IMP-01", "BN-IMP-08", "BN-IMP-09", "BN-IMP-10", "BN-IMP-11", "BN-IMP-03", "BN-IMP-12", "BN-IMP-13",
    "BN-R-092", "BN-R-093", "BN-R-094", "BN-R-096", "BN-R-097", "BN-DICE-08",
)  # fmt: skip
def test_the_whole_ladder_of_improvement() -> None:
    """Dice 5 to 10 open and become full at the listed sessions. Then every ten sessions earn an automatic success."""
    play = Play()
    who = play.one()

    opens, full, automatic = ladder(play, who, 76)

    assert {5: 1, 6: 5, 7: 13, 8: 21, 9: 33, 10: 45} == opens
    assert {5: 4, 6: 11, 7: 19, 8: 30, 9: 42, 10: 57} == full
    assert {0: 1, 1: 55, 2: 65, 3: 75} == automatic
    assert (10, 0, 0) == (len(play.who(who).dice), play.who(who).icons, play.who(who).banked)


@pytest.mark.rule("BN-R-092")
def test_a_setting_prices_icons_by_their_die() -> None:
    """If `icon_price_by` is `die_receiving_icon`, all icons of a die cost the same.

    The sixth die becomes available one session later than by default.
    """
    play = Play(improvement={"icon_price_by": "die_receiving_icon"})
    who = play.one()

    opens, full, _ = ladder(play, who, 66)

    assert {5: 1, 6: 6, 7: 14, 8: 23, 9: 35, 10: 48} == opens
    assert {5: 4, 6: 12, 7: 20, 8: 32, 9: 44, 10: 60} == full


@pytest.mark.rule("BN-R-093")
def test_a_setting_ends_improvement_with_the_eighth_die() -> None:
    """If `max_character_dice` is 8, no ninth die opens, and no session is banked for one."""
    play = Play(improvement={"max_character_dice": 8})
    who = play.one()

    opens, full, automatic = ladder(play, who, 60)

    assert {5: 1, 6: 5, 7: 13, 8: 21} == opens
    assert {5: 4, 6: 11, 7: 19, 8: 30} == full
    assert {0: 1} == automatic
    assert 0 == play.who(who).banked


@pytest.mark.rule("BN-R-094")
def test_a_setting_delays_automatic_successes() -> None:
    """If `auto_success_parallel_with_die_10` is false, sessions for an automatic success begin after the last icon.

    Each automatic success takes ten sessions.
    """
    play = Play(improvement={"auto_success_parallel_with_die_10": False})
    who = play.one()

    _, full, automatic = ladder(play, who, 77)

    assert 57 == full[10]
    assert {0: 1, 1: 67, 2: 77} == automatic


@pytest.mark.rule("BN-R-093")
def test_an_icon_beyond_the_last_die_has_no_place() -> None:
    """An earned icon cannot be placed once the last allowed die is full."""
    play = Play(improvement={"max_character_dice": 8})
    who = play.one(dice=(FULL,) * 8, icons=1)

    play.no(LastDieFull, PlaceIcon(creature=who, icon="Melee", second="Mental"), seat="ann")


@pytest.mark.rule(
    "BN-EX-18", "BN-IMP-16", "BN-IMP-05", "BN-IMP-07", "BN-IMP-17", "BN-R-099", "BN-MAST-01", "BN-MAST-02"
)
def test_mastery_needs_its_skill_on_four_dice() -> None:
    """Bob's first session earns an icon that opens die 5. With Scholar on four dice, its mastery can go on die 6."""
    play = Play()
    bob = play.one()
    assert [
        SessionRecorded(session=1, creatures=(bob,), banked=(bob,)),
        IconEarned(creature=bob, sessions=1),
    ] == session(play, bob)

    found = place(play, bob, "Scholar", "Mental")

    assert IconPlaced(creature=bob, icon="Scholar", number=5, die=Die(faces=EMPTY)) == found
    assert 4 == sum(die.bears("Scholar") > 0 for die in play.who(bob).dice)
    sage = PlaceIcon(creature=bob, icon="Scholar:Sage")
    for _ in range(3):
        session(play, bob)
        play.no(MasteryOnLaterDice, sage, seat="ann")
        place(play, bob)
    session(play, bob)
    assert 6 == place(play, bob, "Scholar:Sage").number


@pytest.mark.rule("BN-MAST-01", "BN-MAST-02", "BN-MAST-03", "BN-MAST-04")
def test_mastery_is_placed_on_later_dice_once_it_is_earned() -> None:
    """A skill on four dice earns its mastery, which can be placed on later dice.

    A die has one mastery of each skill at most.
    """
    play = Play()
    rider = ("Universal", "Physical", "Melee", "Riding", "Defend", "Defend")
    three, master = (play.one(dice=(rider,) * count + (FULL,) * (4 - count), icons=3) for count in (3, 4))
    new = {"second": "Mental"}

    play.no(MasteryNotEarned, PlaceIcon(creature=three, icon="Melee:Riposte", **new), seat="ann")
    for icon in ("Melee:Riposte", "Riding:Horseman"):
        assert 5 == place(play, master, icon).number
    play.no(OneMasteryOfASkill, PlaceIcon(creature=master, icon="Melee:Riposte"), seat="ann")


@pytest.mark.rule("BN-R-098")
@pytest.mark.parametrize("icon", ["Universal", "Physical", "Mental", "Racial:Dwarf", "blank", "Melee*2", "Fear"])
def test_only_icons_of_skills_are_earned(icon: str) -> None:
    """As earned icons, the rules refuse a second Universal, Physical, Mental and racial icons, and icons of beasts."""
    play = Play()
    who = play.one(icons=1)

    play.no(IconNotForThisDie, PlaceIcon(creature=who, icon=icon, second="Mental"), seat="ann")


@pytest.mark.rule("BN-IMP-05", "BN-RACE-01", "BN-R-096")
def test_only_a_new_die_has_a_choice_of_its_second_face() -> None:
    """A new die's second face is Physical, Mental, or the race's icon.

    The player has no such choice on a die with blanks left.
    """
    play = Play()
    man, dwarf = play.one(icons=2), play.one(dice=(DWARF,) * 4, race="Dwarf", icons=1)

    for second in (None, "Universal", "Racial:Dwarf", "Melee"):
        play.no(NewDieNeedsItsFace, PlaceIcon(creature=man, icon="Melee", second=second), seat="ann")
    play.no(NewDieNeedsItsFace, PlaceIcon(creature=dwarf, icon="Melee", second="Mental"), seat="ann")
    assert "Racial:Dwarf" == place(play, dwarf, "Melee", "Racial:Dwarf").die.faces[1]
    assert "Mental" == place(play, man, "Melee", "Mental").die.faces[1]
    play.no(DieIsNotFull, PlaceIcon(creature=man, icon="Melee", second="Mental"), seat="ann")
    assert ("Universal", "Mental", "Melee", "Magic", "blank", "blank") == place(play, man, "Magic").die.faces


@pytest.mark.rule("BN-R-309", "BN-IMP-03")
def test_unplaced_icons_count_for_the_price_of_the_next() -> None:
    """After five icons that are not yet placed, the next one belongs to die 6 and so costs two sessions."""
    play = Play()
    who = play.one()

    for _ in range(5):
        session(play, who)
    assert (5, 0) == (play.who(who).icons, play.who(who).banked)
    session(play, who)
    assert (5, 1) == (play.who(who).icons, play.who(who).banked)
    assert IconEarned(creature=who, sessions=2) in session(play, who)

    numbers = [place(play, who, "Stealth").number for _ in range(6)]
    assert [5, 5, 5, 5, 6, 6] == numbers
    refused = play.no(NoIconWaits, PlaceIcon(creature=who, icon="Melee"), seat="ann")
    assert (2, 0) == (refused.needs, refused.has)
    play.do(ChangeCreature(creature=who, banked=40, reason="another table"))
    refused = play.no(NoIconWaits, PlaceIcon(creature=who, icon="Melee"), seat="ann")
    assert ("RecordSession", 40) == (refused.needs, refused.has)
    session(play, who)
    place(play, who, "Stealth")


@pytest.mark.rule("BN-IMP-08", "BN-R-099")
def test_only_those_who_played_bank_a_session() -> None:
    """Only characters who played bank the session."""
    play = Play()
    there, away = play.one(), play.one()

    session(play, there)

    assert (1, 0) == (play.who(there).icons, play.who(away).icons)
    assert 1 == play.state.session


@pytest.mark.rule("BN-R-100", "BN-R-310")
def test_neither_the_cast_nor_the_dead_learn() -> None:
    """The game refuses a session that names a member of the cast, a dead creature, or a creature twice.

    Only the game master records sessions.
    """
    play = Play()
    who, guard, dead = play.one(), play.one("gm"), play.one(dead=True)

    play.no(OnlyCharactersImprove, RecordSession(creatures=(who, guard)))
    play.no(TheDeadLearnNothing, RecordSession(creatures=(dead,)))
    play.no(NamedTwice, RecordSession(creatures=(who, who)))
    play.no(NotKnownHere, RecordSession(creatures=("creature-99",)))
    play.no(OnlyTheGameMaster, RecordSession(creatures=(who,)), seat="ann")


@pytest.mark.rule("BN-R-310")
def test_a_new_character_inherits_no_sessions() -> None:
    """A new character does not inherit the old character's banked sessions. The player keeps the spiffs."""
    play = Play()
    old = play.one(spiffs=3, banked=1, dice=(FULL,) * 6)

    play.do(RemoveCharacter(character=old, reason="slain"))
    new = play.one()

    assert (0, 0, 3) == (play.who(new).banked, play.who(new).icons, play.state.spiffs_of(new))


@pytest.mark.rule("BN-CAMP-50")
def test_an_icon_waits_while_its_character_has_no_die_left() -> None:
    """A character without dice cannot place an earned icon until it has a die again."""
    play = Play()
    down, hurt = play.one(lost=(1, 2, 3, 4), icons=1), play.one(lost=(1, 2, 3), icons=1)

    play.no(NoIconWhileDown, PlaceIcon(creature=down, icon="Melee", second="Mental"), seat="ann")
    assert 5 == place(play, hurt).number
    assert (4, 5) == play.who(hurt).numbers


@pytest.mark.rule("BN-CAMP-52")
def test_an_icon_waits_until_the_rolls_of_its_character_are_settled() -> None:
    """An icon cannot be placed during its character's roll, because it could change the cap.

    Rolls of other creatures do not prevent it.
    """
    play = Play()
    who, other = play.one(icons=1, spiffs=1), play.one("bob", icons=1)
    task = play.the(TaskProposed, CallTask(creature=who, aim="hide", terms=Terms(skill="Physical", number=1))).task.id
    play.do(RollTask(task=task), 6, 6, 6, 6, seat="ann")
    (roll,) = play.state.rolls

    play.no(NoIconDuringARoll, PlaceIcon(creature=who, icon="Melee", second="Mental"), seat="ann")
    play.do(PlaceIcon(creature=other, icon="Melee", second="Mental"), seat="bob")
    play.do(KeepFaces(roll=roll), seat="ann")
    assert 5 == place(play, who).number


@pytest.mark.rule("BN-IMP-07", "AR-CAMP-04")
def test_the_player_chooses_the_icon() -> None:
    """Players choose icons for their own characters, and the game master can choose for all."""
    play = Play()
    who = play.one(icons=2)

    play.no(NotYours, PlaceIcon(creature=who, icon="Melee", second="Mental"), seat="bob")
    assert 5 == play.the(IconPlaced, PlaceIcon(creature=who, icon="Melee", second="Mental")).number
    assert 5 == place(play, who, "Sailor").number


@pytest.mark.rule("BN-IMP-04", "BN-IMP-06")
def test_a_new_die_is_rolled_at_once() -> None:
    """The next roll has the new die, with its first icons and blank faces."""
    play = Play()
    who = play.one(icons=1)
    place(play, who, "Scholar", "Mental")

    rolled = dice_of(play.state, who, skill="Scholar")

    assert ("die-5", EMPTY) == (rolled[-1].die, rolled[-1].faces)
    assert 5 == len(rolled)


@pytest.mark.rule("BN-IMP-15", "BN-R-095")
def test_automatic_successes_soak_no_damage() -> None:
    """A creature with three automatic successes loses two dice to two damage, and keeps all three successes."""
    play = Play()
    who = play.one(automatic=3)
    play.do(DealDamage(creature=who, amount=2))
    (wound,) = play.state.wounds

    play.no(OneDieEach, TakeDamage(wound=wound, dice=(1,)), seat="ann")
    play.no(NotKnownHere, TakeDamage(wound=wound, dice=(1,), items=("bonus",)), seat="ann")
    assert (1, 2) == play.the(DamageTaken, TakeDamage(wound=wound, dice=(1, 2)), seat="ann").dice
    assert 3 == play.who(who).automatic


@pytest.mark.rule("BN-IMP-13", "BN-IMP-12")
def test_automatic_successes_count_from_the_session_after_the_tenth_die() -> None:
    """After the tenth die, ten sessions earn an automatic success.

    The session that earns the tenth die's last icon does not count, even before that icon is placed.
    """
    play = Play()
    nine = play.one(dice=(FULL,) * 9, banked=2)

    first = session(play, nine)
    assert [
        SessionRecorded(session=1, creatures=(nine,), banked=(nine,)),
        IconEarned(creature=nine, sessions=3),
    ] == first
    for _ in range(9):
        assert AutomaticSuccessEarned(creature=nine) not in session(play, nine)
    assert AutomaticSuccessEarned(creature=nine) in session(play, nine)
    assert (1, 10) == (play.who(nine).automatic, play.who(nine).since_ten)


def test_listed_icons_can_be_placed() -> None:
    """The legal list has every basic icon, all earned masteries, and the second faces of a new die."""
    play = Play()
    who = play.one(icons=1)

    (entry,) = allowed_of(play.state, "ann", PlaceIcon)

    assert 18 == len(entry.fields["icon"].options or ())
    assert ("Physical", "Mental") == tuple(entry.fields["second"].options or ())
    (recorded,) = allowed_of(play.state, "gm", RecordSession)
    assert who in recorded.body["creatures"]
