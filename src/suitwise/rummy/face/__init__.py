"""What gin and Indian rummy have in common at a table in a browser: hands in rows, deeds in sentences."""
