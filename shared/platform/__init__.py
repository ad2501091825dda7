"""The platform: all code around the kernel that does input and output.

It contains the event log, HTTP, access control and the task queue, among others.
"""
