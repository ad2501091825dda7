"""Documents and status pages: the contract, its page, the rules, an overview of the services, probes and metrics."""
