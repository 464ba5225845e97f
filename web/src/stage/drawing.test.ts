import { expect, test } from "vitest";
import { changesOf, partsOf } from "./drawing";

const THINGS =
  '<g id="things"><g id="areas" aria-label="Areas"><g id="area:a" data-id="area:a"><title>A</title><use href="#a"/></g><use id="area:b" href="#b"/></g>' +
  '<g id="sea"><path d="M0 0"/></g><g id="empty"/></g>';

test("a drawing is cut into the parts of its groups, or the groups where parts have no ids", () => {
  expect([...partsOf(THINGS)]).toEqual([
    ["area:a", ["areas", '<g id="area:a" data-id="area:a"><title>A</title><use href="#a"/></g>']],
    ["area:b", ["areas", '<use id="area:b" href="#b"/>']],
    ["sea", ["", '<g id="sea"><path d="M0 0"/></g>']],
    ["empty", ["", '<g id="empty"/>']],
  ]);
});

test("an element without an id is not a part, since it never changes", () => {
  const printed = THINGS.replace('<g id="sea">', '<use href="#print"/><g><path/></g><g id="sea">');
  expect(partsOf(printed)).toEqual(partsOf(THINGS));
});

test("what differs between two drawings is removed, redrawn or added", () => {
  const [before, after] = [partsOf(THINGS), partsOf(THINGS.replace('<use id="area:b" href="#b"/>', '<g id="area:c"/>').replace("M0 0", "M1 1"))];
  expect(changesOf(before, after)).toEqual([
    ["", "area:b", null],
    ["areas", "area:c", '<g id="area:c"/>'],
    ["", "sea", '<g id="sea"><path d="M1 1"/></g>'],
  ]);
});
