// Admits requests: permits instead of a queue without end, a share of them for each account, and turns among accounts. A request takes
// its permit when it is complete. A refusal is answered after a pause: a client that asks again immediately would otherwise cost as much
// as one that is served.
import type { IncomingMessage } from "node:http";

import { SignalboxError, type Config } from "@signalbox/contracts";
import type { DoneFuncWithErrOrRes, FastifyReply, FastifyRequest } from "fastify";

import { createHoldings } from "../context/holdings.ts";
import { addressGroup } from "../context/networks.ts";
import type { Principal } from "../context/principal.ts";
import { Arrivals } from "./bodies.ts";
import { OWED_FROM, type Debts } from "./debts.ts";
import { announcedBytes, isCountedBody } from "./request-state.ts";
import type { Route } from "./route.ts";
import { Turns, watchLoop, type EndTurn } from "./turns.ts";

type Done = (error?: Error) => void;
type GiveBack = () => void;

declare module "fastify" {
  interface FastifyRequest {
    /** Calls `start` when the request may be worked on, its body being complete; undefined for one that need not wait. */
    begin: ((bodyBytes: number, start: Done) => void) | undefined;
    /** Ends its turn, where that lasts until the answer is made; calling it again does nothing. */
    endTurn: (() => void) | undefined;
  }
}

/** Everything that a request holds until it is over. */
export interface Held {
  /** Given back immediately where the request is over. */
  add(giveBack: GiveBack): void;
}

/** One listener for all: "close" comes after an answer and after an abort alike, and the framework's own hook misses aborts. */
export function holdUntilClosed({ raw }: Pick<FastifyReply, "raw">): Held {
  const all: GiveBack[] = [];
  let isOver = raw.destroyed;
  if (!isOver)
    raw.on("close", () => {
      isOver = true;
      for (const giveBack of all) giveBack();
    });
  return {
    add: (giveBack) => {
      if (isOver) giveBack();
      else all.push(giveBack);
    },
  };
}

/** About as long as `retry-after` says. @unit milliseconds */
const SHED_PAUSE_MS = 1_000;
const PAUSING_MAX = 4_096;
let pausing = 0;

/** Pauses of half to three halves of the time, so that requests refused together do not come again together; none where too many wait. */
function pause(done: () => void): void {
  if (pausing >= PAUSING_MAX) {
    done();
    return;
  }
  pausing += 1;
  const end = (): void => {
    pausing -= 1;
    done();
  };
  setTimeout(end, SHED_PAUSE_MS * (0.5 + Math.random()));
}

function shed(detail: string): SignalboxError {
  return new SignalboxError("overloaded", `${detail} Repeat in a second.`, { retryAfterS: 1 });
}

const LATE = "This account asks for more decisions than can be made.";

/** Larger bodies are refused while memory runs out. @unit bytes */
const SMALL_BODY_BYTES = 65_536;

/** @param body what the headers say about it. @throws SignalboxError overloaded for a body that is large or of unknown size */
export function assertMemoryFor(
  { isShortOfMemory }: { readonly isShortOfMemory: boolean },
  body: { readonly length: string | undefined; readonly encoding: string | undefined },
): void {
  if (!isShortOfMemory) return;
  if (body.encoding === undefined && Number(body.length ?? 0) <= SMALL_BODY_BYTES) return;
  throw shed("Memory runs out: only requests with a small body are answered.");
}

/** Permits that only people with a session may take, so that an operator gets in while keys have all the others. */
const SESSIONS_RESERVED = 8;
/** One address may have this part of the permits of callers without a key. */
const ADDRESS_PART = 4;
/** Decisions are started for so long at most before the event loop looks after the rest. @unit milliseconds */
const SLICE_MS_MAX = 50;
/** Bytes of a body that cost as much as everything else about a request. */
const BYTES_PER_COST = 16_384;
/** Bounds waits that outlast a burst: fewer requests, or less time, refuse more of what could be decided. */
const DECISIONS_WAIT = { count: 20, ms: 240, burstMs: 1_000 };
/** Reports and the rest keep a connection of the database each: together they leave some to the journal. */
const AT_ONCE = { decide: 1, report: 4, manage: 4 } as const;
/** Callers without a key or a session take turns as one. */
const PUBLIC = "public";
/** Uploads of one account that may run together: each lasts as long as its client sends. */
const UPLOADS_PER_ACCOUNT = 4;
/** A body without a key is a form of a few hundred bytes. @unit milliseconds */
const PUBLIC_BODY_MS = 5_000;
/** For so long an account that waits too long is refused by its key alone. @unit milliseconds */
const REFUSED_EARLY_MS = 20;
const REFUSED_EARLY_MAX = 1_024;

type RouteClass = keyof typeof AT_ONCE;

function classOf({ access }: Route): RouteClass {
  if (access.kind !== "key") return "manage";
  return access.scope === "select" ? "decide" : access.scope === "feedback" ? "report" : "manage";
}

/** Streams, exports and uploads take as long as their clients want; they have limits of their own. Pages without a key are short. */
function takesTurns({ response, bodyKind, isNeverShed, access }: Route): boolean {
  if (isNeverShed === true || bodyKind === "multipart") return false;
  return access.kind === "public" ? response !== "text/event-stream" : typeof response !== "string";
}

interface Visit {
  readonly route: Route;
  readonly request: FastifyRequest;
  /** Given back when the request is over, at the latest. */
  readonly held: Held;
  readonly done: Done;
  /** Gives the permit back. */
  leave: GiveBack;
}

interface Taking {
  readonly owner: string;
  readonly cost: number;
}

interface AdmissionParts {
  readonly limits: Config["limits"];
  readonly requestTimeoutMs: number;
  readonly debts: Debts;
  readonly onFault: (cause: unknown) => void;
  /** @unit milliseconds, monotonic */
  readonly now?: () => number;
}

/** Permits of one kind of callers, and the bodies of theirs that still arrive. */
class Pool {
  readonly arrivals: Arrivals;
  readonly #max: number;
  readonly #reserved: number;
  readonly #addresses: ReturnType<typeof createHoldings> | undefined;
  inFlight = 0;

  /** @param isPublic callers without a key or a session: their crowd never sheds requests with one */
  constructor({ limits, requestTimeoutMs, onFault }: AdmissionParts, isPublic: boolean) {
    const max = isPublic ? Math.ceil(limits.inFlightMax / 8) : limits.inFlightMax;
    const limitMs = isPublic ? Math.min(requestTimeoutMs, PUBLIC_BODY_MS) : requestTimeoutMs;
    this.#max = max;
    this.#reserved = isPublic ? 0 : Math.min(SESSIONS_RESERVED, max >> 3);
    this.#addresses = isPublic ? createHoldings(() => Math.ceil(max / ADDRESS_PART)) : undefined;
    this.arrivals = new Arrivals({ limitMs, max, onFault });
  }

  /** @throws SignalboxError overloaded. @returns gives the permit back; calling it again does nothing */
  take({ ip, headers }: Pick<FastifyRequest, "ip" | "headers">): GiveBack {
    // A forged cookie gets as far as authentication, which gives the permit back.
    const isSession = headers.cookie !== undefined && headers.authorization === undefined;
    if (this.inFlight >= (isSession ? this.#max : this.#max - this.#reserved))
      throw shed(`More than ${this.#max} requests are in flight.`);
    const ofAddress = this.#addresses === undefined ? () => {} : this.#addresses.take(addressGroup(ip));
    if (ofAddress === undefined) throw shed("This address has its share of the requests in flight.");
    this.inFlight += 1;
    let isHeld = true;
    return () => {
      if (isHeld) this.inFlight -= 1;
      isHeld = false;
      ofAddress();
    };
  }
}

/**
 * A decision keeps this thread, then waits for its commit with others: its turn ends when it was started. In each turn of the
 * event loop decisions take as long as everything else took, so that a crowd of refusals does not starve them, nor they it.
 */
function createDecidingTurn(turns: Turns, refuse: () => SignalboxError) {
  let sliceStartedMs = -Infinity;
  let sliceMs = 0;
  const endLater = (end: EndTurn): void => {
    const endedMs = performance.now();
    setImmediate(() => {
      sliceStartedMs = performance.now();
      sliceMs = Math.min(SLICE_MS_MAX, sliceStartedMs - endedMs);
      end();
    });
  };
  return ({ owner, cost }: Taking, start: Done): EndTurn => {
    const end: EndTurn = turns.take(owner, cost, (isLate) => {
      if (isLate || performance.now() - sliceStartedMs < sliceMs) queueMicrotask(() => end());
      else endLater(() => end());
      if (isLate) start(refuse());
      else start();
    });
    return end;
  };
}

function hold(giveBack: GiveBack | undefined, held: Held, fault: string): SignalboxError | undefined {
  if (giveBack === undefined) return shed(fault);
  held.add(giveBack);
  return undefined;
}

export class Admission {
  readonly #debts: Debts;
  readonly #now: () => number;
  readonly #pools: Readonly<Record<"public" | "known", Pool>>;
  readonly #turns: Readonly<Record<RouteClass, Turns>>;
  readonly #takeDeciding: ReturnType<typeof createDecidingTurn>;
  /** Bound what one account has in flight: requests, bytes of bodies, uploads. */
  readonly #shares: ReturnType<typeof createHoldings>;
  readonly #bytes: ReturnType<typeof createHoldings>;
  readonly #bodyBytesMax: number;
  readonly #uploads = createHoldings(() => UPLOADS_PER_ACCOUNT);
  /** Keys whose account waits too long, each until a moment. */
  readonly #early = new Map<string, number>();
  /** Requests that were refused because their account had its share, or waited for too long. */
  refused = 0;

  constructor(parts: AdmissionParts) {
    const { limits, debts, onFault, now = () => performance.now() } = parts;
    this.#debts = debts;
    this.#now = now;
    this.#pools = { known: new Pool(parts, false), public: new Pool(parts, true) };
    this.#turns = {
      decide: new Turns({ max: AT_ONCE.decide, wait: DECISIONS_WAIT, busy: watchLoop(), now, onFault }),
      report: new Turns({ max: AT_ONCE.report }),
      manage: new Turns({ max: AT_ONCE.manage }),
    };
    this.#takeDeciding = createDecidingTurn(this.#turns.decide, () => {
      this.refused += 1;
      return shed(LATE);
    });
    // The shares of all accounts together leave room for one more.
    this.#shares = createHoldings((owners) => Math.ceil(limits.inFlightMax / (owners + 1)));
    this.#bodyBytesMax = limits.bodyBytesPerAccountMax;
    this.#bytes = createHoldings(() => this.#bodyBytesMax);
  }

  /** Requests with a key or a session that hold a permit. */
  get inFlight(): number {
    return this.#pools.known.inFlight;
  }

  get publicInFlight(): number {
    return this.#pools.public.inFlight;
  }

  /** Bodies that are still arriving, of callers with a key or a session. */
  get arriving(): number {
    return this.#pools.known.arrivals.count;
  }

  get waiting(): number {
    const { decide, report, manage } = this.#turns;
    return decide.waiting + report.waiting + manage.waiting;
  }

  stop(): void {
    this.#pools.known.arrivals.stop();
    this.#pools.public.arrivals.stop();
  }

  /** Refuses a decision before the framework sees it, where its key was refused a moment ago. @returns whether it did */
  refuseEarly({ method, headers: { authorization = "" } }: IncomingMessage, answer: () => void): boolean {
    const endsMs = method === "POST" ? this.#early.get(authorization) : undefined;
    if (endsMs === undefined) return false;
    if (this.#now() >= endsMs) {
      this.#early.delete(authorization);
      return false;
    }
    this.refused += 1;
    pause(answer);
    return true;
  }

  /** Takes a permit. @throws SignalboxError overloaded */
  enter(route: Route, request: FastifyRequest, held: Held): Omit<Visit, "done"> {
    const visit = { route, request, held, leave: (): void => {} };
    if (route.isNeverShed !== true) this.#takePermit(visit);
    return visit;
  }

  /** Calls `done` once the body may be read; the owner is known, or there is none. */
  admit(visit: Visit): void {
    const { principal, ip } = visit.request;
    if (principal === undefined) {
      this.#prepare(visit, PUBLIC, addressGroup(ip));
      visit.done();
      return;
    }
    const fault = this.#takeForBody(visit, principal.accountId) ?? this.#settle(visit, principal);
    if (fault !== undefined) this.#refuse(fault, visit, visit.done);
  }

  #poolOf({ access }: Route): Pool {
    return this.#pools[access.kind === "public" ? "public" : "known"];
  }

  #takePermit(visit: Omit<Visit, "done">): void {
    const leave = this.#poolOf(visit.route).take(visit.request);
    visit.leave = leave;
    visit.held.add(leave);
  }

  #refuse(fault: SignalboxError, { leave }: Visit, done: Done): void {
    this.refused += 1;
    leave();
    pause(() => done(fault));
  }

  #takeForBody(visit: Visit, owner: string): SignalboxError | undefined {
    const { route, request, held } = visit;
    if (classOf(route) === "decide" && this.#turns.decide.isLong(owner)) {
      this.#noteEarly(request.headers.authorization);
      return shed(LATE);
    }
    if (route.bodyKind === "multipart") {
      visit.leave();
      return hold(
        this.#uploads.take(owner),
        held,
        `${UPLOADS_PER_ACCOUNT} uploads of this account are running.`,
      );
    }
    const bytes = isCountedBody(request) ? this.#bytes.take(owner, announcedBytes(request)) : () => {};
    const fault = hold(
      bytes,
      held,
      `Bodies of more than ${this.#bodyBytesMax} bytes of this account are in flight.`,
    );
    if (fault === undefined) this.#prepare(visit, owner, owner, bytes);
    return fault;
  }

  #noteEarly(authorization: string | undefined): void {
    if (authorization === undefined) return;
    if (this.#early.size >= REFUSED_EARLY_MAX) this.#early.clear();
    this.#early.set(authorization, this.#now() + REFUSED_EARLY_MS);
  }

  /** @param sender whose body arrives, where owners without an account take turns as one */
  #prepare(visit: Visit, owner: string, sender: string, bytes?: (left: number) => void): void {
    const { route, request, held } = visit;
    let arrived: GiveBack | undefined;
    if (route.method !== "GET" && !request.raw.complete) {
      visit.leave();
      arrived = this.#poolOf(route).arrivals.watch(request, sender);
      held.add(arrived);
    }
    request.begin = (bodyBytes, start) => {
      request.begin = undefined;
      bytes?.(bodyBytes);
      try {
        arrived?.();
        if (arrived !== undefined) this.#takePermit(visit);
        const share = owner === PUBLIC ? () => {} : this.#shares.take(owner);
        const fault = hold(share, held, "This account has its share of the requests in flight.");
        if (fault === undefined) this.#takeTurn(visit, { owner, bodyBytes }, start);
        else this.#refuse(fault, visit, start);
      } catch (full) {
        this.#refuse(full as SignalboxError, visit, start);
      }
    };
  }

  #takeTurn(visit: Visit, { owner, bodyBytes }: { owner: string; bodyBytes: number }, start: Done): void {
    const taking = { owner, cost: 1 + bodyBytes / BYTES_PER_COST };
    if (!takesTurns(visit.route)) start();
    else if (classOf(visit.route) === "decide") visit.held.add(this.#takeDeciding(taking, start));
    else this.#takeUntilMade(visit, taking, () => start());
  }

  /**
   * Calls `answer` when it is the turn of callers without a key, who take turns as one account: a crowd that knocks delays no decision.
   * @param answer must not wait for anything
   */
  takePublicTurn(answer: () => void): void {
    const end: EndTurn = this.#turns.manage.take(PUBLIC, 1, () => {
      setImmediate(() => end());
      answer();
    });
  }

  /**
   * Reading and changing rows keeps a connection of the database: the turn ends when the answer is made, whether or not its client
   * reads it. The next one begins in a later turn of the event loop, so that a crowd delays a decision by a few of them, not by all.
   */
  #takeUntilMade({ route, request, held }: Visit, { owner, cost }: Taking, start: () => void): void {
    const end = this.#turns[classOf(route)].take(owner, cost, start);
    request.endTurn = () => void setImmediate(end);
    held.add(end);
  }

  /** Reads on when the debt of the caller has passed. @returns the refusal where too many bodies wait for that */
  #settle({ request, held, done }: Visit, principal: Principal): SignalboxError | undefined {
    const bytes = announcedBytes(request);
    if (bytes < OWED_FROM) {
      done();
      return undefined;
    }
    held.add(() => {
      if (request.isRead && request.reading !== undefined && !this.#turns.decide.isAlone(principal.accountId))
        this.#debts.oweTaken(principal, bytes, request.reading.spentMs.atLeast);
    });
    if (this.#debts.settle(principal, held, () => done())) return undefined;
    return shed("Too many large bodies of this key were refused within the last seconds.");
  }
}

/** For requests without a body: no parser has begun them. */
export function beginWithoutBody(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  if (request.begin === undefined) done();
  else request.begin(0, done);
}

/** The answer is made; its client may take long to read it. */
export function endTurn(
  request: FastifyRequest,
  _reply: FastifyReply,
  sent: unknown,
  done: DoneFuncWithErrOrRes,
): void {
  request.endTurn?.();
  done(null, sent);
}
