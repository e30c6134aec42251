"""The web server of tables: HTTP, WebSockets, the file, worker processes (extra ``table``)."""
