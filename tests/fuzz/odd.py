"""Strategies for odd values, as strangers send them."""

import json
from urllib.parse import quote, quote_from_bytes

from hypothesis import strategies as st

AWKWARD = [
    *(
        "",
        " ",
        "\x00",
        "\x00\x01\x7f",
        "\r\n",
        "\u2028",
        "\u202e",
        "\ufeff",
        "\ud800",
        "\udfff",
        "\U0001f0cf",
    ),
    *(
        "e\u0301" * 20,
        "\u0130",
        "\ufdfa" * 40,
        "../../etc/passwd",
        "%00",
        "%2e%2e%2f",
        "{{ 7 }}",
        "{0}",
        "%s%n",
    ),
    *("'", '"', "\\", "<script>", "&amp;", ";--", "null", "true", "NaN", "-0", "1e400", "0x10", "٣", "1_000"),
    *(9_999 * "9", 5_000 * "a", 300 * "🂡", "2026-02-30", "9999-12-31", "0000-01", "2026-W54", "@", "@@Ann"),
]

texts = st.sampled_from(AWKWARD) | st.text(max_size=40)
numbers = (
    st.integers()
    | st.floats()
    | st.sampled_from([0, -1, 2**31, 2**63, -(2**63) - 1, 10**100, 10**1_500, 1e308, 5e-324])
)
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=8,
)


def deep(inner: str, depth: int) -> str:
    """A text of JSON nested so deeply."""
    return depth * "[" + inner + depth * "]"


def spelled(value: object) -> bytes:
    """JSON, also of what JSON does not know. Lone surrogates are written as such."""
    try:
        return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")
    except (ValueError, RecursionError):  # Python writes no number of so many digits
        return b"9" * 5_000


@st.composite
def objects(draw: st.DrawFn, names: st.SearchStrategy[str]) -> bytes:
    """A JSON object in which a name may come twice."""
    members = draw(st.lists(st.tuples(names, values), max_size=6))
    return b"{" + b", ".join(spelled(name) + b": " + spelled(value) for name, value in members) + b"}"


@st.composite
def damaged(draw: st.DrawFn, whole: st.SearchStrategy[bytes]) -> bytes:
    """The same bytes, of which some were changed, taken out or put in."""
    data = bytearray(draw(whole))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(data)))
        taken = draw(st.integers(0, 3))
        data[at : at + taken] = draw(
            st.binary(max_size=3) | st.sampled_from([b'"', b"{", b"]", b"\\u", b","])
        )
    return bytes(data)


def in_address(text: str | bytes) -> str:
    """A part of an address."""
    return quote_from_bytes(text) if isinstance(text, bytes) else quote(text, safe="", errors="surrogatepass")
