"""The table's server: HTTP and WebSockets, the file, the processes of players (extra ``table``)."""
