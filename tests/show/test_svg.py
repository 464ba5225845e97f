"""Whole drawings: their name, size, class, and where to look first."""

from xml.etree import ElementTree

from banneret.show.svg import sheet, tag, text, title


def test_a_sheet_has_its_name_first_and_leaves_out_what_it_has_not() -> None:
    drawn = sheet("Coin & cup", "<g/>", size=(120, 80.5), focus=(0, 0, 60, 80.5), root="coin")
    assert drawn == (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 80.5" width="120" height="80.5" class="coin"'
        ' role="graphics-document" data-focus="0 0 60 80.5"><title>Coin &amp; cup</title><g/></svg>'
    )
    assert 'data-unit="7.25"' in sheet("Coin", size=(1, 1), focus=(0, 0, 1, 1), root="coin", unit=7.25)


def test_texts_and_attributes_are_escaped() -> None:
    script = '"><script>alert(1)</script>'
    whole = sheet(script, size=(1, 1), focus=(0, 0, 1, 1), root="x")
    for drawn in (title(script), text(0, 0, script, 12), tag("g", id=script), whole):
        assert "<script" not in drawn
        parsed = ElementTree.fromstring(drawn)  # noqa: S314  # our own
        assert script in (*parsed.itertext(), *parsed.attrib.values())
