"""Spirits that stay in their decks, effects that only devour, Perfect Spirits, and limits on repeated actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest
from msgspec.structs import replace

from services.tcg.catalogue.language.effects import AnyCard
from services.tcg.catalogue.text.face import faces
from services.tcg.chapters.activating import Activate
from services.tcg.chapters.chain import EffectDeclared, EffectResolved
from services.tcg.chapters.commands import PlayCommand
from services.tcg.chapters.departures import Gone, SpiritsSentToVoid
from services.tcg.chapters.forms import PlayForm
from services.tcg.chapters.leaving import Devoured
from services.tcg.chapters.revealing import Revealed
from services.tcg.chapters.spirits import FormSpiritualizedThisTurn, PerfectSpiritExclusive, SpiritualizeCard
from services.tcg.chapters.timing import NothingToDevour
from services.tcg.chapters.windows import Pass
from services.tcg.settings import MatchSettings
from services.tcg.state.tasks import Go
from tests.tcg.board import board, command, effect, form, number, side, spirit
from tests.tcg.played import Played, of
from tests.tcg.playing import Playing, run
from tests.tcg.steps import CARDS, answer, cast, done, events_of, spell

DRAW: Final = {"do": "draw", "n": 1}
THIS: Final = {"ref": "this"}
FORM: Final = {"who": "you", "zone": "form"}
THEIRS: Final = {"who": "opponent", "zone": "form"}
SIX: Final = ["boost"] * 6


def keeper(**replace: Any) -> AnyCard:  # noqa: ANN401 the fields of a replacement
    """Return a form whose replacement effect keeps spirits from moving to the void."""
    return form("keeper", effect("hold", replace={"event": "would_go_to_void", **replace}))


def devoured_spirit(owner: str, spirit_: str, thing: int) -> Gone:
    """Return a record of the top card of a spirit deck that moves to the void."""
    return Gone(owner=owner, card=f"house-{spirit_}", thing=thing, origin="spirit_deck")


def settle_damage(game: Playing) -> Playing:
    """Settle the damage on a board and return the board."""
    game.push(Go(to="settle"))
    run(game)
    return game


# ---------------------------------------------------------------- spirits of the spirit deck


@pytest.mark.rule("TC-RUL-131", "TC-RUL-141")
def test_replacement_keeps_devoured_spirits_in_the_deck() -> None:
    """A replacement may keep a devoured spirit in its deck.

    A spirit that would be the seventh in its player's void then stays in the spirit deck.
    """
    keeps = keeper(of={"zone": "spirit_deck", "who": "you"}, do=[DRAW])
    game = board(
        cards=[*CARDS, keeps, spell({"do": "devour", "n": 1})], a=side(commands=["spell"]),
        b=side(forms=["keeper"], void=SIX, spirits=["rescue", "boost"], deck=["whelp"]),
    )  # fmt: skip
    cast(game)
    assert [Devoured(by="a", seat="b", n=1)] == done(game)[:1]
    assert ["Devoured", "CardsDrawn"] == [type(event).__name__ for event in done(game)]
    assert (["house-boost", "house-rescue"], 6) == (game.state.players["b"].spirits, len(game.state.players["b"].void))


@pytest.mark.rule("TC-RUL-141")
@pytest.mark.parametrize("named", [{"zone": ["under", "spirit_deck"]}, {"zone": "spirit_deck", "who": "any"}])
def test_replacement_with_several_zones_keeps_spirits_in_the_deck(named: Mapping[str, Any]) -> None:
    """A replacement for the spirit deck and other zones or players keeps the spirit that damage would cost."""
    game = board(
        cards=[*CARDS, keeper(of=named), spell({"do": "damage", "of": {"who": "opponent", "zone": "savior"}})],
        a=side(commands=["spell"], forms=["keeper"]), b=side(spirits=["boost"]),
    )  # fmt: skip
    settle_damage(cast(game))
    assert [] == events_of(game, SpiritsSentToVoid)
    assert ["house-boost"] == game.state.players["b"].spirits


@pytest.mark.rule("TC-RUL-141")
def test_only_matching_spirits_are_kept_in_the_deck() -> None:
    """A replacement keeps only devoured spirits of its type in the deck.

    Devoured spirits of other types go to the void.
    """
    rescues = {"op": "is", "of": {"ref": "each"}, "type": "rescue"}
    keeps = keeper(of={"zone": "spirit_deck", "who": "you", "filter": rescues})
    game = board(
        cards=[*CARDS, keeps, spell({"do": "devour", "n": 2})], a=side(commands=["spell"]),
        b=side(forms=["keeper"], spirits=["rescue", "boost", "protect"]),
    )  # fmt: skip
    first = game.state.made + 1
    cast(game)
    assert [(devoured_spirit("b", "boost", first),)] == [event.spirits for event in events_of(game, SpiritsSentToVoid)]
    assert ["house-protect", "house-rescue"] == game.state.players["b"].spirits


RESCUES: Final = {"op": "is", "of": {"ref": "each"}, "type": "rescue"}


@pytest.mark.rule("TC-RUL-219", "TC-RUL-141", "TC-RUL-162")
@pytest.mark.parametrize(
    ("more", "of_form", "shown"),
    [
        ({"filter": RESCUES}, 3, 1), ({}, 3, 0), ({"filter": RESCUES}, 2, 0),
        ({"filter": {"op": "turn_of", "who": "opponent"}}, 3, 0),
    ],
)  # fmt: skip
def test_spirit_kept_for_what_it_is_is_revealed(more: Mapping[str, Any], of_form: int, shown: int) -> None:
    """Given a form that keeps rescue spirits in the deck, when one is devoured, then all see which spirit stayed.

    A form that keeps all spirits, or all of them in some turns, reveals none, and neither does a match under version 2
    of the rules.
    """
    keeps = keeper(of={"zone": "spirit_deck", "who": "you", **more})
    game = board(
        cards=[*CARDS, keeps, spell({"do": "devour", "n": 1})], a=side(commands=["spell"]),
        b=side(forms=["keeper"], spirits=["rescue", "boost"]), of_form=of_form,
    )  # fmt: skip
    cast(game)
    kept = Revealed(seat="b", n=1, origin="spirit_deck", cards=("house-rescue",))
    assert [Devoured(by="a", seat="b", n=1), *[kept] * shown] == done(game)
    assert ["house-boost", "house-rescue"] == game.state.players["b"].spirits


@pytest.mark.rule("TC-RUL-219")
@pytest.mark.parametrize(("of_form", "shown"), [(3, 1), (2, 0)])
def test_spirit_kept_in_a_hand_for_what_it_is_is_revealed(of_form: int, shown: int) -> None:
    """Given a form that keeps rescue spirits in the hand, when one would leave it, then all see it, and it stays."""
    keeps = keeper(of={"zone": "hand", "who": "you", "filter": RESCUES})
    leave = spell({"do": "spirit_to_void", "from": "hand", "n": 1, "who": "opponent"})
    mine, theirs = side(commands=["spell"]), side(forms=["keeper"], hand=["rescue", "boost"])
    game = board(cards=[*CARDS, keeps, leave], a=mine, b=theirs, of_form=of_form)
    cast(game)
    rescue = number(game, "b", "rescue")
    answer(game, rescue)
    kept = Revealed(seat="b", n=1, origin="hand", cards=("house-rescue",))
    assert [kept] * shown == done(game)
    assert "hand" == game.state.table[rescue].place


@pytest.mark.rule("TC-RUL-141", "TC-RUL-070")
def test_limited_replacement_keeps_the_deepest_spirit() -> None:
    """A once-a-turn replacement keeps the lower of two devoured spirits, and no spirit of another player's deck."""
    once = form(
        "keeper",
        effect(
            "hold", limit={"count": 1, "per": "turn"},
            replace={"event": "would_go_to_void", "of": {"zone": "spirit_deck", "who": "you"}},
        ),
    )  # fmt: skip
    game = board(
        cards=[*CARDS, once, spell({"do": "devour", "n": 2, "from": "each_opponent"})], a=side(commands=["spell"]),
        b=side(forms=["keeper"], spirits=["rescue", "boost"]), c=side(spirits=["rescue", "boost"]),
    )  # fmt: skip
    first = game.state.made + 1
    cast(game)
    expected = (
        devoured_spirit("b", "rescue", first),
        devoured_spirit("c", "rescue", first + 1),
        devoured_spirit("c", "boost", first + 2),
    )
    assert [expected] == [event.spirits for event in events_of(game, SpiritsSentToVoid)]


# ---------------------------------------------------------------- devour


PACT: Final = {"do": "devour", "n": 1}
PICKED: Final = ({"do": "choose_player", "store": "p"}, {"do": "devour", "n": 1, "from": {"var": "p"}})


@pytest.mark.rule("TC-KEY-15", "TC-RUL-036")
def test_starter_pact_needs_a_spirit_to_devour() -> None:
    """The rules refuse the Starter Pact, which stays in hand, if all spirit decks are empty; otherwise it is legal."""
    for spirits, has in (((), True), (("boost",), False)):
        play = Played(board(a=side(hand=["undertow-pact"]), b=side(spirits=spirits), c=side()))
        pact = PlayCommand(card=play.hand("a", "undertow-pact"))
        if has:
            play.assert_refused("a", pact, NothingToDevour)
        else:
            assert [1] == [event.n for event in of(Devoured, play.quietly("a", pact))]


@pytest.mark.rule("TC-KEY-15", "TC-RUL-036")
@pytest.mark.parametrize(
    ("steps", "refused"),
    [
        ((PACT, PACT), True),
        (PICKED, True),
        (({"do": "may", "then": [PACT]},), True),
        (({"do": "repeat", "n": 2, "then": [PACT]},), True),
        (({"do": "choose_mode", "modes": [[PACT], [PACT]]},), True),
        (({"do": "choose_mode", "modes": [[PACT], [DRAW]]},), False),
        (({"do": "if", "when": {"op": "turn_of", "who": "you"}, "then": [PACT], "else": [DRAW]},), False),
        (({"do": "roll_die", "sides": 2, "store": "x", "table": {"1": [PACT]}},), True),
        ((PACT, DRAW), False),
        ((DRAW,), False),
    ],
)
def test_effect_that_only_devours_needs_a_spirit_to_devour(steps: tuple[Any, ...], *, refused: bool) -> None:
    """The rules refuse an effect that only devours if the spirit decks are empty. With another step it is legal."""
    use = spell(*steps, limit={"count": 1, "per": "turn"})
    play = Played(board(cards=[*CARDS, use], a=side(commands=["spell"], spirits=["boost"]), b=side()))
    activate = Activate(card=play.find("a", "spell", "command"))
    if refused:
        play.assert_refused("a", activate, NothingToDevour)
    else:
        assert {"card": activate.card}.items() <= play.fields_offered("a", Activate)[0].items()


@pytest.mark.rule("TC-RUL-036", "TC-RUL-062")
def test_auto_devour_of_empty_decks_does_nothing() -> None:
    """With empty spirit decks, an [AUTO] devour effect still triggers and resolves, but moves no card."""
    hungry = form("hungry", effect("eat", "auto", on={"event": "form_played", "card": THIS}, do=[PACT]))
    play = Played(board(cards=[hungry], a=side(hand=["hungry"]), b=side()))
    events = play.play_form("a", "hungry")
    assert [1, 0] == [len(of(EffectResolved, events)), len(of(Devoured, events))]


@pytest.mark.rule("TC-RUL-036", "TC-READ-09")
def test_effect_plays_no_command_that_cannot_devour() -> None:
    """If the spirit decks are empty, an effect that plays commands does not play one that only devours."""
    rite = command("rite", effect("main", "none", main=True, do=[PACT]), kind="normal")
    hand = {"who": "you", "zone": "hand", "n": 1}
    game = board(
        cards=[*CARDS, rite, spell({"do": "play_command", "of": hand, "from": "hand"})],
        a=side(commands=["spell"], hand=["rite"]), b=side(),
    )  # fmt: skip
    cast(game)
    assert ([], 1) == (done(game), len(game.state.players["a"].hand))


# ---------------------------------------------------------------- Perfect Spirits


@pytest.mark.rule("TC-FORM-18", "TC-RUL-140")
@pytest.mark.parametrize(("name", "closes"), [("Perfect Spirit", True), ("Perfect Light", False)])
def test_a_perfect_spirit_of_any_set_closes_its_form(name: str, *, closes: bool) -> None:
    """A form with a custom set's Perfect Spirit takes no other spirit, even if that card is not marked exclusive."""
    own = replace(spirit("clear", type="perfect"), name=name)
    play = Played(board(cards=[own], a=side(forms=[("gate-whelp", "clear")], hand=["boost"]), b=side()))
    whelp = play.form("a", "gate-whelp")
    ask = SpiritualizeCard(target=whelp, spirit=play.hand("a", "boost"))
    if closes:
        play.assert_refused("a", ask, PerfectSpiritExclusive)
    else:
        play.quietly("a", ask)
        assert ["clear", "house-boost"] == play.under(whelp)
    said = "\n".join(line for face in faces(own) for line in face.box)
    assert closes is ("No other spirit can be put under the form" in said)


@pytest.mark.rule("TC-RUL-022", "TC-RUL-140")
def test_savior_is_not_closed_by_a_custom_perfect_spirit() -> None:
    """A savior with a custom Perfect Spirit under it still takes another spirit."""
    own = replace(spirit("clear", type="perfect"), name="Perfect Spirit")
    play = Played(board(cards=[own], a=side(savior=("lantern-marshal", "clear"), hand=["boost"]), b=side()))
    play.spiritualize("a", "boost", target=play.savior("a"))
    assert ["clear", "house-boost"] == play.under(play.savior("a"))


# ---------------------------------------------------------------- owners of actions and forms


@pytest.mark.rule("TC-RUL-125", "TC-CMD-41")
@pytest.mark.parametrize("answers", ["opponent", "any"])
def test_interrupt_answers_its_own_player_only_by_setting(answers: Any) -> None:  # noqa: ANN401
    """By default, a player is not asked to respond to their own form with an interrupt.

    If `interrupt_command_answers` is `any`, the player is asked.
    """
    assert "opponent" == MatchSettings().interrupt_command_answers
    settings = MatchSettings() if answers == "opponent" else MatchSettings(interrupt_command_answers="any")
    play = Played(board(cards=CARDS, settings=settings, a=side(set=["trap"], hand=["whelp"]), b=side(hand=["whelp"])))
    play.do("a", PlayForm(card=play.hand("a", "whelp")))
    if answers == "any":
        assert ("respond", "a") == (play.decision().kind, play.decision().seat)
        play.quietly("a", Activate(card=play.find("a", "trap", "command")))
        assert ["trap"] == play.pile("a", "drop")
        return
    assert ("respond", "b") == (play.decision().kind, play.decision().seat)
    play.do("b", Pass())
    assert ("act", "a") == (play.decision().kind, play.decision().seat)


@pytest.mark.rule("TC-RUL-125", "TC-RUL-053")
def test_an_interrupt_does_not_answer_its_own_player_s_response() -> None:
    """A player's second interrupt may respond to the same action as the first, but not to the first interrupt."""
    play = Played(board(cards=CARDS, a=side(hand=["whelp"]), b=side(set=["trap", "trap"], deck=["whelp"] * 3)))
    play.do("a", PlayForm(card=play.hand("a", "whelp")))
    first, second = (number for number in play.player("b").commands if number)
    declared = of(EffectDeclared, [*play.do("b", Activate(card=first)), *play.do("b", Activate(card=second))])
    assert ["a", "a"] == [event.event.by for event in declared if event.event is not None]


def stolen(reset: Any, *, turn: int) -> Played:  # noqa: ANN401 a setting
    """Return a match in which `a` spiritualized a form in turn 3, and `b` took control of it in the given turn."""
    grab = command("grab", effect("take", "swift", limit={"count": 1, "per": "game"},
                                  do=[{"do": "gain_control", "of": {**THEIRS, "n": 1}}]))  # fmt: skip
    settings = MatchSettings(spiritualize_reset=reset)
    play = Played(
        board(cards=[*CARDS, grab], settings=settings, a=side(forms=["whelp"], hand=["boost"], deck=["whelp"]),
              b=side(commands=["grab"], hand=["rescue", "boost"], deck=["whelp"] * 2))
    )  # fmt: skip
    play.do("a", SpiritualizeCard(target=play.form("a", "whelp"), spirit=play.hand("a", "boost")))
    if turn == 3:
        assert ("respond", "b") == (play.decision().kind, play.decision().seat)
    else:
        play.go_on("act1", seat="b")
    play.do("b", Activate(card=play.find("b", "grab", "command")))
    play.pass_all()
    while play.decision().kind == "choose_zone":
        play.answer(0)
        play.pass_all()
    return play


@pytest.mark.rule("TC-RUL-023", "TC-RUL-139")
@pytest.mark.parametrize(("reset", "open_"), [("controller_turn", True), ("every_turn", True),
                                              ("controller_turn_kept", False)])  # fmt: skip
def test_taken_form_can_be_spiritualized_by_its_new_controller(reset: str, *, open_: bool) -> None:
    """The new controller may spiritualize a form that its former controller spiritualized in the turn before.

    If `spiritualize_reset` is `controller_turn_kept`, the rules refuse this.
    """
    play = stolen(reset, turn=4)
    ask = SpiritualizeCard(target=play.form("b", "whelp"), spirit=play.hand("b", "rescue"))
    if open_:
        play.quietly("b", ask)
        assert ["house-boost", "house-rescue"] == play.under(ask.target)
        play.assert_refused(
            "b", SpiritualizeCard(target=ask.target, spirit=play.hand("b", "boost")), FormSpiritualizedThisTurn
        )
    else:
        play.when(ask, seat="b").then_refused(FormSpiritualizedThisTurn, needs="at most 1 a turn", has="1 in turn 3")


@pytest.mark.rule("TC-RUL-139", "TC-FORM-16")
def test_form_taken_in_the_turn_of_its_spiritualizing_stays_limited() -> None:
    """A form stolen in the turn in which it took a spirit takes its next one only in its new controller's turn."""
    play = stolen("controller_turn", turn=3)
    assert 1 == play.card(play.form("b", "whelp")).spiritualized
    play.go_on("act1", seat="b")
    play.spiritualize("b", "rescue", target=play.form("b", "whelp"))
    assert ["house-boost", "house-rescue"] == play.under(play.form("b", "whelp"))
