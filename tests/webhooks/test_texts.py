"""The sentences in the messages of webhooks: asked for at registration, and of public parts alone."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from services.gateway.games import GAMES
from services.gateway.processes import webhooks
from services.gateway.processes.webhooks import PublicTexts
from services.page.sentences.logs import Speaker, read_commits, sentences_in
from shared.kernel.stream import SendChat
from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog import StreamUnknown
from shared.platform.extras.webhooks.delivering import PublicCommit
from shared.platform.extras.webhooks.endpoints import Endpoint, ask, encode, of
from tests.support.receiver import Receiver, receiving
from tests.support.toy import Roll
from tests.webhooks.world import World, some, world_on

TESTS: Final = Path(__file__).resolve().parents[1]


@pytest.fixture
async def world(store: EmbeddedStore) -> AsyncIterator[World]:
    """Return a new app, with its streams and webhooks."""
    async with world_on(store.url) as world:
        yield world


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """Run a receiver of webhook messages."""
    with receiving() as receiver:
        yield receiver


# ---------------------------------------------------------------- deliveries


@pytest.mark.rule("AR-SHOW-05")
async def test_each_event_has_its_sentence_if_the_webhook_has_texts(world: World, receiver: Receiver) -> None:
    """The message is the usual one, with a field `text` in each event; the names are from before the registration."""
    stream = await world.open_stream(chat="phrases")
    await world.register(receiver.url)
    async with world.sending():
        await world.send_commands(stream, SendChat(phrase="thanks"))
        (plain,) = await some(receiver, 1)
    _, secret = await world.register(receiver.url, text=True, types=("arbiter.toy.ChatSent",))
    async with world.sending():
        await world.send_commands(stream, Roll(), SendChat(phrase="thanks"))
        messages = await some(receiver, 3)
    (one_with_text,) = [one for one in messages if one.events[0].get("text")]
    (event,) = one_with_text.verify(secret)

    assert "text" not in plain.events[0]
    assert event.pop("text") == f"{event['data']['seat']}: {event['data']['text']}"
    assert event.keys() == plain.events[0].keys()
    assert event["data"] == plain.events[0]["data"]


@pytest.mark.rule("AR-SHOW-05")
async def test_a_webhook_without_texts_is_stored_as_before(world: World, receiver: Receiver) -> None:
    """A stored webhook has no field for texts unless it was asked for, and can be resumed and changed as before."""
    endpoint, _ = await world.register(receiver.url)
    texts, _ = await world.register(receiver.url, text=True)
    stored = await ask(world.redis.hgetall(of(endpoint.tenant)))

    assert "text" not in json.loads(stored[endpoint.id.encode()])
    assert json.loads(stored[texts.id.encode()])["text"] is True
    for one in (endpoint, texts):
        found = await world.endpoints.find(one.tenant, one.id)
        assert found is not None
        assert encode(found) == stored[one.id.encode()]
        assert await world.endpoints.resume(found, by=one.by)


@pytest.mark.rule("AR-SHOW-03", "AR-SHOW-05")
async def test_commits_that_differ_only_in_hidden_faces_have_the_same_text(world: World, receiver: Receiver) -> None:
    """Secret rolls with other faces are said in the same words."""
    await world.register(receiver.url, text=True, types=("arbiter.toy.Rolled",))
    async with world.sending():
        streams = [await world.open_stream() for _ in range(6)]
        for stream in streams:
            await world.send_commands(stream, Roll(dice=4, secret=True))
        messages = await some(receiver, len(streams))
    faces = {str((await world.log.load(stream)).stream.game.hidden[0].value) for stream in streams}

    assert len(faces) > 1
    assert {"Rolled"} == {one.events[0]["text"] for one in messages}


# ---------------------------------------------------------------- word for word


class Golden:
    """The public part of golden logs, read a few commits at a time."""

    def __init__(self, commits: Sequence[PublicCommit]) -> None:
        """Hold the commits of one stream, and count how often they are read."""
        self.commits_, self.reads = commits, 0

    async def tenant_of(self, stream: str) -> str:
        """Return an app."""
        return f"the app of {stream}"

    async def commits(self, stream: str, after: int, last: int) -> Sequence[PublicCommit]:
        """Return three commits at most."""
        self.reads += 1
        if stream == "erased":
            raise StreamUnknown
        return [one for one in self.commits_ if after < one.version <= last][:3]


def closed_log(path: Path) -> bytes:
    """Return a golden log as everybody may read it."""
    lines = map(json.loads, path.read_text("utf-8").splitlines())
    return b"\n".join(json.dumps(line | {"parts": [{} for _ in line["parts"]]}).encode() for line in lines)


def public(log: bytes) -> list[PublicCommit]:
    """Return the commits of a log as the sender reads them."""
    commits = list(read_commits(log.splitlines()))
    versions = [0, *(one.version for one in commits)]
    return [
        PublicCommit(version, [(str(event["type"]), json.dumps({"data": event}).encode()) for event in one.events])
        for one, (_, version) in zip(commits, pairwise(versions), strict=True)
    ]


def texts(commit: PublicCommit) -> list[Any]:
    """Return the sentences in a commit."""
    return [json.loads(event)["text"] for _, event in commit.events]


@pytest.mark.rule("AR-SHOW-05")
@pytest.mark.parametrize("game", sorted(GAMES))
async def test_a_message_says_what_a_stranger_reads(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In all golden logs each text is the sentence for readers without a seat, whatever was sent before.

    The names are read from the beginning where they are not remembered, which costs reads and changes no word.
    """
    monkeypatch.setattr(webhooks, "REMEMBERED", 1)
    for path in sorted((TESTS / game / "golden").glob("*.ndjson")):
        log = closed_log(path)
        commits, golden = public(log), Golden(public(log))
        stream = json.loads(log.splitlines()[0])["public"]["stream"]
        in_turn, late = PublicTexts(golden), PublicTexts(golden)
        said = [text for one in commits for text in texts(await in_turn.add_to(stream, one))]
        last = texts(await late.add_to(stream, commits[-1]))
        again = texts(await in_turn.add_to(stream, commits[-1]))
        shown = [one.says for one in sentences_in(list(read_commits(log.splitlines())), Speaker(stream))]

        assert shown == said
        assert last == again == said[-len(last) :]
        assert golden.reads == -(-(len(commits) - 1) // 3)


@pytest.mark.rule("AR-SHOW-05")
async def test_an_event_that_cannot_be_said_is_sent_as_it_is() -> None:
    """An event whose content has another form than the sentence expects has no text, and the delivery goes on."""
    odd = b'{"data":{"type":"DiceRolled","rolls":[7]}}'
    usual = b'{"data":{"type":"SeedRevealed"}}'
    commit = PublicCommit(2, [("DiceRolled", odd), ("SeedRevealed", usual)])
    sent = await PublicTexts(Golden([commit])).add_to("dice.table:one", commit)

    assert sent.events[0] == ("DiceRolled", odd)
    assert json.loads(sent.events[1][1])["text"] == "The seed is revealed: everybody can verify the dice"


@pytest.mark.rule("AR-SHOW-05")
async def test_a_stream_that_cannot_be_read_has_no_texts() -> None:
    """The refusal of reading the log goes to the delivery, which knows what to do."""
    commit = PublicCommit(9, [("SeedRevealed", b'{"data":{"type":"SeedRevealed"}}')])

    with pytest.raises(StreamUnknown):
        await PublicTexts(Golden([])).add_to("erased", commit)


def test_the_field_is_optional_for_older_releases() -> None:
    """A webhook that an older release stored has no texts."""
    old = b'{"id":"a","tenant":"b","by":"c","url":"https://d.example","at":1,"since":[1],"secrets":[]}'

    assert msgspec.json.decode(old, type=Endpoint).text is not True
