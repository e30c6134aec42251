"""What keeps the server for all: connections that take their share, codes that nobody finds by trying."""
