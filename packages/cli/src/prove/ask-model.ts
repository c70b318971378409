// Asks one model on the gateway's own account: upstreams, keys, facts, corrections and translations are those of a client's call.
import type { Catalog } from "@signalbox/catalog";
import { SignalboxError, type FieldError } from "@signalbox/contracts";

import type { GatewaySettings } from "@signalbox/gateway";
import {
  createGatewayContext,
  FORMS,
  KEY_VARIABLES,
  parseRecord,
  priceCall,
  pricesOf,
  PROTOCOLS,
  readCall,
  readCandidates,
  refuseFaults,
  resultText,
  retryAfterMs,
  servedPrices,
  textOfParts,
  tryTargets,
  type Body,
  type Failure,
  type GatewayCandidate,
  type Item,
  type Opened,
  type Plan,
  type Priced,
  type ProtocolName,
} from "@signalbox/gateway/internals";

/** A call as one of the protocols writes it; its model, stream and limit are replaced. */
export interface Question {
  readonly protocol: ProtocolName;
  readonly body: Body;
  /** Bound of the answer, thought included. @unit tokens */
  readonly tokensMax: number;
}

export interface ModelAnswer {
  readonly kind: "answer";
  readonly text: string;
  /** Calls of tools, as `name(JSON)`. */
  readonly actions: readonly string[];
  /** The answer reached its bound. */
  readonly isCut: boolean;
  /** @unit USD; undefined where the upstream reported no tokens */
  readonly usd: number | undefined;
}

export interface NoAnswer {
  readonly kind: "failed";
  readonly reason: string;
  /** An answer began and broke off: the upstream may bill it. */
  readonly isBilled: boolean;
}

export interface ModelAsker {
  /** Waits as long as an upstream asks to. @param label as `labels` has it */
  ask(label: string, question: Question, signal: AbortSignal): Promise<ModelAnswer | NoAnswer>;
  /** Price of a call with so many tokens. @unit USD; undefined where a price is unknown */
  priceUsd(
    label: string,
    tokens: { readonly inputTokens: number; readonly outputTokens: number },
  ): number | undefined;
}

const ANSWER_BYTES_MAX = 32 * 1024 * 1024;
const TRIES_MAX = 6;
/** First pause where the upstream states none; it doubles. @unit milliseconds */
const PAUSE_MS = 2_000;
const PAUSE_MS_MAX = 120_000;
const LIMIT_NAMES: Readonly<Record<ProtocolName, string>> = {
  messages: "max_tokens",
  chat: "max_tokens",
  responses: "max_output_tokens",
};
const DROPPED: ReadonlySet<string> = new Set([
  "stream",
  "stream_options",
  "store",
  "max_completion_tokens",
  "max_tokens",
  "max_output_tokens",
]);

const keyFault = (label: string, variable: string): FieldError => ({
  location: label,
  message: `${variable} is not set.`,
  fix: "Set it to a key of that provider, or name another upstream with --upstream or --config.",
});

/**
 * The settings with these models among the candidates.
 * @param settings read with a key, so that upstreams take theirs from the environment
 * @throws SignalboxError invalid_configuration for a model that no upstream serves, or a key that is missing
 */
export function withModels(
  settings: GatewaySettings,
  names: readonly string[],
  catalog: Pick<Catalog, "resolve">,
): GatewaySettings {
  const faults: FieldError[] = [];
  const { upstreams } = settings;
  const isKnown = (name: string): boolean => settings.candidates.some(({ label }) => label === name);
  const others = [...new Set(names)].filter((name) => !isKnown(name));
  const added = others.length === 0 ? [] : readCandidates(others, { upstreams, catalog, faults });
  const candidates = [...settings.candidates, ...added];
  for (const { label, upstream } of candidates) {
    const variable = upstream.name === "upstream" ? undefined : KEY_VARIABLES[upstream.name]?.[0];
    if (variable !== undefined && upstream.key.from === "client") faults.push(keyFault(label, variable));
  }
  refuseFaults(faults);
  return { ...settings, candidates };
}

const roleOf = (item: Item): string => (item.kind === "message" ? item.role : item.kind);

function textOfItem(item: Item): string {
  if (item.kind === "call") return `${item.name}(${item.args})`;
  if (item.kind === "result") return resultText(item);
  return item.kind === "thought" ? "" : textOfParts(item.parts, "\n");
}

/**
 * The conversation as a reader sees it, one entry a turn.
 * @throws SignalboxError bad_request where a part cannot be carried to another protocol
 */
export const readTurnsOf = ({
  protocol,
  body,
}: Question): readonly (readonly [role: string, text: string])[] =>
  FORMS[protocol]
    .readRequest(body)
    .items.map((item) => [roleOf(item), textOfItem(item)] as const)
    .filter(([, text]) => text !== "");

function bodyOf({ protocol, body, tokensMax }: Question, model: string): Body {
  const kept = Object.entries(body).filter(([name]) => !DROPPED.has(name));
  return { ...Object.fromEntries(kept), model, [LIMIT_NAMES[protocol]]: tokensMax };
}

async function readWhole({ response, first }: Opened): Promise<string | undefined> {
  const parts: Buffer[] = first === undefined ? [] : [first];
  let length = first?.length ?? 0;
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > ANSWER_BYTES_MAX) return undefined;
      parts.push(part);
    }
  } catch {
    return undefined;
  }
  return response.complete ? Buffer.concat(parts).toString("utf8") : undefined;
}

const failed = (reason: string, isBilled = false): NoAnswer => ({ kind: "failed", reason, isBilled });

/** The pause before the same call is worth another try; undefined where it is not. @unit milliseconds */
function pauseAfter({ status, answer, isLate }: Failure, tries: number): number | undefined {
  const isPassing = isLate || status === 0 || status === 408 || status === 429 || status >= 500;
  if (!isPassing || tries >= TRIES_MAX) return undefined;
  const stated = answer === undefined ? undefined : retryAfterMs(answer, Date.now());
  return stated === undefined ? Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** (tries - 1)) : stated;
}

const shortWords = (body: Buffer): string => {
  const error = parseRecord(body.toString("utf8"))?.["error"];
  const message =
    typeof error === "object" && error !== null && "message" in error ? error.message : undefined;
  return typeof message === "string" ? `: ${message.slice(0, 200)}` : "";
};

interface Whole {
  readonly protocol: ProtocolName;
  readonly label: string;
  readonly whole: string;
}

function answerOf(priced: Priced, { protocol, label, whole }: Whole): ModelAnswer | NoAnswer {
  const said = parseRecord(whole);
  if (said === undefined) return failed(`${label} answered with no JSON`, true);
  const { usage, fault } = PROTOCOLS[protocol].hear(said);
  if (fault !== undefined) return failed(`${label} failed: ${fault.slice(0, 200)}`);
  const { items, stop } = FORMS[protocol].readAnswer(said);
  const texts = items.map((item) => (item.kind === "message" ? textOfParts(item.parts) : ""));
  return {
    kind: "answer",
    text: texts.join("").trim(),
    actions: items.flatMap((item) => (item.kind === "call" ? [textOfItem(item)] : [])),
    isCut: stop === "limit",
    usd: usage?.billedUsd ?? (usage && priceCall(servedPrices(priced, label, usage.servedModel), usage)),
  };
}

interface AskerOptions {
  readonly settings: GatewaySettings;
  readonly catalog: Pick<Catalog, "resolve">;
  /** Resolves after so many milliseconds, or rejects once the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

export function createModelAsker({ settings, catalog, sleep }: AskerOptions): ModelAsker {
  const never = (): never => {
    throw new SignalboxError("internal", "A question of the gateway's own is not decided.");
  };
  const decider = { decide: never, report: never, hasPreference: never };
  const context = createGatewayContext({ settings, catalog, decider, onCall: () => {}, nowMs: Date.now });
  const priced = { catalog, candidates: settings.candidates };
  const candidateOf = (label: string): GatewayCandidate => {
    const found = settings.candidates.find((each) => each.label === label);
    if (found === undefined) throw new SignalboxError("internal", `${label} is no candidate.`);
    return found;
  };

  const ask: ModelAsker["ask"] = async (label, question, signal) => {
    const body = bodyOf(question, label);
    const bytes = JSON.stringify(body).length;
    const protocol = PROTOCOLS[question.protocol];
    const call = readCall({ protocol, headers: {}, body, named: label, bytes }, context.sessions);
    const plan: Plan = {
      kind: "pinned",
      targets: [candidateOf(label)],
      sessionId: undefined,
      reason: undefined,
      escalated: undefined,
      effort: undefined,
      unreached: [],
    };
    for (let tries = 1; ; tries += 1) {
      const { opened, failure, reach } = await tryTargets(context, {
        exchange: { path: "" },
        call,
        plan,
        text: undefined,
        signal,
      });
      if (opened !== undefined) {
        const whole = await readWhole(opened);
        signal.throwIfAborted();
        return whole === undefined
          ? failed(`an answer of ${label} broke off`, true)
          : answerOf(priced, { protocol: reach.protocol, label, whole });
      }
      if (failure === undefined) return failed(`${label} gave no answer`);
      const pause = pauseAfter(failure, tries);
      if (pause === undefined) {
        const status =
          failure.status === 0 ? failure.message : `${failure.status}${shortWords(failure.body)}`;
        return failed(`${label}: ${status}`);
      }
      await sleep(pause, signal);
    }
  };

  return {
    ask,
    priceUsd: (label, tokens) => priceCall(pricesOf(priced, label), tokens),
  };
}
