// Conclusions that the pages of preferences draw from an experiment and from a replay, in words.
import assert from "node:assert/strict";
import { before, test } from "node:test";

import type { Experiment, Preference, Replay } from "@signalbox/sdk";

import { loadTsx } from "../../../test/support/load-tsx.ts";
import { attributesOf, cellsOf, render, textOf, textsOf } from "../../../test/support/render.ts";
import type { ExperimentResult, priceWords, remainingWords } from "./experiment-result.tsx";
import type { ReplayResult } from "../replays/replay-result.tsx";

let experiments: {
  readonly ExperimentResult: typeof ExperimentResult;
  readonly priceWords: typeof priceWords;
  readonly remainingWords: typeof remainingWords;
};
let replays: { readonly ReplayResult: typeof ReplayResult };
before(async () => {
  experiments = await loadTsx("pages/preferences/experiment-result.tsx");
  replays = await loadTsx("pages/replays/replay-result.tsx");
});

const arm = { decisions: 1200, chains: 400, judged_chains: 50, success_reported: 0.8, usd_mean: 0.004 };

const experiment = (more: object = {}): Experiment =>
  ({
    challenger_id: "pref-b",
    is_running: false,
    started_at: "2026-01-01T00:00:00.000Z",
    ended_at: null,
    share: 0.3,
    confidence: 0.95,
    verdict: "undecided",
    stopping_rule: "Stop when the interval excludes 0.",
    difference: { mean: 0.04, low: -0.02, high: 0.1 },
    arms: { a: arm, b: { ...arm, decisions: 500, success_reported: null } },
    changes: [],
    notes: ["Sessions without feedback are left out."],
    ...more,
  }) as unknown as Experiment;

const preference = (id: string, name: string): Preference =>
  ({ id, name, version: 1, policy: {} }) as unknown as Preference;

const shown = (
  more: object = {},
  challenger: Preference | undefined = preference("pref-b", "Frugal"),
): string =>
  render(experiments.ExperimentResult, {
    preference: preference("pref-a", "House"),
    experiment: experiment(more),
    challenger,
    isRefreshing: false,
    onRefresh: () => undefined,
  });

const statusOf = (html: string): string =>
  textOf(/<p class="lead" role="status">.*?<\/p>/s.exec(html)?.[0] ?? "");

test("while the interval holds zero, the words say that it is too early", () => {
  assert.equal(
    statusOf(shown()),
    "30 % of the sessions use B, “Frugal”. Reported success of B less A: +4 points, -2 points to +10 points at 95 %. It is too early to stop.",
  );
});

test("a verdict is said as soon as the rule for stopping is met", () => {
  const html = shown({ verdict: "b_better", difference: { mean: 0.08, low: 0.02, high: 0.14 } });
  assert.match(statusOf(html), /The rule for stopping is met\.$/);
  assert.match(html, /data-tone="clear">B was better</);
});

test("without reports on both sides no number is shown, and from few no interval", () => {
  assert.match(
    statusOf(shown({ difference: { mean: null, low: null, high: null } })),
    /No session of both sides has feedback yet\.$/,
  );
  assert.match(
    statusOf(shown({ difference: { mean: 0.5, low: null, high: null } })),
    /\+50 points, from too few sessions to say more\.$/,
  );
});

test("each side leads to its preference and its decisions and shows what it counts, unknown as a dash", () => {
  const html = shown();
  assert.deepEqual(cellsOf(html), [
    ["A", "House All its decisions since the start", "1,200", "400", "50", "80.0 %", "$0.0040"],
    ["B", "Frugal All its decisions since the start", "500", "400", "50", "–", "$0.0040"],
  ]);
  const sideOf = (id: string): readonly string[] => [
    `/preferences/${id}`,
    `/decisions?preference_id=${id}&from=2026-01-01T00%3A00%3A00.000Z`,
  ];
  assert.deepEqual(attributesOf(html, "href"), [...sideOf("pref-a"), ...sideOf("pref-b")]);
});

test("what a side costs is said as a factor, and how long it takes as far as that is known", () => {
  const now = Date.parse("2026-01-11T00:00:00.000Z");
  const running = (more: object): Experiment => experiment({ is_running: true, ...more });
  const priced = { a: { ...arm, usd_mean: 0.001 }, b: { ...arm, usd_mean: 0.021 } };
  assert.equal(
    experiments.priceWords(experiment({ arms: priced })),
    "A call of B costs 21× as much as one of A.",
  );
  assert.match(experiments.priceWords(experiment()), /about the same/);
  assert.equal(
    experiments.remainingWords(running({ difference: { mean: 0.1, low: -0.1, high: 0.3 } }), now),
    "If the difference stays as it is, about 300 more sessions with feedback would decide it: 30 days at this rate.",
  );
  assert.match(
    experiments.remainingWords(running({ difference: { mean: 0, low: -0.1, high: 0.1 } }), now),
    /too close to say/,
  );
  assert.equal(experiments.remainingWords(running({ verdict: "b_better" }), now), "");
});

test("a challenger that was deleted is called so, and the rule and the notes stay", () => {
  const html = render(experiments.ExperimentResult, {
    preference: preference("pref-a", "House"),
    experiment: experiment(),
    challenger: undefined,
    isRefreshing: true,
    onRefresh: () => undefined,
  });
  assert.match(statusOf(html), /“a deleted preference”/);
  assert.match(textOf(html), /When to stop\. Stop when the interval excludes 0\./);
  assert.deepEqual(textsOf(html, "li"), ["Sessions without feedback are left out."]);
  assert.match(html, /aria-busy="true"/);
});

test("an experiment that has ended offers no way to end it", () => {
  assert.doesNotMatch(textOf(shown()), /Stop, keep A/);
  assert.match(textOf(shown()), /Last experiment/);
});

type Result = NonNullable<Replay["result"]>;

const side = {
  usd: 1.5,
  success_predicted: 0.8,
  success_estimated: { mean: 0.7, low: 0.6, high: 0.8 },
  seconds_mean: 2,
};

const result = (more: object = {}): Result =>
  ({
    decisions: 200,
    changed: 40,
    a: side,
    b: { ...side, usd: null, success_estimated: { mean: null, low: null, high: null } },
    difference: { mean: 0.02, low: null, high: null },
    difference_usd: { mean: -0.002, low: -0.003, high: -0.001 },
    difference_seconds: { mean: null, low: null, high: null },
    changes: [],
    notes: [],
    ...more,
  }) as unknown as Result;

test("a replay says how many picks differ and what the reports make of it", () => {
  const html = render(replays.ReplayResult, { result: result() });
  assert.match(textOf(html), /^40 of 200 picks differ\. Difference in success from feedback: \+2 points\./);
  assert.match(textOf(html), /Dollars of 1,000 calls: -\$2\.00 \(-\$3\.00 to -\$1\.00\)\. .*Latency: –\./);
  assert.deepEqual(cellsOf(html), [
    ["Dollars", "$1.50", "–"],
    ["Success, predicted", "80.0 %", "80.0 %"],
    ["Success, from feedback", "70.0 % (60.0 % to 80.0 %)", "too little feedback"],
    ["Seconds, mean", "2.0 s", "2.0 s"],
  ]);
});

test("a difference with an interval shows both ends with their signs", () => {
  const html = render(replays.ReplayResult, {
    result: result({ difference: { mean: -0.01, low: -0.05, high: 0.03 }, notes: ["Few reports."] }),
  });
  assert.match(textOf(html), /-1 point \(-5 points to \+3 points\)/);
  assert.match(html, /aria-label="Difference in success: -1 point, -5 points to \+3 points"/);
  assert.deepEqual(textsOf(html, "li"), ["Few reports."]);
});
