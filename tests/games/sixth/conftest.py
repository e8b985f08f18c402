"""The files in `tree` are tests of another tree: that in which they lie beside the others."""

collect_ignore = ["tree"]
