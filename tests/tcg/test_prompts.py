"""Decisions as a seat sees them: the card that asks, the options, and announcements (prompts) of later decisions."""

from __future__ import annotations

from typing import Any, Final

import pytest

from services.tcg.catalogue.sets import compose
from services.tcg.catalogue.starter import STARTER
from services.tcg.chapters.activating import Activate
from services.tcg.chapters.commands import PlayCommand
from services.tcg.chapters.forms import PlayForm
from services.tcg.chapters.pool import pool_of_text
from services.tcg.chapters.savior import FlipSavior
from services.tcg.routes import effects_of
from services.tcg.settings import MatchSettings
from services.tcg.state.tasks import Go
from services.tcg.views import SeenDecision, view
from shared.kernel.legal import Legal
from shared.kernel.samples import Field, Prompt
from tests.tcg.answering import CARDS, DISCARD, THIS, full_side, main, uses
from tests.tcg.board import Side, board, command, form, savior, side
from tests.tcg.matches import SCHOOLS
from tests.tcg.played import Played
from tests.tcg.playing import legal
from tests.tcg.steps import answer, cast, open_decision, spell

FORM: Final = {"who": "any", "zone": "form", "n": 1}
DRAW: Final = {"do": "draw", "n": 1}
INVOKE: Final = {"do": "invoke", "n": 2}
PAGE: Final = form("page")
GIANT: Final = form("giant", level=2)
ARCHER: Final = form(
    "archer",
    uses("aim", "swift", targets=[FORM], cost=list(DISCARD)),
    uses("rest", "swift", cost=[{"pay": "spirit_from_deck", "n": 1}]),
)
CHOOSER: Final = form("chooser", uses("pick", "swift", do=[{"do": "choose_mode", "modes": [[DRAW], [INVOKE]]}]))
BOLT: Final = command("bolt", main("none", targets=[FORM], cost=list(DISCARD)), kind="normal")
WHIM: Final = command("whim", main("none", targets=[{**FORM, "by": "opponent"}]), kind="normal")
ECHO: Final = form(
    "echo", {"id": "echo", "eti": "auto", "on": {"event": "form_played"}, "targets": [FORM], "do": [DRAW]}
)
PROUD: Final = savior(
    "proud", bound={}, boundless={"pwr": 6},
    flip={"when": {"op": "spirits_under", "of": THIS, "cmp": ">=", "n": 0}, "cost": list(DISCARD)},
)  # fmt: skip
EXTRA: Final = (*CARDS, PAGE, GIANT, ARCHER, CHOOSER, BOLT, WHIM, ECHO, PROUD)


def laid(a: Side, b: Side | None = None) -> Played:
    """Return a match in an act step of `a` with these sides."""
    return Played(board(cards=list(EXTRA), a=a, b=full_side(forms=["page"]) if b is None else b))


def decision_seen(play: Played, seat: str | None) -> SeenDecision:
    """Return the single open decision as a seat sees it."""
    (decision,) = view(play.state, seat).decisions
    return decision


def source(decision: SeenDecision) -> tuple[int, str, str]:
    """Return the card that asks for a decision, its printed id, and the effect that asks."""
    return decision.thing, decision.card, decision.effect


# ---------------------------------------------------------------- the asking card


def test_target_and_payment_show_the_asking_card_and_effect() -> None:
    """The deciding player and the app see which card, which effect and which part of the effect asks.

    Other seats see only that a decision is open.
    """
    play = laid(full_side(forms=[("archer", "boost")], hand=["page", "page"]))
    archer = play.form("a", "archer")
    play.do("a", Activate(card=archer, effect="archer#aim"))
    assert [(archer, "archer", "archer#aim")] * 2 == [source(decision_seen(play, seat)) for seat in ("a", None)]
    assert ("choose_targets", 0) == (decision_seen(play, "a").kind, decision_seen(play, "a").part)
    play.answer(play.form("b", "page"))
    assert ("pay", 0, ("discard",)) == (
        decision_seen(play, "a").kind,
        decision_seen(play, "a").part,
        decision_seen(play, "a").words,
    )
    for seat in ("b", "watcher"):
        assert (0, "", "") == source(decision_seen(play, seat))
        assert (None, None, None) == (
            decision_seen(play, seat).options,
            decision_seen(play, seat).part,
            decision_seen(play, seat).event,
        )


def test_effect_on_the_chain_is_visible_as_the_source() -> None:
    """All seats see that a declared effect asks for a decision, but only its player sees the options."""
    play = laid(full_side(forms=[("chooser", "boost")]))
    play.quietly("a", Activate(card=play.form("a", "chooser"), effect="chooser#pick"))
    decision = decision_seen(play, "b")
    assert ("choose_mode", (play.form("a", "chooser"), "chooser", "chooser#pick")) == (decision.kind, source(decision))
    assert (1, None, None) == (decision.link, decision.options, decision.words)


@pytest.mark.rule("TC-RUL-085")
def test_a_player_who_picks_for_a_hidden_card_does_not_learn_which() -> None:
    """An opponent who picks a target for a command that is not declared yet does not see the command."""
    play = laid(full_side(hand=["whim"]), full_side(forms=["page", "page"]))
    play.do("a", PlayCommand(card=play.hand("a", "whim")))
    assert ("b", "choose_targets") == (decision_seen(play, "b").seat, decision_seen(play, "b").kind)
    assert (0, "", "") == source(decision_seen(play, "b"))
    assert "whim" == decision_seen(play, None).card


def test_triggered_effect_shows_its_event() -> None:
    """A seat that chooses the target of a triggered effect also sees the card that triggered it."""
    play = laid(full_side(forms=[("echo", "boost")], hand=["page"]))
    play.do("a", PlayForm(card=play.hand("a", "page")))
    decision = decision_seen(play, "a")
    assert ("choose_targets", "echo#echo") == (decision.kind, decision.effect)
    assert decision.event is not None
    assert ("form_played", "a", "page") == (
        decision.event.event,
        decision.event.by,
        play.card(decision.event.card).card,
    )


@pytest.mark.rule("TC-ETI-13")
def test_effects_to_be_ordered_are_shown_with_their_cards() -> None:
    """A decision about the order of effects shows their cards; its options are the positions of the effects."""
    play = Played(board(
        cards=list(EXTRA), settings=MatchSettings(form_zones=3), b=full_side(forms=["page"]),
        a=full_side(forms=[("echo", "boost"), ("echo", "boost")], hand=["page"]),
    ))  # fmt: skip
    play.do("a", PlayForm(card=play.hand("a", "page")))
    decision = decision_seen(play, "a")
    assert ("order_triggers", ("echo#echo",) * 2) == (decision.kind, decision.words)
    assert tuple(one for one in play.player("a").forms[:2]) == decision.things
    assert () == decision_seen(play, "b").things


def test_a_flip_is_paid_for_by_the_savior() -> None:
    """The payment of a flip shows the savior and the key of its flip requirement, but not to other seats."""
    play = laid(full_side(savior="proud", hand=["page", "page"]))
    play.do("a", FlipSavior())
    assert (play.savior("a"), "proud", "proud#flip") == source(decision_seen(play, "a"))
    assert (0, "", "") == source(decision_seen(play, "b"))


def test_a_damage_is_paid_for_by_its_savior() -> None:
    """If the spirit deck is empty, the decision about paying for damage shows the damaged savior and no effect."""
    own = full_side(savior=("plain", "boost", "rescue"), spirits=(), commands=["spell"])
    hurt = {"do": "damage", "of": {"who": "you", "zone": "savior"}}
    game = board(cards=[*EXTRA, spell(hurt)], a=own, b=full_side())
    game.push(Go(to="settle"))
    cast(game)
    assert "damage_spirit" == open_decision(game).kind
    (decision,) = view(game.state, "a").decisions
    assert (1, "plain", "") == source(decision)


# ---------------------------------------------------------------- the options


def test_modes_have_keys_and_words() -> None:
    """The key of a mode is its effect's key and a number. The legal list shows these keys with the options."""
    play = laid(full_side(forms=[("chooser", "boost")]))
    play.quietly("a", Activate(card=play.form("a", "chooser"), effect="chooser#pick"))
    words = effects_of(play.game.pool)["chooser"]["chooser#pick"].modes
    assert {"chooser#pick/mode-0": "draw 1", "chooser#pick/mode-1": "invoke 2"} == words
    assert tuple(words) == decision_seen(play, "a").words
    choice = Field(items=Field(options=(0, 1), words=tuple(words)), least=1, most=1)
    assert [{"choice": choice}] == [one.fields for one in legal(play.state, "a").allowed if one.command == "Answer"]


def test_nested_modes_are_numbered_consecutively() -> None:
    """Modes inside other modes are numbered after the outer modes."""
    inner = {"do": "choose_mode", "modes": [[DRAW], [INVOKE], [DRAW, INVOKE]]}
    game = board(
        cards=[spell({"do": "choose_mode", "modes": [[INVOKE], [inner]]})], a=side(commands=["spell"]), b=side()
    )
    cast(game)
    (outside,) = view(game.state, "a").decisions
    assert ("spell#cast/mode-0", "spell#cast/mode-1") == outside.words
    answer(game, 1)
    (inside,) = view(game.state, "a").decisions
    assert ("spell#cast/mode-2", "spell#cast/mode-3", "spell#cast/mode-4") == inside.words
    modes = effects_of(game.pool)["spell"]["spell#cast"].modes
    assert "draw 1, then invoke 2" == modes["spell#cast/mode-4"]
    assert [f"spell#cast/mode-{number}" for number in range(5)] == list(modes)


def test_every_key_of_a_match_has_a_text() -> None:
    """Each ability, static and condition of the card language has a text, even a granted or delayed one."""
    for cards in (*SCHOOLS, STARTER):
        pool = pool_of_text(compose(cards, "house").text)
        keys = {key for effects in effects_of(pool).values() for key in effects}
        assert keys >= {*pool.abilities, *pool.statics, *pool.conditions}
        assert all(one.says for effects in effects_of(pool).values() for one in effects.values())


@pytest.mark.parametrize("count", [4, 40])
def test_a_choice_is_shown_as_a_number_of_options(count: int) -> None:
    """The legal list shows a choice as one entry with its options, however many combinations there are."""
    step = {"do": "choose", "of": {"who": "you", "zone": "drop", "n": {"min": 2, "max": 20}}, "store": "some"}
    game = board(cards=[spell(step)], a=side(commands=["spell"], drop=["gate-whelp"] * count), b=side())
    cast(game)
    (entry,) = (one for one in legal(game.state, "a").allowed if one.command == "Answer")
    items = Field(options=tuple(game.state.players["a"].drop))
    assert {"choice": Field(items=items, least=2, most=min(count, 20))} == entry.fields
    assert [*entry.body["choice"]] == game.state.players["a"].drop[:2]


# ---------------------------------------------------------------- later questions


def prompts(play: Played, kind: str, **body: Any) -> tuple[Prompt, ...]:  # noqa: ANN401 values of a body
    """Return the prompts that the legal list shows for a command of `a`."""
    listed = [one for one in legal(play.state, "a").allowed if one.command == kind]
    (entry,) = [one for one in listed if body.items() <= one.body.items()]
    return entry.prompts


def of(*options: int, count: int = 1) -> Field:
    """Return a field by which a player chooses `count` of these options."""
    return Field(items=Field(options=options), least=count, most=count)


def test_targets_and_cost_are_shown_before_an_effect_is_activated() -> None:
    """Prompts describe an effect's later decisions in words, with their options, even a cost that leaves no choice."""
    play = laid(full_side(forms=[("archer", "boost"), "page"], hand=["page", "page"]))
    forms = [*play.player("a").forms, play.form("b", "page")]
    aim, rest = (prompts(play, "Activate", effect=f"archer#{name}") for name in ("aim", "rest"))
    words = effects_of(play.game.pool)["archer"]["archer#aim"]

    target = Prompt(kind="choose_targets", says=words.targets[0], choice=of(*forms))
    pay = Prompt(kind="pay", name="discard", says="discard 1", choice=of(*play.player("a").hand))
    assert (target, pay) == aim
    assert [("pay", "spirit_from_deck", None)] == [(one.kind, one.name, one.choice) for one in rest]
    play.do("a", Activate(card=play.form("a", "archer"), effect="archer#aim"))
    assert tuple(forms) == play.decision().options


def test_prompts_of_a_command_in_hand_and_of_a_flip() -> None:
    """The prompt of a command in hand omits that command as a payment. For a flip, any card in hand may pay."""
    play = laid(full_side(savior="proud", forms=["page"], hand=["bolt", "page", "giant"]))
    page, giant, bolt = (play.hand("a", card) for card in ("page", "giant", "bolt"))
    target, pay = prompts(play, "PlayCommand", card=bolt)
    assert of(play.form("a", "page"), play.form("b", "page")) == target.choice
    assert of(*(one for one in play.player("a").hand if one != bolt)) == pay.choice
    (flip,) = prompts(play, "FlipSavior")
    assert ("discard", of(*play.player("a").hand)) == (flip.name, flip.choice)
    assert {page, giant, bolt} == {*play.player("a").hand}


def test_other_picking_players_are_shown() -> None:
    """If an opponent picks the target, the prompt of the effect states this."""
    play = laid(full_side(hand=["whim"]), full_side(forms=["page", "page"]))
    (target,) = prompts(play, "PlayCommand", card=play.hand("a", "whim"))
    assert "opponent" == target.by


def test_each_unplayable_card_has_a_reason() -> None:
    """The legal list shows each unplayable card with the rule that forbids playing it, even if others are playable."""
    play = laid(full_side(forms=["page", "page"], hand=["page", "giant", "bolt", "snare"]), full_side())
    listed = legal(play.state, "a")
    assert ["giant"] == [play.card(one.body["card"]).card for one in listed.allowed if one.command == "PlayForm"]
    assert {
        ("PlayForm", "page"): "TC-FORM-02",
        ("PlayCommand", "snare"): "TC-CMD-42",
        ("SetCommand", "bolt"): "TC-CMD-46",
    } == refusals(play, listed)


def refusals(play: Played, listed: Legal) -> dict[tuple[str, str], str]:
    """Return the rules that forbid playing cards in hand, by kind of command and card."""
    return {
        (body["type"], play.card(body["card"]).card): one.rule
        for one in listed.blocked
        for body in one.bodies
        if "card" in body and body["type"] != "Activate"
    }
