"""Property tests try the same cases in every run, so that a failure comes from a change and not from a new case.

`HYPOTHESIS_PROFILE=search` tries other cases in each run, and more of them.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile("same", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("search", max_examples=2000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))
