"""Several server processes behind one port: each stream has an owner process, which answers requests about the stream.

A hash of the stream's name determines its owner. Another process that receives a command forwards it to the owner,
which has the stream in memory, so that the processes do not compete. Ownership only saves work and is not a lock: the
log decides which command came first, so any process may answer if the owner is down.
"""
