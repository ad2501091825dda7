"""A match of Boundless TCG over HTTP: how it is opened, started and played, and what the rules refuse."""

import random
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import httpx
import pytest

from services.gateway.processes.running import Running
from tests.http.test_legal import bodies, held_to_be_accepted
from tests.support.disturbed_jobs import eventually
from tests.support.http import Table, assert_problem
from tests.support.matches import (
    LANTERN,
    MATCHES,
    TIDE,
    acting,
    hand_in,
    legal_commands,
    open_match,
    over,
    play_on,
    view_of,
)
from tests.support.sampling import sampled
from tests.tcg.cards.making import Raw, command, form, uses

STEPS = 120
ACTS = {
    "PlayForm", "PlayCommand", "SetCommand", "SpiritualizeCard", "FlipSavior", "Activate", "DeclareAttack", "EndStep",
    "Pass", "Answer", "Mulligan", "ChooseFirst", "CutDeck",
}  # fmt: skip


@pytest.fixture
def match(server: Running, app: httpx.Client) -> Table:
    """Open a match and submit the decks."""
    opened = open_match(server, app)
    hand_in(opened)
    return opened


def seats(count: int) -> list[Raw]:
    """Return seats for this many players."""
    return [{"seat": f"p{at}"} for at in range(count)]


@pytest.mark.rule("TC-GEN-03", "TC-GEN-04", "TC-GEN-05", "TC-RUL-002")
def test_a_match_has_two_players_or_more(app: httpx.Client) -> None:
    """The rules refuse a match with one player; they accept two to eight players, up to `max_players`."""
    alone = assert_problem(app.post(MATCHES, json={"seats": seats(1)}), 409)
    crowd = app.post(MATCHES, json={"seats": seats(4), "settings": {"max_players": 3}})

    assert "TC-GEN-03" == alone["rule"]
    assert (1, "2 to 3 players") == (alone["has"], assert_problem(crowd, 409)["needs"])
    for count in (2, 3, 5, 8):
        assert 201 == app.post(MATCHES, json={"seats": seats(count)}).status_code
    assert_problem(app.post(MATCHES, json={"seats": seats(9)}), 409)


@pytest.mark.rule("TC-RUL-096")
def test_a_call_of_time_is_listed_once_the_time_is_up(server: Running, app: httpx.Client) -> None:
    """When a seat's time is up, the list changes without a commit, and its old ETag no longer gets a 304.

    The server accepts the newly listed command.
    """
    match = open_match(server, app, settings={"decision_clock_s": 1})
    hand_in(match)
    since = int(view_of(match, "ann")["decisions"][0]["since"])
    version, path = match.get().json()["version"], "/legal?command=CallTime"
    unchanged = {"If-None-Match": f'"{version}"'}

    eventually(lambda: match.get(path, seat="bob", headers=unchanged).status_code == 200, within=60)
    found = match.get(path, seat="bob").json()
    assert found["version"] == version
    (entry,) = found["legal"]["allowed"]
    done = match.app.post(f"{match.path}/commands", json=entry["body"], headers=match.as_seat("bob")).json()
    assert done["version"] > version
    assert done["view"]["at"] >= since + 1000


@pytest.mark.rule("TC-SETUP-06", "TC-SETUP-12", "TC-TURN-01")
def test_a_match_is_begun_and_a_turn_is_played(match: Table) -> None:
    """Both players can mulligan at the same time with their own tokens.

    The player with the highest roll chooses who goes first; then a whole turn is played, step by step.
    """
    begun = view_of(match, "eve")
    assert [("ann", "mulligan"), ("bob", "mulligan")] == [(one["seat"], one["kind"]) for one in begun["decisions"]]

    keep = view_of(match, "bob")["players"]["bob"]["hand"][0]["thing"]
    match.done({"type": "Mulligan", "keep": [keep]}, seat="bob")
    match.done({"type": "Mulligan", "keep": []}, seat="ann")
    (chooser,) = view_of(match)["decisions"]
    assert "choose_first" == chooser["kind"]
    match.done({"type": "ChooseFirst", "choice": "defer"}, seat=chooser["seat"])
    game = play_on(match, acting())
    assert game["active"] != chooser["seat"]
    match.done({"type": "EndStep"}, seat=game["active"])
    play_on(match, acting(turn=2))

    steps = [event["data"]["step"] for event in events(match) if event["data"]["type"] == "StepEntered"]
    assert ["draw", "invoke", "act1", "act2", "end", "draw", "invoke", "act1"] == steps  # the first turn has no combat


def events(match: Table, seat: str | None = None) -> list[dict[str, Any]]:
    """Return every event of a match, as a seat may see them."""
    found: list[dict[str, Any]] = []
    after: int | None = 0
    while after is not None:
        page = match.get("/events", seat=seat, params={"after": after, "limit": 1000}).json()
        found += page["items"]
        after = page["next"]
    return found


# ---------------------------------------------------------------- decks


@pytest.mark.rule("TC-DECK-01", "TC-DECK-02", "TC-DECK-03", "TC-DECK-08", "TC-SPI-13", "TC-SPI-14", "TC-SPI-15")
def test_a_bad_deck_is_refused_with_every_violation(server: Running, app: httpx.Client) -> None:
    """The refusal lists each violation with its rule, and the seat may submit another deck."""
    match = open_match(server, app)
    main = {"gate-whelp": 5, "house-boost": 1, "no-such-card": 1}
    bad = {"savior": "gate-whelp", "main": main, "spirits": {"house-rescue": 5, "house-perfect": 2}}
    problem = assert_problem(match.send({"type": "SubmitDeck", "deck": bad}, seat="ann"), 409)

    assert {
        "TC-CARD-12", "TC-DECK-08", "TC-DECK-01", "TC-DECK-02", "TC-DECK-03", "TC-SPI-13", "TC-SPI-14", "TC-SPI-15",
    } == {fault.partition(":")[0] for fault in problem["has"]}  # fmt: skip
    assert ("DeckIllegal", "deck") == (problem["title"], problem["field"])
    hand_in(match)
    assert "setup" == view_of(match)["stage"]


@pytest.mark.rule("TC-SETUP-15")
def test_a_deck_is_handed_in_by_its_own_seat(server: Running, app: httpx.Client) -> None:
    """A player may replace their deck until the match starts.

    Spectators have no deck, and a token can submit only its own seat's deck.
    """
    match, other = open_match(server, app), open_match(server, app)
    match.done({"type": "SubmitDeck", "deck": TIDE}, seat="ann")
    assert_problem(match.send({"type": "SubmitDeck", "deck": TIDE}, seat="eve"), 403)
    assert_problem(other.send({"type": "SubmitDeck", "deck": TIDE}, headers=match.as_seat("ann")), 403)
    hand_in(match)
    late = assert_problem(match.send({"type": "SubmitDeck", "deck": TIDE}, seat="bob"), 409)

    assert "TC-SETUP-15" == late["rule"]
    assert "lantern-marshal" == view_of(match)["players"]["ann"]["savior"]["card"]


@pytest.mark.rule("AR-UNDO-19")
def test_a_repeated_deck_gets_the_same_bytes_whatever_the_order_of_its_cards(
    server: Running, app: httpx.Client
) -> None:  # fmt: skip
    """The response to a submitted deck lists the cards in the order of the log, even if the request is repeated."""
    match = open_match(server, app)
    for reverse in (True, False):
        deck = TIDE | {"main": dict(sorted(TIDE["main"].items(), reverse=reverse))}
        key = {"Idempotency-Key": f"deck-{reverse}"}
        first, again = (match.send({"type": "SubmitDeck", "deck": deck}, seat="ann", headers=key) for _ in range(2))

        assert (200, "true") == (first.status_code, again.headers["Idempotency-Replayed"])
        assert first.content == again.content


# ---------------------------------------------------------------- accepted and refused commands


@pytest.mark.rule("TC-TURN-14", "TC-READ-09")
def test_a_seat_that_is_not_awaited_has_no_move(match: Table) -> None:
    """Only the acting player's list has moves. The other lists have none, and name the rule that blocks them."""
    active = play_on(match, acting())["active"]
    waiting = "bob" if active == "ann" else "ann"
    moves = {entry["command"] for entry in legal_commands(match, active)}
    listed = match.get("/legal", seat=waiting).json()["legal"]["blocked"]
    blocked = {name: entry for entry in listed for name in entry["commands"]}

    assert "EndStep" in moves
    assert set() == ACTS & {entry["command"] for seat in (waiting, "eve") for entry in legal_commands(match, seat)}
    assert "TC-TURN-14" == blocked["EndStep"]["rule"]
    assert "TC-TURN-14" == assert_problem(match.send({"type": "EndStep"}, seat=waiting), 409)["rule"]
    assert_problem(match.send({"type": "EndStep"}, seat="eve"), 403)


@pytest.mark.rule("TC-READ-12")
def test_an_answer_to_another_question_is_refused(match: Table) -> None:
    """The rules refuse an answer that names an earlier decision, whatever decision is open now."""
    game = play_on(match, lambda game: any(one["kind"] == "respond" for one in game["decisions"]))
    number, seat = game["decisions"][0]["number"], game["decisions"][0]["seat"]
    match.done({"type": "Pass", "decision": number}, seat=seat)
    play_on(match, lambda game: any(one["seat"] == seat and one["number"] != number for one in game["decisions"]))
    before = match.version

    for stale in ({"type": "Answer", "decision": number, "choice": []}, {"type": "Pass", "decision": number}):
        problem = assert_problem(match.send(stale, seat=seat), 409)
        assert ("WrongQuestion", "TC-READ-12", number) == (problem["title"], problem["rule"], problem["has"])
        assert 200 == match.app.get(problem["rule_url"]).status_code
    assert before == match.version


def test_a_command_sent_twice_happens_once(match: Table) -> None:
    """A retry with the same `Idempotency-Key` is not played again, and a command with a stale `If-Match` is refused."""
    stale = {"If-Match": f'"{match.version}"'}
    once = {"Idempotency-Key": "keep-none"}
    first, again = (match.send({"type": "Mulligan", "keep": []}, seat="ann", headers=once) for _ in range(2))

    assert (200, 200, "true") == (first.status_code, again.status_code, again.headers["Idempotency-Replayed"])
    assert first.json()["version"] == again.json()["version"] == match.version
    assert_problem(match.send({"type": "Mulligan", "keep": []}, seat="bob", headers=stale), 412)


def test_a_dry_run_plays_nothing(match: Table) -> None:
    """A dry run shows whether a move is allowed, and shuffles nothing."""
    before = match.get(seat="ann").content
    tried = match.send({"type": "Mulligan", "keep": []}, seat="ann", params={"dry_run": "true"}).json()
    wrong = match.send({"type": "Mulligan", "keep": [9999]}, seat="ann", params={"dry_run": "true"}).json()

    assert (True, False) == (tried["allowed"], wrong["allowed"])
    assert "TC-SETUP-07" == wrong["refusal"]["rule"]
    assert before == match.get(seat="ann").content


# ---------------------------------------------------------------- cards of one's own


def test_faulty_cards_open_no_match(app: httpx.Client) -> None:
    """The rules refuse the whole card set and report the faults of every card with the same texts as the card check."""
    cards = {"name": "Bad", "cards": [form(uses(limit=None)), command("normal", id="y", number="2")]}
    problem = assert_problem(app.post(MATCHES, json={"seats": seats(2), "cards": cards}), 409)
    looked = assert_problem(app.post("/tcg/v1/cards/check", json={"cards": cards}), 409)

    assert (looked["type"], looked["field"]) == (problem["type"], problem["field"])
    assert len(looked["has"]) == len(problem["has"]) == 2
    for fault, said in zip(looked["has"], problem["has"], strict=True):
        assert f"{fault['card']}: {fault['field']}: {fault['reason']} ({', '.join(fault['rules'])})" == said


@pytest.mark.rule("TC-RUL-012")
def test_a_match_of_custom_cards_names_them_by_their_hash(server: Running, app: httpx.Client) -> None:
    """The check, the view and the first event have the same hash, and the event has the text that was hashed."""
    cards = {"name": "Own", "cards": [form(level=0, pwr=2)]}
    looked = app.post("/tcg/v1/cards/check", json={"cards": cards}).json()["hash"]
    match = open_match(server, app, cards=cards)
    created = next(one["data"] for one in events(match, "eve") if one["data"]["type"] == "MatchCreated")

    assert (
        looked == view_of(match, "eve")["cards"] == created["card_set"] == sha256(created["cards"].encode()).hexdigest()
    )
    assert '"name":"Own"' in created["cards"]
    unknown = assert_problem(match.send({"type": "SubmitDeck", "deck": LANTERN}, seat="ann"), 409)
    assert any("this match has no card gate-whelp" in fault for fault in unknown["has"])


@pytest.mark.rule("TC-GEN-05", "TC-WIN-05")
def test_three_play_until_one_is_left(server: Running, app: httpx.Client) -> None:
    """Three players with their own tokens play a match to its end.

    The result lists the losers in the order of their losses.
    """
    trio = [*seats(3), {"seat": "eve", "role": "spectator"}]
    match = open_match(server, app, seats=trio)
    for at in range(3):
        match.done({"type": "SubmitDeck", "deck": (LANTERN, TIDE)[at % 2]}, seat=f"p{at}")
    game = play_on(match, over)

    assert over(game)
    assert 2 <= sum("lost" in player for player in game["players"].values())
    assert [] == match.get("/legal", seat="p0").json()["legal"]["allowed"]
    assert_problem(match.send({"type": "Pass"}, seat="p0"), 409)


def test_examples_of_the_contract_are_accepted(match: Table) -> None:
    """Each example of an opening opens a match. Every other example is accepted, or refused by a rule."""
    paths = match.app.get("/schema/tcg.json").json()["paths"]
    for place, name, example in examples(paths):
        if "/jobs/{id}" in place:
            continue  # of a finished job, which this server without workers does not have
        if place == "/tcg/v1/jobs" and "simulate" not in example:
            continue  # an analysis of a match that is over: `tests/jobs/test_analyses.py` has one
        path = place.replace(f"{MATCHES}/{{id}}", match.path).replace("{seat}", "ann")
        answer = match.app.post(path, json=example)
        forbidden = answer.status_code in (403, 409) and "{id}" in place
        assert answer.is_success or forbidden, (name, answer.text)


def examples(paths: dict[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """Return every example of a request body."""
    for place, methods in paths.items():
        body = methods.get("post", {}).get("requestBody", {}).get("content", {}).get("application/json", {})
        for name, example in body.get("examples", {}).items():
            yield place, name, example["value"]


@pytest.mark.rule("TC-READ-09")
@pytest.mark.parametrize("seed", range(sampled(1, of=3)))
def test_everything_listed_is_accepted_all_along_a_match(server: Running, app: httpx.Client, seed: int) -> None:
    """At several points of a random match, each listed body passes a dry run and each blocked command has a rule."""
    chosen = random.Random(seed)
    match = open_match(server, app)
    hand_in(match)
    for step in range(STEPS):
        game = view_of(match)
        if not game["decisions"]:
            break
        seat = chosen.choice(game["decisions"])["seat"]
        if step % 10 == 0:
            for looking in ("ann", "bob", "eve"):
                held_to_be_accepted(match, looking)
        listed = [entry for entry in legal_commands(match, seat) if entry["command"] in ACTS]
        match.done(chosen.choice(list(bodies(chosen.choice(listed))))["command"], seat=seat)
