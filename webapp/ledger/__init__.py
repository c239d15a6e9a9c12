"""The night's account, pure: hands, lines, dealers, totals, money. No database, no Flask."""
