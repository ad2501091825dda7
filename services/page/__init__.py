"""The web page at `/`: its sources, the files built from them, and the routes that serve these files."""
