"""The rules of a table as pure functions: no sockets, files, clocks or random numbers of their own."""
