"""The deals of the days, which everybody is dealt alike."""
