"""The dice service: dice notation, symbol dice, pools, and tables that can prove every roll."""
