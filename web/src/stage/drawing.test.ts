import { expect, test } from "vitest";
import { changesOf, composed, partsOf } from "./drawing";

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

test("from one draft to another, only the parts that differ are redrawn", () => {
  const token = (id: string, at: number): [string, string, string] => ["areas", id, `<g id="${id}"><path d="M${at} 0"/></g>`];
  const [one, other] = [[token("token:a", 1)], [token("token:a", 2), token("token:b", 1)]];
  const of = (...patches: [string, string, string | null][][]) => composed({ whole: THINGS, patches });
  expect(changesOf(of(one), of(other))).toEqual([token("token:a", 2), token("token:b", 1)]);
  expect(changesOf(of(other), of())).toEqual([
    ["", "token:a", null],
    ["", "token:b", null],
  ]);
  expect(changesOf(of([["areas", "area:b", null]]), of())).toEqual([["areas", "area:b", '<use id="area:b" href="#b"/>']]);
});
