"""Agreement of texts and effects.

The loader refuses cards whose text would promise something impossible. Texts say exactly what an effect does.
"""

import msgspec
import pytest

from services.tcg.catalogue.language import conditions, effects
from services.tcg.catalogue.language import costs as prices
from services.tcg.catalogue.loading import load
from services.tcg.catalogue.text.face import text_of
from services.tcg.catalogue.text.speech import say
from services.tcg.chapters.operations.control import FlipSavior
from services.tcg.chapters.operations.decks import Shuffle
from services.tcg.chapters.operations.flow import May
from services.tcg.chapters.operations.hands import Discard, Draw
from services.tcg.chapters.operations.removal import Destroy
from tests.tcg.cards.making import THIS, Raw, always, auto, command, faults_of, form, load_card, main, uses

A_WARDEN: Raw = {"op": "is", "of": {"ref": "each"}, "tribe": "Warden"}
MINE: Raw = {"who": "you", "zone": "form"}
OTHERS: Raw = {"who": "opponent", "zone": "form"}
ONE: Raw = {**MINE, "n": 1, "by": "you"}
IMPOSSIBLE: dict[str, tuple[Raw, str]] = {
    "a place that is none": ({"event": "form_played", "from": "banana"}, "effects[0].on.from"),
    "a place forms never come from": ({"event": "form_played", "from": "void"}, "effects[0].on.from"),
    "a place an event lacks": ({"event": "drawn", "from": "hand"}, "effects[0].on.from"),
    "a way to nowhere": ({"event": "left_play", "to": "void"}, "effects[0].on.to"),
    "a cause that is none": ({"event": "left_play", "cause": "boredom"}, "effects[0].on.cause"),
    "a card where there is none": ({"event": "drawn", "card": MINE}, "effects[0].on.card"),
    "a target where there is none": ({"event": "discarded", "target": MINE}, "effects[0].on.target"),
    "a spirit where there is none": ({"event": "left_play", "spirit": MINE}, "effects[0].on.spirit"),
    "who causes a state": (
        {"event": "state", "by": "you", "when": {"op": "turn_of", "who": "you"}}, "effects[0].on.by"
    ),
}  # fmt: skip


def paths(*cards: Raw) -> list[str]:
    """Return the path of each faulty field of the cards."""
    return [fault.field for fault in faults_of(*cards)]


@pytest.mark.rule("TC-RUL-143", "TC-ETI-02")
@pytest.mark.parametrize("case", IMPOSSIBLE)
def test_trigger_of_an_impossible_event_is_refused(case: str) -> None:
    """The loader refuses a trigger that can never fire; the fault names the field that makes it impossible."""
    pattern, path = IMPOSSIBLE[case]

    assert [path] == paths(form(auto(on=pattern)))
    assert [] == paths(form(auto(on={"event": "form_played", "from": "main-deck"})))


@pytest.mark.rule("TC-RUL-143", "TC-ACT-11")
def test_condition_names_an_existing_action() -> None:
    """The loader refuses an unknown kind of action in a condition, and a cause in a replacement of draws.

    Draws have no cause.
    """
    asks = auto(on={"event": "form_played"}, when={"op": "event", "kind": "dance"})
    instead = {**always(), "replace": {"event": "would_draw", "who": "you", "cause": "damage", "do": "prevent"}}

    assert ["effects[0].when.kind"] == paths(form(asks))
    assert ["effects[0].replace.cause"] == paths(form(instead))


@pytest.mark.rule("TC-RUL-144")
@pytest.mark.parametrize(
    ("step", "path"),
    [
        ({"do": "may", "who": "each_opponent", "then": [{"do": "draw", "n": 1}]}, "who"),
        ({"do": "may", "who": "any", "then": [{"do": "draw", "n": 1}]}, "who"),
        ({"do": "gain_control", "of": ONE, "who": "any"}, "who"),
        ({"do": "win_game", "who": "each_opponent"}, "who"),
        ({"do": "discard", "n": 1, "who": "each_opponent", "by": "opponent"}, "by"),
    ],
)
def test_step_for_one_player_names_one_player(step: Raw, path: str) -> None:
    """The loader refuses a step that names several players, if only one player can carry it out."""
    assert [f"effects[0].do[0].{path}"] == paths(form(uses(step)))


@pytest.mark.rule("TC-KEY-14", "TC-RUL-144")
@pytest.mark.parametrize("who", ["you", "owner", "controller", "any"])
def test_nobody_devours_their_own_spirit_deck(who: str) -> None:
    """The loader refuses a devour step unless it names opponents, or a player who was chosen earlier."""
    assert ["effects[0].do[0].from"] == paths(form(uses({"do": "devour", "n": 1, "from": who})))


@pytest.mark.rule("TC-RUL-145")
@pytest.mark.parametrize(
    ("effect", "path"),
    [
        (uses(cost=[{"pay": "discard", "n": 0}]), "cost[0].n"),
        (uses(cost=[{"pay": "spirit_from_deck", "n": 0}]), "cost[0].n"),
        (uses({"do": "invoke", "n": -2}), "do[0].n"),
        (uses({"do": "damage", "of": {**MINE, "n": 0}}), "do[0].of.n"),
        (uses({"do": "damage", "of": {**MINE, "n": {"min": 0, "max": 0}}}), "do[0].of.n.max"),
        (uses({"do": "prevent_damage", "of": THIS, "times": 0}), "do[0].times"),
        (uses({"do": "modify_pwr", "of": THIS, "by": 0}), "do[0].by"),
        (always({"static": "modify_pwr", "of": THIS, "by": 0}), "static[0].by"),
        (always({"static": "extra_attack", "of": THIS, "n": 0}), "static[0].n"),
    ],
)
def test_a_printed_number_is_at_least_one(effect: Raw, path: str) -> None:
    """The loader refuses a printed amount of 0, which would make a cost free or a step useless."""
    assert [f"effects[0].{path}"] == paths(form(effect))


@pytest.mark.rule("TC-RUL-146")
@pytest.mark.parametrize(
    ("effect", "path"),
    [
        (always({"static": "modify_pwr", "of": ONE, "by": 1}), "static[0].of"),
        (auto(on={"event": "damaged", "card": ONE}), "on.card"),
        (uses(when={"op": "exists", "of": ONE}), "when.of"),
        (uses({"do": "draw", "n": {"count": ONE}}), "do[0].n.count"),
        ({**always(), "replace": {"event": "would_leave", "of": ONE, "do": "prevent"}}, "replace.of"),
        (uses({"do": "spirit_to_void", "from": "under", "n": 1, "spirit": {**ONE, "zone": "under"}}), "do[0].spirit"),
    ],
)
def test_a_number_of_cards_needs_a_player_who_picks(effect: Raw, path: str) -> None:
    """The loader refuses a number of cards in an effect on every matching card, because no player picks them."""
    assert [f"effects[0].{path}"] == paths(form(effect))


@pytest.mark.rule("TC-KEY-05", "TC-RUL-039", "TC-RUL-144")
def test_the_text_says_who_picks_a_discard() -> None:
    """The text says who picks the discarded card.

    That is the effect's player, the hand's player, an opponent, or chance.
    """

    def text_of_discard(**more: object) -> str:
        return say(msgspec.convert({"do": "discard", "n": 1, **more}, Discard))

    assert "an opponent discards 1" == text_of_discard(who="opponent")
    assert "an opponent discards 1, picked by you" == text_of_discard(who="opponent", by="you")
    assert "an opponent discards 1, picked at random" == text_of_discard(who="opponent", by="random")
    assert "discard 1" == text_of_discard(by="you")
    assert "discard 1, picked by an opponent" == text_of_discard(by="opponent")
    assert "each player discards 1, yours picked by an opponent" == text_of_discard(who="any", by="opponent")


@pytest.mark.rule("TC-RUL-144")
def test_the_text_distinguishes_who_decides_from_who_acts() -> None:
    """The text names both the opponent who decides and the player who discards."""
    discard = Discard(n=1, who="opponent")

    assert "if an opponent wishes, an opponent discards 1" == say(May(who="opponent", then=(discard,)))
    assert "if you wish, an opponent discards 1" == say(May(then=(discard,)))
    assert "if you wish, draw 1" == say(May(then=(Draw(n=1),)))


@pytest.mark.rule("TC-RUL-146")
def test_the_text_says_that_only_targets_are_protected() -> None:
    """The text of a card that cannot be a target says only that; steps without targets still affect the card."""
    (text,) = text_of(load_card(form(always({"static": "cannot_be_target", "of": THIS, "by": "opponent"})))).lines
    (every,) = text_of(load_card(form(always({"static": "cannot_be_target", "of": THIS})))).lines

    assert "CONT: This card cannot be chosen as a target of effects of opponents." == text
    assert "CONT: This card cannot be chosen as a target of effects." == every


@pytest.mark.rule("TC-RUL-045", "TC-RUL-154")
@pytest.mark.parametrize(
    ("static", "says"),
    [
        ({"static": "cannot_activate", "who": "opponent"}, "Each opponent cannot activate anything"),
        ({"static": "extra_sacrifice", "who": "opponent"}, "Each opponent may sacrifice to play once more in a turn"),
        ({"static": "modify_pwr", "of": OTHERS, "by": -1}, "Each form your opponents control gets -1 PWR"),
        ({"static": "change_cost", "of": OTHERS}, "Effects of each form your opponents control cost nothing"),
    ],
)
def test_static_for_opponents_names_all_of_them(static: Raw, says: str) -> None:
    """The text of a static about opponents names each opponent, because no player picks one."""
    (text,) = text_of(load_card(form(always(static)))).lines

    assert f"CONT: {says}." == text


@pytest.mark.rule("TC-RUL-154")
def test_step_for_every_matching_card_names_all_opponents() -> None:
    """The text of a step for every card names all opponents; the text of a step with a pick names one opponent."""
    destroy = msgspec.convert({"do": "destroy", "of": OTHERS}, Destroy)

    assert "destroy each form your opponents control" == say(destroy)
    assert "destroy 1 form an opponent controls" == say(Destroy(of=msgspec.structs.replace(destroy.of, n=1)))


@pytest.mark.rule("TC-RUL-154", "TC-READ-06")
@pytest.mark.parametrize(
    ("condition", "says"),
    [
        ({"op": "is_attacking", "of": MINE}, "a form you control is attacking"),
        (
            {"op": "spirits_under", "of": MINE, "cmp": ">=", "n": 2},
            "the number of spirits under a form you control is at least 2",
        ),
        ({"op": "pwr", "of": MINE, "cmp": ">", "n": 3}, "the PWR of a form you control is more than 3"),
        ({"op": "is", "of": OTHERS, "tribe": "Warden"}, "a form an opponent controls is of {Warden}"),
        (
            {"op": "compare", "a": {"pwr": MINE}, "cmp": ">", "b": 2},
            "the total PWR of forms you control is more than 2",
        ),
    ],
)  # fmt: skip
def test_condition_met_by_one_card_names_one_card(condition: Raw, says: str) -> None:
    """Texts of conditions use the singular; only the text of a compared total uses the plural."""
    assert says == say(msgspec.convert(condition, conditions.Condition))


@pytest.mark.rule("TC-RUL-154", "TC-READ-08")
@pytest.mark.parametrize(
    ("step", "says"),
    [
        ({"do": "choose", "of": OTHERS, "store": "x"}, "pick a form an opponent controls"),
        (
            {"do": "play_form", "of": {"who": "you", "zone": "hand"}, "from": "hand"},
            "play a card in your hand from the hand",
        ),
    ],
)  # fmt: skip
def test_step_that_takes_one_card_names_one(step: Raw, says: str) -> None:
    """The text of a step without a number is in the singular, because it takes one card."""
    assert says == say(msgspec.convert(step, effects.AnyOperation))


@pytest.mark.rule("TC-RUL-158", "TC-READ-07")
@pytest.mark.parametrize(
    ("cost", "says"),
    [
        ({"pay": "sacrifice", "of": MINE}, "sacrifice a form you control"),
        ({"pay": "give_up_attack", "of": MINE}, "give up the attack of a form you control"),
        ({"pay": "despiritualize", "of": MINE, "n": 2}, "de-spiritualize 2 from forms you control"),
        (
            {"pay": "remove_counter", "of": MINE, "name": "seal", "n": 1},
            "remove 1 seal counter from a form you control",
        ),
    ],
)
def test_text_of_a_cost_has_its_number_of_cards(cost: Raw, says: str) -> None:
    """The text of a cost without a number names one card.

    For spirits, it names their total from under several cards.
    """
    assert says == say(msgspec.convert(cost, prices.Cost))


@pytest.mark.rule("TC-RUL-158", "TC-READ-10")
@pytest.mark.parametrize(
    ("cost", "field"),
    [
        ({"pay": "sacrifice", "of": OTHERS}, "of.who"),
        ({"pay": "sacrifice", "of": {**MINE, "n": 1, "by": "opponent"}}, "of.by"),
        ({"pay": "sacrifice", "of": {**MINE, "n": "all"}}, "of.n"),
        ({"pay": "give_up_attack", "of": {"who": "any", "zone": "savior"}}, "of.who"),
        ({"pay": "despiritualize", "of": {**MINE, "n": 1}, "n": 1}, "of.n"),
    ],
)
def test_cost_that_no_player_could_pay_as_printed_is_refused(cost: Raw, field: str) -> None:
    """The loader refuses a cost unless it names a fixed number of cards that the paying player controls and picks."""
    assert [f"effects[0].cost[0].{field}"] == paths(form(uses(cost=[cost])))


@pytest.mark.rule("TC-SAV-11", "TC-READ-08")
def test_each_player_flips_their_own_savior() -> None:
    """The text of a step that flips saviors says that each player flips their own."""
    assert "each player flips their savior" == say(FlipSavior(who="any"))
    assert "flip your savior" == say(FlipSavior())


@pytest.mark.rule("TC-RUL-143")
@pytest.mark.parametrize(
    ("effect", "path"),
    [
        (uses({"do": "modify_pwr", "of": {"who": "you", "zone": "hand"}, "by": 1}), "do[0].of"),
        (uses({"do": "put_counter", "of": {"who": "you", "zone": "hand"}, "name": "c", "n": 1}), "do[0].of"),
        (uses({"do": "prevent_damage", "of": {"who": "you", "zone": "command"}}), "do[0].of"),
        (uses(cost=[{"pay": "remove_counter", "of": {**MINE, "zone": "drop"}, "name": "c", "n": 1}]), "cost[0].of"),
        (always({"static": "cannot_be_damaged", "of": {"who": "you", "zone": "hand"}}), "static[0].of"),
        (always({"static": "no_sacrifice_needed", "of": {"who": "you", "zone": "form"}}), "static[0].of"),
        (
            uses(cost=[{"pay": "reveal", "n": 1, "from": "main_deck_top", "filter": A_WARDEN}]),
            "cost[0].filter",
        ),
    ],
)  # fmt: skip
def test_steps_name_cards_that_they_can_affect(effect: Raw, path: str) -> None:
    """The loader refuses steps, costs and statics on cards that they cannot affect, such as PWR of a card in hand."""
    assert [f"effects[0].{path}"] == paths(form(effect))
    assert 1 == len(load({"name": "Test", "cards": [form(effect)]}, form=1).cards)


@pytest.mark.rule("TC-RUL-154")
def test_text_names_one_of_several_players() -> None:
    """The texts of a replacement and of a turn condition name one player, even if they concern several players.

    The text of a step for all players says "each player".
    """

    def text_of_replacement(who: str) -> str:
        replace = {"event": "would_draw", "who": who}
        (text,) = text_of(load_card(form({"id": "e", "eti": "cont", "replace": replace}))).lines
        return text.partition(",")[0]

    assert "CONT: If an opponent would draw" == text_of_replacement("each_opponent") == text_of_replacement("opponent")
    assert ("CONT: If a player would draw", "CONT: If you would draw") == (
        text_of_replacement("any"),
        text_of_replacement("you"),
    )
    assert "it is an opponent's turn" == say(conditions.TurnOf(who="each_opponent"))
    assert "shuffle each player's main deck" == say(Shuffle(deck="main", who="any"))


@pytest.mark.rule("TC-RUL-171", "TC-READ-08", "TC-WIN-06")
def test_text_says_whose_owner_and_controller_are_meant() -> None:
    """The text says "this card's owner" or "this card's controller" if another card has been mentioned before."""
    on = {"event": "form_played", "by": "opponent"}
    wins = form(auto({"do": "win_game"}, on=on))
    draws = form(uses({"do": "draw", "n": 2, "who": "owner"}, {"do": "discard", "n": 1, "who": "controller"}))

    assert ("[AUTO] When an opponent's card is played as a form: —; this card's controller wins the game.",) == text_of(
        load_card(wins)
    ).lines
    assert ("Once per turn: —; this card's owner draws 2, then this card's controller discards 1.",) == text_of(
        load_card(draws)
    ).lines


@pytest.mark.rule("TC-READ-08", "TC-RUL-087")
@pytest.mark.parametrize(
    ("step", "says"),
    [
        ({"do": "for_each", "of": {"who": "any", "zone": "form"}, "then": [{"do": "draw", "n": 1}]},
         "For each form in play, draw 1."),
        ({"do": "return_to_hand", "of": {**MINE, "n": 2, "by": "you"}},
         "Return 2 forms you control from a form zone to their owners' hands."),
        ({"do": "put_in_deck", "of": {**MINE, "n": 2, "by": "you"}, "at": "top"},
         "Put 2 forms you control on top of their owners' main decks."),
        ({"do": "reveal", "of": {"who": "opponent", "zone": "hand", "n": 1, "by": "random"}},
         "Reveal 1 card in an opponent's hand, picked at random, to all players."),
        ({"do": "roll_die", "sides": 2, "store": "x", "table": {"1": [{"do": "draw", "n": 1}], "2": []}},
         "Roll a 2-sided die, on 1 draw 1, on 2 do nothing."),
    ],
)  # fmt: skip
def test_text_of_a_step_is_a_sentence(step: Raw, says: str) -> None:
    """The text of a step with several cards or branches is a separate sentence."""
    card = command("normal", main("none", step))
    assert [] == [*faults_of(card)]
    assert (says,) == text_of(load_card(card)).lines


@pytest.mark.rule("TC-READ-08", "TC-ETI-02")
@pytest.mark.parametrize(
    ("event", "when", "words"),
    [
        ("damaged", "a card is damaged", "the card that damaged it"),
        ("damages", "a card damages a card", "its target"),
        ("combat_won", "a card wins a combat", "the card that lost"),
        ("attack_declared", "a card attacks a card", "its target"),
    ],
)
def test_text_names_the_other_card_of_an_event(event: str, when: str, words: str) -> None:
    """If an event has two cards and a step refers to the second, the text says which card that is."""
    step = {"do": "modify_pwr", "of": {"ref": "event.target"}, "by": -3}
    (line,) = text_of(load_card(form(auto(step, on={"event": event})))).lines
    assert f"[AUTO] When {when}: —; {words} gets -3 PWR until the end of the turn." == line


@pytest.mark.rule("TC-READ-08", "TC-RUL-064")
def test_text_says_which_of_two_targets_is_meant() -> None:
    """If the steps of an effect refer to both of its two targets, the text says which target is the first or second."""
    steps = ({"do": "destroy", "of": {"ref": "chosen.1"}}, {"do": "damage", "of": {"ref": "chosen.0"}})
    (line,) = text_of(load_card(form(uses(*steps, targets=[ONE, ONE])))).lines
    assert line.endswith("destroy the second chosen card, then damage the first chosen card.")


@pytest.mark.rule("TC-RUL-172", "TC-RUL-045")
@pytest.mark.parametrize(
    ("of", "words"),
    [
        (
            {"who": "each_opponent", "zone": "hand", "n": 1, "by": "random"},
            "1 card in all opponents' hands, picked at random",
        ),
        ({"who": "each_opponent", "zone": "drop", "n": 2, "by": "you"}, "2 cards in all opponents' drop zones"),
        ({"who": "any", "zone": "hand", "n": 1, "by": "you"}, "1 card in all players' hands"),
        ({"who": "opponent", "zone": "hand", "n": 1, "by": "you"}, "1 card in an opponent's hand"),
        ({"who": "each_opponent", "zone": "form", "n": 1, "by": "you"}, "1 form your opponents control"),
        (
            {"who": "each_opponent", "zone": "hand", "n": 1, "by": "controller"},
            "1 card in each opponent's hand, that many from each controller, picked by them",
        ),
    ],
)
def test_number_of_cards_of_several_players_is_their_total(of: Raw, words: str) -> None:
    """If one pick covers the cards of several players, the text says that the number is their total."""
    assert words == say(msgspec.convert(of, conditions.Selector))
