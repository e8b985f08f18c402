"""The page of practice: any deal, played for itself."""
