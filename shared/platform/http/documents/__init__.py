"""Documents and status pages: the contract, its readable page, the rules, the list of services, probes and metrics."""
