"""Teaching: lessons with executed examples, drills, the coach, "why" and what-ifs, the glossary. Pure.

Every figure comes from the engine and the chosen profile at the moment it is asked for.
"""
