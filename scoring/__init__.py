"""The game: tiles, hands, profiles, settlement. Pure; imports nothing of ours."""
