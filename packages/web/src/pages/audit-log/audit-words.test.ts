import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import type { AuditEntry } from "@signalbox/sdk";
import { loadTsx } from "../../../test/support/load-tsx.ts";
import { dateTime } from "../../lib/format.ts";
import type * as AuditLogPage from "./audit-log-page.tsx";

const { ACTIONS, actionWords, changeHref, detailWords, targetName } = await loadTsx<typeof AuditLogPage>(
  "pages/audit-log/audit-log-page.tsx",
);

const SERVICES = join(import.meta.dirname, "../../../../server/src/services");

test("every action that the service writes is said in words, and can be picked", () => {
  const source = globSync("**/*.ts", { cwd: SERVICES })
    .map((file) => readFileSync(join(SERVICES, file), "utf8"))
    .join("\n");
  const written = new Set(Array.from(source.matchAll(/action: "([a-z_.]+)"/g), ([, action = ""]) => action));
  assert.ok(written.size > 20);
  for (const action of written) {
    assert.notEqual(actionWords(action), action);
    assert.ok(
      ACTIONS.some(({ value }) => value === action),
      action,
    );
  }
});

test("an action of a newer service keeps its code", () => {
  assert.equal(actionWords("tenant.move"), "tenant.move");
  assert.equal(actionWords("constructor"), "constructor");
});

test("a target is called by the name it had then, else by the one it has now", () => {
  const entry = (details: object): AuditEntry => ({ target: "k1", details }) as unknown as AuditEntry;
  const known = [{ id: "k1", name: "Nightly" }];
  assert.equal(targetName(entry({ name: "Old name" }), known), "Old name");
  assert.equal(targetName(entry({ email: "grace@example.org" }), known), "grace@example.org");
  assert.equal(targetName(entry({}), known), "Nightly");
  assert.equal(targetName(entry({}), []), undefined);
});

test("a saved policy leads to what it changed, anything else to nothing", () => {
  const entry = (action: string, version: unknown): AuditEntry =>
    ({ action, target: "p1", details: { version } }) as unknown as AuditEntry;
  assert.equal(changeHref(entry("preference.update", 3)), "/preferences/p1?tab=versions&change=3");
  assert.equal(changeHref(entry("preference.rollback", 4)), "/preferences/p1?tab=versions&change=4");
  for (const none of [entry("preference.update", 1), entry("key.update", 3), entry("preference.update", "3")])
    assert.equal(changeHref(none), undefined);
});

test("details are names and words where they can be", () => {
  assert.equal(detailWords("read_only"), "read_only");
  assert.equal(detailWords(["select", "feedback"]), "select, feedback");
  assert.equal(detailWords({ a: 1 }), '{"a":1}');
  assert.equal(detailWords(null), "none");
  assert.equal(detailWords(false), "no");
  assert.equal(detailWords(1_700_000_000_000, "expiresAtMs"), dateTime(1_700_000_000_000));
  assert.equal(detailWords(1_700_000_000_000, "bytes"), "1700000000000");
});
