"""Servants and possessions that masteries allow: companions, lackeys, crews, vessels and assets."""

from typing import Any, Final

import pytest
from msgspec.structs import replace

from services.bones.chapters.people.characters import CreatureAppeared
from services.bones.chapters.people.companions import (
    AddCompanionDie,
    BuiltByTheGameMaster,
    CompanionImproved,
    GainCompanion,
    NobodyServes,
    NoDieWhileDown,
    NumberOfDice,
    OtherDice,
    ServedAlready,
    TradeVessels,
    VesselsNeeded,
    VesselsTraded,
)
from services.bones.chapters.people.creatures import SpawnSample
from services.bones.chapters.rolls.wounds import DealDamage
from services.bones.chapters.tasks.corrections import ChangeCreature
from services.bones.reading.holdings import assets, dice_of_follower, vessels
from services.bones.state.creatures import Die
from shared.kernel.campaign.proposals import WaitsForTheGameMaster
from shared.kernel.campaign.roster import AssignCharacter, RemoveCharacter
from shared.kernel.campaign.seats import NotKnownHere, NotYours
from tests.bones.play import STANDARD, Play, allowed_of

FRIEND, BOSS = "Outdoorsman:Animal Friend", "Social:Boss"
CAPTAIN, PRINCE = "Sailor:Captain", "Merchant:Merchant Prince"


def bearing(icon: str, number: int) -> tuple[tuple[str, ...], ...]:
    """Return four dice that have this many icons of a kind in total, spread evenly over the dice."""
    plain = ["Universal", "Physical", "Melee", "Melee", "Melee", "Melee"]
    rows = [list(plain) for _ in range(4)]
    for place in range(number):
        rows[place % 4][2 + place // 4] = icon
    return tuple(tuple(row) for row in rows)


def beast(who: str, dice: int, **more: Any) -> GainCompanion:  # noqa: ANN401 fields of the command
    """Return the command that creates a companion with the given number of Predator dice."""
    return GainCompanion(creature=who, service="companion", name="Fang", dice=dice * ("Predator",), **more)


def lackey(who: str, dice: int) -> GainCompanion:
    """Return the command that creates a lackey with this many Thug dice."""
    return GainCompanion(creature=who, service="lackey", name="Igor", dice=dice * ("Thug",))


def crew(who: str) -> GainCompanion:
    """Return the command that creates a crew with three Sailor dice."""
    return GainCompanion(creature=who, service="crew", name="hands", dice=3 * ("Sailor",))


@pytest.mark.rule("BN-CAMP-186")
def test_a_follower_keeps_its_seat_until_it_is_assigned() -> None:
    """When its leader is assigned to another player, a companion stays with its seat until it is assigned as well."""
    play = Play()
    bob = play.one("ann", bearing(FRIEND, 1))
    wolf = play.the(CreatureAppeared, beast(bob, 2)).creature.id
    play.do(AssignCharacter(character=bob, seat="bob"))
    assert ("bob", "ann", bob) == (play.state.owner(bob), play.state.owner(wolf), play.who(wolf).master)
    play.do(AssignCharacter(character=wolf, seat="bob"))
    assert "bob" == play.state.owner(wolf)


@pytest.mark.rule("BN-MAST-31", "BN-R-026")
@pytest.mark.parametrize("icons", [1, 2, 3])
def test_a_companion_has_a_beast_die_and_one_for_each_animal_friend(icons: int) -> None:
    """Two Animal Friend icons allow a companion of exactly three beast dice."""
    table = Play()
    bob = table.one(dice=bearing(FRIEND, icons))
    for dice in (icons, icons + 2):
        table.no(NumberOfDice, beast(bob, dice))
    one = table.the(CreatureAppeared, beast(bob, icons + 1, move="2", flying="8")).creature

    assert (icons + 1) * (Die(faces=STANDARD["Predator"], of="Predator"),) == one.dice
    assert ("Fang", "beast", "ann", bob, "companion") == (one.name, one.kind, one.seat, one.master, one.service)
    assert ("2", "8") == (one.move, one.flying)


@pytest.mark.rule("BN-MAST-47", "BN-R-026")
@pytest.mark.parametrize("icons", [1, 2])
def test_a_lackey_has_a_die_and_one_for_each_boss(icons: int) -> None:
    """One Boss icon allows a lackey of two dice from the cast's standard dice."""
    table = Play()
    bob = table.one(dice=bearing(BOSS, icons))
    table.no(NumberOfDice, lackey(bob, icons))
    one = table.the(CreatureAppeared, lackey(bob, icons + 1)).creature

    assert (icons + 1) * (Die(faces=STANDARD["Thug"], of="Thug"),) == one.dice
    assert ("cast", bob, "lackey") == (one.kind, one.master, one.service)


@pytest.mark.rule("BN-R-024")
def test_icons_on_lost_dice_count_for_servants() -> None:
    """Icons on lost dice still allow a companion. A character without such icons may not have a companion."""
    table = Play()
    hurt = table.one(dice=bearing(FRIEND, 2), lost=(1, 2, 3, 4))
    table.do(beast(hurt, 3))
    for command in (beast(table.one(), 1), lackey(hurt, 1), crew(hurt)):
        table.no(NobodyServes, command)

    assert (0, 0) == (dice_of_follower(table.state, table.who(hurt), "lackey"), assets(table.state, table.who(hurt)))


@pytest.mark.rule("BN-R-027")
def test_servants_have_standard_dice_of_their_kind() -> None:
    """A companion has beast dice; a lackey or a crew has dice of the cast."""
    table = Play()
    one = replace(table.who(table.one()), dice=tuple(Die(faces=row) for row in bearing(FRIEND, 1) + bearing(BOSS, 1)))
    table.state = replace(table.state, characters={one.id: one})
    thug = GainCompanion(creature=one.id, service="companion", name="Fang", dice=("Predator", "Thug"))
    wolf = GainCompanion(creature=one.id, service="lackey", name="Igor", dice=("Thug", "Predator"))
    odd = GainCompanion(creature=one.id, service="lackey", name="Igor", dice=("Thug", "Butler"))
    for refusal, command in ((OtherDice, thug), (OtherDice, wolf), (NotKnownHere, odd)):
        table.no(refusal, command)


@pytest.mark.rule("BN-R-027")
def test_companion_needs_the_game_masters_approval() -> None:
    """A player's companion needs the game master's approval.

    If `companion_builder` is `gm`, only the game master builds companions.
    """
    usual, built = Play(), Play(mastery={"companion_builder": "gm"})
    for table, refusal in ((usual, WaitsForTheGameMaster), (built, BuiltByTheGameMaster)):
        bob = table.one(dice=bearing(FRIEND, 2))
        table.no(refusal, beast(bob, 3), seat="ann")
        table.no(refusal, AddCompanionDie(creature=bob, die="Predator"), seat="ann")
        table.when(beast(bob, 3), seat="ann", app=True).take_events()
        assert [] == allowed_of(table.state, "ann", GainCompanion)


@pytest.mark.rule("BN-CAMP-13", "BN-R-312")
def test_only_one_companion_at_a_time() -> None:
    """An incapacitated companion still serves; a dead or lost one can be replaced."""
    table = Play()
    bob = table.one(dice=bearing(FRIEND, 1))
    first = table.the(CreatureAppeared, beast(bob, 2)).creature.id
    table.no(ServedAlready, beast(bob, 2))
    table.state = table.state.change(first, lost=(1, 2))
    table.no(ServedAlready, beast(bob, 2))
    table.state = table.state.change(first, dead=True)
    second = table.the(CreatureAppeared, beast(bob, 2)).creature.id
    table.no(ServedAlready, beast(bob, 2))
    table.do(RemoveCharacter(character=second, reason="it runs away"))
    table.do(beast(bob, 2))


@pytest.mark.rule("BN-MAST-31", "BN-R-026", "BN-R-027")
def test_a_companion_grows_with_its_masters_icons() -> None:
    """When a companion's master gains an icon, the companion gains a die of the same kind."""
    table = Play()
    bob = table.one(dice=bearing(FRIEND, 1))
    fang = table.the(CreatureAppeared, beast(bob, 2)).creature.id
    table.no(NumberOfDice, AddCompanionDie(creature=fang, die="Flyer"))
    table.state = table.state.change(bob, dice=tuple(Die(faces=row) for row in bearing(FRIEND, 2)))
    table.no(OtherDice, AddCompanionDie(creature=fang, die="Thug"))
    table.when(AddCompanionDie(creature=fang, die="Flyer")).then(
        CompanionImproved(creature=fang, die=Die(faces=6 * ("Flight",), of="Flier"))
    )

    assert ["Predator", "Predator", "Flier"] == [die.of for die in table.who(fang).dice]
    table.no(NumberOfDice, AddCompanionDie(creature=fang, die="Flier"))
    table.no(NobodyServes, AddCompanionDie(creature=bob, die="Flier"))


@pytest.mark.rule("BN-CAMP-15")
def test_a_companion_without_dice_does_not_grow() -> None:
    """A companion with no die left gains none, because a new die would revive it despite its excess damage."""
    table = Play()
    bob = table.one(dice=bearing(FRIEND, 1))
    fang = table.the(CreatureAppeared, beast(bob, 2)).creature.id
    table.state = table.state.change(bob, dice=tuple(Die(faces=row) for row in bearing(FRIEND, 2)))

    table.do(DealDamage(creature=fang, amount=3))
    table.no(NoDieWhileDown, AddCompanionDie(creature=fang, die="Predator"))
    table.do(ChangeCreature(creature=fang, lost=(1,), beyond=0, reason="it was not so bad"))
    table.do(AddCompanionDie(creature=fang, die="Predator"))

    assert (2, 3) == table.who(fang).numbers


@pytest.mark.rule("BN-MAST-27", "BN-R-025", "BN-R-024")
@pytest.mark.parametrize(("icons", "number"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_two_merchant_prince_icons_are_an_asset(icons: int, number: int) -> None:
    """A character with two or with three Merchant Prince icons has one asset. Icons on lost dice count."""
    table = Play()
    bob = table.one(dice=bearing(PRINCE, icons), lost=(1,))

    assert number == assets(table.state, table.who(bob))


VESSELS: Final = [(1, 0), (2, 1), (3, 1), (4, 2), (8, 4)]


@pytest.mark.rule("BN-MAST-42", "BN-R-025")
@pytest.mark.parametrize(("icons", "small"), VESSELS)
def test_two_captain_icons_are_a_small_vessel(icons: int, small: int) -> None:
    """Two Captain icons allow one small vessel. Two small vessels can be traded for a large one."""
    table = Play()
    bob = table.one(dice=bearing(CAPTAIN, icons))
    assert (small, 0) == vessels(table.state, table.who(bob))
    table.no(VesselsNeeded, TradeVessels(creature=bob, large=small // 2 + 1), seat="ann")
    for large in range(1, small // 2 + 1):
        traded = TradeVessels(creature=bob, large=large)
        table.when(traded, seat="ann").then(VesselsTraded(creature=bob, large=large))
        assert (small - 2 * large, large) == vessels(table.state, table.who(bob))
    table.no(VesselsNeeded, TradeVessels(creature=bob, large=small // 2), seat="ann")
    table.no(NotYours, TradeVessels(creature=bob, large=0), seat="bob")


@pytest.mark.rule("BN-MAST-42", "BN-R-025")
def test_icons_limit_large_vessels() -> None:
    """Four Captain icons allow one large vessel, even if the character's record has more."""
    one = Play()
    assert (0, 1) == vessels(one.state, one.who(one.one(dice=bearing(CAPTAIN, 4), large=3)))


@pytest.mark.rule("BN-MAST-42", "BN-CAMP-13")
def test_each_vessel_has_its_crew() -> None:
    """A captain may have as many crews as vessels, and cannot trade away a vessel that has a crew."""
    table = Play()
    bob = table.one(dice=bearing(CAPTAIN, 4))
    table.do(crew(bob))
    hands = table.the(CreatureAppeared, crew(bob)).creature
    assert (3, "cast", "crew") == (len(hands.dice), hands.kind, hands.service)
    table.no(ServedAlready, crew(bob))
    table.no(VesselsNeeded, TradeVessels(creature=bob, large=1), seat="ann")
    table.state = table.state.change(hands.id, dead=True)
    table.do(TradeVessels(creature=bob, large=1), seat="ann")
    table.no(ServedAlready, crew(bob))
    (left,) = [one.id for one in table.state.characters.values() if one.service and not one.dead]
    table.do(AddCompanionDie(creature=left, die="Thug"))

    assert 4 == len(table.who(left).dice)


@pytest.mark.rule("BN-MAST-42", "BN-CAST-36")
def test_a_ship_s_captain_has_a_vessel() -> None:
    """The two Captain icons of the sample captain allow one small vessel."""
    table = Play()

    assert (1, 0) == vessels(table.state, table.the(CreatureAppeared, SpawnSample(sample="Ship's Captain")).creature)


def test_possible_servants_are_listed() -> None:
    """The list offers the game master a companion with as many dice as the character's icons allow."""
    table = Play()
    bob = table.one(dice=bearing(FRIEND, 2))
    (entry,) = allowed_of(table.state, "gm", GainCompanion)

    assert (bob, "companion", 3) == (entry.body["creature"], entry.body["service"], len(entry.body["dice"]))
    assert (3, 3) == (entry.fields["dice"].least, entry.fields["dice"].most)
