// For supervisors and scrapers: alive, ready, figures. Served at the root only and never shed or rate-limited.
import { timingSafeEqual } from "node:crypto";
import { statfs } from "node:fs/promises";

import { catalogAgeOf } from "@signalbox/catalog";
import { SignalboxError, VERSION } from "@signalbox/contracts";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";

import type { ServiceContext } from "../../context/service-context.ts";
import { defineRoute, type AnyCall, type Route } from "../route.ts";

const LOOPBACK = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);

const StatusSchema = Type.Object({ status: Type.Literal("ok") });
const ReadySchema = Type.Object({
  status: Type.Literal("ready"),
  version: Type.String(),
  artefact: Type.String(),
  catalogue: Type.String(),
  facts_days: Type.Integer({ description: "Age of the catalogue's facts." }),
  prices_days: Type.Integer({ description: "Age of its prices." }),
  catalogue_warning: Type.Union([Type.String(), Type.Null()], {
    description: "What of it is 45 days old or more, and what to do. The service stays ready.",
  }),
  database: Type.String(),
  journal: Type.Union([Type.Literal("committed"), Type.Literal("spooled")], {
    description: "`spooled` while the database is away and decisions are kept on the local disk.",
  }),
  changes: Type.Union([Type.Literal("heard"), Type.Literal("delayed")], {
    description: "`delayed` while the connection that hears of other replicas' changes is down.",
  }),
  limits: Type.Union([Type.Literal("local"), Type.Literal("shared"), Type.Literal("approximate")], {
    description:
      "Who counts requests per minute: each replica, a counter that all share, or each replica because that counter is away.",
  }),
  memory: Type.Union([Type.Literal("enough"), Type.Literal("short")], {
    description: "`short` while memory runs out and bodies of more than 64 KB are refused.",
  }),
  clock: Type.Union([Type.Literal("steady"), Type.Literal("jumped")], {
    description: "`jumped` for five minutes after this machine's clock was set or the machine slept.",
  }),
  pages: Type.Union(
    [Type.Literal("unread"), Type.Literal("reading"), Type.Literal("whole"), Type.Literal("damaged")],
    {
      description:
        "Of an embedded database, read once after the start: where some are damaged the answer is 503. PostgreSQL checks its own.",
    },
  ),
});

/** Below this SQLite cannot commit for long. @unit bytes */
const FREE_BYTES_MIN = 16 * 1024 * 1024;

async function assertDiskFree({ config }: ServiceContext): Promise<void> {
  if (config.storage.databaseUrl !== "") return;
  const { bavail, bsize } = await statfs(config.storage.dataDir);
  if (bavail * bsize >= FREE_BYTES_MIN) return;
  throw new SignalboxError(
    "dependency_unavailable",
    "The disk of the data directory is full. Free some of it.",
  );
}

/** Balancers send new requests elsewhere while those that still come are served. */
function assertStaying({ server }: FastifyRequest): void {
  if (!server.drain.isAnnounced) return;
  throw new SignalboxError("overloaded", "This replica is stopping. Send requests to another one.");
}

/** A replica that goes on from memory is ready: taking it out would fail the decisions that it can make. */
async function assertDatabase({ storage, journal }: ServiceContext): Promise<void> {
  if (journal.isSpooling) return;
  try {
    await storage.ping();
  } catch (error) {
    journal.suspect();
    if (!journal.isSpooling) throw error;
  }
}

async function ready({ context, request }: AnyCall): Promise<object> {
  assertStaying(request);
  context.pages.assertWhole();
  await assertDatabase(context);
  await assertDiskFree(context);
  const age = catalogAgeOf(context.catalog.readOn, context.clock.nowMs());
  return {
    status: "ready",
    version: VERSION,
    artefact: context.engine.artefactVersion,
    catalogue: context.catalog.version,
    facts_days: age.factsDays,
    prices_days: age.pricesDays,
    catalogue_warning: age.warning ?? null,
    database: context.storage.dialect.name,
    journal: context.journal.isSpooling ? "spooled" : "committed",
    changes: context.storage.hearsChanges() ? "heard" : "delayed",
    limits: context.rateLimits.counting,
    memory: context.strain.isShortOfMemory ? "short" : "enough",
    clock: context.strain.hasClockJumped ? "jumped" : "steady",
    pages: context.pages.state,
  };
}

function isTokenRight(request: FastifyRequest, token: string): boolean {
  const given = Buffer.from(request.headers.authorization ?? "");
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Headers that proxies add, configured or not. */
const FORWARDED = [
  "forwarded",
  "via",
  "cf-connecting-ip",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded-server",
  "x-real-ip",
];
const LOCAL_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** An unconfigured proxy speaks HTTP/1.0; a page whose name was pointed at this machine sends that name. */
const isDirect = ({ headers, hostname, raw }: FastifyRequest): boolean =>
  FORWARDED.every((name) => headers[name] === undefined) &&
  raw.httpVersion !== "1.0" &&
  LOCAL_NAMES.has(hostname);

/**
 * Says whether a call comes from this machine. One that a proxy passes on comes from somewhere else, unless a trusted chain of
 * proxies names a local caller.
 */
const isLocal = (request: FastifyRequest): boolean =>
  LOOPBACK.has(request.ip) && (request.ip !== request.socket.remoteAddress || isDirect(request));

function assertScraper(request: FastifyRequest, token: string): void {
  if (token === "" ? isLocal(request) : isTokenRight(request, token)) return;
  throw new SignalboxError(
    "unauthenticated",
    "Metrics ask for the bearer token of `metrics.token`, or a loopback caller.",
  );
}

async function metrics({ context, request, reply }: AnyCall): Promise<unknown> {
  assertScraper(request, context.config.metrics.token);
  return reply.header("content-type", context.metrics.contentType).send(await context.metrics.render());
}

const common = {
  method: "GET",
  access: { kind: "public" },
  tag: "Operation",
  isAtRoot: true,
  isNeverShed: true,
} as const;

export const healthRoutes: readonly Route[] = [
  defineRoute({
    ...common,
    operationId: "live",
    path: "/livez",
    summary: "Whether the process answers at all.",
    response: StatusSchema,
    handler: () => ({ status: "ok" }),
  }),
  defineRoute({
    ...common,
    operationId: "ready",
    path: "/readyz",
    summary:
      "Whether the service can decide, its database answers and is whole; 503 otherwise and while it stops.",
    response: ReadySchema,
    handler: ready,
  }),
  defineRoute({
    ...common,
    isNeverShed: false,
    operationId: "metrics",
    path: "/metrics",
    summary: "Figures in the text format of Prometheus.",
    response: "text/plain",
    handler: metrics,
  }),
];
