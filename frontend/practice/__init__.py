"""The page of practice: any deal, played outside all contests."""
