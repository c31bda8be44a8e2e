"""Builds the package by the interface of PEP 517, with the standard library alone.

The same sources give the same bytes, and nothing is downloaded.
"""

import base64
import hashlib
import io
import re
import tarfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
EPOCH = (1980, 1, 1, 0, 0, 0)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Writes a wheel and returns its name."""
    name, version, metadata = _metadata()
    info = f"{name}-{version}.dist-info"
    files = {path.relative_to(HERE).as_posix(): path.read_bytes() for path in _package()}
    files[f"{info}/METADATA"] = metadata.encode()
    files[f"{info}/WHEEL"] = (
        b"Wheel-Version: 1.0\nGenerator: rcheck-bdd\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    record = "".join(f"{path},{_digest(data)},{len(data)}\n" for path, data in files.items())
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    wheel = f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as out:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, EPOCH)
            entry.external_attr = 0o644 << 16
            out.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    """Writes an archive of the sources and returns its name."""
    name, version, metadata = _metadata()
    root = f"{name}-{version}"
    sources = [HERE / "pyproject.toml", HERE / "README.md", HERE / "backend.py", *_package()]
    with tarfile.open(Path(sdist_directory) / f"{root}.tar.gz", "w:gz") as out:
        files = [(path.relative_to(HERE).as_posix(), path.read_bytes()) for path in sources]
        for path, data in [*files, ("PKG-INFO", metadata.encode())]:
            entry = tarfile.TarInfo(f"{root}/{path}")
            entry.size = len(data)
            out.addfile(entry, io.BytesIO(data))
    return f"{root}.tar.gz"


def _package():
    folder = HERE / "rcheck_bdd"
    return [*sorted(folder.glob("*.py")), folder / "py.typed"]


def _digest(data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"sha256={digest}"


def _metadata():
    """The name of the package as file names have it, its version, and its metadata."""
    text = (HERE / "pyproject.toml").read_text(encoding="utf-8")
    project = dict(re.findall(r'^([a-z-]+) = "(.*)"$', text, re.M))
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {project['name']}",
        f"Version: {project['version']}",
        f"Summary: {project['description']}",
        "License: MIT",
        f"Requires-Python: {project['requires-python']}",
        "Classifier: Typing :: Typed",
        "Description-Content-Type: text/markdown",
        "",
        (HERE / "README.md").read_text(encoding="utf-8"),
    ]
    return project["name"].replace("-", "_"), project["version"], "\n".join(lines)
