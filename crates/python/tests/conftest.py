"""Settings of the property tests. They try the same cases in every run, so a new failure is caused by a code change.

With `HYPOTHESIS_PROFILE=search` they try more cases, which differ from run to run.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile("same", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("search", max_examples=2000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))
