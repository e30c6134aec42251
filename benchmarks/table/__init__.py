"""What the table in a browser does on this machine: under load, for a long time, under attack."""
