"""The checks that look where random play seldom comes: rare endings, and worlds move by move."""
