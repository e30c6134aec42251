"""What gin and Indian rummy share at a table in a browser: hands in rows, deeds in sentences."""
