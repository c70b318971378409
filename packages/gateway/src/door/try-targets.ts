// One candidate after the other, until one of them gives a first byte. What failed is remembered by its upstream.
import type { IncomingMessage } from "node:http";

import type { GatewayContext } from "../plan/gateway-context.ts";
import { providerOf, type Target } from "../plan/own-model.ts";
import type { Plan } from "../plan/plan-call.ts";
import type { Call } from "../plan/read-call.ts";
import { callUpstream, UpstreamFault, type Opened } from "../upstreams/call-upstream.ts";
import { fitBody } from "../upstreams/fit-body.ts";
import { requestHeaders } from "../upstreams/forwarded-headers.ts";
import { judgeAnswer, type Verdict } from "../upstreams/judge-answer.ts";
import { REFUSALS } from "../upstreams/refusals.data.ts";
import type { Exchange } from "./exchange.ts";

export interface Failure {
  readonly status: number;
  readonly message: string;
  readonly isLate: boolean;
  /** No interface for models answered. */
  readonly isAlien: boolean;
  readonly answer: IncomingMessage | undefined;
  readonly body: Buffer;
}

export interface Attempted {
  readonly target: Target;
  /** Present when a first byte came that is no failure. */
  readonly opened: Opened | undefined;
  readonly failure: Failure | undefined;
  /** Labels that were tried before, in order. */
  readonly failedOver: readonly string[];
}

export interface Attempt {
  readonly exchange: Exchange;
  readonly call: Call;
  readonly plan: Plan;
  readonly bytes: Buffer;
  readonly signal: AbortSignal;
}

const NO_BODY = Buffer.alloc(0);

function urlOf({ upstream }: Target, { path, protocol }: Exchange): URL {
  const query = path.indexOf("?");
  return new URL(upstream.url + protocol.path + (query < 0 ? "" : path.slice(query)));
}

function openTarget(context: GatewayContext, attempt: Attempt, target: Target): Promise<Opened> {
  const { call, exchange, bytes, signal } = attempt;
  const { settings, book } = context;
  const remedies = [...(context.remedies.get(target.label) ?? [])].flatMap(
    (index) => REFUSALS[index]?.remedy ?? [],
  );
  const isOwnThought = (id: string): boolean => {
    const maker = book.makerOf(call.session.caller, { kind: "thought", id });
    return maker === undefined || maker === target.label;
  };
  const body = fitBody({
    bytes,
    protocol: call.protocol,
    model: target.model,
    isOwnThought: book.hasThoughts ? isOwnThought : undefined,
    remedies,
  });
  const { key } = target.upstream;
  return callUpstream({
    url: urlOf(target, exchange),
    method: "POST",
    headers: requestHeaders({
      headers: call.headers,
      protocol: call.protocol,
      key,
      gatewayKey: settings.key,
      bytes: body.length,
    }),
    body,
    firstByteMs: settings.limits.firstByteMs,
    idleMs: settings.limits.idleMs,
    signal,
  });
}

type Tried = { readonly opened: Opened } | { readonly failure: Failure; readonly goesOn: boolean };

function failureOf(opened: Opened, verdict: Exclude<Verdict, { kind: "pass" }>): Failure {
  const { response } = opened;
  const isAlien = verdict.kind === "alien";
  return {
    status: response.statusCode ?? 502,
    message: isAlien ? "The upstream answered with a web page." : "The upstream refused the call.",
    isLate: false,
    isAlien,
    answer: response,
    body: verdict.body,
  };
}

const pauseUpstream = ({ pauses }: GatewayContext, { upstream }: Target): void => {
  pauses.pause({ upstream: upstream.name, vendor: undefined });
};

async function tryTarget(context: GatewayContext, attempt: Attempt, target: Target): Promise<Tried> {
  try {
    const opened = await openTarget(context, attempt, target);
    const verdict = await judgeAnswer(opened);
    if (verdict.kind === "pass") return { opened };
    if (verdict.kind === "refused") {
      const known = context.remedies.get(target.label) ?? new Set();
      if (!known.has(verdict.remedy)) {
        context.remedies.set(target.label, known.add(verdict.remedy));
        return await tryTarget(context, attempt, target);
      }
    }
    const rule = verdict.kind === "failed" ? verdict.rule : undefined;
    if (rule?.pauses === true) context.pauses.pause(providerOf(context, target));
    if (verdict.kind === "alien") pauseUpstream(context, target);
    const goesOn = rule !== undefined || verdict.kind === "alien";
    return { failure: failureOf(opened, verdict), goesOn };
  } catch (fault) {
    attempt.signal.throwIfAborted();
    const { message, isLate } =
      fault instanceof UpstreamFault ? fault : { message: "The call could not be made.", isLate: false };
    pauseUpstream(context, target);
    const failure = { status: 0, message, isLate, isAlien: false, answer: undefined, body: NO_BODY };
    return { failure, goesOn: true };
  }
}

/** Those whose provider has not failed come first: what failed for one model mostly fails for its neighbours. */
function nextOf(context: GatewayContext, left: readonly Target[]): readonly Target[] {
  const isAwake = (target: Target): boolean => !context.pauses.isPaused(providerOf(context, target));
  return [...left.filter(isAwake), ...left.filter((target) => !isAwake(target))];
}

/** @throws where the client is gone */
export async function tryTargets(context: GatewayContext, attempt: Attempt): Promise<Attempted> {
  const failedOver: string[] = [];
  let [target, ...left] = attempt.plan.targets;
  if (target === undefined) throw new TypeError("A plan has at least one target.");
  for (;;) {
    const tried = await tryTarget(context, attempt, target);
    if ("opened" in tried) return { target, opened: tried.opened, failure: undefined, failedOver };
    const last = { target, opened: undefined, failure: tried.failure, failedOver: [...failedOver] };
    failedOver.push(target.label);
    const gone = tried.failure.answer === undefined ? target.upstream : undefined;
    // Nobody answered at this address: its other models are behind the same door.
    const [next, ...rest] = nextOf(
      context,
      left.filter(({ upstream }) => upstream !== gone),
    );
    if (!tried.goesOn || next === undefined) return last;
    [target, left] = [next, rest];
  }
}
