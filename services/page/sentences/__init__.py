"""The sentences of the page, written in Python for `arbiter show`.

The templates are data, `contracts/<game>/sentences.json`, which the page's build writes (see `contracts/sentences.md`).
`data` reads them. `values` and `wording` put values into words, and `names` learns the names in a stream. `filling`
fills in the templates; `functions` and `rolls` contain the wordings that are code on the page. `logs` describes a whole
log. No module here imports a game.
"""
