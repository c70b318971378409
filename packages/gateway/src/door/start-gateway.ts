// The gateway on its socket. What it does not know goes to the service of the same process, when there is one: the dashboard
// and the API are beside the doors.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Catalog } from "@signalbox/catalog";
import { SignalboxError } from "@signalbox/contracts";

import type { CallEntry } from "../bill/call-log.ts";
import { autoBaseline } from "../plan/candidates-of.ts";
import { AUTO_MODELS } from "../plan/auto-names.ts";
import type { Decider } from "../plan/decider.ts";
import { createGatewayContext, type GatewayContext } from "../plan/gateway-context.ts";
import { PROTOCOLS, protocolAt } from "../protocols/protocols.ts";
import { checkPreferences } from "../plan/check-preferences.ts";
import { UNATTENDED_HEADER } from "../plan/read-call.ts";
import type { GatewaySettings } from "../settings/settings.ts";
import { answerFault } from "./answer-fault.ts";
import { COUNT_PATH, countTokens } from "./count-tokens.ts";
import { foreignHost, refusalOf } from "./guard.ts";
import { createLeases, type LeaseOptions, type Leases } from "./leases.ts";
import { serveCall } from "./serve-call.ts";
import { createCallSample, type CallSample } from "./sample.ts";
import { statusOf } from "./status.ts";

/** Any date will do, and must not change from call to call. */
const CREATED_AT = "2026-01-01T00:00:00Z";

/** `GET /v1/models` in the shape that both families of clients read. Claude Code's menu shows only names that begin with its own. */
function modelList({ candidates }: GatewaySettings): object {
  const ids = [...AUTO_MODELS.slice(0, 2), ...candidates.map(({ label }) => label)];
  const data = ids.map((id) => ({
    id,
    type: "model",
    object: "model",
    display_name: (AUTO_MODELS as readonly string[]).includes(id) ? "Signalbox (auto)" : id,
    created: Date.parse(CREATED_AT) / 1000,
    created_at: CREATED_AT,
    owned_by: "signalbox",
  }));
  // Codex reads cards in its own form from `models`, and complains of an answer without.
  return { object: "list", data, models: [], has_more: false, first_id: ids[0], last_id: ids.at(-1) };
}

export interface GatewayOptions {
  readonly settings: GatewaySettings;
  readonly decider: Decider;
  readonly catalog: Pick<Catalog, "resolve">;
  readonly onCall?: (entry: CallEntry) => void;
  /** Answers all other addresses: the dashboard and the API of the service in this process. */
  readonly others?: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  readonly nowMs?: () => number;
  /** Part of the calls that is kept in memory, for `GET /sample`; needs a key. @range 0..1 */
  readonly sampleShare?: number | undefined;
  /** Keeps makers of thoughts and totals of money across restarts; undefined forgets them. */
  readonly memoryFile?: string | undefined;
  /** Present where the gateway ends by itself. */
  readonly leases?: LeaseOptions | undefined;
}

export interface RunningGateway {
  /** "http://127.0.0.1:8788" */
  readonly url: string;
  /** The model that savings are held against where a client asks for `auto`. */
  readonly baseline: string | undefined;
  /** Ends calls in flight immediately. */
  close(): Promise<void>;
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

/**
 * Before the addresses of clients that run without a person: every client takes an address, and not every one a header.
 * @returns the target without it
 */
export const UNATTENDED_PATH = "/unattended";

function targetOf({ url = "/", headers }: IncomingMessage): string {
  if (!url.startsWith(`${UNATTENDED_PATH}/`)) return url;
  headers[UNATTENDED_HEADER] = "1";
  return url.slice(UNATTENDED_PATH.length);
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const OWN_PATHS: ReadonlySet<string> = new Set(["/v1/models", "/status", "/lease", "/sample"]);

interface Parts {
  readonly leases: Leases;
  readonly sample: CallSample | undefined;
}

function createHandler(context: GatewayContext, options: GatewayOptions, { leases, sample }: Parts): Handler {
  const startedMs = performance.now();
  return (request, response) => {
    const path = targetOf(request);
    const { pathname, searchParams } = URL.parse(path, "http://gateway") ?? new URL("http://gateway/");
    const protocol = pathname === COUNT_PATH ? PROTOCOLS.messages : protocolAt(pathname);
    const exchange = { request, response, protocol: protocol ?? PROTOCOLS.chat, path };
    const foreign = foreignHost(request, context.settings);
    if (foreign !== undefined) {
      answerFault(exchange, foreign);
      return;
    }
    const isOwn = protocol !== undefined || OWN_PATHS.has(pathname);
    if (!isOwn && options.others !== undefined && request.method !== "HEAD") {
      options.others(request, response);
      return;
    }
    const refusal = refusalOf(request, context.settings);
    if (refusal !== undefined) answerFault(exchange, refusal);
    else if (protocol !== undefined && request.method === "POST")
      void (pathname === COUNT_PATH ? countTokens(context, exchange) : serveCall(context, exchange));
    else if (protocol !== undefined) answerFault(exchange, { status: 405, message: "Send a POST." });
    else if (pathname === "/v1/models") sendJson(response, 200, modelList(context.settings));
    else if (pathname === "/lease") leases.take(response);
    else if (pathname === "/sample" && sample !== undefined) sendJson(response, 200, sample.list());
    else if (pathname === "/status") {
      const session = searchParams.get("session");
      const asked =
        session === null ? undefined : { session, asker: context.sessions.read(request.headers, {}) };
      sendJson(
        response,
        200,
        statusOf(context, { upMs: performance.now() - startedMs, leases: leases.count }, asked),
      );
    } else if (request.method === "HEAD") response.writeHead(200).end();
    else answerFault(exchange, { status: 404, message: `There is nothing at ${pathname.slice(0, 100)}.` });
  };
}

async function listen(server: Server, { host, port }: GatewaySettings): Promise<string> {
  server.listen({ host: host.replace(/^\[(.*)\]$/, "$1"), port });
  try {
    await once(server, "listening");
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown fault";
    const advice = `Cannot listen on ${host}:${port} (${code}). Choose another port with --port, or stop the other program.`;
    throw new SignalboxError("invalid_configuration", advice, { cause });
  }
  const { address, family, port: taken } = server.address() as AddressInfo;
  const shown = /^(?:0\.0\.0\.0|::)$/.test(address)
    ? "127.0.0.1"
    : family === "IPv6"
      ? `[${address}]`
      : address;
  return `http://${shown}:${taken}`;
}

function openSample({ sampleShare, settings }: GatewayOptions): CallSample | undefined {
  if (sampleShare === undefined) return undefined;
  if (settings.key === undefined)
    throw new SignalboxError(
      "invalid_configuration",
      "A sample holds texts, so it needs a key: add `--key SECRET`, or set SIGNALBOX_GATEWAY_KEY.",
    );
  return createCallSample(sampleShare);
}

/** Agents keep a few each; further ones are closed before they send anything. */
const CONNECTIONS_MAX = 1_000;

/** @throws SignalboxError invalid_configuration where the address cannot be had, or a preference is not known */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  await checkPreferences(options.settings, options.decider);
  // Calls last as long as a model thinks: the upstream's own limits end them.
  const sample = openSample(options);
  const context = createGatewayContext({ onCall: () => {}, nowMs: Date.now, ...options, sample });
  // A client keeps its connection while a tool runs; one that closes just as the next call comes would fail that call.
  const keepAliveTimeout = options.settings.limits.idleMs;
  const leases = createLeases(options.leases);
  const server = createServer(
    { requestTimeout: 300_000, keepAliveTimeout, noDelay: true },
    createHandler(context, options, { leases, sample }),
  );
  server.maxConnections = CONNECTIONS_MAX;
  server.on("upgrade", (_, socket) => {
    socket.end("HTTP/1.1 426 Upgrade Required\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
  });
  const url = await listen(server, options.settings);
  return {
    url,
    baseline: autoBaseline(context),
    close: async () => {
      leases.close();
      context.memory.close();
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, "close");
    },
  };
}
