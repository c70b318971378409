// Which requests of an OpenAI client are meant for the choice, and what they wish of it.
import { pickWishes, type RoutingWishes } from "../adapters/routing-options.ts";

export type Body = Readonly<Record<string, unknown>>;

export interface AutoCall {
  /** Chat completions, or responses. */
  readonly kind: "chat" | "responses";
  readonly body: Body;
  readonly isStream: boolean;
  readonly wishes: RoutingWishes;
  /** Without those of the wishes. */
  readonly headers: Headers;
}

const KINDS: readonly (readonly [end: string, kind: AutoCall["kind"]])[] = [
  ["/chat/completions", "chat"],
  ["/responses", "responses"],
];

const WISH_PREFIX = "x-signalbox-";
const NUMBERS = new Set(["cost_quality_tradeoff", "max_model_depth"]);

function kindOf(input: string | URL | Request): AutoCall["kind"] | undefined {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  return KINDS.find(([end]) => pathname.endsWith(end))?.[1];
}

export function isObject(value: unknown): value is Body {
  return typeof value === "object" && value !== null;
}

function readBody(init: RequestInit | undefined): Body | undefined {
  if (init?.method !== "POST" || typeof init.body !== "string") return undefined;
  try {
    const body: unknown = JSON.parse(init.body);
    return isObject(body) ? body : undefined;
  } catch {
    // A body that is not JSON is none of ours and is passed on unchanged.
    return undefined;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** "region=eu,team=support"; the service says what is wrong with a tag. */
function readTags(list: string): Readonly<Record<string, string>> {
  const parts = list.split(",").filter((part) => part.trim() !== "");
  return Object.fromEntries(
    parts.map((part) => {
      const [name = "", ...value] = part.split("=");
      return [name.trim(), decoded(value.join("=").trim())];
    }),
  );
}

/** "x-signalbox-previous-session: ..." of one request wishes `previous_session`; taken out of the headers here. */
function takeWishes(headers: Headers): RoutingWishes {
  const members: Record<string, unknown> = {};
  for (const [header, value] of headers.entries()) {
    if (!header.startsWith(WISH_PREFIX)) continue;
    const name = header.slice(WISH_PREFIX.length).replaceAll("-", "_");
    members[name] = NUMBERS.has(name) ? Number(value) : name === "tags" ? readTags(value) : value;
  }
  for (const name of Object.keys(members)) headers.delete(`${WISH_PREFIX}${name.replaceAll("_", "-")}`);
  return pickWishes(members);
}

/** Undefined for every request that names another model, or is no conversation. */
export function readAutoCall(
  input: string | URL | Request,
  init: RequestInit | undefined,
  autoModel: string,
): AutoCall | undefined {
  const body = readBody(init);
  if (body?.["model"] !== autoModel) return undefined;
  const kind = kindOf(input);
  if (kind === undefined) return undefined;
  const headers = new Headers(init?.headers);
  const wishes = takeWishes(headers);
  // The body changes with the model's name.
  headers.delete("content-length");
  return { kind, body, isStream: body["stream"] === true, wishes, headers };
}
