"""The rules of two-deck rummy: rule sets, hands, melds, islands."""
