// The dashboard's own words and the service: what is suggested, and what is said of money, is what the service does.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { loadConfig, startServer, type RunningServer } from "@signalbox/server";
import type { Explanation, PreferencePolicy } from "@signalbox/sdk";
import fc from "fast-check";

import { headlineWords, successWords } from "../src/lib/ledger.ts";
import { usd } from "../src/lib/format.ts";
import { apartWords } from "../src/lib/loss.ts";
import { decidedWords, worthWords } from "../src/lib/phrases.ts";
import { DEFAULT_TOLERANCE } from "../src/lib/values.ts";
import { asPerson } from "./support/story.ts";
import { CANDIDATES, createTeamClient } from "./support/traffic.ts";

test("the dashboard suggests the tolerance that the service has by default", () => {
  const config = loadConfig({ file: undefined, env: {}, flags: {} });
  assert.equal(DEFAULT_TOLERANCE, config.policy.tolerance);
});

let dataDir: string;
let running: RunningServer;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "signalbox-agrees-"));
  const flags = {
    "data-dir": dataDir,
    port: "0",
    "log-level": "error",
    "sign-up": "open",
  };
  running = await startServer({ config: loadConfig({ file: undefined, env: {}, flags }) });
});
after(async () => {
  await running.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const TEXTS = [
  "Prove that there are infinitely many primes congruent to 3 modulo 4.",
  "Thanks!",
  "Fix the deadlock in this worker pool and add a test.",
  "Which rivers meet at Koblenz?",
];
/** The last one has no known price. */
const OFFERED = [...CANDIDATES, { name: "house/plain", attributes: { quality: 0.9 } }];
const policies = fc.constantFrom<PreferencePolicy>(
  { objective: { kind: "quality" } },
  { objective: { kind: "cost", tolerance: 0.02 } },
  { objective: { kind: "cost", tolerance: 0.4 } },
  { objective: { kind: "latency" } },
  { objective: { kind: "weights", usd_weight: 30, seconds_weight: 0.001 } },
);
const calls = fc.array(
  fc.record({
    text: fc.constantFrom(...TEXTS),
    offered: fc.uniqueArray(fc.nat(OFFERED.length - 1), { minLength: 1, maxLength: 5 }),
  }),
  { minLength: 3, maxLength: 9 },
);

interface Compared {
  readonly usd: number;
  readonly success: number;
}
type Candidate = { readonly label: string; readonly usd: number | null; readonly success: number };

/** The candidate that would have been called without routing; undefined where it was not offered with a price. */
const insteadOf = (baseline: string, ranking: readonly Candidate[]): Compared | undefined =>
  ranking.flatMap((one) => (one.usd === null || one.label !== baseline ? [] : [{ ...one, usd: one.usd }]))[0];

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const isRounded = (said: string, value: number): boolean =>
  [1 - 1e-9, 1, 1 + 1e-9].some((factor) => usd(value * factor) === said);

const numbersOf = (text: string): number[] => Array.from(text.matchAll(/[\d.]*\d/g), ([one]) => Number(one));

/** The dashboard's phrases on a decision have the figures of the service's own summary. */
function assertSameWords({ summary, objective, ranking }: Explanation): void {
  const [pick, next] = ranking;
  if (pick?.loss === undefined || next?.loss === undefined) return;
  const own = summary.slice(summary.indexOf("comes next"));
  const worths = worthWords(objective);
  assert.ok(decidedWords(objective).endsWith(worths.join(", ")));
  for (const worth of objective.kind === "latency" ? worths.slice(0, 1) : worths)
    assert.ok(
      numbersOf(worth).every((figure) =>
        numbersOf(own).some((one) => Math.abs(one - figure) < (figure < 10 ? 0.06 : 0.51)),
      ),
      `${worth}: ${own}`,
    );
  const byTotal = ranking.slice(1).toSorted((a, b) => (a.loss?.total ?? 0) - (b.loss?.total ?? 0));
  const chips = apartWords(byTotal[0]?.loss ?? next.loss, pick.loss).slice(1);
  for (const chip of chips) {
    const [, way = ""] = /((?:worse|better) on .*)/.exec(chip) ?? [];
    assert.ok(own.includes(way), `${chip}: ${own}`);
  }
}

test("what the headline says was saved and given up is what the decisions add up to, over random accounts", async () => {
  let [accounts, sentences] = [0, 0];
  const makeAccount = async () => {
    const { url } = running;
    accounts += 1;
    const person = { email: `a${accounts}@example.org`, password: "points and signals 1856", name: "A" };
    const owner = await asPerson(url, "sign-up", { ...person, organisation: `Junction ${accounts}` });
    return { owner, client: createTeamClient(url, (await owner.keys.create({ name: "k" })).key) };
  };
  await fc.assert(
    fc.asyncProperty(policies, calls, async (policy, asked) => {
      const { owner, client } = await makeAccount();
      const { id } = await owner.preferences.create({ name: "p", policy });
      const made: { readonly pick: Candidate; readonly ranking: readonly Candidate[] }[] = [];
      for (const [index, { text, offered }] of asked.entries()) {
        const { explanation, llm_label: label } = await client.select({
          messages: [{ role: "user", content: `${text} (${index})` }],
          llm_providers: offered.map((place) => OFFERED[place] ?? {}),
          preference_id: id,
          include: ["explanation"],
        });
        assert.ok(explanation !== undefined);
        assertSameWords(explanation);
        const { ranking } = explanation;
        const pick = ranking.find((one) => one.label === label);
        assert.ok(pick !== undefined);
        made.push({ pick, ranking });
      }
      const from = new Date(Date.now() - 86_400_000).toISOString();
      const labels = [...new Set(made.flatMap(({ ranking }) => ranking.map((one) => one.label)))];
      for (const baseline of labels) {
        const ledger = await owner.ledger({ from, baseline });
        assert.ok(ledger.compared !== null);
        const compared = made.flatMap(({ pick, ranking }) => {
          const instead = insteadOf(baseline, ranking);
          return instead === undefined || pick.usd === null ? [] : [{ instead, usd: pick.usd, pick }];
        });
        assert.equal(ledger.compared.decisions, compared.length, baseline);
        if (compared.length === 0) continue;
        sentences += 1;
        const saved = compared.reduce((sum, { instead, usd: paid }) => sum + instead.usd - paid, 0);
        const words = headlineWords(ledger);
        const [, verb, dollars = "", n] =
          /routing (?:(saved|cost) (\$[\d.,]+)|cost as much as) .*, n = (\d+) of/.exec(words) ?? [];
        const said = `${words} ${saved}`;
        assert.ok(Math.abs(saved) < 1e-12 || verb === (saved < 0 ? "cost" : "saved"), said);
        assert.ok(Math.abs(saved) < 1e-12 || isRounded(dollars, Math.abs(saved)), said);
        assert.equal(Number(n), compared.length, said);
        const routed = mean(compared.map(({ pick }) => pick.success));
        const change = 100 * (routed - mean(compared.map(({ instead }) => instead.success)));
        const price = successWords(ledger.compared);
        const [, way, points] = /(gave up|gained) ([\d.]+)/.exec(price) ?? [];
        const claimed = points === undefined ? 0 : Number(points) * (way === "gained" ? 1 : -1);
        assert.ok(Math.abs(claimed - change) < 0.051, `${baseline}: ${price} ${change}`);
      }
    }),
    { numRuns: 15 },
  );
  assert.ok(sentences > 60, `${sentences} sentences`);
});
