// Requests to every route of the service with something odd about them, made from a seed: methods, addresses, ids of the caller and
// of others, queries, headers, bodies. The generators are those of the server's own tests.
import { DEFAULT_SCOPES } from "@signalbox/contracts";
import { ROUTES } from "@signalbox/server";
import { mulberry32 } from "@signalbox/engine/numerics";
import fc from "fast-check";

import {
  anyBytes,
  anyDocument,
  anyMember,
  anyText,
  anything,
} from "../../packages/server/test/garbage-values.ts";
import { MALFORMED } from "../../packages/server/test/malformed-bodies.ts";
import { ODD_NUMBERS, ODD_TEXTS, oddVariants } from "../../packages/server/test/odd-values.ts";
import { queryMembersOf, sampleRequest } from "../../packages/server/test/sample-request.ts";
import { EXAMPLE } from "../../packages/server/test/select-client.ts";
import type { FuzzAccount } from "./fuzz-accounts.ts";

type FuzzedRoute = (typeof ROUTES)[number];

export interface FuzzRequest {
  readonly route: FuzzedRoute;
  readonly method: string;
  readonly path: string;
  readonly bytes: Buffer;
  /** Everything that was sent, for the search for what was not. */
  readonly sent: string;
  /** Undefined for the owner's session. */
  readonly scopes: ReadonlySet<string> | undefined;
  readonly hasCredentials: boolean;
  /** The path names something of another account. */
  readonly isForeign: boolean;
  /** HTTP itself is broken: the connection may be closed without an answer. */
  readonly isBroken: boolean;
}

/** They end the session or the account that the rest is asked with. */
const ENDS_CALLER = new Set(["signOut", "deleteAccount", "changePassword"]);
/**
 * Whose right answer has megabytes or takes a second of work, or ends what the caller asks with: one of twenty draws of them
 * stays.
 */
const RARE = new Set([
  "getContentArtefact",
  "getContentArtefactTensors",
  "listModels",
  "listModelsCompatible",
  "openApi",
  "reference",
  "createReplay",
  "endSession",
  "revokeKey",
  "rotateKey",
]);
const RARE_SHARE = 0.05;
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "FOO"];
const POOL = 4_000;
const DECIDING = ROUTES.filter(({ path }) => /select|playground/i.test(path));

const ODD_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ["content-type", "text/plain"],
  ["content-type", "application/x-www-form-urlencoded"],
  ["content-type", "multipart/form-data; boundary=x"],
  ["content-type", 'application/json; charset="utf-7"'],
  ["accept", "*/*;q=nonsense"],
  ["accept-language", "x".repeat(4_000)],
  ["range", "bytes=0-1,5-"],
  ["if-none-match", '"\u00ff"'],
  ["last-event-id", "9".repeat(400)],
  ["x-request-id", "' or 1=1 --"],
  ["traceparent", "00-zz-zz-01"],
  ["x-forwarded-for", "127.0.0.1, ::1, nonsense"],
  ["cookie", "signalbox_session=%00; =; ;;"],
  ["expect", "100-continue"],
  ["authorization", "Bearer"],
  ["authorization", `Bearer sk_${"A".repeat(43)}`],
  ["sec-fetch-site", "cross-site"],
  ["origin", "null"],
];

interface Pools {
  readonly bytes: readonly Uint8Array[];
  readonly documents: readonly string[];
  readonly values: readonly unknown[];
  readonly texts: readonly string[];
  readonly members: readonly string[];
}

function fillPools(seed: number): Pools {
  const options = { numRuns: POOL, seed };
  return {
    bytes: fc.sample(anyBytes, options),
    documents: fc.sample(anyDocument, options),
    values: fc.sample(anything, options),
    texts: [...fc.sample(anyText, options), ...ODD_TEXTS],
    members: fc.sample(anyMember, options),
  };
}

/** Draws of one request. */
class Draw {
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  isIn(share: number): boolean {
    return this.#random() < share;
  }

  of<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error("Nothing to draw from.");
    // An item may be undefined: that is one of the odd values.
    return list[Math.floor(this.#random() * list.length)] as T;
  }
}

function drawRoute(draw: Draw): FuzzedRoute {
  const route = draw.isIn(0.1) ? draw.of(DECIDING) : draw.of(ROUTES);
  return RARE.has(route.operationId) && !draw.isIn(RARE_SHARE) ? drawRoute(draw) : route;
}

interface Cast {
  readonly mine: FuzzAccount;
  readonly theirs: FuzzAccount;
}

type Built = Pick<FuzzRequest, "path" | "isForeign"> & { readonly id: string };

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function buildPath(draw: Draw, route: FuzzedRoute, { cast, pools }: { cast: Cast; pools: Pools }): Built {
  const isForeign = draw.isIn(0.3);
  const isOwn = draw.isIn(0.6);
  const named = Object.values((isForeign ? cast.theirs : cast.mine).ids);
  const id = isForeign || isOwn ? draw.of(named) : draw.of(pools.texts).toWellFormed();
  const [bare = "", query] = sampleRequest(route, id).path.split("?", 2);
  const pairs = query === undefined ? [] : [query];
  for (const name of queryMembersOf(route))
    if (draw.isIn(0.3)) pairs.push(`${name}=${encode(drawText(draw, pools))}`);
  if (draw.isIn(0.05)) pairs.push(`${encode(draw.of(pools.texts))}=${encode(draw.of(pools.texts))}`);
  const isAtRoot = route.isAtRoot === true || (route.isCompatible === true && draw.isIn(0.5));
  const path = `${isAtRoot ? "" : "/api/v1"}${bare}${pairs.length === 0 ? "" : `?${pairs.join("&")}`}`;
  const broken = draw.isIn(0.02) ? draw.of(["/%E0%A4%A", "//", "/..%2f..", "?&&=&%zz", ";x=1"]) : "";
  return { path: `${path}${broken}`, isForeign: isForeign && bare.includes(encode(id)), id };
}

function drawText(draw: Draw, { texts }: Pools): string {
  if (draw.isIn(0.3)) return String(draw.of(ODD_NUMBERS));
  return draw.isIn(0.3) ? draw.of(["1", "50", "true", "2026-01-01T00:00:00Z", "day"]) : draw.of(texts);
}

function drawBody(draw: Draw, route: FuzzedRoute, { id, pools }: { id: string; pools: Pools }): Buffer {
  const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value) ?? "");
  const isDeciding = DECIDING.includes(route);
  const sample = isDeciding ? { ...EXAMPLE } : sampleRequest(route, id).body;
  if (draw.isIn(0.3)) return json(sample);
  if (draw.isIn(0.1)) return Buffer.from(draw.of(pools.bytes));
  if (draw.isIn(0.15)) return Buffer.from(draw.of(pools.documents));
  if (draw.isIn(0.02)) return Buffer.from(draw.of(Object.values(MALFORMED)));
  if (typeof sample !== "object" || sample === null || draw.isIn(0.1)) return json(draw.of(pools.values));
  const odd = oddVariants(sample);
  if (odd.length > 0 && draw.isIn(0.4)) return json(draw.of(odd));
  const member = isDeciding ? draw.of(pools.members) : draw.of([...Object.keys(sample), "extra"]);
  return json({ ...sample, [member]: draw.isIn(0.5) ? draw.of(pools.values) : draw.of(pools.texts) });
}

interface Caller {
  readonly headers: readonly (readonly [string, string])[];
  readonly scopes: ReadonlySet<string> | undefined;
  readonly hasCredentials: boolean;
}

function drawCaller(draw: Draw, { mine }: Cast, route: FuzzedRoute): Caller {
  const bearer = (key: string): Caller["headers"] => [["authorization", `Bearer ${key}`]];
  if (draw.isIn(0.08)) return { headers: [], scopes: new Set(), hasCredentials: false };
  const isSession = draw.isIn(route.access.kind === "person" ? 0.8 : 0.4);
  if (isSession && !ENDS_CALLER.has(route.operationId)) {
    const headers = [["cookie", mine.cookie] as const, ["x-signalbox-csrf", "1"] as const];
    return { headers, scopes: undefined, hasCredentials: true };
  }
  if (draw.isIn(0.6)) {
    return { headers: bearer(mine.key), scopes: new Set(DEFAULT_SCOPES), hasCredentials: true };
  }
  const [scope, key] = draw.of(mine.scopedKeys);
  return { headers: bearer(key), scopes: new Set([scope]), hasCredentials: true };
}

interface Spoken {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer | undefined;
}

function toBytes({ method, path, headers, body }: Spoken): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const length = body === undefined ? "" : `content-length: ${body.length}\r\n`;
  const head = Buffer.from(
    `${method} ${path} HTTP/1.1\r\nhost: signalbox.test\r\n${lines}${length}\r\n`,
    "latin1",
  );
  return body === undefined ? head : Buffer.concat([head, body]);
}

export interface FuzzRequests {
  /** The same index gives the same request. */
  make(index: number, cast: Cast): FuzzRequest;
}

export function createFuzzRequests(seed: number): FuzzRequests {
  const pools = fillPools(seed);
  return {
    make: (index, cast) => {
      const draw = new Draw(mulberry32(seed * 1_000_003 + index));
      const route = drawRoute(draw);
      const method = draw.isIn(0.9) ? route.method : draw.of(METHODS);
      const built = buildPath(draw, route, { cast, pools });
      const isBodied = draw.isIn(method === "GET" || method === "HEAD" ? 0.03 : 0.97);
      const body = isBodied ? drawBody(draw, route, { id: built.id, pools }) : undefined;
      const caller = drawCaller(draw, cast, route);
      const headers = [...caller.headers];
      if (body !== undefined) headers.push(["content-type", "application/json"]);
      const isOdd = draw.isIn(0.08);
      if (isOdd) headers.push(draw.of(ODD_HEADERS));
      const bytes = toBytes({ method, path: built.path, headers, body });
      const sent = `${decodeURIComponentSafely(built.path)} ${bytes.toString()}`;
      const isBroken = method === "FOO" || method === "TRACE" || isOdd;
      return {
        route,
        method,
        path: built.path,
        bytes,
        sent,
        ...caller,
        isForeign: built.isForeign,
        isBroken,
      };
    },
  };
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
