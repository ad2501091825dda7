"""`make compiled`: split the rules into a part that stays Python and a part for mypyc, and compile that."""
