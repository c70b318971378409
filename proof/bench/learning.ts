// The cost of learning for a decision: the same decision with and without a learned correction, taken in turn in one run, while
// the learner's thread is idle and while it fits.
//   node proof/bench/learning.ts [--rounds 4000] [--feedback 2000] [--candidates 3,10,20] [--json FILE]
// Every setting that learning can choose is measured; the slowest one is what an account may have to bear.
import { writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";

import type { DecisionInput, Engine, LearnedPolicy } from "@signalbox/engine";
import {
  KIN_SETTINGS,
  ONLINE_DEFAULTS,
  armNameOf,
  createKinPolicy,
  fitOnline,
  type FeedbackEvidence,
} from "@signalbox/engine/learn";
import { mulberry32 } from "@signalbox/engine/numerics";

import { createFitThread } from "../../packages/server/src/learner/online/fit-thread.ts";
import { createDecisionBench } from "./decide-in-process.ts";
import { percentile } from "../load/statistics.ts";

const WARM_UP = 500;
const NOW_MS = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "4000" },
    feedback: { type: "string", default: "2000" },
    candidates: { type: "string", default: "3,10,20" },
    json: { type: "string" },
  },
});
const rounds = Number(values.rounds);

const bench = await createDecisionBench();
const { engine } = bench;
const widest = bench.inputOf(20);

/** Judged decisions on different prompts; each model is better on some topics than the shipped estimate says. */
function makeEvidence(decider: Engine, count: number): FeedbackEvidence[] {
  const random = mulberry32(5);
  const topics = ["a sonnet on rivers", "a proof by induction", "a SQL join", "a letter to a bank"];
  return Array.from({ length: count }, (_, index) => {
    const topic = index % topics.length;
    const text = `Write ${topics[topic]}, number ${index}, in ${10 + (index % 90)} lines.`;
    const messages = [{ role: "user", text, parts: [], toolCallCount: 0, isToolResult: false }];
    const { encoding, record } = decider.decide({
      asked: { ...widest.asked, messages },
      known: widest.known,
    });
    const arm = index % record.ranking.length;
    const { label, modelId, success: prior } = record.ranking[arm]!;
    const truth = Math.min(0.98, Math.max(0.02, prior + ((arm + topic) % 3) * 0.3 - 0.3));
    return {
      arm: armNameOf(label, modelId ?? undefined),
      encoding: {
        features: Float32Array.from(encoding.features),
        field: encoding.field,
        difficulty: encoding.difficulty,
        task: encoding.task,
      },
      prior,
      outcome: random() < truth ? 1 : 0,
      keyId: `key-${index % 3}`,
      reportedAtMs: NOW_MS - (count - index) * MINUTE_MS,
      credit: 1,
    };
  });
}

interface Timing {
  readonly p50Us: number;
  readonly p99Us: number;
}

const summarise = (times: readonly number[]): Timing => ({
  p50Us: percentile(times, 0.5),
  p99Us: percentile(times, 0.99),
});

function timeOne(input: DecisionInput): number {
  const startedMs = performance.now();
  engine.decide(input);
  return (performance.now() - startedMs) * 1000;
}

/** Off, on, off, on: what slows the machine meanwhile slows both. Several policies: as many accounts in turn. */
function interleave(input: DecisionInput, policies: readonly LearnedPolicy[]): { off: Timing; on: Timing } {
  const [off, on]: [number[], number[]] = [[], []];
  const learning = policies.map((learned): DecisionInput => ({
    ...input,
    known: { ...input.known, learned },
  }));
  for (let round = 0; round < WARM_UP + rounds; round += 1) {
    const [timeOff, timeOn] = [timeOne(input), timeOne(learning[round % learning.length] ?? input)];
    if (round < WARM_UP) continue;
    off.push(timeOff);
    on.push(timeOn);
  }
  return { off: summarise(off), on: summarise(on) };
}

const rowOf = (name: string, { off, on }: { off: Timing; on: Timing }) => ({
  setting: name,
  offP50Us: Number(off.p50Us.toFixed(1)),
  onP50Us: Number(on.p50Us.toFixed(1)),
  ratioP50: Number((on.p50Us / off.p50Us).toFixed(3)),
  offP99Us: Number(off.p99Us.toFixed(1)),
  onP99Us: Number(on.p99Us.toFixed(1)),
  ratioP99: Number((on.p99Us / off.p99Us).toFixed(3)),
});

const evidence = makeEvidence(engine, Number(values.feedback));
const fits = KIN_SETTINGS.map((setting) => {
  const fitted = fitOnline(evidence, NOW_MS, ONLINE_DEFAULTS, setting);
  if (fitted === undefined) throw new Error("Too little feedback for a fit; ask for more with --feedback.");
  return { name: setting.name, fitted };
});
const rows = values.candidates.split(",").flatMap((count) => {
  const input = bench.inputOf(Number(count));
  const named = (name: string) => `${count} candidates, ${name}`;
  const policies = fits.map(({ name, fitted }) => createKinPolicy(name, fitted));
  return policies
    .map((policy) => rowOf(named(policy.version), interleave(input, [policy])))
    .concat(rowOf(named("as many accounts in turn"), interleave(input, policies)));
});

const plain = bench.inputOf(10);

/** Decisions in short turns while the thread fits, as in a service, against the same without a fit. */
async function measureBeside(isFitting: boolean): Promise<number[]> {
  const thread = createFitThread();
  await thread.fit(evidence.slice(0, 50), NOW_MS);
  const state = { isDone: false };
  const watch = async (): Promise<void> => {
    if (isFitting) await thread.fit(evidence, NOW_MS);
    state.isDone = true;
  };
  const ended = watch();
  const times: number[] = [];
  while (isFitting ? !state.isDone : times.length < rounds) {
    for (let round = 0; round < 50; round += 1) times.push(timeOne(plain));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await ended;
  await thread.close();
  return times;
}

const beside: { idle: number[]; fitting: number[] } = { idle: [], fitting: [] };
for (let turn = 0; turn < 3; turn += 1) {
  beside.idle.push(...(await measureBeside(false)));
  beside.fitting.push(...(await measureBeside(true)));
}
const [idle, fitting] = [summarise(beside.idle), summarise(beside.fitting)];

process.stdout.write(
  `${cpus()[0]?.model.trim() ?? "unknown"}, ${availableParallelism()} cores, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}; ${values.feedback} judged decisions\n`,
);
console.table(rows);
const fitRow = rowOf("while the learner fits (off = idle)", { off: idle, on: fitting });
console.table([fitRow]);
if (values.json !== undefined)
  writeFileSync(values.json, `${JSON.stringify({ rows, fitting: fitRow }, null, 2)}\n`);
