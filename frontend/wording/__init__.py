"""What pages say in words: short names, settings in sentences, moves."""
