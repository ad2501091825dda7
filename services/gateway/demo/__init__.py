"""`arbiter demo`: short games of each kind over real HTTP."""
