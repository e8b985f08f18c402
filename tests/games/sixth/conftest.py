"""Leaves out `tree`: its tests belong to the tree that they are laid over."""

collect_ignore = ["tree"]
