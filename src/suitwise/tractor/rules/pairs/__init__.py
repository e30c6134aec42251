"""Two copies of a card: pairs and tractors of them, on two card masks; what is cut, owed and legal."""
