"""What keeps the server for all: connections that take their share, codes not found by trying."""
