"""Several server processes behind one port: each stream has an owner process, which handles requests for the stream.

A hash of the stream's name determines its owner. A process that receives a command for a stream of another owner
forwards it to that owner, which has the stream in memory. The processes therefore do not compete. Ownership only saves
work and is not a lock: the log decides which command came first, so any process may respond if the owner is down.
"""
