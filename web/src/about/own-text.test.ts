import { expect, test } from "vitest";
import { blocksOf } from "./own-text";

test("blank lines and headings separate the blocks of a text", () => {
  expect(blocksOf("# Who\nAnn\nMain Street 1\r\n\r\n- one\n- two\n\n\n# Contact\nhttps://example.org\n")).toEqual([
    "# Who",
    "Ann\nMain Street 1",
    "- one\n- two",
    "# Contact",
    "https://example.org",
  ]);
});

test("an empty text has no blocks", () => {
  expect(blocksOf(" \n\n")).toEqual([]);
});
