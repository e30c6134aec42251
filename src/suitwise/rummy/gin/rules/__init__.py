"""The rules of gin rummy, as chapters on bitboards."""
