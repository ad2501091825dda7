"""The dice service: dice notation, symbol dice, pools, and tables on which every roll can be proven."""
