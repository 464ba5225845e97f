"""Write web/src/protocol.ts, the types of the page's messages, from the structs of the server."""

from __future__ import annotations

import ast
import inspect
import json
import textwrap
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, get_origin

import msgspec
from litestar import Litestar
from msgspec import inspect as types

from banneret.server.api.matches.socket_messages import FromServer, ToServer
from banneret.server.api.openapi import bodies
from banneret.server.app import make_app
from banneret.server.matches.stream import GameEvent
from banneret.server.past.replay_file import ReplayFile
from banneret.server.settings import Settings
from banneret.show.panels import TablePanel

TARGET: Final = Path(__file__).parents[1] / "web" / "src" / "protocol.ts"
ALIASES: Final[dict[str, Any]] = {
    "Told": tuple[int, GameEvent],
    "FromServer": FromServer,
    "ToServer": ToServer,
    "TablePanel": TablePanel,
}
"""Types that have a name only on the page."""
HEAD: Final = (
    "// Written by `make protocol` from the structs of the server, whose HTTP part docs/openapi.json describes too.\n"
)
WIDTH: Final = 110
WORDS: Final = {
    types.AnyType: "unknown",
    types.BoolType: "boolean",
    types.FloatType: "number",
    types.IntType: "number",
    types.NoneType: "null",
    types.StrType: "string",
}


def written(app: Litestar) -> str:
    """Return the TypeScript module."""
    taken, given = bodies(app)
    sent = structs([*given, FromServer, ReplayFile])
    read = structs([*taken, ToServer])
    found = {name: declared(struct, whole=name in sent, sent=sent) for name, struct in (read | sent).items()}
    for name, alias in ALIASES.items():
        found[name] = f"export type {name} = {shown(types.type_info(alias))};\n"
    return "\n".join([HEAD, *(text for _, text in sorted(found.items()))])


def structs(roots: list[Any]) -> dict[str, types.StructType]:
    """Return all structs reachable from these types, by name. Raises ValueError if two have the same name."""
    found: dict[str, types.StructType] = {}

    def walk(kind: types.Type) -> None:
        kind = plain(kind)
        if isinstance(kind, types.StructType):
            name = name_of(kind)
            if name in found:
                if class_of(found[name]) is not class_of(kind):
                    raise ValueError(f"two structs are named {name}")
                return
            found[name] = kind
            for field in kind.fields:
                walk(field.type)
        for inner in inside(kind):
            walk(inner)

    for root in roots:
        walk(types.type_info(root))
    return found


def plain(kind: types.Type) -> types.Type:
    """Return a type without its metadata; `of` in the metadata names the content of an open type."""
    if not isinstance(kind, types.Metadata):
        return kind
    of = (kind.extra or {}).get("of")
    return plain(kind.type if of is None else types.type_info(of))


def inside(kind: types.Type) -> tuple[types.Type, ...]:
    """Return the member types of a union or collection."""
    match kind:
        case types.UnionType():
            return kind.types
        case types.ListType() | types.VarTupleType():
            return (kind.item_type,)
        case types.TupleType():
            return kind.item_types
        case types.DictType():
            return (kind.value_type,)
        case _:
            return ()


def class_of(struct: types.StructType) -> type[msgspec.Struct]:
    """Return the class of a struct, even if it is generic."""
    cls: type[msgspec.Struct] = get_origin(struct.cls) or struct.cls
    return cls


def name_of(struct: types.StructType) -> str:
    """Return the name of a struct on the page, where output of the server is input."""
    return class_of(struct).__name__.removesuffix("Out")


def shown(kind: types.Type, partial: frozenset[str] = frozenset()) -> str:
    """Return a type in TypeScript; fields of structs named in `partial` are optional. Raises TypeError."""
    kind = plain(kind)
    match kind:
        case types.StructType():
            name = name_of(kind)
            return f"Partial<{name}>" if name in partial else name
        case types.LiteralType():
            return " | ".join(json.dumps(value) for value in kind.values)
        case types.UnionType():
            return " | ".join(dict.fromkeys(shown(one, partial) for one in kind.types))
        case types.TupleType():
            return f"[{', '.join(shown(one, partial) for one in kind.item_types)}]"
        case types.DictType():
            return f"Record<string, {shown(kind.value_type, partial)}>"  # JSON object keys are strings
        case types.ListType() | types.VarTupleType():
            item = shown(kind.item_type, partial)
            return f"({item})[]" if " | " in item else f"{item}[]"
        case _ if type(kind) in WORDS:
            return WORDS[type(kind)]
    raise TypeError(f"{type(kind).__name__} has no TypeScript equivalent yet")


def declared(struct: types.StructType, *, whole: bool, sent: dict[str, types.StructType]) -> str:
    """Return the declaration of a struct; with `whole` (sent by the server), fields with defaults are required."""
    cls, name = class_of(struct), name_of(struct)
    about = explained(cls)
    text = comment(inspect.cleandoc(cls.__doc__ or ""), "")
    if struct.array_like:
        fields = ", ".join(f"{one.encode_name}: {shown(one.type)}" for one in struct.fields)
        return f"{text}export type {name} = [{fields}];\n"
    partial = frozenset() if whole else frozenset(one for one, inner in sent.items() if can_be_partial(inner))
    lines = [] if struct.tag is None else [f"  {struct.tag_field}: {json.dumps(struct.tag)};\n"]
    for field in struct.fields:
        omitted = not field.required and cls.__struct_config__.omit_defaults
        mark = "?" if omitted or not (field.required or whole) else ""
        kind = shown(field.type, partial)
        if omitted and whole and field.default is None:
            kind = kind.removesuffix(" | null")  # omitted if null
        lines.append(comment(about.get(field.name, ""), "  "))
        lines.append(f"  {field.encode_name}{mark}: {kind};\n")
    return f"{text}export interface {name} {{\n{''.join(lines)}}}\n"


def can_be_partial(struct: types.StructType) -> bool:
    """Return whether all fields of a struct have defaults, so that clients can send any subset."""
    config = class_of(struct).__struct_config__
    return bool(struct.fields) and not config.omit_defaults and all(not one.required for one in struct.fields)


def comment(text: str, indent: str) -> str:
    """Return a comment, or ""."""
    words = " ".join(text.split())
    if len(words) <= WIDTH:
        return f"{indent}/** {words} */\n" if words else ""
    lines = textwrap.wrap(words, WIDTH)
    return f"{indent}/**\n" + "".join(f"{indent} * {line}\n" for line in lines) + f"{indent} */\n"


@cache
def explained(cls: type) -> dict[str, str]:
    """Return the docstring of each field of a struct."""
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if base is msgspec.Struct or not issubclass(base, msgspec.Struct):
            continue
        tree = ast.parse(textwrap.dedent(inspect.getsource(base)))
        body = next(node.body for node in tree.body if isinstance(node, ast.ClassDef))
        for one, after in pairwise(body):
            if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and isinstance(after, ast.Expr):
                found[one.target.id] = str(ast.literal_eval(after.value))
    return found


def main() -> None:
    """Write the file."""
    TARGET.write_text(written(make_app(Settings(database="sqlite:///:memory:"))), encoding="utf-8")


if __name__ == "__main__":
    main()
