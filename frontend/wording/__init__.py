"""Words that pages share: short names, settings in sentences, moves."""
