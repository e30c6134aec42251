"""Gin rummy: the game under the contract."""
