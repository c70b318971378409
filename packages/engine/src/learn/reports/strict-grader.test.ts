// Four models under the objective `cost`, judged on what was picked: what a strict grader, a failing model and hard work do to the bill.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { LearnedEstimate, LearnedPolicy } from "../../input/decision-input.ts";
import { mulberry32 } from "../../numerics/random.ts";
import type { PromptEncoding } from "../../reader/prompt-encoding.ts";
import { lossTerms } from "../../rank/loss.ts";
import { askForProof } from "../../rank/rank.ts";
import { fitReports, type FeedbackEvidence } from "./fit-reports.ts";
import { createReportsPolicy } from "./reports-policy.ts";

const KINDS = ["sql", "mail", "translation"];
const MODELS = [
  { label: "tiny", usd: 0.00005, success: 0.911, spread: 0.021 },
  { label: "small", usd: 0.0004, success: 0.963, spread: 0.008 },
  { label: "large", usd: 0.004, success: 0.965, spread: 0.007 },
  { label: "flagship", usd: 0.009, success: 0.978, spread: 0.005 },
] as const;
const LABELS = MODELS.map(({ label }) => label);
const COST = {
  kind: "cost",
  usdWorth: 0.045,
  secondsWorth: 0,
  usdWeight: 0,
  secondsWeight: 0,
  riskWeight: 0,
  maxModelDepth: null,
  costQualityTradeoff: null,
} as const;
const [REPORTS, REFIT_EVERY, WINDOW, MINUTE_MS] = [300, 5, 50, 60_000];

/** @param variant which of the account's requests of that kind: their words differ */
function requestOf(kind: string, variant: number): PromptEncoding {
  const features = new Float32Array(32);
  features[KINDS.indexOf(kind) + 1] = 1;
  features[8 + (variant % 24)] = 0.8;
  const task = { operation: kind, field: kind };
  return { features, field: kind, difficulty: 0.25, task } as unknown as PromptEncoding;
}

function estimatesOf(
  request: PromptEncoding,
  learned: LearnedPolicy | undefined,
): readonly Pick<LearnedEstimate, "success" | "doubt" | "spread">[] {
  const estimates = MODELS.map(({ success, spread }) => ({ success, spread }));
  const modelIds = LABELS.map(() => undefined);
  return learned?.adjust({ encoding: request, labels: LABELS, modelIds, estimates }) ?? estimates;
}

function pick(request: PromptEncoding, learned: LearnedPolicy | undefined): (typeof MODELS)[number] {
  const contenders = estimatesOf(request, learned).map(({ success, doubt, spread }, at) => {
    const { usd: orderUsd, success: shippedSuccess } = MODELS[at]!;
    const times = { usualUsd: 0.002, orderSeconds: 1, usualSeconds: 1 };
    return Object.assign(times, { success, shippedSuccess, lead: 0, doubt, spread, bonus: 0, orderUsd });
  });
  const losses = askForProof(COST, contenders).map((each) => lossTerms(COST, each).total);
  return MODELS[losses.indexOf(Math.min(...losses))]!;
}

interface Stream {
  readonly kinds: readonly string[];
  readonly reports: number;
  readonly seed: number;
  /** That a report is good. @range 0..1 */
  readonly chanceOf: (kind: string, label: string) => number;
}

interface Played {
  readonly picks: readonly { readonly kind: string; readonly label: string; readonly usd: number }[];
  readonly learned: LearnedPolicy | undefined;
}

/** Every pick is judged and learned from, as an account does that reports on what it used. */
function play({ kinds, reports, seed, chanceOf }: Stream): Played {
  const random = mulberry32(seed);
  const rows: FeedbackEvidence[] = [];
  const picks: { kind: string; label: string; usd: number }[] = [];
  let learned: LearnedPolicy | undefined;
  for (let at = 1; at <= reports; at += 1) {
    const kind = kinds[Math.floor(random() * kinds.length)]!;
    const encoding = requestOf(kind, Math.floor(random() * 24));
    const { label, usd, success } = pick(encoding, learned);
    picks.push({ kind, label, usd });
    const outcome = Number(random() < chanceOf(kind, label));
    const reportedAtMs = at * MINUTE_MS;
    rows.push({ arm: label, encoding, prior: success, outcome, keyId: "key", reportedAtMs, credit: 1 });
    if (at % REFIT_EVERY !== 0) continue;
    const fitted = fitReports(rows, reportedAtMs);
    learned = fitted && createReportsPolicy("test", fitted);
  }
  return { picks, learned };
}

function dollarsByWindow({ picks }: Played): number[] {
  return Array.from({ length: picks.length / WINDOW }, (_, window) => {
    const part = picks.slice(window * WINDOW, (window + 1) * WINDOW);
    return part.reduce((sum, { usd }) => sum + usd, 0) / part.length;
  });
}

const SEEDS = [1, 2, 3, 4];
const START_USD = pick(requestOf("sql", 0), undefined).usd;

for (const chance of [0.75, 0.85])
  test(`four equal models that are judged right ${100 * chance} % of the time cost at most 1.5 times the start, whatever the seed`, () => {
    for (const seed of SEEDS) {
      const played = play({ kinds: KINDS, reports: REPORTS, seed, chanceOf: () => chance });
      const dollars = dollarsByWindow(played).map((usd) => usd / START_USD);
      assert.ok(
        Math.max(...dollars) <= 1.5,
        `seed ${seed}: ${dollars.map((each) => each.toFixed(2)).join(" ")}`,
      );
      const estimates = estimatesOf(requestOf("mail", 3), played.learned).map(({ success }) => success);
      assert.ok(Math.max(...estimates) < 0.96, `nothing was heard of the grader: ${estimates.join(" ")}`);
    }
  });

test("a model that fails at one kind of work loses it within eighty decisions and keeps the rest", () => {
  const shares = SEEDS.map((seed) => {
    const failing = (kind: string, label: string): number =>
      kind === "sql" && label === "small" ? 0.05 : 0.95;
    const { picks } = play({ kinds: KINDS, reports: 160, seed, chanceOf: failing });
    const shareOf = (isSql: boolean): number => {
      const of = picks.slice(80).filter(({ kind }) => (kind === "sql") === isSql);
      return of.filter(({ label }) => label === "small").length / of.length;
    };
    return { sql: shareOf(true), rest: shareOf(false) };
  });
  const mean = (of: "sql" | "rest"): number =>
    shares.reduce((sum, each) => sum + each[of], 0) / shares.length;
  assert.ok(mean("sql") < 0.15, `${mean("sql")} of SQL still goes to it`);
  assert.ok(mean("rest") > 0.95, `${mean("rest")} of the rest`);
});

test("failures of the strongest model lower the weaker ones on the same work, before anybody has tried them, and nowhere else", () => {
  const fitted = fitReports(
    Array.from({ length: 20 }, (_, at): FeedbackEvidence => ({
      arm: "flagship",
      encoding: requestOf("sql", at),
      prior: 0.978,
      outcome: 0,
      keyId: "key",
      reportedAtMs: at * MINUTE_MS,
      credit: 1,
    })),
    20 * MINUTE_MS,
  );
  const learned = createReportsPolicy("test", fitted ?? assert.fail());
  const after = estimatesOf(requestOf("sql", 21), learned).map(({ success }) => success);
  const [tiny = 1, small = 1, large = 1, flagship = 1] = after;
  for (const success of after) assert.ok(success < 0.35, after.join(" "));
  assert.ok(tiny <= small && small <= large && large <= flagship, after.join(" "));
  const elsewhere = estimatesOf(requestOf("mail", 21), learned).map(({ success }) => success);
  MODELS.forEach(({ success }, at) =>
    assert.ok(Math.abs(elsewhere[at]! - success) < 0.02, elsewhere.join(" ")),
  );
});

test("reports that are all good, all bad or flatly contradict one another leave finite chances in the shipped order", () => {
  for (const outcomeAt of [() => 1, () => 0, (at: number) => at % 2]) {
    const rows = Array.from({ length: 200 }, (_, at): FeedbackEvidence => ({
      arm: LABELS[at % LABELS.length]!,
      encoding: requestOf(KINDS[at % KINDS.length]!, at % 3),
      prior: MODELS[at % MODELS.length]!.success,
      outcome: outcomeAt(Math.floor(at / 4)),
      keyId: "key",
      reportedAtMs: at * MINUTE_MS,
      credit: 1,
    }));
    const learned = createReportsPolicy("test", fitReports(rows, 200 * MINUTE_MS) ?? assert.fail());
    const found = estimatesOf(requestOf("sql", 1), learned);
    for (const { success, spread } of found)
      assert.ok(success > 0 && success < 1 && spread >= 0 && spread <= 0.5, `${success} ${spread}`);
    const chances = found.map(({ success }) => success);
    const gap = Math.max(...chances) - Math.min(...chances);
    assert.ok(gap <= 0.978 - 0.911 + 0.01, `models that were judged alike lie ${gap} apart`);
  }
});
