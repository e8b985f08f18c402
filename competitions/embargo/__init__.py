"""Who may see what of a deal and its games. Everything is hidden unless a rule of this room shows it. Those
who run the service can see a hidden seed by `unseal_seed` alone, which records each use."""
