"""Runs the command."""

from __future__ import annotations

import os
import subprocess
from typing import Mapping, Optional, Sequence, Union

from .document import Document, SchemaError, loads


class CheckError(RuntimeError):
    """The command wrote no document: it is missing, or its command line is wrong."""

    def __init__(self, message: str, status: Optional[int] = None) -> None:
        super().__init__(message)
        self.status = status


def check(
    *files: Union[str, "os.PathLike[str]"],
    props: Sequence[str] = (),
    constants: Optional[Mapping[str, int]] = None,
    flags: Sequence[str] = (),
    command: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Document:
    """Checks models and returns the results.

    props are further properties, constants are values for `const` declarations, and flags are
    passed on, such as "--witness". The command is the argument, else the environment variable
    RCHECK_BDD, else `rcheck-bdd`. After timeout seconds the command is killed, and
    subprocess.TimeoutExpired is raised; the flag "--timeout=30s" still gives the results so far.

    A model with errors is no exception: the errors are in its run. CheckError is raised if the
    command wrote no document.
    """
    line = [command or os.environ.get("RCHECK_BDD") or "rcheck-bdd", "check", "--quiet", "--json=-"]
    line += [f"--prop={formula}" for formula in props]
    line += [f"--set={name}={value}" for name, value in (constants or {}).items()]
    line += [*flags, *(_path(file) for file in files)]
    try:
        done = subprocess.run(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=timeout)
    except OSError as error:
        message = f"cannot run {line[0]}: {error.strerror}; set RCHECK_BDD to its path"
        raise CheckError(message) from error
    try:
        return loads(done.stdout)
    except SchemaError as error:
        message = done.stderr.decode("utf-8", "replace").strip() or str(error)
        raise CheckError(message, done.returncode) from error


def _path(file: Union[str, "os.PathLike[str]"]) -> str:
    """A path that is not taken for a flag."""
    path = os.fspath(file)
    return os.path.join(".", path) if path.startswith("-") and path != "-" else path
