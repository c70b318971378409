// Odd requests to every route, on each database: nothing but 503 with the time to wait is a fault of the service, it never ends,
// and no account reaches another's. `--seed` makes the same requests again; what they meet depends on those before.
import { postgresSkipReason, type TestPostgres } from "@signalbox/storage/testing";

import { comparableExport, leaksOf, NAMED_BY_CALLER } from "../../packages/server/test/leaks.ts";
import { fillAccounts, type FuzzAccount } from "./fuzz-accounts.ts";
import { openExchange, type ExchangedAnswer } from "../load/exchange.ts";
import { createFuzzRequests, type FuzzRequest, type FuzzRequests } from "./fuzz-requests.ts";
import { createInstallation, type Installation } from "../load/installation.ts";
import { brokenOf, numberOf, type Outcome, type Torture } from "./outcome.ts";
import { withPostgres } from "./steps.ts";

const CONNECTIONS = 12;
/** Requests per account: an accident, such as the loss of its key, ends with its turn. */
const REQUESTS_PER_ACCOUNT = 2_000;
const REPORT_EVERY = 10_000;
const SHOWN_MAX = 20;
const SENT_CHARS = 600;
const WAITED_FOR_SHOWN = 8;

interface Found {
  readonly database: string;
  readonly requests: number;
  readonly byStatus: ReadonlyMap<number, number>;
  /** Routes that answered with success at least once. */
  readonly succeeded: ReadonlySet<string>;
  readonly faults: readonly string[];
  readonly crossings: readonly string[];
  readonly isAlive: boolean;
  /** With its operation. */
  readonly longest: string;
  /** The operations that were waited for most, each with its share of all waiting. */
  readonly waitedFor: string;
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Undefined when the service did nothing wrong. */
function faultOf({ isBroken }: FuzzRequest, { status, head }: ExchangedAnswer): string | undefined {
  if (status === 0) return isBroken ? undefined : "no answer";
  if (status < 500 || status === 501) return undefined;
  const isAdvised = status === 503 && /^retry-after: *\d+/im.test(head);
  return isAdvised ? undefined : String(status);
}

/** Undefined when the caller got nothing that is not the caller's. */
function crossingOf(
  request: FuzzRequest,
  answer: ExchangedAnswer,
  markers: readonly string[],
): string | undefined {
  const { route, method, scopes, hasCredentials, isForeign } = request;
  const [leak] = leaksOf(answer.text, request.sent, markers);
  if (leak !== undefined) return `shows ${leak}`;
  const isItsMethod = method === route.method || (method === "HEAD" && route.method === "GET");
  if (!isSuccess(answer.status) || !isItsMethod) return undefined;
  const { access } = route;
  if (access.kind !== "public" && !hasCredentials) return "works without credentials";
  if (access.kind === "person" && scopes !== undefined) return "works with a key";
  if (access.kind === "key" && scopes?.has(access.scope) === false) return `works without ${access.scope}`;
  if (isForeign && !NAMED_BY_CALLER.has(route.operationId)) return "takes an id of another account";
  return undefined;
}

function describe(index: number, request: FuzzRequest, what: string): string {
  const { route, bytes } = request;
  return `#${index} ${route.operationId}: ${what}: ${JSON.stringify(bytes.toString().slice(0, SENT_CHARS))}`;
}

interface Place {
  readonly database: string;
  readonly installation: Installation;
  readonly accounts: readonly FuzzAccount[];
  readonly theirs: FuzzAccount;
}

class Tally {
  readonly byStatus = new Map<number, number>();
  readonly succeeded = new Set<string>();
  readonly faults: string[] = [];
  readonly crossings: string[] = [];
  /** The words of others that an account itself has stored: they may come out again. */
  readonly #stored = new Set<string>();
  /** The same in requests whose answer is not there yet: what they store may come out before it. */
  readonly #sending = new Map<FuzzRequest, readonly string[]>();
  readonly #waitedMs = new Map<string, number>();
  #longestMs = 0;
  longest = "";

  get waitedFor(): string {
    const all = [...this.#waitedMs.values()].reduce((sum, ms) => sum + ms, 0);
    return [...this.#waitedMs]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, WAITED_FOR_SHOWN)
      .map(([operation, ms]) => `${operation} ${((100 * ms) / all).toFixed(0)} %`)
      .join(", ");
  }

  /** Before a request goes out. */
  send(request: FuzzRequest, theirs: FuzzAccount): void {
    if (request.method === "GET") return;
    this.#sending.set(
      request,
      theirs.markers.filter((marker) => request.sent.includes(marker)),
    );
  }

  note(index: number, request: FuzzRequest, answer: ExchangedAnswer, theirs: FuzzAccount): void {
    const { status, ms } = answer;
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
    const { operationId } = request.route;
    this.#waitedMs.set(operationId, (this.#waitedMs.get(operationId) ?? 0) + ms);
    if (ms > this.#longestMs) {
      this.#longestMs = ms;
      this.longest = `${(ms / 1_000).toFixed(1)} s, ${operationId}`;
    }
    if (isSuccess(status) && request.method === request.route.method) this.succeeded.add(operationId);
    const fault = faultOf(request, answer);
    if (fault !== undefined)
      this.faults.push(describe(index, request, `${fault} ${answer.text.slice(0, 200)}`));
    if (isSuccess(status)) for (const marker of this.#sending.get(request) ?? []) this.#stored.add(marker);
    this.#sending.delete(request);
    const sending = new Set([...this.#sending.values()].flat());
    const markers = theirs.markers.filter((marker) => !this.#stored.has(marker) && !sending.has(marker));
    const crossing = crossingOf(request, answer, markers);
    if (crossing !== undefined) this.crossings.push(describe(index, request, `${status} ${crossing}`));
  }
}

async function exportOf(installation: Installation, { cookie }: FuzzAccount): Promise<string> {
  const answer = await fetch(`${installation.url}/api/v1/account/export`, { headers: { cookie } });
  if (!answer.ok) throw new Error(`The export was answered with ${answer.status}.`);
  return comparableExport(await answer.text());
}

interface Sending {
  readonly requests: FuzzRequests;
  readonly count: number;
  readonly isOver: () => boolean;
  readonly report: (step: string) => void;
}

async function send(
  place: Place,
  tally: Tally,
  { requests, count, isOver, report }: Sending,
): Promise<number> {
  const { installation, accounts, theirs, database } = place;
  const { hostname, port } = new URL(installation.url);
  let next = 0;
  const drive = async (): Promise<void> => {
    const connection = openExchange(hostname, Number(port));
    while (next < count && !isOver()) {
      const index = next;
      next += 1;
      const mine = accounts[Math.floor(index / REQUESTS_PER_ACCOUNT)] ?? theirs;
      const request = requests.make(index, { mine, theirs });
      tally.send(request, theirs);
      tally.note(index, request, await connection.ask(request.bytes, request.method === "HEAD"), theirs);
      if (next % REPORT_EVERY === 0) report(`${database}: ${next} requests, ${tally.faults.length} faults`);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, drive));
  return next;
}

async function fuzzOn(
  { database, installation }: Pick<Place, "database" | "installation">,
  numbers: Readonly<Record<string, number>>,
  report: (step: string) => void,
): Promise<Found> {
  const count = numberOf(numbers, "requests");
  const turns = Math.ceil(count / REQUESTS_PER_ACCOUNT);
  const names = Array.from({ length: turns }, (_, turn) => `ostrich${turn}`);
  const [theirs, ...accounts] = await fillAccounts(installation, ["zebrafinch", ...names]);
  if (theirs === undefined) throw new Error("There is no account to look for.");
  const replica = await installation.start();
  const before = await exportOf(installation, theirs);
  const endMs = performance.now() + numberOf(numbers, "minutes") * 60_000;
  const tally = new Tally();
  const requests = createFuzzRequests(numberOf(numbers, "seed"));
  const isOver = (): boolean => !replica.isAlive() || performance.now() > endMs;
  const sent = await send({ database, installation, accounts, theirs }, tally, {
    requests,
    count,
    isOver,
    report,
  });
  const isAlive = replica.isAlive();
  if (isAlive && (await exportOf(installation, theirs)) !== before)
    tally.crossings.push("The export of the other account has changed.");
  await replica.stop();
  const { byStatus, succeeded, faults, crossings, longest, waitedFor } = tally;
  return { database, requests: sent, byStatus, succeeded, faults, crossings, longest, waitedFor, isAlive };
}

function figuresOf({ database, requests, byStatus, succeeded, ...found }: Found): Outcome["figures"] {
  const statuses = [...byStatus]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`);
  return [
    [database, `${requests} requests, ${found.faults.length} faults, ${found.crossings.length} crossings`],
    ["  answers", statuses.join(", ")],
    ["  operations that succeeded", String(succeeded.size)],
    ["  longest answer", found.longest],
    ["  waited for", found.waitedFor],
  ];
}

async function fuzzEach(
  postgres: TestPostgres,
  numbers: Readonly<Record<string, number>>,
  report: (step: string) => void,
): Promise<Outcome> {
  const found: Found[] = [];
  const urls = Object.entries({ SQLite: "", PostgreSQL: await postgres.createDatabase() });
  const only = numberOf(numbers, "database");
  for (const [database, url] of only === 0 ? urls : urls.slice(only - 1, only)) {
    const installation = await createInstallation(url, { SIGNALBOX_SIGN_UP: "open" });
    try {
      found.push(await fuzzOn({ database, installation }, numbers, report));
    } finally {
      installation.remove();
    }
  }
  return {
    figures: found.flatMap(figuresOf),
    broken: [
      ...found.flatMap(({ faults, crossings }) => [...faults, ...crossings].slice(0, SHOWN_MAX)),
      ...found.flatMap(({ database, faults, crossings, isAlive }) =>
        brokenOf({
          [`no request is answered with 5xx but 503 and the time to wait (${database})`]: faults.length === 0,
          [`no account reaches another's (${database})`]: crossings.length === 0,
          [`the service lives (${database})`]: isAlive,
        }),
      ),
    ],
  };
}

export const fuzz: Torture = {
  summary:
    "odd requests to every route, on SQLite and PostgreSQL: no fault, no death, nothing of another account",
  // `--database` 1 is SQLite alone, 2 PostgreSQL alone.
  numbers: { requests: 500_000, minutes: 15, seed: 1, database: 0 },
  skipReason: postgresSkipReason,
  run: (numbers, report) => withPostgres(false, (postgres) => fuzzEach(postgres, numbers, report)),
};
