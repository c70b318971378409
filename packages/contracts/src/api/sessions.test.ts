// Questions about sessions and groups by tag, and the answers to them.
import assert from "node:assert/strict";
import { test } from "node:test";

import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";

import { CustomRouterSchema } from "./custom-routers.ts";
import { OverviewGroupsQuerySchema, OverviewTagsSchema } from "./overview-groups.ts";
import { PrivacySelectionSchema } from "./privacy.ts";
import { SessionSchema, SESSIONS_MAX, SessionsQuerySchema, type Session } from "./sessions.ts";

const takes = (schema: TSchema) => {
  const validator = Compile(schema);
  return (value: unknown): boolean => validator.Check(value);
};

const SESSION: Session = {
  chain_id: "01a20ce2-987e-4d40-b3a1-5e9424b5c77d",
  last_session_id: "01a20ce2-987e-4d40-b3a1-5e9424b5c77e",
  first_at: "2026-03-02T10:00:00.000Z",
  last_at: "2026-03-02T10:04:00.000Z",
  turns: 3,
  models: [{ name: "openai/gpt-4o", turns: 3 }],
  roles: [{ name: "title", turns: 1 }],
  switches: 1,
  escalations: 1,
  input_tokens: 4200,
  cached_tokens: 1200,
  usd: 0.02,
  priced: 3,
  billed: { decisions: 0, usd: 0, expected_usd: 0 },
  field: "chat",
  operation: "",
  reported: null,
  key_name: null,
  preference_name: null,
  tags: { region: "eu" },
  preview: null,
  truncated: false,
};

test("sessions are asked for by span, key, length and order, within bounds", () => {
  const isTaken = takes(SessionsQuerySchema);
  assert.ok(isTaken({}));
  assert.ok(
    isTaken({ from: "2026-03-01T00:00:00Z", key_id: "k", turns_min: 1, sort: "usd", limit: SESSIONS_MAX }),
  );
  assert.ok(!isTaken({ limit: SESSIONS_MAX + 1 }));
  assert.ok(!isTaken({ turns_min: 0 }));
  assert.ok(!isTaken({ sort: "oldest" }));
});

test("a session may lack prices, reports, names and words, and says so by null", () => {
  const isTaken = takes(SessionSchema);
  assert.ok(isTaken(SESSION));
  assert.ok(isTaken({ ...SESSION, reported: 0.5, tags: null, preview: "Why?" }));
  const { truncated: _left, ...rest } = SESSION;
  assert.ok(!isTaken(rest));
});

test("decisions are grouped by any tag, and by nothing that is no way of grouping", () => {
  const isTaken = takes(OverviewGroupsQuerySchema);
  assert.ok(isTaken({ by: "tag:region" }));
  assert.ok(isTaken({ by: "operation", tags: "region=eu" }));
  assert.ok(!isTaken({ by: "region" }));
  assert.ok(!isTaken({ by: "tags" }));
  assert.ok(
    takes(OverviewTagsSchema)({ data: [{ name: "region", values: [{ value: "eu", decisions: 3 }] }] }),
  );
});

test("decisions are chosen for erasure by tags of their own form, never by more than was meant", () => {
  const isTaken = takes(PrivacySelectionSchema);
  assert.ok(isTaken({ tags: { customer: "4711" } }));
  assert.ok(!isTaken({ tags: { customer: "" } }));
  assert.ok(!isTaken({ tag: { customer: "4711" } }));
});

test("a router says what its report comes to, and null before there is one", () => {
  const [, heldOut] = CustomRouterSchema.properties.held_out.anyOf;
  assert.equal(heldOut.type, "null");
  const isTaken = takes(CustomRouterSchema.properties.held_out);
  assert.ok(isTaken(null));
  assert.ok(
    isTaken({ rows: 30, score: 0.8, gain: { mean: 0.02, low: -0.01, high: 0.05 }, usd_change: -0.3 }),
  );
  assert.ok(isTaken({ rows: 30, score: 0.8, gain: null, usd_change: null }));
  assert.ok(!isTaken({ rows: 30, score: 0.8 }));
});
