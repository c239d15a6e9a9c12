"""What holds for all tests."""

from hypothesis import settings

# How long a case takes says something about the machine, not about the code.
settings.register_profile("zhuoji", deadline=None)
settings.load_profile("zhuoji")
