import assert from "node:assert/strict";
import { test } from "node:test";

import { runLab, type Outcome } from "../../test/run-lab.ts";

const run = (...args: string[]): Promise<Outcome> => runLab(["atlas", "show", ...args]);

test("a request is shown whole with both labels", async () => {
  const { code, out } = await run("en-0001");
  assert.equal(code, 0);
  assert.match(out, /^en-0001 \(en/);
  assert.match(out, /author .*tier \d/);
  assert.match(out, /second reader .*tier \d/);
});

test("the list is narrowed by language, operation and tier", async () => {
  const { out } = await run("--language", "sw", "--operation", "title", "--json");
  const entries = JSON.parse(out) as { language: string; author: { op: string } }[];
  assert.ok(entries.length > 0);
  assert.ok(entries.every(({ language, author }) => language === "sw" && author.op === "title"));
});

test("agreement of the two readers is shown with kappa", async () => {
  const { out } = await run("--agreement");
  assert.match(out, /^requests with two labels +\d{4,}\noperation +\d\d\.\d % +kappa 0\.\d\d/);
  assert.match(out, /\ngroups of wordings with two labels +\d{5}\noperation +\d{2,3}\.\d % +kappa/);
});

test("an id that is not there is refused with advice", async () => {
  const { code, error } = await run("xx-9999");
  assert.equal(code, 2);
  assert.match(error, /atlas show/);
});

test("a name that no request has is refused with those that there are", async () => {
  const { code, error } = await run("--operation", "foo");
  assert.equal(code, 2);
  assert.match(error, /--operation is one of act, answer, .*not "foo"/);
});
