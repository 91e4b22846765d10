"""TypeScript types made from the wire messages, so that the browser and the server cannot drift apart."""

import sys
from pathlib import Path
from typing import Any

from msgspec import inspect

from projectl.service import wire

HEAD = """// Made from src/projectl/service/wire.py by `make types`. Do not edit.
"""

_PLAIN: dict[type, str] = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}


def typescript() -> str:
    """The whole file."""
    writer = _Writer()
    unions = [
        f"export type {name} = {writer.spell(inspect.type_info(union))};"
        for name, union in (("Do", wire.Do), ("FromClient", wire.FromClient), ("FromServer", wire.FromServer))
    ]
    constants = [f"export const {name} = {getattr(wire, name)};" for name in ("PROTOCOL", "MAX_NAME", "MAX_CHAT")]
    return "\n".join([HEAD, *constants, "", *writer.interfaces(), *unions, ""])


class _Writer:
    def __init__(self) -> None:
        self._written: dict[str, str] = {}

    def interfaces(self) -> list[str]:
        """One interface for every struct that was spelt, by name."""
        return [self._written[name] for name in sorted(self._written)]

    def spell(self, kind: inspect.Type) -> str:  # noqa: PLR0911 - one return for each kind
        """A type as TypeScript writes it."""
        match kind:
            case inspect.StructType():
                return self._struct(kind)
            case inspect.UnionType():
                return " | ".join(self.spell(one) for one in kind.types)
            case inspect.LiteralType():
                return " | ".join(f'"{value}"' for value in kind.values)
            case inspect.VarTupleType() | inspect.ListType():
                inner = self.spell(kind.item_type)
                return f"({inner})[]" if "|" in inner else f"{inner}[]"
            case inspect.DictType():
                return f"Record<{self.spell(kind.key_type)}, {self.spell(kind.value_type)}>"
            case inspect.Metadata():
                return self.spell(kind.type)
        return _PLAIN[type(kind)]

    def _struct(self, kind: inspect.StructType) -> str:
        name = kind.cls.__name__
        if name not in self._written:
            self._written[name] = ""  # a name is enough for types that refer to themselves
            lines = [f"/** {_first_sentence(kind.cls)} */", f"export interface {name} {{"]
            if kind.tag is not None:
                lines.append(f'  {kind.tag_field}: "{kind.tag}";')
            for field in kind.fields:
                optional = "" if field.required else "?"
                lines.append(f"  {field.encode_name}{optional}: {self.spell(field.type)};")
            self._written[name] = "\n".join([*lines, "}", ""])
        return name


def _first_sentence(kind: type[Any]) -> str:
    text = " ".join((kind.__doc__ or "").split())
    sentence = text.split(". ")[0]
    return sentence if sentence.endswith(("?", ".")) else f"{sentence}."


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(typescript())
