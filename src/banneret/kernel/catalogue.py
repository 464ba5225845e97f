"""Texts: a catalogue turns messages and events into sentences of a language. English is a language like any."""

from __future__ import annotations

import gettext
import string
from collections.abc import Iterable
from importlib.resources.abc import Traversable

import msgspec

from banneret.kernel.events import Event
from banneret.kernel.message import Message


class Catalogue:
    """The texts of one language. Ids of things are shown by the entry `name.<id>`, where there is one."""

    def __init__(self, language: str, parts: Iterable[gettext.GNUTranslations]) -> None:
        self.language = language
        self._texts: dict[str, str] = {}
        for part in parts:
            # GNUTranslations keeps its messages here; its own look-up cannot say that an id is missing
            entries: dict[str, str] = part._catalog  # type: ignore[attr-defined]
            self._texts.update({k: v for k, v in entries.items() if k and isinstance(k, str)})

    @classmethod
    def load(cls, folders: Iterable[Traversable], language: str) -> Catalogue:
        """Load every `.mo` file of `<folder>/<language>` of these folders."""
        found = []
        for folder in folders:
            place = folder.joinpath(language)
            if not place.is_dir():
                continue
            for file in sorted((f for f in place.iterdir() if f.name.endswith(".mo")), key=lambda f: f.name):
                with file.open("rb") as stream:
                    found.append(gettext.GNUTranslations(stream))
        return cls(language, found)

    def __contains__(self, id: str) -> bool:
        return id in self._texts

    def ids(self) -> list[str]:
        """Return all message ids."""
        return sorted(self._texts)

    def name(self, id: str) -> str:
        """Return the name of a thing (an area, a card, a house), or its id if it has none here."""
        return self._texts.get(f"name.{id}", id)

    def render(self, message: Message) -> str:
        """Return the sentence for a message; an id without text is shown as it is, with its fields."""
        template = self._texts.get(message.id)
        if template is None:
            shown = ", ".join(f"{k} {self._field(v)}" for k, v in message.fields.items())
            return f"{message.id} ({shown})" if shown else message.id
        return string.Formatter().vformat(template, (), {k: self._field(v) for k, v in message.fields.items()})

    def render_event(self, event: Event) -> str:
        """Return the sentence for an event; fields left out for the viewer read as "hidden"."""
        fields = {f.name: getattr(event, f.name) for f in msgspec.structs.fields(event)}
        tag = str(type(event).__struct_config__.tag)
        return self.render(Message(f"event.{tag}", {k: "hidden" if v is None else v for k, v in fields.items()}))

    def _field(self, value: object) -> str:
        if isinstance(value, tuple | list):
            return ", ".join(self._field(v) for v in value) if value else self.name("none")
        if isinstance(value, dict):
            return ", ".join(f"{self._field(k)}: {self._field(v)}" for k, v in value.items())
        return self.name(value) if isinstance(value, str) else str(value)
