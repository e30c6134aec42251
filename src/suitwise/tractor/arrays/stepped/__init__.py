"""The play of Tractor stepped in arrays: the game for ``stepping``, its rows, actions, observations."""
