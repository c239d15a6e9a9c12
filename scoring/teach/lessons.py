"""All lessons in the order one learns them."""

from __future__ import annotations

from scoring.teach.lesson import Lesson
from scoring.teach.lessons_hands import CHICKENS_LESSON, MELDS, PASSES, PATTERNS, TILES
from scoring.teach.lessons_last import MORE, WHOLE
from scoring.teach.lessons_money import DEALER, DRAW, FIRST, HOT, REVERSE
from scoring.teach.lessons_ready import READY

LESSONS: tuple[Lesson, ...] = (
    TILES,
    MELDS,
    READY,
    PATTERNS,
    PASSES,
    CHICKENS_LESSON,
    FIRST,
    REVERSE,
    HOT,
    DRAW,
    DEALER,
    MORE,
    WHOLE,
)

BY_ID = {lesson.id: lesson for lesson in LESSONS}
