// The share that one account may take of the service while others want it too. Its requests in flight are bounded; what it has in
// flight takes turns with other accounts', by class of route, so that neither its decisions nor its slow lists keep theirs
// waiting. A request over the share is refused after a pause: a client that asks again immediately would otherwise cost as much
// as one that is served.
import type { Config, SignalboxError } from "@signalbox/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";

import { announcedBytes, createBodyBytes, type Counted } from "./json-body.ts";
import { createBoundedWaits, type BoundedWaits } from "./bounded-waits.ts";
import { createFairTurns, type EndTurn, type FairTurns } from "./fair-turns.ts";
import type { Held } from "./held.ts";
import { createHoldings } from "../context/holdings.ts";
import { moderate } from "./moderated-turns.ts";
import { pause, shed } from "./permits.ts";
import { OWED_FROM, type Debts } from "./debts.ts";
import type { Route } from "./route.ts";

/** About as long as `retry-after` says. @unit milliseconds */
const SHED_PAUSE_MS = 1_000;
/** Decisions are started for so long at most before the event loop looks after the rest. @unit milliseconds */
const SLICE_MS_MAX = 50;
/** Bytes of a body that cost as much as everything else about a request. */
const BYTES_PER_COST = 16_384;

type RouteClass = "decide" | "report" | "manage";
type Done = (error?: Error) => void;

declare module "fastify" {
  interface FastifyRequest {
    /**
     * Calls back when it is the account's turn, with a fault where that has taken too long; undefined for requests that take
     * none, and after it was taken.
     */
    takeTurn: ((bodyBytes: number, start: Done) => void) | undefined;
    /** The size that the body counts for in its account's share; undefined where nothing is counted. */
    countedBody: Counted | undefined;
  }
}

interface Exchange {
  readonly request: FastifyRequest;
  /** Given back when the exchange is over, at the latest. */
  readonly held: Held;
}

interface Admitted extends Exchange {
  /** Gives back what it held before it was known whose it is. */
  readonly leave: () => void;
}

export interface FairShares {
  readonly waiting: number;
  /** Requests that were refused because their account had its share in flight, or waited for too long. */
  readonly refused: number;
  /** Counts the request, and says whether it may go on. */
  admit(route: Route, exchange: Admitted, done: Done): void;
}

const lateFault = (): SignalboxError =>
  shed(
    "This account asks for more decisions than can be made: `limits.decisionsWaitingMax` of them wait already.",
  );

const owingFault = (): SignalboxError =>
  shed("Too many large bodies of this account were refused within the last seconds.");

function classOf({ access }: Route): RouteClass {
  if (access.kind !== "key") return "manage";
  return access.scope === "select" ? "decide" : access.scope === "feedback" ? "report" : "manage";
}

/** Streams and uploads take as long as their clients want; they have limits of their own. */
function takesTurns({ response, bodyKind }: Route): boolean {
  return typeof response !== "string" && bodyKind !== "multipart";
}

/** Reading and changing rows keeps a connection of the database: the turn ends with the answer. */
function waitingTurn(turns: FairTurns, owner: string, exchange: Exchange): FastifyRequest["takeTurn"] {
  return (bodyBytes, start) => {
    exchange.request.takeTurn = undefined;
    exchange.held.add(turns.take(owner, 1 + bodyBytes / BYTES_PER_COST, start));
  };
}

/**
 * A decision keeps this thread, then waits for its commit with others: its turn ends when it was started. In each turn of the
 * event loop decisions take as long as everything else took, so that a crowd of refusals does not starve them, nor they it.
 */
function createDecidingTurn(turns: FairTurns, waits: BoundedWaits, onLate: () => SignalboxError) {
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
      const place = waits.join(owner);
      const end: EndTurn = turns.take(owner, 1 + bodyBytes / BYTES_PER_COST, () => {
        const isLate = place.isLate();
        place.leave();
        if (isLate || performance.now() - sliceStartedMs < sliceMs) queueMicrotask(() => end());
        else endLater(() => end());
        if (isLate) start(onLate());
        else start();
      });
      if (turns.waiting > 0)
        exchange.held.add(() => {
          place.leave();
          end();
        });
    };
}

/** Counts what each account has in flight: requests, bytes of their bodies, decisions that wait. */
function createHeldShares(limits: Config["limits"], waits: BoundedWaits) {
  const { inFlightPerAccountMax, bodyBytesPerAccountMax } = limits;
  const inFlight = createHoldings(inFlightPerAccountMax);
  const bodies = createBodyBytes(bodyBytesPerAccountMax);
  /** Counts a request; a fault where its account has its share already. */
  return (route: Route, owner: string, { request, held }: Admitted): SignalboxError | undefined => {
    if (classOf(route) === "decide" && waits.isLong(owner)) return lateFault();
    const giveBack = inFlight.take(owner);
    if (giveBack === undefined)
      return shed(`More than ${inFlightPerAccountMax} requests of this account are in flight.`);
    held.add(giveBack);
    if (route.bodyKind === "multipart") return undefined;
    const body = bodies.take(owner, request);
    if (body === undefined)
      return shed(`Bodies of more than ${bodyBytesPerAccountMax} bytes of this account are in flight.`);
    request.countedBody = body;
    held.add(() => body.giveBack());
    return undefined;
  };
}

function createTurns(limits: Config["limits"]): Readonly<Record<RouteClass, FairTurns>> {
  return {
    decide: moderate(createFairTurns(limits.decidingMax)),
    report: createFairTurns(limits.reportingMax),
    manage: createFairTurns(limits.managingMax),
  };
}

export function createFairShares(limits: Config["limits"], debts: Debts): FairShares {
  const waits = createBoundedWaits(limits);
  const takeShare = createHeldShares(limits, waits);
  const turns = createTurns(limits);
  let refused = 0;
  const decidingTurn = createDecidingTurn(turns.decide, waits, () => {
    refused += 1;
    return lateFault();
  });
  const turnOf = (route: Route, owner: string, exchange: Exchange): FastifyRequest["takeTurn"] => {
    const kind = classOf(route);
    return kind === "decide" ? decidingTurn(owner, exchange) : waitingTurn(turns[kind], owner, exchange);
  };
  const refuse = (fault: SignalboxError, { leave }: Admitted, done: Done): void => {
    refused += 1;
    leave();
    pause(SHED_PAUSE_MS, () => done(fault));
  };
  return {
    get waiting() {
      return turns.decide.waiting + turns.report.waiting + turns.manage.waiting;
    },
    get refused() {
      return refused;
    },
    admit: (route, exchange, done) => {
      const { request, held } = exchange;
      if (request.principal === undefined) {
        done();
        return;
      }
      const { accountId } = request.principal;
      debts.see(accountId);
      const fault = takeShare(route, accountId, exchange);
      if (fault !== undefined) {
        refuse(fault, exchange, done);
        return;
      }
      const read = (): void => {
        if (takesTurns(route)) request.takeTurn = turnOf(route, accountId, exchange);
        done();
      };
      const bytes = announcedBytes(request);
      if (bytes < OWED_FROM) {
        read();
        return;
      }
      held.add(() => {
        if (request.isRead && request.reading !== undefined)
          debts.oweTaken(accountId, bytes, request.reading.spentMs.atLeast);
      });
      if (!debts.settle(accountId, held, read)) refuse(owingFault(), exchange, done);
    },
  };
}

/** For requests without a body, whose turn no parser has taken. */
export function awaitTurn(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  if (request.takeTurn === undefined) done();
  else request.takeTurn(0, done);
}
