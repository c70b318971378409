// The signs of a call that tell its role: headers and shape. Every member is cheap to read and the same in every version of a
// client.
import type { IncomingHttpHeaders } from "node:http";

import { isRecord } from "@signalbox/contracts";

import type { Body, Protocol, Step } from "../protocols/protocol.ts";
import { memberOf, recordsOf, textOf } from "../protocols/read-json.ts";

export interface Shape {
  /** One of the session's side agents made the call. */
  readonly isSideAgent: boolean;
  /** The client's own word for the call, from `x-codex-turn-metadata`. */
  readonly statedKind: string | undefined;
  /** The client names the session that the call is of. */
  readonly hasSession: boolean;
  readonly toolCount: number;
  /** The only tools are those that the provider runs by itself. */
  readonly hasServerToolsAlone: boolean;
  /** The client names words at which the answer ends. */
  readonly hasStops: boolean;
  readonly isToolUseForbidden: boolean;
  /** Turns of persons and of the model, without calls of tools. */
  readonly turnCount: number;
  readonly hasToolSteps: boolean;
  /** Names of the members of the JSON that the answer must be; absent where any text will do. */
  readonly answerMembers: readonly string[] | undefined;
  readonly outputTokensMax: number | undefined;
  /** The end of the last turn of a person. */
  readonly lastWords: string;
}

const SERVER_TOOLS = /^(?:web_search|web_fetch|code_execution)/;
const recordsOrTexts = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const WORDS_MAX = 4_000;

function statedKind(headers: IncomingHttpHeaders): string | undefined {
  const text = headers["x-codex-turn-metadata"];
  if (typeof text !== "string") return undefined;
  try {
    return textOf(memberOf(JSON.parse(text), "request_kind"));
  } catch {
    // A header that cannot be read says nothing.
    return undefined;
  }
}

/** Each protocol, and each kind of request, has its own place for the schema. */
function answerMembers(format: unknown): readonly string[] | undefined {
  if (!isRecord(format) || format["type"] === "text") return undefined;
  const schema = format["schema"] ?? memberOf(format["json_schema"], "schema");
  const properties = memberOf(schema, "properties");
  return isRecord(properties) ? Object.keys(properties) : [];
}

export interface Asked {
  readonly protocol: Protocol;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
  readonly steps: readonly Step[];
  readonly hasSession: boolean;
}

export function shapeOf({ protocol, headers, body, steps, hasSession }: Asked): Shape {
  const people = steps.filter(({ kind }) => kind === "person");
  const last = people.at(-1);
  const limit = body["max_tokens"] ?? body["max_completion_tokens"] ?? body["max_output_tokens"];
  const choice = body["tool_choice"];
  const tools = recordsOf(body["tools"]);
  return {
    isSideAgent: headers["x-claude-code-agent-id"] !== undefined,
    statedKind: statedKind(headers),
    hasSession,
    toolCount: tools.length,
    hasServerToolsAlone: tools.length > 0 && tools.every(({ type }) => SERVER_TOOLS.test(textOf(type) ?? "")),
    hasStops: recordsOrTexts(body["stop_sequences"] ?? body["stop"]).length > 0,
    isToolUseForbidden: choice === "none" || memberOf(choice, "type") === "none",
    turnCount: people.length + steps.filter(({ kind }) => kind === "answer").length,
    hasToolSteps: steps.some(({ kind }) => kind === "call"),
    answerMembers: answerMembers(protocol.format(body)),
    outputTokensMax: typeof limit === "number" ? limit : undefined,
    lastWords: last?.kind === "person" ? last.text.slice(-WORDS_MAX) : "",
  };
}
