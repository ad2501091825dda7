"""The layers around all routes: request ids, time limits, connections, support for browsers, readiness and traces."""
