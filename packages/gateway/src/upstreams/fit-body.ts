// The body as it goes to one model: the client's bytes with another name in them, the members rewritten to what the model takes,
// and its own thoughts alone.
import { isRecord } from "@signalbox/contracts";

import { rewriteMembers, type JsonText } from "../json/rewrite-members.ts";
import { fitMembers, type Changes } from "../models/fit-members.ts";
import type { Effort, Takes } from "../models/takes.ts";
import type { Body, ProtocolName } from "../protocols/protocol.ts";
import { memberOf, recordsOf } from "../protocols/read-json.ts";
import { fitThoughts, holdsThoughts, signatureOf, type Thoughts } from "./fit-thoughts.ts";

// Marks of the prompt cache that a client owes: it sets them for models whose name says that they need them, and it does not see
// the name. Without them every call pays for the whole conversation.

const MARK = { cache_control: { type: "ephemeral" } };

/** Undefined where there is no text to mark. */
function marked(message: unknown): object | undefined {
  const content = memberOf(message, "content");
  const parts: readonly unknown[] =
    typeof content === "string" ? [{ type: "text", text: content }] : Array.isArray(content) ? content : [];
  const last = parts.at(-1);
  if (!isRecord(message) || !isRecord(last) || last["text"] === "") return undefined;
  return { ...message, content: [...parts.slice(0, -1), { ...last, ...MARK }] };
}

/** The end of the system's words, and the last two messages of others: what comes next is read from there. */
function markCache(
  turns: readonly unknown[],
  { protocol, takes }: FitBody,
  bytes: Buffer,
): readonly unknown[] {
  if (protocol !== "chat" || takes.cacheMarks !== true || bytes.includes('"cache_control"')) return turns;
  const isSystem = (turn: unknown): boolean => /^(?:system|developer)$/.test(String(memberOf(turn, "role")));
  const system = turns.findLastIndex(isSystem);
  const markable = [...turns.keys()].filter((index) => marked(turns[index]) !== undefined);
  const chosen = new Set(markable.filter((index) => index !== system).slice(-2));
  if (markable.includes(system)) chosen.add(system);
  return chosen.size === 0 ? turns : turns.map((turn, index) => (chosen.has(index) ? marked(turn) : turn));
}

export interface FitBody {
  readonly body: Body;
  /** The same as its client wrote it; undefined of a translated one, which no client wrote. */
  readonly text: JsonText | undefined;
  readonly protocol: ProtocolName;
  readonly model: string;
  readonly takes: Takes;
  readonly thoughts: Thoughts;
  readonly isLoopOpen: boolean;
  /** Chosen with the model. */
  readonly effort?: Effort | undefined;
}

export interface Fitted {
  readonly bytes: Buffer;
  readonly changes: Changes;
  /** Marks of the cache that the client left out. */
  readonly hasMarksAdded: boolean;
  /** Thoughts were in the conversation as the client sent it. */
  readonly hasThoughts: boolean;
}

/** Whether the open call of a tool comes without a thought of this model before it. */
function isOpenWithoutThought({ body, protocol, isLoopOpen, takes, thoughts }: FitBody): boolean {
  if (protocol !== "messages" || !isLoopOpen || takes.thinking !== "budget") return false;
  const last = recordsOf(body["messages"]).findLast(({ role }) => role === "assistant");
  const [first] = recordsOf(last?.["content"]);
  const id = first && signatureOf(first);
  return takes.thoughts === false || id === undefined || !thoughts.isOwn({ kind: "thought", id });
}

/** A model of budgets that does not think now takes no thought of before. */
const isThoughtless = ({ body, protocol, takes }: FitBody, changes: Changes): boolean =>
  protocol === "messages" &&
  takes.thinking === "budget" &&
  memberOf(changes.has("thinking") ? changes.get("thinking") : body["thinking"], "type") !== "enabled";

/** Some models want the last turn to be a person's. */
const CONTINUE = { role: "user", content: "Continue." };

export function fitBody(options: FitBody): Fitted {
  const { text, body, protocol, model, takes } = options;
  const { bytes } = text ?? { bytes: Buffer.from(JSON.stringify(body)) };
  const hasThoughts = holdsThoughts(bytes, protocol);
  const changes = fitMembers(body, {
    protocol,
    takes,
    bytes,
    isOpenWithoutThought: isOpenWithoutThought(options),
    effort: options.effort,
  });
  const kept = isThoughtless(options, changes) ? { ...takes, thoughts: false } : takes;
  const list = protocol === "responses" ? "input" : "messages";
  const sent: readonly unknown[] = Array.isArray(body[list]) ? body[list] : [];
  const own = fitThoughts(sent, { ...options, bytes, hasThoughts, takes: kept });
  const shown = markCache(own, options, bytes);
  const isPrefilled = takes.prefill === false && memberOf(sent.at(-1), "role") === "assistant";
  const turns = isPrefilled ? [...shown, CONTINUE] : shown;
  const all = new Map([...changes, ...(turns === sent ? [] : [[list, turns] as const]), ["model", model]]);
  return {
    bytes:
      text === undefined
        ? Buffer.from(JSON.stringify({ ...body, ...Object.fromEntries(all) }))
        : rewriteMembers(text, all),
    changes,
    hasMarksAdded: shown !== own,
    hasThoughts,
  };
}
