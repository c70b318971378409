// The share that one account may take of the service while others want it too. Its requests in flight are bounded; what it has in
// flight takes turns with other accounts', by class of route, so that neither its decisions nor its slow lists keep theirs
// waiting. A request over the share is refused after a pause: a client that asks again immediately would otherwise cost as much
// as one that is served.
import type { Config, SignalboxError } from "@signalbox/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";

import { announcedBytes, createBodyBytes, type Counted } from "./json-body.ts";
import { createBoundedWaits, type BoundedWaits } from "./bounded-waits.ts";
import { createFairTurns, type EndTurn, type FairTurns } from "./fair-turns.ts";
import type { Arrivals } from "./arrivals.ts";
import type { Held } from "./held.ts";
import { createHoldings } from "../context/holdings.ts";
import { addressGroup } from "../context/networks.ts";
import type { Principal } from "../context/principal.ts";
import { moderate } from "./moderated-turns.ts";
import { pause, shed } from "./permits.ts";
import { debtorOf, OWED_FROM, type Debts } from "./debts.ts";
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
    /** Takes the permit and the share of the account once the body is there; undefined where they are held already. */
    arrive: ((done: Done) => void) | undefined;
  }
}

interface Exchange {
  readonly request: FastifyRequest;
  /** Given back when the exchange is over, at the latest. */
  readonly held: Held;
}

interface Admitted extends Exchange {
  /** Gives back what it held before its owner was known. */
  readonly leave: () => void;
  /** Takes the permit again; a fault where none is left. */
  readonly enter: () => SignalboxError | undefined;
  /** Bodies that arrive; undefined where the route reads none, or reads it as a stream. */
  readonly arrivals: Arrivals | undefined;
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
  shed("Too many large bodies of this key were refused within the last seconds.");

/** Callers without a key or a session take turns as one. */
const PUBLIC = "public";
/** Uploads of one account that may run together: each lasts as long as its client sends. */
const UPLOADS_PER_ACCOUNT = 4;

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
function createHeldShares({ inFlightMax, ...limits }: Config["limits"], waits: BoundedWaits) {
  const { inFlightPerAccountMax, bodyBytesPerAccountMax } = limits;
  // The shares of all accounts together leave room for one more.
  const inFlight = createHoldings((owners) =>
    Math.min(inFlightPerAccountMax, Math.ceil(inFlightMax / (owners + 1))),
  );
  const uploads = createHoldings(() => UPLOADS_PER_ACCOUNT);
  const bodies = createBodyBytes(bodyBytesPerAccountMax);
  const hold = (
    giveBack: (() => void) | undefined,
    held: Held,
    fault: string,
  ): SignalboxError | undefined => {
    if (giveBack === undefined) return shed(fault);
    held.add(giveBack);
    return undefined;
  };
  return {
    /** A request that is there. */
    takeRequest: (owner: string, held: Held) =>
      hold(inFlight.take(owner), held, "This account has its share of the requests in flight."),
    takeUpload: (owner: string, held: Held) =>
      hold(uploads.take(owner), held, `${UPLOADS_PER_ACCOUNT} uploads of this account are running.`),
    /** Before the body is read. */
    takeBody: (route: Route, owner: string, { request, held }: Admitted): SignalboxError | undefined => {
      if (classOf(route) === "decide" && waits.isLong(owner)) return lateFault();
      if (route.bodyKind === "multipart") return undefined;
      const body = bodies.take(owner, request);
      if (body === undefined)
        return shed(`Bodies of more than ${bodyBytesPerAccountMax} bytes of this account are in flight.`);
      request.countedBody = body;
      held.add(() => body.giveBack());
      return undefined;
    },
  };
}

function createTurns(limits: Config["limits"]): Readonly<Record<RouteClass, FairTurns>> {
  return {
    decide: moderate(createFairTurns(limits.decidingMax)),
    report: createFairTurns(limits.reportingMax),
    manage: createFairTurns(limits.managingMax),
  };
}

type Refuse = (fault: SignalboxError, exchange: Admitted, done: Done) => void;

/** Gives the permit back until the body is there; then takes it again, and what `take` takes. @returns false where it is there already */
function awaitBody(
  owner: string,
  exchange: Admitted,
  { take, refuse }: { readonly take: () => SignalboxError | undefined; readonly refuse: Refuse },
): boolean {
  const { request, arrivals } = exchange;
  if (arrivals === undefined || request.raw.complete) return false;
  exchange.leave();
  const arrived = arrivals.watch(request, owner);
  exchange.held.add(arrived);
  request.arrive = (done) => {
    arrived();
    const fault = exchange.enter() ?? take();
    if (fault === undefined) done();
    else refuse(fault, exchange, done);
  };
  return true;
}

type HeldShares = ReturnType<typeof createHeldShares>;

/** Takes the permit and the share now, or once the body is there. */
function takePlace(
  route: Route,
  owner: string,
  exchange: Admitted,
  parts: { held: HeldShares; refuse: Refuse },
) {
  const { held, refuse } = parts;
  if (route.bodyKind === "multipart") {
    exchange.leave();
    return held.takeUpload(owner, exchange.held);
  }
  const take = (): SignalboxError | undefined => held.takeRequest(owner, exchange.held);
  return awaitBody(owner, exchange, { take, refuse }) ? undefined : take();
}

/** Calls `read` when what the caller owes for large bodies has passed. */
function settleDebt(principal: Principal, exchange: Admitted, debts: Debts, read: () => void): boolean {
  const { request, held } = exchange;
  const bytes = announcedBytes(request);
  if (bytes < OWED_FROM) {
    read();
    return true;
  }
  const debtor = debtorOf(principal);
  held.add(() => {
    if (request.isRead && request.reading !== undefined)
      debts.oweTaken(debtor, bytes, request.reading.spentMs.atLeast);
  });
  return debts.settle(debtor, held, read);
}

export function createFairShares(limits: Config["limits"], debts: Debts): FairShares {
  const waits = createBoundedWaits(limits);
  const held = createHeldShares(limits, waits);
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
  const refuse: Refuse = (fault, { leave }, done) => {
    refused += 1;
    leave();
    pause(SHED_PAUSE_MS, () => done(fault));
  };
  const admitKnown = (route: Route, principal: Principal, exchange: Admitted, done: Done): void => {
    const { accountId } = principal;
    debts.see(accountId);
    const fault =
      held.takeBody(route, accountId, exchange) ?? takePlace(route, accountId, exchange, { held, refuse });
    if (fault !== undefined) {
      refuse(fault, exchange, done);
      return;
    }
    const read = (): void => {
      if (takesTurns(route)) exchange.request.takeTurn = turnOf(route, accountId, exchange);
      done();
    };
    if (!settleDebt(principal, exchange, debts, read)) refuse(owingFault(), exchange, done);
  };
  return {
    get waiting() {
      return turns.decide.waiting + turns.report.waiting + turns.manage.waiting;
    },
    get refused() {
      return refused;
    },
    admit: (route, exchange, done) => {
      const { request } = exchange;
      if (request.principal !== undefined) {
        admitKnown(route, request.principal, exchange, done);
        return;
      }
      awaitBody(addressGroup(request.ip), exchange, { take: () => undefined, refuse });
      if (route.isNeverShed !== true && route.response !== "text/event-stream")
        request.takeTurn = waitingTurn(turns.manage, PUBLIC, exchange);
      done();
    },
  };
}

/** For requests without a body, whose turn no parser has taken. */
export function awaitTurn(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  if (request.takeTurn === undefined) done();
  else request.takeTurn(0, done);
}
