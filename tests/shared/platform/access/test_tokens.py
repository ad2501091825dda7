"""Seat tokens: they cannot be forged, expire on time even if cached, and stay valid after a rotation of keys."""

import base64
import json

import jwt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from redis.asyncio import Redis

from shared.platform.access.api_keys import KnownKeys, make_key
from shared.platform.access.authenticator import Authenticator
from shared.platform.access.credentials import SeatCredential, TokenText
from shared.platform.access.denials import CredentialUnreadable, NoCredential, TokenExpired, TokenForged
from shared.platform.access.tokens import SECONDS_A_DAY, SeatClaim, SeatTokens
from shared.platform.limits import Policy
from shared.platform.seal import Keys
from tests.shared.platform.access.conftest import Clock

STREAM = "toy.table:a"


@pytest.fixture
def tokens(key_file: Keys, clock: Clock) -> SeatTokens:
    """Return an issuer and reader of tokens with a new key file and a stopped clock."""
    return SeatTokens(key_file, clock=clock)


def sign(keys: Keys, claims: object, **headers: object) -> str:
    """Sign any claims with the server's current key."""
    name = keys.tokens.current
    body = json.dumps(claims).encode()
    return jwt.PyJWS().encode(body, keys.token_key(name), algorithm="HS256", headers={"kid": name, **headers})


def good(clock: Clock, **changes: object) -> dict[str, object]:
    """Return the claims of a valid token with the given changes."""
    now = int(clock.now)
    return {"stream": STREAM, "seat": "gm", "epoch": 0, "exp": now + 60, "iat": now, **changes}


def test_a_token_has_the_stream_seat_and_epoch_of_its_issue(tokens: SeatTokens, clock: Clock) -> None:
    """Reading a token returns the stream, seat and epoch for which it was issued. It is valid for thirty days."""
    now = int(clock.now)
    assert tokens.read(tokens.issue(STREAM, "gm", 3).text) == SeatClaim(
        stream=STREAM, seat="gm", epoch=3, iat=now, exp=now + 30 * SECONDS_A_DAY
    )


def test_a_token_names_its_key(tokens: SeatTokens, key_file: Keys) -> None:
    """The header of a token has the id of the signing key and the purpose of the token."""
    header = jwt.get_unverified_header(tokens.issue(STREAM, "gm", 0).text)
    assert header == {"alg": "HS256", "kid": key_file.tokens.current, "typ": "seat+jwt"}


def test_a_token_expires_even_when_it_was_read_before(tokens: SeatTokens, clock: Clock) -> None:
    """A cached token expires at the same time as a token that is not cached."""
    token = tokens.issue(STREAM, "gm", 0).text
    clock.now += 30 * SECONDS_A_DAY - 1
    assert tokens.read(token).seat == "gm"
    clock.now += 1
    for _ in range(2):
        with pytest.raises(TokenExpired):
            tokens.read(token)


def test_how_long_a_token_lasts_can_be_set(key_file: Keys, clock: Clock) -> None:
    """The setting `token_days` decides for how many days a token is valid."""
    tokens = SeatTokens(key_file, days=1, clock=clock)
    claim = tokens.read(tokens.issue(STREAM, "gm", 0).text)
    assert claim.exp - claim.iat == SECONDS_A_DAY


def test_tokens_signed_before_a_rotation_stay_good(tokens: SeatTokens, key_file: Keys, clock: Clock) -> None:
    """After a rotation the new key signs tokens. Tokens of old keys stay valid, in this process and in a later one."""
    before = tokens.issue(STREAM, "gm", 0).text
    name = key_file.rotate("tokens")
    after = tokens.issue(STREAM, "gm", 0).text
    later = SeatTokens(Keys(key_file.path), clock=clock)
    assert jwt.get_unverified_header(after)["kid"] == name
    assert later.read(before) == later.read(after) == tokens.read(before)


def test_a_replica_learns_of_a_key_that_another_has_made(tokens: SeatTokens, key_file: Keys, clock: Clock) -> None:
    """If a token has an unknown key id, the replica reads the key file again and finds the new key."""
    there = Keys(key_file.path)
    there.rotate("tokens")
    assert tokens.read(SeatTokens(there, clock=clock).issue(STREAM, "gm", 0).text).seat == "gm"


def test_a_token_of_another_server_is_forged(tokens: SeatTokens, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A token that another server's key signed is refused as forged."""
    other = Keys.open(tmp_path_factory.mktemp("other") / "keys.json")
    with pytest.raises(TokenForged):
        tokens.read(SeatTokens(other).issue(STREAM, "gm", 0).text)


def test_a_changed_token_is_forged(tokens: SeatTokens, clock: Clock) -> None:
    """A token with changed claims and the original signature is refused, even if the original token is cached."""
    token = tokens.issue(STREAM, "player", 0).text
    tokens.read(token)
    head, _, tail = token.split(".")
    body = base64.urlsafe_b64encode(json.dumps(good(clock)).encode()).rstrip(b"=").decode()
    with pytest.raises(TokenForged):
        tokens.read(f"{head}.{body}.{tail}")


def test_a_token_without_a_signature_is_forged(tokens: SeatTokens, key_file: Keys, clock: Clock) -> None:
    """A token that names no signature algorithm is refused, because the server chooses the algorithm."""
    _, body, tail = sign(key_file, good(clock)).split(".")
    none = json.dumps({"alg": "none", "kid": key_file.tokens.current}).encode()
    head = base64.urlsafe_b64encode(none).rstrip(b"=").decode()
    for unsigned in (f"{head}.{body}.", f"{head}.{body}.{tail}"):
        with pytest.raises(TokenForged):
            tokens.read(unsigned)


def test_another_algorithm_is_forged(tokens: SeatTokens, key_file: Keys, clock: Clock) -> None:
    """A token signed with another algorithm is refused as forged, even if the key is right."""
    name = key_file.tokens.current
    key = key_file.token_key(name) * 2
    with pytest.raises(TokenForged):
        tokens.read(jwt.encode(good(clock), key, algorithm="HS512", headers={"kid": name}))


@pytest.mark.parametrize("missing", ["stream", "seat", "epoch", "exp", "iat"])
def test_a_claim_that_is_missing_makes_it_forged(
    tokens: SeatTokens, key_file: Keys, clock: Clock, missing: str
) -> None:
    """A token is refused as forged if it lacks one of the claims that the server always issues."""
    claims = {name: value for name, value in good(clock).items() if name != missing}
    with pytest.raises(TokenForged):
        tokens.read(sign(key_file, claims))


@pytest.mark.parametrize(
    "changes",
    [
        {"epoch": -1},
        {"epoch": "0"},
        {"epoch": True},
        {"seat": "Not An Id"},
        {"stream": ""},
        {"exp": 1e400},
        {"exp": None},
    ],
)
def test_a_claim_of_another_form_makes_it_forged(
    tokens: SeatTokens, key_file: Keys, clock: Clock, changes: dict[str, object]
) -> None:
    """A token with a claim of a wrong form is refused, even if its signature is valid."""
    with pytest.raises(TokenForged):
        tokens.read(sign(key_file, good(clock, **changes)))


@pytest.mark.parametrize("kid", [None, 7, "", "nobody", "../keys", ["x"]])
def test_a_key_nobody_has_makes_it_forged(tokens: SeatTokens, key_file: Keys, clock: Clock, kid: object) -> None:
    """A token whose key id is unknown or malformed is refused as forged."""
    head, body, tail = sign(key_file, good(clock)).split(".")
    head = base64.urlsafe_b64encode(json.dumps({"alg": "HS256", "kid": kid}).encode()).rstrip(b"=").decode()
    with pytest.raises(TokenForged):
        tokens.read(f"{head}.{body}.{tail}")


def test_deep_nesting_is_forged(tokens: SeatTokens) -> None:
    """A token whose header consists of nested brackets is refused without deep recursion."""
    head = base64.urlsafe_b64encode(b"[" * 700).rstrip(b"=").decode()
    with pytest.raises(TokenForged):
        tokens.read(f"{head}.e30.c2ln")


@given(text=st.text(max_size=60) | st.from_regex(r"[A-Za-z0-9_-]{0,20}\.[A-Za-z0-9_-]{0,20}\.[A-Za-z0-9_-]{0,9}"))
def test_noise_is_forged(noise_reader: SeatTokens, text: str) -> None:
    """Reading any text raises only `TokenForged`."""
    with pytest.raises(TokenForged):
        noise_reader.read(text)


@pytest.fixture(scope="module")
def noise_reader(tmp_path_factory: pytest.TempPathFactory) -> SeatTokens:
    """Return a reader of tokens that uses one key file for all noise texts."""
    return SeatTokens(Keys.open(tmp_path_factory.mktemp("noise") / "keys.json"))


def test_a_long_token_is_forged(tokens: SeatTokens) -> None:
    """A token longer than the limit is refused without being parsed."""
    with pytest.raises(TokenForged):
        tokens.read("a" * 1025)


def test_the_cache_of_tokens_is_bounded(key_file: Keys, clock: Clock) -> None:
    """If the cache is full, the least recently used token must be verified again. Forged tokens are never cached."""
    tokens = SeatTokens(key_file, capacity=2, clock=clock)
    for epoch in range(5):
        tokens.read(tokens.issue(STREAM, "gm", epoch).text)
    with pytest.raises(TokenForged):
        tokens.read("a.b.c")
    assert [claim.epoch for claim in tokens._read.values()] == [3, 4]


def test_a_new_token_shows_only_when_it_expires(tokens: SeatTokens) -> None:
    """An issued token has the expiry of its claims, and no repr shows its text."""
    issued = tokens.issue(STREAM, "gm", 0)
    assert issued.expires == tokens.read(issued.text).exp
    assert repr(issued) == f"IssuedToken(expires={issued.expires})"
    assert issued.__rich_repr__() == [("expires", issued.expires)]


def test_no_token_stays_in_memory(tokens: SeatTokens) -> None:
    """The cache contains only a token's digest and its claims."""
    token = tokens.issue(STREAM, "gm", 0).text
    tokens.read(token)
    assert token.split(".")[2] not in repr(vars(tokens))


# ------------------------------------------------------------------ the authenticator


async def test_the_authenticator_accepts_keys_and_tokens(tokens: SeatTokens, redis: Redis) -> None:
    """The authenticator identifies an app by a key and a seat by a token. It refuses any other credential."""
    authenticator = Authenticator(KnownKeys(redis), tokens)
    made = await make_key(redis, tenant="acme", label="a test")
    app = await authenticator.recognise(f"Bearer {made.text}")
    seat = await authenticator.recognise(f"Bearer {tokens.issue(STREAM, 'gm', 4).text}")
    assert app.by == f"key:{made.entry.key_id}"
    assert seat == SeatCredential(stream=STREAM, seat="gm", epoch=4)
    with pytest.raises(NoCredential):
        await authenticator.recognise(None)
    with pytest.raises(CredentialUnreadable):
        await authenticator.recognise("Bearer nonsense")


def test_a_sent_token_is_recognised(tokens: SeatTokens) -> None:
    """For a token, the authenticator returns a credential with the stream, seat and epoch of the token's claims."""
    sent = TokenText(tokens.issue(STREAM, "gm", 1).text)
    assert tokens.recognise(sent) == SeatCredential(stream=STREAM, seat="gm", epoch=1)


def test_a_seat_has_the_rate_that_is_set(key_file: Keys) -> None:
    """A seat's rate limit comes from the server's setting and not from the seat's token."""
    policy = Policy(quota=5, window=1)
    tokens = SeatTokens(key_file, policy=policy)
    assert tokens.recognise(TokenText(tokens.issue(STREAM, "gm", 1).text)).policy == policy
