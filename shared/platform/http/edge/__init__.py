"""The layers around all routes: request ids, time limits, connections, browsers, readiness and traces."""
