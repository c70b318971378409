// The runs of `npm run torture` in their shortest form: each fault happens at least once, and every promise is judged.
import assert from "node:assert/strict";
import { test } from "node:test";

import type { LoadTally } from "../load/checked-load.ts";
import { judge, type Felt } from "./hostile.ts";
import type { Torture } from "./outcome.ts";
import { findUnexplained } from "./replicas.ts";
import { RUNS } from "./runs.ts";

const SHORT: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  replicas: { seconds: 2, every: 2, rate: 40 },
  kills: { rounds: 1, rate: 60 },
  database: { rounds: 1, rate: 40 },
  shares: { seconds: 0.5, rounds: 1 },
  hostile: { seconds: 0.5, rounds: 1, rate: 20, first: 1, last: 16 },
  overload: { seconds: 0.5, rounds: 1, times: 3 },
  disk: { seconds: 2, rounds: 1, rate: 30 },
  clock: { seconds: 1.5, rate: 30 },
  mixed: { seconds: 3, rate: 20 },
};
test("every run has a short form with all its numbers", () => {
  for (const [name, { numbers }] of Object.entries(RUNS))
    assert.deepEqual(Object.keys(SHORT[name] ?? {}), Object.keys(numbers));
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

for (const [name, torture] of Object.entries(RUNS))
  test(`${name}: ${torture.summary}`, { skip: await torture.skipReason() }, () =>
    breaks(torture, SHORT[name] ?? {}),
  );
