"""The links of files as an iterator: `linkwright.harvest`."""

from __future__ import annotations

import json
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import Any, Final, Literal, Protocol, TypeAlias

from linkwright._linkwright import Error, HarvestRun

Record: TypeAlias = dict[str, Any]
Path: TypeAlias = "str | os.PathLike[str]"

#: The maximum number of records in `Harvest.problems`; further problems are only counted.
MOST_PROBLEMS: Final = 1000


class HarvestError(Error):
    """Raised for data that could not be read. `record` has the place of the data and the reason."""

    record: Record

    def __init__(self, record: Record) -> None:
        source, error = record["source"], record["error"]
        place = "!".join(part for part in (source["path"], source["member"]) if part)
        super().__init__(f"{place}: {error['message']}")
        self.record = record


class Bar(Protocol):
    """The interface of a progress bar, such as `tqdm.tqdm`."""

    def update(self, n: int, /) -> object: ...
    def close(self) -> object: ...


class Harvest(Iterator[Record]):
    """An iterator over the records of links, in the order of the files. A thread reads ahead. The thread stops when
    `close` is called, when a `with` block ends, or when this object is dropped."""

    #: Records of data that was not read, each with `source` and `error`. The list holds at most the first 1000.
    problems: list[Record]

    def __init__(
        self,
        files: list[str],
        *,
        preset: str,
        errors: Literal["keep", "yield", "raise"],
        progress: bool | Callable[..., Bar],
        options: dict[str, Any],
    ) -> None:
        self.problems = []
        self._problem_count = 0
        self._errors = errors
        self._ready: deque[Record] = deque()
        self._run = HarvestRun(files, preset, options)
        self._bytes_shown = 0
        self._lock = threading.Lock()
        self._bar = _bar(files, progress)

    def __iter__(self) -> Harvest:
        return self

    def __next__(self) -> Record:
        with self._lock:
            return self._next()

    def _next(self) -> Record:
        while not self._ready:
            events = self._run.next_events()
            self._show_progress()
            if events is None:
                self.close()
                raise StopIteration
            for is_link, line in events:
                record: Record = json.loads(line)
                self._ready.append(record)
                if not is_link:
                    self._keep(record)
        record = self._ready.popleft()
        if self._errors == "raise" and "error" in record:
            self.close()
            raise HarvestError(record)
        return record

    def _keep(self, record: Record) -> None:
        self._problem_count += not record["error"]["is_harmless"]
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(record)
        # Data that is skipped by design, such as a picture, does not end the iteration.
        is_event = self._errors == "yield" or (self._errors == "raise" and not record["error"]["is_harmless"])
        if not is_event:
            self._ready.pop()

    def _show_progress(self) -> None:
        if self._bar is not None:
            _, read = self._run.progress()
            self._bar.update(read - self._bytes_shown)
            self._bytes_shown = read

    @property
    def summary(self) -> dict[str, int]:
        """The numbers of files, bytes, documents, messages and links that were read, and the number of problems. The
        numbers are complete after the end of the iteration."""
        return self._run.summary()

    def close(self) -> None:
        """Stops reading. Records that have not been yielded yet are lost."""
        self._run.close()
        self._ready.clear()
        if self._bar is not None:
            self._bar.close()
            self._bar = None

    def __enter__(self) -> Harvest:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def harvest(
    paths: Path | Iterable[Path],
    /,
    preset: str = "mail",
    *,
    errors: Literal["keep", "yield", "raise"] = "keep",
    progress: bool | Callable[..., Bar] = False,
    **options: Any,
) -> Harvest:
    """Returns an iterator over the links of files. Each item is the record that `linkwright extract --format jsonl`
    writes for a link.

    `paths` are files and folders. All files of a folder are read in name order, except files whose names begin with a
    dot. The format of each file is detected.

    Data that cannot be read counts as a problem. With `errors="keep"` the record of a problem is in `Harvest.problems`;
    with `"yield"` the iterator yields this record, which has the member `error`; with `"raise"` a `HarvestError` ends
    the iteration.

    `progress=True` shows a `tqdm` progress bar, in a terminal or in a notebook. `progress` may also be a callable,
    which is called like `tqdm.tqdm(total=..., unit="B", unit_scale=True)` and returns the bar.

    `options` are the options of `Finder` and these options for documents: `format`, `encoding`, `base`, `context`
    (characters around each link), `relative`, `invalid`, `unwrap`, `binary`, and the limits of the command
    (`linkwright extract --limit`) with `max_` before their names: `max_held`, `max_part_depth`.
    """
    if errors not in ("keep", "yield", "raise"):
        raise ValueError(f"errors: expected 'keep', 'yield' or 'raise', found {errors!r}")
    several: Iterable[Path] = [paths] if isinstance(paths, (str, os.PathLike)) else paths
    files = [file for path in several for file in _files(os.fspath(path))]
    return Harvest(files, preset=preset, errors=errors, progress=progress, options=options)


def _files(path: str) -> Iterator[str]:
    """The files of the folder `path` and its subfolders, or `path` itself. If `path` does not exist, the thread reports
    a problem when it reads the file."""
    if not os.path.isdir(path):
        yield path
        return
    entries = sorted(entry.name for entry in os.scandir(path) if not entry.name.startswith("."))
    for name in entries:
        below = os.path.join(path, name)
        if os.path.isdir(below) and not os.path.islink(below):
            yield from _files(below)
        elif os.path.isfile(below) and not os.path.islink(below):
            yield below


def _bar(files: list[str], progress: bool | Callable[..., Bar]) -> Bar | None:
    if progress is False:
        return None
    make: Callable[..., Bar]
    if progress is True:
        from tqdm.auto import tqdm

        make = tqdm
    else:
        make = progress
    total = sum(os.path.getsize(file) for file in files if os.path.isfile(file))
    return make(total=total, unit="B", unit_scale=True)
