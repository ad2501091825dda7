"""What is served to be read: the contract, its page, the rules, what is served, and what operators look at."""
