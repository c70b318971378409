// Are the cheaper answers as good? Both models answer requests of the user's own, and a judge compares the answers.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  findPolicyFaults,
  invalid,
  isRecord,
  SignalboxError,
  TRADEOFFS,
  type PreferencePolicy,
  type Tradeoff,
} from "@signalbox/contracts";
import { readSettings, type GatewaySettings } from "@signalbox/gateway";
import { createEngineHolder, loadConfiguredCatalog } from "@signalbox/server";
import {
  JSON_OPTION,
  type Command,
  type Invocation,
  type OptionSpec,
  namesIn,
  readWord,
} from "../command.ts";
import { createProgress } from "../output/text.ts";
import { createModelAsker, withModels, type ModelAsker } from "../prove/ask-model.ts";
import { openTeacher, type Teacher } from "../prove/teach.ts";
import { JUDGE_TOKENS_MAX } from "../prove/judge.ts";
import { planPairs, type Pair } from "../prove/pairs.ts";
import { readRequests } from "../prove/read-requests.ts";
import {
  lossPage,
  outlayWords,
  progressWords,
  renderReport,
  type Loss,
  type Outlay,
} from "../prove/render.ts";
import { reportOf, type ProofReport } from "../prove/report.ts";
import {
  expectedUsd,
  IN_FLIGHT,
  runProof,
  type LabelledPair,
  type ProofOptions,
} from "../prove/run-proof.ts";
import { openState } from "../prove/state-file.ts";

const ANSWER_TOKENS = 8_192;
const JUDGE_SECONDS = 10;
/** Comparisons between two lines of progress where there is no terminal. */
const LINE_EVERY = 25;

function requireText(invocation: Invocation, name: string, advice: string): string {
  const text = invocation.text(name);
  if (text === undefined || text === "")
    throw new SignalboxError("bad_request", `--${name} is missing: ${advice}`);
  return text;
}

function positive(invocation: Invocation, name: string, fallback: number | undefined): number {
  const text = invocation.text(name);
  const value = text === undefined ? fallback : Number(text);
  if (value === undefined || !(value > 0 && value <= 1e6))
    throw new SignalboxError(
      "bad_request",
      `--${name} takes a number above 0, such as ${name === "budget" ? "5 (dollars)" : "8192"}.`,
    );
  return value;
}

const LABELS_MAX = 200;
const BETTER: ReadonlySet<unknown> = new Set(["first", "second", "tie"]);

function isLabelled(value: unknown): value is LabelledPair {
  if (!isRecord(value)) return false;
  const { prompt, first, second, better } = value;
  return (
    [prompt, first, second].every((text) => typeof text === "string" && text !== "") && BETTER.has(better)
  );
}

/** @throws SignalboxError with the first line that is no labelled pair */
function labelsOf(path: string | undefined): readonly LabelledPair[] {
  if (path === undefined) return [];
  const lines = textOf(path)
    .split("\n")
    .filter((line) => line.trim() !== "");
  return lines.slice(0, LABELS_MAX).map((line, at) => {
    const value: unknown = line.startsWith("{") ? unwrap(line) : undefined;
    if (isLabelled(value)) return value;
    throw new SignalboxError(
      "bad_request",
      `${path}, label ${at + 1}: write {"prompt": "...", "first": "...", "second": "...", "better": "first", "second" or "tie"} a line.`,
    );
  });
}

function unwrap(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** @throws SignalboxError for a file that cannot be read */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new SignalboxError("bad_request", `${path} cannot be read. Check the path.`, { cause });
  }
}

/** @throws SignalboxError for a file that holds no policy */
function policyOf(path: string | undefined): PreferencePolicy | undefined {
  if (path === undefined) return undefined;
  const policy = unwrap(textOf(path));
  if (!isRecord(policy))
    throw new SignalboxError("bad_request", `${path} holds no JSON. Give the policy of a preference.`);
  const faults = findPolicyFaults(policy, path);
  if (faults.length > 0) throw invalid(faults);
  return policy;
}

interface Asked {
  readonly path: string;
  readonly baseline: string;
  readonly judges: readonly string[];
  readonly models: readonly string[];
  readonly budgetUsd: number;
  readonly tokensMax: number;
  readonly tradeoff: Tradeoff | undefined;
  readonly policy: PreferencePolicy | undefined;
  readonly labels: readonly LabelledPair[];
}

function readAsked(invocation: Invocation): Asked {
  const [path] = invocation.positionals;
  if (path === undefined)
    throw new SignalboxError(
      "bad_request",
      "Which requests? Give a log, a file of prompts, or the address of a gateway that samples.",
    );
  const judge = requireText(
    invocation,
    "judge",
    "the model that compares answers, such as anthropic/claude-opus-5.5.",
  );
  return {
    path,
    baseline: requireText(invocation, "baseline", "the model that you call now, such as openai/gpt-5.6-sol."),
    judges: [...new Set([judge, ...namesIn(invocation.text("judges") ?? "")])],
    models: namesIn(invocation.text("models") ?? ""),
    budgetUsd: positive(invocation, "budget", undefined),
    tokensMax: Math.round(positive(invocation, "answer-tokens", ANSWER_TOKENS)),
    tradeoff: readWord(invocation, "tradeoff", TRADEOFFS),
    policy: policyOf(invocation.text("preference")),
    labels: labelsOf(invocation.text("labels")),
  };
}

/** Every upstream takes its key from the environment: there is no client that brings one. */
const OWN_KEYS = "own";

function settingsFor(
  invocation: Invocation,
  asked: Asked,
  catalog: Parameters<typeof withModels>[2] & Parameters<typeof readSettings>[0]["catalog"],
): GatewaySettings {
  const { models, baseline, judges } = asked;
  const flags = models.length > 0 ? { candidates: [...models] } : {};
  const upstream = invocation.text("upstream");
  const settings = readSettings({
    file: invocation.text("upstreams"),
    flags: upstream !== undefined && models.length === 0 ? { candidates: [baseline] } : flags,
    upstream,
    key: OWN_KEYS,
    env: invocation.variables,
    catalog,
  });
  return withModels(settings, [baseline, ...judges], catalog);
}

/** @throws SignalboxError where a model has no price, as no budget can hold then */
function requirePrices(asker: ModelAsker, labels: readonly string[]): void {
  const unpriced = labels.filter(
    (label) => asker.priceUsd(label, { inputTokens: 1, outputTokens: 1 }) === undefined,
  );
  if (unpriced.length > 0)
    throw new SignalboxError(
      "bad_request",
      `No price is known for ${unpriced.join(", ")}. State input_price and output_price of it among the candidates of --upstreams.`,
    );
}

function outlayOf(
  pairs: readonly Pair[],
  options: Pick<ProofOptions, "judges" | "asker" | "budgetUsd">,
): Outlay {
  const paid = pairs.filter(({ isSame }) => !isSame);
  const all = paid.reduce((sum, pair) => sum + expectedUsd(pair, options), 0);
  const part = all === 0 ? 1 : Math.min(1, options.budgetUsd / all);
  const comparisons = Math.ceil(part * paid.length);
  const seconds = paid.reduce((sum, pair) => sum + pair.seconds + JUDGE_SECONDS, 0);
  return {
    requests: pairs.length,
    same: pairs.length - paid.length,
    comparisons,
    calls: Math.ceil(comparisons * (4 + (2 * (options.judges.length - 1)) / 5)),
    usd: Math.min(options.budgetUsd, all),
    seconds: (part * seconds) / IN_FLIGHT,
  };
}

const runDigest = (asked: Asked, digest: string, pairs: readonly Pair[]): string =>
  createHash("sha256")
    .update(
      JSON.stringify([digest, asked.baseline, asked.judges, asked.tokensMax, JUDGE_TOKENS_MAX, asked.labels]),
    )
    .update(JSON.stringify(pairs.map(({ request, pick, isSame }) => [request.line, pick, isSame])))
    .digest("hex");

/** A judge is a candidate only where it is named as one. */
function offeredOf({ candidates }: GatewaySettings, { models, judges, baseline }: Asked): readonly string[] {
  const isOffered = (label: string): boolean =>
    label === baseline || (models.length > 0 ? models.includes(label) : !judges.includes(label));
  return candidates.map(({ label }) => label).filter(isOffered);
}

interface Planned extends Asked {
  readonly settings: GatewaySettings;
  readonly offered: readonly string[];
  readonly asker: ModelAsker;
  readonly pairs: readonly Pair[];
  readonly total: number;
  readonly leftOut: Readonly<Record<string, number>>;
  /** Digest of everything that a verdict depends on. */
  readonly run: string;
}

async function plan(invocation: Invocation, asked: Asked): Promise<Planned> {
  const config = invocation.config();
  const catalog = await loadConfiguredCatalog(config);
  const settings = settingsFor(invocation, asked, catalog);
  const pause = (ms: number, signal: AbortSignal): Promise<void> => sleep(ms, undefined, { signal });
  const asker = createModelAsker({ settings, catalog, sleep: pause });
  const { current: engine } = await createEngineHolder(config, catalog);
  const read = await readRequests(asked.path, invocation.variables["SIGNALBOX_GATEWAY_KEY"]);
  const offered = offeredOf(settings, asked);
  const { pairs, leftOut } = await planPairs(read.requests, { engine, catalog, settings, offered, ...asked });
  requirePrices(asker, [...new Set([...pairs.map(({ pick }) => pick), asked.baseline, ...asked.judges])]);
  return {
    ...asked,
    settings,
    offered,
    asker,
    pairs,
    total: read.total,
    leftOut: { ...read.leftOut, ...leftOut },
    run: runDigest(asked, read.digest, pairs),
  };
}

function writeFiles(invocation: Invocation, report: ProofReport, losses: readonly Loss[]): void {
  const [lossFile, ruleFile] = [invocation.text("losses"), invocation.text("rule")];
  if (lossFile !== undefined) writeFileSync(lossFile, lossPage(losses), { mode: 0o600 });
  if (ruleFile !== undefined && report.suggestion !== null)
    writeFileSync(ruleFile, `${JSON.stringify(report.suggestion.policy, null, 2)}\n`);
}

async function compareAll(
  invocation: Invocation,
  planned: Planned,
  teacher: Teacher | undefined,
): Promise<ProofReport> {
  const { console } = invocation;
  const path =
    invocation.text("state") ?? join(homedir(), ".signalbox", "prove", `${planned.run.slice(0, 16)}.jsonl`);
  const keepsLosses = invocation.text("losses") !== undefined;
  const losses: Loss[] = [];
  let isStopped = false;
  void console.untilStopped().then(() => (isStopped = true));
  const progress = createProgress(console);
  try {
    const proof = await runProof({
      ...planned,
      state: openState(path, planned.run),
      isStopped: () => isStopped,
      onOutcome: (outcome, pair, answers) => {
        if (outcome.found === false && answers !== undefined && keepsLosses) losses.push({ pair, answers });
        if (outcome.judged?.good !== undefined) teacher?.teach(pair, outcome.judged.good);
      },
      onProgress: (now) => {
        if (!console.isTerminal && now.compared % LINE_EVERY !== 0) return;
        progress.report(now.spentUsd / planned.budgetUsd, progressWords(now));
      },
    });
    const report = reportOf({ ...planned, proof });
    writeFiles(invocation, report, losses);
    return report;
  } finally {
    progress.end();
  }
}

async function run(invocation: Invocation): Promise<number> {
  const { console } = invocation;
  const planned = await plan(invocation, readAsked(invocation));
  console.error(outlayWords(outlayOf(planned.pairs, planned)));
  if (invocation.isOn("dry-run")) return 0;
  const teacher = invocation.isOn("learn") ? await openTeacher(invocation, planned) : undefined;
  let report: ProofReport;
  let untaught = 0;
  try {
    report = await compareAll(invocation, planned, teacher);
  } finally {
    untaught = (await teacher?.close()) ?? 0;
  }
  if (untaught > 0) console.error(`${untaught} verdicts could not be reported as feedback.\n`);
  const words = renderReport(report);
  const lines = words.split("\n").filter((line) => line !== "");
  console.out(invocation.isOn("json") ? `${JSON.stringify({ ...report, words: lines }, null, 2)}\n` : words);
  return report.ending === "provider" || report.ending === "judge" ? 1 : 0;
}

const text = (value: string, description: string): OptionSpec => ({ type: "string", value, description });

export const prove: Command = {
  name: "prove",
  usage: "prove FILE --baseline MODEL --judge MODEL --budget DOLLARS [--models LIST]",
  summary: "Test whether cheaper answers are as good on your own requests, with a model as judge.",
  details: [
    "FILE is a log with texts (formats as in `import`), a file with one prompt per line, or the address of a gateway that runs with --sample.",
    "The pick and the baseline answer each request; the judge sees both answers unnamed, in both orders. Provider keys come from the environment, such as OPENAI_API_KEY.",
    "Prints the maximum cost first, stops at the budget, and resumes when started again. Stores no text and no answer without --losses or --learn.",
  ],
  options: {
    baseline: text("MODEL", "The model that you call now."),
    judge: text("MODEL", "The model that compares the answers."),
    judges: text("LIST", "Further judges, for every fifth comparison."),
    labels: text(
      "FILE",
      "Pairs judged by people, to check the judge: JSON lines with prompt, first, second, better.",
    ),
    budget: text("DOLLARS", "Maximum cost of the run, over all its starts."),
    models: text("LIST", "Candidates, comma-separated. Default: those of the gateway."),
    tradeoff: text("cost|latency", "Objective of the router."),
    preference: text("FILE", "JSON policy, such as a suggested rule."),
    upstream: text("URL", "One provider for all models; its key is SIGNALBOX_UPSTREAM_KEY."),
    upstreams: text("FILE", "Upstreams and candidates, as in `gateway --config`."),
    "answer-tokens": text("N", "Maximum tokens of an answer, hidden ones included; default 8192."),
    state: text("FILE", "Progress file: line numbers, verdicts, dollars. Default: ~/.signalbox/prove."),
    losses: text("FILE", "HTML report of the requests that the pick lost."),
    rule: text("FILE", "Policy file of the suggested rule, for --preference or `replay`."),
    learn: {
      type: "boolean",
      description: "Report verdicts as feedback, here or to the service at SIGNALBOX_URL.",
    },
    "dry-run": { type: "boolean", description: "Print the maximum cost and exit." },
    json: JSON_OPTION,
  },
  takesConfiguration: true,
  examples: [
    "signalbox prove litellm.jsonl --baseline openai/gpt-5.6-sol --judge anthropic/claude-opus-5.5 --budget 5",
    "signalbox prove prompts.txt --baseline openai/gpt-5.5 --models openai/gpt-5.4-mini,openai/gpt-5.5 --judge anthropic/claude-opus-4.8 --budget 2 --losses losses.html",
  ],
  run,
};
