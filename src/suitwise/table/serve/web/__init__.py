"""The requests that are not a socket's."""
