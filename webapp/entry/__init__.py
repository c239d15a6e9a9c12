"""The parts of hand entry: sheets of tiles, the interview, the situation. `webapp.hand_entry` is the door."""
