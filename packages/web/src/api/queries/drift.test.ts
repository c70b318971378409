import assert from "node:assert/strict";
import { test } from "node:test";

import type { Drift } from "@signalbox/sdk";

import { anAlert } from "../../../test/support/an-alert.ts";
import { isHandled, loudAlerts, openAlerts } from "./drift.ts";
import type { Alert } from "./drift.ts";

const alert = (id: string, change: Partial<Alert> = {}): Alert => anAlert({ id, ...change });

const HOUR_MS = 3_600_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

test("only what is open, and nobody has seen or silenced, is a banner; a silence ends", () => {
  const alerts = [
    alert("loud"),
    alert("over", { resolved_at: inHours(-1) }),
    alert("seen", { acknowledged_at: inHours(-1) }),
    alert("silent", { muted_until: inHours(1) }),
    alert("silent no more", { muted_until: inHours(-1) }),
  ];
  const drift: Drift = { checked_at: inHours(0), rows: [], models: [], alerts };
  const idsOf = (some: readonly Alert[]): readonly string[] => some.map(({ id }) => id);
  assert.deepEqual(idsOf(openAlerts(drift)), ["loud", "seen", "silent", "silent no more"]);
  assert.deepEqual(idsOf(loudAlerts(drift)), ["loud", "silent no more"]);
  assert.deepEqual(idsOf(alerts.filter(isHandled)), ["seen", "silent"]);
  assert.deepEqual(loudAlerts(undefined), []);
});
