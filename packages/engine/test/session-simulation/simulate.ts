// Replays multi-turn traffic under three ways of routing and bills it as providers do: every model keeps its own prompt cache,
// which lasts a while after its last call and holds the prefix that this call sent.
import type { CandidateInput, DecisionRecord, Engine } from "../../src/index.ts";
import type { Message } from "../../src/internals.ts";
import { continueSession, plainInput } from "../../src/index.ts";

export type Way = "always" | "never" | "planner";

/** The outcome that a model had, or would have had, on one turn. */
export interface Outcome {
  /** @range 0..1 */
  readonly success: number;
  readonly outputTokens: number;
}

export interface Turn {
  readonly text: string;
  /** Seconds since the turn before. */
  readonly idleS: number;
  /** Recorded outcomes by label; without them the model's own estimates count as the truth for all three ways. */
  readonly outcomes?: ReadonlyMap<string, Outcome>;
}

export interface Traffic {
  readonly sessions: readonly (readonly Turn[])[];
  readonly candidates: readonly CandidateInput[];
}

export interface SimulationInput {
  readonly engine: Engine;
  readonly traffic: Traffic;
  readonly way: Way;
  /** Success that a bill ten times smaller is worth. */
  readonly tolerance: number;
}

export interface SimulationResult {
  readonly usd: number;
  /** Mean over all turns. */
  readonly success: number;
  readonly switches: number;
  readonly turns: number;
}

/** As long as the usual providers keep a prefix after its last use. */
const CACHE_TTL_S = 300;
const CACHED_TOKENS_MIN = 1_024;
const ANSWER_WORD = "word ";

interface WarmPrefix {
  readonly tokens: number;
  readonly atS: number;
}

interface Running {
  messages: Message[];
  last: DecisionRecord | undefined;
  pinned: string | undefined;
  nowS: number;
  readonly warm: Map<string, WarmPrefix>;
}

export function simulate(input: SimulationInput): SimulationResult {
  const total = { usd: 0, success: 0, switches: 0, turns: 0 };
  for (const session of input.traffic.sessions) {
    const running: Running = { messages: [], last: undefined, pinned: undefined, nowS: 0, warm: new Map() };
    for (const turn of session) {
      const { usd, success, isSwitch } = takeTurn(input, running, turn);
      total.usd += usd;
      total.success += success;
      total.switches += isSwitch ? 1 : 0;
      total.turns += 1;
    }
  }
  return { ...total, success: total.success / Math.max(1, total.turns) };
}

function takeTurn(input: SimulationInput, running: Running, turn: Turn) {
  running.nowS += turn.idleS;
  running.messages.push(message("user", turn.text));
  const { record, inputTokens } = decide(input, running, turn);
  const pick = record.ranking[0];
  if (pick === undefined) throw new Error("a decision always has a pick");
  const outcome = turn.outcomes?.get(record.label) ?? {
    success: pick.success,
    outputTokens: pick.outputTokens + pick.hiddenTokens,
  };
  const usd = bill(input, running, { label: record.label, inputTokens, outputTokens: outcome.outputTokens });
  const isSwitch = running.pinned !== undefined && running.pinned !== record.label;
  running.pinned = record.label;
  running.last = record;
  running.messages.push(
    message("assistant", ANSWER_WORD.repeat(Math.min(4_000, Math.round(outcome.outputTokens)))),
  );
  return { usd, success: outcome.success, isSwitch };
}

function decide({ engine, traffic, way, tolerance }: SimulationInput, running: Running, turn: Turn) {
  const isPinned = way === "never" && running.pinned !== undefined;
  return engine.decide(
    plainInput({
      messages: running.messages,
      tools: [],
      candidates: isPinned
        ? traffic.candidates.filter(({ label }) => label === running.pinned)
        : traffic.candidates,
      preference: { id: "simulated", version: 1, policy: { objective: { kind: "cost", tolerance } } },
      session:
        way === "planner" && running.last
          ? continueSession("simulated", running.last, turn.idleS)
          : undefined,
      explorationDraw: 0,
    }),
  );
}

interface Call {
  readonly label: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Dollars of one call at list price, with the surcharge for what the cache takes in; renews the warm prefix of its model. */
function bill({ traffic }: SimulationInput, { warm, nowS }: Running, call: Call): number {
  const prices = traffic.candidates.find(({ label }) => label === call.label)?.facts?.prices;
  const input = prices?.inputUsdPerMTok ?? 0;
  const prefix = warm.get(call.label);
  const isWarm =
    prefix !== undefined && nowS - prefix.atS <= CACHE_TTL_S && prefix.tokens >= CACHED_TOKENS_MIN;
  const cached = isWarm ? Math.min(prefix.tokens, call.inputTokens) : 0;
  warm.set(call.label, { tokens: call.inputTokens, atS: nowS });
  const isCacheable = call.inputTokens >= CACHED_TOKENS_MIN;
  const fresh = isCacheable ? (prices?.cacheWriteUsdPerMTok ?? input) : input;
  const inputUsd = (call.inputTokens - cached) * fresh + cached * (prices?.cachedInputUsdPerMTok ?? input);
  return (inputUsd + call.outputTokens * (prices?.outputUsdPerMTok ?? 0)) / 1e6;
}

function message(role: string, text: string): Message {
  return { role, text, parts: [], toolCallCount: 0, isToolResult: false };
}
