// Builds the HTTP application from a list of routes. Everything an answer has in common is settled here: request id,
// timing, security headers, permits, authentication, one error shape for every fault.
import type { IncomingMessage, ServerResponse } from "node:http";

import multipart from "@fastify/multipart";
import type { Config } from "@signalbox/contracts";
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";

import type { ServiceContext } from "../context/service-context.ts";
import { authenticate } from "./access.ts";
import { limitConnections } from "./connections.ts";
import { addDrain } from "./drain.ts";
import { sendError, sendRefusal, toSignalboxError, wrongMediaType } from "./error-response.ts";
import { createHostCheck } from "./host-names.ts";
import { addFaultAnswers, answerBrokenRequest } from "./fault-answers.ts";
import { Debts } from "./debts.ts";
import { parseJsonBody, type ParsedBody } from "./json-body.ts";
import { Admission, assertMemoryFor, beginWithoutBody, endTurn, holdUntilClosed } from "./admission.ts";
import { createReadingBudget } from "./reading-budget.ts";
import { createBeginTrace, createRequestIds } from "./request-trace.ts";
import { addPhase, decorateRequests } from "./request-state.ts";
import type { Route } from "./route.ts";
import { createHandler } from "./run-route.ts";
import { API_HEADERS, TLS_ONLY } from "./security-headers.ts";
import { createUnknownAddress, type SendPage } from "./unknown-address.ts";
import { readTrustedProxies } from "./listen.ts";
import { urlsOf } from "./route.ts";

/** How often the sockets are looked at for requests that never end. @unit milliseconds */
const TIMEOUT_CHECK_MS = 5_000;

/** Every route is judged by our own compiled schemas; naming compilers keeps the framework from loading two of its own. */
function refuseSchemas(): never {
  throw new TypeError("Schemas are compiled by `compile-schema.ts`, not by the framework.");
}

interface AppOptions {
  readonly context: ServiceContext;
  readonly routes: readonly Route[];
  /** Answers GET requests that no route takes: the dashboard's files. Returns false when it has none for the address. */
  readonly sendPage?: SendPage;
  readonly areResponsesChecked?: boolean;
}

function createFramework(context: ServiceContext): FastifyInstance {
  const { server, limits } = context.config;
  return fastify({
    logger: false,
    genReqId: createRequestIds(),
    bodyLimit: limits.bodyBytesMax,
    requestTimeout: Math.max(server.requestTimeoutMs, server.uploadTimeoutMs),
    // Node swaps the two timeouts when that of the headers is the longer one.
    http: {
      connectionsCheckingInterval: Math.min(TIMEOUT_CHECK_MS, server.requestTimeoutMs),
      headersTimeout: server.requestTimeoutMs,
    },
    trustProxy: readTrustedProxies(server.trustProxy),
    forceCloseConnections: "idle",
    return503OnClosing: false,
    exposeHeadRoutes: true,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      // Faults of the router come before every hook.
      beginAnswer(request, reply);
      void sendError(request, reply, toSignalboxError(error));
    },
    schemaController: {
      compilersFactory: { buildValidator: () => refuseSchemas, buildSerializer: () => refuseSchemas },
    },
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 512 },
  });
}

/** @param arrivedMs when the whole body was there, before it took its turn */
function parseTraced<T>({ trace }: FastifyRequest, arrivedMs: number, parse: () => T): T {
  if (trace === undefined) return parse();
  const startedMs = performance.now();
  trace.addPart("wait", arrivedMs, startedMs);
  try {
    return parse();
  } finally {
    trace.addPart("parse", startedMs, performance.now());
  }
}

/** Bodies that carry no conversation and no evaluation, with a key or a session and without. @unit bytes */
const MANAGEMENT_BODY_BYTES = 256 * 1024;
const PUBLIC_BODY_BYTES = 16 * 1024;
const NESTING_MAX = 64;

function addJsonParser(app: FastifyInstance, limits: Config["limits"]): void {
  const bounds = { nestingMax: NESTING_MAX, valuesMax: limits.valuesMax };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/(?:[\w.+-]+\+)?json(?:\s*;.*)?$/i,
    { parseAs: "buffer" },
    (request, body, done) => {
      const arrivedMs = request.trace === undefined ? 0 : performance.now();
      const parse = (fault?: Error): void => {
        if (fault !== undefined) {
          done(fault);
          return;
        }
        try {
          const reading = createReadingBudget(body.length, limits.readingMs);
          request.reading = reading;
          const parseBody = (): ParsedBody => parseJsonBody(body as Buffer, bounds);
          const { value, isCut } = parseTraced(request, arrivedMs, () =>
            reading === undefined ? parseBody() : reading.run(parseBody),
          );
          reading?.check(() => "body");
          request.isCut = isCut;
          done(null, value);
        } catch (error) {
          done(error as Error);
        }
      };
      if (request.begin === undefined) parse();
      else request.begin(body.length, parse);
    },
  );
}

function beginAnswer(request: FastifyRequest, reply: FastifyReply): void {
  request.startedMs = performance.now();
  void reply.headers(API_HEADERS);
  if (request.protocol === "https") void reply.header("strict-transport-security", TLS_ONLY);
  void reply.header("x-request-id", request.id);
}

/** Behind a proxy that is not trusted everybody has one address, and shares what is counted by it. Said once. */
function createProxyWarning({ config, logger }: ServiceContext): (request: FastifyRequest) => void {
  let isSaid = config.server.trustProxy !== "";
  return ({ headers }) => {
    if (isSaid || headers["x-forwarded-for"] === undefined) return;
    isSaid = true;
    logger.warn(
      "requests come with x-forwarded-for, which is not trusted: all callers count as the proxy's address; set server.trustProxy if the proxy is yours",
    );
  };
}

function addCommonHooks(app: FastifyInstance, options: AppOptions, admission: Admission): void {
  const warnOfProxy = createProxyWarning(options.context);
  const answerUnknown = createUnknownAddress(options.routes, options.sendPage);
  const beginTrace = createBeginTrace();
  const probes = options.routes.filter(({ isNeverShed }) => isNeverShed === true).flatMap(urlsOf);
  const checkHost = createHostCheck(options.context.config.server.publicUrl, new Set(probes));
  app.addHook("onRequest", (request, reply, done) => {
    beginAnswer(request, reply);
    warnOfProxy(request);
    const misled = checkHost(request);
    if (misled !== undefined) {
      done(misled);
      return;
    }
    beginTrace?.(request, reply);
    if (!request.is404) {
      done();
      return;
    }
    admission.takePublicTurn(() => {
      const fault = answerUnknown(request, reply);
      if (fault !== undefined) done(fault);
    });
  });
}

const isUpload = (route: Route): boolean => route.bodyKind === "multipart";

/** Seen before the body is read: only routes that read uploads take them. */
function isMultipart(request: FastifyRequest): boolean {
  return request.headers["content-type"]?.toLowerCase().startsWith("multipart/") ?? false;
}

/** Runs before the body is read: nobody uploads megabytes only to learn that the key is wrong. */
function createGate(route: Route, context: ServiceContext, admission: Admission) {
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const held = holdUntilClosed(reply);
    const turnAway = (fault: unknown): void => admission.takePublicTurn(() => done(fault as Error));
    try {
      if (!isUpload(route) && isMultipart(request)) throw wrongMediaType();
      const { "content-length": length, "transfer-encoding": encoding } = request.headers;
      if (route.isNeverShed !== true) assertMemoryFor(context.strain, { length, encoding });
      const visit = { ...admission.enter(route, request, held), done };
      const admit = (principal: Awaited<ReturnType<typeof authenticate>>): void => {
        request.principal = principal;
        if (route.access.kind !== "public") addPhase(request, "auth", performance.now() - request.startedMs);
        admission.admit(visit);
      };
      const found = authenticate(request, context, route.access);
      if (found instanceof Promise) found.then(admit, turnAway);
      else admit(found);
    } catch (error) {
      turnAway(error);
    }
  };
}

function createNote(route: Route, context: ServiceContext) {
  const note = context.metrics.responsesOf(route.operationId);
  const isDecision = route.operationId === "selectModel";
  const isCounted = route.isNeverShed !== true;
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const durationMs = performance.now() - request.startedMs;
    note(reply.statusCode, durationMs);
    if (isCounted) context.tally.note({ status: reply.statusCode, durationMs, isDecision });
    done();
  };
}

/** The reader of uploads waits in every request of its scope, so no other routes are in it. */
function addUploads(app: FastifyInstance, options: AppOptions, admission: Admission): void {
  void app.register((scope, _options, done) => {
    void scope.register(multipart);
    addRoutes(scope, { ...options, routes: options.routes.filter(isUpload) }, admission);
    done();
  });
}

function addRoutes(app: FastifyInstance, options: AppOptions, admission: Admission): void {
  const { context, areResponsesChecked = false } = options;
  const { bodyBytesMax } = context.config.limits;
  for (const route of options.routes) {
    const isPublic = route.access.kind === "public";
    const handler = createHandler(route, { context, areResponsesChecked });
    const onRequest = createGate(route, context, admission);
    const onResponse = createNote(route, context);
    const ownBytesMax = Math.min(isPublic ? PUBLIC_BODY_BYTES : MANAGEMENT_BODY_BYTES, bodyBytesMax);
    const bodyLimit = route.isBodyLarge === true ? bodyBytesMax : ownBytesMax;
    // A HEAD of a stream would open it and never read it.
    const isRated = route.method === "POST" && route.access.kind === "key" && route.access.scope === "select";
    const config = { isRated };
    const exposeHeadRoute = route.method === "GET" && route.response !== "text/event-stream";
    for (const url of urlsOf(route))
      app.route({
        method: route.method,
        url,
        onRequest,
        preHandler: beginWithoutBody,
        ...(!isRated && { onSend: endTurn }),
        onResponse,
        handler,
        bodyLimit,
        exposeHeadRoute,
        config,
      });
  }
}

/** Puts refusals that need no reading of the request before the framework, which costs many times as much as they do. */
function addEarlyRefusals(http: FastifyInstance, { metrics, tally }: ServiceContext, admission: Admission) {
  const note = metrics.responsesOf("selectModel");
  const nextId = createRequestIds();
  const [handle] = http.server.listeners("request") as ((
    raw: IncomingMessage,
    response: ServerResponse,
  ) => void)[];
  if (handle === undefined) throw new TypeError("The framework listens to no requests.");
  http.server.removeListener("request", handle);
  http.server.on("request", (raw: IncomingMessage, response: ServerResponse) => {
    const startedMs = performance.now();
    const isRefused = admission.refuseEarly(raw, () => {
      const durationMs = performance.now() - startedMs;
      sendRefusal(response, nextId(raw), durationMs);
      note(response.statusCode, durationMs);
      tally.note({ status: response.statusCode, durationMs, isDecision: true });
    });
    if (!isRefused) handle.call(http.server, raw, response);
  });
}

export interface App {
  readonly http: FastifyInstance;
  readonly admission: Admission;
}

export function buildApp(options: AppOptions): App {
  const { context } = options;
  const { limits, server } = context.config;
  const http = createFramework(context);
  const debts = new Debts();
  const onFault = (cause: unknown): void =>
    context.logger.error({ cause }, "open requests could not be looked at");
  const { requestTimeoutMs } = server;
  const admission = new Admission({ limits, requestTimeoutMs, debts, onFault });
  http.addHook("onClose", (_app, done) => {
    admission.stop();
    done();
  });
  addEarlyRefusals(http, context, admission);
  addDrain(http, onFault);
  limitConnections(http.server, server.connectionsMax);
  decorateRequests(http);
  addJsonParser(http, limits);
  addCommonHooks(http, options, admission);
  addRoutes(http, { ...options, routes: options.routes.filter((route) => !isUpload(route)) }, admission);
  addUploads(http, options, admission);
  addFaultAnswers(http, context, debts);
  return { http, admission };
}
