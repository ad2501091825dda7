"""Addresses of a store, which show its kind: a single server, a cluster, or a primary with sentinels."""

import pytest

from shared.platform.addresses import parse_address, with_database
from shared.platform.embedded_store.store_watch import check_address, check_store
from shared.platform.eventlog import CannotStart
from shared.platform.queue import QueueMisconfigured, broker_of, queue_app
from shared.platform.settings import ServerSettings, without_passwords

CLUSTER = "redis://me:p%40ss@one:7000,two"
SENTINELS = "redis+sentinel://me:pw@one,two:2/mymaster/3?sentinel_password=guarded"


@pytest.mark.parametrize(
    ("text", "kind", "hosts"),
    [
        ("redis://one:7/1", "server", ()),
        ("unix:///a/b.sock?db=0", "server", ()),
        ("redis://one?cluster=false", "server", ()),
        ("redis://one?cluster=true", "cluster", (("one", 6379),)),
        ("redis://[::1]:7,[::2]:8", "cluster", (("::1", 7), ("::2", 8))),
        (CLUSTER, "cluster", (("one", 7000), ("two", 6379))),
        (SENTINELS, "sentinel", (("one", 26379), ("two", 2))),
    ],
)
def test_an_address_shows_the_kind_of_store(text: str, kind: str, hosts: tuple[tuple[str, int], ...]) -> None:
    """Several hosts or the cluster scheme mean a cluster; sentinels have their own scheme."""
    address = parse_address(text)

    assert (kind, hosts) == (address.kind, address.hosts)


def test_login_and_options_apply_to_every_server() -> None:
    """The user, password, database and options in an address apply to each server; sentinels have their own login."""
    cluster, sentinels = parse_address(CLUSTER + "?health_check_interval=5"), parse_address(SENTINELS)

    assert {"username": "me", "password": "p@ss", "health_check_interval": 5} == cluster.options
    assert {"username": "me", "password": "pw", "db": 3} == sentinels.options
    assert ("mymaster", (("password", "guarded"),)) == (sentinels.primary, sentinels.sentinel_login)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("redis://one,two/2", "database 0"),
        ("redis://one?cluster=yes&db=1", "database 0"),
        ("unix:///a.sock?cluster=true", "redis://"),
        ("redis://one,,two", "two commas"),
        ("redis+sentinel://one,two", "/mymaster/0"),
        ("redis://one:many,two", "Port"),
    ],
)
def test_an_invalid_address_is_refused_in_a_sentence(text: str, said: str) -> None:
    """The error for an invalid address says what an address of that kind needs."""
    with pytest.raises(CannotStart, match=said):
        check_address(text)


def test_no_password_of_an_address_is_shown() -> None:
    """No error and no `repr` shows a password in an address, whether it is for servers or for sentinels."""
    shown = without_passwords(SENTINELS)

    assert "redis+sentinel://me:…@one,two:2/mymaster/3?sentinel_password=…" == shown


def test_a_cluster_needs_a_queue_beside_it() -> None:
    """With a cluster, the server refuses to start without a separate queue, and names the variable to set.

    The queue cannot be a cluster.
    """
    with pytest.raises(CannotStart, match="set ARBITER_BROKER_URL"):
        check_store(ServerSettings(), CLUSTER)
    with pytest.raises(QueueMisconfigured, match="ARBITER_BROKER_URL names a cluster"):
        broker_of(ServerSettings(broker_url=CLUSTER), "redis://one")
    assert broker_of(ServerSettings(broker_url="redis://queue/0"), CLUSTER) == "redis://queue/0"


def test_a_primary_with_sentinels_has_the_queue_in_another_database() -> None:
    """For a primary with sentinels, Celery gets the address of every sentinel in its own syntax."""
    broker = broker_of(ServerSettings(), SENTINELS)
    with queue_app(ServerSettings(), SENTINELS) as app:
        options = app.conf.broker_transport_options

        assert "sentinel://me:pw@one:26379/1;sentinel://me:pw@two:2/1" == app.conf.broker_url
    assert with_database(SENTINELS, 1) == broker
    assert ("mymaster", "guarded") == (options["master_name"], options["sentinel_kwargs"]["password"])
