"""Where the course's data stands: the notebooks, the starter's files, the solutions.

They are data, not packages: beside `labs/` in a clone, inside it in an installed wheel.
"""

from pathlib import Path

LABS = Path(__file__).parent


def course_folder(name: str, labs: Path = LABS) -> Path:
    """The folder of that name: `notebooks`, `starter` or `solutions`.

    The installed place comes first: beside an installed `labs` are other people's packages.
    """
    installed = labs / "course" / name
    return installed if installed.is_dir() else labs.parent / name
