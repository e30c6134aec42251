"""Work that runs in worker processes: bots, reviews, replays, board questions, deals of the day."""
