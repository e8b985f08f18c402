"""Which connection is closed to make room for a new one."""

from itertools import count

import pytest
from twisted.internet.error import ConnectionAborted

from competitions.web.networks import client_of, network_of
from config.server import limits
from config.server.crowd import Crowd


class Line:
    def __init__(self):
        self.aborted = False

    def connectionLost(self, reason):
        assert reason.check(ConnectionAborted)
        self.aborted = True


def crowd_of(most, *hosts):
    """A full crowd of idle connections from these hosts, in this order."""
    crowd = Crowd(most, most_sockets=2)
    lines = [Line() for _ in hosts]
    for line, host in zip(lines, hosts, strict=True):
        assert crowd.has_room()
        crowd.come(line, network_of(host))
    return crowd, lines


def test_there_is_room_until_it_is_full():
    crowd, lines = crowd_of(3, "192.0.2.1", "192.0.2.2")
    assert crowd.has_room()
    assert not any(line.aborted for line in lines)


def test_the_longest_idle_one_of_the_greediest_address_makes_room():
    crowd, lines = crowd_of(4, "192.0.2.1", "192.0.2.9", "192.0.2.9", "192.0.2.9")
    assert crowd.has_room()
    assert [line.aborted for line in lines] == [False, True, False, False]
    assert crowd.has_room(), "the room is there until somebody takes it"
    assert [line.aborted for line in lines] == [False, True, False, False]


def test_idle_is_counted_from_the_last_answer():
    crowd, lines = crowd_of(2, "192.0.2.9", "192.0.2.9")
    crowd.attend(lines[0])
    crowd.wait_for(lines[0])
    assert crowd.has_room()
    assert [line.aborted for line in lines] == [False, True]


def test_who_waits_for_us_never_makes_room():
    crowd, lines = crowd_of(2, "192.0.2.9", "192.0.2.9")
    for line in lines:
        crowd.attend(line)
    assert not crowd.has_room()
    crowd.forget(lines[0])
    assert crowd.has_room()
    assert not any(line.aborted for line in lines)


def test_an_address_has_so_many_sockets_until_it_closes_one():
    crowd, lines = crowd_of(9, *["2001:db8::1"] * 3)
    network = network_of("2001:db8::1")
    assert [crowd.seat(line, network, now=0) for line in lines] == [True, True, False]
    assert crowd.seat(Line(), network_of("2001:db8:0:1::1"), now=0)
    crowd.forget(lines[0])
    assert crowd.seat(lines[2], network, now=0)
    for line in lines:
        crowd.forget(line)
    assert crowd.seat(Line(), network, now=0)


def opened(crowd, host, now):
    """How many sockets one after the other this address may open at this moment."""
    for number in count():
        line = Line()
        if not crowd.seat(line, network_of(host), now):
            return number
        crowd.forget(line)


def test_a_network_opens_no_more_sockets_than_a_class_that_comes_back():
    crowd = Crowd(most=9, most_sockets=2)
    a_second, at_once = limits.OPENINGS_OF_A_NETWORK
    assert opened(crowd, "192.0.2.1", now=0) == at_once
    assert opened(crowd, "192.0.2.2", now=0) == at_once
    assert opened(crowd, "192.0.2.1", now=10) <= 10 * a_second
    assert opened(crowd, "192.0.2.1", now=10_000) == at_once


def test_this_machine_is_an_address_like_any_other():
    crowd, lines = crowd_of(9, *["127.0.0.1"] * 3)
    assert [crowd.seat(line, network_of("127.0.0.1"), now=0) for line in lines] == [True, True, False]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("2001:db8::1", "2001:db8::ffff:0:0:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("unknown", "unknown", True),
    ],
)
def test_addresses_of_one_network_are_one_customer(one, other, same):
    assert (network_of(one) == network_of(other)) is same


@pytest.mark.parametrize(
    ("said", "proxies", "client"),
    [
        ("198.51.100.7", 0, "192.0.2.1"),
        ("198.51.100.7", 1, "198.51.100.7"),
        ("203.0.113.5, 198.51.100.7", 1, "198.51.100.7"),
        ("203.0.113.5, 198.51.100.7", 2, "203.0.113.5"),
        ("203.0.113.5", 2, "203.0.113.5"),
        ("203.0.113.5:40001, 198.51.100.7:40002", 2, "203.0.113.5"),
    ],
)
def test_only_trusted_proxies_say_whose_a_connection_is(said, proxies, client):
    assert client_of("192.0.2.1", said, proxies) == client


@pytest.mark.parametrize(
    ("said", "client"),
    [
        ("198.51.100.7:40001", "198.51.100.7"),
        ('"198.51.100.7:40001"', "198.51.100.7"),
        ("2001:db8::1", "2001:db8::1"),
        ("[2001:db8::1]", "2001:db8::1"),
        ("[2001:db8::1]:40001", "2001:db8::1"),
        ('"[2001:db8::1]:40001"', "2001:db8::1"),
        ("::ffff:198.51.100.7", "::ffff:198.51.100.7"),
        ("fe80::1%eth0", "fe80::1%eth0"),
        ("[fe80::1%eth0]:40001", "fe80::1%eth0"),
    ],
)
def test_a_proxy_may_write_an_address_with_its_port_or_in_quotes(said, client):
    assert client_of("192.0.2.1", said, 1) == client


@pytest.mark.parametrize(
    "said",
    ["", " ", "unknown", "_hidden", "198.51.100.7:", "198.51.100.7:http", "198.51.100.7:1:2",
     "198.51.100.999", "[198.51.100.7", "[]:80", ":40001", "[2001:db8::1]40001", "198.51.100.7, ",
     "x" * 5000],
)  # fmt: skip
def test_what_is_no_address_counts_as_the_proxy(said):
    assert client_of("192.0.2.1", said, 1) == "192.0.2.1"
