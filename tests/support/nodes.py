"""Real servers with replicas on loopback: a cluster of six nodes, and a primary with two replicas and sentinels."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Self

from redis import Redis, RedisError
from redis.crc import key_slot

from shared.platform.embedded_store.store import EmbeddedStore, find_server

SLOTS: Final = 16384
PRIMARIES: Final = 3
WAIT_SECONDS: Final = 60.0
LOOK_SECONDS: Final = 0.02
NODE_TIMEOUT_MS: Final = 1000
NAME: Final = "mymaster"
MOVED_TOGETHER: Final = 100
SECRET: Final = "sesame"
USERS: Final = Path(__file__).parents[2] / "deploy" / "users.acl"

NODE: Final = """
port {port}
bind 127.0.0.1
repl-diskless-sync-delay 0
repl-backlog-size 16mb
repl-ping-replica-period 1
{guest}
"""
CLUSTERED: Final = f"""
cluster-enabled yes
cluster-config-file nodes.conf
cluster-node-timeout {NODE_TIMEOUT_MS}
cluster-replica-validity-factor 0
cluster-allow-replica-migration no
cluster-port {{bus}}
"""
SENTINEL: Final = """
port {port}
bind 127.0.0.1
dir {folder}
sentinel monitor {name} 127.0.0.1 {primary} 2
sentinel down-after-milliseconds {name} 500
sentinel failover-timeout {name} 1000
sentinel parallel-syncs {name} 2
"""
ENDS_WITH_US: Final = '"$@" & read -r _; kill -KILL $!; wait'


def free_ports(count: int) -> list[int]:
    """Return ports that are free now, all different."""
    with ExitStack() as held:
        found = [held.enter_context(socket.socket()) for _ in range(count)]
        for each in found:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in found]


def guest() -> str:
    """Return the access rule of the deployed user `arbiter`, without the right to read the configuration."""
    line = next(line for line in USERS.read_text("utf-8").splitlines() if line.startswith("user arbiter "))
    return line.replace("{password}", SECRET).replace(" +config|get", "")


def eventually(what: Callable[[], object], within: float = WAIT_SECONDS) -> None:
    """Wait until a condition holds. An unreachable server counts as not meeting it."""
    until = time.monotonic() + within
    while True:
        with suppress(RedisError, OSError):
            if what():
                return
        assert time.monotonic() < until, f"not within {within} s"
        time.sleep(LOOK_SECONDS)


class Node(EmbeddedStore):
    """A server that syncs every write and also listens on a port."""

    def __init__(self, folder: Path, port: int, *, bus: int = 0, binary: Path | None = None) -> None:
        """Configure a node with its folder and port. A node with a bus port is a cluster node."""
        super().__init__(folder, binary=binary)
        self.port, self.bus = port, bus

    def _settle(self, lock: int) -> None:
        super()._settle(lock)
        with self._configuration.open("a", encoding="utf-8") as said:
            text = NODE + (CLUSTERED if self.bus else "")
            said.write(text.format(port=self.port, bus=self.bus, guest=guest()))

    def ask(self, *words: Any) -> Any:  # noqa: ANN401 any command and its answer
        """Send a command to this node, and to no other."""
        with Redis(port=self.port, socket_timeout=5, decode_responses=True, protocol=2) as redis:
            connection = redis.connection_pool.get_connection()
            try:
                connection.send_command(*words)
                return connection.read_response()
            finally:
                connection.disconnect()

    def info(self, section: str) -> dict[str, str]:
        """Return a section of INFO."""
        return dict(line.split(":", 1) for line in self.ask("INFO", section).splitlines() if ":" in line)

    def kill(self) -> None:
        """Kill the server as a power failure would."""
        os.kill(self.pid, signal.SIGKILL)

    def confirms(self, key: str, copies: int) -> bool:
        """Return whether this many replicas sync a write within a second, or true if the server cannot report that."""
        if not self.ask("COMMAND", "INFO", "WAITAOF"):
            return True
        with Redis(port=self.port, socket_timeout=5, protocol=2) as redis, redis.client() as alone:
            alone.set(key, "")
            return int(alone.execute_command("WAITAOF", 1, copies, 1000)[1]) >= copies

    @property
    def leads(self) -> bool:
        """Return whether the node is a running primary."""
        try:
            return self.is_running() and self.ask("ROLE")[0] == "master"
        except (RedisError, OSError):
            return False

    @property
    def follows(self) -> bool:
        """Return whether the node is a replica with a working link to its primary."""
        try:
            role = self.ask("ROLE")
        except (RedisError, OSError):
            return False
        return bool(role[0] == "slave" and role[3] == "connected")


class Cluster:
    """Three primaries with one replica each; tests move slots and kill primaries."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        """Configure a cluster of six running nodes that do not know each other yet."""
        self.nodes = nodes
        hosts = ",".join(f"127.0.0.1:{node.port}" for node in nodes)
        self.url, self.managed_url = f"redis://{hosts}", f"redis://arbiter:{SECRET}@{hosts}"

    def unite(self) -> Self:
        """Join the nodes into a cluster, and wait until it serves every slot."""
        leaders, followers = self.nodes[:3], self.nodes[3:]
        for place, leader in enumerate(leaders):
            bounds = place * SLOTS // 3, (place + 1) * SLOTS // 3 - 1
            leader.ask("CLUSTER", "ADDSLOTSRANGE", *bounds)
            leader.ask("CLUSTER", "SET-CONFIG-EPOCH", place + 1)
        for node in self.nodes[1:]:
            leaders[0].ask("CLUSTER", "MEET", "127.0.0.1", node.port, node.bus)
        eventually(lambda: all("cluster_known_nodes:6" in node.ask("CLUSTER", "INFO") for node in self.nodes))
        for leader, follower in zip(leaders, followers, strict=True):
            eventually(lambda: follower.ask("CLUSTER", "REPLICATE", leader.ask("CLUSTER", "MYID")))  # noqa: B023 at once
        self.await_whole()
        return self

    def await_whole(self) -> None:
        """Wait until every slot is served and every primary has a replica in sync."""
        eventually(lambda: all("cluster_state:ok" in node.ask("CLUSTER", "INFO") for node in self.nodes))
        eventually(lambda: sum(node.leads for node in self.nodes) == 3)
        eventually(lambda: sum(node.follows for node in self.nodes) == 3)
        for node in self.nodes:
            if node.leads:
                eventually(lambda: node.confirms(self._key_on(node), 1))  # noqa: B023 at once

    def confirm_term(self) -> str:
        """Return an id that changes with each new primary.

        The id is empty if there are not exactly three primaries, or if a replica lacks writes of its primary on disk.
        """
        leaders = [node for node in self.nodes if node.leads]
        if len(leaders) != PRIMARIES:
            return ""
        with suppress(RedisError, OSError):
            names, keys = [leader.info("replication")["master_replid"] for leader in leaders], map(_key_of, leaders)
            if all(key and leader.confirms(key, 1) for leader, key in zip(leaders, keys, strict=True)):
                return " ".join(names)
        return ""

    def _key_on(self, node: Node) -> str:
        """Return a key that a primary owns."""
        return next(key for key in map(str, range(SLOTS)) if self.owner(key_slot(key.encode())) is node)

    def owner(self, slot: int) -> Node:
        """Return the primary of a slot, once the running nodes agree."""
        found: set[int] = set()

        def all_agree() -> bool:
            found.clear()
            for node in self.nodes:
                if node.is_running():
                    found.update(each[2][1] for each in node.ask("CLUSTER", "SLOTS") if each[0] <= slot <= each[1])
            return len(found) == 1

        eventually(all_agree)
        return next(node for node in self.nodes if node.port in found)

    def move_at_once(self, slot: int) -> None:
        """Move a slot in use to the next primary at once, or key by key if the server cannot move it at once."""
        source, target, ids = self._from_and_to(slot)
        if not any("MIGRATESLOTS" in line for line in source.ask("CLUSTER", "HELP")):
            self.move(slot)
            return
        source.ask("CLUSTER", "MIGRATESLOTS", "SLOTSRANGE", slot, slot, "NODE", ids[target])
        eventually(lambda: self.owner(slot) is target)

    def _from_and_to(self, slot: int) -> tuple[Node, Node, dict[Node, str]]:
        source = self.owner(slot)
        leaders = [node for node in self.nodes if node.leads]
        target = leaders[(leaders.index(source) + 1) % len(leaders)]
        return source, target, {node: node.ask("CLUSTER", "MYID") for node in leaders}

    def move(self, slot: int) -> None:
        """Move a slot in use to the next primary, a few keys in each step."""
        source, target, ids = self._from_and_to(slot)
        target.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", ids[source])
        source.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", ids[target])
        while keys := source.ask("CLUSTER", "GETKEYSINSLOT", slot, MOVED_TOGETHER):
            source.ask("MIGRATE", "127.0.0.1", target.port, "", 0, 5000, "KEYS", *keys)
            time.sleep(LOOK_SECONDS)
        for node in (target, source, *ids):
            node.ask("CLUSTER", "SETSLOT", slot, "NODE", ids[target])


def _key_of(leader: Node) -> str:
    """Return a key that a primary of a cluster owns, as it says itself; empty if it owns none."""
    own = [(first, last) for first, last, (_, port, *_), *_ in leader.ask("CLUSTER", "SLOTS") if port == leader.port]
    keys = (str(number) for number in range(SLOTS))
    return next((key for key in keys if any(first <= key_slot(key.encode()) <= last for first, last in own)), "")


class Watched:
    """A primary with two replicas, and three sentinels that promote a replica if the primary fails."""

    def __init__(self, nodes: Sequence[Node], sentinels: Sequence[int]) -> None:
        """Configure watched nodes, with the ports of the sentinels that watch them."""
        self.nodes, self.sentinels = nodes, sentinels
        self.url = "redis+sentinel://" + ",".join(f"127.0.0.1:{port}" for port in sentinels) + f"/{NAME}/0"

    def primary(self) -> Node:
        """Return the primary, once every sentinel watches the same node as primary and that node acts as primary.

        During a failover, sentinels may name the new primary while they still watch the old one.
        """
        named: set[int] = set()

        def all_agree() -> bool:
            named.clear()
            named.update(int(self._state_at(port)["port"]) for port in self.sentinels)
            return len(named) == 1 and self._of(named).leads

        eventually(all_agree)
        return self._of(named)

    def fail_over(self) -> None:
        """Replace the running primary with a replica, once the sentinels know one that is in sync."""
        primary = self.primary()
        eventually(lambda: self._ask(self.sentinels[0], "SENTINEL", "FAILOVER", NAME))
        eventually(lambda: self.primary() is not primary)

    def confirm_term(self) -> str:
        """Return an id that changes with each new primary.

        The id is empty if there is no single primary, or if the replicas do not have all of its writes on disk.
        """
        leaders = [node for node in self.nodes if node.leads]
        if len(leaders) != 1:
            return ""
        with suppress(RedisError, OSError):
            name = leaders[0].info("replication")["master_replid"]
            if leaders[0].confirms("confirmed", len(self.nodes) - 1):
                return name
        return ""

    def _of(self, ports: set[int]) -> Node:
        return next(node for node in self.nodes if node.port in ports)

    def _ask(self, port: int, *words: Any) -> Any:  # noqa: ANN401 any command and its answer
        with Redis(port=port, socket_timeout=5, decode_responses=True, protocol=2) as redis:
            return redis.execute_command(*words)

    def revive(self, node: Node) -> None:
        """Restart a killed primary as a replica of its successor; wait until all are in sync."""
        node.revive()
        node.ask("REPLICAOF", "127.0.0.1", self.primary().port)
        self.await_whole()

    def await_whole(self) -> None:
        """Wait until the primary has both replicas in sync, and each sentinel knows them and the other sentinels."""
        eventually(lambda: sum(node.follows for node in self.nodes) == 2)
        eventually(lambda: self.primary().confirms("confirmed", 2))
        for port in self.sentinels:
            eventually(lambda: self._knows_all(port))  # noqa: B023 at once

    def _state_at(self, port: int) -> dict[str, Any]:
        """Return what a sentinel knows about the primary that it watches."""
        words = self._ask(port, "SENTINEL", "MASTER", NAME)
        return words if isinstance(words, dict) else dict(zip(words[::2], words[1::2], strict=True))

    def _knows_all(self, port: int) -> bool:
        state = self._state_at(port)
        well = self._ask(port, "SENTINEL", "CKQUORUM", NAME)
        return int(state["num-slaves"]) == 2 and int(state["num-other-sentinels"]) == 2 and bool(well)


@contextmanager
def cluster_of_six(folder: Path, binary: Path | None = None) -> Iterator[Cluster]:
    """Run a cluster during the block."""
    ports = free_ports(12)
    with ExitStack() as stack:
        nodes = [
            stack.enter_context(Node(folder / f"node-{place}", ports[place], bus=ports[place + 6], binary=binary))
            for place in range(6)
        ]
        yield Cluster(nodes).unite()


@contextmanager
def watched_primary(folder: Path, binary: Path | None = None) -> Iterator[Watched]:
    """Run a primary, two replicas and three sentinels during the block."""
    ports = free_ports(6)
    with ExitStack() as stack:
        nodes = [stack.enter_context(Node(folder / f"node-{place}", ports[place], binary=binary)) for place in range(3)]
        for node in nodes[1:]:
            node.ask("REPLICAOF", "127.0.0.1", nodes[0].port)
        for port in ports[3:]:
            stack.enter_context(_sentinel(folder / f"sentinel-{port}", port, nodes[0].port, binary or find_server()))
        watched = Watched(nodes, ports[3:])
        watched.await_whole()
        yield watched


@contextmanager
def _sentinel(folder: Path, port: int, primary: int, binary: Path) -> Iterator[None]:
    """Run a sentinel, which ends with this process, however that ends."""
    folder.mkdir()
    settings = folder / "sentinel.conf"
    settings.write_text(SENTINEL.format(port=port, folder=folder, name=NAME, primary=primary), encoding="utf-8")
    words = ["/bin/sh", "-c", ENDS_WITH_US, "sentinel", str(binary), str(settings), "--sentinel"]
    with (folder / "log").open("wb") as log, subprocess.Popen(words, stdin=subprocess.PIPE, stdout=log) as process:
        try:
            yield
        finally:
            assert process.stdin is not None
            process.stdin.close()
            process.wait()
