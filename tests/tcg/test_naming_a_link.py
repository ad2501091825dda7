"""Interrupts that name the event to which they respond: an effect on the chain (a link), or the action before it."""

from __future__ import annotations

from typing import Any, Final, Literal

import pytest
from msgspec import UNSET, UnsetType

from services.tcg.chapters.activating import Activate
from services.tcg.chapters.agreement import Concede
from services.tcg.chapters.chain import EffectDeclared, EffectNegated
from services.tcg.chapters.forms import PlayForm
from services.tcg.chapters.timing import NoActionToAnswer, NothingByThatLink
from services.tcg.chapters.windows import Pass
from services.tcg.game import match
from services.tcg.settings import MatchSettings
from shared.kernel.context import Intent
from shared.kernel.messages import Seat
from tests.tcg.answering import CARDS, full_side, main, uses
from tests.tcg.board import board, command, form
from tests.tcg.journal import Journal, audit_lines, lively
from tests.tcg.played import Played, of
from tests.tcg.playing import legal
from tests.tcg.schools import SIEGE, deck_of

BAR: Final = command(
    "bar", main("interrupt", on={"event": "effect_declared", "by": "opponent"},
                do=[{"do": "negate", "of": {"ref": "event.link"}}]), kind="interrupt",
)  # fmt: skip
CATCH: Final = command("catch", main("interrupt"), kind="interrupt")
SPRING: Final = command(
    "spring", main("interrupt", on={"event": "command_flipped", "by": "opponent"},
                   do=[{"do": "destroy", "of": {"ref": "event.card"}}]), kind="interrupt",
)  # fmt: skip
ONCE: Final = {"count": 1, "per": "turn"}
QUICK: Final = form("quick", uses("dash", "swift", independent=True, limit=ONCE))
EXTRA: Final = (*CARDS, BAR, CATCH, SPRING, QUICK)
ASKING: Final = MatchSettings(auto_pass="no_legal_response")


def two_links(held: str = "bar", *, kind: Literal["form", "command"] = "form", card: str = "quick") -> Played:
    """Return a match of four players.

    `a` has played a form, and `b` and `c` have responded. Now `d`, who has a face-down card, must respond.
    """
    answering = full_side(forms=[card]) if kind == "form" else full_side(set=[card])
    game = board(
        cards=list(EXTRA),
        settings=ASKING,
        a=full_side(hand=["quick"]),
        b=answering,
        c=answering,
        d=full_side(set=[held]),
    )
    play = Played(game)
    play.do("a", PlayForm(card=play.hand("a", "quick")))
    for seat in ("b", "c"):
        reach(play, seat)
        play.do(seat, Activate(card=play.find(seat, card, kind)))
    return reach(play, "d")


def reach(play: Played, seat: str) -> Played:
    """Pass for other seats until the given seat must respond."""
    while play.decision().seat != seat:
        play.do(play.decision().seat, Pass())
    return play


def use(play: Played, card: str = "bar", *, link: int | UnsetType = UNSET) -> Activate:
    """Return the command by which `d` activates their face-down card."""
    return Activate(card=play.find("d", card, "command"), link=link)


@pytest.mark.rule("TC-RUL-055")
@pytest.mark.parametrize(("link", "negated"), [(UNSET, 2), (2, 2), (1, 1)])
def test_interrupt_answers_the_link_it_names(link: int | UnsetType, negated: int) -> None:
    """An interrupt responds to the link that it names, or to the latest link if it names no link."""
    play = two_links()
    events = play.quietly("d", use(play, link=link))
    assert [negated] == [one.number for one in of(EffectNegated, events)]


@pytest.mark.rule("TC-RUL-055")
def test_link_0_is_the_action_itself() -> None:
    """An interrupt that names link 0 responds to the played form, not to the responses to it."""
    play = two_links("catch")
    (declared,) = of(EffectDeclared, play.do("d", use(play, "catch", link=0)))
    assert declared.event is not None
    assert ("form_played", "a") == (declared.event.event, declared.event.by)


@pytest.mark.rule("TC-RUL-055")
def test_interrupt_answers_the_flip_of_a_command_by_its_link() -> None:
    """An interrupt that responds to flips names the link which the flipped command has declared."""
    play = two_links("spring", kind="command", card="catch")
    first = play.find("b", "catch", "command")
    (declared,) = of(EffectDeclared, play.do("d", use(play, "spring", link=1)))
    assert declared.event is not None
    assert ("command_flipped", first) == (declared.event.event, declared.event.card)


@pytest.mark.rule("TC-RUL-055")
def test_list_offers_the_links_that_can_be_answered() -> None:
    """The legal list offers declared effects as links.

    It offers link 0 only if the interrupt may respond to the action.
    """
    play = two_links()
    (listed,) = (one for one in legal(play.state, "d").allowed if one.command == "Activate")
    assert (1, 2) == listed.fields["link"].options
    play = two_links("catch")
    (listed,) = (one for one in legal(play.state, "d").allowed if one.command == "Activate")
    assert (0, 1, 2) == listed.fields["link"].options


@pytest.mark.rule("TC-RUL-055")
@pytest.mark.parametrize("link", [0, 3])
def test_refusal_of_a_wrong_link_lists_the_possible_links(link: int) -> None:
    """The rules refuse an interrupt that names a wrong link, and the refusal lists the possible links."""
    play = two_links()
    play.assert_refused("d", use(play, link=link), NothingByThatLink)
    play.when(use(play, link=link), seat="d").then_refused(NothingByThatLink, needs=("1", "2"), has=link)


@pytest.mark.rule("TC-RUL-055")
def test_effect_that_answers_nothing_names_no_link() -> None:
    """A [SWIFT] effect responds to no event, so the rules refuse to let it name a link."""
    play = Played(board(cards=list(EXTRA), settings=ASKING, a=full_side(forms=["quick"]), b=full_side()))
    play.assert_refused("a", Activate(card=play.form("a", "quick"), link=0), NothingByThatLink)


@pytest.mark.rule("TC-RUL-055", "TC-CMD-41")
def test_players_own_link_cannot_be_named() -> None:
    """The rules refuse an interrupt that names a link of its own player."""
    a, never = full_side(forms=["quick"], set=["bar"]), MatchSettings(auto_pass="never")
    play = Played(board(cards=list(EXTRA), settings=never, a=a, b=full_side()))
    play.do("a", Activate(card=play.form("a", "quick")))
    play.assert_refused("a", Activate(card=play.find("a", "bar", "command"), link=1), NoActionToAnswer)


@pytest.mark.rule("TC-RUL-055", "TC-RUL-151")
def test_link_is_a_secret_of_its_seat() -> None:
    """The public record of a command shows that a link was named, but not which one."""
    play = two_links()
    intent = Intent(id="one", at=1, by="seat:d@0", seat="d", role="player", command=use(play, link=1))
    assert "link" in match.hides(intent, play.state)


@pytest.mark.rule("TC-RUL-055")
def test_named_link_is_recorded_and_audited() -> None:
    """The log records the named link, so that an audit makes the same decision again."""
    journal = Journal("ann", "bob", "cat", settings=ASKING, cards=SIEGE, seed=2)
    journal.begin(*[deck_of(SIEGE)] * 3)
    while (named := naming(journal)) is None:
        journal.play(lively, until=lambda _: False, most=1)
    seat, body = named
    journal.send(Activate(card=body["card"], effect=body["effect"], link=body["link"]), seat)
    for leaver in journal.state.clockwise(journal.state.order[0])[1:]:
        journal.send(Concede(), leaver)
    report = audit_lines(journal.lines())
    assert ("same", 0, None) == (report.decisions.verdict, report.failures, report.failure)


def naming(journal: Journal) -> tuple[Seat, dict[str, Any]] | None:
    """Return a seat that may name a link now, with the fields of its command; None if there is no such seat."""
    for seat in journal.state.decisions:
        for one in legal(journal.state, seat).allowed:
            options = one.fields["link"].options if "link" in one.fields else None
            if options:
                return seat, {**one.body, "link": options[0]}
    return None
