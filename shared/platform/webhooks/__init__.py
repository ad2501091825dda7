"""Webhooks: what happens on an app's streams, sent to where the app says, signed, in order, and at least once.

`endpoints` has what is registered, `sending` follows the feed, `outbox` has what is yet to be delivered, `delivering`
delivers it to one webhook, `posting` makes one delivery: `lookups` resolves the name, `addresses` allows the address,
`exchange` sends the request and reads the head of the answer. `signing` signs messages.
"""
