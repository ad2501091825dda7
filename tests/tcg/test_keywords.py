"""The eight keywords.

Each keyword does exactly what its definition says.
"""

from collections.abc import Mapping
from typing import Any, Final

import pytest

from services.tcg.catalogue.booklet import KEYWORDS
from services.tcg.chapters.activating import Activate
from services.tcg.chapters.commands import PlayCommand
from services.tcg.chapters.decisions import Answer, ChoiceIllegal
from services.tcg.chapters.hands import CardsDrawn, Discarded, Rescued, SpiritsInvoked
from services.tcg.chapters.leaving import Despiritualized, Devoured
from services.tcg.chapters.spirits import NotASpiritHolder, SpiritualizeCard
from services.tcg.chapters.turn import EndStep
from shared.kernel.messages import Secret
from tests.tcg.board import board, command, effect, form, side
from tests.tcg.played import Played, names, of

DECK: Final = ["reef-urchin", "silt-crab", "gate-whelp", "wick-runner"]
"""A main deck, listed from the top."""
SPIRITS: Final = ["boost", "rescue", "protect", "aggress"]
THEIRS: Final = {"who": "opponent", "zone": "form", "n": 1, "by": "you"}


def spell(*do: Mapping[str, Any], **more: Any) -> Any:  # noqa: ANN401 steps, and fields of an effect
    """Return a normal command with these steps."""
    return command("spell", effect("main", "none", main=True, do=list(do), **more), kind="normal")


def cast(play: Played) -> list[Any]:
    """Activate a's spell and pass for all seats; return the events."""
    return play.quietly("a", PlayCommand(card=play.hand("a", "spell")))


def casting(*do: Mapping[str, Any], b: Any = None, cards: Any = (), **mine: Any) -> Played:  # noqa: ANN401
    """Return a match in which `a` has a spell with these steps, and these other cards."""
    hand = ["spell", *mine.pop("hand", ())]
    return Played(board(a=side(hand=hand, **mine), b=b or side(), cards=[spell(*do), *cards]))


@pytest.mark.rule("TC-KEY-01")
def test_there_are_eight_keywords() -> None:
    """The card language has exactly eight keywords."""
    expected = {"draw", "discard", "rescue", "spiritualize", "invoke", "de-spiritualize", "devour", "control"}
    assert expected == set(KEYWORDS)


# ---------------------------------------------------------------- draw and invoke


@pytest.mark.rule("TC-KEY-02", "TC-KEY-04")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_draw_takes_from_the_top_of_the_main_deck(count: int) -> None:
    """Drawn cards go from the top of the player's main deck to their hand, in order. The spirit deck is unchanged."""
    play = casting({"do": "draw", "n": count}, deck=DECK, spirits=SPIRITS)
    (drawn,) = of(CardsDrawn, cast(play))
    assert (("a",), tuple(DECK[:count])) == (drawn.cards.audience, drawn.cards.open())
    assert DECK[:count] == play.pile("a", "hand")
    assert ([*reversed(DECK[count:])], 4) == (play.player("a").deck, len(play.player("a").spirits))


@pytest.mark.rule("TC-KEY-03", "TC-KEY-22")
def test_draw_step_draws_like_an_effect() -> None:
    """The draw step draws one card and records the same event as a draw by an effect."""
    by_effect = casting({"do": "draw", "n": 1}, deck=DECK)
    by_step = Played(board(a=side(deck=DECK), b=side(), active="b", step="act2"))
    (one,) = of(CardsDrawn, cast(by_effect))
    (other,) = of(CardsDrawn, by_step.do("b", EndStep()))
    assert ("a", 1, one.cards) == (other.seat, other.n, other.cards)
    assert (by_effect.pile("a", "hand"), by_effect.player("a").deck) == (
        by_step.pile("a", "hand")[:1], by_step.player("a").deck,
    )  # fmt: skip


@pytest.mark.rule("TC-KEY-02", "TC-KEY-12")
def test_draw_by_effect_takes_up_to_the_rest_of_the_deck() -> None:
    """An effect that draws more cards than the deck has takes all of them, and its player does not lose."""
    play = casting({"do": "draw", "n": 9}, {"do": "invoke", "n": 9}, deck=DECK[:2], spirits=SPIRITS[:1])
    cast(play)
    assert (["reef-urchin", "silt-crab", "house-boost"], "") == (play.pile("a", "hand"), play.player("a").lost)


@pytest.mark.rule("TC-KEY-12")
@pytest.mark.parametrize("count", [1, 2])
def test_invoke_takes_from_the_top_of_the_spirit_deck(count: int) -> None:
    """Invoked spirits go from the top of the player's spirit deck to their hand, in order.

    The main deck is unchanged.
    """
    play = casting({"do": "invoke", "n": count}, deck=DECK, spirits=SPIRITS)
    (invoked,) = of(SpiritsInvoked, cast(play))
    expected = [f"house-{name}" for name in SPIRITS[:count]]
    assert (("a",), tuple(expected)) == (invoked.cards.audience, invoked.cards.open())
    assert (expected, 4, 4 - count) == (
        play.pile("a", "hand"), len(play.player("a").deck), len(play.player("a").spirits),
    )  # fmt: skip


@pytest.mark.rule("TC-RUL-101", "TC-KEY-12")
def test_invoke_step_does_not_trigger_draw_effects() -> None:
    """An effect that waits for draws triggers in the draw step, but not in the invoke step."""
    on = {"event": "drawn", "by": "you"}
    counts = form(
        "counts", effect("count", "auto", on=on, do=[{"do": "put_counter", "of": {"ref": "this"}, "name": "c"}])
    )
    play = Played(board(a=side(forms=["counts"], deck=DECK, spirits=SPIRITS), b=side(), cards=[counts], active="b",
                        step="act2"))  # fmt: skip
    play.do("b", EndStep())
    events = play.go_on("act1", seat="a")
    assert ["reef-urchin", "house-boost"] == play.pile("a", "hand")
    assert {"c": 1} == play.card(play.form("a", "counts")).counters
    assert [1] == [event.n for event in of(SpiritsInvoked, events)]


# ---------------------------------------------------------------- discard


@pytest.mark.rule("TC-KEY-05", "TC-KEY-06", "TC-ZONE-16")
def test_discard_takes_no_spirits() -> None:
    """A discard offers only cards that are not spirits, and the rules refuse a spirit.

    The picked card goes to the drop zone.
    """
    play = casting({"do": "discard", "n": 1}, hand=["gate-whelp", "second-wind", "boost"])
    cast(play)
    decision, whelp, spirit = play.decision(), play.hand("a", "gate-whelp"), play.hand("a", "boost")
    assert {whelp, play.hand("a", "second-wind")} == set(decision.options)
    play.when(Answer(decision=decision.number, choice=(spirit,)), seat="a").then_refused(ChoiceIllegal)
    (discarded,) = of(Discarded, play.answer(whelp))
    assert Secret(audience=("a",), value=(whelp,)) == discarded.hand
    assert ["second-wind", "house-boost"] == play.pile("a", "hand")
    assert "gate-whelp" in play.pile("a", "drop")


@pytest.mark.rule("TC-KEY-06", "TC-KEY-05")
def test_hand_of_spirits_is_never_discarded() -> None:
    """If a hand has only spirits, an effect discards nothing, and the rules refuse a discard as a cost."""
    play = casting({"do": "discard", "n": 2}, hand=["boost", "rescue"])
    assert "Discarded" not in names(cast(play))
    assert ["house-boost", "house-rescue"] == play.pile("a", "hand")
    assert [] == [one for one in play.fields_offered("a", Activate) if one["effect"] == "lantern-marshal#muster"]


# ---------------------------------------------------------------- rescue and devour


@pytest.mark.rule("TC-KEY-07", "TC-KEY-08")
def test_rescuing_player_chooses_the_spirits() -> None:
    """A rescue offers all spirits in the player's void; the picked spirits go to the hand."""
    play = casting({"do": "rescue", "n": 2}, void=["boost", "protect", "perfect"], b=side(void=["rescue"]))
    cast(play)
    decision = play.decision()
    assert ("a", tuple(play.player("a").void), (2, 2)) == (
        decision.seat, decision.options, (decision.least, decision.most),
    )  # fmt: skip
    picked = (play.find("a", "perfect", "void"), play.find("a", "boost", "void"))
    (rescued,) = of(Rescued, play.answer(*picked))
    assert (picked, ("house-perfect", "house-boost")) == (rescued.spirits, rescued.cards)
    assert ["house-perfect", "house-boost"] == play.pile("a", "hand")
    assert (["house-protect"], ["house-rescue"]) == (play.pile("a", "void"), play.pile("b", "void"))


@pytest.mark.rule("TC-KEY-14")
def test_devour_takes_from_the_top_of_one_opponents_spirit_deck() -> None:
    """A devour moves the top card of one opponent's spirit deck to that opponent's void, and no other card."""
    play = casting({"do": "devour", "n": 2}, spirits=SPIRITS, b=side(spirits=SPIRITS))
    events = cast(play)
    assert [Devoured(by="a", seat="b", n=2)] == of(Devoured, events)
    assert ["house-boost", "house-rescue"] == play.pile("b", "void")
    assert (4, 2, []) == (len(play.player("a").spirits), len(play.player("b").spirits), play.pile("a", "void"))


@pytest.mark.rule("TC-KEY-15")
def test_devour_of_an_empty_spirit_deck_does_nothing() -> None:
    """A devour from an empty spirit deck moves nothing, and takes no spirit from another zone."""
    theirs = side(forms=[("gate-whelp", "boost")], hand=["rescue"])
    play = casting({"do": "devour", "n": 1}, {"do": "shuffle", "deck": "main"}, spirits=SPIRITS, b=theirs)
    assert "Devoured" not in names(cast(play))
    assert ([], ["house-rescue"], 4) == (play.pile("b", "void"), play.pile("b", "hand"), len(play.player("a").spirits))


@pytest.mark.rule("TC-KEY-14")
def test_one_opponent_of_several_is_devoured() -> None:
    """The effect's player picks the opponent whose spirits are devoured.

    An opponent whose spirit deck is empty is not an option.
    """
    table = board(a=side(hand=["spell"]), b=side(spirits=SPIRITS), c=side(spirits=SPIRITS), d=side(),
                  cards=[spell({"do": "devour", "n": 1})])  # fmt: skip
    play = Played(table)
    cast(play)
    decision = play.decision()
    assert ("a", "choose_player", (1, 2)) == (decision.seat, decision.kind, decision.options)
    play.answer(2)
    assert ([], ["house-boost"]) == (play.pile("b", "void"), play.pile("c", "void"))


# ---------------------------------------------------------------- spirits under cards


@pytest.mark.rule("TC-KEY-10")
def test_no_effect_puts_a_spirit_under_a_command() -> None:
    """Effects put spirits only under saviors and forms, and never offer a command."""
    under = {"do": "spiritualize", "of": {"who": "you", "zone": "command"}, "spirit": {"who": "you", "zone": "hand"}}
    play = casting(under, hand=["boost"], commands=["watch-fire"])
    bound = play.find("a", "watch-fire", "command")
    play.assert_refused("a", SpiritualizeCard(target=bound, spirit=play.hand("a", "boost")), NotASpiritHolder)
    assert "Spiritualized" not in names(cast(play))
    assert ((), ["house-boost"]) == (play.card(bound).under, play.pile("a", "hand"))


@pytest.mark.rule("TC-KEY-11")
def test_card_is_spiritualized_while_it_has_a_spirit() -> None:
    """Watch Fire adds 1 PWR to forms with spirits. A form that loses its last spirit loses this bonus."""
    step = {"do": "despiritualize", "of": {"who": "you", "zone": "form"}, "n": 1}
    play = casting(step, forms=[("reef-urchin", "rescue", "rescue")], commands=["watch-fire"])
    number = play.form("a", "reef-urchin")
    assert 4 == play.pwr(number)
    cast(play)
    play.answer(play.card(number).under[0])
    assert (4, 1) == (play.pwr(number), len(play.card(number).under))
    play = casting(step, forms=[("reef-urchin", "rescue")], commands=["watch-fire"])
    cast(play)
    number = play.form("a", "reef-urchin")
    assert (3, ()) == (play.pwr(number), play.card(number).under)


@pytest.mark.rule("TC-KEY-13")
def test_despiritualize_puts_spirits_into_the_void() -> None:
    """De-spiritualizing sends as many spirits to the void as the effect says. Its player picks them."""
    step = {"do": "despiritualize", "of": {"ref": "chosen.0"}, "n": 2}
    theirs = side(forms=[("reef-urchin", "boost", "rescue", "protect")])
    card = spell(step, targets=[THEIRS])
    play = Played(board(a=side(hand=["spell"]), b=theirs, cards=[card]))
    number = play.form("b", "reef-urchin")
    cast(play)
    first, second, third = play.card(number).under
    assert ("a", (first, second, third)) == (play.decision().seat, play.decision().options)
    events = play.answer(first, third)
    assert [Despiritualized(by="a", thing=number, n=2)] == of(Despiritualized, events)
    assert (["house-rescue"], ["house-boost", "house-protect"]) == (play.under(number), play.pile("b", "void"))


@pytest.mark.rule("TC-KEY-13")
def test_despiritualize_takes_no_more_than_there_is() -> None:
    """De-spiritualizing a form without spirits does nothing."""
    step = {"do": "despiritualize", "of": {"ref": "chosen.0"}, "n": 3}
    play = Played(board(a=side(hand=["spell"]), b=side(forms=["reef-urchin"], spirits=SPIRITS),
                        cards=[spell(step, targets=[THEIRS])]))  # fmt: skip
    assert "SpiritsSentToVoid" not in names(cast(play))
    assert (["reef-urchin", ""], 4) == (play.pile("b", "forms"), len(play.player("b").spirits))


@pytest.mark.rule("TC-KEY-22")
def test_keyword_is_its_definition_and_no_more() -> None:
    """De-spiritualizing has the same result as a step that sends a spirit from under the card to the void."""
    left = []
    for step in (
        {"do": "despiritualize", "of": {"who": "you", "zone": "form"}, "n": 1},
        {"do": "spirit_to_void", "from": "under", "n": 1},
    ):
        play = casting(step, forms=[("reef-urchin", "boost")])
        cast(play)
        match = play.state
        left.append((match.table, match.players, match.queue, match.used))
        assert ["house-boost"] == play.pile("a", "void")
    assert left[0] == left[1]


# ---------------------------------------------------------------- control


@pytest.mark.rule("TC-KEY-16", "TC-KEY-17", "TC-KEY-18", "TC-KEY-19", "TC-KEY-20", "TC-KEY-21", "TC-RUL-089")
@pytest.mark.parametrize("place", ["forms", "commands", "drop", "deck", "spirits", "void", "hand", "under"])
def test_player_controls_cards_in_their_zones(place: str) -> None:
    """A player controls their savior, forms and commands in play, not cards in piles, in hand or under other cards."""
    of_mine = {"who": "you", "zone": ["savior", "form", "command"]}
    count = effect("count", "cont", static=[{"static": "modify_pwr", "of": {"ref": "this"}, "by": {"count": of_mine}}])
    held: dict[str, Any] = {
        "forms": {"forms": ["counts", "reef-urchin"]}, "commands": {"commands": ["watch-fire"]},
        "drop": {"drop": ["reef-urchin"]}, "deck": {"deck": ["reef-urchin"]}, "spirits": {"spirits": ["boost"]},
        "void": {"void": ["rescue"]}, "hand": {"hand": ["reef-urchin"]}, "under": {"forms": [("counts", "rescue")]},
    }  # fmt: skip
    mine = side(**{"forms": ["counts"], **held[place]})
    theirs = side(forms=["reef-urchin"], commands=["watch-fire"])
    play = Played(board(a=mine, b=theirs, cards=[form("counts", count, pwr=0)]))
    more = 1 if place in {"forms", "commands"} else 0
    assert 2 + more == play.pwr(play.form("a", "counts"))
