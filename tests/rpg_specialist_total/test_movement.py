"""Movement in combat, which may include drawing a weapon, nocking an arrow and loading."""

import pytest
from msgspec.structs import replace

from services.rpg_specialist_total.catalogue import Reach, SizeCategory
from services.rpg_specialist_total.chapters.attacks import Attack
from services.rpg_specialist_total.chapters.charging import ChargeWeapon, NotInHand
from services.rpg_specialist_total.chapters.exchanges import DropExchange
from services.rpg_specialist_total.chapters.items import (
    DropItem,
    GiveItem,
    ItemDropped,
    ItemReadied,
    ItemTakenUp,
    PartOfTheBody,
)
from services.rpg_specialist_total.chapters.movement import (
    Handled,
    Motion,
    Move,
    Moved,
    NoSpellInMotion,
    NotInTheHand,
    NotMobile,
    NotMoving,
    OneHandOnly,
    QuickLoadNeeded,
    ReadyAlready,
    TakeUpItem,
    TooFar,
    check_in_motion,
)
from services.rpg_specialist_total.chapters.spells import CastPrepared, HoldSpell
from services.rpg_specialist_total.chapters.states import CannotAct
from services.rpg_specialist_total.chapters.turns import ApSpent, NotEnoughAp
from services.rpg_specialist_total.state.combatants import Held, Invested, NewItem
from shared.kernel.campaign.fights import NotYourTurn
from shared.kernel.campaign.seats import NamedTwice, NotKnownHere, NotYours, TooManyHere
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field
from tests.rpg_specialist_total.play import Play, allowed_of, deciding


def in_motion(play: Play, who: str, reach: Reach | None, motion: Motion = "own") -> type[Refusal] | None:
    """Return the refusal of an attack in motion, or None. If `reach` is None, the attack is a spell."""
    try:
        check_in_motion(deciding(play), who, motion, reach=reach, spell=reach is None)
    except Refusal as refusal:
        return type(refusal)
    return None


@pytest.mark.rule("SC-ACT-02")
@pytest.mark.rule("SC-R-09")
def test_one_movement_action_a_turn_is_free() -> None:
    """A combatant has one free movement action in a turn, even without AP. Further ones cost AP."""
    play = Play()
    ash, bee = play.one(speed_rating=2), play.one("bob", speed_rating=0)
    play.fight(ash, bee)
    play.when(Move(character=ash, units=2), seat="ann").then(Moved(character=ash, units=2, distance=4))
    for _ in range(2):
        play.when(Move(character=ash, units=1), seat="ann").then(
            ApSpent(character=ash, ap=1, use="movement"), Moved(character=ash, units=1, distance=2)
        )
    play.no(NotEnoughAp, Move(character=ash))
    play.no(NotYourTurn, Move(character=bee), seat="bob")
    play.turn()

    play.do(Move(character=bee))
    play.no(NotEnoughAp, Move(character=bee))
    play.turn()
    play.do(Move(character=ash))


@pytest.mark.rule("SC-R-09")
def test_a_setting_decides_the_cost_of_an_extra_movement_action() -> None:
    """An extra movement action costs `extra_movement_cost` AP, which may be 0."""
    play = Play(ap={"extra_movement_cost": 0})
    ash = play.one(speed_rating=0)
    play.fight(ash)
    play.do(Move(character=ash))

    assert [Moved(character=ash, units=0, distance=0)] == play.do(Move(character=ash))


@pytest.mark.rule("SC-MOVE-01")
@pytest.mark.rule("SC-MOVE-02")
def test_the_movement_unit_depends_on_the_size_category() -> None:
    """The movement unit is longer for larger combatants. If the data define no unit, no distance is shown."""
    play = Play()
    play.data(sizes=(SizeCategory(name="medium", movement_unit=1), SizeCategory(name="large", movement_unit=2)))
    small, large = play.one(), play.one("bob", size="large")

    assert [3, 6] == [play.the(Moved, Move(character=who, units=3)).distance for who in (small, large)]
    play.state = replace(play.state, sizes={})
    assert play.the(Moved, Move(character=small, units=3)).distance is None


@pytest.mark.rule("SC-MOVE-03")
@pytest.mark.rule("SC-R-67")
def test_the_speed_rating_limits_the_units_of_a_movement_action() -> None:
    """The game refuses a movement action of more units than the Speed Rating, however many AP are left."""
    play = Play()
    ash = play.one(speed_rating=3)

    play.no(TooFar, Move(character=ash, units=4))
    play.do(Move(character=ash, units=3))


@pytest.mark.rule("SC-MOVE-04")
@pytest.mark.rule("SC-MOVE-05")
@pytest.mark.rule("SC-CAMP-05")
def test_a_weapon_is_drawn_and_an_arrow_nocked_as_part_of_movement() -> None:
    """As part of movement, drawing a weapon and nocking an arrow cost no AP and need no distance.

    Weapons cannot be nocked, nor arrows drawn. Under version 1 of the rules, one movement serves for both.
    """
    play = Play(form=1)
    ash = play.one(items=("hunting bow", "arrow"))
    bow, arrow = play.item_named(ash, "hunting bow"), play.item_named(ash, "arrow")
    play.fight(ash)
    play.no(NotInTheHand, Move(character=ash, hands=(Handled(act="nock", item=bow),)))
    play.no(NotInTheHand, Move(character=ash, hands=(Handled(act="draw", item=arrow),)))
    play.no(NotKnownHere, Move(character=ash, hands=(Handled(act="draw", item="item-99"),)))
    play.no(NamedTwice, Move(character=ash, hands=2 * (Handled(act="draw", item=bow),)))

    both = (Handled(act="draw", item=bow), Handled(act="nock", item=arrow))
    (offered,) = allowed_of(play.state, "ann", Move)
    assert Field(items=Field(options=both), least=0, most=2, ordered=True) == offered.fields["hands"]
    play.when(Move(character=ash, hands=both), seat="ann").then(
        Moved(character=ash, units=0, distance=0),
        ItemReadied(character=ash, item=bow), ItemReadied(character=ash, item=arrow),
    )  # fmt: skip
    assert play.who(ash).items[bow].ready
    assert not play.who(ash).items[arrow].ready


@pytest.mark.rule("SC-R-109", "SC-MOVE-04", "SC-MOVE-05", "SC-CAMP-05")
def test_one_thing_is_drawn_or_nocked_in_each_movement() -> None:
    """A combatant draws one weapon, or nocks one arrow, in each movement action, and draws nothing that is ready."""
    play = Play()
    ash = play.one(items=("hunting bow", "hatchet", "arrow"))
    bow, axe, arrow = (play.item_named(ash, name) for name in ("hunting bow", "hatchet", "arrow"))
    for item in (bow, axe, arrow):
        play.state = play.state.item_changed(ash, item, ready=False)
    play.fight(ash)
    draws, nocks = Handled(act="draw", item=bow), Handled(act="nock", item=arrow)
    for two in ((draws, nocks), (draws, Handled(act="draw", item=axe))):
        refusal = play.no(OneHandOnly, Move(character=ash, hands=two), seat="ann")
        assert ("at most 1", 2, "hands") == (refusal.needs, refusal.has, refusal.field)

    play.when(Move(character=ash, hands=(draws,)), seat="ann").then(
        Moved(character=ash, units=0, distance=0), ItemReadied(character=ash, item=bow)
    )

    assert bow == play.no(ReadyAlready, Move(character=ash, hands=(draws,)), seat="ann").has
    (offered,) = allowed_of(play.state, "ann", Move)
    acts = (Handled(act="draw", item=axe), nocks)
    assert Field(items=Field(options=acts), least=0, most=1, ordered=True) == offered.fields["hands"]
    play.when(Move(character=ash, hands=(nocks,)), seat="ann").then(
        ApSpent(character=ash, ap=1, use="movement"), Moved(character=ash, units=0, distance=0),
        ItemReadied(character=ash, item=arrow),
    )  # fmt: skip


@pytest.mark.rule("SC-MOVE-06")
def test_loading_as_part_of_movement_needs_quick_load() -> None:
    """Only a combatant with Quick Load, as an action or a component, may load as part of movement."""
    play = Play()
    slow, quick = play.one(items=("arrow",)), play.one("bob", items=("arrow",), actions=("Quick Load",))
    load = {who: (Handled(act="load", item=play.item_named(who, "arrow")),) for who in (slow, quick)}

    play.no(QuickLoadNeeded, Move(character=slow, hands=load[slow]))
    play.do(Move(character=quick, hands=load[quick]))


@pytest.mark.rule("SC-MOVE-07")
@pytest.mark.rule("SC-R-61")
@pytest.mark.parametrize(
    ("component", "permits"),
    [
        (None, set()),
        ("Mobile Attack", {"unarmed", "melee"}),
        ("Mobile Shot", {"projectile"}),
        ("Mobile Throw", {"thrown"}),
    ],
)
def test_an_attack_in_motion_needs_the_mobile_component_of_its_kind(component: str | None, permits: set[Reach]) -> None:
    """An attack in motion needs the mobile component of its kind.

    If `mobile_by_kind` is false, each mobile component allows attacks of every kind.
    """
    kinds: tuple[Reach, ...] = ("unarmed", "melee", "thrown", "projectile")
    for by_kind in (True, False):
        play = Play(movement={"mobile_by_kind": by_kind})
        ash = play.one(actions=(component,) if component else ())
        permitted = permits if by_kind or component is None else set(kinds)

        found = {kind: in_motion(play, ash, kind) for kind in kinds}
        assert {kind: None if kind in permitted else NotMobile for kind in kinds} == found


@pytest.mark.rule("SC-MOVE-08")
@pytest.mark.rule("SC-MOVE-09")
@pytest.mark.rule("SC-MOVE-11")
@pytest.mark.parametrize("conveyed", ["vehicle", "beast"])
def test_a_spell_in_motion_is_prepared_or_its_caster_is_carried(conveyed: Motion) -> None:
    """A spell in motion must be prepared, or its caster carried by a vehicle or mount.

    An attack with magic counts as a spell.
    """
    play = Play()
    elm, bee = (
        play.one(items=("long blade",), components=("Bolt", "Mobile Attack"), energies=("cold",)),
        play.one("bob"),
    )
    bolt = (Invested(name="Bolt", ap=1),)
    spell = Attack(attacker=elm, target=bee, components=bolt, energies=("cold",), part_of_movement="own")
    play.no(NoSpellInMotion, spell)
    play.no(NoSpellInMotion, replace(spell, weapon=play.item_named(elm, "long blade")))
    play.do(replace(spell, part_of_movement=conveyed), 91)
    play.do(DropExchange(reason="once more"))

    play.do(HoldSpell(character=elm, kind="prepared", what="a dart", energies=("cold",), components=("Bolt",), ap=1))
    (dart,) = play.who(elm).spells
    play.do(CastPrepared(character=elm, spell=dart, target=bee, part_of_movement=True), 91)


@pytest.mark.rule("SC-MOVE-10")
def test_a_concentration_spell_lasts_through_movement() -> None:
    """Movement does not end a concentration spell."""
    play = Play()
    ash = play.one()
    kept = {"spell-90": Held(id="spell-90", kind="concentration", what="mist")}
    play.state = play.state.change(ash, spells=kept)

    play.do(Move(character=ash, units=3))
    assert kept == play.who(ash).spells


@pytest.mark.rule("SC-CAMP-06")
def test_an_attack_in_motion_follows_a_movement_action() -> None:
    """An attack in motion needs a movement action earlier in the same turn, unless the attacker is carried."""
    play = Play()
    ash = play.one(actions=("Mobile Attack",))
    play.fight(ash)
    assert NotMoving is in_motion(play, ash, "melee")
    assert in_motion(play, ash, "melee", "beast") is None

    play.do(Move(character=ash))
    assert in_motion(play, ash, "melee") is None
    play.turn()
    assert NotMoving is in_motion(play, ash, "melee")


@pytest.mark.rule("SC-CAMP-06", "SC-MOVE-07", "SC-MOVE-08")
def test_nobody_moves_for_an_attack_that_no_movement_allows() -> None:
    """Before any movement, a spell and a blow without the special action are refused for what no movement mends."""
    play = Play()
    ash, elm = play.one(components=("Bolt",), energies=("cold",)), play.one("bob")
    play.fight(ash, elm)
    bolt = (Invested(name="Bolt", ap=1),)
    play.no(
        NoSpellInMotion,
        Attack(attacker=ash, target=elm, components=bolt, energies=("cold",), part_of_movement="own"),
        seat="ann",
    )
    assert NotMobile is in_motion(play, ash, "melee")


@pytest.mark.rule("SC-CAMP-04")
def test_a_dropped_item_stays_until_it_is_picked_up() -> None:
    """A combatant drops an item for free in its own turn. Picking one up costs a movement action."""
    play = Play()
    ash, bee = play.one(items=("long blade",)), play.one("bob", items=("arrow",) * 40)
    blade = play.item_named(ash, "long blade")
    play.fight(ash, bee)
    play.no(NotYours, DropItem(character=ash, item=blade), seat="bob")
    play.no(NotYourTurn, DropItem(character=bee, item=play.item_named(bee, "arrow")), seat="bob")
    play.when(DropItem(character=ash, item=blade), seat="ann").then(ItemDropped(character=ash, item=blade))
    assert [blade] == list(play.state.ground)
    assert not play.state.ground[blade].ready
    play.turn()
    play.no(TooManyHere, TakeUpItem(character=bee, item=blade))
    play.do(DropItem(character=bee, item=play.item_named(bee, "arrow")))
    play.do(Move(character=bee, units=3))

    play.when(TakeUpItem(character=bee, item=blade), seat="bob").then(
        ApSpent(character=bee, ap=1, use="movement"), Moved(character=bee, units=0, distance=0),
        ItemTakenUp(character=bee, item=blade),
    )  # fmt: skip
    assert play.who(bee).items[blade].ready
    play.no(NotKnownHere, TakeUpItem(character=bee, item=blade))


@pytest.mark.rule("SC-R-68")
def test_the_unconscious_neither_move_nor_drop_items() -> None:
    """Unconscious combatants cannot move or drop items. The Keeper may drop items for them."""
    play = Play()
    ash = play.one(items=("long blade",), fatigue=1)
    play.state = play.state.change(ash, fatigue=0)
    drop = DropItem(character=ash, item=play.item_named(ash, "long blade"))

    play.no(CannotAct, Move(character=ash))
    play.no(CannotAct, drop, seat="ann")
    play.do(drop)


@pytest.mark.rule("SC-CAMP-36")
def test_a_shot_needs_no_separate_nocking() -> None:
    """An arrow can be shot without being nocked first. Ammunition never counts as ready."""
    play = Play()
    ash, bee = play.one(items=("hunting bow",)), play.one("bob")
    play.do(GiveItem(character=ash, item=NewItem(kind="ammunition", name="arrow", number=20, ready=True)))
    bow, arrow = play.item_named(ash, "hunting bow"), play.item_named(ash, "arrow")
    play.do(Move(character=ash, hands=(Handled(act="nock", item=arrow),)), seat="ann")
    play.do(DropItem(character=ash, item=arrow))
    play.do(TakeUpItem(character=ash, item=arrow), seat="ann")
    assert not play.who(ash).items[arrow].ready

    play.do(Attack(attacker=ash, target=bee, weapon=bow, ammunition=arrow, ap=1), *[1] * 5, 50, seat="ann")
    assert 19 == play.who(ash).items[arrow].number


@pytest.mark.rule("SC-CAMP-35")
def test_bare_hands_cannot_be_dropped() -> None:
    """The game refuses to drop bare hands, and does not list that command."""
    play = Play()
    ash = play.one(items=("bare hands", "long blade"))
    hands, blade = play.item_named(ash, "bare hands"), play.item_named(ash, "long blade")

    for seat in ("ann", "gm"):
        play.no(PartOfTheBody, DropItem(character=ash, item=hands), seat=seat)
        assert hands not in str(allowed_of(play.state, seat, DropItem))
        assert blade in str(allowed_of(play.state, seat, DropItem))


@pytest.mark.rule("SC-CAMP-56", "SC-CAMP-35")
@pytest.mark.parametrize("form", [2, 1])
def test_parts_of_the_body_are_always_ready(form: int) -> None:
    """Bare hands that were given as not ready strike, take energy, and are not drawn.

    In campaigns opened before form 2 they take energy only once they are drawn.
    """
    play = Play(form=form)
    ash, bee = play.one(energies=("fire",)), play.one("bob")
    play.do(GiveItem(character=ash, item=NewItem(kind="weapon", name="bare hands")))
    hands = play.item_named(ash, "bare hands")
    play.fight(ash, bee)
    charge = ChargeWeapon(character=ash, energies=("fire",), ap=1, item=hands, mode="charged")
    draw = Move(character=ash, hands=(Handled(act="draw", item=hands),))

    if form == 1:
        play.no(NotInHand, charge, seat="ann")
        play.do(draw, seat="ann")
    else:
        assert hands == play.no(ReadyAlready, draw, seat="ann").has
        (offered,) = allowed_of(play.state, "ann", Move)
        assert "hands" not in offered.fields
        assert charge.item in {one.body["item"] for one in allowed_of(play.state, "ann", ChargeWeapon)}
    play.do(charge, seat="ann")
    assert hands in {one.body.get("weapon") for one in allowed_of(play.state, "ann", Attack)}
    play.do(Attack(attacker=ash, target=bee, weapon=hands, ap=1), 1, 1, 1, 12, seat="ann")
