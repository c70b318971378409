import assert from "node:assert/strict";
import { test } from "node:test";

import { createCatalog } from "@signalbox/catalog";

import { checkLabels } from "./check-labels.ts";

const catalog = createCatalog();

test("a column for a mode that the model does not have is a fault that names the model's modes", () => {
  const [lacking, plain] = checkLabels(
    ["openai/gpt-5-xhigh", "openai/gpt-4o-high", "openai/gpt-5-high", "openai/gpt-4o"],
    catalog,
  );
  assert.deepEqual(lacking, {
    level: "error",
    line: 1,
    column: "openai/gpt-5-xhigh/score",
    message: '"openai/gpt-5-xhigh" has no mode "xhigh".',
    fix: "Its modes are minimal, low, medium, high; without one it answers in medium.",
  });
  assert.deepEqual(plain, {
    level: "error",
    line: 1,
    column: "openai/gpt-4o-high/score",
    message: '"openai/gpt-4o-high" has no mode "high".',
    fix: "It does not think; leave the effort out.",
  });
  assert.equal(checkLabels(["openai/gpt-5-high", "openai/gpt-4o"], catalog).length, 0);
});

test("a model that no catalogue knows is a warning, whatever its name ends in", () => {
  const found = checkLabels(["acme/own", "acme/own-high"], catalog);
  assert.deepEqual(
    found.map(({ level }) => level),
    ["warning", "warning"],
  );
});
