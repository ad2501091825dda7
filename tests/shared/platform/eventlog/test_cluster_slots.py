"""The map of hash slots in a cluster: parsed from the nodes' replies, and stored as a few ranges."""

from typing import Any, Final

from shared.platform.extras.cluster.cluster_slots import SlotMap, parse_slots

ASKED: Final = ("asked", 1)
A, B, C = ("a", 7000), ("b", 7001), ("c", 7002)


def node(host: str | None, port: int) -> list[Any]:
    """Return a node as a server reports it: its host, port, id and further fields."""
    return [None if host is None else host.encode(), port, b"0" * 40, []]


WHOLE: Final = [[5461, 16383, node(*B)], [0, 5460, node(*A), node(*C)]]


def test_a_slot_is_found_in_its_range() -> None:
    """A range includes both its ends, and ranges may come in any order. A slot outside all ranges has no node."""
    slots = parse_slots(WHOLE, asked=ASKED)
    some = parse_slots(WHOLE[:1], asked=ASKED)

    assert [slots.primary_of(slot) for slot in (0, 5460, 5461, 16383)] == [A, A, B, B]
    assert (slots.primaries, slots.replicas, slots.whole) == ([A, B], [C], True)
    assert (some.primary_of(5460), some.primary_of(5461), some.whole) == (None, B, False)
    assert SlotMap().primary_of(0) is None


def test_a_node_without_a_host_is_the_one_that_was_asked() -> None:
    """If a reply lists a node without a host, that is the node that replied, which may not know its own host name."""
    for host in (None, ""):
        assert parse_slots([[0, 1, node(host, 7)]], asked=ASKED).primary_of(1) == ("asked", 7)


def test_a_slot_that_moved_is_on_its_new_node() -> None:
    """A slot that has moved belongs to its new node, which counts as a primary.

    Other slots of the range belong to their old node.
    """
    slots = parse_slots(WHOLE, asked=ASKED)
    slots.move(7, C)

    assert [slots.primary_of(slot) for slot in (6, 7, 8)] == [A, C, A]
    assert slots.primaries == [A, B, C]


def test_another_node_may_know_missing_ranges() -> None:
    """The first node's reply takes precedence; another node's reply adds the ranges that the first lacks."""
    first = parse_slots([[0, 5460, node(*C)]], asked=ASKED)
    both = first.filled_by(parse_slots(WHOLE, asked=ASKED))

    assert [both.primary_of(slot) for slot in (0, 5461)] == [C, B]
    assert both.whole
