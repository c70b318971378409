// Admits requests: permits instead of a queue without end, a share of them for each account, and turns among accounts. A request takes
// its permit when it is complete. A refusal is answered after a pause: a client that asks again immediately would otherwise cost as much
// as one that is served.
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

import { SignalboxError, type Config } from "@signalbox/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";

import { createHoldings } from "../context/holdings.ts";
import { addressGroup } from "../context/networks.ts";
import type { Principal } from "../context/principal.ts";
import { Arrivals, createBodyBytes, type Counted } from "./bodies.ts";
import { OWED_FROM, type Debts } from "./debts.ts";
import { announcedBytes } from "./request-state.ts";
import type { Route } from "./route.ts";
import { Turns, watchLoop, type EndTurn } from "./turns.ts";

type Done = (error?: Error) => void;
type GiveBack = () => void;

declare module "fastify" {
  interface FastifyRequest {
    /** Calls back when it is the account's turn; undefined for requests that take none, and after it was taken. */
    takeTurn: ((bodyBytes: number, start: Done) => void) | undefined;
    /** The size that the body counts for in its account's share; undefined where nothing is counted. */
    countedBody: Counted | undefined;
    /** Takes the permit and the share of the account once the body is there; undefined where they are held already. */
    arrive: ((done: Done) => void) | undefined;
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

interface From {
  readonly ip: string;
  readonly headers: IncomingHttpHeaders;
}

/** @param isPublic a pool of its own, so that no crowd without a key can shut out callers who have one */
function createPermits(max: number, isPublic: boolean) {
  let inFlight = 0;
  const perAddressMax = Math.ceil(max / ADDRESS_PART);
  const addresses = createHoldings(() => perAddressMax);
  const reserved = isPublic ? 0 : Math.min(SESSIONS_RESERVED, max >> 3);
  return {
    get inFlight() {
      return inFlight;
    },
    /** @throws SignalboxError overloaded. @returns gives it back; calling it again does nothing */
    take: ({ ip, headers }: From): GiveBack => {
      // A forged cookie gets as far as authentication, which gives the permit back.
      const isSession = headers.cookie !== undefined && headers.authorization === undefined;
      if (inFlight >= (isSession ? max : max - reserved))
        throw shed(`More than ${max} requests are in flight.`);
      const giveBack = isPublic ? addresses.take(addressGroup(ip)) : undefined;
      if (isPublic && giveBack === undefined)
        throw shed(`More than ${perAddressMax} requests of this address are in flight.`);
      inFlight += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        inFlight -= 1;
        giveBack?.();
      };
    },
  };
}

/** Decisions are started for so long at most before the event loop looks after the rest. @unit milliseconds */
const SLICE_MS_MAX = 50;
/** Bytes of a body that cost as much as everything else about a request. */
const BYTES_PER_COST = 16_384;
/** So many decisions of one account wait as long as it takes; beyond them none waits longer than the time. */
const DECISIONS_WAIT = { count: 32, ms: 150 };
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
  return (owner: string, cost: number, start: Done): EndTurn => {
    const end: EndTurn = turns.take(owner, cost, (isLate) => {
      if (isLate || performance.now() - sliceStartedMs < sliceMs) queueMicrotask(() => end());
      else endLater(() => end());
      if (isLate) start(refuse());
      else start();
    });
    return end;
  };
}

interface AdmissionParts {
  readonly limits: Config["limits"];
  readonly requestTimeoutMs: number;
  readonly debts: Debts;
  readonly onFault: (cause: unknown) => void;
  /** @unit milliseconds, monotonic */
  readonly now?: () => number;
}

/** Keys whose account waits too long, each until a moment. */
function createEarlyRefusals(now: () => number) {
  const until = new Map<string, number>();
  return {
    note: ({ headers }: FastifyRequest): void => {
      if (headers.authorization === undefined) return;
      if (until.size >= REFUSED_EARLY_MAX) until.clear();
      until.set(headers.authorization, now() + REFUSED_EARLY_MS);
    },
    has: ({ headers: { authorization = "" } }: IncomingMessage): boolean => {
      const endsMs = until.get(authorization);
      if (endsMs === undefined) return false;
      if (now() < endsMs) return true;
      until.delete(authorization);
      return false;
    },
  };
}

/** Permits of requests without a key or a session: their crowd never sheds requests with one. */
const publicOf = ({ inFlightMax }: AdmissionParts["limits"]): number => Math.ceil(inFlightMax / 8);

function createArriving({ limits, requestTimeoutMs, onFault }: AdmissionParts) {
  const publicMs = Math.min(requestTimeoutMs, PUBLIC_BODY_MS);
  return {
    known: new Arrivals({ limitMs: requestTimeoutMs, max: limits.inFlightMax, onFault }),
    public: new Arrivals({ limitMs: publicMs, max: publicOf(limits), onFault }),
  };
}

const hold = (giveBack: GiveBack | undefined, held: Held, fault: string): SignalboxError | undefined => {
  if (giveBack === undefined) return shed(fault);
  held.add(giveBack);
  return undefined;
};

const poolOf = ({ access }: Route): "public" | "known" => (access.kind === "public" ? "public" : "known");
const isArriving = ({ route, request }: Visit): boolean => route.method !== "GET" && !request.raw.complete;

export class Admission {
  readonly #debts: Debts;
  readonly #bodyBytesMax: number;
  readonly #pools: Readonly<Record<"public" | "known", ReturnType<typeof createPermits>>>;
  readonly #arriving: ReturnType<typeof createArriving>;
  readonly #turns: Readonly<Record<RouteClass, Turns>>;
  readonly #takeDeciding: ReturnType<typeof createDecidingTurn>;
  readonly #shares: ReturnType<typeof createHoldings>;
  readonly #uploads = createHoldings(() => UPLOADS_PER_ACCOUNT);
  readonly #bodies: ReturnType<typeof createBodyBytes>;
  readonly #early: ReturnType<typeof createEarlyRefusals>;
  /** Requests that were refused because their account had its share in flight, or waited for too long. */
  refused = 0;

  constructor(parts: AdmissionParts) {
    const { limits, debts, onFault, now = () => performance.now() } = parts;
    const { inFlightMax, bodyBytesPerAccountMax } = limits;
    this.#debts = debts;
    this.#bodyBytesMax = bodyBytesPerAccountMax;
    this.#pools = {
      known: createPermits(inFlightMax, false),
      public: createPermits(publicOf(limits), true),
    };
    this.#arriving = createArriving(parts);
    this.#turns = {
      decide: new Turns({ max: AT_ONCE.decide, wait: DECISIONS_WAIT, watch: watchLoop(), now, onFault }),
      report: new Turns({ max: AT_ONCE.report }),
      manage: new Turns({ max: AT_ONCE.manage }),
    };
    this.#takeDeciding = createDecidingTurn(this.#turns.decide, () => {
      this.refused += 1;
      return shed(LATE);
    });
    // The shares of all accounts together leave room for one more.
    this.#shares = createHoldings((owners) => Math.ceil(inFlightMax / (owners + 1)));
    this.#bodies = createBodyBytes(bodyBytesPerAccountMax);
    this.#early = createEarlyRefusals(now);
  }

  /** Requests with a key or a session that hold a permit. */
  get inFlight(): number {
    return this.#pools.known.inFlight;
  }

  /** Those without. */
  get publicInFlight(): number {
    return this.#pools.public.inFlight;
  }

  /** Bodies that are still arriving, of callers with a key or a session. */
  get arriving(): number {
    return this.#arriving.known.count;
  }

  get waiting(): number {
    const { decide, report, manage } = this.#turns;
    return decide.waiting + report.waiting + manage.waiting;
  }

  /** Takes a permit. @throws SignalboxError overloaded */
  enter(route: Route, request: FastifyRequest, held: Held): Omit<Visit, "done"> {
    const visit = { route, request, held, leave: (): void => {} };
    if (route.isNeverShed === true) return visit;
    visit.leave = this.#pools[poolOf(route)].take(request);
    held.add(() => visit.leave());
    return visit;
  }

  /** Goes on once the owner is known. */
  admit(visit: Visit): void {
    const { principal, ip } = visit.request;
    if (principal !== undefined) {
      this.#admitKnown(visit, principal);
      return;
    }
    if (isArriving(visit)) this.#awaitBody(visit, addressGroup(ip), () => undefined);
    this.#takeTurns(visit, PUBLIC);
    visit.done();
  }

  /** Refuses a decision before the framework sees it, where its key was refused a moment ago. @returns whether it did */
  refuseEarly(raw: IncomingMessage, answer: () => void): boolean {
    if (raw.method !== "POST" || !this.#early.has(raw)) return false;
    this.refused += 1;
    pause(answer);
    return true;
  }

  stop(): void {
    this.#arriving.known.stop();
    this.#arriving.public.stop();
  }

  #admitKnown(visit: Visit, principal: Principal): void {
    const { accountId } = principal;
    this.#debts.see(accountId);
    const read = (): void => {
      this.#takeTurns(visit, accountId);
      visit.done();
    };
    const fault =
      this.#findFault(visit, accountId) ??
      (this.#settle(visit, principal, read)
        ? undefined
        : shed("Too many large bodies of this key were refused within the last seconds."));
    if (fault !== undefined) this.#refuse(fault, visit, visit.done);
  }

  #findFault(visit: Visit, owner: string): SignalboxError | undefined {
    const { route, request, held } = visit;
    if (classOf(route) === "decide" && this.#turns.decide.isLong(owner)) {
      this.#early.note(request);
      return shed(LATE);
    }
    if (route.bodyKind === "multipart") {
      visit.leave();
      const fault = `${UPLOADS_PER_ACCOUNT} uploads of this account are running.`;
      return hold(this.#uploads.take(owner), held, fault);
    }
    const fault = this.#takeBody(owner, visit);
    if (fault !== undefined || !isArriving(visit)) return fault ?? this.#takeShare(owner, visit);
    this.#awaitBody(visit, owner, () => this.#takeShare(owner, visit));
    return undefined;
  }

  #takeShare(owner: string, { held }: Visit): SignalboxError | undefined {
    return hold(this.#shares.take(owner), held, "This account has its share of the requests in flight.");
  }

  #takeBody(owner: string, { request, held }: Visit): SignalboxError | undefined {
    const body = this.#bodies.take(owner, request);
    if (body === undefined)
      return shed(`Bodies of more than ${this.#bodyBytesMax} bytes of this account are in flight.`);
    request.countedBody = body;
    held.add(() => body.giveBack());
    return undefined;
  }

  #refuse(fault: SignalboxError, { leave }: Visit, done: Done): void {
    this.refused += 1;
    leave();
    pause(() => done(fault));
  }

  /** Gives the permit back until the body is there; then takes it again, and what `take` takes. */
  #awaitBody(visit: Visit, owner: string, take: () => SignalboxError | undefined): void {
    const { request, route, held } = visit;
    visit.leave();
    const arrived = this.#arriving[poolOf(route)].watch(request, owner);
    held.add(arrived);
    request.arrive = (done) => {
      arrived();
      try {
        visit.leave = this.#pools[poolOf(route)].take(request);
        held.add(() => visit.leave());
        const fault = take();
        if (fault === undefined) done();
        else this.#refuse(fault, visit, done);
      } catch (full) {
        this.#refuse(full as SignalboxError, visit, done);
      }
    };
  }

  #takeTurns({ route, request, held }: Visit, owner: string): void {
    if (!takesTurns(route)) return;
    const kind = classOf(route);
    request.takeTurn = (bodyBytes, start) => {
      request.takeTurn = undefined;
      const cost = 1 + bodyBytes / BYTES_PER_COST;
      if (kind === "decide") held.add(this.#takeDeciding(owner, cost, start));
      // Reading and changing rows keeps a connection of the database: the turn ends with the answer.
      else held.add(this.#turns[kind].take(owner, cost, () => start()));
    };
  }

  /** Reads on when the debt of the caller has passed. @returns false where too many bodies wait for that */
  #settle({ request, held }: Visit, principal: Principal, read: () => void): boolean {
    const bytes = announcedBytes(request);
    if (bytes < OWED_FROM) {
      read();
      return true;
    }
    held.add(() => {
      if (request.isRead && request.reading !== undefined)
        this.#debts.oweTaken(principal, bytes, request.reading.spentMs.atLeast);
    });
    return this.#debts.settle(principal, held, read);
  }
}

/** For requests without a body, whose turn no parser has taken. */
export function awaitTurn(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  if (request.takeTurn === undefined) done();
  else request.takeTurn(0, done);
}
