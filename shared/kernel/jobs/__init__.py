"""Jobs: long simulations as streams. Pure throughout; the queue, the dispatcher and the routes stand elsewhere."""
