import {
  compileSchema,
  invalid,
  CreateCustomRouterSchema,
  CustomRouterDetailSchema,
  CustomRouterQuerySchema,
  CustomRouterSchema,
  IdParamsSchema,
  PageOf,
  PageQuerySchema,
  UpdateCustomRouterSchema,
  type CreateCustomRouter,
} from "@signalbox/contracts";

import {
  createRouter,
  type RouterFacts,
  type RouterUpload,
} from "../../services/custom-routers/create-router.ts";
import { getRouter, listRouters } from "../../services/custom-routers/read-routers.ts";
import { updateRouter } from "../../services/custom-routers/switch-router.ts";
import { announcedBytes } from "../request-state.ts";
import { announcedFormBytes, PIECE_BYTES, readForm, type Form } from "../read-form.ts";
import { defineRoute, type AnyCall, type Route } from "../route.ts";
import { callerOf } from "./caller.ts";

const tag = "Custom routers";
const access = { kind: "key", scope: "preferences" } as const;
const FILE_FIELD = "dataset_file";
const bodySchema = compileSchema(CreateCustomRouterSchema, "body");

const isTrue = (value: string | undefined): boolean => value?.toLowerCase() === "true";

function factsOf({ fields, fileName }: Form): RouterFacts {
  if (fileName === undefined)
    throw invalid([
      {
        location: FILE_FIELD,
        message: "It is missing.",
        fix: `Send the evaluations as the file \`${FILE_FIELD}\`.`,
      },
    ]);
  return {
    name: fields.get("name"),
    preferenceId: fields.get("preference_id"),
    fileName,
    promptColumn: fields.get("prompt_column") ?? "prompt",
    isLargerBetter: fields.get("maximize") === undefined || isTrue(fields.get("maximize")),
    activates: isTrue(fields.get("activate")),
    overrides: isTrue(fields.get("override")),
    keepsRows: fields.get("keep_rows") === undefined || isTrue(fields.get("keep_rows")),
  };
}

/**
 * The upload that a form carries, plain or compatible.
 * @param complete adds what the route settles once the form was read
 */
export function uploadOfForm(
  { context, request }: Pick<AnyCall, "context" | "request">,
  complete: (facts: RouterFacts) => RouterFacts | Promise<RouterFacts> = (facts) => facts,
): RouterUpload {
  const fileBytesMax = context.config.learning.uploadBytesMax;
  return {
    announcedBytes: announcedFormBytes(request, fileBytesMax),
    receive: async (store) =>
      complete(factsOf(await readForm(request, { fileField: FILE_FIELD, fileBytesMax, store }))),
  };
}

/** One line a row, in pieces about as large as those of a file. */
async function* linesOf({ rows }: CreateCustomRouter): AsyncGenerator<Uint8Array> {
  let lines = "";
  for (const row of rows) {
    lines += `${JSON.stringify(row)}\n`;
    if (lines.length < PIECE_BYTES) continue;
    yield Buffer.from(lines);
    lines = "";
  }
  if (lines !== "") yield Buffer.from(lines);
}

function uploadOfJson(body: unknown, announcedBytes: number): RouterUpload {
  const faults = bodySchema.faultsOf(body);
  if (faults.length > 0) throw invalid(faults);
  const rows = body as CreateCustomRouter;
  const facts: RouterFacts = {
    name: rows.name,
    preferenceId: rows.preference_id,
    fileName: "rows.jsonl",
    promptColumn: "prompt",
    isLargerBetter: rows.maximize !== false,
    activates: false,
    overrides: false,
    keepsRows: rows.keep_rows !== false,
  };
  return {
    announcedBytes,
    receive: async (store) => {
      await store(linesOf(rows));
      return facts;
    },
  };
}

export const customRouterRoutes: readonly Route[] = [
  defineRoute({
    operationId: "listCustomRouters",
    method: "GET",
    path: "/custom-routers",
    access,
    tag,
    summary: "Custom routers, newest first.",
    query: PageQuerySchema,
    response: PageOf(CustomRouterSchema),
    handler: (call) => listRouters(call.context, callerOf(call), call.query),
  }),
  defineRoute({
    operationId: "createCustomRouter",
    method: "POST",
    path: "/custom-routers",
    access,
    tag,
    summary: "Uploads own evaluations and queues the training of a router.",
    description:
      "A multipart form with the file `dataset_file` (CSV, JSON, or results of promptfoo) and the fields `name`, `prompt_column`, `maximize`, " +
      "`preference_id`, `activate`, `override`, `keep_rows`; or JSON with `rows`.",
    isBodyLarge: true,
    body: CreateCustomRouterSchema,
    bodyKind: "multipart",
    status: 201,
    response: CustomRouterSchema,
    handler: (call) =>
      createRouter(
        call.context,
        callerOf(call),
        call.request.isMultipart()
          ? uploadOfForm(call)
          : uploadOfJson(call.body, announcedBytes(call.request)),
      ),
  }),
  defineRoute({
    operationId: "getCustomRouter",
    method: "GET",
    path: "/custom-routers/:id",
    access,
    tag,
    summary: "One custom router with its progress, the checks of its file, and its report on held-out rows.",
    params: IdParamsSchema,
    query: CustomRouterQuerySchema,
    response: CustomRouterDetailSchema,
    handler: (call) =>
      getRouter(call.context, callerOf(call), { id: call.params.id, other: call.query.with }),
  }),
  defineRoute({
    operationId: "updateCustomRouter",
    method: "PATCH",
    path: "/custom-routers/:id",
    access,
    tag,
    summary: "Switches it on or off, trains it again, or stops its training.",
    params: IdParamsSchema,
    body: UpdateCustomRouterSchema,
    response: CustomRouterSchema,
    handler: (call) => updateRouter(call.context, callerOf(call), { ...call.body, id: call.params.id }),
  }),
];
