"""Several server processes behind one port: a request about a stream is answered by the process that owns the stream.

A stream belongs to one of the processes, by a hash of its name. A process that receives another's command forwards it
to the owner, which has the stream in memory; so the processes do not compete. Ownership saves work and is not a lock:
the log decides which command came first, so any process may answer if the owner is down.
"""
