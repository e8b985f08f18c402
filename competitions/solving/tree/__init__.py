"""The field as a tree: how everyone's games of one deal run together and split."""
