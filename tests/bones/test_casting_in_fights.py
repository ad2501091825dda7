"""Magic in a round of a fight: its use in attack and defence, and its costs."""

from typing import Any, Final

import pytest

from services.bones.chapters.fights.allotting import Allot, DoesNotAttack, DoesNotDefend, NothingToPut, OutOfReach
from services.bones.chapters.fights.blows import BlowStruck
from services.bones.chapters.fights.casting_in_fights import (
    CasterTired,
    CastsOrHolds,
    LostToMagic,
    NotMagicOfTheRound,
    OverTheIcons,
    RoundMagicSet,
    RoundMagicSettled,
    SetRoundMagic,
)
from services.bones.chapters.fights.declaring import Declare, NoPartOfThisTask
from services.bones.chapters.fights.round_tasks import NotAnotherTask, SetRoundTask
from services.bones.chapters.fights.rounds import RollRound
from services.bones.chapters.magic.casting import MagicUsed
from services.bones.chapters.magic.themes import MindsNeeded, NotTheSoul, ThemeNeeded
from services.bones.chapters.rolls.hindering import GiveHindering
from services.bones.chapters.rolls.rolls import KeepFaces
from services.bones.chapters.rolls.spiffs import AllowSpiffs, UseSpiffs
from services.bones.chapters.rolls.wounds import Incapacitated, TakeDamage
from services.bones.chapters.tasks.rolling import TermsNeeded
from services.bones.chapters.tasks.terms import MayNotTry
from services.bones.reading.fighting import ways
from services.bones.reading.strikes import Loss
from services.bones.state.combat import Declaration, RoundMagic
from services.bones.state.magic import Casting
from services.bones.state.tasks import Terms
from services.bones.views import view
from services.bones.views.fights import SeenRoundMagic
from shared.kernel.campaign.seats import NotKnownHere, OnlyTheGameMaster
from shared.kernel.messages import Event
from shared.kernel.refusals import Refusal
from tests.bones.arena import between, blow, blows, damage_dealt, keep, to
from tests.bones.casters import BOLT, BURN, FIRE, IDLE, RING, WALL, Casters, uses

CROSSBOW: Final = "Short bow / light crossbow"
SHIELD: Final = "Buckler"

# ---------------------------------------------------------------- the examples


@pytest.mark.rule(
    "BN-EX-39", "BN-EX-41", "BN-MAGC-01", "BN-MAGC-02", "BN-MAGC-03", "BN-MAGC-04", "BN-MAGC-06", "BN-MAGC-07",
    "BN-R-118",
)  # fmt: skip
def test_goblins_burn_by_fireball_and_ring_of_fire() -> None:
    """Bob throws a fireball at two goblins; one survives in flames, and his ring of fire burns it."""
    table = Casters()
    goblin = ("Universal", "Physical", "Melee", "Melee", "blank", "blank")
    first, second = table.one("gm", [goblin] * 2), table.one("gm", [goblin] * 2)
    bob = table.bob()

    table.begin((bob,), (first, second))
    table.casts(bob, BOLT)
    table.rolls({bob: (2, 3, 2, 3), first: (3, 3), second: (1, 5)})
    assert ("Mental", "Magic", "Mental", "Magic") == tuple(one.face for one in table.roll_of(bob).dice)
    table.put(first, to(bob, 1), to(bob, 2))
    table.put(second, keep(1))
    found = table.put(bob, to(first, 1), to(second, 2), to(second, 3), to(second, 4), seat="ann")

    assert [
        BlowStruck(attacker=first, target=bob, kind="melee", successes=2, damage=2),
        BlowStruck(attacker=bob, target=first, kind="missile", successes=1, damage=1),
        BlowStruck(attacker=bob, target=second, kind="missile", successes=3, stopped=1, damage=2),
    ] == sorted(blows(found), key=lambda one: (one.attacker != first, one.target))
    assert Incapacitated(creature=second) in found
    (wound,) = table.state.wounds.values()
    table.do(TakeDamage(wound=wound.id, dice=(2, 3)), seat="ann")
    assert 1 == len(table.who(first).numbers)
    table.do(GiveHindering(creature=first, kind="flaming"))

    table.casts(bob, RING)
    table.rolls({bob: (1, 3), first: (3, 6)})
    assert ["Universal", "Magic"] == [one.face for one in table.roll_of(bob).dice]
    assert {} == table.state.wounds
    table.put(first, to(bob, 1))
    found = table.put(bob, keep(1), to(first, 4), seat="ann")

    assert {first: 1} == damage_dealt(found)
    assert Incapacitated(creature=first) in found
    assert 2 == len(table.who(bob).numbers)


@pytest.mark.rule("BN-EX-32", "BN-EX-33", "BN-EX-34", "BN-EX-35", "BN-MAG-09", "BN-MAG-10", "BN-R-153", "BN-R-299")
def test_magic_has_a_price() -> None:
    """Bob's first five bolts cost nothing.

    The sixth loses one success, the seventh two, and the eighth three and a die.
    """
    table = Casters()
    bob = table.bob()
    archers = [table.one("gm", [("Missile", *["blank"] * 5)], items=(CROSSBOW,)) for _ in range(4)]

    def bolt(*faces: int, last: int = 6) -> list[Event]:
        table.casts(bob)
        return table.rolls({bob: faces, **dict.fromkeys(archers, (last, 6))})

    table.begin((bob,), archers)
    missed = [bolt(6, 2, 5, 2) for _ in range(4)]
    assert [[(turn, 0)] for turn in (1, 2, 3, 4)] == [uses(found) for found in missed]
    assert [(5, 0)] == uses(bolt(3, 2, 5, 2))
    table.put(bob, to(archers[0], 1), seat="ann")
    assert 3 == sum(not table.who(one).down for one in archers)

    assert [(6, 1)] == uses(bolt(3, 3, 5, 2))
    table.no(LostToMagic, Allot(creature=bob, puts=(to(archers[1], 1), to(archers[1], 2))), seat="ann")
    table.put(bob, to(archers[1], 2), seat="ann")
    assert [(7, 2)] == uses(bolt(3, 3, 3, 2))
    table.put(bob, to(archers[2], 3), seat="ann")
    assert 1 == sum(not table.who(one).down for one in archers)

    found = bolt(3, 3, 3, 2, last=1)
    assert [(8, 3)] == uses(found)
    assert RoundMagicSettled(creature=bob, successes=0) in found
    assert {} == damage_dealt(found), "the damage comes with that of the round"
    found = table.put(archers[3], to(bob, 1))
    assert CasterTired(creature=bob, damage=1) in found
    assert {bob: 2} == damage_dealt(found)
    (wound,) = table.state.wounds.values()
    assert ("attack", 1) == (wound.source, wound.past_armor)
    assert 4 == len(table.who(bob).numbers)
    table.do(TakeDamage(wound=wound.id, dice=(1, 4)), seat="ann")
    assert (2, 3) == table.who(bob).numbers


# ---------------------------------------------------------------- declaring magic


@pytest.mark.rule("BN-CAMP-95", "BN-MAG-07", "BN-THEME-01", "BN-MAG-04", "BN-CLASS-07", "BN-R-118")
def test_magic_needs_a_theme() -> None:
    """A caster names a theme and an effect, and no fields of other tasks. A creature with no icon cannot use magic."""
    table = Casters()
    bob, foe = table.caster("Magic"), table.of("gm", "Melee")
    table.begin((bob,), (foe,))

    def assert_refused(refusal: type[Refusal], who: str = bob, **said: Any) -> None:  # noqa: ANN401 fields of the command
        table.no(refusal, Declare(creature=who, doing="magic", **said), seat="gm")

    assert_refused(MayNotTry, foe, casting=BURN, aim="fire")
    assert_refused(CastsOrHolds, casting=BURN)
    assert_refused(CastsOrHolds, aim="fire")
    assert_refused(CastsOrHolds)
    assert_refused(CastsOrHolds, casting=BURN, aim="fire", holds="effect-9")
    assert_refused(NotKnownHere, holds="effect-9")
    assert_refused(ThemeNeeded, casting=Casting(theme="Water"), aim="fire")
    assert_refused(NotTheSoul, casting=Casting(theme=FIRE.name, affects=("soul",)), aim="fire")
    assert_refused(MindsNeeded, casting=Casting(theme=FIRE.name, affects=("mind",)), aim="fire")
    assert_refused(NoPartOfThisTask, casting=BURN, aim="fire", weapons=("item-1",))
    assert_refused(NoPartOfThisTask, casting=BURN, aim="fire", skill="Magic")
    table.says(bob, "magic", casting=BURN, aim="fire", targets=(foe,))
    table.says(foe)
    assert table.fighter(bob).declaration == Declaration(doing="magic", casting=BURN, aim="fire", targets=(foe,))
    table.no(NotAnotherTask, SetRoundTask(creature=bob, terms=Terms(skill="Magic")))


@pytest.mark.rule("BN-CAMP-177", "BN-CAMP-157")
def test_magic_on_a_mind_is_another_task_in_a_fight() -> None:
    """In a fight, magic on a mind is declared as another task. The refusal of the declaration `magic` explains this."""
    table = Casters()
    bob, foe = table.caster("Magic"), table.of("gm", "Melee")
    table.begin((bob,), (foe,))
    charm = Casting(theme=FIRE.name, affects=("mind",))
    refused = table.no(MindsNeeded, Declare(creature=bob, doing="magic", casting=charm, aim="be calm"))
    assert ("doing: other", "skill: Magic", "SetRoundTask") == refused.needs

    table.says(bob, "other", skill="Magic", casting=charm, aim="be calm")
    table.says(foe)
    terms = Terms(skill="Magic", purpose="mind", minds=(foe,))
    assert table.do(SetRoundTask(creature=bob, terms=terms))


@pytest.mark.rule("BN-CAMP-96", "BN-MAG-15", "BN-MAG-01")
def test_game_master_sets_the_terms_of_magic() -> None:
    """The game rolls no dice before the game master has set the terms of magic.

    A caster does not try an effect outside the theme, and it does not count as a use.
    """
    table = Casters()
    bob, ann, foe = table.caster("Magic"), table.caster("Magic"), table.of("gm", "Melee")
    table.begin((bob, ann), (foe,))
    refused = table.no(NotMagicOfTheRound, SetRoundMagic(creature=bob, magic=BOLT))
    assert ("terms", "declaring") == (refused.needs, refused.has)
    for who in (bob, ann):
        table.says(who, "magic", casting=BURN, aim="fire")
    table.says(foe)

    table.no(TermsNeeded, RollRound())
    assert [RoundMagicSet(creature=bob, magic=BOLT)] == table.do(SetRoundMagic(creature=bob, magic=BOLT))
    table.no(TermsNeeded, RollRound())
    refused = table.no(NotMagicOfTheRound, SetRoundMagic(creature=foe, magic=BOLT))
    assert ((bob, ann), foe) == (refused.needs, refused.has)
    table.no(OnlyTheGameMaster, SetRoundMagic(creature=ann, magic=BOLT), seat="ann")
    table.do(SetRoundMagic(creature=ann))
    found = table.rolls({})

    assert [bob] == [event.creature for event in found if isinstance(event, MagicUsed)]
    assert (1, 4 + 1, False) == next((e.number, e.safe, e.lasts) for e in found if isinstance(e, MagicUsed))
    assert () == table.fighter(ann).rolls


# ---------------------------------------------------------------- attack and defence


def puts_of(table: Casters, who: str) -> dict[str, tuple[str, str]]:
    """Return the kinds of attack and of defence for which each face of a fighter's roll can be allotted."""
    roll = table.roll_of(who)
    found = {}
    for one in roll.dice:
        gives = [given for way in ways(table.state, roll, one) for given in way.gives]
        found[one.face] = ("".join(given.attack for given in gives), "".join(given.defend for given in gives))
    return found


@pytest.mark.rule("BN-MAGC-01", "BN-MAGC-02", "BN-MAGC-06", "BN-R-118", "BN-R-159")
@pytest.mark.parametrize(
    ("magic", "settings", "attack", "protects"),
    [
        (RoundMagic(), {}, "", False),
        (RoundMagic(attacks=True), {}, "melee", False),
        (RoundMagic(attacks=True, ranged=True), {}, "missile", False),
        (RoundMagic(attacks=True), {"magic_attack_type": "missile"}, "missile", False),
        (RoundMagic(protects=True), {}, "", True),
        (RoundMagic(attacks=True, protects=True), {}, "melee", True),
    ],
)
def test_the_effect_decides_what_successes_serve(
    magic: RoundMagic, settings: dict[str, Any], attack: str, *, protects: bool
) -> None:
    """Magic, Mental and Universal faces attack if the effect attacks.

    Universal always defends; the other faces defend only if the effect protects.
    """
    table = Casters(magic=settings)
    bob, foe = (
        table.caster("Universal", "Magic", "Mental", "Defend", "Physical", "Melee", "Missile"),
        table.of("gm", IDLE),
    )
    table.cast(bob, foe, magic=magic)

    guards = "any" if protects else ""
    assert {
        "Universal": (attack, "any"), "Magic": (attack, guards), "Mental": (attack, guards), "Defend": ("", "any"),
        "Physical": ("", ""), "Melee": ("", ""), "Missile": ("", ""), IDLE: ("", ""),
    } == puts_of(table, bob)  # fmt: skip


@pytest.mark.rule("BN-R-118")
def test_a_setting_combines_magic_with_mundane_attacks() -> None:
    """If `magic_with_mundane_attack` is true, a caster can also strike and parry.

    Those successes do not count as magic.
    """
    table = Casters(magic={"magic_with_mundane_attack": True})
    bob, foe = table.caster("Universal", "Physical", "Melee", "Magic"), table.of("gm", IDLE)
    table.cast(bob, foe, magic=RoundMagic(attacks=True))

    assert {
        "Universal": ("meleeany", "anyany"), "Physical": ("any", "any"), "Melee": ("melee", "melee"),
        "Magic": ("melee", ""), IDLE: ("", ""),
    } == puts_of(table, bob)  # fmt: skip
    found = table.put(bob, to(foe, 1, way=1), to(foe, 2), to(foe, 3), to(foe, 4), seat="ann")
    assert 4 == blow(found).successes


@pytest.mark.rule("BN-R-118", "BN-CMB-05")
def test_armor_and_shield_defend_a_caster() -> None:
    """The cap of magic does not apply to a shield's Defend.

    Magic that neither attacks nor protects cannot be allotted.
    """
    table = Casters()
    bob, foe = table.bob(items=(SHIELD,)), table.of("gm", *["Melee"] * 3)
    shield = table.item_named(bob, SHIELD)
    table.cast(bob, foe, magic=BOLT, shown={bob: (1, 5, 3, 2, 1)})
    table.put(foe, *(to(bob, die) for die in (1, 2, 3)))

    table.no(DoesNotDefend, Allot(creature=bob, puts=(keep(3),)), seat="ann")
    table.no(DoesNotAttack, Allot(creature=bob, puts=(to(foe, 2),)), seat="ann")
    table.no(NothingToPut, Allot(creature=bob, puts=(keep(4),)), seat="ann")
    found = table.put(bob, keep(1), keep(2), keep(shield), to(foe, 3), seat="ann")

    assert {foe: 1} == damage_dealt(found)


@pytest.mark.rule("BN-CLASS-08", "BN-R-118")
def test_the_cap_of_magic() -> None:
    """The cap limits the successes of magic to the number of Magic icons on remaining dice.

    Other defence is added without a limit.
    """
    table = Casters()
    dice = [("Magic",) + ("blank",) * 5, ("Mental",) * 6, ("Mental",) * 6, ("Defend",) * 6]
    bob, foe = table.one("ann", dice, themes=(FIRE,)), table.of("gm", "Melee", "blank")
    table.cast(bob, foe)
    table.put(foe, to(bob, 1))

    table.no(OverTheIcons, Allot(creature=bob, puts=(to(foe, 1), to(foe, 2))), seat="ann")
    found = table.put(bob, to(foe, 2), keep(4), seat="ann")
    assert {foe: 1} == damage_dealt(found)


@pytest.mark.rule("BN-R-118", "BN-R-274", "BN-R-085")
def test_a_bought_success_of_magic_exceeds_the_cap() -> None:
    """A bought success of magic is not subject to the cap, and attacks only if the magic does."""
    for magic, refusal in ((BOLT, None), (WALL, DoesNotAttack)):
        table = Casters()
        dice = [("Magic",) + ("blank",) * 5, ("Mental",) * 6]
        bob, foe = table.one("ann", dice, themes=(FIRE,), spiffs=2), table.of("gm", "blank", "blank", "blank")
        table.cast(bob, foe, magic=magic)
        roll = table.roll_of(bob).id
        table.do(KeepFaces(roll=roll), seat="ann")
        table.do(UseSpiffs(creature=bob, use="success", on=roll), seat="ann")
        for use in table.state.uses:
            table.do(AllowSpiffs(use=use))
        if refusal:
            table.no(refusal, Allot(creature=bob, puts=(to(foe, "bonus"),)), seat="ann")
            continue
        table.no(OverTheIcons, Allot(creature=bob, puts=(to(foe, 1), to(foe, 2))), seat="ann")
        assert {foe: 2} == damage_dealt(table.put(bob, to(foe, 1), to(foe, "bonus"), seat="ann"))


@pytest.mark.rule("BN-MAGC-06", "BN-R-267", "BN-COVER-02", "BN-PRONE-03")
def test_circumstances_reduce_magic_at_range() -> None:
    """Cover, darkness and posture reduce magic at range as they reduce missiles; distance does not."""
    table = Casters()
    bob, foe = table.caster("Magic*4"), table.one("gm", [("blank",) * 6] * 4, prone=True)
    table.cast(bob, foe, magic=BOLT, between=between(bob, foe, cover=20, distance=500), light="partial darkness")

    found = blow(table.put(bob, to(foe, 1, 4), seat="ann"))
    losses = (Loss(why="cover", count=1), Loss(why="darkness", count=2), Loss(why="posture", count=1))
    assert BlowStruck(attacker=bob, target=foe, kind="missile", successes=4, losses=losses) == found


@pytest.mark.rule("BN-R-159", "BN-R-263")
def test_magic_by_touch_needs_reach() -> None:
    """Magic that does not work at range is a melee attack, so its targets must be within reach."""
    table = Casters()
    bob, foe = table.caster("Magic"), table.of("gm", "blank")
    table.cast(bob, foe, magic=RoundMagic(attacks=True), between=between(bob, foe, distance=5))

    table.no(OutOfReach, Allot(creature=bob, puts=(to(foe, 1),)), seat="ann")


@pytest.mark.rule("BN-MAG-07", "BN-CAMP-95", "BN-CAMP-96")
def test_magic_is_listed_and_shown() -> None:
    """The list offers a caster magic with each theme.

    Others see the declaration and its terms once all have declared.
    """
    table = Casters()
    bob, foe = table.caster("Magic"), table.of("bob", "Melee")
    table.begin((bob,), (foe,))
    (magic,) = (one.body for one in table.entries("ann", Declare) if one.body["doing"] == "magic")
    assert {"theme": FIRE.name} == magic["casting"]
    assert "magic" not in {one.body["doing"] for one in table.entries("bob", Declare)}

    table.says(bob, "magic", casting=BURN, aim="fire", seat="ann")
    assert [None, "magic"] == [_what_is_seen(table, seat, bob) for seat in ("bob", "ann")]
    table.says(foe)
    assert "magic" == _what_is_seen(table, "bob", bob)
    assert [] == table.entries("ann", SetRoundMagic)
    assert {bob} == {one.body["creature"] for one in table.entries("gm", SetRoundMagic)}
    table.do(SetRoundMagic(creature=bob, magic=RING))
    combat = view(table.state, "bob").combat
    assert combat is not None
    (shown,) = (one.magic for one in combat.fighters if one.id == bob)
    assert shown == SeenRoundMagic(attacks=True, protects=True, ranged=False, goes_on=False, takes_victim=False)


def _what_is_seen(table: Casters, seat: str, who: str) -> str | None:
    combat = view(table.state, seat).combat
    assert combat is not None
    (one,) = (one for one in combat.fighters if one.id == who)
    return one.declaration.doing if one.declaration else None


@pytest.mark.rule("BN-MAG-07", "BN-CAMP-95")
def test_a_refused_use_of_magic_names_its_field() -> None:
    """When a creature without a Magic icon declares magic, the refusal names the field `doing`."""
    table = Casters()
    bob, foe = table.caster("Magic"), table.of("gm", "Melee")
    table.begin((bob,), (foe,))

    assert "doing" == table.no(MayNotTry, Declare(creature=foe, doing="magic", casting=BURN, aim="fire")).field
