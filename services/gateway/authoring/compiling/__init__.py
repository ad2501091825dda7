"""`make compiled`: split the rules into a part that stays Python and a part that mypyc compiles."""
