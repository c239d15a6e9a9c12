"""``zhuoji evaluate``: readings against labels, sliced; agrees with ../shared/tools/score_photos.py to the last digit."""
