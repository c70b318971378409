// Builds the HTTP application from a list of routes. Everything an answer has in common is settled here: request id,
// timing, security headers, permits, authentication, one error shape for every fault.
import multipart from "@fastify/multipart";
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";

import type { ServiceContext } from "../context/service-context.ts";
import { authenticate } from "./access.ts";
import { sendError, toSignalboxError, wrongMediaType } from "./error-response.ts";
import { parseJsonBody } from "./json-body.ts";
import { createPermits, type Permits } from "./permits.ts";
import { discardBody } from "./refused-body.ts";
import { createRequestIds } from "./request-ids.ts";
import { addPhase, decorateRequests } from "./request-state.ts";
import { answerBrokenRequest } from "./broken-request.ts";
import { urlsOf } from "./route-urls.ts";
import type { Route } from "./route.ts";
import { createHandler } from "./run-route.ts";
import { API_HEADERS, TLS_ONLY } from "./security-headers.ts";
import { createSlowBodies, type SlowBodies } from "./slow-bodies.ts";
import { createUnknownAddress, type SendPage } from "./unknown-address.ts";

/** How often the sockets are looked at for requests that never end. @unit milliseconds */
const TIMEOUT_CHECK_MS = 5_000;

/** Every route is judged by our own compiled schemas; naming compilers keeps the framework from loading two of its own. */
function refuseSchemas(): never {
  throw new TypeError("Schemas are compiled by `validate.ts`, not by the framework.");
}

export interface AppOptions {
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
    trustProxy: server.trustProxy,
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

function addJsonParser(app: FastifyInstance, nestingMax: number): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/(?:[\w.+-]+\+)?json(?:\s*;.*)?$/i,
    { parseAs: "buffer" },
    (_request, body, done) => {
      try {
        done(null, parseJsonBody(body as Buffer, nestingMax));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}

function beginAnswer(request: FastifyRequest, reply: FastifyReply): void {
  request.startedMs = performance.now();
  void reply.headers(API_HEADERS);
  if (request.protocol === "https") void reply.header("strict-transport-security", TLS_ONLY);
  void reply.header("x-request-id", request.id);
}

function addCommonHooks(app: FastifyInstance, options: AppOptions): void {
  const answerUnknown = createUnknownAddress(options.routes, options.sendPage);
  app.addHook("onRequest", (request, reply, done) => {
    beginAnswer(request, reply);
    if (!request.is404) {
      done();
      return;
    }
    const fault = answerUnknown(request, reply);
    if (fault !== undefined) done(fault);
  });
}

/** The parser of uploads answers for the whole application; only routes that read uploads may use it. */
function isMultipart(request: FastifyRequest): boolean {
  return request.headers["content-type"]?.toLowerCase().startsWith("multipart/") ?? false;
}

interface GateParts {
  readonly context: ServiceContext;
  readonly permits: Permits;
  readonly slowBodies: SlowBodies;
}

/** Runs before the body is read: nobody uploads megabytes to be told that the key is wrong. */
function createGate(route: Route, { context, permits, slowBodies }: GateParts) {
  const release = (): void => {
    permits.release();
  };
  const releaseAndForget = (request: FastifyRequest): void => {
    permits.release();
    slowBodies.forget(request);
  };
  const isWatched = route.method !== "GET" && route.bodyKind !== "multipart";
  const isMultipartRoute = route.bodyKind === "multipart";
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const admit = (principal: Awaited<ReturnType<typeof authenticate>>): void => {
      request.principal = principal;
      if (route.access.kind !== "public") addPhase(request, "auth", performance.now() - request.startedMs);
      done();
    };
    try {
      if (!isMultipartRoute && isMultipart(request)) throw wrongMediaType();
      if (route.isNeverShed !== true) {
        permits.take();
        // "close" comes after an answer and after an abort alike; the framework's own hook misses aborts.
        reply.raw.once("close", isWatched ? () => releaseAndForget(request) : release);
        if (isWatched) slowBodies.watch(request);
      }
      const found = authenticate(request, context, route.access);
      if (found instanceof Promise) found.then(admit, done);
      else admit(found);
    } catch (error) {
      done(error as Error);
    }
  };
}

function createNote(route: Route, context: ServiceContext) {
  const note = context.metrics.responsesOf(route.operationId);
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    note(reply.statusCode, performance.now() - request.startedMs);
    done();
  };
}

function addRoutes(app: FastifyInstance, options: AppOptions, parts: GateParts): void {
  const { areResponsesChecked = false } = options;
  const { context } = parts;
  for (const route of options.routes) {
    const handler = createHandler(route, { context, areResponsesChecked });
    const onRequest = createGate(route, parts);
    const onResponse = createNote(route, context);
    const bodyLimit = route.bodyBytesMax ?? context.config.limits.bodyBytesMax;
    for (const url of urlsOf(route))
      app.route({ method: route.method, url, onRequest, onResponse, handler, bodyLimit });
  }
}

function addFaultAnswers(app: FastifyInstance, options: AppOptions): void {
  app.setErrorHandler((thrown, request, reply) => {
    const error = toSignalboxError(thrown);
    const { logger, config } = options.context;
    const { status, fault } = error.definition;
    const line = { request_id: request.id, code: error.code, status, context: error.context };
    if (fault === "caller") logger.debug(line, "request refused");
    else logger.error({ ...line, cause: error.cause }, "request failed");
    if (error.code === "payload_too_large") discardBody(request, reply, config.server.requestTimeoutMs);
    return sendError(request, reply, error);
  });
}

export interface App {
  readonly http: FastifyInstance;
  readonly permits: Permits;
}

export function buildApp(options: AppOptions): App {
  const { config } = options.context;
  const http = createFramework(options.context);
  const permits = createPermits(config.limits.inFlightMax);
  const slowBodies = createSlowBodies(config.server.requestTimeoutMs);
  http.addHook("onClose", (_app, done) => {
    slowBodies.stop();
    done();
  });
  decorateRequests(http);
  addJsonParser(http, config.limits.nestingMax);
  // Only the routes that ask for parts read such bodies; the others refuse the media type.
  void http.register(multipart);
  addCommonHooks(http, options);
  addRoutes(http, options, { context: options.context, permits, slowBodies });
  addFaultAnswers(http, options);
  return { http, permits };
}
