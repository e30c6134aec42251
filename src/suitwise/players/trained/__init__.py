"""Trained players: small networks over inputs that are on or off, evaluated in whole numbers."""
