"""Which mode a grading runs in, and on which services: from `--mode` and the environment.

Knows the variables' names. It never shows a value: a URL may hold a password.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal
from urllib.parse import SplitResult, urlsplit

from grader.record import Usage

if TYPE_CHECKING:
    from labs.runtime.system import Services

Mode = Literal["auto", "mock", "real"]

SCHEMES = {
    "REDIS_URL": ("redis", "rediss"),
    "DATABASE_URL": ("postgresql", "postgres"),
}


def real_wanted(mode: str, environment: Mapping[str, str]) -> bool:
    """Whether to run on real services.

    Raises:
        Usage: their URLs are needed, or half given.
    """
    given = [name for name in SCHEMES if environment.get(name)]
    missing = [name for name in SCHEMES if name not in given]
    if mode == "mock" or (mode == "auto" and (environment.get("MOCK") == "1" or not given)):
        return False
    if missing and mode == "real":
        raise Usage(f"--mode real needs {' and '.join(missing)} to be set; or use --mode mock")
    if missing:
        raise Usage(f"{given[0]} is set but {missing[0]} is not: set both, or use --mode mock")
    return True


def choose_services(mode: str, environment: Mapping[str, str]) -> "Services | None":
    """The real services to run on, or `None` for MOCK.

    Raises:
        Usage: a URL is missing or is none.
    """
    if not real_wanted(mode, environment):
        return None
    for name in SCHEMES:
        split_url(name, environment[name])
    from labs.runtime.system import Services

    return Services(environment["REDIS_URL"], environment["DATABASE_URL"])


def split_url(name: str, url: str) -> SplitResult:
    """The URL in its parts.

    Raises:
        Usage: it has the wrong scheme, no host, or a port that is none.
    """
    schemes = SCHEMES[name]
    wanted = " or ".join(f"{scheme}://" for scheme in schemes)
    try:
        parts = urlsplit(url)
        port_is_fine = parts.port is None or parts.port > 0
    except ValueError:
        raise Usage(f"{name} is not a URL with a host and a port") from None
    if parts.scheme not in schemes or "://" not in url:
        raise Usage(f"{name} must begin with {wanted}")
    if not parts.hostname or not port_is_fine:
        raise Usage(f"{name} names no host; it must look like {schemes[0]}://HOST:PORT")
    return parts
