"""`arbiter doctor`: examine a deployment, and print what is wrong with it and what to do about it.

The command changes nothing: it creates no key file and starts no store. It only writes one value to a store that
already has games, and `/health/ready` writes the same value.

    machine     the settings, the data folder, the key file, the port, the limit on open files
    store       whether its servers can be reached, are new enough and durable, fit the key file and have the right time
    processes   the queue, and whether a dispatcher, workers and clocks run
"""
