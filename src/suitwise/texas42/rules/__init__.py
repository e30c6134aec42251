"""The rules of Texas 42: dominoes and suits, tricks, the auction, contracts, positions."""
