"""The files of archived streams, and how a stream stands in them."""
