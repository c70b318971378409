// One candidate after the other, until one of them gives a first byte. What failed is remembered by its upstream; a form that is
// refused is corrected and tried again with the same candidate.
import type { IncomingMessage } from "node:http";

import { SignalboxError } from "@signalbox/contracts";

import { corrected, correctionsIn, type Correction } from "../models/read-refusal.ts";
import { sameModel, takesOfTarget } from "../plan/target-takes.ts";
import type { JsonText } from "../json/rewrite-members.ts";
import type { Takes } from "../models/takes.ts";
import type { GatewayContext } from "../plan/gateway-context.ts";
import { providerOf, type Target } from "../plan/own-model.ts";
import type { Plan } from "../plan/plan-call.ts";
import type { Call } from "../plan/read-call.ts";
import type { KeySource } from "../settings/settings.ts";
import { reachOf, type Reach } from "../translate/reach.ts";
import type { Translator } from "../translate/translator.ts";
import { UpstreamFault, type Opened } from "../upstreams/call-upstream.ts";
import { fitBody, type Fitted } from "../upstreams/fit-body.ts";
import type { Thoughts } from "../upstreams/fit-thoughts.ts";
import { judgeAnswer, retryAfterMs, type Verdict } from "../upstreams/judge-answer.ts";
import type { Exchange } from "./exchange.ts";
import { openUpstream } from "./open-upstream.ts";

export interface Failure {
  readonly status: number;
  readonly message: string;
  readonly isLate: boolean;
  /** No interface for models answered. */
  readonly isAlien: boolean;
  /** The upstream's limit was reached. */
  readonly isLimit: boolean;
  readonly answer: IncomingMessage | undefined;
  readonly body: Buffer;
}

export interface Attempted {
  readonly target: Target;
  readonly reach: Reach;
  /** Present when a first byte came that is no failure. */
  readonly opened: Opened | undefined;
  readonly failure: Failure | undefined;
  /** Marks of the cache that the client left out went along. */
  readonly hasMarksAdded: boolean;
  /** Labels that were tried before, in order. */
  readonly failedOver: readonly string[];
}

export interface Attempt {
  readonly exchange: Pick<Exchange, "path">;
  readonly call: Call;
  readonly plan: Plan;
  /** As the client wrote it. */
  readonly text: JsonText | undefined;
  readonly signal: AbortSignal;
}

const NO_BODY = Buffer.alloc(0);
/** Forms of one call that one model is asked in. */
const FORMS_MAX = 5;
/** Calls of upstreams under a limit that one call of a client may cause. */
const LIMITED_MAX = 2;

/** One candidate's part of an attempt. */
interface Trial extends Attempt {
  readonly target: Target;
  readonly reach: Reach;
  /** Under the upstream's own protocol. */
  readonly body: Call["body"];
}

const nativeReach = ({ protocol }: Call): Reach => ({ protocol: protocol.name, translator: undefined });

/** Undefined where the call cannot be said in another protocol and its own is spoken too. */
function translated(translator: Translator, { call }: Attempt, isNative: boolean): Call["body"] | undefined {
  try {
    return translator.request(call.body);
  } catch (fault) {
    if (isNative && fault instanceof SignalboxError) return undefined;
    throw fault;
  }
}

function trialOf(context: GatewayContext, attempt: Attempt, target: Target): Trial {
  const { call } = attempt;
  const takes = takesOfTarget(context, target);
  const hasTools = Array.isArray(call.body["tools"]) && call.body["tools"].length > 0;
  const protocols = context.learned.spoken(target.upstream);
  const from = call.protocol.name;
  const reach = reachOf({ from, upstream: { protocols }, takes, hasTools });
  const body = reach?.translator && translated(reach.translator, attempt, protocols.includes(from));
  return body === undefined || reach === undefined
    ? { ...attempt, target, reach: nativeReach(call), body: call.body }
    : { ...attempt, target, reach, body, text: undefined };
}

function thoughtsOf({ book, catalog }: GatewayContext, { call, target }: Trial): Thoughts {
  return {
    isOwn: (mark) => {
      const maker = book.makerOf(call.session, mark);
      return maker !== undefined && sameModel(catalog, maker, target);
    },
    thoughtBefore: (callId) => book.thoughtBefore(call.session, callId),
  };
}

function fit(context: GatewayContext, trial: Trial, takes: Takes): Fitted {
  const { text, body, reach, target, call, plan } = trial;
  return fitBody({
    text,
    body,
    protocol: reach.protocol,
    model: target.model,
    takes,
    thoughts: thoughtsOf(context, trial),
    isLoopOpen: call.isLoopOpen,
    effort: target === plan.targets[0] ? plan.effort : undefined,
  });
}

/** Translated or not, a client's key is for the vendor whose protocol the client speaks. */
export const keyFor = ({ protocol }: Pick<Call, "protocol">, { upstream }: Target): KeySource =>
  upstream.protocols.includes(protocol.name) ? upstream.key : (upstream.spareKey ?? upstream.key);

const open = (context: GatewayContext, trial: Trial, body: Buffer): Promise<Opened> => {
  const { call, target, reach, exchange, signal } = trial;
  return openUpstream(context, {
    upstream: target.upstream,
    key: keyFor(call, target),
    protocol: reach.protocol,
    headers: call.headers,
    query: reach.translator === undefined ? exchange.path : "",
    body,
    signal,
  });
};

interface Asked {
  readonly opened: Opened;
  readonly verdict: Verdict;
  readonly hasMarksAdded: boolean;
}

/** The same candidate in one form after the other, until it takes one or says nothing more that could be corrected. */
async function askModel(context: GatewayContext, trial: Trial): Promise<Asked> {
  const { target, call, reach, body } = trial;
  const { learned } = context;
  const name = `${target.upstream.name}/${target.model} (${reach.protocol})`;
  const session = call.session.key ?? call.session.caller;
  let takes = learned.apply(name, session, takesOfTarget(context, target));
  let fitted = fit(context, trial, takes);
  const tried = [fitted.bytes];
  const worked: Correction[] = [];
  for (;;) {
    const opened = await open(context, trial, fitted.bytes);
    const verdict = await judgeAnswer(opened);
    if (verdict.kind === "pass") for (const correction of worked) learned.keep(name, session, correction);
    const { changes } = fitted;
    // A translator of calls for Claude sets the marks itself.
    const hasMarksAdded =
      fitted.hasMarksAdded || (reach.translator !== undefined && reach.protocol === "messages");
    const asked = { opened, verdict, hasMarksAdded };
    if (verdict.kind !== "refused" || tried.length >= FORMS_MAX) return asked;
    const read = (member: string): unknown => (changes.has(member) ? changes.get(member) : body[member]);
    const next = correctionsIn({
      text: verdict.text,
      protocol: reach.protocol,
      read,
      members: [...new Set([...Object.keys(body), ...changes.keys()])].filter(
        (each) => read(each) !== undefined,
      ),
      takes,
      hasThoughts: fitted.hasThoughts,
    })
      .map((correction) => ({ correction, fitted: fit(context, trial, corrected(takes, correction)) }))
      .find((each) => !tried.some((before) => before.equals(each.fitted.bytes)));
    if (next === undefined) return asked;
    worked.push(next.correction);
    takes = corrected(takes, next.correction);
    fitted = next.fitted;
    tried.push(fitted.bytes);
  }
}

type Tried =
  /** The same model, in another protocol. */
  | { readonly again: true }
  | { readonly opened: Opened; readonly hasMarksAdded: boolean }
  | { readonly failure: Failure; readonly goesOn: boolean };

function failureOf(opened: Opened, verdict: Exclude<Verdict, { kind: "pass" }>): Failure {
  const { response } = opened;
  const isAlien = verdict.kind === "alien";
  const { statusCode: status = 502 } = response;
  return {
    status,
    message: isAlien
      ? `The upstream answered with ${status < 400 && status >= 300 ? "a redirect" : "a web page"}: check its address.`
      : "The upstream refused the call.",
    isLate: false,
    isAlien,
    isLimit: response.statusCode === 429,
    answer: response,
    body: verdict.body,
  };
}

/** A server that has no such address, and says nothing of the model. */
const hasNoDoor = ({ response }: Opened, verdict: Verdict): boolean =>
  verdict.kind === "failed" && verdict.rule === undefined && NO_DOOR.has(response.statusCode ?? 0);
const NO_DOOR: ReadonlySet<number> = new Set([200, 400, 404, 405, 501]);

async function tryTarget(context: GatewayContext, trial: Trial): Promise<Tried> {
  const { pauses } = context;
  const provider = providerOf(context, trial.target, trial.call.session.caller);
  try {
    const { opened, verdict, hasMarksAdded } = await askModel(context, trial);
    if (verdict.kind === "pass") return { opened, hasMarksAdded };
    const { upstream } = trial.target;
    if (hasNoDoor(opened, verdict) && context.learned.noteUnspoken(upstream, trial.reach.protocol))
      return { again: true };
    const rule = verdict.kind === "failed" ? verdict.rule : undefined;
    if (opened.response.statusCode === 401) context.keys.forget(upstream);
    const asked = retryAfterMs(opened.response, context.nowMs());
    if (rule?.pauses !== undefined) pauses.pause(provider, rule.pauses, asked ?? rule.pauseMs);
    if (verdict.kind === "alien") pauses.pause(provider, "upstream");
    const goesOn = rule !== undefined || verdict.kind === "alien";
    return { failure: failureOf(opened, verdict), goesOn };
  } catch (fault) {
    trial.signal.throwIfAborted();
    if (!(fault instanceof UpstreamFault)) throw fault;
    const { message, isLate } = fault;
    pauses.pause(provider, "upstream");
    const failure = {
      status: 0,
      message,
      isLate,
      isAlien: false,
      isLimit: false,
      answer: undefined,
      body: NO_BODY,
    };
    return { failure, goesOn: true };
  }
}

/** Those whose provider has not failed come first: what failed for one model mostly fails for its neighbours. */
function nextOf(context: GatewayContext, call: Call, left: readonly Target[]): readonly Target[] {
  const isAwake = (target: Target): boolean =>
    !context.pauses.isPaused(providerOf(context, target, call.session.caller));
  return [...left.filter(isAwake), ...left.filter((target) => !isAwake(target))];
}

/**
 * @throws where the client is gone
 * @throws SignalboxError bad_request where the call cannot be said in the only protocol of its model
 */
export async function tryTargets(context: GatewayContext, attempt: Attempt): Promise<Attempted> {
  const failedOver: string[] = [];
  let limited = 0;
  let [target, ...left] = attempt.plan.targets;
  if (target === undefined) throw new TypeError("A plan has at least one target.");
  for (;;) {
    const trial = trialOf(context, attempt, target);
    const { reach } = trial;
    const tried = await tryTarget(context, trial);
    if ("again" in tried) continue;
    if ("opened" in tried) return { target, reach, ...tried, failure: undefined, failedOver };
    const { failure, goesOn } = tried;
    const last = {
      target,
      reach,
      hasMarksAdded: false,
      opened: undefined,
      failure,
      failedOver: [...failedOver],
    };
    failedOver.push(target.label);
    if (failure.isLimit) limited += 1;
    const gone = failure.answer === undefined ? target.upstream : undefined;
    // Nobody answered at this address: its other models are behind the same door.
    const [next, ...rest] = nextOf(
      context,
      attempt.call,
      left.filter(({ upstream }) => upstream !== gone),
    );
    if (!goesOn || next === undefined || limited >= LIMITED_MAX) return last;
    [target, left] = [next, rest];
  }
}
