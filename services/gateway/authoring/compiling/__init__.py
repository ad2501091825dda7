"""`make compiled`: rules are split into what stays Python and what mypyc compiles, and are compiled."""
