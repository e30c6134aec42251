"""Indian rummy: the game under the contract."""
