"""`arbiter doctor`: examines a deployment, and prints what is wrong with it and what to do about it.

It changes nothing: it creates no key file and starts no store. It writes only one value, which `/health/ready` writes
as well, to a store that already has games.

    machine     the settings, the data folder, the key file, the port, the limit of open files
    store       whether its servers can be reached, are new enough and durable, fit the key file and have the right time
    processes   the queue, and whether a dispatcher, workers and clocks run
"""
