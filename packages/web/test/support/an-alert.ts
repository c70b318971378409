import type { Alert } from "../../src/api/queries/drift.ts";

/** An open alert that nobody has looked after. */
export const anAlert = (more: Partial<Alert> = {}): Alert => ({
  id: "a1",
  at: "2026-01-03T12:00:00.000Z",
  kind: "calibration",
  severity: "warning",
  message: "Worse than predicted.",
  value: -0.2,
  label: "vendor/kite",
  field: "code",
  key_id: null,
  preference_id: null,
  resolved_at: null,
  acknowledged_at: null,
  muted_until: null,
  handled_by: null,
  note: null,
  ...more,
});
