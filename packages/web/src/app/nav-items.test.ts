import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { DEEDS, isAt, MOVED_PAGES, NAV_GROUPS, NAV_ITEMS, NAV_PAGES } from "./nav-items.ts";

/** Addresses of the pages, as the table of pages states them. */
const ADDRESSES = Array.from(
  readFileSync(join(import.meta.dirname, "pages.tsx"), "utf8").matchAll(/^ {2}\["(\/[^"]*)", page\(/gm),
  ([, address = ""]) => address,
);

const isOf = (address: string, path: string): boolean =>
  new RegExp(`^${address.replaceAll(/:\w+/g, "[^/]+")}$`).test(path);

test("every entry of the navigation and of the palette leads to a page", () => {
  assert.ok(NAV_ITEMS.length <= 12, "the menu");
  for (const { path } of [...NAV_PAGES, ...DEEDS]) {
    const [plain = ""] = path.split("?");
    assert.ok(
      ADDRESSES.some((address) => isOf(address, plain)),
      path,
    );
  }
});

test("the address of a former page leads to a page, and is not one", () => {
  const isPage = (path: string): boolean =>
    ADDRESSES.some((address) => isOf(address, path.replace(/\?.*/, "")));
  assert.deepEqual(
    MOVED_PAGES.map(([from, to]) => [isPage(from), isPage(to)]),
    MOVED_PAGES.map(() => [false, true]),
  );
});

test("no two entries share a shortcut, a label or an address", () => {
  for (const member of ["key", "label", "path"] as const) {
    const values = NAV_PAGES.map((item) => item[member]);
    assert.equal(new Set(values).size, values.length, member);
  }
});

test("every group has entries, and every entry a group that is drawn", () => {
  for (const group of NAV_GROUPS)
    assert.ok(
      NAV_ITEMS.some((item) => item.group === group),
      group,
    );
  for (const { group } of NAV_ITEMS) assert.ok(NAV_GROUPS.includes(group));
});

test("an entry is current on its page and below it, and the overview only on its own", () => {
  const at = (location: string): string[] =>
    NAV_ITEMS.filter((item) => isAt(item, location)).map(({ label }) => label);
  assert.deepEqual(at("/"), ["Overview"]);
  assert.deepEqual(at("/decisions/0196-ab"), ["Decisions"]);
  assert.deepEqual(at("/learning/new"), ["Learning"]);
  assert.deepEqual(at("/sessions"), ["Decisions"]);
  assert.deepEqual(at("/audit-log"), ["Organisation"]);
  assert.deepEqual(at("/keysmith"), []);
});
