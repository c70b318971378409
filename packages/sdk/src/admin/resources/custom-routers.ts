import type {
  CommonRows,
  CreateCustomRouter,
  CustomRouter,
  CustomRouterDetail,
  Page,
  PageQuery,
  UpdateCustomRouter,
} from "@signalbox/contracts";

import type { CallOptions, Transport } from "../../transport/transport.ts";

const at = (id: string): string => `/custom-routers/${encodeURIComponent(id)}`;
const UPLOAD_TIMEOUT_MS = 3_600_000;

export interface CustomRouterUpload {
  /** Prompts and scores: CSV, JSON, or results of promptfoo and OpenAI's evals. */
  readonly file: Blob;
  readonly fileName: string;
  readonly name?: string | undefined;
  /** Column that holds the prompt; found by itself when absent. */
  readonly promptColumn?: string | undefined;
  readonly maximize?: boolean | undefined;
  readonly preferenceId?: string | undefined;
  /** Whether its rows are kept to train it again from; default true. */
  readonly keepRows?: boolean | undefined;
}

function formOf(upload: CustomRouterUpload): FormData {
  const form = new FormData();
  const fields = {
    name: upload.name,
    prompt_column: upload.promptColumn,
    maximize: upload.maximize === undefined ? undefined : String(upload.maximize),
    preference_id: upload.preferenceId,
    keep_rows: upload.keepRows === undefined ? undefined : String(upload.keepRows),
  };
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
  // The file goes last, so that a server which streams it has read the fields by then.
  form.set("dataset_file", upload.file, upload.fileName);
  return form;
}

export function customRoutersResource(transport: Transport) {
  return {
    list: (query: PageQuery = {}, options?: CallOptions) =>
      transport.json<Page<CustomRouter>>({ method: "GET", path: "/custom-routers", query, ...options }),
    get: (id: string, options?: CallOptions) =>
      transport.json<CustomRouterDetail>({ method: "GET", path: at(id), ...options }),
    create: (body: CreateCustomRouter) =>
      transport.json<CustomRouter>({ method: "POST", path: "/custom-routers", body }),
    upload: (upload: CustomRouterUpload, options?: CallOptions) =>
      transport.json<CustomRouter>({
        method: "POST",
        path: "/custom-routers",
        body: formOf(upload),
        timeoutMs: UPLOAD_TIMEOUT_MS,
        ...options,
      }),
    /** This router (a) and another (b) on the rows that both were trained from. */
    commonRows: (id: string, other: string, options?: CallOptions) =>
      transport.json<CommonRows>({
        method: "GET",
        path: `${at(id)}/common-rows`,
        query: { with: other },
        ...options,
      }),
    /** Switches it on or off, trains it again, stops its training. @throws SignalboxApiError conflict where it cannot */
    update: (id: string, body: UpdateCustomRouter) =>
      transport.json<CustomRouter>({ method: "PATCH", path: at(id), body }),
    /** With its rows and what they taught. @throws SignalboxApiError conflict while a preference names it */
    remove: (id: string) => transport.json<unknown>({ method: "DELETE", path: at(id) }),
  };
}
