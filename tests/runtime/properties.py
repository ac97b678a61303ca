"""How hard property tests try. No deadline: a busy machine is no failed promise."""

from hypothesis import HealthCheck, settings

thoroughly = settings(deadline=None, max_examples=60)
over_http = settings(
    deadline=None,
    max_examples=25,
    # One rig for all examples; each example has a session of its own.
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
