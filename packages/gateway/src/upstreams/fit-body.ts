// The body as it goes to one model: the client's bytes with another name in them, the members rewritten to what the model takes,
// and its own thoughts alone.

import { addMember, appendTo, applyEdits, dropMember, replaceMember, type Edit } from "../json/edit-body.ts";
import { fitMembers, type Changes } from "../models/fit-members.ts";
import type { Effort, Takes } from "../models/takes.ts";
import type { Body, ProtocolName } from "../protocols/protocol.ts";
import { memberOf, recordsOf } from "../protocols/read-json.ts";
import { holdsThoughts, signatureOf, thoughtEdits, type Thoughts } from "./fit-thoughts.ts";
import { isRecord } from "@signalbox/contracts";
import { elementsAt, membersAt, type Span } from "../json/spans.ts";

// Marks of the prompt cache that a client owes: it sets them for models whose name says that they need them, and it does not see
// the name. Without them every call pays for the whole conversation.

const MARK = { cache_control: { type: "ephemeral" } };

function marked(bytes: Buffer, { start, end }: Span): Edit | undefined {
  const message: unknown = JSON.parse(bytes.toString("utf8", start, end));
  if (!isRecord(message)) return undefined;
  const { content } = message;
  const parts: readonly unknown[] =
    typeof content === "string" ? [{ type: "text", text: content }] : Array.isArray(content) ? content : [];
  const last = parts.at(-1);
  if (!isRecord(last) || last["text"] === "") return undefined;
  const text = JSON.stringify({ ...message, content: [...parts.slice(0, -1), { ...last, ...MARK }] });
  return { start, end, text };
}

/** The end of the system's words, and the last two messages of others: what comes next is read from there. */
function cacheMarks(bytes: Buffer, protocol: ProtocolName, takes: Takes): Edit[] {
  if (protocol !== "chat" || takes.cacheMarks !== true || bytes.includes('"cache_control"')) return [];
  const list = membersAt(bytes, 0).findLast(({ name }) => name === "messages");
  const messages = list === undefined ? [] : elementsAt(bytes, list.value.start);
  const isSystem = ({ start, end }: Span): boolean =>
    /"role"\s*:\s*"(?:system|developer)"/.test(bytes.toString("utf8", start, Math.min(end, start + 64)));
  const system = messages.findLast(isSystem);
  const ends: Edit[] = [];
  for (const message of messages.toReversed()) {
    const edit = message === system || ends.length === 2 ? undefined : marked(bytes, message);
    if (edit !== undefined) ends.push(edit);
  }
  const first = system && marked(bytes, system);
  return [...(first === undefined ? [] : [first]), ...ends];
}

export interface FitBody {
  readonly bytes: Buffer;
  readonly body: Body;
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

function withoutPrefill({ body, takes }: FitBody): readonly object[] | undefined {
  const messages = recordsOf(body["messages"]);
  return takes.prefill === false && messages.at(-1)?.["role"] === "assistant" ? [CONTINUE] : undefined;
}

export function fitBody(options: FitBody): Fitted {
  const { bytes, body, protocol, model, takes, thoughts } = options;
  const changes = fitMembers(body, {
    protocol,
    takes,
    bytes,
    isOpenWithoutThought: isOpenWithoutThought(options),
    effort: options.effort,
  });
  const kept = isThoughtless(options, changes) ? { ...takes, thoughts: false } : takes;
  const edits = thoughtEdits({ bytes, protocol, takes: kept, thoughts });
  let fitted = edits.length === 0 ? bytes : applyEdits(bytes, edits);
  for (const [name, value] of changes) {
    if (value === undefined) fitted = applyEdits(fitted, dropMember(fitted, name));
    else if (body[name] === undefined) fitted = applyEdits(fitted, addMember(fitted, name, value));
    else fitted = applyEdits(fitted, replaceMember(fitted, name, value));
  }
  const marks = cacheMarks(fitted, protocol, takes);
  if (marks.length > 0) fitted = applyEdits(fitted, marks);
  const more = withoutPrefill(options);
  if (more !== undefined) fitted = applyEdits(fitted, appendTo(fitted, "messages", more));
  return {
    bytes: applyEdits(fitted, replaceMember(fitted, "model", model)),
    changes,
    hasMarksAdded: marks.length > 0,
    hasThoughts: holdsThoughts(bytes, protocol),
  };
}
