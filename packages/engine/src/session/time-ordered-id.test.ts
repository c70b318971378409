import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";

import { timeOrderedId } from "./time-ordered-id.ts";

const VERSION_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("ids are well-formed and sort by time", () => {
  const times = [0, 1, 1_600_000_000_000, 1_795_000_000_123, 2 ** 47];
  const ids = times.map((time) => timeOrderedId(time, randomUUID()));
  for (const id of ids) assert.match(id, VERSION_4);
  assert.deepEqual(ids.toSorted(), ids);
});

test("ids of one moment differ, and their time can be read back", () => {
  const ids = new Set(Array.from({ length: 1_000 }, () => timeOrderedId(1_795_000_000_123, randomUUID())));
  assert.equal(ids.size, 1_000);
  const [id = ""] = ids;
  assert.equal(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16), 1_795_000_000_123);
});
