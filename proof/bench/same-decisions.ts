// Do decisions stay the same? Makes varied requests from a seed, decides them in this process and keeps one digest for each
// answer with its explanation, numbers to six digits, or compares the digests with those that another version kept:
//   node proof/bench/same-decisions.ts --write FILE [--count 5000] [--seed 1] [--data DIR]
//   node proof/bench/same-decisions.ts --compare FILE
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";

import { createCatalog, listModels, readShippedArtefact } from "@signalbox/catalog";
import type { PreferencePolicy } from "@signalbox/contracts";
import { createRouter, loadRoutingModel, SignalboxError } from "@signalbox/engine";
import { mulberry32 } from "@signalbox/engine/numerics";
import { loadDataset } from "@signalbox/lab";

import { listVariedRequests, type VariedRequest } from "../../packages/engine/test/varied-requests.ts";

const { values } = parseArgs({
  options: {
    write: { type: "string" },
    compare: { type: "string" },
    count: { type: "string", default: "5000" },
    seed: { type: "string", default: "1" },
    data: { type: "string" },
  },
});

/** The parts that made the digests, so that a comparison makes the same requests. */
interface Made {
  readonly count: number;
  readonly seed: number;
  readonly data: string | undefined;
}

interface Digests extends Made {
  /** Label or code of the fault, and the digest of the whole answer. */
  readonly answers: readonly (readonly [pick: string, digest: string])[];
}

const PREFERENCES: Readonly<Record<string, PreferencePolicy>> = {
  frugal: { objective: { kind: "cost", tolerance: 0.06 }, price_ceiling_usd: 0.01 },
  quick: { objective: { kind: "latency" }, latency_ceiling_s: 12 },
  weighed: { objective: { kind: "weights", usd_weight: 4, seconds_weight: 0.002, risk_weight: 0.3 } },
  dial: { objective: { kind: "dial", cost_quality_tradeoff: 4 }, sticky_sessions: false },
  exacting: { minimum_success: 0.75, reject_deprecated: true },
  strict: { minimum_success: 0.9, deny: [{ provider: "openai" }], fallback: "strict" },
  ruled: {
    deny: [{ model: "*mini*" }, { attribute: { name: "open_weights", op: "eq", value: true } }],
    field_rules: [{ field: "software", prefer: { provider: "anthropic" }, bonus: 0.1 }],
  },
  listed: { allow: [{ provider: "anthropic" }, { label: "*house*" }], exploration_rate: 0.2 },
};
const PROMPTS_MAX = 2_000;
const START_MS = Date.UTC(2026, 8, 1);

async function promptsOf(data: string | undefined): Promise<readonly string[]> {
  if (data === undefined) return [];
  const { prompts } = await loadDataset(data);
  const step = Math.max(1, Math.floor(prompts.count / PROMPTS_MAX));
  return prompts.text.filter((_text, i) => i % step === 0);
}

/** Sums in another order differ in their last digits. */
const DIGITS = 6;

function digestOf(value: unknown): string {
  const text = JSON.stringify(value, (_name, one: unknown) =>
    typeof one === "number" ? Number(one.toPrecision(DIGITS)) : one,
  );
  return createHash("sha256").update(text).digest("hex").slice(0, 20);
}

async function decideAll({ count, seed, data }: Made): Promise<Digests["answers"]> {
  const catalog = createCatalog({ asOf: new Date(START_MS) });
  const { models, deprecated_models: old } = listModels(catalog);
  const source = {
    models: [...models, ...old.slice(0, 10)],
    preferenceIds: Object.keys(PREFERENCES),
    prompts: await promptsOf(data),
  };
  const random = mulberry32(seed + 1);
  let nowMs = START_MS;
  let uuids = 0;
  const router = createRouter({
    model: loadRoutingModel(await readShippedArtefact()),
    catalog,
    preferences: PREFERENCES,
    nowMs: () => nowMs,
    uniform: random,
    uuid: () => `00000000-0000-4000-8000-${String((uuids += 1)).padStart(12, "0")}`,
  });
  let sessionId: string | undefined;
  return listVariedRequests(seed, count, source).map(({ body, isNextTurn, idleS }: VariedRequest) => {
    nowMs += Math.round(1000 * idleS);
    if (!isNextTurn) sessionId = undefined;
    const asked = sessionId === undefined ? body : { ...body, previous_session: sessionId };
    try {
      const answer = router.select(asked);
      sessionId = answer.session_id;
      return [answer.llm_label, digestOf(answer)] as const;
    } catch (fault) {
      if (!(fault instanceof SignalboxError)) throw fault;
      return [fault.code, digestOf([fault.message, fault.errors])] as const;
    }
  });
}

function made(): Made {
  return { count: Number(values.count), seed: Number(values.seed), data: values.data };
}

async function compare(file: string): Promise<void> {
  const kept = JSON.parse(await readFile(file, "utf8")) as Digests;
  const answers = await decideAll(kept);
  const differing = answers.flatMap(([pick, digest], i) => {
    const [keptPick, keptDigest] = kept.answers[i] ?? ["nothing", ""];
    if (digest === keptDigest) return [];
    return [pick === keptPick ? `${i}: ${pick}, explained otherwise` : `${i}: ${keptPick}, now ${pick}`];
  });
  const lines = [`${differing.length} of ${answers.length} decisions differ.`, ...differing.slice(0, 20)];
  process.stdout.write(`${lines.join("\n  ")}\n`);
  if (differing.length > 0) process.exitCode = 1;
}

if (values.compare !== undefined) await compare(values.compare);
else if (values.write !== undefined) {
  const answers = await decideAll(made());
  const picks = new Set(answers.map(([pick]) => pick)).size;
  await writeFile(values.write, `${JSON.stringify({ ...made(), answers } satisfies Digests)}\n`);
  process.stdout.write(`${answers.length} decisions kept, ${picks} different picks.\n`);
} else {
  process.stderr.write("Usage: node proof/bench/same-decisions.ts --write FILE | --compare FILE\n");
  process.exitCode = 2;
}
