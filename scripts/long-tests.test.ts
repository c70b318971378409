// The tests themselves: none that was renamed or deleted stays on a list, and none leaves folders behind.
import { strict as assert } from "node:assert";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { LONG_TESTS, OWN_PROCESS_TESTS, QUICK_TESTS, UNSTEADY_TESTS } from "./long-tests.data.ts";

const cwd = join(import.meta.dirname, "..");

test("every entry of the long tests leads to a test", () => {
  const empty = [...UNSTEADY_TESTS, ...LONG_TESTS, ...QUICK_TESTS, ...OWN_PROCESS_TESTS].filter(
    (start) => globSync(start.endsWith("/") ? `${start}**/*.test.ts` : start, { cwd }).length === 0,
  );
  assert.deepEqual(empty, []);
});

test("every test that makes a temporary folder removes it", () => {
  const tests = globSync(
    ["packages/*/{src,test}/**/*.test.ts", "scripts/**/*.test.ts", "proof/*/*.test.ts"],
    { cwd },
  );
  const left = tests.filter((file) => {
    const text = readFileSync(join(cwd, file), "utf8");
    return /\bmkdtemp(?:Sync)?\(/.test(text) && !/\brm(?:Sync)?\(/.test(text);
  });
  assert.ok(tests.length > 100);
  assert.deepEqual(left, []);
});
