"""Catalogues that render messages and events as sentences in one language, English included.

If the wording of a text depends on a number, it is a gettext plural entry; its context names the field that counts:

    msgctxt "tokens"
    msgid "event.power-won"
    msgid_plural "event.power-won"
    msgstr[0] "{house} gains {tokens} power token."
    msgstr[1] "{house} gains {tokens} power tokens."
"""

from __future__ import annotations

import gettext
import re
import string
from collections.abc import Callable, Iterable, Mapping
from importlib.resources.abc import Traversable
from itertools import groupby
from typing import Final, NamedTuple

import msgspec

from banneret.text.message import Message
from banneret.text.pseudo import PSEUDO, pseudo

LANGUAGES: Final = ("en", "de", "hu")
"""The languages in which every text is available."""
_COMMA: Final = ("de", "hu")
"""Languages that use a decimal comma."""
_DECIMAL: Final = re.compile(r"-?\d+\.\d+")
_CONTEXT: Final = "\x04"
"""Separates context and id in compiled catalogues."""


class _Plural(NamedTuple):
    field: str
    """The field whose value selects the form."""
    forms: tuple[str, ...]
    form_of: Callable[[int], int]


class Catalogue:
    """The texts of one language. An id is displayed as the entry `name.<id>` if there is one."""

    def __init__(
        self, language: str, parts: Iterable[gettext.GNUTranslations], more: Mapping[str, str] | None = None
    ) -> None:
        """Create a catalogue from compiled gettext catalogues and, optionally, further texts by id."""
        self.language = language
        self._texts: dict[str, str] = dict(more or {})
        self._plurals: dict[str, _Plural] = {}
        for part in parts:
            # GNUTranslations offers no public access to its messages, and its lookup cannot report a missing id
            entries: dict[str | tuple[str, int], str] = part._catalog  # type: ignore[attr-defined]  # no public API
            form_of: Callable[[int], int] = part.plural  # type: ignore[attr-defined]  # the plural rule from its header
            self._texts.update({k: v for k, v in entries.items() if k and isinstance(k, str)})
            self._plurals.update(_plurals(entries, form_of))

    @classmethod
    def load(cls, folders: Iterable[Traversable], language: str, english: Mapping[str, str] | None = None) -> Catalogue:
        """Load every `.mo` file in `<folder>/<language>` of the given folders.

        `english` holds texts by id whose English source is elsewhere (such as the rule index); translations are in
        `.mo` files. `qps` is a pseudo-language made from English, accented and a third longer, to test layouts.
        """
        source = "en" if language == PSEUDO else language
        found = []
        for folder in folders:
            place = folder.joinpath(source)
            if not place.is_dir():
                continue
            for file in sorted((f for f in place.iterdir() if f.name.endswith(".mo")), key=lambda f: f.name):
                with file.open("rb") as stream:
                    found.append(gettext.GNUTranslations(stream))
        catalogue = cls(language, found, english if source == "en" else None)
        if language == PSEUDO:
            catalogue._disguise()
        return catalogue

    def add(self, texts: Mapping[str, str]) -> None:
        """Add texts by id; existing ones are kept."""
        self._texts = {**texts, **self._texts}

    def extended(self, texts: Mapping[str, str]) -> Catalogue:
        """Return a copy of this catalogue with more texts by id; existing ones are kept."""
        found = Catalogue(self.language, (), {**texts, **self._texts})
        found._plurals = self._plurals
        return found

    def __contains__(self, id: str) -> bool:
        return id in self._texts or id in self._plurals

    def ids(self) -> list[str]:
        """Return all message ids."""
        return sorted({*self._texts, *self._plurals})

    def forms(self, id: str) -> tuple[str, ...]:
        """Return the templates of a message: one text, or all plural forms. Raises KeyError."""
        return self._plurals[id].forms if id in self._plurals else (self._texts[id],)

    def counted(self, id: str) -> str | None:
        """Return the field whose number selects the plural form of a message, or None if it has a single form."""
        return self._plurals[id].field if id in self._plurals else None

    def name(self, id: str) -> str:
        """Return the name of a thing (an area, a card, a house), or its id if it has no name."""
        return self._texts.get(f"name.{id}", id)

    def text(self, id: str, default: str = "") -> str:
        """Return a text without fields."""
        return self._texts.get(id, default)

    def render(self, message: Message) -> str:
        """Return the sentence for a message; without a text, the id followed by its fields."""
        template = self._template(message)
        if template is None:
            shown = ", ".join(f"{k} {self._field(v)}" for k, v in message.fields.items())
            return f"{message.id} ({shown})" if shown else message.id
        return string.Formatter().vformat(template, (), {k: self._field(v) for k, v in message.fields.items()})

    def render_event(self, event: msgspec.Struct) -> str:
        """Return the sentence for an event; fields hidden from the viewer read "hidden".

        An event can have a separate text for a field that is None because nothing applies: `event.morale.no-card` for
        `event.morale` without a card.
        """
        fields = {name: getattr(event, name) for name in event.__struct_fields__}
        id = f"event.{type(event).__struct_config__.tag}"
        id = next((own for name, v in fields.items() if v is None and (own := f"{id}.no-{name}") in self), id)
        return self.render(Message(id, {k: "hidden" if v is None else v for k, v in fields.items()}))

    def label(self, label: str) -> str:
        """Return the text of a checkpoint label: "round 4" is `label.round` with the number 4."""
        words = label.split()
        number = words.pop() if words and words[-1].isdecimal() else ""
        id = "label." + "-".join(words)
        return self.render(Message(id, {"number": number} if number else {})) if id in self else label

    def _template(self, message: Message) -> str | None:
        plural = self._plurals.get(message.id)
        if plural is None:
            return self._texts.get(message.id)
        count = message.fields.get(plural.field)
        return plural.forms[plural.form_of(count) if isinstance(count, int) else -1]

    def _field(self, value: object) -> str:
        if isinstance(value, tuple | list):
            return ", ".join(_counted([self._field(v) for v in value])) if value else self.name("none")
        if isinstance(value, dict):
            return ", ".join(f"{self._field(k)}: {self._field(v)}" for k, v in value.items())
        shown = self.name(value) if isinstance(value, str) else str(value)
        return shown.replace(".", ",") if self.language in _COMMA and _DECIMAL.fullmatch(shown) else shown

    def _disguise(self) -> None:
        self._texts = {id: pseudo(text) for id, text in self._texts.items()}
        self._plurals = {
            id: plural._replace(forms=tuple(map(pseudo, plural.forms))) for id, plural in self._plurals.items()
        }


def _counted(texts: Iterable[str]) -> list[str]:
    """Return texts, one that is repeated in sequence counted ("Knight ×2") unless it is a number."""
    counted = []
    for text, run in groupby(texts):
        count = sum(1 for _ in run)
        if count > 1 and any(letter.isalpha() for letter in text):
            counted.append(f"{text} ×{count}")
        else:
            counted += [text] * count
    return counted


def _plurals(
    entries: Mapping[str | tuple[str, int], str], form_of: Callable[[int], int]
) -> Iterable[tuple[str, _Plural]]:
    forms: dict[str, list[str]] = {}
    for key in sorted(key for key in entries if isinstance(key, tuple)):
        forms.setdefault(key[0], []).append(entries[key])
    for name, found in forms.items():
        field, _, id = name.rpartition(_CONTEXT)
        yield id, _Plural(field, tuple(found), form_of)
