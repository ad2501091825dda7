"""Several server processes behind one port: a request about a stream is answered by the process that owns the stream.

A stream belongs to one of the processes, by a hash of its name. Whichever takes a command in forwards it to that one,
which has the stream in memory; so the processes do not decide against each other. Ownership is thrift and no lock: the
log settles who was first, so that any process may answer where the owner is away.
"""
