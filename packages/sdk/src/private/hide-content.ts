// A request whose words stay in the process: digests in place of every text, and features for the service to decide on.
// Invariant: only members named here are sent, so that an unknown member cannot carry text.
import type { ContentFeaturesWire, MessageWire, SelectRequestWire, ToolWire } from "@signalbox/contracts";
import { SignalboxApiError } from "../transport/errors.ts";

// Keyed digests: HMAC-SHA-256 by Web Crypto. Equal texts have equal digests under one key; without it nothing can be compared.
const KEY_BYTES = 32;
const HMAC = { name: "HMAC", hash: "SHA-256" } as const;
const encoder = new TextEncoder();

type Digester = (text: string) => Promise<string>;

let drawn: Uint8Array<ArrayBuffer> | undefined;

/** Drawn when first needed, since some runtimes have no randomness while a module loads. */
function keyOfProcess(): Uint8Array<ArrayBuffer> {
  drawn ??= crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return drawn;
}

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param secret not empty; absent = a key of this process, so that digests of two processes never match */
async function createDigester(secret?: string): Promise<Digester> {
  const bytes = secret === undefined ? keyOfProcess() : encoder.encode(secret);
  const key = await crypto.subtle.importKey("raw", bytes, HMAC, false, ["sign"]);
  return async (text) => `hmac-sha256:${hexOf(await crypto.subtle.sign("HMAC", key, encoder.encode(text)))}`;
}

/** Members that quote what is asked. */
const CONTENT_MEMBERS = ["messages", "input", "system", "instructions", "tools"] as const;

/** Computes what a decision needs of a conversation: `createContentReader()` of `@signalbox/engine`. */
export interface ContentReader {
  read(request: Pick<SelectRequestWire, (typeof CONTENT_MEMBERS)[number]>): ContentFeaturesWire;
}

export interface ContentOptions {
  /** Sends digests in place of every text of the conversation and its tools. Default false. */
  readonly hashContent?: boolean | undefined;
  /** With it the service decides as on the text itself; without it on candidates, roles and kinds of parts alone. */
  readonly reader?: ContentReader | undefined;
  /** Secret of the digests, so that processes that share it have equal digests. Default: a key drawn for this process. */
  readonly contentKey?: string | undefined;
}

const ROLES = new Set(["system", "developer", "user", "human", "assistant", "tool", "function"]);
const PART_TYPES = new Set(
  (
    "text input_text output_text image_url input_image image input_audio audio video_url input_video video " +
    "file input_file document tool_use function_call tool_result function_call_output"
  ).split(" "),
);

/** Items of a conversation that have a kind in place of a role. */
const ITEM_TYPES = new Set(
  (
    "message reasoning function_call function_call_output custom_tool_call custom_tool_call_output " +
    "local_shell_call local_shell_call_output computer_call computer_call_output web_search_call file_search_call mcp_call"
  ).split(" "),
);

type Part = Extract<MessageWire["content"], readonly unknown[]>[number];

/** Callers without types send more than the types say; what has no shape is left to the service to refuse. */
type Loose<T> = T | string | null | undefined;

async function hidePart(part: Loose<Part>, digest: Digester): Promise<Part> {
  if (typeof part === "string") return { type: "text", text: await digest(part) };
  const { type: sent, text } = part ?? {};
  const type = typeof sent === "string" && PART_TYPES.has(sent) ? sent : "text";
  return typeof text === "string" ? { type, text: await digest(text) } : { type };
}

async function hideText(content: MessageWire["content"], digest: Digester): Promise<MessageWire["content"]> {
  if (typeof content === "string") return content === "" ? "" : digest(content);
  if (!Array.isArray(content)) return null;
  return Promise.all(content.map((part) => hidePart(part, digest)));
}

type Turns = NonNullable<SelectRequestWire["messages"]>;

async function hideTurns(turns: Turns, digest: Digester): Promise<Turns> {
  if (Array.isArray(turns)) return Promise.all(turns.map((turn) => hideMessage(turn, digest)));
  // An empty text stays one, for the service to refuse.
  return typeof turns === "string" && turns !== "" ? digest(turns) : "";
}

const isThere = <T>(value: T | null | undefined): value is T => value !== undefined && value !== null;

async function hideConversation(
  { messages, input, system, instructions }: SelectRequestWire,
  digest: Digester,
): Promise<Partial<SelectRequestWire>> {
  const isEmpty = !isThere(messages) && !isThere(input);
  return {
    ...((isThere(messages) || isEmpty) && { messages: await hideTurns(messages ?? "", digest) }),
    ...(isThere(input) && { input: await hideTurns(input, digest) }),
    ...(isThere(system) && { system: (await hideText(system, digest)) ?? null }),
    ...(typeof instructions === "string" && { instructions: await digest(instructions) }),
  };
}

/** A call says that there was one, and no more: its name and arguments may quote the text. */
const hideCalls = (calls: MessageWire["tool_calls"]): Pick<MessageWire, "tool_calls"> =>
  Array.isArray(calls) && calls.length > 0 ? { tool_calls: calls.map(() => ({})) } : {};

async function hideMessage(message: Loose<MessageWire>, digest: Digester): Promise<MessageWire> {
  if (typeof message === "string") return { role: "user", content: await digest(message) };
  const { role, content, tool_calls: calls } = message ?? {};
  const { type } = (message ?? {}) as { readonly type?: unknown };
  const hidden = (await hideText(content, digest)) ?? null;
  const isPlain = typeof role !== "string" || ROLES.has(role);
  return {
    ...(typeof type === "string" && ITEM_TYPES.has(type) && { type }),
    role: isPlain ? (role ?? null) : await digest(role),
    content: hidden,
    ...hideCalls(calls),
  };
}

async function hideTool(tool: ToolWire | null | undefined, digest: Digester): Promise<ToolWire> {
  const name = tool?.function?.name ?? tool?.name;
  return typeof name === "string" && name !== "" ? { name: await digest(name) } : {};
}

/** Members that say how to choose and nothing of what is asked. */
const CHOICE_MEMBERS = [
  "llm_providers",
  "models",
  "tradeoff",
  "cost_quality_tradeoff",
  "hard_cost_quality_tradeoff",
  "max_model_depth",
  "max_loss_points",
  "usd_per_point",
  "max_tokens",
  "max_completion_tokens",
  "max_output_tokens",
  "preference_id",
  "previous_session",
  "find_session",
  "call_role",
  "strict",
  "include",
] as const;

function choiceOf(request: SelectRequestWire): Partial<SelectRequestWire> {
  const { response_format: format } = request;
  const type = (format as { readonly type?: unknown } | null | undefined)?.type;
  const isKnown = type === "json_schema" || type === "json_object";
  const members = CHOICE_MEMBERS.filter((member) => request[member] !== undefined);
  return {
    ...Object.fromEntries(members.map((member) => [member, request[member]])),
    ...(isKnown ? { response_format: { type } } : {}),
  };
}

interface ReaderFault {
  readonly detail?: unknown;
  readonly errors?: unknown;
}

/** The engine reports its faults by the service's own table; they are passed on as a fault of the request. */
function readerFault(cause: unknown): SignalboxApiError {
  const { detail, errors } = (cause ?? {}) as ReaderFault;
  return new SignalboxApiError({
    code: "bad_request",
    detail: typeof detail === "string" ? detail : "The reader could not read this conversation.",
    status: 0,
    errors: Array.isArray(errors) ? errors : undefined,
    cause,
  });
}

function readFeatures(reader: ContentReader, request: SelectRequestWire): ContentFeaturesWire {
  const read = CONTENT_MEMBERS.filter((member) => request[member] !== undefined);
  try {
    return reader.read(Object.fromEntries(read.map((member) => [member, request[member]])));
  } catch (cause) {
    throw readerFault(cause);
  }
}

/**
 * The request that is sent in place of a request: the same candidates and objective, digests of its texts, and features when
 * there is a reader. The candidates go as they are: their attributes are facts about models.
 * @throws SignalboxApiError bad_request when the reader cannot read the conversation, or the key is empty
 */
export async function hideContent(
  request: SelectRequestWire,
  { reader, contentKey }: Pick<ContentOptions, "reader" | "contentKey"> = {},
): Promise<SelectRequestWire> {
  if (contentKey === "") {
    const detail = "`contentKey` is empty. Leave it out, or give a secret.";
    throw new SignalboxApiError({ code: "bad_request", detail, status: 0 });
  }
  const features = reader === undefined ? {} : { content_features: readFeatures(reader, request) };
  const digest = await createDigester(contentKey);
  const { tools } = request;
  const hidden = await hideConversation(request, digest);
  const offered = Array.isArray(tools)
    ? { tools: await Promise.all(tools.map((tool) => hideTool(tool, digest))) }
    : {};
  return { ...choiceOf(request), hash_content: true, ...hidden, ...offered, ...features };
}
