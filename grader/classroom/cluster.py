"""Grades on other machines: hands a work's bytes to an existing Dask cluster.

Knows Dask's client, which it imports only when it is used. The cluster's machines need this very
course and Python; they share no disk with us, so what was handed in travels as a zip.
"""

import asyncio
import io
import os
import tempfile
import threading
import zipfile
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from grader.classroom.entry import Entry, Task, Terms, ungraded
from grader.classroom.fingerprint import course_print
from grader.classroom.handed import files_below
from grader.classroom.limits import MOST_ARCHIVE, TOO_MUCH
from grader.classroom.marking import Marker
from grader.mode import choose_services
from grader.record import Trouble, Usage
from labs.runtime.system import open_site

if TYPE_CHECKING:
    from distributed import Client

AHEAD = 2
"""Works on their way for each thread of the cluster, so that none waits for us."""
CONNECT_SECONDS = 10


@asynccontextmanager
async def cluster_hands(address: str, terms: Terms) -> AsyncIterator[Sequence["ClusterHand"]]:
    """Hands for a whole cluster.

    Raises:
        Usage: Dask is not installed here, or no scheduler answers at the address.
    """
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise Usage("--scheduler needs Dask: pip install 'koda-lab[dask]'") from None
    try:
        connecting = Client(address, asynchronous=True, timeout=CONNECT_SECONDS)  # type: ignore[no-untyped-call]
        client: Client = await connecting
    except (OSError, TimeoutError, ValueError):
        raise Usage(f"no Dask scheduler answers at {address}") from None
    async with client:
        threads = sum((await client.nthreads()).values())  # type: ignore[no-untyped-call]
        if threads == 0:
            raise Usage(f"the Dask cluster at {address} has no workers")
        yield [ClusterHand(client, terms) for _ in range(AHEAD * threads)]


class ClusterHand:
    """One work at a time on its way to the cluster and back."""

    def __init__(self, client: "Client", terms: Terms) -> None:
        self._client = client
        self._terms = terms

    async def entry(self, task: Task) -> Entry:
        """What came of the task.

        Raises:
            Trouble: the cluster has another version of the course.
        """
        try:
            content = await asyncio.to_thread(_packed, Path(task.path))
        except Usage as refusal:
            return ungraded(task, "refused", str(refusal), self._terms.labs)
        entry = await self._tried(task, content)
        return await self._tried(task, content) if entry.state == "trouble" else entry

    async def _tried(self, task: Task, content: bytes) -> Entry:
        asked = (self._terms.line(), task.line(), content)
        try:
            line: str = await self._client.submit(mark_there, *asked, pure=False)
        except Exception:  # whatever Dask says of a machine that is gone
            lost = "the cluster lost this work, twice; it is graded again next time"
            return ungraded(task, "trouble", lost, self._terms.labs)
        if not line:
            raise Trouble("the cluster's machines have another version of the course than this one")
        return Entry.from_line(line)

    async def close(self) -> None:
        """Nothing is its own."""


def mark_there(terms: str, task: str, content: bytes) -> str:
    """On a machine of the cluster: the line of the entry; an empty one, if the course differs."""
    asked = Task.from_line(task)
    if _course_here() != Terms.from_line(terms).course:
        return ""
    with tempfile.TemporaryDirectory(prefix="koda-") as room:
        name = Path(asked.path).name
        file = Path(room, name if name.lower().endswith(".zip") else f"{name}.zip")
        file.write_bytes(content)
        with _OPENING:
            place = _place()
        return place.marked(terms, replace(asked, path=str(file))).line()


class _Place:
    """Where a process of the cluster marks: one loop for all its threads, open while it lives.

    A submission's files are loaded under names that a process has but once.
    """

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._markers: dict[str, Marker] = {}
        self._open = AsyncExitStack()  # as long as this process lives
        threading.Thread(target=self._loop.run_forever, daemon=True).start()

    def marked(self, terms: str, task: Task) -> Entry:
        """What came of the task; from any thread."""
        return asyncio.run_coroutine_threadsafe(self._marked(terms, task), self._loop).result()

    async def _marked(self, terms: str, task: Task) -> Entry:
        if terms not in self._markers:
            wanted = Terms.from_line(terms)
            opening = open_site(choose_services(wanted.mode, os.environ))
            site = await self._open.enter_async_context(opening)
            self._markers[terms] = Marker(wanted, site)
        return await self._markers[terms].entry(task)


_OPENING = threading.Lock()
_place = cache(_Place)


@cache
def _course_here() -> str:
    return course_print()


def _packed(path: Path) -> bytes:
    """What was handed in, as a zip.

    Raises:
        Usage: it is too much, or no folder and no zip.
    """
    if path.is_file():
        if path.suffix.lower() != ".zip":
            raise Usage(f"{path.name} cannot be opened: hand in a folder or a zip")
        if path.stat().st_size > MOST_ARCHIVE:
            raise Usage(TOO_MUCH)
        return path.read_bytes()
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as written:
        for entry in files_below(path):
            written.write(entry.path, os.path.relpath(entry.path, path))
    return memory.getvalue()
