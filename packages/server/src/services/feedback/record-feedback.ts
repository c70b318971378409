// Feedback is idempotent by session and label: the same report twice is one, a new value corrects, a withdrawal undoes.
// A report on a whole chain credits the pick of each of its decisions.
import { findLabel } from "./find-label.ts";
import { invalid, readUsage } from "@signalbox/contracts";
import type { DecisionSummary, FeedbackOutcome, FeedbackUsage, LatencyObservation } from "@signalbox/storage";
import type { FeedbackReport, FeedbackResult } from "@signalbox/contracts";
import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { found } from "../faults.ts";
import { isPlainCall, modelKeyOf, speedOf } from "./observe-latency.ts";

/** A thumb is a whole success or a whole failure. */
function readValue(value: FeedbackReport["value"]): number | undefined {
  if (value === "up" || value === true) return 1;
  return value === "down" || value === false ? 0 : value;
}

interface Target {
  readonly sessionId: string;
  readonly label: string;
}

interface Report {
  readonly targets: readonly Target[];
  readonly value: number | undefined;
  readonly usage: FeedbackUsage | undefined;
  readonly scope: "decision" | "chain";
  readonly isWithdrawn: boolean;
}

const STATUS = {
  created: "recorded",
  corrected: "corrected",
  repeated: "unchanged",
  withdrawn: "withdrawn",
} as const;

function usageOf(usage: FeedbackReport["usage"]): FeedbackUsage | undefined {
  if (usage === undefined) return undefined;
  const { inputTokens, outputTokens } = readUsage(usage);
  return {
    inputTokens,
    outputTokens,
    usd: usage.usd,
    seconds: usage.seconds,
    firstTokenSeconds: usage.first_token_seconds,
    baselineModel: usage.baseline_model,
    baselineUsd: usage.baseline_usd,
  };
}

interface Reported {
  readonly label: string;
  /** The key of its observed speed. */
  readonly modelKey: string;
}

const isOfPick = ({ label }: DecisionSummary, { label: stated, provider }: FeedbackReport): boolean =>
  provider === undefined && (stated === undefined || stated === label);

/** Other candidates than the pick are in the record alone, and reading that takes as long as all else that a report reads. */
async function findReported(
  context: ServiceContext,
  summary: DecisionSummary,
  input: FeedbackReport,
): Promise<Reported> {
  const { accountId, sessionId, label: picked, modelId } = summary;
  if (isOfPick(summary, input)) return { label: picked, modelKey: modelId ?? picked };
  const row = found(await context.storage.decisions.find({ accountId, sessionId }), "session");
  const label = findLabel(row, input);
  return { label, modelKey: modelKeyOf(row, label) };
}

/** Thought of a call that stated no mode; the record is read only where the provider counts thought. */
async function hiddenTokensOf(
  context: ServiceContext,
  { accountId, sessionId, label }: Target & { readonly accountId: string },
  usage: FeedbackReport["usage"],
): Promise<number | undefined> {
  const { hiddenTokens } = readUsage(usage);
  if (hiddenTokens === undefined) return undefined;
  const row = found(await context.storage.decisions.find({ accountId, sessionId }), "session");
  return isPlainCall(row, label) ? hiddenTokens : undefined;
}

async function targetsOf(
  context: ServiceContext,
  { accountId, sessionId, chainId }: DecisionSummary,
  { label, scope }: Pick<Report, "scope"> & { readonly label: string },
): Promise<readonly Target[]> {
  const own: Target = { sessionId, label };
  if (scope !== "chain") return [own];
  const chain: readonly DecisionSummary[] = await context.storage.decisions.listChain({ accountId, chainId });
  const others = chain.filter((decision) => decision.sessionId !== sessionId);
  return [own, ...others.map((other) => ({ sessionId: other.sessionId, label: other.label }))];
}

/** A chain is credited whole or not at all. @returns the outcomes of each report */
async function judge(
  context: ServiceContext,
  { principal }: Caller,
  reports: readonly Report[],
): Promise<readonly (readonly FeedbackOutcome[])[]> {
  const { feedback } = context.storage;
  const [atMs, accountId] = [context.clock.nowMs(), principal.accountId];
  const keyId = principal.kind === "key" ? principal.keyId : null;
  const inputs = reports.flatMap(({ targets, value, usage, scope, isWithdrawn }, of) =>
    targets.map((target, at) => ({
      of,
      isWithdrawn,
      input: { accountId, ...target, value, keyId, scope, atMs, usage: at === 0 ? usage : undefined },
    })),
  );
  const outcomes = reports.map((): FeedbackOutcome[] => []);
  for (const isWithdrawn of [false, true]) {
    const own = inputs.filter((each) => each.isWithdrawn === isWithdrawn);
    const given = own.map(({ input }) => input);
    const judged = isWithdrawn ? await feedback.withdrawAll(given) : await feedback.putAll(given);
    for (const [at, outcome] of judged.entries())
      if (outcome !== undefined) outcomes[own[at]?.of ?? 0]?.push(outcome);
  }
  return outcomes;
}

interface Recorded {
  readonly result: FeedbackResult;
  /** To be observed: the speed and the thought that the report tells of for the first time. */
  readonly speed: LatencyObservation | undefined;
}

interface Prepared extends Reported {
  readonly input: FeedbackReport;
  readonly report: Report;
}

async function prepare(context: ServiceContext, caller: Caller, input: FeedbackReport): Promise<Prepared> {
  authorise(caller.principal, "feedback.write");
  if (input.value === undefined && input.usage === undefined && input.withdraw !== true)
    throw invalid([
      {
        location: "body.value",
        message: "It is missing.",
        fix: "Send 0..1, `up`, `down`, `usage`, or `withdraw: true`.",
      },
    ]);
  const { accountId } = caller.principal;
  const { session_id: sessionId, scope = "decision" } = input;
  const summary = found(await context.storage.decisions.findSummary({ accountId, sessionId }), "session");
  const reported = await findReported(context, summary, input);
  const report: Report = {
    targets: await targetsOf(context, summary, { label: reported.label, scope }),
    value: readValue(input.value),
    usage: usageOf(input.usage),
    scope,
    isWithdrawn: input.withdraw === true,
  };
  return { input, report, ...reported };
}

async function finish(
  context: ServiceContext,
  caller: Caller,
  { input, report, label, modelKey }: Prepared,
  outcomes: readonly FeedbackOutcome[],
): Promise<Recorded> {
  const { accountId } = caller.principal;
  const { session_id: sessionId } = input;
  const first = found(outcomes[0], "feedback on this session");
  const hiddenTokens = await hiddenTokensOf(context, { accountId, sessionId, label }, input.usage);
  const seen = { accountId, modelKey, usage: report.usage, hiddenTokens, atMs: context.clock.nowMs() };
  const result = {
    session_id: sessionId,
    label: first.feedback.label,
    value: first.feedback.withdrawnAtMs === null ? first.feedback.value : null,
    status: STATUS[first.outcome],
    decisions: outcomes.length,
  };
  return { result, speed: first.outcome === "repeated" ? undefined : speedOf(seen) };
}

/** @throws SignalboxError not_found for a foreign session; validation_failed when the report is empty */
export async function recordFeedback(
  context: ServiceContext,
  caller: Caller,
  input: FeedbackReport,
): Promise<FeedbackResult> {
  const prepared = await prepare(context, caller, input);
  const [outcomes = []] = await judge(context, caller, [prepared.report]);
  const { result, speed } = await finish(context, caller, prepared, outcomes);
  if (speed !== undefined) await context.storage.latency.observe(speed);
  return result;
}

/**
 * Many in one transaction, with one change of each sum and of each model's speed.
 * @param onFault given why a report could not be kept; it takes none of the others with it
 */
export function recordReports(
  context: ServiceContext,
  caller: Caller,
  {
    reports,
    onFault,
  }: { readonly reports: readonly FeedbackReport[]; readonly onFault: (fault: unknown) => void },
): Promise<void> {
  return context.storage.transaction(async (repositories) => {
    const inside = { ...context, storage: { ...context.storage, ...repositories } };
    const prepared: Prepared[] = [];
    for (const report of reports) {
      const ready = await prepare(inside, caller, report).catch(onFault);
      if (ready !== undefined) prepared.push(ready);
    }
    const judged = await judge(
      inside,
      caller,
      prepared.map(({ report }) => report),
    );
    const speeds: LatencyObservation[] = [];
    for (const [at, each] of prepared.entries()) {
      const recorded = await finish(inside, caller, each, judged[at] ?? []).catch(onFault);
      if (recorded?.speed !== undefined) speeds.push(recorded.speed);
    }
    await inside.storage.latency.observeAll(speeds);
  });
}
