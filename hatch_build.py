"""Builds the browser app into the package, so that whoever installs the wheel needs no Node."""

import hashlib
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WEB = "src/projectl/web"


class BrowserApp(BuildHookInterface[Any]):
    """Runs Vite unless the app is there already and made from these very sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it packs anything."""
        root = Path(self.root)
        web, sources = root / WEB, root / "ui"
        if sources.is_dir() and not os.environ.get("PROJECTL_NO_UI"):
            digest = source_digest(sources)
            if not (web / "sources").is_file() or (web / "sources").read_text() != digest:
                build(sources)
                (web / "sources").write_text(digest)
        if version != "editable" and not (web / "index.html").is_file():
            raise RuntimeError("The browser app is missing: build it with `make web` (it needs Node 20.19 or newer).")
        build_data["artifacts"].append(f"{WEB}/**")


def source_digest(sources: Path) -> str:
    """A hash of everything the app is made from."""
    digest = hashlib.sha256()
    for path in sorted(sources.rglob("*")):
        if path.is_file() and "node_modules" not in path.parts:
            digest.update(path.relative_to(sources).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def build(sources: Path) -> None:
    """npm ci and vite build, in one clear sentence if they cannot run."""
    npm = shutil.which("npm")
    if npm is None:
        raise RuntimeError("Building the browser app needs Node 20.19 or newer with npm (or set PROJECTL_NO_UI=1).")
    subprocess.run([npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=sources, check=True)
    subprocess.run([npm, "run", "--silent", "build", "--", "--logLevel=warn"], cwd=sources, check=True)
