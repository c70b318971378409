import assert from "node:assert/strict";
import { test } from "node:test";
import { loadTsx } from "../../../test/support/load-tsx.ts";
import type * as PersonPanel from "./person-panel.tsx";

const { EMPTY, selectionOf } = await loadTsx<typeof PersonPanel>("pages/settings/person-panel.tsx");

test("nothing chooses nothing, and blanks are nothing", () => {
  assert.equal(selectionOf(EMPTY), undefined);
  assert.equal(selectionOf({ ...EMPTY, id: "  " }), undefined);
});

test("an id and times become what the service reads", () => {
  assert.deepEqual(selectionOf({ ...EMPTY, id: " customer 7 " }), { subject: "customer 7" });
  assert.deepEqual(selectionOf({ ...EMPTY, by: "session", id: "a, b\nc" }), { session_ids: ["a", "b", "c"] });
  const both = selectionOf({ ...EMPTY, by: "key", id: "k", from: "2026-01-02T03:04" });
  assert.deepEqual(both, { key_id: "k", from: new Date("2026-01-02T03:04").toISOString() });
});
