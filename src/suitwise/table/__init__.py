"""The table: people and bots play in a browser, at tables that lose no move and say why."""
