// The runs of `npm run torture` in their shortest form: each fault happens at least once, and every promise is judged.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import type { LoadTally } from "../load/checked-load.ts";
import { judge, type Felt } from "./hostile.ts";
import type { Torture } from "./outcome.ts";
import { findUnexplained } from "./replicas.ts";
import { RUNS } from "./runs.ts";
import { slopeOf } from "./soak.ts";

const ROOT = join(import.meta.dirname, "../..");

const SHORT: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  replicas: { seconds: 2, every: 2, rate: 40 },
  kills: { rounds: 1, rate: 60 },
  database: { rounds: 1, rate: 40 },
  overload: { seconds: 1, times: 5 },
  shares: { seconds: 0.5, rounds: 1 },
  hostile: { seconds: 0.5, rounds: 1, rate: 20, first: 1, last: 16 },
  soak: { minutes: 0.05, rate: 20 },
  away: { seconds: 2, rate: 40 },
  fuzz: { requests: 400, minutes: 5, seed: 1, database: 0 },
  growth: {
    rows: 2_000,
    keys: 20,
    from: 1_000,
    written: 1_500,
    database: 0,
    seconds: 0.3,
    rounds: 1,
    pairs: 2,
  },
  disk: { seconds: 2, rounds: 1, rate: 30 },
  clock: { seconds: 1.5, rate: 30 },
  mixed: { seconds: 3, rate: 20 },
  copies: { seconds: 1, rate: 30 },
  memory: { seconds: 3, bodies: 6, rate: 10 },
};
/** Runs that a test of another package is the short form of. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  revoked: "packages/server/test/frozen-listener.test.ts",
};

test("every run has a short form, here with all its numbers or elsewhere", () => {
  for (const [name, { numbers }] of Object.entries(RUNS)) {
    const file = ELSEWHERE[name];
    if (file === undefined) assert.deepEqual(Object.keys(SHORT[name] ?? {}), Object.keys(numbers));
    else assert.ok(existsSync(join(ROOT, file)), file);
  }
});

test("memory that grows by one MB a minute has a slope of 60 MB an hour, and scatter widens its interval", () => {
  const samples = Array.from({ length: 30 }, (_, minute) => ({ atS: 60 * minute, mb: 200 + minute }));
  assert.ok(Math.abs(slopeOf(samples).perHour - 60) < 1e-6);
  const scattered = samples.map(({ atS, mb }, at) => ({ atS, mb: mb + (at % 2 === 0 ? 5 : -5) }));
  assert.ok(slopeOf(scattered).error > 5);
});

test("only a request that was in flight when a replica was killed is explained by the kill", () => {
  const [before, during, after] = [
    { word: "502", sentMs: 100, endedMs: 900 },
    { word: "502", sentMs: 900, endedMs: 1_001 },
    { word: "502", sentMs: 2_200, endedMs: 2_300 },
  ];
  assert.deepEqual(findUnexplained([before, during, after], [{ fromMs: 1_000, goneMs: 1_010 }]), [
    before,
    after,
  ]);
});

test("what fails beside a hostile shape and what fails beside its control are counted apart", () => {
  const round = (...words: readonly string[]): Felt["controls"][number] => {
    const failures = words.map((word) => ({ word, sentMs: 0, endedMs: 1 }));
    const tally: LoadTally = {
      sent: 1,
      answered: new Map(),
      failures,
      wrong: [],
      failedTwice: 0,
      latenciesMs: [5],
    };
    return { tally, sent: 1, ran: 0, waited: 0 };
  };
  const felt = { name: "files", cost: undefined, requests: 2 };
  const control = judge([{ ...felt, attacked: [round()], controls: [round("503", "503")] }], 3);
  assert.deepEqual(control.broken, [
    "broken: no request of others fails beside plain ones (control of files)",
  ]);
  assert.match(control.figures[0]?.[1] ?? "", /failed beside it none, beside plain ones 2 x 503$/);
  const attack = judge([{ ...felt, attacked: [round("503"), round("ECONNRESET")], controls: [round()] }], 3);
  assert.deepEqual(attack.broken, ["broken: no request of others fails (files)"]);
  assert.match(
    attack.figures[0]?.[1] ?? "",
    /failed beside it 1 x 503, 1 x ECONNRESET, beside plain ones none$/,
  );
});

async function breaks(torture: Torture, numbers: Readonly<Record<string, number>>): Promise<void> {
  const { figures, broken } = await torture.run(numbers, () => {});
  assert.deepEqual(broken, [], JSON.stringify(figures));
}

for (const [name, torture] of Object.entries(RUNS).filter(([name]) => name in SHORT))
  test(`${name}: ${torture.summary}`, { skip: await torture.skipReason() }, () =>
    breaks(torture, SHORT[name] ?? {}),
  );
