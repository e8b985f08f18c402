"""Tests of the tests: the code is broken in one place after the other, and each time a test must fail."""
