// The phrases that pages share: their figures are those of the decision, hints say the value in force and whose it is.
import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import type { DecisionDetail } from "@signalbox/sdk";
import fc from "fast-check";

import { clockWords, decidedWords, limitHint, objectiveWords, roleLabel, ROLES } from "./phrases.ts";

type Decided = DecisionDetail["explanation"]["objective"];
const NO_WORTH: Decided = {
  kind: "weights",
  usd_worth: 0,
  seconds_worth: 0,
  usd_weight: 0,
  seconds_weight: 0,
  risk_weight: 0.3,
  max_model_depth: null,
  cost_quality_tradeoff: null,
};
const FIGURES = [
  ["usd_worth", /a bill ten times smaller is worth ([\d.]+) points?/, (term: number) => term * 100],
  ["seconds_worth", /a wait ten times shorter is worth ([\d.]+) points?/, (term: number) => term * 100],
  ["usd_weight", /a point of success is worth \$([\d.]+)/, (term: number) => 0.01 / term],
  ["seconds_weight", /a point of success is worth ([\d.]+) s/, (term: number) => 0.01 / term],
] as const;

test("each figure of an objective is a term of the decision, and each term that counted has its figure", () => {
  const worth = fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 0.09, noNaN: true }));
  const terms = fc.record({
    usd_worth: worth,
    seconds_worth: worth,
    usd_weight: worth,
    seconds_weight: worth,
  });
  fc.assert(
    fc.property(terms, (chosen) => {
      const said = decidedWords({ ...NO_WORTH, ...chosen });
      for (const [term, pattern, amountOf] of FIGURES) {
        const figure = pattern.exec(said)?.[1];
        assert.equal(figure !== undefined, chosen[term] > 0, said);
        if (figure !== undefined)
          assert.ok(Math.abs(Number(figure) - amountOf(chosen[term])) < 0.051, `${term}: ${said}`);
      }
    }),
  );
});

test("a preference and its decision state an objective in the same words", () => {
  assert.equal(
    objectiveWords({ kind: "cost", usd_per_point: 0.05 }),
    decidedWords({ ...NO_WORTH, kind: "cost", usd_weight: 0.2 }),
  );
  assert.equal(objectiveWords({ kind: "dial", cost_quality_tradeoff: 10 }), "dial at 10 of 10 towards cost");
  const alone = { ...NO_WORTH, kind: "cost", usd_worth: 1, price_alone: true, max_loss_points: 2 } as const;
  assert.equal(
    decidedWords(alone),
    "saves money, the price alone counts, gives up at most 2 points of success",
  );
});

test("clocks that differ are said, with the direction, and those that agree are not", () => {
  assert.equal(clockWords(4 * 60_000), "");
  assert.match(clockWords(-2 * 86_400_000), /^The clock of the service is 2 days behind this browser's/);
  assert.match(clockWords(90 * 60_000), /is 90 minutes ahead of/);
});

test("a role is called by the label that it is chosen by", () => {
  assert.deepEqual(
    ROLES.map(({ value }) => roleLabel(value)),
    ["Owner", "Member", "Read-only"],
  );
});

const words = { write: (days: number) => `after ${days} days`, none: "never" };

test("an empty field says the operator's value, and none where the operator has none", () => {
  assert.equal(
    limitHint({ value: 90, origin: "operator", operator: 90 }, { own: null, ...words }),
    "Empty: after 90 days, set by the operator.",
  );
  assert.equal(
    limitHint({ value: null, origin: "operator", operator: null }, { own: null, ...words }),
    "Empty: never.",
  );
});

test("a setting that the operator's stricter limit overrules says which one holds", () => {
  assert.equal(
    limitHint({ value: 90, origin: "operator", operator: 90 }, { own: 400, ...words }),
    "In force: after 90 days, the operator's limit. Empty: after 90 days, set by the operator.",
  );
  assert.equal(
    limitHint({ value: 30, origin: "account", operator: 90 }, { own: 30, ...words }),
    "Empty: after 90 days, set by the operator.",
  );
});

/** Labels of three words and more: plain literals with spaces, no code and no class names. */
const LABEL = /(?:"|> ?|\n\s+)([A-Z][a-z]+(?: [\w’,-]+){2,}[.?]?)(?:"| ?<|\n)/g;

test("no sentence or label of three words is typed in two files of the dashboard", async () => {
  const root = join(import.meta.dirname, "..");
  const typedIn = new Map<string, string>();
  for await (const path of glob("**/*.{ts,tsx}", { cwd: root })) {
    if (path.includes(".test.")) continue;
    for (const [, label = ""] of (await readFile(join(root, path), "utf8")).matchAll(LABEL)) {
      assert.equal(typedIn.get(label) ?? path, path, label);
      typedIn.set(label, path);
    }
  }
  assert.ok(typedIn.size > 200, `${typedIn.size} labels`);
});
