"""Odd logs, requests and frames, by chance: what anyone may send without a token.

Nothing that comes from a stranger may be a fault of ours. It has an answer with a code that clients know, of
bounded length and within a bounded time, and what was refused has changed nothing. A usual run of the tests
tries a few examples, which are always the same. To search for long, on a machine that has time:

    nice -n 19 python3 manage.py test tests/fuzz --minutes 15 --seed 7

The minutes are for each test. A fault is printed with its smallest example, and the seed finds it again.

Found so far: a form with parts that named a codec like `idna` or `rot13` was answered 500, before anybody was
asked for a token (`test_a_form_is_utf_8_whatever_it_says`). Django's test client itself fails at such a codec
beside a query, so none is tried here.
"""
