import assert from "node:assert/strict";
import { test } from "node:test";

import { measureAgreement } from "./agreement.ts";
import type { AtlasEntry } from "./atlas.ts";
import type { AtlasLabel } from "./atlas-schema.ts";

const entry = (author: Partial<AtlasLabel>, second?: Partial<AtlasLabel>): AtlasEntry => {
  const label: AtlasLabel = { id: "en-0001", op: "answer", field: "law", tier: 2, tokens: [10, 20] };
  return {
    id: "en-0001",
    language: "en",
    messages: [],
    template: [],
    matter: [],
    tools: [],
    features: [],
    author: { ...label, ...author },
    secondReader: second && { ...label, ...second },
    isHeldOut: false,
  };
};

test("kappa takes chance into account", () => {
  const entries = [
    ...Array.from({ length: 20 }, () => entry({ op: "write" }, { op: "write" })),
    ...Array.from({ length: 5 }, () => entry({ op: "write" }, { op: "answer" })),
    ...Array.from({ length: 10 }, () => entry({ op: "answer" }, { op: "write" })),
    ...Array.from({ length: 15 }, () => entry({ op: "answer" }, { op: "answer" })),
  ];
  const { operation, tier } = measureAgreement(entries) ?? assert.fail();
  assert.equal(operation.share, 0.7);
  assert.ok(Math.abs(operation.kappa - 0.4) < 1e-12);
  assert.deepEqual(tier, { share: 1, kappa: 1, withinOne: 1 });
});

test("neighbouring tiers and overlapping ranges are distinguished from equal ones", () => {
  const agreement = measureAgreement([
    entry({ tier: 2, tokens: [10, 20] }, { tier: 3, tokens: [20, 40] }),
    entry({ tier: 2, tokens: [10, 20] }, { tier: 5, tokens: [21, 40] }),
  ]);
  assert.equal(agreement?.tier.share, 0);
  assert.equal(agreement?.tier.withinOne, 0.5);
  assert.equal(agreement?.tokensOverlap, 0.5);
});

test("one label is no agreement", () => {
  assert.equal(measureAgreement([entry({})]), undefined);
});
