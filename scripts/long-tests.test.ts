// A test that was renamed or deleted must not stay on the list of long ones, where nobody would miss it.
import { strict as assert } from "node:assert";
import { globSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { LONG_TESTS, OWN_PROCESS_TESTS, QUICK_TESTS, UNSTEADY_TESTS } from "./long-tests.data.ts";

test("every entry of the long tests leads to a test", () => {
  const cwd = join(import.meta.dirname, "..");
  const empty = [...UNSTEADY_TESTS, ...LONG_TESTS, ...QUICK_TESTS, ...OWN_PROCESS_TESTS].filter(
    (start) => globSync(start.endsWith("/") ? `${start}**/*.test.ts` : start, { cwd }).length === 0,
  );
  assert.deepEqual(empty, []);
});
