// How the limits of a busy service stand to one another as they are shipped.
import assert from "node:assert/strict";
import { test } from "node:test";

import { listSettings } from "./config-schema.ts";

const defaults = new Map(listSettings().map(({ path, default: value }) => [path, value]));

function numberOf(path: string): number {
  const value = defaults.get(path);
  assert.ok(typeof value === "number", path);
  return value;
}

test("the spool has room for all that is decided at 500 requests a second while PostgreSQL is away", () => {
  const bytesPerDecision = 8_192;
  const perSecond = 500;
  const seconds = numberOf("storage.awayMs") / 1000;
  assert.ok(numberOf("storage.spoolBytesMax") >= seconds * perSecond * bytesPerDecision);
});

test("decisions go on for longer than a minute without PostgreSQL: its fail-over to another machine takes one or two", () => {
  assert.ok(numberOf("storage.awayMs") > 60_000);
});
