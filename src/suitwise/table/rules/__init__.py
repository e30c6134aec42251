"""The rules of a table: functions of values, without sockets, files, clocks or chance of their own."""
