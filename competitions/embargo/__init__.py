"""Who may see what of a deal and its games. By default everything is hidden. The one exception is
`unseal_seed`, for those who run the service. Each use of it is recorded."""
