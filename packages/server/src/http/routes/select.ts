// The contract's endpoint and every address under which existing clients know it: one handler.
import {
  areTags,
  invalid,
  PlaygroundRequestSchema,
  PlaygroundResultSchema,
  PlaygroundSavingsRequestSchema,
  PlaygroundSavingsSchema,
  readTagList,
  SELECT_LIMITS,
  SelectRequestSchema,
  SelectResponseSchema,
  type SelectRequestWire,
  type SelectResponse,
} from "@signalbox/contracts";
import { compileRequestBody, requestBody } from "@signalbox/engine";
import { Type } from "typebox";

import { selectModel, tryModel, type SelectedModel } from "../../services/decisions/select-model.ts";
import { trySavings } from "../../services/savings/try-savings.ts";
import { addPhase } from "../request-state.ts";
import type { RequestTrace } from "../request-trace.ts";
import { defineRoute, type AnyCall, type Route } from "../route.ts";

const access = { kind: "key", scope: "select" } as const;

/** A call whose body the schema has checked. */
type SelectCall = Omit<AnyCall, "body"> & { readonly body: SelectRequestWire };

/** No asynchronous function: one that waits holds its call, and so the whole body, until the commit. */
function select({ context, principal, body, request, reply }: SelectCall): Promise<SelectResponse> {
  if (principal === undefined) throw new TypeError("The gate lets nobody through without a principal.");
  const tagged = withHeaderTags(body, request.headers[TAGS_HEADER]);
  const { reading } = request;
  return answerWhen(selectModel(context, principal, { body: tagged, reading }), { request, reply });
}

async function answerWhen(
  selecting: Promise<SelectedModel>,
  { request, reply }: Pick<SelectCall, "request" | "reply">,
): Promise<SelectResponse> {
  const selected = await selecting;
  addPhase(request, "decide", selected.decideMs);
  addPhase(request, "journal", selected.journalMs);
  traceDecision(request.trace, selected);
  // The contract fixes the body, so what it cannot say stands beside it.
  if (selected.isSpooled) void reply.header("x-signalbox-journal", "spooled");
  if (selected.isDegraded) void reply.header("x-signalbox-degraded", "true");
  const warnedOf = request.isCut ? [CUT, ...selected.warnedOf] : selected.warnedOf;
  if (warnedOf.length > 0) void reply.header("x-signalbox-warnings", warningHeader(warnedOf));
  return selected.response;
}

const TAGS_HEADER = "x-signalbox-tags";

/** Tags of the header beside those of the body, which win where both name one. @throws SignalboxError validation_failed */
function withHeaderTags(body: SelectRequestWire, header: unknown): SelectRequestWire {
  if (typeof header !== "string") return body;
  const location = `header.${TAGS_HEADER}`;
  const stated = readTagList(header, location);
  if (!areTags(stated)) throw invalid(stated);
  const tags = { ...stated, ...body.tags };
  const { tagsMax } = SELECT_LIMITS;
  if (Object.keys(tags).length > tagsMax)
    throw invalid([
      { location, message: `Body and header have more than ${tagsMax} tags.`, fix: "Send fewer." },
    ]);
  return { ...body, tags };
}

/** The commit has just ended; what came before it follows from how long each part took. */
function traceDecision(trace: RequestTrace | undefined, selected: SelectedModel): void {
  if (trace === undefined) return;
  const endedMs = performance.now();
  const decidedMs = endedMs - selected.journalMs;
  const startedMs = decidedMs - selected.decideMs;
  trace.addPart("read", startedMs, startedMs + selected.readMs);
  trace.addPart("decide", startedMs + selected.readMs, decidedMs);
  trace.addPart("journal", decidedMs, endedMs);
  trace.set({
    "signalbox.session.id": selected.response.session_id,
    "signalbox.model.label": selected.response.llm_label,
    "signalbox.degraded": selected.isDegraded,
    "signalbox.spooled": selected.isSpooled,
  });
}

const CUT = "body: half a character was read as U.FFFD";
const HEADER_CHARS_MAX = 400;

/** Places alone, in the characters that a header can hold: names come from the caller. */
function warningHeader(places: readonly string[]): string {
  return places
    .join(", ")
    .replaceAll(/[^\w.,:/[\] -]/g, "?")
    .slice(0, HEADER_CHARS_MAX);
}

/** One older client reads the answer from `data` and looks at `success`. */
function selectWrapped(call: SelectCall): Promise<object> {
  return select(call).then((response) => ({
    ...response,
    success: true,
    data: { providers: response.providers },
  }));
}

const WrappedResponseSchema = Type.Object({
  ...SelectResponseSchema.properties,
  success: Type.Boolean(),
  data: Type.Object({ providers: SelectResponseSchema.properties.providers }),
});

interface SelectAddress {
  readonly operationId: string;
  readonly path: string;
}

const common = {
  method: "POST",
  access,
  tag: "Model selection",
  isCompatible: true,
  isBodyLarge: true,
  body: SelectRequestSchema,
  bodyCheck: requestBody,
} as const;

const selectRoute = ({ operationId, path }: SelectAddress, summary: string): Route =>
  defineRoute({ ...common, operationId, path, summary, response: SelectResponseSchema, handler: select });

const wrappedRoute = ({ operationId, path }: SelectAddress): Route =>
  defineRoute({
    ...common,
    operationId,
    path,
    summary: "The same for clients of a model router, with `success` and `data`.",
    response: WrappedResponseSchema,
    handler: selectWrapped,
  });

const alias = (operationId: string, path: string): Route =>
  selectRoute({ operationId, path }, "The same for existing clients that know this address.");

export const selectRoutes: readonly Route[] = [
  selectRoute(
    { operationId: "selectModel", path: "/model-select" },
    "Recommends which of the candidates to call for this conversation.",
  ),
  alias("selectModelV1", "/v1/modelSelect"),
  alias("selectModelV2Router", "/v2/modelRouter/modelSelect"),
  alias("selectModelV2Optimizer", "/v2/optimizer/modelSelect"),
  alias("selectModelV2Hashed", "/v2/optimizer/hashModelSelect"),
  wrappedRoute({ operationId: "routerModelSelect", path: "/model-router/model-select" }),
  wrappedRoute({ operationId: "routerSelectModel", path: "/model-router/select-model" }),
  defineRoute({
    operationId: "tryModel",
    method: "POST",
    path: "/playground",
    access,
    tag: "Model selection",
    summary: "Decides and explains without journalling anything.",
    isBodyLarge: true,
    body: PlaygroundRequestSchema,
    bodyCheck: compileRequestBody(PlaygroundRequestSchema),
    response: PlaygroundResultSchema,
    handler: ({ context, principal, body, request: { reading } }) =>
      tryModel(context, principal, { body, reading }),
  }),
  defineRoute({
    operationId: "trySavings",
    method: "POST",
    path: "/playground/savings",
    access,
    tag: "Model selection",
    summary:
      "Compares the bills and the expected success of prompts: one model for all, and each step of the dial.",
    isBodyLarge: true,
    body: PlaygroundSavingsRequestSchema,
    response: PlaygroundSavingsSchema,
    handler: ({ context, principal, body }) => trySavings(context, principal, body),
  }),
];
