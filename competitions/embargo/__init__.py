"""Who may see what of a deal and its games. By default everything is hidden. There is one exception for
staff, `unseal_seed`, and each use of it is recorded."""
