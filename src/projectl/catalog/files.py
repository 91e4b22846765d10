"""Files that ship with the package. (importlib.resources would double the time of ``import projectl``.)"""

from os import path

_DATA = path.join(path.dirname(path.dirname(__file__)), "data")


def bundled_text(folder: str, name: str) -> str:
    """The text of ``data/<folder>/<name>.toml``."""
    with open(path.join(_DATA, folder, f"{name}.toml"), encoding="utf-8") as file:
        return file.read()
