"""The HTTP API of the server, apart from the WebSocket."""
