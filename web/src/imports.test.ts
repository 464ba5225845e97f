import { expect, it } from "vitest";

const sources = import.meta.glob<string>(["./**/*.ts", "./**/*.tsx"], { query: "?raw", import: "default", eager: true });

/** The imports of each file, types included, by path without extension. */
function graph(): Map<string, string[]> {
  const files = new Map(Object.entries(sources).map(([path, text]) => [path.slice(2).replace(/\.tsx?$/, ""), text]));
  return new Map(
    [...files].map(([path, text]) => {
      const folder = path.split("/").slice(0, -1);
      const named = [...text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*"(\.[^"]+)"/g)].map(([, to = ""]) => resolve(folder, to));
      return [path, named.filter((to) => files.has(to))];
    }),
  );
}

function resolve(folder: string[], to: string): string {
  const found = [...folder];
  for (const part of to.split("/")) {
    if (part === "..") found.pop();
    else if (part !== ".") found.push(part);
  }
  return found.join("/");
}

/** The import edges between files and folders with the same parent folder. */
function siblings(files: Map<string, string[]>): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [path, imported] of files) {
    for (const other of imported) {
      const [one, two] = [path.split("/"), other.split("/")];
      const at = one.findIndex((part, i) => part !== two[i]);
      const from = one.slice(0, at + 1).join("/");
      found.set(from, (found.get(from) ?? new Set()).add(two.slice(0, at + 1).join("/")));
    }
  }
  return found;
}

/** A cycle of imports as a path; empty if there is none. */
function cycle(edges: Map<string, Set<string>>): string[] {
  const done = new Set<string>();
  const walk = (at: string, path: string[]): string[] => {
    if (path.includes(at)) return [...path.slice(path.indexOf(at)), at];
    if (done.has(at)) return [];
    for (const next of edges.get(at) ?? []) {
      const found = walk(next, [...path, at]);
      if (found.length > 0) return found;
    }
    done.add(at);
    return [];
  };
  for (const at of edges.keys()) {
    const found = walk(at, []);
    if (found.length > 0) return found;
  }
  return [];
}

it("finds a cycle of folders that no cycle of files shows", () => {
  const files = new Map([
    ["one/a", ["two/a"]],
    ["two/a", []],
    ["two/b", ["one/b"]],
    ["one/b", []],
  ]);
  expect(cycle(siblings(files))).toEqual(["one", "two", "one"]);
});

it("reads the imports of the page", () => {
  expect(graph().get("main")).toContain("app");
  expect(graph().get("play/table")).toContain("stage/board");
});

it("finds no import cycle among the files and folders of the page", () => {
  expect(cycle(siblings(graph()))).toEqual([]);
});
