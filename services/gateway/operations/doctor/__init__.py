"""`arbiter doctor`: examines a deployment, and says in sentences what is wrong with it and what helps.

It reads only: it creates no key file, starts no store, and sets nothing in one. The one thing that it writes is the
value that `/health/ready` writes as well, into a store that already has games.

    machine     the settings, the data folder, the key file, the port, the limit of open files
    store       the servers of the store: reachable, new enough, durable, of this key file, with the right time
    processes   the queue, and whether a dispatcher, workers and clocks run
"""
