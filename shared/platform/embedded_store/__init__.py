"""A store of one's own beside the servers, a watch over it, and its files written anew."""
