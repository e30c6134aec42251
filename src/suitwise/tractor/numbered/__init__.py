"""The play of Tractor by numbers, those of ``TractorPlay-v0``, for positions and players of the game."""
