"""Only public addresses may be reached, and only addresses that look like a webhook's are taken."""

import pytest

from competitions.models.hooks import LONGEST_URL
from competitions.outbound.webhooks.addresses import is_public
from competitions.outbound.webhooks.targets import BadTarget, target

PUBLIC = [
    *("8.8.8.8", "1.1.1.1", "172.15.0.1", "172.32.0.1", "100.63.255.255", "100.128.0.1", "223.255.255.255"),
    *("2606:4700::1111", "2a00:1450:4001::200e", "2001:4860:4860::8888"),
]

OTHERS = [
    *("127.0.0.1", "127.255.255.254", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.255"),
    *("192.168.1.1", "169.254.169.254", "100.64.0.1", "100.127.255.255", "192.0.0.192", "192.0.2.1"),
    *("198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1"),
    *("255.255.255.255", "192.88.99.1", "168.63.129.16"),
    *("::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "fec0::1", "ff02::1"),
    *("::ffff:8.8.8.8", "::ffff:127.0.0.1", "::ffff:0:127.0.0.1", "::127.0.0.1", "64:ff9b::808:808"),
    *("64:ff9b:1::1", "2002:7f00:1::", "2001:0:4136::1", "2001:db8::1", "2001:10::1", "3fff::1"),
    *("100::1", "5f00::1", "", "localhost", "127.1", "2130706433", "1.1.1.1\0"),
]


def test_public_addresses_alone_may_be_reached():
    assert [each for each in (*PUBLIC, *OTHERS) if is_public(each)] == PUBLIC


def test_a_url_is_taken_apart():
    found = target("HTTPS://Hooks.Example:8443/a/b?c=d&e", private=False)
    assert found == (True, "hooks.example", 8443, "/a/b?c=d&e", "hooks.example:8443")
    assert target("https://hooks.example", private=False) == (
        True,
        "hooks.example",
        443,
        "/",
        "hooks.example",
    )
    assert target("https://[2606:4700::1111]/", private=False).host == "2606:4700::1111"


NO_TARGETS = [
    *("", "hooks.example", "ftp://hooks.example/", "http://hooks.example/", "//hooks.example/"),
    *("https://", "https:///path", "https://user@hooks.example/", "https://a:b@hooks.example/"),
    *("https://hooks.example/#part", "https://hooks.example/ two", "https://hooks.example/\r\nX: y"),
    *("https://hooks.example\\@127.0.0.1/", "https://hooks.example/\n", "https://höoks.example/"),
    *("https://hooks.example:0/", "https://hooks.example:25/", "https://hooks.example:80/"),
    *("https://hooks.example:65536/", "https://hooks.example:99999/", "https://hooks.example:/"),
    *("https://localhost/", "https://intranet/", "https://a.localhost/", "https://printer.local/"),
    *("https://db.internal/", "https://hooks.example./", "https://.example/", "https://a..b/"),
    *("https://127.0.0.1/", "https://127.1/", "https://2130706433/", "https://0x7f.0.0.1/"),
    *("https://0x7f000001/", "https://017700000001/", "https://10.0.0.1/", "https://169.254.169.254/"),
    *("https://[::1]/", "https://[::ffff:8.8.8.8]/", "https://[fe80::1]/", "https://[]/", "https://[/"),
    *("https://-a.example/", f"https://{'a' * 64}.example/", f"https://a.example/{'b' * LONGEST_URL}"),
]


def test_any_other_url_is_refused_in_a_sentence():
    for url in NO_TARGETS:
        with pytest.raises(BadTarget, match=r"\.$"):
            pytest.fail(f"{url} is taken as {target(url, private=False)}")


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:80/", "http://localhost:9/x", "https://[::1]/", "http://a/"]
)
def test_a_trial_may_use_private_addresses_without_tls(url):
    assert target(url, private=True)


@pytest.mark.parametrize("url", ["ftp://localhost/", "http://a:b@localhost/", "http://localhost:0/"])
def test_nor_does_a_trial_take_everything(url):
    with pytest.raises(BadTarget):
        target(url, private=True)
