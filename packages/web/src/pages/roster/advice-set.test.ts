// Advice of the roster as one set, over random rosters and reports.
import assert from "node:assert/strict";
import { test } from "node:test";

import type { RosterModel } from "@signalbox/sdk";
import fc from "fast-check";

import { adviceSet } from "./advice-set.ts";

const LABELS = ["a", "b", "c", "d", "e", "f"];

/** As the service answers: who dominates is never dominated itself. */
const rosters = fc
  .array(fc.option(fc.nat(), { nil: undefined }), { minLength: 1, maxLength: LABELS.length })
  .map((wishes): RosterModel[] => {
    const staying = wishes.flatMap((wish, i) => (wish === undefined ? [LABELS[i] ?? ""] : []));
    return wishes.map((wish, i) => {
      const by = wish === undefined ? undefined : staying[wish % Math.max(1, staying.length)];
      const dominated = by === undefined ? null : { by, reason: `${by} is at least as able, for less.` };
      return { label: LABELS[i], dominated } as unknown as RosterModel;
    });
  });

const reports = fc.array(
  fc.record({
    label: fc.constantFrom(...LABELS),
    feedback: fc.integer({ min: 0, max: 90 }),
    gap: fc.option(fc.double({ min: -1, max: 1, noNaN: true })),
    is_alert: fc.boolean(),
    success_reported: fc.constant(0.4),
    success_predicted: fc.constant(0.9),
  }),
  { maxLength: 8 },
);

test("no reason names a model that is to go, and something is always kept", () => {
  fc.assert(
    fc.property(rosters, reports, (models, judged) => {
      const { keep, drop } = adviceSet(models, judged);
      assert.ok(keep.length > 0);
      assert.deepEqual([...keep, ...drop.keys()].sort(), models.map(({ label }) => label).sort());
      for (const [label, why] of drop) {
        const named = /^(\w) is at least as able/.exec(why)?.[1];
        assert.ok(
          named === undefined || keep.includes(named),
          `drop ${label}: ${why}, kept ${keep.join(" ")}`,
        );
      }
    }),
    { numRuns: 1000 },
  );
});
