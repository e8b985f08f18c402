"""What the guard lets through to the application."""

from config.server.guard import guarded

LARGEST = 100


async def passed(headers, *pieces, trusted_proxies=0, **scope):
    """What an application behind the guard hears of a request."""
    heard = {}
    left = [
        {"type": "http.request", "body": piece, "more_body": number < len(pieces)}
        for number, piece in enumerate(pieces, 1)
    ]

    async def receive():
        return left.pop(0) if left else {"type": "http.disconnect"}

    async def application(scope, receive, send):
        heard["unread"] = len(left)
        body = b""
        while (message := await receive())["type"] == "http.request":
            body += message["body"]
        heard.update(headers=scope["headers"], root_path=scope["root_path"], body=body)
        heard["after"] = message["type"]

    guard = guarded(application, largest_body=LARGEST, trusted_proxies=trusted_proxies)
    await guard({"type": "http", "headers": headers, **scope}, receive, None)
    return heard


def length(number):
    return (b"content-length", str(number).encode())


CHUNKED = (b"transfer-encoding", b"chunked")


async def test_a_body_of_the_largest_size_is_passed_on_whole():
    for headers in ([length(100)], [CHUNKED]):
        heard = await passed(headers, b"x" * 60, b"y" * 40)
        assert heard["body"] == b"x" * 60 + b"y" * 40
        assert heard["headers"] == headers
        assert heard["after"] == "http.disconnect"


async def test_of_a_body_that_is_announced_too_large_nothing_is_passed_on():
    for number in (101, 99_000_000_000, "9" * 5_000):
        heard = await passed([length(number)], b"x" * 60, b"y" * 60)
        assert (heard["body"], heard["headers"], heard["unread"]) == (b"", [length(101)], 2)


async def test_a_body_that_turns_out_too_large_is_not_passed_on_either():
    for headers in ([CHUNKED], [length(5)], [length("x")]):
        heard = await passed(headers, b"x" * 60, b"y" * 41, b"z" * 1_000)
        assert (heard["body"], heard["unread"]) == (b"", 1)
        assert heard["headers"][-1] == length(101)
        assert heard["after"] == "http.disconnect"


async def test_what_only_a_proxy_may_say_is_left_out_where_none_is_trusted():
    claims = [(b"x-forwarded-for", b"1.2.3.4"), (b"X-Forwarded-Host", b"evil"), (b"forwarded", b"for=x")]
    host = (b"host", b"patience.example")
    assert (await passed([host, *claims]))["headers"] == [host]
    assert (await passed([host, *claims], trusted_proxies=1))["headers"] == [host, *claims]


async def test_no_client_chooses_the_root_path():
    for proxies in (0, 1):
        assert (await passed([], root_path="/evil", trusted_proxies=proxies))["root_path"] == ""
