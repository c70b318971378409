// What one account may take of the service while others want it too. Its requests in flight are bounded; what it has in flight
// takes turns with other accounts', by class of route, so that neither its decisions nor its slow lists keep theirs waiting.
// A request over the share is refused after a pause: a client that asks again immediately would otherwise cost as much as one
// that is served.
import type { Config } from "@signalbox/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";

import { createFairTurns, type FairTurns } from "./fair-turns.ts";
import type { Held } from "./held.ts";
import { createHoldings } from "./holdings.ts";
import { moderate } from "./moderated-turns.ts";
import { shed } from "./permits.ts";
import type { Route } from "./route.ts";

/** @unit milliseconds */
const REFUSAL_PAUSE_MS = 250;
/** Refusals that wait; further ones leave immediately. */
const PAUSING_MAX = 4_096;
/** Decisions are started for so long at most before the event loop looks after the rest. @unit milliseconds */
const SLICE_MS_MAX = 50;
/** Bytes of a body that cost as much as everything else about a request. */
const BYTES_PER_COST = 16_384;

type RouteClass = "decide" | "report" | "manage";
type Done = (error?: Error) => void;

declare module "fastify" {
  interface FastifyRequest {
    /** Calls back when it is the account's turn; undefined for requests that take none, and after it was taken. */
    takeTurn: ((bodyBytes: number, start: () => void) => void) | undefined;
  }
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface FairShares {
  readonly waiting: number;
  /** Requests that were refused because their account had its share in flight. */
  readonly refused: number;
  /** Counts the request, and says whether it may go on. `leave` gives back what it held before it was known whose it is. */
  admit(
    route: Route,
    parts: Exchange & { readonly held: Held; readonly leave: () => void },
    done: Done,
  ): void;
}

function classOf({ access }: Route): RouteClass {
  if (access.kind !== "key") return "manage";
  return access.scope === "select" ? "decide" : access.scope === "feedback" ? "report" : "manage";
}

/** Streams and uploads take as long as their clients want; they have limits of their own. */
function takesTurns({ response, bodyKind }: Route): boolean {
  return typeof response !== "string" && bodyKind !== "multipart";
}

/** After an answer and after an abort alike; immediately where the client has gone already. */
function onceClosed({ reply: { raw } }: Exchange, work: () => void): void {
  if (raw.destroyed) work();
  else raw.once("close", work);
}

/** Reading and changing rows keeps a connection of the database: the turn ends with the answer. */
function waitingTurn(turns: FairTurns, owner: string, exchange: Exchange): FastifyRequest["takeTurn"] {
  return (bodyBytes, start) => {
    exchange.request.takeTurn = undefined;
    onceClosed(exchange, turns.take(owner, 1 + bodyBytes / BYTES_PER_COST, start));
  };
}

/**
 * A decision keeps this thread, then waits for its commit with others: its turn ends when it was started. In each turn of the
 * event loop decisions take as long as everything else took, so that a crowd of refusals does not starve them, nor they it.
 */
function createDecidingTurn(turns: FairTurns) {
  let sliceStartedMs = -Infinity;
  let sliceEndedMs = performance.now();
  let sliceMs = 0;
  const endLater = (end: () => void): void => {
    sliceEndedMs = performance.now();
    setImmediate(() => {
      sliceStartedMs = performance.now();
      sliceMs = Math.min(SLICE_MS_MAX, sliceStartedMs - sliceEndedMs);
      end();
    });
  };
  return (owner: string, exchange: Exchange): FastifyRequest["takeTurn"] =>
    (bodyBytes, start) => {
      exchange.request.takeTurn = undefined;
      const end = turns.take(owner, 1 + bodyBytes / BYTES_PER_COST, () => {
        if (performance.now() - sliceStartedMs < sliceMs) queueMicrotask(() => end());
        else endLater(() => end());
        start();
      });
      if (turns.waiting > 0) onceClosed(exchange, end);
    };
}

export function createFairShares(limits: Config["limits"]): FairShares {
  const { inFlightPerAccountMax, decidingMax, reportingMax, managingMax } = limits;
  const inFlight = createHoldings(inFlightPerAccountMax);
  const turns: Readonly<Record<RouteClass, FairTurns>> = {
    decide: moderate(createFairTurns(decidingMax)),
    report: createFairTurns(reportingMax),
    manage: createFairTurns(managingMax),
  };
  const decidingTurn = createDecidingTurn(turns.decide);
  const turnOf = (route: Route, owner: string, exchange: Exchange): FastifyRequest["takeTurn"] => {
    const kind = classOf(route);
    return kind === "decide" ? decidingTurn(owner, exchange) : waitingTurn(turns[kind], owner, exchange);
  };
  let refused = 0;
  let pausing = 0;
  const refuse = (done: Done): void => {
    refused += 1;
    const fault = shed(`More than ${inFlightPerAccountMax} requests of this account are in flight.`);
    if (pausing >= PAUSING_MAX) {
      done(fault);
      return;
    }
    pausing += 1;
    setTimeout(() => {
      pausing -= 1;
      done(fault);
    }, REFUSAL_PAUSE_MS);
  };
  return {
    get waiting() {
      return turns.decide.waiting + turns.report.waiting + turns.manage.waiting;
    },
    get refused() {
      return refused;
    },
    admit: (route, exchange, done) => {
      const { held, leave, request } = exchange;
      const { principal } = request;
      if (principal === undefined) {
        done();
        return;
      }
      const giveBack = inFlight.take(principal.accountId);
      if (giveBack === undefined) {
        leave();
        refuse(done);
        return;
      }
      held.add(giveBack);
      if (takesTurns(route)) request.takeTurn = turnOf(route, principal.accountId, exchange);
      done();
    },
  };
}

/** For requests without a body, whose turn no parser has taken. */
export function awaitTurn(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  if (request.takeTurn === undefined) done();
  else request.takeTurn(0, done);
}
