"""The play of Tractor by numbers, as ``TractorPlay-v0`` has it, for positions and players of the game."""
