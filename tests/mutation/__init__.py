"""Whether the tests notice: the code is broken in one place after the other, and each time one must fail."""
