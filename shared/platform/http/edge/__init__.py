"""Layers around all routes: the outermost layer, time limits, connections, browsers, readiness and traces."""
