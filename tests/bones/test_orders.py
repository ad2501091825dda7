"""Orders to controlled minds: their limits, resistance to them, and orders in a fight."""

from copy import copy
from typing import Any

import pytest
from msgspec.structs import replace

from services.bones.chapters.fights.combat import EndCombat
from services.bones.chapters.fights.declaring import Declare
from services.bones.chapters.fights.round_tasks import SetRoundTask
from services.bones.chapters.fights.rounds import AllottingBegan, OrderTakenUp, RollRound, RoundBegan
from services.bones.chapters.lasting_magic.minds import (
    CannotOrder,
    GiveIn,
    GiveOrder,
    MagnitudeIsNamed,
    MagnitudeNamed,
    NoMindControlled,
    OneOrderAtATime,
    OrderGiven,
    OrderRefused,
    OrderStands,
    ResistanceLapsed,
    ResistanceOpened,
    ResistanceSettled,
    ResistMagic,
    SetMagnitude,
)
from services.bones.chapters.magic.effects import EffectBegan, EffectEnded, EffectHeld, ReleaseEffect
from services.bones.chapters.rolls.rolls import RollMade
from services.bones.chapters.rolls.wounds import CoupDeGrace, DealDamage
from services.bones.chapters.tasks.corrections import ChangeCreature
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.state.creatures import Hindering, Item
from services.bones.state.magic import Effect
from services.bones.state.tasks import Terms
from services.bones.views import view
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.roster import RemoveCharacter
from shared.kernel.campaign.seats import NotKnownHere, NotYours, OnlyTheGameMaster
from shared.kernel.messages import Event
from tests.bones.play import allowed_of
from tests.bones.smitten import BLANK, CHARM, MAGIC, NOTHING, RACIAL, WILL, M, Smitten, U

FAILS = [BLANK] * 4


def only(found: list[Event], *kinds: type[Event]) -> list[Event]:
    """Return the events of these types."""
    return [event for event in found if isinstance(event, kinds)]


def lasting(play: Smitten, effect: Effect) -> Effect:
    """Sustain a control by a sacrifice of health; return the changed control."""
    effect = replace(effect, lasts="health", die=1)
    play.given(EffectBegan(effect=effect))
    return effect


@pytest.mark.rule("BN-EX-38", "BN-MIND-09", "BN-MIND-06")
def test_degree_three_allows_only_indifferent_acts() -> None:
    """At degree 3 Bob does what he is indifferent to, but nothing that he would refuse to do."""
    play = Smitten()
    control = play.control_mind(3)

    flowers, happened = play.give_order(control, 3, "bring flowers")
    assert [
        MagnitudeNamed(order=flowers, magnitude=3), OrderStands(order=flowers, effect=control.id)
    ] == happened  # fmt: skip
    goblins, happened = play.give_order(control, 4, "befriend goblins")
    assert [MagnitudeNamed(order=goblins, magnitude=4), OrderRefused(order=goblins, why="beyond")] == happened
    assert [("bring flowers", True)] == [(one.text, one.stands) for one in view(play.state, "bob").orders]


@pytest.mark.rule("BN-MIND-09", "BN-MIND-07", "BN-MIND-08", "BN-MIND-11")
@pytest.mark.parametrize("magnitude", [1, 2, 3, 4, 5])
def test_each_order_above_three_is_resisted(magnitude: int) -> None:
    """Under control of degree 5, a mind obeys orders up to 3 at once, and can resist each order of 4 or 5."""
    play = Smitten()
    control = play.control_mind(5)

    for _ in range(2):
        order, happened = play.give_order(control, magnitude)
        opened = only(happened, ResistanceOpened)
        assert (magnitude > 3) == bool(opened) == (not only(happened, OrderStands))
        if opened:
            happened = play.resists(U, M, RACIAL, BLANK, seat="bob")
            assert [OrderStands(order=order, effect=control.id)] == only(happened, OrderStands)


@pytest.mark.rule("BN-R-165", "BN-MIND-09")
@pytest.mark.parametrize(("faces", "stands"), [((U, U, U, U), True), ((U, U, U, M, M), False), ((U,) * 6, False)])
def test_successes_equal_to_the_stored_ones_resist_an_order(faces: tuple[int, ...], stands: bool) -> None:  # noqa: FBT001 a row
    """Against control that stores 5, Bob obeys the order with 4 successes, and refuses it with 5 or more."""
    play = Smitten(will=len(faces))
    play.cast_on_mind(*[MAGIC] * 5)
    (control,) = [event.effect for event in play.resists(*[BLANK] * len(faces)) if isinstance(event, EffectBegan)]
    order, _ = play.give_order(control, 4)

    happened = play.resists(*faces)
    ends: Event = OrderStands(order=order, effect=control.id) if stands else OrderRefused(order=order, why="resisted")
    assert [ends] == only(happened, OrderStands, OrderRefused)
    assert [(5 - len(faces), stands)] == [
        (one.net, one.holds) for one in happened if isinstance(one, ResistanceSettled)
    ]  # fmt: skip
    assert stands == (order in play.state.orders)


@pytest.mark.rule("BN-R-165", "BN-SAC-06", "BN-SAC-14")
@pytest.mark.parametrize(
    ("setting", "of_task", "of_sacrifice"),
    [("breaks_lasting", False, True), ("refuses_order", False, False), ("breaks_any", True, True)],
)
def test_a_resisted_order_may_end_the_control(setting: str, of_task: bool, of_sacrifice: bool) -> None:  # noqa: FBT001 a row
    """By default a resisted order ends sustained control, but not held control; settings end both or neither."""
    for lasts, ends in ((False, of_task), (True, of_sacrifice)):
        play = Smitten(magic={"later_resistance": setting})
        control = play.control_mind(4)
        control = lasting(play, control) if lasts else control
        play.give_order(control, 2)
        order, _ = play.give_order(control, 4)

        happened = play.resists(U, U, U, U)
        assert [OrderRefused(order=order, why="resisted")] == only(happened, OrderRefused)
        ended = EffectEnded(effect=control.id, why="resisted", caster=play.wanda, told="ann")
        assert [ended] * ends == only(happened, EffectEnded)
        assert (not ends) == (control.id in play.state.effects)
        assert int(not ends) == len(play.state.orders)


@pytest.mark.rule("BN-R-164", "BN-MIND-03")
@pytest.mark.parametrize("magnitude", [2, 4])
def test_a_setting_allows_orders_above_the_degree(magnitude: int) -> None:
    """If `order_above_net` is `extra_resist`, a mind that fails to resist again obeys an order above the degree."""
    play, more = Smitten(), Smitten(magic={"order_above_net": "extra_resist"})
    order, happened = play.give_order(play.control_mind(1), magnitude)
    assert [OrderRefused(order=order, why="beyond")] == only(happened, OrderRefused, ResistanceOpened)
    control = more.control_mind(1)
    order, happened = more.give_order(control, magnitude)
    assert [1] == [event.resistance.successes for event in happened if isinstance(event, ResistanceOpened)]
    assert [OrderStands(order=order, effect=control.id)] == only(more.resists(*FAILS), OrderStands, ResistanceOpened)


@pytest.mark.rule("BN-R-292", "BN-MIND-09")
def test_a_mind_that_gives_in_obeys_the_order() -> None:
    """A mind that gives in counts no successes, and obeys the order."""
    play = Smitten()
    control = play.control_mind(4)
    order, _ = play.give_order(control, 4)

    (one,) = play.state.resistances
    assert [
        ResistanceSettled(resistance=one, creature=play.bob, successes=0, net=4, holds=True),
        OrderStands(order=order, effect=control.id),
    ] == play.do(GiveIn(resistance=one), seat="bob")


@pytest.mark.rule("BN-R-289", "BN-R-288")
def test_held_control_keeps_its_degree() -> None:
    """Control held with one success keeps degree 4, but an order needs only more than that success to be resisted."""
    play = Smitten()
    control = play.control_mind(4)
    terms = Terms(skill="Magic", purpose="hold", holds=control.id)
    play.do(play.call(terms))
    happened = play.do(RollTask(task=next(iter(play.state.tasks))), MAGIC, *[NOTHING] * 4)

    assert [EffectHeld(effect=control.id, successes=1)] == only(happened, EffectHeld)
    assert [] == only(happened, ResistanceOpened)
    assert (4, 1) == ((one := play.state.effects[control.id]).degree, one.successes)
    order, happened = play.give_order(control, 4)
    assert [1] == [event.resistance.successes for event in happened if isinstance(event, ResistanceOpened)]
    assert [OrderRefused(order=order, why="resisted")] == only(play.resists(U, BLANK, BLANK, BLANK), OrderRefused)


@pytest.mark.rule("BN-R-206", "BN-ADV-96")
@pytest.mark.parametrize("stored", ["gross", "net"])
@pytest.mark.parametrize(("form", "met"), [(1, (4, 2)), (0, (3, 2))])
def test_the_vest_removes_one_success_of_each_casting_and_hold(stored: str, form: int, met: tuple[int, int]) -> None:
    """The vest makes a casting of 5 store 4, and a hold of 3 store 2. In older campaigns orders also lose one."""
    play = Smitten(magic={"stored_successes": stored})
    play.state = replace(play.state, form=form)
    vest = Item(id="item-90", name="Vest against magic", group="magic item", ready=True)
    play.state = play.state.change(play.bob, items={vest.id: vest})
    control, orders = play.control_mind(5), []
    assert (4, 4) == (control.degree, control.successes)
    for held in (0, 3):
        if held:
            play.do(play.call(Terms(skill="Magic", purpose="hold", holds=control.id)))
            play.do(RollTask(task=next(iter(play.state.tasks))), *[MAGIC] * held, *[NOTHING] * (5 - held))
        _, happened = play.give_order(control, 4)
        orders += [event.resistance.successes for event in happened if isinstance(event, ResistanceOpened)]
        play.do(GiveIn(resistance=next(iter(play.state.resistances))))

    assert met == tuple(orders)


@pytest.mark.rule("BN-R-168", "BN-CAMP-103")
def test_control_ends_with_its_effect() -> None:
    """When control is released, its current order ends, its open resistance lapses, and no order can be given."""
    play = Smitten()
    control = play.control_mind(4)
    play.give_order(control, 3)
    play.give_order(control, 4)
    (one,) = play.state.resistances

    happened = play.do(ReleaseEffect(effect=control.id), seat="ann")
    assert [ResistanceLapsed(resistance=one)] == only(happened, ResistanceLapsed)
    assert ({}, {}, {}) == (play.state.orders, play.state.resistances, play.state.effects)
    play.no(NotKnownHere, GiveOrder(effect=control.id, text="open the gate"))
    play.no(NotKnownHere, ResistMagic(resistance=one))


@pytest.mark.rule("BN-CAMP-103")
def test_a_resistance_roll_ends_with_the_control() -> None:
    """When control ends, a resistance roll that still waits for a choice of dice is removed."""
    play = Smitten(magic={"hindering_on_independent_rolls": True})
    poison = Hindering(id="hindering-90", kind="poison", faces=("Poison",) * 6)
    play.bob = play.one("bob", [WILL] * 4, hindering={poison.id: poison})
    play.cast_on_mind(*[MAGIC] * 5)
    (one,) = play.state.resistances
    (control,) = [event.effect for event in play.do(GiveIn(resistance=one)) if isinstance(event, EffectBegan)]
    play.give_order(control, 4)
    play.resists(*FAILS, 1)
    assert 1 == len(play.state.rolls)

    play.do(ReleaseEffect(effect=control.id))
    assert ({}, {}) == (play.state.rolls, play.state.resistances)


@pytest.mark.rule("BN-CAMP-103")
def test_control_ends_with_its_target() -> None:
    """Control ends when its target dies, is declared dead, or leaves the campaign."""
    for ends in ("killed", "corrected", "removed"):
        play = Smitten()
        control = play.control_mind(3)
        play.give_order(control, 3)
        if ends == "killed":
            play.do(DealDamage(creature=play.bob, amount=4, source="attack"))
            assert control.id in play.state.effects
            happened = play.do(CoupDeGrace(creature=play.bob))
        elif ends == "corrected":
            happened = play.do(ChangeCreature(creature=play.bob, dead=True, reason="so"))
        else:
            happened = play.do(RemoveCharacter(character=play.bob, reason="gone"))
        assert ["over"] == [event.why for event in happened if isinstance(event, EffectEnded)]
        assert ({}, {}) == (play.state.effects, play.state.orders)


@pytest.mark.rule("BN-CAMP-100", "BN-MIND-09")
def test_one_order_at_a_time() -> None:
    """The game refuses a new order until the previous one has a magnitude and is obeyed or refused."""
    play = Smitten()
    control = play.control_mind(4)
    order = play.the(OrderGiven, GiveOrder(effect=control.id, text="sing"), seat="ann").order.id

    play.no(OneOrderAtATime, GiveOrder(effect=control.id, text="dance"))
    play.no(OnlyTheGameMaster, SetMagnitude(order=order, magnitude=4), seat="ann")
    play.do(SetMagnitude(order=order, magnitude=4))
    play.no(MagnitudeIsNamed, SetMagnitude(order=order, magnitude=1))
    play.no(OneOrderAtATime, GiveOrder(effect=control.id, text="dance"))
    play.resists(*FAILS)
    dance, _ = play.give_order(control, 1, "dance")
    assert [(dance, "dance", 1, True)] == [
        (one.id, one.text, one.magnitude, one.stands) for one in play.state.orders.values()
    ]  # fmt: skip
    refused, _ = play.give_order(control, 5, "die")
    assert [dance] == list(play.state.orders)
    assert refused != dance


@pytest.mark.rule("BN-CAMP-101", "AR-CAMP-04")
def test_who_gives_orders() -> None:
    """As long as the caster has a die left, the caster's player and the game master may give orders to the mind."""
    play = Smitten()
    control = lasting(play, play.control_mind(3))
    ward = Effect(id="effect-80", caster=play.wanda, theme="charms", what="a ring", kind="ward", successes=2)
    play.given(EffectBegan(effect=ward))

    play.no(NotKnownHere, GiveOrder(effect="effect-99", text="sing"))
    play.no(NotYours, GiveOrder(effect=control.id, text="sing"), seat="bob")
    play.no(NoMindControlled, GiveOrder(effect=ward.id, text="sing"))
    assert [[control.id]] == [
        [*(entry.fields["effect"].options or ())] if "effect" in entry.fields else [entry.body["effect"]]
        for entry in allowed_of(play.state, "ann", GiveOrder)
    ]
    assert [] == allowed_of(play.state, "bob", GiveOrder)
    for ends in (
        DealDamage(creature=play.wanda, amount=5, source="attack"),
        ChangeCreature(creature=play.wanda, dead=True, reason="so"),
    ):
        other = copy(play)
        other.do(ends)
        other.no(CannotOrder, GiveOrder(effect=control.id, text="sing"), seat="ann")


# ---------------------------------------------------------------- in a fight


class Enchanted(Smitten):
    """A fight of the caster against the controlled character and his friend."""

    def __init__(self, **groups: Any) -> None:  # noqa: ANN401 settings
        """Add the friend, and put Bob under control that a sacrifice sustains."""
        super().__init__(**groups)
        self.friend = self.die("gm", 2)
        self.control = lasting(self, self.control_mind(4))

    def fights(self) -> None:
        """Begin the fight."""
        self.begin([self.wanda], [self.bob, self.friend])

    def declares(self, who: str, doing: Any = "nothing", **said: Any) -> list[Event]:  # noqa: ANN401 fields
        """Send a creature's declaration."""
        return self.do(Declare(creature=who, doing=doing, **said))


@pytest.mark.rule("BN-MIND-10", "BN-MIND-11", "BN-CAMP-102")
def test_resisting_in_a_round_is_not_the_rounds_task() -> None:
    """Bob can both fight and roll against Wanda's magic in a round. No fighter allots before that roll is settled."""
    play = Smitten()
    play.begin([play.wanda], [play.bob])
    play.do(Declare(creature=play.wanda, doing="other", skill="Magic", aim="charm him", casting=CHARM))
    play.do(Declare(creature=play.bob, doing="fight", targets=(play.wanda,)))
    terms = Terms(skill="Magic", purpose="mind", minds=(play.bob,))
    play.do(SetRoundTask(creature=play.wanda, terms=terms))

    happened = play.roll(U, BLANK, BLANK, BLANK, *[MAGIC] * 3, *[NOTHING] * 2)
    (fought,) = play.fighter(play.bob).rolls
    (one,) = play.state.resistances
    assert ("rolling", [], (one,)) == (
        play.combat.stage, only(happened, AllottingBegan), tuple(sorted({*play.state.waiting} - {*play.state.rolls}))
    )  # fmt: skip
    ended = copy(play)
    ended.do(EndCombat())
    assert [2] == [event.net for event in ended.resists(U, *FAILS[1:]) if isinstance(event, ResistanceSettled)]
    happened = play.resists(U, BLANK, BLANK, BLANK, seat="bob")
    assert [one] == [event.roll.of for event in happened if isinstance(event, RollMade)]
    assert [AllottingBegan(groups=((play.bob,),))] == only(happened, AllottingBegan)
    assert (fought,) == play.fighter(play.bob).rolls
    assert [2] == [effect.degree for effect in play.state.effects.values()]


@pytest.mark.rule("BN-MIND-10", "BN-MIND-11", "BN-CAMP-101", "BN-CAMP-102")
def test_an_order_in_a_round_is_resisted_besides_its_task() -> None:
    """If Bob gets an order after he declared to fight, the round waits until he resists, and he still fights."""
    play = Enchanted()
    play.fights()
    play.declares(play.bob, "fight")
    play.declares(play.wanda)
    play.declares(play.friend)
    play.give_order(play.control, 4)

    play.no(AnswerFirst, RollRound())
    happened = play.resists(U, M, BLANK, BLANK)
    assert 1 == len(only(happened, RollMade))
    said = play.fighter(play.bob).declaration
    assert said is not None
    assert "fight" == said.doing
    play.do(RollRound(), *[U] * 4)
    assert "allotting" == play.combat.stage


@pytest.mark.rule("BN-R-316", "BN-CAMP-100")
def test_an_order_is_the_task_of_the_next_declaration() -> None:
    """Bob first carries out his earlier declaration. From the next round on, all seats see the order as his task."""
    play = Enchanted()
    play.fights()
    play.declares(play.bob)
    order, _ = play.give_order(play.control, 2, "strike your friend")
    assert play.fighter(play.bob).order is None
    play.declares(play.wanda)
    play.declares(play.friend)
    assert [RoundBegan(round=2)] == only(play.do(RollRound()), RoundBegan)

    assert play.fighter(play.bob).order is None
    happened = play.do(Declare(creature=play.bob, doing="fight", targets=(play.friend,)), seat="bob")
    assert [OrderTakenUp(creature=play.bob, order=order)] == only(happened, OrderTakenUp)
    assert [] == only(play.declares(play.wanda), OrderTakenUp)
    seen = view(play.state, "spectator").combat
    assert seen is not None
    assert {play.bob: order, play.wanda: None, play.friend: None} == {one.id: one.order for one in seen.fighters}


@pytest.mark.rule("BN-CAMP-100", "BN-R-316")
def test_latest_order_of_two_controllers_is_the_task() -> None:
    """Of orders by two controllers, the later one is Bob's task. Orders without a magnitude are no task."""
    play = Enchanted()
    second = replace(play.control, id="effect-90", caster=play.friend)
    play.given(EffectBegan(effect=second))
    earlier, _ = play.give_order(play.control, 2)
    later = play.the(OrderGiven, GiveOrder(effect=second.id, text="lie down")).order.id
    waits = play.the(OrderGiven, GiveOrder(effect=play.control.id, text="sit down")).order.id
    play.do(SetMagnitude(order=later, magnitude=2))
    assert {earlier, later, waits} == {*play.state.orders}
    play.do(SetMagnitude(order=waits, magnitude=5))
    play.do(GiveOrder(effect=play.control.id, text="stand up"))
    play.fights()

    assert [OrderTakenUp(creature=play.bob, order=later)] == only(play.declares(play.bob), OrderTakenUp)
