// From a raw request to a handler's answer: validate what came in, call, send what comes out.
import type { TSchema } from "typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  compileSchema,
  findUnknownMembers,
  invalid,
  SignalboxError,
  type CompiledSchema,
  type FieldError,
} from "@signalbox/contracts";
import type { ServiceContext } from "../context/service-context.ts";
import { writeAnswer } from "./compressed-answer.ts";
import { serverTiming } from "./request-state.ts";
import type { AnyCall, Route } from "./route.ts";

// Query members arrive as strings, or as a list when repeated. Only what the schema calls a number, boolean or list is
// converted; everything else stays as it came and is judged by the validator.
type Leaf = TSchema & { readonly type?: string; readonly anyOf?: readonly Leaf[]; readonly items?: Leaf };

const BOOLEAN = /^(?:true|false)$/i;
const NUMERIC = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

function kindsOf(schema: Leaf): readonly string[] {
  return schema.anyOf?.flatMap(kindsOf) ?? (schema.type === undefined ? [] : [schema.type]);
}

function convertOne(schema: Leaf, value: unknown): unknown {
  const kinds = kindsOf(schema);
  if (typeof value !== "string") return value;
  if ((kinds.includes("number") || kinds.includes("integer")) && NUMERIC.test(value)) return Number(value);
  // Python writes its booleans as `True` and `False`.
  if (kinds.includes("boolean") && BOOLEAN.test(value)) return value.toLowerCase() === "true";
  return value;
}

function convert(schema: Leaf, value: unknown): unknown {
  if (schema.type !== "array") return convertOne(schema, value);
  const items = Array.isArray(value) ? (value as unknown[]) : String(value).split(",");
  return items.map((item) => convertOne(schema.items ?? schema, item));
}

/** Members that the schema does not name are dropped: unknown query parameters are ignored. */
function convertQuery(schema: TSchema, query: unknown): Record<string, unknown> {
  const properties = (schema as { readonly properties?: Readonly<Record<string, Leaf>> }).properties ?? {};
  const given = query as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => given[name] !== undefined)
      .map(([name, leaf]) => [name, convert(leaf, given[name])]),
  );
}

interface Validators {
  readonly params: CompiledSchema | undefined;
  readonly query: CompiledSchema | undefined;
  readonly body: CompiledSchema | undefined;
  readonly response: CompiledSchema | undefined;
}

interface RunOptions {
  readonly context: ServiceContext;
  /** Tests turn it on: an answer that does not fit its own schema becomes an internal error. */
  readonly areResponsesChecked: boolean;
}

const compiled = (schema: TSchema | undefined, root: string): CompiledSchema | undefined =>
  schema === undefined ? undefined : compileSchema(schema, root);

function compileRoute(route: Route, options: Pick<RunOptions, "areResponsesChecked">): Validators {
  const { response } = route;
  const isChecked = options.areResponsesChecked && typeof response === "object";
  const isBodyJudged = route.bodyKind !== "multipart";
  return {
    params: compiled(route.params, "path"),
    query: compiled(route.query, "query"),
    body: isBodyJudged ? (route.bodyCheck ?? compiled(route.body, "body")) : undefined,
    response: isChecked ? compiled(response, "response") : undefined,
  };
}

const MISSING_BODY: FieldError = {
  location: "body",
  message: "It is missing.",
  fix: "Send a JSON document with `content-type: application/json`.",
};

function bodyFaults(
  route: Route,
  validator: CompiledSchema | undefined,
  body: unknown,
): readonly FieldError[] {
  if (validator === undefined) return [];
  if (body === undefined) return route.isBodyOptional === true ? [] : [MISSING_BODY];
  const faults = validator.isValid(body) ? [] : validator.faultsOf(body);
  if (faults.length > 0 || route.bodyCheck !== undefined) return faults;
  return unknownMembers(route, route.body, { value: body, root: "body" });
}

interface Sent {
  readonly value: unknown;
  readonly root: string;
}

/** A misspelt member would be taken for one that was left out. Existing clients of other services send what they like. */
function unknownMembers(
  route: Route,
  schema: TSchema | undefined,
  { value, root }: Sent,
): readonly FieldError[] {
  if (schema === undefined || route.isCompatible === true) return [];
  return findUnknownMembers(schema, value, root);
}

function readCall(route: Route, validators: Validators, call: AnyCall): AnyCall {
  const query = route.query === undefined ? undefined : convertQuery(route.query, call.query);
  const faults = [
    ...(validators.params?.faultsOf(call.params) ?? []),
    ...(query === undefined ? [] : (validators.query?.faultsOf(query) ?? [])),
    ...unknownMembers(route, route.query, { value: call.query, root: "query" }),
    ...bodyFaults(route, validators.body, call.body),
  ];
  if (faults.length > 0) throw invalid(faults);
  return { ...call, query };
}

/** Reads a call into what the handler gets. @throws SignalboxError validation_failed with every fault */
export function createCallReader(route: Route): (call: AnyCall) => AnyCall {
  const validators = compileRoute(route, { areResponsesChecked: false });
  return (call) => readCall(route, validators, call);
}

type Answering = Pick<AnyCall, "request" | "reply">;

function send(
  route: Route,
  validators: Validators,
  { reply, request }: Answering,
  result: unknown,
): FastifyReply | Promise<FastifyReply> {
  if (result === reply || reply.sent) return reply;
  void reply.header("server-timing", serverTiming(request));
  if (reply.statusCode === 200 && route.status !== undefined) void reply.code(route.status);
  if (result === undefined) return reply.code(route.status ?? 204).send();
  const faults = validators.response?.faultsOf(result) ?? [];
  if (faults.length > 0)
    throw new SignalboxError("internal", "An answer does not fit its schema.", { context: { faults } });
  const { plain, gzipped } = writeAnswer(request, result);
  void reply.header("content-type", "application/json; charset=utf-8");
  return gzipped === undefined ? reply.send(plain) : sendCompressed(reply, gzipped);
}

async function sendCompressed(reply: FastifyReply, gzipped: Promise<Buffer>): Promise<FastifyReply> {
  const body = await gzipped;
  return reply.header("content-encoding", "gzip").header("vary", "accept-encoding").send(body);
}

/** Builds the framework's handler of one route. */
export function createHandler(route: Route, options: RunOptions) {
  const validators = compileRoute(route, options);
  const { context } = options;
  /** The handler alone holds the body from here on: it may be large, and an answer may wait. */
  const take = (request: FastifyRequest, reply: FastifyReply): AnyCall => {
    const { principal, params, query, body, reading } = request;
    const sent = { context, principal, params, query, body, request, reply };
    const read = (): AnyCall => readCall(route, validators, sent);
    const call = reading === undefined ? read() : reading.run(read);
    reading?.check(() => "body");
    request.isRead = true;
    request.body = undefined;
    return call;
  };
  return (request: FastifyRequest, reply: FastifyReply): unknown => {
    const result = route.handler(take(request, reply));
    if (!(result instanceof Promise)) return send(route, validators, { request, reply }, result);
    return result.then((value: unknown) => send(route, validators, { request, reply }, value));
  };
}
