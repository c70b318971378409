import assert from "node:assert/strict";
import { test } from "node:test";
import { loadTsx } from "../../../test/support/load-tsx.ts";
import type * as PlaygroundPage from "./start-page.tsx";

const { intervalWords, promptsOf } = await loadTsx<typeof PlaygroundPage>("pages/start/start-page.tsx");

test("a line is a prompt, and an empty line is not", () => {
  assert.deepEqual(promptsOf(" Hello \n\n  \nBye\r\n"), ["Hello", "Bye"]);
  assert.deepEqual(promptsOf(""), []);
});

test("an interval is shown with its ends, never with a negative zero", () => {
  assert.equal(intervalWords({ mean: 0.804, low: 0.73, high: 0.98 }, 100, 0), "80 (73 to 98)");
  assert.equal(intervalWords({ mean: -0.01, low: -0.3, high: 0.04 }, 1, 1), "0.0 (-0.3 to 0.0)");
});
