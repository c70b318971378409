import assert from "node:assert/strict";
import { test } from "node:test";
import { createCatalog } from "../create-catalog.ts";

const catalog = createCatalog({ asOf: new Date("2026-11-28T12:00:00Z") });
const at = (model: string, day = "2026-11-28"): string => {
  const found = catalog.at(Date.parse(`${day}T12:00:00Z`)).resolve({ model })?.shutdown;
  return found === undefined ? "-" : `${found.host} ${found.on} ${found.state}`;
};

for (const [model, day, expected] of [
  ["openai/o1", "2026-11-28", "openai 2026-10-23 past"],
  ["openai/o1", "2026-10-22", "openai 2026-10-23 near"],
  ["openai/gpt-5", "2026-11-28", "openai 2026-12-11 near"],
  ["openai/gpt-5", "2026-12-11", "openai 2026-12-11 past"],
  ["openai/gpt-5.1", "2026-11-28", "openai 2027-04-01 ahead"],
  ["openrouter/openai/gpt-5", "2026-12-11", "openai 2026-12-11 past"],
  ["azure/gpt-5", "2026-11-28", "azure 2027-02-06 ahead"],
  ["vertex_ai/gemini-2.5-pro", "2026-11-28", "google-vertex 2026-10-20 past"],
  ["google/gemini-2.5-pro", "2026-11-28", "google 2026-12-01 near"],
  ["bedrock/anthropic.claude-opus-4-1-20250805-v1:0", "2026-11-28", "-"],
  ["anthropic/claude-opus-4.1", "2026-11-28", "anthropic 2026-08-05 past"],
  ["qwen/qwen3-32b", "2026-11-28", "-"],
  ["anthropic/claude-opus-5.5", "2026-11-28", "-"],
] as const)
  test(`${model} on ${day}: ${expected}`, () => assert.equal(at(model, day), expected));

test("a table whose dates move is marked as unsure, and no other", () => {
  const ends = catalog.list().flatMap(({ shutdowns = [] }) => shutdowns);
  assert.ok(ends.length > 100);
  for (const { host, isUnsure } of ends) if (isUnsure === true) assert.equal(host, "azure");
});
