// One run: draws a request, asks both models, has the answers judged in both orders, and notes what that says of all requests.
import { createSampler, createShareEstimator, type Interval, type Sampler } from "@signalbox/engine/learn";
import { splitmix32 } from "@signalbox/engine/numerics";
import type { ModelAnswer, ModelAsker, NoAnswer, Question } from "./ask-model.ts";
import {
  ANSWER_CHARS_MAX,
  joinRulings,
  judgeQuestion,
  readRuling,
  shownAnswer,
  type Judged,
  type Verdict,
} from "./judge.ts";
import type { Pair } from "./pairs.ts";
import type { Drawn, StateFile, Outcome } from "./state-file.ts";
import { createWallet, OutOfBudget, type Wallet } from "./wallet.ts";

export interface ProofOptions {
  readonly pairs: readonly Pair[];
  /** The first decides; each further one judges every fifth comparison. */
  readonly judges: readonly string[];
  readonly budgetUsd: number;
  /** Pairs that people have judged: the judge is checked by them first. */
  readonly labels: readonly LabelledPair[];
  /** Bound of an answer, thought included. @unit tokens */
  readonly tokensMax: number;
  readonly asker: ModelAsker;
  readonly state: StateFile;
  /** Ends the run after the comparisons that are in flight. */
  readonly isStopped: () => boolean;
  readonly onOutcome: (outcome: Outcome, pair: Pair, answers: Answers | undefined) => void;
  readonly onProgress: (progress: Progress) => void;
}

export interface LabelledPair {
  readonly prompt: string;
  readonly first: string;
  readonly second: string;
  readonly better: "first" | "second" | "tie";
}

export interface Answers {
  readonly pick: string;
  readonly baseline: string;
}

export interface Progress {
  readonly spentUsd: number;
  readonly compared: number;
  readonly share: Interval;
}

export type Ending = "all_compared" | "budget" | "stopped" | "provider" | "judge";

export interface Proof {
  readonly drawn: readonly Drawn[];
  readonly share: Interval;
  readonly spentUsd: number;
  readonly calls: number;
  /** Labelled pairs on which the judge gave a verdict, and those on which it agreed. */
  readonly labelled: { readonly compared: number; readonly agreed: number };
  readonly ending: Ending;
  /** The last failure, where failures ended the run. */
  readonly fault: string | undefined;
}

const ALPHA = 0.05;
export const IN_FLIGHT = 4;
const OTHER_JUDGES_EVERY = 5;
/** Comparisons in a row without both answers after which the run ends. */
const FAILURES_MAX = 3;
/** A judge that goes by the place alone says nothing. */
const PLACE_RULINGS_MIN = 20;
const PLACE_SHARE_MAX = 0.9;
const NO_RULING_MAX = 5;
const RULING_TOKENS = 200;
const CHARS_PER_TOKEN = 3;
const LONGER = 1.1;

/** Expected dollars of one comparison. */
export function expectedUsd(pair: Pair, { judges, asker }: Pick<ProofOptions, "judges" | "asker">): number {
  const tokens = { inputTokens: pair.inputTokens + pair.outputTokens + 300, outputTokens: RULING_TOKENS };
  const [first = 0, ...others] = judges.map((judge) => 2 * (asker.priceUsd(judge, tokens) ?? 0));
  const more = others.reduce((sum, usd) => sum + usd, 0) / OTHER_JUDGES_EVERY;
  return pair.usd.pick + pair.usd.baseline + first + more;
}

/** Counts by the bytes that a token has at least, and by the bound of the answer. */
const mostUsd = (asker: ModelAsker, label: string, { body, tokensMax }: Question): number =>
  asker.priceUsd(label, {
    inputTokens: Math.ceil(JSON.stringify(body).length / (CHARS_PER_TOKEN - 1)),
    outputTokens: tokensMax,
  }) ?? 0;

interface Paying {
  readonly options: ProofOptions;
  readonly wallet: Wallet;
  readonly signal: AbortSignal;
}

async function askPaid({ options, wallet, signal }: Paying, label: string, question: Question) {
  const { asker, state } = options;
  const most = mostUsd(asker, label, question);
  return wallet.pay(label, most, async () => {
    const reply: ModelAnswer | NoAnswer = await asker.ask(label, question, signal);
    const usd = reply.kind === "answer" ? (reply.usd ?? most) : reply.isBilled ? most : 0;
    state.add({ usd });
    return { ...reply, usd };
  });
}

interface Shown extends Answers {
  readonly request: Pick<Pair["request"], "turns" | "tools">;
}

async function rulingsOf(
  paying: Paying,
  judge: string,
  { request, pick, baseline }: Shown,
): Promise<Judged | string> {
  const orders = [
    [pick, baseline],
    [baseline, pick],
  ] as const;
  const replies = await Promise.all(
    orders.map(([first, second]) => askPaid(paying, judge, judgeQuestion(request, first, second))),
  );
  const rulings = replies.map((reply) => (reply.kind === "answer" ? readRuling(reply.text) : undefined));
  const [straight, swapped] = rulings;
  if (straight !== undefined && swapped !== undefined) return joinRulings([straight, swapped]);
  const silent = replies.find(({ kind }) => kind === "failed");
  return silent !== undefined && "reason" in silent ? silent.reason : "the judge gave no verdict";
}

const none = (reason: string): Outcome => ({ found: "none", reason });

function longerOf(pick: string, baseline: string): Pick<Outcome, "longer"> {
  if (pick.length > LONGER * baseline.length) return { longer: "pick" };
  return baseline.length > LONGER * pick.length ? { longer: "baseline" } : {};
}

interface Compared {
  readonly outcome: Outcome;
  readonly answers?: Answers;
  /** A model or the judge could not be asked. */
  readonly isFailure?: true;
}

async function compare(paying: Paying, pair: Pair, hasOthers: boolean): Promise<Compared> {
  const { options } = paying;
  const question = { ...pair.request.question, tokensMax: options.tokensMax };
  const [a, b] = await Promise.all([
    askPaid(paying, pair.pick, question),
    askPaid(paying, pair.baseline, question),
  ]);
  if (a.kind === "failed") return { outcome: none(a.reason), isFailure: true };
  if (b.kind === "failed") return { outcome: none(b.reason), isFailure: true };
  if (a.isCut || b.isCut)
    return { outcome: none(`an answer reached its bound of ${options.tokensMax} tokens`) };
  const answers = { pick: shownAnswer(a), baseline: shownAnswer(b) };
  const usd = { pick: a.usd, baseline: b.usd };
  if (answers.pick === answers.baseline)
    return { outcome: answers.pick === "" ? none("both answers are empty") : { found: true, usd }, answers };
  if (Math.max(answers.pick.length, answers.baseline.length) > ANSWER_CHARS_MAX * 4)
    return { outcome: none("an answer is too long to judge") };
  const [first = "", ...others] = options.judges;
  const shown = { ...answers, request: pair.request };
  const judged = await rulingsOf(paying, first, shown);
  if (typeof judged === "string")
    return { outcome: none(judged), ...(judged.startsWith(first) && { isFailure: true }) };
  const more = hasOthers ? await Promise.all(others.map((judge) => rulingsOf(paying, judge, shown))) : [];
  const verdicts = more.map((each) => (typeof each === "string" ? undefined : each.verdict));
  return {
    answers,
    outcome: {
      found: judged.verdict !== "baseline",
      judged,
      usd,
      ...longerOf(answers.pick, answers.baseline),
      ...(verdicts.length > 0 &&
        !verdicts.includes(undefined) && { others: verdicts.filter((each) => each !== undefined) }),
    },
  };
}

/** Why going on would waste money; undefined where it would not. */
function endingOf(drawn: readonly Drawn[]): Ending | undefined {
  const outcome = drawn.flatMap((each) => each.outcome ?? []);
  const judged = outcome.flatMap((each) => each.judged ?? []);
  const decided = judged.reduce((sum, each) => sum + each.decided, 0);
  const first = judged.reduce((sum, each) => sum + each.first, 0);
  const place = Math.max(first, decided - first);
  if (decided >= PLACE_RULINGS_MIN && place > PLACE_SHARE_MAX * decided) return "judge";
  const last = outcome.slice(-NO_RULING_MAX);
  const isSilent = last.every(({ reason }) => reason === "the judge gave no verdict");
  return last.length === NO_RULING_MAX && isSilent ? "judge" : undefined;
}

function createSamplerOf(pairs: readonly Pair[], options: ProofOptions): Sampler {
  const { state } = options;
  const members = pairs.map((pair) => ({
    guess: pair.guess,
    cost: expectedUsd(pair, options),
    kinds: [pair.field, pair.operation],
  }));
  const sampler = createSampler(members, splitmix32(state.drawn.length + 1));
  for (const { at, outcome } of state.drawn) {
    sampler.drop(at);
    sampler.tell(at, outcome?.found ?? "none");
  }
  return sampler;
}

const LABELS: Readonly<Record<Verdict, LabelledPair["better"]>> = {
  pick: "first",
  baseline: "second",
  tie: "tie",
};

/** @throws OutOfBudget */
async function checkJudge(paying: Paying): Promise<Proof["labelled"]> {
  const { labels, judges, state } = paying.options;
  const labelled = new Map(state.labelled);
  for (const [at, { prompt, first, second, better }] of labels.entries()) {
    if (labelled.has(at)) continue;
    const request = { turns: [["user", prompt]] as const, tools: [] };
    const judged = await rulingsOf(paying, judges[0] ?? "", { request, pick: first, baseline: second });
    const agrees = typeof judged === "string" ? null : LABELS[judged.verdict] === better;
    labelled.set(at, agrees);
    state.add({ label: at, agrees });
  }
  const given = [...labelled.values()].filter((agrees) => agrees !== null);
  return { compared: given.length, agreed: given.filter(Boolean).length };
}

interface Ledger {
  readonly drawn: readonly Drawn[];
  readonly ending: Ending | undefined;
  readonly fault: string | undefined;
  readonly share: Interval;
  open(next: Pick<Drawn, "at" | "draw">): Drawn;
  close(each: Drawn, compared: Compared): void;
  end(ending: Ending): void;
}

/** Notes comparisons in the order of their draws, which is what the interval is about. */
function createLedger(options: ProofOptions, paid: readonly Pair[], sampler: Sampler): Ledger {
  const { state, pairs } = options;
  const estimator = createShareEstimator({
    size: paid.length,
    having: pairs.length - paid.length,
    guesses: paid.reduce((sum, { guess }) => sum + guess, 0),
    alpha: ALPHA,
  });
  const drawn: Drawn[] = [...state.drawn];
  let [noted, failures] = [0, 0];
  let ending: Ending | undefined;
  let fault: string | undefined;
  const note = (): void => {
    for (let next = drawn[noted]; next?.outcome !== undefined; next = drawn[noted]) {
      estimator.note(next.draw, next.outcome.found);
      noted += 1;
    }
    ending ??= endingOf(drawn);
  };
  note();
  return {
    drawn,
    get ending() {
      return ending;
    },
    get fault() {
      return fault;
    },
    get share() {
      return estimator.estimate();
    },
    open: (next) => {
      const each: Drawn = { ...next, outcome: undefined };
      state.add(next);
      drawn.push(each);
      return each;
    },
    close: (each, { outcome, isFailure }) => {
      each.outcome = outcome;
      state.add({ at: each.at, outcome });
      sampler.tell(each.at, outcome.found);
      failures = isFailure === true ? failures + 1 : 0;
      if (failures >= FAILURES_MAX) {
        ending ??= "provider";
        fault = outcome.reason;
      }
      note();
    },
    end: (stated) => void (ending ??= stated),
  };
}

interface Run extends Paying {
  readonly ledger: Ledger;
  readonly sampler: Sampler;
  readonly paid: readonly Pair[];
}

async function work({ ledger, ...paying }: Run, each: Drawn, pair: Pair): Promise<void> {
  const { options, wallet } = paying;
  const giveBack = wallet.promise(expectedUsd(pair, options));
  let compared: Compared;
  try {
    compared = await compare(paying, pair, ledger.drawn.length % OTHER_JUDGES_EVERY === 1);
    options.onOutcome(compared.outcome, pair, compared.answers);
  } catch (error) {
    if (!(error instanceof OutOfBudget)) throw error;
    compared = { outcome: none("the budget ended before its verdict") };
    ledger.end("budget");
  } finally {
    giveBack();
  }
  ledger.close(each, compared);
  const count = ledger.drawn.filter(
    ({ outcome }) => outcome !== undefined && outcome.found !== "none",
  ).length;
  options.onProgress({ spentUsd: wallet.spentUsd, compared: count, share: ledger.share });
}

/** Keeps some comparisons in flight until the run ends. */
async function drawAll(run: Run): Promise<void> {
  const { options, wallet, ledger, sampler, paid } = run;
  const inFlight = new Set<Promise<void>>();
  while (ledger.ending === undefined) {
    if (options.isStopped()) ledger.end("stopped");
    const next = ledger.ending === undefined ? sampler.next() : undefined;
    const pair = next && paid[next.at];
    if (next === undefined || pair === undefined) break;
    const usd = expectedUsd(pair, options);
    // Calls in flight may cost less than was reserved for them.
    if (!wallet.affords(usd)) await Promise.all(inFlight);
    if (!wallet.affords(usd)) {
      ledger.end("budget");
      break;
    }
    const job = work(run, ledger.open(next), pair).finally(() => inFlight.delete(job));
    inFlight.add(job);
    if (inFlight.size >= IN_FLIGHT) await Promise.race(inFlight);
  }
  await Promise.all(inFlight);
}

/** Never throws for what a provider or a judge does: the run ends with what it knows. */
export async function runProof(options: ProofOptions): Promise<Proof> {
  const { state, budgetUsd } = options;
  const paid = options.pairs.filter(({ isSame }) => !isSame);
  const sampler = createSamplerOf(paid, options);
  const ledger = createLedger(options, paid, sampler);
  const wallet = createWallet({ budgetUsd, spentUsd: state.spentUsd, calls: state.calls });
  const gone = new AbortController();
  const paying = { options, wallet, signal: gone.signal };
  let labelled: Proof["labelled"] = { compared: 0, agreed: 0 };
  try {
    labelled = await checkJudge(paying);
    await drawAll({ ...paying, ledger, sampler, paid });
  } catch (error) {
    if (!(error instanceof OutOfBudget)) throw error;
    ledger.end("budget");
  } finally {
    gone.abort();
  }
  const { drawn, share, ending = "all_compared", fault } = ledger;
  return { drawn, share, spentUsd: wallet.spentUsd, calls: wallet.calls, labelled, ending, fault };
}
