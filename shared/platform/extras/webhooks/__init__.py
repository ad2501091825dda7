"""Webhooks: the server sends the events of an app's streams to the app's URL, signed, in order, and at least once.

`endpoints` stores the webhooks, `sending` reads the feed, `outbox` stores pending deliveries, and `delivering` delivers
them to one webhook. `posting` makes one delivery: `lookups` resolves the host name, `public_addresses` checks the
address, and `exchange` sends the request and reads the head of the response. `signing` signs messages.
"""
