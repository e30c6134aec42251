"""The rules of Texas 42: dominoes, suits and tricks, positions, the auction, contracts."""
