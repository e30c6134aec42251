"""What sockets are shown of a table: who may see what, in whose words, and how it waits to be sent."""
