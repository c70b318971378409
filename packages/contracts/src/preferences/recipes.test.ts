// Every policy that the page on preferences shows is one that the service takes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { parsePreferencePolicy } from "./policy-faults.ts";

const page = readFileSync(join(import.meta.dirname, "../../../../docs/preferences.md"), "utf8");
const recipes = [...page.matchAll(/```json\n([^`]+)```/g)].map(([, json]) => json ?? "");

test("the page shows eleven recipes, and each is a policy", () => {
  assert.equal(recipes.length, 11);
  for (const recipe of recipes)
    assert.doesNotThrow(() => parsePreferencePolicy(JSON.parse(recipe), "policy"), recipe);
});
