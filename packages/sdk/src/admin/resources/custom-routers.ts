import type {
  CreateCustomRouter,
  CustomRouter,
  CustomRouterDetail,
  Evidence,
  EvidenceErased,
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
    /** @param query `with`: another router, to judge this one beside it on the rows of both */
    get: (id: string, query: { readonly with?: string } = {}, options?: CallOptions) =>
      transport.json<CustomRouterDetail>({ method: "GET", path: at(id), query, ...options }),
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
    /** Switches it on or off, trains it again, stops its training. @throws SignalboxApiError conflict where it cannot */
    update: (id: string, body: UpdateCustomRouter) =>
      transport.json<CustomRouter>({ method: "PATCH", path: at(id), body }),
  };
}

/** Kept evidence: reports under their key, files under their router. */
export function evidenceResource(transport: Transport) {
  return {
    list: (options?: CallOptions) =>
      transport.json<{ readonly data: readonly Evidence[] }>({
        method: "GET",
        path: "/feedback",
        ...options,
      }),
    /** With what it taught; repeat it while reports remain. @throws SignalboxApiError conflict while a preference names the router */
    erase: (id: string) =>
      transport.json<EvidenceErased>({ method: "DELETE", path: `/feedback/${encodeURIComponent(id)}` }),
  };
}
