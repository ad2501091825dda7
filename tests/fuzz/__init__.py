"""The served contract, fuzzed."""
